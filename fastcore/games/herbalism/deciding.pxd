"""How people are taken to decide whether to cure, and how to reply to a cure.

A lookahead goes on by it, and what others chose is weighed by it; the numbers stand in `blueprint.pxd`.
"""

from libc.math cimport exp

from fastcore.games.herbalism.blueprint cimport HERBALISM_BLUEPRINT, MARGIN, SOFT, SURE, TRUST, WAITING
from fastcore.games.herbalism.rules cimport CARDS, Position, Rules, closed, may_follow, only_cures, unused
from fastcore.games.herbalism.told cimport best_chance

cdef enum:
    DECLINES = CARDS        # the place after the cards
    REPLIES = CARDS + 1

cdef extern from *:
    """
    #define HERBALISM_SLIPS 0.02
    #define HERBALISM_NEVER -1e9
    """
    const double HERBALISM_SLIPS        # so often people do what they would not
    const double HERBALISM_NEVER        # the worth of a reply that is not allowed


cdef inline double cures(const Position* p, const Rules* r, double chance) noexcept nogil:
    """How often the seat at turn cures that is so sure of its best card: the surer the more often."""
    cdef double share = 0.5 + 0.5 * (chance - HERBALISM_BLUEPRINT[SURE]) / HERBALISM_BLUEPRINT[MARGIN]
    if only_cures(p, r):
        return 1
    return HERBALISM_SLIPS + (1 - 2 * HERBALISM_SLIPS) * min(1.0, max(0.0, share))


cdef inline void reply_worths(const Position* p, const Rules* r, const double* believed, double* worths) noexcept nogil:
    """What each reply to a cure is worth in points: the marker on each card, then to decline."""
    cdef double chances[CARDS]
    cdef double whole = 0, told = 0
    cdef int card
    for card in range(CARDS):
        chances[card] = believed[card] * (HERBALISM_BLUEPRINT[TRUST] if may_follow(p, r, card) else 1)
        whole += chances[card]
    for card in range(CARDS):
        chances[card] /= whole
        if may_follow(p, r, card):
            told += chances[card]
            worths[card] = 2 * chances[card] - 1
        else:
            worths[card] = HERBALISM_NEVER if closed(p, r, card) else 3 * chances[card]
    # if the cure fails, three points are left for those who still have their markers
    worths[DECLINES] = HERBALISM_BLUEPRINT[WAITING] * (1 - told) * 3 / unused(p, r)


cdef inline int best_reply(const double* worths) noexcept nogil:
    """The place of the reply that is worth most; to decline among equals."""
    cdef int place, best = DECLINES
    for place in range(CARDS):
        if worths[place] > worths[best]:
            best = place
    return best


cdef inline double turn_likelihood(const Position* p, const Rules* r, const double* chances, int put) noexcept nogil:
    """How likely it is that the seat at turn cures with this card, or acts (-1)."""
    cdef double best = best_chance(p, r, chances)
    if put < 0:
        return 1 - cures(p, r, best)
    # on a card that is not its best it puts the marker by mistake only, or at random when it must
    return cures(p, r, best) * (1 if chances[put] >= 0.999 * best else HERBALISM_SLIPS + (chances[put] if only_cures(p, r) else 0.0))


cdef inline double reply_likelihood(const Position* p, const Rules* r, const double* chances, int put) noexcept nogil:
    """How likely it is that a seat replies with this card, or declines (-1)."""
    cdef double worths[REPLIES]
    cdef double whole = 0, best
    cdef int place
    reply_worths(p, r, chances, worths)
    best = worths[best_reply(worths)]
    for place in range(REPLIES):
        whole += exp((worths[place] - best) / HERBALISM_BLUEPRINT[SOFT])
    place = DECLINES if put < 0 else put
    return HERBALISM_SLIPS + (1 - HERBALISM_SLIPS) * exp((worths[place] - best) / HERBALISM_BLUEPRINT[SOFT]) / whole
