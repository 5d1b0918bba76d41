from libc.stdint cimport uint64_t

from fastcore.game cimport Game
from fastcore.stream cimport Rng


cdef class Lookahead:
    cdef readonly Game game
    cdef readonly tuple told        # what simulations tell of each seat beside its value
    cdef double caution
    cdef int seat                   # whose decision it is
    cdef long count                 # worlds
    cdef uint64_t* positions        # one after the other, `words` long each
    cdef size_t words
    cdef double* upto               # the chances of a world and those before it
    cdef int* buffer

    cdef int lay(self, list worlds) except -1
    cdef long world_at(self, double point) noexcept nogil
    cdef void simulate(self, int move, double point, Rng* rng, double* found) noexcept nogil
