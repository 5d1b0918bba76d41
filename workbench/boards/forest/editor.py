"""The position editor of the forest game: pieces in groups by the palette, other facts beside the board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from fastcore.hexagon import hexagon
from workbench.boards.forest import words
from workbench.boards.forest.words import COLOURS, SIZE
from workbench.boards.kit import editing, hexes
from workbench.boards.kit.editing import NOTHING, Detail, Piece
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.boards.kit.rows import Rows

BOARD = hexagon(SIZE)
ROWS = Rows([[BOARD.names[cell] for cell in row] for row in reversed(BOARD.rows)], "rgyRG", ",")
NONE, OVER = "-", "."
ACTED = "acted"  # the palette's mark on what has acted
SIDES = {"r": "Red", "g": "Green"}
LAST_TURN = 300
MOST_ON_TILE = 3
PALETTE = (
    Piece("r", "tally-r", "Red pawn", "r"),
    Piece("g", "tally-g", "Green pawn", "g"),
    Piece("y", "tally-y", "Yellow pawn", "y"),
    Piece("R", "tally-R", "Red's BBB", "1"),
    Piece("G", "tally-G", "Green's BBB", "2"),
)
# whose pawn comes; the pawns there
OPENING = {"p4": ("r", 0, 0), "p3": ("g", 1, 0), "p2": ("g", 1, 1), "p1": ("r", 1, 2)}
LEFT = (
    ("p4", "Opening: Red's first pawn"), ("p3", "Opening: Green's first pawn"), ("p2", "Opening: Green's second pawn"),
    ("p1", "Opening: Red's second pawn"), ("2", "Two actions"), ("1", "One action"), ("0", "Nothing: the game is over"),
)  # fmt: skip


class Editor(editing.Editor):
    @cached_property
    def yellow_cap(self) -> int:
        """The most yellow pawns on a tile."""
        return int(self.options["yellow_cap"])

    # The pieces -------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        return hexes.ground(SIZE, "tile", "wood")

    def drawable(self, fields: Fields) -> Fields:
        """Of more pieces than a tile can hold the first."""
        there = {tile: _ordered(held)[:MOST_ON_TILE] for tile, held in ROWS.read(fields["rows"]).items()}
        acted = fields["acted"] if _acted(fields) is not None else NONE
        return {**fields, "rows": ROWS.write(there), "acted": acted}

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        side = fields["side"] if fields["side"] in SIDES else "r"
        return (*PALETTE, Piece(ACTED, f"has-acted-{side}", "Has acted", "a"))

    def piece(self, item: Item) -> str:
        return item.shape if item.shape in ROWS.letters else NOTHING

    def taken(self, fields: Fields, spot: str) -> str:
        return _ordered(ROWS.read(fields["rows"]).get(spot, ""))[-1:] or NOTHING

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        if piece == NOTHING:
            return self.without(fields, spot, self.taken(fields, spot))
        if piece == ACTED:
            return self._act(fields, spot)
        there = ROWS.read(fields["rows"])
        held = there.get(spot, "")
        if self.why_not(fields, spot, piece):
            return fields
        if piece.isupper():  # there is but one
            there = {tile: pieces.replace(piece, "") for tile, pieces in there.items()}
        return self._written(fields, {**there, spot: _ordered(held + piece)})

    def why_not(self, fields: Fields, spot: str, piece: str) -> str:
        held = ROWS.read(fields["rows"]).get(spot, "")
        if piece == ACTED:
            return f"nothing on {spot} can have acted: no piece of the side to move stands there"
        if len(held) >= MOST_ON_TILE:
            return f"no more than {MOST_ON_TILE} pieces fit on {spot}"
        if piece == "y" and held.count("y") >= self.yellow_cap:
            return f"{self.yellow_cap} yellow pawns stand on {spot} already, and a tile holds no more of them"
        return f"the BBB stands on {spot} already" if piece.isupper() and piece in held else ""

    def without(self, fields: Fields, spot: str, piece: str) -> Fields:
        there = ROWS.read(fields["rows"])
        held = there.get(spot, "")
        return (
            self._written(fields, {**there, spot: _ordered(held.replace(piece, "", 1))})
            if piece and piece in held
            else fields
        )

    def cleared(self, fields: Fields) -> Fields:
        return self._written(fields, {})

    def turned_over(self, fields: Fields, spot: str) -> Fields:
        """The next kind of piece that can stand there instead of the last of the group, nothing after the last kind."""
        there = self.taken(fields, spot)
        bare = self.put(fields, spot, NOTHING)
        for piece in ROWS.letters[ROWS.letters.index(there) + 1 if there else 0 :]:
            follows = self.put(bare, spot, piece)
            if follows != bare and self.taken(follows, spot) == piece:
                return follows
        return bare

    def turned(self, fields: Fields, parts: int, mirrored: bool) -> Fields:
        lands = editing.landing(self.ground(fields), parts, mirrored)
        there = {lands[tile]: held for tile, held in ROWS.read(fields["rows"]).items()}
        acted = _acted(fields)
        if acted is None:
            return {**fields, "rows": ROWS.write(there)}
        entries = sorted(f"{lands[name]}:{count}" for name, count in acted.items() if name != "B")
        written = ",".join(["B"] * ("B" in acted) + entries) or NONE
        return {**fields, "rows": ROWS.write(there), "acted": written}

    def _written(self, fields: Fields, there: Mapping[str, str]) -> Fields:
        """The fields with these pieces. As long as the opening goes on, the pawns tell how far it is."""
        changed = {**fields, "rows": ROWS.write(there)}
        return self._opened(changed) if fields["left"] in OPENING else changed

    def _opened(self, fields: Fields) -> Fields:
        """The fields with as much of the opening left as fits the pawns on the board, if any does."""
        held = "".join(ROWS.read(fields["rows"]).values())
        for left, (side, *pawns) in OPENING.items():
            if pawns == [held.count("r"), held.count("g")] and set(held) <= set("rg"):
                return {**fields, "left": left, "side": side}
        return fields

    def _act(self, fields: Fields, spot: str) -> Fields:
        """One thing more on this tile has acted instead of what had; nothing after all of them."""
        choices = [value for value, _ in self._may_have_acted(fields) if value.partition(":")[0] == spot]
        if fields["side"].upper() in ROWS.read(fields["rows"]).get(spot, ""):
            choices.append("B")
        if not choices:
            return fields
        order = [NONE, *choices]
        place = order.index(fields["acted"]) if fields["acted"] in order else 0
        return {**fields, "acted": order[(place + 1) % len(order)]}

    # The rest ---------------------------------------------------------------------------------------------------------

    def details(self, fields: Fields) -> tuple[Detail, ...]:
        side, left, acted = fields["side"], fields["left"], fields["acted"]
        movers = editing.known((*SIDES.items(), (OVER, "Nobody: the game is over")), side)
        return (
            Detail("side", "To move", "side", side, movers),
            Detail(
                "turn",
                "Turn",
                "turn",
                fields["turn"],
                meaning=f"1 to {LAST_TURN}, 0 in the opening; Red plays the odd turns",
            ),
            Detail("left", "Still to do", "left", left, editing.known(LEFT, left)),
            Detail("acted", "Acted in this turn", "acted", acted, editing.known(self._may_have_acted(fields), acted)),
        )

    def _may_have_acted(self, fields: Fields) -> tuple[tuple[str, str], ...]:
        """What may have acted with one action made, as the text has it and in words."""
        side = fields["side"]
        found = [(NONE, "Nothing" if fields["left"] != "1" else "Nothing, or the BBB was spawned")]
        try:
            there = ROWS.read(fields["rows"])
        except ValueError:
            there = {}
        if side not in SIDES:
            return tuple(found)
        if side.upper() in "".join(there.values()):
            found.append(("B", f"{SIDES[side]}'s BBB"))
        for tile in sorted(there):
            number, colour = there[tile].count(side), COLOURS["rg".index(side)]
            found += [(f"{tile}:{n}", f"{words.pawns(n, colour)} on {tile}") for n in range(1, min(number, 2) + 1)]
        return tuple(found)

    def changed(self, fields: Fields, detail: str, value: str) -> Fields:
        """Turns have their side, opening placements their side and turn; nothing has acted in a turn that begins, in
        another side's, or when the game is over."""
        changed = {**fields, detail: editing.whole(value)}
        if changed == fields:
            return fields
        side, turn, left = changed["side"], changed["turn"], changed["left"]
        if detail == "left" and left in OPENING:
            changed |= {"side": OPENING[left][0], "turn": "0", "acted": NONE}
        elif (detail == "left" and left == "0") or (detail == "side" and side == OVER):
            changed |= {"side": OVER, "left": "0", "acted": NONE}
        elif detail == "left" and turn == "0" and left in ("1", "2"):
            changed["turn"] = "2" if side == "g" else "1"
        elif detail == "side" and side in SIDES and left not in OPENING:
            changed |= {"turn": editing.turn_of("rg".index(side), turn, LAST_TURN), "acted": NONE}
        elif detail == "turn" and editing.seat_of(turn) is not None and side in SIDES:
            changed["side"] = "rg"[editing.seat_of(turn) or 0]
            changed["acted"] = fields["acted"] if changed["side"] == fields["side"] else NONE
        elif detail == "turn" and turn == "0" and left not in OPENING:
            changed = {**self._opened(changed)}
        whole_turn = "1" if changed["turn"] == "1" and self.options["first_turn"] == 1 else "2"
        if (
            detail in ("side", "turn")
            and changed["side"] in SIDES
            and changed["turn"] != "0"
            and left in ("0", *OPENING)
        ):
            changed |= {"left": whole_turn, "acted": NONE}
        if detail == "left" and left == whole_turn:
            changed["acted"] = NONE
        return changed


def _ordered(held: str) -> str:
    return "".join(sorted(held, key=ROWS.letters.index))


def _acted(fields: Fields) -> dict[str, int] | None:
    """What has acted, None if the field cannot be read."""
    entries = [] if fields["acted"] == NONE else fields["acted"].split(",")
    if not all(re.fullmatch("B|[a-g][1-7]:[1-3]", entry) and entry[:2] in ("B", *BOARD.names) for entry in entries) or (
        len({entry[:2] for entry in entries}) < len(entries)
    ):
        return None
    return words.acted(fields)
