"""In which order alpha-beta tries moves: that of the table, forcing ones, killers, and the rest by their history.

A killer is a move that has just ended the search of another position at the same depth; the history of a move is how
often it has done so anywhere, the deeper the more (Schaeffer 1983).
"""

from libc.stdint cimport int64_t

cdef enum:
    TABLE_MOVE = 1 << 30    # scores; whatever is below KILLER is ordered by history
    FORCING = 1 << 29
    KILLER = 1 << 28


cdef inline void score_moves(
    const int* moves, int* scores, int count, int forced, int hint, const int* killers, const int* history
) noexcept nogil:
    """Score the moves of a position; the forcing ones stand behind them in the list once more."""
    cdef const int* forcing = moves + count
    cdef int i, j
    for i in range(count):
        scores[i] = history[moves[i]]
        if moves[i] == hint:
            scores[i] = TABLE_MOVE
        elif moves[i] == killers[0] or moves[i] == killers[1]:
            scores[i] = KILLER
        for j in range(forced):
            if moves[i] == forcing[j] and moves[i] != hint:
                scores[i] = FORCING - j


cdef inline int bring_best(int* moves, int* scores, int first, int end) noexcept nogil:
    """Swap the best of the moves from `first` on to that place; returns its score."""
    cdef int64_t top = -((<int64_t>1) << 62)
    cdef int best, i, move, score
    for i in range(first, end):         # score and place in one number: no branch to guess wrong
        top = max(top, (<int64_t>scores[i] << 16) - i)
    best = <int>(-top & 0xffff)
    move = moves[best]
    score = scores[best]
    moves[best] = moves[first]
    scores[best] = scores[first]
    moves[first] = move
    return score


cdef inline void credit(int* history, int actions, int move, int depth) noexcept nogil:
    """Note that a move has ended the search of a position."""
    cdef int i
    history[move] += depth * depth
    if history[move] >= KILLER // 2:
        for i in range(actions):
            history[i] //= 2
