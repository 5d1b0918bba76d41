"""Herbalism's position and rules, in the order of the rules page.

Colours are 0..3 = r y g b; medicine cards 0..6 = gy rg rb yr gb yb ==; seats count from 0. Hands are counts by colour.
The same functions serve a State, where every hand is known, and what one seat knows, where the hands of others are
empty and only `size` says how many cards they are: whatever needs hidden cards is asked for beforehand.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

cdef enum:
    DEAL = 0
    ACT = 1
    GIVE = 2            # `seat` is asked by `by` to choose what it hands over
    CURE = 3            # `seat` answers, follows or declines in the cure of `by`
    PREDICT = 4
    ENDED = 5

    INQUIRE = 0
    FEED = 1
    BREW = 2
    APPEAL = 3
    PASS = 4

    UNUSED = 0          # cure markers
    ANSWER = 1
    FOLLOW = 2
    FAILED_ANSWER = 3
    FAILED_FOLLOW = 4

    COLOURS = 4
    CARDS = 7
    SAME = 6            # the identical pair
    NO_CARD = -1
    SEATS = 4
    LAST_ROUND = 30
    ACTING_TURNS = 15   # a player; then only cures are left
    ALL_TURNS = 16
    MARKERS = 2         # of each prediction colour

cdef extern from *:
    """
    /* the two colours of each medicine card */
    static const signed char HERBALISM_X[7] = {2, 0, 0, 1, 2, 1, -1};
    static const signed char HERBALISM_Y[7] = {1, 2, 3, 0, 3, 3, -1};
    /* the card of two different colours */
    static const signed char HERBALISM_PAIR[4][4] = {{6, 3, 1, 2}, {3, 6, 0, 5}, {1, 0, 6, 4}, {2, 5, 4, 6}};
    """
    const signed char HERBALISM_X[CARDS]
    const signed char HERBALISM_Y[CARDS]
    const signed char HERBALISM_PAIR[COLOURS][COLOURS]

cdef struct Rules:
    int seats
    int target
    bint predictions
    bint actions[4]     # inquire, feed, brew, appeal

cdef struct Position:
    signed char hidden[4]
    signed char hands[4][4]
    signed char size[4]
    signed char medicine[4]
    signed char cure[4]
    signed char cure_card[4]
    signed char predictions[4]      # bits
    signed char scores[4]
    int round
    int start
    int turn
    int phase
    int seat
    int by
    int card            # of the action that the target is asked about
    int action


# Cards

cdef inline int right_card(const Position* p) noexcept nogil:
    """The medicine card of the hidden pair."""
    cdef int c, first = -1, second = -1
    for c in range(COLOURS):
        if p.hidden[c]:
            if first < 0:
                first = c
            second = c
    return HERBALISM_PAIR[first][second]


cdef inline int total(const signed char* hand) noexcept nogil:
    return hand[0] + hand[1] + hand[2] + hand[3]


cdef inline bint may_be_given(int card, int colour) noexcept nogil:
    """Whether inquire and feed on this card take this colour."""
    return card == SAME or colour == HERBALISM_X[card] or colour == HERBALISM_Y[card]


cdef inline int other_colour(int card, int colour) noexcept nogil:
    """The colour that is asked about when this one is given."""
    if card == SAME:
        return colour
    return HERBALISM_Y[card] if colour == HERBALISM_X[card] else HERBALISM_X[card]


# Markers

cdef inline int unused(const Position* p, const Rules* r) noexcept nogil:
    cdef int s, number = 0
    for s in range(r.seats):
        number += p.cure[s] == UNUSED
    return number


cdef inline int next_unused(const Position* p, const Rules* r, int seat) noexcept nogil:
    """The next seat after this one whose cure marker is unused (the seat itself last), -1 if there is none."""
    cdef int i, s
    for i in range(1, r.seats + 1):
        s = (seat + i) % r.seats
        if p.cure[s] == UNUSED:
            return s
    return -1


cdef inline bint only_cures(const Position* p, const Rules* r) noexcept nogil:
    return p.turn > ACTING_TURNS * r.seats or unused(p, r) == 1


cdef inline bint closed(const Position* p, const Rules* r, int card) noexcept nogil:
    """Whether a cure marker lies on this card."""
    cdef int s
    for s in range(r.seats):
        if p.cure[s] != UNUSED and p.cure_card[s] == card:
            return True
    return False


cdef inline bint may_follow(const Position* p, const Rules* r, int card) noexcept nogil:
    """Whether a marker was put on this card in the cure going on."""
    cdef int s
    for s in range(r.seats):
        if (p.cure[s] == ANSWER or p.cure[s] == FOLLOW) and p.cure_card[s] == card:
            return True
    return False


cdef inline int predictable(const Position* p, const Rules* r, int seat) noexcept nogil:
    """The colours, as bits, whose prediction marker a seat may take."""
    cdef int c, s, taken, free = 0
    for c in range(COLOURS):
        taken = 0
        for s in range(r.seats):
            taken += p.predictions[s] >> c & 1
        if taken < MARKERS and not p.predictions[seat] >> c & 1:
            free |= 1 << c
    return free


# Rounds

cdef inline void clear_table(Position* p) noexcept nogil:
    """Before a deal."""
    memset(p.hidden, 0, 4)
    memset(p.hands, 0, 16)
    memset(p.size, 0, 4)
    memset(p.medicine, 0xff, 4)
    memset(p.cure, 0, 4)
    memset(p.cure_card, 0xff, 4)
    memset(p.predictions, 0, 4)
    p.turn = 0
    p.phase = DEAL
    p.seat = p.by = 0
    p.card = p.action = -1


cdef inline void dealt(Position* p, const Rules* r) noexcept nogil:
    """The cards are in the hands: the first turn begins."""
    cdef int s
    for s in range(r.seats):
        p.size[s] = 12 // r.seats
    p.turn = 1
    p.phase = ACT
    p.seat = p.start


cdef inline void next_turn(Position* p, const Rules* r, int seat) noexcept nogil:
    """The turn of this seat is over, and somebody has a marker left."""
    p.turn += 1
    p.phase = ACT
    p.seat = next_unused(p, r, seat)
    p.by = 0
    p.card = p.action = -1


cdef inline void acted(Position* p, const Rules* r, int seat) noexcept nogil:
    """The action of a seat is over, all cards have passed."""
    if r.predictions and predictable(p, r, seat):
        p.phase = PREDICT
        p.seat = seat
        p.by = 0
        p.card = p.action = -1
    else:
        next_turn(p, r, seat)


cdef inline void round_points(const Position* p, const Rules* r, int* points) noexcept nogil:
    """What each seat gets for this round; the hidden pair is known."""
    cdef int right = right_card(p), s, c
    for s in range(r.seats):
        points[s] = 0
        if p.cure[s] == ANSWER and p.cure_card[s] == right:
            points[s] = 3
        elif p.cure[s] == FOLLOW or p.cure[s] == FAILED_FOLLOW:
            points[s] = 1 if p.cure_card[s] == right else -1
        for c in range(COLOURS):
            if p.predictions[s] >> c & 1:
                points[s] += 1 if p.hidden[c] else -1


cdef inline void end_round(Position* p, const Rules* r, int winner) noexcept nogil:
    """Add the points; the game is over, or a deal is awaited. `winner` is -1 if nobody has the right answer."""
    cdef int points[SEATS]
    cdef int s, best = 0
    round_points(p, r, points)
    for s in range(r.seats):
        p.scores[s] = max(0, p.scores[s] + points[s])
        best = max(best, p.scores[s])
    if best >= r.target or p.round == LAST_ROUND:
        p.phase = ENDED
        p.seat = p.by = 0
        p.card = p.action = -1
        return
    p.round += 1
    p.start = ((p.start if winner < 0 else winner) + 1) % r.seats
    clear_table(p)


# Actions: the cards that pass

cdef inline void move_cards(Position* p, int giver, int taker, int colour, int number) noexcept nogil:
    p.hands[giver][colour] -= number
    p.hands[taker][colour] += number
    p.size[giver] -= number
    p.size[taker] += number


cdef inline int asked_colours(const Position* p, int card, int action, int target) noexcept nogil:
    """The colours, as bits, among which the target of appeal, or of brew on the identical pair, must choose."""
    cdef int c, least = 2 if action == BREW else 1, bits = 0
    for c in range(COLOURS):
        if p.hands[target][c] >= least and may_be_given(card, c):
            bits |= 1 << c
    return bits


cdef inline void act(Position* p, const Rules* r, int card, int action, int target, int colour) noexcept nogil:
    """The action of the seat whose turn it is, up to the question to the target or the end of the action."""
    cdef int seat = p.seat, other, c
    p.medicine[seat] = card
    if action == INQUIRE or action == FEED:
        move_cards(p, seat, target, colour, 1)
        if action == FEED:
            other = other_colour(card, colour)
            move_cards(p, target, seat, other, p.hands[target][other])
    elif action == BREW and card != SAME:
        for c in range(COLOURS):
            if may_be_given(card, c) and p.hands[target][c]:
                move_cards(p, target, seat, c, 1)
    elif action != PASS and asked_colours(p, card, action, target):
        p.phase = GIVE
        p.by = seat
        p.seat = target
        p.card = card
        p.action = action
        return
    acted(p, r, seat)


cdef inline void give(Position* p, const Rules* r, int colour) noexcept nogil:
    """The target hands over what it was asked for."""
    cdef int by = p.by
    move_cards(p, p.seat, by, colour, 2 if p.action == BREW else p.hands[p.seat][colour])
    acted(p, r, by)


cdef inline void predict(Position* p, const Rules* r, int colour) noexcept nogil:
    """Take a prediction marker, or none (-1)."""
    if colour >= 0:
        p.predictions[p.seat] |= 1 << colour
    next_turn(p, r, p.seat)


# The cure

cdef inline bint put(Position* p, const Rules* r, int kind, int card) noexcept nogil:
    """The seat to decide puts its marker on a card, or declines (UNUSED). True if the cure is to be resolved now."""
    cdef int s, i
    if p.phase == ACT:
        p.by = p.seat
        p.phase = CURE
    if kind != UNUSED:
        p.cure[p.seat] = kind
        p.cure_card[p.seat] = card
    for i in range(1, r.seats):
        s = (p.seat + i) % r.seats
        if s == p.by:
            break
        if p.cure[s] == UNUSED:
            p.seat = s
            return False
    return True


cdef inline int winner_of(const Position* p, const Rules* r) noexcept nogil:
    """The seat with the right answer in the cure going on, -1 if there is none; the hidden pair is known."""
    cdef int s, right = right_card(p)
    for s in range(r.seats):
        if p.cure[s] == ANSWER and p.cure_card[s] == right:
            return s
    return -1


cdef inline void fail(Position* p, const Rules* r) noexcept nogil:
    """No answer is right: the markers stay, used up."""
    cdef int s
    for s in range(r.seats):
        if p.cure[s] == ANSWER:
            p.cure[s] = FAILED_ANSWER
        elif p.cure[s] == FOLLOW:
            p.cure[s] = FAILED_FOLLOW


cdef inline void resolve(Position* p, const Rules* r) noexcept nogil:
    """All have decided: the round is over, or the markers are used up. The hidden pair is known."""
    cdef int winner = winner_of(p, r)
    if winner >= 0:
        end_round(p, r, winner)
        return
    fail(p, r)
    if unused(p, r):
        next_turn(p, r, p.by)
    else:
        end_round(p, r, -1)
