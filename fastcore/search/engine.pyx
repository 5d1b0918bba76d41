"""Engine, the base class of all search engines, and the lock that serialises their callers."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from operator import index

from fastcore.state cimport State
from fastcore.knowledge.viewpoint cimport Viewpoint
from fastcore.search.clock cimport clock_ns, thread_ns

from fastcore.search.options import MAX_MB, MIN_MB, values_of

cdef enum:
    DEFAULT_CHUNK = 4096
    FIRST_PACE = 4              # simulations before the first look at the clock
    MIN_LOOK = 100_000          # nanoseconds between two looks at the clock: at least
    MAX_LOOK = 5_000_000        # and at most
    SIGNALS = 50_000_000        # nanoseconds between two checks for signals while threads watch the clock


cdef class SearchLock:
    """A lock for one search. Its owner may reacquire it for reading.

    Calls from several threads wait for each other. One thread can still re-enter a search during a call: a signal
    handler, a garbage collector callback or a `__del__` may run between two Python instructions. Calls that only read
    may be nested in this way. Calls that change the search may not, because a caller further up the stack still uses
    the data that they would replace.

    No method creates a Python object, and engines use `try` and `finally` instead of `with`: the code that Cython
    generates for `with` allocates on exit, so it would never release the lock if memory ran out.
    """

    def __cinit__(self):
        self.lock = PyThread_allocate_lock()
        if self.lock == NULL:
            raise MemoryError
        self.depth = 0

    def __dealloc__(self):
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    cdef int acquire_read(self) except -1:
        """Wait for other threads and acquire the lock for reading. Ctrl-C interrupts the wait. `release` must follow."""
        cdef unsigned long me = PyThread_get_thread_ident()
        cdef int status
        if self.depth > 0 and self.owner == me:
            self.depth += 1
            return 0
        status = PyThread_acquire_lock(self.lock, 0)
        while status != PY_LOCK_ACQUIRED:
            with nogil:
                status = PyThread_acquire_lock_timed(self.lock, -1, 1)
            if status != PY_LOCK_ACQUIRED:
                PyErr_CheckSignals()
        self.owner = me
        self.depth = 1
        return 0

    cdef int acquire_write(self) except -1:
        """Acquire the lock for changing the search. `release` must follow if this succeeds.

        Raises:
            RuntimeError: a call further up in this thread uses the search.
        """
        self.acquire_read()
        if self.depth > 1:
            self.release()
            raise RuntimeError(
                "a call in the same thread is using this object; a signal handler, a callback or a "
                "__del__ can only read it: change it after that call has returned"
            )
        return 0

    cdef void release(self) noexcept:
        """Release the lock after `acquire_read` or `acquire_write`."""
        self.depth -= 1
        if self.depth == 0:
            PyThread_release_lock(self.lock)


cdef int64_t next_pace(int64_t pace, int64_t took, int64_t left, int64_t most) noexcept nogil:
    """Return the number of simulations until the next look at the clock: as many as half of the remaining time allows.

    Args:
        pace: the simulations before this look.
        took: their time in nanoseconds.
        left: the remaining time in nanoseconds.
        most: the largest number.
    """
    cdef int64_t look = max(min(left // 2, MAX_LOOK), MIN_LOOK)
    return max(min(<int64_t>(pace * (<double>look / max(took, 1))), 4 * pace, most), 1)


cdef class Engine:
    """A search from one root that can be grown, advanced and read at any time. Abstract.

    Root, seed, options, simulations and threads determine the results bit for bit, however `run` is sliced, unless several
    threads share the search (option `shared`). Methods may be called from any thread; each waits for the running call.

    A derived class completes its object in its own `__cinit__` (calls from this one would not reach its methods) and
    overrides `limit_root`, `capacity`, `grow`, `move_root` and the reports that it supports.

    Class attributes:
        name: the engine's name in `fastcore.ENGINES`.
        purpose: the games that it can search, for messages.
        covered: whether the root is a Viewpoint instead of a State.
        grows: whether memory use grows up to `memory_mb`.
        has_plans: whether it reports plans and mixtures of secret choices.
        max_threads: the largest number of threads.
        available: the Options.
    """

    name = ""
    purpose = "no game"
    covered = False
    grows = True
    has_plans = False
    max_threads = 1
    available = ()

    def __cinit__(self, point, seed, threads, memory_mb, moves, options):
        """Check the arguments and copy the root.

        Args:
            point: a Viewpoint if `covered`, else a State.
            seed: an int.
            threads: 1 to `max_threads`.
            memory_mb: the limit for all trees and tables, in MiB.
            moves: the root moves to search, as numbers or texts; None: all.
            options: {name: value} of options that differ from their defaults.
        """
        kind = type(self)
        if not isinstance(point, Viewpoint if kind.covered else State):
            wanted = "a Viewpoint" if kind.covered else "a State"
            raise TypeError(f"the engine {kind.name} needs {wanted}, not a {type(point).__name__}")
        if not kind.fits(point):
            raise ValueError(f"the engine {kind.name} is for {kind.purpose}; {point.info.title} is a different kind of game")
        self.lock = SearchLock()    # first, because the caller's code may run below and find this object
        if isinstance(point, Viewpoint):
            self.viewpoint = (<Viewpoint>point).copy()
        else:
            self.state = (<State>point).copy()
        threads = index(threads)
        if not 1 <= threads <= kind.max_threads:
            allowed = "1" if kind.max_threads == 1 else f"1 to {kind.max_threads}"
            raise ValueError(f"threads is {threads}; it must be {allowed} for the engine {kind.name}")
        if not MIN_MB * threads <= memory_mb <= MAX_MB:
            raise ValueError(f"memory_mb is {memory_mb:g}; it must be {MIN_MB} for each thread to {MAX_MB}")
        self.memory_mb = memory_mb
        self.seed = index(seed)
        self.options = values_of(kind.available, options)
        self.chunk = DEFAULT_CHUNK
        self.allowed = None if moves is None else self.move_set(moves, None)

    def __init__(self, *arguments):
        if not self.concrete:
            raise TypeError(f"{type(self).__name__} is an abstract class: use a subclass")

    @staticmethod
    def fits(state):
        """Return whether the engine can search the game of a State or Viewpoint."""
        return False

    # For derived classes ------------------------------------------------------------------------------------------

    cdef object root_point(self):
        """Return the root: the State or Viewpoint itself, not a copy."""
        return self.state if self.viewpoint is None else self.viewpoint

    cdef set move_set(self, object moves, set allowed):
        """Return the numbers of these root moves, which must be among the allowed ones (None: any).

        Raises:
            IllegalMove: one of the moves is illegal.
            ValueError: one of the moves is not allowed, or the list is empty.
        """
        cdef set numbers = set()
        for move in moves:
            numbers.add(self.state.move_of(move) if self.viewpoint is None else self.viewpoint.move_of(move))
        if not numbers:
            raise ValueError("the list of moves is empty: give at least one legal move")
        if allowed is not None and not numbers <= allowed:
            raise ValueError("the moves must be a subset of those that the search started with")
        return numbers

    cdef int limit_root(self, set moves) except -1:
        """Limit further simulations to these root moves (None: all)."""
        return 0

    cdef int64_t capacity(self) except -1:
        """Return how many more simulations can be made; 0 where no seat decides."""
        return 0

    cdef int64_t grow(self, int64_t n) except -1:
        """Make up to n simulations, n >= 1, and return the number made. 0 ends `run`.

        n is at most `chunk`, except with a deadline for an engine that watches the clock.
        """
        return 0

    cdef object move_root(self, object after, int move):
        """Make `after`, a State or Viewpoint reached by `move` (-1 for a Viewpoint), the new root.

        Return the number of simulations kept. If this fails, the search has not changed. The caller replaces `state` or
        `viewpoint` and `allowed` afterwards.
        """
        raise NotImplementedError

    # Searching ----------------------------------------------------------------------------------------------------

    def run(self, n, only=None, seconds=None):
        """Make up to n more simulations and return the number made. Releases the GIL.

        Args:
            n: a number of simulations.
            only: the root moves, as numbers or texts, that these simulations may begin with; None: all allowed moves.
            seconds: the time limit, which is first checked after a few simulations; None: no time limit.
                Time spent waiting for another thread that uses the search does not count.
        """
        cdef int64_t wanted, done = 0, step, pace = self.chunk, began, now, end
        cdef int64_t time = -1 if seconds is None else <int64_t>(1e9 * seconds)
        n = index(n)
        self.lock.acquire_write()
        try:
            self.limit_root(self.allowed if only is None else self.move_set(only, self.allowed))
            wanted = min(n, self.capacity())
            now = clock_ns()
            end = now + max(time, 0)
            if time >= 0 and self.watches_clock:
                pace = wanted
            elif time >= 0:
                pace = next_pace(self.paced, self.took, time, self.chunk) if self.took else FIRST_PACE
            while done < wanted:
                began = thread_ns()
                self.deadline = 0 if time < 0 else min(end, now + SIGNALS)
                step = self.grow(min(wanted - done, pace))
                if step == 0:
                    break
                done += step
                PyErr_CheckSignals()
                if time >= 0:
                    self.paced, self.took = step, max(thread_ns() - began, 1)
                    now = clock_ns()
                    if now >= end:
                        break
                    if not self.watches_clock:
                        pace = next_pace(self.paced, self.took, end - now, self.chunk)
            return done
        finally:
            self.deadline = 0
            self.lock.release()

    def advance(self, str observation not None):
        """Advance the root by an observation and return the number of simulations kept.

        If this fails, the search has not changed.
        """
        cdef int move = -1
        self.lock.acquire_write()
        try:
            after = self.root_point().copy()
            if self.viewpoint is None:
                move = after.parse_move(observation)
                after.play(move)
            else:
                after.observe(observation)
            kept = self.move_root(after, move)
            if self.viewpoint is None:
                self.state = after
            else:
                self.viewpoint = after
            self.allowed = None
            self.took = 0
            return kept
        finally:
            self.lock.release()

    def trace(self):
        """Make the next simulation and return it as a Trace. ValueError if the engine has no traces."""
        raise ValueError(f"the engine {self.name} has no simulations to trace")

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def spec(self):
        """The spec of the game."""
        return self.root_point().spec

    @property
    def text(self):
        """The text of the root: a position, or a view where something is hidden."""
        return self.root_point().text()

    @property
    def tree_count(self):
        """The number of trees that `node` can read."""
        return 1

    @property
    def simulations(self):
        """The number of simulations at this root."""
        return 0

    @property
    def depth(self):
        """The depth searched in full, in decisions; 0 if the engine does not use iterative deepening."""
        return 0

    @property
    def done(self):
        """Whether further search cannot improve the result."""
        return False

    @property
    def full(self):
        """Whether the memory limit stops the growth."""
        return False

    @property
    def bytes(self):
        """The memory used by the stored search data."""
        return 0

    def root(self):
        """Return a record array with a row for each allowed root move (see `results.ROW_TYPES`)."""
        raise NotImplementedError

    def value(self):
        """Return the root's value for each seat, in [-1, 1]."""
        raise NotImplementedError

    def choice(self, stream=None):
        """Return the move to play. A Stream breaks ties or draws from a mixture at random.

        Raises:
            ValueError: no seat decides at the root, or nothing has been searched.
        """
        raise NotImplementedError

    def line(self, move=None):
        """Return the principal variation as move numbers, beginning with `move` if given."""
        raise NotImplementedError

    def node(self, path, tree=0):
        """Return the NodeFacts of the node that these moves lead to. ValueError if it is not stored."""
        raise NotImplementedError

    # Hidden information: engines without beliefs have nothing to report ---------------------------------------------

    @property
    def metrics(self):
        """The names of additional results per seat; `root` has a column (seats,) for each."""
        return ()

    def beliefs(self):
        """Return {variable: {value: probability}} of the deciding seat; {} where nothing is hidden."""
        return {}

    def facts(self, move):
        """Return [(key, {name: value})]: the game's report on a root move, given these beliefs."""
        return []

    # Secret choices: only some engines have plans -------------------------------------------------------------------

    cdef object refuse_plans(self):
        raise ValueError(f"the engine {self.name} has no plans: only engines for secret choices have them")

    @property
    def written(self):
        """The number of steps of the deciding seat's plan that are already chosen."""
        self.refuse_plans()

    def plans(self, seat):
        """Return [(move texts, weight)] of a seat's best plans, in descending order of weight."""
        self.refuse_plans()

    def mixture(self):
        """Return [(move texts, weight)] of the plans that `choice` draws from. The weights sum to 1."""
        self.refuse_plans()

    def payoffs(self, first, second, samples):
        """Return the values of the first seat's plans (rows) against the second's (columns)."""
        self.refuse_plans()

    def outcome_of(self, first, second):
        """Return (events until the end of the turn, decisions that the plans do not determine)."""
        self.refuse_plans()
