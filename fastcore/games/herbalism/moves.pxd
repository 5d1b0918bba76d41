"""Herbalism's moves as numbers, in byte order of their texts: `==` answer cure follow `gb` give `gy` predict `rb` `rg` skip
`yb` `yr`, where a card stands for all actions on it: appeal and brew by target, feed and inquire by target and colour (in
the order b g r y), pass.
"""

from fastcore.games.herbalism.rules cimport (
    ACT, ANSWER, APPEAL, BREW, CARDS, COLOURS, CURE, DEAL, ENDED, FEED, FOLLOW, GIVE, INQUIRE, PASS, PREDICT, SAME, SEATS, UNUSED,
    Position, Rules, act, asked_colours, closed, give, may_be_given, may_follow, only_cures, predict, predictable, put, resolve,
)

cdef enum:
    ON_CARD = 4 + 4 + 16 + 16 + 1
    ANSWERS = ON_CARD
    CURES = ANSWERS + CARDS
    FOLLOWS = CURES + CARDS
    GIFTS = FOLLOWS + CARDS + ON_CARD
    PREDICTIONS = GIFTS + COLOURS + ON_CARD
    SKIP = PREDICTIONS + COLOURS + 2 * ON_CARD
    ACTIONS = SKIP + 1 + 2 * ON_CARD

cdef extern from *:
    """
    /* the cards and the colours in byte order of their names, and the rank of each */
    static const signed char HERBALISM_CARD[7] = {6, 4, 0, 2, 1, 5, 3};
    static const signed char HERBALISM_RANK[7] = {2, 4, 3, 6, 1, 5, 0};
    static const int HERBALISM_FIRST[7] = {0, 62, 107, 152, 193, 235, 276};    /* the first move on each card, by rank */
    static const signed char HERBALISM_COLOUR[4] = {3, 2, 0, 1};
    static const signed char HERBALISM_PLACE[4] = {2, 3, 1, 0};
    """
    const signed char HERBALISM_CARD[CARDS]
    const signed char HERBALISM_RANK[CARDS]
    const int HERBALISM_FIRST[CARDS]
    const signed char HERBALISM_COLOUR[COLOURS]
    const signed char HERBALISM_PLACE[COLOURS]

cdef struct Act:
    int card
    int action
    int target
    int colour


cdef inline int act_number(int card, int action, int target, int colour) noexcept nogil:
    cdef int first = HERBALISM_FIRST[HERBALISM_RANK[card]]
    if action == APPEAL:
        return first + target
    if action == BREW:
        return first + SEATS + target
    if action == FEED:
        return first + 2 * SEATS + COLOURS * target + HERBALISM_PLACE[colour]
    if action == INQUIRE:
        return first + 2 * SEATS + COLOURS * SEATS + COLOURS * target + HERBALISM_PLACE[colour]
    return first + ON_CARD - 1


cdef inline Act act_of(int move) noexcept nogil:
    """The action that a move on a card stands for."""
    cdef Act a
    cdef int rank = CARDS - 1
    while move < HERBALISM_FIRST[rank]:
        rank -= 1
    move -= HERBALISM_FIRST[rank]
    a.card = HERBALISM_CARD[rank]
    a.colour = a.target = -1
    if move == ON_CARD - 1:
        a.action = PASS
    elif move < SEATS:
        a.action = APPEAL
        a.target = move
    elif move < 2 * SEATS:
        a.action = BREW
        a.target = move - SEATS
    else:
        move -= 2 * SEATS
        a.action = FEED if move < COLOURS * SEATS else INQUIRE
        move %= COLOURS * SEATS
        a.target = move // COLOURS
        a.colour = HERBALISM_COLOUR[move % COLOURS]
    return a


