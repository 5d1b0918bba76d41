"""Viewpoint: what one seat knows, the only thing that a bot is given. The checked door to a game's Knowledge."""

from operator import index

from fastcore.game cimport Game
from fastcore.knowledge cimport Knowledge
from fastcore.state cimport seat_of
from fastcore.stream cimport Stream

from fastcore.limits import MAX_FACT, MAX_FACTS, MAX_MOVE, MAX_POSITION, over
from fastcore.values import BadPosition, Conflict, IllegalMove


cdef class Viewpoint:
    """What one seat (None: everybody) knows of a game of this spec, from its start or from a view."""

    def __cinit__(self, where not None, seat, str text=None):
        if not isinstance(where, Game):
            from fastcore.games import start
            where = start(where).game
        if text is not None and len(text) > MAX_POSITION:
            raise BadPosition("position", over(len(text), MAX_POSITION, "a position"))
        self.game = where
        self.seat = seat_of(self.game, seat)
        self.knowledge = <Knowledge?>self.game.knowledge(self.seat, text)
        self.begun = text
        self.learned = ()

    @staticmethod
    def parse(str view not None, seat):
        from fastcore.games import viewpoint_of
        return viewpoint_of(view, seat)

    # What was learned -----------------------------------------------------------------------------------------------

    def observe(self, str text not None):
        cdef Knowledge before = None, knowledge = None
        if len(text) > MAX_MOVE:
            raise Conflict(text, over(len(text), MAX_MOVE, "an observation"))
        # What is known now stays as it is for whoever is still asking it, in a callback or in another thread. If one of them
        # observes something meanwhile, this observation follows that one.
        while True:
            before, learned = self.knowledge, self.learned
            knowledge = before.copy()
            events = knowledge.observe(text)
            learned = learned + ((True, text),)
            if self.knowledge is before:
                self.knowledge, self.learned = knowledge, learned
                return events

    def rebuild(self, texts):
        cdef Viewpoint fresh = Viewpoint(self.game, self.seat)
        for number, text in enumerate(texts, 1):
            try:
                fresh.observe(text)
            except Conflict as error:
                raise Conflict(error.what, f"observation {number}: {error.reason}") from None
        self.knowledge, self.begun, self.learned = fresh.knowledge, None, fresh.learned

    def suppose(self, *facts):
        cdef Viewpoint other = self.copy()
        for fact in facts:
            if not isinstance(fact, str):
                raise TypeError(f"a fact is a text, not {type(fact).__name__}")
            if len(fact) > MAX_FACT:
                raise Conflict(fact, over(len(fact), MAX_FACT, "a fact"))
        if len(facts) + sum(1 for observed, _ in self.learned if not observed) > MAX_FACTS:
            raise Conflict(facts[len(facts) - 1], f"these are too many facts: at most {MAX_FACTS} can be supposed")
        facts = tuple([str.__str__(fact) for fact in facts])
        try:
            for fact in facts:
                other.add(fact)
        except Conflict as error:
            raise self.knowledge.conflict(facts) or error from None
        return other

    cdef int add(self, object fact) except -1:
        learned = self.learned + ((False, fact),)
        self.knowledge.suppose(fact)
        self.learned = learned
        return 0

    # What is the case -----------------------------------------------------------------------------------------------

    @property
    def spec(self):
        return self.game.spec

    @property
    def info(self):
        return self.game.info

    @property
    def seats(self):
        return self.game.seats

    @property
    def actor(self):
        return self.knowledge.actor()

    @property
    def phase(self):
        return self.knowledge.phase()

    @property
    def turn(self):
        return self.knowledge.turn()

    @property
    def fields(self):
        return self.knowledge.fields()

    @property
    def key(self):
        return self.knowledge.key()

    @property
    def state(self):
        return self.knowledge.state()

    def text(self):
        return self.knowledge.text()

    def points(self):
        return self.knowledge.points()

    def returns(self):
        return self.knowledge.returns()

    def evaluate(self):
        return self.knowledge.evaluate()

    # What can be done -----------------------------------------------------------------------------------------------

    def chances(self):
        return self.knowledge.chances()

    def moves(self):
        return self.knowledge.moves()

    def move_text(self, move):
        return self.text_of(index(move))

    cdef str text_of(self, object move):
        most = max(self.game.actions, self.game.outcomes)
        if not 0 <= move < most:
            raise IllegalMove(str(move), f"{self.spec} {self.text()}", f"moves are numbers from 0 to {most - 1}")
        return self.knowledge.move_text(move)

    def parse_move(self, str text not None):
        return self.move_of(text)

    def why_not(self, str text not None):
        return over(len(text), MAX_MOVE, "a move") or self.knowledge.why_not(text)

    def events(self, move):
        return self.knowledge.events(self.move_of(move))

    def policy(self, str name not None):
        if name not in self.info.policies:
            raise ValueError(f"no policy {name!r}; there is {', '.join(self.info.policies)}")
        if self.actor < 0:
            return []
        return self.knowledge.policy(name)

    cdef int move_of(self, object move) except -1:
        """A move (or outcome) that can be made here, given as a number or a text."""
        if isinstance(move, str):
            move = str.__str__(move)
            if len(move) > MAX_MOVE:
                raise IllegalMove(move, f"{self.spec} {self.text()}", over(len(move), MAX_MOVE, "a move"))
            return self.knowledge.parse_move(move)
        move = index(move)      # once: an object may give another number each time
        text = self.text_of(move)
        if move not in self.knowledge.moves() and move not in [one for one, _ in self.knowledge.chances()]:
            raise IllegalMove(text, f"{self.spec} {self.text()}", self.knowledge.why_not(text) or "it cannot be made here")
        return move

    # What may be so -------------------------------------------------------------------------------------------------

    def sample(self, Stream stream not None, model=None):
        return self.knowledge.sample(stream, self.model_of(model))

    def worlds(self, limit, model=None):
        return self.knowledge.worlds(index(limit), self.model_of(model))

    def count(self):
        return self.knowledge.count()

    def beliefs(self, model=None):
        return self.knowledge.beliefs(self.model_of(model))

    def entropy(self, model=None):
        return self.knowledge.entropy(self.model_of(model))

    def forecast(self, move, model=None):
        named = self.model_of(model)
        return self.knowledge.forecast(self.move_of(move), named)

    def model_of(self, model):
        if model is None:
            return None
        if not isinstance(model, str) or str.__str__(model) not in self.info.policies:
            raise ValueError(f"no model {model!r}; there is None or {', '.join(self.info.policies)}")
        return str.__str__(model)

    # Copies and comparison --------------------------------------------------------------------------------------------

    def copy(self):
        cdef Viewpoint other = Viewpoint.__new__(Viewpoint, self.game, self.seat)
        knowledge, other.begun, other.learned = self.knowledge, self.begun, self.learned
        other.knowledge = knowledge.copy()
        return other

    def __eq__(self, other):
        if not isinstance(other, Viewpoint):
            return NotImplemented
        return (
            self.seat == other.seat and self.spec == other.spec
            and self.knowledge.digest() == (<Viewpoint>other).knowledge.digest()
        )

    def __hash__(self):
        return hash((self.spec, self.seat, self.key))

    def __repr__(self):
        return f"fastcore.Viewpoint.parse({self.spec + ' ' + self.text()!r}, {self.seat})"

    def __reduce__(self):
        return restored, (self.spec, self.seat, self.begun, self.learned)


def restored(str spec, seat, begun, tuple learned):
    """A Viewpoint from what it was begun with and what it learned since."""
    cdef Viewpoint point = Viewpoint(spec, seat, begun)
    for observed, text in learned:
        if observed:
            point.observe(text)
        else:
            point.add(text)
    return point
