from fastcore.game cimport Game
from fastcore.games.herbalism.deals cimport Deal
from fastcore.games.herbalism.moves cimport Act
from fastcore.games.herbalism.rules cimport Position, Rules


cdef class Herbalism(Game):
    cdef Rules rules
    cdef const Deal* deals
    cdef object judged      # what refusals need of the spec

    cdef object table(self, const Position* p, object seat)
    cdef str seen(self, const Position* p, int move, object seat)
    cdef object lay(self, object table, Position* p)
    cdef int choices(self, const Position* p, int policy, int* moves) noexcept nogil
    cdef int told(self, const Position* before, Act a)
    cdef str handed(self, const Position* before, Act a, bint concerned)
    cdef list resolved(self, const Position* before, const Position* after, int move, int viewer)
