"""Searches limited to some moves of the root."""


cdef inline set among(set chosen, set allowed):
    """The numbers of moves chosen, all of them among those allowed (None: any); ValueError if one is not, or there is none."""
    if not chosen:
        raise ValueError("no moves to search")
    if allowed is not None and not chosen <= allowed:
        raise ValueError("these moves are not among those that the search was begun with")
    return chosen
