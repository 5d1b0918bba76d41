"""Patterns: rows and squares of four stones of one colour, and the waves in which new patterns move apart.

Stones keep their identity: `origin` is the square of a stone when the action began, `previous` its square before the
push or the last wave. Only patterns that contain a moved stone are checked.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memset

from fastcore.games.herbs.event_log cimport ROW, SCORED, SQUARE, STONE_IN_PIT, WAVE, EventLog, log_event, log_square
from fastcore.games.herbs.position cimport BLACK, CELLS, EMPTY, HERB, PIT, WIDTH, Arena

cdef enum:
    MAX_STONES = 121
    MAX_SCORED = 4096       # patterns of one action; the largest number in 60,000 pushes on crowded boards was 166

cdef extern from *:
    """
    /* how the stones of a row move along it, by PatternOption */
    static const signed char HERBS_APART[3][4] = {{-1, -1, 1, 1}, {-2, -1, 1, 2}, {-1, 0, 0, 1}};
    """
    const signed char HERBS_APART[3][4]

cdef struct Waves:
    int seat                        # the seat whose action it is
    int moved_count
    int involved_count
    int scored_count
    uint8_t moved[MAX_STONES]       # squares of the stones that moved in the push or the last wave
    uint8_t moved_index[CELLS]      # 1 + index in `moved`, 0 for a stone that did not move; this and the rest by square
    uint8_t origin[CELLS]
    uint8_t previous[CELLS]
    uint8_t involved[MAX_STONES]    # squares of the stones of new patterns
    uint8_t pattern_count[CELLS]    # number of new patterns that contain the stone
    int8_t right[CELLS]             # sum of its displacements
    int8_t up[CELLS]
    uint32_t scored[MAX_SCORED]     # the four origins of each pattern that scored, in order, 8 bits each


cdef inline bint has_alike_neighbour(const Arena* arena, int square) noexcept nogil:
    """Return whether a stone has a neighbour of its colour. Without one it cannot be part of a pattern."""
    cdef int colour = arena.cells[square]
    return (
        arena.cells[square + 1] == colour or arena.cells[square - 1] == colour
        or arena.cells[square + WIDTH] == colour or arena.cells[square - WIDTH] == colour
    )


cdef inline bint in_pattern(const Arena* arena, int square) noexcept nogil:
    """Return whether a stone is part of a row or a square of four, new or not."""
    cdef int colour = arena.cells[square], axis, step, k, count, corner
    for axis in range(2):
        step = WIDTH if axis else 1
        count = 1
        k = square + step
        while arena.cells[k] == colour:
            count += 1
            k += step
        k = square - step
        while arena.cells[k] == colour:
            count += 1
            k -= step
        if count >= 4:
            return True
    for k in range(4):
        corner = square - (k & 1) - (WIDTH if k & 2 else 0)
        if (
            arena.cells[corner] == colour and arena.cells[corner + 1] == colour
            and arena.cells[corner + WIDTH] == colour and arena.cells[corner + WIDTH + 1] == colour
        ):
            return True
    return False


cdef inline int stone_points(int colour) noexcept nogil:
    """Return the points for a stone in a pit."""
    return 3 if colour == BLACK else 1


cdef inline void sort_four(uint8_t* squares) noexcept nogil:
    cdef int i, k
    cdef uint8_t square
    for i in range(1, 4):
        square = squares[i]
        k = i
        while k > 0 and squares[k - 1] > square:
            squares[k] = squares[k - 1]
            k -= 1
        squares[k] = square


cdef inline bint is_pattern(const uint8_t* squares) noexcept nogil:
    """Return whether four squares in ascending order are a row, a column or a square."""
    cdef int step = squares[1] - squares[0]
    if squares[3] - squares[2] != step or (step != 1 and step != WIDTH):
        return False
    if squares[2] - squares[1] == step:
        return True
    return step == 1 and squares[2] - squares[0] == WIDTH


# 1, 2: score new patterns ---------------------------------------------------------------------------------------------

cdef inline void score(Arena* arena, Waves* waves, int points, int reason, EventLog* log) noexcept nogil:
    arena.points[waves.seat] += points
    log_event(log, SCORED, waves.seat, points, reason, 0)


cdef inline void add_displacement(Waves* waves, int square, int right, int up) noexcept nogil:
    """Add a pattern's displacement to that of one of its stones."""
    if waves.pattern_count[square] == 0:
        waves.involved[waves.involved_count] = square
        waves.involved_count += 1
        waves.right[square] = 0
        waves.up[square] = 0
    waves.pattern_count[square] += 1
    waves.right[square] += right
    waves.up[square] += up


