cimport cython

from fastcore.game cimport Game
from fastcore.knowledge.knowledge cimport Knowledge


@cython.final      # the core trusts what a Viewpoint answers
cdef class Viewpoint:
    cdef readonly Game game
    cdef readonly object seat
    cdef Knowledge knowledge
    cdef object begun           # the text of the initial view, None for the start
    cdef tuple learned          # the history since then: (True for an observation or False for a fact, text)

    cdef int add(self, object fact) except -1
    cdef int move_of(self, object move) except -1
    cdef str text_of(self, object move)
