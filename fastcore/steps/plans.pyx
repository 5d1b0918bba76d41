"""Choices that seats make together in secret."""

from libc.stdlib cimport free, malloc

from fastcore.state cimport State

from operator import index


cdef class Plan:
    """The choices that a seat has made in secret, and where it makes the next one. It never changes.

    Attributes:
        state: the position as far as the seat knows it. Nothing plays on it.
        lines: the choices, a tuple.
        complete: whether the seat has no more choices before the plans are revealed.
    """

    cdef readonly State state
    cdef readonly tuple lines
    cdef readonly bint complete

    def __cinit__(self, State state not None, tuple lines not None, bint complete):
        self.state, self.lines, self.complete = state, lines, complete


def ascending_moves(State state not None):
    """Return the actor's legal moves in ascending order; [] at chance nodes and at the end."""
    cdef int i, count
    cdef bint ascending = True
    cdef int* moves
    cdef list found
    if state.game.actor(state.position()) < 0:
        return []
    moves = <int*>malloc(state.game.max_moves * sizeof(int))
    if moves == NULL:
        raise MemoryError
    try:
        count = state.game.moves(state.position(), moves)
        for i in range(1, count):
            ascending = ascending and moves[i - 1] < moves[i]
        found = [moves[i] for i in range(count)]
    finally:
        free(moves)
    if not ascending:
        found.sort()
    return found


def empty_plan(State state not None, int seat):
    """Return the Plan of a seat before its first choice in the stage of a position, or None if it has no choice.

    In the plan's position, earlier seats have made their first legal choices. The seat does not see them, and its own
    choices do not depend on them.
    """
    cdef State here = state.copy()
    cdef void* position = here.position()
    cdef int stage = here.game.stage(position), actor = here.game.actor(position)
    cdef int* moves = NULL
    if actor != seat:
        moves = <int*>malloc(here.game.max_moves * sizeof(int))
        if moves == NULL:
            raise MemoryError
        with nogil:
            while actor >= 0 and actor != seat and here.game.stage(position) == stage:
                here.game.moves(position, moves)
                here.game.play(position, moves[0])
                actor = here.game.actor(position)
        free(moves)
    return Plan(here, (), False) if actor == seat and here.game.stage(position) == stage else None


def with_line(Plan plan not None, int seat, object action):
    """Return a seat's Plan with another line.

    Raises:
        IllegalMove: the line is not legal.
    """
    cdef State after
    line = index(action)
    after = plan.state.after(line)
    actor = after.game.actor(after.position())
    lines = (*plan.lines, line)
    if actor >= 0 and after.game.stage(after.position()) == plan.state.game.stage(plan.state.position()):
        return Plan(after, lines, actor != seat)
    return Plan(plan.state, lines, True)    # `after` shows the effect of choices that nobody has made
