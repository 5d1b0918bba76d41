"""Static evaluation of Herbs: points, AP, the points that Herbs can score soon, and their squares.

The terms are counted for seat 0. Their sum is divided by a number that grows with the AP left in the game, because a
lead matters less while much AP is left. Plans are valued by their effect: known items are executed on a copy, once with
seat 0 and once with seat 1 first in every slot, and the two results are averaged. `fit.py` fits the weights.
"""

from libc.math cimport sqrt

from fastcore.games.herbs.actions cimport (
    FIRE_RANGE, MAX_LINE, Footprint, Line, is_piece, perform, perform_both, piece_cost, push,
)
from fastcore.games.herbs.patterns cimport stone_points
from fastcore.games.herbs.position cimport (
    BLACK, EMPTY, HERB, PIT, WALL, WHITE, WIDTH, Arena, Position, Rules, alive, is_white, owner, square_of, step_of,
)
from fastcore.games.herbs.rounds cimport beside_own_herb
from fastcore.games.herbs.weights cimport HERBS_PLACE, HERBS_WEIGHT, TERMS

cdef enum:              # terms
    POINTS
    ACTION_POINTS
    IMMEDIATE_GAINS     # largest gain from one push or shot without a walk
    APPROACH_GAINS      # largest gain from one push after a walk
    READY_GAINS         # gain from one push straight ahead
    PLACES              # values of the squares of living Herbs

cdef enum:
    AMOUNTS = TERMS + 1
    DIVISOR = TERMS     # index of the divisor, which follows the amounts of the terms
    MAX_WALK = 6
    AP_SCALE = 20       # total AP by which the divisor grows by 1


# Gains ----------------------------------------------------------------------------------------------------------------

cdef inline void put_herb(Arena* arena, int herb, int square, int facing) noexcept nogil:
    """Move a Herb to a square."""
    arena.cells[arena.square[herb]] = EMPTY
    arena.cells[square] = HERB + herb
    arena.square[herb] = square
    arena.facing[herb] = facing


cdef inline bint would_complete_pattern(
    const Arena* arena, const int* pieces, int count, int length, int square, int step
) noexcept nogil:
    """Return whether one of the `length` pieces of a line would be a stone in a pattern, new or not.

    Args:
        arena: the arena before the push.
        pieces: those of the line, nearest first, and what is behind it: `count` cells, then WALL.
        square: the first piece's square after the push.
        step: the direction of the push.
    """
    cdef int across = WIDTH + 1 - step if step > 0 else WIDTH + 1 + step
    cdef int i, k, colour, side, half, run
    for i in range(length):
        colour = pieces[i]
        if colour < HERB:
            run = 1
            k = i + 1
            while pieces[k] == colour:
                run += 1
                k += 1
            k = i - 1
            while k >= 0 and pieces[k] == colour:
                run += 1
                k -= 1
            if run >= 4:
                return True
            if arena.cells[square + across] == colour or arena.cells[square - across] == colour:
                run = 1
                for half in range(2):
                    side = across if half else -across
                    k = square + side
                    if arena.cells[k] == colour and (
                        (pieces[i + 1] == colour and arena.cells[k + step] == colour)
                        or (i > 0 and pieces[i - 1] == colour and arena.cells[k - step] == colour)
                    ):
                        return True
                    while arena.cells[k] == colour:
                        run += 1
                        k += side
                if run >= 4:
                    return True
        square += step
    return False


cdef inline double best_push_gain(
    const Arena* arena, const Rules* rules, int herb, int square, int facing
) noexcept nogil:
    """Return the largest gain in points, less a tenth of the AP, from one push by a Herb on a square with a facing.

    Return 0 if no push gains anything. A push of n squares may cost at most 8 * n AP, and not more than the seat has. Only
    pushes that complete a pattern are carried out, on a copy.
    """
    cdef Arena resolved
    cdef Line line
    cdef int pieces[MAX_LINE + 4]
    cdef int seat = owner(herb), step = step_of(facing), end = square + step
    cdef int n, k, paid, length = 0, count, step_cost = 0, cost = 0, points = 0
    cdef double best = 0, gain
    if not is_piece(arena.cells[end]):
        return 0
    for n in range(1, 4):
        while is_piece(arena.cells[end]):
            pieces[length] = arena.cells[end]
            step_cost += piece_cost(pieces[length])
            length += 1
            end += step
        if length == 0 or arena.cells[end] == WALL:
            break
        cost += step_cost
        if arena.cells[end] == PIT:
            length -= 1
            step_cost -= piece_cost(pieces[length])
            if pieces[length] < HERB:
                points += stone_points(pieces[length])
            elif owner(pieces[length] - HERB) != seat:
                points += 4
        else:
            end += step
        paid = min(8 * n, arena.ap[seat])
        if cost > paid:
            continue
        gain = points
        count = length
        k = end
        while count < length + 3 and arena.cells[k] != WALL:
            pieces[count] = arena.cells[k]
            count += 1
            k += step
        pieces[count] = WALL
        if would_complete_pattern(arena, pieces, count, length, square + (n + 1) * step, step):
            resolved = arena[0]
            put_herb(&resolved, herb, square, facing)
            push(&resolved, herb, 0, n, paid, rules.patterns, &line, NULL)
            gain = resolved.points[seat] - arena.points[seat]
        best = max(best, gain - 0.1 * cost)
    return best


