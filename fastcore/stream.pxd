"""The random numbers of the core: one 64-bit state, wyrand's step (Wang Yi, wyhash final version 4)."""

cimport cython
from libc.stdint cimport uint64_t

from fastcore.bits cimport high_product

cdef struct Rng:
    uint64_t state


cdef inline uint64_t next_word(Rng* rng) noexcept nogil:
    cdef uint64_t other
    rng.state += <uint64_t>0xa0761d6478bd642f
    other = rng.state ^ <uint64_t>0xe7037ed1a0b428db
    return high_product(rng.state, other) ^ (rng.state * other)


cdef inline uint64_t below(Rng* rng, uint64_t n) noexcept nogil:
    """From 0 to n-1; the bias is below n / 2**64."""
    return high_product(next_word(rng), n)


cdef inline double unit(Rng* rng) noexcept nogil:
    """In [0, 1), in steps of 2**-53."""
    return <double>(next_word(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline uint64_t mixed(uint64_t a, uint64_t b) noexcept nogil:
    """Two words stirred into one, for keys."""
    a ^= <uint64_t>0x9e3779b97f4a7c15
    b ^= <uint64_t>0xd1b54a32d192ed03
    return high_product(a, b) ^ (a * b) ^ (b << 32 | b >> 32)


cdef Rng named(object seed, tuple key) except *


@cython.final      # the core trusts what a Stream draws
cdef class Stream:
    cdef Rng rng
