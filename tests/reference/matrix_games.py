"""Exact solution of matrix games: the simplex method in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

Vector = list[Fraction]


class Solution(NamedTuple):
    """The value for the first seat, and a mixed strategy of each seat that guarantees it."""

    value: Fraction
    first: Vector
    second: Vector


def solve(payoffs: Sequence[Sequence[int]]) -> Solution:
    """Solve a matrix game, given the payoffs of the first seat.

    After all payoffs are made positive, maximise sum(y) subject to payoffs y <= 1 and y >= 0 (von Neumann). The value
    is 1 / sum(y). Normalised, y is the second seat's strategy and the dual prices are the first seat's. Bland's rule
    ensures termination.
    """
    shift = 1 - min(min(row) for row in payoffs)
    rows, columns = len(payoffs), len(payoffs[0])
    table = [
        [Fraction(entry + shift) for entry in row] + [Fraction(i == k) for k in range(rows)] + [Fraction(1)]
        for i, row in enumerate(payoffs)
    ]
    goal = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = [columns + i for i in range(rows)]
    while min(goal[:-1]) < 0:
        entering = next(j for j, cost in enumerate(goal[:-1]) if cost < 0)
        _, _, leaving = min((row[-1] / row[entering], basis[i], i) for i, row in enumerate(table) if row[entering] > 0)
        pivot = table[leaving][entering]
        table[leaving] = [entry / pivot for entry in table[leaving]]
        for row in (*(row for i, row in enumerate(table) if i != leaving), goal):
            factor = row[entering]
            if factor:
                row[:] = [entry - factor * pivot_entry for entry, pivot_entry in zip(row, table[leaving], strict=True)]
        basis[leaving] = entering
    total = goal[-1]
    second = [Fraction(0)] * columns
    for i, entry in enumerate(basis):
        if entry < columns:
            second[entry] = table[i][-1] / total
    return Solution(1 / total - shift, [price / total for price in goal[columns:-1]], second)


def guaranteed_values(payoffs: Sequence[Sequence[int]], solution: Solution) -> tuple[Fraction, Fraction]:
    """Return the least that the first strategy wins and the most that the second strategy loses.

    If they are equal, both are the value of the game.
    """
    min_win = min(
        sum(share * row[j] for share, row in zip(solution.first, payoffs, strict=True)) for j in range(len(payoffs[0]))
    )
    max_loss = max(sum(share * number for share, number in zip(solution.second, row, strict=True)) for row in payoffs)
    return Fraction(min_win), Fraction(max_loss)
