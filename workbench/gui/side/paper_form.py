"""The record form beside a game, as the person at the screen filled it in, and the program's help with it.

Deductions can take a second, so a background thread runs them one at a time. Outdated results are dropped.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from workbench.boards.kit.choices import Form
from workbench.boards.kit.elements import Label
from workbench.game import form_notes
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import reasons
from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SidePages
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.shell import Shell
from workbench.gui.side import words
from workbench.gui.side.form_card import FilledForm, FormCard, Write
from workbench.gui.side.playback import Playback
from workbench.gui.widgets.keys import pressed
from workbench.records.schema import Help

FORM = "form"

Result = TypeVar("Result")


class SeatKnowledge(NamedTuple):
    """A seat's deductions: for the cells of its form, row by row, and as labels on the board."""

    cells: tuple[tuple[str, ...], ...] = ()
    labels: tuple[Label, ...] = ()


class PaperForm:
    """The form of the shown game and the help with it."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, playback: Playback) -> None:
        self.shell, self.games, self.screen, self.playback = shell, games, screen, playback
        self.background = BackgroundJobs()
        self.context: tuple[object, ...] = ()  # the position that help is given for
        self.ticket = 0  # the number of that position, which identifies outdated results
        self.known: SeatKnowledge | None = None  # None until computed
        self.reason = ""  # why the deductions failed
        self.reveal_texts: dict[str, str] = {}  # the information that each move would reveal; "" until computed
        self.pointed = ("", "")  # the spot explained last, and its text
        shell.events.polled.connect(self.background.deliver_next)
        shell.events.closing.connect(self.close)
        shell.events.tree_changed.connect(self.update)

    def close(self) -> None:
        """Drop running deductions before the window closes."""
        self.ticket += 1
        self.background.close()

    # State ------------------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The seat whose form may be shown, or None."""
        screen = self.games.table.screen
        return screen.viewer if screen.covered_for is None else None

    @property
    def form(self) -> Form | None:
        """The form of the shown game, or None if it has none."""
        board = self.screen.board
        return board.form(self.games.table.point) if board is not None else None

    @property
    def is_helping(self) -> bool:
        """Whether the seat has turned help on."""
        return self.seat is not None and form_notes.is_helping(
            self.games.table.session.document.tree.head.notes, self.seat
        )

    def no_form(self) -> str:
        """Return why there is no form to fill in, or ""."""
        if self.form is None:
            return words.NO_FORM
        return reasons.covered(self.games.table) or (words.NO_SEAT if self.seat is None else "")

    def is_command(self, event: tkinter.Event[tkinter.Misc]) -> bool:
        """Return whether a key runs a command of the form instead of typing into a cell."""
        return any(pressed(event) in self.shell.commands[name].keys for name in ("form", "form_help"))

    def filled(self) -> FilledForm:
        """Return the form for its card."""
        form, seat = self.form, self.seat
        if form is None or seat is None:
            return FilledForm(None, {}, (), self.no_form())
        session = self.games.table.session
        notes = session.document.tree.head.notes
        cells = self.known.cells if self.known is not None and self.is_helping else ()
        note = self._note(form_notes.notes_of(notes, seat).helped)
        return FilledForm(form, form_notes.cells_of(notes, seat, form.head), cells, note, (session, seat))

    def _note(self, helped: Sequence[Help]) -> str:
        spot, _ = self.pointed
        if not self.is_helping or self.playback.is_active:
            return f"{words.FORM_HOW} {words.helped(helped)}".strip()
        if spot and (text := self.reveal_texts.get(self._move(spot), "")):
            return text
        if self.reason:
            return words.not_worked_out(self.reason)
        return words.FORM_WORKING if self.known is None else words.helped(helped)

    def show(self, card: FormCard, side: SidePages) -> None:
        """Show the form as it is filled in now."""
        filled = self.filled()
        card.show(filled)
        if side.page is not card:  # saving the open entry may have opened another card
            return
        side.head.configure(text=filled.form.head if filled.form is not None else words.FORM_TITLE)
        side.buttons["form_help"].configure(text=words.HELP_ON if self.is_helping else words.HELP)

    def _show_card(self) -> None:
        if self.screen.side.kind == FORM:
            self.screen.side.refresh()

    def text_by_heading(self) -> dict[str, list[str]]:
        """Return the form as text for screen readers, by heading."""
        return {words.FORM_TITLE: self.lines()}

    def lines(self) -> list[str]:
        """Return the form as text, a line for each row."""
        form, written, deduced, *_ = self.filled()
        if form is None:
            return []
        lines = []
        for row, name in enumerate(form.rows):
            own = [written.get((row, column), "") for column in range(len(form.columns))]
            known = deduced[row] if row < len(deduced) else ("",) * len(form.columns)
            lines.append(words.form_line(name, form.columns, own, known))
        return lines

    # Actions ----------------------------------------------------------------------------------------------------------

    def writer(self) -> Write:
        """Return a function that writes into the cells of the form shown now."""
        form, seat, session = self.form, self.seat, self.games.table.session

        def write(cell: form_notes.Cell, text: str) -> None:
            if form is not None and seat is not None:
                session.document.annotations.write_note(seat, form.head, cell, text)
                if session is self.games.table.session:  # otherwise another game is about to be shown
                    self.games.shown.refresh()

        return write

    def toggle_help(self) -> None:
        """Turn help on or off, and note the change in the record."""
        session, seat = self.games.table.session, self.seat
        assert seat is not None
        session.document.annotations.record_help(seat, not self.is_helping)
        self.update()
        self.games.shown.move_input.refresh()

    def update(self) -> None:
        """Update the form and the help for the shown position."""
        table = self.games.table
        now = (
            table.session,
            table.browsing.shown_node,
            self.seat,
            self.is_helping,
            self.playback.is_active,
            self.screen.view,
        )
        if now != self.context:
            self.context, self.known, self.reason, self.reveal_texts, self.pointed = now, None, "", {}, ("", "")
            self.ticket += 1
            self._write_labels(())
            if self.is_helping and not self.playback.is_active:
                self._deduce()
        self._show_card()

    def _deduce(self) -> None:
        board, point = self.screen.board, self.games.table.point.copy()
        assert board is not None

        def done(known: SeatKnowledge) -> None:
            self.known = known
            self._write_labels(known.labels)
            self.update()
            self.screen.side.refresh()

        def failed(error: ValueError) -> None:
            self.reason = str(error)
            self.update()

        self._run(lambda: SeatKnowledge(board.form_texts(point), board.belief_labels(point)), done, failed)

    def _run(
        self, work: Callable[[], Result], done: Callable[[Result], None], failed: Callable[[ValueError], None]
    ) -> None:
        """Run work on the thread. Outdated work is not started, and its results are dropped."""
        ticket = self.ticket

        def wanted() -> bool:
            return ticket == self.ticket

        self.background.run(
            lambda: work() if wanted() else None,
            lambda result: done(result) if result is not None and wanted() else None,
            lambda error: failed(error) if wanted() else None,
        )

    def _write_labels(self, labels: tuple[Label, ...]) -> None:
        if isinstance(self.screen.view, BoardView):
            self.screen.view.write_beliefs(labels)

    # What a move would reveal -----------------------------------------------------------------------------------------

    def explain(self, spot: str, detail: str) -> str:
        """Return a spot's explanation, with the information that a move there would reveal once that is known."""
        self.pointed = (spot, detail)
        move = self._move(spot) if self.is_helping and self.games.shown.accepts_moves else ""
        if move and move not in self.reveal_texts:
            self._find_reveal(move)
        self._show_card()
        return f"{detail} {self.reveal_texts[move]}".strip() if move else detail

    def _move(self, spot: str) -> str:
        """Return the move that a click on this spot would make, or ""."""
        return self.games.shown.move_input.entry.preview_click(spot)[0].move if spot else ""

    def _find_reveal(self, move: str) -> None:
        board, point = self.screen.board, self.games.shown.point.copy()
        assert board is not None
        self.reveal_texts[move] = ""

        def done(text: str) -> None:
            self.reveal_texts[move] = text
            if text and self._move(self.pointed[0]) == move:
                self.games.shown.explain(*self.pointed)

        self._run(lambda: board.expected_information(point, move), done, lambda _: None)
