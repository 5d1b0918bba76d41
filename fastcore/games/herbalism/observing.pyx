"""What a seat sees of a game of Herbalism: the public table and its own hand.

The table goes on by the same rules as in a State, with what was observed in the place of what is hidden. Of the cards
that are not seen nothing is asked here: whoever keeps account of them answers the questions of `HerbalismObserver` that
begin with may_ and learn.
"""

from libc.stdint cimport uint64_t

from fastcore.games.herbalism.herbalism cimport Herbalism
from fastcore.games.herbalism.moves cimport ACTIONS, Act, act_of, held_by, list_moves, put_marker, puts_marker
from fastcore.games.herbalism.rules cimport (
    ACT, ANSWER, APPEAL, BREW, COLOURS, DEAL, ENDED, FEED, FOLLOW, GIVE, INQUIRE, PASS, PREDICT, SAME, UNUSED,
    acted, asked_colours, dealt, end_round, fail, next_turn, other_colour, predict, winner_of,
)
from fastcore.games.herbalism.worlds cimport (
    ASKED, CHOSE, GAVE_AND_GOT, GAVE_AND_TOLD, HANDED, NOT_ASKED, NOT_RIGHT, PAIR, TOOK_BOTH, Seen,
)
from fastcore.knowledge cimport Knowledge

from fastcore.games.herbalism import reasons, refusals, texts
from fastcore.games.herbalism.observations import dealt_hand, handed_back, no_facts, shown_hands, told_number, told_pair
from fastcore.values import CHANCE, BadPosition, Conflict, Event

cdef Seen nothing_seen(int kind, int seat, int target, int card, int action):
    cdef Seen seen
    seen.kind, seen.seat, seen.target, seen.card, seen.action = kind, seat, target, card, action
    seen.colour = seen.back = -1
    seen.number = 0
    seen.pair = 0
    return seen


cdef int checked_move(int move) except -1:
    """Return the number of a seat's move; ValueError if there is none with it."""
    if not 0 <= move < ACTIONS:
        raise ValueError(f"move is {move}; it must be 0 to {ACTIONS - 1}")
    return move


