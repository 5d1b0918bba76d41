"""How well stated chances of the cure agree with what came true: python -m tests.measure_calibration [--bot NAME] ...

One seat states the chances of all medicine cards once in each round, at a moment drawn beforehand. Statements go into ten
bins by what was stated; the expected calibration error is the mean distance, weighted by statements, between what a bin
stated on average and how often it came true.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import bots
import fastcore
from fastcore import CHANCE, OVER, Search, Stream, Viewpoint
from workbench.thinking import decide

BINS = 10
LATEST = 12  # decision of a round at which a statement is made at the latest


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
        state = fastcore.start(spec)
        points: list[Viewpoint] = []
        teller, moment, decisions = 0, 0, 0
        stated: dict[str, float] = {}
        watching = list(range(state.seats))
        while state.actor != OVER:
            if state.actor == CHANCE:
                teller, moment, decisions, stated = stream.below(state.seats), 1 + stream.below(LATEST), 0, {}
                # a bot that only draws its moves needs nobody else's knowledge
                watching = [teller] if bot == "random" else list(range(state.seats))
                points = [Viewpoint.parse(f"{spec} {state.view(seat)}", seat) for seat in watching]
                move = state.sample(stream)
            else:
                point = next((point for point in points if point.seat == state.actor), None)
                if state.actor == teller and not stated and decisions >= moment and point is not None:
                    stated = _chances(point, model)
                if bot == "random" or point is None:
                    move = stream.choice(state.moves())
                else:
                    move = state.parse_move(decide(players[state.actor], point).move)
                decisions += 1
            hidden = state.fields["hidden"] if state.actor >= 0 else ""
            seen = [state.observation(move, point.seat) for point in points]
            state = state.after(move)
            if (state.actor in (CHANCE, OVER)) and stated:
                right = _card(hidden)
                found += [(chance, card == right) for card, chance in stated.items()]
                stated = {}
            if state.actor not in (CHANCE, OVER):
                for point, text in zip(points, seen, strict=True):
                    if text:
                        point.observe(text)
    return found


def _chances(point: Viewpoint, model: str) -> dict[str, float]:
    if model == "uniform":
        return {str(card): chance for card, chance in point.beliefs("uniform")["cure"].items()}
    return Search(point, engine="improver", model=model).beliefs()["cure"]


def _card(hidden: str) -> str:
    """The right medicine card of a hidden pair in colour order."""
    names = {"ry": "yr", "yg": "gy"}
    return "==" if hidden[0] == hidden[1] else names.get(hidden, hidden)


def reliability(found: list[tuple[float, bool]]) -> list[Bin]:
    """The bins, the lowest chances first; those without a statement have a number of 0."""
    bins = []
    for place in range(BINS):
        held = [(chance, so) for chance, so in found if min(int(chance * BINS), BINS - 1) == place]
        count = len(held)
        bins.append(Bin(count, sum(chance for chance, _ in held) / max(count, 1), sum(so for _, so in held) / max(count, 1)))
    return bins


def calibration_error(bins: list[Bin]) -> float:
    """The expected calibration error, from 0 to 1."""
    return sum(one.number * abs(one.stated - one.came_true) for one in bins) / sum(one.number for one in bins)


def main() -> None:
    parser = argparse.ArgumentParser(description="reliability of stated chances of the cure")
    parser.add_argument("--spec", default="herbalism")
    parser.add_argument("--bot", default="random", help="who plays all seats")
    parser.add_argument("--model", default="uniform", choices=("uniform", "blueprint", "none"), help="by which choices are judged")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    bins = reliability(statements(given.spec, given.bot, given.model, given.games, given.seed))
    print("stated        statements   on average   came true")
    for place, one in enumerate(bins):
        print(f"{place / BINS:.1f} to {(place + 1) / BINS:.1f} {one.number:13,} {one.stated:12.3f} {one.came_true:11.3f}")
    print(f"expected calibration error {calibration_error(bins):.4f} over {given.games:,} games of {given.bot}, model {given.model}")


if __name__ == "__main__":
    main()
