"""What an action tells of the cards, before it is made, and what may still be answered."""

from libc.stdint cimport uint64_t

from fastcore.games.herbalism.moves cimport GIFTS, HERBALISM_COLOUR, Act, act_of
from fastcore.games.herbalism.packed cimport bits_set
from fastcore.games.herbalism.rules cimport (
    BREW, CARDS, FEED, GIVE, HERBALISM_X, HERBALISM_Y, INQUIRE, PASS, SAME, Position, Rules, asked_colours, closed, other_colour,
)
from fastcore.games.herbalism.worlds cimport (
    ASKED, CHOSE, GAVE_AND_GOT, GAVE_AND_TOLD, HANDED, NOT_ASKED, TOOK_BOTH, Seen,
)


cdef inline void act_seen(const Position* p, int move, Seen* seen) noexcept nogil:
    """What an action, or what is handed over, tells of the cards."""
    cdef Act a
    cdef int other
    cdef const signed char* hand
    seen.seat = p.seat
    seen.back = seen.colour = -1
    seen.number = 0
    seen.pair = 0
    if p.phase == GIVE:
        seen.kind, seen.target, seen.card, seen.action = HANDED, p.by, p.card, p.action
        seen.colour = HERBALISM_COLOUR[move - GIFTS]
        seen.number = 2 if p.action == BREW else p.hands[p.seat][seen.colour]
        return
    a = act_of(move)
    seen.target, seen.card, seen.action, seen.colour = a.target, a.card, a.action, a.colour
    if a.action == PASS:
        seen.kind = CHOSE
        return
    hand = p.hands[a.target]
    if a.action == INQUIRE or a.action == FEED:
        other = other_colour(a.card, a.colour)
        seen.kind = GAVE_AND_TOLD if a.action == INQUIRE else GAVE_AND_GOT
        seen.number = hand[other] + (other == a.colour)
    elif a.action == BREW and a.card != SAME:
        seen.kind = TOOK_BOTH
        seen.back = (hand[HERBALISM_X[a.card]] > 0) | (hand[HERBALISM_Y[a.card]] > 0) << 1
        seen.number = bits_set(seen.back)
    else:
        seen.kind = ASKED if asked_colours(p, a.card, a.action, a.target) else NOT_ASKED


cdef inline uint64_t seen_word(const Seen* seen) noexcept nogil:
    """One word for what a seat sees of an action."""
    cdef uint64_t word = <uint64_t>seen.kind | <uint64_t>(seen.seat + 1) << 8 | <uint64_t>(seen.target + 1) << 16
    word |= <uint64_t>(seen.card + 1) << 24 | <uint64_t>(seen.colour + 1) << 32 | <uint64_t>(seen.back + 1) << 40
    return word | <uint64_t>seen.number << 48


cdef inline double best_chance(const Position* p, const Rules* r, const double* chances) noexcept nogil:
    """The chance of the likeliest card that is open."""
    cdef double best = 0
    cdef int card
    for card in range(CARDS):
        if not closed(p, r, card):
            best = max(best, chances[card])
    return best
