cimport cython
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from fastcore.game cimport POSITION_WORDS, Game


@cython.final      # a subclass could replace methods that the core relies on
cdef class State:
    cdef readonly Game game
    cdef uint64_t data[POSITION_WORDS]      # the position; an array of words, so that it is aligned for every struct

    cdef inline void* position(self) noexcept nogil:
        return <void*>self.data

    cdef inline void write(self, void* position) noexcept nogil:
        """Copy the position to a buffer of POSITION_BYTES."""
        memcpy(position, self.data, self.game.size)

    cdef int in_range(self, const void* position, object move) except -1
    cdef int legal_at(self, const void* position, object move) except -1
    cdef int move_of(self, object move) except -1


cdef tuple kept_values(const double* values, int seats)
cdef object seat_of(Game game, object seat)
