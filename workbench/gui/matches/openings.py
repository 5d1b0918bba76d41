"""The openings of a match: the start, random moves, a position, the one on the board, or a list from a file."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tkinter import ttk

import fastcore
from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.matches import form_words as said
from workbench.gui.matches.desk import Matches
from workbench.gui.matches.limits import Rows
from workbench.gui.new_game import words
from workbench.gui.new_game.opening import position
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets import words as widgets_words
from workbench.matches.planning import openings
from workbench.matches.planning.plan import Opening
from workbench.system.sentences import as_sentence
from workbench.table.table import Table

MOST_RANDOM = 10_000


class Reading(ValueError):
    """A list is still being read."""


class MatchOpenings(Rows):
    """What is on the board, and the thread on which lists are read, `desk` has."""

    def __init__(self, parent: tkinter.Misc, look: Look, desk: Matches, changed: Callable[[], None]) -> None:
        super().__init__(parent, look, changed)
        self.desk, self.game = desk, ""
        self.file: Path | None = None
        self.read: tuple[object, tuple[Opening, ...] | ValueError] = (None, ())  # the last source, and its openings
        self.reading: object = None  # the source that is being read
        line = self.row(words.OPENING)
        self.names = [words.FROM_START, words.AT_RANDOM, words.POSITION_TEXT, words.FROM_BOARD, said.FROM_LIST]
        self.kind = self.box(line, self.names, 26)
        self.kind.configure(postcommand=lambda: self.after_idle(self._grey))
        self.kind.pack(anchor="w")
        self.beside = ttk.Frame(line, style="Inner.TFrame")
        self.text = self.entry(self.beside, 36)
        self.count = ttk.Spinbox(
            self.beside, style="House.TSpinbox", width=6, font=look.fonts["text"], from_=1, to=MOST_RANDOM,
            command=changed,
        )  # fmt: skip
        self.count.bind("<KeyRelease>", lambda _: self.changed())
        self.count.set("4")
        self.choose = ttk.Button(self.beside, text=said.CHOOSE_FILE, style="House.TButton", command=self._ask)
        self.meaning = self.quiet(line)
        self.wrong = ttk.Label(line, style="CardWarning.TLabel", wraplength=look.px(330), justify="left")

    def put(self, game: str, opening: Opening | None, random_moves: int, file: str) -> None:
        """What a game can begin with, and what of it was asked for last."""
        self.game = game
        self.file = Path(file) if file else None
        position = opening.position if opening is not None else None
        chosen = (
            said.FROM_LIST
            if file
            else words.POSITION_TEXT
            if position
            else words.AT_RANDOM
            if random_moves
            else words.FROM_START
        )
        self.text.delete(0, "end")
        self.text.insert(0, position or "")
        if random_moves:
            self.count.set(str(random_moves))
        self.kind.set(chosen)
        self._chosen()

    def _chosen(self) -> None:
        name = self.kind.get()
        for widget in (self.beside, self.text, self.count, self.choose, self.meaning):
            widget.pack_forget()
        fields: dict[str, ttk.Widget] = {
            words.AT_RANDOM: self.count,
            words.POSITION_TEXT: self.text,
            said.FROM_LIST: self.choose,
        }
        if name in fields:
            self.beside.pack(anchor="w", pady=(self.look.px(6), 0), after=self.kind)
            fields[name].pack(side="left")
        meanings = {
            words.FROM_START: words.START_MEANING, words.AT_RANDOM: said.MOVES_AT_RANDOM, words.POSITION_TEXT: "",
            words.FROM_BOARD: words.BOARD_MEANING,
            said.FROM_LIST: self.file.name if self.file is not None else said.LIST_MEANING,
        }  # fmt: skip
        if meanings[name]:
            self.meaning.configure(text=meanings[name])
            self.meaning.pack(anchor="w", pady=(self.look.px(4), 0))
        self.changed()

    def _grey(self) -> None:
        """Grey out "the board" in the open list if its position cannot be used. Selecting it shows the reason."""
        colour = self.look.palette["faint" if no_board(self.desk.games.table, self.game) else "text"]
        entries = f"{self.kind.tk.call('ttk::combobox::PopdownWindow', str(self.kind))}.f.l"
        self.kind.tk.call(entries, "itemconfigure", self.names.index(words.FROM_BOARD), "-foreground", colour)

    def _ask(self) -> None:
        file = file_dialogs.ask_open(self, self.file.parent if self.file is not None else Path.home())
        if file is not None:
            self.file = file
            self._chosen()

    # What is asked for ------------------------------------------------------------------------------------------------

    @property
    def listed(self) -> str:
        """The file from which the openings are taken, "" for none."""
        return str(self.file) if self.kind.get() == said.FROM_LIST and self.file is not None else ""

    def problem(self, spec: str, unread: bool = False) -> str:
        """Show the problem at the field and return it, or "" if there is none.

        A list that is still being read is no problem here, although `chosen` raises Reading.
        """
        reason = ""
        try:
            own = self.chosen(spec, unread)[0]
            if self.kind.get() in (words.POSITION_TEXT, words.FROM_BOARD):
                usual = words.BOARD_MEANING if self.kind.get() == words.FROM_BOARD else ""
                self.meaning.configure(
                    text=usual
                    if own == spec
                    else said.brings(boards.variant(own) or widgets_words.defaults(fastcore.info(self.game)))
                )
        except Reading:
            pass
        except ValueError as error:
            reason = str(error)
        self.wrong.configure(text=as_sentence(reason) if reason else "")
        if reason:
            self.wrong.pack(anchor="w")
        else:
            self.wrong.pack_forget()
        return reason

    def chosen(self, spec: str, unread: bool = False) -> tuple[str, tuple[Opening, ...], int]:
        """Return the spec, the openings and the number of random moves. Raise ValueError if a field is wrong.

        A position text can include its own spec. With `unread`, a list is not read.
        """
        name = self.kind.get()
        if name == words.AT_RANDOM:
            text = self.count.get().strip()
            if not text.isdecimal() or not 1 <= int(text) <= MOST_RANDOM:
                raise ValueError(said.bad_number(words.OPENING, text, 1, MOST_RANDOM))
            return spec, (), int(text)
        if name == said.FROM_LIST:
            if self.file is None:
                raise ValueError(said.NO_FILE)
            return spec, () if unread else self._read(self.file, spec), 0
        if name not in (words.POSITION_TEXT, words.FROM_BOARD):
            return spec, (), 0
        if name == words.FROM_BOARD and (why := no_board(self.desk.games.table, self.game)):
            raise ValueError(why)
        text = board_now(self.desk.games.table) if name == words.FROM_BOARD else " ".join(self.text.get().split())
        if not text:
            raise ValueError(words.NO_POSITION)
        state = position(text, spec)
        return state.spec, (openings.checked(Opening(state.text(), (), "position"), state.spec),), 0

    def _read(self, file: Path, spec: str) -> tuple[Opening, ...]:
        """Return the openings in a file. Raise Reading until they are read, then call `changed`."""
        changed = None
        with suppress(OSError):
            changed = file.stat().st_mtime_ns
        stamp = (file, spec, changed)
        known, found = self.read
        if known != stamp:
            if self.reading != stamp:
                self.reading = stamp
                self.desk.listing.run(
                    lambda: openings.read(file, spec),
                    lambda read: self._come(stamp, read),
                    lambda error: self._come(stamp, error),
                )
            raise Reading(said.READING)
        if isinstance(found, ValueError):
            raise found
        return found

    def _come(self, stamp: object, found: tuple[Opening, ...] | ValueError) -> None:
        """A list was read; it counts unless another one has been asked for since."""
        if self.winfo_exists() and self.reading == stamp:
            self.read, self.reading = (stamp, found), None
            self.changed()


def board_now(table: Table) -> str:
    """The situation on the board, "" where it must not be told."""
    return "" if table.info.has.covered or table.over else f"{table.session.spec} {table.state.text()}"


def no_board(table: Table, game: str) -> str:
    """Why the games of a match of this game cannot begin with the situation on the board, "" if they can."""
    if table.info.id != game:
        return said.other_board(table.info.title)
    return said.COVERED_BOARD if table.info.has.covered else said.OVER_BOARD if table.over else ""
