"""Policies: random items, bids in rollouts, uniform playouts, the greedy policy, and the priors of a search.

All except the random ones use only what the seat to move knows.
"""

from fastcore.games.herbs.actions cimport UNLIMITED, Footprint, Line, measure_push, perform, perform_both, push
from fastcore.games.herbs.evaluation cimport ACTION_POINTS, AMOUNTS, AP_SCALE, DIVISOR, arena_terms, project, squash
from fastcore.games.herbs.position cimport (
    BACKWARD, BID, BIDS, BLACK, EMPTY, ENDED, FIRE, FIRST_STONE, FORWARD, HERB_ITEMS, ITEMS, MAX_COST, PIT, PUSH,
    STONE_SQUARES, WHITE, Arena, Position, Rules, add_item, alive, can_place, cost_of, herb_of, is_stone, is_white,
    owner, plan_complete, square_of, step_of,
)
from fastcore.games.herbs.rounds cimport beside_own_herb, make_bid, resolve_plans
from fastcore.games.herbs.views cimport take_known
from fastcore.games.herbs.weights cimport HERBS_WEIGHT
from fastcore.stream cimport Rng, below

cdef enum:
    MAX_SENSIBLE_BID = 60   # AP; priors and rollouts treat higher bids as pointless


# Random ---------------------------------------------------------------------------------------------------------------

cdef inline int random_item(const Position* position, const Rules* rules, int seat, Rng* rng) noexcept nogil:
    """Return a uniformly random item that a seat can write next, without listing them."""
    cdef int ap = min(position.arena.ap[seat], MAX_COST)
    cdef int count, drawn, herb = 2 * seat
    if position.plan_length[seat] < rules.actions:
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
    if not can_place(position, seat, 1):
        return FIRST_STONE + STONE_SQUARES + <int>below(rng, STONE_SQUARES)
    return FIRST_STONE + <int>below(rng, 2 * STONE_SQUARES if can_place(position, seat, 0) else STONE_SQUARES)


cdef inline long random_playout(Position* position, const Rules* rules, Rng* rng) noexcept nogil:
    """Play uniformly random moves to the end, and return the number of items and bids."""
    cdef long decisions = 0
    cdef int seat
    while position.phase != ENDED:
        if position.phase == BID:
            make_bid(position, rules, <int>below(rng, position.arena.ap[position.seat] + 1), NULL)
            decisions += 1
            continue
        for seat in range(position.seat, 2):
            while not plan_complete(position, rules, seat):
                add_item(position, rules, seat, random_item(position, rules, seat, rng))
                decisions += 1
        resolve_plans(position, rules, NULL)
    return decisions


# Greedy ---------------------------------------------------------------------------------------------------------------

cdef inline void value_items(
    const Position* known, const Rules* rules, const int* items, int count, double* values
) noexcept nogil:
    """Write the static value for seat 0 after the known plans plus each item, as if nothing else were written."""
    cdef Arena projected, after
    cdef Position copy = known[0]
    cdef Footprint footprint
    cdef double amounts[AMOUNTS]
    cdef int i, item, square
    project(known, rules, known.seat, &projected)
    copy.arena = projected
    for i in range(count):
        item = items[i]
        after = projected
        after.ap[known.seat] -= cost_of(rules, item)
        if is_stone(item):
            square = square_of(rules, item)
            if after.cells[square] == EMPTY and not beside_own_herb(&copy, known.seat, square):
                after.cells[square] = WHITE if is_white(item) else BLACK
        else:
            perform(&after, rules, item, &footprint, NULL)
        arena_terms(&after, rules, amounts)
        values[i] = squash(amounts)


cdef inline void value_bids(
    const Position* known, const Rules* rules, const int* bids, int count, double* values
) noexcept nogil:
    """Write the static value for seat 0 after each bid, as if the opponent bid 0: a bid of 0 cancels both actions."""
    cdef Position copy = known[0]
    cdef Arena arena
    cdef Footprint footprint, second_footprint
    cdef double cancelled[AMOUNTS]
    cdef double leading[AMOUNTS]
    cdef double after[AMOUNTS]
    cdef int i, bid, seat = known.seat
    perform_both(
        &copy.arena, rules, copy.plan[seat][copy.slot], copy.plan[seat ^ 1][copy.slot], &footprint, &second_footprint,
        NULL
    )
    copy.slot += 1
    project(&copy, rules, seat, &arena)
    arena_terms(&arena, rules, leading)
    for i in range(AMOUNTS):
        after[i] = leading[i]
    copy.arena = known.arena
    project(&copy, rules, seat, &arena)
    arena_terms(&arena, rules, cancelled)
    for i in range(count):
        bid = rules.bid_value[bids[i] - ITEMS]
        if bid == 0:
            values[i] = squash(cancelled)
        else:
            after[ACTION_POINTS] = leading[ACTION_POINTS] - (bid if seat == 0 else -bid)
            after[DIVISOR] = leading[DIVISOR] - bid / <double>AP_SCALE
            values[i] = squash(after)


