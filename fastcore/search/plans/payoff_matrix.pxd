"""PayoffMatrix: the plans of both seats, their values against each other, and the equilibrium of this matrix game."""

from libc.stdint cimport int64_t, uint64_t

from fastcore.search.plans.regret_matching cimport MAX_PLANS
from fastcore.search.plans.stage cimport Plan, Stage
from fastcore.search.plans.team cimport Team

cdef struct Cell:
    int row                     # number of the first seat's plan
    int column                  # and of the second's
    double value                # mean of the simulations, for the first seat
    int count                   # of simulations
    bint noisy                  # whether they differ

cdef struct Simulated:          # a simulation that was made
    uint64_t key                # hash of both plans and the number of the sample; the lowest bit: whether it is noisy
    double value


cdef class PayoffMatrix:
    cdef Stage stage                        # of the first thread
    cdef list stages                        # of each thread
    cdef void** borrowed_stages             # owned; the same
    cdef Team team
    cdef Simulated* known                   # owned; the latest simulations, 2**KNOWN_BITS for each thread
    cdef uint64_t seed                      # seed of the random numbers common to all cells
    cdef int64_t simulations
    cdef int max_count[2]                   # plans of each seat
    cdef int count[2]
    cdef Plan* pool[2]                      # owned; MAX_PLANS of each seat
    cdef double weights[2][MAX_PLANS]       # the mixed strategies
    cdef int64_t visits[2][MAX_PLANS]       # number of simulations of each plan
    cdef double* payoffs                    # owned; [first * MAX_PLANS + second], the first seat's mean value
    cdef bint* noisy                        # owned; the cells whose samples differ
    cdef int samples                        # of each noisy cell
    cdef int max_samples
    cdef double value                       # value of the matrix game for the first seat
    cdef Cell* jobs                         # owned; MAX_PLANS * MAX_PLANS, the cells of the current batch
    # the last simulation, if it is being traced
    cdef bint tracing
    cdef bint traced                        # whether the following hold a simulation
    cdef Plan traced_plan[2]
    cdef int traced_sample

    cdef void record(self, const Plan* first, const Plan* second, int sample) noexcept nogil
    cdef bint simulate(self, int thread, const Plan* first, const Plan* second, int sample, double* value) noexcept nogil
    cdef void evaluate(self, int thread, const Plan* first, const Plan* second, Cell* cell) noexcept nogil
    cdef void fill_cells(self, int count) noexcept nogil
    cdef void add_samples(self) noexcept nogil
    cdef bint contains(self, int seat, const Plan* plan) noexcept nogil
    cdef void add_plan(self, int seat, const Plan* plan) noexcept nogil
    cdef void solve_matrix(self) noexcept nogil
    cdef double payoff(self, int seat, int plan, int opposing) noexcept nogil
    cdef double plan_value(self, int seat, int plan) noexcept nogil
