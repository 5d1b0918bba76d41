"""How well stated chances of the cure agree with what came true:
python -m tests.tools.measure_calibration [--bot NAME --model NAME] ...

One seat states the chances of all medicine cards once in each round, at a moment drawn beforehand. Statements go into
ten bins by what was stated; the expected calibration error is the mean distance, weighted by statements, between what a
bin stated on average and how often it came true. Without a bot there is a table for each of those in TABLES.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import bots
from fastcore import Search, Stream, Viewpoint
from tests.kit.hands_played import Settled, played, right_card

BINS = 10
LATEST = 12  # decision of a round at which a statement is made at the latest
MODELS = ("uniform", "blueprint", "none")
TABLES = (
    ("random", "uniform", 3000),
    ("deducer", "blueprint", 300),
    ("improver(simulations=100)", "uniform", 300),
    ("improver(simulations=100)", "blueprint", 300),
    ("ismcts(simulations=100)", "blueprint", 300),
)  # who plays all seats, by which choices are judged, games


class Bin(NamedTuple):
    """Statements of about the same chance: how many, what they stated on average, how often it was so."""

    number: int
    stated: float
    came_true: float


def statements(spec: str, bot: str, model: str, games: int, seed: int = 1) -> list[tuple[float, bool]]:
    """(stated chance, was it so) of every card and round, where all seats are played by one bot."""
    players = [bots.make(bot, seed + seat) for seat in range(4)]
    found: list[tuple[float, bool]] = []
    for number in range(games):
        stream = Stream(seed, "calibration", number)
        teller, moment, decisions = -1, 0, 0
        stated: dict[str, float] = {}
        for told in played(spec, players, seed, number):
            if isinstance(told, Settled):
                found += [(chance, card == right_card(told.state)) for card, chance in stated.items()]
                teller, stated = -1, {}
                continue
            if teller < 0:
                teller, moment, decisions = stream.below(told.state.seats), 1 + stream.below(LATEST), 0
            if told.state.actor == teller and not stated and decisions >= moment:
                stated = _chances(told.point, model)
            decisions += 1
    return found


def _chances(point: Viewpoint, model: str) -> dict[str, float]:
    if model == "uniform":
        return {str(card): chance for card, chance in point.beliefs("uniform")["cure"].items()}
    return Search(point, engine="improver", model=model).beliefs()["cure"]


def reliability(found: list[tuple[float, bool]]) -> list[Bin]:
    """The bins, the lowest chances first; those without a statement have a number of 0."""
    bins = []
    for place in range(BINS):
        held = [(chance, so) for chance, so in found if min(int(chance * BINS), BINS - 1) == place]
        count = len(held)
        bins.append(
            Bin(count, sum(chance for chance, _ in held) / max(count, 1), sum(so for _, so in held) / max(count, 1))
        )
    return bins


def calibration_error(bins: list[Bin]) -> float:
    """The expected calibration error, from 0 to 1."""
    return sum(one.number * abs(one.stated - one.came_true) for one in bins) / sum(one.number for one in bins)


def lines(bot: str, model: str, games: int, bins: list[Bin]) -> Iterator[str]:
    yield f"{bot}, model {model}: expected calibration error {calibration_error(bins):.4f} over {games:,} games"
    yield ""
    yield "| stated | statements | on average | came true |"
    yield "| --- | --- | --- | --- |"
    for place, one in enumerate(bins):
        means = f"{one.stated:.3f} | {one.came_true:.3f}" if one.number else "- | -"
        yield f"| {place / BINS:.1f} to {(place + 1) / BINS:.1f} | {one.number:,} | {means} |"
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description="reliability of stated chances of the cure")
    parser.add_argument("--spec", default="herbalism")
    parser.add_argument("--bot", help="who plays all seats; left out: all tables")
    parser.add_argument("--model", default="uniform", choices=MODELS, help="by which choices are judged")
    parser.add_argument("--games", type=int, help="3,000 of random and 300 of others if left out")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    wanted = TABLES if given.bot is None else ((given.bot, given.model, 3000 if given.bot == "random" else 300),)
    for bot, model, usual in wanted:
        games = given.games or usual
        bins = reliability(statements(given.spec, bot, model, games, given.seed))
        print("\n".join(lines(bot, model, games, bins)), flush=True)


if __name__ == "__main__":
    main()
