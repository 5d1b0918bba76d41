"""The network of Herbs: what the places of the pieces are worth, learned from games. Whole numbers only, so all builds
agree.

Every living Herb looks at the board in its own frame, in which it faces up. It adds up rows of a table of weights: one
for its own square, one for the AP of each seat, and one for each piece near it, by kind and offset. The sums are clipped
to [0, CLIP] and squared, and weighed by the output weights. The result counts for the Herb's seat.
"""

from fastcore.games.herbs.net_weights cimport HERBS_NET_OUTPUT, HERBS_NET_TABLE, HIDDEN
from fastcore.games.herbs.position cimport HERB, PIT, WHITE, WIDTH, Arena, alive, owner

cdef enum:
    SIDE_REACH = 4              # squares to each side of a Herb in which it sees pieces
    BACK_REACH = 4
    FRONT_REACH = 8
    WINDOW_WIDTH = 2 * SIDE_REACH + 1
    WINDOW = (2 * SIDE_REACH + 1) * (BACK_REACH + 1 + FRONT_REACH)
    PIECE_KINDS = 4             # white stones, black stones, the seat's other Herb, enemy Herbs
    BOARD = 11                  # squares of a side
    AP_STEPS = 8                # classes of AP
    SQUARE_ROWS = PIECE_KINDS * WINDOW      # the first of these rows; the rows of pieces come before
    AP_ROWS = SQUARE_ROWS + BOARD * BOARD
    TABLE_ROWS = AP_ROWS + 2 * AP_STEPS
    MAX_PIECES = 125
    MAX_ROWS = MAX_PIECES + 3   # of a Herb
    CLIP = 181                  # the largest input of the second layer: its square fits 16 bits
    SQUARE_SHIFT = 7
    NET_UNIT = 65536            # a lead of 1 in the network's result


cdef inline int ap_step(int ap) noexcept nogil:
    """Return the class of a seat's AP, 0 to AP_STEPS - 1: they grow with the AP."""
    if ap < 40:
        return ap // 10
    return 4 if ap < 60 else 5 if ap < 90 else 6 if ap < 140 else 7


cdef inline int list_pieces(const Arena* arena, int* rows, int* columns, int* kinds) noexcept nogil:
    """Write the place and the cell of every stone and Herb, from 0, and return their number."""
    cdef int row, column, cell, count = 0
    cdef const unsigned char* line
    for row in range(BOARD):
        line = &arena.cells[WIDTH * (row + 1) + 1]
        for column in range(BOARD):
            cell = line[column]
            if cell and cell != PIT:
                rows[count] = row
                columns[count] = column
                kinds[count] = cell
                count += 1
    return count


cdef inline int in_frame(int right, int up, int facing, int* ahead) noexcept nogil:
    """Return the offset to the right of a Herb with a facing, and write the one ahead, of an offset on the board."""
    if facing == 0:
        ahead[0] = up
        return right
    if facing == 1:
        ahead[0] = right
        return -up
    if facing == 2:
        ahead[0] = -up
        return -right
    ahead[0] = -right
    return up


cdef inline int frame_square(int row, int column, int facing) noexcept nogil:
    """Return the square of a Herb in its own frame: 11 * row + column, from 0."""
    cdef int ahead, side = in_frame(2 * column - (BOARD - 1), 2 * row - (BOARD - 1), facing, &ahead)
    return BOARD * ((ahead + BOARD - 1) // 2) + (side + BOARD - 1) // 2


cdef inline int window_row(int right, int up, int facing, int kind) noexcept nogil:
    """Return the row of weights of a piece at an offset from a Herb, -1 if the Herb does not see it."""
    cdef int ahead, side = in_frame(right, up, facing, &ahead)
    if side < -SIDE_REACH or side > SIDE_REACH or ahead < -BACK_REACH or ahead > FRONT_REACH:
        return -1
    return (kind * (BACK_REACH + 1 + FRONT_REACH) + ahead + BACK_REACH) * WINDOW_WIDTH + side + SIDE_REACH


cdef inline int piece_kind(int cell, int herb) noexcept nogil:
    """Return the kind of a piece in the eyes of a Herb."""
    if cell < HERB:
        return 0 if cell == WHITE else 1
    return 2 if owner(cell - HERB) == owner(herb) else 3


cdef inline int herb_rows(
    const Arena* arena, int herb, const int* rows, const int* columns, const int* kinds, int count, int* found
) noexcept nogil:
    """Write the rows of the table that a living Herb adds up, and return their number.

    `rows`, `columns` and `kinds` are those of `list_pieces`.
    """
    cdef int row = arena.square[herb] // WIDTH - 1, column = arena.square[herb] % WIDTH - 1
    cdef int facing = arena.facing[herb], seat = owner(herb), i, place, total = 3
    found[0] = SQUARE_ROWS + frame_square(row, column, facing)
    found[1] = AP_ROWS + ap_step(arena.ap[seat])
    found[2] = AP_ROWS + AP_STEPS + ap_step(arena.ap[seat ^ 1])
    for i in range(count):
        if kinds[i] == HERB + herb:
            continue
        place = window_row(columns[i] - column, rows[i] - row, facing, piece_kind(kinds[i], herb))
        if place >= 0:
            found[total] = place
            total += 1
    return total


cdef inline int net_lead(const Arena* arena) noexcept nogil:
    """Return the network's part of seat 0's lead, in 1 / NET_UNIT."""
    cdef int rows[MAX_PIECES]
    cdef int columns[MAX_PIECES]
    cdef int kinds[MAX_PIECES]
    cdef int found[MAX_ROWS]
    cdef short sums[HIDDEN]
    cdef const short* weights
    cdef int count = list_pieces(arena, rows, columns, kinds)
    cdef int herb, i, k, number, value, total = 0
    for herb in range(4):
        if not alive(arena, herb):
            continue
        number = herb_rows(arena, herb, rows, columns, kinds, count, found)
        for k in range(HIDDEN):
            sums[k] = 0
        for i in range(number):
            weights = &HERBS_NET_TABLE[found[i] * HIDDEN]
            for k in range(HIDDEN):
                sums[k] = <short>(sums[k] + weights[k])
        value = 0
        for k in range(HIDDEN):
            sums[k] = <short>min(max(sums[k], 0), CLIP)
            sums[k] = <short>(sums[k] * sums[k])
            sums[k] = <short>(sums[k] >> SQUARE_SHIFT)
            value += <int>sums[k] * HERBS_NET_OUTPUT[k]
        total += value if owner(herb) == 0 else -value
    return total
