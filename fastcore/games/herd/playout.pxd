"""Random games to the end, the fast way: every decision uniform among the legal moves."""

from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, lowest_bit, nth_bit
from fastcore.games.herd.rules cimport ENDED, LAST_TURN, MOST_WORDS, ROLL, Board, Position, drop, put, surrounded
from fastcore.stream cimport Rng, below


cdef inline int nth_cell(const uint64_t* cells, int k, int words) noexcept nogil:
    """The k-th cell of a set, from 0."""
    cdef int w, number
    for w in range(words - 1):
        number = bit_count(cells[w])
        if k < number:
            return w * 64 + nth_bit(cells[w], k)
        k -= number
    return (words - 1) * 64 + nth_bit(cells[words - 1], k)


cdef inline int open_cell(
    const Board* board, const uint64_t* empty, const uint64_t* theirs, Rng* rng, int words
) noexcept nogil:
    """A random empty cell that is not surrounded by enemy stones; -1 if there is none."""
    cdef uint64_t allowed[MOST_WORDS]
    cdef uint64_t rest
    cdef int w, cell, number = 0
    for w in range(words):
        allowed[w] = 0
    for w in range(words):
        rest = empty[w]
        while rest:
            cell = w * 64 + lowest_bit(rest)
            rest &= rest - 1
            if not surrounded(board, cell, theirs, words):
                put(allowed, cell)
                number += 1
    return nth_cell(allowed, <int>below(rng, number), words) if number else -1


cdef inline long play_out(Position* position, const Board* board, Rng* rng, int words) noexcept nogil:
    """Play to the end; returns the number of removals and placements.

    A placement is drawn among all empty cells and drawn again among the allowed ones only if it was prohibited:
    the same distribution as drawing among the allowed at once, and the list of these is seldom needed.
    """
    cdef uint64_t mine[MOST_WORDS]
    cdef uint64_t theirs[MOST_WORDS]
    cdef uint64_t empty[MOST_WORDS]
    cdef uint64_t rest, swapped
    cdef int side = position.side, turn = position.turn, vacant = position.vacant
    cdef int my_count = position.count[side], their_count = position.count[side ^ 1]
    cdef int removals = position.removals, placements = position.placements
    cdef int w, cell, enemy, first, second
    cdef bint rolled = position.phase != ROLL
    cdef long decisions = 0
    if position.phase == ENDED:
        return 0
    for w in range(words):
        mine[w] = position.stones[side][w]
        theirs[w] = position.stones[side ^ 1][w]
        empty[w] = position.empty[w]
    while True:
        if not rolled:
            first = <int>below(rng, 36)
            second = first % 6 + 1
            first = first // 6 + 1
            placements = max(first, second)
            removals = min(first, second)
            if turn == 1:
                placements = removals
                removals = 0
            removals = min(removals, their_count)
        rolled = False
        decisions += removals
        vacant += removals
        while removals:
            cell = nth_cell(theirs, <int>below(rng, their_count), words)
            drop(theirs, cell)
            put(empty, cell)
            their_count -= 1
            removals -= 1
        while placements and vacant:
            cell = nth_cell(empty, <int>below(rng, vacant), words)
            if surrounded(board, cell, theirs, words):
                cell = open_cell(board, empty, theirs, rng, words)
                if cell < 0:
                    break
            put(mine, cell)
            drop(empty, cell)
            my_count += 1
            vacant -= 1
            placements -= 1
            decisions += 1
            for w in range(words):
                rest = board.near[cell][w] & theirs[w]
                while rest:
                    enemy = w * 64 + lowest_bit(rest)
                    rest &= rest - 1
                    if surrounded(board, enemy, mine, words):
                        drop(theirs, enemy)
                        put(empty, enemy)
                        their_count -= 1
                        vacant += 1
                        placements += 1
        if vacant == 0 or turn == LAST_TURN:
            break
        for w in range(words):
            swapped = mine[w]
            mine[w] = theirs[w]
            theirs[w] = swapped
        my_count, their_count = their_count, my_count
        side ^= 1
        turn += 1
    for w in range(words):
        position.stones[side][w] = mine[w]
        position.stones[side ^ 1][w] = theirs[w]
        position.empty[w] = empty[w]
    position.count[side] = my_count
    position.count[side ^ 1] = their_count
    position.vacant = vacant
    position.side = side
    position.turn = turn
    position.phase = ENDED
    position.high = position.low = position.removals = position.placements = 0
    return decisions
