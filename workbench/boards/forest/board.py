"""The board of the forest game: groups of pieces on hexagonal tiles, and move entry by clicks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from fastcore import OVER, Event, GameInfo, State
from workbench.boards.forest import shapes as drawn
from workbench.boards.forest import words
from workbench.boards.forest.words import PAWNS_TO_WIN, SIZE, acted, tiles
from workbench.boards.kit import contract, hexes, shapes
from workbench.boards.kit.elements import Fields, Ground, Item, Line, Panel, Point
from workbench.boards.kit.symmetry import Essence, Symmetry
from workbench.system.translation import core, tr

TILE = 2 * hexes.REACH  # side of the square for a tile and for the marks around its pieces
ORDER = "RGrgy"  # order of the pieces in a group, from the back or the left
PLACES = {  # offsets of the pieces from the centre of the tile, by group size
    1: ((0.0, 0.0),),
    2: ((-0.2, 0.0), (0.2, 0.0)),
    3: ((0.0, -0.185), (-0.185, 0.15), (0.185, 0.15)),
}
EXTENT = {1: 0.78, 2: 0.64, 3: 0.54}  # side of each piece's square, by group size
BADGE, ABOVE = 0.27, 0.38  # size of a small piece beside a group, and its distance from the centre
DOT = 0.115
TILE_NAME = re.compile(r"[a-g][0-9]")
OFFSETS = tuple(
    (across, up)
    for up in range(-3, 4)
    for across in range(-6, 7)
    if (across + up) % 2 == 0 and 0 < max(abs(up), (abs(across) + abs(up)) // 2) <= 3
)  # offsets between tiles up to three steps apart, in half tiles to the right and rows up


def _piece_drawings() -> Mapping[str, str]:
    drawings = {"y": drawn.pawn("yellow")}
    for letter, ring in (("r", False), ("g", True)):
        drawings[letter] = drawn.pawn(drawn.COLOURS[letter], ring)
        drawings[letter.upper()] = drawn.boogyman(drawn.COLOURS[letter], ring)
    return drawings


def _arrow_shapes() -> Mapping[str, str]:
    kinds = {"way": ("accent", 0.062, 1.0), "way-next": ("accent", 0.035, 1.0), "way-last": ("text", 0.034, 0.6)}
    return {
        f"{kind}:{across}:{up}": shapes.arrow(across / 2, -up * hexes.ROW, *style)
        for kind, style in kinds.items()
        for across, up in OFFSETS
    }


SHAPES: Mapping[str, str] = {
    "tile": shapes.hexagon_cell("wood", "wood_edge"),
    **_piece_drawings(),
    **{f"ghost-{letter}": drawn.ghost(drawing) for letter, drawing in _piece_drawings().items()},
    **{f"small-{letter}": drawn.small(drawing, "accent") for letter, drawing in _piece_drawings().items()},
    **{f"tally-{letter}": drawn.tally(drawing) for letter, drawing in _piece_drawings().items()},
    **{f"owed-{letter}": drawn.missing_piece(letter) for letter in "rgRG"},
    "spent": drawn.spent(),
    **{f"has-acted-{letter}": drawn.tally(_piece_drawings()[letter] + drawn.spent()) for letter in "rg"},
    "spent-boogyman": drawn.spent_boogyman(),
    "grove": drawn.grove(),
    "full": drawn.outline("quiet", 47.2, 2.4, 0.6),
    "open-tile": drawn.outline("accent", 42.5, 2.2, 0.75),
    "open-dot": shapes.disc("accent", 46, 0.55),
    "reach": drawn.filled("accent", drawn.REACH_TINT) + drawn.outline("accent", 46.2, 1.6, 0.35),
    "prey": drawn.filled("warning", drawn.REACH_TINT) + drawn.outline("warning", 42.5, 3),
    "chosen": drawn.filled("accent", drawn.REACH_TINT, 42.5) + drawn.outline("accent", 42.5, 4.4),
    "taken": shapes.cross("card", 21, 15) + shapes.cross("warning", 21, 7),
    "used": shapes.cross("card", 21, 15) + shapes.cross("quiet", 21, 7),
    "last": drawn.outline("text", 42.5, 2.2, 0.8),
    "hit": drawn.outline("warning", 42.5, 3),
    "advice": drawn.outline("warning", 42.5, 4.6, dashes="9 6"),  # must not look chosen
    "cursor": drawn.outline("accent", 47, 3.2),
    **_arrow_shapes(),
}


def _centre(tile: str) -> tuple[float, float]:
    return hexes.centres(SIZE)[tile]


def _group(tile: str, held: str) -> tuple[Item, ...]:
    x, y = _centre(tile)
    letters = sorted(held, key=ORDER.index)
    return tuple(
        Item(letter, x + dx, y + dy, EXTENT[len(letters)], tile)
        for letter, (dx, dy) in zip(letters, PLACES[len(letters)], strict=True)
    )


def _mark(shape: str, tile: str, size: float = TILE) -> Item:
    return Item(shape, *_centre(tile), size, tile)


def _arrow(kind: str, start: str, end: str) -> tuple[Item, ...]:
    """Return an arrow between two tiles, or () if they are the same."""
    if start == end:
        return ()
    (x, y), (to_x, to_y) = _centre(start), _centre(end)
    across, up = round((to_x - x) * 2), round((y - to_y) / hexes.ROW)
    return (
        Item(f"{kind}:{across}:{up}", (x + to_x) / 2, (y + to_y) / 2, shapes.arrow_size(to_x - x, to_y - y), end, True),
    )


def _tiles_of(move: str) -> tuple[str, ...]:
    """Return the one or two tiles in a move's text."""
    return tuple(move.removeprefix("B:").lstrip("@+!").split("-"))


