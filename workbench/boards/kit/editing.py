"""The widget-free interface of a position editor, which edits pieces on spots and other details.

A game may define a class `Editor` in `workbench/boards/<id>/editor.py`. Without one, this module's editor edits the
fields of the position text. An editor changes `fields` (the position text by field, see `State.fields`) and returns new
ones. The result may be an invalid position: `fastcore.problems` lists its problems.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import cos, pi, prod, sin
from typing import NamedTuple

import fastcore
from fastcore import GameInfo
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.system.translation import tr

MAX_SENTENCES = 2000  # maximum number of a form's sentences searched for a fact
NOTHING = ""  # an empty spot, or the eraser in place of a piece


class Piece(NamedTuple):
    """A piece of the palette: its name, its shape on the board, its label, and the letter or digit that selects it."""

    name: str
    shape: str
    label: str
    key: str = ""


class Detail(NamedTuple):
    """A property of a position, shown beside the board, such as the player to move.

    Attributes:
        name: The name of the property.
        label: The label on screen.
        field: The field of the position text that contains it.
        value: The value as text.
        values: The possible values, each with its label. Empty for free text.
        meaning: An explanation.
        short: Whether label and value are short, so that two such details fit beside each other.
    """

    name: str
    label: str
    field: str
    value: str
    values: tuple[tuple[str, str], ...] = ()
    meaning: str = ""
    short: bool = False


class FactForm(NamedTuple):
    """A sentence about hidden information, with choices in it.

    `label` is its name in forms. `parts` contains words, and lists of (value, label) pairs to choose from. One value
    from each list, in order, makes a fact: see `Editor.fact`.
    """

    name: str
    label: str
    parts: tuple[str | tuple[tuple[str, str], ...], ...]

    @property
    def choices(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """The parts that are lists to choose from."""
        return tuple(part for part in self.parts if not isinstance(part, str))

    def sentence(self, chosen: Sequence[str]) -> str:
        """Return the sentence with these values."""
        rest = iter(chosen)
        return " ".join(part if isinstance(part, str) else dict(part)[next(rest)] for part in self.parts) + "."


class Editor:
    """An editor for positions of one spec.

    Methods raise ValueError if they cannot read a field that they need. Pieces, details and spots in arguments must be
    names that the editor or its board geometry has supplied.

    Args:
        info: The game.
        board: The board; None for a game that has only details.
        spec: The spec of the positions.
        seat: The seat (from 0) whose views are edited; None for full positions.
    """

    def __init__(self, info: GameInfo, board: Board | None, spec: str, seat: int | None = None) -> None:
        self.info, self.board, self.spec, self.seat = info, board, spec, seat
        self._known: tuple[Fields, tuple[Detail, ...]] | None = None  # cached details of these fields

    @property
    def options(self) -> Mapping[str, int | float | str]:
        """The options of the spec, with defaults for those that it leaves out."""
        return fastcore.start(self.spec).game.options

    # The board --------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground | None:
        """Return the geometry that locates the spots. The default is the geometry of the board."""
        return None if self.board is None else self.board.ground(fields)

    def drawable(self, fields: Fields) -> Fields:
        """Return the part of the fields that can be drawn.

        `pieces`, `describe_spot` and `cursor_marks` of the board accept the result, even if the remaining fields are
        invalid.

        Raises:
            ValueError: The spots of the pieces cannot be read.
        """
        return fields

    def pieces(self, fields: Fields) -> tuple[Item, ...]:
        """Return the pieces as the board draws them."""
        return () if self.board is None else self.board.pieces(self.drawable(fields))

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        """Return the pieces that can be put on the board, or () if the editor has only details."""
        return ()

    def piece(self, item: Item) -> str:
        """Return the piece that an item of `pieces` represents, or `NOTHING` for a mark."""
        return NOTHING

    def top_piece(self, fields: Fields, spot: str) -> str:
        """Return the piece that dragging or erasing removes first from this spot, or `NOTHING`."""
        return NOTHING

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        """Return the fields with a piece put on a spot.

        The piece replaces any piece there unless both can share the spot. The fields are unchanged if the piece cannot
        be there. `NOTHING` removes the piece that `top_piece` names.

        Raises:
            NotImplementedError: The editor has only details.
        """
        raise NotImplementedError

    def why_not(self, fields: Fields, spot: str, piece: str) -> str:
        """Return why this piece cannot be put on this spot, or "" if there is no particular reason."""
        return ""

    def is_taken(self, fields: Fields, spot: str, piece: str) -> bool:
        """Return whether a piece on this spot would be replaced by this piece, or keeps it away."""
        top = self.top_piece(fields, spot)
        if top == NOTHING:
            return False
        after = self.put(fields, spot, piece)
        return after == fields or self.remove_piece(after, spot, top) == after

    def remove_piece(self, fields: Fields, spot: str, piece: str) -> Fields:
        """Return the fields without one such piece on this spot; unchanged if there is none."""
        return self.put(fields, spot, NOTHING) if piece == self.top_piece(fields, spot) else fields

    def move_piece(self, fields: Fields, start: str, end: str, piece: str = NOTHING) -> Fields:
        """Return the fields with a piece moved from one spot to another; unchanged if it cannot be there.

        Args:
            fields: The fields.
            start: The spot to move from.
            end: The spot to move to.
            piece: The piece; `NOTHING` for the piece that `top_piece` names.
        """
        piece = piece or self.top_piece(fields, start)
        if start == end or piece == NOTHING:
            return fields
        lifted = self.remove_piece(fields, start, piece)
        landed = self.put(lifted, end, piece) if lifted != fields else fields
        return landed if landed != lifted else fields

    def rotate_piece(self, fields: Fields, spot: str, steps: int) -> Fields:
        """Return the fields with the piece on a spot rotated clockwise by `steps`, if it has a direction."""
        return fields

    def cycle_piece(self, fields: Fields, spot: str) -> Fields:
        """Return the fields with the palette's next piece on a spot; after the last piece, the spot is empty."""
        order = [NOTHING, *(piece.name for piece in self.palette(fields))]
        top = self.top_piece(fields, spot)
        following = order[(order.index(top) + 1) % len(order)] if top in order else NOTHING
        bare = self.put(fields, spot, NOTHING) if top != NOTHING else fields
        return self.put(bare, spot, following) if following != NOTHING else bare

    def fill(self, fields: Fields, piece: str, spots: Iterable[str]) -> Fields:
        """Return the fields with this piece on all empty spots among `spots`."""
        for spot in spots:
            if self.top_piece(fields, spot) == NOTHING:
                fields = self.put(fields, spot, piece)
        return fields

    def clear(self, fields: Fields) -> Fields:
        """Return the fields without pieces on the board. Details are unchanged."""
        ground = self.ground(fields)
        for spot in ground.spots if ground is not None else ():
            while self.top_piece(fields, spot) != NOTHING:
                fields = self.put(fields, spot, NOTHING)
        return fields

    def transform_board(self, fields: Fields, parts: int, mirrored: bool) -> Fields:
        """Return the fields with the board rotated clockwise and then, if wanted, mirrored left to right.

        Args:
            fields: The fields.
            parts: The rotation, in steps of 1/`Ground.turns` of a circle.
            mirrored: Whether to mirror. Only allowed if `Ground.mirrors` is true.

        Raises:
            NotImplementedError: The board supports no such change.
        """
        ground = self.ground(fields)
        if mirrored or (ground is not None and parts % ground.turns):
            raise NotImplementedError
        return fields

    # The rest of the position -----------------------------------------------------------------------------------------

    def details(self, fields: Fields) -> tuple[Detail, ...]:
        """Return the details beside the board; by default every field that is not edited with the palette."""
        shown = bool(self.palette(fields))
        return tuple(
            Detail(
                field.name,
                field.name.capitalize(),
                field.name,
                fields[field.name],
                meaning=f"{field.meaning}: {field.allowed}",
            )
            for field in self.info.fields
            if not (shown and field.kind == "board")
        )

    def change_detail(self, fields: Fields, detail: str, value: str) -> Fields:
        """Return the fields with a new value of a detail, which need not be valid in the game.

        Raises:
            ValueError: The value cannot be written in the position text, such as a value with a space. The message is a
                sentence.
        """
        return {**fields, detail: check_field(value)}

    def details_of_problem(self, fields: Fields, field: str, start: int, end: int) -> Sequence[str]:
        """Return the names of the details that a problem in part of a field's text concerns.

        By default the details of a field are divided evenly among its comma-separated parts. The result is empty if the
        problem concerns all of them.

        Args:
            fields: The fields.
            field: The field with the problem.
            start: The index of the first character of the problem.
            end: The index after its last character.
        """
        if self._known is None or self._known[0] != fields:  # cached, because the check of each problem needs them
            self._known = dict(fields), self.details(fields)
        names = [detail.name for detail in self._known[1] if detail.field == field]
        first, last = (fields[field].count(",", 0, at) for at in (start, end))
        per_part, rest = divmod(len(names), fields[field].count(",") + 1)
        return names[first * per_part : (first + 1) * per_part] if first == last and not rest else ()

    def empty_start(self, start: Fields) -> Fields:
        """Return the fields of an empty board, with the details of the start position."""
        return self.clear(start)

    # What a seat does not see -----------------------------------------------------------------------------------------

    def hide_unseen(self, fields: Fields) -> Fields:
        """Return the fields as the editor's seat sees them. Fields of an invalid position are unchanged."""
        try:
            state = fastcore.parse(" ".join((self.spec, *fields.values())))
        except ValueError:
            return fields
        return dict(zip(fields, state.view(self.seat).split(), strict=True)) if self.seat is not None else fields

    def fact_forms(self, fields: Fields) -> tuple[FactForm, ...]:
        """Return the sentence forms for facts about hidden information, or () if the editor has no seat."""
        return ()

    def fact(self, form: str, chosen: Sequence[str]) -> str:
        """Return the text of a fact for `Viewpoint.suppose`, made from a form and the chosen values.

        Raises:
            NotImplementedError: The editor has no forms.
        """
        raise NotImplementedError

    def fact_sentences(self, fields: Fields, facts: Iterable[str]) -> dict[str, str]:
        """Return a sentence for each fact. A fact that no form can make maps to its own text."""
        sentences = {fact: fact for fact in facts}
        missing = set(sentences)
        for form in self.fact_forms(fields) if missing else ():
            values = [[value for value, _ in choice] for choice in form.choices]
            for chosen in product(*values) if prod(map(len, values)) <= MAX_SENTENCES else ():
                fact = self.fact(form.name, chosen)
                if fact in missing:
                    sentences[fact] = form.sentence(chosen)
                    missing.discard(fact)
        return sentences

    def learn_piece(self, facts: Sequence[str], spot: str, piece: str) -> tuple[str, ...]:
        """Return the facts after a piece was put on a spot that the seat cannot see.

        The position text cannot contain such a piece. The facts are unchanged if the seat can know nothing about the
        spot.
        """
        return tuple(facts)

    def forget_piece(self, facts: Sequence[str], spot: str, piece: str = NOTHING) -> tuple[str, ...]:
        """Return the facts without one piece on a spot; unchanged if no fact concerns the spot.

        Args:
            facts: The facts.
            spot: The spot.
            piece: The piece; `NOTHING` for the last one added.
        """
        return tuple(facts)

    def reveal_facts(self, fields: Fields, facts: Sequence[str]) -> Fields:
        """Return the fields to draw, with everything that the facts reveal turned face up."""
        return fields


