"""What a seat knows of a game of Herbalism: what it sees, and all ways in which the other cards may lie.

An observation is taken in twice: the table goes on as `HerbalismObserver` tells, and `Worlds` keeps the ways that allow
it. Other models than `uniform` replay the round world by world.
"""

from libc.string cimport memcmp

from fastcore.games.herbalism.moves cimport ACTIONS, list_moves, puts_marker
from fastcore.games.herbalism.observing cimport HerbalismObserver, checked_move
from fastcore.games.herbalism.policies cimport best_moves, card_chances, looked, sure_enough
from fastcore.games.herbalism.rules cimport (
    ACT, ANSWER, BREW, CARDS, COLOURS, CURE, DEAL, ENDED, FOLLOW, GIVE, SAME, SEATS, UNUSED, Position,
)
from fastcore.games.herbalism.worlds cimport NOT_ASKED, Seen, Worlds
from fastcore.state cimport State
from fastcore.stream cimport Stream

from fastcore.games.herbalism import texts
from fastcore.games.herbalism.beliefs import Watch, bits, forecast_bits, replayed
from fastcore.games.herbalism.facts import Seen as SeenCards, fact, fact_of, fewest, why
from fastcore.values import CHANCE, BadPosition, Conflict, Evaluation, IllegalMove, TooMany


cdef class Step:
    pass


