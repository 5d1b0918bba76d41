"""HerbalismKnowledge: what a seat of Herbalism knows, with exact probabilities of the hidden cards.

`HerbalismObserver` tracks the visible table, and a WorldSet the hidden cards. The WorldSet gives the probabilities
without a model and under the model `uniform`; other models replay the round world by world (`beliefs.py`).
"""

from libc.string cimport memcmp

from fastcore.games.herbalism.moves cimport ACTIONS, is_marker_move, list_moves
from fastcore.games.herbalism.observation cimport NOTHING_TO_GIVE, Observation
from fastcore.games.herbalism.observer cimport HerbalismObserver, checked_move
from fastcore.games.herbalism.policies cimport answer_threshold, best_moves, cure_probabilities
from fastcore.games.herbalism.rules cimport (
    ACT, ANSWER, BREW, CARDS, COLOURS, CURE, DEAL, ENDED, FOLLOW, GIVE, SAME, SEATS, UNUSED, Position, has_seen_pair,
)
from fastcore.games.herbalism.worlds cimport WorldSet
from fastcore.state cimport State
from fastcore.stream cimport Stream

from fastcore.games.herbalism.text import texts
from fastcore.games.herbalism.beliefs import Watch, bits, forecast_bits, replayed
from fastcore.games.herbalism.text.facts import Seen, fact, fact_of, fewest, why
from fastcore.values import CHANCE, BadPosition, Conflict, Evaluation, IllegalMove, TooMany


cdef class HistoryStep:
    pass


