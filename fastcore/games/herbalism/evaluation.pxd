"""A static evaluation of Herbalism, from what everybody sees: points, cure markers, cards, prediction markers.

Terms are counted in points, as each seat's lead over the mean of all. A first guess that has not been fitted to games.
"""

from libc.math cimport sqrt

from fastcore.games.herbalism.rules cimport SEATS, UNUSED, Position, Rules

cdef enum:
    TERMS = 4           # points, cure marker, cards, turns away

cdef extern from *:
    """
    /* the weight of each term */
    static const double HERBALISM_WEIGHT[4] = {1.0, 1.2, 0.15, -0.1};
    """
    const double HERBALISM_WEIGHT[TERMS]


cdef inline void term_amounts(const Position* p, const Rules* r, int seat, double* amounts) noexcept nogil:
    """A seat's lead in each term over the mean of all seats."""
    cdef double mean[TERMS]
    cdef double own
    cdef int s, t, away
    for t in range(TERMS):
        mean[t] = amounts[t] = 0
    for s in range(r.seats):
        away = (s - p.seat + r.seats) % r.seats
        for t in range(TERMS):
            own = p.scores[s] if t == 0 else p.cure[s] == UNUSED if t == 1 else p.size[s] if t == 2 else away
            mean[t] += own / r.seats
            if s == seat:
                amounts[t] = own
    for t in range(TERMS):
        amounts[t] -= mean[t]


cdef inline void static_values(const Position* p, const Rules* r, double* values) noexcept nogil:
    """A value a seat in [-1, 1]; they sum to 0. Only operations that IEEE 754 rounds exactly."""
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
