from fastcore.games.herbalism.herbalism cimport Herbalism
from fastcore.games.herbalism.rules cimport Position
from fastcore.games.herbalism.worlds cimport Seen
from fastcore.knowledge cimport Knowledge


cdef int checked_move(int move) except -1


cdef class HerbalismObserver(Knowledge):
    cdef Herbalism rules
    cdef Position p             # the public table; of the cards only the own hand, and the pair once it is seen
    cdef int me                 # -1 for everybody

    cdef int may_hold(self, int seat) except -1
    cdef int may_give(self) except -1
    cdef int learn(self, Seen seen) except -1
    cdef int learn_deal(self, const signed char* hand) except -1
    cdef int learn_hands(self, tuple hands) except -1
    cdef int pass_cards(self, int giver, int taker, int colour, int number) except -1
    cdef object tell(self, list events, str kind, int seat, tuple where, dict values)
    cdef object take_action(self, str text, int move, list facts, list events)
    cdef object take_gift(self, str text, int move, list facts, list events)
    cdef object take_marker(self, int move, list facts, list events)
    cdef object settle_cure(self, list facts, list events)
