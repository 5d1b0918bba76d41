"""What a simulation changes on its way back to the root."""

from libc.stdint cimport uint32_t

from fastcore.game cimport MAX_SEATS
from fastcore.search.moving cimport MovingStore
from fastcore.search.node cimport Edges, Node

cdef enum:
    DEEPEST = 4096              # decisions from the root; a simulation that gets there is valued where it is

cdef struct Step:               # of a simulation's way down
    uint32_t place
    uint32_t edge
    bint linked                 # the edge was given its node
    float minimax               # the node's before the simulation,
    double before[MAX_SEATS]   # and its value


cdef class WayBack(MovingStore):
    cdef Step* steps                            # the last simulation's way down,
    cdef int depth                              # its length,
    cdef uint32_t leaf                          # the node where it ended, 0 if at a leaf without one,
    cdef double result[MAX_SEATS]              # and what it brought back

    cdef void back_up(self) noexcept nogil
    cdef void renew(self, Node* node, uint32_t i, const Step* below, float square) noexcept nogil
    cdef void guide(self, const Edges* edges, uint32_t i, const Node* child) noexcept nogil
    cdef float minimax_of(self, const Edges* edges, uint32_t i) noexcept nogil
    cdef void back_up_minimax(self, Node* node, const Edges* edges, uint32_t changed) noexcept nogil
    cdef void best_value(self, Node* node) noexcept nogil
    cdef void bounds(self, const Edges* edges, uint32_t i, double* lower, double* upper) noexcept nogil
    cdef void tighten(self, Node* node) noexcept nogil
    cdef int principal(self, const Node* node) noexcept nogil
