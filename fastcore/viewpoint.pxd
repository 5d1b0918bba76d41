from fastcore.state cimport State


cdef class Viewpoint:
    cdef readonly object seat
    cdef State known
