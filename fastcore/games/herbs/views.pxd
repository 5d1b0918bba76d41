"""What a seat sees: a position with the hidden items removed, and the observation tensor."""

from fastcore.games.herbs.position cimport (
    BID, BLACK, BLACK_PILE, CELLS, ENDED, HERB_ITEMS, ITEMS, MAX_AP, MAX_COST, MAX_PLAN, NONE, PIT, UNKNOWN, WHITE,
    WHITE_PILE, WIDTH, WRITE, Position, Rules, alive, cost_of, herb_of, is_stone, is_white, square_of,
)

cdef enum:
    BOARD_SQUARES = 121
    MAX_ROUNDS = 400
    MAX_POINTS = 99999
    USUAL_POINTS = 100
    ITEM_PLANES = 12        # nine kinds, the Herb, squares, AP

cdef enum Plane:
    WHITE_STONES
    BLACK_STONES
    PITS
    HERBS                               # + 4 * Herb + facing
    AP = HERBS + 16                     # + seat
    PILES = AP + 2                      # + 2 * seat + colour (0 white, 1 black)
    POINTS = PILES + 4                  # + seat
    ALL_POINTS = POINTS + 2             # + seat
    TIE_HOLDER = ALL_POINTS + 2
    ROUND
    IDLE
    WRITING
    BIDDING
    OVER
    DECIDES                             # + seat
    BID_HIDDEN = DECIDES + 2
    BID_KNOWN
    BID_VALUE
    PLAN_HIDDEN                         # + seat
    PLANNED_STONE = PLAN_HIDDEN + 2     # + 2 * seat + colour
    SLOT = PLANNED_STONE + 4            # + slot; the plans follow the slots


# Hidden items ---------------------------------------------------------------------------------------------------------

cdef inline int revealed_items(const Position* position) noexcept nogil:
    """Return the number of public items in each plan."""
    return position.slot + 1 if position.phase == BID else 0


cdef inline void hide_plan(Position* position, const Rules* rules, int seat) noexcept nogil:
    """Replace the non-public part of a seat's plan by UNKNOWN, and add its cost to the seat's AP.

    Items of an unfinished plan leave no UNKNOWN, because their number is hidden too.
    """
    cdef bint writing = position.phase == WRITE and position.seat == seat
    cdef int k, shown = revealed_items(position), length = position.plan_length[seat]
    if length <= shown:
        return
    position.arena.ap[seat] += position.hidden_ap[seat]
    position.hidden_ap[seat] = 0
    for k in range(shown, MAX_PLAN):
        position.arena.ap[seat] += cost_of(rules, position.plan[seat][k])
        position.plan[seat][k] = NONE
    position.plan_length[seat] = shown
    if not writing:
        position.plan[seat][shown] = UNKNOWN
        position.plan_length[seat] = shown + 1


cdef inline void hide(Position* position, const Rules* rules, int viewer) noexcept nogil:
    """Hide what a seat (-1: everybody) does not see. The position becomes a view and must not be played on."""
    cdef int seat
    if position.phase == ENDED:
        return
    for seat in range(2):
        if seat != viewer:
            hide_plan(position, rules, seat)
    if viewer != 0 and position.first_bid != NONE:
        position.first_bid = UNKNOWN


cdef inline void take_known(const Position* position, const Rules* rules, int seat, Position* known) noexcept nogil:
    """Write what a seat knows for certain: the opponent's hidden items are undone and their cost refunded.

    Unlike a view, the result can be played on. `position` may be a view.
    """
    cdef int opponent = seat ^ 1, k
    cdef int revealed = revealed_items(position)
    known[0] = position[0]
    for k in range(revealed, position.plan_length[opponent]):
        known.arena.ap[opponent] += cost_of(rules, position.plan[opponent][k])
        known.plan[opponent][k] = NONE
    known.plan_length[opponent] = min(position.plan_length[opponent], revealed)
    for k in range(2):
        known.arena.ap[k] += known.hidden_ap[k]
        known.hidden_ap[k] = 0


# The tensor -----------------------------------------------------------------------------------------------------------

cdef inline int plane_count(int actions) noexcept nogil:
    """Return the number of planes for a number of actions in a plan."""
    return SLOT + actions + 2 * actions * ITEM_PLANES


