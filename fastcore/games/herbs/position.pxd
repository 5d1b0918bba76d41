"""Herbs: the position, plan items and their costs, and the legal moves.

The code follows the rules page. This file has the arena and the legal plan items; `actions.pxd` the actions of Herbs;
`patterns.pxd` rows and squares of stones; `rounds.pxd` the order of actions, the stones, and the end.

The board is a mailbox of 13 by 13 bytes with a wall around it, so walks need no edge tests. A *square* is an index into
it: 13 * (row + 1) + column + 1, with row 0 at the bottom and column 0 at the left. One square to the right is 1 more,
one square up 13 more.

A move is the rank of its text in byte order among the texts of all moves. A *plan item* (an action or a stone) is a
move below ITEMS; all other moves are bids.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint32_t

cdef enum:
    WIDTH = 13
    CELLS = 176                 # 169 squares, rounded up so that an Arena has no padding and can be compared bytewise
    MAX_ACTIONS = 8
    MAX_PLAN = 9                # the actions and the stone
    MAX_AP = 400
    WHITE_PILE = 12             # stones of a seat at the start
    BLACK_PILE = 8
    MAX_COST = 24               # AP of the most expensive item

cdef enum:                      # moves
    HERB_ITEMS = 60             # actions of one Herb: Herb h has h * 60 to h * 60 + 59, `0BU1` to `0WB`
    FIRST_STONE = 240           # `BlA1` `BlA10` ...: 116 black stones, then 116 white ones
    STONE_SQUARES = 116
    ITEMS = 472                 # the move `bid0`
    BIDS = 401                  # `bid0` `bid1` `bid10` `bid100` ... `bid99`
    MOVES = 873

cdef enum:                      # in place of a plan item or a bid
    NONE = -1                   # there is none, or none yet
    UNKNOWN = -2                # there is one, but it is hidden from the seat whose view this is

cdef enum Cell:
    EMPTY = 0
    WHITE = 1
    BLACK = 2
    PIT = 3
    HERB = 4                    # + the number of the Herb
    WALL = 8

cdef enum Facing:
    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3

cdef enum ActionKind:
    BACKWARD
    WHITEN
    FIRE
    HALF_TURN
    FORWARD
    PUSH
    LEFT_TURN
    RIGHT_TURN
    BLACKEN

cdef enum PatternOption:        # how the stones of a scoring row move apart
    BURST
    SPREAD
    ENDS

cdef enum Phase:
    WRITE
    BID
    REVEAL                      # transient: `slot` is being executed; slot == actions: the stones are being placed
    ENDED
    UNDETERMINED                # transient, only in views: the next item to carry out is UNKNOWN


cdef struct Arena:
    # The state by which the two orders of a slot are compared. It has no padding.
    int32_t ap[2]
    int32_t points[2]
    uint8_t cells[CELLS]        # Cell of each square
    uint8_t square[4]           # of each Herb; 0 if it is destroyed
    uint8_t facing[4]           # of each Herb; 0 if it is destroyed


cdef struct Position:
    Arena arena
    int32_t round
    int32_t phase
    int32_t seat                # the seat that writes or bids
    int32_t slot                # from 0: the slot being bid for or executed; 0 in other phases
    int32_t first_bid           # seat 0's: NONE before, 0 if it has no AP and was not asked; UNKNOWN in views
    int32_t tie_holder          # the seat that holds the tie token
    int32_t idle                # rounds in a row without spending
    int32_t plan_length[2]      # items written
    int32_t hidden_ap[2]        # only in views: AP paid for hidden items; a view shows ap + hidden_ap
    int16_t plan[2][MAX_PLAN]
    uint8_t pile[2][2]          # stones left by seat: white, black


cdef struct Rules:
    # The options of the spec, and tables. A bid in AP and its move differ: bids are ordered by their texts.
    int ap
    int actions
    int patterns
    int rounds
    uint8_t kind[HERB_ITEMS]            # ActionKind of the k-th action of a Herb
    uint8_t squares[HERB_ITEMS]         # to walk or to push
    uint8_t cost[HERB_ITEMS]            # in AP
    uint8_t affordable[MAX_COST + 1][HERB_ITEMS]    # the actions that cost at most this many AP, in order
    int affordable_count[MAX_COST + 1]
    uint8_t stone_squares[STONE_SQUARES]            # the squares that are not pits, in byte order of their names
    int16_t bid_move[BIDS]              # bid -> move
    int16_t bid_value[BIDS]             # move - ITEMS -> bid


# Herbs and plan items -------------------------------------------------------------------------------------------------

cdef inline int step_of(int facing) noexcept nogil:
    """Return the difference between the square ahead and the Herb's own square."""
    # One byte for each Facing: WIDTH, 1, -WIDTH, -1. Branches would be unpredictable.
    return <int8_t>(<uint32_t>0xFFF3010D >> 8 * facing)


