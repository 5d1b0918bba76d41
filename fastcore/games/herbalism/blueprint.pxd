"""How people are taken to play a round of Herbalism; `fit.py` explains the terms."""

cdef enum:
    SURE = 0
    LATER = 1
    LEAST = 2
    WAITING = 3
    TRUST = 4
    FOLLOWED = 5

cdef extern from *:
    """
    static const double HERBALISM_BLUEPRINT[6] = {
        0.55, 0.02, 0.3, 0.8, 4, 0.3
    };
    """
    const double HERBALISM_BLUEPRINT[6]
