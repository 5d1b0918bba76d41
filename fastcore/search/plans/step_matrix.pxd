"""StepMatrix: the payoff matrix of plans with a single step, such as bids."""

from fastcore.search.plans.double_oracle cimport DoubleOracle


cdef class StepMatrix(DoubleOracle):
    cdef int* steps[2]          # owned; each seat's steps in descending order of prior
    cdef int step_count[2]

    cdef int rank_steps(self, int seat) noexcept nogil
    cdef void widen(self) noexcept nogil
