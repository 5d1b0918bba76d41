"""The parameters of Herbalism's blueprint; `fit.py` explains them.

They were chosen in matches against deducers and against the values that `python -m fastcore.games.herbalism.fit` finds
in self-play. A player that expects others to guess as early as searches do loses to patient players
(docs/benchmarks.md).
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
