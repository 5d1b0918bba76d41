"""The board of the forest game: pieces in groups on a hexagon of tiles, and what a click on a tile means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fastcore import OVER, Event, GameInfo
from workbench.boards.forest import shapes as drawn
from workbench.boards.forest import words
from workbench.boards.forest.words import PAWNS_TO_WIN, SIZE, acted, tiles
from workbench.boards.kit import contract, hexes, shapes
from workbench.boards.kit.elements import Fields, Ground, Item, Line, Panel, Point

TILE = 2 * hexes.REACH  # the square of a tile and of what is drawn around its pieces
ORDER = "RGrgy"  # of the pieces in a group: the first stands at the back or at the left
PLACES = {  # of the pieces in a group by their number, around the middle of the tile
    1: ((0.0, 0.0),),
    2: ((-0.2, 0.0), (0.2, 0.0)),
    3: ((0.0, -0.185), (-0.185, 0.15), (0.185, 0.15)),
}
EXTENT = {1: 0.78, 2: 0.64, 3: 0.54}  # the square of each of them
BADGE, ABOVE = 0.27, 0.38  # a small piece beside a group, and how far from the middle it stands
DOT = 0.115
WAYS = tuple(
    (across, up)
    for up in range(-3, 4)
    for across in range(-6, 7)
    if (across + up) % 2 == 0 and 0 < max(abs(up), (abs(across) + abs(up)) // 2) <= 3
)  # between tiles up to three steps apart, in half tiles to the right and rows up


def _pieces() -> Mapping[str, str]:
    made = {"y": drawn.pawn("yellow")}
    for letter, ring in (("r", False), ("g", True)):
        made[letter] = drawn.pawn(drawn.COLOURS[letter], ring)
        made[letter.upper()] = drawn.boogyman(drawn.COLOURS[letter], ring)
    return made


def _way_shapes() -> Mapping[str, str]:
    kinds = {"way": ("accent", 0.062, 1.0), "way-next": ("accent", 0.035, 1.0), "way-last": ("text", 0.034, 0.6)}
    return {
        f"{kind}:{across}:{up}": shapes.way(across / 2, -up * hexes.ROW, *style)
        for kind, style in kinds.items()
        for across, up in WAYS
    }


SHAPES: Mapping[str, str] = {
    "tile": shapes.hexagon_cell("wood", "wood_edge"),
    **_pieces(),
    **{f"ghost-{letter}": drawn.ghost(drawing) for letter, drawing in _pieces().items()},
    **{f"small-{letter}": drawn.small(drawing, "accent") for letter, drawing in _pieces().items()},
    **{f"tally-{letter}": drawn.tally(drawing) for letter, drawing in _pieces().items()},
    **{f"owed-{letter}": drawn.owed(letter) for letter in "rgRG"},
    "spent": drawn.spent(),
    **{f"has-acted-{letter}": drawn.tally(_pieces()[letter] + drawn.spent()) for letter in "rg"},
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
    "advice": drawn.filled("accent", 0.06, 42.5) + drawn.outline("accent", 42.5, 4.6),
    "advice-next": drawn.outline("accent", 42.5, 2.6),
    "cursor": drawn.outline("accent", 47, 3.2),
    **_way_shapes(),
}


def _where(tile: str) -> tuple[float, float]:
    return hexes.centres(SIZE)[tile]


def _group(tile: str, held: str) -> tuple[Item, ...]:
    """The pieces of one tile in their places."""
    x, y = _where(tile)
    letters = sorted(held, key=ORDER.index)
    return tuple(
        Item(letter, x + dx, y + dy, EXTENT[len(letters)], tile)
        for letter, (dx, dy) in zip(letters, PLACES[len(letters)], strict=True)
    )


def _on(shape: str, tile: str, size: float = TILE) -> Item:
    return Item(shape, *_where(tile), size, tile)


def _way(kind: str, start: str, end: str) -> tuple[Item, ...]:
    """An arrow from a tile to another, none from a tile to itself."""
    if start == end:
        return ()
    (x, y), (to_x, to_y) = _where(start), _where(end)
    across, up = round((to_x - x) * 2), round((y - to_y) / hexes.ROW)
    return (
        Item(f"{kind}:{across}:{up}", (x + to_x) / 2, (y + to_y) / 2, shapes.way_size(to_x - x, to_y - y), end, True),
    )


def _ends(move: str) -> tuple[str, ...]:
    """The tiles that a move names, one or two."""
    return tuple(move.removeprefix("B:").lstrip("@+!").split("-"))


class Board(words.Words, contract.Board):
    shapes = SHAPES

    # What lies where ----------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        return hexes.ground(SIZE, "tile", "wood")

    def pieces(self, fields: Fields, viewer: int | None = None) -> tuple[Item, ...]:
        spent, side = acted(fields), fields["side"]
        areas, standing = list[Item](), list[Item]()
        for tile, held in tiles(fields["rows"]).items():
            if held.count("y") >= 2:
                areas.append(_on("grove", tile))
            if len(held) == max(PLACES):
                areas.append(_on("full", tile))
            group = _group(tile, held)
            standing += group
            own = [item for item in group if item.shape == side]
            standing += [item._replace(shape="spent") for item in own[: spent.get(tile, 0)]]
            if "B" in spent:
                standing += [item._replace(shape="spent-boogyman") for item in group if item.shape == side.upper()]
        return (*areas, *standing)

    def seat_shape(self, info: GameInfo, seat: int) -> str:
        return f"tally-{drawn.LETTERS[seat]}"

    def standing_on(self, fields: Fields, spot: str, viewer: int | None = None) -> str:
        return words.standing_on(tiles(fields["rows"]).get(spot, ""))

    def standing(self, info: GameInfo, points: int) -> str:
        return f"{points} of {PAWNS_TO_WIN}"

    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        there = "".join(tiles(fields["rows"]).values())
        lines = [Line(words.stage(fields), weight="bold")]
        for letter in drawn.LETTERS:
            number, boogyman = there.count(letter), letter.upper()
            pawns = [f"tally-{letter}"] * number + [f"owed-{letter}"] * (PAWNS_TO_WIN - number)
            lines.append(Line(shapes=(*pawns, "", f"tally-{boogyman}" if boogyman in there else f"owed-{boogyman}")))
        return (Panel((), tuple(lines)),)

    def tumble(self, event: Event) -> tuple[tuple[str, ...], ...]:
        return ()

    # What a click means -------------------------------------------------------------------------------------------

    def path(self, move: str) -> tuple[str, ...]:
        """A piece and where it goes; what happens on one tile alone is a second click on it."""
        ends = _ends(move)
        return ends if move.startswith("@") or len(ends) == 2 else ends * 2

    def refusal(self, point: Point, chosen: Sequence[str], spot: str) -> str:
        fields, held = point.fields, tiles(point.fields["rows"]).get(spot, "")
        if point.actor == OVER:
            return words.OVER_NOW
        if fields["left"].startswith("p"):
            return words.full(spot)
        if chosen:
            kind = "B:" if self._may(point, chosen[-1])["roam"] else ""
            return f"{point.why_not(f'{kind}{chosen[-1]}-{spot}')}."
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

    def lead(self, point: Point, chosen: Sequence[str]) -> str:
        return words.lead(chosen[-1], **self._may(point, chosen[-1]))

    def _may(self, point: Point, tile: str) -> dict[str, bool]:
        """What may be done from a tile."""
        texts = [text for text in map(point.move_text, point.moves()) if _ends(text)[0] == tile]
        return {
            "step": any(text[0] not in "@+!B" for text in texts),
            "roam": any(text.startswith("B:") for text in texts),
            "spawn": any(text[0] in "+!" for text in texts),
            "back": f"B:{tile}-{tile}" in texts,
        }

    def carried(self, point: Point, start: str) -> Item | None:
        may = self._may(point, start)
        letter = point.fields["side"]
        if not (may["step"] or may["roam"]):
            return None
        group = _group(start, tiles(point.fields["rows"])[start])
        return [item for item in group if item.shape == (letter if may["step"] else letter.upper())][-1]

    def promise(self, point: Point, move: str) -> str:
        events = point.events(move)
        captured = sum(int(event.values["count"]) for event in events if event.kind == "capture")
        return words.promise(move, point.actor, any(event.kind == "yellow" for event in events), captured)

    # Marks --------------------------------------------------------------------------------------------------------

    def open(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        there = tiles(point.fields["rows"])
        if not chosen:
            return tuple(_on("open-tile", spot) if spot in there else _on("open-dot", spot, DOT) for spot in spots)
        start = chosen[-1]
        prey = "rg"[1 - point.actor] if self._may(point, start)["roam"] else ""
        return (
            _on("chosen", start),
            *(
                _on("prey" if prey and prey in there.get(spot, "") else "reach", spot)
                for spot in spots
                if spot != start
            ),
        )

    def foresee(self, point: Point, move: str) -> tuple[Item, ...]:
        there, letter, ends = tiles(point.fields["rows"]), "rg"[point.actor], _ends(move)
        marks = list(_way("way", ends[0], ends[-1]))
        for event in point.events(move):
            if event.kind in ("place", "step", "roam") and (ends[0] != ends[-1] or event.kind == "place"):
                marks.append(self._comes(letter.upper() if event.kind == "roam" else letter, ends[-1], there))
            elif event.kind == "yellow":
                x, y = _where(event.where[0])
                marks.append(Item("small-y", x, y + ABOVE, BADGE, event.where[0]))
            elif event.kind == "capture":
                marks += self._leave("taken", ends[-1], there, {"rg"[1 - point.actor]: int(event.values["count"])})
            elif event.kind in ("spawn", "boogyman"):
                boogyman = event.kind == "boogyman"
                marks += self._leave("used", ends[0], there, {"y": 2, letter: 1} if boogyman else {"y": 2})
                marks.append(self._comes(letter.upper() if boogyman else letter, ends[0], there))
        return tuple(marks)

    def last(self, fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
        marks = dict[str, str]()
        ways = list[Item]()
        for event in events:
            if event.kind in ("place", "step", "spawn", "boogyman", "roam"):
                marks[event.where[-1]] = "last"
            if event.kind in ("step", "roam"):
                ways += _way("way-last", *event.where)
            if event.kind == "capture":
                marks[event.where[0]] = "hit"
        return (*(_on(shape, tile) for tile, shape in marks.items()), *ways)

    def advice(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        marks = dict[str, str]()
        ways = list[Item]()
        for n, move in enumerate(moves):
            for tile in _ends(move):
                marks.setdefault(tile, "advice-next" if n else "advice")
            ends = _ends(move)
            ways += _way("way-next" if n else "way", ends[0], ends[-1])
        return (*(_on(shape, tile) for tile, shape in marks.items()), *ways)

    def cursor(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        return (_on("cursor", spot),)

    def _comes(self, letter: str, tile: str, there: Mapping[str, str]) -> Item:
        """A piece that would come: in its place on an empty tile, small above others."""
        x, y = _where(tile)
        if tile not in there:
            return Item(f"ghost-{letter}", x, y, EXTENT[1], tile)
        return Item(f"small-{letter}", x, y - ABOVE, BADGE, tile)

    def _leave(self, shape: str, tile: str, there: Mapping[str, str], counts: Mapping[str, int]) -> tuple[Item, ...]:
        """Marks on the pieces of a tile that would go: letter -> how many."""
        group = _group(tile, there[tile])
        going = [
            item for letter, count in counts.items() for item in [one for one in group if one.shape == letter][-count:]
        ]
        return tuple(item._replace(shape=shape) for item in going)
