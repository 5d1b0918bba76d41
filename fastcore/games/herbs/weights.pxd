"""The weight of each term of the evaluation of Herbs. Written, not edited, by

    python -m fastcore.games.herbs.fit --games 2700 --simulations 1500 --ridge 2 --seed 1

Held-out log-loss 0.49717 (0.49805 with the weights before).
"""

cdef enum:
    TERMS = 9

cdef extern from *:
    """
    static const double HERBS_WEIGHT[9] = {
        0.0400267925, 0.00245356402, 0.376688643, 0.0951894078, 0.0584658692, 0.037426432, 0.187057692,
        0.0215316204, -0.104822773
    };
    """
    const double HERBS_WEIGHT[9]