cdef class HerbalismObserver(Knowledge):
    def __cinit__(self, Herbalism game not None, seat, *rest):
        self.rules = game
        self.me = -1 if self.seat is None else self.seat
        game.start(&self.p)

    def __init__(self, Herbalism game not None, seat, text):
        if game is not self.rules or seat != self.seat:
            raise ValueError("what a seat knows is of one game and seat")
        if text is None:
            game.start(&self.p)
            return
        found = refusals.problems(game.judged, text, texts.PUBLIC if seat is None else seat)
        if found:
            raise BadPosition(found[0].field, found[0].reason)
        game.lay(texts.read(text), &self.p)

    def fields(self):
        return texts.fields(self.rules.table(&self.p, texts.PUBLIC if self.me < 0 else self.me))

    def moves(self):
        """The actor's moves: exact for the own seat, else all that the cards may allow."""
        cdef int moves[ACTIONS]
        cdef int held = 0, gifts = 0
        if self.p.seat == self.me:
            held, gifts = held_by(&self.p, self.me), asked_colours(&self.p, self.p.card, self.p.action, self.me) if self.p.phase == GIVE else 0
        elif self.p.phase in (ACT, GIVE):
            held = self.may_hold(self.p.seat)
            gifts = self.may_give() if self.p.phase == GIVE else 0
        cdef int count = list_moves(&self.p, &self.rules.rules, held, gifts, moves)
        return [moves[i] for i in range(count)]

    def why_not(self, text):
        if self.p.phase == DEAL:
            dealt_so = texts.deals(self.rules.seats)
            return "" if text in dealt_so.numbers else f"the cards are dealt now, as in {dealt_so.texts[0]}"
        legal = [texts.MOVES[move] for move in self.moves()]
        if text in legal:
            return ""
        return reasons.why_not(self.rules.judged, self.rules.table(&self.p, max(self.me, texts.PUBLIC)), legal, text)

    # The cards that are not seen ------------------------------------------------------------------------------------

    cdef int may_hold(self, int seat) except -1:
        """The colours that another's hand may hold, as bits."""
        return 15 if self.p.size[seat] else 0

    cdef int may_give(self) except -1:
        """The colours that another who is asked now may choose to hand over, as bits."""
        return self.may_hold(self.p.seat)

    cdef int learn(self, Seen seen) except -1:
        """Take in what an observation says of the cards; 0 if they cannot lie so, else 1."""
        return 1

    cdef int learn_deal(self, const signed char* hand) except -1:
        """Begin a round with this own hand (NULL: none); 0 if there are no such cards, else 1."""
        return 1

    cdef int learn_hands(self, tuple hands) except -1:
        """Take in what all hold; 0 if they cannot, else 1."""
        return 1

    # What was learned -----------------------------------------------------------------------------------------------

    def follow(self, text):
        """Go on by an observation; its events. Where it raises Conflict, this observer is of no more use."""
        events = []
        head, *facts = text.split(";")
        if self.p.phase == DEAL:
            self.take_deal(head, facts, events)
        else:
            self.take_move(head, facts, events)
        last = events.pop()
        events.append(Event(last.kind, last.seat, last.where, last.values, self.fields()))
        return events

    cdef object tell(self, list events, str kind, int seat, tuple where, dict values):
        events.append(Event(kind, seat, where, values, self.fields()))

    def take_deal(self, head, facts, events):
        cdef signed char hand[COLOURS]
        cdef int c
        own = dealt_hand(head, facts, self.me, self.rules.seats)
        for c in range(COLOURS):
            hand[c] = own[c]
            if self.me >= 0:
                self.p.hands[self.me][c] = own[c]
        if not self.learn_deal(hand if self.me >= 0 else NULL):
            raise Conflict(head, "there are not so many cards of a colour")
        dealt(&self.p, &self.rules.rules)
        self.tell(events, "deal", CHANCE, (), {"cards": texts.cards_text(own)} if self.me >= 0 else {})

    def take_move(self, head, facts, events):
        """A seat's move, as this seat sees it."""
        cdef int seat = self.p.seat, move
        fitting = [move for move in self.moves() if self.seen_as(move) == head]
        if not fitting:
            raise Conflict(head, self.why_not(head) or "this seat would see it otherwise")
        move = fitting[0]
        if puts_marker(&self.p, move):
            self.take_marker(move, facts, events)
        elif self.p.phase == PREDICT:
            no_facts(head, facts)
            taken = head.partition(":")[2]
            colour = texts.COLOURS.index(taken) if taken else -1
            predict(&self.p, &self.rules.rules, colour)
            self.tell(events, "predict", seat, (), {"colour": taken} if taken else {})
        elif self.p.phase == GIVE:
            self.take_gift(head, move, facts, events)
        else:
            self.take_action(head, move, facts, events)

    def seen_as(self, int move):
        """The text of a move as this seat would see it."""
        cdef Act a
        text = texts.MOVES[checked_move(move)]
        if self.p.phase == GIVE:
            return text if self.me in (self.p.seat, self.p.by) else "give:?"
        if self.p.phase == ACT and not puts_marker(&self.p, move):
            a = act_of(move)
            if a.colour >= 0 and self.me not in (self.p.seat, a.target):
                return text.rpartition(":")[0] + ":?"
        return text

    cdef int pass_cards(self, int giver, int taker, int colour, int number) except -1:
        """Cards go from hand to hand; their colour is known if one of them is ours (-1: it is not)."""
        self.p.size[giver] -= number
        self.p.size[taker] += number
        if giver == self.me:
            self.p.hands[giver][colour] -= number
        if taker == self.me:
            self.p.hands[taker][colour] += number
        return 0

    cdef object take_action(self, str text, int move, list facts, list events):
        """An action, up to the question to the target or to its end."""
        cdef Act a = act_of(move)
        cdef int seat = self.p.seat, number = 0, c
        cdef Seen seen
        cdef bint concerned = self.me in (seat, a.target)
        cdef bint asked = False
        name = texts.ACTIONS[a.action]
        where = (texts.CARDS[a.card],)
        if a.action == PASS:
            no_facts(text, facts)
            seen = nothing_seen(CHOSE, seat, -1, a.card, a.action)
        elif a.action == INQUIRE:
            number = told_number(text, facts)
            seen = nothing_seen(GAVE_AND_TOLD, seat, a.target, a.card, a.action)
            seen.number = number
        else:
            asking = a.action == APPEAL or (a.action == BREW and a.card == SAME)
            seen = nothing_seen(GAVE_AND_GOT if a.action == FEED else ASKED if asking else TOOK_BOTH, seat, a.target, a.card, a.action)
            if asking and not facts:
                asked = True
            else:
                back = handed_back(text, facts, concerned)
                number = seen.number = len(back)
                if asking:
                    if back:
                        raise Conflict(text, "the target is asked first what it hands over")
                    seen.kind = NOT_ASKED
                elif concerned and a.action == BREW:
                    first, second = texts.CARDS[a.card]
                    if back not in ("".join(sorted(first + second, key=texts.COLOURS.index)), first, second, ""):
                        raise Conflict(text, f"brew on {texts.CARDS[a.card]} takes one card of each colour")
                    seen.back = (first in back) | (second in back) << 1
                elif concerned and back:
                    wanted = texts.COLOURS[other_colour(a.card, a.colour)]
                    if set(back) != {wanted}:
                        raise Conflict(text, f"feed brings cards of {wanted}")
        if concerned:
            seen.colour = a.colour
        if not self.learn(seen):
            raise Conflict(text, "no cards that this seat holds possible allow it")
        self.p.medicine[seat] = a.card
        target = (a.target + 1,) if a.target >= 0 else ()
        self.tell(events, name, seat, where, {"target": a.target + 1} if target else {})
        given = texts.COLOURS[a.colour] if a.colour >= 0 and concerned else "?"
        if a.colour >= 0:
            self.pass_cards(seat, a.target, a.colour, 1)
            self.tell(events, "give", seat, (), {"to": a.target + 1, "number": 1, "cards": given})
        if a.action == INQUIRE:
            asked_for = {"colour": texts.COLOURS[other_colour(a.card, a.colour)]} if concerned else {}
            self.tell(events, "told", a.target, (), {"number": number} | asked_for)
        elif a.action != PASS and not asked:
            cards = facts[0].removeprefix("back=")
            if number:
                for c in range(COLOURS):
                    if concerned and texts.COLOURS[c] in cards:
                        self.pass_cards(a.target, seat, c, cards.count(texts.COLOURS[c]))
                if not concerned:
                    self.pass_cards(a.target, seat, -1, number)
            self.tell(events, "hand", a.target, (), {"to": seat + 1, "number": number, "cards": cards})
        if asked:
            self.p.phase, self.p.by, self.p.seat, self.p.card, self.p.action = GIVE, seat, a.target, a.card, a.action
            self.tell(events, "asked", a.target, (), {"by": seat + 1})
        else:
            acted(&self.p, &self.rules.rules, seat)
            self.next_event(events)

    cdef object take_gift(self, str text, int move, list facts, list events):
        """What a target that was asked hands over."""
        cdef int seat = self.p.seat, by = self.p.by
        cdef bint concerned = self.me in (seat, by)
        cdef Seen seen = nothing_seen(HANDED, seat, by, self.p.card, self.p.action)
        back = handed_back(text, facts, concerned)
        seen.number = len(back)
        if concerned:
            given = text.partition(":")[2]
            seen.colour = texts.COLOURS.index(given)
            if set(back) != {given}:
                raise Conflict(text, f"cards of {given} are handed over")
        if not self.learn(seen):
            raise Conflict(text, "no cards that this seat holds possible allow it")
        self.pass_cards(seat, by, seen.colour, seen.number)
        self.tell(events, "hand", seat, (), {"to": by + 1, "number": seen.number, "cards": back})
        acted(&self.p, &self.rules.rules, by)
        self.next_event(events)

    def next_event(self, events):
        if self.p.phase == ACT:
            self.tell(events, "turn", self.p.seat, (), {})

    cdef object take_marker(self, int move, list facts, list events):
        """A cure, an answer, a follow, or skip."""
        cdef int seat = self.p.seat
        cdef bint resolved
        text = texts.MOVES[move]
        if self.p.phase == ACT and not self.learn(nothing_seen(CHOSE, seat, -1, -1, -1)):
            raise Conflict(text, "no cards that this seat holds possible allow it")
        resolved = put_marker(&self.p, &self.rules.rules, move)
        kind, _, card = text.partition(":")
        self.tell(events, "decline" if kind == "skip" else kind, seat, (card,) if card else (), {})
        if resolved:
            self.settle_cure(facts, events)
        else:
            no_facts(text, facts)

    cdef object settle_cure(self, list facts, list events):
        """All have decided; the facts say what came of it."""
        cdef Seen seen
        cdef int s, c, winner, by = self.p.by
        put = [s for s in range(self.rules.seats) if self.p.cure[s] in (ANSWER, FOLLOW)]
        answered = {self.p.cure_card[s] for s in put if self.p.cure[s] == ANSWER}
        left = self.rules.seats - len([s for s in range(self.rules.seats) if self.p.cure[s] != UNUSED])
        if not facts:
            if self.me in put or not left:
                raise Conflict("", "the cure is resolved: whoever put a marker sees the pair, and all do when the round ends")
            for card in answered:
                seen = nothing_seen(NOT_RIGHT, -1, -1, card, -1)
                if not self.learn(seen):
                    raise Conflict("", f"{texts.CARDS[card]} must be right by now")
            fail(&self.p, &self.rules.rules)
            next_turn(&self.p, &self.rules.rules, by)
            self.tell(events, "failed", by, (), {})
            return
        pair = told_pair(facts[0])
        seen = nothing_seen(PAIR, -1, -1, -1, -1)
        for c in range(COLOURS):
            seen.pair |= <uint64_t>pair[c] << 3 * c
            self.p.hidden[c] = pair[c]
        if not self.learn(seen):
            raise Conflict(facts[0], "the hidden pair cannot be this one")
        winner = winner_of(&self.p, &self.rules.rules)
        if winner < 0 and left:
            if self.me not in put or len(facts) > 1:
                raise Conflict(";".join(facts), "the cure failed and the round goes on: only those who put a marker see the pair")
            fail(&self.p, &self.rules.rules)
            next_turn(&self.p, &self.rules.rules, by)
            self.tell(events, "pair", self.me, (), {"cards": texts.cards_text(pair)})
            self.tell(events, "failed", by, (), {})
            return
        self.tell(events, "pair", -1, (), {"cards": texts.cards_text(pair)})
        if winner < 0:
            fail(&self.p, &self.rules.rules)
        earlier = [self.p.scores[s] for s in range(self.rules.seats)]
        end_round(&self.p, &self.rules.rules, winner)
        points = {f"{s + 1}": self.p.scores[s] - earlier[s] for s in range(self.rules.seats)}
        if self.p.phase == ENDED:
            self.reveal(facts[1:])
        elif len(facts) > 1:
            raise Conflict(";".join(facts[1:]), "the game goes on, so no hands are shown")
        self.tell(events, "round", winner, (), points)
        if self.p.phase == ENDED:
            self.tell(events, "over", winner, (), {})

    def reveal(self, facts):
        """All hands, when the game ends."""
        cdef int s, c
        hands = shown_hands(facts, self.rules.seats)
        if not self.learn_hands(hands):
            raise Conflict(facts[0], "the cards cannot lie so")
        for s in range(self.rules.seats):
            for c in range(COLOURS):
                self.p.hands[s][c] = hands[s][c]
