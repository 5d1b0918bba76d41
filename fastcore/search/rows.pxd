"""What trees tell of a position: a record a move, merged over the trees."""

from fastcore.state cimport State

cdef object rows_of(State state, list found, set allowed)
cdef tuple value_of(list found)
cdef Found look(object tree, unsigned int place)


cdef class Found:
    """A node of one tree."""
    cdef object tree
    cdef unsigned int place
