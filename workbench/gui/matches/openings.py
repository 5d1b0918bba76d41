"""The form fields for the openings of a match: the start, random moves, a position, or a list from a file."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tkinter import ttk

import fastcore
from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.matches import form_words
from workbench.gui.matches.desk import Matches
from workbench.gui.matches.length import FormRows
from workbench.gui.new_game import words
from workbench.gui.new_game.opening import parse_position
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets import words as widgets_words
from workbench.matches.planning import openings
from workbench.matches.planning.plan import Opening
from workbench.system.sentences import as_sentence
from workbench.table.table import Table

MAX_RANDOM_MOVES = 10_000


class ListPendingError(ValueError):
    """Raised while the list of openings is still being read."""


class MatchOpenings(FormRows):
    """The fields for the openings of a match.

    Args:
        parent: The widget that contains the fields.
        look: Scale and colours.
        desk: The matches, with the position on the board and the thread that reads lists.
        changed: Called after every change.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, desk: Matches, changed: Callable[[], None]) -> None:
        super().__init__(parent, look, changed)
        self.desk, self.game = desk, ""
        self.file: Path | None = None
        # the last source read, and its openings or error
        self.cached: tuple[object, tuple[Opening, ...] | ValueError] = (None, ())
        self.pending: object = None  # the source being read
        line = self.add_row(words.OPENING)
        self.names = [words.FROM_START, words.AT_RANDOM, words.POSITION_TEXT, words.FROM_BOARD, form_words.FROM_LIST]
        self.kind = self.make_dropdown(line, self.names, 26)
        self.kind.configure(postcommand=lambda: self.after_idle(self._grey_out_board))
        self.kind.pack(anchor="w")
        self.beside = ttk.Frame(line, style="Inner.TFrame")
        self.text = self.make_entry(self.beside, 36)
        self.count = ttk.Spinbox(
            self.beside, style="House.TSpinbox", width=6, font=look.fonts["text"], from_=1, to=MAX_RANDOM_MOVES,
            command=changed,
        )  # fmt: skip
        self.count.bind("<KeyRelease>", lambda _: self.changed())
        self.count.set("4")
        self.choose = ttk.Button(
            self.beside, text=form_words.CHOOSE_FILE, style="House.TButton", command=self._choose_file
        )
        self.meaning = self.make_hint(line)
        self.problem_label = ttk.Label(line, style="CardWarning.TLabel", wraplength=look.px(330), justify="left")

    def fill(self, game: str, opening: Opening | None, random_moves: int, file: str) -> None:
        """Fill in the openings of a match.

        Args:
            game: The id of the game.
            opening: The fixed opening, or None.
            random_moves: The number of random moves, or 0.
            file: The file with the list, or "".
        """
        self.game = game
        self.file = Path(file) if file else None
        position = opening.position if opening is not None else None
        chosen = (
            form_words.FROM_LIST
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
        self._on_choice()

    def _on_choice(self) -> None:
        name = self.kind.get()
        for widget in (self.beside, self.text, self.count, self.choose, self.meaning):
            widget.pack_forget()
        fields: dict[str, ttk.Widget] = {
            words.AT_RANDOM: self.count,
            words.POSITION_TEXT: self.text,
            form_words.FROM_LIST: self.choose,
        }
        if name in fields:
            self.beside.pack(anchor="w", pady=(self.look.px(6), 0), after=self.kind)
            fields[name].pack(side="left")
        meanings = {
            words.FROM_START: words.START_MEANING, words.AT_RANDOM: form_words.MOVES_AT_RANDOM, words.POSITION_TEXT: "",
            words.FROM_BOARD: words.BOARD_MEANING,
            form_words.FROM_LIST: self.file.name if self.file is not None else form_words.LIST_MEANING,
        }  # fmt: skip
        if meanings[name]:
            self.meaning.configure(text=meanings[name])
            self.meaning.pack(anchor="w", pady=(self.look.px(4), 0))
        self.changed()

    def _grey_out_board(self) -> None:
        """Grey out "the board" in the opened dropdown list if its position cannot be used.

        Selecting it shows the reason.
        """
        colour = self.look.palette["faint" if no_board(self.desk.games.table, self.game) else "text"]
        entries = f"{self.kind.tk.call('ttk::combobox::PopdownWindow', str(self.kind))}.f.l"
        self.kind.tk.call(entries, "itemconfigure", self.names.index(words.FROM_BOARD), "-foreground", colour)

    def _choose_file(self) -> None:
        file = file_dialogs.ask_open(self, self.file.parent if self.file is not None else Path.home())
        if file is not None:
            self.file = file
            self._on_choice()

    # Result -----------------------------------------------------------------------------------------------------------

    @property
    def list_path(self) -> str:
        """The file with the openings, or "" if another kind is selected."""
        return str(self.file) if self.kind.get() == form_words.FROM_LIST and self.file is not None else ""

    def problem(self, spec: str, unread: bool = False) -> str:
        """Show the problem at the field and return it, or "".

        A list that is still being read is not a problem, although `resolve` raises ListPendingError.
        """
        reason = ""
        try:
            own_spec = self.resolve(spec, unread)[0]
            if self.kind.get() in (words.POSITION_TEXT, words.FROM_BOARD):
                default_text = words.BOARD_MEANING if self.kind.get() == words.FROM_BOARD else ""
                self.meaning.configure(
                    text=default_text
                    if own_spec == spec
                    else form_words.other_options(
                        boards.describe_options(own_spec)
                        or widgets_words.defaults(fastcore.info(self.game), boards.words(self.game).describe_option)
                    )
                )
        except ListPendingError:
            pass
        except ValueError as error:
            reason = str(error)
        self.problem_label.configure(text=as_sentence(reason) if reason else "")
        if reason:
            self.problem_label.pack(anchor="w")
        else:
            self.problem_label.pack_forget()
        return reason

    def resolve(self, spec: str, unread: bool = False) -> tuple[str, tuple[Opening, ...], int]:
        """Return the spec, the openings and the number of random moves.

        Args:
            spec: The spec of the game. A position text can replace it.
            unread: Whether to leave out the openings of a list.

        Raises:
            ValueError: The field is invalid.
            ListPendingError: The list is still being read.
        """
        name = self.kind.get()
        if name == words.AT_RANDOM:
            text = self.count.get().strip()
            if not text.isdecimal() or not 1 <= int(text) <= MAX_RANDOM_MOVES:
                raise ValueError(form_words.bad_number(words.OPENING, text, 1, MAX_RANDOM_MOVES))
            return spec, (), int(text)
        if name == form_words.FROM_LIST:
            if self.file is None:
                raise ValueError(form_words.NO_FILE)
            return spec, () if unread else self._read(self.file, spec), 0
        if name not in (words.POSITION_TEXT, words.FROM_BOARD):
            return spec, (), 0
        if name == words.FROM_BOARD and (why := no_board(self.desk.games.table, self.game)):
            raise ValueError(why)
        text = board_position(self.desk.games.table) if name == words.FROM_BOARD else " ".join(self.text.get().split())
        if not text:
            raise ValueError(words.NO_POSITION)
        state = parse_position(text, spec)
        return state.spec, (openings.validate(Opening(state.text(), (), "position"), state.spec),), 0

    def _read(self, file: Path, spec: str) -> tuple[Opening, ...]:
        """Return the openings in a file. Raise ListPendingError until they are read; then `changed` is called."""
        changed = None
        with suppress(OSError):
            changed = file.stat().st_mtime_ns
        stamp = (file, spec, changed)
        known, result = self.cached
        if known != stamp:
            if self.pending != stamp:
                self.pending = stamp
                self.desk.slow_jobs.run(
                    lambda: openings.read(file, spec),
                    lambda read: self._on_read(stamp, read),
                    lambda error: self._on_read(stamp, error),
                )
            raise ListPendingError(form_words.READING)
        if isinstance(result, ValueError):
            raise result
        return result

    def _on_read(self, stamp: object, result: tuple[Opening, ...] | ValueError) -> None:
        """Store the result for a list, unless another list has been selected in the meantime."""
        if self.winfo_exists() and self.pending == stamp:
            self.cached, self.pending = (stamp, result), None
            self.changed()


def board_position(table: Table) -> str:
    """Return the position on the board, or "" if it hides cards or the game has ended."""
    return "" if table.info.has.covered or table.over else f"{table.session.spec} {table.state.text()}"


def no_board(table: Table, game: str) -> str:
    """Return why games cannot start from the position on the board, or ""."""
    if table.info.id != game:
        return form_words.other_board(table.info.title)
    return form_words.COVERED_BOARD if table.info.has.covered else form_words.OVER_BOARD if table.over else ""
