"""Pieces and marks on the arena of Herbs: the current board, the expected effects of a plan, and recent events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from fastcore import Event
from workbench.boards.herbs import effect_words, entry
from workbench.boards.herbs.arena import COLUMNS, PITS, SIDE, SQUARES, Herb, ahead, centre, herbs, stones
from workbench.boards.herbs.items import COLOURS, actions_of
from workbench.boards.herbs.projection import (
    FIRE_RANGE,
    Scene,
    Slot,
    current_scene,
    effects,
    expected_scene,
    scene_after,
)
from workbench.boards.herbs.shapes import ARROWS, SEATS
from workbench.boards.kit import shapes
from workbench.boards.kit.choices import SpotInfo
from workbench.boards.kit.elements import Fields, Item, Point

STONE, HERB = 0.86, 0.9  # sizes of pieces that leave room for the name in the corner of a square
DOT, TRAIL, AROUND = 0.115, 0.07, 1.3
READ = 0.3  # radius around the number of a Herb that arrows must not cross
ASIDE, SMALL = 0.22, 0.58  # offset and scale of a ghost on an occupied square
SQUARE = ((0, 0), (1, 0), (0, 1), (1, 1))
FAR = (1, 2, 3)  # distances of a push
ROWS = tuple(tuple((n * across, n * up) for n in range(4)) for across, up in ((1, 0), (0, 1)))


def on(shape: str, square: str, size: float = 1.0) -> Item:
    """Return a drawing centred on a square."""
    return Item(shape, *centre(square), size, square)


def stone(colour: str, square: str, kind: str = "stone") -> Item:
    """Return a stone of the colour `w` or `b`; `kind` is the prefix of its shape."""
    return on(f"{kind}-{colour}", square, STONE)


def herb(piece: Herb, ghost: bool = False) -> tuple[Item, Item]:
    """Return the body of a Herb, which rotates with the board, and its number, which stays upright."""
    kind = "ghost-" if ghost else ""
    body = on(f"{kind}herb-{SEATS[piece.seat]}:{piece.facing}", piece.square, HERB)
    return body._replace(turns=True), on(f"{kind}number-{piece.number}", piece.square, HERB)


def pieces(fields: Fields) -> tuple[Item, ...]:
    """Return the stones and the Herbs of a position."""
    placed = (stone(colour, square) for square, colour in stones(fields["board"]).items())
    return (*placed, *(item for piece in herbs(fields).values() for item in herb(piece)))


def steps(start: str, end: str) -> tuple[int, int]:
    """Return the columns to the right and the rows up from one square to another."""
    return COLUMNS.index(end[0]) - COLUMNS.index(start[0]), int(end[1:]) - int(start[1:])


def arrow(kind: str, start: str, end: str) -> tuple[Item, ...]:
    """Return an arrow from one square to another, or () if there is no shape for it."""
    across, up = steps(start, end)
    if (across, up) not in ARROWS:
        return ()
    (x, y), (to_x, to_y) = centre(start), centre(end)
    return (Item(f"{kind}:{across}:{up}", (x + to_x) / 2, (y + to_y) / 2, shapes.arrow_size(across, up), end, True),)


def trail(start: str, end: str) -> Iterator[Item]:
    """Yield dots from the centre of one square to the centre of another."""
    (x, y), (to_x, to_y) = centre(start), centre(end)
    count = 4 * max(map(abs, steps(start, end)))
    for n in range(2, count - 1):
        yield Item("dot", x + (to_x - x) * n / count, y + (to_y - y) * n / count, TRAIL, end, True)


def reachable_squares(scene: Scene, mover: Herb, direction: int, most: int) -> tuple[str, ...]:
    """Return the squares that a Herb can reach.

    Args:
        scene: The expected board.
        mover: The Herb.
        direction: 1 for ahead, -1 for behind.
        most: The longest move in squares.

    Returns:
        The squares in order, up to the first piece in the way or the first pit.
    """
    reached: list[str] = []
    for number in range(1, most + 1):
        square = ahead(mover.square, mover.facing, direction * number)
        if not square or scene.holds(square) or (reached and reached[-1] in PITS):
            break
        reached.append(square)
    return tuple(reached)


def line_of_push(scene: Scene, pusher: Herb) -> tuple[str, ...]:
    """Return the squares of the unbroken line of pieces in front of a Herb."""
    line: list[str] = []
    while (square := ahead(pusher.square, pusher.facing, len(line) + 1)) and scene.holds(square):
        line.append(square)
    return tuple(line)


def line_of_fire(scene: Scene, shooter: Herb) -> tuple[Item, ...]:
    """Return dots along a Herb's line of fire, and a mark on the piece it reaches."""
    marks = []
    for number in range(1, FIRE_RANGE + 1):
        square = ahead(shooter.square, shooter.facing, number)
        if not square:
            break
        if scene.holds(square):
            marks.append(on("aim", square))
            break
        marks.append(on("range", square, DOT))
    return tuple(marks)


