"""The draft on the sheet of one open game, until it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastcore import Event, IllegalMove, Viewpoint
from workbench import boards
from workbench.boards.kit.choices import Column, Row, Sheet
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Item
from workbench.game.session import Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.play.open_game import OpenGame
from workbench.gui.play.tabs import Tabs
from workbench.gui.sheet import words as said
from workbench.seen.draft import Draft, begun
from workbench.storage.unmade_turns import Plans, UnmadeTurns, place_of
from workbench.system.sentences import as_sentence

PLAIN = (Column("", 1, "place"), Column("", 8, "words"))  # of a sheet whose game has none of its own


class Drafting:
    """`draft` is what is written in the position that is shown, None where nothing is collected or nobody may write.

    A draft is stored under its seat and everything that the seat saw before its turn. So it can be found again after
    any other action, until it is played, and on the disk after the program has ended. `show_sheet` shows a sheet on the
    screen, or none.
    """

    def __init__(self, game: OpenGame, games: Tabs, show_sheet: Callable[[Sheet | None], None]) -> None:
        self.game, self.games, self.shell, self.show_sheet = game, games, game.shell, show_sheet
        self.draft: Draft | None = None
        self.node = 0  # where its turn begins
        self.key: tuple[int, str] = (-1, "")  # its seat and place
        self.on_top = True  # the sheet stands in the place of the moves
        self.session: Session | None = None  # whose drafts these are
        self.store: UnmadeTurns
        self._kept: dict[tuple[int, str], Draft] = {}
        self._made: dict[tuple[int, str], Draft] = {}  # the last ones that were made there

    def take_up(self) -> None:
        """Find the draft of the position that is shown, begun with what has been made of its turn already."""
        table, board = self.game.table, self.game.board
        session, point = table.session, table.point
        if self.session is not session:
            self._begin(session)
        self.draft = None
        if not self.game.ours or self.game.layers.mode(table) != "play" or board is None or session.follows is not None:
            return
        seat = point.actor
        if point.seat != seat or not board.collects(point):
            return
        self.node, moves = begun(session, table.browsing.at, seat, board.collects)
        self.key = (seat, place_of(session, self.node, seat))
        if self.node == table.browsing.at and self.key in self._made:
            moves = self._made[self.key].moves
        written = self.store.get(*self.key)
        moves = moves if written is None else written
        draft = self._kept.get(self.key)
        if draft is None or not (draft.touched or draft.moves == moves):
            draft = self._kept[self.key] = Draft(session.document.viewpoint_at(self.node, seat), moves)
        self.draft = draft

    def _begin(self, session: Session) -> None:
        """Another game: what was written in it before is looked for."""
        kept = self.game.kept
        self.store = kept.plans if kept is not None and kept.session is session else UnmadeTurns(session)
        self.session, self.draft = session, None
        self._kept.clear()
        self._made.clear()
        store = self.store

        def found(read: dict[int, Plans]) -> None:
            store.take_in(read)
            if read and self.store is store and self.game.on_show and not self.game.presenter.busy:
                before = self.draft
                self.game.settle()
                if self.draft is not before:
                    self.shell.notice.say(said.FOUND)

        if session.point.info.has.secrets:
            self.shell.background.run(store.reader(), found, lambda _: None)

    def _note(self) -> None:
        """What is written is put on the disk soon."""
        draft = self.draft
        if draft is not None and draft.touched:
            self.store.put(*self.key, draft.moves)
            if self.game.kept is not None:
                self.game.kept.note_written()
            self.games.write_plans()

    @property
    def point(self) -> Viewpoint:
        """Where the next move is made: after what is written, else the position that is shown."""
        return self.draft.point if self.draft is not None else self.game.table.point

    def moves(self) -> list[str]:
        """What may be written next; every legal move where nothing is collected."""
        point = self.point
        if self.draft is not None and self.draft.at is None:
            return []
        return [point.move_text(move) for move in point.moves()]

    def sheet(self) -> Sheet | None:
        """What is written, as the sheet shows it; the line that was chosen is the one that is written next. While a
        turn that was written is carried out, what came of it."""
        draft, board = self.draft, self.game.board
        if board is None:
            return None
        if draft is None:
            return self._ledger(board)
        faults = [why if move else "" for move, why in zip(draft.moves, draft.faults, strict=True)]
        sheet = board.sheet(draft.begun, draft.moves, faults) or self._plain(draft)
        if draft.at is None or draft.at == len(draft.moves):
            return sheet
        rows = tuple(row._replace(now=row.number == draft.at) for row in sheet.rows)
        return sheet._replace(rows=rows)

    def _ledger(self, board: Board) -> Sheet | None:
        """The sheet of whoever sees the screen, in the turn that is carried out; nobody's before the person is
        there."""
        table = self.game.table
        point = table.point
        if table.screen.handing_to is not None or point.seat is None:
            return None
        return board.ledger(point.info, point.fields, point.seat, table.seat_view.turn_events())

    def unfold(self, fields: Fields, turn: Sequence[Event]) -> None:
        """Show on the sheet of whoever sees the screen what has come of it by now, while a turn is shown."""
        table, board = self.game.table, self.game.board
        seat = table.screen.viewer
        sheet = board.ledger(table.info, fields, seat, turn) if board is not None and seat is not None else None
        if sheet is not None:
            self.show_sheet(sheet)

    def _plain(self, draft: Draft) -> Sheet:
        """The sheet of a board that has none of its own: the moves in words."""
        info, seat = draft.begun.info, draft.begun.actor
        rows = [
            Row((str(number + 1), boards.say(info, seat, (move,)) if move else ""), number, why if move else "")
            for number, (move, why) in enumerate(zip(draft.moves, draft.faults, strict=True))
        ]
        if draft.at == len(draft.moves):
            rows.append(Row((str(draft.at + 1), boards.expects(draft.point)), draft.at, "", True))
        return Sheet(said.PLAN, "", PLAIN, tuple(rows))

    def ghosts(self) -> tuple[Item, ...]:
        """Where what is written leads: all of it, or what stands above the line that is written next."""
        draft, board = self.draft, self.game.board
        if draft is None or board is None or not self.shell.settings.preview:
            return ()
        above = list(zip(draft.moves, draft.faults, strict=True))[: draft.at]
        return board.intends(draft.begun, [move for move, why in above if not why])

    def sentence(self) -> str:
        """What is expected of whoever writes, "" where nothing is written."""
        draft = self.draft
        if draft is None:
            return ""
        if draft.at is None:
            side = boards.side(draft.begun.info, draft.begun.actor)
            return said.whole(side, self.shell.commands["lock"].key)
        expected = boards.expects(draft.point)
        if draft.chosen is not None:
            return said.replaces(draft.chosen + 1, expected)
        fault = self._fault(draft)
        return fault or expected

    @staticmethod
    def _fault(draft: Draft) -> str:
        lines = enumerate(zip(draft.moves, draft.faults, strict=True))
        number = next((number for number, (move, reason) in lines if move and reason), None)
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
        if why := self._no_shift(draft, at, by):
            self.game.refuse(why)
            return at
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
        """Make all that is written. What cannot be made stays on the sheet."""
        draft, key, table = self.draft, self.key, self.game.table
        if draft is None or not draft.complete:
            return
        self.draft = None
        self.show()  # whoever comes next finds nothing of it
        try:
            table.play_turn(self.node, draft.moves)
        except IllegalMove as error:  # the game knows more than the seat did
            self.game.settle()
            self.game.refuse(as_sentence(error.reason))
            return
        self._kept.pop(key, None)
        self.shell.notice.decided()
        self._made[key] = draft
        self.store.put(*key, None)
        self.games.write_plans()

    def changed(self) -> None:
        """Other lines are written: what was asked about the old ones is not wanted any more."""
        self._note()
        game = self.game
        game.table.bots.withdraw()
        if game.on_show and not game.layers.stop_replay(game.table):
            self.show()
            game.display.offer_moves()

    def show(self) -> None:
        """Show what is written on the sheet and on the board, or nothing of it."""
        self.show_sheet(self.sheet())
        self.show_ghosts()

    def show_ghosts(self) -> None:
        if isinstance(self.game.view, BoardView):
            self.game.view.painter.show("ghosts", self.ghosts())

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
        return self._no_shift(self.draft, self.draft.chosen, by)

    @staticmethod
    def _no_shift(draft: Draft, number: int, by: int) -> str:
        if not 0 <= number + by < len(draft.moves):
            return said.AT_EDGE
        why = draft.why_no_shift(number, by)
        return said.stays(number + 1, why) if why else ""
