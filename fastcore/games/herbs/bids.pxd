"""Bids that simulations pass by, and which bids a search looks at first.

A stake is what it is worth, in AP, to act first and not second: the same for both seats, as one's gain is the other's
loss. Both pay, so that this is an all-pay auction, whose balance is to bid any amount up to the stake alike (Baye,
Kovenock and de Vries 1996).
"""

from fastcore.games.herbs.actions cimport Touched, act_in_order
from fastcore.games.herbs.rules cimport ITEMS, Arena, Position, Rules
from fastcore.games.herbs.weights cimport HERBS_WEIGHT
from fastcore.stream cimport Rng, below

cdef enum:
    SENSIBLE = 60       # AP; no more is bid for anything but by chance


cdef inline double rough_worth(const Arena* arena) noexcept nogil:
    """What can be counted at once, in AP, for the first seat."""
    return HERBS_WEIGHT[0] / HERBS_WEIGHT[1] * (arena.points[0] - arena.points[1]) + arena.ap[0] - arena.ap[1]


cdef inline int stake(const Position* position, const Rules* rules) noexcept nogil:
    """AP that acting first in this slot is worth at once; below 0 if acting second is better."""
    cdef Arena leading = position.arena, following = position.arena
    cdef Touched one, other
    cdef int first = position.plan[0][position.slot], second = position.plan[1][position.slot]
    act_in_order(&leading, rules, first, second, &one, &other, NULL)
    act_in_order(&following, rules, second, first, &one, &other, NULL)
    return <int>(rough_worth(&leading) - rough_worth(&following))


cdef inline int draw_bid(const Position* position, const Rules* rules, bint mirrored, Rng* rng) noexcept nogil:
    """Half the stake, which is what the balance pays on average, and one AP more of the seat that a coin lets lead: a
    simulation wants the mean of both orders, not what haggling adds to it by chance."""
    cdef int seat = position.side, own = position.arena.ap[seat], other = position.arena.ap[seat ^ 1]
    cdef int half = min(max(stake(position, rules), 2), SENSIBLE) // 2
    cdef int paid = max(min(half, min(own, other) - 1), 0)
    if seat == 1:
        return min(paid if position.bid > paid else paid + 1, own)
    return paid + (other == 0 or below(rng, 2) != mirrored)


cdef inline void weigh_bids(
    const Position* position, const Rules* rules, const int* moves, int count, float* weights
) noexcept nogil:
    """Write how likely each bid is to be the best, summing to 1."""
    cdef int i, bid, most = min(max(3 * stake(position, rules) // 2, 6), SENSIBLE)
    cdef float total = 0
    for i in range(count):
        bid = rules.bid_value[moves[i] - ITEMS]
        weights[i] = <float>1.0 / (4 + bid) if bid <= most else <float>0.002 / (4 + bid)
        total += weights[i]
    for i in range(count):
        weights[i] /= total
