"""The blueprint: a model of when players cure and how they reply to a cure.

Simulations use it as the rollout policy, and beliefs use it as the model of other seats. `blueprint` is the row of a type
of player in `blueprint.pxd`.
"""

from libc.math cimport floor, ldexp

from fastcore.games.herbalism.blueprint cimport MARGIN, SOFT, SURE, TRUST, WAITING
from fastcore.games.herbalism.rules cimport CARDS, Position, Rules, is_closed, may_follow, only_cures, unused_markers

cdef enum:
    DECLINE = CARDS         # replies: a marker on each card, then decline
    REPLIES = CARDS + 1
    TAYLOR_TERMS = 14

cdef extern from *:
    """
    #define HERBALISM_MISTAKES 0.02
    #define HERBALISM_ILLEGAL -1e9
    /* 1 / n! from n = 13 down to 0: the Taylor polynomial of the exponential function */
    static const double HERBALISM_TAYLOR[14] = {
        1.6059043836821613e-10, 2.08767569878681e-09, 2.505210838544172e-08, 2.755731922398589e-07, 2.7557319223985893e-06, 2.48015873015873e-05, 0.0001984126984126984,
        0.001388888888888889, 0.008333333333333333, 0.041666666666666664, 0.16666666666666666, 0.5, 1.0, 1.0
    };
    """
    const double HERBALISM_MISTAKES     # probability of a choice that deviates from the blueprint
    const double HERBALISM_ILLEGAL      # the value of an illegal reply
    const double HERBALISM_TAYLOR[TAYLOR_TERMS]


cdef inline double best_open_probability(const Position* p, const Rules* r, const double* probabilities) noexcept nogil:
    """Return the highest probability of being right among the cards without a marker."""
    cdef double best = 0
    cdef int card
    for card in range(CARDS):
        if not is_closed(p, r, card):
            best = max(best, probabilities[card])
    return best


cdef inline double curing_probability(
    const Position* p, const Rules* r, const double* blueprint, double confidence
) noexcept nogil:
    """Return the probability that a seat cures on its turn; `confidence` is the probability of its best card."""
    cdef double share = 0.5 + 0.5 * (confidence - blueprint[SURE]) / blueprint[MARGIN]
    if only_cures(p, r):
        return 1
    return HERBALISM_MISTAKES + (1 - 2 * HERBALISM_MISTAKES) * min(1.0, max(0.0, share))


cdef inline void reply_values(
    const Position* p, const Rules* r, const double* blueprint, const double* beliefs, double* values
) noexcept nogil:
    """Write the expected points of each of the REPLIES to a cure.

    `beliefs` are the seat's probabilities of the cards before the cure. TRUST multiplies that of an answered card.
    """
    cdef double probabilities[CARDS]
    cdef double total = 0, answered = 0
    cdef int card
    for card in range(CARDS):
        probabilities[card] = beliefs[card] * (blueprint[TRUST] if may_follow(p, r, card) else 1)
        total += probabilities[card]
    for card in range(CARDS):
        probabilities[card] /= total
        if may_follow(p, r, card):
            answered += probabilities[card]
            values[card] = 2 * probabilities[card] - 1
        else:
            values[card] = HERBALISM_ILLEGAL if is_closed(p, r, card) else 3 * probabilities[card]
    # If the cure fails, the seats that still have their markers play on for three points.
    values[DECLINE] = blueprint[WAITING] * (1 - answered) * 3 / unused_markers(p, r)


cdef inline int best_reply(const double* values) noexcept nogil:
    """Return the reply with the highest value. Ties go to DECLINE."""
    cdef int reply, best = DECLINE
    for reply in range(CARDS):
        if values[reply] > values[best]:
            best = reply
    return best


cdef inline double turn_likelihood(
    const Position* p, const Rules* r, const double* blueprint, const double* probabilities, int card
) noexcept nogil:
    """Return the probability that a seat cures with a card on its turn, or acts (-1)."""
    cdef double best = best_open_probability(p, r, probabilities)
    if card < 0:
        return 1 - curing_probability(p, r, blueprint, best)
    # A seat cures with a card other than its best only by mistake, or at random when it must cure.
    return curing_probability(p, r, blueprint, best) * (
        1 if probabilities[card] >= 0.999 * best
        else HERBALISM_MISTAKES + (probabilities[card] if only_cures(p, r) else 0.0)
    )


cdef inline double exp_of(double x) noexcept nogil:
    """Return e to the power of x, for x of at most 0, within two units in the last place.

    libm's exp differs between platforms. Every operation here is exact or correctly rounded under IEEE 754, so all
    machines sample the same worlds. The argument is reduced by a multiple of log 2, in two parts (like fdlibm).
    """
    cdef double power, r, sum = 0
    cdef int i
    if x < -700:
        return 0
    power = floor(x * 1.4426950408889634 + 0.5)
    r = x - power * 0.6931471803691238 - power * 1.9082149292705877e-10
    for i in range(TAYLOR_TERMS):
        sum = sum * r + HERBALISM_TAYLOR[i]
    return ldexp(sum, <int>power)


cdef inline double reply_likelihood(
    const Position* p, const Rules* r, const double* blueprint, const double* probabilities, int card
) noexcept nogil:
    """Return the probability that a seat replies to a cure with a card, or declines (-1): a softmax of the values."""
    cdef double values[REPLIES]
    cdef double total = 0, best
    cdef int reply
    reply_values(p, r, blueprint, probabilities, values)
    best = values[best_reply(values)]
    for reply in range(REPLIES):
        total += exp_of((values[reply] - best) / blueprint[SOFT])
    reply = DECLINE if card < 0 else card
    return HERBALISM_MISTAKES + (1 - HERBALISM_MISTAKES) * exp_of((values[reply] - best) / blueprint[SOFT]) / total
