"""Guard: who may use a search at the moment.

Calls from several threads wait for each other. One thread can still come back to a search in the middle of a call: a
signal handler, a callback of the garbage collector or a `__del__` may run between two instructions of Python. Calls
that only read may be nested in this way; a call that changes the search may not, as something further up the stack is
still using what it would replace.
"""

from threading import RLock


cdef class Guard:
    """`with guard:` to read, `with guard.alone():` to change."""

    def __cinit__(self):
        self.lock = RLock()
        self.depth = 0

    cdef int enter(self) except -1:
        self.lock.acquire()
        self.depth += 1
        return 0

    cdef int leave(self) except -1:
        if self.depth < 1:
            raise RuntimeError("this search is not in use")
        self.depth -= 1
        try:
            self.lock.release()
        except RuntimeError:        # another thread uses it
            self.depth += 1
            raise
        return 0

    def __enter__(self):
        self.enter()

    def __exit__(self, *error):
        self.leave()

    def alone(self):
        """Return a context in which the search may be changed. Entering it raises RuntimeError inside another call."""
        return Alone(self)


cdef class Alone:
    """The context that `Guard.alone` returns."""

    def __cinit__(self, Guard guard not None):
        self.guard = guard

    def __enter__(self):
        self.guard.enter()
        if self.guard.depth > 1:
            self.guard.leave()
            raise RuntimeError(
                "this search is in use by a call further up in the same thread; from a signal handler, a callback or a "
                "__del__ it can only be read: change it after that call has returned"
            )

    def __exit__(self, *error):
        self.guard.leave()
