"""How people are taken to play a round of Herbalism; `fit.py` explains the terms.

Chosen by matches, against deducers and against what `python -m fastcore.games.herbalism.fit` finds in self-play: whoever
takes the others to guess as early as searches do loses to patient people (docs/benchmarks.md).
"""

cdef enum:
    SURE = 0
    MARGIN = 1
    WAITING = 2
    TRUST = 3
    SOFT = 4
    FOLLOWED = 5

cdef extern from *:
    """
    static const double HERBALISM_BLUEPRINT[6] = {
        0.6, 0.1, 0.7, 1.5, 0.4, 0.15
    };
    """
    const double HERBALISM_BLUEPRINT[6]
