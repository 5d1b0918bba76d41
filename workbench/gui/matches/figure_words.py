"""The texts about the figures of a match: scores, Elo, faults and the test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.boards.kit import figures
from workbench.gui.matches import words
from workbench.system.sentences import capitalised
from workbench.system.translation import tr

if TYPE_CHECKING:  # importing the statistics slows start-up
    from workbench.statistics.scale import Estimate
    from workbench.statistics.scores import Pair
    from workbench.statistics.summary import SprtResult, Summary

MIN_MEETINGS, EXACT_MEETINGS = 20, 500
WIDEST = "8"  # the widest digit
NO_ELO = tr("No Elo: the results are too one-sided or too equal.")
FEW_BLOCKS = tr("Elo is shown after {minimum} sets of games.")


def percent(value: float) -> str:
    """Return a fraction (0 to 1) as a percentage without its sign, such as "55.2"."""
    return f"{100 * value:.1f}"


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
    return f"{percent(score)} %"


def scores(bot: str) -> str:
    """Return the text beside the large score, which names the bot."""
    return tr("{bot} scores", bot=bot)


def between(estimate: Estimate) -> str:
    """Return the interval of a score."""
    return tr("between {low} and {high} % (95 %)", low=percent(estimate.low), high=percent(estimate.high))


def signed(estimate: Estimate) -> str:
    """Return a value and its interval, rounded and with signs, such as "+20 (−5 to +45)"."""
    value, low, high = (figures.format_signed(number, 0) for number in (estimate.value, estimate.low, estimate.high))
    return tr("{value} ({low} to {high})", value=value, low=low, high=high)


def pair_lines(pair: Pair, summary: Summary) -> list[tuple[str, bool]]:
    """Return the lines below the score of two bots, each with a flag for less important lines."""
    from workbench.statistics.scale import MIN_NORMAL  # importing the statistics slows start-up

    lines: list[tuple[str, bool]] = []
    settled = pair.blocks >= MIN_NORMAL
    if pair.elo is not None:
        counts = (
            "" if pair.counts is None else tr(" · sets {part}", part=" · ".join(f"{count:,}" for count in pair.counts))
        )
        lines.append((tr("Elo {elo}{counts}", elo=signed(pair.elo), counts=counts), False))
    else:
        lines.append((NO_ELO if settled else FEW_BLOCKS.format(minimum=MIN_NORMAL), False))
    lines.append(
        (
            tr(
                "won {wins:,} · drawn {draws:,} · lost {losses:,}", wins=pair.wins, draws=pair.draws, losses=pair.losses
            ),
            False,
        )
    )
    if pair.superiority is not None and settled:
        lines.append((stronger(summary.bots[pair.first], summary.bots[pair.second], pair.superiority), True))
    if pair.resolution is not None and settled:
        lines.append(
            (tr("This match can detect differences above {points:.1f} points.", points=pair.resolution.points), True)
        )
    if pair.gain is not None and pair.gain > 1 and settled:
        lines.append((tr("Equal luck in a set saves {gain:.1f} of 10 games.", gain=10 * (1 - 1 / pair.gain**2)), True))
    lines.append((faults(summary), True))
    return lines


def stronger(first: str, second: str, likelihood: float) -> str:
    """Return which of two bots is more likely to be stronger, given the likelihood for the first."""
    if likelihood == 0.5:
        return tr("Neither bot is ahead.")
    bot, chance = (first, likelihood) if likelihood > 0.5 else (second, 1 - likelihood)
    return tr(
        "Chance that {bot} is stronger: {chance} %",
        bot=bot,
        chance=percent(chance) if chance < 0.9995 else tr("over 99.9"),
    )


def match_result(bots: Sequence[str], scores: Sequence[float]) -> str:
    """Return the best bot of a match with its score, or "–" if there are no scores yet."""
    if not scores:
        return "–"
    best = max(scores)
    if sum(score == best for score in scores) > 1:
        return tr("tied at {best} %", best=percent(best))
    return f"{bots[scores.index(best)]} {percent(best)} %"


def faults(summary: Summary) -> str:
    """Return the sentence about all faults by bot and kind."""
    parts = [
        " ".join(
            (
                tr("no bot in particular") if fault.bot is None else summary.bots[fault.bot],
                f"{fault.games:,}",
                words.ENDINGS[fault.kind],
            )
        )
        for fault in summary.faults
    ]
    return tr("Faults: {parts}.", parts=", ".join(parts)) if parts else tr("No faults.")


def faults_of(summary: Summary, bot: int) -> str:
    """Return how many faults a bot made, or "–" for none."""
    count = sum(fault.games for fault in summary.faults if fault.bot == bot)
    return f"{count:,}" if count else "–"


def full_line(bot: str, spent: float | None, elo: Estimate | None) -> str:
    """Return the tip for a bot in the standings: its name, its time and the interval of its strength."""
    parts = [bot, *(() if spent is None else (tr("{spent:.2f} s a game", spent=spent),))]
    if elo is not None and elo.low < elo.high:
        parts.append(tr("Elo {elo} above the mean of all", elo=signed(elo)))
    return " · ".join(parts)


def strength(elo: Estimate | None, meetings: int) -> str:
    """Return a bot's Elo as precisely as its number of meetings allows: none, in tens, or exact."""
    if elo is None or meetings < MIN_MEETINGS:
        return "–"
    return figures.format_signed(elo.value if meetings >= EXACT_MEETINGS else round(elo.value, -1), 0)


def widest_line(games: int) -> dict[str, str]:
    """Return the widest text of each column of the standings, if each bot plays this many games."""
    ended = "-".join([WIDEST * len(str(min(games // 3, 999)))] * 3)
    return {
        "": 2 * WIDEST, words.HEADS["score"]: "##.# (##.#–##.#)".replace("#", WIDEST), words.HEADS["ended"]: ended,
        words.HEADS["faults"]: 2 * WIDEST,
        words.HEADS["time"]: "#.##".replace("#", WIDEST), words.STRENGTH: "−" + 3 * WIDEST,
    }  # fmt: skip


def test_answer(test: SprtResult) -> str:
    """Return the question of a sequential test and its current answer."""
    path, sprt = test.path, test.sprt
    answer = {
        "H1": tr("yes, after {decided:,} sets", decided=path.decided) if path.decided else tr("yes"),
        "H0": tr("no, after {decided:,} sets", decided=path.decided) if path.decided else tr("no"),
        "undecided": tr("the match ended undecided"),
        "continue": tr("LLR {fixed} of {upper:.2f}", fixed=figures.format_fixed(path.ratio, 2), upper=test.upper),
    }[path.verdict]
    return figures.with_minus_sign(
        tr("Better by {elo1:g} {model} Elo, not {elo0:g}? ", elo1=sprt.elo1, model=sprt.model, elo0=sprt.elo0)
    ) + capitalised(answer)
