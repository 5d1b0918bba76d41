"""A static evaluation of Herd: what stands and what is empty by its surroundings, what is owed, and the tempo.

Everything is counted for the side at turn, in thousandths of a stone: whole numbers, so that the order of a sum does not
matter. The weights in `weights.pxd` are fitted to games by `fit.py`; what they multiply is counted here alone.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, lowest_bit
from fastcore.games.herd.rules cimport MAX_CELLS, PLACE, ROLL, Board, Position
from fastcore.games.herd.weights cimport (
    CONTEXTS, CONTENTS, HERD_FIRST_ROLL, HERD_PATTERN, HERD_PLACEMENTS, HERD_REMOVALS, HERD_SCALE, HERD_TEMPO,
    MAX_OWED, PATTERNS, SURROUNDINGS,
)

cdef enum Content:
    MINE                # a stone of the side at turn
    THEIRS
    EMPTY


cdef inline int context(int phase, int removals, int placements) noexcept nogil:
    """Which set of weights a position takes: the roll; 1 or more to remove; 1, 2 or more to place."""
    if phase == ROLL:
        return 0
    if phase == PLACE:
        return 2 + min(placements, 3)
    return min(removals, 2)


cdef inline int surroundings(
    const Board* board, const unsigned char* kinds, int cell, const uint64_t* mine, const uint64_t* theirs, int words
) noexcept nogil:
    """A cell's place in the tables: by its number of neighbours (`kinds`), and how many of them are whose."""
    cdef int w, own = 0, other = 0
    for w in range(words):
        own += bit_count(board.near[cell][w] & mine[w])
        other += bit_count(board.near[cell][w] & theirs[w])
    return kinds[cell] + 7 * own + other


cdef inline const uint64_t* content(const Position* position, int which) noexcept nogil:
    if which == EMPTY:
        return position.empty
    return position.stones[position.side ^ which]


cdef inline int board_sum(
    const Position* position, const Board* board, const unsigned char* kinds, const short* weights, int words
) noexcept nogil:
    """The whole board by the tables of one context."""
    cdef const uint64_t* mine = position.stones[position.side]
    cdef const uint64_t* theirs = position.stones[position.side ^ 1]
    cdef uint64_t rest
    cdef int which, w, cell, total = 0
    for which in range(CONTENTS):
        for w in range(words):
            rest = content(position, which)[w]
            while rest:
                cell = w * 64 + lowest_bit(rest)
                rest &= rest - 1
                total += weights[which * SURROUNDINGS + surroundings(board, kinds, cell, mine, theirs, words)]
    return total


cdef inline int vacancies_left(int vacant, int removals, int placements) noexcept nogil:
    """Empty cells once all that is owed is done."""
    return max(vacant + removals - placements, 0)


cdef inline int owed_sum(int of, int turn, int vacant, int removals, int placements) noexcept nogil:
    """What is owed, and whose turn it is."""
    cdef int left = vacancies_left(vacant, removals, placements)
    if of == 0 and turn == 1:
        return HERD_FIRST_ROLL[0]
    return (
        HERD_REMOVALS[of * MAX_OWED + removals] + HERD_TEMPO[of * (MAX_CELLS + 1) + left]
        + HERD_PLACEMENTS[of * MAX_OWED + min(placements, vacant + removals, MAX_OWED - 1)]
    )


cdef inline double squashed(int of, int thousandths, int left) noexcept nogil:
    """A value in [-1, 1]. Only operations that IEEE 754 rounds exactly, so that every machine gets the same."""
    cdef double lead = thousandths * HERD_SCALE[of * (MAX_CELLS + 1) + left]
    return lead / sqrt(1 + lead * lead)


cdef inline double mover_value(
    const Position* position, const Board* board, const unsigned char* kinds, int words
) noexcept nogil:
    """The value for the side at turn, where the game is not over."""
    cdef int of = context(position.phase, position.removals, position.placements)
    cdef int total = board_sum(position, board, kinds, &HERD_PATTERN[of * PATTERNS], words)
    total += owed_sum(of, position.turn, position.vacant, position.removals, position.placements)
    return squashed(of, total, vacancies_left(position.vacant, position.removals, position.placements))
