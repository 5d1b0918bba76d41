"""A static evaluation of the forest game: pawns, what can be spawned, the BBBs and what they threaten, the turn.

The terms are counted in pawns, for Red. A first guess that has not been fitted to games.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count
from fastcore.games.forest.rules cimport ACT, ENDED, OPENING, Position, able, around, height, roamed

cdef enum:
    TERMS = 6           # pawns, spawns, near spawns, yellow at hand, BBB, actions

cdef extern from *:
    """
    /* the weight of each term */
    static const double FOREST_WEIGHT[6] = {1.0, 0.7, 0.3, 0.12, 0.5, 0.35};
    """
    const double FOREST_WEIGHT[TERMS]


cdef inline void side_amounts(const Position* p, int side, double* amounts) noexcept nogil:
    """What one side has of each term."""
    cdef const uint64_t* own = p.pawns[side]
    cdef uint64_t near = around(own[0]) & ~p.pieces[2]
    cdef uint64_t forests = p.yellow[1]
    amounts[0] = p.count[side]
    # tiles where two yellows become a pawn: at once, or after a step
    amounts[1] = bit_count(forests & own[0])
    amounts[2] = bit_count(forests & near & ~own[0])
    amounts[3] = bit_count(p.yellow[0] & (own[0] | near))
    amounts[4] = p.boogyman[side] != 0


cdef inline void term_amounts(const Position* p, double* amounts) noexcept nogil:
    cdef double green[TERMS]
    cdef int i
    side_amounts(p, 0, amounts)
    side_amounts(p, 1, green)
    for i in range(TERMS - 1):
        amounts[i] -= green[i]
    amounts[5] = p.left if p.side == 0 else -p.left
    if p.phase == OPENING:
        amounts[0] = amounts[5] = 0         # who has placed first is not ahead


cdef inline double squashed(const double* amounts) noexcept nogil:
    """Red's value in [-1, 1]. Only operations that IEEE 754 rounds exactly, so that every machine gets the same."""
    cdef double lead = 0
    cdef int i
    for i in range(TERMS):
        lead += FOREST_WEIGHT[i] * amounts[i]
    lead /= 3.0
    return lead / sqrt(1 + lead * lead)
