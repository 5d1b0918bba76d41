"""Measure how sure the levels are when they name a cure in Herbalism.

python -m tests.measure.level_cures --games 100

Each level plays against itself, on all seats. The table has, for each level, the cures that were not on the most likely
card by the bot's own deduction, the exact probability of being right by all that the seat had seen, how often the cure
was right, and its turn.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import mean, median
from typing import NamedTuple

import bots
from bots.levels.ladders import NAMES
from tests.kit.hands_played import Decision, play_game, right_card

EQUAL = 1e-9  # beliefs that differ by less are equal


class Cure(NamedTuple):
    """A cure of a bot on its own turn.

    Attributes:
        is_best: Whether the card is the most likely one by the bot's own deduction.
        probability: The exact probability of being right, by all that the seat had seen.
        is_right: Whether the cure was right.
        turn: The turn.
    """

    is_best: bool
    probability: float
    is_right: bool
    turn: int


def cures_of(level: str, games: int, seed: int, spec: str = "herbalism") -> list[Cure]:
    """Return all cures of games between players of one level."""
    players = [bots.make(level, 100 * seed + seat, spec=spec) for seat in range(3)]
    found = []
    for number in range(games):
        for event in play_game(spec, players, seed, number):
            if not isinstance(event, Decision) or not event.report.move.startswith("cure:"):
                continue
            card = event.report.move.partition(":")[2]
            exact = {str(name): chance for name, chance in event.point.beliefs()["cure"].items()}
            own = event.report.beliefs["cure"]
            # A card that a failed cure has closed cannot be named.
            legal = [event.point.move_text(move).partition(":")[2] for move in event.point.moves()]
            best = max(own[name] for name in own if name in legal)
            found.append(
                Cure(own[card] >= best - EQUAL, exact[card], card == right_card(event.state), event.state.turn)
            )
    return found


def row(level: str, games: int, cures: Sequence[Cure]) -> str:
    """Return a line of the table."""
    return (
        f"{level:10} {games:6} {len(cures):6} {sum(not cure.is_best for cure in cures):9} "
        f"{median(cure.probability for cure in cures):8.3f} {mean(cure.is_right for cure in cures):6.3f} "
        f"{mean(cure.turn for cure in cures):6.1f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="how sure the levels are when they name a cure")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", default=",".join(NAMES))
    options = parser.parse_args()
    print("level       games  cures  not best   median  right   turn")
    for level in options.levels.split(","):
        print(row(level, options.games, cures_of(level, options.games, options.seed)), flush=True)


if __name__ == "__main__":
    main()
