from fastcore.game cimport Game
from fastcore.games.herbs.position cimport Position, Rules


cdef class Herbs(Game):
    cdef Rules rules
    cdef Position start_position
