"""The texts about the figures of a match: scores, Elo, faults and the test."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, isinf, isnan
from typing import TYPE_CHECKING

from workbench.boards.kit import figures
from workbench.gui.matches import words
from workbench.system.language.formats import format_count, format_number, format_percent
from workbench.system.translation import tr, trn

if TYPE_CHECKING:  # importing the statistics slows start-up
    from workbench.statistics.scale import Estimate
    from workbench.statistics.scores import Pair
    from workbench.statistics.summary import SprtResult, Summary

MIN_MEETINGS, EXACT_MEETINGS = 20, 500
PAIR_POINTS = ("0", "½", "1", "1½", "2")  # the results of a pair of games
WIDEST = "8"  # the widest digit
# Certainties from which a bot is called stronger (the 95 % interval of its score then excludes 50 %), or probably so.
CLEAR, LIKELY = 0.975, 0.75


def percent(value: float) -> str:
    """Return a fraction (0 to 1) as a percentage without its sign, such as "55.2"."""
    return format_number(100 * value, ".1f")


def span(estimate: Estimate | None) -> str:
    """Return a score in per cent with its interval, such as "55.2 (51.0–59.3)"."""
    return "–" if estimate is None else f"{percent(estimate.value)} ({percent(estimate.low)}–{percent(estimate.high)})"


def cell(score: float | None, ended: Sequence[int]) -> str:
    """Return the text of a crosstable cell; `ended` counts wins, draws and losses."""
    if score is None:
        return "·"
    return f"{percent(score)} ({'-'.join(map(str, ended))})" if ended else percent(score)


def large_number(score: float) -> str:
    """Return a score from 0 to 1 in per cent with its sign, such as "55.2 %"."""
    return format_percent(score, 1)


def score_path(bot: str) -> str:
    """Return the title of the plot of a bot's score."""
    return tr("Score of {bot} so far, with its likely range", bot=bot)


def signed(estimate: Estimate) -> str:
    """Return a value and its interval, rounded and with signs, such as "+20 (−5 to +45)" or "at least +174"."""
    if isnan(estimate.value):
        return tr("unknown")
    if isinf(estimate.value):
        least = isinf(estimate.high)
        end = figures.format_signed(estimate.low if least else estimate.high, 0)
        return tr("at least {end}", end=end) if least else tr("at most {end}", end=end)
    value, low, high = (figures.format_signed(number, 0) for number in (estimate.value, estimate.low, estimate.high))
    return tr("{value} ({low} to {high})", value=value, low=low, high=high)


def verdict(pair: Pair, summary: Summary) -> tuple[str, str]:
    """Return which of two bots is stronger, and how certain that is."""
    from workbench.statistics.scale import MIN_NORMAL  # importing the statistics slows start-up

    if pair.superiority is None or pair.blocks < MIN_NORMAL:
        needed = tr("Too few to prove it: {games:,} games are needed.", games=MIN_NORMAL * summary.orders)
        return leader(pair, summary), needed
    ahead = pair.superiority >= 0.5
    bot, certainty = summary.bots[pair.first if ahead else pair.second], max(pair.superiority, 1 - pair.superiority)
    if certainty < LIKELY:
        return tr("No clear difference"), tr("{bot} is stronger: {certainty}", bot=bot, certainty=certain(certainty))
    stronger = tr("{bot} is stronger", bot=bot) if certainty >= CLEAR else tr("{bot} is probably stronger", bot=bot)
    return stronger, certain(certainty)


def leader(pair: Pair, summary: Summary) -> str:
    """Return which of two bots leads, with the games won, or with its score if the games won do not show the lead."""
    assert pair.score is not None
    lead = pair.score.value - 0.5
    if not lead:
        return tr("No bot leads")
    bot = summary.bots[pair.first if lead > 0 else pair.second]
    if (pair.wins - pair.losses) * lead > 0:
        high, low = max(pair.wins, pair.losses), min(pair.wins, pair.losses)
        return tr("{bot} leads {high:,}–{low:,}", bot=bot, high=high, low=low)
    return tr("{bot} leads with {score}", bot=bot, score=large_number(0.5 + abs(lead)))


def certain(certainty: float) -> str:
    """Return a certainty (0 to 1) in words, such as "97 % certain"."""
    return tr("over 99 % certain") if certainty > 0.99 else tr("{percent:.0f} % certain", percent=100 * certainty)


def result_rows(pair: Pair, summary: Summary) -> tuple[tuple[str, ...], ...]:
    """Return a row for each of two bots: its name, games won, drawn and lost, and score."""
    assert pair.score is not None
    first, second = summary.bots[pair.first], summary.bots[pair.second]
    return (
        (
            first,
            format_count(pair.wins),
            format_count(pair.draws),
            format_count(pair.losses),
            large_number(pair.score.value),
        ),
        (
            second,
            format_count(pair.losses),
            format_count(pair.draws),
            format_count(pair.wins),
            large_number(1 - pair.score.value),
        ),
    )


def uncounted(count: int, size: int) -> str:
    """Return the note about finished games whose blocks of `size` games are incomplete."""
    if size == 2:
        return trn(
            "1 more game counts once sides are swapped.",
            "{count:,} more games count once sides are swapped.",
            count,
        )
    return trn(
        "1 more game counts once all orders are played.",
        "{count:,} more games count once all orders are played.",
        count,
    )


