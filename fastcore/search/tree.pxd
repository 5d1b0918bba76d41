"""One tree of one search: how it grows."""

from libc.stdint cimport uint32_t, uint64_t

from fastcore.game cimport MOST_SEATS, POSITION_WORDS
from fastcore.search.node cimport Edges, Node
from fastcore.search.store cimport Store
from fastcore.stream cimport Rng

cdef enum:
    DEEPEST = 4096              # decisions from the root; a simulation that gets there is valued where it is

cdef struct Step:               # of a simulation's way down
    uint32_t place
    uint32_t edge
    bint linked                 # the edge was given its node
    float minimax               # the node's before the simulation,
    double before[MOST_SEATS]   # and its value


cdef class Tree(Store):
    cdef Rng rng
    cdef bint limited                           # some of the root's edges are closed
    cdef unsigned char* closed                  # by root edge: not to be searched now
    cdef Step* steps                            # the last simulation's way down,
    cdef int depth                              # its length,
    cdef uint32_t leaf                          # the node where it ended, 0 if at a leaf without one,
    cdef double result[MOST_SEATS]              # and what it brought back
    cdef uint64_t parent[POSITION_WORDS]        # the position of the node where it ended
    cdef int due                                # more simulations that are to go that way

    cdef int configure(self, object options, int policy) except -1
    cdef int select(self, Node* node, const void* position) noexcept nogil
    cdef int select_slowly(self, Node* node, const Edges* edges, const unsigned char* closed) noexcept nogil
    cdef double node_worth(self, const Node* node) noexcept nogil
    cdef double worth_for(self, const Edges* edges, uint32_t i, int seat) noexcept nogil
    cdef int drawn(self, const Node* node) noexcept nogil
    cdef void grow(self, long n) noexcept nogil
    cdef void simulate(self) noexcept nogil
    cdef bint try_another(self) noexcept nogil
    cdef void take_value(self, const Edges* edges, uint32_t i) noexcept nogil
    cdef void value_leaf(self, void* position, const Edges* edges, uint32_t i) noexcept nogil
    cdef void back_up(self) noexcept nogil
    cdef double seen_by(self, int seat) noexcept nogil
    cdef void renew(self, Node* node, uint32_t i, const Step* below, float square) noexcept nogil
    cdef void guide(self, const Edges* edges, uint32_t i, const Node* child) noexcept nogil
    cdef float minimax_of(self, const Edges* edges, uint32_t i) noexcept nogil
    cdef void back_up_minimax(self, Node* node, const Edges* edges, uint32_t changed) noexcept nogil
    cdef void best_value(self, Node* node) noexcept nogil
    cdef void bounds(self, const Edges* edges, uint32_t i, double* lower, double* upper) noexcept nogil
    cdef void tighten(self, Node* node) noexcept nogil
    cdef int principal(self, const Node* node) noexcept nogil
