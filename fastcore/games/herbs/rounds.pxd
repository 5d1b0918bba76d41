"""A round: plans, bids, slots, stones, the next round or the end.

A plan item or a bid is made, and all that follows without a decision is carried out at once.
"""

from fastcore.games.herbs.actions cimport Touched, act, act_in_order, settled
from fastcore.games.herbs.rules cimport (
    BID, BLACK, EMPTY, ENDED, MAX_PLAN, NONE, REVEAL, STUCK, UNKNOWN, WHITE, WIDTH, WRITE, Position, Rules,
    alive, cost_of, has_herbs, herb_of, is_white, place_of, plan_complete,
)
from fastcore.games.herbs.story cimport (
    ASKED, BADE, BIDS, CANCELLED, FAILED, FINISHED, IDLE, LAST_ROUND, LOCKED, NEXT_ROUND, NO_AP, NO_HERB, NO_HERBS,
    OCCUPIED, PLACED, SAME_SQUARE, SLOT, STONES, TOO_NEAR, WROTE, Story, at, note,
)

cdef enum:
    MOST_IDLE = 3


cdef inline void begin_round(Position* position) noexcept nogil:
    cdef int seat, k
    position.phase = WRITE
    position.side = 0
    position.slot = 0
    position.bid = NONE
    for seat in range(2):
        position.written[seat] = 0
        for k in range(MAX_PLAN):
            position.plan[seat][k] = NONE


cdef inline void finish(Position* position, int cause, Story* story) noexcept nogil:
    """The game is over; a seat that is not responsible for it gets points for its AP."""
    cdef int seat
    cdef int bonus[2]
    for seat in range(2):
        bonus[seat] = position.arena.ap[seat] // 10 if has_herbs(&position.arena, seat) else 0
        position.arena.points[seat] += bonus[seat]
    position.phase = ENDED
    note(story, FINISHED, position.side, bonus[0], bonus[1], cause)


cdef inline void end_round(Position* position, const Rules* rules, Story* story) noexcept nogil:
    cdef int seat, k, spent = 0
    for seat in range(2):
        for k in range(position.written[seat]):
            spent += cost_of(rules, position.plan[seat][k])
    # plans that cost nothing never meet in a slot whose order matters: without plans' costs there are no bids
    position.idle = 0 if spent else position.idle + 1
    begin_round(position)
    if not (has_herbs(&position.arena, 0) and has_herbs(&position.arena, 1)):
        finish(position, NO_HERBS, story)
    elif position.idle == MOST_IDLE:
        finish(position, IDLE, story)
    elif position.round == rules.rounds:
        finish(position, LAST_ROUND, story)
    elif position.arena.ap[0] == 0 or position.arena.ap[1] == 0:
        finish(position, NO_AP, story)
    else:
        position.round += 1
        note(story, NEXT_ROUND, 0, position.round, 0, 0)


cdef inline bint near_own_herb(const Position* position, int seat, int place) noexcept nogil:
    """Whether a living Herb of the seat stands on one of the 8 squares around."""
    cdef int herb, rows, columns
    for herb in range(2 * seat, 2 * seat + 2):
        if alive(&position.arena, herb):
            rows = position.arena.place[herb] // WIDTH - place // WIDTH
            columns = position.arena.place[herb] % WIDTH - place % WIDTH
            if -1 <= rows <= 1 and -1 <= columns <= 1:
                return True
    return False


cdef inline int stone_of(const Position* position, const Rules* rules, int seat) noexcept nogil:
    """The stone that a seat has written, NONE or UNKNOWN."""
    return position.plan[seat][rules.actions] if position.written[seat] > rules.actions else NONE


cdef inline int hindrance(const Position* position, const Rules* rules, int seat) noexcept nogil:
    """Why a seat's stone cannot be placed, or -1."""
    cdef int item = stone_of(position, rules, seat)
    cdef int other = stone_of(position, rules, seat ^ 1)
    cdef int place = place_of(rules, item)
    if other >= 0 and place_of(rules, other) == place:
        return SAME_SQUARE
    if not has_herbs(&position.arena, seat):
        return NO_HERB
    if position.arena.cells[place] != EMPTY:
        return OCCUPIED
    return TOO_NEAR if near_own_herb(position, seat, place) else -1


cdef inline void place_stones(Position* position, const Rules* rules, Story* story) noexcept nogil:
    cdef int seat, item
    cdef int why[2]
    note(story, STONES, 0, stone_of(position, rules, 0), stone_of(position, rules, 1), 0)
    for seat in range(2):
        why[seat] = hindrance(position, rules, seat) if stone_of(position, rules, seat) >= 0 else -1
    for seat in range(2):
        item = stone_of(position, rules, seat)
        if item < 0:
            continue
        position.pile[seat][0 if is_white(item) else 1] -= 1
        if why[seat] < 0:
            position.arena.cells[place_of(rules, item)] = WHITE if is_white(item) else BLACK
            note(story, PLACED, seat, item, 0, 0)
        else:
            note(story, FAILED, seat, item, why[seat], 0)
        at(story, place_of(rules, item))


