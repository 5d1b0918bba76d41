"""Patterns of Herbs and the waves in which they move apart, on stones alone: the page's paragraph "Patterns".

A stone keeps its identity while it moves: here it is the square it stood on before the push. `Stones` maps the square a
stone stands on now to that identity; its colour is looked up by the identity.
"""

from collections import Counter, defaultdict
from functools import cache
from typing import NamedTuple

from tests.reference.herbs_text import PITS, SIDE, Square

Stones = dict[Square, Square]
Colours = dict[Square, str]
Step = tuple[int, int]

ROW_STEPS = {"burst": (-1, -1, 1, 1), "spread": (-2, -1, 1, 2), "ends": (-1, 0, 0, 1)}
PATTERN_POINTS = {"b": 6, "w": 4}
STONE_POINTS = {"b": 3, "w": 1}


class Window(NamedTuple):
    """Four squares on which stones of one colour are a pattern, and the step each of them is to take."""

    squares: tuple[Square, Square, Square, Square]
    steps: tuple[Step, Step, Step, Step]


class Wave(NamedTuple):
    """What one wave did: the stones after it, the patterns that scored, the points of these and of fallen stones."""

    stones: Stones
    scored: set[frozenset[Square]]
    points: int


def on_board(square: Square) -> bool:
    return 0 <= square[0] < SIDE and 0 <= square[1] < SIDE


@cache
def windows(style: str) -> list[Window]:
    """Every row of four along a row or a column, and every 2 x 2 block."""
    found = []
    w, x, y, z = ROW_STEPS[style]
    for column in range(SIDE):
        for row in range(SIDE):
            c, r = column, row
            found += [
                Window(((c, r), (c + 1, r), (c + 2, r), (c + 3, r)), ((w, 0), (x, 0), (y, 0), (z, 0))),
                Window(((c, r), (c, r + 1), (c, r + 2), (c, r + 3)), ((0, w), (0, x), (0, y), (0, z))),
                Window(((c, r), (c + 1, r), (c, r + 1), (c + 1, r + 1)), ((-1, -1), (1, -1), (-1, 1), (1, 1))),
            ]
    return [window for window in found if all(on_board(square) for square in window.squares)]


def patterns(stones: Stones, colours: Colours, style: str) -> dict[frozenset[Square], Window]:
    """The patterns on the board, each by the identities of its four stones."""
    colour_at = {square: colours[stone] for square, stone in stones.items()}
    found = {}
    for window in windows(style):
        a, b, c, d = window.squares
        colour = colour_at.get(a)
        if colour and colour == colour_at.get(b) == colour_at.get(c) == colour_at.get(d):
            found[frozenset((stones[a], stones[b], stones[c], stones[d]))] = window
    return found


def half_away(total: int, count: int) -> int:
    """total / count, rounded half away from zero."""
    size = (2 * abs(total) + count) // (2 * count)
    return size if total >= 0 else -size


def displacements(new: list[Window]) -> dict[Square, Step]:
    """For the square of every stone of a new pattern the rounded mean of its displacements."""
    several: dict[Square, list[Step]] = defaultdict(list)
    for window in new:
        for square, step in zip(window.squares, window.steps, strict=True):
            several[square].append(step)
    return {
        square: (half_away(sum(x for x, _ in steps), len(steps)), half_away(sum(y for _, y in steps), len(steps)))
        for square, steps in several.items()
    }


def moved(square: Square, step: Step) -> Square:
    return square[0] + step[0], square[1] + step[1]


def passed(square: Square, step: Step) -> list[Square]:
    """The square passed over by a stone that moves two squares on an axis."""
    if 2 not in (abs(step[0]), abs(step[1])):
        return []
    return [moved(square, (half_away(step[0], 2), half_away(step[1], 2)))]


def unblocked(wanted: dict[Square, Step], stones: Stones, herbs: set[Square]) -> dict[Square, Step]:
    """The steps that are taken: what the two rules of blocking leave of the wanted ones."""
    moving = {square: step for square, step in wanted.items() if step != (0, 0)}

    def stops(square: Square) -> bool:
        return not on_board(square) or square in herbs or (square in stones and square not in moving)

    while True:
        goals = {square: moved(square, step) for square, step in moving.items()}
        dropped = [square for square, step in moving.items() if any(map(stops, [goals[square], *passed(square, step)]))]
        if not dropped:
            arrivals = Counter(goals.values())
            dropped = [
                square
                for square, goal in goals.items()
                if (arrivals[goal] > 1 and goal not in PITS) or goals.get(goal) == square
            ]
        if not dropped:
            return moving
        for square in dropped:
            del moving[square]


def wave(new: dict[frozenset[Square], Window], stones: Stones, colours: Colours, herbs: set[Square]) -> Wave:
    """The new patterns score and move apart, all at once."""
    points = sum(PATTERN_POINTS[colours[next(iter(four))]] for four in new)
    moving = unblocked(displacements(list(new.values())), stones, herbs)
    after = {square: stone for square, stone in stones.items() if square not in moving}
    for square, step in moving.items():
        goal = moved(square, step)
        if any(one in PITS for one in [goal, *passed(square, step)]):
            points += STONE_POINTS[colours[stones[square]]]
        else:
            after[goal] = stones[square]
    return Wave(after, set(new), points)


def waves(before: Stones, pushed: Stones, colours: Colours, herbs: set[Square], style: str) -> list[Wave]:
    """All waves after a push that turned `before` into `pushed`; `herbs`: where living Herbs stand after it."""
    done: list[Wave] = []
    scored: set[frozenset[Square]] = set()
    earlier, now, stones = patterns(before, colours, style), patterns(pushed, colours, style), pushed
    while new := {four: window for four, window in now.items() if four not in earlier and four not in scored}:
        done.append(wave(new, stones, colours, herbs))
        stones = done[-1].stones
        scored |= done[-1].scored
        earlier, now = now, patterns(stones, colours, style)
    return done
