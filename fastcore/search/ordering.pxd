"""In which order alpha-beta tries moves: that of the table, forcing ones, killers, and the rest by their history.

A killer is a move that has just ended the search of another position at the same depth; the history of a move is how
often it has done so anywhere, the deeper the more (Schaeffer 1983).
"""

cdef enum:
    FORCING = 1 << 19       # how promising a move is; whatever is below KILLER is ordered by history
    KILLER = 1 << 18
    PLACES = 10             # a score is that in front of so many bits, which say how far from the end the move stands:
    LAST_PLACE = (1 << PLACES) - 1      # the largest is the best of the first, and tells its place
    TRIED = -1
    ROW = 8                 # scores are looked at in rows of so many; the last one is filled up with TRIED


cdef inline int scored(int promise, int place) noexcept nogil:
    return promise << PLACES | (LAST_PLACE - place)


cdef inline int rows_of(int count) noexcept nogil:
    """The length of whole rows that hold so many."""
    return (count + ROW - 1) & -ROW


cdef inline void score_in_order(int* scores, int count) noexcept nogil:
    """Score moves that stand in order already."""
    cdef int i
    for i in range(count):
        scores[i] = scored(0, i)
    for i in range(count, rows_of(count)):
        scores[i] = TRIED


cdef inline void score_moves(
    const int* moves, int* scores, int count, int forced, int tried, const int* killers, const int* history
) noexcept nogil:
    """Score the moves of a position; the forcing ones stand behind them in the list once more.

    `tried` (or -1) has been searched already.
    """
    cdef const int* forcing = moves + count
    cdef int first_killer = killers[0], second_killer = killers[1]
    cdef int i, j, move, promise
    for i in range(count):              # without branches
        move = moves[i]
        promise = history[move]
        promise = KILLER if (move == first_killer) | (move == second_killer) else promise
        scores[i] = TRIED if move == tried else scored(promise, i)
    for j in range(forced):
        for i in range(count):
            if moves[i] == forcing[j] and moves[i] != tried:
                scores[i] = scored(FORCING - j, i)
    for i in range(count, rows_of(count)):
        scores[i] = TRIED


cdef inline int best_score(const int* scores, int count) noexcept nogil:
    cdef int i, best = TRIED
    for i in range(rows_of(count)):
        best = max(best, scores[i])
    return best


cdef inline void credit(int* history, int actions, int move, int depth) noexcept nogil:
    """Note that a move has ended the search of a position."""
    cdef int i
    history[move] += depth * depth
    if history[move] >= KILLER // 2:
        for i in range(actions):
            history[i] //= 2
