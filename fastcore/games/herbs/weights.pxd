"""The weight of each term of the evaluation of Herbs. Written, not edited, by

    python -m fastcore.games.herbs.fit --games 1500 --simulations 1000 --ridge 2 --seed 11
"""

cdef enum:
    TERMS = 4

cdef extern from *:
    """
    static const double HERBS_WEIGHT[4] = {1.0998, 0.1462, 0.6299, 0.1949};
    """
    const double HERBS_WEIGHT[4]
