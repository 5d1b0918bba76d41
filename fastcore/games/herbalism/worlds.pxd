"""Worlds of Herbalism: packed distributions of the cards, and sets of those that fit one observer's observations.

All hands are packed into one word, three bits for each seat and colour; cards in no hand are the hidden pair.
"""

from libc.stdint cimport uint64_t

from fastcore.games.herbalism.observation cimport Observation
from fastcore.games.herbalism.rules cimport (
    BREW, COLOURS, HERBALISM_MEDICINE, SEATS, Position, accepts, deck_count,
)

cdef enum:
    MAX_SUCCESSORS = 4      # successors of a world after one observation

cdef struct World:
    uint64_t deal           # the hands as dealt, or as they were when the set began
    uint64_t hands          # the hands now
    double arrangements     # number of ways to draw the cards of the deal
    double weight           # relative probability of the deal and of all choices of other seats, if these are uniform


# Packed hands

cdef inline int cards_held(uint64_t hands, int seat, int colour) noexcept nogil:
    """Return the number of cards of a colour in a hand."""
    return hands >> (12 * seat + 3 * colour) & 7


cdef inline uint64_t packed_card(int seat, int colour) noexcept nogil:
    """Return one card in a hand, to add or to subtract."""
    return (<uint64_t>1) << (12 * seat + 3 * colour)


cdef inline int hidden_cards(uint64_t hands, int colour) noexcept nogil:
    """Return the number of cards of a colour in the hidden pair."""
    cdef int s, rest = deck_count(colour)
    for s in range(SEATS):
        rest -= cards_held(hands, s, colour)
    return rest


cdef inline uint64_t hidden_pair(uint64_t hands) noexcept nogil:
    """Return the hidden pair, packed as the hand of seat 0."""
    cdef uint64_t pair = 0
    cdef int c
    for c in range(COLOURS):
        pair += hidden_cards(hands, c) * packed_card(0, c)
    return pair


cdef inline int cure_of(uint64_t pair) noexcept nogil:
    """Return the right medicine card for a packed pair."""
    cdef int c, first = -1, second = -1
    for c in range(COLOURS):
        if cards_held(pair, 0, c):
            if first < 0:
                first = c
            second = c
    return HERBALISM_MEDICINE[first][second]


cdef inline int colours_held(uint64_t hands, int seat) noexcept nogil:
    """Return the colours in a hand, as bits."""
    cdef int c, colours = 0
    for c in range(COLOURS):
        colours |= (cards_held(hands, seat, c) > 0) << c
    return colours


cdef inline int gifts_held(uint64_t hands, int target, int card, int action) noexcept nogil:
    """Return the colours, as bits, that the target of an appeal, or of a brew on the card SAME, may give."""
    cdef int c, colours = 0
    for c in range(COLOURS):
        if accepts(card, c) and cards_held(hands, target, c) >= (2 if action == BREW else 1):
            colours |= 1 << c
    return colours


cdef int successors(
    const World* world, const Observation* seen, const int* move_counts, bint by_observer, World* out
) noexcept nogil


cdef class WorldSet:
    cdef int seats
    cdef int seat               # the observer, or -1: everybody
    cdef World* worlds          # owned; those of one deal are contiguous
    cdef long count
    cdef long capacity
    cdef double log_scale       # logarithm of the factor by which all weights are too small

    cdef int check_indices(self, int seat, int card, int action) except -1
    cdef int reserve(self, long capacity) except -1
    cdef WorldSet copy(self)
    cdef int fill_from_deal(self, const signed char* hand) except -1
    cdef int fill_from_view(self, const Position* p, bint pair_known) except -1
    cdef int update(self, Observation seen, const int* move_counts) except -1
    cdef list probabilities(self, bint weighted)


cdef tuple unpack(uint64_t hands, int seats)
