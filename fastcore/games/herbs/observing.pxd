from fastcore.games.herbs.herbs cimport Herbs
from fastcore.games.herbs.rules cimport Position
from fastcore.knowledge cimport Knowledge


cdef class HerbsObserver(Knowledge):
    cdef Herbs herbs
    cdef Position position      # masked: what this seat sees
    cdef Position written       # masked, as it was before anything of this round's plans was revealed; where `replayed`
    cdef bint replayed
    cdef list left              # by seat: the AP that it may have, where its complete plan is hidden; else None
    cdef list lost              # by seat: what it lost to bids and fire since it wrote its plan, as far as was seen
    cdef list writers           # by seat: the Herbs that its plan may name
    cdef list rests             # by seat: its Rest, once it was asked for

    cdef tuple may_write(self, int seat)
    cdef bint writes_unseen(self, int seat)
    cdef bint covered(self, int seat)
    cdef int items_known(self, int seat)
    cdef int bid_of(self, int move)
    cdef set may_have(self, int seat)
    cdef int begin_left(self) except -1
    cdef list follow(self, text)
    cdef list step_unseen(self, str text, int move)
    cdef list settle(self, str text, int move, list facts)
    cdef set may_have_had(self, str text, int seat, list facts, Position* filled)
    cdef set fitting(self, const Position* filled, int seat, tuple pair, set had, list some, int move, list facts)
    cdef set fill_in(self, str text, int seat, list facts, Position* filled)
    cdef list tried(
        self, const Position* filled, int first, int second, int move, list facts, Position* after, list learned
    )
