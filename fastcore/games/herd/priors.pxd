"""Prior probabilities of moves: a product of fitted factors for the cells around a move, normalised to sum to 1."""

from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, lowest_bit
from fastcore.games.herd.evaluation cimport neighbourhood_index
from fastcore.games.herd.rules cimport MAX_CELLS, MAX_WORDS, PLACE, REMOVE, Board, Position, insert
from fastcore.games.herd.weights cimport HERD_MOVE_FACTOR, HERD_WEAK_FACTOR, NEIGHBOURHOODS, WEAK_KINDS


cdef inline void find_weak_stones(
    const Position* position, const Board* board, uint64_t* weak, unsigned char* kind, int words
) noexcept nogil:
    """Write the set of stones with at most one neighbour of their own colour, and the kind of each.

    A kind is 14 for a stone of the opponent, plus 7 with a friendly neighbour, plus 1 for each empty neighbour. `kind`
    has MAX_CELLS entries; only those of weak stones are written.
    """
    cdef const uint64_t* stones
    cdef uint64_t rest
    cdef int content, w, v, cell, friends, liberties
    for w in range(words):
        weak[w] = 0
    for content in range(2):
        stones = position.stones[position.player ^ content]
        for w in range(words):
            rest = stones[w]
            while rest:
                cell = w * 64 + lowest_bit(rest)
                rest &= rest - 1
                friends = liberties = 0
                for v in range(words):
                    friends += bit_count(board.neighbours[cell][v] & stones[v])
                    liberties += bit_count(board.neighbours[cell][v] & position.empty[v])
                if friends < 2:
                    insert(weak, cell)
                    kind[cell] = <unsigned char>(14 * content + 7 * friends + liberties)


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
    cdef const double* weak_factors = &HERD_WEAK_FACTOR[context * WEAK_KINDS]
    cdef const uint64_t* mine = position.stones[position.player]
    cdef const uint64_t* theirs = position.stones[position.player ^ 1]
    cdef int first_move = board.cells if position.phase == REMOVE else 0
    cdef uint64_t weak[MAX_WORDS]
    cdef unsigned char kind[MAX_CELLS]
    cdef uint64_t rest
    cdef double factor, total = 0
    cdef int i, w, cell
    find_weak_stones(position, board, weak, kind, words)
    for i in range(count):
        cell = moves[i] - first_move
        factor = move_factors[neighbourhood_index(board, cell, mine, theirs, words)]
        for w in range(words):
            rest = board.neighbours[cell][w] & weak[w]
            while rest:
                factor *= weak_factors[kind[w * 64 + lowest_bit(rest)]]
                rest &= rest - 1
        priors[i] = <float>factor
        total += priors[i]
    for i in range(count):
        priors[i] = <float>(priors[i] / total)
