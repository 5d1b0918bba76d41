"""The position editor of Herd: stones from the palette, and details beside the board."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from fastcore.text.hexagon import hexagon
from workbench.boards.herd import words
from workbench.boards.kit import editing, hexes
from workbench.boards.kit.editing import NOTHING, Detail, Piece
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.boards.kit.rows import Rows
from workbench.system.translation import tr

NONE = "-"
OVER = "."
LAST_TURN = 2000
ROLLS = tuple(f"{high}-{low}" for high in range(6, 0, -1) for low in range(high, 0, -1))


class Editor(editing.Editor):
    """The position editor of Herd."""

    @cached_property
    def size(self) -> int:
        """The number of cells along an edge."""
        return int(self.options["size"])

    @cached_property
    def rows(self) -> Rows:
        """The notation of the board."""
        board = hexagon(self.size)
        return Rows([[board.names[cell] for cell in row] for row in reversed(board.rows)], "rb")

    # Stones -----------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        """Return the hexagon of cells."""
        return hexes.ground(self.size, "cell", "cell")

    def drawable(self, fields: Fields) -> Fields:
        """Return the fields with the rows in canonical form."""
        return {**fields, "rows": self.rows.write(self.rows.read(fields["rows"]))}

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        """Return a stone of each colour."""
        return tuple(
            Piece(side, f"stone-{side}", tr("{name} stone", name=name), side) for side, name in words.SIDES.items()
        )

    def piece(self, item: Item) -> str:
        """Return the letter of a stone."""
        return item.shape.removeprefix("stone-")

    def top_piece(self, fields: Fields, spot: str) -> str:
        """Return the stone on a cell."""
        return self.rows.read(fields["rows"]).get(spot, NOTHING)

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        """Put a stone on a cell."""
        return {**fields, "rows": self.rows.write({**self.rows.read(fields["rows"]), spot: piece})}

    def fill(self, fields: Fields, piece: str, spots: Iterable[str]) -> Fields:
        """Put a stone on each empty cell."""
        return {**fields, "rows": self.rows.write({**dict.fromkeys(spots, piece), **self.rows.read(fields["rows"])})}

    def clear(self, fields: Fields) -> Fields:
        """Remove all stones."""
        return {**fields, "rows": self.rows.write({})}

    def transform_board(self, fields: Fields, parts: int, mirrored: bool) -> Fields:
        """Rotate and mirror the stones."""
        mapping = editing.spot_mapping(self.ground(fields), parts, mirrored)
        stones_by_cell = self.rows.read(fields["rows"])
        return {**fields, "rows": self.rows.write({mapping[cell]: stone for cell, stone in stones_by_cell.items()})}

    # Details ----------------------------------------------------------------------------------------------------------

    def details(self, fields: Fields) -> tuple[Detail, ...]:
        """Return the player to move, the turn, the dice, and the remaining removals and placements."""
        side, dice, left = fields["side"], fields["dice"], fields["left"]
        details_list = [
            Detail(
                "side",
                tr("To move"),
                "side",
                side,
                editing.with_present_value(((*words.SIDES.items(), (OVER, tr("Game over")))), side),
                short=True,
            ),
            Detail(
                "turn",
                tr("Turn"),
                "turn",
                fields["turn"],
                meaning=tr("1 to {last_turn:,}; Red plays odd turns", last_turn=LAST_TURN),
                short=True,
            ),
        ]
        if side == OVER and dice == left == NONE:
            return tuple(details_list)
        rolls = ((NONE, tr("Not rolled yet")), *((roll, roll) for roll in ROLLS))
        details_list.append(
            Detail(
                "dice",
                tr("{side}'s dice", side=words.SIDES[side]) if side in words.SIDES else tr("The dice"),
                "dice",
                dice,
                editing.with_present_value(rolls, dice),
                tr("the higher die first"),
            )
        )
        owed = _parse_left(left)
        if owed is None and left != NONE:
            details_list.append(
                Detail("left", tr("Left to do"), "left", left, meaning=tr("removals and placements left, such as x3+5"))
            )
        elif dice != NONE or left != NONE:
            removals, placements = owed or (NONE, NONE)
            first = fields["turn"] == "1"
            most = 0 if first else int(dice[-1]) if dice in ROLLS else 6
            numbers = editing.with_present_value(((str(number), str(number)) for number in range(most + 1)), removals)
            details_list.append(
                Detail(
                    "removals",
                    tr("To remove"),
                    "left",
                    removals,
                    numbers,
                    tr("turn 1 has no removals") if first else tr("number of stones left to remove"),
                    True,
                )
            )
            details_list.append(
                Detail(
                    "placements",
                    tr("To place"),
                    "left",
                    placements,
                    meaning=tr("turn 1 starts with the lower die")
                    if first
                    else tr("number of stones left to place, 1 to 99"),
                    short=True,
                )
            )
        return tuple(details_list)

    def change_detail(self, fields: Fields, detail: str, value: str) -> Fields:
        """Change a detail and the details that depend on it.

        The turn and the player to move determine each other. New dice set the removals and placements, unless those
        differ from the old dice.
        """
        if detail in ("removals", "placements"):
            value = editing.check_part(value, "+")
            removals, placements = (
                _parse_left(fields["left"]) or _parse_left(self._left_after_roll(fields)) or ("0", "1")
            )
            removals, placements = (value, placements) if detail == "removals" else (removals, value)
            return {**fields, "left": f"x{removals}+{placements}"}
        changed = {**fields, detail: editing.check_field(value)}
        if changed == fields:
            return fields
        if detail == "side" and changed["side"] == OVER:
            changed["dice"] = NONE
        elif detail == "side" and changed["side"] in words.SIDES:
            changed["turn"] = editing.turn_for_seat("rb".index(changed["side"]), fields["turn"], LAST_TURN)
        elif detail == "turn" and fields["side"] in words.SIDES:
            seat = editing.seat_of(changed["turn"])
            changed["side"] = fields["side"] if seat is None else "rb"[seat]
        if changed["dice"] == NONE != fields["dice"]:
            changed["left"] = NONE
        elif detail != "left" and fields["left"] in (NONE, self._left_after_roll(fields)):
            changed["left"] = self._left_after_roll(changed)
        return changed

    def _left_after_roll(self, fields: Fields) -> str:
        """Return the `left` field right after the roll, or `NONE` if it is unknown."""
        dice = fields["dice"]
        if not re.fullmatch("[1-6]-[1-6]", dice) or fields["side"] not in words.SIDES:
            return NONE
        low, high = sorted((int(dice[0]), int(dice[2])))
        if fields["turn"] == "1":
            return f"x0+{low}"
        try:
            stones = list(self.rows.read(fields["rows"]).values())
        except ValueError:
            return NONE
        return f"x{min(low, stones.count(words.ENEMY[fields['side']]))}+{high}"


def _parse_left(left: str) -> tuple[str, str] | None:
    """Parse removals and placements as text, or return None if they are invalid."""
    removals, plus, placements = left.removeprefix("x").rpartition("+")
    return (removals, placements) if left.startswith("x") and plus and removals and placements else None
