"""The forest game's position and rules, in the order of the rules page.

A set of tiles is a bitboard with rows of eight bits on slanted (axial) axes, so that the six neighbours of a set are six
shifts: tile k of row i (both from 0, rows from the bottom) is bit 8 * i + k + max(0, i - 3). `FOREST_BOARD` masks the
37 tiles.

Piles of up to three pieces are three bitboards ("levels"): bit t of level n is set if tile t holds more than n pieces.
"""

from libc.stdint cimport uint64_t

from fastcore.games.forest.net_weights cimport HIDDEN

cdef enum:
    OPENING = 0         # `left` pawns are still to be placed
    ACT = 1             # `left` actions are left this turn
    ENDED = 2
    CELLS = 37
    PAWNS_TO_WIN = 7
    LAST_TURN = 300


cdef extern from *:
    """
    static const uint64_t FOREST_BOARD = 0x787c7e7f3f1f0fULL;
    """
    const uint64_t FOREST_BOARD

cdef struct Position:
    short sums[2][HIDDEN]   # of the network's first layer from the points of view of Red and Green; first: aligned
    uint64_t pawns[2][3]    # levels of each side's pawns
    uint64_t yellow[3]      # levels of the yellow pawns
    uint64_t pieces[3]      # levels of all pieces
    uint64_t boogyman[2]    # the tile of each side's BBB, 0 if it is not on the board
    uint64_t acted[2]       # levels of the mover's pawns that have acted this turn
    int count[2]            # pawns of each side
    int side                # side to move: 0 Red, 1 Green; 0 when the game is over
    int turn
    int left
    int phase
    bint boogyman_acted
    unsigned char codes[CELLS]


# Levels

cdef inline void add(uint64_t* levels, uint64_t tile) noexcept nogil:
    """Add a piece to a tile with fewer than three."""
    levels[2] |= levels[1] & tile
    levels[1] |= levels[0] & tile
    levels[0] |= tile


cdef inline void remove(uint64_t* levels, uint64_t tile) noexcept nogil:
    """Remove a piece from a tile that has one."""
    levels[0] &= ~tile | levels[1]
    levels[1] &= ~tile | levels[2]
    levels[2] &= ~tile


cdef inline int height(const uint64_t* levels, uint64_t tile) noexcept nogil:
    """Return the number of pieces on a tile."""
    return (levels[0] & tile != 0) + (levels[1] & tile != 0) + (levels[2] & tile != 0)


# The board

cdef inline uint64_t neighbours(uint64_t tiles) noexcept nogil:
    """Return all tiles adjacent to a set of tiles."""
    cdef uint64_t up = (tiles | tiles << 1) << 8, down = (tiles | tiles >> 1) >> 8
    return (tiles << 1 | tiles >> 1 | up | down) & FOREST_BOARD


# Legal actions

cdef inline uint64_t active_pawns(const Position* p) noexcept nogil:
    """Return the tiles where a pawn of the mover may act: those with more pawns than have acted."""
    cdef const uint64_t* pawns = p.pawns[p.side]
    return (pawns[0] & ~p.acted[0]) | (pawns[1] & p.acted[0] & ~p.acted[1]) | (pawns[2] & p.acted[1])


cdef inline uint64_t roam_targets(const Position* p, int side) noexcept nogil:
    """Return where a side's BBB may end its move of up to three steps, including its own tile if it may return there."""
    cdef uint64_t origin = p.boogyman[side]
    cdef uint64_t passable, first, second, third
    if origin == 0:
        return 0
    # The BBB enters no tile with a yellow pawn, the opposing BBB or three pieces. Its own piece does not count.
    passable = FOREST_BOARD & ~(p.yellow[0] | p.boogyman[side ^ 1] | (p.pieces[2] & ~origin))
    first = neighbours(origin) & passable
    second = neighbours(first) & passable
    third = neighbours(second) & passable
    # It returns to its own tile only to capture.
    return (first | second | third) & ~(origin & ~p.pawns[side ^ 1][0])


cdef inline bint could_act(const Position* p, uint64_t pawns) noexcept nogil:
    """Return whether the mover has an action if its pawns on these tiles may act."""
    if neighbours(pawns) & ~p.pieces[2] or pawns & p.yellow[1]:
        return True
    return not p.boogyman_acted and roam_targets(p, p.side) != 0


cdef inline bint can_act(const Position* p) noexcept nogil:
    """Return whether the mover has an action."""
    return could_act(p, active_pawns(p))


# Actions

