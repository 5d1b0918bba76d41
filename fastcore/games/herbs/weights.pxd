"""The weight of each term of the evaluation of Herbs. Written, not edited, by

    python -m fastcore.games.herbs.fit --games 2000 --simulations 1500 --ridge 2 --seed 1

Held-out log-loss 0.49942 (0.51216 with the weights before).
"""

cdef enum:
    TERMS = 8

cdef extern from *:
    """
    static const double HERBS_WEIGHT[8] = {
        0.0553234955, 0.00324854676, 0.388243385, 0.0857335403, 0.218900227, 0.159277799, 0.0199870881,
        -0.0430345272
    };
    """
    const double HERBS_WEIGHT[8]
