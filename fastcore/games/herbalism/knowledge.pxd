from fastcore.games.herbalism.observing cimport HerbalismObserver
from fastcore.games.herbalism.rules cimport Position
from fastcore.games.herbalism.worlds cimport Seen, Worlds


cdef enum:
    STEP_SEEN = 4               # things that one observation says of the cards


cdef class Step:
    """One thing that was learned in a round: what the table was before, the move (-1 where it is not seen whole), and
    what it says of the cards. `fact` is the text of what was supposed, else None."""

    cdef Position before
    cdef int move
    cdef Seen seen[STEP_SEEN]
    cdef int count
    cdef object fact


cdef class HerbalismKnowledge(HerbalismObserver):
    cdef Worlds worlds_now      # None until they are asked for, where they begin with a view
    cdef HerbalismKnowledge origin      # what was known before the first of `since`, None if that is nothing
    cdef tuple since            # what was observed and supposed in this round: (is it an observation, text)
    cdef tuple steps            # the same as Steps
    cdef Step step              # the one that is being learned

    cdef Worlds ways(self)
