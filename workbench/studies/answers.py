"""The answers to the questions of a recipe: tables of figures with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite
from typing import Literal

import msgspec

import fastcore
from workbench.matches.analysis.ratings import RatingError, rate
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.results import summary_of, to_statistics, with_levels
from workbench.statistics.games import complete_block_games, scored
from workbench.statistics.levels import MeasuredLevels
from workbench.statistics.ranking import Column as Sample
from workbench.statistics.ranking import bootstrap, win_shares
from workbench.statistics.scale import Estimate
from workbench.statistics.summary import Summary
from workbench.studies.recipe import Figure, QuestionRecipe, chosen, step_name, steps
from workbench.studies.study import Study, played

Unit = Literal["percent", "points", "elo", "turns"]
NOTHING_YET = "No complete set of games yet."


class Column(msgspec.Struct, frozen=True):
    """A column of figures: its heading, its unit, and the value that means "equal", or None."""

    head: str
    unit: Unit
    even: float | None = None


class Row(msgspec.Struct, frozen=True):
    """A row of a table.

    Attributes:
        words: The texts of the first columns.
        games: The number of games.
        figures: A figure for each column. None means that it is unknown.
    """

    words: tuple[str, ...]
    games: int
    figures: tuple[Estimate | None, ...]


class Answer(msgspec.Struct, frozen=True):
    """The answer to a question.

    Attributes:
        title: The heading.
        text: A remark.
        heads: The headings of the first columns.
        columns: The columns with figures.
        rows: The rows.
        note: Why rows are missing, or "".
    """

    title: str
    text: str
    heads: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""


class Found(msgspec.Struct, frozen=True):
    """A match of a study: its name, what was played, and its figures."""

    name: str
    match: Match
    summary: Summary


def found_matches(archive: Archive, study: Study) -> list[Found]:
    """Return the matches of a study that have a game, in the order of the recipe."""
    found = []
    for name, checked in study.plans.items():
        match = played(archive, checked.plan)
        if match is not None and (summary := summary_of(archive, match)).games:
            found.append(Found(name, match, summary))
    return found


def answers(archive: Archive, study: Study, found: Sequence[Found]) -> list[Answer]:
    """Return the answers to all questions of a study from the games so far.

    Raises:
        ArchiveError: A game cannot be read.
        RatingError: The anchor of ratings is not one of the bots.
    """
    result: list[Answer] = []
    for question in study.recipe.questions:
        if question.ask == "ladder":
            result += _ladder(study, question, found)
            continue
        names = chosen(question, list(study.plans))
        known = [each for each in found if each.name in names]
        if question.ask == "ratings":
            result.append(_ratings(archive, question, known))
        else:
            result.append(_of_matches(archive, question, known, found))
    return result


def _of_matches(archive: Archive, question: QuestionRecipe, known: Sequence[Found], found: Sequence[Found]) -> Answer:
    """Answer a question whose rows are matches."""
    heads: tuple[str, ...] = ("match",)
    columns: tuple[Column, ...] = ()
    rows: list[Row] = []
    for each in known:
        summary = each.summary
        if question.ask == "first seat" and summary.seats:
            columns = (Column("first seat", "percent", 50.0),)
            rows.append(Row((each.name,), _games(summary), summary.seats[:1]))
        elif question.ask == "seats" and summary.seats:
            heads_of = tuple(Column(f"seat {n}", "percent", 50.0) for n in range(1, len(summary.seats) + 1))
            columns = max(columns, heads_of, key=len)
            rows.append(Row((each.name,), _games(summary), summary.seats))
        elif question.ask == "score":
            heads = ("match", "bot", "against")
            columns = (Column("score", "percent", 50.0), Column("Elo", "elo", 0.0))
            for pair in summary.pairs:
                words = (each.name, summary.bots[pair.first], summary.bots[pair.second])
                if pair.score is not None:
                    rows.append(Row(words, pair.games, (_per_cent(pair.score), pair.elo)))
        elif question.ask == "games":
            columns = (Column("draws", "percent"), Column("turns", "turns"))
            figures = tuple(figure(archive, each, name) for name in ("draws", "turns"))
            if None not in figures:
                rows.append(Row((each.name,), _games(summary), figures))
    if question.ask in ("first seat", "seats"):
        rows = [msgspec.structs.replace(row, figures=_filled(row.figures, len(columns))) for row in rows]
    if question.ask == "difference":
        heads, columns, rows = _differences(archive, question, known, found)
    return _answer(question, heads, columns, rows)


def _differences(
    archive: Archive, question: QuestionRecipe, known: Sequence[Found], found: Sequence[Found]
) -> tuple[tuple[str, ...], tuple[Column, ...], list[Row]]:
    """Return a table in which the figure of each match is compared with that of one match."""
    unit: Unit = "turns" if question.figure == "turns" else "percent"
    difference: Unit = "turns" if question.figure == "turns" else "points"
    columns = (Column(question.figure, unit), Column(f"difference from {question.against}", difference, 0.0))
    base = next((each for each in found if each.name == question.against), None)
    own = None if base is None else figure(archive, base, question.figure)
    rows = []
    for each in known:
        value = figure(archive, each, question.figure)
        if value is not None and own is not None:
            more = None if each is base else minus(value, own)
            rows.append(Row((each.name,), _games(each.summary), (value, more)))
    return ("match",), columns, rows


def figure(archive: Archive, found: Found, name: Figure) -> Estimate | None:
    """Return a figure of a match, in per cent or turns, or None if no set of games is complete."""
    summary = found.summary
    if name == "first seat":
        return _per_cent(summary.seats[0]) if summary.seats else None
    if name == "score":
        return _per_cent(summary.pairs[0].score) if summary.pairs else None
    games = complete_block_games(scored(to_statistics(archive.games(found.match.id))), summary.orders)
    numbers = [game.block for game in games]
    if name == "turns":
        longest = max((game.turns for game in games), default=1)
        return bootstrap([Sample(numbers, [float(game.turns) for game in games], 0.0, float(longest))])[0]
    even = [float(max(win_shares(game.returns)) < 1) for game in games]  # nobody won alone
    return _per_cent(bootstrap([Sample(numbers, even, 0.0, 1.0)])[0])


def minus(first: Estimate, second: Estimate) -> Estimate:
    """Return the difference of two independent figures with its interval.

    The distances from the values to the ends of the intervals are added in squares (Zou and Donner 2008).
    """
    value = first.value - second.value
    below = hypot(first.value - first.low, second.high - second.value)
    above = hypot(first.high - first.value, second.value - second.low)
    return Estimate(value, value - below, value + above)


def _ratings(archive: Archive, question: QuestionRecipe, known: Sequence[Found]) -> Answer:
    columns = (Column("Elo", "elo", question.anchor_elo if question.anchor else 0.0), Column("score", "percent"))
    try:
        rated = rate(archive, [each.match for each in known], question.anchor or None, question.anchor_elo)
    except RatingError as error:
        if known and question.anchor:
            raise
        return _answer(question, ("bot",), columns, [], f"{str(error).capitalize()}.")
    rows = [
        Row((each.name,), each.games, (each.elo, Estimate(100 * each.score, 100 * each.score, 100 * each.score)))
        for each in rated
    ]
    return _answer(question, ("bot",), columns, rows)


def check_anchors(study: Study) -> None:
    """Check that the anchor of each question about ratings is a bot of its matches.

    Raises:
        RatingError: It is not.
    """
    for question in study.recipe.questions:
        if question.ask == "ratings" and question.anchor:
            plans = [study.plans[name].plan for name in chosen(question, list(study.plans))]
            names = [name for plan in plans for name in with_levels(plan)]
            bots = [bot for plan in plans for bot in plan.bots]
            if question.anchor not in (*names, *bots):
                known = ", ".join(dict.fromkeys(names))
                raise RatingError(f"{question.title}: the anchor {question.anchor[:60]!r} is not one of: {known}")


def _ladder(study: Study, question: QuestionRecipe, found: Sequence[Found]) -> list[Answer]:
    """Return the steps of a ladder, and the strengths of its levels if it is a calibration."""
    ladder = next(each for each in study.recipe.ladders if each.name == question.ladder)
    heads, seats = ("level", "against"), fastcore.start(ladder.game).seats
    columns = (Column("won", "percent", 100 / seats),)
    if ladder.levels:
        rows = []
        for upper, lower in steps(ladder):
            match = next((each for each in found if each.name == step_name(ladder, upper, lower)), None)
            share = None if match is None else won(match.summary)
            if match is not None and share is not None:
                rows.append(Row((upper, lower), _games(match.summary), (_per_cent(share),)))
        return [_answer(question, heads, columns, rows)]
    measured = measured_levels(study, ladder.name, "")
    rows = [Row((met.upper, met.lower), met.games, (_per_cent(met.share),)) for met in measured.meetings]
    above = f"Elo above {measured.yardstick}"
    strengths = [
        Row((level.name, level.bot), games_of(measured, level.name), (level.strength,)) for level in measured.levels
    ]
    table = Answer(
        f"{question.title}: strength", "", ("level", "bot"), (Column(above, "elo", 0.0),), tuple(strengths),
        "" if strengths else NOTHING_YET,
    )  # fmt: skip
    return [_answer(question, heads, columns, rows), table]


def won(summary: Summary) -> Estimate | None:
    """Return the share of games that the first bot of a match won; a draw of k seats counts as 1/k."""
    if len(summary.seats) == 2:
        return summary.pairs[0].score if summary.pairs else None
    return next((standing.wins for standing in summary.standings if standing.bot == 0), None)


def measured_levels(study: Study, ladder: str, command: str) -> MeasuredLevels:
    """Return the results of a calibration so far, in the format that ships with the program."""
    return study.calibrations[ladder].measured_levels(command)


def games_of(measured: MeasuredLevels, level: str) -> int:
    """Return the number of games of a level."""
    return sum(met.games for met in measured.meetings if level in (met.upper, met.lower))


def _answer(
    question: QuestionRecipe, heads: tuple[str, ...], columns: tuple[Column, ...], rows: Sequence[Row], note: str = ""
) -> Answer:
    return Answer(question.title, question.text, heads, columns, tuple(rows), note or ("" if rows else NOTHING_YET))


def _games(summary: Summary) -> int:
    return summary.games


def _per_cent(found: Estimate | None) -> Estimate | None:
    return None if found is None else Estimate(100 * found.value, 100 * found.low, 100 * found.high)


def _filled(figures: Sequence[Estimate | None], count: int) -> tuple[Estimate | None, ...]:
    """Return figures in per cent, with None for missing columns."""
    return (*map(_per_cent, figures), *[None] * (count - len(figures)))


def cell(found: Estimate | None, unit: Unit) -> str:
    """Return a figure with its interval as text, such as "55.2 (51.0 to 59.3)"."""
    if found is None or found.value != found.value:
        return "-"
    if not isfinite(found.value):
        return f"at least {found.low:+.0f}" if found.value > 0 else f"at most {found.high:+.0f}"
    sign, digits = ("+" if unit in ("points", "elo") else ""), (0 if unit == "elo" else 1)
    value, low, high = (f"{each:{sign}.{digits}f}" for each in (found.value, found.low, found.high))
    return value if found.low == found.high == found.value else f"{value} ({low} to {high})"