cdef inline int list_acts(const Position* p, const Rules* r, int rank, int held, int* moves, int number) noexcept nogil:
    """The actions of the seat to move on one card, if it holds the colours in `held`."""
    cdef int card = HERBALISM_CARD[rank], action, target, place, colour
    if p.medicine[p.seat] == card:
        return number
    for action in range(APPEAL, FEED, -1):      # appeal, brew
        if r.actions[action]:
            for target in range(r.seats):
                if target != p.seat:
                    moves[number] = act_number(card, action, target, -1)
                    number += 1
    for action in range(FEED, -1, -1):          # feed, inquire
        if r.actions[action]:
            for target in range(r.seats):
                if target != p.seat:
                    for place in range(COLOURS):
                        colour = HERBALISM_COLOUR[place]
                        if held >> colour & 1 and may_be_given(card, colour):
                            moves[number] = act_number(card, action, target, colour)
                            number += 1
    if p.size[p.seat] == 0 and not r.actions[BREW] and not r.actions[APPEAL]:
        moves[number] = act_number(card, PASS, -1, -1)
        number += 1
    return number


cdef inline int list_moves(const Position* p, const Rules* r, int held, int gifts, int* moves) noexcept nogil:
    """The legal moves of the seat to decide, if the colours in its hand are `held` and it may give those in `gifts`."""
    cdef int rank, card, place, number = 0, acting
    if p.phase == ACT:
        acting = not only_cures(p, r)
        for rank in range(CARDS):
            if acting:
                number = list_acts(p, r, rank, held, moves, number)
            if rank == 0:
                for card in range(CARDS):
                    if not closed(p, r, HERBALISM_CARD[card]):
                        moves[number] = CURES + card
                        number += 1
    elif p.phase == GIVE:
        for place in range(COLOURS):
            if gifts >> HERBALISM_COLOUR[place] & 1:
                moves[number] = GIFTS + place
                number += 1
    elif p.phase == CURE:
        for card in range(CARDS):
            if not closed(p, r, HERBALISM_CARD[card]):
                moves[number] = ANSWERS + card
                number += 1
        for card in range(CARDS):
            if may_follow(p, r, HERBALISM_CARD[card]):
                moves[number] = FOLLOWS + card
                number += 1
        moves[number] = SKIP
        number += 1
    elif p.phase == PREDICT:
        for place in range(COLOURS):
            if predictable(p, r, p.seat) >> HERBALISM_COLOUR[place] & 1:
                moves[number] = PREDICTIONS + place
                number += 1
        moves[number] = SKIP
        number += 1
    return number


cdef inline int held_by(const Position* p, int seat) noexcept nogil:
    """The colours in a hand, as bits."""
    cdef int c, bits = 0
    for c in range(COLOURS):
        bits |= (p.hands[seat][c] > 0) << c
    return bits


cdef inline bint puts_marker(const Position* p, int move) noexcept nogil:
    """Whether a move is a cure, an answer, a follow, or skip in a cure."""
    return ANSWERS <= move < FOLLOWS + CARDS or (move == SKIP and p.phase == CURE)


cdef inline bint put_marker(Position* p, const Rules* r, int move) noexcept nogil:
    """Make such a move; True if the cure is to be resolved now."""
    if move == SKIP:
        return put(p, r, UNUSED, -1)
    if move >= FOLLOWS:
        return put(p, r, FOLLOW, HERBALISM_CARD[move - FOLLOWS])
    return put(p, r, ANSWER, HERBALISM_CARD[(move - ANSWERS) % CARDS])


cdef inline void make(Position* p, const Rules* r, int move) noexcept nogil:
    """A seat's move, with all hands known."""
    cdef Act a
    if puts_marker(p, move):
        if put_marker(p, r, move):
            resolve(p, r)
    elif p.phase == PREDICT:
        predict(p, r, -1 if move == SKIP else HERBALISM_COLOUR[move - PREDICTIONS])
    elif p.phase == GIVE:
        give(p, r, HERBALISM_COLOUR[move - GIFTS])
    else:
        a = act_of(move)
        act(p, r, a.card, a.action, a.target, a.colour)