def changes(before: Scene, after: Scene) -> tuple[Item, ...]:
    """Return ghosts of pieces on their new squares and outlines on their old ones."""
    marks = [on("left", square) for square in before.stones if not after.holds(square)]
    for square, colour in after.stones.items():
        if before.stones.get(square) != colour:
            marks += [on("cover", square)] * bool(before.holds(square)) + [stone(colour, square, "ghost-stone")]
    for number, moved in after.herbs.items():
        was = before.herbs.get(number)
        if was is not None and was.square == moved.square and was.facing != moved.facing:
            marks.append(on(f"faces-{moved.facing}", moved.square, AROUND)._replace(turns=True))
        elif was != moved:
            marks += [on("cover", moved.square), *herb(moved, ghost=True)]
    return tuple(marks)


def expected_ghosts(now: Scene, then: Scene, placed: Sequence[str], seat: int) -> tuple[Item, ...]:
    """Return ghosts of pieces on their expected squares, and of stones that a seat plans to place.

    On occupied squares the ghosts are small, so that both pieces are visible. Stones that would be lost get a cross.

    Args:
        now: The current board.
        then: The board expected after the actions.
        placed: The stones in the plan.
        seat: The planning seat.
    """
    marks = [on("left", square) for square in now.stones if not then.holds(square)]
    for square, colour in then.stones.items():
        if now.stones.get(square) != colour:
            marks += _ghost_items(now, square, (stone(colour, square, "ghost-stone"),))
    for number, moved in then.herbs.items():
        was = now.herbs.get(number)
        if was is not None and was.square == moved.square and was.facing != moved.facing:
            marks.append(on(f"faces-{moved.facing}", moved.square, AROUND)._replace(turns=True))
        elif was != moved:
            marks += _ghost_items(now, moved.square, herb(moved, ghost=True))
    for item in placed:
        square = item[2:]
        lost = (on("idle", square),) if then.obstacle(square, seat) else ()
        marks += _ghost_items(now, square, (stone(item[0].lower(), square, "ghost-stone"), *lost), -ASIDE)
    return tuple(marks)


def _ghost_items(now: Scene, square: str, items: Sequence[Item], across: float = ASIDE) -> list[Item]:
    """Return the items, moved to a lower corner if the square is occupied now."""
    if not now.holds(square):
        return list(items)
    return [item._replace(x=item.x + across, y=item.y + ASIDE, size=item.size * SMALL) for item in items]


def effect_marks(before: Scene, slot: Slot, after: Scene) -> tuple[Item, ...]:
    """Return marks for the expected effect of an action.

    Args:
        before: The board before the action.
        slot: The action and its events.
        after: The board after it.
    """
    marks = list(changes(before, after))
    actor = before.herbs.get(int(slot.item[0]))
    if slot.item[1:] == "F" and actor is not None:
        marks += line_of_fire(before, actor)
    for event in slot.events:
        if event.kind == "move":
            marks += arrow("way", *event.where)
        elif event.kind == "wave":
            marks += waves("way-next", event)
        elif event.kind == "points":
            marks += [on("scores", square) for square in event.where if square not in PITS]
            marks += [on("taken", square) for square in event.where if square in PITS]
        elif event.kind == "destroyed":
            marks.append(on("taken", event.where[0]))
        elif event.kind == "nothing" and actor is not None:
            marks.append(on("idle", actor.square))
    return tuple(marks)


def waves(kind: str, event: Event) -> list[Item]:
    """Return arrows along which the stones of patterns move apart."""
    return [
        item for start, end in zip(event.where[::2], event.where[1::2], strict=True) for item in arrow(kind, start, end)
    ]


def last_turn_marks(fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
    """Return rings around arrivals, dashed outlines of lost pieces, and arrows between squares."""
    scene = current_scene(fields)
    marks, arrows = dict[str, str](), list[Item]()
    for event in events:
        if event.kind in ("move", "push", "hit"):
            arrows += arrow("way-last", *start_and_end(event))
        if event.kind == "move":
            marks[event.where[1]] = "last"
        elif event.kind == "push":
            marks |= dict.fromkeys(event.where, "last")
        elif event.kind == "wave":
            arrows += waves("way-last", event)
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
        if square and (shape == "gone" or scene.holds(square)) and square not in scored
    }
    herb_squares = [piece.square for piece in scene.herbs.values()]  # arrows must not cover the number of a Herb
    arrows = [item for item in arrows if not any(_crosses(item, square) for square in herb_squares)]
    return (
        *(on(shape, square) for square, shape in kept.items()),
        *(on("scores", square) for square in scored),
        *arrows,
    )


