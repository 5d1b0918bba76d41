"""State: the checked door to one position. Nothing behind it checks again."""

from libc.string cimport memcpy

from operator import index

from fastcore.game cimport CHANCE, MOST_SEATS, OVER, Game
from fastcore.stream cimport Stream

from fastcore.values import Evaluation, IllegalMove


def faults(Game game not None, str text not None, object seat):
    return game.faults(text, seat)


cdef tuple kept_values(const double* values, int seats):
    """Static values to the precision that a tree keeps."""
    cdef int seat
    kept = [<double><float>values[seat] for seat in range(seats - 1)]
    return (*kept, -sum(kept))


cdef object seat_of(Game game, object seat):
    """A seat of this game as a number, or None for everybody."""
    if seat is None:
        return None
    number = index(seat)
    if not 0 <= number < game.seats:
        raise ValueError(f"seat is {seat}; it must be 0 to {game.seats - 1}, or None")
    return number


cdef class State:
    def __cinit__(self, Game game not None, str text=None):
        self.game = game
        if text is None:
            game.start(self.position())
        else:
            game.read(text, self.position())

    # What is the case ---------------------------------------------------------------------------------------------

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
    def actions(self):
        return self.game.actions

    @property
    def outcomes(self):
        return self.game.outcomes

    @property
    def actor(self):
        return self.game.actor(self.position())

    @property
    def phase(self):
        return self.game.phase(self.position())

    @property
    def turn(self):
        return self.game.turn(self.position())

    @property
    def fields(self):
        return self.game.fields(self.position())

    @property
    def key(self):
        return self.game.key(self.position())

    @property
    def situation(self):
        return self.game.situation(self.position())

    def text(self):
        return self.game.text(self.position())

    def view(self, seat):
        return self.game.view(self.position(), seat_of(self.game, seat))

    def points(self):
        return self.game.points(self.position())

    def returns(self):
        cdef double values[MOST_SEATS]
        if self.game.actor(self.position()) != OVER:
            raise ValueError("the game is not over: there are no returns yet")
        self.game.returns(self.position(), values)
        return tuple([values[seat] for seat in range(self.game.seats)])

    def evaluate(self):
        cdef double values[MOST_SEATS]
        self.game.evaluate(self.position(), values)
        return Evaluation(kept_values(values, self.game.seats), tuple(self.game.terms(self.position())))

    # What can be done ---------------------------------------------------------------------------------------------

    def moves(self):
        if self.game.actor(self.position()) < 0:
            return []
        return self.game.listed(self.position())

    def chances(self):
        if self.game.actor(self.position()) != CHANCE:
            return []
        return self.game.weighted(self.position())

    def sample(self, Stream stream not None):
        if self.game.actor(self.position()) != CHANCE:
            raise ValueError("chance does not decide here")
        return self.game.draw(self.position(), &stream.rng)

    def move_text(self, move):
        cdef int actor = self.game.actor(self.position())
        cdef long most = self.game.outcomes if actor == CHANCE else self.game.actions
        move = index(move)
        if not 0 <= move < most:
            raise IllegalMove(str(move), self.situation, f"moves here are numbers from 0 to {most - 1}")
        return self.game.move_text(self.position(), move)

    def parse_move(self, str text not None):
        return self.game.parse_move(self.position(), text)

    def why_not(self, str text not None):
        return self.game.why_not(self.position(), text)

    def policy(self, str name not None):
        if name not in self.game.info.policies:
            raise ValueError(f"no policy {name!r}; there is {', '.join(self.game.info.policies)}")
        if self.game.actor(self.position()) < 0:
            return []
        return self.game.policy(self.position(), name)

    cdef int move_of(self, object move) except -1:
        """A legal move (or outcome) given as a number or a text; IllegalMove says why it is not."""
        if isinstance(move, str):
            return self.game.parse_move(self.position(), move)
        move = index(move)
        cdef long most = self.game.outcomes if self.game.actor(self.position()) == CHANCE else self.game.actions
        if not 0 <= move < most:
            raise IllegalMove(str(move), self.situation, f"moves here are numbers from 0 to {most - 1}")
        if self.game.legal(self.position(), move):
            return move
        text = self.game.move_text(self.position(), move)
        raise IllegalMove(text, self.situation, self.game.why_not(self.position(), text))

    def play(self, move):
        cdef int checked = self.move_of(move)
        self.game.play(self.position(), checked)

    def after(self, move):
        cdef State other = self.copy()
        other.play(move)
        return other

    def events(self, move, seat=None):
        return self.game.events(self.position(), self.move_of(move), seat_of(self.game, seat))

    def observation(self, move, seat):
        return self.game.observation(self.position(), self.move_of(move), seat_of(self.game, seat))

    # Copies and comparison ------------------------------------------------------------------------------------------

    def viewpoint(self, seat):
        from fastcore.viewpoint import Viewpoint  # it knows the State, not the other way round, until here
        return Viewpoint(self.game, seat, self.view(seat))

    def copy(self):
        cdef State other = State.__new__(State, self.game)
        memcpy(other.position(), self.position(), self.game.size)
        return other

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return self.spec == other.spec and self.text() == other.text()

    def __hash__(self):
        return hash((self.spec, self.key))

    def __repr__(self):
        return f"fastcore.parse({self.situation!r})"

    @staticmethod
    def parse(str situation not None):
        from fastcore.games import parse  # the games know the State, not the other way round, until here
        return parse(situation)

    def __reduce__(self):
        return State.parse, (self.situation,)
