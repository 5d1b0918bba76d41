"""Uniformly random playouts that draw moves without listing them."""

from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, lowest_bit, nth_bit
from fastcore.games.herd.rules cimport (
    ENDED, LAST_TURN, MAX_WORDS, ROLL, Board, Position, discard, insert, is_surrounded,
)
from fastcore.stream cimport Rng, below


cdef inline int nth_cell(const uint64_t* cells, int k, int words) noexcept nogil:
    """Return the k-th cell of a set, counted from 0. The set has more than k cells."""
    cdef int w, count
    for w in range(words - 1):
        count = bit_count(cells[w])
        if k < count:
            return w * 64 + nth_bit(cells[w], k)
        k -= count
    return (words - 1) * 64 + nth_bit(cells[words - 1], k)


cdef inline int random_legal_cell(
    const Board* board, const uint64_t* empty, const uint64_t* theirs, Rng* rng, int words
) noexcept nogil:
    """Return a random empty cell that is not surrounded by enemy stones, or -1 if there is none."""
    cdef uint64_t legal[MAX_WORDS]
    cdef uint64_t rest
    cdef int w, cell, count = 0
    for w in range(words):
        legal[w] = 0
    for w in range(words):
        rest = empty[w]
        while rest:
            cell = w * 64 + lowest_bit(rest)
            rest &= rest - 1
            if not is_surrounded(board, cell, theirs, words):
                insert(legal, cell)
                count += 1
    return nth_cell(legal, <int>below(rng, count), words) if count else -1


cdef inline long random_playout(Position* position, const Board* board, Rng* rng, int words) noexcept nogil:
    """Play to the end and return the number of removals and placements.

    A placement is drawn from all empty cells, and again from the legal ones if the first draw is illegal. This gives
    the same distribution as a draw from the legal cells, and their list is seldom needed.
    """
    cdef uint64_t mine[MAX_WORDS]
    cdef uint64_t theirs[MAX_WORDS]
    cdef uint64_t empty[MAX_WORDS]
    cdef uint64_t rest, swapped
    cdef int player = position.player, turn = position.turn, empty_count = position.empty_count
    cdef int mine_count = position.stone_count[player], theirs_count = position.stone_count[player ^ 1]
    cdef int removals = position.removals, placements = position.placements
    cdef int w, cell, enemy, die, other_die
    cdef bint rolled = position.phase != ROLL
    cdef long decisions = 0
    if position.phase == ENDED:
        return 0
    for w in range(words):
        mine[w] = position.stones[player][w]
        theirs[w] = position.stones[player ^ 1][w]
        empty[w] = position.empty[w]
    while True:
        if not rolled:
            die = <int>below(rng, 36)
            other_die = die % 6 + 1
            die = die // 6 + 1
            placements = max(die, other_die)
            removals = min(die, other_die)
            if turn == 1:
                placements = removals
                removals = 0
            removals = min(removals, theirs_count)
        rolled = False
        decisions += removals
        empty_count += removals
        while removals:
            cell = nth_cell(theirs, <int>below(rng, theirs_count), words)
            discard(theirs, cell)
            insert(empty, cell)
            theirs_count -= 1
            removals -= 1
        while placements and empty_count:
            cell = nth_cell(empty, <int>below(rng, empty_count), words)
            if is_surrounded(board, cell, theirs, words):
                cell = random_legal_cell(board, empty, theirs, rng, words)
                if cell < 0:
                    break
            insert(mine, cell)
            discard(empty, cell)
            mine_count += 1
            empty_count -= 1
            placements -= 1
            decisions += 1
            for w in range(words):
                rest = board.neighbours[cell][w] & theirs[w]
                while rest:
                    enemy = w * 64 + lowest_bit(rest)
                    rest &= rest - 1
                    if is_surrounded(board, enemy, mine, words):
                        discard(theirs, enemy)
                        insert(empty, enemy)
                        theirs_count -= 1
                        empty_count += 1
                        placements += 1
        if empty_count == 0 or turn == LAST_TURN:
            break
        for w in range(words):
            swapped = mine[w]
            mine[w] = theirs[w]
            theirs[w] = swapped
        mine_count, theirs_count = theirs_count, mine_count
        player ^= 1
        turn += 1
    for w in range(words):
        position.stones[player][w] = mine[w]
        position.stones[player ^ 1][w] = theirs[w]
        position.empty[w] = empty[w]
    position.stone_count[player] = mine_count
    position.stone_count[player ^ 1] = theirs_count
    position.empty_count = empty_count
    position.player = player
    position.turn = turn
    position.phase = ENDED
    position.high_die = position.low_die = position.removals = position.placements = 0
    return decisions
