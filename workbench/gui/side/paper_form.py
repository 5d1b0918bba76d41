"""The form beside a game as the person before the screen has filled it, and the program's help with it.

What can be known may take a second to work out: that is done on a thread, one thing at a time, and what is not wanted
any more by then is not shown.
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
from workbench.gui.side.form_card import Filled, FormCard, Write
from workbench.gui.side.playback import Playback
from workbench.gui.widgets.keys import pressed
from workbench.records.schema import Help

FORM = "form"

Made = TypeVar("Made")


class SeatKnowledge(NamedTuple):
    """What a seat can know: for the cells of its form row by row, and in words on the board."""

    cells: tuple[tuple[str, ...], ...] = ()
    labels: tuple[Label, ...] = ()


class PaperForm:
    """The form of the shown game and its help."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, playback: Playback) -> None:
        self.shell, self.games, self.screen, self.playback = shell, games, screen, playback
        self.background = BackgroundJobs()
        self.about: tuple[object, ...] = ()  # what is helped with
        self.ticket = 0  # of that
        self.known: SeatKnowledge | None = None  # None while it is being worked out
        self.reason = ""  # why it cannot be
        self.told: dict[str, str] = {}  # what moves would reveal, "" while that is being worked out
        self.pointed = ("", "")  # the spot that was explained last, and how
        shell.events.polled.connect(self.background.read)
        shell.events.closing.connect(self.close)
        shell.events.noted.connect(self.follow)

    def close(self) -> None:
        self.ticket += 1
        self.background.close()

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Whose form may be shown, None for nobody's."""
        screen = self.games.table.screen
        return screen.viewer if screen.covered_for is None else None

    @property
    def form(self) -> Form | None:
        board = self.screen.board
        return board.form(self.games.table.point) if board is not None else None

    @property
    def helping(self) -> bool:
        return self.seat is not None and form_notes.helping(
            self.games.table.session.document.tree.head.notes, self.seat
        )

    def no_form(self) -> str:
        """Why there is no form to fill in, "" if there is one."""
        if self.form is None:
            return words.NO_FORM
        return reasons.covered(self.games.table) or (words.NO_SEAT if self.seat is None else "")

    def is_command(self, event: tkinter.Event[tkinter.Misc]) -> bool:
        """Whether a key is one of those that put the form away or ask for help with it."""
        return any(pressed(event) in self.shell.commands[name].keys for name in ("form", "form_help"))

    def filled(self) -> Filled:
        """The form as its card shows it."""
        form, seat = self.form, self.seat
        if form is None or seat is None:
            return Filled(None, {}, (), self.no_form())
        session = self.games.table.session
        taken = session.document.tree.head.notes
        cells = self.known.cells if self.known is not None and self.helping else ()
        note = self._note(form_notes.of(taken, seat).helped)
        return Filled(form, form_notes.written(taken, seat, form.head), cells, note, (session, seat))

    def _note(self, helped: Sequence[Help]) -> str:
        spot, _ = self.pointed
        if not self.helping or self.playback.shows:
            return f"{words.FORM_HOW} {words.helped(helped)}".strip()
        if spot and (told := self.told.get(self._move(spot), "")):
            return told
        if self.reason:
            return words.not_worked_out(self.reason)
        return words.FORM_WORKING if self.known is None else words.helped(helped)

    def show(self, card: FormCard, side: SidePages) -> None:
        """Show the form as it is filled now."""
        filled = self.filled()
        card.show(filled)
        if side.page is not card:  # a note that this finished has put another card in its place
            return
        side.head.configure(text=filled.form.head if filled.form is not None else words.FORM_TITLE)
        side.buttons["form_help"].configure(text=words.HELP_ON if self.helping else words.HELP)

    def _show_card(self) -> None:
        if self.screen.side.kind == FORM:
            self.screen.side.refresh()

    def tell(self) -> dict[str, list[str]]:
        """Return the form as text for screen readers."""
        return {words.FORM_TITLE: self.lines()}

    def lines(self) -> list[str]:
        """Return the form as text."""
        form, written, deduced, *_ = self.filled()
        if form is None:
            return []
        lines = []
        for row, name in enumerate(form.rows):
            own = [written.get((row, column), "") for column in range(len(form.columns))]
            known = deduced[row] if row < len(deduced) else ("",) * len(form.columns)
            lines.append(words.form_line(name, form.columns, own, known))
        return lines

    # What is done -----------------------------------------------------------------------------------------------------

    def pen(self) -> Write:
        """What writes into the cells of the form that is shown now."""
        form, seat, session = self.form, self.seat, self.games.table.session

        def write(cell: form_notes.Cell, text: str) -> None:
            if form is not None and seat is not None:
                session.document.annotations.write(seat, form.head, cell, text)
                if session is self.games.table.session:  # else another game is about to be shown
                    self.games.shown.changed()

        return write

    def switch(self) -> None:
        """Help from now on, or no more."""
        session, seat = self.games.table.session, self.seat
        assert seat is not None
        session.document.annotations.note_help(seat, not self.helping)
        self.follow()
        self.games.shown.move_input.chose()

    def follow(self) -> None:
        """Show the form, and help with the position, as they are now."""
        table = self.games.table
        now = (table.session, table.browsing.at, self.seat, self.helping, self.playback.shows, self.screen.view)
        if now != self.about:
            self.about, self.known, self.reason, self.told, self.pointed = now, None, "", {}, ("", "")
            self.ticket += 1
            self._write(())
            if self.helping and not self.playback.shows:
                self._ask()
        self._show_card()

    def _ask(self) -> None:
        board, point = self.screen.board, self.games.table.point.copy()
        assert board is not None

        def done(known: SeatKnowledge) -> None:
            self.known = known
            self._write(known.labels)
            self.follow()
            self.screen.side.refresh()

        def failed(error: ValueError) -> None:
            self.reason = str(error)
            self.follow()

        self._run(lambda: SeatKnowledge(board.deduced(point), board.believed(point)), done, failed)

    def _run(
        self, work: Callable[[], Made], done: Callable[[Made], None], failed: Callable[[ValueError], None]
    ) -> None:
        """Work something out on the thread, unless nobody wants it any more when it is its turn."""
        ticket = self.ticket

        def wanted() -> bool:
            return ticket == self.ticket

        self.background.run(
            lambda: work() if wanted() else None,
            lambda made: done(made) if made is not None and wanted() else None,
            lambda error: failed(error) if wanted() else None,
        )

    def _write(self, labels: tuple[Label, ...]) -> None:
        if isinstance(self.screen.view, BoardView):
            self.screen.view.write_beliefs(labels)

    # What a move would reveal -----------------------------------------------------------------------------------------

    def explain(self, spot: str, detail: str) -> str:
        """What a click on a spot would do, with what that would reveal as soon as it is known."""
        self.pointed = (spot, detail)
        move = self._move(spot) if self.helping and self.games.shown.ours else ""
        if move and move not in self.told:
            self._ask_about(move)
        self._show_card()
        return f"{detail} {self.told[move]}".strip() if move else detail

    def _move(self, spot: str) -> str:
        """The move that a click on this spot would make, "" for none."""
        return self.games.shown.move_input.entry.trial(spot)[0].move if spot else ""

    def _ask_about(self, move: str) -> None:
        board, point = self.screen.board, self.games.shown.point.copy()
        assert board is not None
        self.told[move] = ""

        def done(told: str) -> None:
            self.told[move] = told
            if told and self._move(self.pointed[0]) == move:
                self.games.shown.explain(*self.pointed)

        self._run(lambda: board.reveals(point, move), done, lambda _: None)
