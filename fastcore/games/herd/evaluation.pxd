"""A static evaluation of Herd: stones, what is owed, who rolls next, and lone stones that may be captured.

The terms are counted in stones, for Red. A first guess that has not been fitted to games.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, lowest_bit
from fastcore.games.herd.rules cimport ENDED, MOST_WORDS, ROLL, Board, Position

cdef enum:
    TERMS = 5           # stones, to place, to remove, next roll, stones at risk

cdef extern from *:
    """
    /* the weight of each term */
    static const double HERD_WEIGHT[5] = {1.0, 1.0, 1.0, 3.5, 1.0};
    /* how likely a lone stone is lost, by the number of cells around it that its enemy has not filled */
    static const double HERD_RISK[7] = {1.0, 0.75, 0.5, 0.3, 0.18, 0.1, 0.0};
    """
    const double HERD_WEIGHT[TERMS]
    const double HERD_RISK[7]


cdef inline double risk(const Board* board, const uint64_t* own, const uint64_t* enemy, int words) noexcept nogil:
    """The expected loss among stones with no stone of their own colour beside them."""
    cdef double total = 0
    cdef int w, v, cell, gaps
    cdef uint64_t rest, friends
    for w in range(words):
        rest = own[w]
        while rest:
            cell = w * 64 + lowest_bit(rest)
            rest &= rest - 1
            friends = 0
            for v in range(words):
                friends |= board.near[cell][v] & own[v]
            if friends == 0:
                gaps = 0
                for v in range(words):
                    gaps += bit_count(board.near[cell][v] & ~enemy[v])
                total += HERD_RISK[gaps]
    return total


cdef inline void term_amounts(const Position* position, const Board* board, double* amounts, int words) noexcept nogil:
    cdef int sign = 1 if position.side == 0 else -1
    cdef double red = risk(board, position.stones[0], position.stones[1], words)
    cdef double blue = risk(board, position.stones[1], position.stones[0], words)
    amounts[0] = position.count[0] - position.count[1]
    amounts[1] = sign * position.placements
    amounts[2] = sign * position.removals
    amounts[3] = sign if position.phase == ROLL else -sign
    if position.phase == ROLL and position.turn == 1:
        amounts[3] = -0.3   # the first turn places some 2.5 stones and removes none, then the other rolls in full
    # whoever is at turn captures first; a capture gives a stone to place as well
    amounts[4] = (0.9 * blue - 1.6 * red) if sign < 0 else (1.6 * blue - 0.9 * red)


cdef inline double squashed(const Position* position, const double* amounts) noexcept nogil:
    """Red's value in [-1, 1]. Only operations that IEEE 754 rounds exactly, so that every machine gets the same.

    A lead weighs more as the board fills; the last stones decide.
    """
    cdef double lead = 0
    cdef int i
    for i in range(TERMS):
        lead += HERD_WEIGHT[i] * amounts[i]
    lead /= 2.0 + 0.15 * position.vacant
    return lead / sqrt(1 + lead * lead)