cdef inline void score_if_new(
    Arena* arena, Waves* waves, int option, int stone, int first, int step, EventLog* log
) noexcept nogil:
    """Score a pattern that contains a moved stone if it is new.

    A step of 1 or WIDTH means the row from `first` in this direction; 0 means the square whose lower left stone is
    `first`. Each of its moved stones finds the pattern; only the first of them in `moved` scores it.
    """
    cdef uint8_t squares[4]
    cdef uint8_t before[4]
    cdef uint8_t origins[4]
    cdef uint32_t identity
    cdef int i, points
    for i in range(4):
        squares[i] = first + i * step if step else first + (i & 1) + (WIDTH if i & 2 else 0)
        if waves.moved_index[squares[i]] != 0 and waves.moved_index[squares[i]] < waves.moved_index[stone]:
            return
        before[i] = waves.previous[squares[i]]
        origins[i] = waves.origin[squares[i]]
    sort_four(before)
    if is_pattern(before):
        return
    sort_four(origins)
    identity = (
        (<uint32_t>origins[0] << 24) | (<uint32_t>origins[1] << 16) | (<uint32_t>origins[2] << 8) | origins[3]
    )
    for i in range(waves.scored_count):
        if waves.scored[i] == identity:
            return
    if waves.scored_count == MAX_SCORED:
        return
    waves.scored[waves.scored_count] = identity
    waves.scored_count += 1
    points = 6 if arena.cells[stone] == BLACK else 4
    score(arena, waves, points, ROW if step else SQUARE, log)
    for i in range(4):
        log_square(log, squares[i])
        if step == 1:
            add_displacement(waves, squares[i], HERBS_APART[option][i], 0)
        elif step:
            add_displacement(waves, squares[i], 0, HERBS_APART[option][i])
        else:
            add_displacement(waves, squares[i], 1 if i & 1 else -1, 1 if i & 2 else -1)


cdef inline void score_new_patterns(Arena* arena, Waves* waves, int option, EventLog* log) noexcept nogil:
    """Score all new patterns and sum the displacements of their stones."""
    cdef int i, k, stone, colour, corner, step, behind, ahead, axis
    waves.involved_count = 0
    for i in range(waves.moved_count):
        stone = waves.moved[i]
        if not has_alike_neighbour(arena, stone):
            continue
        colour = arena.cells[stone]
        for axis in range(2):
            step = WIDTH if axis else 1
            behind = 0
            while behind < 3 and arena.cells[stone - (behind + 1) * step] == colour:
                behind += 1
            ahead = 0
            while ahead < 3 and arena.cells[stone + (ahead + 1) * step] == colour:
                ahead += 1
            for k in range(behind + ahead - 2):
                score_if_new(arena, waves, option, stone, stone + (k - behind) * step, step, log)
        for k in range(4):
            corner = stone - (k & 1) - (WIDTH if k & 2 else 0)
            if (
                arena.cells[corner] == colour and arena.cells[corner + 1] == colour
                and arena.cells[corner + WIDTH] == colour and arena.cells[corner + WIDTH + 1] == colour
            ):
                score_if_new(arena, waves, option, stone, corner, 0, log)


# 3: move apart --------------------------------------------------------------------------------------------------------

cdef inline int rounded_mean(int total, int count) noexcept nogil:
    """Return total / count, rounded half away from zero."""
    return (2 * total + count) // (2 * count) if total >= 0 else -((count - 2 * total) // (2 * count))


cdef inline bint on_board(int square, int right, int up) noexcept nogil:
    cdef int column = square % WIDTH + right, row = square // WIDTH + up
    return 1 <= column <= 11 and 1 <= row <= 11


cdef inline bint can_enter(const Arena* arena, const uint8_t* target, int square) noexcept nogil:
    """Return whether a square is empty, a pit or vacated in this wave."""
    cdef int cell = arena.cells[square]
    return cell == EMPTY or cell == PIT or (cell < HERB and target[square] != 0)


cdef inline int square_passed(int square, int right, int up) noexcept nogil:
    """Return the square that a stone passes over, or 0 if it moves less than two squares."""
    if -2 < right < 2 and -2 < up < 2:
        return 0
    return square + rounded_mean(right, 2) + rounded_mean(up, 2) * WIDTH


