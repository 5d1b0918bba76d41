"""Features of the evaluation and the priors: arrays for the fit, and named sums for `Game.terms`.

These functions run with the GIL and are not fast.
"""

from fastcore.games.herd.evaluation cimport (
    EMPTY, MINE, THEIRS, cells_with, empty_after_turn, neighbourhood_index, owed_sum, weight_context,
)
from fastcore.games.herd.rules cimport ENDED, NO_CELL, Board, Position, contains
from fastcore.games.herd.weights cimport CONTENTS, HERD_PATTERN, MAX_OWED, NEIGHBOURHOODS, PATTERNS


cdef inline int neighbourhood_of(const Position* position, const Board* board, int cell) noexcept:
    return neighbourhood_index(
        board, cell, position.stones[position.player], position.stones[position.player ^ 1], board.words
    )


cdef inline int pattern_of(const Position* position, const Board* board, int cell) noexcept:
    """Return the pattern of a cell: content * NEIGHBOURHOODS + neighbourhood."""
    cdef int content = EMPTY
    if contains(position.stones[position.player], cell):
        content = MINE
    elif contains(position.stones[position.player ^ 1], cell):
        content = THEIRS
    return content * NEIGHBOURHOODS + neighbourhood_of(position, board, cell)


cdef inline void write_patterns(const Position* position, const Board* board, short* row) noexcept:
    """Write a row of `Herd.patterns`."""
    cdef int cell
    for cell in range(board.cells):
        row[cell] = pattern_of(position, board, cell)
    row += board.cells
    row[0] = -1 if position.phase == ENDED else weight_context(position.phase, position.removals, position.placements)
    row[1] = position.removals
    row[2] = min(position.placements, position.empty_count + position.removals, MAX_OWED - 1)
    row[3] = empty_after_turn(position.empty_count, position.removals, position.placements)
    row[4] = position.turn == 1


cdef inline void write_move_features(const Position* position, const Board* board, int cell, short* row) noexcept:
    """Fill a row of 7: the neighbourhood of a move's cell, then the pattern of each neighbour; PATTERNS if there is none."""
    cdef int i, neighbour
    row[0] = neighbourhood_of(position, board, cell)
    for i in range(6):
        neighbour = board.around[cell][i]
        row[1 + i] = PATTERNS if neighbour == NO_CELL else pattern_of(position, board, neighbour)


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
