"""Fuzz viewpoints from real games with damaged observations, moves and facts.

Every seat observes a random game. Before each true observation, the viewpoints get damaged observations, true ones of
other seats and earlier turns, and facts. The viewpoint must accept each input, or refuse it with Conflict and remain
unchanged. Then it must accept the true observation. One case is one input.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from contextlib import suppress

import fastcore
from fastcore import Conflict, IllegalMove, State, Stream, TooMany, Viewpoint
from tests.attacks.core.running import run_attack
from tests.attacks.core.texts import tried_specs
from workbench.conformance.damage import damage_text
from workbench.conformance.walks import random_game

SIZE = 1000  # inputs in one chunk
WRONG_INPUTS = 4  # inputs before each true observation
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


def check_message(error: Exception) -> None:
    """Check that an error message is one short line."""
    text = str(error)
    assert text.strip() and "\n" not in text and len(text) < 700, f"a refusal of {len(text)} characters: {text[:200]!r}"


def try_observation(point: Viewpoint, text: str) -> bool:
    """Observe a text on a copy. Return whether it was accepted; a refusal must change nothing."""
    copy = point.copy()
    try:
        copy.observe(text)
    except Conflict as error:
        check_message(error)
        assert copy == point, f"{text!r} was refused, and changed {point!r}"
        return False
    assert copy.fields
    if copy.actor >= 0:
        assert copy.moves(), f"no moves after {text!r} in {point!r}"
    return True


def try_fact(point: Viewpoint, fact: str) -> None:
    """Suppose a fact. At least one world must remain, unless the fact is refused."""
    try:
        supposed = point.suppose(fact)
    except Conflict as error:
        check_message(error)
        return
    assert supposed.count() >= 1, f"nothing is left of {point!r} after {fact!r}"


def ask_about_move(point: Viewpoint, text: str) -> None:
    """Ask about a move. Every answer must be a value or a documented error."""
    reason = point.why_not(text)
    try:
        move = point.parse_move(text)
    except IllegalMove as error:
        check_message(error)
        assert reason or point.actor < 0, f"{text!r} is refused for no reason in {point!r}"
        return
    assert not reason, f"{text!r} is taken although {reason}"
    assert point.events(move)
    with suppress(TooMany):
        assert point.forecast(move) >= 0


def check_worlds(point: Viewpoint, chance: random.Random, state: State) -> None:
    """Check that the worlds sampled for a seat look the same to it as the real one."""
    drawn = point.sample(Stream(chance.randrange(100)))
    assert drawn.view(point.seat) == point.text() == state.view(point.seat), (
        f"a world of {point!r} looks different: {drawn!r}"
    )
    try:
        assert point.count() >= 1
    except TooMany:
        assert not point.info.has.hidden


def attack_game(spec: str, key: tuple[int, ...], cases: int, chance: random.Random, findings: list[str]) -> int:
    """Play one game with damaged inputs, up to a number of cases. Return how many cases were tried."""
    points = [Viewpoint(spec, seat) for seat in (None, *range(fastcore.start(spec).seats))]
    seen = [""]
    tried = 0
    for state, move in random_game(spec, "observations", *key):
        text = state.move_text(move)
        facts = [state.observation(move, point.seat) for point in points]
        disturbed = chance.random() < 0.5
        for point, fact in zip(points, facts, strict=True):
            for _ in range(WRONG_INPUTS * disturbed):
                kind = chance.randrange(10)
                wrong = chance.choice([fact, chance.choice(seen), chance.choice(facts)])
                if kind < 8 and chance.random() < 0.8:
                    wrong = damage_text(wrong, chance)
                try:
                    if kind < 6:
                        try_observation(point, wrong)
                    elif kind < 8:
                        ask_about_move(point, damage_text(text, chance) if chance.random() < 0.7 else text)
                    else:
                        try_fact(
                            point,
                            damage_text(chance.choice(FACTS), chance)
                            if chance.random() < 0.5
                            else chance.choice(FACTS),
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
                check_worlds(point, chance, after)
    return tried


def chunk(seed: int, number: int, cases: int) -> list[str]:
    """Try the inputs of one chunk and return the findings."""
    chance = random.Random(f"observations {seed} {number}")
    covered = [name for name in fastcore.games() if fastcore.info(name).has.covered]
    games = covered * 3 + [name for name in fastcore.games() if name not in covered]
    spec = chance.choice(tried_specs(games[number % len(games)]))
    findings: list[str] = []
    tried = played = 0
    while tried < cases and not findings:
        tried += attack_game(spec, (seed, number, played), cases - tried, chance, findings)
        played += 1
    return findings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the attack from the command line."""
    return run_attack("observations", "Fuzz what a seat learns.", SIZE, chunk, arguments)


if __name__ == "__main__":
    sys.exit(main())
