"""Herbalism's policies `greedy` and `deducer`. They use what a seat sees now: its hand, the markers and failed cures.

`greedy` answers as soon as a card is more likely right than wrong, judging by its hand alone. Until then it prefers the
action that gains the most cards. `deducer` waits for a higher probability. In playouts both use `cure_probabilities`;
in a Viewpoint, `deducer` uses the seat's whole history.
"""

from fastcore.games.herbalism.moves cimport (
    ANSWERS, CURES, FOLLOWS, GIFTS, HERBALISM_CARD_AT, HERBALISM_COLOUR_AT, PREDICTIONS, SKIP, Action, decode_action,
)
from fastcore.games.herbalism.rules cimport (
    APPEAL, BREW, CARDS, COLOURS, FEED, GIVE, HERBALISM_COLOUR_A, HERBALISM_COLOUR_B, HERBALISM_MEDICINE,
    INQUIRE, PASS, PREDICT, SAME, Position, Rules, deck_count, has_seen_pair,
)


cdef inline void cure_probabilities(const Position* p, const Rules* r, int seat, double* probabilities) noexcept nogil:
    """Write the probability that each medicine card is right, given a seat's hand and the failed cures."""
    cdef double weight, total = 0
    cdef int a, b, s, card, left
    cdef int unseen[COLOURS]
    for card in range(CARDS):
        probabilities[card] = 0
    for a in range(COLOURS):
        unseen[a] = deck_count(a) - p.hands[seat][a]
    for a in range(COLOURS):
        for b in range(a, COLOURS):
            left = unseen[b] - (a == b)
            weight = unseen[a] * left * (0.5 if a == b else 1.0)
            if weight > 0:
                probabilities[HERBALISM_MEDICINE[a][b]] += weight
    for s in range(r.seats):
        if has_seen_pair(p, s):
            probabilities[p.cure_card[s]] = 0
    for card in range(CARDS):
        total += probabilities[card]
    for card in range(CARDS):
        probabilities[card] = probabilities[card] / total if total > 0 else 1.0 / CARDS


cdef inline double answer_threshold(bint greedy) noexcept nogil:
    """Return the minimum probability of being right at which a policy answers or cures."""
    return 0.5 if greedy else 0.6


cdef inline double move_score(
    const Position* p, int move, const double* probabilities, double threshold
) noexcept nogil:
    """Return a policy's score of a move: points for a marker, cards for an action. Only the order matters."""
    cdef Action a
    cdef double probability
    cdef int colour, card, size
    if move == SKIP:
        return 0
    if ANSWERS <= move < CURES:
        probability = probabilities[HERBALISM_CARD_AT[move - ANSWERS]]
        # A wrong answer costs the chance to answer later.
        return 4 * probability - 2 if probability >= threshold else -1
    if CURES <= move < FOLLOWS:
        probability = probabilities[HERBALISM_CARD_AT[move - CURES]]
        return 100 * probability if probability >= threshold else -100 + probability
    if FOLLOWS <= move < FOLLOWS + CARDS:
        return 2 * probabilities[HERBALISM_CARD_AT[move - FOLLOWS]] - 1
    if p.phase == GIVE:
        # Give away as few cards as possible.
        return -<double>p.hands[p.seat][HERBALISM_COLOUR_AT[move - GIFTS]] if p.action == APPEAL else 0
    if p.phase == PREDICT:
        colour = HERBALISM_COLOUR_AT[move - PREDICTIONS]
        probability = 0
        for card in range(CARDS):
            if card != SAME and (HERBALISM_COLOUR_A[card] == colour or HERBALISM_COLOUR_B[card] == colour):
                probability += probabilities[card]
        return 2 * probability - 1
    a = decode_action(move)
    if a.kind == PASS:
        return -1
    if a.kind == INQUIRE:
        return 0.5
    size = p.hand_size[a.target]
    return size * (0.6 if a.card == SAME else 1.0) - (1 if a.kind == FEED else 0) - (0.5 * size if a.kind == BREW else 0)


cdef inline int best_moves(
    const Position* p, const double* probabilities, double threshold, int* moves, int count
) noexcept nogil:
    """Move the moves with the best score to the front of the list and return their number."""
    cdef double best = -1e9, score
    cdef int i, ties = 0
    for i in range(count):
        score = move_score(p, moves[i], probabilities, threshold)
        if score > best + 1e-9:
            best = score
            ties = 0
        if score >= best - 1e-9:
            moves[ties] = moves[i]
            ties += 1
    return ties
