"""The arena of Herbs while a round is carried out: actions, pushes, shots, and the order of a slot's two actions.

Seats are numbered from 0; a Herb is its number, 0 to 3; an action is its move text, such as `0P2/4`.
"""

from dataclasses import dataclass

from tests.reference.herbs_patterns import STONE_POINTS, Stones, Wave, on_board, resolve_waves, step_from
from tests.reference.herbs_text import PITS, Herb, Position, Square, owner

AHEAD = ((0, 1), (1, 0), (0, -1), (-1, 0))  # by facing: ^ > v <
HERB_POINTS = 4
HERB_PRICE = 2
STONE_PRICES = {"w": 1, "b": 2}
RANGE = 5
HIT_AP = 3


@dataclass
class Arena:
    """The part of a position that actions change.

    `hit` is set once fire hits a Herb. Pairs hold a value for seat 1 and a value for seat 2.
    """

    stones: dict[Square, str]
    herbs: list[Herb | None]
    ap: list[int]
    points: list[int]
    style: str
    hit: bool = False

    def copy(self) -> "Arena":
        return Arena(dict(self.stones), list(self.herbs), list(self.ap), list(self.points), self.style, self.hit)

    def equals(self, other: "Arena") -> bool:
        return (self.stones, self.herbs, self.ap, self.points) == (other.stones, other.herbs, other.ap, other.points)

    def herb_at(self, square: Square) -> int | None:
        return next((number for number, herb in enumerate(self.herbs) if herb and herb.square == square), None)

    def is_free(self, square: Square) -> bool:
        """Return whether the square is on the board and has no piece; a pit is free."""
        return on_board(square) and square not in self.stones and self.herb_at(square) is None


def arena_of(position: Position, style: str) -> Arena:
    return Arena(dict(position.stones), list(position.herbs), list(position.ap), list(position.points), style)


def carry_out(arena: Arena, action: str) -> int | None:
    """Carry out an action in the arena; an action of a destroyed Herb does nothing.

    Returns:
        The number of the Herb that fire hit, if any.
    """
    number, kind = int(action[0]), action[1:]
    herb = arena.herbs[number]
    if herb is None:
        return None
    match kind[0], kind:
        case "M", _:
            walk(arena, number, AHEAD[herb.facing], int(kind[1:]))
        case _, "TL" | "TR" | "HT":
            turn = {"TL": -1, "TR": 1, "HT": 2}[kind]
            arena.herbs[number] = herb._replace(facing=(herb.facing + turn) % 4)
        case _, "BW":
            paint(arena, herb, "b", "w")
        case _, "WB":
            paint(arena, herb, "w", "b")
        case "B", _:
            walk(arena, number, AHEAD[(herb.facing + 2) % 4], int(kind[2:]))
        case "P", _:
            squares, paid = kind[1:].split("/")
            push(arena, number, int(squares), int(paid))
        case _, "F":
            return fire(arena, number)
    return None


def walk(arena: Arena, number: int, step: tuple[int, int], squares: int) -> None:
    for _ in range(squares):
        herb = arena.herbs[number]
        if herb is None or not arena.is_free(step_from(herb.square, step)):
            return
        move_herb(arena, number, step_from(herb.square, step))


def move_herb(arena: Arena, number: int, square: Square) -> bool:
    """Move the Herb to a square, keeping its facing. Return whether this destroys it."""
    herb = arena.herbs[number]
    arena.herbs[number] = None if herb is None or square in PITS else herb._replace(square=square)
    return square in PITS


def paint(arena: Arena, herb: Herb, old: str, new: str) -> None:
    front = step_from(herb.square, AHEAD[herb.facing])
    if arena.stones.get(front) == old:
        arena.stones[front] = new


def fire(arena: Arena, shooter: int) -> int | None:
    herb = arena.herbs[shooter]
    assert herb is not None
    step, seat, square = AHEAD[herb.facing], owner(shooter), herb.square
    for _ in range(RANGE):
        square = step_from(square, step)
        target = arena.herb_at(square)
        if target is None and square not in arena.stones:
            continue
        if target is not None:
            arena.hit = True
            behind = step_from(square, step)
            if arena.is_free(behind) and move_herb(arena, target, behind) and owner(target) != seat:
                arena.points[seat] += HERB_POINTS
            arena.ap[owner(target)] = max(0, arena.ap[owner(target)] - HIT_AP)
        return target
    return None


# Push
Stage = tuple[dict[Square, str], int]  # stones, and points gained so far


@dataclass
class PushState:
    """The state of a tentative push. `stones` maps a stone's square to its square before the push."""

    stones: Stones
    herbs: list[Herb | None]
    cost: int = 0
    points: int = 0


def push(arena: Arena, number: int, squares: int, paid: int) -> list[Stage]:
    """Push, score, and let the patterns move apart.

    Returns:
        The stages after the push and after each wave; empty if nothing moves.
    """
    colours = dict(arena.stones)
    original: Stones = {square: square for square in colours}
    trial = PushState(dict(original), list(arena.herbs))
    for _ in range(squares):
        if not push_step(trial, colours, number):
            break
    if not 0 < trial.cost <= paid:
        return []
    arena.herbs[:] = trial.herbs
    herb_squares = {herb.square for herb in trial.herbs if herb is not None}
    stages: list[Stage] = []
    gained = 0
    for wave in [
        Wave(trial.stones, set(), trial.points),
        *resolve_waves(original, trial.stones, colours, herb_squares, arena.style),
    ]:
        gained += wave.points
        stages.append(({square: colours[stone] for square, stone in wave.stones.items()}, gained))
    arena.stones = dict(stages[-1][0])
    arena.points[owner(number)] += gained
    return stages


def push_step(trial: PushState, colours: dict[Square, str], number: int) -> bool:
    """Push by one square. Return False if the push ends before it."""
    herb = trial.herbs[number]
    assert herb is not None
    step, line, square = AHEAD[herb.facing], [], step_from(herb.square, AHEAD[herb.facing])
    occupied = {piece.square: index for index, piece in enumerate(trial.herbs) if piece is not None}
    while square in trial.stones or square in occupied:
        line.append(square)
        square = step_from(square, step)
    if not line or not on_board(square):
        return False
    for square in reversed(line):
        goal = step_from(square, step)
        if square in trial.stones:
            stone = trial.stones.pop(square)
            trial.cost += STONE_PRICES[colours[stone]]
            if goal in PITS:
                trial.points += STONE_POINTS[colours[stone]]
            else:
                trial.stones[goal] = stone
        else:
            pushed_number = occupied[square]
            pushed = trial.herbs[pushed_number]
            assert pushed is not None
            trial.cost += HERB_PRICE
            trial.herbs[pushed_number] = None if goal in PITS else pushed._replace(square=goal)
            if goal in PITS and owner(pushed_number) != owner(number):
                trial.points += HERB_POINTS
    trial.herbs[number] = herb._replace(square=line[0])
    return True


# Slots
def after_both_actions(arena: Arena, actions: tuple[str, str], first: int) -> Arena:
    """Return a copy of the arena after both actions; seat `first` acts first.

    The second action is lost if fire hits the Herb that performs it.
    """
    after = arena.copy()
    second = actions[1 - first]
    if carry_out(after, actions[first]) != int(second[0]):
        carry_out(after, second)
    return after


def can_act(arena: Arena, action: str) -> bool:
    return arena.herbs[int(action[0])] is not None


def order_matters(arena: Arena, actions: tuple[str, str]) -> bool:
    if not all(can_act(arena, action) for action in actions):
        return False
    return not after_both_actions(arena, actions, 0).equals(after_both_actions(arena, actions, 1))