def check_field(value: str) -> str:
    """Strip a value for a field of a position text.

    Raises:
        ValueError: The value is empty or contains a space.
    """
    value = value.strip()
    if not value or len(value.split()) > 1:
        raise ValueError(tr("type something without spaces"))
    return value


def check_part(value: str, without: str) -> str:
    """Strip a value for one part of a field of a position text.

    Raises:
        ValueError: The value is empty, or contains a space or one of the letters in `without`.
    """
    value = check_field(value)
    forbidden = next((letter for letter in value if letter in without), "")
    if forbidden:
        raise ValueError(tr("type it without a {forbidden}", forbidden=forbidden))
    return value


def with_present_value(values: Iterable[tuple[str, str]], value: str) -> tuple[tuple[str, str], ...]:
    """Return the possible values of a detail, with its current value added if missing."""
    listed = tuple(values)
    return listed if value in dict(listed) else (*listed, (value, value))


def turn_for_seat(seat: int, turn: str, last: int) -> str:
    """Return the given turn, or a neighbouring turn if another seat plays it. Seat 0 plays the odd turns.

    Text that is not a turn is unchanged.

    Args:
        seat: The seat that must play the turn.
        turn: The current turn, as text.
        last: The last turn of the game.
    """
    if re.fullmatch("[1-9][0-9]{0,8}", turn) is None or (int(turn) - 1) % 2 == seat:
        return turn
    return str(int(turn) + (1 if int(turn) < last else -1))


def seat_of(turn: str) -> int | None:
    """Return the seat that plays this turn, or None if the text is not a turn."""
    return (int(turn) - 1) % 2 if re.fullmatch("[1-9][0-9]{0,8}", turn) else None


def spot_mapping(ground: Ground, parts: int, mirrored: bool) -> Mapping[str, str]:
    """Return the new spot of each spot after rotating and mirroring the board, see `Editor.transform_board`."""
    angle = 2 * pi * parts / ground.turns
    spots = ground.spots.values()
    x, y = sum(spot.x for spot in spots) / len(spots), sum(spot.y for spot in spots) / len(spots)
    across = -1 if mirrored else 1

    def grid_point(dx: float, dy: float) -> tuple[int, int]:
        return round(4 * dx), round(4 * dy)  # spots are at least half a unit apart

    def image(dx: float, dy: float) -> tuple[int, int]:
        return grid_point(across * (dx * cos(angle) - dy * sin(angle)), dx * sin(angle) + dy * cos(angle))

    names = {grid_point(spot.x - x, spot.y - y): spot.name for spot in spots}
    return {spot.name: names[image(spot.x - x, spot.y - y)] for spot in spots}
