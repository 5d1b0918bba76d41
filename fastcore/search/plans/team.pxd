"""A team of threads that does independent jobs for one of them, which hands out one batch after another.

Between two batches the helpers wait actively, because a batch takes only microseconds. The results must not depend on
which thread does a job.
"""

from libc.stdint cimport int64_t, uint32_t

from fastcore.search.mcts.locks cimport fetch_add, read_count, read_word, replace, wait_for_thread, write_count, write_word

cdef struct Team:
    int threads                 # the leader and its helpers
    void (*work)(void* context, int job, int thread) noexcept nogil
    void* context
    int64_t begun               # jobs of all batches that a thread has taken,
    int64_t ended               # done
    int64_t handed              # and handed out
    int64_t first               # jobs handed out before this batch
    uint32_t dismissed


cdef inline bint do_job(Team* team, int thread) noexcept nogil:
    """Do one job. Return False if none is left."""
    cdef int64_t job = read_count(&team.begun)
    while job < read_count(&team.handed):
        if replace(&team.begun, job, job + 1):
            team.work(team.context, <int>(job - team.first), thread)
            fetch_add(&team.ended, 1)
            return True
        job = read_count(&team.begun)
    return False


cdef inline void do_jobs(
    Team* team, void (*work)(void* context, int job, int thread) noexcept nogil, void* context, int count
) noexcept nogil:
    """Do jobs 0 to `count` - 1 with the helpers that there are, and wait for the last. For the leader only."""
    cdef int tries = 0, job
    if team.threads == 1:
        for job in range(count):
            work(context, job, 0)
        return
    team.work = work
    team.context = context
    team.first = team.handed
    write_count(&team.handed, team.handed + count)
    while do_job(team, 0):
        pass
    while read_count(&team.ended) < team.handed:
        wait_for_thread(&tries)


cdef inline void help_leader(Team* team, int thread) noexcept nogil:
    """Do jobs until `dismiss` is called."""
    cdef int tries = 0
    while not read_word(&team.dismissed):
        if do_job(team, thread):
            tries = 0
        else:
            wait_for_thread(&tries)


cdef inline void dismiss(Team* team) noexcept nogil:
    """Let the helpers return."""
    write_word(&team.dismissed, 1)