cdef class HerbalismKnowledge(HerbalismObserver):
    """What a seat (None: everybody) knows of a game of Herbalism, from a view or (None) from the start.

    Raises:
        BadPosition: the view is wrong, or no distribution of the hidden cards fits it.
    """

    def __cinit__(self, *arguments):
        self.history = self.steps = self.rounds = ()

    def __init__(self, game, seat, view):
        HerbalismObserver.__init__(self, game, seat, view)
        self.cached_worlds, self.root, self.history, self.steps = None, None, (), ()
        # Only these views can be impossible although every field is valid.
        doubtful = self.p.phase == GIVE or any([self.p.cure[s] > 2 for s in range(self.herbalism.seats)])
        if doubtful and not self.world_set().size():
            field = "cure" if self.p.phase != GIVE else "phase"
            raise BadPosition(field, "no arrangement of the hidden cards fits this view")

    cdef WorldSet world_set(self):
        """Return the worlds that the seat considers possible.

        The set is completed before it is cached, so a call that fails or is interrupted caches nothing. If an
        observation arrives meanwhile (in a signal handler or another thread), the set is used for this call only.
        """
        cdef Position p
        cdef WorldSet worlds = self.cached_worlds
        if worlds is None:
            p = self.p
            worlds = WorldSet(self.herbalism.seats, self.seat)
            if p.phase != DEAL:
                worlds.fill_from_view(&p, self.knows_pair)
            if self.cached_worlds is None and memcmp(&p, &self.p, sizeof(Position)) == 0:
                self.cached_worlds = worlds
        return worlds

    def initial_positions(self):
        """Return {position text: probability} of the possible positions, without a model."""
        if self.p.phase in (DEAL, ENDED):
            return {self.text(): 1.0}
        return {self.world_text(cards): probability for cards, probability in self.distribution(None).items()}

    def copy(self):
        """Return an independent copy."""
        cdef HerbalismKnowledge other = HerbalismKnowledge.__new__(HerbalismKnowledge, self.game, self.seat)
        other.herbalism, other.viewer, other.p = self.herbalism, self.viewer, self.p
        other.cached_worlds, other.root, other.log_public = self.cached_worlds, self.root, self.log_public
        other.history, other.steps, other.rounds = self.history, self.steps, self.rounds
        return other

    def digest(self):
        """Return a key; equal knowledge has equal keys."""
        worlds, rounds = sorted(self.world_set().distribution(False).items()), [history for _, history, *_ in self.rounds]
        return self.text(), worlds, self.history, None if self.root is None else self.root.text(), rounds

    @property
    def knows_pair(self):
        """Whether the seat has seen the hidden pair."""
        return self.p.phase == ENDED or (self.viewer >= 0 and has_seen_pair(&self.p, self.viewer))

    # The view -------------------------------------------------------------------------------------------------------

    def text(self):
        return " ".join(self.fields().values())

    def actor(self):
        return self.herbalism.actor(&self.p)

    def phase(self):
        return self.herbalism.phase(&self.p)

    def turn(self):
        return self.p.turn

    def key(self):
        return self.herbalism.key(&self.p)

    def points(self):
        return self.herbalism.points(&self.p)

    def returns(self):
        cdef double values[SEATS]
        if self.p.phase != ENDED:
            raise ValueError("the game is not over: there are no returns yet")
        self.herbalism.returns(&self.p, values)
        return tuple([values[seat] for seat in range(self.herbalism.seats)])

    def evaluate(self):
        cdef double values[SEATS]
        self.herbalism.evaluate(&self.p, values)
        terms = tuple(self.herbalism.terms(&self.p))
        return Evaluation(tuple([values[seat] for seat in range(self.herbalism.seats)]), terms)

    def state(self):
        if self.p.phase in (DEAL, ENDED):
            return State(self.game, self.text())
        return None

    # Moves ----------------------------------------------------------------------------------------------------------

    def chances(self):
        return self.herbalism.chance_outcomes(&self.p) if self.p.phase == DEAL else []

    def move_text(self, int move):
        """Return the text of a move or deal. A number that is too large gives the last one; below 0 raises ValueError."""
        if move < 0:
            raise ValueError(f"move is {move}; it must not be negative")
        if self.p.phase == DEAL:
            return texts.deals(self.herbalism.seats).texts[min(move, self.herbalism.outcomes - 1)]
        return texts.MOVES[min(move, ACTIONS - 1)]

    def parse_move(self, str text not None):
        reason = self.why_not(text)
        if reason:
            raise IllegalMove(text, f"{self.game.spec} {self.text()}", reason)
        return texts.deals(self.herbalism.seats).numbers[text] if self.p.phase == DEAL else texts.NUMBERS[text]

    def events(self, int move):
        """Return the Event of the move itself. Its consequences are known only after the move."""
        events = []
        text = self.move_text(move)
        seat = self.p.seat
        if self.p.phase == DEAL:
            self.add_event(events, "deal", CHANCE, (), {})
        elif is_marker_move(&self.p, checked_move(move)):
            kind, *card = text.split(":")
            self.add_event(events, "decline" if kind == "skip" else kind, seat, tuple(card), {})
        else:
            parts = text.split(":")
            if self.p.phase == GIVE:
                values = {"to": self.p.initiator + 1}
                if self.viewer == seat:
                    number = self.p.hands[seat][texts.COLOURS.index(parts[1])]
                    values |= {"number": number, "cards": parts[1] * number}
                self.add_event(events, "hand", seat, (), values)
            elif self.p.phase == ACT:
                values = {"target": int(parts[2])} if len(parts) > 2 else {}
                self.add_event(events, parts[1], seat, (parts[0],), values)
            else:
                self.add_event(events, self.phase(), seat, (parts[0],), {})
        return events

    def policy(self, name):
        """Return [(move, probability)] of a policy. For the seat itself, `deducer` uses the whole history."""
        cdef double probabilities[CARDS]
        cdef int moves[ACTIONS]
        cdef int i, count
        legal = self.moves()
        count = len(legal)
        for i in range(count):
            moves[i] = legal[i]
        if name != "uniform":
            cure_probabilities(&self.p, &self.herbalism.rules, max(self.p.seat, 0), probabilities)
            if name == "deducer" and self.viewer == self.p.seat:
                for card, probability in self.beliefs(None)["cure"].items():
                    probabilities[texts.CARDS.index(card)] = probability
            count = best_moves(&self.p, probabilities, answer_threshold(name == "greedy"), moves, count)
        return [(moves[i], 1.0 / count) for i in range(count)]

    # Observations ---------------------------------------------------------------------------------------------------

    def observe(self, str text not None, listed=True):
        """Update with an observation and return its Events.

        Kinds: deal (cards); inquire, feed, brew, appeal, pass (target) with the medicine card; give and hand (to, number,
        cards); reply (number, and the colour for the two seats); asked (by); predict (colour, if a marker is taken); cure,
        answer and follow with the card, decline; pair (cards); failed; round (points of each seat); turn; over.

        Args:
            text: the observation.
            listed: whether to list the Events; otherwise the list is empty.

        Raises:
            Conflict: the observation is impossible in every world. Nothing has changed.
        """
        cdef HerbalismKnowledge other
        if self.p.phase == ENDED:
            raise Conflict(text, "the game is over")
        other = self.copy()
        events = other.apply(text, listed)
        self.p, self.log_public, self.cached_worlds = other.p, other.log_public, other.cached_worlds
        self.root, self.history, self.steps, self.rounds = other.root, other.history, other.steps, other.rounds
        return events

    def apply(self, text, listed=True):
        if self.root is None:
            self.root = self.copy()
        self.history += ((True, text),)
        self.current_step = HistoryStep()
        self.current_step.before = self.p
        self.current_step.move = texts.NUMBERS.get(text.partition(";")[0], -1)
        self.steps += (self.current_step,)
        events = HerbalismObserver.apply(self, text, listed)
        if self.p.phase == DEAL:
            self.rounds += ((self.root, self.history, self.steps, []),)
            self.log_public += self.cached_worlds.log_weight()
            self.cached_worlds, self.root, self.history, self.steps = None, None, (), ()
        return events

    cdef int possible_colours(self, int seat) except -1:
        return self.world_set().possible_colours(seat)

    cdef int possible_gifts(self) except -1:
        return self.world_set().possible_gifts(self.p.seat, self.p.card, self.p.action)

    cdef int update_cards(self, Observation seen) except -1:
        cdef int move_counts[16]
        cdef int moves[ACTIONS]
        cdef WorldSet worlds
        cdef int held
        if seen.kind <= NOTHING_TO_GIVE:
            for held in range(16):
                move_counts[held] = max(1, list_moves(&self.p, &self.herbalism.rules, held, 0, moves))
        worlds = self.world_set().copy()
        if not worlds.update(seen, move_counts):
            return 0
        self.cached_worlds = worlds
        if self.current_step is None or self.current_step.count == MAX_OBSERVATIONS:
            raise ValueError("learn needs 1 to 4 results for each observation")
        self.current_step.seen[self.current_step.count] = seen
        self.current_step.count += 1
        return 1

    cdef int begin_cards(self, const signed char* hand) except -1:
        cdef WorldSet worlds = WorldSet(self.herbalism.seats, self.seat)
        worlds.fill_from_deal(hand)
        self.cached_worlds = worlds
        return worlds.count > 0

    cdef int reveal_cards(self, tuple hands) except -1:
        self.cached_worlds = self.world_set().restrict(lambda pair, world_hands: world_hands == hands)
        return self.cached_worlds.size() > 0

    # Facts ----------------------------------------------------------------------------------------------------------

    def suppose(self, str text not None):
        """Assume a fact about the cards as they are now, such as `hidden=rb`, `cure=gy` or `2:r>=1`.

        Raises:
            Conflict: the text is not a fact, or the fact is false in every world. Nothing has changed.
        """
        cdef WorldSet worlds
        cdef HistoryStep step
        cdef HerbalismKnowledge root
        cdef tuple history, steps
        holds = fact_of(text, self.herbalism.seats)
        if self.p.phase == DEAL:
            raise Conflict(text, "there are no cards before the deal")
        if self.p.phase == ENDED:
            if not holds(*next(iter(self.distribution(None)))):
                raise Conflict(text, "all cards are visible, and they contradict this")
            return
        worlds = self.world_set().restrict(holds)
        if not worlds.size():
            raise Conflict(text, "no possible arrangement of the cards fits this")
        step = HistoryStep()
        step.fact = text
        step.before = self.p
        root = self.copy() if self.root is None else self.root
        history, steps = self.history + ((False, text),), self.steps + (step,)
        # Nothing below can fail, so a fact is never partly assumed.
        self.cached_worlds, self.root, self.history, self.steps = worlds, root, history, steps

    def conflict(self, facts):
        """Return the Conflict of a smallest contradictory set of these facts. None if there is none, or before a deal."""
        parsed = [fact(text, self.herbalism.seats) for text in facts]
        if self.p.phase == DEAL:
            return None
        conflicting = fewest(parsed, self.distribution(None))
        if conflicting is None:
            return None
        viewer = texts.WHOLE if self.p.phase == ENDED else texts.PUBLIC if self.seat is None else self.seat
        table = self.herbalism.table(&self.p, viewer)
        reason = why(conflicting, Seen(table.sizes, table.hands, table.hidden))
        return Conflict(", ".join([item.text for item in conflicting]), reason)

    # Beliefs --------------------------------------------------------------------------------------------------------

    def lookahead(self, stream, model, caution):
        from fastcore.games.herbalism.joint_belief import JointBelief  # imported here: both import this module
        from fastcore.games.herbalism.lookahead import HerbalismLookahead
        return HerbalismLookahead(self, model, JointBelief(self, model), caution)

    def distribution(self, model):
        """Return {(hidden pair, hands): probability} of the current cards under a model. Both are counts by colour."""
        cdef WorldSet worlds
        if self.p.phase in (DEAL, ENDED):
            table = self.herbalism.table(&self.p, texts.WHOLE)
            return {(table.hidden, tuple(table.hands)): 1.0}
        worlds = self.world_set()
        if model is None or model == "uniform":
            distribution = worlds.distribution(model is not None)
            return {worlds.cards(hands): probability for hands, probability in distribution.items()}
        root = self if self.root is None else self.root
        return replayed(self.game, self.seat, root.initial_positions(), self.history, model)

    def count(self):
        return 1 if self.p.phase in (DEAL, ENDED) else self.world_set().size()

    def world_text(self, cards):
        """Return the position text of the view completed by (hidden pair, hands)."""
        pair, hands = cards
        table = self.herbalism.table(&self.p, texts.WHOLE)
        return " ".join(texts.fields(table._replace(hidden=pair, hands=hands)).values())

    def worlds(self, limit, model):
        distribution = self.distribution(model)
        if len(distribution) > limit:
            raise TooMany(f"there are {len(distribution):,} possible positions, more than the limit of {limit:,}")
        worlds = [(self.world_text(cards), probability) for cards, probability in distribution.items()]
        return sorted(worlds, key=lambda world: (-world[1], world[0]))

    def beliefs(self, model):
        """Return {"cure": {card: probability}, "2:r": {number: probability}, ...}, with an entry for each hidden hand."""
        if self.p.phase in (DEAL, ENDED):
            return {}
        cure = dict.fromkeys(texts.CARDS, 0.0)
        beliefs = {"cure": cure}
        others = [seat for seat in range(self.herbalism.seats) if seat != self.viewer]
        counts = {(seat, colour): [0.0] * 6 for seat in others for colour in range(COLOURS)}
        for (pair, hands), probability in self.distribution(model).items():
            cure[texts.right_card(pair)] += probability
            for seat in others:
                hand = hands[seat]
                for colour in range(COLOURS):
                    counts[seat, colour][hand[colour]] += probability
        for (seat, colour), sums in counts.items():
            name = f"{seat + 1}:{texts.COLOURS[colour]}"
            beliefs[name] = {number: probability for number, probability in enumerate(sums) if probability}
        return beliefs

    def log_likelihood(self, model):
        if model != "uniform":
            raise TooMany(f"the likelihood under {model} is not tracked; use the model uniform")
        return self.log_public if self.root is None else self.log_public + self.world_set().log_weight()

    def entropy(self, model):
        return bits(self.distribution(model))

    def forecast(self, int move, model):
        """Return the expected bits revealed by a move and the gift that it asks for. Gifts are assumed uniform."""
        return 0.0 if self.p.phase in (DEAL, ENDED) else self.forecast_from(move, self.distribution(model))

    def forecast_from(self, int move, distribution):
        """Return the forecast for a given distribution {(hidden pair, hands): probability} of the cards."""
        seats = range(self.herbalism.seats)
        requested, answered = "", None
        if self.p.phase == GIVE:
            requested = texts.COLOURS if self.p.card == SAME else texts.CARDS[self.p.card]
        if self.p.phase == CURE and self.is_last_reply():
            answered = frozenset([texts.CARDS[self.p.cure_card[s]] for s in seats if self.p.cure[s] == ANSWER])
        placed = self.viewer >= 0 and self.p.cure[self.viewer] in (ANSWER, FOLLOW)
        minimum = 2 if self.p.action == BREW else 1
        watch = Watch(self.p.seat, self.p.initiator, self.seat, placed, requested, minimum, answered)
        return forecast_bits(watch, texts.MOVES[checked_move(move)], distribution)

    def is_last_reply(self):
        """Return whether the seat that decides is the last to reply to the cure."""
        seat = (self.p.seat + 1) % self.herbalism.seats
        while seat != self.p.initiator:
            if self.p.cure[seat] == UNUSED:
                return False
            seat = (seat + 1) % self.herbalism.seats
        return True

    def sample(self, Stream stream, model):
        if self.p.phase in (DEAL, ENDED):
            return State(self.game, self.text())
        distribution = self.distribution(model)
        worlds = sorted(distribution)
        return State(self.game, self.world_text(worlds[stream.pick([distribution[cards] for cards in worlds])]))
