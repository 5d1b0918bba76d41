"""How likely a move is to be the best, from the cells around it: a product of fitted factors, made to sum to 1."""

from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, lowest_bit
from fastcore.games.herd.evaluation cimport surroundings
from fastcore.games.herd.rules cimport MAX_CELLS, MOST_WORDS, PLACE, REMOVE, Board, Position, put
from fastcore.games.herd.weights cimport BESIDE, HERD_BESIDE_FACTOR, HERD_MOVE_FACTOR, SURROUNDINGS


cdef inline void weak_stones(
    const Position* position, const Board* board, uint64_t* weak, unsigned char* kind, int words
) noexcept nogil:
    """The stones with at most one neighbour of their own colour, and the kind of each.

    A kind is 14 for a stone of the other side, 7 with one friend, and 1 for each empty cell beside it.
    """
    cdef const uint64_t* own
    cdef uint64_t rest
    cdef int which, w, v, cell, friends, gaps
    for w in range(words):
        weak[w] = 0
    for which in range(2):
        own = position.stones[position.side ^ which]
        for w in range(words):
            rest = own[w]
            while rest:
                cell = w * 64 + lowest_bit(rest)
                rest &= rest - 1
                friends = gaps = 0
                for v in range(words):
                    friends += bit_count(board.near[cell][v] & own[v])
                    gaps += bit_count(board.near[cell][v] & position.empty[v])
                if friends < 2:
                    put(weak, cell)
                    kind[cell] = <unsigned char>(14 * which + 7 * friends + gaps)


cdef inline int decision_context(const Position* position) noexcept nogil:
    """Return the set of prior weights for a position whose player must remove or place a stone, from 0."""
    if position.phase == PLACE:
        return 1 + min(position.placements, 3)
    return min(position.removals, 2) - 1


cdef inline void move_priors(
    const Position* position, const Board* board, const unsigned char* kinds, const int* moves, int count,
    float* priors, int words
) noexcept nogil:
    cdef int of = decision_context(position)
    cdef const double* factors = &HERD_MOVE_FACTOR[of * SURROUNDINGS]
    cdef const double* beside = &HERD_BESIDE_FACTOR[of * BESIDE]
    cdef const uint64_t* mine = position.stones[position.side]
    cdef const uint64_t* theirs = position.stones[position.side ^ 1]
    cdef int first = board.cells if position.phase == REMOVE else 0
    cdef uint64_t weak[MOST_WORDS]
    cdef unsigned char kind[MAX_CELLS]
    cdef uint64_t rest
    cdef double factor, total = 0
    cdef int i, w, cell
    weak_stones(position, board, weak, kind, words)
    for i in range(count):
        cell = moves[i] - first
        factor = factors[surroundings(board, kinds, cell, mine, theirs, words)]
        for w in range(words):
            rest = board.near[cell][w] & weak[w]
            while rest:
                factor *= beside[kind[w * 64 + lowest_bit(rest)]]
                rest &= rest - 1
        priors[i] = <float>factor
        total += priors[i]
    for i in range(count):
        priors[i] = <float>(priors[i] / total)
