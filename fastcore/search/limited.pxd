"""Searches limited to some moves of the root."""

from fastcore.state cimport State


cdef inline set numbers_of(State state, object moves, set allowed):
    """The numbers of moves given as numbers or texts, all of them among those allowed (None: any).

    IllegalMove for one that is not legal, ValueError if there is none or one is not among those allowed.
    """
    chosen = {state.move_of(move) for move in moves}
    if not chosen:
        raise ValueError("no moves to search")
    if allowed is not None and not chosen <= allowed:
        raise ValueError("these moves are not among those that the search was begun with")
    return chosen
