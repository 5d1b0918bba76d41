"""Threads that run C code without the GIL: no Python code, such as a signal handler, runs until all have ended."""

from fastcore.search.engine cimport (
    PYTHREAD_INVALID_THREAD_ID, PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock,
    PyThread_start_new_thread, PyThread_type_lock,
)

cdef struct Task:                               # the work of one thread
    void (*work)(void* data) noexcept nogil
    void* data
    bint helps                                  # without this task, the others do all the work
    PyThread_type_lock running                  # held until the work is done


cdef inline void thread_main(void* argument) noexcept nogil:
    """Run a task, and release the lock that `run_tasks` waits for."""
    cdef Task* task = <Task*>argument
    task.work(task.data)
    PyThread_release_lock(task.running)


cdef inline void start_task(Task* task) noexcept nogil:
    """Start a thread for a task. If no lock or thread can be created, run the task in this thread, unless it only helps."""
    task.running = PyThread_allocate_lock()
    if task.running == NULL:
        if not task.helps:
            task.work(task.data)
        return
    PyThread_acquire_lock(task.running, 1)
    if PyThread_start_new_thread(thread_main, task) == PYTHREAD_INVALID_THREAD_ID:
        if task.helps:
            PyThread_release_lock(task.running)
        else:
            thread_main(task)


cdef inline void run_tasks(Task* tasks, int count) noexcept nogil:
    """Run the first task in this thread and each other one in its own thread, and wait for all."""
    cdef int i
    for i in range(1, count):
        start_task(&tasks[i])
    tasks[0].work(tasks[0].data)
    for i in range(1, count):
        if tasks[i].running != NULL:
            PyThread_acquire_lock(tasks[i].running, 1)
            PyThread_release_lock(tasks[i].running)
            PyThread_free_lock(tasks[i].running)
