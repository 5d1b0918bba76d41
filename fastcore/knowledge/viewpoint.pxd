cimport cython

from fastcore.game cimport Game
from fastcore.knowledge.knowledge cimport Knowledge


@cython.final      # the core trusts what a Viewpoint answers
cdef class Viewpoint:
    cdef readonly Game game
    cdef readonly object seat
    cdef Knowledge knowledge
    cdef object begun           # the text of the view that it was begun from, None for the start
    cdef tuple learned          # what was taken in since then: (is it an observation, text)

    cdef int add(self, object fact) except -1
    cdef int move_of(self, object move) except -1
    cdef str text_of(self, object move)
