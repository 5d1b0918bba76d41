"""Lookahead: how a game may go on, over the worlds that the seat that decides holds possible.

An engine begins at a world, makes moves, and lets the lookahead finish; at any time it may ask who decides, what the
moves are, and for a key of all that a seat has seen. One simulation is under way at a time.

A game makes its Lookahead in its Knowledge. This class is the general answer: whole positions with their chances, played
to the end by the game's policy `greedy`. A game that can tell what each seat will know writes its own.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from fastcore.game cimport CHANCE, GREEDY, Game
from fastcore.state cimport State
from fastcore.stream cimport Rng, mixed

from hashlib import blake2b


cdef uint64_t hash_text(str text) except? 0:
    """Return 64 bits that are equal for equal texts only (but for one pair in 2**64)."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


cdef class Lookahead:
    """`known`: of the seat that decides; `worlds`: [(position text, chance)] by the model; `caution`: how much more a loss counts
    than a gain of the same size."""

    def __cinit__(self, known not None, model, *rest):
        self.knowledge, self.model = known, model
        self.game = known.game
        self.metrics = ()
        self.words = (self.game.size + 7) // 8
        self.buffer = <int*>malloc(self.game.max_moves * sizeof(int))
        if self.buffer == NULL:
            raise MemoryError

    def __init__(self, known, model, worlds, caution):
        self.caution = caution
        self.lay(list(worlds))

    def __dealloc__(self):
        free(self.positions)
        free(self.upto)
        free(self.views)
        free(self.buffer)

    cdef int lay(self, list worlds) except -1:
        """Keep these worlds; once."""
        cdef State state
        cdef double whole = 0
        cdef int s
        if self.positions != NULL or not worlds:
            raise ValueError("a lookahead is made once, over one world at least")
        self.positions = <uint64_t*>calloc(len(worlds) * self.words, sizeof(uint64_t))
        self.upto = <double*>malloc(len(worlds) * sizeof(double))
        self.views = <uint64_t*>calloc(len(worlds) * self.game.seats, sizeof(uint64_t))
        if self.positions == NULL or self.upto == NULL or self.views == NULL:
            raise MemoryError
        for text, chance in worlds:
            state = State(self.game, text)
            memcpy(self.positions + self.count * self.words, state.position(), self.game.size)
            self.seat = self.game.actor(state.position())
            for s in range(self.game.seats):
                self.views[self.count * self.game.seats + s] = mixed(s, hash_text(self.game.view(state.position(), s)))
            whole += chance
            self.upto[self.count] = whole
            self.count += 1
        return 0

    cdef long world_at(self, double point) noexcept nogil:
        """The world at a point from 0 to 1 of all chances laid end to end."""
        cdef long low = 0, high = self.count - 1, middle
        point *= self.upto[self.count - 1]
        while low < high:
            middle = (low + high) // 2
            if self.upto[middle] > point:
                high = middle
            else:
                low = middle + 1
        return low

    # One simulation -------------------------------------------------------------------------------------------------

    cdef void begin(self, double point) noexcept nogil:
        """Begin in the world at this point."""
        cdef long world = self.world_at(point)
        cdef int s
        memcpy(self.position, self.positions + world * self.words, self.words * sizeof(uint64_t))
        for s in range(self.game.seats):
            self.keys[s] = self.views[world * self.game.seats + s]

    cdef int actor(self) noexcept nogil:
        """Who decides now; below 0 where `finish` is all that is left."""
        return self.game.actor(self.position)

    cdef int moves(self, int* moves) noexcept nogil:
        """Write the actor's moves in this world, return their number."""
        return self.game.moves(self.position, moves)

    cdef uint64_t knows(self, int seat) noexcept nogil:
        """A key of what a seat saw at the beginning and, where `watched`, of all that it has seen since."""
        return self.keys[seat]

    cdef void step(self, int move, Rng* rng) noexcept nogil:
        """Make a move, and what chance does then."""
        while True:
            if self.watched:
                self.watch(move)
            if self.followed is not None:
                self.follow(self.position, move)
            self.game.play(self.position, move)
            if self.game.actor(self.position) != CHANCE:
                break
            move = self.game.draw(self.position, rng)

    cdef void watch(self, int move) noexcept with gil:
        """Every seat sees a move. An error sets `failed`, as none can be raised here."""
        cdef int s
        try:
            for s in range(self.game.seats):
                seen = self.game.observation(self.position, move, s)
                if seen:
                    self.keys[s] = mixed(self.keys[s], hash_text(seen))
        except BaseException:
            self.failed = True

    cdef void follow(self, const void* position, int move) noexcept with gil:
        """Note a move that is about to be made. An error sets `failed`, as none can be raised here."""
        try:
            self.followed.append((self.game.actor(position), self.game.move_text(position, move)))
        except BaseException:
            self.failed = True

    cdef str position_text(self):
        """The whole position where the simulation under way stands."""
        return self.game.text(self.position)

    cdef int decide(self, Rng* rng) noexcept nogil:
        """How whoever decides is taken to go on."""
        return self.game.choose(self.position, GREEDY, rng, self.buffer)

    cdef double finish(self, Rng* rng, double* found) noexcept nogil:
        """Go on to the end; write a value per seat, then for each of `told` one per seat. Returns by how much the seat that
        decides values it less, by its caution."""
        self.game.playout(self.position, GREEDY, rng, self.buffer)
        self.game.returns(self.position, found)
        return self.caution * -found[self.seat] if found[self.seat] < 0 else 0

    # What there is to say --------------------------------------------------------------------------------------------

    def priors(self, moves):
        """How likely each move is to be the best, for the search to begin with; they sum to 1."""
        return [1.0 / len(moves)] * len(moves)

    def beliefs(self):
        """{what: {how it is: chance}}, as the seat that decides believes under the model."""
        return {}

    def reveals(self, move):
        """(bits, of): how much the move is expected to reveal at once, and how much is unknown."""
        return self.knowledge.forecast(move, self.model), self.knowledge.entropy(self.model)

    def facts(self, move):
        """[(key, {name: number or text})] of what there is to say of a move."""
        return []
