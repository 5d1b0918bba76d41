from fastcore.games.herbalism.herbalism cimport Herbalism
from fastcore.games.herbalism.rules cimport Position
from fastcore.games.herbalism.worlds cimport Seen, Worlds
from fastcore.knowledge cimport Knowledge


cdef class HerbalismKnowledge(Knowledge):
    cdef Herbalism rules
    cdef Position p             # the public table; of the cards only the own hand, and the pair once it is seen
    cdef int me                 # -1 for everybody
    cdef Worlds worlds_now      # None until they are asked for, where they begin with a view
    cdef bint blind             # follows the table only
    cdef HerbalismKnowledge origin      # what was known before the first of `since`, None if that is nothing
    cdef tuple since            # what was observed and supposed in this round: (is it an observation, text)

    cdef Worlds ways(self)
    cdef int pass_cards(self, int giver, int taker, int colour, int number) except -1
    cdef int learn(self, Seen seen) except -1
    cdef object tell(self, list events, str kind, int seat, tuple where, dict values)
    cdef object take_action(self, str text, int move, list facts, list events)
    cdef object take_gift(self, str text, int move, list facts, list events)
    cdef object take_marker(self, int move, list facts, list events)
    cdef object settle_cure(self, list facts, list events)
