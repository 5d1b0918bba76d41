"""Engine, the base class of all search engines, and the lock that serialises their callers."""

from libc.stdint cimport int64_t

from fastcore.state cimport State
from fastcore.knowledge.viewpoint cimport Viewpoint

cdef extern from "pythread.h" nogil:
    # Threads and locks of the C API. They need no GIL, and waiting for them runs no Python code (such as a signal
    # handler or the garbage collector).
    ctypedef void* PyThread_type_lock
    unsigned long PyThread_start_new_thread(void (*work)(void*) noexcept nogil, void* share)
    unsigned long PyThread_get_thread_ident()
    PyThread_type_lock PyThread_allocate_lock()
    void PyThread_free_lock(PyThread_type_lock lock)
    int PyThread_acquire_lock(PyThread_type_lock lock, int wait)
    int PyThread_acquire_lock_timed(PyThread_type_lock lock, long long microseconds, int interruptible)
    void PyThread_release_lock(PyThread_type_lock lock)
    unsigned long PYTHREAD_INVALID_THREAD_ID
    int PY_LOCK_ACQUIRED


cdef class SearchLock:
    cdef PyThread_type_lock lock
    cdef unsigned long owner        # id of the thread that holds the lock
    cdef long depth                 # nested calls of the owner

    cdef int acquire_read(self) except -1
    cdef int acquire_write(self) except -1
    cdef void release(self) noexcept


cdef class Engine:
    cdef SearchLock lock
    cdef State state                # the root of an engine that sees the whole position; else None
    cdef Viewpoint viewpoint        # the root of a `covered` engine; else None
    cdef readonly object options    # {name: value} of every option
    cdef object seed                # int
    cdef double memory_mb
    cdef set allowed                # the root moves that the search is limited to; None: all
    cdef int64_t chunk              # simulations between two checks for signals, if `grow` does not watch the clock
    cdef int64_t paced, took        # simulations between the last two looks at the clock, their nanoseconds; 0: none yet
    cdef int64_t deadline           # of the running `run`, by `clock_ns`; 0: none
    cdef bint watches_clock         # whether `grow` ends soon after the deadline
    cdef bint concrete              # whether a derived class has completed the object

    cdef object root_point(self)
    cdef set move_set(self, object moves, set allowed)
    cdef int limit_root(self, set moves) except -1
    cdef int64_t capacity(self) except -1
    cdef int64_t grow(self, int64_t n) except -1
    cdef object move_root(self, object after, int move)
    cdef object refuse_plans(self)
