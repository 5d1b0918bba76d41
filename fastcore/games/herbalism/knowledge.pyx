"""What a seat knows of a game of Herbalism: the public table, its own hand, and all ways in which the other cards may lie.

An observation is taken in twice: the table goes on by the same rules as in a State, with what was seen in the place of
what is hidden, and `Worlds` keeps the ways that allow it. Other models than `uniform` replay the round world by world.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from fastcore.game cimport OVER
from fastcore.games.herbalism.herbalism cimport Herbalism
from fastcore.games.herbalism.moves cimport ACTIONS, Act, act_of, held_by, list_moves, put_marker, puts_marker
from fastcore.games.herbalism.rules cimport (
    ACT, ANSWER, APPEAL, BREW, CARDS, COLOURS, CURE, DEAL, ENDED, FEED, FOLLOW, GIVE, INQUIRE, PASS, PREDICT, SAME, SEATS, UNUSED,
    Position, acted, asked_colours, dealt, end_round, fail, next_turn, predict, right_card, unused, winner_of,
)
from fastcore.games.herbalism.policies cimport best_moves, card_chances, looked, sure_enough
from fastcore.games.herbalism.worlds cimport (
    ASKED, CHOSE, GAVE_AND_GOT, GAVE_AND_TOLD, HANDED, NOT_ASKED, NOT_RIGHT, PAIR, TOOK_BOTH, Seen, Worlds,
)
from fastcore.knowledge cimport Knowledge
from fastcore.state cimport State
from fastcore.stream cimport Stream

import re
from math import log2

from fastcore.games.herbalism import reasons, refusals, texts
from fastcore.games.herbalism.beliefs import Watch, fact_of, forecast_bits, replayed
from fastcore.values import CHANCE, BadPosition, Conflict, Evaluation, Event, IllegalMove, Term, TooMany

cdef Seen nothing_seen(int kind, int seat, int target, int card, int action):
    cdef Seen seen
    seen.kind, seen.seat, seen.target, seen.card, seen.action = kind, seat, target, card, action
    seen.colour = seen.back = -1
    seen.number = 0
    seen.pair = 0
    return seen


cdef class HerbalismKnowledge(Knowledge):
    def __init__(self, Herbalism game, seat, text, blind=False):
        """`blind` follows the table only and asks nothing of the cards: for events, which need no more."""
        self.rules = game
        self.me = -1 if seat is None else seat
        self.blind = blind
        if text is None:
            game.start(&self.p)
        else:
            found = refusals.problems(game.judged, text, refusals.PUBLIC if seat is None else seat)
            if found:
                raise BadPosition(found[0].field, found[0].reason)
            game.lay(texts.read(text), &self.p)
            # seldom can the cards that are not seen lie in no way at all
            doubtful = self.p.phase == GIVE or any([self.p.cure[s] > 2 for s in range(game.seats)])
            if doubtful and not blind and not self.ways().distinct():
                raise BadPosition("cure" if self.p.phase != GIVE else "phase", "the cards that are not seen can lie in no way that fits")
        self.since = ()

    cdef Worlds ways(self):
        """All ways in which the cards may lie now."""
        if self.worlds_now is None:
            self.worlds_now = Worlds(self.rules.seats, self.seat)
            if self.p.phase != DEAL:
                self.worlds_now.lay(&self.p, self.knows_pair)
        return self.worlds_now

    def beginnings(self):
        """{position text: probability} of what this round, or what is known of it, may have begun with."""
        if self.p.phase in (DEAL, ENDED):
            return {self.text(): 1.0}
        return {self.world_text(cards): chance for cards, chance in self.weights(None).items()}

    def copy(self):
        cdef HerbalismKnowledge other = HerbalismKnowledge.__new__(HerbalismKnowledge, self.game, self.seat)
        other.rules, other.me = self.rules, self.me
        other.p, other.blind = self.p, self.blind
        other.worlds_now = self.worlds_now      # never changed in place once it is shared
        other.origin, other.since = self.origin, self.since
        return other

    def digest(self):
        return self.text(), sorted(self.ways().listed(False).items()), self.since, None if self.origin is None else self.origin.text()

    @property
    def knows_pair(self):
        return self.p.phase == ENDED or (self.me >= 0 and looked(&self.p, self.me))

    # What is the case -----------------------------------------------------------------------------------------------

    def fields(self):
        return texts.fields(self.rules.table(&self.p, refusals.PUBLIC if self.me < 0 else self.me))

    def text(self):
        return " ".join(self.fields().values())

    def actor(self):
        return self.rules.actor(&self.p)

    def phase(self):
        return self.rules.phase(&self.p)

    def turn(self):
        return self.p.turn

    def key(self):
        return self.rules.key(&self.p)

    def points(self):
        return self.rules.points(&self.p)

    def returns(self):
        cdef double values[SEATS]
        if self.p.phase != ENDED:
            raise ValueError("the game is not over: there are no returns yet")
        self.rules.returns(&self.p, values)
        return tuple([values[seat] for seat in range(self.rules.seats)])

    def evaluate(self):
        cdef double values[SEATS]
        self.rules.evaluate(&self.p, values)
        return Evaluation(tuple([values[seat] for seat in range(self.rules.seats)]), tuple(self.rules.terms(&self.p)))

    def state(self):
        if self.p.phase in (DEAL, ENDED):
            return State(self.game, self.text())
        return None

    # What can be done -----------------------------------------------------------------------------------------------

    def chances(self):
        return self.rules.weighted(&self.p) if self.p.phase == DEAL else []

    def moves(self):
        cdef int moves[ACTIONS]
        cdef int held = 0, gifts = 0
        if self.p.seat == self.me:
            held, gifts = held_by(&self.p, self.me), asked_colours(&self.p, self.p.card, self.p.action, self.me) if self.p.phase == GIVE else 0
        elif self.blind:
            held = gifts = 15 if self.p.size[self.p.seat] else 0
        elif self.p.phase in (ACT, GIVE):
            held = self.ways().colours_held(self.p.seat)
            gifts = self.ways().gifts(self.p.seat, self.p.card, self.p.action) if self.p.phase == GIVE else 0
        cdef int count = list_moves(&self.p, &self.rules.rules, held, gifts, moves)
        return [moves[i] for i in range(count)]

    def move_text(self, int move):
        if self.p.phase == DEAL:
            return texts.deals(self.rules.seats).texts[min(move, self.rules.outcomes - 1)]
        return texts.MOVES[min(move, ACTIONS - 1)]

    def parse_move(self, text):
        reason = self.why_not(text)
        if reason:
            raise IllegalMove(text, f"{self.game.spec} {self.text()}", reason)
        return texts.deals(self.rules.seats).numbers[text] if self.p.phase == DEAL else texts.NUMBERS[text]

    def why_not(self, text):
        if self.p.phase == DEAL:
            dealt_so = texts.deals(self.rules.seats)
            return "" if text in dealt_so.numbers else f"the cards are dealt now, as in {dealt_so.texts[0]}"
        legal = [texts.MOVES[move] for move in self.moves()]
        if text in legal:
            return ""
        return reasons.why_not(self.rules.judged, self.rules.table(&self.p, max(self.me, refusals.PUBLIC)), legal, text)

    def events(self, int move):
        """What the move does for certain: who does what; what it brings is seen only when it is made."""
        cdef HerbalismKnowledge other = self.copy()
        events = []
        text = self.move_text(move)
        if other.p.phase == DEAL:
            other.tell(events, "deal", CHANCE, (), {})
        elif puts_marker(&other.p, move):
            kind = text.partition(":")[0]
            other.tell(events, "decline" if kind == "skip" else kind, other.p.seat, tuple(text.split(":")[1:]), {})
        else:
            other.tell(events, text.split(":")[1] if other.p.phase == ACT else other.phase(), other.p.seat, (text.split(":")[0],), {})
        return events

    def policy(self, name):
        cdef double chances[CARDS]
        cdef int moves[ACTIONS]
        cdef int i, count
        listed = self.moves()
        count = len(listed)
        for i in range(count):
            moves[i] = listed[i]
        if name != "uniform":
            card_chances(&self.p, &self.rules.rules, max(self.p.seat, 0), chances)
            if name == "deducer" and self.me == self.p.seat:
                for card, chance in self.beliefs(None)["cure"].items():
                    chances[texts.CARDS.index(card)] = chance
            count = best_moves(&self.p, chances, sure_enough(name == "greedy"), moves, count)
        return [(moves[i], 1.0 / count) for i in range(count)]

    # What was learned -----------------------------------------------------------------------------------------------

    def observe(self, text):
        """Take in what was learned. Kinds of events: deal; the action (inquire, feed, brew, appeal, pass) with the medicine card; give
        (from, to, number, cards); told (number); asked; hand (from, to, number, cards); predict (colour) or none; cure, answer, follow with the
        card, decline; pair (cards); failed; round (winner, points); turn; over."""
        cdef HerbalismKnowledge other
        if self.p.phase == ENDED:
            raise Conflict(text, "the game is over")
        other = self.copy()
        if self.origin is None and not self.blind:
            other.origin = self.copy()
        other.since = self.since + ((True, text),)
        events = []
        head, *facts = text.split(";")
        if self.p.phase == DEAL:
            other.take_deal(head, facts, events)
        else:
            other.take_move(head, facts, events)
        last = events.pop()
        events.append(Event(last.kind, last.seat, last.where, last.values, other.fields()))
        if other.p.phase == DEAL:
            other.worlds_now, other.origin, other.since = None, None, ()
        self.p = other.p
        self.worlds_now, self.origin, self.since = other.worlds_now, other.origin, other.since
        return events

    cdef object tell(self, list events, str kind, int seat, tuple where, dict values):
        events.append(Event(kind, seat, where, values, self.fields()))

    def take_deal(self, head, facts, events):
        cdef signed char hand[COLOURS]
        cdef Worlds worlds = Worlds(self.rules.seats, self.seat)
        cdef int c, size = 12 // self.rules.seats
        covered = ["?" * size] * self.rules.seats
        wanted = "/".join(["deal:??", *covered[: max(self.me, 0)], *(["(r*y*g*b*)"] if self.me >= 0 else []), *covered[self.me + 1 :]])
        found = re.fullmatch(wanted.replace("?", r"\?"), head)
        if found is None or facts or (self.me >= 0 and len(found[1]) != size):
            raise Conflict(head, "the cards are dealt now, and this seat sees its own hand only")
        own = texts.hand_of(found[1]) if self.me >= 0 else (0, 0, 0, 0)
        for c in range(COLOURS):
            hand[c] = own[c]
            if self.me >= 0:
                self.p.hands[self.me][c] = own[c]
        if not self.blind and not worlds.deal(hand if self.me >= 0 else NULL):
            raise Conflict(head, "there are not so many cards of a colour")
        self.worlds_now = worlds
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
        text = texts.MOVES[move]
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

    cdef int learn(self, Seen seen) except -1:
        """Keep the worlds that allow it; 0 if none does."""
        cdef int ways[16]
        cdef int moves[ACTIONS]
        cdef Worlds worlds
        cdef int held
        if self.blind:
            return 1
        if seen.kind <= NOT_ASKED:
            for held in range(16):
                ways[held] = max(1, list_moves(&self.p, &self.rules.rules, held, 0, moves))
        worlds = self.ways().copied()
        if not worlds.see(seen, ways):
            return 0
        self.worlds_now = worlds
        return 1

    cdef object take_action(self, str text, int move, list facts, list events):
        """An action, up to the question to the target or to its end."""
        cdef Act a = act_of(move)
        cdef int seat = self.p.seat, number = 0, other, c
        cdef Seen seen
        cdef bint concerned = self.me in (seat, a.target)
        cdef bint asked = False
        name = texts.ACTIONS[a.action]
        where = (texts.CARDS[a.card],)
        if a.action == PASS:
            no_facts(text, facts)
            seen = nothing_seen(CHOSE, seat, -1, a.card, a.action)
        elif a.action == INQUIRE:
            number = one_fact(text, facts, "n=([0-9])", "the number that is told, as in n=1")
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
                    other = texts.COLOURS.index(back[0])
                    if set(back) != {texts.COLOURS[self.other_of(a)]}:
                        raise Conflict(text, f"feed brings cards of {texts.COLOURS[self.other_of(a)]}")
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
            self.tell(events, "told", a.target, (), {"number": number})
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

    def other_of(self, Act a):
        """The colour that feed brings."""
        if a.card == SAME:
            return a.colour
        first, second = texts.CARDS[a.card]
        return texts.COLOURS.index(second if texts.COLOURS[a.colour] == first else first)

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
        cdef Position table = self.p
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
        found = re.fullmatch("pair=(r*y*g*b*)", facts[0])
        if found is None or len(found[1]) != 2:
            raise Conflict(facts[0], "the hidden pair is told now, as in pair=rb")
        pair = texts.hand_of(found[1])
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
            self.tell(events, "pair", self.me, (), {"cards": found[1]})
            self.tell(events, "failed", by, (), {})
            return
        self.tell(events, "pair", -1, (), {"cards": found[1]})
        if winner < 0:
            fail(&self.p, &self.rules.rules)
        earlier = [self.p.scores[s] for s in range(self.rules.seats)]
        table = self.p
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
        hands = facts[0].removeprefix("hands=").split("/") if len(facts) == 1 and facts[0].startswith("hands=") else []
        if len(hands) != self.rules.seats or any(not re.fullmatch("-|(?=.)r*y*g*b*", hand) for hand in hands):
            raise Conflict(";".join(facts), "the game is over, so all hands are shown, as in hands=rgbb/yy/-")
        counts = tuple([texts.hand_of(hand) for hand in hands])
        if not self.blind:
            self.worlds_now = self.ways().keep(lambda pair, there: there == counts)
            if not self.worlds_now.distinct():
                raise Conflict(facts[0], "the cards cannot lie so")
        for s in range(self.rules.seats):
            for c in range(COLOURS):
                self.p.hands[s][c] = counts[s][c]

    def suppose(self, text):
        """Know one fact more about the cards as they lie now: `hidden=rb`, `cure=gy`, `2:r>=1`."""
        holds = fact_of(text, self.rules.seats)
        if self.p.phase == DEAL:
            raise Conflict(text, "there are no cards before the deal")
        if self.p.phase == ENDED:
            if not holds(*next(iter(self.weights(None)))):
                raise Conflict(text, "all cards are seen, and it is not so")
            return
        kept = self.ways().keep(holds)
        if not kept.distinct():
            raise Conflict(text, "no way in which the cards may lie is so")
        if self.origin is None:
            self.origin = self.copy()
        self.worlds_now = kept
        self.since += ((False, text),)

    # What may be so -------------------------------------------------------------------------------------------------

    def weights(self, model):
        """{(pair, hands): probability} of every way the cards may lie now."""
        cdef Worlds worlds
        if self.p.phase in (DEAL, ENDED):
            table = self.rules.table(&self.p, refusals.WHOLE)
            return {(table.hidden, tuple(table.hands)): 1.0}
        worlds = self.ways()
        if model is None or model == "uniform":
            return {worlds.cards(now): chance for now, chance in worlds.listed(model is not None).items()}
        begun = self if self.origin is None else self.origin
        return replayed(self.game, self.seat, begun.beginnings(), self.since, model)

    def count(self):
        return 1 if self.p.phase in (DEAL, ENDED) else self.ways().distinct()

    def world_text(self, cards):
        """The position text of one way the cards may lie."""
        pair, hands = cards
        table = self.rules.table(&self.p, refusals.WHOLE)
        return " ".join(texts.fields(table._replace(hidden=pair, hands=hands)).values())

    def worlds(self, limit, model):
        found = self.weights(model)
        if len(found) > limit:
            raise TooMany(f"there are {len(found):,} worlds, more than the limit of {limit:,}")
        listed = [(self.world_text(cards), chance) for cards, chance in found.items()]
        return sorted(listed, key=lambda world: (-world[1], world[0]))

    def beliefs(self, model):
        """{"cure": {card: probability}, "2:r": {number: probability}, ...} for every hand that is not seen."""
        if self.p.phase in (DEAL, ENDED):
            return {}
        cure = dict.fromkeys(texts.CARDS, 0.0)
        found = {"cure": cure}
        unseen = [seat for seat in range(self.rules.seats) if seat != self.me]
        counts = {(seat, colour): [0.0] * 6 for seat in unseen for colour in range(COLOURS)}
        for (pair, hands), chance in self.weights(model).items():
            cure[refusals.right_card(pair)] += chance
            for seat in unseen:
                hand = hands[seat]
                for colour in range(COLOURS):
                    counts[seat, colour][hand[colour]] += chance
        for (seat, colour), chances in counts.items():
            found[f"{seat + 1}:{texts.COLOURS[colour]}"] = {number: chance for number, chance in enumerate(chances) if chance}
        return found

    def entropy(self, model):
        return -sum(chance * log2(chance) for chance in self.weights(model).values() if chance)

    def forecast(self, int move, model):
        """Bits that the move and the answer that it asks for are expected to reveal, if whoever is asked chooses evenly."""
        if self.p.phase in (DEAL, ENDED):
            return 0.0
        asked, answered = "", None
        if self.p.phase == GIVE:
            asked = texts.COLOURS if self.p.card == SAME else texts.CARDS[self.p.card]
        if self.p.phase == CURE and self.resolves():
            answered = frozenset([texts.CARDS[self.p.cure_card[s]] for s in range(self.rules.seats) if self.p.cure[s] == ANSWER])
        put = self.me >= 0 and self.p.cure[self.me] in (ANSWER, FOLLOW)
        watch = Watch(self.p.seat, self.p.by, self.seat, put, asked, 2 if self.p.action == BREW else 1, answered)
        return forecast_bits(watch, texts.MOVES[move], self.weights(model))

    def resolves(self):
        """Whether the cure is resolved by whoever decides now."""
        seat = (self.p.seat + 1) % self.rules.seats
        while seat != self.p.by:
            if self.p.cure[seat] == UNUSED:
                return False
            seat = (seat + 1) % self.rules.seats
        return True

    def sample(self, Stream stream, model):
        if self.p.phase in (DEAL, ENDED):
            return State(self.game, self.text())
        found = self.weights(model)
        listed = sorted(found)
        return State(self.game, self.world_text(listed[stream.pick([found[cards] for cards in listed])]))


def no_facts(text, facts):
    if facts:
        raise Conflict(";".join([text, *facts]), "nothing more is seen of it")


def one_fact(text, facts, form, wanted):
    """The number in the one fact that there must be."""
    found = re.fullmatch(form, facts[0]) if len(facts) == 1 else None
    if found is None:
        raise Conflict(";".join([text, *facts]), f"it must say {wanted}")
    return int(found[1])


def handed_back(text, facts, concerned):
    """The cards in the one fact `back=`: letters, or ? for each."""
    form = "back=(-|(?=.)r*y*g*b*)" if concerned else r"back=(-|\?+)"
    found = re.fullmatch(form, facts[0]) if len(facts) == 1 else None
    if found is None or len(found[1]) > 12:
        raise Conflict(";".join([text, *facts]), "it must say what is handed back, as in back=rr, back=?? or back=-")
    return "" if found[1] == "-" else found[1]
