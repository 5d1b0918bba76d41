from fastcore.games.herbalism.herbalism cimport Herbalism
from fastcore.games.herbalism.observation cimport Observation
from fastcore.games.herbalism.rules cimport Position
from fastcore.knowledge.knowledge cimport Knowledge


cdef int checked_move(int move) except -1


cdef class HerbalismObserver(Knowledge):
    cdef Herbalism herbalism
    cdef Position p             # the visible part; of the cards, only the viewer's hand, and the hidden pair once seen
    cdef int viewer             # the seat, or -1: everybody
    cdef double log_public      # of the probability of what does not depend on this round's cards, see `log_likelihood`

    cdef int possible_colours(self, int seat) except -1
    cdef int possible_gifts(self) except -1
    cdef int update_cards(self, Observation seen) except -1
    cdef int begin_cards(self, const signed char* hand) except -1
    cdef int reveal_cards(self, tuple hands) except -1
    cdef int move_visible_cards(self, int giver, int taker, int colour, int count) except -1
    cdef object add_event(self, list events, str kind, int seat, tuple cells, dict values)
    cdef object apply_action(self, str text, int move, list facts, list events)
    cdef Observation read_action(self, str text, int move, list facts, bint visible) except *
    cdef object apply_gift(self, str text, int move, list facts, list events)
    cdef object apply_marker(self, int move, list facts, list events)
    cdef object resolve(self, list facts, list events)
    cdef object fail_without_pair(self, list events)
    cdef object end_round(self, int winner, list facts, list events)
