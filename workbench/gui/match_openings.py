"""What the games of a match begin with: the start, random moves, a position, the one on the board, or a list from a file."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tkinter import ttk

from workbench.gui import file_dialogs
from workbench.gui import words as house_words
from workbench.gui import words_match_form as said
from workbench.gui import words_new_game as words
from workbench.gui.look import Look
from workbench.gui.match_limits import Rows
from workbench.gui.opening_form import position
from workbench.matches import openings
from workbench.matches.plan import Opening

MOST_RANDOM = 10_000


class MatchOpenings(Rows):
    """`board` is the situation on the board, "" where it must not be told."""

    def __init__(self, parent: tkinter.Misc, look: Look, board: str, changed: Callable[[], None]) -> None:
        super().__init__(parent, look, changed)
        self.board = board
        self.file: Path | None = None
        self.read: tuple[object, tuple[Opening, ...]] = (None, ())  # what was read last, and from what
        line = self.row(words.OPENING)
        self.kind = self.box(line, [words.FROM_START], 26)
        self.kind.pack(anchor="w")
        self.beside = ttk.Frame(line, style="Inner.TFrame")
        self.beside.pack(anchor="w", fill="x", pady=(look.px(4), 0))
        self.text = self.entry(self.beside, 40)
        self.count = ttk.Spinbox(
            self.beside, style="House.TSpinbox", width=6, font=look.fonts["text"], from_=1, to=MOST_RANDOM, command=changed,
        )  # fmt: skip
        self.count.bind("<KeyRelease>", lambda _: self.changed())
        self.count.set("4")
        self.choose = ttk.Button(self.beside, text=said.CHOOSE_FILE, style="House.TButton", command=self._ask)
        self.meaning = self.quiet(self.beside)
        self.wrong = ttk.Label(line, style="CardWarning.TLabel", wraplength=look.px(330), justify="left")

    def put(self, game: str, opening: Opening | None, random_moves: int, file: str) -> None:
        """What a game can begin with, and what of it was asked for last."""
        names = [words.FROM_START, words.AT_RANDOM, words.POSITION_TEXT, said.FROM_LIST]
        if self.board.partition("(")[0].partition(" ")[0] == game:
            names.insert(3, words.FROM_BOARD)
        self.kind.configure(values=names)
        self.file = Path(file) if file else None
        position = opening.position if opening is not None else None
        chosen = said.FROM_LIST if file else words.POSITION_TEXT if position else words.AT_RANDOM if random_moves else words.FROM_START
        self.text.delete(0, "end")
        self.text.insert(0, position or "")
        if random_moves:
            self.count.set(str(random_moves))
        self.kind.set(chosen)
        self._chosen()

    def _chosen(self) -> None:
        name = self.kind.get()
        for widget in (self.text, self.count, self.choose, self.meaning):
            widget.pack_forget()
        fields: dict[str, ttk.Widget] = {words.AT_RANDOM: self.count, words.POSITION_TEXT: self.text, said.FROM_LIST: self.choose}
        for shown in (*((fields[name],) if name in fields else ()), self.meaning):
            shown.pack(side="left", padx=(0, self.look.px(8)))
        meanings = {
            words.FROM_START: words.START_MEANING, words.AT_RANDOM: said.MOVES_AT_RANDOM, words.POSITION_TEXT: "",
            words.FROM_BOARD: words.BOARD_MEANING, said.FROM_LIST: self.file.name if self.file is not None else said.LIST_MEANING,
        }  # fmt: skip
        self.meaning.configure(text=meanings.get(name, ""))
        self.changed()

    def _ask(self) -> None:
        file = file_dialogs.ask_openings(self, self.file.parent if self.file is not None else Path.home())
        if file is not None:
            self.file = file
            self._chosen()

    # What is asked for ------------------------------------------------------------------------------------------------

    def problem(self, spec: str) -> str:
        reason = ""
        try:
            self.chosen(spec)
        except ValueError as error:
            reason = str(error)
        self.wrong.configure(text=house_words.illegal(reason) if reason else "")
        if reason:
            self.wrong.pack(anchor="w")
        else:
            self.wrong.pack_forget()
        return reason

    def chosen(self, spec: str) -> tuple[str, tuple[Opening, ...], int]:
        """The spec, the openings and the random moves; a situation brings a spec of its own. ValueError says what is wrong."""
        name = self.kind.get()
        if name == words.AT_RANDOM:
            text = self.count.get().strip()
            if not text.isdecimal() or not 1 <= int(text) <= MOST_RANDOM:
                raise ValueError(said.bad_number(words.OPENING, text, 1, MOST_RANDOM))
            return spec, (), int(text)
        if name == said.FROM_LIST:
            if self.file is None:
                raise ValueError(said.NO_FILE)
            return spec, self._read(self.file, spec), 0
        if name not in (words.POSITION_TEXT, words.FROM_BOARD):
            return spec, (), 0
        text = self.board if name == words.FROM_BOARD else " ".join(self.text.get().split())
        if not text:
            raise ValueError(words.NO_POSITION)
        state = position(text, spec)
        return state.spec, (openings.checked(Opening(state.text(), (), "position"), state.spec),), 0

    def _read(self, file: Path, spec: str) -> tuple[Opening, ...]:
        """The openings in a file; read again where it has changed."""
        with suppress(OSError):
            stamp = (file, spec, file.stat().st_mtime_ns)
            if self.read[0] != stamp:
                self.read = (stamp, openings.read(file, spec))
            return self.read[1]
        return openings.read(file, spec)
