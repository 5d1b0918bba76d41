"""Worlds: all ways in which the cards may lie, as one observer can tell, with exact weights of both flavours.

Hands are packed into one word, three bits a colour and seat; what is in no hand is the hidden pair. A row is a pair of a
deal and of present hands that it may have led to. What is *possible* gives every deal its number of card arrangements
and shares that evenly among its rows; what is *likely* under the uniform model multiplies it by the probability of every
choice that others made, and adds up the ways that meet.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memcpy

from fastcore.games.herbalism.deals cimport Deal, deals_of
from fastcore.games.herbalism.packed cimport (
    HERBALISM_WHOLE, asked_bits, bits_set, card_of, held, held_bits, hidden, one, pair_of,
)
from fastcore.games.herbalism.rules cimport (
    BREW, CARDS, COLOURS, GIVE, HERBALISM_X, HERBALISM_Y, PASS, SEATS, Position, may_be_given, other_colour,
)

from itertools import groupby
from math import factorial, prod

from fastcore.games.herbalism import texts

# What an observation makes of one row

cdef int branch(const World* row, const Seen* seen, const int* ways_to_act, bint own, World* out) noexcept nogil:
    """Write the rows that follow; returns their number. `ways_to_act`: how many moves the seat that acted had, by the
    colours in its hand. `own`: the choice was the observer's and says nothing."""
    cdef uint64_t now = row.now
    cdef int c, other, number, bits, made = 0, x, y
    cdef double likely = row.likely
    if seen.kind <= NOT_ASKED and not own:
        likely /= ways_to_act[held_bits(now, seen.seat)]
    if seen.kind == GAVE_AND_TOLD or seen.kind == GAVE_AND_GOT:
        for c in range(COLOURS):
            if not may_be_given(seen.card, c) or (seen.colour >= 0 and seen.colour != c) or not held(now, seen.seat, c):
                continue
            other = other_colour(seen.card, c)
            if held(now, seen.target, other) + (other == c) != seen.number:
                continue
            out[made] = row[0]
            out[made].likely = likely
            out[made].now = now - one(seen.seat, c) + one(seen.target, c)
            if seen.kind == GAVE_AND_GOT:
                out[made].now += seen.number * (one(seen.seat, other) - one(seen.target, other))
            made += 1
        return made
    out[0] = row[0]
    out[0].likely = likely
    if seen.kind == CHOSE:
        return 1
    if seen.kind == TOOK_BOTH:
        x, y = HERBALISM_X[seen.card], HERBALISM_Y[seen.card]
        bits = (held(now, seen.target, x) > 0) | (held(now, seen.target, y) > 0) << 1
        if (seen.back >= 0 and seen.back != bits) or bits_set(bits) != seen.number:
            return 0
        if bits & 1:
            out[0].now += one(seen.seat, x) - one(seen.target, x)
        if bits & 2:
            out[0].now += one(seen.seat, y) - one(seen.target, y)
        return 1
    if seen.kind == ASKED:
        return asked_bits(now, seen.target, seen.card, seen.action) != 0
    if seen.kind == NOT_ASKED:
        return asked_bits(now, seen.target, seen.card, seen.action) == 0
    if seen.kind == HANDED:
        bits = asked_bits(now, seen.seat, seen.card, seen.action)
        for c in range(COLOURS):
            number = 2 if seen.action == BREW else held(now, seen.seat, c)
            if not bits >> c & 1 or number != seen.number or (seen.colour >= 0 and seen.colour != c):
                continue
            out[made] = row[0]
            out[made].now = now + number * (one(seen.target, c) - one(seen.seat, c))
            if not own:
                out[made].likely = row.likely / bits_set(bits)
            made += 1
        return made
    if seen.kind == PAIR:
        return pair_of(now) == seen.pair
    return card_of(pair_of(now)) != seen.card


cdef int by_now(const void* a, const void* b) noexcept nogil:
    cdef uint64_t one = (<const World*>a).now, other = (<const World*>b).now
    return (one > other) - (one < other)


