"""Static evaluation of Herd: stones and empty cells by their neighbourhoods, stones owed in this turn, and the tempo.

All terms are integers, in thousandths of a stone, from the perspective of the player to move. The order of summation
therefore does not matter. `fit.py` fits the weights in `weights.pxd` to games.

The neighbourhood of a cell is its number of neighbours (3, 4 or 6) and the numbers of stones of the player and of the
opponent among them.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, lowest_bit
from fastcore.games.herd.rules cimport MAX_CELLS, PLACE, ROLL, Board, Position
from fastcore.games.herd.weights cimport (
    CONTENTS, CONTEXTS, HERD_FIRST_ROLL, HERD_PATTERN, HERD_PLACEMENTS, HERD_REMOVALS, HERD_SCALE, HERD_TEMPO,
    MAX_OWED, NEIGHBOURHOODS, PATTERNS,
)

cdef enum Content:
    MINE                # a stone of the player to move
    THEIRS
    EMPTY


cdef inline int weight_context(int phase, int removals, int placements) noexcept nogil:
    """Return the set of weights for a position, 0 to CONTEXTS - 1.

    Before the roll: 0. One stone to remove: 1, more: 2. One stone to place: 3, two: 4, more: 5.
    """
    if phase == ROLL:
        return 0
    if phase == PLACE:
        return 2 + min(placements, 3)
    return min(removals, 2)


cdef inline int neighbourhood_index(
    const Board* board, int cell, const uint64_t* mine, const uint64_t* theirs, int words
) noexcept nogil:
    """Return the index of a cell's neighbourhood in the tables, 0 to NEIGHBOURHOODS - 1."""
    cdef int w, mine_count = 0, their_count = 0
    for w in range(words):
        mine_count += bit_count(board.neighbours[cell][w] & mine[w])
        their_count += bit_count(board.neighbours[cell][w] & theirs[w])
    return board.degree_offset[cell] + 7 * mine_count + their_count


cdef inline const uint64_t* cells_with(const Position* position, int content) noexcept nogil:
    """Return the set of cells with this Content."""
    if content == EMPTY:
        return position.empty
    return position.stones[position.player ^ content]


cdef inline int board_sum(const Position* position, const Board* board, const short* weights, int words) noexcept nogil:
    """Return the sum over all cells of weights[content * NEIGHBOURHOODS + neighbourhood]."""
    cdef const uint64_t* mine = position.stones[position.player]
    cdef const uint64_t* theirs = position.stones[position.player ^ 1]
    cdef uint64_t rest
    cdef int content, w, cell, total = 0
    for content in range(CONTENTS):
        for w in range(words):
            rest = cells_with(position, content)[w]
            while rest:
                cell = w * 64 + lowest_bit(rest)
                rest &= rest - 1
                total += weights[content * NEIGHBOURHOODS + neighbourhood_index(board, cell, mine, theirs, words)]
    return total


cdef inline int empty_after_turn(int empty_count, int removals, int placements) noexcept nogil:
    """Return the number of empty cells after all owed removals and placements."""
    return max(empty_count + removals - placements, 0)


cdef inline int owed_sum(int context, int turn, int empty_count, int removals, int placements) noexcept nogil:
    """Return the value of the removals and placements owed, and of the tempo."""
    cdef int left = empty_after_turn(empty_count, removals, placements)
    if context == 0 and turn == 1:
        return HERD_FIRST_ROLL[0]
    return (
        HERD_REMOVALS[context * MAX_OWED + removals] + HERD_TEMPO[context * (MAX_CELLS + 1) + left]
        + HERD_PLACEMENTS[context * MAX_OWED + min(placements, empty_count + removals, MAX_OWED - 1)]
    )


cdef inline double squash(int context, int thousandths, int empty_left) noexcept nogil:
    """Return a lead in thousandths of a stone as a value in [-1, 1].

    The scale grows as cells fill up. These operations are correctly rounded under IEEE 754, so every machine gets the
    same value.
    """
    cdef double lead = thousandths * HERD_SCALE[context * (MAX_CELLS + 1) + empty_left]
    return lead / sqrt(1 + lead * lead)


cdef inline double player_value(const Position* position, const Board* board, int words) noexcept nogil:
    """Return the static value for the player to move, before the end of the game."""
    cdef int context = weight_context(position.phase, position.removals, position.placements)
    cdef int total = board_sum(position, board, &HERD_PATTERN[context * PATTERNS], words)
    total += owed_sum(context, position.turn, position.empty_count, position.removals, position.placements)
    return squash(context, total, empty_after_turn(position.empty_count, position.removals, position.placements))
