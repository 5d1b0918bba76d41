"""State: the checked door to one position. Nothing behind it checks again."""

from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy

from operator import index

from fastcore.game cimport CHANCE, MOST_SEATS, OVER, POSITION_WORDS, Game
from fastcore.stream cimport Stream

from fastcore.limits import MOST_MOVE, over
from fastcore.values import Evaluation, IllegalMove


def faults(Game game not None, str text not None, object seat):
    return game.faults(text, seat_of(game, seat))


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
        raise ValueError(f"seat is {number}; it must be 0 to {game.seats - 1}, or None")
    return number


cdef object plain(object move):
    """Return a move as an `int` or `str` proper. From here on no code of the caller's own runs, and the value is always the same."""
    return str.__str__(move) if isinstance(move, str) else index(move)


cdef int parsed(Game game, const void* position, str text) except -1:
    """Return the legal move (or outcome) of a position with this text; IllegalMove says why there is none."""
    reason = over(len(text), MOST_MOVE, "a move")
    if reason:
        raise IllegalMove(text, game.situation(position), reason)
    return game.parse_move(position, text)


cdef class State:
    """One position of a game.

    Whatever makes Python objects works on a copy of the position: making them can run Python elsewhere (a signal handler,
    a callback of the garbage collector, another thread), which may play on the same State.
    """

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
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return self.game.phase(here)

    @property
    def turn(self):
        return self.game.turn(self.position())

    @property
    def fields(self):
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return self.game.fields(here)

    @property
    def key(self):
        return self.game.key(self.position())

    @property
    def situation(self):
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return self.game.situation(here)

    def text(self):
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return self.game.text(here)

    def view(self, seat):
        cdef uint64_t here[POSITION_WORDS]
        seat = seat_of(self.game, seat)
        self.write(here)
        return self.game.view(here, seat)

    def points(self):
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return self.game.points(here)

    def returns(self):
        cdef double values[MOST_SEATS]
        if self.game.actor(self.position()) != OVER:
            raise ValueError("the game is not over: there are no returns yet")
        self.game.returns(self.position(), values)
        return tuple([values[seat] for seat in range(self.game.seats)])

    def evaluate(self):
        cdef uint64_t here[POSITION_WORDS]
        cdef double values[MOST_SEATS]
        self.write(here)
        self.game.evaluate(here, values)
        return Evaluation(kept_values(values, self.game.seats), tuple(self.game.terms(here)))

    # What can be done ---------------------------------------------------------------------------------------------

    def moves(self):
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        if self.game.actor(here) < 0:
            return []
        return self.game.listed(here)

    def chances(self):
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        if self.game.actor(here) != CHANCE:
            return []
        return self.game.weighted(here)

    def sample(self, Stream stream not None):
        if self.game.actor(self.position()) != CHANCE:
            raise ValueError("chance does not decide here")
        return self.game.draw(self.position(), &stream.rng)

    def move_text(self, move):
        cdef uint64_t here[POSITION_WORDS]
        move = index(move)
        self.write(here)
        return self.game.move_text(here, self.in_range(here, move))

    def parse_move(self, str text not None):
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return parsed(self.game, here, text)

    def why_not(self, str text not None):
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return over(len(text), MOST_MOVE, "a move") or self.game.why_not(here, text)

    def policy(self, str name not None):
        cdef uint64_t here[POSITION_WORDS]
        if name not in self.game.info.policies:
            raise ValueError(f"no policy {name!r}; there is {', '.join(self.game.info.policies)}")
        self.write(here)
        if self.game.actor(here) < 0:
            return []
        return self.game.policy(here, name)

    cdef int in_range(self, const void* position, object move) except -1:
        """Return a number as a move or outcome in its range; IllegalMove if it is outside."""
        cdef long most = self.game.outcomes if self.game.actor(position) == CHANCE else self.game.actions
        if not 0 <= move < most:
            raise IllegalMove(str(move), self.game.situation(position), f"moves here are numbers from 0 to {most - 1}")
        return move

    cdef int legal_at(self, const void* position, object move) except -1:
        """Return the legal move (or outcome) of a position given as an `int` or `str`; IllegalMove says why it is not legal."""
        cdef int number
        if isinstance(move, str):
            return parsed(self.game, position, move)
        number = self.in_range(position, move)
        if self.game.legal(position, number):
            return number
        text = self.game.move_text(position, number)
        raise IllegalMove(text, self.game.situation(position), self.game.why_not(position, text))

    cdef int move_of(self, object move) except -1:
        """Return the legal move (or outcome) here given as a number or a text; IllegalMove says why it is not legal."""
        cdef uint64_t here[POSITION_WORDS]
        move = plain(move)
        self.write(here)
        return self.legal_at(here, move)

    def play(self, move):
        cdef uint64_t here[POSITION_WORDS]
        cdef int checked
        move = plain(move)
        while True:
            self.write(here)
            checked = self.legal_at(here, move)
            if memcmp(here, self.position(), self.game.size) == 0:      # else somebody else has played meanwhile
                self.game.play(self.position(), checked)
                return

    def after(self, move):
        cdef State other = self.copy()
        other.play(move)
        return other

    def events(self, move, seat=None):
        cdef uint64_t here[POSITION_WORDS]
        move, seat = plain(move), seat_of(self.game, seat)
        self.write(here)
        return self.game.events(here, self.legal_at(here, move), seat)

    def observation(self, move, seat):
        cdef uint64_t here[POSITION_WORDS]
        move, seat = plain(move), seat_of(self.game, seat)
        self.write(here)
        return self.game.observation(here, self.legal_at(here, move), seat)

    # Copies and comparison ------------------------------------------------------------------------------------------

    def viewpoint(self, seat):
        from fastcore.viewpoint import Viewpoint  # it knows the State, not the other way round, until here
        seat = seat_of(self.game, seat)
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
