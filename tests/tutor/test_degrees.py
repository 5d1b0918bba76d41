"""Tests of the losses from which on the tutor objects."""

from __future__ import annotations

import bots
from workbench.settings import Settings
from workbench.tutor.degrees import DEGREES, level_of, threshold


def test_weaker_opponents_have_higher_thresholds() -> None:
    found = [threshold("level", ("person", level), 0, "herd") for level in bots.LEVELS]
    assert found == sorted(found, reverse=True) and len(set(found)) == len(found)


def test_strongest_opponent_sets_the_threshold() -> None:
    seats = ("person", "beginner", "maximum")
    assert threshold("level", seats, 0, "herbalism") == threshold("level", ("person", "maximum"), 0, "herd")


def test_degrees_are_ordered_and_off_is_zero() -> None:
    seats = ("person", "club")
    blunders, mistakes, inaccuracies = (threshold(degree, seats, 0, "herd") for degree in DEGREES[2:])
    assert blunders > mistakes > inaccuracies > threshold("off", seats, 0, "herd") == 0
    assert Settings().tutor == "off"


def test_level_is_found_by_name_by_bot_and_by_strength() -> None:
    assert level_of("club", "herd") == "club" == level_of(bots.level_bot("club", "herd"), "herd")
    assert level_of("adaptive(level=casual)", "herd") == "casual"
    for player in ("random", "./mine.py:Mine", "no such bot"):
        assert level_of(player, "herd") == ""
