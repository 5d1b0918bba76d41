"""Spin locks and atomic numbers, for threads that search one tree or share one table.

A number that other threads may read without a lock is read and written with the functions here. They compile to plain
loads and stores of aligned words, which no processor splits.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    #include <windows.h>
    #define EXCHANGE_BYTE(lock, value) _InterlockedExchange8((volatile char*)(lock), (char)(value))
    #define FREE_BYTE(lock) (void)_InterlockedExchange8((volatile char*)(lock), 0)
    #define PEEK_BYTE(lock) (*(volatile char*)(lock))
    #define PAUSE() _mm_pause()
    #define YIELD() SwitchToThread()
    static __inline int64_t fetch_add(int64_t* number, int64_t added) {
        return _InterlockedExchangeAdd64((volatile __int64*)number, added);
    }
    #else
    #include <sched.h>
    #define EXCHANGE_BYTE(lock, value) __atomic_exchange_n((lock), (value), __ATOMIC_ACQUIRE)
    #define FREE_BYTE(lock) __atomic_store_n((lock), 0, __ATOMIC_RELEASE)
    #define PEEK_BYTE(lock) __atomic_load_n((lock), __ATOMIC_RELAXED)
    #if defined(__x86_64__) || defined(__i386__)
    #define PAUSE() __builtin_ia32_pause()
    #else
    #define PAUSE() ((void)0)
    #endif
    #define YIELD() sched_yield()
    static inline int64_t fetch_add(int64_t* number, int64_t added) {
        return __atomic_fetch_add(number, added, __ATOMIC_ACQ_REL);
    }
    #endif

    /* the thread sanitizer accepts only real atomics, which are slower for floats: they go through integer registers */
    #if defined(__SANITIZE_THREAD__)
    #define ACCESSORS(type, name) \\
        static inline type read_##name(const type* p) { type v; __atomic_load((type*)p, &v, __ATOMIC_RELAXED); return v; } \\
        static inline void write_##name(type* p, type v) { __atomic_store(p, &v, __ATOMIC_RELAXED); }
    #else
    #define ACCESSORS(type, name) \\
        static inline type read_##name(const type* p) { return *(const volatile type*)p; } \\
        static inline void write_##name(type* p, type v) { *(volatile type*)p = v; }
    #endif
    ACCESSORS(double, double)
    ACCESSORS(float, float)
    ACCESSORS(uint32_t, word)
    ACCESSORS(uint64_t, long_word)

    /* A holder works for well under a microsecond, unless its thread has lost its core. */
    static inline void acquire(unsigned char* lock) {
        int tries = 0;
        while (EXCHANGE_BYTE(lock, 1))
            while (PEEK_BYTE(lock)) {
                if (++tries < 256) PAUSE();
                else YIELD();
            }
    }
    static inline void release(unsigned char* lock) { FREE_BYTE(lock); }
    """
    void acquire(unsigned char* lock) noexcept nogil        # a byte that is 0 while nobody holds the lock
    void release(unsigned char* lock) noexcept nogil
    int64_t fetch_add(int64_t* number, int64_t added) noexcept nogil        # returns the number before
    double read_double(const double* number) noexcept nogil
    void write_double(double* number, double value) noexcept nogil
    float read_float(const float* number) noexcept nogil
    void write_float(float* number, float value) noexcept nogil
    uint32_t read_word(const uint32_t* number) noexcept nogil
    void write_word(uint32_t* number, uint32_t value) noexcept nogil
    uint64_t read_long_word(const uint64_t* number) noexcept nogil
    void write_long_word(uint64_t* number, uint64_t value) noexcept nogil