cdef inline void ask(Position* position, Story* story) noexcept nogil:
    """Ask for bids, those first who have AP."""
    position.phase = BID
    position.side = 0 if position.arena.ap[0] else 1
    position.bid = NONE if position.arena.ap[0] else 0
    note(story, ASKED, position.side, 0, 0, 0)


cdef inline bint order_matters(const Position* position, const Rules* rules) noexcept nogil:
    """Whether the present slot has two actions whose order makes a difference."""
    cdef Position copy = position[0]
    cdef int first = position.plan[0][position.slot], second = position.plan[1][position.slot]
    if not alive(&position.arena, herb_of(first)) or not alive(&position.arena, herb_of(second)):
        return False
    return not settled(&copy.arena, rules, first, second)


cdef inline bint carry_out(Position* position, const Rules* rules, Story* story) noexcept nogil:
    """The slot that is revealed; False if bids are wanted first."""
    cdef Touched one, other
    cdef int first = position.plan[0][position.slot], second = position.plan[1][position.slot]
    if not alive(&position.arena, herb_of(first)) or not alive(&position.arena, herb_of(second)):
        act(&position.arena, rules, first, &one, story)
        act(&position.arena, rules, second, &other, story)
        return True
    if story == NULL:
        if settled(&position.arena, rules, first, second):
            return True
    elif not order_matters(position, rules):
        act_in_order(&position.arena, rules, first, second, &one, &other, story)
        return True
    if position.arena.ap[0] == 0 and position.arena.ap[1] == 0:
        note(story, CANCELLED, 0, first, second, 0)
        return True
    return False


cdef inline void run(Position* position, const Rules* rules, Story* story) noexcept nogil:
    """Reveal and carry out slot after slot from `slot` on, then the stones: until a seat decides or all is over."""
    cdef int seat
    position.phase = REVEAL
    position.side = 0
    while position.slot < rules.actions:
        for seat in range(2):
            if position.written[seat] <= position.slot or position.plan[seat][position.slot] < 0:
                position.phase = STUCK
                return
        note(story, SLOT, 0, position.plan[0][position.slot], position.plan[1][position.slot], position.slot)
        if not carry_out(position, rules, story):
            ask(position, story)
            return
        position.slot += 1
    for seat in range(2):
        if stone_of(position, rules, seat) == UNKNOWN:
            position.phase = STUCK
            return
    place_stones(position, rules, story)
    end_round(position, rules, story)


cdef inline void settle(
    Position* position, const Rules* rules, int first_bid, int second_bid, Story* story
) noexcept nogil:
    """Pay both bids, carry the slot out in their order, and go on."""
    cdef Touched one, other
    cdef int first = position.plan[0][position.slot], second = position.plan[1][position.slot], leader
    position.phase = REVEAL
    position.bid = NONE
    position.arena.ap[0] -= first_bid
    position.arena.ap[1] -= second_bid
    if first_bid != second_bid:
        leader = 0 if first_bid > second_bid else 1
    elif first_bid == 0:
        leader = -1
    elif position.arena.points[0] != position.arena.points[1]:
        leader = 0 if position.arena.points[0] < position.arena.points[1] else 1
    else:
        leader = position.tie
        position.tie ^= 1
    note(story, BIDS, max(leader, 0), first_bid, second_bid, leader)
    if leader == 0:
        act_in_order(&position.arena, rules, first, second, &one, &other, story)
    elif leader == 1:
        act_in_order(&position.arena, rules, second, first, &one, &other, story)
    else:
        note(story, CANCELLED, 0, first, second, 0)
    position.slot += 1
    run(position, rules, story)


cdef inline void make_bid(Position* position, const Rules* rules, int bid, Story* story) noexcept nogil:
    cdef int seat = position.side
    if seat == 0:
        position.bid = bid
        if position.arena.ap[1]:
            position.side = 1
            note(story, BADE, seat, bid, 0, 0)
            return
    note(story, BADE, seat, bid, 0, 0)
    if seat == 0:
        settle(position, rules, bid, 0, story)
    else:
        settle(position, rules, position.bid, bid, story)


cdef inline void write_item(Position* position, const Rules* rules, int item, Story* story) noexcept nogil:
    cdef int seat = position.side
    position.plan[seat][position.written[seat]] = item
    position.written[seat] += 1
    position.arena.ap[seat] -= cost_of(rules, item)
    note(story, WROTE, seat, item, 0, 0)
    if not plan_complete(position, rules, seat):
        return
    if seat == 0:
        position.side = 1
        note(story, LOCKED, seat, 0, 0, 0)
    else:
        note(story, LOCKED, seat, 0, 0, 0)
        run(position, rules, story)


cdef inline int take_back(Position* position, const Rules* rules, int seat, int* moves) noexcept nogil:
    """Take back all items of plans that are being written, or the bid that waits for the other; write the seat's own
    items to `moves` and return their number."""
    cdef int side, k, own = 0
    if position.phase == BID:
        if position.side == 1 and position.arena.ap[0]:
            position.side = 0
            position.bid = NONE
    elif position.phase == WRITE:
        for side in range(2):
            for k in range(position.written[side]):
                position.arena.ap[side] += cost_of(rules, position.plan[side][k])
                if side == seat:
                    moves[own] = position.plan[side][k]
                    own += 1
        begin_round(position)
    return own
