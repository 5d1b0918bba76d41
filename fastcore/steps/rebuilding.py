"""Histories from their parts, for pickle and for texts."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable, Sequence
from operator import index

from fastcore.games import parse
from fastcore.steps.game import step_game
from fastcore.steps.plans import with_line
from fastcore.steps.steps import Steps
from fastcore.values import BadPosition


def rebuilt(
    spec: str, start: str | None, moves: Iterable[int | str], lines: Sequence[Sequence[int | str]], prefix: str
) -> Steps:
    """Return the Steps of a history.

    Args:
        spec: the spec.
        start: the text of the first position; None for the start of the game.
        moves: the moves of the core, as numbers or texts.
        lines: for each seat, its secret lines, as numbers or texts.
        prefix: the beginning of the text of an unfinished deal, or "".

    Raises:
        BadPosition: the spec, a position, the lines or the deal are wrong.
        IllegalMove: a move or line is not legal.
    """
    game = step_game(spec)
    steps = Steps(game, None if start is None else parse(f"{game.spec} {start}"))
    for move in moves:
        number = steps._state.parse_move(move) if isinstance(move, str) else index(move)
        steps._state.play(number)
        steps._moves.append(number)
    steps._settle()
    _write(steps, lines)
    _deal(steps, prefix)
    return steps


def _write(steps: Steps, lines: Sequence[Sequence[int | str]]) -> None:
    """Write the secret lines of each seat."""
    plans = list(steps._plans)
    for seat, texts in enumerate(lines):
        for text in texts:
            plan = plans[seat] if seat < len(plans) else None
            if plan is None or plan.complete:
                raise BadPosition("lines", f"seat {seat} has no choice to make")
            number = plan.state.parse_move(text) if isinstance(text, str) else index(text)
            plans[seat] = with_line(plan, seat, number)
    if plans:
        steps._set_plans(tuple(plans))
    if plans and not steps.acting:
        raise BadPosition("lines", "all plans are complete")


def _deal(steps: Steps, prefix: str) -> None:
    """Deal the cards at the beginning of a deal."""
    while prefix and prefix != steps._prefix:
        choices = steps._deals.choices(steps._prefix) if steps._deals is not None else []
        fitting = [after for _, after, _ in choices if prefix.startswith(after)]
        if not fitting or (steps._deals is not None and steps._deals.outcome(fitting[0]) is not None):
            raise BadPosition("dealt", "it is not the beginning of a deal")
        steps._prefix = fitting[0]


def _reduced(steps: Steps) -> tuple[Callable[..., Steps], tuple[object, ...]]:
    return rebuilt, steps._parts()


copyreg.pickle(Steps, _reduced)
