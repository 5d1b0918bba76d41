"""Hands packed into one word, three bits a colour and seat; what is in no hand is the hidden pair."""

from libc.stdint cimport uint64_t

from fastcore.games.herbalism.rules cimport (
    BREW, COLOURS, HERBALISM_PAIR, SEATS, may_be_given,
)

cdef extern from *:
    """
    static const int HERBALISM_WHOLE[4] = {2, 3, 4, 5};
    """
    const int HERBALISM_WHOLE[COLOURS]

cdef inline int held(uint64_t hands, int seat, int colour) noexcept nogil:
    return hands >> (12 * seat + 3 * colour) & 7


cdef inline uint64_t one(int seat, int colour) noexcept nogil:
    return (<uint64_t>1) << (12 * seat + 3 * colour)


cdef inline int hidden(uint64_t hands, int colour) noexcept nogil:
    """How many of the hidden pair have this colour."""
    cdef int s, rest = HERBALISM_WHOLE[colour]
    for s in range(SEATS):
        rest -= held(hands, s, colour)
    return rest


cdef inline uint64_t pair_of(uint64_t hands) noexcept nogil:
    """The hidden pair, packed as the hand of seat 0."""
    cdef uint64_t pair = 0
    cdef int c
    for c in range(COLOURS):
        pair += hidden(hands, c) * one(0, c)
    return pair


cdef inline int card_of(uint64_t pair) noexcept nogil:
    """The right medicine card of a packed pair."""
    cdef int c, first = -1, second = -1
    for c in range(COLOURS):
        if held(pair, 0, c):
            if first < 0:
                first = c
            second = c
    return HERBALISM_PAIR[first][second]


cdef inline int held_bits(uint64_t hands, int seat) noexcept nogil:
    """The colours in a hand, as bits."""
    cdef int c, bits = 0
    for c in range(COLOURS):
        bits |= (held(hands, seat, c) > 0) << c
    return bits


cdef inline int asked_bits(uint64_t hands, int target, int card, int action) noexcept nogil:
    """The colours among which the target would choose."""
    cdef int c, bits = 0
    for c in range(COLOURS):
        if may_be_given(card, c) and held(hands, target, c) >= (2 if action == BREW else 1):
            bits |= 1 << c
    return bits


cdef inline int bits_set(int bits) noexcept nogil:
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1)
