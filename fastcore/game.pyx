"""Game: the default implementations of the contract. A game overrides those that it can improve.

A game must have `start`, `actor`, `moves`, `play`, `returns`, `read`, `write` (or `fields`) and `move_text`; a game with
chance also `chances`; one with hidden information also `view`, `observation` and `completions`. Its `__cinit__` takes the
GameInfo and the options, and sets `seats`, `actions`, `outcomes`, `max_moves` and `size`.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from fastcore.defaults cimport (
    checked_options, draw_outcome, greedy_move, greedy_moves, hash_bytes, problem_of, random_move, scan_moves,
)
from fastcore.stream cimport Rng

from types import MappingProxyType
from fastcore.text import specs
from fastcore.values import BadPosition, Event, IllegalMove, Problem, Term

_MAX_VALUE = 0.999999        # values of a general evaluation are clipped to this


cdef class Game:
    """One game with its options: rules, evaluation and texts. `fastcore.start(spec).game` is one.

    Attributes:
        info: the GameInfo.
        spec: the game's id and the options that differ from their defaults, such as "game(size=4)".
        options: a read-only mapping from the name of every option to its value, an int or str.
        seats: the number of seats, 1 to 8.
        actions: moves are ints in range(actions).
        outcomes: outcomes of chance are ints in range(outcomes); 0 in a game without chance.
        max_moves: the greatest length of a list of moves or outcomes.
        size: the size of one position in bytes.
        shape: the shape of the observation tensor; () if the game has none.
    """

    def __cinit__(self, info=None, options=None):
        self.info = info
        self.spec = ""
        self.options = MappingProxyType({} if info is None else checked_options(info, dict(options or {})))
        self.shape = ()
        self.choices_by_view = {}
        if info is not None:
            self.hides = info.has.covered
            self.spec = specs.written(info.id, self.options, info.options)

    cpdef check(self):
        """Check the numbers that determine the sizes of the core's buffers.

        Raises:
            ValueError: one of them is out of range; the message names it.
        """
        cdef uint64_t position[POSITION_WORDS]
        name = type(self).__name__
        if self.info is None:
            raise ValueError(f"{name}: `info` is not set")
        if not 1 <= self.seats <= MAX_SEATS or self.seats not in self.info.seats:
            raise ValueError(f"{name}: `seats` is {self.seats}; it must be one of info.seats and from 1 to {MAX_SEATS}")
        if tuple(self.info.policies[:2]) != ("uniform", "greedy"):
            raise ValueError(f"{name}: `info.policies` must begin with uniform and greedy")
        if not 1 <= self.size <= POSITION_BYTES:
            raise ValueError(f"{name}: `size` is {self.size} bytes; it must be 1 to {POSITION_BYTES}")
        if not 1 <= self.actions < 1 << 16:
            raise ValueError(f"{name}: `actions` is {self.actions}; it must be 1 to {(1 << 16) - 1}")
        if not 0 <= self.outcomes <= 1 << 24:
            raise ValueError(f"{name}: `outcomes` is {self.outcomes}; it must be 0 to {1 << 24}")
        if bool(self.info.has.chance) != bool(self.outcomes):
            raise ValueError(f"{name}: `outcomes` is {self.outcomes}; it must be above 0 only if `info.has.chance`")
        if not 1 <= self.max_moves <= max(self.actions, self.outcomes):
            raise ValueError(f"{name}: `max_moves` is {self.max_moves}; it must be 1 to {max(self.actions, self.outcomes)}")
        self.start(position)
        actor = self.actor(position)
        if not OVER <= actor < self.seats:      # Cython makes CHANCE unsigned beside an `unsigned char`
            raise ValueError(f"{name}: `actor` is {actor} at the start; it must be a seat, CHANCE or OVER")
        self.checked = True

    # Rules ------------------------------------------------------------------------------------------------------

    cdef void start(self, void* position) noexcept nogil:
        """Write the start position."""
        pass

    cdef int actor(self, const void* position) noexcept nogil:
        """Return the seat that decides, CHANCE or OVER."""
        return OVER

    cdef int turn(self, const void* position) noexcept nogil:
        """Return the number of the turn, from 1 (or 0 before the first). It never decreases during a game."""
        return 0

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        """Write the actor's legal moves and return their number: 0 where chance decides or the game is over."""
        return 0

    cdef int chances(self, const void* position, int* moves, double* weights) noexcept nogil:
        """Write the outcomes of chance and their probabilities, and return their number: 0 where a seat decides."""
        return 0

    cdef int draw(self, const void* position, Rng* rng) noexcept nogil:
        """Return a random outcome of chance. Games with many outcomes override this with a faster method."""
        return draw_outcome(self, position, rng)

    cdef int may_play(self, const void* position, int move) noexcept nogil:
        """Return 1 if a move (or outcome, where chance decides) is legal, 0 if not, -1 if out of memory."""
        return scan_moves(self, position, move)

    cdef void play(self, void* position, int move) noexcept nogil:
        """Make a legal move, or an outcome of chance."""
        pass

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        """Write the result for each seat. The game is over."""
        cdef int seat
        for seat in range(self.seats):
            values[seat] = 0

    cdef uint64_t key(self, const void* position) noexcept nogil:
        """Return a 64-bit hash of a position.

        Unequal positions have the same hash with probability 2**-64. The default hashes all bytes, so a game must
        initialise every byte of its struct, padding included.
        """
        return hash_bytes(position, self.size)

    # Search -----------------------------------------------------------------------------------------------------

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        """Write a static value in [-1, 1] for each seat; the returns if the game is over."""
        cdef int seat
        if self.actor(position) == OVER:
            self.returns(position, values)
            return
        for seat in range(self.seats):
            values[seat] = 0

    cdef void chance_values(self, const void* position, const int* outcomes, int count, double* values) noexcept nogil:
        """Write the static values after each of these outcomes of chance: values[outcome * seats + seat]."""
        cdef uint64_t after[POSITION_WORDS]
        cdef int i
        for i in range(count):
            memcpy(after, position, self.size)
            self.play(after, outcomes[i])
            self.evaluate(after, values + i * self.seats)

    cdef int static_value(self, const void* position, int seat) noexcept nogil:
        """Return the static value for one seat as a whole number from -SCALE to SCALE, rounded towards 0."""
        cdef double values[MAX_SEATS]
        self.evaluate(position, values)
        return <int>(values[seat] * SCALE)

    cdef int noisy_moves(self, const void* position, int* moves) noexcept nogil:
        """Write the actor's moves that change the static value a lot (captures, a last spawn) and return their number.

        The quiescence search of alpha-beta looks at these. By default there are none.
        """
        return 0

    cdef void priors(self, const void* position, const int* moves, int count, float* priors) noexcept nogil:
        """Write the probability that each move is the best, in the order of `moves`. They sum to 1."""
        cdef int i
        for i in range(count):
            priors[i] = <float>1.0 / count

    cdef int choose(self, const void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        """Return the actor's move by a policy. `buffer` holds max_moves ints.

        The default greedy policy takes the best static value one move ahead and breaks ties at random. With hidden
        information it averages over the positions that the actor cannot distinguish.
        """
        return greedy_move(self, position, rng, buffer) if policy == GREEDY else random_move(self, position, rng, buffer)

    cdef long playout(self, void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        """Play to the end by a policy and return the number of the seats' decisions. `buffer` holds max_moves ints."""
        cdef long decisions = 0
        cdef int actor = self.actor(position)
        while actor != OVER:
            if actor == CHANCE:
                self.play(position, self.draw(position, rng))
            else:
                self.play(position, self.choose(position, policy, rng, buffer))
                decisions += 1
            actor = self.actor(position)
        return decisions

    cdef void tensor(self, const void* position, int seat, float* values) noexcept nogil:
        """Write the observation of a seat (-1: what all seats know) in the shape of `shape`, row by row.

        The tensor depends only on what the seat sees. Called only if `shape` is not empty; `values` begins as zeros.
        """
        pass

    # Simultaneous choices ---------------------------------------------------------------------------------------

    cdef int stage(self, const void* position) noexcept nogil:
        """Return a number that stays the same while choices are secret and changes when they are revealed.

        Within a stage the seats choose in turn. By default a turn is a stage.
        """
        return self.turn(position)

    cdef int rewind_stage(self, void* position, int seat, int* moves) noexcept nogil:
        """Undo all choices of this stage, those of `seat` and of all other seats.

        Write the seat's own choices to `moves`, oldest first, and return their number; there is room for max_moves.
        By default nothing is undone: the choices of other seats are sampled with the rest of the position.
        """
        return 0

    cdef int rollout_move(self, const void* position, bint mirrored, Rng* rng, int* buffer) noexcept nogil:
        """Return the actor's move in a rollout; must be fast. `mirrored`: use antithetic random numbers."""
        return self.choose(position, UNIFORM, rng, buffer)

    # Texts ------------------------------------------------------------------------------------------------------

    cdef int read(self, str text, void* position) except -1:
        """Write the position that a text describes. BadPosition names the first wrong field."""
        raise NotImplementedError(f"{type(self).__name__} does not implement read")

    cdef str write(self, const void* position):
        """Return the position text: the inverse of `read`. A game defines this or `fields`."""
        raise NotImplementedError(f"{type(self).__name__} implements neither write nor fields")

    cdef dict fields(self, const void* position):
        """Return {field name: text} in the order of the position text."""
        return dict(zip([field.name for field in self.info.fields], self.write(position).split(" ")))

    cdef str phase(self, const void* position):
        """Return one word for the kind of decision; "over" at the end."""
        cdef int actor = self.actor(position)
        return "over" if actor == OVER else "chance" if actor == CHANCE else "move"

    cdef str move_text(self, const void* position, int move):
        """Return the text of any number in range, legal or not."""
        raise NotImplementedError(f"{type(self).__name__} does not implement move_text")

    cdef int parse_move(self, const void* position, str text) except -1:
        """Return the legal move or outcome with this text. IllegalMove says why there is none."""
        cdef int move
        for move in self.legal_moves(position):
            if self.move_text(position, move) == text:
                return move
        raise IllegalMove(text, self.situation(position), self.why_not(position, text))

    cdef str why_not(self, const void* position, str text):
        """Return the reason why a text is not a legal move here, without a full stop; "" if it is legal."""
        if self.actor(position) == OVER:
            return "the game is over"
        texts = [self.move_text(position, move) for move in self.legal_moves(position)]
        if text in texts:
            return ""
        shown = ", ".join(texts[:8]) + (", ..." if len(texts) > 8 else "")
        return f"the legal {'outcomes' if self.actor(position) == CHANCE else 'moves'} are {shown}"

    cdef list events(self, const void* position, int move, object seat):
        """Return the Events of a legal move as one seat (None: everybody) sees them.

        The default is one Event of kind "move" or "chance", with the seat's observation of it.
        """
        cdef uint64_t after[POSITION_WORDS]
        cdef int actor = self.actor(position)
        memcpy(after, position, self.size)
        self.play(after, move)
        seen = self.observation(position, move, seat)
        if not seen:
            return []
        names = [field.name for field in self.info.fields]
        fields = dict(zip(names, self.view(after, seat).split(" "))) if self.hides else self.fields(after)
        return [Event("chance" if actor == CHANCE else "move", actor, (), {"text": seen}, fields)]

    cdef tuple points(self, const void* position):
        """Return the points of each seat so far, in the game's own units. By default 1 for a win, otherwise 0."""
        cdef double values[MAX_SEATS]
        cdef int seat
        if self.actor(position) != OVER:
            return (0,) * self.seats
        self.returns(position, values)
        return tuple([int(values[seat] > 0) for seat in range(self.seats)])

    cdef list terms(self, const void* position):
        """Return the Terms whose weighted sum s gives the static value of seat 0 as s / sqrt(1 + s * s)."""
        cdef double values[MAX_SEATS]
        self.evaluate(position, values)
        value = max(-_MAX_VALUE, min(_MAX_VALUE, values[0]))
        return [Term("evaluation", value / sqrt(1 - value * value), 1.0)]

    cdef list policy(self, const void* position, str name):
        """Return [(move, probability)] of a policy in `info.policies`, from what the actor knows."""
        if name not in ("uniform", "greedy"):
            raise NotImplementedError(f"{type(self).__name__} does not implement the policy {name}")
        moves = self.greedy_choices(position) if name == "greedy" else self.legal_moves(position)
        return [(move, 1.0 / len(moves)) for move in moves]

    cdef list faults(self, str text):
        """Return the Problems of a position text, in the order of its fields; [] if `read` accepts it."""
        cdef uint64_t position[POSITION_WORDS]
        try:
            self.read(text, position)
        except BadPosition as error:
            return [problem_of(self, error, text)]
        return []

    # Hidden information -----------------------------------------------------------------------------------------

    cdef list view_faults(self, str view, object seat):
        """Return the Problems of the view of a seat (None: of everybody)."""
        if not self.hides:
            return self.faults(view)
        try:
            if self.completions(view, seat):
                return []
        except BadPosition as error:
            return [problem_of(self, error, view)]
        return [Problem("position", "no position gives this view to this seat", (), (0, len(view)))]

    cdef str view(self, const void* position, object seat):
        """Return the position text as a seat sees it, with the same number of fields."""
        return self.text(position)

    cdef str observation(self, const void* position, int move, object seat):
        """Return a seat's observation of a legal move here. A game that returns "" (nothing) has its own Knowledge."""
        return self.move_text(position, move)

    cdef list completions(self, str view, object seat):
        """Return [(position text, weight)] of every position that gives this view to a seat (None: to everybody).

        Weights are proportional to the probability of the chance outcomes that lead to a position. The moves of seats
        do not affect them. BadPosition names the first invalid field of the view.
        """
        if self.hides:
            raise NotImplementedError(f"{type(self).__name__} hides information but does not implement completions")
        return [(view, 1.0)]

    cdef object knowledge(self, object seat, object view):
        """Return the Knowledge of a seat (None: everybody), from a view or (None) the start. BadPosition as for `completions`."""
        from fastcore.knowledge.knowledge import Knowledge  # imported here: it imports this module through State
        return Knowledge(self, seat, view)

    # Written once for all games ---------------------------------------------------------------------------------

    cdef list legal_moves(self, const void* position):
        """Return the actor's legal moves, or the outcomes where chance decides, as ints."""
        cdef int* moves
        cdef int i, count
        if self.actor(position) == CHANCE:
            return [move for move, _ in self.chance_outcomes(position)]
        moves = <int*>malloc(self.max_moves * sizeof(int))
        if moves == NULL:
            raise MemoryError
        try:
            count = self.moves(position, moves)
            return [moves[i] for i in range(count)]
        finally:
            free(moves)

    cdef list chance_outcomes(self, const void* position):
        """Return [(outcome, probability)] where chance decides."""
        cdef int* moves = <int*>malloc(self.max_moves * sizeof(int))
        cdef double* weights = <double*>malloc(self.max_moves * sizeof(double))
        cdef int i, count
        try:
            if moves == NULL or weights == NULL:
                raise MemoryError
            count = self.chances(position, moves, weights)
            return [(moves[i], weights[i]) for i in range(count)]
        finally:
            free(moves)
            free(weights)

    cdef bint is_legal(self, const void* position, int move) except -1:
        """Return whether a number is a legal move or outcome here."""
        cdef int answer = self.may_play(position, move)
        if answer < 0:
            raise MemoryError
        return answer

    cdef list greedy_choices(self, const void* position):
        """Return the moves with the best static value one move ahead for the actor, from what the actor knows.

        With hidden information, the value is the mean over the positions that look the same to the actor, weighted by
        chance. Without `completions` or its own policy, a game with hidden information chooses uniformly.
        """
        return greedy_moves(self, position)

    cdef str text(self, const void* position):
        """Return the position text."""
        return " ".join(self.fields(position).values())

    cdef str view_of(self, str text, object seat):
        """Return a seat's view of a position text. Raise BadPosition if the text is invalid."""
        cdef uint64_t position[POSITION_WORDS]
        self.read(text, position)
        return self.view(position, seat)

    cdef str situation(self, const void* position):
        """Return `<spec> <position text>`."""
        return f"{self.spec} {self.text(position)}"
