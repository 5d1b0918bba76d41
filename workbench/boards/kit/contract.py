"""The contract of a board: how a game looks, and how clicks become moves.

A game's board is the class `Board` in `workbench/boards/<id>/board.py`. It reads the public interface of a point
(`fields`, `moves`, `move_text`, `events`, `why_not`), knows no widgets and keeps no state.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from fastcore import Event, GameInfo, Viewpoint
from workbench.boards.kit.choices import Choice, Form, Outcome, Sheet, SpotInfo, Truth
from workbench.boards.kit.elements import Fields, Ground, Item, Label, Line, Panel, Point
from workbench.boards.kit.game_words import Words
from workbench.boards.kit.symmetry import Essence, Symmetry
from workbench.system.translation import tr


class Board(Words):
    """The appearance and move entry of one game, for code that draws, prints or tests it."""

    shapes: Mapping[str, str]  # every drawing that items and panels name; see shapes.py
    # palette colours of the seats' lines
    seat_colours: tuple[str, ...] = ("accent", "red", "blue", "yellow_edge")

    @abstractmethod
    def ground(self, fields: Fields) -> Ground:
        """Return the board without pieces for a position."""

    @abstractmethod
    def pieces(self, fields: Fields, viewer: int | None = None) -> tuple[Item, ...]:
        """Return the pieces on the board.

        Args:
            fields: The fields of the position.
            viewer: The seat whose view the fields are; None for a spectator or the full position.
        """

    @abstractmethod
    def seat_shape(self, info: GameInfo, seat: int) -> str:
        """Return the name of the shape that represents a seat."""

    @abstractmethod
    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        """Return the game's own cards.

        Args:
            info: The game.
            fields: The fields of the position.
            turn: The known events of the current turn so far.
        """

    @abstractmethod
    def roll_frames(self, event: Event) -> tuple[tuple[str, ...], ...]:
        """Return the animation frames for an event, such as rolling dice.

        Each frame lists the large shapes that the first panel shows. No frames means no animation.
        """

    def essence(self, fields: Fields) -> Essence:
        """Return the part of a position that decides whether two positions are equal, without numbers of moves.

        The fields are those that everybody sees.
        """
        return Essence({}, " ".join(fields.values()))

    def turned(self, text: str, symmetry: Symmetry) -> str:
        """Return a move, or the rest of an `Essence`, on the board after a symmetry."""
        return text

    def path(self, move: str) -> tuple[str, ...]:
        """Return the spots to click, in order, for a move whose path is the same in every position.

        Raises:
            NotImplementedError: The paths of this game depend on the position. Such a game overrides `paths` instead.
        """
        raise NotImplementedError("a board says `path`, or `paths` where clicks depend on the position")

    def paths(self, point: Point, moves: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the spots to click, in order, for each of these moves. The moves must be legal at this point."""
        return {move: self.path(move) for move in moves}

    @abstractmethod
    def refusal(self, point: Point, chosen: Sequence[str], spot: str) -> str:
        """Return a sentence about why a click on this spot is not a step towards a legal move."""

    @abstractmethod
    def move_effect(self, point: Point, move: str) -> str:
        """Return a sentence about the effect of a legal move."""

    def drag_ends(self, move: str) -> tuple[str, str] | None:
        """Return the start and end of the drag that makes this move, or None if they are the ends of its path.

        The ends are spots, `HAND` or `BESIDE`.
        """
        return None

    def dragged_piece(self, point: Point, start: str) -> Item | None:
        """Return the piece that a drag from this spot (or `HAND`) carries, or None."""
        return None

    def area_task(self, point: Point) -> str:
        """Return what to do on one of several outlined spots, such as "remove one of the outlined stones", or ""."""
        return ""

    def next_prompt(self, point: Point, chosen: Sequence[str]) -> str:
        """Return a sentence about what to click after these spots."""
        return tr("{last}: choose the next part of the move.", last=chosen[-1])

    def choices(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Choice, ...]:
        """Return the buttons for steps that have no place on the board.

        Args:
            point: The point to move from.
            chosen: The spots clicked so far.
            spots: All spots that continue a legal move.
        """
        return ()

    def uses_sheet(self, point: Point) -> bool:
        """Return whether moves are collected on a sheet and played when the whole turn is written."""
        return False

    def sheet(self, point: Point, moves: Sequence[str], faults: Sequence[str]) -> Sheet | None:
        """Return the sheet of the turn that starts at this point, or None if the game has none.

        Args:
            point: The start of the turn.
            moves: The lines written so far; "" for a line left empty.
            faults: The problem with each line, or "".
        """
        return None

    def completed_sheet(self, info: GameInfo, fields: Fields, seat: int, turn: Sequence[Event]) -> Sheet | None:
        """Return the completed sheet of a seat with its results, or None if it cannot be shown.

        Args:
            info: The game.
            fields: The fields of the position.
            seat: The seat that wrote the sheet.
            turn: The events that carried it out.
        """
        return None

    def plan_marks(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Return marks for the effects of the written moves if the opponent does not interfere."""
        return ()

    def outcomes(self, point: Point) -> tuple[Outcome, ...]:
        """Return the possible results of the current decision, if they are few enough to compare side by side."""
        return ()

    def outcomes_text(self, point: Point) -> str:
        """Return one or two sentences about a decision with `outcomes`."""
        return ""

    def form(self, point: Point) -> Form | None:
        """Return the grid that people fill in beside this game, or None."""
        return None

    def form_texts(self, point: Viewpoint) -> tuple[tuple[str, ...], ...]:
        """Return the text of each cell of the form, row by row: certain facts or probabilities.

        This can take a second.
        """
        return ()

    def belief_labels(self, point: Viewpoint) -> tuple[Label, ...]:
        """Return labels with the probabilities of hidden things on the board.

        This can take a second.
        """
        return ()

    def expected_information(self, point: Viewpoint, move: str) -> str:
        """Return a sentence about the information that a move is expected to reveal, or "".

        This can take a second.
        """
        return ""

    def spot_name(self, spot: str) -> str:
        """Return the name of a spot for use in a sentence."""
        return spot

    def truth(self, info: GameInfo, event: Event) -> Truth | None:
        """Return the hidden information that this event reveals to everyone at the end of a part, or None."""
        return None

    def guess(self, event: Event) -> str:
        """Return the hidden information guessed by the seat of this event, or ""."""
        return ""

    def describe_spot(self, fields: Fields, spot: str, viewer: int | None = None) -> str:
        """Return the contents of a spot in a few words, or "".

        Args:
            fields: The fields of the position.
            spot: The spot.
            viewer: The seat that reads the text, see `pieces`.
        """
        return ""

    def round_lines(self, info: GameInfo, events: Sequence[Event]) -> tuple[Line, ...]:
        """Return lines for the first card about the latest turn: always the same number, or () for no lines."""
        return ()

    def belongings(self, info: GameInfo, fields: Fields, seat: int) -> str:
        """Return a seat's possessions other than points in a few words, or ""."""
        return ""

    def points_text(self, info: GameInfo, points: int) -> str:
        """Format a seat's points for its card, such as "26"."""
        return str(points)

    @abstractmethod
    def open_marks(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Return marks on the chosen spots and on those that can be clicked next."""

    def veils(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Return veils over spots that cannot be clicked now. `refusal` gives the reasons.

        Args:
            point: The point to move from.
            chosen: The spots clicked so far.
            spots: The spots that continue a legal move. Empty if the viewer cannot move here.
        """
        return ()

    def spot_info(self, point: Point, spot: str) -> SpotInfo:
        """Return the information shown when the pointer is over a spot, except the effect of a click."""
        return SpotInfo()

    @abstractmethod
    def effect_marks(self, point: Point, move: str) -> tuple[Item, ...]:
        """Return marks for the effects of a legal move."""

    @abstractmethod
    def last_turn_marks(self, fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
        """Return marks for the effects of the latest turn."""

    @abstractmethod
    def advice_marks(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Return marks on a recommended move and its follow-up moves in the same turn."""

    @abstractmethod
    def cursor_marks(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Return marks on the spot that has the keyboard focus."""

    def hint_marks(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Return marks on a spot that a hint points out. They must not look like a choice of the player."""
        return self.cursor_marks(fields, spot)
