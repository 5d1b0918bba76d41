"""A round: plans, slots and who acts first, stones, and the end of the round or the game.

Each plan item or bid also executes everything that follows without a decision.
"""

from fastcore.games.herbs.actions cimport Footprint, perform, perform_both, perform_if_commuting
from fastcore.games.herbs.event_log cimport (
    ASKED, BADE, BIDS_REVEALED, CANCELLED, FINISHED, IDLE, LAST_ROUND, LOCKED, NEXT_ROUND, NO_AP, NO_HERB, NO_HERBS,
    NOT_PLACED, OCCUPIED, PLACED, SAME_SQUARE, SLOT, STONES, TOO_CLOSE, WROTE, EventLog, log_event, log_square,
)
from fastcore.games.herbs.position cimport (
    BID, BLACK, EMPTY, ENDED, ITEMS, MAX_PLAN, NONE, REVEAL, UNDETERMINED, UNKNOWN, WHITE, WIDTH, WRITE, Position,
    Rules, add_item, alive, cost_of, has_herbs, herb_of, is_white, plan_complete, square_of,
)

cdef enum:
    MAX_IDLE = 3


cdef inline void begin_round(Position* position) noexcept nogil:
    """Clear the plans and let seat 0 write."""
    cdef int seat, k
    position.phase = WRITE
    position.seat = 0
    position.slot = 0
    position.first_bid = NONE
    for seat in range(2):
        position.plan_length[seat] = 0
        for k in range(MAX_PLAN):
            position.plan[seat][k] = NONE


# The end --------------------------------------------------------------------------------------------------------------

cdef inline void end_game(Position* position, int cause, EventLog* log) noexcept nogil:
    """End the game. A seat that has AP and Herbs left gets points for its AP."""
    cdef int seat
    cdef int bonus[2]
    for seat in range(2):
        bonus[seat] = position.arena.ap[seat] // 10 if has_herbs(&position.arena, seat) else 0
        position.arena.points[seat] += bonus[seat]
    position.phase = ENDED
    log_event(log, FINISHED, position.seat, bonus[0], bonus[1], cause)


cdef inline void end_round(Position* position, const Rules* rules, EventLog* log) noexcept nogil:
    """Begin the next round, or end the game."""
    cdef int seat, k, spent = 0
    for seat in range(2):
        for k in range(position.plan_length[seat]):
            spent += cost_of(rules, position.plan[seat][k])
    # Bids need not be counted: free actions give the same result in both orders, so no seat bids for them.
    position.idle = 0 if spent else position.idle + 1
    begin_round(position)
    if not (has_herbs(&position.arena, 0) and has_herbs(&position.arena, 1)):
        end_game(position, NO_HERBS, log)
    elif position.idle == MAX_IDLE:
        end_game(position, IDLE, log)
    elif position.round == rules.rounds:
        end_game(position, LAST_ROUND, log)
    elif position.arena.ap[0] == 0 or position.arena.ap[1] == 0:
        end_game(position, NO_AP, log)
    else:
        position.round += 1
        log_event(log, NEXT_ROUND, 0, position.round, 0, 0)


# Placing the stones ---------------------------------------------------------------------------------------------------

cdef inline bint beside_own_herb(const Position* position, int seat, int square) noexcept nogil:
    """Return whether a living Herb of a seat is on a square or one of the 8 squares around it."""
    cdef int herb, rows, columns
    for herb in range(2 * seat, 2 * seat + 2):
        if alive(&position.arena, herb):
            rows = position.arena.square[herb] // WIDTH - square // WIDTH
            columns = position.arena.square[herb] % WIDTH - square % WIDTH
            if -1 <= rows <= 1 and -1 <= columns <= 1:
                return True
    return False


cdef inline int planned_stone(const Position* position, const Rules* rules, int seat) noexcept nogil:
    """Return the stone in a seat's plan, or NONE or UNKNOWN."""
    return position.plan[seat][rules.actions] if position.plan_length[seat] > rules.actions else NONE


