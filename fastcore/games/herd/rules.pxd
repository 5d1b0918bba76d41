"""The rules of Herd on bitboards: the position, and one function a step of the rules page.

A set of cells is `words` 64-bit words (1 to size 5, 2 to size 7, 3 at size 8). `words` is an argument of every
function so that callers which pass a constant get code for just that many.
"""

from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, lowest_bit

cdef enum:
    MAX_CELLS = 169
    MOST_WORDS = 3
    LAST_TURN = 2000

cdef enum Phase:
    ROLL
    REMOVE
    PLACE
    ENDED

cdef struct Position:
    uint64_t stones[2][MOST_WORDS]
    uint64_t empty[MOST_WORDS]
    int count[2]
    int vacant                  # number of empty cells
    int turn
    int side
    int phase
    int high                    # the dice; 0 before the roll
    int low
    int removals                # still owed this turn
    int placements

cdef struct Board:
    int cells
    int words
    uint64_t near[MAX_CELLS][MOST_WORDS]       # the neighbours of each cell


cdef inline bint holds(const uint64_t* cells, int cell) noexcept nogil:
    return (cells[cell >> 6] >> (cell & 63)) & 1


cdef inline void put(uint64_t* cells, int cell) noexcept nogil:
    cells[cell >> 6] |= (<uint64_t>1) << (cell & 63)


cdef inline void drop(uint64_t* cells, int cell) noexcept nogil:
    cells[cell >> 6] &= ~((<uint64_t>1) << (cell & 63))


cdef inline bint surrounded(const Board* board, int cell, const uint64_t* by, int words) noexcept nogil:
    """Whether every neighbour of the cell is in `by`."""
    cdef int w
    cdef uint64_t free = 0
    for w in range(words):
        free |= board.near[cell][w] & ~by[w]
    return free == 0


cdef inline bint may_place(const Board* board, const uint64_t* empty, const uint64_t* enemy, int words) noexcept nogil:
    """Whether some empty cell is not surrounded by enemy stones."""
    cdef int w
    cdef uint64_t rest
    for w in range(words):
        rest = empty[w]
        while rest:
            if not surrounded(board, w * 64 + lowest_bit(rest), enemy, words):
                return True
            rest &= rest - 1
    return False


cdef inline void pass_turn(Position* position) noexcept nogil:
    position.high = position.low = 0
    position.removals = position.placements = 0
    if position.turn == LAST_TURN:
        position.phase = ENDED
        return
    position.side ^= 1
    position.turn += 1
    position.phase = ROLL


cdef inline void pass_turn_if_blocked(Position* position, const Board* board, int words) noexcept nogil:
    """Step 5 of the page, tested when no removal is left."""
    if position.placements == 0 or not may_place(board, position.empty, position.stones[position.side ^ 1], words):
        pass_turn(position)


cdef inline void roll(Position* position, const Board* board, int high, int low, int words) noexcept nogil:
    cdef int enemies = position.count[position.side ^ 1]
    position.high = high
    position.low = low
    position.removals = min(low, enemies) if position.turn > 1 else 0
    position.placements = high if position.turn > 1 else low
    position.phase = REMOVE if position.removals else PLACE
    if position.phase == PLACE:
        pass_turn_if_blocked(position, board, words)


cdef inline void remove(Position* position, const Board* board, int cell, int words) noexcept nogil:
    drop(position.stones[position.side ^ 1], cell)
    put(position.empty, cell)
    position.count[position.side ^ 1] -= 1
    position.vacant += 1
    position.removals -= 1
    if position.removals == 0:
        position.phase = PLACE
        pass_turn_if_blocked(position, board, words)


cdef inline void add_stone(Position* position, int cell) noexcept nogil:
    """The placement itself, before its captures."""
    put(position.stones[position.side], cell)
    drop(position.empty, cell)
    position.count[position.side] += 1
    position.vacant -= 1
    position.placements -= 1


cdef inline int captured(const Position* position, const Board* board, int cell, uint64_t* prey, int words) noexcept nogil:
    """The enemy stones around a stone just placed that are surrounded now; returns their number."""
    cdef const uint64_t* mine = position.stones[position.side]
    cdef const uint64_t* theirs = position.stones[position.side ^ 1]
    cdef int w, enemy, number = 0
    cdef uint64_t rest
    for w in range(words):
        prey[w] = 0
    for w in range(words):
        rest = board.near[cell][w] & theirs[w]
        while rest:
            enemy = w * 64 + lowest_bit(rest)
            rest &= rest - 1
            if surrounded(board, enemy, mine, words):
                put(prey, enemy)
                number += 1
    return number


cdef inline void take(Position* position, const uint64_t* prey, int number, int words) noexcept nogil:
    """Remove captured stones: each adds one to the stones still to place."""
    cdef int w
    for w in range(words):
        position.stones[position.side ^ 1][w] &= ~prey[w]
        position.empty[w] |= prey[w]
    position.count[position.side ^ 1] -= number
    position.vacant += number
    position.placements += number


cdef inline void place(Position* position, const Board* board, int cell, int words) noexcept nogil:
    cdef uint64_t prey[MOST_WORDS]
    cdef int number
    add_stone(position, cell)
    number = captured(position, board, cell, prey, words)
    if number:
        take(position, prey, number, words)
    if position.vacant == 0:
        position.high = position.low = 0
        position.removals = position.placements = 0
        position.phase = ENDED
    else:
        pass_turn_if_blocked(position, board, words)
