from libc.stdint cimport int64_t, uint64_t

from fastcore.lookahead cimport Lookahead
from fastcore.search.guard cimport Guard
from fastcore.viewpoint cimport Viewpoint


cdef struct Tried:          # one move of the root
    int move
    bint asked              # it is among those that are searched now
    int64_t visits
    double prior
    double worth            # what the seat that decides has found, added up
    double squares


cdef class HandSearch:
    cdef Viewpoint point
    cdef Lookahead ahead
    cdef Guard lock
    cdef bint whole             # it is an engine of its own, not only what engines have in common
    cdef object seed
    cdef object chosen          # the options
    cdef set allowed
    cdef dict bits              # that moves are expected to reveal, and of how many, as far as somebody asked
    cdef Tried* tried
    cdef double* sums           # per move what was found, added up
    cdef double* found
    cdef int count
    cdef int width              # numbers that a simulation finds
    cdef int64_t made
    cdef uint64_t word          # what the random numbers begin with
    cdef double exploration

    cdef int plant(self, Viewpoint point) except -1
    cdef int sound(self) except -1
    cdef int next_move(self) noexcept nogil
    cdef double world_of(self, int64_t number) noexcept nogil
    cdef void simulate(self, int place) noexcept nogil
    cdef void note(self, int place, double regret) noexcept nogil
