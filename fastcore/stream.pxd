"""The random numbers of the core: wyrand (Wang Yi, wyhash final version 4), with one 64-bit state."""

cimport cython
from libc.stdint cimport uint64_t

from fastcore.bits cimport high_product

cdef struct Rng:
    uint64_t state


cdef inline uint64_t next_word(Rng* rng) noexcept nogil:
    """Return 64 random bits."""
    cdef uint64_t other
    rng.state += <uint64_t>0xa0761d6478bd642f
    other = rng.state ^ <uint64_t>0xe7037ed1a0b428db
    return high_product(rng.state, other) ^ (rng.state * other)


cdef inline uint64_t below(Rng* rng, uint64_t n) noexcept nogil:
    """Return a random number from 0 to n - 1; the bias is below n / 2**64."""
    return high_product(next_word(rng), n)


cdef inline double unit(Rng* rng) noexcept nogil:
    """Return a random number in [0, 1), a multiple of 2**-53."""
    return <double>(next_word(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline uint64_t mixed(uint64_t a, uint64_t b) noexcept nogil:
    """Return a hash of two words."""
    a ^= <uint64_t>0x9e3779b97f4a7c15
    b ^= <uint64_t>0xd1b54a32d192ed03
    return high_product(a, b) ^ (a * b) ^ (b << 32 | b >> 32)


cdef Rng named(object seed, tuple key) except *


@cython.final      # a subclass could replace methods that the core relies on
cdef class Stream:
    cdef Rng rng
