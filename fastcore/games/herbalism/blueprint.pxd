"""How people are taken to play a round of Herbalism; `fit.py` explains the terms.

Chosen by matches between a first guess and what `python -m fastcore.games.herbalism.fit` finds in self-play: those two play
alike, and what lies between them not worse.
"""

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
        0.6, 0.04, 0.2, 0.6, 1.5, 0.15
    };
    """
    const double HERBALISM_BLUEPRINT[6]
