"""The weight of each term of the evaluation of Herbs. Written, not edited, by

    python -m fastcore.games.herbs.fit --games 2700 --simulations 1500 --ridge 2 --seed 1

Held-out log-loss 0.50101 (0.50229 with the weights before).
"""

cdef enum:
    TERMS = 9

cdef extern from *:
    """
    static const double HERBS_WEIGHT[9] = {
        0.0454701221, 0.0028168211, 0.358740473, 0.0869179456, 0.176199505, 0.0258523949, 0.177236792, 0.0206262419,
        -0.0971784159
    };
    """
    const double HERBS_WEIGHT[9]
