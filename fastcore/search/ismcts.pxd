from libc.stdint cimport int64_t, uint64_t

from fastcore.search.hands cimport HandSearch


cdef struct Edge:           # a move in what a seat knows
    uint64_t key            # of both; 0: free
    int64_t visits
    double worth            # of the seat that decides there, added up


cdef struct Taken:          # on the way down
    Edge* edge
    int seat


cdef class Ismcts(HandSearch):
    cdef Edge* edges
    cdef uint64_t room      # a power of 2
    cdef uint64_t used
    cdef uint64_t most_bytes
    cdef int* moves
    cdef int depth_limit

    cdef void grow(self) noexcept nogil
    cdef bint full_now(self) noexcept nogil
    cdef uint64_t place_of(self, uint64_t key) noexcept nogil
    cdef Edge* edge_of(self, uint64_t key, bint make) noexcept nogil
    cdef bint choose(self, Taken* taken, int* move, int follows) noexcept nogil
