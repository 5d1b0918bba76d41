from fastcore.games.herbalism.observing cimport HerbalismObserver
from fastcore.games.herbalism.worlds cimport Worlds


cdef class HerbalismKnowledge(HerbalismObserver):
    cdef Worlds worlds_now      # None until they are asked for, where they begin with a view
    cdef HerbalismKnowledge origin      # what was known before the first of `since`, None if that is nothing
    cdef tuple since            # what was observed and supposed in this round: (is it an observation, text)

    cdef Worlds ways(self)
