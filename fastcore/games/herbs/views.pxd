"""What a seat may see, as a Position of the same kind: UNKNOWN stands once for all that is unrevealed of a plan.

The AP of a seat whose plan is hidden are those that the view shows.
"""

from fastcore.games.herbs.rules cimport ENDED, MAX_PLAN, NONE, UNKNOWN, WRITE, Position, Rules, cost_of


cdef inline int revealed(const Position* position) noexcept nogil:
    """How many items of a complete plan everybody knows."""
    return 0 if position.phase == WRITE else position.slot + 1


cdef inline void hide_plan(Position* position, const Rules* rules, int seat) noexcept nogil:
    """Hide what is not revealed of a seat's plan."""
    cdef bint writing = position.phase == WRITE and position.side == seat
    cdef int k, shown = revealed(position), written = position.written[seat]
    if written <= shown:
        return
    position.arena.ap[seat] += position.veil[seat]
    position.veil[seat] = 0
    for k in range(shown, MAX_PLAN):
        position.arena.ap[seat] += cost_of(rules, position.plan[seat][k])
        position.plan[seat][k] = NONE
    position.written[seat] = shown
    if not writing:
        position.plan[seat][shown] = UNKNOWN
        position.written[seat] = shown + 1


cdef inline void mask(Position* position, const Rules* rules, int seat) noexcept nogil:
    """Hide what a seat (-1: everybody) may not see."""
    cdef int other
    if position.phase == ENDED:
        return
    for other in range(2):
        if other != seat:
            hide_plan(position, rules, other)
    if seat != 0 and position.bid != NONE:
        position.bid = UNKNOWN
