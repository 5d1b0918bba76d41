"""The actions of Herbs, and the execution of a slot's two actions in either order.

Each action reports its footprint: a rectangle that contains all squares it read or changed. Two actions with disjoint
footprints give the same result in both orders, so most slots are carried out only once.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcmp

from fastcore.games.herbs.event_log cimport (
    BLOCKED, DESTROYED, HERB_IN_PIT, HIT, LOST, MOVED, NO_EFFECT, NO_HERB, NOTHING_THERE, PAINTED, PUSHED, SCORED,
    STONE_IN_PIT, TURNED, UNDERPAID, EventLog, log_event, log_square,
)
from fastcore.games.herbs.patterns cimport (
    Waves, add_moved, begin_waves, has_alike_neighbour, in_pattern, run_waves, stone_points,
)
from fastcore.games.herbs.position cimport (
    BACKWARD, BLACK, BLACKEN, EMPTY, FIRE, FORWARD, HALF_TURN, HERB, HERB_ITEMS, PIT, PUSH, RIGHT_TURN, WALL, WHITE,
    WHITEN, WIDTH, Arena, Rules, herb_of, owner, step_of,
)

cdef enum:
    FIRE_RANGE = 5      # squares
    FIRE_LOSS = 3       # AP that a hit costs the owner of the Herb
    UNLIMITED = 255     # AP; more than any push costs
    MAX_LINE = 11       # pieces
    PATTERN_REACH = 3   # squares from a stone to the farthest stone of a pattern with it

cdef struct Footprint:
    int low_row         # rows and columns of the mailbox, or beyond it
    int high_row
    int low_column
    int high_column
    int hit             # the Herb that was hit by fire, or -1

cdef struct Line:
    int steps                       # steps that the push makes
    int failure                     # why it makes none; -1 if it makes any
    int cost                        # AP for the steps
    int length                      # pieces in the line after the last step
    int reach                       # squares ahead of the Herb that were read
    uint8_t origins[MAX_LINE]       # squares of the pieces before the push, nearest first


# Footprints -----------------------------------------------------------------------------------------------------------

cdef inline void set_footprint(Footprint* footprint, int square, int step, int reach, int margin) noexcept nogil:
    """Set the rectangle from a square to `reach` squares ahead, and `margin` squares around it."""
    cdef int end = square + reach * step
    cdef int row = square // WIDTH, column = square % WIDTH
    cdef int end_row, end_column
    if step == 1 or step == -1:
        end_row = row
        end_column = column + reach * step
    else:
        end_row = row + (reach if step > 0 else -reach)
        end_column = column
    footprint.low_row = min(row, end_row) - margin
    footprint.high_row = max(row, end_row) + margin
    footprint.low_column = min(column, end_column) - margin
    footprint.high_column = max(column, end_column) + margin


cdef inline void set_whole_board(Footprint* footprint) noexcept nogil:
    footprint.low_row = footprint.low_column = 0
    footprint.high_row = footprint.high_column = WIDTH


cdef inline bint disjoint(const Footprint* a, const Footprint* b) noexcept nogil:
    return (
        a.high_row < b.low_row or b.high_row < a.low_row
        or a.high_column < b.low_column or b.high_column < a.low_column
    )


# Pieces ---------------------------------------------------------------------------------------------------------------

cdef inline bint is_piece(int cell) noexcept nogil:
    return cell != EMPTY and cell != PIT and cell != WALL


cdef inline int piece_cost(int piece) noexcept nogil:
    """Return the AP for pushing a piece one square."""
    return 1 if piece == WHITE else 2


cdef inline void set_piece(Arena* arena, int piece, int square) noexcept nogil:
    arena.cells[square] = piece
    if piece >= HERB:
        arena.square[piece - HERB] = square


cdef inline void destroy_herb(Arena* arena, int herb, int seat, int pit, EventLog* log) noexcept nogil:
    """Mark a Herb as destroyed after an action of `seat` sent it into a pit. The caller has cleared its cell."""
    arena.square[herb] = 0
    arena.facing[herb] = 0
    log_event(log, DESTROYED, seat, herb, 0, 0)
    log_square(log, pit)


cdef inline void score_herb(Arena* arena, int herb, int seat, int pit, EventLog* log) noexcept nogil:
    """Score the points for destroying an enemy Herb."""
    if owner(herb) != seat:
        arena.points[seat] += 4
        log_event(log, SCORED, seat, 4, HERB_IN_PIT, 0)
        log_square(log, pit)


# Walking, turning, painting -------------------------------------------------------------------------------------------

cdef inline void walk(Arena* arena, int herb, int item, int step, int squares, EventLog* log) noexcept nogil:
    """Move a Herb up to `squares` squares by `step`, until something blocks it or it falls into a pit."""
    cdef int origin = arena.square[herb]
    cdef int square = origin, walked = 0
    while walked < squares and arena.cells[square] != PIT:
        if arena.cells[square + step] != EMPTY and arena.cells[square + step] != PIT:
            break
        square += step
        walked += 1
    if walked == 0:
        log_event(log, NO_EFFECT, owner(herb), item, BLOCKED, 0)
        log_square(log, origin)
        return
    arena.cells[origin] = EMPTY
    if arena.cells[square] == PIT:
        arena.square[herb] = 0
    else:
        arena.cells[square] = HERB + herb
        arena.square[herb] = square
    log_event(log, MOVED, owner(herb), herb, walked, 0)
    log_square(log, origin)
    log_square(log, square)
    if arena.square[herb] == 0:
        destroy_herb(arena, herb, owner(herb), square, log)


cdef inline void turn(Arena* arena, int herb, int quarters, EventLog* log) noexcept nogil:
    """Turn a Herb to the right by a number of quarter turns."""
    arena.facing[herb] = (arena.facing[herb] + quarters) & 3
    log_event(log, TURNED, owner(herb), herb, arena.facing[herb], 0)
    log_square(log, arena.square[herb])


cdef inline void paint(Arena* arena, int herb, int item, int colour, EventLog* log) noexcept nogil:
    """Paint the stone in front of a Herb if it has the opposite colour."""
    cdef int front = arena.square[herb] + step_of(arena.facing[herb])
    if arena.cells[front] == WHITE + BLACK - colour:
        arena.cells[front] = colour
        log_event(log, PAINTED, owner(herb), colour, 0, 0)
        log_square(log, front)
    else:
        log_event(log, NO_EFFECT, owner(herb), item, NOTHING_THERE, 0)
        log_square(log, arena.square[herb])


# Pushing --------------------------------------------------------------------------------------------------------------

cdef inline void measure_push(const Arena* arena, int herb, int max_steps, int paid, Line* line) noexcept nogil:
    """Fill `line` with the effect of a push of up to `max_steps` squares for `paid` AP, without moving anything."""
    cdef int step = step_of(arena.facing[herb])
    cdef int next_square = arena.square[herb] + step
    cdef int step_cost = 0
    line.steps = 0
    line.cost = 0
    line.length = 0
    line.reach = 1
    while line.steps < max_steps:
        while is_piece(arena.cells[next_square]):
            step_cost += piece_cost(arena.cells[next_square])
            line.origins[line.length] = next_square
            line.length += 1
            next_square += step
            line.reach += 1
        if line.length == 0 or arena.cells[next_square] == WALL:
            break
        line.cost += step_cost
        if line.cost > paid:
            line.steps = 0
            line.failure = UNDERPAID
            return
        line.steps += 1
        if arena.cells[next_square] == PIT:
            line.length -= 1
            step_cost -= piece_cost(arena.cells[line.origins[line.length]])
        else:
            next_square += step
            line.reach += 1
    line.failure = -1 if line.steps else BLOCKED if line.length else NOTHING_THERE


cdef inline void push_step(Arena* arena, int herb, EventLog* log) noexcept nogil:
    """Move the line in front of a Herb, and the Herb, by one square."""
    cdef int seat = owner(herb)
    cdef int step = step_of(arena.facing[herb])
    cdef int origin = arena.square[herb]
    cdef int end = origin + step
    cdef int square, fallen = EMPTY, cost = 0
    while is_piece(arena.cells[end]):
        cost += piece_cost(arena.cells[end])
        end += step
    if arena.cells[end] == PIT:
        fallen = arena.cells[end - step]
        if fallen >= HERB:
            arena.square[fallen - HERB] = 0
            arena.facing[fallen - HERB] = 0
    else:
        set_piece(arena, arena.cells[end - step], end)
    square = end - step
    while square != origin:
        set_piece(arena, arena.cells[square - step], square)
        square -= step
    arena.cells[origin] = EMPTY
    if log != NULL:
        log_event(log, PUSHED, seat, herb, cost, 0)
        square = origin + step
        while is_piece(arena.cells[square]) and square != end + step:
            log_square(log, square)
            square += step
    if fallen >= HERB:
        destroy_herb(arena, fallen - HERB, seat, end, log)
        score_herb(arena, fallen - HERB, seat, end, log)
    elif fallen != EMPTY:
        arena.points[seat] += stone_points(fallen)
        log_event(log, SCORED, seat, stone_points(fallen), STONE_IN_PIT, 0)
        log_square(log, end)


cdef inline void resolve_patterns(Arena* arena, int herb, int option, const Line* line, EventLog* log) noexcept nogil:
    """Score the patterns that a push has completed, and move them apart."""
    cdef Waves waves
    cdef int step = step_of(arena.facing[herb])
    cdef int i, square = arena.square[herb]
    begin_waves(&waves, owner(herb))
    for i in range(line.length):
        square += step
        if arena.cells[square] == WHITE or arena.cells[square] == BLACK:
            add_moved(&waves, line.origins[i], square)
    run_waves(arena, &waves, option, log)


cdef inline bint completes_pattern(const Arena* arena, int herb, int length) noexcept nogil:
    """Return whether one of the `length` pieces in front of a Herb is a stone in a pattern, new or not."""
    cdef int step = step_of(arena.facing[herb])
    cdef int square = arena.square[herb], i
    for i in range(length):
        square += step
        if arena.cells[square] < HERB and has_alike_neighbour(arena, square) and in_pattern(arena, square):
            return True
    return False


cdef inline bint push(
    Arena* arena, int herb, int item, int max_steps, int paid, int option, Line* line, EventLog* log
) noexcept nogil:
    """Push up to `max_steps` squares for `paid` AP, and fill `line`.

    Return whether patterns moved apart, which may read and change any part of the board.
    """
    cdef int i
    measure_push(arena, herb, max_steps, paid, line)
    if line.steps == 0:
        log_event(log, NO_EFFECT, owner(herb), item, line.failure, 0)
        log_square(log, arena.square[herb])
        return False
    for i in range(line.steps):
        push_step(arena, herb, log)
    if not completes_pattern(arena, herb, line.length):
        return False
    resolve_patterns(arena, herb, option, line, log)
    return True


# Firing ---------------------------------------------------------------------------------------------------------------

cdef inline int fire(Arena* arena, int herb, int item, EventLog* log) noexcept nogil:
    """Fire, and return the Herb that is hit, or -1."""
    cdef int seat = owner(herb)
    cdef int step = step_of(arena.facing[herb])
    cdef int square = arena.square[herb] + step
    cdef int distance = 1, target, loss, beyond, cell
    while distance < FIRE_RANGE and (arena.cells[square] == EMPTY or arena.cells[square] == PIT):
        square += step
        distance += 1
    cell = arena.cells[square]
    if cell < HERB or cell == WALL:
        log_event(log, NO_EFFECT, seat, item, NOTHING_THERE if cell != WHITE and cell != BLACK else BLOCKED, 0)
        log_square(log, arena.square[herb])
        return -1
    target = cell - HERB
    loss = min(FIRE_LOSS, arena.ap[owner(target)])
    arena.ap[owner(target)] -= loss
    beyond = square + step
    if arena.cells[beyond] == EMPTY:
        arena.cells[square] = EMPTY
        arena.cells[beyond] = cell
        arena.square[target] = beyond
    elif arena.cells[beyond] == PIT:
        arena.cells[square] = EMPTY
        arena.square[target] = 0
        arena.facing[target] = 0
    else:
        beyond = square
    log_event(log, HIT, seat, target, loss, 0)
    log_square(log, square)
    log_square(log, beyond)
    if arena.square[target] == 0:
        destroy_herb(arena, target, seat, beyond, log)
        score_herb(arena, target, seat, beyond, log)
    return target


# One action, and the two of a slot ------------------------------------------------------------------------------------

cdef inline void perform(
    Arena* arena, const Rules* rules, int item, Footprint* footprint, EventLog* log
) noexcept nogil:
    """Carry out an action and set its footprint."""
    cdef Line line
    cdef int herb = herb_of(item), k = <uint32_t>item % HERB_ITEMS
    cdef int kind = rules.kind[k], square = arena.square[herb], step = step_of(arena.facing[herb])
    footprint.hit = -1
    if square == 0:
        # The opponent's action in this slot may have destroyed the Herb anywhere on the board.
        set_whole_board(footprint)
        log_event(log, NO_EFFECT, owner(herb), item, NO_HERB, 0)
    elif kind == PUSH:
        if push(arena, herb, item, rules.squares[k], rules.cost[k], rules.patterns, &line, log):
            set_whole_board(footprint)
        else:
            set_footprint(footprint, square, step, line.reach, PATTERN_REACH if line.steps else 0)
    elif kind == FORWARD:
        set_footprint(footprint, square, step, rules.squares[k], 0)
        walk(arena, herb, item, step, rules.squares[k], log)
    elif kind == BACKWARD:
        set_footprint(footprint, square, -step, rules.squares[k], 0)
        walk(arena, herb, item, -step, rules.squares[k], log)
    elif kind == FIRE:
        set_footprint(footprint, square, step, FIRE_RANGE + 1, 0)
        footprint.hit = fire(arena, herb, item, log)
    elif kind == WHITEN or kind == BLACKEN:
        set_footprint(footprint, square, step, 1, 0)
        paint(arena, herb, item, WHITE if kind == WHITEN else BLACK, log)
    else:
        set_footprint(footprint, square, step, 0, 0)
        turn(arena, herb, 2 if kind == HALF_TURN else 1 if kind == RIGHT_TURN else 3, log)


cdef inline void perform_both(
    Arena* arena, const Rules* rules, int first, int second, Footprint* footprint, Footprint* second_footprint,
    EventLog* log
) noexcept nogil:
    """Carry out both actions of a slot in this order. The second is lost if the first hits its Herb by fire."""
    perform(arena, rules, first, footprint, log)
    if footprint.hit == herb_of(second):
        set_footprint(second_footprint, 0, 1, 0, WIDTH)
        log_event(log, LOST, owner(herb_of(second)), second, 0, 0)
    else:
        perform(arena, rules, second, second_footprint, log)


cdef inline bint perform_if_commuting(Arena* arena, const Rules* rules, int first, int second) noexcept nogil:
    """Carry out the actions of two living Herbs if both orders give the same arena, and return whether they do.

    The arena is unchanged if they do not.
    """
    cdef Arena before = arena[0]
    cdef Arena swapped
    cdef Footprint footprint, second_footprint
    perform_both(arena, rules, first, second, &footprint, &second_footprint, NULL)
    if disjoint(&footprint, &second_footprint):
        return True
    swapped = before
    perform_both(&swapped, rules, second, first, &footprint, &second_footprint, NULL)
    if memcmp(&swapped, arena, sizeof(Arena)) == 0:
        return True
    arena[0] = before
    return False
