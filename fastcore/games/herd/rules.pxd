"""Rules of Herd on bitboards: the position, and one function for each step of the rules page.

A set of cells has `words` words of 64 bits: 1 up to size 5, 2 up to size 7, 3 for size 8. Every function takes `words`
as an argument, so the compiler can unroll the loops for callers that pass a constant.
"""

from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, lowest_bit

cdef enum:
    MAX_CELLS = 169
    NO_CELL = MAX_CELLS
    MAX_WORDS = 3
    LAST_TURN = 2000
    ROLLS = 21                      # outcomes of two dice

cdef enum Phase:
    ROLL
    REMOVE
    PLACE
    ENDED

cdef struct Position:
    uint64_t stones[2][MAX_WORDS]   # of Red and Blue
    uint64_t empty[MAX_WORDS]
    int stone_count[2]
    int empty_count
    int turn                        # from 1
    int player                      # player to move; at the end, the player who moved last
    int phase
    int high_die                    # 0 before the roll and at the end
    int low_die
    int removals                    # stones still to remove this turn
    int placements                  # stones still to place this turn

cdef struct Board:
    int cells
    int words
    uint64_t neighbours[MAX_CELLS][MAX_WORDS]
    unsigned char degree_offset[MAX_CELLS]      # 0, 49 or 98 for a cell with 3, 4 or 6 neighbours
    unsigned char around[MAX_CELLS][6]          # the neighbours in ascending order, then NO_CELL
    int plane_size                              # values in a plane of the tensor
    int plane_index[MAX_CELLS]                  # of each cell


# Sets of cells ----------------------------------------------------------------------------------------------------

cdef inline bint contains(const uint64_t* cells, int cell) noexcept nogil:
    return (cells[cell >> 6] >> (cell & 63)) & 1


cdef inline void insert(uint64_t* cells, int cell) noexcept nogil:
    cells[cell >> 6] |= (<uint64_t>1) << (cell & 63)


cdef inline void discard(uint64_t* cells, int cell) noexcept nogil:
    cells[cell >> 6] &= ~((<uint64_t>1) << (cell & 63))


cdef inline bint is_surrounded(const Board* board, int cell, const uint64_t* stones, int words) noexcept nogil:
    """Return whether every neighbour of a cell is in `stones`."""
    cdef int w
    cdef uint64_t others = 0
    for w in range(words):
        others |= board.neighbours[cell][w] & ~stones[w]
    return others == 0


# A turn -----------------------------------------------------------------------------------------------------------

cdef inline bint has_placement(
    const Board* board, const uint64_t* empty, const uint64_t* enemy, int words
) noexcept nogil:
    """Return whether at least one empty cell is not surrounded by enemy stones."""
    cdef int w
    cdef uint64_t rest
    for w in range(words):
        rest = empty[w]
        while rest:
            if not is_surrounded(board, w * 64 + lowest_bit(rest), enemy, words):
                return True
            rest &= rest - 1
    return False


cdef inline void end_turn(Position* position) noexcept nogil:
    position.high_die = position.low_die = 0
    position.removals = position.placements = 0
    if position.turn == LAST_TURN:
        position.phase = ENDED
        return
    position.player ^= 1
    position.turn += 1
    position.phase = ROLL


cdef inline void end_turn_if_done(Position* position, const Board* board, int words) noexcept nogil:
    """Step 5 of the rules page: end the turn if no stone is left to place or no cell is legal. No removals may be left."""
    cdef const uint64_t* enemy = position.stones[position.player ^ 1]
    if position.placements == 0 or not has_placement(board, position.empty, enemy, words):
        end_turn(position)


cdef inline void roll(Position* position, const Board* board, int high, int low, int words) noexcept nogil:
    """Step 1: set the dice, the removals and the placements."""
    cdef int enemies = position.stone_count[position.player ^ 1]
    position.high_die = high
    position.low_die = low
    position.removals = min(low, enemies) if position.turn > 1 else 0
    position.placements = high if position.turn > 1 else low
    position.phase = REMOVE if position.removals else PLACE
    if position.phase == PLACE:
        end_turn_if_done(position, board, words)


