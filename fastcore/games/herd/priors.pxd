"""Prior probabilities of moves: a product of fitted factors for the cells around a move, normalised to sum to 1.

One factor is for the neighbourhood of the move's cell, and one for each neighbour of this cell: for its content and its
own neighbourhood. So a prior depends on all cells within two steps.
"""

from libc.stdint cimport uint64_t

from fastcore.bits cimport lowest_bit
from fastcore.games.herd.evaluation cimport cells_with, neighbourhood_index
from fastcore.games.herd.rules cimport MAX_CELLS, NO_CELL, PLACE, REMOVE, Board, Position
from fastcore.games.herd.weights cimport (
    CONTENTS, HERD_MOVE_FACTOR, HERD_NEIGHBOUR_FACTOR, NEIGHBOURHOODS, PATTERNS,
)


cdef inline int decision_context(const Position* position) noexcept nogil:
    """Return the set of factors for a removal or a placement, from 0: one less than `weight_context`."""
    if position.phase == PLACE:
        return 1 + min(position.placements, 3)
    return 1 if position.removals > 1 else 0


cdef inline void move_priors(
    const Position* position, const Board* board, const int* moves, int count, float* priors, int words
) noexcept nogil:
    """Write the prior of each of `count` removals or placements, in the order of `moves`."""
    cdef int context = decision_context(position)
    cdef const double* move_factors = &HERD_MOVE_FACTOR[context * NEIGHBOURHOODS]
    cdef const double* neighbour_factors = &HERD_NEIGHBOUR_FACTOR[context * PATTERNS]
    cdef const uint64_t* mine = position.stones[position.player]
    cdef const uint64_t* theirs = position.stones[position.player ^ 1]
    cdef int first_move = board.cells if position.phase == REMOVE else 0
    cdef unsigned char neighbourhoods[MAX_CELLS]
    cdef double factors[MAX_CELLS + 1]      # of each cell as a neighbour
    cdef const unsigned char* around
    cdef uint64_t rest
    cdef double total = 0
    cdef int content, i, w, cell
    for content in range(CONTENTS):
        for w in range(words):
            rest = cells_with(position, content)[w]
            while rest:
                cell = w * 64 + lowest_bit(rest)
                rest &= rest - 1
                i = neighbourhood_index(board, cell, mine, theirs, words)
                neighbourhoods[cell] = <unsigned char>i
                factors[cell] = neighbour_factors[content * NEIGHBOURHOODS + i]
    factors[NO_CELL] = 1
    for i in range(count):
        cell = moves[i] - first_move
        around = board.around[cell]
        priors[i] = <float>(
            (move_factors[neighbourhoods[cell]] * factors[around[0]] * factors[around[1]])
            * (factors[around[2]] * factors[around[3]] * factors[around[4]] * factors[around[5]])
        )
        total += priors[i]
    for i in range(count):
        priors[i] = <float>(priors[i] / total)
