"""The luck of a game as a match stores it: a few sums for each seat that have mean 0 whatever the bots do."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from fastcore import CHANCE, State
from workbench.luck.judges import Judge, StaticJudge, Values
from workbench.records import steps

Luck = tuple[Values, ...]  # for each kind of luck, that of every seat; () if it is unknown
KINDS = 2


def luck_kinds(start: State, moves: Sequence[str], judge: Judge | None = None) -> Luck:
    """Return the luck of each seat at the chance events of a game, as two sums.

    The first is the plain luck. The second weighs each event by the square of the seat's value before it: the static
    evaluation is too sure or not sure enough of games that are nearly decided, and statistics can correct this with a
    multiple of this sum. Both sums have mean 0, because the weight is known before the event.

    Args:
        start: The starting position.
        moves: The moves and outcomes of chance as texts, possibly of a game that was not finished.
        judge: The judge of positions; by default the static evaluation.

    Returns:
        The two sums for each seat; 0 if nothing was left to chance before the end. () if luck cannot be measured: in
        a game without chance, or where cards are dealt, which the static evaluation does not see.

    Raises:
        JudgeError: The judge gives impossible values.
        IllegalMove: A move is illegal.
    """
    has = start.info.has
    if not has.chance or (judge is None and has.deals):
        return ()
    judge, state = StaticJudge() if judge is None else judge, start.copy()
    plain, weighted = list[Values](), list[Values]()
    for move in moves:
        if steps.is_set_up(move):
            changed = steps.apply_step(state, move)
            assert isinstance(changed, State)
            state = changed
        elif state.actor == CHANCE:
            before, mean = judge.value(state), judge.mean(state)
            state.play(move)
            lucks = tuple(now - usual for now, usual in zip(judge.value(state), mean, strict=True))
            plain.append(lucks)
            weighted.append(tuple(luck * value * value for luck, value in zip(lucks, before, strict=True)))
        else:
            state.play(move)
    none = (0.0,) * state.seats
    return tuple(tuple(map(fsum, zip(none, *sums, strict=True))) for sums in (plain, weighted))
