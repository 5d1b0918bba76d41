"""Herbalism, by Liu Xiao and Eros Lin (2017)."""

from __future__ import annotations

from fastcore.games.herbalism.herbalism import Herbalism
from fastcore.games.herbalism.text.texts import ACTING_TURNS, ALL_TURNS, FIELDS, LAST_ROUND, LETTERS
from fastcore.values import GameInfo, Has, Option

__all__ = ["INFO", "Herbalism"]

INFO = GameInfo(
    id="herbalism",
    title="Herbalism",
    designer="Liu Xiao and Eros Lin",
    year=2017,
    seats=(3, 4),
    sides=("seat 1", "seat 2", "seat 3", "seat 4"),
    has=Has(chance=True, secrets=False, hidden=True, deals=True),
    policies=("uniform", "greedy", "deducer"),
    declines=("skip",),
    # per turn with 4 players: an action, a gift and a prediction, or a cure with three answers
    longest=LAST_ROUND * 4 * (3 * ACTING_TURNS + 4 * (ALL_TURNS - ACTING_TURNS)),
    options=(
        Option("players", "whole", "3", "seats at the table; the game is for 3 or 4 players", 3, 4),
        Option(
            "actions", "letters", "normal", "inquire, feed, brew, appeal", choices=tuple(LETTERS),
            names={"first": "a", "basic": "i", "normal": "fa", "advanced": LETTERS},
        ),
        Option("target", "whole", "6", "points that end the game", 1, 20),
        Option("predictions", "whole", "0", "1: players take prediction markers", 0, 1),
    ),
    fields=FIELDS,
    goal="Find out which two ingredients are missing, and name the cure.",
    bench=("herbalism(target=1)", "herbalism", "herbalism(players=4,actions=advanced)"),
)  # fmt: skip
