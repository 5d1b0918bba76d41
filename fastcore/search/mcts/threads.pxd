"""Threads of one `run`: each makes its share of the simulations in its own tree, without the GIL."""

from libc.stdint cimport int64_t

from fastcore.search.engine cimport (
    PYTHREAD_INVALID_THREAD_ID, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
    PyThread_start_new_thread, PyThread_type_lock,
)
from fastcore.search.mcts.simulation cimport run_simulations
from fastcore.search.mcts.tree cimport Tree

cdef struct Task:               # the work of one thread
    void* tree                  # a borrowed Tree
    int64_t simulations
    PyThread_type_lock running  # held until the simulations are made


cdef inline int64_t share_of(int64_t n, int tree, int trees) noexcept nogil:
    """Return how many of the first n simulations belong to a tree: simulation i belongs to tree i modulo `trees`."""
    return (n + trees - 1 - tree) // trees


cdef inline void run_task(void* task) noexcept nogil:
    """Make the simulations of a task."""
    run_simulations(<Tree>(<Task*>task).tree, (<Task*>task).simulations)


cdef inline void thread_main(void* task) noexcept nogil:
    """Run a task, and release the lock that `join_task` waits for."""
    run_task(task)
    PyThread_release_lock((<Task*>task).running)


cdef inline void start_task(Task* task) noexcept nogil:
    """Start a thread for a task. If no lock or thread can be made, run the task in this thread."""
    task.running = PyThread_allocate_lock()
    if task.running == NULL:
        run_task(task)
        return
    PyThread_acquire_lock(task.running, 1)
    if PyThread_start_new_thread(thread_main, task) == PYTHREAD_INVALID_THREAD_ID:
        thread_main(task)


cdef inline void join_task(Task* task) noexcept nogil:
    """Wait until a started task is complete."""
    if task.running != NULL:
        PyThread_acquire_lock(task.running, 1)
        PyThread_release_lock(task.running)
        PyThread_free_lock(task.running)