cdef inline void remove_stone(Position* position, const Board* board, int cell, int words) noexcept nogil:
    """Step 2: remove the enemy stone on a cell."""
    discard(position.stones[position.player ^ 1], cell)
    insert(position.empty, cell)
    position.stone_count[position.player ^ 1] -= 1
    position.empty_count += 1
    position.removals -= 1
    if position.removals == 0:
        position.phase = PLACE
        end_turn_if_done(position, board, words)


cdef inline void add_stone(Position* position, int cell) noexcept nogil:
    """Step 3 without its consequences: put a stone of the player on an empty cell."""
    insert(position.stones[position.player], cell)
    discard(position.empty, cell)
    position.stone_count[position.player] += 1
    position.empty_count -= 1
    position.placements -= 1


cdef inline int find_captures(
    const Position* position, const Board* board, int cell, uint64_t* captured, int words
) noexcept nogil:
    """Step 4: write the enemy stones that a stone just placed on `cell` captures, and return their number."""
    cdef const uint64_t* mine = position.stones[position.player]
    cdef const uint64_t* theirs = position.stones[position.player ^ 1]
    cdef int w, enemy, count = 0
    cdef uint64_t rest
    for w in range(words):
        captured[w] = 0
    for w in range(words):
        rest = board.neighbours[cell][w] & theirs[w]
        while rest:
            enemy = w * 64 + lowest_bit(rest)
            rest &= rest - 1
            if is_surrounded(board, enemy, mine, words):
                insert(captured, enemy)
                count += 1
    return count


cdef inline void capture(Position* position, const uint64_t* captured, int count, int words) noexcept nogil:
    """Remove captured stones. Each adds one to the stones still to place."""
    cdef int w
    for w in range(words):
        position.stones[position.player ^ 1][w] &= ~captured[w]
        position.empty[w] |= captured[w]
    position.stone_count[position.player ^ 1] -= count
    position.empty_count += count
    position.placements += count


cdef inline void place_stone(Position* position, const Board* board, int cell, int words) noexcept nogil:
    """Steps 3 and 4, then the end of the turn or of the game."""
    cdef uint64_t captured[MAX_WORDS]
    cdef int count
    add_stone(position, cell)
    count = find_captures(position, board, cell, captured, words)
    if count:
        capture(position, captured, count, words)
    if position.empty_count == 0:
        position.high_die = position.low_die = 0
        position.removals = position.placements = 0
        position.phase = ENDED
    else:
        end_turn_if_done(position, board, words)


# Moves ------------------------------------------------------------------------------------------------------------

cdef inline int list_moves(const Position* position, const Board* board, int* moves, int words) noexcept nogil:
    """Write the player's removals or placements in order of cells, and return their number."""
    cdef const uint64_t* enemy = position.stones[position.player ^ 1]
    cdef uint64_t rest
    cdef int w, cell, count = 0
    if position.phase == REMOVE:
        for w in range(words):
            rest = enemy[w]
            while rest:
                moves[count] = board.cells + w * 64 + lowest_bit(rest)
                rest &= rest - 1
                count += 1
    elif position.phase == PLACE:
        for w in range(words):
            rest = position.empty[w]
            while rest:
                cell = w * 64 + lowest_bit(rest)
                rest &= rest - 1
                if not is_surrounded(board, cell, enemy, words):
                    moves[count] = cell
                    count += 1
    return count


cdef inline bint is_legal_move(const Position* position, const Board* board, int move, int words) noexcept nogil:
    """Return whether any number is a legal move, or an outcome of chance."""
    cdef const uint64_t* enemy = position.stones[position.player ^ 1]
    if position.phase == ROLL:
        return 0 <= move < ROLLS
    if position.phase == REMOVE:
        return board.cells <= move < 2 * board.cells and contains(enemy, move - board.cells)
    if position.phase == PLACE and 0 <= move < board.cells:
        return contains(position.empty, move) and not is_surrounded(board, move, enemy, words)
    return False
