"""The texts of `calibrate`."""

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


def start_line(field: Field, existing: int, path: Path) -> str:
    """Return the first line of the output. `existing` counts the games that the archive already contains."""
    more = f"; {existing:,} games are there already" if existing else ""
    return (
        f"{field.spec}: {len(field.levels)} levels, {field.fewest:,} to {field.most:,} games a step, "
        f"kept in {path}{more}."
    )


def meeting_line(meeting: Meeting) -> str:
    """Return a line about the games between two levels."""
    even = "" if meeting.even == 0.5 else f", even is {percent(meeting.even)}"
    score = f"{interval(meeting.share)} of 100 in {meeting.games:,} games{even}"
    return f"{meeting.upper} against {meeting.lower}: {score}; {order(meeting)}"


def order(meeting: Meeting) -> str:
    """Return whether the upper level has proved stronger, in words."""
    if meeting.clear:
        return "clear"
    return "the other way round" if meeting.share.high < meeting.even else "not clear"


def progress(wanted: WantedMeeting | None, played: int) -> str:
    """Return a line with the number of games played and the levels that are playing."""
    now = "" if wanted is None else f"; now {wanted.upper} against {wanted.lower}, until {wanted.games:,} games"
    return f"{played:,} games played in this run{now}"


def level_rows(measured: MeasuredLevels) -> list[tuple[str, ...]]:
    """Return the rows of the table of levels."""
    return [(level.name, level.bot, elo_with_bars(level.strength)) for level in measured.levels]


def step_rows(field: Field, measured: MeasuredLevels) -> list[tuple[str, ...]]:
    """Return the rows of the table that compares each level with the one below."""
    meetings = {(meeting.upper, meeting.lower): meeting for meeting in measured.meetings}
    return [
        (upper, lower, f"{meeting.games:,}", interval(meeting.share), percent(meeting.even), order(meeting))
        for upper, lower in field.neighbours
        if (meeting := meetings.get((upper, lower))) is not None
    ]


def faults(field: Field, measured: MeasuredLevels) -> Iterator[str]:
    """Yield a line for each level that is not proved to be stronger than the one below."""
    for meeting in measured.meetings:
        if (meeting.upper, meeting.lower) in field.neighbours and not meeting.clear:
            yield (
                f"{meeting.upper} is not proven to be stronger than {meeting.lower}: "
                "what the level means has to be changed, or more games (--most) tell."
            )


def table_written(path: Path) -> str:
    """Return the message that the table was written."""
    return f"Written to {path}."


def end_reason(outcome: RunResult) -> str:
    """Return why the table was not written, and what to do next."""
    if outcome.kind == "gone":
        return f"Not written: {outcome.reason}."
    reason = f": {outcome.reason}" if outcome.reason else ""
    further = "" if outcome.kind == "halted" else " Repeat the command to continue."
    return f"Not written, as it was {outcome.kind}{reason}.{further}"
