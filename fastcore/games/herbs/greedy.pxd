"""Greedy: each item is judged by the static value after the own plan so far, as if the other seat did nothing.

It knows what the seat at turn knows: whatever else the position holds is taken out first.
"""

from fastcore.games.herbs.actions cimport Touched, act, act_in_order
from fastcore.games.herbs.evaluation cimport ACTION_POINTS, AMOUNTS, AP_TO_COME, TO_COME, foresee, squashed, term_amounts
from fastcore.games.herbs.rounds cimport near_own_herb
from fastcore.games.herbs.rules cimport (
    BID, BLACK, EMPTY, ITEMS, NONE, WHITE, Arena, Position, Rules, cost_of, is_stone, is_white, place_of,
)


cdef inline void blind(const Position* position, const Rules* rules, int seat, Position* seen) noexcept nogil:
    """What a seat knows for certain: the other's items that are not revealed are taken back, with what they cost."""
    cdef int other = seat ^ 1, k
    cdef int revealed = position.slot + 1 if position.phase == BID else 0
    seen[0] = position[0]
    for k in range(revealed, position.written[other]):
        seen.arena.ap[other] += cost_of(rules, position.plan[other][k])
        seen.plan[other][k] = NONE
    seen.written[other] = min(position.written[other], revealed)
    for k in range(2):
        seen.arena.ap[k] += seen.veil[k]
        seen.veil[k] = 0


cdef inline void value_items(
    const Position* seen, const Rules* rules, const int* moves, int count, double* values
) noexcept nogil:
    """Write the first seat's value after each item that the seat at turn may write."""
    cdef Arena begun, after
    cdef Position copy = seen[0]
    cdef Touched touched
    cdef double amounts[AMOUNTS]
    cdef int i, item, place
    foresee(seen, rules, seen.side, &begun)
    copy.arena = begun
    for i in range(count):
        item = moves[i]
        after = begun
        after.ap[seen.side] -= cost_of(rules, item)
        if is_stone(item):
            place = place_of(rules, item)
            if after.cells[place] == EMPTY and not near_own_herb(&copy, seen.side, place):
                after.cells[place] = WHITE if is_white(item) else BLACK
        else:
            act(&after, rules, item, &touched, NULL)
        term_amounts(&after, rules, amounts)
        values[i] = squashed(amounts)


cdef inline void value_bids(
    const Position* seen, const Rules* rules, const int* moves, int count, double* values
) noexcept nogil:
    """Write the first seat's value after each bid, as if the other bade 0: who bids acts first, else nobody."""
    cdef Position copy = seen[0]
    cdef Arena arena
    cdef Touched one, other
    cdef double idle[AMOUNTS]
    cdef double leading[AMOUNTS]
    cdef double after[AMOUNTS]
    cdef int i, bid, seat = seen.side
    act_in_order(&copy.arena, rules, copy.plan[seat][copy.slot], copy.plan[seat ^ 1][copy.slot], &one, &other, NULL)
    copy.slot += 1
    foresee(&copy, rules, seat, &arena)
    term_amounts(&arena, rules, leading)
    for i in range(AMOUNTS):
        after[i] = leading[i]
    copy.arena = seen.arena
    foresee(&copy, rules, seat, &arena)
    term_amounts(&arena, rules, idle)
    for i in range(count):
        bid = rules.bid_value[moves[i] - ITEMS]
        if bid == 0:
            values[i] = squashed(idle)
        else:
            after[ACTION_POINTS] = leading[ACTION_POINTS] - (bid if seat == 0 else -bid)
            after[TO_COME] = leading[TO_COME] - bid / <double>AP_TO_COME
            values[i] = squashed(after)


cdef inline int best_moves(const Position* position, const Rules* rules, int* moves, int count) noexcept nogil:
    """Keep the best of the moves of the seat at turn; returns how many share that place."""
    cdef Position seen
    cdef double values[401]
    cdef double best = -2
    cdef int i, ties = 0
    blind(position, rules, position.side, &seen)
    if position.phase == BID:
        value_bids(&seen, rules, moves, count, values)
    else:
        value_items(&seen, rules, moves, count, values)
    for i in range(count):
        if position.side == 1:
            values[i] = -values[i]
        if values[i] > best + 1e-12:
            best = values[i]
            ties = 0
        if values[i] >= best - 1e-12:
            moves[ties] = moves[i]
            ties += 1
    return ties
