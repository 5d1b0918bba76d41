"""Herbalism's moves as numbers, in byte order of their texts (`texts.MOVES` has the same numbers).

The order is `==` answer cure follow `gb` give `gy` predict `rb` `rg` skip `yb` `yr`. A card in this list is the block
of its actions: appeal and brew by target, feed and inquire by target and colour (in the order b g r y), pass.
"""

from fastcore.games.herbalism.rules cimport (
    ACT, ANSWER, APPEAL, BREW, CARDS, COLOURS, CURE, FEED, FOLLOW, GIVE, INQUIRE, PASS, PREDICT, SEATS, UNUSED, Position,
    Rules, accepts, begin_action, free_predictions, gift_choices, give, is_closed, may_follow, only_cures, place_marker,
    predict, resolve_cure,
)

cdef enum:
    BLOCK = 4 + 4 + 16 + 16 + 1         # moves on one card
    ANSWERS = BLOCK
    CURES = ANSWERS + CARDS
    FOLLOWS = CURES + CARDS
    GIFTS = FOLLOWS + CARDS + BLOCK
    PREDICTIONS = GIFTS + COLOURS + BLOCK
    SKIP = PREDICTIONS + COLOURS + 2 * BLOCK
    ACTIONS = SKIP + 1 + 2 * BLOCK

cdef extern from *:
    """
    /* the cards in byte order of their names, the rank of each card, and the first move on the card of each rank */
    static const signed char HERBALISM_CARD_AT[7] = {6, 4, 0, 2, 1, 5, 3};
    static const signed char HERBALISM_CARD_RANK[7] = {2, 4, 3, 6, 1, 5, 0};
    static const int HERBALISM_BLOCK_START[7] = {0, 62, 107, 152, 193, 235, 276};
    /* the colours in byte order of their letters, and the rank of each colour */
    static const signed char HERBALISM_COLOUR_AT[4] = {3, 2, 0, 1};
    static const signed char HERBALISM_COLOUR_RANK[4] = {2, 3, 1, 0};
    """
    const signed char HERBALISM_CARD_AT[CARDS]
    const signed char HERBALISM_CARD_RANK[CARDS]
    const int HERBALISM_BLOCK_START[CARDS]
    const signed char HERBALISM_COLOUR_AT[COLOURS]
    const signed char HERBALISM_COLOUR_RANK[COLOURS]

cdef struct Action:
    int card
    int kind            # INQUIRE to PASS
    int target          # a seat, or -1
    int colour          # of the card given, or -1


cdef inline int encode_action(int card, int kind, int target, int colour) noexcept nogil:
    """Return the move of an action."""
    cdef int first = HERBALISM_BLOCK_START[HERBALISM_CARD_RANK[card]]
    if kind == APPEAL:
        return first + target
    if kind == BREW:
        return first + SEATS + target
    if kind == FEED:
        return first + 2 * SEATS + COLOURS * target + HERBALISM_COLOUR_RANK[colour]
    if kind == INQUIRE:
        return first + 2 * SEATS + COLOURS * SEATS + COLOURS * target + HERBALISM_COLOUR_RANK[colour]
    return first + BLOCK - 1


cdef inline Action decode_action(int move) noexcept nogil:
    """Return the action of a move in the block of a card."""
    cdef Action a
    cdef int rank = CARDS - 1
    while move < HERBALISM_BLOCK_START[rank]:
        rank -= 1
    move -= HERBALISM_BLOCK_START[rank]
    a.card = HERBALISM_CARD_AT[rank]
    a.colour = a.target = -1
    if move == BLOCK - 1:
        a.kind = PASS
    elif move < SEATS:
        a.kind = APPEAL
        a.target = move
    elif move < 2 * SEATS:
        a.kind = BREW
        a.target = move - SEATS
    else:
        move -= 2 * SEATS
        a.kind = FEED if move < COLOURS * SEATS else INQUIRE
        move %= COLOURS * SEATS
        a.target = move // COLOURS
        a.colour = HERBALISM_COLOUR_AT[move % COLOURS]
    return a


cdef inline int list_actions(
    const Position* p, const Rules* r, int rank, int held, int* moves, int count
) noexcept nogil:
    """Append the actions on one card of a seat that holds the colours in `held`, and return the list's new length."""
    cdef int card = HERBALISM_CARD_AT[rank], kind, target, place, colour
    if p.medicine[p.seat] == card:
        return count
    for kind in range(APPEAL, FEED, -1):        # appeal, brew
        if r.actions[kind]:
            for target in range(r.seats):
                if target != p.seat:
                    moves[count] = encode_action(card, kind, target, -1)
                    count += 1
    for kind in range(FEED, -1, -1):            # feed, inquire
        if r.actions[kind]:
            for target in range(r.seats):
                if target != p.seat:
                    for place in range(COLOURS):
                        colour = HERBALISM_COLOUR_AT[place]
                        if held >> colour & 1 and accepts(card, colour):
                            moves[count] = encode_action(card, kind, target, colour)
                            count += 1
    if p.hand_size[p.seat] == 0 and not r.actions[BREW] and not r.actions[APPEAL]:
        moves[count] = encode_action(card, PASS, -1, -1)
        count += 1
    return count


