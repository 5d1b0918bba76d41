"""Fuzz every text that the core reads: specs, situations, views and moves.

Texts are damaged copies of proper ones; a text that is refused for a new reason is damaged further. Whatever is read
must be written in the same way, whatever is refused must say in one short line why. A part of the situations is also
given to `problems`, which must agree with `parse`, and to the game's twin in plain Python, which must read the same.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module

import fastcore
from fastcore import BadPosition, IllegalMove
from tests.attacks.core.running import attack
from tests.core.test_fuzz import damaged
from tests.kit.walks import option_specs, somewhere

SIZE = 2000  # texts of one chunk
MOST_KEPT = 60  # texts that are damaged further
JUDGED = 40  # of so many situations one is given to `problems`, and one to the twin
LONG = 500  # characters; the twins know no bounds
DIGITS = re.compile(r"[0-9]+")


@cache
def specs(game: str) -> list[str]:
    """Return the specs of a game that are tried."""
    return option_specs(game)


def refused(error: BadPosition | IllegalMove) -> str:
    """Return what kind of refusal this is; AssertionError if it is not one short line."""
    line = str(error)
    assert line.strip() and "\n" not in line and len(line) < 700, f"a refusal of {len(line)} characters: {line[:200]!r}"
    return DIGITS.sub("#", getattr(error, "field", "") + error.reason)[:60]


def situation_read(text: str, judge: bool) -> str:
    """Parse one situation; return the kind of its refusal, "" if it was read."""
    try:
        state = fastcore.parse(text)
    except BadPosition as error:
        kind = refused(error)
        if judge:
            problems = fastcore.problems(text)
            assert problems and problems[0].field == error.field, f"problems disagree with parse on {text!r}"
            field = twin_refusal(text)
            assert field == error.field, f"the twin refuses {field} of {text!r}, the core {error.field}"
        return kind
    assert text.endswith(" " + state.text()), f"{text!r} was read as {state.text()!r}"
    if judge:
        assert not fastcore.problems(text), f"problems disagree with parse on {text!r}"
        field = twin_refusal(text)
        assert field is None, f"the twin refuses {field} of {text!r}"
    for move in state.moves()[:2]:
        assert state.after(move).text()
    return ""


def twin_refusal(text: str) -> str | None:
    """Return the field of a situation that the twin refuses, None if it refuses none."""
    spec, space, position = text.partition(" ")
    game = spec.partition("(")[0]
    if game not in fastcore.games():
        return "spec"
    twin = import_module(f"tests.reference.{game}")
    field: str | None = twin.refusal(spec, position)
    return "position" if field is None and not space else field


def view_read(text: str, seat: int | None) -> str:
    """Parse one view; return the kind of its refusal, "" if it was read."""
    try:
        point = fastcore.Viewpoint.parse(text, seat)
    except BadPosition as error:
        return refused(error)
    assert text.endswith(" " + point.text()), f"the view {text!r} was read as {point.text()!r}"
    assert point.moves() is not None and point.fields
    return ""


def move_read(state: fastcore.State, text: str) -> str:
    """Parse one move; return the kind of its refusal, "" if it was read."""
    try:
        move = state.parse_move(text)
    except IllegalMove as error:
        return refused(error)
    assert state.move_text(move) == text, f"the move {text!r} was read as {state.move_text(move)!r}"
    return ""


def spec_read(text: str) -> str:
    """Read one spec; return the kind of its refusal, "" if it was read."""
    try:
        fastcore.start(text)
    except BadPosition as error:
        return refused(error)
    return ""


def chunk(seed: int, number: int, cases: int) -> list[str]:
    """Try the texts of one chunk; return the findings."""
    chance = random.Random(f"texts {seed} {number}")
    game = fastcore.games()[number % len(fastcore.games())]
    spec = chance.choice(specs(game))
    states = [somewhere(spec, "attack", seed, number, place, most=200) for place in range(3)]
    seats = [None, *range(states[0].seats)]
    kept: dict[str, list[str]] = {
        "situation": [state.situation for state in states],
        "spec": list(specs(game)),
        "move": [state.move_text(move) for state in states for move in state.moves()[:3]],
        **{f"view {seat}": [f"{spec} {state.view(seat)}" for state in states] for seat in seats},
    }
    kinds = ["situation"] * 5 + ["move"] * 2 + [kind for kind in kept if kind.startswith("view")] + ["spec"]
    met: set[str] = set()
    findings = []
    for case in range(cases):
        kind = chance.choice(kinds)
        text = damaged(chance.choice(kept[kind]), chance)
        try:
            if kind == "situation":
                signature = situation_read(text, case % JUDGED == 0 and len(text) < LONG)
            elif kind == "move":
                signature = move_read(chance.choice(states), text)
            elif kind == "spec":
                signature = spec_read(text)
            else:
                signature = view_read(text, seats[int(kind[5:]) + 1] if kind != "view None" else None)
        except Exception as error:
            findings.append(f"{kind} {text!r}: {type(error).__name__}: {str(error)[:500]}")
            continue
        if f"{kind}{signature}" not in met and len(kept[kind]) < MOST_KEPT and len(text) < 1000:
            met.add(f"{kind}{signature}")
            kept[kind].append(text)
    return findings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attack from the command line."""
    return attack("texts", "Fuzz every text that the core reads.", SIZE, chunk, arguments)


if __name__ == "__main__":
    sys.exit(main())
