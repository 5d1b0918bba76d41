from fastcore.search.hands cimport HandSearch


cdef class Improver(HandSearch):
    pass
