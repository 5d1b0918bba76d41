"""A natural logarithm that is the same on every machine.

libm's log differs between platforms in its last digit, and one digit can change a search. Every operation here is exact
or correctly rounded under IEEE 754.
"""

cdef extern from "<math.h>" nogil:
    double frexp(double x, int* exponent)

cdef enum:
    # log(m) = 2 (s + s^3/3 + s^5/5 + ...) with s = (m - 1) / (m + 1). Here |s| <= 0.172, so eleven terms are enough.
    LOG_TERMS = 11


cdef inline double log_of(double x) noexcept nogil:
    """Return the natural logarithm of a positive number, within two units in the last place for x of at least 2."""
    cdef int power, i
    cdef double m = frexp(x, &power), s, square, sum = 0
    if m < 0.7071067811865476:  # bring it nearer to 1
        m *= 2
        power -= 1
    s = (m - 1) / (m + 1)
    square = s * s
    for i in range(LOG_TERMS, 0, -1):
        sum = sum * square + 1.0 / (2 * i - 1)
    # log 2 in two parts (like fdlibm), so that the product with the power is exact
    return power * 0.6931471803691238 + (2 * s * sum + power * 1.9082149292705877e-10)
