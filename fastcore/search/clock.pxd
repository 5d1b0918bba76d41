"""Clocks for code without the GIL, in nanoseconds since an arbitrary moment."""

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
    static __inline int64_t thread_ns(void) { return clock_ns(); }
    #else
    #include <time.h>
    static inline int64_t time_of(clockid_t clock) {
        struct timespec now;
        clock_gettime(clock, &now);
        return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    }
    static inline int64_t clock_ns(void) { return time_of(CLOCK_MONOTONIC); }
    static inline int64_t thread_ns(void) { return time_of(CLOCK_THREAD_CPUTIME_ID); }
    #endif
    """
    int64_t clock_ns() nogil    # monotonic
    int64_t thread_ns() nogil   # this thread's processor time, without waits for the GIL; on Windows `clock_ns`
