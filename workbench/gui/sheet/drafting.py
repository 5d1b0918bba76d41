"""The draft of a turn in one open game, until the turn is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastcore import Event, IllegalMove, Viewpoint
from workbench import boards
from workbench.boards.kit.choices import Column, Row, Sheet
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Item
from workbench.game.session import Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import captions
from workbench.gui.play.open_game import OpenGame
from workbench.gui.play.tabs import Tabs
from workbench.gui.sheet import words as sheet_words
from workbench.seen.draft import Draft, find_turn_start
from workbench.storage.unmade_turns import Plans, PlanStore, place_key
from workbench.system.sentences import as_sentence, capitalised

PLAIN = (Column("", 1, "place"), Column("", 8, "words"))  # columns for games without a special sheet


class Drafting:
    """The drafts of one open game. Owned by `Sheets`.

    `draft` is the draft of the shown position, or None if no plan is written there or nobody may write.

    A draft is stored under its seat and information set, in memory and on disk, until the turn is played.

    Args:
        game: The open game.
        games: All open games.
        show_sheet: Shows a sheet on the screen; None hides it.
    """

    def __init__(self, game: OpenGame, games: Tabs, show_sheet: Callable[[Sheet | None], None]) -> None:
        self.game, self.games, self.shell, self.show_sheet = game, games, game.shell, show_sheet
        self.draft: Draft | None = None
        self.node = 0  # the node at which the turn begins
        self.key: tuple[int, str] = (-1, "")  # seat and information set
        self.on_top = True  # whether the sheet replaces the moves
        self.session: Session | None = None  # the session of these drafts
        self.store: PlanStore
        self._drafts: dict[tuple[int, str], Draft] = {}
        self._played: dict[tuple[int, str], Draft] = {}  # the last turn played from each `key`

    def load_draft(self) -> None:
        """Load the draft of the shown position.

        A new draft begins with the moves of its turn that have been played.
        """
        table, board = self.game.table, self.game.board
        session, point = table.session, table.point
        if self.session is not session:
            self._begin(session)
        self.draft = None
        if (
            not self.game.accepts_moves
            or self.game.layers.mode(table) != "play"
            or board is None
            or session.follows is not None
        ):
            return
        seat = point.actor
        if point.seat != seat or not board.uses_sheet(point):
            return
        self.node, moves = find_turn_start(session, table.browsing.shown_node, seat, board.uses_sheet)
        self.key = (seat, place_key(session, self.node, seat))
        if self.node == table.browsing.shown_node and self.key in self._played:
            moves = self._played[self.key].moves
        written = self.store.get(*self.key)
        moves = moves if written is None else written
        draft = self._drafts.get(self.key)
        if draft is None or not (draft.is_touched or draft.moves == moves):
            draft = self._drafts[self.key] = Draft(session.document.viewpoint_at(self.node, seat), moves)
        self.draft = draft

    def _begin(self, session: Session) -> None:
        """Switch to another session, and load its drafts from disk."""
        stored = self.game.stored
        self.store = stored.plans if stored is not None and stored.session is session else PlanStore(session)
        self.session, self.draft = session, None
        self._drafts.clear()
        self._played.clear()
        store = self.store

        def found(read: dict[int, Plans]) -> None:
            store.merge_loaded(read)
            if read and self.store is store and self.game.on_show and not self.game.presenter.busy:
                before = self.draft
                self.game.settle()
                if self.draft is not before:
                    self.shell.notice.show(sheet_words.FOUND)

        if session.point.info.has.secrets:
            self.shell.background.run(store.reader(), found, lambda _: None)

    def _note(self) -> None:
        """Schedule the draft to be written to disk."""
        draft = self.draft
        if draft is not None and draft.is_touched:
            self.store.put(*self.key, draft.moves)
            if self.game.stored is not None:
                self.game.stored.mark_worth_keeping()
            self.games.write_plans()

    @property
    def point(self) -> Viewpoint:
        """The position of the next move: after the draft, or the shown position."""
        return self.draft.point if self.draft is not None else self.game.table.point

    def moves(self) -> list[str]:
        """Return the moves that can be written next, or every legal move if there is no draft."""
        point = self.point
        if self.draft is not None and self.draft.next_line is None:
            return []
        return [point.move_text(move) for move in point.moves()]

    def sheet(self) -> Sheet | None:
        """Return the sheet of the draft, or None.

        The chosen line is marked as the next to be written. While the turn is played, the sheet shows its results.
        """
        draft, board = self.draft, self.game.board
        if board is None:
            return None
        if draft is None:
            return self._ledger(board)
        faults = [fault if move else "" for move, fault in zip(draft.moves, draft.faults, strict=True)]
        sheet = board.sheet(draft.start, draft.moves, faults) or self._plain(draft)
        if draft.next_line is None or draft.next_line == len(draft.moves):
            return sheet
        rows = tuple(row._replace(now=row.number == draft.next_line) for row in sheet.rows)
        return sheet._replace(rows=rows)

    def _ledger(self, board: Board) -> Sheet | None:
        """Return the viewer's sheet for the turn that is being played.

        Return None while the screen is being handed over.
        """
        table = self.game.table
        point = table.point
        if table.screen.handover_seat is not None or point.seat is None:
            return None
        return board.completed_sheet(point.info, point.fields, point.seat, table.seat_view.turn_events())

    def show_progress(self, fields: Fields, turn: Sequence[Event]) -> None:
        """Show the progress of a written turn on the viewer's sheet while its events are animated.

        Args:
            fields: The position after the last shown event.
            turn: The events of the turn shown so far.
        """
        table, board = self.game.table, self.game.board
        seat = table.screen.viewer
        sheet = (
            board.completed_sheet(table.info, fields, seat, turn) if board is not None and seat is not None else None
        )
        if sheet is not None:
            self.show_sheet(sheet)

    def _plain(self, draft: Draft) -> Sheet:
        """Return a sheet that lists the moves in words, for boards without a special sheet."""
        info, seat = draft.start.info, draft.start.actor
        rows = [
            Row(
                (str(number + 1), boards.describe_moves(info, seat, (move,)) if move else ""),
                number,
                fault if move else "",
            )
            for number, (move, fault) in enumerate(zip(draft.moves, draft.faults, strict=True))
        ]
        if draft.next_line == len(draft.moves):
            expected = capitalised(boards.instruction(draft.point))
            rows.append(Row((str(draft.next_line + 1), expected), draft.next_line, "", True))
        return Sheet(sheet_words.PLAN, "", PLAIN, tuple(rows))

    def preview_items(self) -> tuple[Item, ...]:
        """Return preview items for the result of the draft, up to the next line to be written."""
        draft, board = self.draft, self.game.board
        if draft is None or board is None or not self.shell.settings.preview:
            return ()
        above = list(zip(draft.moves, draft.faults, strict=True))[: draft.next_line]
        return board.plan_marks(draft.start, [move for move, fault in above if not fault])

    def sentence(self) -> str:
        """Return the prompt for the next line, or "" if there is no draft."""
        draft = self.draft
        if draft is None:
            return ""
        if draft.next_line is None:
            return sheet_words.complete(self.shell.commands["lock"].key)
        expected = boards.prompt(draft.point, captions.addressee(self.game.table))
        if draft.chosen is not None:
            return sheet_words.line_selected(draft.chosen + 1, boards.instruction(draft.point))
        fault = self._first_fault(draft)
        return fault or expected

    @staticmethod
    def _first_fault(draft: Draft) -> str:
        lines = enumerate(zip(draft.moves, draft.faults, strict=True))
        number = next((number for number, (move, reason) in lines if move and reason), None)
        return "" if number is None else sheet_words.faulty(number + 1, draft.faults[number])

    # What a person does -----------------------------------------------------------------------------------------------

    def write(self, move: str) -> None:
        """Write a move as the next line. Raise IllegalMove with the reason if it is not allowed."""
        assert self.draft is not None
        reason = self.draft.write(move)
        if reason:
            raise IllegalMove(move, self.draft.start.text(), reason)
        self.changed()

    def choose(self, number: int | None) -> None:
        """Choose the line that the next move replaces, or none."""
        if self.draft is not None:
            self.draft.choose(number)
            self.changed()

    def remove(self, number: int | None = None) -> None:
        """Remove a line, by default the chosen or last line."""
        draft = self.draft
        if draft is not None and draft.moves:
            number = draft.chosen if number is None else number
            draft.remove(len(draft.moves) - 1 if number is None else number)
            self.changed()

    def move_line(self, by: int, number: int | None = None) -> int:
        """Move a line up or down. A chosen line stays chosen.

        Args:
            by: The number of lines, positive for down.
            number: The number of the line, or None for the chosen line.

        Returns:
            The number of the line afterwards, or -1 if there is no such line.
        """
        draft = self.draft
        index = draft.chosen if draft is not None and number is None else number
        if draft is None or index is None:
            return -1
        chosen = draft.chosen == index
        if reason := self._no_shift(draft, index, by):
            self.game.refuse(reason)
            return index
        index = draft.shift(index, by)
        if chosen:
            draft.choose(index)
        self.changed()
        return index

    def undo(self) -> None:
        """Undo the last change of the draft."""
        if self.draft is not None:
            self.draft.undo()
            self.changed()

    def redo(self) -> None:
        """Redo the last undone change of the draft."""
        if self.draft is not None:
            self.draft.redo()
            self.changed()

    def lock(self) -> None:
        """Play the written turn. Moves that prove illegal stay on the sheet."""
        draft, key, table = self.draft, self.key, self.game.table
        if draft is None or not draft.complete:
            return
        self.draft = None
        self.show()  # the next person must not see the draft
        try:
            table.play_turn(self.node, draft.moves)
        except IllegalMove as error:  # the game knows more than the seat
            self.game.settle()
            self.game.refuse(as_sentence(error.reason))
            return
        self._drafts.pop(key, None)
        self.shell.notice.clear_undo_message()
        self._played[key] = draft
        self.store.put(*key, None)
        self.games.write_plans()

    def changed(self) -> None:
        """Save and show a changed draft, and cancel searches for the old draft."""
        self._note()
        game = self.game
        game.table.bots.cancel_help()
        if game.on_show and not game.layers.stop_replay(game.table):
            self.show()
            game.display.offer_moves()

    def show(self) -> None:
        """Show the draft on the sheet and the board, or clear both."""
        self.show_sheet(self.sheet())
        self.show_preview()

    def show_preview(self) -> None:
        """Show the preview of the draft on a drawn board."""
        if isinstance(self.game.view, BoardView):
            self.game.view.painter.show("ghosts", self.preview_items())

    # Reasons ----------------------------------------------------------------------------------------------------------

    def no_lock(self) -> str:
        """Return why the plan cannot be locked, or ""."""
        draft = self.draft
        if draft is None:
            return sheet_words.NOT_WRITING
        if fault := self._first_fault(draft):
            return fault
        return "" if draft.complete else sheet_words.incomplete(boards.instruction(draft.point))

    def no_remove(self) -> str:
        """Return why no line can be removed, or ""."""
        if self.draft is None:
            return sheet_words.NOT_WRITING
        return "" if self.draft.moves else sheet_words.NO_LINE

    def no_shift(self, by: int) -> str:
        """Return why the chosen line cannot be moved by this many lines, or ""."""
        if self.draft is None:
            return sheet_words.NOT_WRITING
        if self.draft.chosen is None:
            return sheet_words.NO_CHOSEN
        return self._no_shift(self.draft, self.draft.chosen, by)

    @staticmethod
    def _no_shift(draft: Draft, number: int, by: int) -> str:
        if not 0 <= number + by < len(draft.moves):
            return sheet_words.AT_EDGE
        reason = draft.shift_fault(number, by)
        return sheet_words.cannot_move(number + 1, reason) if reason else ""
