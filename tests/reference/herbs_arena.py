"""The arena of Herbs while a round is carried out: actions, pushes, shots, the two actions of a slot in either order.

Seats count from 0; a Herb is its number, 0 to 3; an action is its move text, as `0P2/4`.
"""

from dataclasses import dataclass

from tests.reference.herbs_patterns import STONE_POINTS, Stones, Wave, moved, on_board, waves
from tests.reference.herbs_text import PITS, Herb, Position, Square, owner

AHEAD = ((0, 1), (1, 0), (0, -1), (-1, 0))  # by facing: ^ > v <
HERB_POINTS = 4
HERB_PRICE = 2
STONE_PRICES = {"w": 1, "b": 2}
RANGE = 5
HIT_AP = 3


@dataclass
class Arena:
    """What actions change; `hit` tells whether fire has hit a Herb. Pairs are seat 1's and seat 2's."""

    stones: dict[Square, str]
    herbs: list[Herb | None]
    ap: list[int]
    points: list[int]
    style: str
    hit: bool = False

    def copy(self) -> "Arena":
        return Arena(dict(self.stones), list(self.herbs), list(self.ap), list(self.points), self.style, self.hit)

    def same(self, other: "Arena") -> bool:
        return (self.stones, self.herbs, self.ap, self.points) == (other.stones, other.herbs, other.ap, other.points)

    def herb_at(self, square: Square) -> int | None:
        return next((number for number, herb in enumerate(self.herbs) if herb and herb.square == square), None)

    def is_free(self, square: Square) -> bool:
        """On the board and without a piece; a pit is free."""
        return on_board(square) and square not in self.stones and self.herb_at(square) is None


def arena_of(position: Position, style: str) -> Arena:
    return Arena(dict(position.stones), list(position.herbs), list(position.ap), list(position.points), style)


def carry_out(arena: Arena, action: str) -> int | None:
    """Changes the arena; the number of the Herb hit by fire, if any. An action of a destroyed Herb does nothing."""
    number, what = int(action[0]), action[1:]
    herb = arena.herbs[number]
    if herb is None:
        return None
    match what[0], what:
        case "M", _:
            walk(arena, number, AHEAD[herb.facing], int(what[1:]))
        case _, "TL" | "TR" | "HT":
            turn = {"TL": -1, "TR": 1, "HT": 2}[what]
            arena.herbs[number] = herb._replace(facing=(herb.facing + turn) % 4)
        case _, "BW":
            paint(arena, herb, "b", "w")
        case _, "WB":
            paint(arena, herb, "w", "b")
        case "B", _:
            walk(arena, number, AHEAD[(herb.facing + 2) % 4], int(what[2:]))
        case "P", _:
            squares, paid = what[1:].split("/")
            push(arena, number, int(squares), int(paid))
        case _, "F":
            return fire(arena, number)
    return None


def walk(arena: Arena, number: int, step: tuple[int, int], squares: int) -> None:
    for _ in range(squares):
        herb = arena.herbs[number]
        if herb is None or not arena.is_free(moved(herb.square, step)):
            return
        put(arena, number, moved(herb.square, step))


def put(arena: Arena, number: int, square: Square) -> bool:
    """The Herb comes to a square, facing kept; whether that destroys it."""
    herb = arena.herbs[number]
    arena.herbs[number] = None if herb is None or square in PITS else herb._replace(square=square)
    return square in PITS


def paint(arena: Arena, herb: Herb, old: str, new: str) -> None:
    front = moved(herb.square, AHEAD[herb.facing])
    if arena.stones.get(front) == old:
        arena.stones[front] = new


def fire(arena: Arena, shooter: int) -> int | None:
    herb = arena.herbs[shooter]
    assert herb is not None
    step, seat, square = AHEAD[herb.facing], owner(shooter), herb.square
    for _ in range(RANGE):
        square = moved(square, step)
        target = arena.herb_at(square)
        if target is None and square not in arena.stones:
            continue
        if target is not None:
            arena.hit = True
            behind = moved(square, step)
            if arena.is_free(behind) and put(arena, target, behind) and owner(target) != seat:
                arena.points[seat] += HERB_POINTS
            arena.ap[owner(target)] = max(0, arena.ap[owner(target)] - HIT_AP)
        return target
    return None


# Push
Stage = tuple[dict[Square, str], int]  # stones, points gained up to then


@dataclass
class Pushing:
    """The steps of a push on trial: `stones` by their squares before it."""

    stones: Stones
    herbs: list[Herb | None]
    cost: int = 0
    points: int = 0


def push(arena: Arena, number: int, squares: int, paid: int) -> list[Stage]:
    """Pushes, scores, lets the patterns move apart; the stages after the push and each wave, if anything moves."""
    colours = dict(arena.stones)
    before: Stones = {square: square for square in colours}
    trial = Pushing(dict(before), list(arena.herbs))
    for _ in range(squares):
        if not push_step(trial, colours, number):
            break
    if not 0 < trial.cost <= paid:
        return []
    arena.herbs[:] = trial.herbs
    standing = {herb.square for herb in trial.herbs if herb is not None}
    stages: list[Stage] = []
    gained = 0
    for one in [Wave(trial.stones, set(), trial.points), *waves(before, trial.stones, colours, standing, arena.style)]:
        gained += one.points
        stages.append(({square: colours[stone] for square, stone in one.stones.items()}, gained))
    arena.stones = dict(stages[-1][0])
    arena.points[owner(number)] += gained
    return stages


def push_step(trial: Pushing, colours: dict[Square, str], number: int) -> bool:
    """One square; False if the push ends before it."""
    herb = trial.herbs[number]
    assert herb is not None
    step, line, square = AHEAD[herb.facing], [], moved(herb.square, AHEAD[herb.facing])
    occupied = {one.square: other for other, one in enumerate(trial.herbs) if one is not None}
    while square in trial.stones or square in occupied:
        line.append(square)
        square = moved(square, step)
    if not line or not on_board(square):
        return False
    for square in reversed(line):
        goal = moved(square, step)
        if square in trial.stones:
            stone = trial.stones.pop(square)
            trial.cost += STONE_PRICES[colours[stone]]
            if goal in PITS:
                trial.points += STONE_POINTS[colours[stone]]
            else:
                trial.stones[goal] = stone
        else:
            other = occupied[square]
            pushed = trial.herbs[other]
            assert pushed is not None
            trial.cost += HERB_PRICE
            trial.herbs[other] = None if goal in PITS else pushed._replace(square=goal)
            if goal in PITS and owner(other) != owner(number):
                trial.points += HERB_POINTS
    trial.herbs[number] = herb._replace(square=line[0])
    return True


# Slots
def in_order(arena: Arena, actions: tuple[str, str], first: int) -> Arena:
    """A copy after both actions, seat `first` acting first; the other's is lost if fire hits the Herb it is for."""
    after = arena.copy()
    other = actions[1 - first]
    if carry_out(after, actions[first]) != int(other[0]):
        carry_out(after, other)
    return after


def acts(arena: Arena, action: str) -> bool:
    return arena.herbs[int(action[0])] is not None


def order_matters(arena: Arena, actions: tuple[str, str]) -> bool:
    if not all(acts(arena, action) for action in actions):
        return False
    return not in_order(arena, actions, 0).same(in_order(arena, actions, 1))
