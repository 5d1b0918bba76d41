"""Regret matching+ on a matrix game (Tammelin 2014): alternating updates, linear averaging."""

from libc.math cimport fabs

cdef enum:
    MAX_PLANS = 64     # rows or columns of a matrix game
    CHECKED = 25        # iterations between two looks at how exact the solution is


cdef inline void matched(const double* regrets, int count, double* strategy) noexcept nogil:
    """The strategy in proportion to the positive regrets; all alike where there are none."""
    cdef double total = 0
    cdef int i
    for i in range(count):
        total += regrets[i]
    for i in range(count):
        strategy[i] = regrets[i] / total if total > 0 else 1.0 / count


cdef inline double gap(
    const double* payoffs, int stride, int rows, int columns, const double* first, const double* second, double* value
) noexcept nogil:
    """How much both together would gain by the best answers to two mixed strategies; writes the value between them."""
    cdef double best = -1e300, least = 1e300, worth
    cdef int i, j
    for i in range(rows):
        worth = 0
        for j in range(columns):
            worth += payoffs[i * stride + j] * second[j]
        best = max(best, worth)
    for j in range(columns):
        worth = 0
        for i in range(rows):
            worth += payoffs[i * stride + j] * first[i]
        least = min(least, worth)
    value[0] = (best + least) / 2
    return best - least


cdef inline double solve(
    const double* payoffs, int stride, int rows, int columns, int iterations, double close, double* first, double* second
) noexcept nogil:
    """Write the mixed strategies of both seats of payoffs[row * stride + column] (the first seat's); returns the value.

    Ends when the best answers to both would gain less than `close` together, or after so many iterations. The value is
    off by at most half of what they would gain.
    """
    cdef double regrets[2][MAX_PLANS]
    cdef double strategy[2][MAX_PLANS]
    cdef double sums[2][MAX_PLANS]
    cdef double worth[MAX_PLANS]
    cdef double mean, total, value = 0
    cdef int i, j, t
    for i in range(MAX_PLANS):
        regrets[0][i] = regrets[1][i] = sums[0][i] = sums[1][i] = 0
    matched(regrets[0], rows, strategy[0])
    matched(regrets[1], columns, strategy[1])
    for t in range(1, iterations + 1):
        mean = 0
        for i in range(rows):
            worth[i] = 0
            for j in range(columns):
                worth[i] += payoffs[i * stride + j] * strategy[1][j]
            mean += worth[i] * strategy[0][i]
        for i in range(rows):
            regrets[0][i] = max(regrets[0][i] + worth[i] - mean, 0)
        matched(regrets[0], rows, strategy[0])
        for i in range(rows):
            sums[0][i] += t * strategy[0][i]
        mean = 0
        for j in range(columns):
            worth[j] = 0
        for i in range(rows):
            for j in range(columns):
                worth[j] -= payoffs[i * stride + j] * strategy[0][i]
        for j in range(columns):
            mean += worth[j] * strategy[1][j]
        for j in range(columns):
            regrets[1][j] = max(regrets[1][j] + worth[j] - mean, 0)
        matched(regrets[1], columns, strategy[1])
        for j in range(columns):
            sums[1][j] += t * strategy[1][j]
        if t % CHECKED == 0 or t == iterations:
            total = 2.0 / (<double>t * (t + 1))
            for i in range(rows):
                first[i] = sums[0][i] * total
            for j in range(columns):
                second[j] = sums[1][j] * total
            if fabs(gap(payoffs, stride, rows, columns, first, second, &value)) < close:
                break
    return value
