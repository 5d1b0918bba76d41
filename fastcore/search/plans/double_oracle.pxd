from libc.stdint cimport int64_t

from fastcore.search.plans.payoff_matrix cimport PayoffMatrix
from fastcore.search.plans.plan_tree cimport PlanTree
from fastcore.search.plans.regret_matching cimport MAX_PLANS
from fastcore.search.plans.stage cimport Plan
from fastcore.stream cimport Rng


cdef struct Candidate:                      # for a best response
    Plan plan
    double value                            # for its seat
    double against[MAX_PLANS]               # its value against each relevant plan, up to the last simulated
    int64_t simulations
    int last_opposing                       # of the last simulation: the opponent's plan
    int last_sample                         # and the sample

cdef struct Response:                       # the search of one thread for a best response
    Rng rng                                 # generates plans
    int tried
    Candidate candidate                     # the latest
    Plan best
    double best_value
    double best_against[MAX_PLANS]          # its value against each relevant plan
    int parent                              # the plan being varied: its number, or -1 for `best`
    int variation                           # a Variation
    int step                                # where it applies
    int other_step
    int repeats                             # of the variation so far
    int64_t simulations                     # of this batch


cdef class DoubleOracle(PayoffMatrix):
    # initial plans
    cdef int initial_count                  # plans generated so far, of both seats
    cdef int initial_plans                  # of each seat
    cdef int solve_every                    # initial plans of both seats
    # the search for a best response
    cdef int responder                      # the seat that searches for one
    cdef int candidates                     # plans tried for each of the first best responses
    cdef int wanted                         # plans that each thread tries for this one
    cdef Response* responses                # owned; one for each thread
    cdef int rounds                         # best responses of both seats
    cdef int relevant[MAX_PLANS]            # the opponent's plans with the most weight, in descending order
    cdef double relevant_weight[MAX_PLANS]  # sums to 1
    cdef int relevant_count
    # decoupled UCT, whose plans are candidates too
    cdef PlanTree first_tree
    cdef PlanTree second_tree
    cdef int tree_simulations               # before each best response
    cdef int tree_count                     # number of them made
    cdef int64_t tree_total                 # total number made
    # next moves of the deciding seat: each thread has `actions` entries, one for each move
    cdef int64_t* move_visits               # owned; simulations of candidates with this next move
    cdef double* move_values                # owned; the best of their values for the deciding seat

    cdef void evaluate_candidate(self, int thread, Response* response) noexcept nogil
    cdef void update_move(self, int thread, const Candidate* candidate) noexcept nogil
    cdef void choose_variation(self, Response* response) noexcept nogil
    cdef void vary(self, int thread, Response* response, Plan* plan) noexcept nogil
    cdef void begin_response(self, int seat) noexcept nogil
    cdef void try_candidates(self) noexcept nogil
    cdef void try_candidate(self, int thread, Response* response) noexcept nogil
    cdef bint next_candidate(self, int thread, Response* response) noexcept nogil
    cdef void suggest(self, PlanTree tree, int thread, Response* response, Plan* plan) noexcept nogil
    cdef void complete_plan(self, int thread, const Plan* wanted, int free, Response* response, Plan* plan) noexcept nogil
    cdef void simulate_trees(self) noexcept nogil
    cdef void end_response(self) noexcept nogil
    cdef void initial_plan(self, int seat, Plan* plan) noexcept nogil
    cdef void add_initial_plan(self) noexcept nogil
    cdef void end_initial_plans(self) noexcept nogil
    cdef void improve(self) noexcept nogil
    cdef void make_batch(self) noexcept nogil