cdef inline bint alive(const Arena* arena, int herb) noexcept nogil:
    return arena.square[herb] != 0


cdef inline int owner(int herb) noexcept nogil:
    return herb >> 1


cdef inline bint has_herbs(const Arena* arena, int seat) noexcept nogil:
    return arena.square[2 * seat] != 0 or arena.square[2 * seat + 1] != 0


cdef inline int herb_of(int item) noexcept nogil:
    """Return the Herb that an action is for."""
    return <uint32_t>item // HERB_ITEMS


cdef inline bint is_stone(int item) noexcept nogil:
    return item >= FIRST_STONE


cdef inline bint is_white(int item) noexcept nogil:
    """Return whether a stone item is white."""
    return item >= FIRST_STONE + STONE_SQUARES


cdef inline int square_of(const Rules* rules, int item) noexcept nogil:
    """Return the square that a stone item names."""
    return rules.stone_squares[(item - FIRST_STONE) % STONE_SQUARES]


cdef inline int cost_of(const Rules* rules, int item) noexcept nogil:
    """Return the AP that an item costs, 0 for NONE and UNKNOWN."""
    if item < 0:
        return 0
    if is_stone(item):
        return 1 if is_white(item) else 2
    return rules.cost[<uint32_t>item % HERB_ITEMS]


# Writing plans --------------------------------------------------------------------------------------------------------

cdef inline bint can_place(const Position* position, int seat, int colour) noexcept nogil:
    """Return whether a seat has a stone of a colour (0 white, 1 black) in its pile and can pay for it."""
    return position.pile[seat][colour] != 0 and position.arena.ap[seat] > colour


cdef inline bint plan_complete(const Position* position, const Rules* rules, int seat) noexcept nogil:
    if position.plan_length[seat] != rules.actions:
        return position.plan_length[seat] > rules.actions
    return not (can_place(position, seat, 0) or can_place(position, seat, 1))


cdef inline void add_item(Position* position, const Rules* rules, int seat, int item) noexcept nogil:
    """Append an item to a seat's plan and pay for it."""
    position.plan[seat][position.plan_length[seat]] = item
    position.plan_length[seat] += 1
    position.arena.ap[seat] -= cost_of(rules, item)


cdef inline int list_items(const Position* position, const Rules* rules, int* moves) noexcept nogil:
    """Write the items that the seat to move can write next, and return their number."""
    cdef int seat = position.seat
    cdef int ap = min(position.arena.ap[seat], MAX_COST)
    cdef int herb, k, count = 0
    if position.plan_length[seat] < rules.actions:
        for herb in range(2 * seat, 2 * seat + 2):
            if alive(&position.arena, herb):
                for k in range(rules.affordable_count[ap]):
                    moves[count] = herb * HERB_ITEMS + rules.affordable[ap][k]
                    count += 1
        return count
    if can_place(position, seat, 1):
        for k in range(STONE_SQUARES):
            moves[count] = FIRST_STONE + k
            count += 1
    if can_place(position, seat, 0):
        for k in range(STONE_SQUARES):
            moves[count] = FIRST_STONE + STONE_SQUARES + k
            count += 1
    return count


cdef inline int list_bids(const Position* position, const Rules* rules, int* moves) noexcept nogil:
    """Write the bids from 0 to the AP of the seat to move, in order of moves, and return their number."""
    cdef int ap = position.arena.ap[position.seat]
    cdef int k, count = 0
    for k in range(BIDS):
        if rules.bid_value[k] <= ap:
            moves[count] = ITEMS + k
            count += 1
    return count


cdef inline bint is_legal(const Position* position, const Rules* rules, int move) noexcept nogil:
    """Return whether any number is a legal move."""
    cdef int seat = position.seat
    if position.phase == ENDED or not 0 <= move < MOVES:
        return False
    if position.phase == BID:
        return move >= ITEMS and rules.bid_value[move - ITEMS] <= position.arena.ap[seat]
    if position.plan_length[seat] == rules.actions:
        return is_stone(move) and move < ITEMS and can_place(position, seat, 0 if is_white(move) else 1)
    if is_stone(move) or owner(herb_of(move)) != seat or not alive(&position.arena, herb_of(move)):
        return False
    return rules.cost[move % HERB_ITEMS] <= position.arena.ap[seat]
