"""The input of moves by clicks and drags on a board, with a preview of each click."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from workbench import boards
from workbench.boards.kit.choices import HAND, Choice
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item, Point
from workbench.boards.kit.entry import Entry
from workbench.gui.board import words
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.chance_keys import ChanceKeys
from workbench.gui.board.choice_bar import MoveCard
from workbench.gui.board.plain_view import PlainView
from workbench.gui.board.pointer_hint import PointerHint, pointer_hint


class MoveInputOwner(Protocol):
    """The owner of a `MoveInput`: supplies the position and carries out the moves."""

    @property
    def board(self) -> Board | None:
        """The board of the game, or None if it has none."""

    @property
    def view(self) -> BoardView | PlainView:
        """The widget that shows the position."""

    @property
    def point(self) -> Point:
        """The position that is shown."""

    @property
    def outcomes(self) -> Sequence[str]:
        """The chance outcomes to choose from, or ()."""

    @property
    def accepts_moves(self) -> bool:
        """Whether a move can be entered now; False while events are still being shown."""

    @property
    def idle_reason(self) -> str:
        """Why no move can be entered now."""

    def note_activity(self) -> bool:
        """Handle any input of the person. Return True if it only ended an animation."""

    def play(self, move: str) -> None:
        """Play a legal move."""

    def on_idle_click(self, spot: str) -> None:
        """Handle a click on a spot while no move is expected."""

    def on_wrong_click(self, chosen: Sequence[str], spot: str) -> None:
        """Handle a click on a spot that continues no move after the chosen spots."""

    def refuse(self, reason: str, spot: str = "") -> None:
        """Show why an action is impossible, at a spot ("" for none)."""

    def update_prompt(self) -> None:
        """Update the prompt after the chosen spots changed."""

    def explain(self, spot: str, detail: str) -> None:
        """Show what a click on the spot or button under the pointer would do."""

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Show buttons beside the board for these choices, and no others."""


