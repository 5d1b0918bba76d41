"""The types of players that Herbalism's blueprint knows, and the parameters of each; `fit.py` explains them.

`waiting` cures and replies only if it is as sure as the bot `deducer`. `patient` cures as late, but replies by expected
points. `even` and `guessing` are what `python -m fastcore.games.herbalism.fit` finds in games of the bot `improver` that
expects others to be patient, or to guess early. OWN is the later play of the deciding seat itself, unless all others are
waiting or patient; then it is patient too. A player that expects patient players to guess early loses to them
(docs/benchmarks.md).
"""

cdef enum:
    SURE = 0                # parameters
    MARGIN = 1
    WAITING = 2
    TRUST = 3
    SOFT = 4
    FOLLOWED = 5
    PARAMETERS = 6

cdef enum:
    PATIENT = 1             # types from this one down wait until they are sure
    TYPES = 4               # waiting, patient, even, guessing
    OWN = 4

cdef extern from *:
    """
    static const double HERBALISM_BLUEPRINT[5][6] = {
        {0.6, 0.05, 1.8, 1.0, 0.2, 0.15},
        {0.6, 0.1, 0.7, 1.5, 0.4, 0.15},
        {0.5, 0.35, 0.4, 1.0, 0.2, 0.15},
        {0.4, 0.3, 0.2, 1.0, 0.2, 0.15},
        {0.35, 0.2, 0.4, 1.0, 0.2, 0.15}
    };
    """
    const double HERBALISM_BLUEPRINT[TYPES + 1][PARAMETERS]
