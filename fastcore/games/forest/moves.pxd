"""The forest game's moves as numbers, in byte order of their texts (`texts.py` has the same numbers).

A cell is the number of a tile from 0 to 36, in the order of the tiles' names and bits. The moves are numbered in this
order: BBB spawns, spawns and placements by cell; then moves of the BBB and steps, each 37 * start + end.
"""

from libc.stdint cimport uint64_t

from fastcore.bits cimport lowest_bit
from fastcore.games.forest.rules cimport (
    ACT, CELLS, ENDED, FOREST_BOARD, OPENING, PAWNS_TO_WIN, Position,
    active_pawns, capture, neighbours, place_pawn, roam, roam_targets, spawn, spawn_boogyman, step,
)

cdef enum:
    BOOGYMAN = 0
    SPAWN = CELLS
    PLACE = 2 * CELLS
    ROAM = 3 * CELLS
    STEP = 3 * CELLS + CELLS * CELLS
    ACTIONS = 3 * CELLS + 2 * CELLS * CELLS
    MAX_MOVES = 7 * 6 + 2 * 7 + CELLS

cdef extern from *:
    """
    /* the bit of each cell, and the cell of each bit (-1: none) */
    static const signed char FOREST_BIT[37] = {
        0, 1, 2, 3, 8, 9, 10, 11, 12, 16, 17, 18, 19, 20, 21, 24, 25, 26, 27, 28, 29, 30, 33, 34,
        35, 36, 37, 38, 42, 43, 44, 45, 46, 51, 52, 53, 54
    };
    static const signed char FOREST_CELL[64] = {
        0, 1, 2, 3, -1, -1, -1, -1, 4, 5, 6, 7, 8, -1, -1, -1, 9, 10, 11, 12, 13, 14, -1, -1, 15,
        16, 17, 18, 19, 20, 21, -1, -1, 22, 23, 24, 25, 26, 27, -1, -1, -1, 28, 29, 30, 31, 32, -1,
        -1, -1, -1, 33, 34, 35, 36, -1, -1, -1, -1, -1, -1, -1, -1, -1
    };
    """
    const signed char FOREST_BIT[CELLS]
    const signed char FOREST_CELL[64]


cdef inline uint64_t tile_of(int cell) noexcept nogil:
    """Return the bitboard of a cell."""
    return (<uint64_t>1) << FOREST_BIT[cell]


cdef inline int cell_of(uint64_t tile) noexcept nogil:
    """Return the cell of the lowest tile of a set."""
    return FOREST_CELL[lowest_bit(tile)]


cdef inline int list_tiles(uint64_t tiles, int first, int* moves, int count) noexcept nogil:
    """Append the move `first` + cell for each tile of a set, and return the new length of the list."""
    while tiles:
        moves[count] = first + cell_of(tiles)
        tiles &= tiles - 1
        count += 1
    return count


cdef inline int list_moves(const Position* p, int* moves) noexcept nogil:
    """Write the legal moves in ascending order and return their number; `moves` holds MAX_MOVES."""
    cdef uint64_t pawns, spawns, rest
    cdef int count = 0
    if p.phase == OPENING:
        return list_tiles(FOREST_BOARD & ~p.pieces[2], PLACE, moves, 0)
    if p.phase == ENDED:
        return 0
    pawns = active_pawns(p)
    spawns = pawns & p.yellow[1]
    if not p.boogyman[p.side]:
        count = list_tiles(spawns, BOOGYMAN, moves, count)
    count = list_tiles(spawns, SPAWN, moves, count)
    if p.boogyman[p.side] and not p.boogyman_acted:
        count = list_tiles(roam_targets(p, p.side), ROAM + cell_of(p.boogyman[p.side]) * CELLS, moves, count)
    rest = pawns
    while rest:
        count = list_tiles(neighbours(rest & -rest) & ~p.pieces[2], STEP + cell_of(rest) * CELLS, moves, count)
        rest &= rest - 1
    return count


cdef inline int list_noisy_moves(const Position* p, int* moves) noexcept nogil:
    """Write the spawns that win, then the captures, largest first, and return their number."""
    cdef const uint64_t* enemy = p.pawns[p.side ^ 1]
    cdef uint64_t prey
    cdef int count = 0, first, level
    if p.phase != ACT:
        return 0
    if p.count[p.side] == PAWNS_TO_WIN - 1:
        count = list_tiles(active_pawns(p) & p.yellow[1], SPAWN, moves, 0)
    if p.boogyman[p.side] and not p.boogyman_acted:
        prey = roam_targets(p, p.side) & enemy[0]
        if prey:
            first = ROAM + cell_of(p.boogyman[p.side]) * CELLS
            for level in range(2, -1, -1):
                count = list_tiles(prey & enemy[level], first, moves, count)
                prey &= ~enemy[level]
    return count


cdef inline bint is_legal_move(const Position* p, int move) noexcept nogil:
    """Return whether a number is a legal move."""
    cdef uint64_t start, end
    if not 0 <= move < ACTIONS or p.phase == ENDED:
        return False
    if PLACE <= move < ROAM or p.phase == OPENING:
        return PLACE <= move < ROAM and p.phase == OPENING and tile_of(move - PLACE) & ~p.pieces[2] != 0
    if move < PLACE:
        end = tile_of(move % CELLS)
        return active_pawns(p) & p.yellow[1] & end != 0 and (move >= SPAWN or p.boogyman[p.side] == 0)
    start = tile_of((move - ROAM) % (CELLS * CELLS) // CELLS)
    end = tile_of((move - ROAM) % CELLS)
    if move < STEP:
        return p.boogyman[p.side] == start and not p.boogyman_acted and roam_targets(p, p.side) & end != 0
    return active_pawns(p) & start != 0 and neighbours(start) & ~p.pieces[2] & end != 0


cdef inline void make_action(Position* p, int move, int yellow_cap) noexcept nogil:
    """Make a legal move on the board, without ending the turn."""
    cdef unsigned int cells         # unsigned: a division by a constant is cheaper
    cdef uint64_t end
    if move >= STEP:
        cells = move - STEP
        step(p, tile_of(cells // CELLS), tile_of(cells % CELLS), yellow_cap)
    elif move >= ROAM:
        end = tile_of((move - ROAM) % CELLS)
        roam(p, end)
        capture(p, end)
    elif move >= PLACE:
        place_pawn(p, tile_of(move - PLACE))
    elif move >= SPAWN:
        spawn(p, tile_of(move - SPAWN))
    else:
        spawn_boogyman(p, tile_of(move))
