from fastcore.games.herbs.herbs cimport Herbs
from fastcore.games.herbs.position cimport Position
from fastcore.knowledge.knowledge cimport Knowledge


cdef class HerbsInformationState(Knowledge):
    cdef Herbs herbs
    cdef Position position          # what the seat sees
    cdef Position while_writing     # the same before any part of this round's plans was revealed; valid if `replayed`
    cdef bint replayed              # whether the seat has seen this round's plans completed
    cdef list possible_ap           # by seat: set of its possible AP; None if its plan is not hidden
    cdef list losses                # by seat: AP visibly lost to bids and fire since its plan was complete
    cdef list plan_herbs            # by seat: tuple of the Herbs that its plan may name
    cdef list hidden_plans          # by seat: cached HiddenPlan, or None

    cdef tuple herbs_of_plan(self, int seat)
    cdef bint writes_unseen(self, int seat)
    cdef bint has_hidden(self, int seat)
    cdef int known_items(self, int seat)
    cdef int bid_of(self, int move)
    cdef set ap_of(self, int seat)
    cdef int infer_ap_from_view(self) except -1
    cdef list update(self, text)
    cdef list update_without_facts(self, str text, int move)
    cdef list update_with_facts(self, str text, int move, list facts)
    cdef set ap_before_bids(self, str text, int seat, list facts, Position* filled)
    cdef set ap_that_fits(
        self, const Position* filled, int seat, tuple pair, set before, list distinct, int move, list facts
    )
    cdef set reveal_plan(self, str text, int seat, list facts, Position* filled)
    cdef list simulate(
        self, const Position* filled, int first_ap, int second_ap, int move, list facts, Position* after, list learned
    )
