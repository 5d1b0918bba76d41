"""Herbalism's position and rules, in the order of the rules page.

Colours are 0 to 3 for r y g b; medicine cards 0 to 6 for gy rg rb yr gb yb ==; seats count from 0. A hand is a count of
cards for each colour.

The same functions work on a State, where all hands are known, and on one seat's view of the table, where all other
hands are empty and only `hand_size` counts their cards. Functions that need hidden cards say so.
"""

from libc.string cimport memset

cdef enum:
    DEAL = 0            # phases
    ACT = 1
    GIVE = 2            # `seat` chooses the cards that it hands to `initiator`
    CURE = 3            # `seat` answers, follows or declines in the cure of `initiator`
    PREDICT = 4
    ENDED = 5

    INQUIRE = 0         # actions
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
    SAME = 6            # the card for two ingredients of one colour
    NO_CARD = -1
    SEATS = 4
    LAST_ROUND = 30
    ACTING_TURNS = 15   # turns for each player; after them only cures are legal
    ALL_TURNS = 16
    MARKERS = 2         # prediction markers of each colour

cdef extern from *:
    """
    /* ingredient cards of each colour */
    static const int HERBALISM_DECK[4] = {2, 3, 4, 5};
    /* the two colours of each medicine card */
    static const signed char HERBALISM_COLOUR_A[7] = {2, 0, 0, 1, 2, 1, -1};
    static const signed char HERBALISM_COLOUR_B[7] = {1, 2, 3, 0, 3, 3, -1};
    /* the medicine card of two ingredients */
    static const signed char HERBALISM_MEDICINE[4][4] = {{6, 3, 1, 2}, {3, 6, 0, 5}, {1, 0, 6, 4}, {2, 5, 4, 6}};
    """
    const int HERBALISM_DECK[COLOURS]
    const signed char HERBALISM_COLOUR_A[CARDS]
    const signed char HERBALISM_COLOUR_B[CARDS]
    const signed char HERBALISM_MEDICINE[COLOURS][COLOURS]

cdef struct Rules:
    int seats
    int target          # points that end the game
    bint predictions
    bint actions[4]     # inquire, feed, brew, appeal

cdef struct Position:
    signed char hidden[4]           # the hidden pair, by colour
    signed char hands[4][4]
    signed char hand_size[4]
    signed char medicine[4]         # the card under each medicine marker, or NO_CARD
    signed char cure[4]             # UNUSED to FAILED_FOLLOW
    signed char cure_card[4]
    signed char predictions[4]      # colours as bits
    signed char scores[4]
    int round
    int start                       # the seat that begins the round
    int turn
    int phase
    int seat                        # decides
    int initiator                   # in GIVE and CURE: the seat whose turn it is
    int card                        # in GIVE: the card and the action of the initiator
    int action


# The cards

cdef inline int deck_count(int colour) noexcept nogil:
    """Return the number of ingredient cards of a colour."""
    return HERBALISM_DECK[colour]


cdef inline int right_card(const Position* p) noexcept nogil:
    """Return the medicine card of the hidden pair, which must be known."""
    cdef int c, first = -1, second = -1
    for c in range(COLOURS):
        if p.hidden[c]:
            if first < 0:
                first = c
            second = c
    return HERBALISM_MEDICINE[first][second]


cdef inline bint accepts(int card, int colour) noexcept nogil:
    """Return whether actions on a medicine card involve a colour."""
    return card == SAME or colour == HERBALISM_COLOUR_A[card] or colour == HERBALISM_COLOUR_B[card]


cdef inline int requested_colour(int card, int given) noexcept nogil:
    """Return the colour that an inquire or feed requests for a given card."""
    if card == SAME:
        return given
    return HERBALISM_COLOUR_B[card] if given == HERBALISM_COLOUR_A[card] else HERBALISM_COLOUR_A[card]


# A round

cdef inline void clear_table(Position* p) noexcept nogil:
    """Prepare the table for a deal."""
    memset(p.hidden, 0, 4)
    memset(p.hands, 0, 16)
    memset(p.hand_size, 0, 4)
    memset(p.medicine, 0xff, 4)
    memset(p.cure, 0, 4)
    memset(p.cure_card, 0xff, 4)
    memset(p.predictions, 0, 4)
    p.turn = 0
    p.phase = DEAL
    p.seat = p.initiator = 0
    p.card = p.action = -1


