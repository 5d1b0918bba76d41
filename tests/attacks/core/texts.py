"""Fuzz every text that the core reads: specs, positions, views and moves.

Texts are damaged copies of valid ones. A text that is refused for a new reason is damaged further. The core must write
every accepted text back unchanged, and explain every refusal in one short line. Some positions are also passed to
`problems` and to the game's reference in plain Python, which must agree with `parse`.
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
from tests.attacks.core.running import run_attack
from workbench.conformance.damage import damage_text
from workbench.conformance.walks import option_specs, random_position

SIZE = 2000  # texts in one chunk
MAX_KEPT = 60  # maximum number of texts of each kind kept for further mutation
JUDGE_EVERY = 40  # one position in this many is passed to `problems` and to the reference
MAX_JUDGED_LENGTH = 500  # characters; the references have no limits
DIGITS = re.compile(r"[0-9]+")


@cache
def tried_specs(game: str) -> list[str]:
    """Return the specs of a game that the attack uses."""
    return option_specs(game)


def refusal_kind(error: BadPosition | IllegalMove) -> str:
    """Return the kind of a refusal. Check that its message is one short line."""
    line = str(error)
    assert line.strip() and "\n" not in line and len(line) < 700, f"a refusal of {len(line)} characters: {line[:200]!r}"
    return DIGITS.sub("#", getattr(error, "field", "") + error.reason)[:60]


def try_situation(text: str, judge: bool) -> str:
    """Parse a position text. Return the kind of refusal, or "" if it is accepted.

    If `judge`, compare the result with `problems` and with the reference.
    """
    try:
        state = fastcore.parse(text)
    except BadPosition as error:
        kind = refusal_kind(error)
        if judge:
            problems = fastcore.problems(text)
            assert problems and problems[0].field == error.field, f"problems disagree with parse on {text!r}"
            field = refused_by_reference(text)
            assert field == error.field, f"the twin refuses {field} of {text!r}, the core {error.field}"
        return kind
    assert text.endswith(" " + state.text()), f"{text!r} was read as {state.text()!r}"
    if judge:
        assert not fastcore.problems(text), f"problems disagree with parse on {text!r}"
        field = refused_by_reference(text)
        assert field is None, f"the twin refuses {field} of {text!r}"
    for move in state.moves()[:2]:
        assert state.after(move).text()
    return ""


def refused_by_reference(text: str) -> str | None:
    """Return the field of a position text that the reference refuses, or None."""
    spec, space, position = text.partition(" ")
    game = spec.partition("(")[0]
    if game not in fastcore.games():
        return "spec"
    reference = import_module(f"tests.reference.{game}")
    field: str | None = reference.refusal(spec, position)
    return "position" if field is None and not space else field


def try_view(text: str, seat: int | None) -> str:
    """Parse a view. Return the kind of refusal, or "" if it is accepted."""
    try:
        point = fastcore.Viewpoint.parse(text, seat)
    except BadPosition as error:
        return refusal_kind(error)
    assert text.endswith(" " + point.text()), f"the view {text!r} was read as {point.text()!r}"
    assert point.moves() is not None and point.fields
    return ""


def try_move(state: fastcore.State, text: str) -> str:
    """Parse a move. Return the kind of refusal, or "" if it is accepted."""
    try:
        move = state.parse_move(text)
    except IllegalMove as error:
        return refusal_kind(error)
    assert state.move_text(move) == text, f"the move {text!r} was read as {state.move_text(move)!r}"
    return ""


def try_spec(text: str) -> str:
    """Parse a spec. Return the kind of refusal, or "" if it is accepted."""
    try:
        fastcore.start(text)
    except BadPosition as error:
        return refusal_kind(error)
    return ""


def chunk(seed: int, number: int, cases: int) -> list[str]:
    """Try the texts of one chunk and return the findings."""
    chance = random.Random(f"texts {seed} {number}")
    game = fastcore.games()[number % len(fastcore.games())]
    spec = chance.choice(tried_specs(game))
    states = [random_position(spec, "attack", seed, number, place, max_moves=200) for place in range(3)]
    seats = [None, *range(states[0].seats)]
    kept: dict[str, list[str]] = {
        "situation": [state.situation for state in states],
        "spec": list(tried_specs(game)),
        "move": [state.move_text(move) for state in states for move in state.moves()[:3]],
        **{f"view {seat}": [f"{spec} {state.view(seat)}" for state in states] for seat in seats},
    }
    kinds = ["situation"] * 5 + ["move"] * 2 + [kind for kind in kept if kind.startswith("view")] + ["spec"]
    seen: set[str] = set()
    findings = []
    for case in range(cases):
        kind = chance.choice(kinds)
        text = damage_text(chance.choice(kept[kind]), chance)
        try:
            if kind == "situation":
                signature = try_situation(text, case % JUDGE_EVERY == 0 and len(text) < MAX_JUDGED_LENGTH)
            elif kind == "move":
                signature = try_move(chance.choice(states), text)
            elif kind == "spec":
                signature = try_spec(text)
            else:
                signature = try_view(text, seats[int(kind[5:]) + 1] if kind != "view None" else None)
        except Exception as error:
            findings.append(f"{kind} {text!r}: {type(error).__name__}: {str(error)[:500]}")
            continue
        if f"{kind}{signature}" not in seen and len(kept[kind]) < MAX_KEPT and len(text) < 1000:
            seen.add(f"{kind}{signature}")
            kept[kind].append(text)
    return findings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attack from the command line."""
    return run_attack("texts", "Fuzz every text that the core reads.", SIZE, chunk, arguments)


if __name__ == "__main__":
    sys.exit(main())
