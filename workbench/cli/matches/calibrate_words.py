"""Texts of `calibrate`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from workbench.cli.matches.words import elo_with_bars, interval, percent
from workbench.matches.calibration.meetings import Field, WantedMeeting
from workbench.matches.workers.runner import RunResult
from workbench.statistics.levels import MeasuredLevels, Meeting

LEVELS = "Levels, the weakest first"
LEVEL_HEADS = ("level", "bot", "strength (95 %)")
STEPS = "Each level against the one below it"
STEP_HEADS = ("level", "against", "games", "of 100 (95 %)", "even", "")


def start_line(field: Field, there: int, path: Path) -> str:
    """Return the first line. `there` is the number of games that the archive already contains."""
    more = f"; {there:,} games are there already" if there else ""
    return (
        f"{field.spec}: {len(field.levels)} levels, {field.fewest:,} to {field.most:,} games a step, "
        f"kept in {path}{more}."
    )


def meeting_line(met: Meeting) -> str:
    """Return a line about the games between two levels."""
    even = "" if met.even == 0.5 else f", even is {percent(met.even)}"
    return f"{met.upper} against {met.lower}: {interval(met.share)} of 100 in {met.games:,} games{even}; {order(met)}"


def order(met: Meeting) -> str:
    """Say whether the upper level has proved to be the stronger one."""
    if met.clear:
        return "clear"
    return "the other way round" if met.share.high < met.even else "not clear"


def progress(wanted: WantedMeeting | None, played: int) -> str:
    """Return the number of games played and the pair of levels that is playing."""
    now = "" if wanted is None else f"; now {wanted.upper} against {wanted.lower}, until {wanted.games:,} games"
    return f"{played:,} games played in this run{now}"


def level_rows(made: MeasuredLevels) -> list[tuple[str, ...]]:
    """Return the table's rows for the levels."""
    return [(one.name, one.bot, elo_with_bars(one.strength)) for one in made.levels]


def step_rows(field: Field, made: MeasuredLevels) -> list[tuple[str, ...]]:
    """Return the table's rows for each level against the one below."""
    met = {(one.upper, one.lower): one for one in made.meetings}
    return [
        (upper, lower, f"{one.games:,}", interval(one.share), percent(one.even), order(one))
        for upper, lower in field.neighbours
        if (one := met.get((upper, lower))) is not None
    ]


def faults(field: Field, made: MeasuredLevels) -> Iterator[str]:
    """Yield a line for each level that is not proved to be stronger than the one below."""
    for one in made.meetings:
        if (one.upper, one.lower) in field.neighbours and not one.clear:
            yield (
                f"{one.upper} is not proven to be stronger than {one.lower}: "
                "what the level means has to be changed, or more games (--most) tell."
            )


def written(path: Path) -> str:
    """Say where the table was written."""
    return f"Written to {path}."


def end_reason(outcome: RunResult) -> str:
    """Say why the table was not written, and what to do next."""
    if outcome.kind == "gone":
        return f"Not written: {outcome.reason}."
    why = f": {outcome.reason}" if outcome.reason else ""
    further = "" if outcome.kind == "halted" else " Repeat the command to continue."
    return f"Not written, as it was {outcome.kind}{why}.{further}"
