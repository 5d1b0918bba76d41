"""A report of a match: one HTML file that needs nothing else, for the screen (light and dark) and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from workbench.statistics.games import Game, scored
from workbench.statistics.plots import estimates_plot, lengths_plot, ratio_plot, score_plot, signed
from workbench.statistics.scale import Estimate
from workbench.statistics.scores import Pair
from workbench.statistics.summary import Summary, Test

STYLE = """
:root { color-scheme: light dark; --font: Inter, system-ui, sans-serif; --window: #F6F4EF; --card: #FFFFFF;
  --line: #DDD7CB; --text: #24231F; --quiet: #676359; --accent: #20706A; --wash: #E4EFEC; --warning: #A2560B; }
@media (prefers-color-scheme: dark) { :root { --window: #1C1E20; --card: #25282B; --line: #3A3F44; --text: #E9E7E1;
  --quiet: #A6A39B; --accent: #6CC0B6; --wash: #2A3A39; --warning: #E2A05A; } }
@media print { :root { --window: #FFFFFF; --card: #FFFFFF; --line: #CCCCCC; --text: #000000; --quiet: #444444;
  --accent: #20706A; --wash: #E4EFEC; --warning: #A2560B; } section { break-inside: avoid; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px; max-width: 860px; background: var(--window); color: var(--text);
  font: 14px/1.45 var(--font); }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 16px; overflow-wrap: anywhere; }
h2 { font-size: 15px; margin: 0 0 12px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 16px;
  margin: 0 0 12px; overflow-x: auto; }
p { margin: 8px 0 0; } .quiet { color: var(--quiet); }
.large { font-size: 26px; font-weight: 600; margin: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 4px 8px; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--quiet); font-weight: 600; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
table.facts th, table.facts td { text-align: left; } table.facts th { white-space: nowrap; width: 1%; }
svg { width: 100%; height: auto; display: block; }
"""
NOTHING = "–"


def report(title: str, facts: Sequence[tuple[str, str]], summary: Summary, games: Sequence[Game]) -> str:
    """The whole file. `facts` are shown as they are, a row each (game, seed, limits, versions, ...). MissingLibrary if
    matplotlib is not installed."""
    counting = scored(games)
    parts = [_section("This match", _table([], facts, "facts"))] if facts else []
    if not counting:
        parts.append(_section("Result", "<p>No game that counts has been played yet.</p>"))
    if len(summary.bots) == 2:
        parts += [_result(summary, pair) for pair in summary.pairs]
        if summary.test is not None:
            parts.append(_test(summary.test))
    else:
        parts += [_ranking(summary), _section("All against all", _crosstable(summary))]
        if summary.strengths is not None:
            parts.append(_strengths(summary))
    if summary.seats:
        rows = [(f"seat {number}", _percent(found)) for number, found in enumerate(summary.seats, 1)]
        plot = estimates_plot("seats", "Score of each seat", "score, %", rows, 50)
        parts.append(_section("What a seat is worth", plot))
    if counting:
        parts.append(_section("How long the games were", lengths_plot([game.turns for game in counting])))
    parts += [_section("Time", _usage(summary)), _section("Faults", _faults(summary))]
    body = f"<h1>{escape(title)}</h1>\n" + "\n".join(parts)
    head = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    head += f"<title>{escape(title)}</title>\n<style>{STYLE}</style>"
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'


def _result(summary: Summary, pair: Pair) -> str:
    """The score of two bots, what it is worth, and how it came about."""
    first, second = escape(summary.bots[pair.first]), escape(summary.bots[pair.second])
    if pair.score is None or summary.score_path is None:
        return _section(f"{first} against {second}", "<p>No block is complete yet.</p>")
    score = _percent(pair.score)
    rows = [
        ("wins · draws · losses", f"{pair.wins} · {pair.draws} · {pair.losses}"),
        ("complete blocks", f"{pair.blocks}, of {summary.orders} games each"),
    ]
    if pair.counts is not None:
        rows.append(("blocks by score, all lost to all won", " · ".join(map(str, pair.counts))))
    if pair.elo is not None:
        rows.append(("Elo", _signed(pair.elo)))
    if pair.normalised_elo is not None:
        rows.append(("normalised Elo", _signed(pair.normalised_elo)))
    if pair.superiority is not None:
        better = f"likelihood that {summary.bots[pair.first]} is the better one"
        rows.append((better, f"{100 * pair.superiority:.1f} %"))
    if pair.gain is not None:
        rows.append(("gain from playing in blocks", f"{pair.gain:.2f}: as good as {pair.gain**2:.2f} times the games"))
    rows.append(("different games", f"{pair.unique} of {pair.games}"))
    diverging = f"{pair.divergent} of {pair.blocks}"
    if pair.divergent_score is not None:
        diverging += f", score in them {100 * pair.divergent_score.value:.1f} %"
    rows.append(("blocks in which the bots played differently", diverging))
    if pair.resolution is not None:
        rows.append(("what this match can tell", f"{pair.resolution.points:.1f} points either way"))
    words = f'<p class="large">{score.value:.1f} %</p><p>{first} scores against {second}; '
    words += f"between {score.low:.1f} and {score.high:.1f} % (95 %)</p>"
    if summary.test is not None and summary.test.path.verdict in ("H0", "H1"):
        words += '<p class="quiet">A sequential test decided, so score and Elo are a little too far from even.</p>'
    return _section("Result", f"{words}{score_plot(summary.score_path)}{_table([], rows, 'facts')}")


def _test(test: Test) -> str:
    sprt, path = test.sprt, test.path
    ends = {
        "H1": f"Yes, after {path.decided} blocks.",
        "H0": f"No, after {path.decided} blocks.",
        "undecided": f"Undecided after {path.decided} blocks, the most that were allowed.",
        "continue": f"Not decided yet, after {len(path.ratios)} blocks.",
    }
    words = f"<p>{ends[path.verdict]} LLR {path.ratio:.2f}; bounds {test.lower:.2f} and {test.upper:.2f}; "
    words += f"{sprt.model} Elo, errors {100 * sprt.alpha:g} % and {100 * sprt.beta:g} %.</p>"
    return _section(f"Is it {signed(sprt.elo1)} rather than {signed(sprt.elo0)} Elo?", ratio_plot(test) + words)


def _ranking(summary: Summary) -> str:
    shown = [(summary.bots[one.bot], one, one.score) for one in summary.standings]
    rows = [
        (
            name,
            str(one.games),
            NOTHING if score is None else _plain(_percent(score), 1, " %"),
            NOTHING if one.wins is None else _plain(_percent(one.wins), 1, " %"),
            NOTHING if one.rank is None else _plain(one.rank, 2, ""),
            NOTHING if one.fault_points is None else f"{one.fault_points:+.1f}",
        )
        for name, one, score in shown
    ]
    estimates = [(name, _percent(score)) for name, _, score in shown if score is not None]
    plot = estimates_plot("ranking", "Score of each bot", "score, %", estimates, 50) if estimates else ""
    heads = ["bot", "games", "score", "games won", "mean rank", "points by faults"]
    return _section("Ranking", plot + _table(heads, rows))


def _crosstable(summary: Summary) -> str:
    """Rows and columns in the order of the ranking; columns have the numbers of the rows."""
    order = [one.bot for one in summary.standings]
    rows = []
    for place, bot in enumerate(order, 1):
        row = [f"{place}  {summary.bots[bot]}"]
        for other in order:
            cell = summary.crosstable[bot][other]
            shown = "" if cell.score is None else f"{100 * cell.score:.1f} %\n{cell.wins}-{cell.draws}-{cell.losses}"
            row.append(shown if cell.meetings or bot == other else NOTHING)
        rows.append(tuple(row))
    heads = ["bot", *map(str, range(1, len(order) + 1))]
    return _table(heads, rows) + '<p class="quiet">Below each score: seats won, equal and lost against that bot.</p>'


def _strengths(summary: Summary) -> str:
    assert summary.strengths is not None
    rows = sorted(zip(summary.bots, summary.strengths.elo, strict=True), key=lambda row: -row[1].value)
    plot = estimates_plot("strengths", "Plackett-Luce strengths", "Elo above the mean of all", rows, 0)
    note = f'<p class="quiet">Intervals from {summary.strengths.draws} draws of blocks.</p>'
    return _section("Strength (Plackett-Luce)", plot + note)


def _usage(summary: Summary) -> str:
    rows = [
        (summary.bots[one.bot], str(one.seats), f"{one.seconds:.1f}", _seconds(one.seconds_a_seat))
        for one in summary.usage
    ]
    return _table(["bot", "seats played", "seconds in all", "seconds a seat"], rows)


def _faults(summary: Summary) -> str:
    if not summary.faults:
        return "<p>None.</p>"
    rows = [
        ("nobody in particular" if one.bot is None else summary.bots[one.bot], one.kind, str(one.games))
        for one in summary.faults
    ]
    note = f'<p class="quiet">Void games, which do not count: {summary.void}.</p>'
    return _table(["bot", "fault", "games"], rows) + note


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{title}</h2>\n{content}\n</section>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table of texts, which are escaped; one without heads has them at the side."""
    first = "td" if heads else "th"
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    lines = [f"<tr>{top}</tr>"] if heads else []
    for row in rows:
        cells = [escape(cell).replace("\n", "<br>") for cell in row]
        lines.append(f"<tr><{first}>{cells[0]}</{first}>{''.join(f'<td>{cell}</td>' for cell in cells[1:])}</tr>")
    return f'<table class="{kind}">\n' + "\n".join(lines) + "\n</table>"


def _percent(found: Estimate) -> Estimate:
    return Estimate(100 * found.value, 100 * found.low, 100 * found.high)


def _signed(found: Estimate) -> str:
    return f"{found.value:+.1f} ({found.low:+.1f} to {found.high:+.1f})"


def _plain(found: Estimate, digits: int, unit: str) -> str:
    return f"{found.value:.{digits}f}{unit} ({found.low:.{digits}f} to {found.high:.{digits}f})"


def _seconds(seconds: float | None) -> str:
    return NOTHING if seconds is None else f"{seconds:.3f}"
