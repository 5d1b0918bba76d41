"""The position editor of Herd: stones by the palette;
the player to move, the dice and what is owed beside the board."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from fastcore.hexagon import hexagon
from workbench.boards.herd import words
from workbench.boards.kit import editing, hexes
from workbench.boards.kit.editing import NOTHING, Detail, Piece
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.boards.kit.rows import Rows

NONE = "-"
OVER = "."
LAST_TURN = 2000
ROLLS = tuple(f"{high}-{low}" for high in range(6, 0, -1) for low in range(high, 0, -1))


class Editor(editing.Editor):
    @cached_property
    def size(self) -> int:
        """Cells on a side."""
        return int(self.options["size"])

    @cached_property
    def rows(self) -> Rows:
        board = hexagon(self.size)
        return Rows([[board.names[cell] for cell in row] for row in reversed(board.rows)], "rb")

    # The stones -------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        return hexes.ground(self.size, "cell", "cell")

    def drawable(self, fields: Fields) -> Fields:
        return {**fields, "rows": self.rows.write(self.rows.read(fields["rows"]))}

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        return tuple(Piece(side, f"stone-{side}", f"{name} stone", side) for side, name in words.SIDES.items())

    def piece(self, item: Item) -> str:
        return item.shape.removeprefix("stone-")

    def taken(self, fields: Fields, spot: str) -> str:
        return self.rows.read(fields["rows"]).get(spot, NOTHING)

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        return {**fields, "rows": self.rows.write({**self.rows.read(fields["rows"]), spot: piece})}

    def filled(self, fields: Fields, piece: str, spots: Iterable[str]) -> Fields:
        return {**fields, "rows": self.rows.write({**dict.fromkeys(spots, piece), **self.rows.read(fields["rows"])})}

    def cleared(self, fields: Fields) -> Fields:
        return {**fields, "rows": self.rows.write({})}

    def turned(self, fields: Fields, parts: int, mirrored: bool) -> Fields:
        lands = editing.landing(self.ground(fields), parts, mirrored)
        there = self.rows.read(fields["rows"])
        return {**fields, "rows": self.rows.write({lands[cell]: stone for cell, stone in there.items()})}

    # The rest ---------------------------------------------------------------------------------------------------------

    def details(self, fields: Fields) -> tuple[Detail, ...]:
        side, dice, left = fields["side"], fields["dice"], fields["left"]
        made = [
            Detail("side", "To move", "side", side,
            editing.known(((*words.SIDES.items(), (OVER, "Nobody: the game is over"))), side)),
            Detail("turn", "Turn", "turn", fields["turn"], meaning=f"1 to {LAST_TURN:,}; Red plays the odd turns"),
        ]  # fmt: skip
        if side == OVER and dice == left == NONE:
            return tuple(made)
        whose = f"{words.SIDES[side]}'s" if side in words.SIDES else "The"
        rolls = ((NONE, "Not rolled yet"), *((roll, roll) for roll in ROLLS))
        made.append(Detail("dice", f"{whose} dice", "dice", dice, editing.known(rolls, dice), "the higher die first"))
        owed = _owed(left)
        if owed is None and left != NONE:
            made.append(Detail("left", "Still owed", "left", left, meaning="removals and placements, as in x3+5"))
        elif dice != NONE or left != NONE:
            removals, placements = owed or (NONE, NONE)
            numbers = editing.known(((str(number), str(number)) for number in range(7)), removals)
            made.append(
                Detail("removals", "Stones to remove", "left", removals, numbers, "how many are still to be removed")
            )
            made.append(
                Detail(
                    "placements",
                    "Stones to place",
                    "left",
                    placements,
                    meaning="how many are still to be placed, 1 to 99",
                )
            )
        return tuple(made)

    def changed(self, fields: Fields, detail: str, value: str) -> Fields:
        """A turn has its side and a side its turns; dice bring what is owed after the roll, unless something else is
        owed than after the dice before."""
        if detail in ("removals", "placements"):
            value = editing.entry(value, "+")
            removals, placements = _owed(fields["left"]) or _owed(self._rolled(fields)) or ("0", "1")
            removals, placements = (value, placements) if detail == "removals" else (removals, value)
            return {**fields, "left": f"x{removals}+{placements}"}
        changed = {**fields, detail: editing.whole(value)}
        if changed == fields:
            return fields
        if detail == "side" and changed["side"] == OVER:
            changed["dice"] = NONE
        elif detail == "side" and changed["side"] in words.SIDES:
            changed["turn"] = editing.turn_of("rb".index(changed["side"]), fields["turn"], LAST_TURN)
        elif detail == "turn" and fields["side"] in words.SIDES:
            seat = editing.seat_of(changed["turn"])
            changed["side"] = fields["side"] if seat is None else "rb"[seat]
        if changed["dice"] == NONE != fields["dice"]:
            changed["left"] = NONE
        elif detail != "left" and fields["left"] in (NONE, self._rolled(fields)):
            changed["left"] = self._rolled(changed)
        return changed

    def _rolled(self, fields: Fields) -> str:
        """What is owed right after the roll; NONE if that cannot be told."""
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


def _owed(left: str) -> tuple[str, str] | None:
    """Removals and placements as written, None if the text does not say them."""
    removals, plus, placements = left.removeprefix("x").rpartition("+")
    return (removals, placements) if left.startswith("x") and plus and removals and placements else None
