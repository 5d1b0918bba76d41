"""Observation tensor of Herd."""

from fastcore.games.herd.rules cimport ENDED, LAST_TURN, Board, Position, contains

cdef enum:
    MAX_REMOVALS = 6
    MAX_PLACEMENTS = 99     # greatest value that a position text can hold

cdef enum Plane:
    RED
    BLUE
    EMPTY
    RED_TURN
    BLUE_TURN
    GAME_OVER
    TURN
    HIGH_DIE                # plane of a 1; the planes of 2 to 6 follow
    LOW_DIE = HIGH_DIE + 6
    REMOVALS = LOW_DIE + 6
    PLACEMENTS
    PLANES


cdef inline void fill_plane(float* values, int plane, const Board* board, double value) noexcept nogil:
    """Set all values of a plane."""
    cdef int i
    for i in range(board.plane_size):
        values[plane * board.plane_size + i] = <float>value


cdef inline void write_tensor(const Position* position, const Board* board, float* values) noexcept nogil:
    """Write PLANES planes of (2 * size - 1) by (2 * size - 1) values into a zeroed array.

    Row 0 is row `a`. A cell's column is its number in the row, from 0, plus its height in rows above the middle row (if
    any). So the neighbours of (row, column) are (row, column - 1), (row, column + 1), (row + 1, column), (row + 1,
    column + 1), (row - 1, column) and (row - 1, column - 1). Squares off the board are 0 in planes 0 to 2.

    - 0, 1, 2: Red's stones, Blue's stones, empty cells: 1, else 0.
    - 3, 4, 5: all 1 on Red's turn, on Blue's turn, when the game is over.
    - 6: turn / 2000.
    - 7 to 12: after the roll, plane 6 + the high die is all 1.
    - 13 to 18: after the roll, plane 12 + the low die is all 1.
    - 19, 20: removals left / 6, placements left / 99.
    """
    cdef int cell, plane
    for cell in range(board.cells):
        plane = EMPTY if contains(position.empty, cell) else RED if contains(position.stones[0], cell) else BLUE
        values[plane * board.plane_size + board.plane_index[cell]] = 1
    fill_plane(values, GAME_OVER if position.phase == ENDED else RED_TURN + position.player, board, 1)
    fill_plane(values, TURN, board, <double>position.turn / LAST_TURN)
    if position.high_die:
        fill_plane(values, HIGH_DIE + position.high_die - 1, board, 1)
        fill_plane(values, LOW_DIE + position.low_die - 1, board, 1)
    fill_plane(values, REMOVALS, board, <double>position.removals / MAX_REMOVALS)
    fill_plane(values, PLACEMENTS, board, <double>position.placements / MAX_PLACEMENTS)
