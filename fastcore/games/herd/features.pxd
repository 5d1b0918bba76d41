"""What the evaluation and the priors look up, as arrays to fit weights to and as named sums to show."""

from libc.stdint cimport uint64_t

from fastcore.games.herd.evaluation cimport EMPTY, MINE, content, context, owed_sum, surroundings, vacancies_left
from fastcore.games.herd.priors cimport weak_stones
from fastcore.games.herd.rules cimport ENDED, MAX_CELLS, MOST_WORDS, Board, Position, holds
from fastcore.games.herd.weights cimport BESIDE, CONTENTS, HERD_PATTERN, MAX_OWED, PATTERNS, SURROUNDINGS


cdef inline int place_of(const Position* p, const Board* board, const unsigned char* kinds, int cell) noexcept:
    return surroundings(board, kinds, cell, p.stones[p.side], p.stones[p.side ^ 1], board.words)


cdef inline void position_row(const Position* p, const Board* board, const unsigned char* kinds, short* row) noexcept:
    """How often each place of a context's pattern table is looked up, then context, removals, placements, vacancies left
    and turn."""
    cdef int which, cell
    for which in range(CONTENTS):
        for cell in range(board.cells):
            if holds(content(p, which), cell):
                row[which * SURROUNDINGS + place_of(p, board, kinds, cell)] += 1
    row[PATTERNS] = context(p.phase, p.removals, p.placements)
    row[PATTERNS + 1] = p.removals
    row[PATTERNS + 2] = min(p.placements, p.vacant + p.removals, MAX_OWED - 1)
    row[PATTERNS + 3] = vacancies_left(p.vacant, p.removals, p.placements)
    row[PATTERNS + 4] = p.turn


cdef inline void move_row(
    const Position* p, const Board* board, const unsigned char* kinds, int cell, short* row
) noexcept:
    """The place of a move's cell among the surroundings, then how many weak stones of each kind are beside."""
    cdef uint64_t weak[MOST_WORDS]
    cdef unsigned char kind[MAX_CELLS]
    cdef int other
    weak_stones(p, board, weak, kind, board.words)
    row[0] = place_of(p, board, kinds, cell)
    for other in range(board.cells):
        if holds(board.near[cell], other) and holds(weak, other):
            row[1 + kind[other]] += 1


cdef inline list term_sums(const Position* p, const Board* board, const unsigned char* kinds):
    """Thousandths of a stone for the side at turn: stones, what lone, paired and herded stones are worth beyond that,
    empty cells, what is owed and the tempo."""
    cdef int of = context(p.phase, p.removals, p.placements)
    cdef int which, cell, place, weight, whole, friends
    cdef list sums = [0] * 6
    for which in range(CONTENTS):
        whole = 0 if which == EMPTY else 1000 if which == MINE else -1000
        for cell in range(board.cells):
            if holds(content(p, which), cell):
                place = place_of(p, board, kinds, cell)
                weight = HERD_PATTERN[of * PATTERNS + which * SURROUNDINGS + place]
                friends = place % 49 // 7 if which == MINE else place % 7
                sums[0] += whole
                sums[4 if which == EMPTY else 1 + min(friends, 2)] += weight - whole
    if p.phase != ENDED:
        sums[5] = owed_sum(of, p.turn, p.vacant, p.removals, p.placements)
    return sums