class Board(words.Words, contract.Board):
    """The board of the forest game."""

    shapes = SHAPES

    # Layout -------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        """Return the hexagon of tiles."""
        return hexes.ground(SIZE, "tile", "wood")

    def pieces(self, fields: Fields, viewer: int | None = None) -> tuple[Item, ...]:
        """Return the pieces, with marks for groves, full tiles and pieces that have acted."""
        spent, side = acted(fields), fields["side"]
        areas, standing = list[Item](), list[Item]()
        for tile, held in tiles(fields["rows"]).items():
            if held.count("y") >= 2:
                areas.append(_mark("grove", tile))
            if len(held) == max(PLACES):
                areas.append(_mark("full", tile))
            group = _group(tile, held)
            standing += group
            own = [item for item in group if item.shape == side]
            standing += [item._replace(shape="spent") for item in own[: spent.get(tile, 0)]]
            if "B" in spent:
                standing += [item._replace(shape="spent-boogyman") for item in group if item.shape == side.upper()]
        return (*areas, *standing)

    def essence(self, fields: Fields) -> Essence:
        """Return the pieces, the player, the actions left, and the pieces that have acted."""
        return Essence(tiles(fields["rows"]), f"{fields['side']} {fields['left']},{fields['acted']}")

    def turned(self, text: str, symmetry: Symmetry) -> str:
        """Return a move, or the pieces that have acted, on the board after a symmetry."""
        return ",".join(sorted(symmetry.rename(text, TILE_NAME).split(",")))

    def seat_shape(self, info: GameInfo, seat: int) -> str:
        """Return the seat's pawn."""
        return f"tally-{drawn.LETTERS[seat]}"

    def describe_spot(self, fields: Fields, spot: str, viewer: int | None = None) -> str:
        """Return the pieces on a tile in words."""
        return words.standing_on(tiles(fields["rows"]).get(spot, ""))

    def points_text(self, info: GameInfo, points: int) -> str:
        """Return the number of pawns and the number needed to win."""
        return tr("{points} of {pawns_to_win}", points=points, pawns_to_win=PAWNS_TO_WIN)

    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        """Return a card with the phase and both players' pieces."""
        pieces = "".join(tiles(fields["rows"]).values())
        lines = [Line(words.stage(fields), weight="bold")]
        for letter in drawn.LETTERS:
            number, boogyman = pieces.count(letter), letter.upper()
            pawns = [f"tally-{letter}"] * number + [f"owed-{letter}"] * (PAWNS_TO_WIN - number)
            lines.append(Line(shapes=(*pawns, "", f"tally-{boogyman}" if boogyman in pieces else f"owed-{boogyman}")))
        return (Panel((), tuple(lines)),)

    def roll_frames(self, event: Event) -> tuple[tuple[str, ...], ...]:
        """Return no frames: this game has no dice."""
        return ()

    # Move entry ---------------------------------------------------------------------------------------------------

    def path(self, move: str) -> tuple[str, ...]:
        """Return the tiles of a move. A move within one tile takes a second click on that tile."""
        ends = _tiles_of(move)
        return ends if move.startswith("@") or len(ends) == 2 else ends * 2

    def refusal(self, point: Point, chosen: Sequence[str], spot: str) -> str:
        """Return why a click on this tile is not a step towards a legal move."""
        fields, held = point.fields, tiles(point.fields["rows"]).get(spot, "")
        if point.actor == OVER:
            return words.OVER_NOW
        if fields["left"].startswith("p"):
            return words.full(spot)
        if chosen:
            kind = "B:" if self._options_from(point, chosen[-1])["roam"] else ""
            return f"{core(point.why_not(f'{kind}{chosen[-1]}-{spot}'))}."
        letter = fields["side"]
        number, boogyman = held.count(letter), letter.upper() in held
        if not (number or boogyman):
            return words.no_piece(spot, point.actor, held)
        spent = acted(fields)
        if spent.get(spot, 0) < number:
            return words.shut_in(spot, boogyman=False)
        if boogyman and "B" not in spent:
            return words.shut_in(spot, boogyman=True)
        return words.has_acted(spot, point.actor, number, boogyman)

    def next_prompt(self, point: Point, chosen: Sequence[str]) -> str:
        """Return what to click after this tile."""
        return words.lead(chosen[-1], **self._options_from(point, chosen[-1]))

    def _options_from(self, point: Point, tile: str) -> dict[str, bool]:
        """Return which moves start on a tile: a pawn's step, the BBB's move, a spawn, or the BBB's return to it."""
        texts = [text for text in map(point.move_text, point.moves()) if _tiles_of(text)[0] == tile]
        return {
            "step": any(text[0] not in "@+!B" for text in texts),
            "roam": any(text.startswith("B:") for text in texts),
            "spawn": any(text[0] in "+!" for text in texts),
            "back": f"B:{tile}-{tile}" in texts,
        }

    def dragged_piece(self, point: Point, start: str) -> Item | None:
        """Return the pawn or BBB that can be dragged from a tile."""
        options = self._options_from(point, start)
        letter = point.fields["side"]
        if not (options["step"] or options["roam"]):
            return None
        group = _group(start, tiles(point.fields["rows"])[start])
        return [item for item in group if item.shape == (letter if options["step"] else letter.upper())][-1]

    def move_effect(self, point: Point, move: str) -> str:
        """Return a sentence about the effect of a legal move."""
        events = point.events(move)
        captured = sum(int(event.values["count"]) for event in events if event.kind == "capture")
        return words.promise(move, point.actor, any(event.kind == "yellow" for event in events), captured)

    # Marks --------------------------------------------------------------------------------------------------------

    def open_marks(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Return marks on the chosen tile and the reachable ones; tiles where the BBB would capture are highlighted."""
        groups = tiles(point.fields["rows"])
        if not chosen:
            return tuple(_mark("open-tile", spot) if spot in groups else _mark("open-dot", spot, DOT) for spot in spots)
        start = chosen[-1]
        prey = "rg"[1 - point.actor] if self._options_from(point, start)["roam"] else ""
        return (
            _mark("chosen", start),
            *(
                _mark("prey" if prey and prey in groups.get(spot, "") else "reach", spot)
                for spot in spots
                if spot != start
            ),
        )

    def effect_marks(self, point: Point, move: str) -> tuple[Item, ...]:
        """Return marks for the effects of a move: its path, new pieces and removed ones."""
        return self._effects(point, move, tiles(point.fields["rows"]), "way")

    def _effects(self, point: Point, move: str, groups: Mapping[str, str], way: str) -> tuple[Item, ...]:
        """Return marks for the effects of a move, on a board with these groups; `way` is the kind of its arrow."""
        letter, ends = "rg"[point.actor], _tiles_of(move)
        marks = list(_arrow(way, ends[0], ends[-1]))
        for event in point.events(move):
            if event.kind in ("place", "step", "roam") and (ends[0] != ends[-1] or event.kind == "place"):
                marks.append(self._added_mark(letter.upper() if event.kind == "roam" else letter, ends[-1], groups))
            elif event.kind == "yellow":
                x, y = _centre(event.where[0])
                marks.append(Item("small-y", x, y + ABOVE, BADGE, event.where[0]))
            elif event.kind == "capture":
                marks += self._removed_marks(
                    "taken", ends[-1], groups, {"rg"[1 - point.actor]: int(event.values["count"])}
                )
            elif event.kind in ("spawn", "boogyman"):
                boogyman = event.kind == "boogyman"
                marks += self._removed_marks("used", ends[0], groups, {"y": 2, letter: 1} if boogyman else {"y": 2})
                marks.append(self._added_mark(letter.upper() if boogyman else letter, ends[0], groups))
        return tuple(marks)

    def last_turn_marks(self, fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
        """Return marks on the tiles and paths of the latest turn."""
        marks = dict[str, str]()
        arrows = list[Item]()
        for event in events:
            if event.kind in ("place", "step", "spawn", "boogyman", "roam"):
                marks[event.where[-1]] = "last"
            if event.kind in ("step", "roam"):
                arrows += _arrow("way-last", *event.where)
            if event.kind == "capture":
                marks[event.where[0]] = "hit"
        return (*(_mark(shape, tile) for tile, shape in marks.items()), *arrows)

    def advice_marks(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Return the paths of recommended moves, ghost pieces where they put one, and crosses where they remove one.

        The first tile of the first move is outlined. A piece that moves on in the same turn has no ghost on its way.
        """
        groups, state = tiles(point.fields["rows"]), point if isinstance(point, State) else point.state
        assert state is not None, "nothing is hidden in this game"
        marks = [_mark("advice", _tiles_of(move)[0]) for move in moves[:1]]
        for n, move in enumerate(moves):
            if state.why_not(move):  # a bot from a file may report moves that cannot follow each other
                break
            left = {_tiles_of(later)[0] for later in moves[n + 1 :]}
            marks += [
                mark
                for mark in self._effects(state, move, groups, "way-next" if n else "way")
                if mark.where not in left or not mark.shape.startswith(("ghost-", "small-"))
            ]
            state = state.after(move)
        return tuple(dict.fromkeys(marks))

    def cursor_marks(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Return the outline of the tile that has the keyboard focus."""
        return (_mark("cursor", spot),)

    def hint_marks(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Return the outline of a tile that a hint points out."""
        return (_mark("advice", spot),)

    def _added_mark(self, letter: str, tile: str, groups: Mapping[str, str]) -> Item:
        """Return a piece that a move would add: full size on an empty tile, small above a group."""
        x, y = _centre(tile)
        if tile not in groups:
            return Item(f"ghost-{letter}", x, y, EXTENT[1], tile)
        return Item(f"small-{letter}", x, y - ABOVE, BADGE, tile)

    def _removed_marks(
        self, shape: str, tile: str, groups: Mapping[str, str], counts: Mapping[str, int]
    ) -> tuple[Item, ...]:
        """Return marks on the pieces of a tile that a move would remove; `counts` is keyed by letter.

        Pieces that an earlier move of the turn put there are not on the board yet, and have no mark.
        """
        group = _group(tile, groups[tile]) if tile in groups else ()
        removed = [
            item
            for letter, count in counts.items()
            for item in [mark for mark in group if mark.shape == letter][-count:]
        ]
        return tuple(item._replace(shape=shape) for item in removed)