cdef inline double immediate_gain(const Arena* arena, const Rules* rules, int herb, double* ready) noexcept nogil:
    """Return the largest gain, less a tenth of the AP, from one push or shot of a Herb in any direction.

    Write the gain from a push straight ahead to `ready`.
    """
    cdef int seat = owner(herb)
    cdef int facing, step, square, distance
    cdef double best = 0, gain
    for facing in range(4):
        step = step_of(facing)
        square = arena.square[herb] + step
        gain = best_push_gain(arena, rules, herb, arena.square[herb], facing)
        best = max(best, gain)
        if facing == arena.facing[herb]:
            ready[0] = gain
        for distance in range(FIRE_RANGE):
            if arena.cells[square] != EMPTY and arena.cells[square] != PIT:
                break
            square += step
        if arena.cells[square] < HERB or arena.cells[square] == WALL:
            continue
        if owner(arena.cells[square] - HERB) != seat and arena.cells[square + step] == PIT:
            best = max(best, 3.8)
    return best


cdef inline double approach_gain(const Arena* arena, const Rules* rules, int herb) noexcept nogil:
    """Return the largest gain, less a tenth of the AP, from one push of a Herb after a walk in any one direction."""
    cdef int facing, step, square, walked
    cdef double best = 0
    for facing in range(4):
        step = step_of(facing)
        square = arena.square[herb]
        walked = 0
        while walked < MAX_WALK and arena.cells[square + step] == EMPTY:
            square += step
            walked += 1
        if walked:
            best = max(best, best_push_gain(arena, rules, herb, square, facing) - 0.1 * walked)
    return best


# Terms ----------------------------------------------------------------------------------------------------------------

cdef inline double term_divisor(int ap) noexcept nogil:
    """Return the divisor of all terms for the total AP of both seats."""
    return 1 + ap / <double>AP_SCALE


cdef inline void arena_terms(const Arena* arena, const Rules* rules, double* amounts) noexcept nogil:
    """Write the amounts of the terms of an arena, and the divisor: AMOUNTS numbers."""
    cdef int herb, sign
    cdef double ready = 0
    amounts[POINTS] = arena.points[0] - arena.points[1]
    amounts[ACTION_POINTS] = arena.ap[0] - arena.ap[1]
    amounts[IMMEDIATE_GAINS] = amounts[APPROACH_GAINS] = amounts[READY_GAINS] = amounts[PLACES] = 0
    amounts[DIVISOR] = term_divisor(arena.ap[0] + arena.ap[1])
    for herb in range(4):
        if alive(arena, herb):
            sign = 1 if herb < 2 else -1
            amounts[IMMEDIATE_GAINS] += sign * immediate_gain(arena, rules, herb, &ready)
            amounts[APPROACH_GAINS] += sign * approach_gain(arena, rules, herb)
            amounts[READY_GAINS] += sign * ready
            amounts[PLACES] += sign * HERBS_PLACE[arena.square[herb]]


cdef inline int planned_item(const Position* position, int seat, int k) noexcept nogil:
    """Return the k-th item of a plan; NONE if it is not written, UNKNOWN if it is hidden."""
    return position.plan[seat][k] if k < position.plan_length[seat] else -1


cdef inline void project(const Position* position, const Rules* rules, int leader, Arena* arena) noexcept nogil:
    """Write the arena after all known remaining items, as if `leader` acted first in every slot without a bid."""
    cdef Position copy = position[0]
    cdef Footprint footprint, second_footprint
    cdef int k, first, second, seat, item, square
    for k in range(position.slot, rules.actions):
        first, second = planned_item(position, leader, k), planned_item(position, leader ^ 1, k)
        if first >= 0 and second >= 0:
            perform_both(&copy.arena, rules, first, second, &footprint, &second_footprint, NULL)
        elif first >= 0 or second >= 0:
            perform(&copy.arena, rules, max(first, second), &footprint, NULL)
    for seat in range(2):
        item = planned_item(position, seat, rules.actions)
        if item >= 0:
            square = square_of(rules, item)
            if copy.arena.cells[square] == EMPTY and not beside_own_herb(&copy, seat, square):
                copy.arena.cells[square] = WHITE if is_white(item) else BLACK
    arena[0] = copy.arena


cdef inline void position_terms(const Position* position, const Rules* rules, double* amounts) noexcept nogil:
    """Write the amounts of the terms of a position before the end, and the divisor: AMOUNTS numbers."""
    cdef Arena arena
    cdef double swapped[AMOUNTS]
    cdef int i
    project(position, rules, 0, &arena)
    arena_terms(&arena, rules, amounts)
    if position.plan_length[0] > position.slot and position.plan_length[1] > position.slot:
        project(position, rules, 1, &arena)
        arena_terms(&arena, rules, swapped)
        for i in range(AMOUNTS):
            amounts[i] = (amounts[i] + swapped[i]) / 2


cdef inline double squash(const double* amounts) noexcept nogil:
    """Return the value for seat 0, in [-1, 1], of AMOUNTS numbers.

    These operations are correctly rounded under IEEE 754, so every machine gets the same value.
    """
    cdef double lead = 0
    cdef int i
    for i in range(TERMS):
        lead += HERBS_WEIGHT[i] * amounts[i]
    lead /= amounts[DIVISOR]
    return lead / sqrt(1 + lead * lead)