cdef inline int placement_failure(const Position* position, const Rules* rules, int seat) noexcept nogil:
    """Return the Failure of a seat's stone, or -1 if it can be placed. The seat has planned one."""
    cdef int enemy_stone = planned_stone(position, rules, seat ^ 1)
    cdef int square = square_of(rules, planned_stone(position, rules, seat))
    if enemy_stone >= 0 and square_of(rules, enemy_stone) == square:
        return SAME_SQUARE
    if not has_herbs(&position.arena, seat):
        return NO_HERB
    if position.arena.cells[square] != EMPTY:
        return OCCUPIED
    return TOO_CLOSE if beside_own_herb(position, seat, square) else -1


cdef inline void place_stones(Position* position, const Rules* rules, EventLog* log) noexcept nogil:
    cdef int seat, item
    cdef int failure[2]
    log_event(log, STONES, 0, planned_stone(position, rules, 0), planned_stone(position, rules, 1), 0)
    for seat in range(2):       # both are checked before either is placed
        failure[seat] = placement_failure(position, rules, seat) if planned_stone(position, rules, seat) >= 0 else -1
    for seat in range(2):
        item = planned_stone(position, rules, seat)
        if item < 0:
            continue
        position.pile[seat][0 if is_white(item) else 1] -= 1
        if failure[seat] < 0:
            position.arena.cells[square_of(rules, item)] = WHITE if is_white(item) else BLACK
            log_event(log, PLACED, seat, item, 0, 0)
        else:
            log_event(log, NOT_PLACED, seat, item, failure[seat], 0)
        log_square(log, square_of(rules, item))


# Slots and initiative -------------------------------------------------------------------------------------------------

cdef inline void ask_for_bids(Position* position, EventLog* log) noexcept nogil:
    """Begin the bidding for a slot. A seat without AP is not asked."""
    position.phase = BID
    position.seat = 0 if position.arena.ap[0] else 1
    position.first_bid = NONE if position.arena.ap[0] else 0
    log_event(log, ASKED, position.seat, 0, 0, 0)


cdef inline bint order_matters(const Position* position, const Rules* rules) noexcept nogil:
    """Return whether the current slot has two actions whose orders give different results."""
    cdef Position copy = position[0]
    cdef int first = position.plan[0][position.slot], second = position.plan[1][position.slot]
    if not alive(&position.arena, herb_of(first)) or not alive(&position.arena, herb_of(second)):
        return False
    return not perform_if_commuting(&copy.arena, rules, first, second)


cdef inline bint resolve_slot(Position* position, const Rules* rules, EventLog* log) noexcept nogil:
    """Carry out the current slot, or return False if the seats must bid for it first."""
    cdef Footprint footprint, second_footprint
    cdef int first = position.plan[0][position.slot], second = position.plan[1][position.slot]
    if not alive(&position.arena, herb_of(first)) or not alive(&position.arena, herb_of(second)):
        perform(&position.arena, rules, first, &footprint, log)
        perform(&position.arena, rules, second, &second_footprint, log)
        return True
    if log == NULL:
        if perform_if_commuting(&position.arena, rules, first, second):
            return True
    elif not order_matters(position, rules):
        perform_both(&position.arena, rules, first, second, &footprint, &second_footprint, log)
        return True
    if position.arena.ap[0] == 0 and position.arena.ap[1] == 0:
        log_event(log, CANCELLED, 0, first, second, 0)
        return True
    return False


cdef inline void resolve_plans(Position* position, const Rules* rules, EventLog* log) noexcept nogil:
    """Reveal and carry out the slots from `slot` on, then the stones, until a seat decides or the game is over.

    In a view, stop with the phase UNDETERMINED before an UNKNOWN item.
    """
    cdef int seat
    position.phase = REVEAL
    position.seat = 0
    while position.slot < rules.actions:
        for seat in range(2):
            if position.plan_length[seat] <= position.slot or position.plan[seat][position.slot] < 0:
                position.phase = UNDETERMINED
                return
        log_event(log, SLOT, 0, position.plan[0][position.slot], position.plan[1][position.slot], position.slot)
        if not resolve_slot(position, rules, log):
            ask_for_bids(position, log)
            return
        position.slot += 1
    for seat in range(2):
        if planned_stone(position, rules, seat) == UNKNOWN:
            position.phase = UNDETERMINED
            return
    place_stones(position, rules, log)
    end_round(position, rules, log)