cdef inline void begin_round(Position* p, const Rules* r) noexcept nogil:
    """Begin the first turn after a deal."""
    cdef int s
    for s in range(r.seats):
        p.hand_size[s] = 12 // r.seats
    p.turn = 1
    p.phase = ACT
    p.seat = p.start


cdef inline int unused_markers(const Position* p, const Rules* r) noexcept nogil:
    """Return the number of seats whose cure marker is unused."""
    cdef int s, count = 0
    for s in range(r.seats):
        count += p.cure[s] == UNUSED
    return count


cdef inline int next_seat(const Position* p, const Rules* r, int seat) noexcept nogil:
    """Return the next seat with an unused cure marker, `seat` itself last; -1 if there is none."""
    cdef int i, s
    for i in range(1, r.seats + 1):
        s = (seat + i) % r.seats
        if p.cure[s] == UNUSED:
            return s
    return -1


cdef inline void next_turn(Position* p, const Rules* r, int seat) noexcept nogil:
    """End the turn of a seat. A cure marker must be unused."""
    p.turn += 1
    p.phase = ACT
    p.seat = next_seat(p, r, seat)
    p.initiator = 0
    p.card = p.action = -1


cdef inline bint only_cures(const Position* p, const Rules* r) noexcept nogil:
    """Return whether the current turn must be a cure rather than an action."""
    return p.turn > ACTING_TURNS * r.seats or unused_markers(p, r) == 1


# The actions

cdef inline void move_cards(Position* p, int giver, int taker, int colour, int count) noexcept nogil:
    """Move cards of one colour from hand to hand."""
    p.hands[giver][colour] -= count
    p.hands[taker][colour] += count
    p.hand_size[giver] -= count
    p.hand_size[taker] += count


cdef inline int gift_choices(const Position* p, int card, int action, int target) noexcept nogil:
    """Return the colours, as bits, that the target of an appeal, or of a brew on SAME, may give. Its hand is known."""
    cdef int c, minimum = 2 if action == BREW else 1, colours = 0
    for c in range(COLOURS):
        if p.hands[target][c] >= minimum and accepts(card, c):
            colours |= 1 << c
    return colours


cdef inline void begin_action(
    Position* p, const Rules* r, int card, int action, int target, int colour
) noexcept nogil:
    """Make an action up to the target's choice, or to its end if there is none. All hands are known."""
    cdef int seat = p.seat, requested, c
    p.medicine[seat] = card
    if action == INQUIRE or action == FEED:
        move_cards(p, seat, target, colour, 1)
        if action == FEED:
            requested = requested_colour(card, colour)
            move_cards(p, target, seat, requested, p.hands[target][requested])
    elif action == BREW and card != SAME:
        for c in range(COLOURS):
            if accepts(card, c) and p.hands[target][c]:
                move_cards(p, target, seat, c, 1)
    elif action != PASS and gift_choices(p, card, action, target):
        p.phase = GIVE
        p.initiator = seat
        p.seat = target
        p.card = card
        p.action = action
        return
    finish_action(p, r, seat)


cdef inline void give(Position* p, const Rules* r, int colour) noexcept nogil:
    """Hand over the cards of the colour that the target chose. Its hand is known."""
    cdef int initiator = p.initiator
    move_cards(p, p.seat, initiator, colour, 2 if p.action == BREW else p.hands[p.seat][colour])
    finish_action(p, r, initiator)


cdef inline void finish_action(Position* p, const Rules* r, int seat) noexcept nogil:
    """End a seat's action after all cards have been passed. A prediction or the next turn follows."""
    if r.predictions and free_predictions(p, r, seat):
        p.phase = PREDICT
        p.seat = seat
        p.initiator = 0
        p.card = p.action = -1
    else:
        next_turn(p, r, seat)


# The cure

