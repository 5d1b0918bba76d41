"""The forest game's observation tensor, 20 planes of 7 x 7. `Forest.tensor` documents them."""

from fastcore.games.forest.moves cimport FOREST_BIT, tile_of
from fastcore.games.forest.rules cimport CELLS, ENDED, LAST_TURN, OPENING, Position

cdef enum:
    PLANES = 20
    SIDE = 7                # rows and columns of a plane
    AREA = SIDE * SIDE

    BOARD_PLANE = 0
    PAWN_PLANES = 1         # features of each side
    YELLOW_PLANES = 7
    BOOGYMAN_PLANES = 10
    ACTED_PLANES = 12
    MOVER_PLANES = 14
    OPENING_PLANE = 16
    LEFT_PLANE = 17
    BOOGYMAN_ACTED_PLANE = 18
    TURN_PLANE = 19


cdef inline void fill_plane(float* values, int plane, float value) noexcept nogil:
    """Set all of a plane to one value."""
    cdef int i
    for i in range(AREA):
        values[plane * AREA + i] = value


cdef inline void write_tensor(const Position* p, float* values) noexcept nogil:
    """Write the tensor of a position. `values` holds PLANES * AREA floats and begins as zeros."""
    cdef int cell, square, level, side
    for cell in range(CELLS):
        square = FOREST_BIT[cell] // 8 * SIDE + FOREST_BIT[cell] % 8
        values[BOARD_PLANE * AREA + square] = 1
        for level in range(3):
            for side in range(2):
                values[(PAWN_PLANES + 3 * side + level) * AREA + square] = p.pawns[side][level] & tile_of(cell) != 0
            values[(YELLOW_PLANES + level) * AREA + square] = p.yellow[level] & tile_of(cell) != 0
        for side in range(2):
            values[(BOOGYMAN_PLANES + side) * AREA + square] = p.boogyman[side] == tile_of(cell)
        for level in range(2):
            values[(ACTED_PLANES + level) * AREA + square] = p.acted[level] & tile_of(cell) != 0
    if p.phase != ENDED:
        fill_plane(values, MOVER_PLANES + p.side, 1)
    fill_plane(values, OPENING_PLANE, p.phase == OPENING)
    fill_plane(values, LEFT_PLANE, <float>p.left / 4)
    fill_plane(values, BOOGYMAN_ACTED_PLANE, p.boogyman_acted)
    fill_plane(values, TURN_PLANE, <float>p.turn / LAST_TURN)
