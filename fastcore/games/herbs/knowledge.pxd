from fastcore.games.herbs.observing cimport HerbsObserver
from fastcore.games.herbs.rules cimport Position


cdef class HerbsKnowledge(HerbsObserver):
    cdef list unseen(self)
    cdef int playable(self, object move) except -1
    cdef object rest(self, int seat)
    cdef object new_rest(self, int seat)
    cdef object as_state(self, const Position* position)
    cdef list greedy_rest(self, int seat, object stream, int policy)
