"""A game without a board: its position as fields and its legal moves as a list to choose from."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench.boards.contract import Point
from workbench.gui import words
from workbench.gui.look import Look
from workbench.gui.styles import card


class PlainView(ttk.Frame):
    """What the state has, as text, for a game that has no board file yet."""

    def __init__(self, parent: tkinter.Misc, look: Look, play: Callable[[str], None]) -> None:
        super().__init__(parent, style="Window.TFrame", padding=look.px(16))
        self.look, self.play = look, play
        palette, px = look.palette, look.px
        fields = card(self, look, padding=(16, 14))
        fields.pack(fill="x", pady=(0, px(12)))
        ttk.Label(fields, text=words.FIELDS, style="CardHead.TLabel").pack(anchor="w", pady=(0, px(6)))
        self.fields = tkinter.Text(
            fields, height=8, width=20, wrap="char", borderwidth=0, highlightthickness=0, background=palette["card"],
            foreground=palette["text"], font=look.fonts["text"], spacing3=px(4), tabs=(px(90),), takefocus=0,
        )  # fmt: skip
        self.fields.tag_configure("name", foreground=palette["quiet"])
        self.fields.tag_configure("value", lmargin2=px(90))
        self.fields.pack(fill="x")
        moves = card(self, look, padding=(16, 14))
        moves.pack(fill="both", expand=True)
        ttk.Label(moves, text=words.LEGAL, style="CardHead.TLabel").pack(anchor="w", pady=(0, px(6)))
        self.button = ttk.Button(moves, text=words.PLAY_CHOSEN, style="House.TButton", command=self._play)
        self.button.pack(side="bottom", anchor="w", pady=(px(8), 0))
        self.list = tkinter.Listbox(
            moves, borderwidth=0, highlightthickness=1, highlightbackground=palette["line"], highlightcolor=palette["accent"],
            background=palette["card"], foreground=palette["text"], font=look.fonts["text"], activestyle="none",
            selectbackground=palette["accent"], selectforeground=palette["on_accent"], exportselection=False, height=4,
        )  # fmt: skip
        bar = ttk.Scrollbar(moves, style="House.Vertical.TScrollbar", orient="vertical", command=self.list.yview)
        self.list.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self.list.pack(side="left", fill="both", expand=True)
        self.list.bind("<Double-Button-1>", lambda _: self._play())
        self.list.bind("<Key-Return>", lambda _: self._play())

    def focus_set(self) -> None:
        self.list.focus_set()

    def show(self, point: Point, ours: bool) -> None:
        """Show a position; its moves only if they are ours to choose."""
        self.fields.configure(state="normal")
        self.fields.delete("1.0", "end")
        for name, value in point.fields.items():
            self.fields.insert("end", f"{name}\t", "name")
            self.fields.insert("end", f"{value}\n", "value")
        self.fields.configure(state="disabled")
        self.list.delete(0, "end")
        if ours:
            self.list.insert("end", *(point.move_text(move) for move in point.moves()))
            self.list.selection_set(0)
        self.button.configure(state="normal" if ours else "disabled")

    def _play(self) -> None:
        self.play(self.list.get("active"))
