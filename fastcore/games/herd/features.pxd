"""Features of the evaluation and the priors: arrays for the fit, and named sums for `Game.terms`.

These functions run with the GIL and are not fast.
"""

from fastcore.games.herd.evaluation cimport (
    EMPTY, MINE, cells_with, empty_after_turn, neighbourhood_index, owed_sum, weight_context,
)
from fastcore.games.herd.priors cimport find_weak_stones
from fastcore.games.herd.rules cimport ENDED, MAX_CELLS, MAX_WORDS, Board, Position, contains
from fastcore.games.herd.weights cimport CONTENTS, HERD_PATTERN, MAX_OWED, NEIGHBOURHOODS, PATTERNS, WEAK_KINDS

from libc.stdint cimport uint64_t


cdef inline int neighbourhood_of(const Position* position, const Board* board, int cell) noexcept:
    return neighbourhood_index(
        board, cell, position.stones[position.player], position.stones[position.player ^ 1], board.words
    )


cdef inline void write_position_features(const Position* position, const Board* board, short* row) noexcept:
    """Fill a row of PATTERNS + 5 zeros.

    The number of cells with each pattern (content * NEIGHBOURHOODS + neighbourhood); then the context, the removals,
    the placements (at most MAX_OWED - 1), the empty cells after the turn, and the turn.
    """
    cdef int content, cell
    for content in range(CONTENTS):
        for cell in range(board.cells):
            if contains(cells_with(position, content), cell):
                row[content * NEIGHBOURHOODS + neighbourhood_of(position, board, cell)] += 1
    row[PATTERNS] = weight_context(position.phase, position.removals, position.placements)
    row[PATTERNS + 1] = position.removals
    row[PATTERNS + 2] = min(position.placements, position.empty_count + position.removals, MAX_OWED - 1)
    row[PATTERNS + 3] = empty_after_turn(position.empty_count, position.removals, position.placements)
    row[PATTERNS + 4] = position.turn


cdef inline void write_move_features(const Position* position, const Board* board, int cell, short* row) noexcept:
    """Fill a row of 1 + WEAK_KINDS zeros: the neighbourhood of a move's cell, then its weak neighbours by kind."""
    cdef uint64_t weak[MAX_WORDS]
    cdef unsigned char kind[MAX_CELLS]
    cdef int neighbour
    find_weak_stones(position, board, weak, kind, board.words)
    row[0] = neighbourhood_of(position, board, cell)
    for neighbour in range(board.cells):
        if contains(board.neighbours[cell], neighbour) and contains(weak, neighbour):
            row[1 + kind[neighbour]] += 1


cdef inline list term_sums(const Position* position, const Board* board):
    """Return six sums for the player to move, in thousandths of a stone.

    The sums are: stones; the extra value of stones with no, with one, and with two or more friendly neighbours; the
    empty cells; the owed steps and the tempo. Their total is the lead that `player_value` squashes.
    """
    cdef int context = weight_context(position.phase, position.removals, position.placements)
    cdef int content, cell, neighbourhood, weight, stone_value, friends
    cdef list sums = [0] * 6
    for content in range(CONTENTS):
        stone_value = 0 if content == EMPTY else 1000 if content == MINE else -1000
        for cell in range(board.cells):
            if contains(cells_with(position, content), cell):
                neighbourhood = neighbourhood_of(position, board, cell)
                weight = HERD_PATTERN[context * PATTERNS + content * NEIGHBOURHOODS + neighbourhood]
                friends = neighbourhood % 49 // 7 if content == MINE else neighbourhood % 7
                sums[0] += stone_value
                sums[4 if content == EMPTY else 1 + min(friends, 2)] += weight - stone_value
    if position.phase != ENDED:
        sums[5] = owed_sum(context, position.turn, position.empty_count, position.removals, position.placements)
    return sums
