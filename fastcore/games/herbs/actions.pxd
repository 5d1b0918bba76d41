"""The actions of Herbs, and the two orders of a slot.

Every action tells what part of the board it looked at or changed, as a rectangle. Two actions whose rectangles are
apart do the same in either order, so most slots are carried out just once.
"""

from libc.string cimport memcmp

from fastcore.games.herbs.push cimport Line, push, remove_herb, score_herb
from fastcore.games.herbs.rules cimport (
    BACKWARD, BLACK, BLACKEN, EMPTY, FIRE, FORWARD, HALF_TURN, HERB, HERB_ITEMS, PIT, PUSH, RIGHT_TURN, WALL, WHITE,
    WHITEN, WIDTH, Arena, Rules, herb_of, seat_of_herb, step,
)
from fastcore.games.herbs.story cimport (
    BLOCKED, FRUITLESS, LOST, MOVED, NO_HERB, NOTHING_THERE, PAINTED, STRUCK, TURNED, Story, at, note,
)

cdef enum:
    RANGE = 5           # squares that a shot reaches
    LOSS = 3            # AP that a hit costs its owner

cdef struct Touched:
    int low_row
    int high_row
    int low_column
    int high_column
    int hit             # the Herb that was hit by fire, or -1


cdef inline void touch(Touched* touched, int place, int ahead, int reach, int margin) noexcept nogil:
    """The rectangle from a place to `reach` squares ahead, and so many squares around."""
    cdef int end = place + reach * ahead
    cdef int row = place // WIDTH, column = place % WIDTH
    cdef int last_row, last_column
    if ahead == 1 or ahead == -1:
        last_row = row
        last_column = column + reach * ahead
    else:
        last_row = row + (reach if ahead > 0 else -reach)
        last_column = column
    touched.low_row = min(row, last_row) - margin
    touched.high_row = max(row, last_row) + margin
    touched.low_column = min(column, last_column) - margin
    touched.high_column = max(column, last_column) + margin


cdef inline bint apart(const Touched* a, const Touched* b) noexcept nogil:
    return (
        a.high_row < b.low_row or b.high_row < a.low_row
        or a.high_column < b.low_column or b.high_column < a.low_column
    )


cdef inline void walk(Arena* arena, int herb, int item, int ahead, int squares, Story* story) noexcept nogil:
    """Forward or backward, up to so many squares, until something stands in the way or a pit ends it."""
    cdef int was = arena.place[herb]
    cdef int place = was, walked = 0
    while walked < squares and arena.cells[place] != PIT:
        if arena.cells[place + ahead] != EMPTY and arena.cells[place + ahead] != PIT:
            break
        place += ahead
        walked += 1
    if walked == 0:
        note(story, FRUITLESS, seat_of_herb(herb), item, BLOCKED, 0)
        at(story, was)
        return
    arena.cells[was] = EMPTY
    if arena.cells[place] == PIT:
        arena.place[herb] = 0
    else:
        arena.cells[place] = HERB + herb
        arena.place[herb] = place
    note(story, MOVED, seat_of_herb(herb), herb, walked, 0)
    at(story, was)
    at(story, place)
    if arena.place[herb] == 0:
        remove_herb(arena, herb, seat_of_herb(herb), place, story)


cdef inline int fire(Arena* arena, int herb, int item, Story* story) noexcept nogil:
    """The Herb that is hit, or -1."""
    cdef int seat = seat_of_herb(herb)
    cdef int ahead = step(arena.facing[herb])
    cdef int place = arena.place[herb] + ahead
    cdef int distance = 1, hit, owner, loss, beyond, cell
    while distance < RANGE and (arena.cells[place] == EMPTY or arena.cells[place] == PIT):
        place += ahead
        distance += 1
    cell = arena.cells[place]
    if cell < HERB or cell == WALL:
        note(story, FRUITLESS, seat, item, NOTHING_THERE if cell != WHITE and cell != BLACK else BLOCKED, 0)
        at(story, arena.place[herb])
        return -1
    hit = cell - HERB
    owner = seat_of_herb(hit)
    loss = min(LOSS, arena.ap[owner])
    arena.ap[owner] -= loss
    beyond = place + ahead
    if arena.cells[beyond] == EMPTY:
        arena.cells[place] = EMPTY
        arena.cells[beyond] = cell
        arena.place[hit] = beyond
    elif arena.cells[beyond] == PIT:
        arena.cells[place] = EMPTY
        arena.place[hit] = 0
        arena.facing[hit] = 0
    else:
        beyond = place
    note(story, STRUCK, seat, hit, loss, 0)
    at(story, place)
    at(story, beyond)
    if arena.place[hit] == 0:
        remove_herb(arena, hit, seat, beyond, story)
        score_herb(arena, hit, seat, beyond, story)
    return hit


