"""Improver: policy improvement over exact beliefs (SPARTA: Lerer, Hu, Foerster and Brown 2020, Improving policies via
search in cooperative partially observable games).

The n-th simulation of every move has the same world and the same random numbers, and plays on by the lookahead's own
account of how all seats go on.
"""

cimport cython
from libc.stdint cimport uint64_t

from fastcore.search.hands cimport HandSearch
from fastcore.stream cimport Rng, mixed

from fastcore.search.hands import OPTIONS


@cython.final
cdef class Improver(HandSearch):
    name = "improver"

    def __cinit__(self, point, seed, threads, memory_mb, moves, options):
        self.whole = True

    cdef void simulate(self, int place) noexcept nogil:
        cdef Rng rng
        rng.state = mixed(self.word, <uint64_t>self.tried[place].visits)
        self.ahead.begin(self.world_of(self.tried[place].visits))
        self.ahead.step(self.tried[place].move, &rng)
        self.note(place, self.ahead.finish(&rng, self.found))