def details(pair: Pair, summary: Summary) -> list[str]:
    """Return the statistics behind the result of two bots, from the first bot's point of view."""
    from workbench.statistics.scale import MIN_NORMAL  # importing the statistics slows start-up

    assert pair.score is not None
    settled, low, high = pair.blocks >= MIN_NORMAL, percent(pair.score.low), percent(pair.score.high)
    lines = [tr("{bot} scores {low} to {high} % (95 %).", bot=summary.bots[pair.first], low=low, high=high)]
    if pair.elo is not None:
        lines.append(tr("Elo {elo}", elo=signed(pair.elo)))
    else:
        lines.append(tr("Elo needs at least {games:,} games.", games=MIN_NORMAL * summary.orders))
    if pair.counts is not None and summary.orders == 2:
        counts = ", ".join(
            f"{format_count(count)} × {points}" for points, count in zip(PAIR_POINTS, pair.counts, strict=True) if count
        )
        lines.append(tr("Points in each pair of games: {counts}", counts=counts))
    if pair.resolution is not None and settled:
        lines.append(tr("So many games show differences above {points:.1f} points.", points=pair.resolution.points))
    if pair.gain is not None and pair.gain > 1 and settled:
        lines.append(tr("Equal luck saves {gain:.1f} of 10 games.", gain=10 * (1 - 1 / pair.gain**2)))
    if summary.test is not None:
        lines.append(test_details(summary.test))
    return lines


def match_result(bots: Sequence[str], scores: Sequence[float]) -> str:
    """Return the best bot of a match with its score, or "–" if there are no scores yet."""
    if not scores:
        return "–"
    best = max(scores)
    if sum(score == best for score in scores) > 1:
        return tr("tied at {best} %", best=percent(best))
    return f"{bots[scores.index(best)]} {format_percent(best, 1)}"


def faults(summary: Summary) -> str:
    """Return the sentence about all faults by bot and kind."""
    parts = [
        " ".join(
            (
                tr("no bot in particular") if fault.bot is None else summary.bots[fault.bot],
                format_count(fault.games),
                words.ENDINGS[fault.kind],
            )
        )
        for fault in summary.faults
    ]
    return tr("Faults: {parts}.", parts=", ".join(parts)) if parts else tr("No faults.")


def faults_of(summary: Summary, bot: int) -> str:
    """Return how many faults a bot made, or "–" for none."""
    count = sum(fault.games for fault in summary.faults if fault.bot == bot)
    return format_count(count) if count else "–"


def full_line(bot: str, spent: float | None, elo: Estimate | None) -> str:
    """Return the tip for a bot in the standings: its name, its time and the interval of its strength."""
    parts = [bot, *(() if spent is None else (tr("{spent:.2f} s a game", spent=spent),))]
    if elo is not None and elo.low < elo.high:
        parts.append(tr("Elo {elo} above the mean of all", elo=signed(elo)))
    return " · ".join(parts)


def strength(elo: Estimate | None, meetings: int) -> str:
    """Return a bot's Elo as precisely as its number of meetings allows: none, in tens, or exact."""
    if elo is None or meetings < MIN_MEETINGS or isnan(elo.value):
        return "–"
    if not isfinite(elo.value):
        return f"≥ {_rounded(elo.low, meetings)}" if isinf(elo.high) else f"≤ {_rounded(elo.high, meetings)}"
    return _rounded(elo.value, meetings)


def _rounded(elo: float, meetings: int) -> str:
    return figures.format_signed(elo if meetings >= EXACT_MEETINGS else round(elo, -1), 0)


def widest_line(games: int) -> dict[str, str]:
    """Return the widest text of each column of the standings, if each bot plays this many games."""
    ended = "-".join([WIDEST * len(str(min(games // 3, 999)))] * 3)
    return {
        "": 2 * WIDEST, words.HEADS["score"]: "##.# (##.#–##.#)".replace("#", WIDEST), words.HEADS["ended"]: ended,
        words.HEADS["faults"]: 2 * WIDEST,
        words.HEADS["time"]: "#.##".replace("#", WIDEST), words.STRENGTH: "≥ −" + 3 * WIDEST,
    }  # fmt: skip


def test_answer(test: SprtResult, bot: str, size: int) -> str:
    """Return the question of a sequential test with blocks of `size` games, and its current answer."""
    path = test.path
    games = size * path.decided if path.decided else 0
    answer = {
        "H1": tr("Yes, after {games:,} games.", games=games) if games else tr("Yes."),
        "H0": tr("No, after {games:,} games.", games=games) if games else tr("No."),
        "undecided": tr("The match ended undecided."),
        "continue": tr("Not decided yet."),
    }[path.verdict]
    return tr("Is {bot} clearly better? {answer}", bot=bot, answer=answer)


def test_details(test: SprtResult) -> str:
    """Return the bounds of a sequential test, and its log-likelihood ratio."""
    sprt = test.sprt
    bounds = tr("{elo1:g} rather than {elo0:g} {model} Elo", elo1=sprt.elo1, elo0=sprt.elo0, model=sprt.model)
    ratio = tr("LLR {ratio} of {upper:.2f}", ratio=figures.format_fixed(test.path.ratio, 2), upper=test.upper)
    return f"{figures.with_minus_sign(bounds)}: {ratio}"