cdef inline void resolve_bids(
    Position* position, const Rules* rules, int bid, int second_bid, EventLog* log
) noexcept nogil:
    """Pay the bids of seats 0 and 1, execute the slot in the resulting order, and continue."""
    cdef Footprint footprint, second_footprint
    cdef int first = position.plan[0][position.slot], second = position.plan[1][position.slot], leader
    position.phase = REVEAL
    position.first_bid = NONE
    position.arena.ap[0] -= bid
    position.arena.ap[1] -= second_bid
    if bid != second_bid:
        leader = 0 if bid > second_bid else 1
    elif bid == 0:
        leader = -1
    elif position.arena.points[0] != position.arena.points[1]:
        leader = 0 if position.arena.points[0] < position.arena.points[1] else 1
    else:
        leader = position.tie_holder
        position.tie_holder ^= 1
    log_event(log, BIDS_REVEALED, max(leader, 0), bid, second_bid, leader)
    if leader == 0:
        perform_both(&position.arena, rules, first, second, &footprint, &second_footprint, log)
    elif leader == 1:
        perform_both(&position.arena, rules, second, first, &footprint, &second_footprint, log)
    else:
        log_event(log, CANCELLED, 0, first, second, 0)
    position.slot += 1
    resolve_plans(position, rules, log)


# Moves ----------------------------------------------------------------------------------------------------------------

cdef inline void write_item(Position* position, const Rules* rules, int item, EventLog* log) noexcept nogil:
    """Let the seat to move write a plan item. The last item of seat 1 starts the execution of the plans."""
    cdef int seat = position.seat
    add_item(position, rules, seat, item)
    log_event(log, WROTE, seat, item, 0, 0)
    if not plan_complete(position, rules, seat):
        return
    if seat == 0:
        position.seat = 1
        log_event(log, LOCKED, seat, 0, 0, 0)
    else:
        log_event(log, LOCKED, seat, 0, 0, 0)
        resolve_plans(position, rules, log)


cdef inline void make_bid(Position* position, const Rules* rules, int bid, EventLog* log) noexcept nogil:
    """Let the seat to move bid a number of AP. The last bid executes the slot."""
    cdef int seat = position.seat
    if seat == 0:
        position.first_bid = bid
        if position.arena.ap[1]:
            position.seat = 1
            log_event(log, BADE, seat, bid, 0, 0)
            return
    log_event(log, BADE, seat, bid, 0, 0)
    if seat == 0:
        resolve_bids(position, rules, bid, 0, log)
    else:
        resolve_bids(position, rules, position.first_bid, bid, log)


cdef inline void play_move(Position* position, const Rules* rules, int move, EventLog* log) noexcept nogil:
    """Make a legal move."""
    if position.phase == BID:
        make_bid(position, rules, rules.bid_value[move - ITEMS], log)
    else:
        write_item(position, rules, move, log)


cdef inline int rewind_choices(Position* position, const Rules* rules, int seat, int* moves) noexcept nogil:
    """Undo the plans that are being written, or seat 0's bid before seat 1 bids.

    Write the plan items of `seat` that were undone, and return their number.
    """
    cdef int writer, k, count = 0
    if position.phase == BID:
        if position.seat == 1 and position.arena.ap[0]:
            position.seat = 0
            position.first_bid = NONE
    elif position.phase == WRITE:
        for writer in range(2):
            for k in range(position.plan_length[writer]):
                position.arena.ap[writer] += cost_of(rules, position.plan[writer][k])
                if writer == seat:
                    moves[count] = position.plan[writer][k]
                    count += 1
        begin_round(position)
    return count
