"""Static values after each of several rolls from the same position.

A roll changes only the removals and placements that are owed, so the board is summed once for each set of weights, and
all rolls with this set share the sum.
"""

from libc.string cimport memset

from fastcore.games.herd.evaluation cimport board_sum, empty_after_turn, owed_sum, squash, weight_context
from fastcore.games.herd.rules cimport PLACE, REMOVE, Board, Position, has_placement
from fastcore.games.herd.weights cimport CONTEXTS, HERD_PATTERN, PATTERNS

cdef enum:
    TURN_ENDS = 2       # in place of a value in [-1, 1]: the roll ends the turn; the caller must play and evaluate it


cdef inline void roll_values(
    const Position* position, const Board* board, const int* high, const int* low, int count, double* values, int words
) noexcept nogil:
    """Write the player's static value after each roll, or TURN_ENDS.

    Args:
        high: the high die of each of `count` rolls.
        low: the low die of each roll.
        values: 2 * count numbers; the value after roll i goes to values[2 * i], and values[2 * i + 1] is left
            unchanged.
    """
    cdef int sums[CONTEXTS]
    cdef bint summed[CONTEXTS]
    cdef bint first_turn = position.turn == 1
    cdef int i, context, removals, placements, owed
    cdef bint blocked = not has_placement(board, position.empty, position.stones[position.player ^ 1], words)
    memset(summed, 0, sizeof(summed))
    for i in range(count):
        removals = 0 if first_turn else min(low[i], position.stone_count[position.player ^ 1])
        placements = low[i] if first_turn else high[i]
        if removals == 0 and blocked:
            values[2 * i] = TURN_ENDS
            continue
        context = weight_context(REMOVE if removals else PLACE, removals, placements)
        if not summed[context]:
            sums[context] = board_sum(position, board, &HERD_PATTERN[context * PATTERNS], words)
            summed[context] = True
        owed = owed_sum(context, position.turn, position.empty_count, removals, placements)
        values[2 * i] = squash(
            context, sums[context] + owed, empty_after_turn(position.empty_count, removals, placements)
        )
