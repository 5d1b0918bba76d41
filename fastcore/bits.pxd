"""Bit tricks on 64-bit words, in C: count, lowest set bit, k-th set bit, high half of a product. And prefetching."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static inline int bit_count(uint64_t w) { return (int)__popcnt64(w); }
    static inline int lowest_bit(uint64_t w) { unsigned long i; _BitScanForward64(&i, w); return (int)i; }
    static inline uint64_t high_product(uint64_t a, uint64_t b) { return __umulh(a, b); }
    #else
    static inline int bit_count(uint64_t w) { return __builtin_popcountll(w); }
    static inline int lowest_bit(uint64_t w) { return __builtin_ctzll(w); }
    static inline uint64_t high_product(uint64_t a, uint64_t b) { return (uint64_t)(((unsigned __int128)a * b) >> 64); }
    #endif

    /* begin to load the cache line of an address, which may be invalid */
    #if defined(__GNUC__) || defined(__clang__)
    #define prefetch(address) __builtin_prefetch(address)
    #else
    #define prefetch(address) ((void)(address))
    #endif

    #ifdef __BMI2__
    #include <immintrin.h>
    /* index of the k-th set bit, from 0; k < bit_count(w) */
    static inline int nth_bit(uint64_t w, int k) { return lowest_bit(_pdep_u64((uint64_t)1 << k, w)); }
    #else
    static inline int nth_bit(uint64_t w, int k) {
        /* byte sums: byte i of `sums` counts the set bits of bytes 0..i; find the byte, then walk it */
        uint64_t s = w - ((w >> 1) & 0x5555555555555555u);
        s = (s & 0x3333333333333333u) + ((s >> 2) & 0x3333333333333333u);
        s = ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u;
        uint64_t want = (uint64_t)k * 0x0101010101010101u;
        /* how many bytes have a running sum <= k */
        int byte = (int)(((((want | 0x8080808080808080u) - s) & 0x8080808080808080u) >> 7) * 0x0101010101010101u >> 56);
        int shift = byte * 8;
        int left = k - (byte ? (int)((s >> (shift - 8)) & 255) : 0);
        unsigned rest = (unsigned)(w >> shift) & 255;
        while (left--) rest &= rest - 1;
        return shift + lowest_bit(rest);
    }
    #endif
    """
    int bit_count(uint64_t word) noexcept nogil
    int lowest_bit(uint64_t word) noexcept nogil
    int nth_bit(uint64_t word, int k) noexcept nogil
    uint64_t high_product(uint64_t a, uint64_t b) noexcept nogil
    void prefetch(const void* address) noexcept nogil
