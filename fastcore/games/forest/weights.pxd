"""The weight of each term of the forest game's evaluation, in hundredths of a pawn.

From a logistic regression of results on positions of self-play; `python -m fastcore.games.forest.fit` finds them anew.
"""

cdef enum:
    TERMS = 9

cdef extern from *:
    """
    static const short FOREST_WEIGHT[9] = {
        147, 74, 69, 25, 5, 170, 110, 32, 6
    };
    """
    const short FOREST_WEIGHT[9]
