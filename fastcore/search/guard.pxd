cdef class Guard:
    cdef object lock            # one thread at a time uses the search
    cdef long depth             # calls of that thread which are under way, one inside the other

    cdef int enter(self) except -1
    cdef int leave(self) except -1


cdef class Alone:
    cdef Guard guard
