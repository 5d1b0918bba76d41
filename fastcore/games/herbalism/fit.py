"""Fit the blueprint of Herbalism, how people are taken to play a round, to self-play of the
improver, and write `blueprint.pxd`:

    python -m fastcore.games.herbalism.fit --games 300 --simulations 500

Terms: sure (half of those who are so sure of a card cure), margin (by so much less hardly anybody does, by so much more
nearly all), waiting (which part of an even share of three points a marker kept is worth if the cure fails), trust (how
much likelier a card is that somebody answers), soft (points by which a reply may be worth less and still be made a
third as often), followed (how often another seat follows a right answer).
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
from fastcore.fitting.writing import write_tables
from fastcore.values import CHANCE, OVER

SPECS = ("herbalism", "herbalism(actions=advanced)", "herbalism(players=4)", "herbalism(players=4,actions=advanced)")
TERMS = ("sure", "margin", "waiting", "trust", "soft", "followed")
SLIPS = 0.02  # as `deciding.pxd` has it


class Turn(NamedTuple):
    """A turn on which a seat might have cured: the chance of the likeliest card, and whether it did."""

    chance: float
    cured: bool


class Reply(NamedTuple):
    """A seat's part in another's cure: its chances before, the cards answered and those closed, how many have their
    markers yet, and its choice (a card, or "")."""

    chances: Mapping[str, float]
    answered: frozenset[str]
    closed: frozenset[str]
    unused: int
    choice: str


class Seen(NamedTuple):
    turns: list[Turn]
    replies: list[Reply]
    followed: list[bool]  # by each other seat of each round that was won


def played(games: int, simulations: int, seed: int) -> Seen:
    """What was decided in games of the improver against itself."""
    seen = Seen([], [], [])
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
                _note(seen, point, point.move_text(move))
            observed = [state.observation(move, seat) for seat in range(state.seats)]
            before, state = state, state.after(move)
            if before.phase == "cure" and state.phase in ("deal", "over") and max(_gains(before, state)) >= 3:
                gains = _gains(before, state)
                seen.followed.extend(gain == 1 for gain in gains if gain < 3)
            for point, text in zip(points, observed, strict=True):
                if text:
                    point.observe(text)
    return seen


def _gains(before: fastcore.State, after: fastcore.State) -> list[int]:
    return [new - old for old, new in zip(before.points(), after.points(), strict=True)]


def _note(seen: Seen, point: fastcore.Viewpoint, text: str) -> None:
    if point.phase not in ("act", "cure"):
        return
    chances = fastcore.Search(point, engine="improver", model="none").beliefs()["cure"]
    marks = [mark.split("=", 1) for mark in point.fields["cure"].split(",") if mark != "-"]
    if point.phase == "act":
        failed = {card for _, card in marks}
        seen.turns.append(Turn(max(chances[card] for card in chances if card not in failed), text.startswith("cure")))
    else:
        answered = frozenset(card for kind, card in marks if kind in "af")
        closed = frozenset(card for kind, card in marks if kind in "AF")
        seen.replies.append(Reply(chances, answered, closed, point.seats - len(marks), text.partition(":")[2]))


def fit_turns(turns: Sequence[Turn]) -> tuple[tuple[float, float], float]:
    """The (sure, margin) by which what was done is likeliest, and how likely that is, as the geometric mean."""
    chance, cured = (np.array(column) for column in zip(*turns, strict=True))

    def likelihood(sure: float, margin: float) -> float:
        cures = SLIPS + (1 - 2 * SLIPS) * np.clip(0.5 + 0.5 * (chance - sure) / margin, 0, 1)
        return float(np.exp(np.log(np.where(cured, cures, 1 - cures)).mean()))

    grid = product((0.05 * step for step in range(4, 19)), (0.05 * step for step in range(1, 11)))
    return max(((terms, likelihood(*terms)) for terms in grid), key=lambda one: one[1])


def fit_replies(replies: Sequence[Reply]) -> tuple[tuple[float, float, float], float]:
    """The (waiting, trust, soft) by which the replies are likeliest, and how likely that is, as the geometric mean."""

    def likelihood(waiting: float, trust: float, soft: float) -> float:
        return float(np.exp(np.mean([np.log(_chosen(reply, waiting, trust, soft)) for reply in replies])))

    grid = product((0.2 * step for step in range(9)), (1.0, 1.5, 2.0, 3.0, 4.0), (0.1, 0.2, 0.4, 0.8))
    return max(((terms, likelihood(*terms)) for terms in grid), key=lambda one: one[1])


def _chosen(reply: Reply, waiting: float, trust: float, soft: float) -> float:
    """How likely the reply is, as `deciding.pxd` has it."""
    weights = {card: chance * (trust if card in reply.answered else 1) for card, chance in reply.chances.items()}
    whole = sum(weights.values())
    told = sum(weights[card] for card in reply.answered) / whole
    worth = {
        card: (2 * weight / whole - 1 if card in reply.answered else 3 * weight / whole)
        for card, weight in weights.items()
    }
    worth = {card: points for card, points in worth.items() if card not in reply.closed}
    worth[""] = waiting * (1 - told) * 3 / reply.unused
    most = max(worth.values())
    shares = {card: np.exp((points - most) / soft) for card, points in worth.items()}
    return float(SLIPS + (1 - SLIPS) * shares[reply.choice] / sum(shares.values()))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m fastcore.games.herbalism.fit", description=__doc__.partition(":")[0]
    )
    add_whole(parser, "--games", 10, 300, "games of self-play")
    add_whole(parser, "--simulations", 1, 500, "for each of their moves")
    add_whole(parser, "--seed", 0, 1, "")
    parser.add_argument("--folder", type=Path, default=Path("build/fit-herbalism"), help="where the file is written")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    written = asked.folder / "blueprint.pxd"
    seen = played(asked.games, asked.simulations, asked.seed)
    turns, turns_likely = fit_turns(seen.turns)
    replies, replies_likely = fit_replies(seen.replies)
    fitted = (*turns, *replies, float(np.mean(seen.followed)))
    told = (
        f"finds {len(seen.turns):,} turns {turns_likely:.3f} and {len(seen.replies):,} replies "
        f"{replies_likely:.3f} likely each"
    )
    print(told)
    for term, value in zip(TERMS, fitted, strict=True):
        print(f"  {value:7.3f}  {term}")
    about = (
        "How people are taken to play a round of Herbalism; `fit.py` explains the terms. Written, not edited, by\n\n"
        f"    python -m fastcore.games.herbalism.fit --games {asked.games} --simulations {asked.simulations} --seed "
        f"{asked.seed}\n\n"
        f"It {told}."
    )
    places = {f"{term.upper()}": place for place, term in enumerate(TERMS)}
    write_tables(written, about, places, {"HERBALISM_BLUEPRINT": np.array(fitted)})
    print(f"wrote {written}; put it in the place of {Path(__file__).with_name('blueprint.pxd')} and rebuild to use it")


if __name__ == "__main__":
    main()
