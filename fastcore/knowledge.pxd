from fastcore.game cimport Game
from fastcore.state cimport State


cdef class Knowledge:
    cdef readonly Game game
    cdef readonly object seat       # None: what everybody knows


cdef class OpenKnowledge(Knowledge):
    cdef State known
