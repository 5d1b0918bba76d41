"""The position editor of the forest game: pieces from the palette, and details beside the board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from fastcore.text.hexagon import hexagon
from workbench.boards.forest import words
from workbench.boards.forest.words import COLOURS, SIZE
from workbench.boards.kit import editing, hexes
from workbench.boards.kit.editing import NOTHING, Detail, Piece
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.boards.kit.rows import Rows
from workbench.system.translation import tr

BOARD = hexagon(SIZE)
ROWS = Rows([[BOARD.names[cell] for cell in row] for row in reversed(BOARD.rows)], "rgyRG", ",")
NONE, OVER = "-", "."
ACTED = "acted"  # the palette's mark for pieces that have acted
SIDES = {"r": tr("Red"), "g": tr("Green")}
LAST_TURN = 300
MAX_ON_TILE = 3
PALETTE = (
    Piece("r", "tally-r", tr("Red pawn"), "r"),
    Piece("g", "tally-g", tr("Green pawn"), "g"),
    Piece("y", "tally-y", tr("Yellow pawn"), "y"),
    Piece("R", "tally-R", tr("Red's BBB"), "1"),
    Piece("G", "tally-G", tr("Green's BBB"), "2"),
)
# the next player to place a pawn, and the numbers of red and green pawns on the board
OPENING = {"p4": ("r", 0, 0), "p3": ("g", 1, 0), "p2": ("g", 1, 1), "p1": ("r", 1, 2)}
LEFT = (
    ("p4", tr("Opening: Red's first pawn")),
    ("p3", tr("Opening: Green's first pawn")),
    ("p2", tr("Opening: Green's second pawn")),
    ("p1", tr("Opening: Red's second pawn")),
    ("2", tr("Two actions")),
    ("1", tr("One action")),
    ("0", tr("Nothing: the game is over")),
)


class Editor(editing.Editor):
    """The position editor of the forest game."""

    @cached_property
    def yellow_cap(self) -> int:
        """The largest number of yellow pawns on a tile."""
        return int(self.options["yellow_cap"])

    # Pieces -----------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        """Return the hexagon of tiles."""
        return hexes.ground(SIZE, "tile", "wood")

    def drawable(self, fields: Fields) -> Fields:
        """Return the fields with overfull tiles cut to the first pieces, and without an invalid `acted` field."""
        groups = {tile: _sorted_group(held)[:MAX_ON_TILE] for tile, held in ROWS.read(fields["rows"]).items()}
        acted = fields["acted"] if _parse_acted(fields) is not None else NONE
        return {**fields, "rows": ROWS.write(groups), "acted": acted}

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        """Return all pieces, and a mark for pieces that have acted."""
        side = fields["side"] if fields["side"] in SIDES else "r"
        return (*PALETTE, Piece(ACTED, f"has-acted-{side}", tr("Has acted"), "a"))

    def piece(self, item: Item) -> str:
        """Return the letter of a piece, or `NOTHING` for a mark."""
        return item.shape if item.shape in ROWS.letters else NOTHING

    def top_piece(self, fields: Fields, spot: str) -> str:
        """Return the last piece of the group on a tile."""
        return _sorted_group(ROWS.read(fields["rows"]).get(spot, ""))[-1:] or NOTHING

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        """Add a piece to a group, or mark the next piece of the tile as having acted."""
        if piece == NOTHING:
            return self.remove_piece(fields, spot, self.top_piece(fields, spot))
        if piece == ACTED:
            return self._cycle_acted(fields, spot)
        groups = ROWS.read(fields["rows"])
        held = groups.get(spot, "")
        if self.why_not(fields, spot, piece):
            return fields
        if piece.isupper():  # each player has a single BBB
            groups = {tile: pieces.replace(piece, "") for tile, pieces in groups.items()}
        return self._with_pieces(fields, {**groups, spot: _sorted_group(held + piece)})

    def why_not(self, fields: Fields, spot: str, piece: str) -> str:
        """Return why a piece does not fit on a tile, or ""."""
        held = ROWS.read(fields["rows"]).get(spot, "")
        if piece == ACTED:
            return tr("{spot} has no piece of the player to move", spot=spot)
        if len(held) >= MAX_ON_TILE:
            return tr("{spot} is full: a tile holds {max_on_tile} pieces", spot=spot, max_on_tile=MAX_ON_TILE)
        if piece == "y" and held.count("y") >= self.yellow_cap:
            return tr(
                "{spot} already has {yellow_cap} yellow pawns, the maximum",
                spot=spot,
                yellow_cap=self.yellow_cap,
            )
        return tr("the BBB is already on {spot}", spot=spot) if piece.isupper() and piece in held else ""

    def remove_piece(self, fields: Fields, spot: str, piece: str) -> Fields:
        """Remove one piece from a group."""
        groups = ROWS.read(fields["rows"])
        held = groups.get(spot, "")
        return (
            self._with_pieces(fields, {**groups, spot: _sorted_group(held.replace(piece, "", 1))})
            if piece and piece in held
            else fields
        )

    def clear(self, fields: Fields) -> Fields:
        """Remove all pieces."""
        return self._with_pieces(fields, {})

    def cycle_piece(self, fields: Fields, spot: str) -> Fields:
        """Replace the last piece of the group by the next kind that fits; after the last kind, remove it."""
        current = self.top_piece(fields, spot)
        emptied = self.put(fields, spot, NOTHING)
        for piece in ROWS.letters[ROWS.letters.index(current) + 1 if current else 0 :]:
            candidate = self.put(emptied, spot, piece)
            if candidate != emptied and self.top_piece(candidate, spot) == piece:
                return candidate
        return emptied

    def transform_board(self, fields: Fields, parts: int, mirrored: bool) -> Fields:
        """Rotate and mirror the pieces and the tiles in `acted`."""
        mapping = editing.spot_mapping(self.ground(fields), parts, mirrored)
        groups = {mapping[tile]: held for tile, held in ROWS.read(fields["rows"]).items()}
        acted = _parse_acted(fields)
        if acted is None:
            return {**fields, "rows": ROWS.write(groups)}
        entries = sorted(f"{mapping[name]}:{count}" for name, count in acted.items() if name != "B")
        written = ",".join(["B"] * ("B" in acted) + entries) or NONE
        return {**fields, "rows": ROWS.write(groups), "acted": written}

    def _with_pieces(self, fields: Fields, groups: Mapping[str, str]) -> Fields:
        """Return the fields with these pieces. In the opening, the pieces also determine its stage."""
        changed = {**fields, "rows": ROWS.write(groups)}
        return self._fit_opening(changed) if fields["left"] in OPENING else changed

    def _fit_opening(self, fields: Fields) -> Fields:
        """Return the fields with the stage of the opening that matches the pawns on the board, if any."""
        held = "".join(ROWS.read(fields["rows"]).values())
        for left, (side, *pawns) in OPENING.items():
            if pawns == [held.count("r"), held.count("g")] and set(held) <= set("rg"):
                return {**fields, "left": left, "side": side}
        return fields

    def _cycle_acted(self, fields: Fields, spot: str) -> Fields:
        """Mark the next candidate on this tile as having acted; after the last one, clear the mark."""
        choices = [value for value, _ in self._acted_values(fields) if value.partition(":")[0] == spot]
        if fields["side"].upper() in ROWS.read(fields["rows"]).get(spot, ""):
            choices.append("B")
        if not choices:
            return fields
        order = [NONE, *choices]
        place = order.index(fields["acted"]) if fields["acted"] in order else 0
        return {**fields, "acted": order[(place + 1) % len(order)]}

    # Details ----------------------------------------------------------------------------------------------------------

    def details(self, fields: Fields) -> tuple[Detail, ...]:
        """Return the player to move, the turn, the actions left, and the pieces that have acted."""
        side, left, acted = fields["side"], fields["left"], fields["acted"]
        movers = editing.with_present_value((*SIDES.items(), (OVER, tr("Game over"))), side)
        return (
            Detail("side", tr("To move"), "side", side, movers, short=True),
            Detail(
                "turn",
                tr("Turn"),
                "turn",
                fields["turn"],
                meaning=tr("1 to {last_turn}, or 0 in the opening; Red plays odd turns", last_turn=LAST_TURN),
                short=True,
            ),
            Detail("left", tr("Left to do"), "left", left, editing.with_present_value(LEFT, left)),
            Detail(
                "acted",
                tr("Has acted this turn"),
                "acted",
                acted,
                editing.with_present_value(self._acted_values(fields), acted),
            ),
        )

    def _acted_values(self, fields: Fields) -> tuple[tuple[str, str], ...]:
        """Return the possible values of `acted` after one action, each with a label."""
        side = fields["side"]
        values = [(NONE, tr("No piece yet") if fields["left"] != "1" else tr("No piece, or the new BBB"))]
        try:
            groups = ROWS.read(fields["rows"])
        except ValueError:
            groups = {}
        if side not in SIDES:
            return tuple(values)
        if side.upper() in "".join(groups.values()):
            values.append(("B", tr("{side}'s BBB", side=SIDES[side])))
        for tile in sorted(groups):
            number, colour = groups[tile].count(side), COLOURS["rg".index(side)]
            values += [
                (f"{tile}:{n}", tr("{pawns} on {tile}", pawns=words.pawns(n, colour), tile=tile))
                for n in range(1, min(number, 2) + 1)
            ]
        return tuple(values)

    def change_detail(self, fields: Fields, detail: str, value: str) -> Fields:
        """Change a detail and the details that depend on it.

        The turn and the player to move determine each other. An opening placement determines both. `acted` is
        cleared at the start of a turn, for another player, and at the end of the game.
        """
        changed = {**fields, detail: editing.check_field(value)}
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
            changed |= {"turn": editing.turn_for_seat("rg".index(side), turn, LAST_TURN), "acted": NONE}
        elif detail == "turn" and editing.seat_of(turn) is not None and side in SIDES:
            changed["side"] = "rg"[editing.seat_of(turn) or 0]
            changed["acted"] = fields["acted"] if changed["side"] == fields["side"] else NONE
        elif detail == "turn" and turn == "0" and left not in OPENING:
            changed = {**self._fit_opening(changed)}
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


def _sorted_group(held: str) -> str:
    return "".join(sorted(held, key=ROWS.letters.index))


def _parse_acted(fields: Fields) -> dict[str, int] | None:
    """Parse the `acted` field, or return None if it is invalid."""
    entries = [] if fields["acted"] == NONE else fields["acted"].split(",")
    if not all(re.fullmatch("B|[a-g][1-7]:[1-3]", entry) and entry[:2] in ("B", *BOARD.names) for entry in entries) or (
        len({entry[:2] for entry in entries}) < len(entries)
    ):
        return None
    return words.acted(fields)
