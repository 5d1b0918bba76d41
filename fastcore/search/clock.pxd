"""A monotonic clock for code without the GIL."""

from libc.stdint cimport int64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <windows.h>
    static __inline int64_t clock_ns(void) {
        LARGE_INTEGER ticks, frequency;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&frequency);
        return (int64_t)((double)ticks.QuadPart * (1e9 / (double)frequency.QuadPart));
    }
    #else
    #include <time.h>
    static inline int64_t clock_ns(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    }
    #endif
    """
    int64_t clock_ns() nogil    # nanoseconds since some moment
