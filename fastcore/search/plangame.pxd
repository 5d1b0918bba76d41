from libc.stdint cimport int64_t, uint64_t

from fastcore.search.matching cimport MAX_PLANS
from fastcore.search.prefixtree cimport PrefixTree
from fastcore.search.stage cimport Plan, Stage
from fastcore.stream cimport Rng


cdef class PlanGame:
    cdef Stage stage
    cdef uint64_t seed              # of the random numbers that all cells have in common
    cdef Rng rng                    # draws the plans
    cdef int most[2]                # by seat: plans that are kept
    cdef int candidates             # plans tried as answers before the other seat's turn
    cdef int most_samples
    cdef Plan* pool[2]
    cdef int count[2]
    cdef double weights[2][MAX_PLANS]      # the mixed strategies
    cdef int64_t visits[2][MAX_PLANS]      # simulations of each plan
    cdef double* payoffs            # [first * MAX_PLANS + second], the first seat's
    cdef bint* noisy
    cdef int samples                # of each cell that is noisy
    cdef double value
    cdef int64_t simulations
    cdef int begun                  # plans made to begin with,
    cdef int first_plans            # of so many a seat,
    cdef int solved_every           # solved anew after so many of both
    cdef int side                   # the seat that looks for an answer
    cdef int tried
    cdef PrefixTree first           # decoupled UCT, whose plans are tried as answers too
    cdef PrefixTree second
    cdef int grow                   # its simulations before each answer,
    cdef int grown                  # made of them,
    cdef int64_t all_grown          # and in all
    cdef int rounds                 # answers that both seats have looked for
    cdef Plan best                  # answer so far
    cdef double best_worth
    cdef double best_against[MAX_PLANS]    # what it is worth to its seat against each of the other's plans
    cdef int likely[MAX_PLANS]     # the other's plans that matter, the likeliest first,
    cdef double likely_weight[MAX_PLANS]   # with their weights, which sum to 1
    cdef int likely_count
    cdef int parent                 # the plan that is varied: -1 the best answer, else its number
    cdef int kind                   # how, and in which step:
    cdef int step
    cdef int other_step
    cdef int varied                 # so often in the same way
    cdef bint noting                # whether somebody asks for the last simulation:
    cdef bint noted
    cdef Plan noted_plan[2]         # its plans,
    cdef int noted_sample           # and the number of its world and luck
    cdef int64_t* looked            # by move: simulations of plans that go on with it,
    cdef double* seen               # and the best value among them, the searching seat's

    cdef void note(self, const Plan* first, const Plan* second, int sample) noexcept nogil
    cdef double look(self, const Plan* first, const Plan* second, bint* noisy) noexcept nogil
    cdef void fill(self, int row, int column) noexcept nogil
    cdef bint holds(self, int seat, const Plan* plan) noexcept nogil
    cdef void add(self, int seat, const Plan* plan) noexcept nogil
    cdef double worth(self, int seat, const Plan* plan, double* against) noexcept nogil
    cdef double known(self, int seat, int number, int other) noexcept nogil
    cdef double known_worth(self, int seat, int number) noexcept nogil
    cdef void resolve(self) noexcept nogil
    cdef void choose_way(self) noexcept nogil
    cdef void vary(self, int seat, const Plan* parent, Plan* made) noexcept nogil
    cdef void begin_answer(self, int seat) noexcept nogil
    cdef void try_answer(self) noexcept nogil
    cdef void end_answer(self) noexcept nogil
    cdef void grow_trees(self) noexcept nogil
    cdef void refine(self) noexcept nogil
    cdef void first_plan(self, int seat, Plan* made) noexcept nogil
    cdef void seed_plan(self) noexcept nogil
    cdef void all_begun(self) noexcept nogil
    cdef void go_on(self) noexcept nogil
    cdef void parcel(self) noexcept nogil
    cdef void note_look(self, int seat, const Plan* plan, int64_t before, double worth) noexcept nogil
