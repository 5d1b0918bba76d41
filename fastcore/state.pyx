"""State: one position of a game. Its methods check their arguments; the underlying game does not check again."""

from cpython.buffer cimport PyBuffer_Release
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy, memset

from operator import index

from fastcore.arrays.memory cimport fitting
from fastcore.game cimport CHANCE, MAX_SEATS, OVER, POSITION_WORDS, Game
from fastcore.stream cimport Stream

from fastcore.text.limits import MAX_MOVE, over
from fastcore.values import Evaluation, IllegalMove


def faults(Game game not None, str text not None):
    """Return the Problems of a position text; their spans count from its start."""
    return game.faults(text)


def view_faults(Game game not None, str view not None, object seat):
    """Return the Problems of the view of a seat (None: of everybody); their spans count from its start."""
    return game.view_faults(view, seat_of(game, seat))


cdef tuple kept_values(const double* values, int seats):
    """Return static values, rounded to the precision that a tree stores."""
    cdef int seat
    kept = [<double><float>values[seat] for seat in range(seats - 1)]
    return (*kept, -sum(kept))


cdef object seat_of(Game game, object seat):
    """Return a seat of this game as a number, or None for everybody."""
    if seat is None:
        return None
    number = index(seat)
    if not 0 <= number < game.seats:
        raise ValueError(f"seat is {number}; it must be 0 to {game.seats - 1}, or None")
    return number


cdef object plain(object move):
    """Return a move as a plain `int` or `str`, so that no code of the caller runs later and the value cannot change."""
    return str.__str__(move) if isinstance(move, str) else index(move)


cdef int parsed(Game game, const void* position, str text) except -1:
    """Return the legal move (or outcome) of a position with this text; IllegalMove says why there is none."""
    reason = over(len(text), MAX_MOVE, "a move")
    if reason:
        raise IllegalMove(text, game.situation(position), reason)
    return game.parse_move(position, text)


