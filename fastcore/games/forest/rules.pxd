"""The forest game's position and rules, in the order of the rules page.

The hexagon of side 4 lies slanted on rows of eight bits, so that the six neighbours of a set of tiles are six shifts:
tile k of row i (both from 0, rows from the bottom) is bit 8 * i + k + max(0, i - 3), and `BOARD` masks what falls off.

Piles of pieces are kept as levels: bit t of level n is set if tile t holds more than n of them.
"""

from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, lowest_bit

cdef enum:
    OPENING = 0         # `left` pawns are still to be placed
    ACT = 1             # `left` actions are left
    ENDED = 2
    CELLS = 37
    MOST_PIECES = 3     # on a tile
    PAWNS_TO_WIN = 7
    LAST_TURN = 300
    REACH = 3           # steps of the BBB


cdef extern from *:
    """
    static const uint64_t FOREST_BOARD = 0x787c7e7f3f1f0fULL;
    """
    const uint64_t FOREST_BOARD

cdef struct Position:
    uint64_t pawns[2][3]    # levels of each side's pawns
    uint64_t yellow[3]      # levels of the yellow pawns
    uint64_t pieces[3]      # levels of all pieces
    uint64_t boogyman[2]    # the tile of each side's BBB, 0 if it is not on the board
    uint64_t acted[2]       # levels of the mover's pawns that have acted this turn
    int count[2]            # pawns of each side
    int side                # who is to move; when over who made the last action
    int turn
    int left
    int phase
    bint boogyman_acted


# Levels

cdef inline void add(uint64_t* levels, uint64_t tile) noexcept nogil:
    """One piece more on a tile that has fewer than three."""
    levels[2] |= levels[1] & tile
    levels[1] |= levels[0] & tile
    levels[0] |= tile


cdef inline void take(uint64_t* levels, uint64_t tile) noexcept nogil:
    """One piece fewer on a tile that has one."""
    levels[0] &= ~tile | levels[1]
    levels[1] &= ~tile | levels[2]
    levels[2] &= ~tile


cdef inline int height(const uint64_t* levels, uint64_t tile) noexcept nogil:
    """How many are on a tile."""
    return (levels[0] & tile != 0) + (levels[1] & tile != 0) + (levels[2] & tile != 0)


# The board

cdef inline uint64_t around(uint64_t tiles) noexcept nogil:
    """All tiles beside these."""
    cdef uint64_t up = (tiles | tiles << 1) << 8, down = (tiles | tiles >> 1) >> 8
    return (tiles << 1 | tiles >> 1 | up | down) & FOREST_BOARD


# What may be done

cdef inline uint64_t able(const Position* p) noexcept nogil:
    """The tiles with a pawn of the mover that may act: more pawns there than have acted."""
    cdef const uint64_t* own = p.pawns[p.side]
    return (own[0] & ~p.acted[0]) | (own[1] & p.acted[0] & ~p.acted[1]) | (own[2] & p.acted[1])


cdef inline uint64_t roamed(const Position* p, int side) noexcept nogil:
    """Where the BBB of a side may end; its own tile is among them if it may go out and back."""
    cdef uint64_t here = p.boogyman[side]
    cdef uint64_t open, first, second, third
    if here == 0:
        return 0
    # no tile entered may hold a yellow, the other BBB or three pieces, the BBB itself not counted
    open = FOREST_BOARD & ~(p.yellow[0] | p.boogyman[side ^ 1] | (p.pieces[2] & ~here))
    first = around(here) & open
    second = around(first) & open
    third = around(second) & open
    # back to its own tile only to capture
    return (first | second | third) & ~(here & ~p.pawns[side ^ 1][0])


cdef inline bint could_act(const Position* p, uint64_t pawns) noexcept nogil:
    """Whether the mover has an action if its pawns on these tiles may act."""
    if around(pawns) & ~p.pieces[2] or pawns & p.yellow[1]:
        return True
    return not p.boogyman_acted and roamed(p, p.side) != 0


cdef inline bint can_act(const Position* p) noexcept nogil:
    """Whether the mover has an action now."""
    return could_act(p, able(p))


# What actions do

