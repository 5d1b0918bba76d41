"""Marks and sentences for the square under the pointer in Herbs: ranges of fire, costs of pushes, patterns."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.boards.herbs import effect_words, entry
from workbench.boards.herbs import marks as herbs_marks
from workbench.boards.herbs.arena import COLUMNS, PITS, SIDE, SQUARES
from workbench.boards.herbs.items import COLOURS
from workbench.boards.herbs.marks import on
from workbench.boards.herbs.projection import Scene, expected_scene
from workbench.boards.kit.choices import SpotInfo
from workbench.boards.kit.elements import Item, Point

SQUARE = ((0, 0), (1, 0), (0, 1), (1, 1))
FAR = (1, 2, 3)  # distances of a push
ROWS = tuple(tuple((n * across, n * up) for n in range(4)) for across, up in ((1, 0), (0, 1)))


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
        marks += herbs_marks.line_of_fire(scene, herb)
        sentences.append(effect_words.range_of_fire(herb.number, scene.holds(hit) if hit else ""))
    pushing = (2 * seat, 2 * seat + 1) if point.phase == "write" else tuple(scene.herbs)
    for number in pushing if piece and not placing else ():
        if entry.front(scene, number) == spot:
            line = herbs_marks.line_of_push(scene, scene.herbs[number])
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
