"""PlanTree, one seat's tree over its own choices in a secret stage."""

from fastcore.search.plans.stage cimport MAX_STEPS, Plan, Stage
from fastcore.stream cimport Rng

cdef struct Child:
    int move
    int node            # index of its node; -1 until it has been visited twice
    int visits
    float prior
    int ranked          # the index of the child that was visited as the n-th, in the place n
    double total        # sum of the seat's values

cdef struct PlanNode:   # what the seat has chosen so far in this stage
    Child* children     # owned
    int count           # of children
    int tried           # children with visits
    int untried         # of the children without visits, the first with the highest prior; -1: not known yet
    int visits
    double total


cdef class PlanTree:
    cdef Stage stage
    cdef int seat
    cdef bint plain             # UCB1 without priors
    cdef PlanNode* nodes        # owned
    cdef int count
    cdef int capacity           # capacity in nodes
    cdef size_t used_bytes
    cdef size_t max_bytes
    cdef bint full              # whether a node could not be created
    cdef int path[MAX_STEPS]    # node indices of the last simulation
    cdef int taken[MAX_STEPS]   # the child taken in each
    cdef int depth              # length of the path

    cdef int expand(self, const void* position, int step, Rng* rng) noexcept nogil
    cdef int rollout_step(self, const void* position, int step, Rng* rng) noexcept nogil
    cdef int next_untried(self, const PlanNode* node) noexcept nogil
    cdef int select(self, PlanNode* node, double exploration) noexcept nogil
    cdef void descend(self, double exploration, Rng* rng, Plan* plan) noexcept nogil
    cdef void back_up(self, double value) noexcept nogil
    cdef int written_count(self) noexcept nogil
    cdef int most_visited(self, const PlanNode* node) noexcept nogil
    cdef void sample_plan(self, Rng* rng, Plan* plan) noexcept nogil
    cdef void best_plan(self, int child, Plan* plan) noexcept nogil
