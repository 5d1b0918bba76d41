"""Matrix games solved for whoever asks from Python."""

from fastcore.search.matching cimport MAX_PLANS, solve


def solve_matrix(payoffs, int iterations=2000, double close=1e-4):
    import numpy as np

    cdef double[:, ::1] table = np.ascontiguousarray(payoffs, np.float64)
    cdef double first[MAX_PLANS]
    cdef double second[MAX_PLANS]
    cdef double value
    cdef int rows = table.shape[0], columns = table.shape[1]
    if not (1 <= table.shape[0] <= MAX_PLANS and 1 <= table.shape[1] <= MAX_PLANS):
        raise ValueError(f"a matrix of {table.shape[0]} by {table.shape[1]}; it must have 1 to {MAX_PLANS} rows and columns")
    if not np.isfinite(table).all() or np.abs(table).max() > 1e6:
        raise ValueError("payoffs must be finite, at most a million")
    if not 1 <= iterations <= 10**7:
        raise ValueError(f"iterations is {iterations}; it must be 1 to 10**7")
    with nogil:
        value = solve(&table[0, 0], columns, rows, columns, iterations, close, first, second)
    return np.array([first[i] for i in range(rows)]), np.array([second[j] for j in range(columns)]), value
