"""Fit the parameters of a type of player in Herbalism's blueprint to self-play of the improver:

    python -m fastcore.games.herbalism.fit --games 300 --simulations 500

It prints a row for `blueprint.pxd`. Parameters, used in `cure_policy.pxd` and `tables.pyx`:
    sure: the probability of being right at which half of the players cure.
    margin: the width of the transition: at `sure - margin` few players cure, at `sure + margin` nearly all.
    waiting: the value of an unused marker if the cure fails, as a share of three points divided by the unused markers.
    trust: the factor by which an answer multiplies the probability of its card.
    soft: the temperature of the softmax over replies, in points.
    followed: the probability that another seat follows a right answer.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

import fastcore
from fastcore.fitting.arguments import add_whole
from fastcore.values import CHANCE, OVER

SPECS = ("herbalism", "herbalism(actions=advanced)", "herbalism(players=4)", "herbalism(players=4,actions=advanced)")
TERMS = ("sure", "margin", "waiting", "trust", "soft", "followed")
MISTAKES = 0.02  # the value in `cure_policy.pxd`


class Turn(NamedTuple):
    """A turn: the probability of the best open card, and whether the seat cured."""

    chance: float
    cured: bool


class Reply(NamedTuple):
    """A reply to a cure.

    Attributes:
        chances: the seat's probability of each card before the cure.
        answered: the cards answered in this cure.
        closed: the cards of failed cures.
        unused: the number of seats with an unused marker.
        choice: the card that was answered or followed; "" to decline.
    """

    chances: Mapping[str, float]
    answered: frozenset[str]
    closed: frozenset[str]
    unused: int
    choice: str


class Sample(NamedTuple):
    """The decisions of self-play.

    Attributes:
        turns: every turn.
        replies: every reply to a cure.
        followed: for each won round and each seat but the winner, whether it followed.
    """

    turns: list[Turn]
    replies: list[Reply]
    followed: list[bool]


def played(games: int, simulations: int, seed: int) -> Sample:
    """Play games of the improver against itself and return their decisions."""
    sample = Sample([], [], [])
    for number in range(games):
        stream = fastcore.Stream(seed, "fit", number)
        state = fastcore.start(SPECS[number % len(SPECS)])
        points = [fastcore.Viewpoint(state.spec, seat) for seat in range(state.seats)]
        while state.actor != OVER:
            if state.actor == CHANCE:
                move = state.sample(stream)
            else:
                point = points[state.actor]
                search = fastcore.Search(point, seed=stream.below(2**32), engine="improver")
                search.run(simulations if len(point.moves()) > 1 else 1)
                move = search.choice()
                _record(sample, point, point.move_text(move))
            observed = [state.observation(move, seat) for seat in range(state.seats)]
            before, state = state, state.after(move)
            if before.phase == "cure" and state.phase in ("deal", "over") and max(_gains(before, state)) >= 3:
                gains = _gains(before, state)
                sample.followed.extend(gain == 1 for gain in gains if gain < 3)
            for point, text in zip(points, observed, strict=True):
                if text:
                    point.observe(text)
    return sample


def _gains(before: fastcore.State, after: fastcore.State) -> list[int]:
    return [new - old for old, new in zip(before.points(), after.points(), strict=True)]


def _record(sample: Sample, point: fastcore.Viewpoint, text: str) -> None:
    """Add a decision to the sample if it is a turn or a reply."""
    if point.phase not in ("act", "cure"):
        return
    chances = fastcore.Search(point, engine="improver", model="none").beliefs()["cure"]
    markers = [mark.split("=", 1) for mark in point.fields["cure"].split(",") if mark != "-"]
    if point.phase == "act":
        failed = {card for _, card in markers}
        sample.turns.append(Turn(max(chances[card] for card in chances if card not in failed), text.startswith("cure")))
    else:
        answered = frozenset(card for kind, card in markers if kind in "af")
        closed = frozenset(card for kind, card in markers if kind in "AF")
        sample.replies.append(Reply(chances, answered, closed, point.seats - len(markers), text.partition(":")[2]))


def fit_turns(turns: Sequence[Turn]) -> tuple[tuple[float, float], float]:
    """Return the most likely (sure, margin) on a grid, and the geometric mean of the likelihoods."""
    chance, cured = (np.array(column) for column in zip(*turns, strict=True))

    def likelihood(sure: float, margin: float) -> float:
        cures = MISTAKES + (1 - 2 * MISTAKES) * np.clip(0.5 + 0.5 * (chance - sure) / margin, 0, 1)
        return float(np.exp(np.log(np.where(cured, cures, 1 - cures)).mean()))

    grid = product((0.05 * step for step in range(4, 19)), (0.05 * step for step in range(1, 11)))
    return max(((terms, likelihood(*terms)) for terms in grid), key=lambda item: item[1])


def fit_replies(replies: Sequence[Reply]) -> tuple[tuple[float, float, float], float]:
    """Return the most likely (waiting, trust, soft) on a grid, and the geometric mean of the likelihoods."""

    def likelihood(waiting: float, trust: float, soft: float) -> float:
        return float(np.exp(np.mean([np.log(_likelihood_of(reply, waiting, trust, soft)) for reply in replies])))

    grid = product((0.2 * step for step in range(9)), (1.0, 1.5, 2.0, 3.0, 4.0), (0.1, 0.2, 0.4, 0.8))
    return max(((terms, likelihood(*terms)) for terms in grid), key=lambda item: item[1])


def _likelihood_of(reply: Reply, waiting: float, trust: float, soft: float) -> float:
    """Return the likelihood of a reply, as `reply_likelihood` in `cure_policy.pxd` does."""
    weights = {card: chance * (trust if card in reply.answered else 1) for card, chance in reply.chances.items()}
    total = sum(weights.values())
    answered = sum(weights[card] for card in reply.answered) / total
    values = {
        card: (2 * weight / total - 1 if card in reply.answered else 3 * weight / total)
        for card, weight in weights.items()
    }
    values = {card: points for card, points in values.items() if card not in reply.closed}
    values[""] = waiting * (1 - answered) * 3 / reply.unused
    best = max(values.values())
    shares = {card: np.exp((points - best) / soft) for card, points in values.items()}
    return float(MISTAKES + (1 - MISTAKES) * shares[reply.choice] / sum(shares.values()))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m fastcore.games.herbalism.fit", description=__doc__.partition(":")[0]
    )
    add_whole(parser, "--games", 10, 300, "games of self-play")
    add_whole(parser, "--simulations", 1, 500, "for each of their moves")
    add_whole(parser, "--seed", 0, 1, "")
    parsed = parser.parse_args(arguments)
    sample = played(parsed.games, parsed.simulations, parsed.seed)
    turns, turn_likelihood = fit_turns(sample.turns)
    replies, reply_likelihood = fit_replies(sample.replies)
    fitted = (*turns, *replies, float(np.mean(sample.followed)))
    summary = (
        f"finds {len(sample.turns):,} turns {turn_likelihood:.3f} and {len(sample.replies):,} replies "
        f"{reply_likelihood:.3f} likely each"
    )
    print(summary)
    for term, value in zip(TERMS, fitted, strict=True):
        print(f"  {value:7.3f}  {term}")
    row = ", ".join(f"{value:.3g}" for value in fitted)
    print(f"as a type of player in {Path(__file__).with_name('blueprint.pxd')}: {{{row}}}")


if __name__ == "__main__":
    main()
