"""The sequential probability ratio test: is the first bot elo1 stronger than the second, or only elo0?"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Literal

import msgspec
import numpy as np

from workbench.statistics.likelihood import log_likelihood_ratios
from workbench.statistics.pentanomial import Floats, bins_of
from workbench.statistics.scale import ELO, lead_of, lead_of_elo

Verdict = Literal["H0", "H1", "continue", "undecided"]
WIDEST = 300.0
# The normal approximation adds a square deviation of this size to those of the leads, and does not decide before
# `FEWEST` blocks, because the variance of a few blocks is uncertain. It does not pull the mean towards even: that made
# tests with distant bounds accept H0 too often. In simulations with bounds 60 to 200 Elo apart and deviations of a lead
# from 0.15 to 0.5, both error rates are at most 5.5 % (nominal: 5 %, standard error of the simulation: 0.4 %).
PRIOR_SQUARE = 0.25
FEWEST = 10
INSIDE = 0.99  # part of the way to a bound that the ratio may go before `FEWEST` blocks


class SprtError(ValueError):
    """Raised for an invalid sequential test. The message gives the reason."""


class Path(msgspec.Struct, frozen=True):
    """The log-likelihood ratio after each block, up to the decision.

    `decided` is the number of blocks at which a bound was crossed or the maximum was reached, or None. Later blocks are
    ignored.
    """

    ratios: tuple[float, ...]
    verdict: Verdict
    decided: int | None

    @property
    def ratio(self) -> float:
        """The current ratio."""
        return self.ratios[-1] if self.ratios else 0.0


class Sprt(msgspec.Struct, frozen=True):
    """A sequential test of H0 (the difference is elo0) against H1 (it is elo1).

    Args:
        elo0: The difference of H0.
        elo1: The difference of H1. -300 <= elo0 < elo1 <= 300.
        alpha: The probability of accepting H1 if H0 is true.
        beta: The probability of accepting H0 if H1 is true.
        model: The kind of Elo.
        most_blocks: The maximum number of blocks, after which the test is undecided.
        adjusted: Whether the test uses results without the luck of the dice (see `workbench.statistics.adjusted`).

    Raises:
        SprtError: A parameter is out of range.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["normalised", "logistic"] = "normalised"
    most_blocks: int | None = None
    adjusted: bool = False

    def __post_init__(self) -> None:
        if not -WIDEST <= self.elo0 < self.elo1 <= WIDEST:
            raise SprtError(f"elo0 is {self.elo0:g} and elo1 {self.elo1:g}; the first must be less, both -300 to 300")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise SprtError(f"{name} is {value:g}; it must be above 0 and below 0.5")
        if self.model not in ("normalised", "logistic"):
            raise SprtError(f"model is {self.model!r}; it must be normalised or logistic")
        if self.most_blocks is not None and self.most_blocks < 1:
            raise SprtError(f"most_blocks is {self.most_blocks}; it must be at least 1")

    @property
    def lower(self) -> float:
        """The ratio at or below which H0 is accepted (Wald)."""
        return -log((1 - self.alpha) / self.beta)

    @property
    def upper(self) -> float:
        """The ratio at or above which H1 is accepted (Wald)."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """Return the log-likelihood ratio of blocks counted by score (see `pentanomial`), by maximum likelihood.

        Raises:
            SprtError: The number of counts is even or less than 3.
        """
        if len(counts) < 3 or len(counts) % 2 == 0:
            raise SprtError(f"there are {len(counts)} counts; blocks of n games have 2 n + 1, from all lost to all won")
        if not any(counts):
            return 0.0
        row = np.array([counts], dtype=np.float64)
        return float(log_likelihood_ratios(row, self.elo0, self.elo1, self.model)[0])

    def verdict(self, llr: float, blocks: int) -> Verdict:
        """Return the verdict for a ratio after this many blocks, assuming that no bound was crossed before."""
        if llr >= self.upper:
            return "H1"
        if llr <= self.lower:
            return "H0"
        return "undecided" if self.most_blocks is not None and blocks >= self.most_blocks else "continue"

    def path(self, scores: Sequence[float], games: int) -> Path:
        """Return the course of the test over complete blocks.

        As long as all blocks consist of wins, draws and losses, the ratio comes from `llr`. From the first block with
        other scores on, the normal approximation of the block means is used.

        Args:
            scores: The mean scores of the blocks, in schedule order.
            games: The number of games in a block.
        """
        scores = scores[: self.most_blocks]
        bins = bins_of(scores, games)
        exact = int(np.argmax(bins < 0)) if (bins < 0).any() else len(scores)
        counts = np.cumsum(np.eye(2 * games + 1)[bins[:exact]], axis=0)
        ratios = np.concatenate(
            [
                log_likelihood_ratios(counts, self.elo0, self.elo1, self.model) if exact else np.zeros(0),
                self._normal(scores, games)[exact:],
            ]
        )
        return self.course(ratios)

    def course(self, ratios: Floats) -> Path:
        """Return the course of the test for the ratio after each block: it ends at the first bound crossed."""
        crossed = np.flatnonzero((ratios >= self.upper) | (ratios <= self.lower))
        end = int(crossed[0]) + 1 if len(crossed) else len(ratios)
        ratios = ratios[:end]
        verdict = self.verdict(float(ratios[-1]), end) if end else "continue"
        return Path(tuple(ratios.tolist()), verdict, None if verdict == "continue" else end)

    def _normal(self, scores: Sequence[float], games: int) -> Floats:
        leads = np.array([lead_of(score) for score in scores], dtype=np.float64)
        return self.normal_ratios(leads, leads, games)

    def normal_ratios(self, evidence: Floats, leads: Floats, games: int) -> Floats:
        """Return N (s1 - s0)(2 m - s0 - s1) / (2 v) after each block, with `PRIOR_SQUARE` in the variance v.

        Args:
            evidence: A number for each block whose expectation is the lead: the lead itself, or an adjusted one. Its
                mean is m and its variance v.
            leads: The leads, whose variance converts normalised Elo to the leads s0 and s1.
            games: The number of games in a block.
        """
        blocks = np.arange(1, len(leads) + 1)
        means, variances = np.cumsum(evidence) / blocks, variances_so_far(evidence)
        if self.model == "logistic":
            s0, s1 = (np.full(len(leads), lead_of_elo(elo)) for elo in (self.elo0, self.elo1))
        else:
            spread = variances if evidence is leads else variances_so_far(leads)
            s0, s1 = (elo / ELO * np.sqrt(games * spread) for elo in (self.elo0, self.elo1))
        ratios = np.asarray(blocks * (s1 - s0) * (2 * means - (s0 + s1)) / (2 * variances), dtype=np.float64)
        early = blocks < FEWEST
        ratios[early] = np.clip(ratios[early], INSIDE * self.lower, INSIDE * self.upper)
        return ratios


def variances_so_far(values: Floats) -> Floats:
    """Return the variance after each value, with `PRIOR_SQUARE` in its sum of squares."""
    counts = np.arange(1, len(values) + 1)
    means = np.cumsum(values) / counts
    squares = np.maximum(np.cumsum(values * values) - counts * means * means, 0.0)
    return np.asarray((squares + PRIOR_SQUARE) / counts, dtype=np.float64)
