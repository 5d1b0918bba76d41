"""Turns that are written on a sheet before they are made: what is written in the game that a tab shows, and the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastcore import IllegalMove, Viewpoint
from workbench import boards
from workbench.boards.contract import Item, Row, Sheet
from workbench.draft import Draft, begun
from workbench.gui import words
from workbench.gui import words_sheet as said
from workbench.gui.commands import Command

if TYPE_CHECKING:
    from workbench.gui.playing import Playing
    from workbench.gui.window import Window


class Drafting:
    """`draft` is what is written in the position that is shown, None where nothing is collected or nobody may write.

    Drafts are kept by the node where their turn begins and by who writes, so that one may look elsewhere meanwhile; the one
    of the game's own turn is dropped when the game goes on or back.
    """

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        self.draft: Draft | None = None
        self.node = 0  # where its turn begins
        self.on_top = True  # the sheet stands in the place of the moves
        self._stands: tuple[object, int] | None = None  # the session and where its game stands
        self._live: int | None = None  # where the turn begins that is written in the game itself
        self._kept: dict[tuple[int, str, str], Draft] = {}

    def take_up(self) -> None:
        """Find the draft of the position that is shown, begun with what has been made of its turn already."""
        table, board = self.playing.table, self.playing.board
        session, point = table.session, table.point
        stands = (session, session.here)
        if self._stands is None or self._stands[0] is not session:
            self.drop()
        elif stands != self._stands:
            self._kept = {key: draft for key, draft in self._kept.items() if key[0] != self._live and session.holds(key[0])}
        self._stands = stands
        self.draft = None
        if not self.playing.ours or board is None or session.follows is not None:
            return
        seat = point.actor
        if point.seat != seat or not board.collects(point):
            return
        self.node, moves = begun(session, table.looking.at, seat, board.collects)
        if table.looking.node is None:
            self._live = self.node
        key = (self.node, session.seats[seat], session.names[seat])
        if key not in self._kept:
            self._kept[key] = Draft(session.viewpoint_at(self.node, seat), moves)
        self.draft = self._kept[key]

    def drop(self) -> None:
        """What is written is made: there is nothing of it any more."""
        self.draft = None
        self._kept.clear()

    @property
    def point(self) -> Viewpoint:
        """Where the next move is made: after what is written, else the position that is shown."""
        return self.draft.point if self.draft is not None else self.playing.table.point

    def moves(self) -> list[str]:
        """What may be written next; every legal move where nothing is collected."""
        point = self.point
        if self.draft is not None and self.draft.at is None:
            return []
        return [point.move_text(move) for move in point.moves()]

    def sheet(self) -> Sheet | None:
        """What is written, as the sheet shows it; the line that was chosen is the one that is written next."""
        draft, board = self.draft, self.playing.board
        if draft is None or board is None:
            return None
        sheet = board.sheet(draft.begun, draft.moves, draft.faults) or self._plain(draft)
        if draft.at is None or draft.at == len(draft.moves):
            return sheet
        rows = tuple(row._replace(now=row.number == draft.at) for row in sheet.rows)
        return sheet._replace(rows=rows)

    def _plain(self, draft: Draft) -> Sheet:
        """The sheet of a board that has none of its own: the moves in words."""
        info, seat = draft.begun.info, draft.begun.actor
        rows = [
            Row((str(number + 1), boards.say(info, seat, (move,)), "", ""), number, why)
            for number, (move, why) in enumerate(zip(draft.moves, draft.faults, strict=True))
        ]
        if draft.at == len(draft.moves):
            rows.append(Row((str(draft.at + 1), boards.expects(draft.point), "", ""), draft.at, "", True))
        return Sheet(said.PLAN, "", (1, 8, 0, 0), tuple(rows))

    def ghosts(self) -> tuple[Item, ...]:
        """Where what is written leads."""
        draft, board = self.draft, self.playing.board
        if draft is None or board is None or not self.playing.window.settings.preview:
            return ()
        return board.intends(draft.begun, [move for move, why in zip(draft.moves, draft.faults, strict=True) if not why])

    def sentence(self) -> str:
        """What is expected of whoever writes, "" where nothing is written."""
        draft = self.draft
        if draft is None:
            return ""
        if draft.at is None:
            side = boards.side(draft.begun.info, draft.begun.actor)
            return said.whole(side, self.playing.window.registry["lock"].key)
        expected = boards.expects(draft.point)
        if draft.chosen is not None:
            return said.replaces(draft.chosen + 1, expected)
        fault = self._fault(draft)
        return fault or expected

    @staticmethod
    def _fault(draft: Draft) -> str:
        number = next((number for number, reason in enumerate(draft.faults) if reason), None)
        return "" if number is None else said.faulty(number + 1, draft.faults[number])

    # What a person does -----------------------------------------------------------------------------------------------

    def write(self, move: str) -> None:
        """Write a move where the next one belongs; IllegalMove says why it cannot be."""
        assert self.draft is not None
        reason = self.draft.write(move)
        if reason:
            raise IllegalMove(move, self.draft.begun.text(), reason)
        self.changed()

    def choose(self, number: int | None) -> None:
        if self.draft is not None:
            self.draft.choose(number)
            self.changed()

    def remove(self, number: int | None = None) -> None:
        """Take this line away, or the chosen one, or the last."""
        draft = self.draft
        if draft is not None and draft.moves:
            number = draft.chosen if number is None else number
            draft.remove(len(draft.moves) - 1 if number is None else number)
            self.changed()

    def shift(self, by: int, number: int | None = None) -> int:
        """Move this line or the chosen one up or down; returns its number then. A chosen one stays chosen."""
        draft = self.draft
        at = draft.chosen if draft is not None and number is None else number
        if draft is None or at is None:
            return -1
        chosen = draft.chosen == at
        at = draft.shift(at, by)
        if chosen:
            draft.choose(at)
        self.changed()
        return at

    def undo(self) -> None:
        if self.draft is not None:
            self.draft.undo()
            self.changed()

    def redo(self) -> None:
        if self.draft is not None:
            self.draft.redo()
            self.changed()

    def lock(self) -> None:
        """Make all that is written."""
        draft, node, table = self.draft, self.node, self.playing.table
        if draft is None or not draft.complete:
            return
        self.drop()
        self.playing.show_draft()  # whoever comes next finds nothing of it
        try:
            table.play_turn(node, draft.moves)
        except IllegalMove as error:  # the game knows more than the seat did
            self.playing.settle()
            self.playing.refuse(words.illegal(error.reason))

    def changed(self) -> None:
        """Other lines are written: what was asked about the old ones is not wanted any more."""
        self.playing.table.withdraw()
        self.playing.drafted()

    # Why it cannot be done --------------------------------------------------------------------------------------------

    def no_lock(self) -> str:
        draft = self.draft
        if draft is None:
            return said.NOT_WRITING
        if fault := self._fault(draft):
            return fault
        return "" if draft.complete else said.missing(boards.expects(draft.point))

    def no_remove(self) -> str:
        if self.draft is None:
            return said.NOT_WRITING
        return "" if self.draft.moves else said.NO_LINE

    def no_shift(self, by: int) -> str:
        if self.draft is None:
            return said.NOT_WRITING
        if self.draft.chosen is None:
            return said.NO_CHOSEN
        return "" if 0 <= self.draft.chosen + by < len(self.draft.moves) else said.AT_EDGE


def register(window: Window) -> None:
    """Put the commands about the sheet into the window's registry."""

    def here() -> Drafting:
        return window.playing.drafting

    def preview() -> None:
        window.settings.preview = not window.settings.preview
        window.playing.show_ghosts()

    def not_writing() -> str:
        return "" if here().draft is not None else said.NOT_WRITING

    add = window.registry.add
    add(Command("lock", "edit", lambda: here().lock(), ("Ctrl+Return",), lambda: here().no_lock(), group=3))
    add(Command("remove_line", "edit", lambda: here().remove(), ("Delete",), lambda: here().no_remove(), group=3))
    add(Command("line_up", "edit", lambda: _shift(here(), -1), (), lambda: here().no_shift(-1), group=3))
    add(Command("line_down", "edit", lambda: _shift(here(), 1), (), lambda: here().no_shift(1), group=3))
    add(Command("preview", "view", preview, (), not_writing, lambda: window.settings.preview, group=2))
    add(Command("sheet", "view", lambda: window.sheet.toggle(), ("Ctrl+L",), not_writing, lambda: window.sheet.wanted, group=2))


def _shift(drafting: Drafting, by: int) -> None:
    drafting.shift(by)
