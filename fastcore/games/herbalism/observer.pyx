"""HerbalismObserver: the table of Herbalism as one seat sees it, updated by observations.

The table follows the same rules as a State, and observations replace the hidden cards. A derived class tracks the
hidden cards by overriding the methods under "Hidden cards".
"""

from libc.stdint cimport uint64_t

from fastcore.exact_log cimport log_of
from fastcore.games.herbalism.herbalism cimport Herbalism
from fastcore.games.herbalism.moves cimport (
    ACTIONS, Action, colours_in_hand, decode_action, is_marker_move, list_moves, play_marker,
)
from fastcore.games.herbalism.observation cimport (
    ASKED, BREWED, CARD_WRONG, CHOICE, FED, GAVE, INQUIRED, NOTHING_TO_GIVE, PAIR_SEEN, Observation, new_observation,
)
from fastcore.games.herbalism.rules cimport (
    ACT, ANSWER, APPEAL, BREW, COLOURS, CURE, DEAL, ENDED, FEED, FOLLOW, GIVE, INQUIRE, PASS, PREDICT, SAME, UNUSED,
    begin_round, end_round, fail_cure, finish_action, gift_choices, next_turn, predict, requested_colour, winner_of,
)
from fastcore.knowledge.knowledge cimport Knowledge

from fastcore.games.herbalism.text import reasons, refusals, texts
from fastcore.games.herbalism.text.observations import (
    announced_count, dealt_hand, handed_back, refuse_facts, revealed_hands, revealed_pair,
)
from fastcore.values import CHANCE, BadPosition, Conflict, Event


cdef int checked_move(int move) except -1:
    """Return a seat's move unchanged. ValueError if it is out of range."""
    if not 0 <= move < ACTIONS:
        raise ValueError(f"move is {move}; it must be 0 to {ACTIONS - 1}")
    return move


