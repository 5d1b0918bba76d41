"""The weight of each term of the evaluation of Herbs. Written, not edited, by

    python -m fastcore.games.herbs.fit --games 1500 --simulations 1000 --random 0.1 --ridge 2 --seed 21

with the weights whose file has the sha256 9cc0dbbe60fd74dd... in use.

Held-out log-loss 0.36949 (0.37583 with the weights before).
"""

cdef enum:
    TERMS = 4

cdef extern from *:
    """
    static const double HERBS_WEIGHT[4] = {
        1.37299965, 0.17323734, 0.727756294, 0.19630337
    };
    """
    const double HERBS_WEIGHT[4]
