from libc.stdint cimport int64_t, uint64_t

from fastcore.search.engine cimport Engine
from fastcore.search.plans.stage cimport Stage
from fastcore.knowledge.viewpoint cimport Viewpoint

cdef packed struct StepRow:         # as results.ROW_TYPES[2]
    int move
    int64_t visits
    double value[2]
    double spread, prior, lower, upper, minimax
    char proven


cdef class StepRows:
    cdef object array               # owns the memory of `rows`
    cdef StepRow* rows
    cdef int count
    cdef int position               # where the next lookup begins

    cdef StepRow* find(self, int move) noexcept nogil
    cdef object complete(self, int seat)


cdef class StageSearch(Engine):
    cdef Stage stage
    cdef int threads
    cdef uint64_t sample_seed       # seed of the random numbers common to all simulations
    cdef set restricted             # the next steps to which plans are currently limited; None: all
    cdef int64_t counted            # simulations reported; those made beyond them count for the next calls

    cdef Stage stage_at(self, Viewpoint point, set allowed)
    cdef int begin(self, Stage stage) except -1
    cdef int64_t made(self) noexcept nogil
    cdef void simulate_until(self, int64_t target) noexcept nogil
    cdef int check_choice(self) except -1
    cdef int checked_seat(self, object seat) except -1
    cdef StepRows next_steps(self)
