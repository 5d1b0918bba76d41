"""Lookahead: simulations of a game from the worlds that the deciding seat considers possible.

An engine begins a simulation in a world, makes moves, and lets the Lookahead finish it. At any time it may ask for the
actor, its moves, and a key of a seat's information set. One simulation is under way at a time.

This class is the default, for up to 8 seats, with or without secret choices. It plays whole positions to the end by the
game's greedy policy, which uses only what the actor knows. A game that can represent what every seat knows derives its
own class and returns it from `Knowledge.lookahead`.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from fastcore.game cimport CHANCE, GREEDY, Game
from fastcore.state cimport State
from fastcore.stream cimport Rng, mixed

from hashlib import blake2b


cdef uint64_t hash_text(str text) except? 0:
    """Return a 64-bit hash of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


cdef class Lookahead:
    """Simulations from the worlds that the deciding seat considers possible.

    Attributes:
        game: the Game.
        metrics: names of the results of a simulation besides the value, such as "points".
    """

    def __cinit__(self, known not None, model, *rest):
        self.knowledge, self.model = known, model
        self.game = known.game
        self.metrics = ()
        self.words = (self.game.size + 7) // 8
        self.buffer = <int*>malloc(self.game.max_moves * sizeof(int))
        if self.buffer == NULL:
            raise MemoryError

    def __init__(self, known, model, worlds, caution):
        """Copy the worlds.

        Args:
            known: the Knowledge of the seat that decides.
            model: None or the policy that other seats are assumed to follow.
            worlds: [(position text, weight)], at least one; the weights need not sum to 1.
            caution: the extra penalty of a loss, relative to its size.
        """
        self.caution = caution
        self.add_worlds(list(worlds))

    def __dealloc__(self):
        free(self.positions)
        free(self.cumulative)
        free(self.views)
        free(self.buffer)

    cdef int add_worlds(self, list worlds) except -1:
        """Store the worlds. ValueError if there are none, or on a second call."""
        cdef State state
        cdef double total = 0
        cdef int s
        if self.positions != NULL or not worlds:
            raise ValueError("a lookahead needs at least one world and cannot be initialised twice")
        self.positions = <uint64_t*>calloc(len(worlds) * self.words, sizeof(uint64_t))
        self.cumulative = <double*>malloc(len(worlds) * sizeof(double))
        self.views = <uint64_t*>calloc(len(worlds) * self.game.seats, sizeof(uint64_t))
        if self.positions == NULL or self.cumulative == NULL or self.views == NULL:
            raise MemoryError
        for text, weight in worlds:
            state = State(self.game, text)
            memcpy(self.positions + self.count * self.words, state.position(), self.game.size)
            self.seat = self.game.actor(state.position())
            for s in range(self.game.seats):
                self.views[self.count * self.game.seats + s] = mixed(s, hash_text(self.game.view(state.position(), s)))
            total += weight
            self.cumulative[self.count] = total
            self.count += 1
        return 0

    cdef long world_at(self, double point) noexcept nogil:
        """Return the world at a point in [0, 1) of the cumulative weights."""
        cdef long low = 0, high = self.count - 1, middle
        point *= self.cumulative[self.count - 1]
        while low < high:
            middle = (low + high) // 2
            if self.cumulative[middle] > point:
                high = middle
            else:
                low = middle + 1
        return low

    # One simulation -------------------------------------------------------------------------------------------------

    cdef void begin(self, double point) noexcept nogil:
        """Begin a simulation in the world at a point in [0, 1)."""
        cdef long world = self.world_at(point)
        cdef int s
        memcpy(self.position, self.positions + world * self.words, self.words * sizeof(uint64_t))
        for s in range(self.game.seats):
            self.keys[s] = self.views[world * self.game.seats + s]

    cdef int actor(self) noexcept nogil:
        """Return the seat that decides; below 0 if only `finish` can follow."""
        return self.game.actor(self.position)

    cdef int moves(self, int* moves) noexcept nogil:
        """Write the actor's legal moves and return their number. There is room for max_moves."""
        return self.game.moves(self.position, moves)

    cdef uint64_t information_key(self, int seat) noexcept nogil:
        """Return a key of a seat's information set: its initial view and, if `observing`, its observations since."""
        return self.keys[seat]

    cdef void step(self, int move, Rng* rng) noexcept nogil:
        """Make a move, and the outcomes of chance that follow."""
        while True:
            if self.observing:
                self.observe(move)
            if self.recorded is not None:
                self.record(self.position, move)
            self.game.play(self.position, move)
            if self.game.actor(self.position) != CHANCE:
                break
            move = self.game.draw(self.position, rng)

    cdef void observe(self, int move) noexcept with gil:
        """Add every seat's observation of a move to its key. Store an exception in `failure`."""
        cdef int s
        if self.failure is not None:
            return
        try:
            for s in range(self.game.seats):
                seen = self.game.observation(self.position, move, s)
                if seen:
                    self.keys[s] = mixed(self.keys[s], hash_text(seen))
        except BaseException as error:
            self.failure = error

    cdef void record(self, const void* position, int move) noexcept with gil:
        """Record a move that is about to be made. Store an exception in `failure`."""
        try:
            self.recorded.append((self.game.actor(position), self.game.move_text(position, move)))
        except BaseException as error:
            self.failure = error

    cdef str position_text(self):
        """Return the position text of the simulation under way."""
        return self.game.text(self.position)

    cdef int policy_move(self, Rng* rng) noexcept nogil:
        """Return the actor's move by the policy of the simulation."""
        return self.game.choose(self.position, GREEDY, rng, self.buffer)

    cdef double finish(self, Rng* rng, double* results) noexcept nogil:
        """Play to the end and write the results.

        Args:
            results: results[seat] is the value of a seat, in [-1, 1]; results[k * seats + seat] its k-th metric, from 1.

        Returns:
            The amount by which caution lowers the deciding seat's value of the result.
        """
        self.game.playout(self.position, GREEDY, rng, self.buffer)
        self.game.returns(self.position, results)
        return self.caution * -results[self.seat] if results[self.seat] < 0 else 0

    # Reports of the deciding seat -------------------------------------------------------------------------------------

    def priors(self, moves):
        """Return the probability that each of these moves is the best. They sum to 1."""
        return [1.0 / len(moves)] * len(moves)

    def beliefs(self):
        """Return {variable: {value: probability}} under the model."""
        return {}

    def reveals(self, move):
        """Return (the expected bits that a move itself reveals, the bits that are unknown)."""
        return self.knowledge.forecast(move, self.model), self.knowledge.entropy(self.model)

    def facts(self, move):
        """Return [(key, {name: number or text})] about a move."""
        return []
