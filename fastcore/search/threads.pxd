"""The threads of one `run`: each makes its share of the simulations in its own tree, without the GIL."""

from libc.stdint cimport int64_t

from fastcore.search.engine cimport (
    PYTHREAD_INVALID_THREAD_ID, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
    PyThread_start_new_thread, PyThread_type_lock,
)
from fastcore.search.tree cimport Tree

cdef struct Share:              # what one thread does: simulations in one tree
    void* tree
    long simulations
    PyThread_type_lock done     # held until they are made


cdef inline int64_t upto(int64_t n, int tree, int trees) noexcept nogil:
    """How many of the first n simulations belong to a tree."""
    return (n + trees - 1 - tree) // trees


cdef inline void grow_tree(void* share) noexcept nogil:
    (<Tree>(<Share*>share).tree).grow((<Share*>share).simulations)


cdef inline void work(void* share) noexcept nogil:
    """Do what one thread is started for."""
    grow_tree(share)
    PyThread_release_lock((<Share*>share).done)


cdef inline void start(Share* share) noexcept nogil:
    """Start a thread for a share. Without memory for a lock, or without a thread, the share is done here."""
    share.done = PyThread_allocate_lock()
    if share.done == NULL:
        grow_tree(share)
        return
    PyThread_acquire_lock(share.done, 1)
    if PyThread_start_new_thread(work, share) == PYTHREAD_INVALID_THREAD_ID:
        work(share)


cdef inline void finish(Share* share) noexcept nogil:
    """Wait until a share is done."""
    if share.done != NULL:
        PyThread_acquire_lock(share.done, 1)
        PyThread_release_lock(share.done)
        PyThread_free_lock(share.done)
