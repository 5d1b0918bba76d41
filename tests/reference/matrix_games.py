"""Matrix games by linear programming, exactly: the simplex method in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

Vector = list[Fraction]


class Solution(NamedTuple):
    """The value to the first seat, and a mixed strategy of each that guarantees it."""

    value: Fraction
    first: Vector
    second: Vector


def solved(payoffs: Sequence[Sequence[int]]) -> Solution:
    """With all payoffs made positive, maximise sum(y) where payoffs y <= 1 and y >= 0 (von Neumann): the value is 1
    / sum(y), y in proportion is the second seat's strategy, and the first seat's are the prices of the rows.
    Bland's rule, so that it ends."""
    shift = 1 - min(min(row) for row in payoffs)
    rows, columns = len(payoffs), len(payoffs[0])
    table = [
        [Fraction(number + shift) for number in row] + [Fraction(i == k) for k in range(rows)] + [Fraction(1)]
        for i, row in enumerate(payoffs)
    ]
    goal = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = [columns + i for i in range(rows)]
    while min(goal[:-1]) < 0:
        enters = next(j for j, cost in enumerate(goal[:-1]) if cost < 0)
        _, _, leaves = min((row[-1] / row[enters], basis[i], i) for i, row in enumerate(table) if row[enters] > 0)
        pivot = table[leaves][enters]
        table[leaves] = [number / pivot for number in table[leaves]]
        for row in (*(row for i, row in enumerate(table) if i != leaves), goal):
            times = row[enters]
            if times:
                row[:] = [number - times * taken for number, taken in zip(row, table[leaves], strict=True)]
        basis[leaves] = enters
    total = goal[-1]
    second = [Fraction(0)] * columns
    for i, number in enumerate(basis):
        if number < columns:
            second[number] = table[i][-1] / total
    return Solution(1 / total - shift, [price / total for price in goal[columns:-1]], second)


def guaranteed(payoffs: Sequence[Sequence[int]], solution: Solution) -> tuple[Fraction, Fraction]:
    """What the first seat's strategy wins at the least, and what the second's loses at the most: both are the value of
    the game if they are equal, whoever found them."""
    least = min(
        sum(share * row[j] for share, row in zip(solution.first, payoffs, strict=True)) for j in range(len(payoffs[0]))
    )
    most = max(sum(share * number for share, number in zip(solution.second, row, strict=True)) for row in payoffs)
    return Fraction(least), Fraction(most)
