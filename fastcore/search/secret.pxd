from libc.stdint cimport int64_t

from fastcore.search.guard cimport Guard
from fastcore.search.stage cimport Stage
from fastcore.viewpoint cimport Viewpoint

cdef packed struct StepRow:
    # facts.ROW_TYPES[2]
    int move
    int64_t visits
    double value[2]
    double spread, prior, lower, upper, minimax
    char proven


cdef class StepRows:
    cdef object table
    cdef StepRow* first
    cdef int count, next

    cdef StepRow* of(self, int move) noexcept nogil
    cdef object filled(self, int seat)


cdef class SecretSearch:
    cdef Viewpoint point
    cdef Stage stage
    cdef Guard lock
    cdef bint whole             # it is an engine of its own, not only what engines have in common
    cdef object seed
    cdef double memory_mb
    cdef dict values            # of the options
    cdef set allowed            # the next moves that the search is limited to; None for all
    cdef set restricted         # those that plans go on with now
    cdef int64_t asked          # simulations; those made beyond them count for the next ones

    cdef Stage stage_at(self, Viewpoint point, set allowed)
    cdef int begin(self, Stage stage) except -1
    cdef int64_t make(self, object n, object only) except -1
    cdef int64_t made(self) noexcept nogil
    cdef void work(self, int64_t target) noexcept nogil
    cdef int still_open(self) except -1
    cdef StepRows next_steps(self)
