"""Patterns: rows and squares of four stones, and the waves in which new ones move apart.

Stones keep their identity: `origin` tells where the stone on a place stood when the action began, `previous` where it
stood before the push or the last wave. What moved is listed, so that only patterns around those stones are looked at.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memset

from fastcore.games.herbs.rules cimport BLACK, CELLS, EMPTY, HERB, PIT, WIDTH, Arena
from fastcore.games.herbs.story cimport FALLEN_STONE, ROW, SCORED, SQUARE, WAVE, Story, at, note

cdef enum:
    MAX_STONES = 121
    MAX_SCORED = 4096      # patterns in one action; 166 at most in 60,000 pushes on crowded boards

cdef extern from *:
    """
    /* how the stones of a row move along it, by pattern option */
    static const signed char HERBS_APART[3][4] = {{-1, -1, 1, 1}, {-2, -1, 1, 2}, {-1, 0, 0, 1}};
    """
    const signed char HERBS_APART[3][4]

cdef struct Waves:
    int seat                        # whose action it is
    int moved
    int touched
    int scored
    uint8_t at[MAX_STONES]         # where the stones that moved last stand now
    uint8_t order[CELLS]            # 1 + index in `at`; 0 for stones that did not move
    uint8_t origin[CELLS]
    uint8_t previous[CELLS]
    uint8_t involved[MAX_STONES]   # places of the stones of new patterns
    uint8_t shares[CELLS]           # in how many new patterns the stone is
    int8_t right[CELLS]             # sums of displacements; then the displacement
    int8_t up[CELLS]
    uint32_t seen[MAX_SCORED]      # the patterns that have scored: their four origins in order


cdef inline bint has_alike(const Arena* arena, int place) noexcept nogil:
    """Whether a stone has a stone of its colour beside it, without which it is in no pattern."""
    cdef int colour = arena.cells[place]
    return (
        arena.cells[place + 1] == colour or arena.cells[place - 1] == colour
        or arena.cells[place + WIDTH] == colour or arena.cells[place - WIDTH] == colour
    )


cdef inline int stone_points(int colour) noexcept nogil:
    return 3 if colour == BLACK else 1


cdef inline void sort_four(uint8_t* four) noexcept nogil:
    cdef int i, k
    cdef uint8_t one
    for i in range(1, 4):
        one = four[i]
        k = i
        while k > 0 and four[k - 1] > one:
            four[k] = four[k - 1]
            k -= 1
        four[k] = one


cdef inline bint is_pattern(const uint8_t* four) noexcept nogil:
    """Whether four places in order are a row, a column or a square."""
    cdef int first = four[1] - four[0]
    if four[3] - four[2] != first or (first != 1 and first != WIDTH):
        return False
    if four[2] - four[1] == first:
        return True
    return first == 1 and four[2] - four[0] == WIDTH


cdef inline void score(Arena* arena, Waves* waves, int points, int reason, Story* story) noexcept nogil:
    arena.points[waves.seat] += points
    note(story, SCORED, waves.seat, points, reason, 0)


cdef inline void involve(Waves* waves, int place, int right, int up) noexcept nogil:
    if waves.shares[place] == 0:
        waves.involved[waves.touched] = place
        waves.touched += 1
        waves.right[place] = 0
        waves.up[place] = 0
    waves.shares[place] += 1
    waves.right[place] += right
    waves.up[place] += up


cdef inline void consider(
    Arena* arena, Waves* waves, int pattern, int stone, int first, int along, Story* story
) noexcept nogil:
    """Score the row from `first` along 1 or WIDTH, or the square above `first` (along 0), if it is new.

    It is looked at once: for the first of its stones in the list of those that moved.
    """
    cdef uint8_t now[4]
    cdef uint8_t before[4]
    cdef uint8_t origin[4]
    cdef uint32_t name
    cdef int i, points
    for i in range(4):
        now[i] = first + i * along if along else first + (i & 1) + (WIDTH if i & 2 else 0)
        if waves.order[now[i]] != 0 and waves.order[now[i]] < waves.order[stone]:
            return
        before[i] = waves.previous[now[i]]
        origin[i] = waves.origin[now[i]]
    sort_four(before)
    if is_pattern(before):
        return
    sort_four(origin)
    name = (<uint32_t>origin[0] << 24) | (<uint32_t>origin[1] << 16) | (<uint32_t>origin[2] << 8) | origin[3]
    for i in range(waves.scored):
        if waves.seen[i] == name:
            return
    if waves.scored == MAX_SCORED:
        return
    waves.seen[waves.scored] = name
    waves.scored += 1
    points = 6 if arena.cells[stone] == BLACK else 4
    score(arena, waves, points, ROW if along else SQUARE, story)
    for i in range(4):
        at(story, now[i])
        if along == 1:
            involve(waves, now[i], HERBS_APART[pattern][i], 0)
        elif along:
            involve(waves, now[i], 0, HERBS_APART[pattern][i])
        else:
            involve(waves, now[i], 1 if i & 1 else -1, 1 if i & 2 else -1)


cdef inline void find_new(Arena* arena, Waves* waves, int pattern, Story* story) noexcept nogil:
    """Score all new patterns and sum up how their stones are to move."""
    cdef int i, k, stone, colour, along, back, ahead, axis
    waves.touched = 0
    for i in range(waves.moved):
        stone = waves.at[i]
        if not has_alike(arena, stone):
            continue
        colour = arena.cells[stone]
        for axis in range(2):
            along = WIDTH if axis else 1
            back = 0
            while back < 3 and arena.cells[stone - (back + 1) * along] == colour:
                back += 1
            ahead = 0
            while ahead < 3 and arena.cells[stone + (ahead + 1) * along] == colour:
                ahead += 1
            for k in range(back + ahead - 2):
                consider(arena, waves, pattern, stone, stone + (k - back) * along, along, story)
        for k in range(4):
            along = stone - (k & 1) - (WIDTH if k & 2 else 0)
            if (
                arena.cells[along] == colour and arena.cells[along + 1] == colour
                and arena.cells[along + WIDTH] == colour and arena.cells[along + WIDTH + 1] == colour
            ):
                consider(arena, waves, pattern, stone, along, 0, story)


cdef inline int rounded(int total, int shares) noexcept nogil:
    """The mean, rounded half away from zero."""
    return (2 * total + shares) // (2 * shares) if total >= 0 else -((shares - 2 * total) // (2 * shares))


cdef inline bint on_board(int place, int right, int up) noexcept nogil:
    cdef int column = place % WIDTH + right, row = place // WIDTH + up
    return 1 <= column <= 11 and 1 <= row <= 11


cdef inline bint free_for(const Arena* arena, const uint8_t* target, int place) noexcept nogil:
    """Whether a place is empty, a pit, or left in this wave."""
    cdef int cell = arena.cells[place]
    return cell == EMPTY or cell == PIT or (cell < HERB and target[place] != 0)


cdef inline int halfway(int place, int right, int up) noexcept nogil:
    """The place that a stone passes over; 0 if it moves less than two squares."""
    if -2 < right < 2 and -2 < up < 2:
        return 0
    return place + rounded(right, 2) + rounded(up, 2) * WIDTH


cdef inline void block(Arena* arena, Waves* waves, uint8_t* target, uint8_t* passed) noexcept nogil:
    """Set the targets of those that cannot move to 0. `target` and `passed` are by place, for the stones involved."""
    cdef uint8_t aims[CELLS]
    cdef uint8_t dropped[MAX_STONES]
    cdef int i, place, drops
    cdef bint again = True
    while again:
        while again:
            again = False
            for i in range(waves.touched):
                place = waves.involved[i]
                if target[place] == 0:
                    continue
                if not free_for(arena, target, target[place]) or not (
                    passed[place] == 0 or free_for(arena, target, passed[place])
                ):
                    target[place] = 0
                    again = True
        for i in range(waves.touched):
            aims[target[waves.involved[i]]] = 0
        for i in range(waves.touched):
            aims[target[waves.involved[i]]] += 1
        drops = 0
        for i in range(waves.touched):
            place = waves.involved[i]
            if target[place] == 0:
                continue
            if (aims[target[place]] > 1 and arena.cells[target[place]] != PIT) or target[target[place]] == place:
                dropped[drops] = place
                drops += 1
        for i in range(drops):
            target[dropped[i]] = 0
            again = True


cdef inline void move_apart(Arena* arena, Waves* waves, Story* story) noexcept nogil:
    """Move the stones of the new patterns, all at once, as far as they can."""
    cdef uint8_t target[CELLS]      # where each stone goes; 0: it stays
    cdef uint8_t passed[CELLS]
    cdef uint8_t goes[MAX_STONES]
    cdef uint8_t reaches[MAX_STONES]
    cdef uint8_t colours[MAX_STONES]
    cdef uint8_t origins[MAX_STONES]
    cdef int i, place, right, up, number = 0, fallen = 0
    memset(target, 0, CELLS)
    for i in range(waves.touched):
        place = waves.involved[i]
        right = rounded(waves.right[place], waves.shares[place])
        up = rounded(waves.up[place], waves.shares[place])
        waves.shares[place] = 0
        if (right or up) and on_board(place, right, up):
            target[place] = place + right + up * WIDTH
            passed[place] = halfway(place, right, up)
    block(arena, waves, target, passed)
    for i in range(waves.moved):
        place = waves.at[i]
        waves.previous[place] = place
        waves.order[place] = 0
    for i in range(waves.touched):
        place = waves.involved[i]
        if target[place]:
            goes[number] = place
            reaches[number] = passed[place] if passed[place] and arena.cells[passed[place]] == PIT else target[place]
            colours[number] = arena.cells[place]
            origins[number] = waves.origin[place]
            arena.cells[place] = EMPTY
            number += 1
    waves.moved = 0
    for i in range(number):
        place = reaches[i]
        if arena.cells[place] == PIT:
            continue
        arena.cells[place] = colours[i]
        waves.origin[place] = origins[i]
        waves.previous[place] = goes[i]
        waves.at[waves.moved] = place
        waves.moved += 1
        waves.order[place] = waves.moved
    if number:
        note(story, WAVE, waves.seat, 0, 0, 0)
        for i in range(number):
            at(story, goes[i])
            at(story, reaches[i])
    for i in range(number):
        if arena.cells[reaches[i]] == PIT:
            score(arena, waves, stone_points(colours[i]), FALLEN_STONE, story)
            at(story, reaches[i])


cdef inline void begin_waves(Waves* waves, int seat) noexcept nogil:
    cdef int place
    waves.seat = seat
    waves.moved = 0
    waves.scored = 0
    memset(waves.order, 0, CELLS)
    memset(waves.shares, 0, CELLS)
    for place in range(CELLS):
        waves.origin[place] = place
        waves.previous[place] = place


cdef inline void add_moved(Waves* waves, int was, int now) noexcept nogil:
    """Tell of a stone that the push moved."""
    waves.at[waves.moved] = now
    waves.moved += 1
    waves.order[now] = waves.moved
    waves.origin[now] = was
    waves.previous[now] = was


cdef inline void run_waves(Arena* arena, Waves* waves, int pattern, Story* story) noexcept nogil:
    """Wave after wave until no pattern is new."""
    find_new(arena, waves, pattern, story)
    while waves.touched:
        move_apart(arena, waves, story)
        find_new(arena, waves, pattern, story)
