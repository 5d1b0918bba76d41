"""The weight of each term of the forest game's evaluation, in hundredths of a pawn. Written, not edited, by

    python -m fastcore.games.forest.fit --games 2000 --simulations 1000 --ridge 2 --seed 1

Held-out log-loss 0.51397 (0.51526 with the weights before).
"""

cdef enum:
    TERMS = 9

cdef extern from *:
    """
    static const short FOREST_WEIGHT[9] = {
        129, 64, 62, 24, 9, 182, 111, 28, 6
    };
    """
    const short FOREST_WEIGHT[9]
