"""Output of the results of a match as tables and lines."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from workbench.cli.matches import words
from workbench.cli.matches.words import interval, percent
from workbench.cli.shared.output import make_fitting_table, print_table, say
from workbench.statistics.ranking import Standing
from workbench.statistics.scale import Estimate
from workbench.statistics.scores import Pair
from workbench.statistics.summary import Summary
from workbench.system.language.formats import format_count, format_number
from workbench.system.translation import tr

MAX_PAIRS = 100  # rows in the table of pairs
BEGIN, END = ("bot", "faults", tr("score (95 %)")), ("rank", tr("s a game"))


def standing_table(summary: Summary, console: Console) -> Table:
    """Return a table of all bots for a console, best first."""
    return make_fitting_table(console, "", heads(summary), rows(summary), words=2)


def heads(summary: Summary) -> tuple[str, ...]:
    """Return the column headings of the standings."""
    return (*BEGIN, *(("won", "drawn", "lost") if two_seats(summary) else ("won %",)), *END)


def two_seats(summary: Summary) -> bool:
    """Return whether a game has at most two seats, so that it is won, drawn or lost."""
    return sum(usage.seats for usage in summary.usage) <= 2 * summary.games


def rows(summary: Summary) -> list[tuple[str, ...]]:
    """Return the rows of the standings, best bot first."""
    found: list[tuple[str, ...]] = []
    for standing in summary.standings:
        seconds = summary.usage[standing.bot].seconds_a_seat
        if two_seats(summary):
            ended: tuple[str, ...] = tuple(format_count(count) for count in win_draw_loss(standing, summary))
        else:
            ended = ("-" if standing.wins is None else percent(standing.wins.value),)
        found.append(
            (
                summary.bots[standing.bot],
                words.fault_words(summary, standing.bot),
                interval(score_of(standing, summary)),
                *ended,
                "-" if standing.rank is None else format_number(standing.rank.value, ".2f"),
                "-" if seconds is None else format_number(seconds, ".2f"),
            )
        )
    return found


def score_of(standing: Standing, summary: Summary) -> Estimate | None:
    """Return a bot's score, or None if no games count. In a match of two bots, only complete blocks count."""
    if (pair := only_pair(summary)) is None or (first := pair.score) is None:
        return standing.score
    return first if standing.bot == 0 else Estimate(1 - first.value, 1 - first.high, 1 - first.low)


def win_draw_loss(standing: Standing, summary: Summary) -> tuple[int, int, int]:
    """Return the numbers of games won, drawn and lost that count towards a bot's score."""
    if (pair := only_pair(summary)) is not None:
        return (pair.wins, pair.draws, pair.losses) if standing.bot == 0 else (pair.losses, pair.draws, pair.wins)
    cells = summary.crosstable[standing.bot]
    return sum(cell.wins for cell in cells), sum(cell.draws for cell in cells), sum(cell.losses for cell in cells)


def only_pair(summary: Summary) -> Pair | None:
    """Return the figures of a match of two bots, or None before their first complete block or with more bots."""
    return summary.pairs[0] if len(summary.bots) == 2 and summary.pairs and summary.pairs[0].score is not None else None


def show(summary: Summary) -> None:
    """Print all figures: line by line for two bots, as tables for more."""
    print_table("", heads(summary), rows(summary), words=2)
    if len(summary.bots) == 2:
        for pair in summary.pairs:
            for line in words.pair_lines(pair, summary):
                say(line)
    else:
        if len(summary.pairs) < len(summary.bots) * (len(summary.bots) - 1) / 2:
            say(tr("Ordered by strength, because scores against different opponents cannot be compared."))
        show_crosstable(summary)
        show_pairs(summary)
        seats = ", ".join(
            tr("seat {seat} {interval}", seat=seat, interval=interval(score))
            for seat, score in enumerate(summary.seats, 1)
        )
        if seats:
            say(tr("By seat, for all bots: {seats}.", seats=seats))
        show_strengths(summary)
    for warning in words.warnings(summary):
        say(warning)


def show_crosstable(summary: Summary) -> None:
    """Print each bot's score in per cent against every opponent, with wins, draws and losses."""
    order = [standing.bot for standing in summary.standings]
    lines = []
    for place, bot in enumerate(order, 1):
        cells = []
        for opponent in order:
            cell = summary.crosstable[bot][opponent]
            cells.append(
                "·" if cell.score is None else f"{percent(cell.score)} ({cell.wins}-{cell.draws}-{cell.losses})"
            )
        lines.append((str(place), summary.bots[bot], *cells))
    print_table(
        tr("Score against each (won-drawn-lost)"), ("", "bot", *map(str, range(1, len(order) + 1))), lines, words=2
    )


def show_pairs(summary: Summary) -> None:
    """Print the score and the Elo of each pair of bots that met, with intervals from complete sets of games."""
    lines = [
        (
            summary.bots[pair.first],
            summary.bots[pair.second],
            format_count(pair.games),
            interval(pair.score),
            "-" if pair.elo is None else words.elo_with_bars(pair.elo),
            "-" if pair.superiority is None else percent(pair.superiority),
        )
        for pair in summary.pairs[:MAX_PAIRS]
        if pair.score is not None
    ]
    if lines:
        heads = ("bot", "against", "games", tr("score (95 %)"), tr("Elo (95 %)"), tr("stronger %"))
        print_table(tr("Pairs of bots"), heads, lines, words=2)


def show_strengths(summary: Summary) -> None:
    """Print the bots' Plackett-Luce strengths, if there are any."""
    if summary.strengths is None:
        return
    found = [
        f"{summary.bots[standing.bot]} {words.elo_with_bars(summary.strengths.elo[standing.bot])}"
        for standing in summary.standings
    ]
    say(
        tr(
            "Plackett-Luce strength in Elo above the mean: {found} ({draws:,} draws).",
            found="; ".join(found),
            draws=summary.strengths.draws,
        )
    )
