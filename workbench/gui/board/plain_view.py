"""The display of a game without a drawn board: its position as text and its legal moves as a list."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench import boards
from workbench.boards.kit.elements import Point
from workbench.gui.board import words as board_words
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.gui.widgets.texts import card_text

MAX_LINES = 18  # maximum number of lines of the position; longer texts scroll


class PlainView(ttk.Frame):
    """The position as text, above a filtered list of moves with their meaning.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        play: Called with the chosen move.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, play: Callable[[str], None]) -> None:
        super().__init__(parent, style="Window.TFrame", padding=look.px(16))
        self.look, self.play = look, play
        self.moves: list[tuple[str, str]] = []  # text and list line of each move
        self.listed: list[str] = []  # texts of the moves that match the filter
        palette, px = look.palette, look.px
        position = card(self, look, padding=(16, 14))
        position.pack(fill="x", pady=(0, px(12)))
        ttk.Label(position, text=board_words.POSITION, style="CardHead.TLabel").pack(anchor="w", pady=(0, px(6)))
        self.position = card_text(position, look, "fixed", "char", height=8, width=20, takefocus=0)
        self.position.pack(fill="x")
        moves = card(self, look, padding=(16, 14))
        # Packed first, so that only the position is cut off if space is short.
        moves.pack(side="bottom", fill="both", expand=True, before=position)
        head = ttk.Frame(moves, style="Inner.TFrame")
        head.pack(fill="x", pady=(0, px(6)))
        ttk.Label(head, text=board_words.LEGAL, style="CardHead.TLabel").pack(side="left")
        self.filter = ttk.Entry(head, style="House.TEntry", width=12, font=look.fonts["text"])
        self.filter.pack(side="right")
        ttk.Label(head, text=board_words.FILTER, style="CardSmall.TLabel").pack(side="right", padx=(0, px(8)))
        self.button = ttk.Button(moves, text=board_words.PLAY_CHOSEN, style="House.TButton", command=self._play)
        self.button.pack(side="bottom", anchor="w", pady=(px(8), 0))
        self.list = tkinter.Listbox(
            moves, borderwidth=0, highlightthickness=1, highlightbackground=palette["line"],
            highlightcolor=palette["accent"],
            background=palette["card"], foreground=palette["text"], font=look.fonts["fixed"], activestyle="none",
            selectbackground=palette["accent"], selectforeground=palette["on_accent"], exportselection=False, height=4,
        )  # fmt: skip
        ScrollBar(self.list, stays=True)
        self.list.pack(side="left", fill="both", expand=True)
        self.list.bind("<Double-Button-1>", lambda _: self._play())
        self.list.bind("<Key-Return>", lambda _: self._play())
        self.filter.bind("<KeyRelease>", lambda _: self._list())
        self.filter.bind("<Key-Return>", lambda _: self._play())

    def focus_set(self) -> None:
        """Focus the list of moves."""
        self.list.focus_set()

    def show(self, point: Point, ours: bool) -> None:
        """Show a position, with its legal moves if `ours` is True."""
        lines = boards.text_board(point)
        self.position.configure(state="normal", height=min(MAX_LINES, lines.count("\n") + 1))
        self.position.delete("1.0", "end")
        self.position.insert("end", lines)
        self.position.configure(state="disabled")
        texts = [point.move_text(move) for move in point.moves()] if ours else []
        width = max(map(len, texts), default=0)
        meanings = [boards.describe_moves(point.info, point.actor, (text,)) for text in texts]
        self.moves = [
            (text, text if text == meaning else f"{text:<{width}}  {meaning}")
            for text, meaning in zip(texts, meanings, strict=True)
        ]
        self._list()

    def clear_filter(self) -> None:
        """Clear the filter."""
        self.filter.delete(0, "end")

    def _list(self) -> None:
        wanted = self.filter.get().strip().lower()
        lines = [(text, line) for text, line in self.moves if wanted in line.lower()]
        self.listed = [text for text, _ in lines]
        self.list.delete(0, "end")
        self.list.insert("end", *(line for _, line in lines))
        self.list.selection_set(0)
        self.list.activate(0)
        self.button.configure(state="normal" if lines else "disabled")

    def _play(self) -> None:
        if self.listed:
            self.clear_filter()
            self.play(self.listed[self.list.index("active")])