class MoveInput:
    """The input handler of a board, for one position at a time.

    Args:
        player: The owner.
    """

    def __init__(self, player: MoveInputOwner) -> None:
        self.player = player
        self.entry = Entry({})
        self.choices: tuple[Choice, ...] = ()  # the next steps with buttons instead of spots
        self.greyed: frozenset[str] = frozenset()
        self.chance = ChanceKeys()
        self.card = MoveCard()
        self.played_at = ""  # the spot of the last move, until the pointer leaves it

    @property
    def expecting(self) -> bool:
        """Whether a move can be entered."""
        return self.player.accepts_moves and bool(self.entry.paths)

    def _offer_chance(self) -> bool:
        """Offer the next chance outcomes if they are chosen by hand. Return whether outcomes are offered."""
        if self.chance.texts:
            self.choices = self.chance.choices
            self.player.show_choices(self.choices)
            self.player.update_prompt()
        return bool(self.chance.texts)

    def set_moves(self, moves: Sequence[str]) -> None:
        """Accept these moves and the owner's chance outcomes from now on."""
        board = self.player.board
        self.entry = Entry(board.paths(self.player.point, moves) if board is not None else {})
        self.chance = ChanceKeys(self.player.outcomes)

    def reset(self) -> None:
        """Clear the choice before another game is shown."""
        self.card.close()
        self.entry, self.chance, self.choices = Entry({}), ChanceKeys(), ()

    def show(self) -> None:
        """Mark the chosen and the possible spots, and update prompt and buttons."""
        self.card.close()
        board, view = self.player.board, self.player.view
        offers_chance = self._offer_chance()
        if board is None or not isinstance(view, BoardView):
            if not offers_chance:
                self.player.show_choices(())
            return
        if offers_chance:  # games share a board, so another game may have left its marks
            view.painter.show("open", ())
            self._grey(board, view, ())
            return
        spots = sorted(self.entry.next_spots)
        view.painter.show("open", board.open_marks(self.player.point, self.entry.chosen, spots) if spots else ())
        self._grey(board, view, spots)
        self.choices = board.choices(self.player.point, self.entry.chosen, spots) if spots else ()
        self.player.show_choices(self.choices)
        self.player.update_prompt()

    def grey_idle(self) -> None:
        """Grey out the spots where no move begins while another position is shown."""
        board, view = self.player.board, self.player.view
        if board is not None and isinstance(view, BoardView):
            self._grey(board, view, ())

    def _grey(self, board: Board, view: BoardView, spots: Sequence[str]) -> None:
        """Grey out every spot outside `spots`."""
        veils = board.veils(self.player.point, self.entry.chosen if spots else (), spots)
        self.greyed = frozenset(veil.where for veil in veils)
        view.painter.show("shut", veils)

    def refresh(self) -> None:
        """Update marks and preview after the choice has changed."""
        self.show()
        if isinstance(self.player.view, BoardView):
            self.on_hover(self.player.view.hover)

    def cancel(self) -> bool:
        """Deselect the last choice. Return False if there is none."""
        cancelled = self.entry.cancel() or self.chance.back()
        if cancelled:
            self.refresh()
        return cancelled

    def choose(self, spots: Sequence[str]) -> None:
        """Choose spots in order, as far as moves continue there."""
        for spot in spots:
            if spot in self.entry.next_spots:
                self.entry.click(spot)
        self.refresh()

    # Input from the board ---------------------------------------------------------------------------------------------

    def on_press(self) -> bool:
        """Notify the owner of the input. Return True if the rest of the click must be ignored."""
        if self.card.frame is not None:
            self.refresh()
        return self.player.note_activity()

    def on_click(self, spot: str) -> None:
        """Continue, finish or cancel a move with a click on a spot or a button."""
        player = self.player
        if player.note_activity():
            return
        if not spot:
            self.cancel()
        elif self.chance.holds(spot):
            outcome = self.chance.click(spot)
            if outcome:
                player.play(outcome)
            else:
                self.show()
        elif not self.expecting:
            player.on_idle_click(spot)
        elif reason := self._why_not(spot):
            player.refuse(reason, spot)
        else:
            step = self.entry.click(spot)
            if step.move:
                self._play(step.move, spot)
            elif step.choices:
                self._ask(step.choices, spot)
            elif step.refused:
                player.on_wrong_click(self.entry.chosen, spot)
            else:
                self.refresh()

    def on_lift(self, spot: str) -> Item | None:
        """Start a drag from a spot, and mark where it may end. Return the piece to drag, or None."""
        board, entry = self.player.board, self.entry
        if not self.expecting or board is None:
            return None
        item = board.dragged_piece(self.player.point, spot)
        continues = bool(entry.chosen) and spot in entry.next_spots and not entry.completed_moves(spot)
        if item is not None and (continues or self._begins_long_move(spot)):
            if not continues:
                entry.cancel()
            entry.click(spot)
            self.refresh()
        return item

    def on_drag(self, start: str, end: str) -> None:
        """Play the move of a drag, or click its start and end in turn."""
        board, entry = self.player.board, self.entry
        if not self.expecting or board is None:
            self.on_click(end)
            return
        for move in entry.paths:
            if board.drag_ends(move) == (start, end):
                self._play(move, end)
                return
        if len(entry.chosen) > 1 and entry.chosen[-1] == start:  # chosen when the drag began
            self.on_click(end)
        elif start == end:
            self.cancel()
        elif self._begins_long_move(start):
            entry.cancel()
            self.on_click(start)
            if self.player.accepts_moves:
                self.on_click(end)
        elif entry.can_begin(start) or start == HAND:
            self.player.refuse(words.NOT_THERE, end)
        elif not end or not entry.chosen:
            self.on_click(end)

    def _play(self, move: str, spot: str) -> None:
        """Play a move that was completed on a spot."""
        self.played_at = spot
        self.player.play(move)

    def on_hover(self, spot: str) -> None:
        """Preview a click on the spot under the pointer.

        A spot where a move was just played is not refused while the pointer rests on it.
        """
        board, view, player = self.player.board, self.player.view, self.player
        if board is None or not isinstance(view, BoardView):
            return
        if spot and self.expecting:
            hint = pointer_hint(board, player.point, self.entry, spot, self.label(spot))
        else:
            hint = PointerHint(player.idle_reason if spot in self.greyed else "")
        if reason := self._why_not(spot):
            hint = PointerHint(reason)
        if spot != self.played_at:
            self.played_at = ""
        elif not hint.inviting:
            hint = PointerHint()
        view.painter.show("reach", hint.reach)
        view.painter.show("foresee", hint.marks)
        view.configure(cursor="hand2" if hint.inviting else "")
        player.explain(spot, hint.detail)

    def on_key(self, key: str) -> bool:
        """Press the button with this key. Return False if there is none."""
        spot = next((choice.spot for choice in self.choices if choice.key.lower() == key), "")
        if spot:
            self.on_click(spot)
        return bool(spot)

    def on_enter(self) -> bool:
        """Press the proposed button. Return False if there is none."""
        spot = next((choice.spot for choice in self.choices if choice.proposed and not choice.why), "")
        if spot and self.expecting:
            self.on_click(spot)
            return True
        return False

    def label(self, spot: str) -> str:
        """Return the label of the button for a spot, or the spot itself if there is none."""
        return next((choice.label for choice in self.choices if choice.spot == spot), spot)

    def _why_not(self, spot: str) -> str:
        return next((choice.why for choice in self.choices if choice.spot == spot), "")

    def _begins_long_move(self, spot: str) -> bool:
        """Return whether a move of several steps can begin on a spot."""
        return self.entry.can_begin(spot) and not self.entry.completes_move(spot)

    def close(self) -> None:
        """Close the card with moves that end on the same spot."""
        self.card.close()

    def _ask(self, moves: Sequence[str], spot: str) -> None:
        view, point = self.player.view, self.player.point
        if not isinstance(view, BoardView):
            return

        def choose(move: str) -> None:
            if self.player.accepts_moves and self.player.point is point:  # the card can outlive the position
                self.player.play(move)

        if view.ground is not None and spot in view.ground.spots:
            x, y = view.place_of(spot)
        else:
            x, y = view.winfo_pointerx() - view.winfo_rootx(), view.winfo_pointery() - view.winfo_rooty()
        labels = [boards.describe_moves(point.info, point.actor, (move,)) for move in moves]
        entries = [(words.as_button(label), partial(choose, move)) for label, move in zip(labels, moves, strict=True)]
        place = x, y, round(view.painter.unit / 2)
        name = self.player.board.spot_name(spot) if self.player.board is not None else spot
        self.card.open(view, view.look, words.which_move(name), entries, place, self.refresh)
