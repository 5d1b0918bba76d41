"""Herbs: the position, what a plan item is and costs, and which items may be written.

The board is a mailbox: 13 by 13 bytes with a wall all round, so that a walk needs no edge test. A *place* is an index
into it: 13 * (row + 1) + column + 1, row 0 at the bottom, column 0 at the left. Right is 1 more, up 13 more.

A move is the rank of its text in byte order among all texts that a move can have: a *plan item* is a move below ITEMS.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t

cdef enum:
    WIDTH = 13
    PLACES = 169
    CELLS = 176                 # places, rounded up so that an Arena has no gaps and may be compared byte by byte
    MAX_ACTIONS = 8
    MAX_PLAN = 9               # the actions and the stone
    MOST_AP = 400
    WHITE_PILE = 12
    BLACK_PILE = 8

cdef enum:                      # move numbers
    HERB_ITEMS = 60             # actions of one Herb: Herb h has h * 60 to h * 60 + 59, as in `0BU1` ... `0WB`
    FIRST_STONE = 240           # `BlA1` `BlA10` ...: 116 black stones, then 116 white ones
    STONE_SQUARES = 116
    ITEMS = 472                 # = the number of `bid0`
    BIDS = 401                  # `bid0` `bid1` `bid10` `bid100` ... `bid99`
    MOVES = 873

cdef enum:                      # in place of a plan item or a bid
    NONE = -1                   # nothing, not made yet
    UNKNOWN = -2                # there, but not known to the seat whose view this is

cdef enum Cell:
    EMPTY = 0
    WHITE = 1
    BLACK = 2
    PIT = 3
    HERB = 4                    # + the Herb's number
    WALL = 8

cdef enum Facing:
    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3

cdef enum Kind:                 # of actions
    BACKWARD
    WHITEN
    FIRE
    HALF_TURN
    FORWARD
    PUSH
    LEFT_TURN
    RIGHT_TURN
    BLACKEN

cdef enum Pattern:              # how patterns move apart
    BURST
    SPREAD
    ENDS

cdef enum Phase:
    WRITE
    BID
    REVEAL                      # in between: `slot` is carried out; slot == actions: the stones are placed
    ENDED
    STUCK                       # only of views: what comes next is UNKNOWN


cdef struct Arena:
    # What two orders of a slot are compared by; no gaps
    int32_t ap[2]
    int32_t points[2]
    uint8_t cells[CELLS]        # Cell by place
    uint8_t place[4]            # of each Herb; 0 if it is destroyed
    uint8_t facing[4]           # of each Herb; 0 if it is destroyed


cdef struct Position:
    Arena arena
    int32_t round
    int32_t phase
    int32_t side                # the seat that writes or bids
    int32_t slot                # from 0; the slot that is bid for or carried out, else 0
    int32_t bid                 # seat 1's: NONE before, 0 if it was not asked; UNKNOWN in views
    int32_t tie                 # the seat that holds the token
    int32_t idle
    int32_t written[2]          # items in each plan
    int32_t veil[2]             # only of views: AP paid for UNKNOWN or unseen items. What is shown is ap + veil
    int16_t plan[2][MAX_PLAN]
    uint8_t pile[2][2]          # stones left by seat: white, black


cdef struct Rules:
    # The options of the spec, and tables
    int ap
    int actions
    int pattern
    int rounds
    uint8_t kind[HERB_ITEMS]            # what the k-th action of a Herb is,
    uint8_t count[HERB_ITEMS]           # how many squares,
    uint8_t cost[HERB_ITEMS]            # and AP
    uint8_t affordable[25][HERB_ITEMS]  # the actions of at most so many AP, in order
    int affordable_count[25]
    uint8_t stone_place[STONE_SQUARES]  # the place of the k-th square that is no pit, in byte order of names
    int16_t bid_move[BIDS]              # bid -> its move number
    int16_t bid_value[BIDS]             # move number - ITEMS -> bid


cdef inline int step(int facing) noexcept nogil:
    """How a place changes one square ahead."""
    if facing & 1:
        return 1 if facing == RIGHT else -1
    return WIDTH if facing == UP else -WIDTH


cdef inline int herb_of(int item) noexcept nogil:
    return item // HERB_ITEMS


cdef inline bint is_stone(int item) noexcept nogil:
    return item >= FIRST_STONE


cdef inline bint is_white(int item) noexcept nogil:
    """Whether a stone item is white."""
    return item >= FIRST_STONE + STONE_SQUARES


cdef inline int place_of(const Rules* rules, int item) noexcept nogil:
    """Where a stone item is to be placed."""
    return rules.stone_place[(item - FIRST_STONE) % STONE_SQUARES]


cdef inline int cost_of(const Rules* rules, int item) noexcept nogil:
    """AP; 0 for UNKNOWN."""
    if item < 0:
        return 0
    if is_stone(item):
        return 1 if is_white(item) else 2
    return rules.cost[item % HERB_ITEMS]


cdef inline bint alive(const Arena* arena, int herb) noexcept nogil:
    return arena.place[herb] != 0


cdef inline int seat_of_herb(int herb) noexcept nogil:
    return herb >> 1


cdef inline bint has_herbs(const Arena* arena, int seat) noexcept nogil:
    return arena.place[2 * seat] != 0 or arena.place[2 * seat + 1] != 0


cdef inline bint may_place(const Position* position, int seat, int colour) noexcept nogil:
    """Whether a seat has a stone of this colour (0 white, 1 black) in its pile and can pay for it."""
    return position.pile[seat][colour] != 0 and position.arena.ap[seat] > colour


cdef inline bint plan_complete(const Position* position, const Rules* rules, int seat) noexcept nogil:
    if position.written[seat] != rules.actions:
        return position.written[seat] > rules.actions
    return not (may_place(position, seat, 0) or may_place(position, seat, 1))


cdef inline int list_items(const Position* position, const Rules* rules, int* moves) noexcept nogil:
    """The items that the seat at turn may write next."""
    cdef int seat = position.side
    cdef int ap = min(position.arena.ap[seat], 24)
    cdef int herb, k, number = 0
    if position.written[seat] < rules.actions:
        for herb in range(2 * seat, 2 * seat + 2):
            if alive(&position.arena, herb):
                for k in range(rules.affordable_count[ap]):
                    moves[number] = herb * HERB_ITEMS + rules.affordable[ap][k]
                    number += 1
        return number
    if may_place(position, seat, 1):
        for k in range(STONE_SQUARES):
            moves[number] = FIRST_STONE + k
            number += 1
    if may_place(position, seat, 0):
        for k in range(STONE_SQUARES):
            moves[number] = FIRST_STONE + STONE_SQUARES + k
            number += 1
    return number


cdef inline int list_bids(const Position* position, const Rules* rules, int* moves) noexcept nogil:
    """Bids of 0 to all that the seat at turn has left, in order of their numbers."""
    cdef int most = position.arena.ap[position.side]
    cdef int k, number = 0
    for k in range(BIDS):
        if rules.bid_value[k] <= most:
            moves[number] = ITEMS + k
            number += 1
    return number
