"""Which items a search tries first: by what each would do at once, after the own plan so far, if the other did nothing.

Much that may be written does nothing, or the same as something cheaper: pushes of nothing, pushes that are paid too
much or too little for, walks into walls. Such items are looked at seldom.
"""

from fastcore.games.herbs.actions cimport Touched, act
from fastcore.games.herbs.evaluation cimport foresee
from fastcore.games.herbs.greedy cimport blind
from fastcore.games.herbs.push cimport Line, look_along
from fastcore.games.herbs.rounds cimport near_own_herb
from fastcore.games.herbs.rules cimport (
    BACKWARD, BLACK, EMPTY, FIRE, FORWARD, HERB_ITEMS, PIT, PUSH, WIDTH, Arena, Position, Rules, alive, herb_of, is_stone,
    is_white, place_of, seat_of_herb, step,
)

cdef enum:
    UNPAID = 255        # more than any push costs


cdef inline double push_weight(const Arena* arena, const Rules* rules, int herb, int k) noexcept nogil:
    """1 for the cheapest way to push so far, little for others; as a factor."""
    cdef Line line
    look_along(arena, herb, rules.count[k], UNPAID, &line)
    if line.steps < rules.count[k] or rules.cost[k] < line.cost:
        return 0.001
    if rules.cost[k] == line.cost:
        return 1
    return 0.06 / (rules.cost[k] - line.cost)


cdef inline double action_weight(const Arena* arena, const Rules* rules, int item) noexcept nogil:
    """How much is to be expected of an action, by what it does at once."""
    cdef Arena after
    cdef Touched touched
    cdef int herb = herb_of(item), k = item % HERB_ITEMS, seat = seat_of_herb(herb), own = arena.place[herb], walked
    cdef int kind = rules.kind[k]
    cdef double weight = 1, gain
    if not alive(arena, herb):
        return 0.001
    if kind == PUSH:
        weight = push_weight(arena, rules, herb, k)
        if weight < 0.01:
            return weight
    after = arena[0]
    act(&after, rules, item, &touched, NULL)
    if not alive(&after, herb):
        return 0.002
    if kind == FORWARD or kind == BACKWARD:
        walked = (after.place[herb] - own) // step(arena.facing[herb])
        if max(walked, -walked) < rules.count[k]:
            return 0.003
        weight = 0.8 if kind == FORWARD else 0.5
    elif kind == FIRE:
        weight = 0.05 if touched.hit < 0 else 1.5
    elif kind != PUSH and after.facing[herb] == arena.facing[herb]:
        # paint
        weight = 0.3 if after.cells[own + step(arena.facing[herb])] != arena.cells[own + step(arena.facing[herb])] else 0.15
    gain = after.points[seat] - arena.points[seat] - (after.points[seat ^ 1] - arena.points[seat ^ 1])
    return weight * (1 + 3 * gain) if gain > 0 else weight / (1 - gain)


cdef inline double stone_weight(const Position* position, const Rules* rules, int item) noexcept nogil:
    """How much is to be expected of a stone where it is to be placed: most beside a pit, or with others."""
    cdef int place = place_of(rules, item), facing, cell
    cdef double weight = 0.2
    if position.arena.cells[place] != EMPTY or near_own_herb(position, position.side, place):
        return 0.01
    for facing in range(4):
        cell = position.arena.cells[place + step(facing)]
        if cell == PIT:
            weight += 2
        elif cell <= BLACK and cell != EMPTY:
            weight += 0.2
    return weight * (1.5 if is_white(item) else 1)


cdef inline void weigh_items(
    const Position* position, const Rules* rules, const int* moves, int count, float* weights
) noexcept nogil:
    """Write how likely each item is to be the best, summing to 1."""
    cdef Position seen
    cdef Arena begun
    cdef float total = 0
    cdef int i
    blind(position, rules, position.side, &seen)
    foresee(&seen, rules, seen.side, &begun)
    seen.arena = begun
    for i in range(count):
        if is_stone(moves[i]):
            weights[i] = <float>stone_weight(&seen, rules, moves[i])
        else:
            weights[i] = <float>action_weight(&begun, rules, moves[i])
        total += weights[i]
    for i in range(count):
        weights[i] /= total
