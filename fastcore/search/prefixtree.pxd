from libc.stdint cimport int64_t

from fastcore.search.stage cimport MOST_STEPS, Plan, Stage
from fastcore.stream cimport Rng

cdef struct Child:
    int move
    int node            # -1 until it has been visited twice
    int visits
    float prior
    double total        # the seat's own value over its visits

cdef struct Prefix:
    # What a seat has chosen so far in this stage
    Child* children
    int count
    int visits
    double total


cdef class PrefixTree:
    cdef Stage stage
    cdef int seat
    cdef bint plain             # UCB1 without priors
    cdef Prefix* nodes
    cdef int count
    cdef int room
    cdef size_t used            # bytes
    cdef size_t most            # bytes it may use
    cdef bint full              # a node could not be made for want of memory
    cdef int path[MOST_STEPS]   # the nodes of the way down,
    cdef int taken[MOST_STEPS]  # and the child taken at each
    cdef int depth

    cdef int expand(self, const void* position, int step, Rng* rng) noexcept nogil
    cdef int draw(self, const void* position, int step, Rng* rng) noexcept nogil
    cdef int pick(self, const Prefix* node, double exploration) noexcept nogil
    cdef void descend(self, double exploration, Rng* rng, Plan* made) noexcept nogil
    cdef void back(self, double value) noexcept nogil
    cdef int fixed(self) noexcept nogil
    cdef int favourite(self, const Prefix* node) noexcept nogil
    cdef void sample(self, Rng* rng, Plan* made) noexcept nogil
    cdef void suggest(self, bint best, Rng* rng, Plan* made) noexcept nogil
    cdef void follow(self, int child, Plan* made) noexcept nogil
