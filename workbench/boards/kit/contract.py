"""The class `Board`: how a game looks and how its moves are entered, for code that paints, prints or tests it.

A game's board is the class `Board` in `workbench/boards/<id>/board.py`. It reads a position's `fields` and a point's
public interface (`moves`, `move_text`, `events`, `why_not`), knows nothing of widgets, and keeps no state.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from fastcore import Event, GameInfo, Viewpoint
from workbench.boards.kit.choices import Choice, Form, Known, Outcome, Sheet, Truth
from workbench.boards.kit.elements import Fields, Ground, Item, Label, Panel, Point
from workbench.boards.kit.game_words import Words


class Board(Words):
    """How one game looks and how its moves are entered."""

    shapes: Mapping[str, str]  # every drawing that items and panels name; see shapes.py
    # names of palette colours, for lines that stand for the seats
    seat_colours: tuple[str, ...] = ("accent", "red", "blue", "yellow_edge")

    @abstractmethod
    def ground(self, fields: Fields) -> Ground: ...

    @abstractmethod
    def pieces(self, fields: Fields, viewer: int | None = None) -> tuple[Item, ...]:
        """What stands on the board. `viewer` is the seat whose view the fields are, None
        for whoever watches or sees all."""

    @abstractmethod
    def seat_shape(self, info: GameInfo, seat: int) -> str:
        """The shape that stands for a seat."""

    @abstractmethod
    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        """The game's own cards; `turn` holds what has happened in this turn so far, as far as it is known."""

    @abstractmethod
    def tumble(self, event: Event) -> tuple[tuple[str, ...], ...]:
        """Large shapes that the first panel shows one after the other before this event, as dice that roll;
        () for none."""

    def path(self, move: str) -> tuple[str, ...]:
        """The spots that are clicked, in order, to make a move of this text, where that
        is the same in every position."""
        raise NotImplementedError("a board says `path`, or `paths` where clicks depend on the position")

    def paths(self, point: Point, moves: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The spots that are clicked, in order, to make each of these moves, which are legal at this point."""
        return {move: self.path(move) for move in moves}

    @abstractmethod
    def refusal(self, point: Point, chosen: Sequence[str], spot: str) -> str:
        """Why a click on this spot is no step towards a move, in a sentence."""

    @abstractmethod
    def promise(self, point: Point, move: str) -> str:
        """What a legal move would do, in a sentence."""

    def drag(self, move: str) -> tuple[str, str] | None:
        """Where a drag that makes this move begins and ends, if that is not its path: spots, HAND, BESIDE."""
        return None

    def carried(self, point: Point, start: str) -> Item | None:
        """The piece that a drag which begins on this spot (or HAND) carries, None if
        nothing can be dragged from there."""
        return None

    def lead(self, point: Point, chosen: Sequence[str]) -> str:
        """What is to be clicked after these spots, in a sentence."""
        return f"{chosen[-1]}: choose what follows."

    def choices(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Choice, ...]:
        """Buttons for the steps that lie on no place of the ground, after these spots; `spots` are all that lead on."""
        return ()

    def collects(self, point: Point) -> bool:
        """Whether what is chosen here is written on a sheet and made when the whole turn is, not at once."""
        return False

    def sheet(self, point: Point, moves: Sequence[str], faults: Sequence[str]) -> Sheet | None:
        """The sheet of a turn that began at this point, with what is written on it so far ("" for a line that is left
        empty) and what is wrong with each line ("" for nothing)."""
        return None

    def ledger(self, info: GameInfo, fields: Fields, seat: int, turn: Sequence[Event]) -> Sheet | None:
        """The sheet of a turn that this seat has written, with what came of it in these events;
        None where there is none."""
        return None

    def intends(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Marks that show where what is written leads if nobody interferes."""
        return ()

    def outcomes(self, point: Point) -> tuple[Outcome, ...]:
        """What the decision to be made may lead to, where few things can, to be shown side by side."""
        return ()

    def at_stake(self, point: Point) -> str:
        """What is decided where there are outcomes, in a sentence or two."""
        return ""

    def form(self, point: Point) -> Form | None:
        """The grid that people fill beside this game, None if there is none."""
        return None

    def deduced(self, point: Viewpoint) -> tuple[tuple[str, ...], ...]:
        """What is certain, or how likely, in each cell of the form, row by row; it may take a second."""
        return ()

    def believed(self, point: Viewpoint) -> tuple[Label, ...]:
        """Words on the board that tell how likely something hidden is; it may take a second."""
        return ()

    def reveals(self, point: Viewpoint, move: str) -> str:
        """What a move would be expected to tell, in a sentence; it may take a second."""
        return ""

    def called(self, spot: str) -> str:
        """What a spot is called in words."""
        return spot

    def truth(self, info: GameInfo, event: Event) -> Truth | None:
        """What was hidden, where this event shows it to everybody at the end of a part of the game."""
        return None

    def guess(self, event: Event) -> str:
        """What the seat of this event says it takes the hidden for, "" if it says nothing of it."""
        return ""

    def standing_on(self, fields: Fields, spot: str, viewer: int | None = None) -> str:
        """What stands on a spot, in a few words to whoever looks (as in `pieces`), "" if there is nothing to say."""
        return ""

    def belongings(self, info: GameInfo, fields: Fields, seat: int) -> str:
        """What a seat has besides points, in a few words, "" for nothing."""
        return ""

    def standing(self, info: GameInfo, points: int) -> str:
        """A seat's points as its card shows them, as in "26"."""
        return str(points)

    @abstractmethod
    def open(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Marks on the spots chosen so far and on those that may be clicked now."""

    def shut(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Veils over what stands on spots that are impossible now; why they are says `refusal`. Without any `spots`
        that lead on nothing may be chosen, as in another's turn and in what was."""
        return ()

    def known(self, point: Point, spot: str) -> Known:
        """What the pointer on a spot shows before anything is chosen, besides what a click would do."""
        return Known()

    @abstractmethod
    def foresee(self, point: Point, move: str) -> tuple[Item, ...]:
        """Marks that show what a legal move would do."""

    @abstractmethod
    def last(self, fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
        """Marks on what the latest turn did."""

    @abstractmethod
    def advice(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Marks on a recommended move and on those that would follow it in the same turn."""

    @abstractmethod
    def cursor(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Marks on the spot that the keyboard is at."""