cdef inline int list_moves(const Position* p, const Rules* r, int held, int gifts, int* moves) noexcept nogil:
    """Write the moves of the seat that decides, in ascending order, and return their number.

    Args:
        held: the colours in the seat's hand, as bits.
        gifts: the colours that it may give in phase GIVE, as bits.
        moves: holds ACTIONS ints.
    """
    cdef int rank, place, count = 0, acting
    if p.phase == ACT:
        acting = not only_cures(p, r)
        for rank in range(CARDS):
            if acting:
                count = list_actions(p, r, rank, held, moves, count)
            if rank == 0:
                for place in range(CARDS):
                    if not is_closed(p, r, HERBALISM_CARD_AT[place]):
                        moves[count] = CURES + place
                        count += 1
    elif p.phase == GIVE:
        for place in range(COLOURS):
            if gifts >> HERBALISM_COLOUR_AT[place] & 1:
                moves[count] = GIFTS + place
                count += 1
    elif p.phase == CURE:
        for place in range(CARDS):
            if not is_closed(p, r, HERBALISM_CARD_AT[place]):
                moves[count] = ANSWERS + place
                count += 1
        for place in range(CARDS):
            if may_follow(p, r, HERBALISM_CARD_AT[place]):
                moves[count] = FOLLOWS + place
                count += 1
        moves[count] = SKIP
        count += 1
    elif p.phase == PREDICT:
        for place in range(COLOURS):
            if free_predictions(p, r, p.seat) >> HERBALISM_COLOUR_AT[place] & 1:
                moves[count] = PREDICTIONS + place
                count += 1
        moves[count] = SKIP
        count += 1
    return count


cdef inline int colours_in_hand(const Position* p, int seat) noexcept nogil:
    """Return the colours in a known hand, as bits."""
    cdef int c, colours = 0
    for c in range(COLOURS):
        colours |= (p.hands[seat][c] > 0) << c
    return colours


cdef inline int legal_moves(const Position* p, const Rules* r, int* moves) noexcept nogil:
    """Write the moves of the seat that decides and return their number. Its hand is known."""
    cdef int gifts = gift_choices(p, p.card, p.action, p.seat) if p.phase == GIVE else 0
    return list_moves(p, r, colours_in_hand(p, p.seat), gifts, moves)


cdef inline bint is_legal_move(const Position* p, const Rules* r, int move) noexcept nogil:
    """Return whether a number is a legal move of the seat that decides. Its hand is known."""
    cdef int place
    cdef Action a
    if not 0 <= move < ACTIONS:
        return False
    if ANSWERS <= move < FOLLOWS:
        place = (move - ANSWERS) % CARDS
        return p.phase == (CURE if move < CURES else ACT) and not is_closed(p, r, HERBALISM_CARD_AT[place])
    if FOLLOWS <= move < FOLLOWS + CARDS:
        return p.phase == CURE and may_follow(p, r, HERBALISM_CARD_AT[move - FOLLOWS])
    if GIFTS <= move < GIFTS + COLOURS:
        return p.phase == GIVE and gift_choices(p, p.card, p.action, p.seat) >> HERBALISM_COLOUR_AT[move - GIFTS] & 1
    if PREDICTIONS <= move < PREDICTIONS + COLOURS:
        place = HERBALISM_COLOUR_AT[move - PREDICTIONS]
        return p.phase == PREDICT and free_predictions(p, r, p.seat) >> place & 1
    if move == SKIP:
        return p.phase == CURE or p.phase == PREDICT
    a = decode_action(move)
    if p.phase != ACT or only_cures(p, r) or p.medicine[p.seat] == a.card:
        return False
    if a.kind == PASS:
        return p.hand_size[p.seat] == 0 and not r.actions[BREW] and not r.actions[APPEAL]
    if not r.actions[a.kind] or a.target >= r.seats or a.target == p.seat:
        return False
    return a.colour < 0 or (p.hands[p.seat][a.colour] > 0 and accepts(a.card, a.colour))


cdef inline bint is_marker_move(const Position* p, int move) noexcept nogil:
    """Return whether a move is a cure, an answer, a follow, or skip in a cure."""
    return ANSWERS <= move < FOLLOWS + CARDS or (move == SKIP and p.phase == CURE)


cdef inline bint play_marker(Position* p, const Rules* r, int move) noexcept nogil:
    """Make a marker move. Return whether the cure must be resolved now."""
    if move == SKIP:
        return place_marker(p, r, UNUSED, -1)
    if move >= FOLLOWS:
        return place_marker(p, r, FOLLOW, HERBALISM_CARD_AT[move - FOLLOWS])
    return place_marker(p, r, ANSWER, HERBALISM_CARD_AT[(move - ANSWERS) % CARDS])


cdef inline void play_move(Position* p, const Rules* r, int move) noexcept nogil:
    """Make a seat's move. All hands are known."""
    cdef Action a
    if is_marker_move(p, move):
        if play_marker(p, r, move):
            resolve_cure(p, r)
    elif p.phase == PREDICT:
        predict(p, r, -1 if move == SKIP else HERBALISM_COLOUR_AT[move - PREDICTIONS])
    elif p.phase == GIVE:
        give(p, r, HERBALISM_COLOUR_AT[move - GIFTS])
    else:
        a = decode_action(move)
        begin_action(p, r, a.card, a.kind, a.target, a.colour)