cdef inline void drop_blocked(Arena* arena, Waves* waves, uint8_t* target, uint8_t* passed) noexcept nogil:
    """Set the targets of stones that cannot move to 0.

    `target` and `passed` are indexed by square and set for the stones involved. Drop stones with something in their way
    until no more are dropped. Then drop, together, all stones that would meet or swap. Repeat both steps until nothing
    changes.
    """
    cdef uint8_t arrivals[CELLS]
    cdef uint8_t dropped[MAX_STONES]
    cdef int i, square, count
    cdef bint changed = True
    while changed:
        while changed:
            changed = False
            for i in range(waves.involved_count):
                square = waves.involved[i]
                if target[square] == 0:
                    continue
                if not can_enter(arena, target, target[square]) or not (
                    passed[square] == 0 or can_enter(arena, target, passed[square])
                ):
                    target[square] = 0
                    changed = True
        for i in range(waves.involved_count):
            arrivals[target[waves.involved[i]]] = 0
        for i in range(waves.involved_count):
            arrivals[target[waves.involved[i]]] += 1
        count = 0
        for i in range(waves.involved_count):
            square = waves.involved[i]
            if target[square] == 0:
                continue
            if (
                (arrivals[target[square]] > 1 and arena.cells[target[square]] != PIT)
                or target[target[square]] == square
            ):
                dropped[count] = square
                count += 1
        for i in range(count):
            target[dropped[i]] = 0
            changed = True


cdef inline void move_apart(Arena* arena, Waves* waves, EventLog* log) noexcept nogil:
    """Move the stones of the new patterns together, as far as they are free to."""
    cdef uint8_t target[CELLS]          # by square; 0 for a stone that does not move
    cdef uint8_t passed[CELLS]
    cdef uint8_t sources[MAX_STONES]
    cdef uint8_t destinations[MAX_STONES]
    cdef uint8_t colours[MAX_STONES]
    cdef uint8_t origins[MAX_STONES]
    cdef int i, square, right, up, count = 0
    memset(target, 0, CELLS)
    for i in range(waves.involved_count):
        square = waves.involved[i]
        right = rounded_mean(waves.right[square], waves.pattern_count[square])
        up = rounded_mean(waves.up[square], waves.pattern_count[square])
        waves.pattern_count[square] = 0
        if (right or up) and on_board(square, right, up):
            target[square] = square + right + up * WIDTH
            passed[square] = square_passed(square, right, up)
    drop_blocked(arena, waves, target, passed)
    for i in range(waves.moved_count):
        square = waves.moved[i]
        waves.previous[square] = square
        waves.moved_index[square] = 0
    for i in range(waves.involved_count):
        square = waves.involved[i]
        if target[square]:
            sources[count] = square
            destinations[count] = target[square]
            if passed[square] and arena.cells[passed[square]] == PIT:
                destinations[count] = passed[square]
            colours[count] = arena.cells[square]
            origins[count] = waves.origin[square]
            arena.cells[square] = EMPTY
            count += 1
    waves.moved_count = 0
    for i in range(count):
        square = destinations[i]
        if arena.cells[square] == PIT:
            continue
        arena.cells[square] = colours[i]
        waves.origin[square] = origins[i]
        waves.previous[square] = sources[i]
        waves.moved[waves.moved_count] = square
        waves.moved_count += 1
        waves.moved_index[square] = waves.moved_count
    if count:
        log_event(log, WAVE, waves.seat, 0, 0, 0)
        for i in range(count):
            log_square(log, sources[i])
            log_square(log, destinations[i])
    for i in range(count):
        if arena.cells[destinations[i]] == PIT:
            score(arena, waves, stone_points(colours[i]), STONE_IN_PIT, log)
            log_square(log, destinations[i])


# Waves ----------------------------------------------------------------------------------------------------------------

cdef inline void begin_waves(Waves* waves, int seat) noexcept nogil:
    """Initialise for a seat's push, before any stone has moved."""
    cdef int square
    waves.seat = seat
    waves.moved_count = 0
    waves.scored_count = 0
    memset(waves.moved_index, 0, CELLS)
    memset(waves.pattern_count, 0, CELLS)
    for square in range(CELLS):
        waves.origin[square] = square
        waves.previous[square] = square


cdef inline void add_moved(Waves* waves, int source, int square) noexcept nogil:
    """Record a stone that the push moved to `square`."""
    waves.moved[waves.moved_count] = square
    waves.moved_count += 1
    waves.moved_index[square] = waves.moved_count
    waves.origin[square] = source
    waves.previous[square] = source


cdef inline void run_waves(Arena* arena, Waves* waves, int option, EventLog* log) noexcept nogil:
    """Score new patterns and move them apart until no new pattern appears."""
    score_new_patterns(arena, waves, option, log)
    while waves.involved_count:
        move_apart(arena, waves, log)
        score_new_patterns(arena, waves, option, log)
