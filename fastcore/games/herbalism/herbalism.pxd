from fastcore.game cimport Game
from fastcore.games.herbalism.moves cimport Action
from fastcore.games.herbalism.rules cimport Position, Rules
from fastcore.games.herbalism.tables cimport Deal


cdef class Herbalism(Game):
    cdef Rules rules
    cdef const Deal* deals
    cdef object text_spec       # the reading.Spec used to validate position texts

    cdef object table(self, const Position* p, object viewer)
    cdef object from_table(self, object table, Position* p)
    cdef int choices(self, const Position* p, int policy, int* moves) noexcept nogil
    cdef str deal_observation(self, int move, int viewer)
    cdef str action_observation(self, const Position* before, const Position* after, int move, int viewer)
    cdef str gift_observation(self, const Position* before, int move, int viewer)
    cdef str cards_handed_over(self, const Position* before, Action action, bint visible)
    cdef list revealed_cards(self, const Position* before, const Position* after, int viewer)
