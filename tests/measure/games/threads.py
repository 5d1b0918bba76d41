"""Measure how many more simulations several threads make than one in the same time.

python -m tests.measure.games.threads [--threads 2] [--positions 24]

For each engine with threads, searches of the same positions run in turn with one thread and with several. Prints the
median ratio of their simulations, with the quartiles. Measure on an otherwise idle machine, because other programs
would use the cores too.
"""

from __future__ import annotations

import argparse
from statistics import quantiles
from typing import Any

import fastcore
from workbench.conformance.walks import random_position

ENGINES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("herd", "tree", {"shared": "on"}),
    ("forest", "tree", {"shared": "on"}),
    ("forest", "alphabeta", {"shared": "on"}),
    ("herbs", "equilibrium", {}),
)
SECONDS = (0.01, 0.02, 0.05, 0.2)
ENDLESS = 10**15


def ratio(state: fastcore.State, engine: str, options: dict[str, Any], threads: int, seconds: float) -> float | None:
    """Return how many times as many simulations several threads make, or None if a search ends early."""
    made = []
    for count in (1, threads):
        point = state.viewpoint(state.actor)
        search = fastcore.Search(point, seed=1, engine=engine, threads=count, **(options if count > 1 else {}))
        made.append(search.run(ENDLESS, seconds=seconds))
        if search.done:
            return None
    return made[1] / made[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=24)
    options = parser.parse_args()
    print("| game | engine | ms | times as many simulations | quartiles |", "| --- | --- | --- | --- | --- |", sep="\n")
    for spec, engine, extra in ENGINES:
        states: list[fastcore.State] = []
        number = 0
        while len(states) < options.positions:
            state = random_position(spec, "threads", number)
            number += 1
            if state.actor >= 0 and len(state.moves()) > 1:
                states.append(state)
        for seconds in SECONDS:
            found = [ratio(state, engine, extra, options.threads, seconds) for state in states]
            low, median, high = quantiles([value for value in found if value is not None], n=4)
            print(f"| {spec} | {engine} | {1000 * seconds:g} | {median:.2f} | {low:.2f} to {high:.2f} |", flush=True)


if __name__ == "__main__":
    main()
