"""Quantiles for intervals: Student's t, and the boundary for a result that is checked while it is measured."""

from __future__ import annotations

from math import fsum

Z95 = 1.9599639845400536  # the 97.5 % quantile of the normal distribution
# Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5: the terms added to Z95 for each power of 1 /
# (degrees of freedom).
_T95 = (
    (Z95**3 + Z95) / 4,
    (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / 96,
    (3 * Z95**7 + 19 * Z95**5 + 17 * Z95**3 - 15 * Z95) / 384,
    (79 * Z95**9 + 776 * Z95**7 + 1482 * Z95**5 - 1920 * Z95**3 - 945 * Z95) / 92160,
)

BOUNDARY = (1.9600, 2.1765, 2.3106, 2.4090, 2.4831, 2.5473, 2.5987, 2.9487)
"""Standard errors from even beyond which a result is clear, by the maximum number of checks.

Each check has twice the data of the one before. Of two equal sides, each appears clearly stronger in 2.5 % of all
measurements, however often the result is checked. The boundary is constant over the checks: S. J. Pocock, Group
sequential methods in the design and analysis of clinical trials, Biometrika 64 (1977). The values are quantiles of the
largest result of all checks in 4,000,000 simulated paths. The last value is for 20 checks and is used from 8 checks
on."""


def t_quantile(freedom: float) -> float:
    """Return the 97.5 % quantile of Student's t.

    Args:
        freedom: The degrees of freedom, at least 1. From 2 on, the result is accurate to 1 %.
    """
    return Z95 + fsum(term / freedom**power for power, term in enumerate(_T95, 1))


def boundary(checks: int) -> float:
    """Return the boundary in standard errors for at most this many checks (at least 1)."""
    return BOUNDARY[min(checks, len(BOUNDARY)) - 1]
