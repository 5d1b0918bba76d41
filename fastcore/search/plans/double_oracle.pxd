from libc.stdint cimport int64_t, uint64_t

from fastcore.search.plans.plan_tree cimport PlanTree
from fastcore.search.plans.regret_matching cimport MAX_PLANS
from fastcore.search.plans.stage cimport Plan, Stage
from fastcore.stream cimport Rng


cdef class DoubleOracle:
    cdef Stage stage
    cdef uint64_t seed                      # seed of the random numbers common to all cells
    cdef Rng rng                            # generates plans
    cdef int64_t simulations
    # the matrix
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
    # initial plans
    cdef int initial_count                  # plans generated so far, of both seats
    cdef int initial_plans                  # of each seat
    cdef int solve_every                    # initial plans of both seats
    # the search for a best response
    cdef int responder                      # the seat that searches for one
    cdef int candidates                     # plans tried for each best response
    cdef int tried
    cdef int rounds                         # best responses of both seats
    cdef Plan best                          # best response so far
    cdef double best_value
    cdef double best_against[MAX_PLANS]     # its value against each relevant plan
    cdef int relevant[MAX_PLANS]            # the opponent's plans with the most weight, in descending order
    cdef double relevant_weight[MAX_PLANS]  # sums to 1
    cdef int relevant_count
    cdef int parent                         # the plan being varied: its number, or -1 for the best response
    cdef int variation                      # a Variation
    cdef int step                           # where it applies
    cdef int other_step
    cdef int repeats                        # of the variation so far
    # decoupled UCT, whose plans are candidates too
    cdef PlanTree first_tree
    cdef PlanTree second_tree
    cdef int tree_simulations               # before each best response
    cdef int tree_count                     # number of them made
    cdef int64_t tree_total                 # total number made
    # next moves of the deciding seat, by move
    cdef int64_t* move_visits               # owned; simulations of candidates with this next move
    cdef double* move_values                # owned; the best of their values for the deciding seat
    # the last simulation, if it is being traced
    cdef bint tracing
    cdef bint traced                        # whether the following hold a simulation
    cdef Plan traced_plan[2]
    cdef int traced_sample

    cdef void record(self, const Plan* first, const Plan* second, int sample) noexcept nogil
    cdef double evaluate(self, const Plan* first, const Plan* second, bint* noisy) noexcept nogil
    cdef void fill_cell(self, int row, int column) noexcept nogil
    cdef bint contains(self, int seat, const Plan* plan) noexcept nogil
    cdef void add_plan(self, int seat, const Plan* plan) noexcept nogil
    cdef void solve_matrix(self) noexcept nogil
    cdef void add_samples(self) noexcept nogil
    cdef double payoff(self, int seat, int plan, int opposing) noexcept nogil
    cdef double plan_value(self, int seat, int plan) noexcept nogil
    cdef double response_value(self, int seat, const Plan* plan, double* against) noexcept nogil
    cdef void update_move(self, int seat, const Plan* plan, int64_t simulations, double value) noexcept nogil
    cdef void choose_variation(self) noexcept nogil
    cdef void vary(self, int seat, const Plan* parent, Plan* plan) noexcept nogil
    cdef void begin_response(self, int seat) noexcept nogil
    cdef void try_candidate(self) noexcept nogil
    cdef void suggest(self, PlanTree tree, Plan* plan) noexcept nogil
    cdef void simulate_trees(self) noexcept nogil
    cdef void end_response(self) noexcept nogil
    cdef void initial_plan(self, int seat, Plan* plan) noexcept nogil
    cdef void add_initial_plan(self) noexcept nogil
    cdef void end_initial_plans(self) noexcept nogil
    cdef void improve(self) noexcept nogil
    cdef void batch(self) noexcept nogil
