"""Push: a Herb pushes the line in front of it step by step, if what was paid suffices; then patterns may move apart."""

from libc.stdint cimport uint8_t

from fastcore.games.herbs.patterns cimport (
    Waves, add_moved, begin_waves, has_alike, run_waves, stone_points,
)
from fastcore.games.herbs.rules cimport BLACK, EMPTY, HERB, PIT, WALL, WHITE, Arena, seat_of_herb, step
from fastcore.games.herbs.story cimport (
    BLOCKED, DESTROYED, FALLEN_HERB, FALLEN_STONE, FRUITLESS, NOTHING_THERE, PUSHED, SCORED, TOO_DEAR, Story, at, note,
)

cdef enum:
    LONGEST_LINE = 11

cdef struct Line:
    int steps                       # that are made, 0 if none
    int hindrance                   # why none is made, -1 if some are
    int cost                        # AP for the steps
    int length                      # pieces in the line after the last step
    int reach                       # squares ahead of the Herb that were looked at
    uint8_t was[LONGEST_LINE]       # where the pieces of the line stood before the push, nearest first


cdef inline bint is_piece(int cell) noexcept nogil:
    return cell != EMPTY and cell != PIT and cell != WALL


cdef inline int weight(int cell) noexcept nogil:
    """AP for moving this piece one square."""
    return 1 if cell == WHITE else 2


cdef inline void look_along(const Arena* arena, int herb, int most, int paid, Line* line) noexcept nogil:
    """What a push of up to `most` squares would do."""
    cdef int ahead = step(arena.facing[herb])
    cdef int next = arena.place[herb] + ahead
    cdef int burden = 0
    line.steps = 0
    line.cost = 0
    line.length = 0
    line.reach = 1
    while line.steps < most:
        while is_piece(arena.cells[next]):
            burden += weight(arena.cells[next])
            line.was[line.length] = next
            line.length += 1
            next += ahead
            line.reach += 1
        if line.length == 0 or arena.cells[next] == WALL:
            break
        line.cost += burden
        if line.cost > paid:
            line.steps = 0
            line.hindrance = TOO_DEAR
            return
        line.steps += 1
        if arena.cells[next] == PIT:
            line.length -= 1
            burden -= weight(arena.cells[line.was[line.length]])
        else:
            next += ahead
            line.reach += 1
    line.hindrance = -1 if line.steps else BLOCKED if line.length else NOTHING_THERE


cdef inline void put_piece(Arena* arena, int piece, int place) noexcept nogil:
    arena.cells[place] = piece
    if piece >= HERB:
        arena.place[piece - HERB] = place


cdef inline void remove_herb(Arena* arena, int herb, int seat, int pit, Story* story) noexcept nogil:
    """A Herb fell into a pit, by `seat`; it stands nowhere any more."""
    arena.place[herb] = 0
    arena.facing[herb] = 0
    note(story, DESTROYED, seat, herb, 0, 0)
    at(story, pit)


cdef inline void score_herb(Arena* arena, int herb, int seat, int pit, Story* story) noexcept nogil:
    if seat_of_herb(herb) != seat:
        arena.points[seat] += 4
        note(story, SCORED, seat, 4, FALLEN_HERB, 0)
        at(story, pit)


cdef inline void push_step(Arena* arena, int herb, Story* story) noexcept nogil:
    """The line moves one square and the Herb follows."""
    cdef int seat = seat_of_herb(herb)
    cdef int ahead = step(arena.facing[herb])
    cdef int own = arena.place[herb]
    cdef int end = own + ahead
    cdef int place, piece, fallen = EMPTY, cost = 0
    while is_piece(arena.cells[end]):
        cost += weight(arena.cells[end])
        end += ahead
    if arena.cells[end] == PIT:
        fallen = arena.cells[end - ahead]
        if fallen >= HERB:
            arena.place[fallen - HERB] = 0
            arena.facing[fallen - HERB] = 0
    else:
        put_piece(arena, arena.cells[end - ahead], end)
    place = end - ahead
    while place != own:
        put_piece(arena, arena.cells[place - ahead], place)
        place -= ahead
    arena.cells[own] = EMPTY
    if story != NULL:
        note(story, PUSHED, seat, herb, cost, 0)
        place = own + ahead
        while is_piece(arena.cells[place]) and place != end + ahead:
            at(story, place)
            place += ahead
    if fallen >= HERB:
        remove_herb(arena, fallen - HERB, seat, end, story)
        score_herb(arena, fallen - HERB, seat, end, story)
    elif fallen != EMPTY:
        arena.points[seat] += stone_points(fallen)
        note(story, SCORED, seat, stone_points(fallen), FALLEN_STONE, 0)
        at(story, end)


cdef inline void move_patterns(Arena* arena, int herb, int pattern, const Line* line, Story* story) noexcept nogil:
    cdef Waves waves
    cdef int ahead = step(arena.facing[herb])
    cdef int i, place = arena.place[herb]
    begin_waves(&waves, seat_of_herb(herb))
    for i in range(line.length):
        place += ahead
        if arena.cells[place] == WHITE or arena.cells[place] == BLACK:
            add_moved(&waves, line.was[i], place)
    run_waves(arena, &waves, pattern, story)


cdef inline bint push(
    Arena* arena, int herb, int item, int most, int paid, int pattern, Line* line, Story* story
) noexcept nogil:
    """Push; returns whether patterns had to be looked for farther than beside the line."""
    cdef int ahead, i, place
    look_along(arena, herb, most, paid, line)
    if line.steps == 0:
        note(story, FRUITLESS, seat_of_herb(herb), item, line.hindrance, 0)
        at(story, arena.place[herb])
        return False
    for i in range(line.steps):
        push_step(arena, herb, story)
    ahead = step(arena.facing[herb])
    place = arena.place[herb]
    for i in range(line.length):
        place += ahead
        if arena.cells[place] < HERB and has_alike(arena, place):
            move_patterns(arena, herb, pattern, line, story)
            return True
    return False
