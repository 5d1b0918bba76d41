"""The texts of `study`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.matches.workers.runner import RunResult
from workbench.studies.page import Written
from workbench.system.translation import tr, trn


def progress(name: str, count: int, games: int | None, played: int, seconds: float) -> str:
    """Return a line about the progress of a study.

    Args:
        name: The match that is played.
        count: The number of its games so far.
        games: The number of all its games, or None if a calibration decides that.
        played: The number of all games in this run.
        seconds: The time since the start.
    """
    done = trn("1 game", "{count:,} games", count)
    if games is not None:
        done = tr("{done:,} of {games:,} games", done=count, games=games)
    speed = tr("{speed:.1f} games a minute", speed=60 * played / max(seconds, 1e-9))
    return tr("{name}: {done}; {speed} in this run", name=name, done=done, speed=speed)


def end_lines(outcome: RunResult, games: int, written: Written, tables: Sequence[Path], archive: Path) -> Iterator[str]:
    """Yield the lines after the tables: the outcome and the files."""
    if outcome.kind != "complete":
        reason = tr(": {reason}", reason=outcome.reason) if outcome.reason else ""
        yield tr("The study was {kind}{reason}. Repeat the command to continue.", kind=outcome.kind, reason=reason)
    yield tr("Games that count: {games:,}, in {path}.", games=games, path=archive)
    yield tr("Page: {path}", path=written.files[0])
    if written.missing:
        yield tr("The page has no plots: {why}", why=written.missing)
    elif len(written.files) > 1:
        yield trn("1 plot beside it.", "{count} plots beside it.", len(written.files) - 1)
    for path in tables:
        yield tr("Written to {path}.", path=path)
