"""A static evaluation of the forest game: pawns, what can be spawned, the BBBs and their prey, the actions left.

The terms are counted in pawns, for Red. The weights are a first estimate from self-play.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count
from fastcore.games.forest.rules cimport OPENING, Position, able, around, roamed

cdef enum:
    # pawns, spawns now, spawns later, near spawns, yellow at hand, BBB, captures now, captures later, actions
    TERMS = 9

cdef extern from *:
    """
    /* the weight of each term */
    static const double FOREST_WEIGHT[9] = {1.0, 0.45, 0.4, 0.17, 0.2, 1.9, 1.1, 0.6, 0.05};
    """
    const double FOREST_WEIGHT[TERMS]


cdef inline int prey(const Position* p, int side) noexcept nogil:
    """The most enemy pawns that the BBB of a side could capture at once."""
    cdef const uint64_t* theirs = p.pawns[side ^ 1]
    cdef uint64_t reached = roamed(p, side)
    return (reached & theirs[0] != 0) + (reached & theirs[1] != 0) + (reached & theirs[2] != 0)


cdef inline void side_amounts(const Position* p, int side, double* amounts) noexcept nogil:
    """What one side has of each term."""
    cdef uint64_t own = p.pawns[side][0]
    cdef uint64_t near = around(own) & ~p.pieces[2]
    cdef uint64_t forests = p.yellow[1]         # tiles where two yellows become a pawn
    cdef bint moves = p.side == side
    cdef int spawns = bit_count(forests & own)
    cdef int at_once = min(p.left, bit_count(forests & able(p))) if moves else 0
    amounts[0] = p.count[side]
    amounts[1] = at_once
    amounts[2] = spawns - at_once
    amounts[3] = bit_count(forests & near & ~own)
    amounts[4] = bit_count(p.yellow[0] & (own | near))
    amounts[5] = p.boogyman[side] != 0
    amounts[6] = prey(p, side) if moves and not p.boogyman_acted else 0
    amounts[7] = 0 if moves else prey(p, side)
    amounts[8] = p.left if moves else 0


cdef inline void term_amounts(const Position* p, double* amounts) noexcept nogil:
    cdef double green[TERMS]
    cdef int i
    side_amounts(p, 0, amounts)
    side_amounts(p, 1, green)
    for i in range(TERMS):
        amounts[i] -= green[i]
    if p.phase == OPENING:
        amounts[0] = amounts[8] = 0         # who has placed first is not ahead


cdef inline double squashed(const double* amounts) noexcept nogil:
    """Red's value in [-1, 1]. Only operations that IEEE 754 rounds exactly, so that every machine gets the same."""
    cdef double lead = 0
    cdef int i
    for i in range(TERMS):
        lead += FOREST_WEIGHT[i] * amounts[i]
    lead /= 2.0
    return lead / sqrt(1 + lead * lead)
