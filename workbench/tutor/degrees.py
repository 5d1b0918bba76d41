"""The smallest loss that the tutor objects to, by its setting and the opponent's level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import bots
from workbench.game.session import PERSON
from workbench.review.judging import SIZES

Degree = Literal["off", "level", "blunders", "mistakes", "inaccuracies"]

DEGREES: tuple[Degree, ...] = ("off", "level", "blunders", "mistakes", "inaccuracies")
USUAL: Degree = "level"
SIZE_LOSSES = dict(SIZES)
LOSSES: dict[Degree, float] = {
    "blunders": SIZE_LOSSES["blunder"],
    "mistakes": SIZE_LOSSES["mistake"],
    "inaccuracies": SIZE_LOSSES["inaccuracy"],
}
# The loss for each level of the opponent: a weaker one punishes only larger mistakes.
LEVEL_LOSSES = dict(zip(bots.LEVELS, (0.4, 0.3, 0.2, 0.15, 0.1), strict=True))
OTHER_LOSS = 0.15  # for opponents without a level, such as people


def threshold(degree: Degree, seats: Sequence[str], seat: int, spec: str) -> float:
    """Return the smallest loss of value that the tutor objects to, in (0, 2]; 0 if it is off.

    Args:
        degree: The setting.
        seats: The players of the game.
        seat: The seat that decides.
        spec: The game.
    """
    if degree == "off":
        return 0.0
    if degree != "level":
        return LOSSES[degree]
    levels = [level_of(player, spec) for number, player in enumerate(seats) if number != seat and player != PERSON]
    return min((LEVEL_LOSSES.get(level, OTHER_LOSS) for level in levels), default=OTHER_LOSS)


def level_of(player: str, spec: str) -> str:
    """Return the level of a bot: the level of that name, or the level that uses this bot; "" if there is none."""
    name = player.partition("(")[0]
    if name in bots.LEVELS:
        return name
    if bots.is_level(player):  # the adaptive level, with its present strength
        return str(bots.values_of(player)[1].get("level", ""))
    try:
        bots.values_of(player)  # raises for a program or a file, which must not run here
        return bots.level_name(bots.make(player, 0, spec=spec).text, spec)
    except ValueError:
        return ""
