"""The weight of each term of the evaluation of Herbs."""

cdef enum:
    TERMS = 8

cdef extern from *:
    """
    static const double HERBS_WEIGHT[8] = {
        0.1666667, 0.01666667, 0.5, 0.06666667, 0.1666667, 0, 0, 0
    };
    """
    const double HERBS_WEIGHT[8]
