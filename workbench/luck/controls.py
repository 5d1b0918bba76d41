"""The luck of a game as a match stores it: a few sums for each seat that have mean 0 whatever the bots do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

from fastcore import CHANCE, State
from workbench.luck.draws import Draw, lucks_of_draws
from workbench.luck.judges import Judge, StaticJudge, Values
from workbench.records import steps

Luck = tuple[Values, ...]  # for each kind of luck, that of every seat; () if it is unknown
KINDS = 2


def luck_kinds(
    start: State, moves: Sequence[str], judge: Judge | None = None, draws: Mapping[int, Draw] | None = None
) -> Luck:
    """Return the luck of each seat in a game, as two sums: at chance events, or else where plans were drawn.

    The first is the plain luck. The second weighs each event by the square of the seat's value before it: the static
    evaluation is too sure or not sure enough of games that are nearly decided, and statistics can correct this with a
    multiple of this sum. Both sums have mean 0, because the weight is known before the event.

    Args:
        start: The starting position.
        moves: The moves and outcomes of chance as texts, possibly of a game that was not finished.
        judge: The judge of positions; by default the static evaluation.
        draws: In a game with secret plans of two seats, the plans that bots drew from reported strategies, by the index
            of their first move; None if unknown.

    Returns:
        The two sums for each seat; 0 if nothing was left to chance before the end. () if luck cannot be measured: in
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
    found = list[tuple[Values, Values]]()
    for move in moves:
        if steps.is_set_up(move):
            changed = steps.apply_step(state, move)
            assert isinstance(changed, State)
            state = changed
        elif state.actor == CHANCE:
            before, mean = judge.value(state), judge.mean(state)
            state.play(move)
            found.append((before, tuple(now - usual for now, usual in zip(judge.value(state), mean, strict=True))))
        else:
            state.play(move)
    return _sums(state.seats, found)


def _sums(seats: int, found: Sequence[tuple[Values, Values]]) -> Luck:
    """Return both sums over events, each given by the values before it and its luck."""
    plain = [luck for _, luck in found]
    weighted = [tuple(one * value * value for one, value in zip(luck, values, strict=True)) for values, luck in found]
    none = (0.0,) * seats
    return tuple(tuple(map(fsum, zip(none, *sums, strict=True))) for sums in (plain, weighted))
