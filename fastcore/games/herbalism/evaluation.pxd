"""Static evaluation of Herbalism from public information: points, cure markers, cards, turns to wait.

Each term is a seat's lead over the mean of all seats, weighted in points. The weights are guesses, not fitted.
"""

from libc.math cimport sqrt

from fastcore.games.herbalism.rules cimport UNUSED, Position, Rules

cdef enum:
    TERMS = 4           # points, cure marker, cards, turns until the seat's next turn

cdef extern from *:
    """
    static const double HERBALISM_WEIGHT[4] = {1.0, 1.2, 0.15, -0.1};
    """
    const double HERBALISM_WEIGHT[TERMS]


cdef inline void term_amounts(const Position* p, const Rules* r, int seat, double* amounts) noexcept nogil:
    """Write a seat's lead in each of the TERMS over the mean of all seats."""
    cdef double mean[TERMS]
    cdef double amount
    cdef int s, t, distance
    for t in range(TERMS):
        mean[t] = amounts[t] = 0
    for s in range(r.seats):
        distance = (s - p.seat + r.seats) % r.seats
        for t in range(TERMS):
            amount = p.scores[s] if t == 0 else p.cure[s] == UNUSED if t == 1 else p.hand_size[s] if t == 2 else distance
            mean[t] += amount / r.seats
            if s == seat:
                amounts[t] = amount
    for t in range(TERMS):
        amounts[t] -= mean[t]


cdef inline void static_values(const Position* p, const Rules* r, double* values) noexcept nogil:
    """Write a value in [-1, 1] for each seat. The values sum to 0.

    Every operation here is correctly rounded under IEEE 754, so all machines get the same values.
    """
    cdef double amounts[TERMS]
    cdef double scale = <double>r.target * r.target + 4
    cdef int s, t
    for s in range(r.seats):
        term_amounts(p, r, s, amounts)
        values[s] = 0
        for t in range(TERMS):
            values[s] += HERBALISM_WEIGHT[t] * amounts[t]
        scale += values[s] * values[s]
    for s in range(r.seats):
        values[s] /= sqrt(scale)