cdef inline int greedy_moves(const Position* position, const Rules* rules, int* moves, int count) noexcept nogil:
    """Keep the moves with the best static value for the seat to move, and return their number."""
    cdef Position known
    cdef double values[BIDS]
    cdef double best = -2
    cdef int i, ties = 0
    take_known(position, rules, position.seat, &known)
    if position.phase == BID:
        value_bids(&known, rules, moves, count, values)
    else:
        value_items(&known, rules, moves, count, values)
    for i in range(count):
        if position.seat == 1:
            values[i] = -values[i]
        if values[i] > best + 1e-12:
            best = values[i]
            ties = 0
        if values[i] >= best - 1e-12:
            moves[ties] = moves[i]
            ties += 1
    return ties


# Bids -----------------------------------------------------------------------------------------------------------------

cdef inline double rough_value(const Arena* arena) noexcept nogil:
    """Return seat 0's lead in points and AP, in units of AP."""
    return HERBS_WEIGHT[0] / HERBS_WEIGHT[1] * (arena.points[0] - arena.points[1]) + arena.ap[0] - arena.ap[1]


cdef inline int stake(const Position* position, const Rules* rules) noexcept nogil:
    """Return the gain, in AP, from acting first rather than second in this slot; negative if second is better.

    The stake is the same for both seats. Both pay their bids, so this is an all-pay auction. In its equilibrium each
    seat bids uniformly between 0 and the stake (Baye, Kovenock and de Vries 1996).
    """
    cdef Arena leading = position.arena, following = position.arena
    cdef Footprint footprint, second_footprint
    cdef int first = position.plan[0][position.slot], second = position.plan[1][position.slot]
    perform_both(&leading, rules, first, second, &footprint, &second_footprint, NULL)
    perform_both(&following, rules, second, first, &footprint, &second_footprint, NULL)
    return <int>(rough_value(&leading) - rough_value(&following))


cdef inline int rollout_bid(const Position* position, const Rules* rules, bint mirrored, Rng* rng) noexcept nogil:
    """Return the AP that the seat to move bids in a rollout.

    Both seats bid half the stake, the mean payment in equilibrium. A coin decides which seat bids 1 AP more and acts
    first: rollouts then average both orders without the noise of random bids. `mirrored` flips the coin.
    """
    cdef int seat = position.seat, ap = position.arena.ap[seat], opponent_ap = position.arena.ap[seat ^ 1]
    cdef int half = min(max(stake(position, rules), 2), MAX_SENSIBLE_BID) // 2
    cdef int paid = max(min(half, min(ap, opponent_ap) - 1), 0)
    if seat == 1:
        return min(paid if position.first_bid > paid else paid + 1, ap)
    return paid + (opponent_ap == 0 or below(rng, 2) != mirrored)


