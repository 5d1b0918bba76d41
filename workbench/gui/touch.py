"""What a person's clicks and drags on a board come to, one after the other, and what the pointer is told meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from workbench import boards
from workbench.boards.contract import HAND, Board, Item, Point
from workbench.boards.entry import Entry
from workbench.gui import words_board
from workbench.gui.board_view import BoardView
from workbench.gui.plain_view import PlainView
from workbench.gui.pointing import Pointed, pointed
from workbench.gui.popup import Choice, Popup


class Player(Protocol):
    """Who plays on the board, and says what follows from it."""

    @property
    def board(self) -> Board | None: ...
    @property
    def view(self) -> BoardView | PlainView: ...
    @property
    def point(self) -> Point:
        """The position that is shown."""

    @property
    def ours(self) -> bool:
        """Whether a move is expected from there now, and all that led to it has been shown."""

    def touched(self) -> bool:
        """The person did something; True if it only ended what was being shown."""

    def play(self, move: str) -> None: ...
    def rested(self, spot: str) -> None:
        """A click on a spot where no move is expected."""

    def refused(self, chosen: Sequence[str], spot: str) -> None:
        """A click on a spot that is no step towards a move after those chosen."""

    def refuse(self, reason: str, spot: str = "") -> None: ...
    def lead(self) -> None:
        """Other spots are chosen: something else is expected."""

    def explain(self, spot: str, detail: str) -> None:
        """The pointer is on this spot, and this is what a click there would do."""


class Touch:
    """The board's hands, in one position at a time."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.entry = Entry({})
        self.popup = Popup()

    def begin(self, moves: Sequence[str]) -> None:
        """These moves may be made from now on."""
        board = self.player.board
        self.entry = Entry({move: board.path(move) for move in moves} if board is not None else {})

    def show(self) -> None:
        """Mark what is chosen and what may be clicked, and say what is expected."""
        board, view = self.player.board, self.player.view
        if board is None or not isinstance(view, BoardView):
            return
        spots = sorted(self.entry.open)
        view.show("open", board.open(self.player.point, self.entry.chosen, spots) if spots else ())
        self.player.lead()

    def chose(self) -> None:
        """Something was chosen, or a choice taken back: other clicks mean something now."""
        self.show()
        if isinstance(self.player.view, BoardView):
            self.hovered(self.player.view.hover)

    def cancel(self) -> bool:
        """Take back what was chosen; whether there was anything."""
        was = self.entry.cancel()
        if was:
            self.chose()
        return was

    # What the board tells ---------------------------------------------------------------------------------------------

    def pressed(self) -> bool:
        return self.player.touched()

    def clicked(self, spot: str) -> None:
        player = self.player
        if player.touched():
            return
        if not spot:
            self.cancel()
        elif not player.ours:
            player.rested(spot)
        else:
            step = self.entry.click(spot)
            if step.move:
                player.play(step.move)
            elif step.choices:
                self._ask(step.choices, spot)
            elif step.refused:
                player.refused(self.entry.chosen, spot)
            else:
                self.chose()

    def lifted(self, spot: str) -> Item | None:
        """What a drag that begins here carries; from there on, what may be clicked next is shown."""
        board, entry = self.player.board, self.entry
        if not self.player.ours or board is None:
            return None
        item = board.carried(self.player.point, spot)
        if item is not None and self._leads_on(spot):
            entry.cancel()
            entry.click(spot)
            self.chose()
        return item

    def dragged(self, start: str, end: str) -> None:
        """A move of its own, or a piece and where it goes."""
        board, entry = self.player.board, self.entry
        if not self.player.ours or board is None:
            self.clicked(end)
            return
        for move in entry.paths:
            if board.drag(move) == (start, end):
                self.player.play(move)
                return
        if start == end:  # brought back to where it was
            self.cancel()
        elif self._leads_on(start):
            entry.cancel()
            self.clicked(start)
            if self.player.ours:
                self.clicked(end)
        elif entry.begins(start) or start == HAND:
            self.player.refuse(words_board.NOT_THERE, end)
        elif not end or not entry.chosen:
            self.clicked(end)

    def hovered(self, spot: str) -> None:
        board, view, player = self.player.board, self.player.view, self.player
        if board is None or not isinstance(view, BoardView):
            return
        found = pointed(board, player.point, self.entry, spot) if spot and player.ours else Pointed()
        view.show("reach", found.reach)
        view.show("foresee", found.marks)
        view.configure(cursor="hand2" if found.inviting else "")
        player.explain(spot, found.detail)

    def _leads_on(self, spot: str) -> bool:
        """Whether a move may begin here that goes on somewhere else."""
        return self.entry.begins(spot) and not self.entry.leads_to_end(spot)

    def close(self) -> None:
        """The board is put away."""
        self.popup.close()

    def _ask(self, moves: Sequence[str], spot: str) -> None:
        """Several moves end on the same spot: let the person choose among them, where the pointer is or else at the spot."""
        view, point = self.player.view, self.player.point
        if not isinstance(view, BoardView):
            return

        def choose(move: str) -> None:
            if self.player.ours and self.player.point is point:  # it may be another one by then
                self.player.play(move)

        x, y = view.winfo_pointerx() - view.winfo_rootx(), view.winfo_pointery() - view.winfo_rooty()
        if view.spot_at(x, y) != spot:  # chosen by keyboard
            x, y = view.place_of(spot)
        told = [Choice(boards.say(point.info, point.actor, (move,)), partial(choose, move)) for move in moves]
        self.popup.open(view, view.look, told, view.winfo_rootx() + x, view.winfo_rooty() + y)
