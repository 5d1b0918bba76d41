"""Guard: who may use a search at the moment.

Calls from several threads wait for each other. One thread can still come back to a search in the middle of a call: a
signal handler, a callback of the garbage collector or a `__del__` may run between two instructions of Python. Calls
that only read may be nested in this way; a call that changes the search may not, as something further up the stack is
still using what it would replace.

No method here makes a Python object, and searches use `try` and `finally` instead of `with`: what Cython makes of `with`
allocates on the way out, and would neither survive a lack of memory nor let the search go.
"""

from cpython.exc cimport PyErr_CheckSignals


cdef class Guard:
    def __cinit__(self):
        self.lock = PyThread_allocate_lock()
        if self.lock == NULL:
            raise MemoryError
        self.depth = 0

    def __dealloc__(self):
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    cdef int enter(self) except -1:
        """Begin to read. `leave` must follow. Ctrl-C interrupts the wait for other threads."""
        cdef unsigned long me = PyThread_get_thread_ident()
        cdef int taken
        if self.depth > 0 and self.owner == me:
            self.depth += 1
            return 0
        taken = PyThread_acquire_lock(self.lock, 0)
        while taken != PY_LOCK_ACQUIRED:
            with nogil:
                taken = PyThread_acquire_lock_timed(self.lock, -1, 1)
            if taken != PY_LOCK_ACQUIRED:
                PyErr_CheckSignals()
        self.owner = me
        self.depth = 1
        return 0

    cdef int enter_alone(self) except -1:
        """Begin to change the search; RuntimeError within another call. `leave` must follow if this succeeds."""
        self.enter()
        if self.depth > 1:
            self.leave()
            raise RuntimeError(
                "this search is in use by a call further up in the same thread; from a signal handler, a callback or a "
                "__del__ it can only be read: change it after that call has returned"
            )
        return 0

    cdef void leave(self) noexcept:
        """End what `enter` or `enter_alone` began."""
        self.depth -= 1
        if self.depth == 0:
            PyThread_release_lock(self.lock)
