"""Reference implementation of luck, skill and drift in Herd.

It follows the definitions in docs/research/statistics.md. It uses the reference rules and no other part of the program.
Values are for Red; Blue has the opposite ones.
"""

from collections.abc import Callable
from fractions import Fraction

from tests.reference import herd

Value = Callable[[str], float]


def value_at(spec: str, text: str, value: Value) -> float:
    """Return the value of a position text for Red: the result at the end, otherwise the value by the judge."""
    result = herd.returns(spec, text)
    return value(text) if result is None else float(result[0])


def after_roll_values(spec: str, text: str, value: Value) -> list[tuple[Fraction, float]]:
    return [(chance, value_at(spec, herd.play(spec, text, roll), value)) for roll, chance in herd.chances(spec, text)]


def terms(spec: str, moves: list[str], value: Value) -> list[tuple[float, float, float]]:
    """Return luck, skill and drift of every move of a game for Red."""
    text, found = herd.start(spec), []
    for move in moves:
        after = herd.play(spec, text, move)
        before, then = value_at(spec, text, value), value_at(spec, after, value)
        if herd.actor(spec, text) == "chance":
            mean = 0.0
            for chance, worth in after_roll_values(spec, text, value):
                mean += float(chance) * worth
            found.append((then - mean, 0.0, mean - before))
        else:
            choices = [value_at(spec, herd.play(spec, text, other), value) for other in herd.moves(spec, text)]
            best = max(choices) if herd.actor(spec, text) == "seat 1" else min(choices)
            found.append((0.0, then - best, best - before))
        text = after
    return found
