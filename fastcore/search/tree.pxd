"""One tree of one search: how it grows."""

from libc.stdint cimport uint32_t, uint64_t

from fastcore.game cimport POSITION_WORDS
from fastcore.search.node cimport Edges, Node
from fastcore.search.way_back cimport WayBack
from fastcore.stream cimport Rng

cdef class Tree(WayBack):
    cdef Rng rng
    cdef bint limited                           # some of the root's edges are closed
    cdef unsigned char* closed                  # by root edge: not to be searched now
    cdef uint64_t parent[POSITION_WORDS]        # the position of the node where it ended
    cdef int due                                # more simulations that are to go that way

    cdef int configure(self, object options, int policy) except -1
    cdef Tree after(self, int move)
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
