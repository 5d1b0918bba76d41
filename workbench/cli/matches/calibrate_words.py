"""The texts of `calibrate`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from workbench.cli.matches.words import elo_with_bars, interval, percent
from workbench.matches.calibration.meetings import Field, WantedMeeting
from workbench.matches.workers.runner import RunResult
from workbench.statistics.levels import MeasuredLevels, Meeting
from workbench.system.language.formats import format_count
from workbench.system.translation import tr

LEVELS = tr("Levels, weakest first")
LEVEL_HEADS = (tr("level"), tr("bot"), tr("strength (95 %)"))
STEPS = tr("Each level against the next lower level")
STEP_HEADS = (tr("level"), tr("against"), tr("games"), tr("of 100 (95 %)"), tr("even"), "")


def start_line(field: Field, existing: int, path: Path) -> str:
    """Return the first line of the output. `existing` counts the games that the archive already contains."""
    more = tr("; {existing:,} games already played", existing=existing) if existing else ""
    return tr(
        "{spec}: {count} levels, {fewest:,} to {most:,} games per step, saved in {path}{more}.",
        spec=field.spec,
        count=len(field.levels),
        fewest=field.fewest,
        most=field.most,
        path=path,
        more=more,
    )


def meeting_line(meeting: Meeting) -> str:
    """Return a line about the games between two levels."""
    even = "" if meeting.even == 0.5 else tr(", average is {even}", even=percent(meeting.even))
    score = tr(
        "{interval} of 100 in {games:,} games{even}", interval=interval(meeting.share), games=meeting.games, even=even
    )
    return tr(
        "{upper} against {lower}: {score}; {order}",
        upper=meeting.upper,
        lower=meeting.lower,
        score=score,
        order=order(meeting),
    )


def order(meeting: Meeting) -> str:
    """Return whether the upper level has proved stronger, in words."""
    if meeting.clear:
        return tr("clear")
    return tr("reversed") if meeting.share.high < meeting.even else tr("not clear")


def progress(wanted: WantedMeeting | None, played: int) -> str:
    """Return a line with the number of games played and the levels that are playing."""
    now = (
        ""
        if wanted is None
        else tr(
            "; now {upper} against {lower}, up to {games:,} games",
            upper=wanted.upper,
            lower=wanted.lower,
            games=wanted.games,
        )
    )
    return tr("{played:,} games played in this run{now}", played=played, now=now)


def level_rows(measured: MeasuredLevels) -> list[tuple[str, ...]]:
    """Return the rows of the table of levels."""
    return [(level.name, level.bot, elo_with_bars(level.strength)) for level in measured.levels]


def step_rows(field: Field, measured: MeasuredLevels) -> list[tuple[str, ...]]:
    """Return the rows of the table that compares each level with the one below."""
    meetings = {(meeting.upper, meeting.lower): meeting for meeting in measured.meetings}
    return [
        (
            upper,
            lower,
            format_count(meeting.games),
            interval(meeting.share),
            percent(meeting.even),
            order(meeting),
        )
        for upper, lower in field.neighbours
        if (meeting := meetings.get((upper, lower))) is not None
    ]


def faults(field: Field, measured: MeasuredLevels) -> Iterator[str]:
    """Yield a line for each level that is not proved to be stronger than the one below."""
    for meeting in measured.meetings:
        if (meeting.upper, meeting.lower) in field.neighbours and not meeting.clear:
            yield (
                tr(
                    "{upper} is not proven to be stronger than {lower}: change the level, or play more games (--most).",
                    upper=meeting.upper,
                    lower=meeting.lower,
                )
            )


def table_written(path: Path) -> str:
    """Return the message that the table was written."""
    return tr("Written to {path}.", path=path)


def end_reason(outcome: RunResult) -> str:
    """Return why the table was not written, and what to do next."""
    if outcome.kind == "gone":
        return tr("Not written: {reason}.", reason=outcome.reason)
    reason = f": {outcome.reason}" if outcome.reason else ""
    further = "" if outcome.kind == "halted" else tr(" Repeat the command to continue.")
    return tr(
        "Not written, because the run was {kind}{reason}.{further}", kind=outcome.kind, reason=reason, further=further
    )