cdef inline bint is_closed(const Position* p, const Rules* r, int card) noexcept nogil:
    """Return whether a card has a cure marker on it."""
    cdef int s
    for s in range(r.seats):
        if p.cure[s] != UNUSED and p.cure_card[s] == card:
            return True
    return False


cdef inline bint may_follow(const Position* p, const Rules* r, int card) noexcept nogil:
    """Return whether a marker was placed on a card in the current cure."""
    cdef int s
    for s in range(r.seats):
        if (p.cure[s] == ANSWER or p.cure[s] == FOLLOW) and p.cure_card[s] == card:
            return True
    return False


cdef inline bint place_marker(Position* p, const Rules* r, int kind, int card) noexcept nogil:
    """Place the marker of the seat that decides, or decline (UNUSED). Return whether the cure must be resolved now."""
    cdef int s, i
    if p.phase == ACT:
        p.initiator = p.seat
        p.phase = CURE
    if kind != UNUSED:
        p.cure[p.seat] = kind
        p.cure_card[p.seat] = card
    for i in range(1, r.seats):
        s = (p.seat + i) % r.seats
        if s == p.initiator:
            break
        if p.cure[s] == UNUSED:
            p.seat = s
            return False
    return True


cdef inline bint has_seen_pair(const Position* p, int seat) noexcept nogil:
    """Return whether a seat has seen the hidden pair after a failed cure."""
    return p.cure[seat] == FAILED_ANSWER or p.cure[seat] == FAILED_FOLLOW


cdef inline int winner_of(const Position* p, const Rules* r) noexcept nogil:
    """Return the seat with the right answer in the current cure, or -1. The hidden pair is known."""
    cdef int s, right = right_card(p)
    for s in range(r.seats):
        if p.cure[s] == ANSWER and p.cure_card[s] == right:
            return s
    return -1


cdef inline void fail_cure(Position* p, const Rules* r) noexcept nogil:
    """Use up the markers of a cure without a right answer."""
    cdef int s
    for s in range(r.seats):
        if p.cure[s] == ANSWER:
            p.cure[s] = FAILED_ANSWER
        elif p.cure[s] == FOLLOW:
            p.cure[s] = FAILED_FOLLOW


cdef inline void resolve_cure(Position* p, const Rules* r) noexcept nogil:
    """Resolve a cure after the last decision: end the round or use up the markers. The hidden pair is known."""
    cdef int winner = winner_of(p, r)
    if winner >= 0:
        end_round(p, r, winner)
        return
    fail_cure(p, r)
    if unused_markers(p, r):
        next_turn(p, r, p.initiator)
    else:
        end_round(p, r, -1)


# Points

cdef inline void round_points(const Position* p, const Rules* r, int* points) noexcept nogil:
    """Write the points of each seat for this round. The hidden pair is known."""
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


cdef inline int free_predictions(const Position* p, const Rules* r, int seat) noexcept nogil:
    """Return the colours, as bits, of the prediction markers that a seat may take."""
    cdef int c, s, taken, colours = 0
    for c in range(COLOURS):
        taken = 0
        for s in range(r.seats):
            taken += p.predictions[s] >> c & 1
        if taken < MARKERS and not p.predictions[seat] >> c & 1:
            colours |= 1 << c
    return colours


cdef inline void predict(Position* p, const Rules* r, int colour) noexcept nogil:
    """Take a prediction marker, or none (-1)."""
    if colour >= 0:
        p.predictions[p.seat] |= 1 << colour
    next_turn(p, r, p.seat)


# The end

cdef inline void end_round(Position* p, const Rules* r, int winner) noexcept nogil:
    """Add the points, then end the game or prepare the next deal. `winner` is -1 if no answer is right."""
    cdef int points[SEATS]
    cdef int s, best = 0
    round_points(p, r, points)
    for s in range(r.seats):
        p.scores[s] = max(0, p.scores[s] + points[s])
        best = max(best, p.scores[s])
    if best >= r.target or p.round == LAST_ROUND:
        p.phase = ENDED
        p.seat = p.initiator = 0
        p.card = p.action = -1
        return
    p.round += 1
    p.start = ((p.start if winner < 0 else winner) + 1) % r.seats
    clear_table(p)
