"""What becomes of a tree when its root moves on."""

from libc.stdint cimport uint32_t

from fastcore.search.arena cimport Arena
from fastcore.search.store cimport Store


cdef class MovingStore(Store):
    cdef int advance(self, int move) except -1
    cdef uint32_t transplant(self, Arena* arena, uint32_t place) noexcept nogil
    cdef uint32_t copy_node(self, Arena* arena, uint32_t place) noexcept nogil
    cdef bint copy_edges(self, Arena* arena, uint32_t fresh) noexcept nogil
