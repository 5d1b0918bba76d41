"""Measure how well the bots' stated chances of the cure agree with the outcomes.

python -m tests.measure.calibration [--bot NAME --model NAME] ...

In each round, one random seat states the chances of all medicine cards once, at a random decision. Statements are
grouped into ten bins by the stated chance. The expected calibration error is the mean distance between the average
stated chance of a bin and its frequency, weighted by the number of statements. Without a bot, the program prints a
table for each entry in TABLES.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import bots
from fastcore import Search, Stream, Viewpoint
from tests.kit.hands_played import RoundEnd, play_game, right_card

BINS = 10
LATEST = 12  # latest decision of a round at which a seat states its chances
MODELS = ("uniform", "blueprint", "none")
TABLES = (
    ("random", "uniform", 3000),
    ("deducer", "blueprint", 300),
    ("improver(simulations=100)", "uniform", 300),
    ("improver(simulations=100)", "blueprint", 300),
    ("ismcts(simulations=100)", "blueprint", 300),
)  # bot in all seats, model of their choices, games


class Bin(NamedTuple):
    """Statements of about the same chance: their number, the average stated chance, and how often they were true."""

    number: int
    stated: float
    frequency: float


def statements(spec: str, bot: str, model: str, games: int, seed: int = 1) -> list[tuple[float, bool]]:
    """Return (stated chance, was true) for every card and round. One bot plays all seats."""
    players = [bots.make(bot, seed + seat) for seat in range(4)]
    outcomes: list[tuple[float, bool]] = []
    for number in range(games):
        stream = Stream(seed, "calibration", number)
        speaker, decision_number, decisions = -1, 0, 0
        stated: dict[str, float] = {}
        for event in play_game(spec, players, seed, number):
            if isinstance(event, RoundEnd):
                outcomes += [(chance, card == right_card(event.state)) for card, chance in stated.items()]
                speaker, stated = -1, {}
                continue
            if speaker < 0:
                speaker, decision_number, decisions = stream.below(event.state.seats), 1 + stream.below(LATEST), 0
            if event.state.actor == speaker and not stated and decisions >= decision_number:
                stated = _chances(event.point, model)
            decisions += 1
    return outcomes


def _chances(point: Viewpoint, model: str) -> dict[str, float]:
    if model == "uniform":
        return {str(card): chance for card, chance in point.beliefs("uniform")["cure"].items()}
    return Search(point, engine="improver", model=model).beliefs()["cure"]


def reliability(outcomes: list[tuple[float, bool]]) -> list[Bin]:
    """Return the bins, those with the lowest chances first. An empty bin has number 0."""
    bins = []
    for place in range(BINS):
        members = [(chance, was_true) for chance, was_true in outcomes if min(int(chance * BINS), BINS - 1) == place]
        count = len(members)
        bins.append(
            Bin(
                count,
                sum(chance for chance, _ in members) / max(count, 1),
                sum(was_true for _, was_true in members) / max(count, 1),
            )
        )
    return bins


def calibration_error(bins: list[Bin]) -> float:
    """Return the expected calibration error, from 0 to 1."""
    return sum(entry.number * abs(entry.stated - entry.frequency) for entry in bins) / sum(
        entry.number for entry in bins
    )


def lines(bot: str, model: str, games: int, bins: list[Bin]) -> Iterator[str]:
    yield f"{bot}, model {model}: expected calibration error {calibration_error(bins):.4f} over {games:,} games"
    yield ""
    yield "| stated | statements | on average | came true |"
    yield "| --- | --- | --- | --- |"
    for place, entry in enumerate(bins):
        means = f"{entry.stated:.3f} | {entry.frequency:.3f}" if entry.number else "- | -"
        yield f"| {place / BINS:.1f} to {(place + 1) / BINS:.1f} | {entry.number:,} | {means} |"
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description="reliability of stated chances of the cure")
    parser.add_argument("--spec", default="herbalism")
    parser.add_argument("--bot", help="who plays all seats; left out: all tables")
    parser.add_argument("--model", default="uniform", choices=MODELS, help="by which choices are judged")
    parser.add_argument("--games", type=int, help="default: 3,000 of random and 300 of others")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tables = (
        TABLES if options.bot is None else ((options.bot, options.model, 3000 if options.bot == "random" else 300),)
    )
    for bot, model, usual in tables:
        games = options.games or usual
        bins = reliability(statements(options.spec, bot, model, games, options.seed))
        print("\n".join(lines(bot, model, games, bins)), flush=True)


if __name__ == "__main__":
    main()