cdef inline void place_pawn(Position* p, uint64_t tile) noexcept nogil:
    """Place an opening pawn. Red places one, Green two, then Red one."""
    add(p.pawns[p.side], tile)
    add(p.pieces, tile)
    p.count[p.side] += 1
    p.left -= 1
    p.side = p.left == 3 or p.left == 2


cdef inline void mark_acted(Position* p, uint64_t tile) noexcept nogil:
    """Count another pawn on this tile as having acted."""
    p.acted[1] |= p.acted[0] & tile
    p.acted[0] |= tile


cdef inline void step(Position* p, uint64_t start, uint64_t end, int yellow_cap) noexcept nogil:
    """Move a pawn to an adjacent tile. An emptied tile gets a yellow pawn, up to `yellow_cap` of them."""
    cdef uint64_t* pawns = p.pawns[p.side]
    remove(pawns, start)
    add(pawns, end)
    add(p.pieces, end)
    mark_acted(p, end)
    if pawns[0] & start or p.yellow[yellow_cap - 1] & start:
        remove(p.pieces, start)
    else:                       # the yellow pawn replaces the piece that left
        add(p.yellow, start)


cdef inline void spawn(Position* p, uint64_t tile) noexcept nogil:
    """Turn two yellow pawns into a pawn."""
    remove(p.yellow, tile)
    remove(p.yellow, tile)
    remove(p.pieces, tile)
    add(p.pawns[p.side], tile)
    p.count[p.side] += 1
    mark_acted(p, tile)
    mark_acted(p, tile)


cdef inline void spawn_boogyman(Position* p, uint64_t tile) noexcept nogil:
    """Turn a pawn and two yellow pawns into the BBB."""
    remove(p.yellow, tile)
    remove(p.yellow, tile)
    remove(p.pieces, tile)
    remove(p.pieces, tile)
    remove(p.pawns[p.side], tile)
    p.count[p.side] -= 1
    p.boogyman[p.side] = tile


cdef inline void roam(Position* p, uint64_t end) noexcept nogil:
    """Move the BBB. `capture` then removes the pawns on its tile."""
    remove(p.pieces, p.boogyman[p.side])
    p.boogyman[p.side] = end
    p.boogyman_acted = True
    add(p.pieces, end)


cdef inline int capture(Position* p, uint64_t tile) noexcept nogil:
    """Remove all enemy pawns from a tile and return their number."""
    cdef int number = height(p.pawns[p.side ^ 1], tile), i
    for i in range(number):
        remove(p.pieces, tile)
        remove(p.pawns[p.side ^ 1], tile)
    p.count[p.side ^ 1] -= number
    return number


# Turns and the end

cdef inline bint is_decided(const Position* p) noexcept nogil:
    """Return whether the number of pawns ends the game. A side can lose its last pawn only through its own action."""
    return p.count[0] == PAWNS_TO_WIN or p.count[1] == PAWNS_TO_WIN or p.count[0] == 0 or p.count[1] == 0


cdef inline void end_game(Position* p, int turn) noexcept nogil:
    """End the game; `turn` is that of the last action."""
    p.phase = ENDED
    p.side = p.left = 0
    p.turn = turn
    p.acted[0] = p.acted[1] = 0
    p.boogyman_acted = False


cdef inline void begin_turn(Position* p) noexcept nogil:
    """Begin the next side's turn."""
    p.side ^= 1
    p.turn += 1
    p.left = 2
    p.acted[0] = p.acted[1] = 0
    p.boogyman_acted = False


cdef inline int end_turn(Position* p) noexcept nogil:
    """Begin the next turn with a legal action, or end the game. Return the number of turns skipped, 0 to 2."""
    cdef int turn = p.turn
    if turn == LAST_TURN:
        end_game(p, turn)
        return 0
    begin_turn(p)
    if can_act(p):
        return 0
    if p.turn == LAST_TURN:
        end_game(p, turn)
        return 1
    begin_turn(p)
    if can_act(p):
        return 1
    end_game(p, turn)
    return 2


cdef inline int finish_action(Position* p) noexcept nogil:
    """Count the action just made and end the turn or the game if it was the last. Return the number of turns skipped."""
    if is_decided(p):
        end_game(p, p.turn)
        return 0
    p.left -= 1
    if p.left and can_act(p):
        return 0
    return end_turn(p)


cdef inline void finish_placement(Position* p, int first_turn) noexcept nogil:
    """Begin turn 1, with `first_turn` actions, after the last opening pawn."""
    if p.left == 0:
        p.phase = ACT
        p.turn = 1
        p.left = first_turn
