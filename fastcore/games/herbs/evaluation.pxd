"""A static evaluation of Herbs: points, AP, and what Herbs could score soon.

The terms are counted for the first seat, and weigh the less the more AP are left in all: a lead is worth what it is beside all
that is still to come. Plans are judged by what they would do: known items are carried out
on a copy, once with the first and once with the second seat leading in every slot, and the mean of both counts. `fit.py`
finds the weights.
"""

from libc.math cimport sqrt

from fastcore.games.herbs.actions cimport RANGE, Touched, act_in_order, act
from fastcore.games.herbs.push cimport Line, is_piece, push
from fastcore.games.herbs.rounds cimport near_own_herb
from fastcore.games.herbs.rules cimport (
    BLACK, EMPTY, HERB, PIT, WALL, WHITE, Arena, Position, Rules, alive, is_white, place_of, seat_of_herb, step,
)

from fastcore.games.herbs.weights cimport HERBS_WEIGHT, TERMS

cdef enum:              # terms
    POINTS
    ACTION_POINTS
    BLOWS
    CHARGES

cdef enum:
    AMOUNTS = TERMS + 1
    TO_COME = TERMS     # stands behind the amounts of the terms
    LONGEST_WALK = 6
    AP_TO_COME = 20     # AP of both seats that are worth as much as the end itself, where what is still to come is weighed


cdef inline double best_push(const Arena* arena, const Rules* rules, int herb, int place, int facing) noexcept nogil:
    """The most that one push of a Herb would bring if it stood on this place and faced so, less a tenth of its AP; 0 if
    none brings anything."""
    cdef Arena copy
    cdef Line line
    cdef int seat = seat_of_herb(herb), n, steps = 0
    cdef double best = 0, worth
    if not is_piece(arena.cells[place + step(facing)]):
        return 0
    for n in range(1, 4):
        copy = arena[0]
        copy.cells[copy.place[herb]] = EMPTY
        copy.cells[place] = HERB + herb
        copy.place[herb] = place
        copy.facing[herb] = facing
        push(&copy, herb, 0, n, 8 * n, rules.pattern, &line, NULL)
        worth = copy.points[seat] - arena.points[seat] - (copy.points[seat ^ 1] - arena.points[seat ^ 1])
        best = max(best, worth - 0.1 * line.cost)
        if line.steps == steps:
            break
        steps = line.steps
    return best


cdef inline double blow(const Arena* arena, const Rules* rules, int herb) noexcept nogil:
    """The most that one push or shot of a Herb would bring now, after a turn if need be, less a tenth of its AP."""
    cdef int seat = seat_of_herb(herb)
    cdef int facing, ahead, place, distance
    cdef double best = 0
    for facing in range(4):
        ahead = step(facing)
        place = arena.place[herb] + ahead
        best = max(best, best_push(arena, rules, herb, arena.place[herb], facing))
        for distance in range(RANGE):
            if arena.cells[place] != EMPTY and arena.cells[place] != PIT:
                break
            place += ahead
        if arena.cells[place] < HERB or arena.cells[place] == WALL:
            continue
        if seat_of_herb(arena.cells[place] - HERB) != seat and arena.cells[place + ahead] == PIT:
            best = max(best, 3.8)
    return best


cdef inline double charge(const Arena* arena, const Rules* rules, int herb) noexcept nogil:
    """The most that one push of a Herb would bring after a walk straight ahead, with a turn before it if need be; less a
    tenth of the AP."""
    cdef int facing, ahead, place, walked
    cdef double best = 0
    for facing in range(4):
        ahead = step(facing)
        place = arena.place[herb]
        walked = 0
        while walked < LONGEST_WALK and arena.cells[place + ahead] == EMPTY:
            place += ahead
            walked += 1
        if walked:
            best = max(best, best_push(arena, rules, herb, place, facing) - 0.1 * walked)
    return best


cdef inline double to_come(int ap) noexcept nogil:
    """By what all terms are divided while so many AP are left in all."""
    return 1 + ap / <double>AP_TO_COME


cdef inline void term_amounts(const Arena* arena, const Rules* rules, double* amounts) noexcept nogil:
    cdef int herb, sign
    amounts[POINTS] = arena.points[0] - arena.points[1]
    amounts[ACTION_POINTS] = arena.ap[0] - arena.ap[1]
    amounts[BLOWS] = amounts[CHARGES] = 0
    amounts[TO_COME] = to_come(arena.ap[0] + arena.ap[1])
    for herb in range(4):
        if alive(arena, herb):
            sign = 1 if herb < 2 else -1
            amounts[BLOWS] += sign * blow(arena, rules, herb)
            amounts[CHARGES] += sign * charge(arena, rules, herb)


cdef inline int item_at(const Position* position, int seat, int k) noexcept nogil:
    """The k-th item of a plan; below 0 if it is not written or not known."""
    return position.plan[seat][k] if k < position.written[seat] else -1


cdef inline void foresee(const Position* position, const Rules* rules, int leader, Arena* arena) noexcept nogil:
    """The arena after the known items that are still to come, as if every slot had this leader and no bid."""
    cdef Position copy = position[0]
    cdef Touched one, other
    cdef int k, first, second, seat, item, place
    for k in range(position.slot, rules.actions):
        first, second = item_at(position, leader, k), item_at(position, leader ^ 1, k)
        if first >= 0 and second >= 0:
            act_in_order(&copy.arena, rules, first, second, &one, &other, NULL)
        elif first >= 0 or second >= 0:
            act(&copy.arena, rules, max(first, second), &one, NULL)
    for seat in range(2):
        item = item_at(position, seat, rules.actions)
        if item >= 0:
            place = place_of(rules, item)
            if copy.arena.cells[place] == EMPTY and not near_own_herb(&copy, seat, place):
                copy.arena.cells[place] = WHITE if is_white(item) else BLACK
    arena[0] = copy.arena


cdef inline void foreseen_amounts(const Position* position, const Rules* rules, double* amounts) noexcept nogil:
    """The terms of a position that is not over."""
    cdef Arena arena
    cdef double swapped[AMOUNTS]
    cdef int i
    foresee(position, rules, 0, &arena)
    term_amounts(&arena, rules, amounts)
    if position.written[0] > position.slot and position.written[1] > position.slot:
        foresee(position, rules, 1, &arena)
        term_amounts(&arena, rules, swapped)
        for i in range(AMOUNTS):
            amounts[i] = (amounts[i] + swapped[i]) / 2


cdef inline double squashed(const double* amounts) noexcept nogil:
    """The first seat's value in [-1, 1]. Only operations that IEEE 754 rounds exactly: every machine gets the same."""
    cdef double lead = 0
    cdef int i
    for i in range(TERMS):
        lead += HERBS_WEIGHT[i] * amounts[i]
    lead /= amounts[TO_COME]
    return lead / sqrt(1 + lead * lead)
