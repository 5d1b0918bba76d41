"""Random walks, searches and damaged texts in the checked build.

This build has bounds checks and sanitizers for addresses and undefined behaviour. `make deep` runs this program with
the sanitizers' library preloaded: python -m tests.tools.checked_walk
"""

from __future__ import annotations

import random
import sys

import fastcore
from workbench.conformance.damage import damage_text
from workbench.conformance.walks import option_specs, random_game, random_position

GAMES = 3
SIMULATIONS = 400
TEXTS = 1000


def observe_game(spec: str, number: int) -> None:
    """Play one game and let every seat observe it."""
    start = fastcore.start(spec)
    points = [fastcore.Viewpoint(spec, seat) for seat in (None, *range(start.seats))]
    for step, (state, move) in enumerate(random_game(spec, "checked", number)):
        for point in points:
            seen = state.observation(move, point.seat)
            if seen:
                point.observe(seen)
            if step % 20 == 0:
                point.sample(fastcore.Stream(step))
                point.beliefs("uniform")
                if point.actor == point.seat:
                    for policy in point.info.policies:
                        point.policy(policy)


def main() -> int:
    """Walk through every game and spec. A fault ends the process with a report on stderr."""
    if fastcore.BUILD != "checked":
        print("this is for the checked build: set HERBARIUM_BUILD=checked", file=sys.stderr)
        return 2
    chance = random.Random(1)
    steps = 0
    for game in fastcore.games():
        for spec in option_specs(game):
            for number in range(GAMES):
                for state, move in random_game(spec, "checked", number):
                    for seat in (None, *range(state.seats)):
                        state.events(move, seat)
                        state.view(seat)
                        state.observation(move, seat)
                    state.evaluate()
                    steps += 1
                if state.info.has.covered:
                    observe_game(spec, number)
                    continue
                shared = "on" if number % 2 else "off"
                start = random_position(spec, "checked", number)
                search = fastcore.Search(start, seed=number, threads=2, memory_mb=8, shared=shared)
                while search.run(SIMULATIONS):
                    search.root()
                    line = search.line()
                    search.node([])
                    search.advance(fastcore.parse(f"{spec} {search.text}").move_text(line[0]))
                    steps += SIMULATIONS
            fastcore.playouts(fastcore.start(spec), 2000, 1)
            for _ in range(TEXTS):
                fastcore.problems(damage_text(random_position(spec, "checked", 1).situation, chance))
    print(f"checked build: {steps:,} steps without a fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