cdef class HerbalismObserver(Knowledge):
    """What a seat (None: everybody) sees of a game of Herbalism, from a view or (None) from the start.

    Raises:
        ValueError: game or seat differ from those passed to `__new__`.
        BadPosition: the view is wrong; the error names the first wrong field.
    """

    def __cinit__(self, Herbalism game not None, seat, *rest):
        self.herbalism = game
        self.viewer = -1 if self.seat is None else self.seat
        game.start(&self.p)

    def __init__(self, Herbalism game not None, seat, view):
        if game is not self.herbalism or seat != self.seat:
            raise ValueError("an observer belongs to one game and one seat; create a new one")
        if view is None:
            game.start(&self.p)
            return
        problems = refusals.problems(game.text_spec, view, texts.PUBLIC if seat is None else seat)
        if problems:
            raise BadPosition(problems[0].field, problems[0].reason)
        game.from_table(texts.read(view), &self.p)

    def fields(self):
        """Return {field name: text} of the view."""
        return texts.fields(self.herbalism.table(&self.p, texts.PUBLIC if self.viewer < 0 else self.viewer))

    def moves(self):
        """Return the actor's legal moves. For another seat, return all moves that its hidden cards may allow."""
        cdef int moves[ACTIONS]
        cdef int held = 0, gifts = 0, count
        if self.p.seat == self.viewer:
            held = colours_in_hand(&self.p, self.viewer)
            gifts = gift_choices(&self.p, self.p.card, self.p.action, self.viewer) if self.p.phase == GIVE else 0
        elif self.p.phase in (ACT, GIVE):
            held = self.possible_colours(self.p.seat)
            gifts = self.possible_gifts() if self.p.phase == GIVE else 0
        count = list_moves(&self.p, &self.herbalism.rules, held, gifts, moves)
        return [moves[i] for i in range(count)]

    def why_not(self, text):
        """Return why a text is not a legal move, without a full stop; "" if it is legal."""
        if self.p.phase == DEAL:
            deals = texts.deals(self.herbalism.seats)
            return "" if text in deals.numbers else f"the next observation is a deal, such as {deals.texts[0]}"
        legal = [texts.MOVES[move] for move in self.moves()]
        if text in legal:
            return ""
        table = self.herbalism.table(&self.p, max(self.viewer, texts.PUBLIC))
        return reasons.why_not(self.herbalism.text_spec, table, legal, text)

    # Hidden cards ---------------------------------------------------------------------------------------------------

    cdef int possible_colours(self, int seat) except -1:
        """Return the colours, as bits, that a hidden hand may hold."""
        return 15 if self.p.hand_size[seat] else 0

    cdef int possible_gifts(self) except -1:
        """Return the colours, as bits, that another seat may give in phase GIVE."""
        return self.possible_colours(self.p.seat)

    cdef int update_cards(self, Observation seen) except -1:
        """Update with an observation's facts about the cards. Return 1, or 0 if no distribution of the cards allows them."""
        return 1

    cdef int begin_cards(self, const signed char* hand) except -1:
        """Begin a round with the viewer's hand (NULL: none). Return 1, or 0 if the deck does not have those cards."""
        return 1

    cdef int reveal_cards(self, tuple hands) except -1:
        """Update with all hands. Return 1, or 0 if they are impossible."""
        return 1

    # Observations ---------------------------------------------------------------------------------------------------

    def apply(self, text, listed=True):
        """Update with an observation and return its Events, or [] unless `listed`.

        Raises:
            Conflict: the observation is impossible for this seat. The observer is then in an undefined state.
        """
        cdef list events = [] if listed else None
        head, *facts = text.split(";")
        if self.p.phase == DEAL:
            self.apply_deal(head, facts, events)
        else:
            self.apply_move(head, facts, events)
        if events is None:
            return []
        last = events.pop()
        events.append(Event(last.kind, last.seat, last.where, last.values, self.fields()))
        return events

    cdef object add_event(self, list events, str kind, int seat, tuple cells, dict values):
        """Add an Event after which the view is the present one. Without a list, do nothing."""
        if events is not None:
            events.append(Event(kind, seat, cells, values, self.fields()))

    def apply_deal(self, head, facts, events):
        """Process a deal: take the viewer's hand."""
        cdef signed char hand[COLOURS]
        cdef int c
        cards = dealt_hand(head, facts, self.viewer, self.herbalism.seats)
        for c in range(COLOURS):
            hand[c] = cards[c]
            if self.viewer >= 0:
                self.p.hands[self.viewer][c] = cards[c]
        if not self.begin_cards(hand if self.viewer >= 0 else NULL):
            raise Conflict(head, "the deck has fewer cards of one colour")
        begin_round(&self.p, &self.herbalism.rules)
        self.add_event(events, "deal", CHANCE, (), {"cards": texts.cards_text(cards)} if self.viewer >= 0 else {})

    def apply_move(self, head, facts, events):
        """Process a move as the viewer sees it."""
        cdef int seat = self.p.seat, move
        legal = self.moves()
        fitting = [move for move in legal if self.observed_text(move) == head]
        if not fitting:
            raise Conflict(head, self.why_not(head) or "this seat would observe a different text")
        move = fitting[0]
        if seat != self.viewer and self.p.phase in (CURE, PREDICT):
            self.log_public -= log_of(len(legal))
        if is_marker_move(&self.p, move):
            self.apply_marker(move, facts, events)
        elif self.p.phase == PREDICT:
            refuse_facts(head, facts)
            letter = head.partition(":")[2]
            predict(&self.p, &self.herbalism.rules, texts.COLOURS.index(letter) if letter else -1)
            self.add_event(events, "predict", seat, (), {"colour": letter} if letter else {})
        elif self.p.phase == GIVE:
            self.apply_gift(head, move, facts, events)
        else:
            self.apply_action(head, move, facts, events)

    def observed_text(self, int move):
        """Return the text of a move as the viewer would see it. ValueError if the move is out of range."""
        cdef Action a
        text = texts.MOVES[checked_move(move)]
        if self.p.phase == GIVE:
            return text if self.viewer in (self.p.seat, self.p.initiator) else "give:?"
        if self.p.phase == ACT and not is_marker_move(&self.p, move):
            a = decode_action(move)
            if a.colour >= 0 and self.viewer not in (self.p.seat, a.target):
                return text.rpartition(":")[0] + ":?"
        return text

    cdef int move_visible_cards(self, int giver, int taker, int colour, int count) except -1:
        """Move cards from hand to hand. The colour may be -1 if neither hand is the viewer's."""
        self.p.hand_size[giver] -= count
        self.p.hand_size[taker] += count
        if giver == self.viewer:
            self.p.hands[giver][colour] -= count
        if taker == self.viewer:
            self.p.hands[taker][colour] += count
        return 0

    cdef Observation read_action(self, str text, int move, list facts, bint visible) except *:
        """Return what an action reveals about the cards. Conflict if its facts do not match the action."""
        cdef Action a = decode_action(move)
        cdef Observation seen = new_observation(CHOICE, self.p.seat, a.target, a.card, a.kind)
        cdef bint chooses = a.kind == APPEAL or (a.kind == BREW and a.card == SAME)
        if visible:
            seen.colour = a.colour
        if a.kind == PASS:
            refuse_facts(text, facts)
            seen.target = -1
            return seen
        if a.kind == INQUIRE:
            seen.kind = INQUIRED
            seen.count = announced_count(text, facts)
            return seen
        seen.kind = FED if a.kind == FEED else ASKED if chooses else BREWED
        if chooses and not facts:
            return seen
        back = handed_back(text, facts, visible)
        seen.count = len(back)
        if chooses:
            if back:
                raise Conflict(text, "the target first chooses which cards to give")
            seen.kind = NOTHING_TO_GIVE
        elif visible and a.kind == BREW:
            first, second = texts.CARDS[a.card]
            if back not in ("".join(sorted(first + second, key=texts.COLOURS.index)), first, second, ""):
                raise Conflict(text, f"brew on {texts.CARDS[a.card]} takes one card of each colour")
            seen.taken = (first in back) | (second in back) << 1
        elif visible and back:
            requested = texts.COLOURS[requested_colour(a.card, a.colour)]
            if set(back) != {requested}:
                raise Conflict(text, f"feed brings cards of {requested}")
        return seen

    cdef object apply_action(self, str text, int move, list facts, list events):
        """Process an action, up to the target's choice or to its end."""
        cdef Action a = decode_action(move)
        cdef int seat = self.p.seat, c
        cdef bint visible = self.viewer in (seat, a.target)
        cdef Observation seen = self.read_action(text, move, facts, visible)
        if not self.update_cards(seen):
            raise Conflict(text, "no arrangement of the hidden cards allows this")
        self.p.medicine[seat] = a.card
        target = {"target": a.target + 1} if a.target >= 0 else {}
        self.add_event(events, texts.ACTIONS[a.kind], seat, (texts.CARDS[a.card],), target)
        if a.colour >= 0:
            given = texts.COLOURS[a.colour] if visible else "?"
            self.move_visible_cards(seat, a.target, a.colour, 1)
            self.add_event(events, "give", seat, (), {"to": a.target + 1, "number": 1, "cards": given})
        if a.kind == INQUIRE:
            colour = {"colour": texts.COLOURS[requested_colour(a.card, a.colour)]} if visible else {}
            self.add_event(events, "reply", a.target, (), {"number": seen.count} | colour)
        elif a.kind != PASS and seen.kind != ASKED:
            cards = facts[0].removeprefix("back=")
            if seen.count:
                for c in range(COLOURS):
                    if visible and texts.COLOURS[c] in cards:
                        self.move_visible_cards(a.target, seat, c, cards.count(texts.COLOURS[c]))
                if not visible:
                    self.move_visible_cards(a.target, seat, -1, seen.count)
            self.add_event(events, "hand", a.target, (), {"to": seat + 1, "number": seen.count, "cards": cards})
        if seen.kind == ASKED:
            self.p.phase, self.p.initiator, self.p.seat, self.p.card, self.p.action = GIVE, seat, a.target, a.card, a.kind
            self.add_event(events, "asked", a.target, (), {"by": seat + 1})
        else:
            finish_action(&self.p, &self.herbalism.rules, seat)
            self.add_turn(events)

    cdef object apply_gift(self, str text, int move, list facts, list events):
        """Process the cards that a target chooses to give."""
        cdef int seat = self.p.seat, initiator = self.p.initiator
        cdef bint visible = self.viewer in (seat, initiator)
        cdef Observation seen = new_observation(GAVE, seat, initiator, self.p.card, self.p.action)
        back = handed_back(text, facts, visible)
        seen.count = len(back)
        if visible:
            given = text.partition(":")[2]
            seen.colour = texts.COLOURS.index(given)
            if set(back) != {given}:
                raise Conflict(text, f"the target gives cards of {given}")
        if not self.update_cards(seen):
            raise Conflict(text, "no arrangement of the hidden cards allows this")
        self.move_visible_cards(seat, initiator, seen.colour, seen.count)
        self.add_event(events, "hand", seat, (), {"to": initiator + 1, "number": seen.count, "cards": back})
        finish_action(&self.p, &self.herbalism.rules, initiator)
        self.add_turn(events)

    def add_turn(self, events):
        """Add the Event of the next turn if one begins."""
        if self.p.phase == ACT:
            self.add_event(events, "turn", self.p.seat, (), {})

    # The cure -------------------------------------------------------------------------------------------------------

    cdef object apply_marker(self, int move, list facts, list events):
        """Process a cure, an answer, a follow or a skip."""
        cdef int seat = self.p.seat
        cdef bint resolved
        text = texts.MOVES[move]
        if self.p.phase == ACT and not self.update_cards(new_observation(CHOICE, seat, -1, -1, -1)):
            raise Conflict(text, "no arrangement of the hidden cards allows this")
        resolved = play_marker(&self.p, &self.herbalism.rules, move)
        kind, _, card = text.partition(":")
        self.add_event(events, "decline" if kind == "skip" else kind, seat, (card,) if card else (), {})
        if resolved:
            self.resolve(facts, events)
        else:
            refuse_facts(text, facts)

    cdef object resolve(self, list facts, list events):
        """Process the result of a cure after the last decision."""
        cdef Observation seen
        cdef int s, c, winner, initiator = self.p.initiator
        markers = [s for s in range(self.herbalism.seats) if self.p.cure[s] in (ANSWER, FOLLOW)]
        unused = [s for s in range(self.herbalism.seats) if self.p.cure[s] == UNUSED]
        if not facts:
            if self.viewer in markers or not unused:
                raise Conflict("", "pair= must follow: this seat placed a marker, or the round is over")
            self.fail_without_pair(events)
            return
        pair = revealed_pair(facts[0])
        seen = new_observation(PAIR_SEEN, -1, -1, -1, -1)
        for c in range(COLOURS):
            seen.pair |= <uint64_t>pair[c] << 3 * c
            self.p.hidden[c] = pair[c]
        if not self.update_cards(seen):
            raise Conflict(facts[0], "this hidden pair is impossible")
        winner = winner_of(&self.p, &self.herbalism.rules)
        if winner < 0 and unused:
            if self.viewer not in markers or len(facts) > 1:
                raise Conflict(";".join(facts), "only players with a marker see the pair after a failed cure")
            fail_cure(&self.p, &self.herbalism.rules)
            next_turn(&self.p, &self.herbalism.rules, initiator)
            self.add_event(events, "pair", self.viewer, (), {"cards": texts.cards_text(pair)})
            self.add_event(events, "failed", initiator, (), {})
            return
        self.add_event(events, "pair", -1, (), {"cards": texts.cards_text(pair)})
        if winner < 0:
            fail_cure(&self.p, &self.herbalism.rules)
        self.end_round(winner, facts[1:], events)

    cdef object fail_without_pair(self, list events):
        """Process a failed cure in which the viewer placed no marker: no answered card is right."""
        cdef int s, initiator = self.p.initiator
        for card in {self.p.cure_card[s] for s in range(self.herbalism.seats) if self.p.cure[s] == ANSWER}:
            if not self.update_cards(new_observation(CARD_WRONG, -1, -1, card, -1)):
                raise Conflict("", f"{texts.CARDS[card]} must be right after the earlier failed cures")
        fail_cure(&self.p, &self.herbalism.rules)
        next_turn(&self.p, &self.herbalism.rules, initiator)
        self.add_event(events, "failed", initiator, (), {})

    cdef object end_round(self, int winner, list facts, list events):
        """End the round, with all hands if the game ends."""
        cdef int s, c
        before = [self.p.scores[s] for s in range(self.herbalism.seats)]
        end_round(&self.p, &self.herbalism.rules, winner)
        points = {f"{s + 1}": self.p.scores[s] - before[s] for s in range(self.herbalism.seats)}
        if self.p.phase == ENDED:
            hands = revealed_hands(facts, self.herbalism.seats)
            if not self.reveal_cards(hands):
                raise Conflict(facts[0], "these hands are impossible")
            for s in range(self.herbalism.seats):
                for c in range(COLOURS):
                    self.p.hands[s][c] = hands[s][c]
        elif facts:
            raise Conflict(";".join(facts), "the game continues, so no hands are revealed")
        self.add_event(events, "round", winner, (), points)
        if self.p.phase == ENDED:
            self.add_event(events, "over", winner, (), {})