cdef inline void paint(Arena* arena, int herb, int item, int colour, Story* story) noexcept nogil:
    cdef int front = arena.place[herb] + step(arena.facing[herb])
    if arena.cells[front] == WHITE + BLACK - colour:
        arena.cells[front] = colour
        note(story, PAINTED, seat_of_herb(herb), colour, 0, 0)
        at(story, front)
    else:
        note(story, FRUITLESS, seat_of_herb(herb), item, NOTHING_THERE, 0)
        at(story, arena.place[herb])


cdef inline void turn(Arena* arena, int herb, int quarters, Story* story) noexcept nogil:
    arena.facing[herb] = (arena.facing[herb] + quarters) & 3
    note(story, TURNED, seat_of_herb(herb), herb, arena.facing[herb], 0)
    at(story, arena.place[herb])


cdef inline void act(Arena* arena, const Rules* rules, int item, Touched* touched, Story* story) noexcept nogil:
    """Carry out one action."""
    cdef Line line
    cdef int herb = herb_of(item), k = item % HERB_ITEMS
    cdef int kind = rules.kind[k], place = arena.place[herb], ahead = step(arena.facing[herb])
    touched.hit = -1
    if place == 0:
        # what destroyed it may have been the other action of this slot
        touched.low_row = touched.low_column = 0
        touched.high_row = touched.high_column = WIDTH
        note(story, FRUITLESS, seat_of_herb(herb), item, NO_HERB, 0)
    elif kind == PUSH:
        if push(arena, herb, item, rules.count[k], rules.cost[k], rules.pattern, &line, story):
            touched.low_row = touched.low_column = 0
            touched.high_row = touched.high_column = WIDTH
        else:
            touch(touched, place, ahead, line.reach, 1 if line.steps else 0)
    elif kind == FORWARD:
        touch(touched, place, ahead, rules.count[k], 0)
        walk(arena, herb, item, ahead, rules.count[k], story)
    elif kind == BACKWARD:
        touch(touched, place, -ahead, rules.count[k], 0)
        walk(arena, herb, item, -ahead, rules.count[k], story)
    elif kind == FIRE:
        touch(touched, place, ahead, RANGE + 1, 0)
        touched.hit = fire(arena, herb, item, story)
    elif kind == WHITEN or kind == BLACKEN:
        touch(touched, place, ahead, 1, 0)
        paint(arena, herb, item, WHITE if kind == WHITEN else BLACK, story)
    else:
        touch(touched, place, ahead, 0, 0)
        turn(arena, herb, 2 if kind == HALF_TURN else 1 if kind == RIGHT_TURN else 3, story)


cdef inline void act_in_order(
    Arena* arena, const Rules* rules, int first, int second, Touched* one, Touched* other, Story* story
) noexcept nogil:
    """Both actions of a slot. The second is lost if its Herb is hit by the first."""
    act(arena, rules, first, one, story)
    if one.hit == herb_of(second):
        touch(other, 0, 1, 0, WIDTH)
        note(story, LOST, seat_of_herb(herb_of(second)), second, 0, 0)
    else:
        act(arena, rules, second, other, story)


cdef inline bint settled(Arena* arena, const Rules* rules, int first, int second) noexcept nogil:
    """Carry out the actions of both seats' living Herbs if their order does not matter; else change nothing."""
    cdef Arena before = arena[0]
    cdef Arena swapped
    cdef Touched one, other
    act_in_order(arena, rules, first, second, &one, &other, NULL)
    if apart(&one, &other):
        return True
    swapped = before
    act_in_order(&swapped, rules, second, first, &one, &other, NULL)
    if memcmp(&swapped, arena, sizeof(Arena)) == 0:
        return True
    arena[0] = before
    return False
