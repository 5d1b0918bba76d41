"""Lookahead: how a game may go on after a move, over the worlds that the seat that decides holds possible.

A game makes it in its Knowledge (`lookahead`). This class is the general answer: whole positions with their chances,
played to the end by the game's second policy, `greedy`. A game that can tell what each seat will know writes its own.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from fastcore.game cimport GREEDY, OVER, POSITION_WORDS, Game
from fastcore.state cimport State
from fastcore.stream cimport Rng


cdef class Lookahead:
    """`worlds`: [(position text, chance)]; `caution`: how much more a loss counts than a gain of the same size."""

    def __cinit__(self, Game game not None, *rest, **others):
        self.game = game
        self.told = ()
        self.words = (game.size + 7) // 8
        self.buffer = <int*>malloc(game.most_moves * sizeof(int))
        if self.buffer == NULL:
            raise MemoryError

    def __init__(self, Game game, worlds, caution=0.0):
        self.caution = caution
        self.lay(worlds)

    def __dealloc__(self):
        free(self.positions)
        free(self.upto)
        free(self.buffer)

    cdef int lay(self, list worlds) except -1:
        """Keep these worlds."""
        cdef State state
        cdef double whole = 0
        self.positions = <uint64_t*>calloc(len(worlds) * self.words, sizeof(uint64_t))
        self.upto = <double*>malloc(len(worlds) * sizeof(double))
        if self.positions == NULL or self.upto == NULL:
            raise MemoryError
        for text, chance in worlds:
            state = State(self.game, text)
            memcpy(self.positions + self.count * self.words, state.position(), self.game.size)
            self.seat = self.game.actor(state.position())
            whole += chance
            self.upto[self.count] = whole
            self.count += 1
        return 0

    def priors(self, moves):
        """How likely each move is to be the best, for the search to begin with; they sum to 1."""
        return [1.0 / len(moves)] * len(moves)

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

    cdef void simulate(self, int move, double point, Rng* rng, double* found) noexcept nogil:
        """Make the move in the world at this point and go on; write a value per seat, then for each of `told` one per seat."""
        cdef uint64_t position[POSITION_WORDS]
        memcpy(position, self.positions + self.world_at(point) * self.words, self.words * sizeof(uint64_t))
        self.game.play(position, move)
        self.game.playout(position, GREEDY, rng, self.buffer)
        self.game.returns(position, found)
        if found[self.seat] < 0:
            found[self.seat] *= 1 + self.caution
