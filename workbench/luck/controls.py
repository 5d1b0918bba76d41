"""The luck of a game as a match stores it: a few sums for each seat that have mean 0 whatever the bots do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import zip_longest
from math import fsum

from fastcore import CHANCE, State
from workbench.luck.draws import Draw, lucks_of_draws
from workbench.luck.judges import Judge, StaticJudge, Values
from workbench.records import steps

Luck = tuple[Values, ...]  # for each kind of luck, that of every seat; () if it is unknown
KINDS = 2  # kinds of luck in every game; games with dice have one more for each die, and one for equal dice


def luck_kinds(
    start: State, moves: Sequence[str], judge: Judge | None = None, draws: Mapping[int, Draw] | None = None
) -> Luck:
    """Return the luck of each seat in a game, as sums: at chance events, or else where plans were drawn.

    The first is the plain luck. The second weighs each event by the square of the seat's value before it: the static
    evaluation is too sure or not sure enough of games that are nearly decided, and statistics can correct this with a
    multiple of this sum. If all outcomes are texts of equally many numbers, as for dice, there are more sums, for the
    seat that moves next: how far the lowest number is above its mean, and so on up to the highest, and how far equal
    numbers are above their probability. Their weight is 1 less the square of the value, so nearly decided games count
    little. Statistics can correct with them what the evaluation misjudges about the numbers. All sums have mean 0,
    because the weights are known before the event.

    Args:
        start: The starting position.
        moves: The moves and outcomes of chance as texts, possibly of a game that was not finished.
        judge: The judge of positions; by default the static evaluation.
        draws: In a game with secret plans of two seats, the plans that bots drew from reported strategies, by the index
            of their first move; None if unknown.

    Returns:
        The sums for each seat; 0 if nothing was left to chance before the end. () if luck cannot be measured: in
        a game without chance whose draws are unknown, or where cards are dealt, which the static evaluation does not
        see.

    Raises:
        JudgeError: The judge gives impossible values.
        IllegalMove: A move is illegal.
    """
    has = start.info.has
    if draws is not None and not has.chance and has.secrets and start.seats == 2:
        value = None if judge is None else judge.value
        return _sums(start.seats, [pair[::-1] for pair in lucks_of_draws(start, moves, draws, value)])
    if not has.chance or (judge is None and has.deals):
        return ()
    judge, state = StaticJudge() if judge is None else judge, start.copy()
    found, dice = list[tuple[Values, Values]](), list[tuple[Values, ...]]()
    for move in moves:
        if steps.is_set_up(move):
            changed = steps.apply_step(state, move)
            assert isinstance(changed, State)
            state = changed
        elif state.actor == CHANCE:
            before, mean, rolled = judge.value(state), judge.mean(state), deviations(state, move)
            state.play(move)
            if rolled:
                dice.append(of_seats(rolled, state.actor, 1 - before[state.actor] ** 2, state.seats))
            found.append((before, tuple(now - usual for now, usual in zip(judge.value(state), mean, strict=True))))
        else:
            state.play(move)
    none = (0.0,) * state.seats  # for an event with fewer numbers than others
    return _sums(state.seats, found) + tuple(
        tuple(map(fsum, zip(*kind, strict=True))) for kind in zip_longest(*dice, fillvalue=none)
    )


def deviations(state: State, outcome: str) -> tuple[float, ...]:
    """Return how far each number of an outcome, and whether all are equal, is above the mean over all outcomes.

    The numbers are in ascending order. () if not all outcomes are texts of equally many numbers after which the same
    seat moves.
    """
    chances = [(state.move_text(move), chance) for move, chance in state.chances()]
    found = {text: numbers_of(text) for text, _ in chances}
    movers = {state.after(move).actor for move, _ in state.chances()}
    if len(set(map(len, found.values()))) != 1 or not found[outcome] or len(movers) != 1 or min(movers) < 0:
        return ()
    total = fsum(chance for _, chance in chances)
    means = [
        fsum(chance * found[text][place] for text, chance in chances) / total for place in range(len(found[outcome]))
    ]
    return tuple(number - mean for number, mean in zip(found[outcome], means, strict=True))


@cache
def numbers_of(text: str) -> tuple[float, ...]:
    """Return the numbers of a text such as "6-3" in ascending order, then 1 if all are equal, else 0; or ()."""
    parts = text.split("-")
    if not all(part.isascii() and part.isdigit() for part in parts):
        return ()
    numbers = sorted(map(float, parts))
    return (*numbers, float(len(parts) > 1 and numbers[0] == numbers[-1]))


def of_seats(numbers: Sequence[float], mover: int, weight: float, seats: int) -> tuple[Values, ...]:
    """Return, for each number, the weighted number for the seat that moves; all others share its negative."""
    return tuple(
        tuple(weight * number * (1.0 if seat == mover else -1 / (seats - 1)) for seat in range(seats))
        for number in numbers
    )


def _sums(seats: int, found: Sequence[tuple[Values, Values]]) -> Luck:
    """Return both sums over events, each given by the values before it and its luck."""
    plain = [luck for _, luck in found]
    weighted = [tuple(one * value * value for one, value in zip(luck, values, strict=True)) for values, luck in found]
    none = (0.0,) * seats
    return tuple(tuple(map(fsum, zip(none, *sums, strict=True))) for sums in (plain, weighted))
