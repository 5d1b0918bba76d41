"""Histories as plain values: the whole history, and what one seat knows of it or knows alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastcore.steps.rebuilding import rebuilt
from fastcore.steps.steps import Steps
from fastcore.values import BadPosition

KEYS = ("spec", "start", "moves", "position", "dealt", "lines")  # of a whole history


def to_dict(steps: Steps) -> dict[str, Any]:
    """Return a whole history, with full information. `from_dict` reads it.

    Keys: "spec"; "start" (the first position), "moves" (of the core) and "position", all as texts; "dealt" (the
    beginning of an unfinished deal); "lines" (for each seat, its secret lines).
    """
    state, moves = steps.first, []
    for move in steps.moves:
        moves.append(state.move_text(move))
        state.play(move)
    return {
        "spec": steps.game.spec,
        "start": steps.first.text(),
        "moves": moves,
        "position": state.text(),
        "dealt": steps.dealt,
        "lines": [[steps.action_text(seat, line) for line in lines] for seat, lines in enumerate(steps.lines)],
    }


def from_dict(values: Mapping[str, Any]) -> Steps:
    """Return the Steps of a dict like that of `to_dict`. Only "spec" is necessary.

    Without "moves", the history begins at "position" or, if there is none, at "start".

    Raises:
        BadPosition: a value is missing or wrong, "position" contradicts "start" and "moves", or a key is unknown.
        IllegalMove: a move or line is not legal.
    """
    if unknown := [str(key) for key in values if key not in KEYS]:
        raise BadPosition("history", f"there is no key {unknown[0][:40]!r}; the keys are {', '.join(KEYS)}")
    try:
        moves, start, position = values.get("moves") or (), values.get("start"), values.get("position")
        if not moves and position is not None:
            start = position
        steps = rebuilt(values["spec"], start, moves, values.get("lines") or (), values.get("dealt") or "")
    except (KeyError, TypeError, AttributeError) as error:
        raise BadPosition("history", f"it is not a history ({type(error).__name__}: {error})") from None
    if position is not None and steps.state.text() != position:
        raise BadPosition("position", "the moves lead to another position")
    return steps


def seat_dict(steps: Steps, seat: int | None) -> dict[str, Any]:
    """Return what a seat (None: everybody) knows of a history, without anything that is hidden from it.

    Keys: "spec", "seat", "start" (its view of the first position), "view", "observations" (of all moves),
    "unfinished" (its secret lines, or its cards of an unfinished deal), "actor" (as `Steps.actor`), "legal" (texts of
    its legal actions), "points", "returns".
    """
    unfinished = steps.unfinished(seat)
    observations = steps.information_state(seat).partition(" |")[2].split()
    legal = [] if seat is None else [steps.action_text(seat, action) for action in steps.legal_actions(seat)]
    return {
        "spec": steps.game.spec,
        "seat": seat,
        "start": steps.first.view(seat),
        "view": steps.seen(seat).view(seat),
        "observations": observations[: len(observations) - len(unfinished)],
        "unfinished": unfinished,
        "actor": steps.actor,
        "legal": legal,
        "points": list(steps.points()),
        "returns": list(steps.returns()),
    }


def private_observation(steps: Steps, seat: int, *, recall: bool = False) -> str:
    """Return what a seat knows beyond public information; "" if the game hides nothing from anybody.

    The text has the fields of its view that differ from the public view, or with perfect recall its observations of all
    moves that differ from the public ones, each after the number of the move.
    """
    if not steps.game.info.has.covered:
        return ""
    parts = [f"seat {seat}:"]
    if not recall:
        seen = steps.seen(seat)
        view = seen.view(seat)
        fields = zip(view.split(" "), seen.view(None).split(" "), strict=True)
        parts += [mine for mine, public in fields if mine != public]
        return " ".join([*parts, *steps.observation(seat)[len(view) :].split()])
    state = steps.first
    for number, move in enumerate(steps.moves):
        text = state.observation(move, seat)
        if text != state.observation(move, None):
            parts.append(f"{number}:{text}")
        state.play(move)
    return " ".join([*parts, *steps.unfinished(seat)])