cdef class State:
    """One position of a game, with full information. `fastcore.start` and `fastcore.parse` make them.

    Seats count from 0. Moves are ints; `play`, `after`, `events` and `observation` also take their texts. Every method
    may be called from any thread.

    Attributes:
        game: the Game.
    """
    # Methods that create Python objects work on a copy of the position, because other Python code (a signal handler, a
    # garbage collector callback, another thread) may change the same State meanwhile.

    def __cinit__(self, Game game not None, str text=None):
        if not game.checked:
            game.check()
        self.game = game
        if text is None:
            game.start(self.position())
        else:
            game.read(text, self.position())

    # The position -------------------------------------------------------------------------------------------------

    @property
    def spec(self):
        """Return the game's id with the options that differ from their defaults, such as "game(size=4)"."""
        return self.game.spec

    @property
    def info(self):
        """Return the GameInfo."""
        return self.game.info

    @property
    def seats(self):
        """Return the number of seats."""
        return self.game.seats

    @property
    def actions(self):
        """Return the number of actions: moves are ints in range(actions)."""
        return self.game.actions

    @property
    def outcomes(self):
        """Return the number of chance outcomes, which are ints in range(outcomes)."""
        return self.game.outcomes

    @property
    def shape(self):
        """Return the shape of `tensor`, or () if the game has none."""
        return self.game.shape

    @property
    def actor(self):
        """Return the seat that decides, fastcore.CHANCE or fastcore.OVER."""
        return self.game.actor(self.position())

    @property
    def phase(self):
        """Return one word for the kind of decision; "over" at the end."""
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return self.game.phase(here)

    @property
    def turn(self):
        """Return the number of the turn. Several decisions of one seat may share a turn."""
        return self.game.turn(self.position())

    @property
    def stage(self):
        """Return a number for the choices that belong together: seats make the choices of one stage in secret."""
        return self.game.stage(self.position())

    @property
    def fields(self):
        """Return {field name: text} in the order of the position text."""
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return self.game.fields(here)

    @property
    def key(self):
        """Return 64 bits that are equal for equal positions of one spec."""
        return self.game.key(self.position())

    @property
    def situation(self):
        """Return `<spec> <position text>`, which `fastcore.parse` reads."""
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return self.game.situation(here)

    def text(self):
        """Return the position text, with full information."""
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return self.game.text(here)

    def view(self, seat):
        """Return the position text as a seat sees it; seat None means public information.

        Raises:
            ValueError: there is no such seat.
        """
        cdef uint64_t here[POSITION_WORDS]
        seat = seat_of(self.game, seat)
        self.write(here)
        return self.game.view(here, seat)

    def points(self):
        """Return the points of each seat so far, in the game's own units."""
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return self.game.points(here)

    def returns(self):
        """Return the result of each seat, in [-1, 1]. The results sum to 0.

        Raises:
            ValueError: the game is not over.
        """
        cdef double values[MAX_SEATS]
        if self.game.actor(self.position()) != OVER:
            raise ValueError("the game has no returns before it is over")
        self.game.returns(self.position(), values)
        return tuple([values[seat] for seat in range(self.game.seats)])

    def tensor(self, seat, out=None):
        """Return what a seat (None: everybody) sees, as a float32 array of shape `shape`.

        Args:
            seat: the observing seat; None for public information.
            out: a C-contiguous float32 array of that shape to write to, or None for a new one.

        Raises:
            ValueError: the game has no tensor, there is no such seat, or `out` does not fit.
        """
        cdef uint64_t here[POSITION_WORDS]
        cdef Py_buffer floats
        cdef int viewer
        if not self.game.shape:
            raise ValueError(f"{self.game.info.title} has no observation tensor: check `shape` first")
        number = seat_of(self.game, seat)
        viewer = -1 if number is None else number
        out = fitting(out, self.game.shape, b"f", "f4", &floats)
        self.write(here)
        memset(floats.buf, 0, floats.len)
        self.game.tensor(here, viewer, <float*>floats.buf)
        PyBuffer_Release(&floats)
        return out

    def mask(self, out=None):
        """Return a bool array, True for the actor's legal moves; all False at chance nodes and at the end.

        Args:
            out: a C-contiguous bool array of shape (actions,) to write to, or None for a new one.
        """
        cdef Py_buffer places
        cdef list moves = self.moves()
        out = fitting(out, (self.game.actions,), b"?", "?", &places)
        memset(places.buf, 0, places.len)
        for move in moves:
            (<char*>places.buf)[<int>move] = 1
        PyBuffer_Release(&places)
        return out

    def evaluate(self):
        """Return the static Evaluation: a value in [-1, 1] for each seat, and the terms behind it."""
        cdef uint64_t here[POSITION_WORDS]
        cdef double values[MAX_SEATS]
        self.write(here)
        self.game.evaluate(here, values)
        return Evaluation(kept_values(values, self.game.seats), tuple(self.game.terms(here)))

    # Moves --------------------------------------------------------------------------------------------------------

    def moves(self):
        """Return the actor's legal moves, in byte order of their texts; [] at chance nodes and at the end."""
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        if self.game.actor(here) < 0:
            return []
        return self.game.legal_moves(here)

    def chances(self):
        """Return [(outcome, exact probability)] in byte order of the texts; [] if chance does not decide."""
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        if self.game.actor(here) != CHANCE:
            return []
        return self.game.chance_outcomes(here)

    def sample(self, Stream stream not None):
        """Return a random outcome of chance, drawn from a Stream.

        Raises:
            ValueError: chance does not decide here.
        """
        if self.game.actor(self.position()) != CHANCE:
            raise ValueError("chance does not decide in this position")
        return self.game.draw(self.position(), &stream.rng)

    def move_text(self, move):
        """Return the text of any move in range(actions) (or outcome in range(outcomes)), legal or not.

        Raises:
            IllegalMove: the number is out of range.
        """
        cdef uint64_t here[POSITION_WORDS]
        move = index(move)
        self.write(here)
        return self.game.move_text(here, self.in_range(here, move))

    def parse_move(self, str text not None):
        """Return the legal move or outcome with this text.

        Raises:
            IllegalMove: there is none; its `reason` says why.
        """
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return parsed(self.game, here, text)

    def why_not(self, str text not None):
        """Return why a text is not a legal move here, without a full stop; "" if it is legal."""
        cdef uint64_t here[POSITION_WORDS]
        self.write(here)
        return over(len(text), MAX_MOVE, "a move") or self.game.why_not(here, text)

    def policy(self, str name not None):
        """Return [(move, probability)] of one of `info.policies`, from what the actor knows; [] if no seat decides.

        Raises:
            ValueError: there is no such policy.
        """
        cdef uint64_t here[POSITION_WORDS]
        if name not in self.game.info.policies:
            raise ValueError(f"policy is {name!r}; it must be one of {', '.join(self.game.info.policies)}")
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
        if self.game.is_legal(position, number):
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
        """Make a move (or outcome), given as an int or a text.

        Raises:
            IllegalMove: it is not legal; its `reason` says why. Nothing has changed.
        """
        cdef uint64_t here[POSITION_WORDS]
        cdef int checked
        move = plain(move)
        while True:
            self.write(here)
            checked = self.legal_at(here, move)
            if memcmp(here, self.position(), self.game.size) == 0:      # otherwise other code has changed the state meanwhile
                self.game.play(self.position(), checked)
                return

    def after(self, move):
        """Return a new State after a move, given as an int or a text. IllegalMove as for `play`."""
        cdef State other = self.copy()
        other.play(move)
        return other

    def events(self, move, seat=None):
        """Return the Events of a legal move, step by step, as one seat (None: everybody) sees them. IllegalMove as for `play`."""
        cdef uint64_t here[POSITION_WORDS]
        move, seat = plain(move), seat_of(self.game, seat)
        self.write(here)
        return self.game.events(here, self.legal_at(here, move), seat)

    def observation(self, move, seat):
        """Return what a seat (None: everybody) sees of a legal move; "" for nothing. IllegalMove as for `play`."""
        cdef uint64_t here[POSITION_WORDS]
        move, seat = plain(move), seat_of(self.game, seat)
        self.write(here)
        return self.game.observation(here, self.legal_at(here, move), seat)

    # Copies and comparison ------------------------------------------------------------------------------------------

    def viewpoint(self, seat):
        """Return a Viewpoint of a seat (None: of everybody) that begins with its view of this position."""
        from fastcore.knowledge.viewpoint import Viewpoint  # imported here: that module imports this one
        seat = seat_of(self.game, seat)
        return Viewpoint(self.game, seat, self.view(seat))

    def copy(self):
        """Return an independent copy."""
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
        """Return the State of `<spec> <position text>`. BadPosition names the first wrong field."""
        from fastcore.games import parse  # imported here: that module imports this one
        return parse(situation)

    def __reduce__(self):
        return State.parse, (self.situation,)
