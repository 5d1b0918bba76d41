"""Patterns of Herbs and the waves in which they move apart: paragraph "Patterns" of the rules page, for stones only.

A stone keeps its identity while it moves: its square before the push. `Stones` maps the current square of a stone to
this identity. Colours are looked up by identity.
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
    """Four squares that form a pattern if their stones have one colour, and the step of each stone."""

    squares: tuple[Square, Square, Square, Square]
    steps: tuple[Step, Step, Step, Step]


class Wave(NamedTuple):
    """The result of one wave: the stones after it, the patterns that scored, and the points gained."""

    stones: Stones
    scored: set[frozenset[Square]]
    points: int


def on_board(square: Square) -> bool:
    return 0 <= square[0] < SIDE and 0 <= square[1] < SIDE


@cache
def windows(style: str) -> list[Window]:
    """Return every row of four along a row or column, and every 2 x 2 block."""
    candidates = []
    w, x, y, z = ROW_STEPS[style]
    for column in range(SIDE):
        for row in range(SIDE):
            c, r = column, row
            candidates += [
                Window(((c, r), (c + 1, r), (c + 2, r), (c + 3, r)), ((w, 0), (x, 0), (y, 0), (z, 0))),
                Window(((c, r), (c, r + 1), (c, r + 2), (c, r + 3)), ((0, w), (0, x), (0, y), (0, z))),
                Window(((c, r), (c + 1, r), (c, r + 1), (c + 1, r + 1)), ((-1, -1), (1, -1), (-1, 1), (1, 1))),
            ]
    return [window for window in candidates if all(on_board(square) for square in window.squares)]


def patterns(stones: Stones, colours: Colours, style: str) -> dict[frozenset[Square], Window]:
    """Return the patterns on the board, each keyed by the identities of its four stones."""
    colour_at = {square: colours[stone] for square, stone in stones.items()}
    windows_by_stones = {}
    for window in windows(style):
        a, b, c, d = window.squares
        colour = colour_at.get(a)
        if colour and colour == colour_at.get(b) == colour_at.get(c) == colour_at.get(d):
            windows_by_stones[frozenset((stones[a], stones[b], stones[c], stones[d]))] = window
    return windows_by_stones


def half_away(total: int, count: int) -> int:
    """Return total / count, rounded half away from zero."""
    size = (2 * abs(total) + count) // (2 * count)
    return size if total >= 0 else -size


def displacements(new: list[Window]) -> dict[Square, Step]:
    """Return the rounded mean displacement of every stone in a new pattern, by its square."""
    steps_at: dict[Square, list[Step]] = defaultdict(list)
    for window in new:
        for square, step in zip(window.squares, window.steps, strict=True):
            steps_at[square].append(step)
    return {
        square: (half_away(sum(x for x, _ in steps), len(steps)), half_away(sum(y for _, y in steps), len(steps)))
        for square, steps in steps_at.items()
    }


def step_from(square: Square, step: Step) -> Square:
    return square[0] + step[0], square[1] + step[1]


def jumped_squares(square: Square, step: Step) -> list[Square]:
    """Return the square between, if the stone moves two squares along an axis."""
    if 2 not in (abs(step[0]), abs(step[1])):
        return []
    return [step_from(square, (half_away(step[0], 2), half_away(step[1], 2)))]


def unblocked_steps(wanted: dict[Square, Step], stones: Stones, herbs: set[Square]) -> dict[Square, Step]:
    """Return the steps that remain after both blocking rules are applied to the wanted steps."""
    moving = {square: step for square, step in wanted.items() if step != (0, 0)}

    def stops(square: Square) -> bool:
        return not on_board(square) or square in herbs or (square in stones and square not in moving)

    while True:
        goals = {square: step_from(square, step) for square, step in moving.items()}
        blocked = [
            square for square, step in moving.items() if any(map(stops, [goals[square], *jumped_squares(square, step)]))
        ]
        if not blocked:
            arrivals = Counter(goals.values())
            blocked = [
                square
                for square, goal in goals.items()
                if (arrivals[goal] > 1 and goal not in PITS) or goals.get(goal) == square
            ]
        if not blocked:
            return moving
        for square in blocked:
            del moving[square]


def resolve_wave(new: dict[frozenset[Square], Window], stones: Stones, colours: Colours, herbs: set[Square]) -> Wave:
    """Score the new patterns and move them apart simultaneously."""
    points = sum(PATTERN_POINTS[colours[next(iter(four))]] for four in new)
    moving = unblocked_steps(displacements(list(new.values())), stones, herbs)
    after = {square: stone for square, stone in stones.items() if square not in moving}
    for square, step in moving.items():
        goal = step_from(square, step)
        if any(visited in PITS for visited in [goal, *jumped_squares(square, step)]):
            points += STONE_POINTS[colours[stones[square]]]
        else:
            after[goal] = stones[square]
    return Wave(after, set(new), points)


def resolve_waves(before: Stones, pushed: Stones, colours: Colours, herbs: set[Square], style: str) -> list[Wave]:
    """Return all waves after a push that turned `before` into `pushed`.

    `herbs` are the squares of the living Herbs after the push.
    """
    resolve_waves: list[Wave] = []
    scored: set[frozenset[Square]] = set()
    earlier, current, stones = patterns(before, colours, style), patterns(pushed, colours, style), pushed
    while new := {four: window for four, window in current.items() if four not in earlier and four not in scored}:
        resolve_waves.append(resolve_wave(new, stones, colours, herbs))
        stones = resolve_waves[-1].stones
        scored |= resolve_waves[-1].scored
        earlier, current = current, patterns(stones, colours, style)
    return resolve_waves