cdef inline void mark(float* values, int plane, int square) noexcept nogil:
    """Set the value of one square in a plane to 1."""
    values[plane * BOARD_SQUARES + 11 * (square // WIDTH - 1) + square % WIDTH - 1] = 1


cdef inline void fill_plane(float* values, int plane, double value) noexcept nogil:
    """Set all values of a plane."""
    cdef int i
    for i in range(BOARD_SQUARES):
        values[plane * BOARD_SQUARES + i] = <float>value


cdef inline void write_action(const Rules* rules, int item, int plane, float* values) noexcept nogil:
    """Write the ITEM_PLANES planes of an action, the first of which is `plane`."""
    cdef int k = item % HERB_ITEMS
    fill_plane(values, plane + rules.kind[k], 1)
    fill_plane(values, plane + 9, herb_of(item) & 1)
    fill_plane(values, plane + 10, rules.squares[k] / 6.0)
    fill_plane(values, plane + 11, rules.cost[k] / <double>MAX_COST)


cdef inline void write_plan(const Position* view, const Rules* rules, int seat, float* values) noexcept nogil:
    """Write the planes of a seat's plan."""
    cdef int k, item
    for k in range(view.plan_length[seat]):
        item = view.plan[seat][k]
        if item == UNKNOWN:
            fill_plane(values, PLAN_HIDDEN + seat, 1)
        elif is_stone(item):
            mark(values, PLANNED_STONE + 2 * seat + (0 if is_white(item) else 1), square_of(rules, item))
        else:
            write_action(rules, item, SLOT + rules.actions + (seat * rules.actions + k) * ITEM_PLANES, values)


cdef inline void write_tensor(const Position* position, const Rules* rules, int viewer, float* values) noexcept nogil:
    """Write the planes of what a seat (-1: everybody) sees into a zeroed array.

    A plane has rows 1 to 11 and columns A to K. Planes that list no squares are constant. n is the number of actions in
    a plan; seats count from 0.

    - 0, 1, 2: white stones, black stones, pits: 1, else 0.
    - 3 + 4 * h + f: 1 on the square of Herb h if it has the facing f (up, right, down, left).
    - 19, 20: AP / 400 of each seat, as the view shows them.
    - 21 to 24: stones in the piles: seat 0's white / 12 and black / 8, seat 1's.
    - 25, 26: points of each seat / 100, at most 1; 27, 28: points / 99999.
    - 29: 1 if seat 1 holds the tie token.
    - 30, 31: round / 400, rounds in a row without spending / 3.
    - 32, 33, 34: 1 while plans are written, while seats bid, when the game is over.
    - 35, 36: 1 if seat 0, seat 1 decides.
    - 37, 38, 39: seat 0's bid, once made: 1 if it is hidden; 1 if it is known; its AP / 400.
    - 40, 41: 1 if hidden items of seat 0, seat 1 follow those shown.
    - 42 to 45: 1 on the square of a planned stone: seat 0's white or black one, seat 1's.
    - 46 + k: 1 while the seats bid for slot k, 0 to n - 1.
    - 46 + n + 12 * (n * s + k) and the 11 after it: action k of seat s. Nine kinds in the order of ActionKind: 1 or 0;
      1 if it is for the second Herb of the seat; squares / 6; AP / 24. All 0 if it is not written or not seen.
    """
    cdef Position view = position[0]
    cdef int square, herb, seat
    hide(&view, rules, viewer)
    for square in range(CELLS):
        if view.arena.cells[square] == WHITE:
            mark(values, WHITE_STONES, square)
        elif view.arena.cells[square] == BLACK:
            mark(values, BLACK_STONES, square)
        elif view.arena.cells[square] == PIT:
            mark(values, PITS, square)
    for herb in range(4):
        if alive(&view.arena, herb):
            mark(values, HERBS + 4 * herb + view.arena.facing[herb], view.arena.square[herb])
    for seat in range(2):
        fill_plane(values, AP + seat, (view.arena.ap[seat] + view.hidden_ap[seat]) / <double>MAX_AP)
        fill_plane(values, PILES + 2 * seat, view.pile[seat][0] / <double>WHITE_PILE)
        fill_plane(values, PILES + 2 * seat + 1, view.pile[seat][1] / <double>BLACK_PILE)
        fill_plane(values, POINTS + seat, min(view.arena.points[seat], USUAL_POINTS) / <double>USUAL_POINTS)
        fill_plane(values, ALL_POINTS + seat, view.arena.points[seat] / <double>MAX_POINTS)
        write_plan(&view, rules, seat, values)
    fill_plane(values, TIE_HOLDER, view.tie_holder)
    fill_plane(values, ROUND, view.round / <double>MAX_ROUNDS)
    fill_plane(values, IDLE, view.idle / 3.0)
    if view.phase == ENDED:
        fill_plane(values, OVER, 1)
        return
    fill_plane(values, BIDDING if view.phase == BID else WRITING, 1)
    fill_plane(values, DECIDES + view.seat, 1)
    if view.phase == BID:
        fill_plane(values, SLOT + view.slot, 1)
    if view.first_bid == UNKNOWN:
        fill_plane(values, BID_HIDDEN, 1)
    elif view.first_bid != NONE:
        fill_plane(values, BID_KNOWN, 1)
        fill_plane(values, BID_VALUE, view.first_bid / <double>MAX_AP)
