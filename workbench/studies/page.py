"""The page of a study: its figures as Markdown, with plots if matplotlib is installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from workbench.statistics.libraries import MissingLibraryError
from workbench.statistics.plots import plot_estimates
from workbench.studies.answers import Answer, Found, Unit, cell, measured_levels
from workbench.studies.study import Study
from workbench.system import saving
from workbench.system.version import version

UNITS: dict[Unit, str] = {"percent": "per cent", "points": "percentage points", "elo": "Elo", "turns": "turns"}
MOST_ROWS = 40  # of a plot


class Written(NamedTuple):
    """The files of a page, the page first, and why there are no plots, or ""."""

    files: tuple[Path, ...]
    missing: str


def write_page(path: Path, study: Study, found: Sequence[Found], answers: Sequence[Answer], command: str) -> Written:
    """Write the page of a study and its plots beside it.

    Args:
        path: The file of the page.
        study: The study.
        found: Its matches with games.
        answers: The answers to its questions.
        command: The command that repeats it.

    Returns:
        The files, and why there are no plots if matplotlib is missing.

    Raises:
        WriteError: A file cannot be written.
    """
    plots: dict[int, Path] = {}
    missing = ""
    try:
        for number, answer in enumerate(answers, 1):
            if (text := plot(answer, f"{path.stem}-{number}")) is not None:
                plots[number] = path.with_name(f"{path.stem}-{number}.svg")
                saving.write(plots[number], text.encode(), shared=True)
    except MissingLibraryError as error:
        missing = str(error)
    saving.write(path, page(study, found, answers, command, plots).encode(), shared=True)
    return Written((path, *plots.values()), missing)


def plot(answer: Answer, name: str) -> str | None:
    """Return the plot of an answer as the text of an SVG file, or None if there is nothing to draw.

    Columns with the unit of the first one are drawn.

    Raises:
        MissingLibraryError: matplotlib is not installed.
    """
    if not answer.rows:
        return None
    first = answer.columns[0]
    drawn = [number for number, column in enumerate(answer.columns) if column.unit == first.unit]
    rows = []
    for row in answer.rows:
        for number in drawn:
            estimate = row.figures[number]
            if estimate is not None and estimate.low < estimate.high:
                label = " – ".join((*row.words, *([answer.columns[number].head] if len(drawn) > 1 else [])))
                rows.append((label, estimate))
    if not rows:
        return None
    unit = first.head if len(drawn) == 1 else ""
    shown = ", ".join(filter(None, (unit, UNITS[first.unit] if UNITS[first.unit] not in unit else "")))
    return plot_estimates(name, answer.title, shown, rows[:MOST_ROWS], first.even).file()


def page(study: Study, found: Sequence[Found], answers: Sequence[Answer], command: str, plots: dict[int, Path]) -> str:
    """Return the page as Markdown. `plots` has the files of the plots by the number of their answer, from 1."""
    recipe = study.recipe
    lines = [f"# {recipe.title}", ""]
    if recipe.text:
        lines += [*recipe.text.strip().splitlines(), ""]
    lines += [f"Command: `{command}` (Herbarium {version()}, seed {recipe.seed}, salt {recipe.salt}).", ""]
    lines += ["All intervals are 95 % intervals.", ""]
    for number, answer in enumerate(answers, 1):
        lines += [f"## {answer.title}", ""]
        if answer.text:
            lines += [*answer.text.strip().splitlines(), ""]
        lines += [*table(answer), ""] if answer.rows else []
        if answer.note:
            lines += [answer.note, ""]
        if number in plots:
            lines += [f"![{answer.title}]({plots[number].name})", ""]
    lines += ["## Games", "", *games_table(study, found)]
    return "\n".join(lines).rstrip() + "\n"


def table(answer: Answer) -> list[str]:
    """Return the lines of an answer's table."""
    heads = (*answer.heads, "games", *(column.head for column in answer.columns))
    rows = [
        (*row.words, f"{row.games:,}", *map(cell, row.figures, (column.unit for column in answer.columns)))
        for row in answer.rows
    ]
    return markdown(heads, rows)


def games_table(study: Study, found: Sequence[Found]) -> Iterator[str]:
    """Yield the lines of the table of matches and calibrations, with the number of games in each."""
    known = {each.name: each for each in found}
    rows = []
    for name, checked in study.plans.items():
        plan, match = checked.plan, known.get(name)
        counted, void = (0, 0) if match is None else (match.summary.games, match.summary.void)
        rows.append((name, plan.spec, ", ".join(plan.bots), f"{plan.blocks:,}", f"{counted:,}", f"{void:,}"))
    for name in study.calibrations:
        measured = measured_levels(study, name, "")
        games = sum(met.games for met in measured.meetings)
        rows.append((name, measured.spec, f"{len(measured.levels)} levels", "-", f"{games:,}", "-"))
    yield from markdown(("name", "game", "bots", "sets", "games", "void"), rows)


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table in Markdown."""
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    return lines + [f"| {' | '.join(text.replace('|', chr(92) + '|') for text in row)} |" for row in rows]
