"""Random games of Herbalism: one class of moves for all that is uniform, without texts."""

from fastcore.games.herbalism.moves cimport held_by, list_moves, make
from fastcore.games.herbalism.rules cimport ENDED, GIVE, Position, Rules, asked_colours
from fastcore.stream cimport Rng, below


cdef inline int legal_moves(const Position* p, const Rules* r, int* moves) noexcept nogil:
    """The legal moves of the seat to decide, with all hands known."""
    cdef int gifts = asked_colours(p, p.card, p.action, p.seat) if p.phase == GIVE else 0
    return list_moves(p, r, held_by(p, p.seat), gifts, moves)
