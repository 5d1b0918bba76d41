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
    static __inline int replace(int64_t* number, int64_t old, int64_t next) {
        return _InterlockedCompareExchange64((volatile __int64*)number, next, old) == old;
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
    static inline int replace(int64_t* number, int64_t old, int64_t next) {
        return __atomic_compare_exchange_n(number, &old, next, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
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

    #if defined(_MSC_VER) && !defined(__clang__)
    #define ORDERED(type, name) ACCESSORS(type, name)       /* volatile orders accesses there */
    #else
    #define ORDERED(type, name) \\
        static inline type read_##name(const type* p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); } \\
        static inline void write_##name(type* p, type v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
    #endif
    ORDERED(uint32_t, word)
    ORDERED(uint64_t, long_word)
    ORDERED(int64_t, count)

    /* A wait is usually well under a microsecond. If it is longer, the thread with the lock has lost its core. */
    static inline void wait_for_thread(int* tries) {
        if (++*tries < 256) PAUSE();
        else YIELD();
    }

    static inline void acquire(unsigned char* lock) {
        int tries = 0;
        while (EXCHANGE_BYTE(lock, 1))
            while (PEEK_BYTE(lock)) wait_for_thread(&tries);
    }
    static inline void release(unsigned char* lock) { FREE_BYTE(lock); }
    """
    void acquire(unsigned char* lock) noexcept nogil        # a byte that is 0 while nobody holds the lock
    void release(unsigned char* lock) noexcept nogil
    int64_t fetch_add(int64_t* number, int64_t added) noexcept nogil        # returns the number before
    bint replace(int64_t* number, int64_t old, int64_t next) noexcept nogil # returns whether it was `old`
    void wait_for_thread(int* tries) noexcept nogil         # for a loop that waits; `tries` begins with 0
    double read_double(const double* number) noexcept nogil
    void write_double(double* number, double value) noexcept nogil
    float read_float(const float* number) noexcept nogil
    void write_float(float* number, float value) noexcept nogil
    uint32_t read_word(const uint32_t* number) noexcept nogil     # what was written before `number` can be read after it
    void write_word(uint32_t* number, uint32_t value) noexcept nogil
    uint64_t read_long_word(const uint64_t* number) noexcept nogil
    void write_long_word(uint64_t* number, uint64_t value) noexcept nogil
    int64_t read_count(const int64_t* number) noexcept nogil
    void write_count(int64_t* number, int64_t value) noexcept nogil
