"""StepMatrix: the payoff matrix of plans with a single step, such as bids."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from fastcore.game cimport POSITION_WORDS
from fastcore.search.plans.double_oracle cimport DoubleOracle
from fastcore.search.plans.regret_matching cimport MAX_PLANS
from fastcore.search.plans.stage cimport Plan

cdef enum:
    INITIAL_SAMPLES = 4         # of each cell
    SOLVE_EVERY = 8             # initial steps of both seats
    WIDENING = 4                # number of steps added for each seat when its last steps are played

cdef double MIN_PRIOR = 0.01    # of an initial step, relative to the highest
cdef double MIN_PLAYED = 0.01   # minimum weight at which a step counts as played


cdef class StepMatrix(DoubleOracle):
    """The payoff matrix of plans with a single step, such as bids.

    There are few single steps, so no best responses are needed. The matrix starts with the steps that have high priors.
    It is widened while its last steps are played, and its cells get more and more samples.
    """

    def __cinit__(self, *arguments):
        cdef int initial[2]
        cdef int seat
        for seat in range(2):
            self.steps[seat] = <int*>calloc(MAX_PLANS, sizeof(int))
            if self.steps[seat] == NULL:
                raise MemoryError
            initial[seat] = self.rank_steps(seat)
            self.max_count[seat] = max(self.step_count[seat], 1)
        self.samples = min(self.samples, INITIAL_SAMPLES)
        self.solve_every = SOLVE_EVERY
        self.initial_plans = max(initial[0], initial[1], 1)

    def __dealloc__(self):
        free(self.steps[0])
        free(self.steps[1])

    cdef int rank_steps(self, int seat) noexcept nogil:
        """Fill `steps` of a seat and return the number with a high prior."""
        cdef uint64_t position[POSITION_WORDS]
        cdef float* priors
        cdef int count, initial = 0, i, best
        cdef double threshold = 0, total
        self.stage.begin(seat, position)
        if not self.stage.decides(position, seat):
            return 0
        count = self.stage.list_steps(position, seat, 0)
        priors = <float*>self.stage.priors(position, count, &total)
        while self.step_count[seat] < min(count, MAX_PLANS):
            best = -1
            for i in range(count):
                if priors[i] >= 0 and (best < 0 or priors[i] > priors[best]):
                    best = i
            if self.step_count[seat] == 0:
                threshold = MIN_PRIOR * priors[best]
            initial += priors[best] >= threshold
            self.steps[seat][self.step_count[seat]] = self.stage.buffer[best]
            priors[best] = -1
            self.step_count[seat] += 1
        self.stage.forget_priors()      # those of the steps are overwritten
        return initial

    cdef void initial_plan(self, int seat, Plan* plan) noexcept nogil:
        plan.count = 1 if self.step_count[seat] else 0
        if plan.count:
            plan.moves[0] = self.steps[seat][min(self.initial_count >> 1, self.step_count[seat] - 1)]

    cdef void end_initial_plans(self) noexcept nogil:
        self.widen()

    cdef void improve(self) noexcept nogil:
        self.simulations += 1           # every batch must count simulations
        self.add_samples()
        if self.samples & (self.samples - 1) == 0:
            self.solve_matrix()
            self.widen()

    cdef void widen(self) noexcept nogil:
        """Add initial steps if the last steps of a seat are played, because others may be better."""
        cdef int seat
        for seat in range(2):
            if self.count[seat] < self.max_count[seat] and self.weights[seat][self.count[seat] - 1] > MIN_PLAYED:
                self.initial_plans += WIDENING
                return