cdef inline void bid_priors(
    const Position* position, const Rules* rules, const int* bids, int count, float* priors
) noexcept nogil:
    """Write the prior of each bid: decreasing, and small above one and a half times the stake. They sum to 1."""
    cdef int i, bid, limit = min(max(3 * stake(position, rules) // 2, 6), MAX_SENSIBLE_BID)
    cdef float total = 0
    for i in range(count):
        bid = rules.bid_value[bids[i] - ITEMS]
        priors[i] = <float>1.0 / (4 + bid) if bid <= limit else <float>0.002 / (4 + bid)
        total += priors[i]
    for i in range(count):
        priors[i] /= total


# Priors of items ------------------------------------------------------------------------------------------------------
# An item is weighed by its effect after the known items, as if the opponent did nothing. Many items have no effect, or
# the effect of a cheaper one (pushes of nothing, pushes for the wrong AP, walks into walls), and get small weights.

cdef struct PushEffect:     # of a Herb's push of 1 to 3 squares for enough AP
    bint known
    int steps
    int cost
    double gain


cdef inline double gain_of(const Arena* before, const Arena* after, int seat) noexcept nogil:
    """Return the points that an action brings a seat, less those that it brings the opponent."""
    return after.points[seat] - before.points[seat] - (after.points[seat ^ 1] - before.points[seat ^ 1])


cdef inline double scaled_weight(double weight, double gain) noexcept nogil:
    """Return a weight raised by a gain in points, or lowered by a loss."""
    return weight * (1 + 3 * gain) if gain > 0 else weight / (1 - gain)


cdef inline double push_weight(
    const Arena* arena, const Rules* rules, int item, PushEffect* effects
) noexcept nogil:
    """Return the weight of a push: large for the cheapest payment that moves the line this far, less for others.

    `effects` keeps what pushes of the same length have in common: 3 for each of the seat's Herbs.
    """
    cdef Arena after
    cdef Line line
    cdef int herb = herb_of(item), k = item % HERB_ITEMS, length = rules.squares[k]
    cdef PushEffect* effect = &effects[3 * (herb & 1) + length - 1]
    cdef int excess
    if not effect.known:
        effect.known = True
        measure_push(arena, herb, length, UNLIMITED, &line)
        effect.steps = line.steps
        effect.cost = line.cost
        if line.steps == length:
            after = arena[0]
            push(&after, herb, item, length, UNLIMITED, rules.patterns, &line, NULL)
            effect.gain = gain_of(arena, &after, owner(herb))
    excess = rules.cost[k] - effect.cost
    if effect.steps < length or excess < 0:
        return 0.001
    if excess > 6:
        return 0.06 / excess
    return scaled_weight(0.06 / excess if excess else 1, effect.gain)


cdef inline double action_weight(
    const Arena* arena, const Rules* rules, int item, PushEffect* effects
) noexcept nogil:
    """Return the weight of an action, above 0. For `effects` see `push_weight`."""
    cdef Arena after
    cdef Footprint footprint
    cdef int herb = herb_of(item), k = item % HERB_ITEMS, seat = owner(herb), origin = arena.square[herb]
    cdef int kind = rules.kind[k], walked, front
    cdef double weight = 1
    if not alive(arena, herb):
        return 0.001
    if kind == PUSH:
        return push_weight(arena, rules, item, effects)
    after = arena[0]
    perform(&after, rules, item, &footprint, NULL)
    if not alive(&after, herb):
        return 0.002
    if kind == FORWARD or kind == BACKWARD:
        walked = (after.square[herb] - origin) // step_of(arena.facing[herb])
        if max(walked, -walked) < rules.squares[k]:
            return 0.003
        weight = 0.8 if kind == FORWARD else 0.5
    elif kind == FIRE:
        weight = 0.05 if footprint.hit < 0 else 1.5
    elif after.facing[herb] == arena.facing[herb]:     # paint
        front = origin + step_of(arena.facing[herb])
        weight = 0.3 if after.cells[front] != arena.cells[front] else 0.15
    return scaled_weight(weight, gain_of(arena, &after, seat))


cdef inline double stone_weight(const Position* position, const Rules* rules, int item) noexcept nogil:
    """Return the weight of a stone: large beside pits, then beside other stones, small where it cannot be placed."""
    cdef int square = square_of(rules, item), facing, cell
    cdef double weight = 0.2
    if position.arena.cells[square] != EMPTY or beside_own_herb(position, position.seat, square):
        return 0.01
    for facing in range(4):
        cell = position.arena.cells[square + step_of(facing)]
        if cell == PIT:
            weight += 2
        elif cell <= BLACK and cell != EMPTY:
            weight += 0.2
    return weight * (1.5 if is_white(item) else 1)


cdef inline void item_priors(
    const Position* position, const Rules* rules, const int* items, int count, float* priors
) noexcept nogil:
    """Write the prior of each item that the seat to move can write. They sum to 1."""
    cdef Position known
    cdef Arena projected
    cdef PushEffect effects[6]
    cdef float total = 0
    cdef int i
    take_known(position, rules, position.seat, &known)
    project(&known, rules, known.seat, &projected)
    for i in range(6):
        effects[i].known = False
    known.arena = projected
    for i in range(count):
        if is_stone(items[i]):
            priors[i] = <float>stone_weight(&known, rules, items[i])
        else:
            priors[i] = <float>action_weight(&projected, rules, items[i], effects)
        total += priors[i]
    for i in range(count):
        priors[i] /= total
