"""Measure how well the chances that searches show agree with the results of games.

python -m tests.measure.games.chances SPEC [--games 20000] [--simulations 60] [--shown 400] [--opening 8] --results FILE

A search with `--simulations` plays all seats. A game without chance or secrets begins with 0 to `--opening` random
moves, because searches almost always begin such a game in the same way. In each game, at one random decision, another
search with `--shown` simulations states the expected value of every seat. Half of 1 + value is its chance. Statements
are grouped into ten bins. The expected calibration error is the mean distance between the average statement of a bin
and the average result, weighted by the number of statements; each game counts once, by a random seat. A lead is a
value before it is squashed to -1 to 1. If the factor on all leads with the lowest log-loss is below 1, the leads are
too large. With a results file, one JSON line for each game, a later run continues.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

import bots
import fastcore
from bots.report import Limit
from fastcore import CHANCE, OVER, Stream, Viewpoint
from fastcore.fitting.regression import log_loss, unsquashed
from tests.measure.calibration import BINS, calibration_error, reliability

SURE = 0.9999  # a larger value is a proof or nearly one, without a finite lead
FACTORS = np.linspace(0.3, 2, 171)


class Player:
    """A bot that shows what it expects, for all seats."""

    def __init__(self, bot: str, seats: int, seed: int) -> None:
        self.bots = [bots.make(bot, seed + seat) for seat in range(seats)]
        for each in self.bots:
            each.brief, each.progress = True, False

    def move(self, point: Viewpoint, simulations: int) -> str:
        *_, report = self.bots[point.actor].think(point, Limit(simulations=simulations))
        return str(report.move)

    def close(self) -> None:
        for each in self.bots:
            each.close()


def engine_of(spec: str) -> str:
    """Return the engine of the game's strongest bot."""
    return {"mcts": "tree"}.get(bots.strongest(spec), bots.strongest(spec))


def searched_move(point: Viewpoint, engine: str, simulations: int, seed: int) -> int:
    """Return the move of a short search."""
    if len(point.moves()) == 1:
        return point.moves()[0]
    search = fastcore.Search(point, seed=seed, engine=engine)
    search.run(simulations)
    return int(search.choice())


def play(
    spec: str, simulations: int, shown: int, opening: int, seed: int, number: int
) -> tuple[list[float], list[float]]:
    """Play a game and return what a search stated at a random decision, and the returns, for every seat."""
    engine, stream = engine_of(spec), Stream(seed, "chances", number)
    state = fastcore.start(spec)
    points = [state.viewpoint(seat) for seat in range(state.seats)]
    player = Player(bots.strongest(spec), state.seats, number) if state.info.has.secrets else None
    stated: list[float] = []
    decisions = 0
    at_random = 0 if state.info.has.chance or state.info.has.secrets else stream.below(opening + 1)
    while state.actor != OVER:
        if state.actor == CHANCE:
            move: int | str = state.sample(stream)
        elif at_random:
            at_random -= 1
            move = stream.choice(state.moves())
        else:
            point = points[state.actor]
            decisions += 1
            # each decision replaces the last with probability 1 / decisions, so all are equally likely to remain
            if stream.below(decisions) == 0:
                search = fastcore.Search(point, seed=stream.below(2**32), engine=engine)
                search.run(shown)
                stated = [float(value) for value in search.value()]
            if player is not None:
                move = player.move(point, simulations)
            else:
                move = searched_move(point, engine, simulations, stream.below(2**32))
        seen = [state.observation(move, seat) for seat in range(state.seats)]
        state.play(move)
        for point, text in zip(points, seen, strict=True):
            if text:
                point.observe(text)
    if player is not None:
        player.close()
    return stated, list(state.returns())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--simulations", type=int, default=60, help="of the players, for each decision")
    parser.add_argument("--shown", type=int, default=400, help="of the search that states chances")
    parser.add_argument("--opening", type=int, default=8, help="largest number of random moves at the start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, required=True)
    options = parser.parse_args()
    done = len(options.results.read_text(encoding="utf-8").splitlines()) if options.results.exists() else 0
    with options.results.open("a", encoding="utf-8") as file:
        for number in range(done, options.games):
            stated, returns = play(
                options.spec, options.simulations, options.shown, options.opening, options.seed, number
            )
            file.write(json.dumps({"stated": [round(value, 5) for value in stated], "returns": returns}) + "\n")
            if number % 20 == 19:
                file.flush()
    report(options.results, options.seed)


def report(path: Path, seed: int) -> None:
    """Print the bins of a results file."""
    outcomes = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        game = json.loads(line)
        if not game["stated"]:
            continue  # the random moves ended the game
        seat = Stream(seed, "seat", number).below(len(game["stated"]))
        outcomes.append(((1 + game["stated"][seat]) / 2, (1 + game["returns"][seat]) / 2))
    bins = reliability(outcomes)
    print(f"expected calibration error {calibration_error(bins):.4f} over {len(outcomes):,} games")
    print(f"best factor on all leads {best_factor(outcomes):.2f}")
    for place, entry in enumerate(bins):
        if entry.number:
            means = f"{entry.stated:.3f} | {entry.frequency:.3f}"
            print(f"| {place / BINS:.1f} to {(place + 1) / BINS:.1f} | {entry.number:,} | {means} |")


def best_factor(outcomes: list[tuple[float, float]]) -> float:
    """Return the factor on the leads behind the stated chances with the lowest log-loss, from 0.3 to 2."""
    stated, results = np.array(outcomes).T
    leads = unsquashed(np.clip(2 * stated - 1, -SURE, SURE))
    return float(min(FACTORS, key=lambda factor: log_loss(factor * leads, results)))


if __name__ == "__main__":
    main()
