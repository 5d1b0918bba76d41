"""The report of a match: one self-contained HTML file, for the screen (light and dark) and for paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isinf, isnan

from workbench.boards.kit import figures
from workbench.matches.planning.plan import games_text
from workbench.pages.html_page import page, section, table
from workbench.statistics.games import Game, scored
from workbench.statistics.plots import estimates_plot, lengths_plot, ratio_plot, score_plot, signed
from workbench.statistics.scale import Estimate
from workbench.statistics.scores import Pair
from workbench.statistics.summary import SprtResult, Summary

NOTHING = "–"


def report(title: str, facts: Sequence[tuple[str, str]], summary: Summary, games: Sequence[Game]) -> str:
    """Return the report as an HTML page. `facts` become a table of names and values.

    Raises:
        MissingLibraryError: matplotlib is not installed.
    """
    counting = scored(games)
    parts = [section("This match", table([], facts, "facts"))] if facts else []
    if not counting:
        parts.append(section("Result", "<p>No game that counts has been played yet.</p>"))
    if len(summary.bots) == 2:
        parts += [_result(summary, pair) for pair in summary.pairs]
        if summary.test is not None:
            parts.append(_test(summary.test, summary.orders))
    else:
        parts += [_ranking(summary), section("All against all", _crosstable(summary))]
        if summary.strengths is not None:
            parts.append(_strengths(summary))
    if summary.seats:
        rows = [(f"seat {number}", _percent(found)) for number, found in enumerate(summary.seats, 1)]
        plot = estimates_plot("seats", "Score of each seat", "score, %", rows, 50)
        parts.append(section("What a seat is worth", plot))
    if counting:
        parts.append(section("How long the games were", lengths_plot([game.turns for game in counting])))
    parts += [section("Time", _usage(summary)), section("Faults", _faults(summary))]
    return page(title, parts)


def _result(summary: Summary, pair: Pair) -> str:
    first, second = escape(summary.bots[pair.first]), escape(summary.bots[pair.second])
    if pair.score is None or summary.score_path is None:
        return section(f"{first} against {second}", "<p>No result yet.</p>")
    score = _percent(pair.score)
    rows = [
        ("wins · draws · losses", f"{pair.wins} · {pair.draws} · {pair.losses}"),
        ("games that count", games_text(pair.blocks, summary.orders)),
    ]
    if pair.counts is not None:
        rows.append(("sets of games by score, all lost to all won", " · ".join(map(str, pair.counts))))
    if pair.elo is not None:
        rows.append(("Elo", _signed(pair.elo)))
    if pair.normalised_elo is not None:
        rows.append(("normalised Elo", _signed(pair.normalised_elo)))
    if pair.superiority is not None:
        better = f"chance that {summary.bots[pair.first]} is stronger"
        rows.append((better, f"{100 * pair.superiority:.1f} %"))
    if pair.gain is not None:
        rows.append(("gain from equal luck", f"{pair.gain:.2f}: as good as {pair.gain**2:.2f} times the games"))
    rows.append(("different games", f"{pair.unique} of {pair.games}"))
    diverging = f"{pair.divergent} of {pair.blocks}"
    if pair.divergent_score is not None:
        diverging += f", score in them {100 * pair.divergent_score.value:.1f} %"
    rows.append(("sets in which the bots played differently", diverging))
    if pair.resolution is not None:
        rows.append(("differences that would show", f"{pair.resolution.points:.1f} points or more"))
    words = f'<p class="large">{score.value:.1f} %</p><p>{first} scores against {second}; '
    words += f"between {score.low:.1f} and {score.high:.1f} % (95 %)</p>"
    if summary.test is not None and summary.test.path.verdict in ("H0", "H1"):
        words += '<p class="quiet">A sequential test decided, so score and Elo are a little too far from even.</p>'
    return section("Result", f"{words}{score_plot(summary.score_path)}{table([], rows, 'facts')}")


def _test(test: SprtResult, size: int) -> str:
    sprt, path = test.sprt, test.path
    decided = size * (path.decided or 0)
    ends = {
        "H1": f"Yes, after {decided} games.",
        "H0": f"No, after {decided} games.",
        "undecided": f"Undecided after {decided} games, the most that were allowed.",
        "continue": f"Not decided yet, after {size * len(path.ratios)} games.",
    }
    words = (
        f"<p>{ends[path.verdict]} LLR {figures.plain_fixed(path.ratio, 2)}; "
        f"bounds {figures.plain_fixed(test.lower, 2)} and {figures.plain_fixed(test.upper, 2)}; "
    )
    words += f"{sprt.model} Elo, errors {100 * sprt.alpha:g} % and {100 * sprt.beta:g} %.</p>"
    upper, lower = (figures.with_minus_sign(signed(elo)) for elo in (sprt.elo1, sprt.elo0))
    return section(f"Is it {upper} rather than {lower} Elo?", ratio_plot(test) + words)


def _ranking(summary: Summary) -> str:
    shown = [(summary.bots[standing.bot], standing, standing.score) for standing in summary.standings]
    rows = [
        (
            name,
            str(standing.games),
            NOTHING if score is None else _plain(_percent(score), 1, " %"),
            NOTHING if standing.wins is None else _plain(_percent(standing.wins), 1, " %"),
            NOTHING if standing.rank is None else _plain(standing.rank, 2, ""),
            NOTHING if standing.fault_points is None else figures.plain_signed(standing.fault_points, 1),
        )
        for name, standing, score in shown
    ]
    estimates = [(name, _percent(score)) for name, _, score in shown if score is not None]
    plot = estimates_plot("ranking", "Score of each bot", "score, %", estimates, 50) if estimates else ""
    heads = ["bot", "games", "score", "games won", "mean rank", "points by faults"]
    return section("Ranking", plot + table(heads, rows))


def _crosstable(summary: Summary) -> str:
    """Return the crosstable in ranking order. Columns are numbered like the rows."""
    order = [standing.bot for standing in summary.standings]
    rows = []
    for place, bot in enumerate(order, 1):
        row = [f"{place}  {summary.bots[bot]}"]
        for opponent in order:
            cell = summary.crosstable[bot][opponent]
            shown = "" if cell.score is None else f"{100 * cell.score:.1f} %\n{cell.wins}-{cell.draws}-{cell.losses}"
            row.append(shown if cell.meetings or bot == opponent else NOTHING)
        rows.append(tuple(row))
    heads = ["bot", *map(str, range(1, len(order) + 1))]
    return table(heads, rows) + '<p class="quiet">Below each score: seats won, equal and lost against that bot.</p>'


def _strengths(summary: Summary) -> str:
    assert summary.strengths is not None
    found = [row for row in zip(summary.bots, summary.strengths.elo, strict=True) if not isnan(row[1].value)]
    rows = sorted(found, key=lambda row: -row[1].value)
    plot = estimates_plot("strengths", "Plackett-Luce strengths", "Elo above the mean of all", rows, 0)
    note = f'<p class="quiet">Intervals from {summary.strengths.draws} draws of sets of games.</p>'
    values = table(["bot", "Elo above the mean (95 %)"], [(name, _signed(elo)) for name, elo in rows])
    return section("Strength (Plackett-Luce)", plot + values + note)


def _usage(summary: Summary) -> str:
    rows = [
        (
            summary.bots[bot_usage.bot],
            str(bot_usage.seats),
            f"{bot_usage.seconds:.1f}",
            _seconds(bot_usage.seconds_a_seat),
        )
        for bot_usage in summary.usage
    ]
    return table(["bot", "seats played", "seconds in all", "seconds a seat"], rows)


def _faults(summary: Summary) -> str:
    if not summary.faults:
        return "<p>None.</p>"
    rows = [
        ("nobody in particular" if count.bot is None else summary.bots[count.bot], count.kind, str(count.games))
        for count in summary.faults
    ]
    note = f'<p class="quiet">Void games, which do not count: {summary.void}.</p>'
    return table(["bot", "fault", "games"], rows) + note


def _percent(found: Estimate) -> Estimate:
    return Estimate(100 * found.value, 100 * found.low, 100 * found.high)


def _signed(found: Estimate) -> str:
    if isnan(found.value):
        return NOTHING
    value, low, high = (figures.plain_signed(number, 1) for number in (found.value, found.low, found.high))
    if isinf(found.value):
        return f"at least {low}" if isinf(found.high) else f"at most {high}"
    return f"{value} ({low} to {high})"


def _plain(found: Estimate, digits: int, unit: str) -> str:
    return (
        f"{figures.plain_fixed(found.value, digits)}{unit} ({figures.plain_fixed(found.low, digits)} to "
        f"{figures.plain_fixed(found.high, digits)})"
    )


def _seconds(seconds: float | None) -> str:
    return NOTHING if seconds is None else f"{seconds:.3f}"