cdef long merged(World* rows, long count) noexcept nogil:
    """Bring rows of one deal that agree together; returns how many are left."""
    cdef long i, j, kept = 0
    if count > 24:
        qsort(rows, count, sizeof(World), by_now)
        for i in range(count):
            if kept and rows[kept - 1].now == rows[i].now:
                rows[kept - 1].likely += rows[i].likely
            else:
                rows[kept] = rows[i]
                kept += 1
        return kept
    for i in range(count):
        for j in range(kept):
            if rows[j].now == rows[i].now:
                rows[j].likely += rows[i].likely
                break
        else:
            rows[kept] = rows[i]
            kept += 1
    return kept


cdef class Worlds:
    """For one observer; before a deal there are none."""

    def __cinit__(self, int seats, seat):
        if not 1 <= seats <= SEATS or not (seat is None or 0 <= seat < seats):
            raise ValueError(f"seat {seat} of {seats}; there are 1 to {SEATS} seats")
        self.seats = seats
        self.seat = -1 if seat is None else seat
        self.rows = NULL
        self.count = self.room = 0

    def __dealloc__(self):
        free(self.rows)

    cdef int reserve(self, long room) except -1:
        cdef World* more
        if room > self.room:
            more = <World*>realloc(self.rows, room * sizeof(World))
            if more == NULL:
                raise MemoryError
            self.rows = more
            self.room = room
        return 0

    cdef Worlds copied(self):
        cdef Worlds other = Worlds(self.seats, None if self.seat < 0 else self.seat)
        other.reserve(max(self.count, 1))
        memcpy(other.rows, self.rows, self.count * sizeof(World))
        other.count = self.count
        return other

    # Beginning ------------------------------------------------------------------------------------------------------

    cdef int deal(self, const signed char* hand) except -1:
        """Begin with all deals that give the observer this hand (NULL: all); returns their number."""
        cdef const Deal* deals = deals_of(self.seats)
        cdef long all = len(texts.deals(self.seats).texts), i
        cdef int s, c
        cdef World* row
        self.reserve(all)
        self.count = 0
        for i in range(all):
            if hand != NULL and not (
                deals[i].hands[self.seat][0] == hand[0] and deals[i].hands[self.seat][1] == hand[1]
                and deals[i].hands[self.seat][2] == hand[2] and deals[i].hands[self.seat][3] == hand[3]
            ):
                continue
            row = &self.rows[self.count]
            row.now = 0
            for s in range(self.seats):
                for c in range(COLOURS):
                    row.now += deals[i].hands[s][c] * one(s, c)
            row.deal = row.now
            row.ways = row.likely = deals[i].ways
            self.count += 1
        return self.count

    cdef int lay(self, const Position* p, bint pair_known) except -1:
        """Begin from a view: every way to lay the cards that are not seen; pairs that a failed cure excludes are not."""
        cdef int s, c
        cdef World* row
        seen = [s == self.seat for s in range(self.seats)]
        own = [p.hands[self.seat][c] if self.seat >= 0 else 0 for c in range(COLOURS)]
        pair = [p.hidden[c] if pair_known else 0 for c in range(COLOURS)]
        rest = tuple([HERBALISM_WHOLE[c] - own[c] - pair[c] for c in range(COLOURS)])
        sizes = [p.size[s] for s in range(self.seats) if not seen[s]] + ([] if pair_known else [2])
        failed = {p.cure_card[s] for s in range(self.seats) if p.cure[s] > 2}
        ways = prod(map(factorial, rest))
        self.count = 0
        for groups in texts.splits(rest, sizes):
            hands = iter(groups)
            self.reserve(self.count + 1 if self.count < self.room else 2 * self.room + 64)
            row = &self.rows[self.count]
            row.now = 0
            for s in range(self.seats):
                for c, number in enumerate(own if seen[s] else next(hands)):
                    row.now += <uint64_t>number * one(s, c)
            if card_of(pair_of(row.now)) in failed:
                continue
            if p.phase == GIVE and not asked_bits(row.now, p.seat, p.card, p.action):
                continue            # somebody who has nothing to hand over is not asked
            row.deal = row.now
            row.ways = row.likely = ways // prod(factorial(number) for group in groups for number in group)
            self.count += 1
        return self.count

    # Learning -------------------------------------------------------------------------------------------------------

    cdef int see(self, Seen seen, const int* ways_to_act) except -1:
        """Take an observation in; returns 1, or 0 if no world allows it, and then nothing has changed."""
        cdef long room = BRANCHES * self.count, i = 0, count = 0, first
        cdef World* rows = <World*>malloc(max(room, 1) * sizeof(World))
        cdef uint64_t deal
        cdef bint own = seen.seat == self.seat
        cdef double most = 0
        if rows == NULL:
            raise MemoryError
        with nogil:
            while i < self.count:
                deal = self.rows[i].deal
                first = count
                while i < self.count and self.rows[i].deal == deal:
                    count += branch(&self.rows[i], &seen, ways_to_act, own, &rows[count])
                    i += 1
                count = first + merged(&rows[first], count - first)
            for i in range(count):
                most = max(most, rows[i].likely)
            for i in range(count):
                rows[i].likely /= most          # so that a long round does not run out of numbers
        if count == 0:
            free(rows)
            return 0
        free(self.rows)
        self.rows, self.count, self.room = rows, count, room
        return 1

    def keep(self, fact):
        """The worlds in which `fact(pair, hands)` is true, as new Worlds; they may be none."""
        cdef Worlds other = self.copied()
        cdef long i, count = 0
        for i in range(self.count):
            if fact(*self.cards(self.rows[i].now)):
                other.rows[count] = self.rows[i]
                count += 1
        other.count = count
        return other

    # What is known --------------------------------------------------------------------------------------------------

    def cards(self, uint64_t now):
        """(hidden pair, hands) of packed hands, as counts by colour."""
        cdef int s, c
        hands = tuple([tuple([held(now, s, c) for c in range(COLOURS)]) for s in range(self.seats)])
        return tuple([hidden(now, c) for c in range(COLOURS)]), hands

    cdef list chances(self, bint likely):
        """The probability of every row."""
        cdef long i = 0, first, j
        cdef double whole = 0
        cdef list found = []
        while i < self.count:
            first = i
            while i < self.count and self.rows[i].deal == self.rows[first].deal:
                i += 1
            for j in range(first, i):
                found.append(self.rows[j].likely if likely else self.rows[j].ways / (i - first))
                whole += found[j]
        return [chance / whole for chance in found]

    def listed(self, bint likely):
        """{packed hands now: probability}."""
        cdef long i
        found = {}
        for i, chance in enumerate(self.chances(likely)):
            now = self.rows[i].now
            found[now] = found.get(now, 0.0) + chance
        return found

    def distinct(self):
        """How many ways the cards may lie now."""
        cdef long i
        return len({self.rows[i].now for i in range(self.count)})

    cdef int check(self, int seat, int card, int action) except -1:
        """ValueError for what there is not."""
        if not 0 <= seat < self.seats or not 0 <= card < CARDS or not 0 <= action <= PASS:
            raise ValueError(f"seat {seat}, card {card} or action {action} does not exist")
        return 0

    def colours_held(self, int seat):
        """The colours that a hand may hold, as bits."""
        cdef long i
        self.check(seat, 0, 0)
        cdef int bits = 0
        for i in range(self.count):
            bits |= held_bits(self.rows[i].now, seat)
        return bits

    def gifts(self, int seat, int card, int action):
        """The colours that a target may choose to hand over, as bits."""
        cdef long i
        self.check(seat, card, action)
        cdef int bits = 0
        for i in range(self.count):
            bits |= asked_bits(self.rows[i].now, seat, card, action)
        return bits
