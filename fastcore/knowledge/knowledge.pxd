from fastcore.game cimport Game
from fastcore.state cimport State


cdef class Knowledge:
    cdef readonly Game game
    cdef readonly object seat       # None: what everybody knows
    cdef str shown                  # the view, which all worlds share; None until it is needed if nothing is hidden
    cdef dict possible              # worlds: {position text: (State, a weight for each model)}; one world may have ""

    cdef tuple logs                 # of the probability of the observations under each model

    cdef State some(self)
    cdef list observe_openly(self, object text, bint listed)
    cdef list choices(self, State state)
    cdef list weigh_worlds(self, object model)