cdef inline void place(Position* p, uint64_t tile) noexcept nogil:
    """An opening pawn: Red one, Green two, Red one."""
    add(p.pawns[p.side], tile)
    add(p.pieces, tile)
    p.count[p.side] += 1
    p.left -= 1
    p.side = p.left == 3 or p.left == 2


cdef inline void mark_acted(Position* p, uint64_t tile) noexcept nogil:
    """One pawn more on this tile has acted."""
    p.acted[1] |= p.acted[0] & tile
    p.acted[0] |= tile


cdef inline void step(Position* p, uint64_t start, uint64_t end, int yellow_cap) noexcept nogil:
    cdef uint64_t* own = p.pawns[p.side]
    take(own, start)
    add(own, end)
    add(p.pieces, end)
    mark_acted(p, end)
    if own[0] & start or p.yellow[yellow_cap - 1] & start:
        take(p.pieces, start)
    else:                       # a yellow is left in the pawn's place
        add(p.yellow, start)


cdef inline void spawn(Position* p, uint64_t tile) noexcept nogil:
    """Two yellows become a pawn."""
    take(p.yellow, tile)
    take(p.yellow, tile)
    take(p.pieces, tile)
    add(p.pawns[p.side], tile)
    p.count[p.side] += 1
    mark_acted(p, tile)
    mark_acted(p, tile)


cdef inline void spawn_boogyman(Position* p, uint64_t tile) noexcept nogil:
    """A pawn and two yellows become the BBB."""
    take(p.yellow, tile)
    take(p.yellow, tile)
    take(p.pieces, tile)
    take(p.pieces, tile)
    take(p.pawns[p.side], tile)
    p.count[p.side] -= 1
    p.boogyman[p.side] = tile


cdef inline void roam(Position* p, uint64_t end) noexcept nogil:
    """The BBB moves; the pawns it captures are still there."""
    take(p.pieces, p.boogyman[p.side])
    p.boogyman[p.side] = end
    p.boogyman_acted = True
    add(p.pieces, end)


cdef inline int capture(Position* p, uint64_t tile) noexcept nogil:
    """Take all enemy pawns off a tile; returns their number."""
    cdef int number = height(p.pawns[p.side ^ 1], tile), i
    for i in range(number):
        take(p.pieces, tile)
        take(p.pawns[p.side ^ 1], tile)
    p.count[p.side ^ 1] -= number
    return number


# Turns and the end

cdef inline bint decided(const Position* p) noexcept nogil:
    """Whether the pawns on the board end the game; only a side's own action can take its last pawn."""
    return p.count[0] == PAWNS_TO_WIN or p.count[1] == PAWNS_TO_WIN or p.count[0] == 0 or p.count[1] == 0


cdef inline void end(Position* p, int turn) noexcept nogil:
    """The game is over; `turn` is that of the last action made."""
    p.phase = ENDED
    p.side = p.left = 0
    p.turn = turn
    p.acted[0] = p.acted[1] = 0
    p.boogyman_acted = False


cdef inline void next_side(Position* p) noexcept nogil:
    p.side ^= 1
    p.turn += 1
    p.left = 2
    p.acted[0] = p.acted[1] = 0
    p.boogyman_acted = False


cdef inline int end_turn(Position* p) noexcept nogil:
    """Go on to the next turn that can be played, or to the end; returns how many whole turns were skipped."""
    cdef int turn = p.turn
    if turn == LAST_TURN:
        end(p, turn)
        return 0
    next_side(p)
    if can_act(p):
        return 0
    if p.turn == LAST_TURN:
        end(p, turn)
        return 1
    next_side(p)
    if can_act(p):
        return 1
    end(p, turn)
    return 2


cdef inline int acted(Position* p) noexcept nogil:
    """An action was made: perhaps the end, else one action less, perhaps the next turn. Returns the turns skipped."""
    if decided(p):
        end(p, p.turn)
        return 0
    p.left -= 1
    if p.left and can_act(p):
        return 0
    return end_turn(p)


cdef inline void opened(Position* p, int first_turn) noexcept nogil:
    """An opening pawn was placed: the first turn begins after the last one."""
    if p.left == 0:
        p.phase = ACT
        p.turn = 1
        p.left = first_turn
