"""Observations of Herbalism: what an action or a cure reveals about the cards, and the observation tensor."""

from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count
from fastcore.games.herbalism.moves cimport GIFTS, HERBALISM_COLOUR_AT, Action, decode_action
from fastcore.games.herbalism.rules cimport (
    ACT, ALL_TURNS, BREW, CARDS, COLOURS, CURE, DEAL, ENDED, FEED, GIVE, HERBALISM_COLOUR_A, HERBALISM_COLOUR_B,
    INQUIRE, LAST_ROUND, PASS, SAME, UNUSED, Position, Rules, deck_count, gift_choices, has_seen_pair,
    requested_colour,
)

cdef enum:              # kinds of observations
    CHOICE = 0          # `seat` made a choice that moves no card
    INQUIRED = 1        # `seat` gave a card to `target`, which announced `count`
    FED = 2             # `seat` gave a card to `target`, which returned `count`
    BREWED = 3          # `target` gave the colours in `taken` (bits: 1 the first, 2 the second of the card)
    ASKED = 4           # `target` was asked to choose
    NOTHING_TO_GIVE = 5 # `target` had no choice
    GAVE = 6            # `seat` chose and gave `count` cards to `target`
    PAIR_SEEN = 7       # the hidden pair is `pair`
    CARD_WRONG = 8      # `card` is not the right card

    HAND_SIZE = 12      # the tensor's scales
    SCORE = 99

cdef struct Observation:
    int kind
    int seat
    int target
    int card
    int action
    int colour          # of the cards given; -1: not seen
    int count
    int taken           # -1: only the count is seen
    uint64_t pair       # packed as the hand of seat 0


cdef inline Observation new_observation(int kind, int seat, int target, int card, int action) noexcept nogil:
    """Return an observation in which everything else is hidden."""
    cdef Observation o
    o.kind, o.seat, o.target, o.card, o.action = kind, seat, target, card, action
    o.colour = o.taken = -1
    o.count = 0
    o.pair = 0
    return o


cdef inline Observation observation_of(const Position* p, int move) noexcept nogil:
    """Return everything that a move in phase ACT (without a marker) or GIVE reveals. All hands are known."""
    cdef Observation o
    cdef Action a
    cdef int requested
    cdef const signed char* hand
    if p.phase == GIVE:
        o = new_observation(GAVE, p.seat, p.initiator, p.card, p.action)
        o.colour = HERBALISM_COLOUR_AT[move - GIFTS]
        o.count = 2 if p.action == BREW else p.hands[p.seat][o.colour]
        return o
    a = decode_action(move)
    o = new_observation(CHOICE, p.seat, a.target, a.card, a.kind)
    o.colour = a.colour
    if a.kind == PASS:
        return o
    hand = p.hands[a.target]
    if a.kind == INQUIRE or a.kind == FEED:
        requested = requested_colour(a.card, a.colour)
        o.kind = INQUIRED if a.kind == INQUIRE else FED
        o.count = hand[requested] + (requested == a.colour)
    elif a.kind == BREW and a.card != SAME:
        o.kind = BREWED
        o.taken = (hand[HERBALISM_COLOUR_A[a.card]] > 0) | (hand[HERBALISM_COLOUR_B[a.card]] > 0) << 1
        o.count = bit_count(o.taken)
    else:
        o.kind = ASKED if gift_choices(p, a.card, a.kind, a.target) else NOTHING_TO_GIVE
    return o


cdef inline uint64_t observation_key(const Observation* o) noexcept nogil:
    """Return a number that identifies an observation among all observations of a move."""
    cdef uint64_t key = <uint64_t>o.kind | <uint64_t>(o.seat + 1) << 8 | <uint64_t>(o.target + 1) << 16
    key |= <uint64_t>(o.card + 1) << 24 | <uint64_t>(o.colour + 1) << 32 | <uint64_t>(o.taken + 1) << 40
    return key | <uint64_t>o.count << 48


# The observation tensor. `Herbalism.tensor` documents its layout.

cdef inline int tensor_size(int seats) noexcept nogil:
    """Return the length of the tensor for a number of seats."""
    return 33 * seats + 22


cdef inline float* write_one_hot(float* values, int index, int count) noexcept nogil:
    """Set one of the next `count` values (none if the index is negative) and return a pointer past them."""
    if index >= 0:
        values[index] = 1
    return values + count


cdef inline float* write_cards(float* values, const signed char* cards, bint visible) noexcept nogil:
    """Write five values: whether cards are visible, and then for each colour their share of the deck."""
    cdef int c
    if visible:
        values[0] = 1
        for c in range(COLOURS):
            values[1 + c] = <float>cards[c] / deck_count(c)
    return values + 1 + COLOURS


cdef inline void write_tensor(const Position* p, const Rules* r, int seat, float* values) noexcept nogil:
    """Write the tensor of a position as a seat (-1: everybody) sees it. The caller zeroes `values`."""
    cdef bint all_visible = p.phase == DEAL or p.phase == ENDED
    cdef int s, c
    values = write_one_hot(values, seat, r.seats)
    values = write_cards(values, p.hidden, all_visible or (seat >= 0 and has_seen_pair(p, seat)))
    for s in range(r.seats):
        values = write_cards(values, p.hands[s], all_visible or s == seat)
        values[0] = <float>p.hand_size[s] / HAND_SIZE
        values[1] = <float>p.scores[s] / SCORE
        values = write_one_hot(values + 2, p.medicine[s], CARDS)
        values = write_one_hot(values, p.cure[s] - 1, 4)
        values = write_one_hot(values, p.cure_card[s] if p.cure[s] != UNUSED else -1, CARDS)
        for c in range(COLOURS):
            values[c] = p.predictions[s] >> c & 1
        values += COLOURS
    values[0] = <float>p.round / LAST_ROUND
    values[1] = <float>p.turn / (ALL_TURNS * r.seats)
    values = write_one_hot(values + 2, p.phase, 6)
    values = write_one_hot(values, p.start, r.seats)
    values = write_one_hot(values, p.seat if not all_visible else -1, r.seats)
    values = write_one_hot(values, p.initiator if p.phase == GIVE or p.phase == CURE else -1, r.seats)
    values = write_one_hot(values, p.card if p.phase == GIVE else -1, CARDS)
    write_one_hot(values, p.action - BREW if p.phase == GIVE else -1, 2)
