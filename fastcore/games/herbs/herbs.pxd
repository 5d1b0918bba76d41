from fastcore.game cimport Game
from fastcore.games.herbs.rules cimport Position, Rules


cdef class Herbs(Game):
    cdef Rules rules
    cdef Position first         # the start