def _crosses(item: Item, square: str) -> bool:
    """Return whether an arrow passes over the middle of a square."""
    across, up = (int(part) for part in item.shape.split(":")[1:])
    (x, y), long = centre(square), hypot(across, up)
    along = abs((x - item.x) * across - (y - item.y) * up) / long
    beside = abs((x - item.x) * up + (y - item.y) * across) / long
    return beside < READ and along < long / 2 - shapes.ARROW_GAP + READ


def scoring(events: Sequence[Event]) -> list[str]:
    """Return the squares of patterns that scored in the final events."""
    squares = list[str]()
    for event in reversed(events):
        if event.kind != "points":
            break
        squares += [square for square in event.where if square not in squares]
    return squares


def start_and_end(event: Event) -> tuple[str, str]:
    """Return the squares that a Herb leaves and enters in a move, push or hit event."""
    if event.kind != "push":
        return event.where[0], event.where[-1]
    pusher = herbs(event.fields)[int(event.values["herb"])]
    # A push event lists the squares of the line after the push.
    return ahead(event.where[0], pusher.facing, -1), event.where[0]


def stone_marks(item: str, scene: Scene, seat: int) -> tuple[Item, ...]:
    """Return the ghost of a stone, and a cross if it is expected to fail."""
    square = item[2:]
    ghost = stone(item[0].lower(), square, "ghost-stone")
    return (ghost, on("idle", square)) if scene.obstacle(square, seat) else (ghost,)


def advice(point: Point, written: Sequence[str], moves: Sequence[str]) -> tuple[Item, ...]:
    """Return rings and arrows for recommended moves.

    Args:
        point: The position.
        written: The items already in the plan.
        moves: The recommended moves, in order.
    """
    marks, arrows = dict[str, str](), list[Item]()
    scene = scene_after(point, point.actor, written)
    slots = effects(point, point.actor, (*written, *moves))[len(actions_of(written)) :]
    for n, move in enumerate(moves):
        shape = "advice-next" if n else "advice"
        if not move[0].isdigit():
            marks.setdefault(move[2:], shape)
            continue
        slot, number = slots[n], int(move[0])
        if number in scene.herbs:
            marks.setdefault(scene.herbs[number].square, shape)
        for event in slot.events:
            if event.kind in ("move", "push"):
                arrows += arrow("way-next" if n else "way", *start_and_end(event))
            if event.kind in ("move", "push", "hit"):
                marks.setdefault(start_and_end(event)[1], shape)
            elif event.kind == "paint":
                marks.setdefault(event.where[0], shape)
        scene = current_scene(slot.fields)
    return (*(on(shape, square) for square, shape in marks.items()), *arrows)


def spot_info(point: Point, spot: str) -> SpotInfo:
    """Return sentences and marks about a square.

    While a plan is being written, they refer to the expected board and to pushes by the player's Herbs. During a bid,
    they refer to the current board and to pushes by all Herbs.
    """
    if point.phase not in ("write", "bid") or spot not in SQUARES:
        return SpotInfo()
    scene, seat, placing = expected_scene(point), point.actor, entry.is_placing(point)
    sentences, marks = list[str](), list[Item]()
    piece = scene.holds(spot)
    if piece.isdigit():
        herb = scene.herbs[int(piece)]
        hit = entry.target(scene, herb)
        marks += line_of_fire(scene, herb)
        sentences.append(effect_words.range_of_fire(herb.number, scene.holds(hit) if hit else ""))
    pushing = (2 * seat, 2 * seat + 1) if point.phase == "write" else tuple(scene.herbs)
    for number in pushing if piece and not placing else ():
        if entry.front(scene, number) == spot:
            line = line_of_push(scene, scene.herbs[number])
            marks += [on("front", square) for square in line]
            why = {far: entry.why_no_push(point, number, far) for far in FAR}
            prices = {far: entry.push_cost(point, number, far) for far in FAR if not why[far]}
            sentences.append(
                effect_words.push_of(number, len(line), prices, {far: reason for far, reason in why.items() if reason})
            )
    colours = () if placing else (piece,) if piece in COLOURS else () if piece else (*COLOURS,)
    for colour in colours:
        for kind, squares in completed(scene, spot, colour):
            marks += [on("scores", square) for square in squares]
            sentences.append(effect_words.completes(kind, colour, is_complete=bool(piece)))
    return SpotInfo(" ".join(dict.fromkeys(sentences)), tuple(dict.fromkeys(marks)))


def completed(scene: Scene, spot: str, colour: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each pattern that a stone of this colour on a square would belong to, and its squares."""
    if spot in PITS:
        return
    column, row = COLUMNS.index(spot[0]), int(spot[1:])
    for shape in (*ROWS, SQUARE):
        for across, up in shape:
            cells = [(column - across + x, row - up + y) for x, y in shape]
            if all(0 <= x < SIDE and 1 <= y <= SIDE for x, y in cells):
                squares = tuple(f"{COLUMNS[x]}{y}" for x, y in cells)
                if all(square == spot or scene.stones.get(square) == colour for square in squares):
                    yield "square" if shape is SQUARE else "row", squares
