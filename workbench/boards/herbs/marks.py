"""The pieces and marks drawn on the arena of Herbs:
what is there, what a plan is expected to do, what just happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from fastcore import Event
from workbench.boards.herbs.arena import COLUMNS, PITS, Herb, ahead, herbs, stones, where
from workbench.boards.herbs.items import acts
from workbench.boards.herbs.projection import FIRE_RANGE, Scene, Slot, account, scene, standing
from workbench.boards.herbs.shapes import SEATS, WAYS
from workbench.boards.kit import shapes
from workbench.boards.kit.elements import Fields, Item, Point

STONE = 0.86  # the square of a stone; others fill theirs
DOT, TRAIL, AROUND = 0.115, 0.07, 1.3
READ = 0.3  # from the middle of a square to where the number of a Herb ends
ASIDE, SMALL = 0.22, 0.58  # of a guess on a square that is not free


def on(shape: str, square: str, size: float = 1.0) -> Item:
    return Item(shape, *where(square), size, square)


def stone(colour: str, square: str, kind: str = "stone") -> Item:
    return on(f"{kind}-{colour}", square, STONE)


def herb(one: Herb, ghost: bool = False) -> tuple[Item, Item]:
    """A Herb: its body turns with the board, its number stays upright."""
    kind = "ghost-" if ghost else ""
    body = on(f"{kind}herb-{SEATS[one.seat]}:{one.facing}", one.square)
    return body._replace(turns=True), on(f"{kind}number-{one.number}", one.square)


def pieces(fields: Fields) -> tuple[Item, ...]:
    there = (stone(colour, square) for square, colour in stones(fields["board"]).items())
    return (*there, *(item for one in herbs(fields).values() for item in herb(one)))


def steps(start: str, end: str) -> tuple[int, int]:
    """Columns to the right and rows up from a square to another."""
    return COLUMNS.index(end[0]) - COLUMNS.index(start[0]), int(end[1:]) - int(start[1:])


def way(kind: str, start: str, end: str) -> tuple[Item, ...]:
    """An arrow from a square to another, none where there is none to draw."""
    across, up = steps(start, end)
    if (across, up) not in WAYS:
        return ()
    (x, y), (to_x, to_y) = where(start), where(end)
    return (Item(f"{kind}:{across}:{up}", (x + to_x) / 2, (y + to_y) / 2, shapes.way_size(across, up), end, True),)


def trail(start: str, end: str) -> Iterator[Item]:
    """Dots from the middle of a square to that of another."""
    (x, y), (to_x, to_y) = where(start), where(end)
    count = 4 * max(map(abs, steps(start, end)))
    for n in range(2, count - 1):
        yield Item("dot", x + (to_x - x) * n / count, y + (to_y - y) * n / count, TRAIL, end, True)


def reached(scene: Scene, one: Herb, way_on: int, most: int) -> tuple[str, ...]:
    """The squares that a Herb would go to, ahead (1) or behind (-1), until something stops it or a pit takes it."""
    found: list[str] = []
    for number in range(1, most + 1):
        square = ahead(one.square, one.facing, way_on * number)
        if not square or scene.holds(square) or (found and found[-1] in PITS):
            break
        found.append(square)
    return tuple(found)


def line_of_push(scene: Scene, one: Herb) -> tuple[str, ...]:
    """The squares of the unbroken line in front of a Herb."""
    found: list[str] = []
    while (square := ahead(one.square, one.facing, len(found) + 1)) and scene.holds(square):
        found.append(square)
    return tuple(found)


def line_of_fire(scene: Scene, one: Herb) -> tuple[Item, ...]:
    """Dots as far as a shot goes, and what it hits."""
    found = []
    for number in range(1, FIRE_RANGE + 1):
        square = ahead(one.square, one.facing, number)
        if not square:
            break
        if scene.holds(square):
            found.append(on("aim", square))
            break
        found.append(on("range", square, DOT))
    return tuple(found)


def changes(before: Scene, after: Scene) -> tuple[Item, ...]:
    """Pieces that come where they were not, faint, and outlines where they were."""
    marks = [on("left", square) for square in before.stones if not after.holds(square)]
    for square, colour in after.stones.items():
        if before.stones.get(square) != colour:
            marks += [on("cover", square)] * bool(before.holds(square)) + [stone(colour, square, "ghost-stone")]
    for number, one in after.herbs.items():
        was = before.herbs.get(number)
        if was is not None and was.square == one.square and was.facing != one.facing:
            marks.append(on(f"faces-{one.facing}", one.square, AROUND)._replace(turns=True))
        elif was != one:
            marks += [on("cover", one.square), *herb(one, ghost=True)]
    return tuple(marks)


def guesses(now: Scene, then: Scene, placed: Sequence[str], seat: int) -> tuple[Item, ...]:
    """Pieces where they are expected to come, and stones that a seat is to place; small where something else stands
    now, so that both can be seen. A cross lies on a stone that would be lost."""
    marks = [on("left", square) for square in now.stones if not then.holds(square)]
    for square, colour in then.stones.items():
        if now.stones.get(square) != colour:
            marks += _guess(now, square, (stone(colour, square, "ghost-stone"),))
    for number, one in then.herbs.items():
        was = now.herbs.get(number)
        if was is not None and was.square == one.square and was.facing != one.facing:
            marks.append(on(f"faces-{one.facing}", one.square, AROUND)._replace(turns=True))
        elif was != one:
            marks += _guess(now, one.square, herb(one, ghost=True))
    for item in placed:
        square = item[2:]
        lost = (on("idle", square),) if then.hindrance(square, seat) else ()
        marks += _guess(now, square, (stone(item[0].lower(), square, "ghost-stone"), *lost), -ASIDE)
    return tuple(marks)


def _guess(now: Scene, square: str, items: Sequence[Item], across: float = ASIDE) -> list[Item]:
    """Drawings of a guess, in a lower corner of a square that is not free now."""
    if not now.holds(square):
        return list(items)
    return [one._replace(x=one.x + across, y=one.y + ASIDE, size=one.size * SMALL) for one in items]


def doing(before: Scene, slot: Slot, after: Scene) -> tuple[Item, ...]:
    """What an action is expected to do."""
    marks = list(changes(before, after))
    one = before.herbs.get(int(slot.item[0]))
    if slot.item[1:] == "F" and one is not None:
        marks += line_of_fire(before, one)
    for event in slot.events:
        if event.kind == "move":
            marks += way("way", *event.where)
        elif event.kind == "wave":
            marks += waves("way-next", event)
        elif event.kind == "points":
            marks += [on("scores", square) for square in event.where if square not in PITS]
            marks += [on("taken", square) for square in event.where if square in PITS]
        elif event.kind == "destroyed":
            marks.append(on("taken", event.where[0]))
        elif event.kind == "nothing" and one is not None:
            marks.append(on("idle", one.square))
    return tuple(marks)


def waves(kind: str, event: Event) -> list[Item]:
    """Arrows along which the stones of patterns move apart."""
    return [
        item for start, end in zip(event.where[::2], event.where[1::2], strict=True) for item in way(kind, start, end)
    ]


def last(fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
    """What the latest steps did: rings where something came to stand, dashes where something was lost, and ways."""
    there = standing(fields)
    marks, ways = dict[str, str](), list[Item]()
    for event in events:
        if event.kind in ("move", "push", "hit"):
            ways += way("way-last", *going(event))
        if event.kind == "move":
            marks[event.where[1]] = "last"
        elif event.kind == "push":
            marks |= dict.fromkeys(event.where, "last")
        elif event.kind == "wave":
            ways += waves("way-last", event)
            marks |= dict.fromkeys(event.where[1::2], "last")
        elif event.kind == "hit":
            marks[event.where[-1]] = "hit"
        elif event.kind in ("turn", "paint", "placed"):
            marks[event.where[0]] = "last"
        elif event.kind in ("failed", "destroyed"):
            marks[event.where[0]] = "gone"
    scored = scoring(events)
    kept = {
        square: shape
        for square, shape in marks.items()
        if square and (shape == "gone" or there.holds(square)) and square not in scored
    }
    read = [one.square for one in there.herbs.values()]  # no arrow lies over the number of a Herb
    ways = [item for item in ways if not any(_crosses(item, square) for square in read)]
    return (*(on(shape, square) for square, shape in kept.items()), *(on("scores", square) for square in scored), *ways)


def _crosses(item: Item, square: str) -> bool:
    """Whether an arrow goes on over the middle of a square."""
    across, up = (int(part) for part in item.shape.split(":")[1:])
    (x, y), long = where(square), hypot(across, up)
    along = abs((x - item.x) * across - (y - item.y) * up) / long
    beside = abs((x - item.x) * up + (y - item.y) * across) / long
    return beside < READ and along < long / 2 - shapes.AHEAD + READ


def scoring(events: Sequence[Event]) -> list[str]:
    """The squares of the patterns that scored in the very last steps."""
    found = list[str]()
    for event in reversed(events):
        if event.kind != "points":
            break
        found += [square for square in event.where if square not in found]
    return found


def going(event: Event) -> tuple[str, str]:
    """Where the Herb of a step comes from and where it comes to: it moves, pushes or is hit."""
    if event.kind != "push":
        return event.where[0], event.where[-1]
    one = herbs(event.fields)[int(event.values["herb"])]
    return ahead(event.where[0], one.facing, -1), event.where[0]  # a push names where all comes to stand


def placing(item: str, there: Scene, seat: int) -> tuple[Item, ...]:
    """A stone that a seat names, and a cross where it is expected to fail."""
    square = item[2:]
    ghost = stone(item[0].lower(), square, "ghost-stone")
    return (ghost, on("idle", square)) if there.hindrance(square, seat) else (ghost,)


def advice(point: Point, written: Sequence[str], moves: Sequence[str]) -> tuple[Item, ...]:
    """The moves that are recommended after what is written: rings where they begin and end, and ways."""
    marks, ways = dict[str, str](), list[Item]()
    there = scene(point, point.actor, written)
    slots = account(point, point.actor, (*written, *moves))[len(acts(written)) :]
    for n, move in enumerate(moves):
        shape = "advice-next" if n else "advice"
        if not move[0].isdigit():
            marks.setdefault(move[2:], shape)
            continue
        slot, number = slots[n], int(move[0])
        if number in there.herbs:
            marks.setdefault(there.herbs[number].square, shape)
        for event in slot.events:
            if event.kind in ("move", "push"):
                ways += way("way-next" if n else "way", *going(event))
            if event.kind in ("move", "push", "hit"):
                marks.setdefault(going(event)[1], shape)
            elif event.kind == "paint":
                marks.setdefault(event.where[0], shape)
        there = standing(slot.fields)
    return (*(on(shape, square) for square, shape in marks.items()), *ways)
