from fastcore.search.deepening cimport Deepening
from fastcore.search.guard cimport Guard
from fastcore.state cimport State
from fastcore.stream cimport Rng


cdef class AlphaBeta:
    cdef State state            # the root's position
    cdef Deepening search
    cdef Guard lock
    cdef object seed
    cdef set allowed            # the moves that the search is limited to; None for all

    cdef void plant(self, Rng rng) noexcept
    cdef tuple shared(self, int value, int actor)
    cdef int limit_root(self, set moves) except -1
    cdef object rows(self, State state, list records)
