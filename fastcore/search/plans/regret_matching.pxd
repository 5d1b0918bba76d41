"""Regret matching+ for zero-sum matrix games (Tammelin 2014): alternating updates, linear averaging.

A matrix is payoffs[row * stride + column], the row seat's payoff. It has at most MAX_PLANS rows and columns.
"""

from libc.math cimport fabs

cdef enum:
    MAX_PLANS = 64
    CHECK_EVERY = 25    # iterations between two computations of the exploitability


cdef inline void regret_strategy(const double* regrets, int count, double* strategy) noexcept nogil:
    """Write the strategy proportional to the non-negative regrets; uniform if all are 0."""
    cdef double total = 0
    cdef int i
    for i in range(count):
        total += regrets[i]
    for i in range(count):
        strategy[i] = regrets[i] / total if total > 0 else 1.0 / count


cdef inline double exploitability(
    const double* payoffs, int stride, int rows, int columns, const double* first, const double* second, double* value
) noexcept nogil:
    """Return the sum of both seats' gains by best responses to two mixed strategies. Write the value halfway between."""
    cdef double best = -1e300, worst = 1e300, payoff
    cdef int i, j
    for i in range(rows):
        payoff = 0
        for j in range(columns):
            payoff += payoffs[i * stride + j] * second[j]
        best = max(best, payoff)
    for j in range(columns):
        payoff = 0
        for i in range(rows):
            payoff += payoffs[i * stride + j] * first[i]
        worst = min(worst, payoff)
    value[0] = (best + worst) / 2
    return best - worst


cdef inline double solve(
    const double* payoffs, int stride, int rows, int columns, int iterations, double tolerance, double* first, double* second
) noexcept nogil:
    """Write both seats' mixed strategies, approximately an equilibrium.

    Args:
        iterations: the limit.
        tolerance: the exploitability at which to stop early.

    Returns:
        The row seat's value, off by at most half the remaining exploitability.
    """
    cdef double regrets[2][MAX_PLANS]
    cdef double strategy[2][MAX_PLANS]
    cdef double sums[2][MAX_PLANS]
    cdef double values[MAX_PLANS]
    cdef double mean, total, value = 0
    cdef int i, j, t
    for i in range(MAX_PLANS):
        regrets[0][i] = regrets[1][i] = sums[0][i] = sums[1][i] = 0
    regret_strategy(regrets[0], rows, strategy[0])
    regret_strategy(regrets[1], columns, strategy[1])
    for t in range(1, iterations + 1):
        mean = 0
        for i in range(rows):
            values[i] = 0
            for j in range(columns):
                values[i] += payoffs[i * stride + j] * strategy[1][j]
            mean += values[i] * strategy[0][i]
        for i in range(rows):
            regrets[0][i] = max(regrets[0][i] + values[i] - mean, 0)
        regret_strategy(regrets[0], rows, strategy[0])
        for i in range(rows):
            sums[0][i] += t * strategy[0][i]
        mean = 0
        for j in range(columns):
            values[j] = 0
        for i in range(rows):
            for j in range(columns):
                values[j] -= payoffs[i * stride + j] * strategy[0][i]
        for j in range(columns):
            mean += values[j] * strategy[1][j]
        for j in range(columns):
            regrets[1][j] = max(regrets[1][j] + values[j] - mean, 0)
        regret_strategy(regrets[1], columns, strategy[1])
        for j in range(columns):
            sums[1][j] += t * strategy[1][j]
        if t % CHECK_EVERY == 0 or t == iterations:
            total = 2.0 / (<double>t * (t + 1))
            for i in range(rows):
                first[i] = sums[0][i] * total
            for j in range(columns):
                second[j] = sums[1][j] * total
            if fabs(exploitability(payoffs, stride, rows, columns, first, second, &value)) < tolerance:
                break
    return value