cdef class HerbalismKnowledge(HerbalismObserver):
    def __cinit__(self, *arguments):
        self.since = self.steps = ()

    def __init__(self, game, seat, text):
        HerbalismObserver.__init__(self, game, seat, text)
        self.worlds_now, self.origin, self.since, self.steps = None, None, (), ()
        # seldom can the cards that are not seen lie in no way at all
        doubtful = self.p.phase == GIVE or any([self.p.cure[s] > 2 for s in range(self.rules.seats)])
        if doubtful and not self.ways().distinct():
            raise BadPosition("cure" if self.p.phase != GIVE else "phase", "the cards that are not seen can lie in no way that fits")

    cdef Worlds ways(self):
        """Return every way in which the cards may be distributed now.

        The list is filled before it is kept, so that a call that fails or is interrupted half-way keeps nothing. If an
        observation arrived meanwhile (in a signal handler or another thread), the list answers this call only.
        """
        cdef Position p
        cdef Worlds made = self.worlds_now
        if made is None:
            p = self.p
            made = Worlds(self.rules.seats, self.seat)
            if p.phase != DEAL:
                made.lay(&p, self.knows_pair)
            if self.worlds_now is None and memcmp(&p, &self.p, sizeof(Position)) == 0:
                self.worlds_now = made
        return made

    def beginnings(self):
        """{position text: probability} of what this round, or what is known of it, may have begun with."""
        if self.p.phase in (DEAL, ENDED):
            return {self.text(): 1.0}
        return {self.world_text(cards): chance for cards, chance in self.weights(None).items()}

    def copy(self):
        cdef HerbalismKnowledge other = HerbalismKnowledge.__new__(HerbalismKnowledge, self.game, self.seat)
        other.rules, other.me = self.rules, self.me
        other.p = self.p
        other.worlds_now = self.worlds_now      # never changed in place once it is shared
        other.origin, other.since, other.steps = self.origin, self.since, self.steps
        return other

    def digest(self):
        return self.text(), sorted(self.ways().listed(False).items()), self.since, None if self.origin is None else self.origin.text()

    @property
    def knows_pair(self):
        return self.p.phase == ENDED or (self.me >= 0 and looked(&self.p, self.me))

    # What is the case -----------------------------------------------------------------------------------------------

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
        return self.rules.chance_outcomes(&self.p) if self.p.phase == DEAL else []

    def move_text(self, int move):
        if move < 0:
            raise ValueError(f"move is {move}; it must not be negative")
        if self.p.phase == DEAL:
            return texts.deals(self.rules.seats).texts[min(move, self.rules.outcomes - 1)]
        return texts.MOVES[min(move, ACTIONS - 1)]

    def parse_move(self, str text not None):
        reason = self.why_not(text)
        if reason:
            raise IllegalMove(text, f"{self.game.spec} {self.text()}", reason)
        return texts.deals(self.rules.seats).numbers[text] if self.p.phase == DEAL else texts.NUMBERS[text]

    def events(self, int move):
        """What the move does for certain: who does what; what it brings is seen only when it is made."""
        events = []
        text = self.move_text(move)
        if self.p.phase == DEAL:
            self.tell(events, "deal", CHANCE, (), {})
        elif puts_marker(&self.p, checked_move(move)):
            kind = text.partition(":")[0]
            self.tell(events, "decline" if kind == "skip" else kind, self.p.seat, tuple(text.split(":")[1:]), {})
        else:
            self.tell(events, text.split(":")[1] if self.p.phase == ACT else self.phase(), self.p.seat, (text.split(":")[0],), {})
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

    def observe(self, str text not None):
        """Take in what was learned. Kinds of events: deal; the action (inquire, feed, brew, appeal, pass) with the medicine card; give
        (from, to, number, cards); told (number, and the colour for whoever knows it); asked; hand (from, to, number, cards); predict (colour) or none; cure, answer, follow with the
        card, decline; pair (cards); failed; round (winner, points); turn; over."""
        cdef HerbalismKnowledge other
        if self.p.phase == ENDED:
            raise Conflict(text, "the game is over")
        other = self.copy()
        events = other.follow(text)
        self.p = other.p
        self.worlds_now, self.origin, self.since, self.steps = other.worlds_now, other.origin, other.since, other.steps
        return events

    def follow(self, text):
        """Go on by an observation; its events. Where it raises Conflict, this knowledge is of no more use."""
        if self.origin is None:
            self.origin = self.copy()
        self.since += ((True, text),)
        self.step = Step()
        self.step.before = self.p
        self.step.move = texts.NUMBERS.get(text.partition(";")[0], -1)
        self.steps += (self.step,)
        events = HerbalismObserver.follow(self, text)
        if self.p.phase == DEAL:
            self.worlds_now, self.origin, self.since, self.steps = None, None, (), ()
        return events

    cdef int may_hold(self, int seat) except -1:
        return self.ways().colours_held(seat)

    cdef int may_give(self) except -1:
        return self.ways().gifts(self.p.seat, self.p.card, self.p.action)

    cdef int learn(self, Seen seen) except -1:
        cdef int ways[16]
        cdef int moves[ACTIONS]
        cdef Worlds worlds
        cdef int held
        if seen.kind <= NOT_ASKED:
            for held in range(16):
                ways[held] = max(1, list_moves(&self.p, &self.rules.rules, held, 0, moves))
        worlds = self.ways().copied()
        if not worlds.see(seen, ways):
            return 0
        self.worlds_now = worlds
        if self.step is None or self.step.count == STEP_SEEN:
            raise ValueError("something is learned from an observation, and from each at most four times")
        self.step.seen[self.step.count] = seen
        self.step.count += 1
        return 1

    cdef int learn_deal(self, const signed char* hand) except -1:
        cdef Worlds made = Worlds(self.rules.seats, self.seat)
        made.deal(hand)
        self.worlds_now = made
        return made.count > 0

    cdef int learn_hands(self, tuple hands) except -1:
        self.worlds_now = self.ways().keep(lambda pair, there: there == hands)
        return self.worlds_now.distinct() > 0

    def suppose(self, str text not None):
        """Know one fact more about the cards as they lie now: `hidden=rb`, `cure=gy`, `2:r>=1`."""
        cdef Worlds kept
        cdef Step supposed
        cdef HerbalismKnowledge origin
        cdef tuple since, steps
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
        supposed = Step()
        supposed.fact = text
        supposed.before = self.p
        origin = self.copy() if self.origin is None else self.origin
        since, steps = self.since + ((False, text),), self.steps + (supposed,)
        # From here on nothing can fail: the fact is taken in completely or not at all.
        self.worlds_now, self.origin, self.since, self.steps = kept, origin, since, steps

    def conflict(self, facts):
        """The Conflict of the fewest of these facts that cannot be so together; None if they all can."""
        read = [fact(text, self.rules.seats) for text in facts]
        if self.p.phase == DEAL:
            return None
        found = fewest(read, self.weights(None))
        if found is None:
            return None
        table = self.rules.table(&self.p, texts.WHOLE if self.p.phase == ENDED else texts.PUBLIC if self.seat is None else self.seat)
        return Conflict(", ".join([one.text for one in found]), why(found, SeenCards(table.sizes, table.hands, table.hidden)))

    def lookahead(self, stream, model, caution):
        from fastcore.games.herbalism.joint import Joint  # they know the knowledge of this file
        from fastcore.games.herbalism.lookahead import HerbalismLookahead
        return HerbalismLookahead(self, model, Joint(self, model), caution)

    # What may be so -------------------------------------------------------------------------------------------------

    def weights(self, model):
        """{(pair, hands): probability} of every way the cards may lie now."""
        cdef Worlds worlds
        if self.p.phase in (DEAL, ENDED):
            table = self.rules.table(&self.p, texts.WHOLE)
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
        table = self.rules.table(&self.p, texts.WHOLE)
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
            cure[texts.right_card(pair)] += chance
            for seat in unseen:
                hand = hands[seat]
                for colour in range(COLOURS):
                    counts[seat, colour][hand[colour]] += chance
        for (seat, colour), chances in counts.items():
            found[f"{seat + 1}:{texts.COLOURS[colour]}"] = {number: chance for number, chance in enumerate(chances) if chance}
        return found

    def entropy(self, model):
        return bits(self.weights(model))

    def forecast(self, int move, model):
        """Bits that the move and the answer that it asks for are expected to reveal, if whoever is asked chooses evenly."""
        return 0.0 if self.p.phase in (DEAL, ENDED) else self.expected_bits(move, self.weights(model))

    def expected_bits(self, int move, weights):
        """The same with chances of one's own for how the cards may lie now: {(pair, hands): chance}."""
        asked, answered = "", None
        if self.p.phase == GIVE:
            asked = texts.COLOURS if self.p.card == SAME else texts.CARDS[self.p.card]
        if self.p.phase == CURE and self.resolves():
            answered = frozenset([texts.CARDS[self.p.cure_card[s]] for s in range(self.rules.seats) if self.p.cure[s] == ANSWER])
        put = self.me >= 0 and self.p.cure[self.me] in (ANSWER, FOLLOW)
        watch = Watch(self.p.seat, self.p.by, self.seat, put, asked, 2 if self.p.action == BREW else 1, answered)
        return forecast_bits(watch, texts.MOVES[checked_move(move)], weights)

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
