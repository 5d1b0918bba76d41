"""Game: what every game promises, and what it need not write itself.

A game's class sets the fields in `__cinit__` and replaces the methods; those that have a general answer here
(`draw`, `priors`, `choose`, `playout`, `view`, `observation`, `policy`, ...) only where it has a better one.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from fastcore.stream cimport Rng, below, unit

from fastcore.values import IllegalMove


cdef class Game:
    def __cinit__(self, *arguments):
        self.spec = ""
        self.options = {}

    # Rules ------------------------------------------------------------------------------------------------------

    cdef void start(self, void* position) noexcept nogil:
        pass

    cdef int actor(self, const void* position) noexcept nogil:
        return OVER

    cdef int turn(self, const void* position) noexcept nogil:
        return 0

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        """Write the actor's legal moves, return their number (0 when chance decides or the game is over)."""
        return 0

    cdef int chances(self, const void* position, int* moves, double* weights) noexcept nogil:
        """Write the outcomes of chance and their probabilities, return their number (0 when a seat decides)."""
        return 0

    cdef int draw(self, const void* position, Rng* rng) noexcept nogil:
        """One outcome of chance. A game whose outcomes are many has a faster way."""
        cdef int* moves = <int*>malloc(self.most_moves * sizeof(int))
        cdef double* weights = <double*>malloc(self.most_moves * sizeof(double))
        cdef double point = unit(rng)
        cdef int i, drawn = 0, count
        if moves != NULL and weights != NULL:
            count = self.chances(position, moves, weights)
            drawn = moves[count - 1]
            for i in range(count):
                if point < weights[i]:
                    drawn = moves[i]
                    break
                point -= weights[i]
        free(moves)
        free(weights)
        return drawn

    cdef void play(self, void* position, int move) noexcept nogil:
        pass

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        """Write the result per seat of a position that is over."""
        cdef int seat
        for seat in range(self.seats):
            values[seat] = 0

    cdef uint64_t key(self, const void* position) noexcept nogil:
        return 0

    # Search -----------------------------------------------------------------------------------------------------

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        """Write a static value per seat in [-1, 1]; the returns where the game is over."""
        self.returns(position, values)

    cdef void outlook(self, const void* position, const int* outcomes, int count, double* values) noexcept nogil:
        """Write the static value per seat after each of these outcomes of chance: values[outcome * seats + seat]."""
        cdef uint64_t after[POSITION_WORDS]
        cdef int i
        for i in range(count):
            memcpy(after, position, self.size)
            self.play(after, outcomes[i])
            self.evaluate(after, values + i * self.seats)

    cdef int static_value(self, const void* position, int seat) noexcept nogil:
        """What `evaluate` tells one seat, as a whole number from -SCALE to SCALE (rounded towards 0)."""
        cdef double values[MOST_SEATS]
        self.evaluate(position, values)
        return <int>(values[seat] * SCALE)

    cdef int forcing(self, const void* position, int* moves) noexcept nogil:
        """Write the actor's moves that change the balance at once (captures, a last spawn); return their number.

        For the quiescence of alpha-beta; 0 where a game has none.
        """
        return 0

    cdef void priors(self, const void* position, const int* moves, int count, float* priors) noexcept nogil:
        """Write how likely each move is to be the best, summing to 1, for the search to begin with."""
        cdef int i
        for i in range(count):
            priors[i] = <float>1.0 / count

    cdef int choose(self, const void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        """The actor's move by a policy; `buffer` holds most_moves ints."""
        cdef int count = self.moves(position, buffer)
        cdef uint64_t after[POSITION_WORDS]
        cdef double values[MOST_SEATS]
        cdef double best = -2
        cdef int seat, i, ties = 0
        if policy == GREEDY:
            seat = self.actor(position)
            for i in range(count):
                memcpy(after, position, self.size)
                self.play(after, buffer[i])
                self.evaluate(after, values)
                if values[seat] > best + 1e-12:
                    best = values[seat]
                    ties = 0
                if values[seat] >= best - 1e-12:
                    buffer[ties] = buffer[i]
                    ties += 1
            count = ties
        return buffer[below(rng, count)]

    cdef long playout(self, void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        """Play to the end by a policy; returns the number of the seats' decisions. `buffer` holds most_moves ints."""
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

    # Secrets ----------------------------------------------------------------------------------------------------

    cdef int stage(self, const void* position) noexcept nogil:
        """A number that stays the same exactly while what the seats choose is secret, and changes when it is revealed.

        Within a stage first the one seat decides, then the other. In general a turn is a stage.
        """
        return self.turn(position)

    cdef int reopen(self, void* position, int seat, int* moves) noexcept nogil:
        """Take back what has been chosen in this stage, the other seat's choices and the seat's own; write the own ones to
        `moves` in their order and return their number. `moves` has room for most_moves.

        In general nothing is taken back: the others' choices are drawn with the world, the own ones stand.
        """
        return 0

    cdef int quick(self, const void* position, bint mirrored, Rng* rng, int* buffer) noexcept nogil:
        """The actor's move where a simulation passes by without searching, fast. Where it is drawn by lot, `mirrored`
        gives, from the same random numbers, as nearly the opposite as can be (antithetic variates)."""
        return self.choose(position, UNIFORM, rng, buffer)

    # Texts ------------------------------------------------------------------------------------------------------

    cdef int read(self, str text, void* position) except -1:
        """Fill a position from its text; BadPosition names the first faulty field."""
        raise NotImplementedError

    cdef list faults(self, str text, object seat):
        """The Problems of a position text (of that seat's view, if a seat is given), in the line's order."""
        raise NotImplementedError

    cdef dict fields(self, const void* position):
        """Field name -> text, in the line's order."""
        raise NotImplementedError

    cdef str phase(self, const void* position):
        raise NotImplementedError

    cdef str move_text(self, const void* position, int move):
        """The text of a move in its range, be it legal or not."""
        raise NotImplementedError

    cdef int parse_move(self, const void* position, str text) except -1:
        """The legal move or outcome with this text; IllegalMove says why there is none."""
        cdef int move
        for move in self.listed(position):
            if self.move_text(position, move) == text:
                return move
        raise IllegalMove(text, self.situation(position), self.why_not(position, text))

    cdef str why_not(self, const void* position, str text):
        """Why a text is no legal move here, in a sentence without its full stop; "" if it is one."""
        raise NotImplementedError

    cdef list events(self, const void* position, int move, object seat):
        raise NotImplementedError

    cdef str view(self, const void* position, object seat):
        return self.text(position)

    cdef str observation(self, const void* position, int move, object seat):
        return self.move_text(position, move)

    cdef tuple points(self, const void* position):
        raise NotImplementedError

    cdef list terms(self, const void* position):
        """The Terms whose weighted sum is squashed into the static value."""
        raise NotImplementedError

    cdef list policy(self, const void* position, str name):
        """[(move, probability)] of a policy in `info.policies`; "greedy" shares evenly among the best one move ahead.

        A game that hides something answers from what the actor may know.
        """
        cdef uint64_t after[POSITION_WORDS]
        cdef double values[MOST_SEATS]
        cdef int seat = self.actor(position)
        cdef int move
        cdef list moves = self.listed(position)
        if name == "greedy":
            worth = []
            for move in moves:
                memcpy(after, position, self.size)
                self.play(after, move)
                self.evaluate(after, values)
                worth.append(values[seat])
            best = max(worth)
            moves = [move for move, value in zip(moves, worth) if value >= best - 1e-12]
        return [(move, 1.0 / len(moves)) for move in moves]

    cdef object knowledge(self, object seat, object text):
        """The Knowledge that a seat (None: everybody) has from a view, or from the start where `text` is None.

        BadPosition if the view is refused.
        """
        from fastcore.knowledge import OpenKnowledge  # it knows the State, which knows the Game
        return OpenKnowledge(self, seat, text)

    cdef bint legal(self, const void* position, int move):
        """Whether a number is a legal move, or an outcome. A game whose outcomes are many has a faster way."""
        return move in self.listed(position)

    # Shared by the texts of all games -----------------------------------------------------------------------------

    cdef list listed(self, const void* position):
        """The actor's legal moves, or the outcomes where chance decides."""
        cdef int* moves
        cdef int i, count
        if self.actor(position) == CHANCE:
            return [move for move, _ in self.weighted(position)]
        moves = <int*>malloc(self.most_moves * sizeof(int))
        if moves == NULL:
            raise MemoryError
        try:
            count = self.moves(position, moves)
            return [moves[i] for i in range(count)]
        finally:
            free(moves)

    cdef list weighted(self, const void* position):
        """[(outcome, probability)] where chance decides."""
        cdef int* moves = <int*>malloc(self.most_moves * sizeof(int))
        cdef double* weights = <double*>malloc(self.most_moves * sizeof(double))
        cdef int i, count
        try:
            if moves == NULL or weights == NULL:
                raise MemoryError
            count = self.chances(position, moves, weights)
            return [(moves[i], weights[i]) for i in range(count)]
        finally:
            free(moves)
            free(weights)

    cdef str text(self, const void* position):
        return " ".join(self.fields(position).values())

    cdef str situation(self, const void* position):
        return f"{self.spec} {self.text(position)}"
