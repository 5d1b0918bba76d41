"""Random games to the end, the fast way: every decision uniform among the legal moves, drawn without listing them."""

from fastcore.games.herbs.rounds cimport make_bid, run
from fastcore.games.herbs.rules cimport (
    BID, ENDED, FIRST_STONE, HERB_ITEMS, STONE_SQUARES, Position, Rules, alive, cost_of, may_place, plan_complete,
)
from fastcore.stream cimport Rng, below


cdef inline int draw_item(const Position* position, const Rules* rules, int seat, Rng* rng) noexcept nogil:
    """A random item that the seat may write next."""
    cdef int ap = min(position.arena.ap[seat], 24)
    cdef int count, drawn, herb = 2 * seat
    if position.written[seat] < rules.actions:
        count = rules.affordable_count[ap]
        if alive(&position.arena, herb) and alive(&position.arena, herb + 1):
            drawn = <int>below(rng, 2 * count)
            if drawn >= count:
                drawn -= count
                herb += 1
        else:
            drawn = <int>below(rng, count)
            herb += not alive(&position.arena, herb)
        return herb * HERB_ITEMS + rules.affordable[ap][drawn]
    if not may_place(position, seat, 1):
        return FIRST_STONE + STONE_SQUARES + <int>below(rng, STONE_SQUARES)
    return FIRST_STONE + <int>below(rng, 2 * STONE_SQUARES if may_place(position, seat, 0) else STONE_SQUARES)


cdef inline long play_out(Position* position, const Rules* rules, Rng* rng) noexcept nogil:
    """Play to the end; returns the number of items and bids."""
    cdef long decisions = 0
    cdef int seat, item
    while position.phase != ENDED:
        if position.phase == BID:
            make_bid(position, rules, <int>below(rng, position.arena.ap[position.side] + 1), NULL)
            decisions += 1
            continue
        for seat in range(position.side, 2):
            while not plan_complete(position, rules, seat):
                item = draw_item(position, rules, seat, rng)
                position.plan[seat][position.written[seat]] = item
                position.written[seat] += 1
                position.arena.ap[seat] -= cost_of(rules, item)
                decisions += 1
        run(position, rules, NULL)
    return decisions
