from fastcore.search.deepening cimport Deepening
from fastcore.state cimport State


cdef class AlphaBeta:
    cdef State state            # the root's position
    cdef Deepening search
    cdef object lock            # one thread at a time looks at the search or goes on with it
    cdef object seed
    cdef set allowed            # the moves that the search is limited to; None for all

    cdef int limit_root(self, set moves) except -1
    cdef object rows(self, State state, list records)
