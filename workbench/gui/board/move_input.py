"""What a person's clicks and drags on a board come to, one after the other, and what the pointer is told meanwhile."""

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
from workbench.gui.board.plain_view import PlainView
from workbench.gui.board.pointer_hint import Pointed, pointed
from workbench.gui.widgets.menus import MenuEntry as Entered
from workbench.gui.widgets.menus import Popup


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
    def outcomes(self) -> Sequence[str]:
        """What chance may come to, where that is to be chosen."""

    @property
    def ours(self) -> bool:
        """Whether a move is expected from there now, and all that led to it has been shown."""

    @property
    def resting(self) -> str:
        """Why no move is expected from there now."""

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
        """The pointer is on this spot or button, and this is what a click there would do."""

    def offer(self, choices: Sequence[Choice]) -> None:
        """These buttons stand beside the board from now on."""


class MoveInput:
    """The board's hands, in one position at a time."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.entry = Entry({})
        self.choices: tuple[Choice, ...] = ()  # the steps that lie on no place of the board
        self.shut: frozenset[str] = frozenset()  # the spots that are greyed
        self.chance = ChanceKeys()
        self.popup = Popup()

    @property
    def expecting(self) -> bool:
        """Whether any move may be made."""
        return self.player.ours and bool(self.entry.paths)

    def _shows_chance(self) -> bool:
        """Offer what chance may come to next; whether there is any to be chosen."""
        if self.chance.texts:
            self.choices = self.chance.choices
            self.player.offer(self.choices)
            self.player.lead()
        return bool(self.chance.texts)

    def begin(self, moves: Sequence[str]) -> None:
        """These moves may be made from now on."""
        board = self.player.board
        self.entry = Entry(board.paths(self.player.point, moves) if board is not None else {})
        self.chance = ChanceKeys(self.player.outcomes)

    def forget(self) -> None:
        """Another game: what was chosen means nothing in it."""
        self.entry, self.chance, self.choices = Entry({}), ChanceKeys(), ()

    def show(self) -> None:
        """Mark what is chosen and what may be clicked, and say what is expected."""
        board, view = self.player.board, self.player.view
        if self._shows_chance():
            return
        if board is None or not isinstance(view, BoardView):
            self.player.offer(())
            return
        spots = sorted(self.entry.open)
        view.painter.show("open", board.open(self.player.point, self.entry.chosen, spots) if spots else ())
        self._grey(board, view, spots)
        self.choices = board.choices(self.player.point, self.entry.chosen, spots) if spots else ()
        self.player.offer(self.choices)
        self.player.lead()

    def rest(self) -> None:
        """Something else is shown than the position that may be played in: what leads nowhere meanwhile is greyed."""
        board, view = self.player.board, self.player.view
        if board is not None and isinstance(view, BoardView):
            self._grey(board, view, ())

    def _grey(self, board: Board, view: BoardView, spots: Sequence[str]) -> None:
        """Grey what is impossible where these spots may be clicked."""
        veils = board.shut(self.player.point, self.entry.chosen if spots else (), spots)
        self.shut = frozenset(veil.where for veil in veils)
        view.painter.show("shut", veils)

    def chose(self) -> None:
        """Something was chosen, or a choice taken back: other clicks mean something now."""
        self.show()
        if isinstance(self.player.view, BoardView):
            self.hovered(self.player.view.hover)

    def cancel(self) -> bool:
        """Take back what was chosen; whether there was anything."""
        was = self.entry.cancel() or self.chance.back()
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
        elif self.chance.holds(spot):
            outcome = self.chance.click(spot)
            if outcome:
                player.play(outcome)
            else:
                self.show()
        elif not self.expecting:
            player.rested(spot)
        elif why := self._why_not(spot):
            player.refuse(why, spot)
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
        if not self.expecting or board is None:
            return None
        item = board.carried(self.player.point, spot)
        onwards = bool(entry.chosen) and spot in entry.open and not entry.after(spot)
        if item is not None and (onwards or self._leads_on(spot)):
            if not onwards:
                entry.cancel()
            entry.click(spot)
            self.chose()
        return item

    def dragged(self, start: str, end: str) -> None:
        """A move of its own, or a piece and where it goes."""
        board, entry = self.player.board, self.entry
        if not self.expecting or board is None:
            self.clicked(end)
            return
        for move in entry.paths:
            if board.drag(move) == (start, end):
                self.player.play(move)
                return
        if len(entry.chosen) > 1 and entry.chosen[-1] == start:  # it was chosen when it was lifted
            self.clicked(end)
        elif start == end:  # brought back to where it was
            self.cancel()
        elif self._leads_on(start):
            entry.cancel()
            self.clicked(start)
            if self.player.ours:
                self.clicked(end)
        elif entry.begins(start) or start == HAND:
            self.player.refuse(words.NOT_THERE, end)
        elif not end or not entry.chosen:
            self.clicked(end)

    def hovered(self, spot: str) -> None:
        board, view, player = self.player.board, self.player.view, self.player
        if board is None or not isinstance(view, BoardView):
            return
        if spot and self.expecting:
            found = pointed(board, player.point, self.entry, spot, self.label(spot))
        else:
            found = Pointed(player.resting if spot in self.shut else "")
        if why := self._why_not(spot):
            found = Pointed(why)
        view.painter.show("reach", found.reach)
        view.painter.show("foresee", found.marks)
        view.configure(cursor="hand2" if found.inviting else "")
        player.explain(spot, found.detail)

    def keyed(self, key: str) -> bool:
        """Press the button that has this key; whether there is one."""
        spot = next((choice.spot for choice in self.choices if choice.key.lower() == key), "")
        if spot:
            self.clicked(spot)
        return bool(spot)

    def entered(self) -> bool:
        """Take what is proposed; whether anything is."""
        spot = next((choice.spot for choice in self.choices if choice.proposed and not choice.why), "")
        if spot and self.expecting:
            self.clicked(spot)
            return True
        return False

    def label(self, spot: str) -> str:
        """What a spot is called: a button by its words."""
        return next((choice.label for choice in self.choices if choice.spot == spot), spot)

    def _why_not(self, spot: str) -> str:
        return next((choice.why for choice in self.choices if choice.spot == spot), "")

    def _leads_on(self, spot: str) -> bool:
        """Whether a move may begin here that goes on somewhere else."""
        return self.entry.begins(spot) and not self.entry.leads_to_end(spot)

    def close(self) -> None:
        """The board is put away."""
        self.popup.close()

    def _ask(self, moves: Sequence[str], spot: str) -> None:
        """Show a menu of moves that end on the same spot, at the pointer or else at the spot."""
        view, point = self.player.view, self.player.point
        if not isinstance(view, BoardView):
            return

        def choose(move: str) -> None:
            if self.player.ours and self.player.point is point:  # it may be another one by then
                self.player.play(move)

        x, y = view.winfo_pointerx() - view.winfo_rootx(), view.winfo_pointery() - view.winfo_rooty()
        if view.spot_at(x, y) != spot and view.ground is not None and spot in view.ground.spots:  # chosen by keyboard
            x, y = view.place_of(spot)
        told = [Entered(boards.say(point.info, point.actor, (move,)), partial(choose, move)) for move in moves]
        self.popup.open(view, view.look, told, view.winfo_rootx() + x, view.winfo_rooty() + y)
