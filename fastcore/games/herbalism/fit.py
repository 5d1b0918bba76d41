"""Fit the blueprint of Herbalism, how people are taken to play a round, to self-play of the improver, and write `blueprint.pxd`:

    python -m fastcore.games.herbalism.fit --games 300 --simulations 500

Terms: sure (whoever is so sure of a card cures), later (so much less each turn of the round), least (down to this),
waiting (points that a marker kept is worth if the cure fails), trust (how much likelier a card is that somebody answers),
followed (how often another seat follows a right answer).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

import fastcore
from fastcore.fitting.arguments import add_whole
from fastcore.fitting.writing import write_tables
from fastcore.values import CHANCE, OVER

SPECS = ("herbalism", "herbalism(actions=advanced)", "herbalism(players=4)", "herbalism(players=4,actions=advanced)")
T = TypeVar("T")
TERMS = ("sure", "later", "least", "waiting", "trust", "followed")


class Turn(NamedTuple):
    """A turn on which a seat might have cured: its number in the round, the chance of the likeliest card, and whether it did."""

    turn: int
    chance: float
    cured: bool


class Reply(NamedTuple):
    """A seat's part in another's cure: its chances before, the cards answered, and its choice (a card, or "")."""

    chances: Mapping[str, float]
    answered: frozenset[str]
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
        seen.turns.append(Turn(point.turn, max(chances[card] for card in chances if card not in failed), text.startswith("cure")))
    else:
        answered = frozenset(card for kind, card in marks if kind == "a")
        seen.replies.append(Reply(chances, answered, text.partition(":")[2]))


def fit_turns(turns: Sequence[Turn]) -> tuple[tuple[float, float, float], float]:
    """The (sure, later, least) that agree with most turns, and their share."""
    turn, chance, cured = (np.array(column) for column in zip(*turns, strict=True))

    def agreement(sure: float, later: float, least: float) -> float:
        return float(((chance >= np.maximum(least, sure - later * (turn - 1))) == cured).mean())

    grid = product((0.05 * step for step in range(6, 19)), (0.01 * step for step in range(9)), (0.05 * step for step in range(3, 11)))
    return _best(((sure, later, least), agreement(sure, later, least)) for sure, later, least in list(grid))


def fit_replies(replies: Sequence[Reply]) -> tuple[tuple[float, float], float]:
    """The (waiting, trust) that agree with most replies, and their share."""
    grid = product((0.2 * step for step in range(9)), (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0))
    return _best(
        ((waiting, trust), float(np.mean([_reply(reply, waiting, trust) == reply.choice for reply in replies]))) for waiting, trust in grid
    )


def _reply(reply: Reply, waiting: float, trust: float) -> str:
    """What the blueprint would choose, as `lookahead.pyx` has it."""
    weights = {card: chance * (trust if card in reply.answered else 1) for card, chance in reply.chances.items()}
    whole = sum(weights.values())
    told = sum(weights[card] for card in reply.answered) / whole
    worth = {card: (2 * weight / whole - 1 if card in reply.answered else 3 * weight / whole) for card, weight in weights.items()}
    best = max(worth, key=lambda card: worth[card])
    return best if worth[best] > waiting * (1 - told) else ""


def _best(found: Iterator[tuple[T, float]]) -> tuple[T, float]:
    return max(found, key=lambda one: one[1])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m fastcore.games.herbalism.fit", description=__doc__.partition(":")[0])
    add_whole(parser, "--games", 10, 300, "games of self-play")
    add_whole(parser, "--simulations", 1, 500, "for each of their moves")
    add_whole(parser, "--seed", 0, 1, "")
    parser.add_argument("--folder", type=Path, default=Path("build/fit-herbalism"), help="where the file is written")
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    written = asked.folder / "blueprint.pxd"
    seen = played(asked.games, asked.simulations, asked.seed)
    (sure, later, least), turns_agree = fit_turns(seen.turns)
    (waiting, trust), replies_agree = fit_replies(seen.replies)
    fitted = (sure, later, least, waiting, trust, float(np.mean(seen.followed)))
    told = f"agrees with {turns_agree:.3f} of {len(seen.turns):,} turns and {replies_agree:.3f} of {len(seen.replies):,} replies"
    print(told)
    for term, value in zip(TERMS, fitted, strict=True):
        print(f"  {value:7.3f}  {term}")
    about = (
        "How people are taken to play a round of Herbalism; `fit.py` explains the terms. Written, not edited, by\n\n"
        f"    python -m fastcore.games.herbalism.fit --games {asked.games} --simulations {asked.simulations} --seed {asked.seed}\n\n"
        f"It {told}."
    )
    places = {f"{term.upper()}": place for place, term in enumerate(TERMS)}
    write_tables(written, about, places, {"HERBALISM_BLUEPRINT": np.array(fitted)})
    print(f"wrote {written}; put it in the place of {Path(__file__).with_name('blueprint.pxd')} and rebuild to use it")


if __name__ == "__main__":
    main()
