cdef extern from "pythread.h" nogil:
    # Plain threads and locks. They need no GIL, and waiting for them runs no Python: no signal handler, no garbage collector.
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


cdef class Guard:
    cdef PyThread_type_lock lock    # one thread at a time uses the search
    cdef unsigned long owner        # that thread
    cdef long depth                 # its calls that are under way, one inside the other

    cdef int enter(self) except -1
    cdef int enter_alone(self) except -1
    cdef void leave(self) noexcept
