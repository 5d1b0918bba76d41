"""Viewpoint: what one seat knows, the only thing that a bot is given."""

from operator import index

from fastcore.game cimport OVER, Game
from fastcore.state cimport State
from fastcore.stream cimport Stream

from fastcore.values import Conflict, IllegalMove, TooMany


cdef class Viewpoint:
    """What one seat knows. In a game that hides nothing that is the position itself, seen through the same door."""

    def __cinit__(self, where not None, seat, str text=None):
        cdef State known
        if isinstance(where, Game):
            known = State(where, text)
        else:
            from fastcore.games import start
            known = start(where) if text is None else State((<State>start(where)).game, text)
        self.seat = known.seat_of(seat)
        self.known = known

    @staticmethod
    def parse(str view not None, seat):
        from fastcore.games import viewpoint_of
        return viewpoint_of(view, seat)

    # What was learned -----------------------------------------------------------------------------------------------

    def observe(self, str text not None):
        """In an open game an observation is the text of the move that was made."""
        cdef State known = self.known
        if known.actor == OVER:
            raise Conflict(text, "the game is over")
        try:
            move = known.parse_move(text)
        except IllegalMove as error:
            raise Conflict(text, error.reason) from None
        events = known.events(move, self.seat)
        known.play(move)
        return events

    def rebuild(self, texts):
        cdef Viewpoint fresh = Viewpoint(self.known.spec, self.seat)
        for number, text in enumerate(texts, 1):
            try:
                fresh.observe(text)
            except Conflict as error:
                raise Conflict(error.what, f"observation {number}: {error.reason}") from None
        self.known = fresh.known

    # What is the case -----------------------------------------------------------------------------------------------

    @property
    def spec(self):
        return self.known.spec

    @property
    def info(self):
        return self.known.info

    @property
    def seats(self):
        return self.known.seats

    @property
    def actor(self):
        return self.known.actor

    @property
    def phase(self):
        return self.known.phase

    @property
    def turn(self):
        return self.known.turn

    @property
    def fields(self):
        return self.known.fields

    @property
    def key(self):
        return self.known.key

    @property
    def state(self):
        return self.known.copy()

    def text(self):
        return self.known.view(self.seat)

    def points(self):
        return self.known.points()

    def returns(self):
        return self.known.returns()

    def evaluate(self):
        return self.known.evaluate()

    # What can be done -----------------------------------------------------------------------------------------------

    def chances(self):
        return self.known.chances()

    def moves(self):
        return self.known.moves()

    def move_text(self, move):
        return self.known.move_text(move)

    def parse_move(self, str text not None):
        return self.known.parse_move(text)

    def why_not(self, str text not None):
        return self.known.why_not(text)

    def events(self, move):
        return self.known.events(move, self.seat)

    def policy(self, str name not None):
        return self.known.policy(name)

    # What may be so -------------------------------------------------------------------------------------------------

    def sample(self, Stream stream not None, model=None):
        self.check_model(model)
        return self.known.copy()

    def worlds(self, limit, model=None):
        """The one world that there is."""
        self.check_model(model)
        if index(limit) < 1:
            raise TooMany("there is 1 world, more than the limit of 0")
        return [(self.known.text(), 1.0)]

    def count(self):
        return 1

    def beliefs(self, model=None):
        self.check_model(model)
        return {}

    def entropy(self, model=None):
        self.check_model(model)
        return 0.0

    def suppose(self, *facts):
        if facts:
            raise Conflict(str(facts[0]), f"nothing is hidden in {self.info.title}")
        return self.copy()

    def forecast(self, move, model=None):
        self.check_model(model)
        self.known.move_of(move)
        return 0.0

    def check_model(self, model):
        if model is not None and model not in self.info.policies:
            raise ValueError(f"no model {model!r}; there is None or {', '.join(self.info.policies)}")

    # Copies and comparison --------------------------------------------------------------------------------------------

    def copy(self):
        return Viewpoint(self.known.game, self.seat, self.known.text())

    def __eq__(self, other):
        if not isinstance(other, Viewpoint):
            return NotImplemented
        return self.seat == other.seat and self.spec == other.spec and self.text() == other.text()

    def __hash__(self):
        return hash((self.spec, self.seat, self.key))

    def __repr__(self):
        return f"fastcore.Viewpoint.parse({self.spec + ' ' + self.text()!r}, {self.seat})"

    def __reduce__(self):
        return Viewpoint.parse, (f"{self.spec} {self.text()}", self.seat)
