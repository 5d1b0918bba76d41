"""Fuzz what a seat learns: observations, moves and facts, on viewpoints from real games.

A random game is played; every seat observes it. Before each true observation the viewpoints are given damaged ones,
true ones of other seats and of earlier turns, and facts. Each is taken in or refused with Conflict, and a refusal must
leave the viewpoint as it was; then the true observation must be taken in. One case is one input.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from contextlib import suppress

import fastcore
from fastcore import Conflict, IllegalMove, State, Stream, TooMany, Viewpoint
from tests.attacks.core.running import attack
from tests.attacks.core.texts import specs
from tests.core.test_fuzz import damaged
from tests.kit.walks import walk

SIZE = 1000  # inputs of one chunk
PATIENCE = 4  # inputs before each true observation
FACTS = [
    "hidden=rb",
    "hidden=yy",
    "cure=gy",
    "cure===",
    "2:r>=1",
    "1:b=0",
    "3:g<=2",
    "4:y>1",
    "2:x=1",
    "cure=",
    "hidden=",
    "=",
    "1:r>=99",
]


def line(error: Exception) -> None:
    """Check that a refusal is one short line."""
    text = str(error)
    assert text.strip() and "\n" not in text and len(text) < 700, f"a refusal of {len(text)} characters: {text[:200]!r}"


def learn(point: Viewpoint, text: str) -> bool:
    """Observe a text on a copy, and return whether it was accepted. AssertionError if a refusal changed anything."""
    copy = point.copy()
    try:
        copy.observe(text)
    except Conflict as error:
        line(error)
        assert copy == point, f"{text!r} was refused, and changed {point!r}"
        return False
    assert copy.fields
    if copy.actor >= 0:
        assert copy.moves(), f"no moves after {text!r} in {point!r}"
    return True


def suppose(point: Viewpoint, fact: str) -> None:
    """Suppose a fact; what is left must be possible."""
    try:
        supposed = point.suppose(fact)
    except Conflict as error:
        line(error)
        return
    assert supposed.count() >= 1, f"nothing is left of {point!r} after {fact!r}"


def ask(point: Viewpoint, text: str) -> None:
    """Ask about a move; each answer is a value or one of the documented errors."""
    reason = point.why_not(text)
    try:
        move = point.parse_move(text)
    except IllegalMove as error:
        line(error)
        assert reason or point.actor < 0, f"{text!r} is refused for no reason in {point!r}"
        return
    assert not reason, f"{text!r} is taken although {reason}"
    assert point.events(move)
    with suppress(TooMany):
        assert point.forecast(move) >= 0


def whole(point: Viewpoint, chance: random.Random, state: State) -> None:
    """Check the seat's sampled worlds: each must look the same to the seat."""
    drawn = point.sample(Stream(chance.randrange(100)))
    assert drawn.view(point.seat) == point.text() == state.view(point.seat), (
        f"a world of {point!r} looks different: {drawn!r}"
    )
    try:
        assert point.count() >= 1
    except TooMany:
        assert not point.info.has.hidden


def game(spec: str, key: tuple[int, ...], cases: int, chance: random.Random, findings: list[str]) -> int:
    """Play one game with damaged inputs, up to a number of cases; return how many were tried."""
    points = [Viewpoint(spec, seat) for seat in (None, *range(fastcore.start(spec).seats))]
    seen = [""]
    tried = 0
    for state, move in walk(spec, "observations", *key):
        text = state.move_text(move)
        facts = [state.observation(move, point.seat) for point in points]
        busy = chance.random() < 0.5
        for point, fact in zip(points, facts, strict=True):
            for _ in range(PATIENCE * busy):
                kind = chance.randrange(10)
                wrong = chance.choice([fact, chance.choice(seen), chance.choice(facts)])
                if kind < 8 and chance.random() < 0.8:
                    wrong = damaged(wrong, chance)
                try:
                    if kind < 6:
                        learn(point, wrong)
                    elif kind < 8:
                        ask(point, damaged(text, chance) if chance.random() < 0.7 else text)
                    else:
                        suppose(
                            point,
                            damaged(chance.choice(FACTS), chance) if chance.random() < 0.5 else chance.choice(FACTS),
                        )
                except Exception as error:
                    findings.append(f"{wrong!r} in {point!r}: {type(error).__name__}: {str(error)[:500]}")
                tried += 1
            if fact:
                point.observe(fact)
                tried += 1
                seen = [*seen[-20:], fact]
        if tried >= cases or len(findings) > 3:
            break
        if chance.random() < 0.02:
            after = state.after(move)
            for point in points:
                whole(point, chance, after)
    return tried


def chunk(seed: int, number: int, cases: int) -> list[str]:
    """Try the inputs of one chunk; return the findings."""
    chance = random.Random(f"observations {seed} {number}")
    hiding = [name for name in fastcore.games() if fastcore.info(name).has.covered]
    games = hiding * 3 + [name for name in fastcore.games() if name not in hiding]
    spec = chance.choice(specs(games[number % len(games)]))
    findings: list[str] = []
    tried = played = 0
    while tried < cases and not findings:
        tried += game(spec, (seed, number, played), cases - tried, chance, findings)
        played += 1
    return findings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attack from the command line."""
    return attack("observations", "Fuzz what a seat learns.", SIZE, chunk, arguments)


if __name__ == "__main__":
    sys.exit(main())
