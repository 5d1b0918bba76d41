"""WorldSet: every distribution of the cards that fits one observer's observations, with exact probabilities.

A world is a deal and current hands that may follow from it. A deal may have several worlds, because other players'
choices are not always visible. Two kinds of probabilities follow from the worlds. *Without a model*, the weight of a
deal is the number of its card arrangements, shared equally among its worlds. *Under the uniform model*, this number is
multiplied by the probability of every choice of other players, and histories that lead to the same hands are summed.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memcpy

from fastcore.bits cimport bit_count
from fastcore.exact_log cimport log_of
from fastcore.games.herbalism.observation cimport (
    ASKED, BREWED, CHOICE, FED, GAVE, INQUIRED, NOTHING_TO_GIVE, PAIR_SEEN, Observation,
)
from fastcore.games.herbalism.rules cimport (
    BREW, CARDS, COLOURS, GIVE, HERBALISM_COLOUR_A, HERBALISM_COLOUR_B, PASS, SEATS, Position, accepts,
    deck_count, requested_colour,
)
from fastcore.games.herbalism.tables cimport Deal, deals_of

from math import factorial, prod

from fastcore.games.herbalism.text import texts


cdef int successors(
    const World* world, const Observation* seen, const int* move_counts, bint by_observer, World* out
) noexcept nogil:
    """Write the worlds that follow from a world after an observation and return their number.

    Args:
        move_counts: the number of moves that the seat had, by the colours in its hand (16 ints).
        by_observer: the choice was the observer's own, so it carries no information.
        out: holds MAX_SUCCESSORS worlds.
    """
    cdef World next_world = world[0]
    cdef uint64_t hands = world.hands
    # Local copies: the compiler has to assume that writing to `out` changes what pointers point to.
    cdef int kind = seen.kind, seat = seen.seat, target = seen.target, card = seen.card, colour = seen.colour
    cdef int seen_count = seen.count, action = seen.action
    cdef int begin = colour if colour >= 0 else 0, end = colour + 1 if colour >= 0 else COLOURS
    cdef int c, requested, cards, colours, count = 0, a, b
    if kind <= NOTHING_TO_GIVE and not by_observer:
        next_world.weight /= move_counts[colours_held(hands, seat)]
    if kind == INQUIRED or kind == FED:
        for c in range(begin, end):
            if not accepts(card, c) or not cards_held(hands, seat, c):
                continue
            requested = requested_colour(card, c)
            if cards_held(hands, target, requested) + (requested == c) != seen_count:
                continue
            next_world.hands = hands - packed_card(seat, c) + packed_card(target, c)
            if kind == FED:
                next_world.hands += seen_count * (packed_card(seat, requested) - packed_card(target, requested))
            out[count] = next_world
            count += 1
        return count
    out[0] = next_world
    if kind == CHOICE:
        return 1
    if kind == BREWED:
        a, b = HERBALISM_COLOUR_A[card], HERBALISM_COLOUR_B[card]
        colours = (cards_held(hands, target, a) > 0) | (cards_held(hands, target, b) > 0) << 1
        if (seen.taken >= 0 and seen.taken != colours) or bit_count(colours) != seen_count:
            return 0
        if colours & 1:
            out[0].hands += packed_card(seat, a) - packed_card(target, a)
        if colours & 2:
            out[0].hands += packed_card(seat, b) - packed_card(target, b)
        return 1
    if kind == ASKED:
        return gifts_held(hands, target, card, action) != 0
    if kind == NOTHING_TO_GIVE:
        return gifts_held(hands, target, card, action) == 0
    if kind == GAVE:
        colours = gifts_held(hands, seat, card, action)
        for c in range(begin, end):
            cards = 2 if action == BREW else cards_held(hands, seat, c)
            if not colours >> c & 1 or cards != seen_count:
                continue
            out[count] = next_world
            out[count].hands = hands + cards * (packed_card(target, c) - packed_card(seat, c))
            if not by_observer:
                out[count].weight = world.weight / bit_count(colours)
            count += 1
        return count
    if kind == PAIR_SEEN:
        return hidden_pair(hands) == seen.pair
    return cure_of(hidden_pair(hands)) != seen.card


cdef int compare_hands(const void* a, const void* b) noexcept nogil:
    """Compare two worlds by their hands, for qsort."""
    cdef uint64_t first = (<const World*>a).hands, second = (<const World*>b).hands
    return (first > second) - (first < second)


cdef long merge_equal(World* worlds, long count) noexcept nogil:
    """Merge worlds of one deal that have the same hands. Return the number of worlds left."""
    cdef long i, j, merged = 0
    if count > 24:
        qsort(worlds, count, sizeof(World), compare_hands)
        for i in range(count):
            if merged and worlds[merged - 1].hands == worlds[i].hands:
                worlds[merged - 1].weight += worlds[i].weight
            else:
                worlds[merged] = worlds[i]
                merged += 1
        return merged
    for i in range(count):
        for j in range(merged):
            if worlds[j].hands == worlds[i].hands:
                worlds[j].weight += worlds[i].weight
                break
        else:
            worlds[merged] = worlds[i]
            merged += 1
    return merged


cdef tuple unpack(uint64_t hands, int seats):
    """Return (hidden pair, hands) of packed hands, each as counts by colour."""
    cdef int s, c
    each = tuple([tuple([cards_held(hands, s, c) for c in range(COLOURS)]) for s in range(seats)])
    return tuple([hidden_cards(hands, c) for c in range(COLOURS)]), each


cdef class WorldSet:
    """The worlds that one observer considers possible. It is empty until it is filled from a deal or a view.

    Args:
        seats: the number of seats, 1 to 4.
        seat: the observer; None for public information.

    Raises:
        ValueError: there is no such seat.
    """

    def __cinit__(self, int seats, seat):
        if not 1 <= seats <= SEATS or not (seat is None or 0 <= seat < seats):
            raise ValueError(f"seat is {seat} of {seats} seats; a game has 1 to {SEATS} seats")
        self.seats = seats
        self.seat = -1 if seat is None else seat
        self.worlds = NULL
        self.count = self.capacity = 0
        self.log_scale = 0

    def __dealloc__(self):
        free(self.worlds)

    cdef int reserve(self, long capacity) except -1:
        """Make room for a number of worlds."""
        cdef World* worlds
        if capacity > self.capacity:
            worlds = <World*>realloc(self.worlds, capacity * sizeof(World))
            if worlds == NULL:
                raise MemoryError
            self.worlds = worlds
            self.capacity = capacity
        return 0

    cdef WorldSet copy(self):
        """Return an independent copy."""
        cdef WorldSet other = WorldSet(self.seats, None if self.seat < 0 else self.seat)
        other.reserve(max(self.count, 1))
        memcpy(other.worlds, self.worlds, self.count * sizeof(World))
        other.count, other.log_scale = self.count, self.log_scale
        return other

    # Initial worlds -------------------------------------------------------------------------------------------------

    cdef int fill_from_deal(self, const signed char* hand) except -1:
        """Add every deal in which the observer has this hand (NULL: every deal). Return the number of worlds."""
        cdef const Deal* deals = deals_of(self.seats)
        cdef long deal_count = len(texts.deals(self.seats).texts), i
        cdef int s, c
        cdef double total = 0
        cdef World* world
        self.reserve(deal_count)
        self.count = 0
        for i in range(deal_count):
            total += deals[i].arrangements
            if hand != NULL and not (
                deals[i].hands[self.seat][0] == hand[0] and deals[i].hands[self.seat][1] == hand[1]
                and deals[i].hands[self.seat][2] == hand[2] and deals[i].hands[self.seat][3] == hand[3]
            ):
                continue
            world = &self.worlds[self.count]
            world.hands = 0
            for s in range(self.seats):
                for c in range(COLOURS):
                    world.hands += deals[i].hands[s][c] * packed_card(s, c)
            world.deal = world.hands
            world.arrangements = world.weight = deals[i].arrangements
            self.count += 1
        self.log_scale = -log_of(total)
        return self.count

    cdef int fill_from_view(self, const Position* p, bint pair_known) except -1:
        """Add every distribution of the cards that fits a view. Return the number of worlds.

        Pairs that a failed cure excludes, and hands with nothing to give in phase GIVE, do not fit.
        """
        cdef int s, c
        cdef World* world
        visible = [s == self.seat for s in range(self.seats)]
        hand = [p.hands[self.seat][c] if self.seat >= 0 else 0 for c in range(COLOURS)]
        pair = [p.hidden[c] if pair_known else 0 for c in range(COLOURS)]
        rest = tuple([deck_count(c) - hand[c] - pair[c] for c in range(COLOURS)])
        sizes = [p.hand_size[s] for s in range(self.seats) if not visible[s]] + ([] if pair_known else [2])
        failed = {p.cure_card[s] for s in range(self.seats) if p.cure[s] > 2}
        arrangements = prod(map(factorial, rest))
        self.count = 0
        for groups in texts.splits(rest, sizes):
            hands = iter(groups)
            self.reserve(self.count + 1 if self.count < self.capacity else 2 * self.capacity + 64)
            world = &self.worlds[self.count]
            world.hands = 0
            for s in range(self.seats):
                for c, cards in enumerate(hand if visible[s] else next(hands)):
                    world.hands += <uint64_t>cards * packed_card(s, c)
            if cure_of(hidden_pair(world.hands)) in failed:
                continue
            if p.phase == GIVE and not gifts_held(world.hands, p.seat, p.card, p.action):
                continue
            world.deal = world.hands
            world.arrangements = world.weight = arrangements // prod(factorial(cards) for group in groups for cards in group)
            self.count += 1
        self.log_scale = 0
        if self.count:
            self.log_scale = -self.log_weight()
        return self.count

    # Observations ---------------------------------------------------------------------------------------------------

    cdef int update(self, Observation seen, const int* move_counts) except -1:
        """Replace the worlds by those that follow from an observation.

        Return 1, or 0 if no world allows the observation; then nothing has changed. `move_counts` is that of
        `successors`.
        """
        cdef long capacity = MAX_SUCCESSORS * self.count, i = 0, count = 0, first
        cdef World* worlds = <World*>malloc(max(capacity, 1) * sizeof(World))
        cdef uint64_t deal
        cdef bint by_observer = seen.seat == self.seat
        cdef double max_weight = 0
        if worlds == NULL:
            raise MemoryError
        with nogil:
            while i < self.count:
                deal = self.worlds[i].deal
                first = count
                while i < self.count and self.worlds[i].deal == deal:
                    count += successors(&self.worlds[i], &seen, move_counts, by_observer, &worlds[count])
                    i += 1
                count = first + merge_equal(&worlds[first], count - first)
            for i in range(count):
                max_weight = max(max_weight, worlds[i].weight)
            for i in range(count):
                worlds[i].weight /= max_weight      # so that weights do not underflow in a long round
        if count == 0:
            free(worlds)
            return 0
        free(self.worlds)
        self.worlds, self.count, self.capacity = worlds, count, capacity
        self.log_scale += log_of(max_weight)
        return 1

    def restrict(self, predicate):
        """Return a new WorldSet of the worlds where `predicate(pair, hands)` is true; it may be empty."""
        cdef WorldSet other = self.copy()
        cdef long i, count = 0
        for i in range(self.count):
            if predicate(*self.cards(self.worlds[i].hands)):
                other.worlds[count] = self.worlds[i]
                count += 1
        other.count = count
        return other

    # Beliefs --------------------------------------------------------------------------------------------------------

    def cards(self, uint64_t hands):
        """Return (hidden pair, hands) of packed hands, each as counts by colour."""
        return unpack(hands, self.seats)

    cdef list probabilities(self, bint weighted):
        """Return the probability of every world: under the uniform model if `weighted`, otherwise without a model."""
        cdef long i = 0, first, j
        cdef double total = 0
        cdef list weights = []
        while i < self.count:
            first = i
            while i < self.count and self.worlds[i].deal == self.worlds[first].deal:
                i += 1
            for j in range(first, i):
                weights.append(self.worlds[j].weight if weighted else self.worlds[j].arrangements / (i - first))
                total += weights[j]
        return [weight / total for weight in weights]

    def distribution(self, bint weighted):
        """Return {packed hands: probability}: under the uniform model if `weighted`, otherwise without a model."""
        cdef long i
        sums = {}
        for i, probability in enumerate(self.probabilities(weighted)):
            hands = self.worlds[i].hands
            sums[hands] = sums.get(hands, 0.0) + probability
        return sums

    def log_weight(self):
        """Return the logarithm of the probability of the observations under the uniform model, from a deal or a view."""
        cdef long i
        cdef double total = 0
        for i in range(self.count):
            total += self.worlds[i].weight
        return log_of(total) + self.log_scale

    def size(self):
        """Return the number of different hands among the worlds."""
        cdef long i
        return len({self.worlds[i].hands for i in range(self.count)})

    cdef int check_indices(self, int seat, int card, int action) except -1:
        """Raise ValueError if a seat, a card or an action does not exist."""
        if not 0 <= seat < self.seats or not 0 <= card < CARDS or not 0 <= action <= PASS:
            raise ValueError(f"seat {seat}, card {card} or action {action} does not exist")
        return 0

    def possible_colours(self, int seat):
        """Return the colours, as bits, that a hand may hold. ValueError if there is no such seat."""
        cdef long i
        cdef int colours = 0
        self.check_indices(seat, 0, 0)
        for i in range(self.count):
            colours |= colours_held(self.worlds[i].hands, seat)
        return colours

    def possible_gifts(self, int seat, int card, int action):
        """Return the colours, as bits, that a seat may give for an action on a card. ValueError if there is none."""
        cdef long i
        cdef int colours = 0
        self.check_indices(seat, card, action)
        for i in range(self.count):
            colours |= gifts_held(self.worlds[i].hands, seat, card, action)
        return colours
