"""The figures of a running match, in a line or two."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from time import monotonic
from typing import NamedTuple

from workbench.cli.matches import words
from workbench.cli.matches.signals import LINE_SECONDS
from workbench.cli.matches.words import elo_with_bars, interval, percent
from workbench.statistics.expected_length import blocks_to_decision
from workbench.statistics.scores import Pair
from workbench.statistics.summary import SprtResult, Summary
from workbench.system.translation import tr

MOST_BOTS = 8  # in a line about the standings
WAIT_FACTOR = 30  # wait after an update, as a multiple of the time that the update took


class Every(NamedTuple):
    """How often progress is printed: after a number of games, or of seconds. One of them is None."""

    games: int | None
    seconds: float | None


def every(text: str) -> Every:
    """Parse a number of games such as "100", or of seconds such as "10s", as an argparse type."""
    found = re.fullmatch(r"([0-9]{1,7}(?:\.[0-9]{1,3})?)(s?)", text)
    if found is None or float(found[1]) <= 0 or (not found[2] and "." in found[1]):
        raise argparse.ArgumentTypeError(
            tr("{text!r} is neither a number of games such as 100, nor of seconds such as 10s", text=text[:40])
        )
    return Every(None, float(found[1])) if found[2] else Every(int(found[1]), None)


class ProgressTimer:
    """Decides when progress is printed: as `--every` says, or every `LINE_SECONDS`, or less often if printing is slow.

    Args:
        every: The option, or None.
    """

    def __init__(self, every: Every | None) -> None:
        self._asked, self._every = every is not None, every or Every(None, LINE_SECONDS)
        self._last, self._games, self._cost = monotonic(), 0, 0.0

    def due(self, games: int) -> bool:
        """Return whether progress should be printed now, after this many games of the run."""
        passed = monotonic() - self._last
        if not self._asked and passed < WAIT_FACTOR * self._cost:
            return False
        if self._every.seconds is not None:
            return passed >= self._every.seconds
        return games - self._games >= (self._every.games or 1)

    def due_last(self, games: int) -> bool:
        """Return whether `--every` asks for a last line, because games have ended since the previous one."""
        return self._asked and games > self._games

    def print(self, games: int, show: Callable[[], None]) -> None:
        """Print progress with `show`, after this many games of the run."""
        self._last, self._games = monotonic(), games
        show()
        self._cost = monotonic() - self._last


def figures(summary: Summary) -> Iterator[str]:
    """Yield lines with the figures so far: score, Elo, likelihood and test of two bots, or the order of more."""
    if len(summary.bots) == 2:
        if summary.pairs and summary.pairs[0].score is not None:
            yield pair_line(summary.pairs[0], summary)
        if summary.test is not None:
            yield test_line(summary.test)
        return
    found = [standing for standing in summary.standings if standing.score is not None]
    if found:
        shown = ", ".join(f"{summary.bots[standing.bot]} {interval(standing.score)}" for standing in found[:MOST_BOTS])
        yield shown + (", ..." if len(found) > MOST_BOTS else "")


def pair_line(pair: Pair, summary: Summary) -> str:
    """Return the score, Elo, normalised Elo and likelihood of superiority of the first of two bots."""
    parts = [f"{summary.bots[pair.first]} {interval(pair.score)}"]
    if pair.elo is not None:
        parts.append(tr("Elo {elo}", elo=elo_with_bars(pair.elo)))
    if pair.normalised_elo is not None:
        parts.append(tr("normalised Elo {elo}", elo=elo_with_bars(pair.normalised_elo)))
    if pair.superiority is not None:
        parts.append(tr("stronger: {percent} %", percent=percent(pair.superiority)))
    if pair.counts is not None:
        parts.append(tr("sets {counts}", counts=" ".join(map(str, pair.counts))))
    return ", ".join(parts)


def test_line(test: SprtResult) -> str:
    """Return the log-likelihood ratio of a sequential test between its bounds."""
    share = test.path.ratio / (test.upper if test.path.ratio >= 0 else -test.lower)
    return tr(
        "LLR {ratio:+.2f} ({lower:.2f} to {upper:.2f}; {share:.0f} % of the way), "
        "{model} Elo {elo0:g} against {elo1:g}",
        ratio=test.path.ratio,
        lower=test.lower,
        upper=test.upper,
        share=100 * min(abs(share), 1.0),
        model=test.sprt.model,
        elo0=test.sprt.elo0,
        elo1=test.sprt.elo1,
    )


def games_left(summary: Summary | None, left: int) -> float:
    """Return the expected number of games still to play: at most `left`, fewer if a sequential test may end earlier."""
    if summary is None or summary.test is None:
        return left
    expected = blocks_to_decision(summary.test.sprt, summary.test.path, summary.orders) * summary.orders
    return min(left, expected)


def progress(done: int, games: int, running: int, remaining: float | None, paused: bool, tested: bool) -> str:
    """Return the progress of a match.

    Args:
        done: The number of games played.
        games: The number of games of the whole match.
        running: The number of games being played.
        remaining: The remaining time in seconds, or None if unknown.
        paused: Whether the match is paused.
        tested: Whether a sequential test may end the match earlier, so that `games` is only a maximum.
    """
    if not tested:
        return words.progress(done, games, running, remaining, paused)
    state = tr("paused") if paused else tr("{running} running", running=running)
    return tr(
        "{done:,} games, at most {games:,}, {state}, about {time_left}",
        done=done,
        games=games,
        state=state,
        time_left=words.time_left(remaining),
    )
