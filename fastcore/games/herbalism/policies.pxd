"""Herbalism's policies as far as they need nothing but what a seat sees now: its hand, the markers, the failed cures.

`greedy` takes the card that is right most often, given its own hand alone, as soon as that is more likely right than
wrong, and until then the action that brings in most cards. `deducer` decides by what each choice is worth in points;
here, in fast games, it counts the worlds that its view allows, and behind a Viewpoint those that its whole history does.
"""

from fastcore.games.herbalism.moves cimport (
    ANSWERS, CURES, FOLLOWS, GIFTS, HERBALISM_CARD, HERBALISM_COLOUR, PREDICTIONS, SKIP, Act, act_of,
)
from fastcore.games.herbalism.rules cimport (
    ACT, APPEAL, BREW, CARDS, COLOURS, CURE, FAILED_ANSWER, FAILED_FOLLOW, FEED, FOLLOW, GIVE, HERBALISM_PAIR, HERBALISM_X, HERBALISM_Y, INQUIRE, PASS,
    PREDICT, SAME, UNUSED, Position, Rules, right_card, total,
)
from fastcore.stream cimport Rng, below

cdef extern from *:
    """
    static const int HERBALISM_DECK[4] = {2, 3, 4, 5};
    """
    const int HERBALISM_DECK[COLOURS]


cdef inline bint looked(const Position* p, int seat) noexcept nogil:
    """Whether a seat has seen the hidden pair."""
    return p.cure[seat] == FAILED_ANSWER or p.cure[seat] == FAILED_FOLLOW


cdef inline void card_chances(const Position* p, const Rules* r, int seat, double* chances) noexcept nogil:
    """How likely each medicine card is right, given the seat's hand and the cures that failed."""
    cdef double weight, whole = 0
    cdef int a, b, s, card, left
    cdef int unseen[COLOURS]
    for card in range(CARDS):
        chances[card] = 0
    for a in range(COLOURS):
        unseen[a] = HERBALISM_DECK[a] - p.hands[seat][a]
    for a in range(COLOURS):
        for b in range(a, COLOURS):
            left = unseen[b] - (a == b)
            weight = unseen[a] * left * (0.5 if a == b else 1.0)
            if weight > 0:
                chances[HERBALISM_PAIR[a][b]] += weight
    for s in range(r.seats):
        if looked(p, s):
            chances[p.cure_card[s]] = 0
    for card in range(CARDS):
        whole += chances[card]
    for card in range(CARDS):
        chances[card] = chances[card] / whole if whole > 0 else 1.0 / CARDS


cdef inline double sure_enough(bint greedy) noexcept nogil:
    """The least probability for an answer: greedy answers with what is more likely right than wrong, the deducer waits
    for a little more."""
    return 0.5 if greedy else 0.6


cdef inline double worth(const Position* p, int move, const double* chances, double sure) noexcept nogil:
    """How much a policy likes a move. `sure` is the least probability for an answer."""
    cdef Act a
    cdef double chance
    cdef int colour, gain
    if move == SKIP:
        return 0
    if ANSWERS <= move < CURES:
        chance = chances[HERBALISM_CARD[move - ANSWERS]]
        # a wrong answer costs the chance to answer later
        return 4 * chance - 2 if chance >= sure else -1
    if CURES <= move < FOLLOWS:
        chance = chances[HERBALISM_CARD[move - CURES]]
        return 100 * chance if chance >= sure else -100 + chance
    if FOLLOWS <= move < FOLLOWS + CARDS:
        return 2 * chances[HERBALISM_CARD[move - FOLLOWS]] - 1
    if p.phase == GIVE:
        # hand over what is least
        return -<double>p.hands[p.seat][HERBALISM_COLOUR[move - GIFTS]] if p.action == APPEAL else 0
    if p.phase == PREDICT:
        # right if one of the hidden cards has the colour
        colour = HERBALISM_COLOUR[move - PREDICTIONS]
        chance = 0
        for gain in range(CARDS):
            if gain != SAME and (HERBALISM_X[gain] == colour or HERBALISM_Y[gain] == colour):
                chance += chances[gain]
        return 2 * chance - 1
    a = act_of(move)
    if a.action == PASS:
        return -1
    if a.action == INQUIRE:
        return 0.5
    gain = p.size[a.target]
    return gain * (0.6 if a.card == SAME else 1.0) - (1 if a.action == FEED else 0) - (0.5 * gain if a.action == BREW else 0)


cdef inline int best_moves(const Position* p, const double* chances, double sure, int* moves, int count) noexcept nogil:
    """Keep the moves that are worth most, at the front of the list; returns their number."""
    cdef double best = -1e9, value
    cdef int i, ties = 0
    for i in range(count):
        value = worth(p, moves[i], chances, sure)
        if value > best + 1e-9:
            best = value
            ties = 0
        if value >= best - 1e-9:
            moves[ties] = moves[i]
            ties += 1
    return ties
