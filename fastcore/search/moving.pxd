"""Re-rooting a tree: the part below a move is copied into a new tree."""

from libc.stdint cimport uint32_t

from fastcore.search.store cimport Store


cdef class MovingStore(Store):
    cdef uint32_t* moved        # while nodes are copied to another store: their places there by line of this arena, 0 for none

    cdef int follow(self, MovingStore old, int move) except -1
    cdef bint copy_below(self, MovingStore old, uint32_t place) noexcept nogil
    cdef uint32_t transplant(self, MovingStore old, uint32_t place) noexcept nogil
    cdef uint32_t copy_node(self, MovingStore old, uint32_t place) noexcept nogil
    cdef bint copy_edges(self, MovingStore old, uint32_t fresh) noexcept nogil
