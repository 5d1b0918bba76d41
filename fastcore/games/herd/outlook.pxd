"""The values after many rolls at once: the board is summed once, as a roll changes only what is owed."""

from libc.string cimport memset

from fastcore.games.herd.evaluation cimport board_sum, context, owed_sum, squashed, vacancies_left
from fastcore.games.herd.rules cimport PLACE, REMOVE, Board, Position, may_place
from fastcore.games.herd.weights cimport CONTEXTS, HERD_PATTERN, PATTERNS

cdef enum:
    TURN_ENDS = 2       # stands for the value after a roll that ends the turn at once


cdef inline void outcome_values(
    const Position* position, const Board* board, const unsigned char* kinds, const int* high, const int* low,
    int count, double* values, int words
) noexcept nogil:
    """The mover's value after each roll that leaves a choice; two places apart."""
    cdef int sums[CONTEXTS]
    cdef bint summed[CONTEXTS]
    cdef bint first = position.turn == 1
    cdef int i, of, removals, placements, owed
    cdef bint stuck = not may_place(board, position.empty, position.stones[position.side ^ 1], words)
    memset(summed, 0, sizeof(summed))
    for i in range(count):
        removals = 0 if first else min(low[i], position.count[position.side ^ 1])
        placements = low[i] if first else high[i]
        if removals == 0 and stuck:
            values[2 * i] = TURN_ENDS
            continue
        of = context(REMOVE if removals else PLACE, removals, placements)
        if not summed[of]:
            sums[of] = board_sum(position, board, kinds, &HERD_PATTERN[of * PATTERNS], words)
            summed[of] = True
        owed = owed_sum(of, position.turn, position.vacant, removals, placements)
        values[2 * i] = squashed(of, sums[of] + owed, vacancies_left(position.vacant, removals, placements))
