"""solve: the exact value of a position, by trying every line of play to the end.

Equal positions are solved once: a hash table stores their values under the game's 64-bit keys. A wrong value requires
two positions with one key (probability about n * n / 2**65 for n positions). The search uses an explicit stack, so the
length of a game is not limited.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

from operator import index

from fastcore.game cimport CHANCE, MAX_SEATS, OVER, POSITION_WORDS, Game
from fastcore.state cimport State

from fastcore.values import Solution, TooMany

MAX_POSITIONS = 10**8

cdef enum:
    CHUNK = 1 << 16     # steps between two checks for Ctrl-C
    RUNNING = 0
    DONE = 1
    TOO_MANY = 2
    NO_MEMORY = 3

cdef struct Frame:                      # one position on the path from the root
    uint64_t position[POSITION_WORDS]
    uint64_t key
    int* moves                          # max_moves ints
    double* weights                     # max_moves doubles: the probabilities, where chance decides
    int actor
    int count
    int next                            # the index of the next move to try
    int best                            # the best move so far
    double values[MAX_SEATS]            # values of the best move so far; where chance decides, the sum so far


cdef class _Solver:
    cdef Game game
    cdef Frame* frames
    cdef long depth, room               # frames in use and allocated
    cdef uint64_t* keys                 # the hash table: 0 in a free slot
    cdef double* values                 # `seats` values for each slot
    cdef uint64_t places, held, limit

    def __cinit__(self, Game game, uint64_t limit):
        self.game = game
        self.limit = limit
        self.places = 1024

    def __dealloc__(self):
        cdef long i
        for i in range(self.room):
            free(self.frames[i].moves)
            free(self.frames[i].weights)
        free(self.frames)
        free(self.keys)
        free(self.values)

    cdef bint prepare(self) noexcept nogil:
        """Allocate the table. Return False if out of memory."""
        self.keys = <uint64_t*>calloc(self.places, sizeof(uint64_t))
        self.values = <double*>malloc(self.places * self.game.seats * sizeof(double))
        return self.keys != NULL and self.values != NULL

    cdef uint64_t place_of(self, uint64_t key) noexcept nogil:
        """Return the slot of a key, or the free slot where it belongs."""
        cdef uint64_t place = key & (self.places - 1)
        while self.keys[place] and self.keys[place] != key:
            place = (place + 1) & (self.places - 1)
        return place

    cdef bint grow(self) noexcept nogil:
        """Double the table. Return False if out of memory."""
        cdef uint64_t* keys = self.keys
        cdef double* values = self.values
        cdef uint64_t old = self.places, i, place
        self.places = 2 * old
        if not self.prepare():
            free(self.keys)
            free(self.values)
            self.keys, self.values, self.places = keys, values, old
            return False
        for i in range(old):
            if keys[i]:
                place = self.place_of(keys[i])
                self.keys[place] = keys[i]
                memcpy(self.values + place * self.game.seats, values + i * self.game.seats, self.game.seats * sizeof(double))
        free(keys)
        free(values)
        return True

    cdef int push(self, const void* position) noexcept nogil:
        """Push a position and return RUNNING, TOO_MANY or NO_MEMORY."""
        cdef Frame* frames
        cdef Frame* frame
        cdef int seat
        if self.depth == self.room:
            frames = <Frame*>realloc(self.frames, (2 * self.room + 16) * sizeof(Frame))
            if frames == NULL:
                return NO_MEMORY
            self.frames = frames
            while self.room < 2 * self.depth + 16:
                frame = &self.frames[self.room]
                frame.moves = <int*>malloc(self.game.max_moves * sizeof(int))
                frame.weights = <double*>malloc(self.game.max_moves * sizeof(double))
                self.room += 1
                if frame.moves == NULL or frame.weights == NULL:
                    return NO_MEMORY
        if self.held == self.limit:
            return TOO_MANY
        self.held += 1
        frame = &self.frames[self.depth]
        memcpy(frame.position, position, self.game.size)
        frame.key = self.game.key(position) or 1
        frame.actor = self.game.actor(position)
        frame.next = 0
        frame.best = -1
        for seat in range(self.game.seats):
            frame.values[seat] = 0
        if frame.actor == OVER:
            self.game.returns(position, frame.values)
            frame.count = 0
        elif frame.actor == CHANCE:
            frame.count = self.game.chances(position, frame.moves, frame.weights)
        else:
            frame.count = self.game.moves(position, frame.moves)
        self.depth += 1
        return RUNNING

    cdef void take(self, const double* values) noexcept nogil:
        """Update the top position with the values of the last move tried."""
        cdef Frame* frame = &self.frames[self.depth - 1]
        cdef int seat, tried = frame.next - 1
        if frame.actor == CHANCE:
            for seat in range(self.game.seats):
                frame.values[seat] += frame.weights[tried] * values[seat]
        elif frame.best < 0 or values[frame.actor] > frame.values[frame.actor]:
            frame.best = frame.moves[tried]
            memcpy(frame.values, values, self.game.seats * sizeof(double))
            if frame.values[frame.actor] >= 1:      # no other move can be better
                frame.next = frame.count

    cdef int work(self, long steps) noexcept nogil:
        """Try up to a given number of moves, and return RUNNING while there are more."""
        cdef uint64_t after[POSITION_WORDS]
        cdef double values[MAX_SEATS]
        cdef Frame* frame
        cdef uint64_t place
        cdef int state
        for _ in range(steps):
            frame = &self.frames[self.depth - 1]
            if frame.next < frame.count:
                memcpy(after, frame.position, self.game.size)
                self.game.play(after, frame.moves[frame.next])
                frame.next += 1
                place = self.place_of(self.game.key(after) or 1)
                if self.keys[place]:
                    self.take(self.values + place * self.game.seats)
                    continue
                state = self.push(after)
                if state != RUNNING:
                    return state
                continue
            if 2 * self.held >= self.places and not self.grow():
                return NO_MEMORY
            place = self.place_of(frame.key)
            self.keys[place] = frame.key
            memcpy(values, frame.values, self.game.seats * sizeof(double))
            memcpy(self.values + place * self.game.seats, values, self.game.seats * sizeof(double))
            if self.depth == 1:
                return DONE
            self.depth -= 1
            self.take(values)
        return RUNNING


def solve(State state not None, limit=10**6):
    """Return the exact value of a position under best play by every seat, as a Solution. Releases the GIL.

    With more than two seats, each maximises its own result. Ties go to the first move.

    Args:
        state: the position, of a game without hidden information.
        limit: the maximum number of positions, up to 10**8. Each takes up to 100 bytes with two seats.

    Raises:
        TooMany: there are more positions than `limit`.
        ValueError: the game has hidden information, or `limit` is out of range.
    """
    cdef uint64_t begin[POSITION_WORDS]
    cdef _Solver solver
    cdef int result = RUNNING
    limit = index(limit)
    if not 1 <= limit <= MAX_POSITIONS:
        raise ValueError(f"limit is {limit}; it must be 1 to {MAX_POSITIONS:,}")
    if state.game.hides:
        raise ValueError(f"{state.game.info.title} has hidden information; only games without can be solved")
    memcpy(begin, state.position(), state.game.size)
    solver = _Solver(state.game, limit)
    if not solver.prepare():
        raise MemoryError
    result = solver.push(begin)
    while result == RUNNING:
        with nogil:
            result = solver.work(CHUNK)
        PyErr_CheckSignals()
    if result == NO_MEMORY:
        raise MemoryError
    if result == TOO_MANY:
        raise TooMany(f"the game has more than {limit:,} positions: raise the limit")
    values = tuple([solver.frames[0].values[seat] for seat in range(state.game.seats)])
    return Solution(values, solver.frames[0].best if solver.frames[0].best >= 0 else None, solver.held)
