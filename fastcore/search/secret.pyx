"""SecretSearch: what the engines for secret choices have in common at their door."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from operator import index

from fastcore.search.guard cimport Guard
from fastcore.search.limited cimport among
from fastcore.search.stage cimport Stage
from fastcore.viewpoint cimport Viewpoint

from fastcore.search.facts import ROW_TYPES
from fastcore.search.options import values_of

cdef enum:
    CHUNK = 4096        # simulations between two looks at whether Ctrl-C was pressed

MOST = 2**31
_NAMES = ("move", "visits", "value", "spread", "prior", "lower", "upper", "minimax", "proven")     # as StepRow has them


cdef class StepRows:
    """The records of some steps while they are filled, in place: they are asked for at every milestone of a search. What begins
    as nothing is to be filled: visits, prior, and the value for the seat that decides, as `minimax`."""

    def __cinit__(self, list moves):
        cdef char[::1] places
        cdef int i
        import numpy as np

        moves = [index(move) for move in moves]
        assert ROW_TYPES[2].itemsize == sizeof(StepRow) and ROW_TYPES[2].names == _NAMES
        self.count = len(moves)
        self.table = np.zeros(self.count, ROW_TYPES[2])
        if self.count:
            places = self.table.view(np.int8)
            self.first = <StepRow*>&places[0]
        for i in range(self.count):
            self.first[i].move = moves[i]

    cdef StepRow* of(self, int move) noexcept nogil:
        """The record of a step, NULL if it is not among them; looked for from where the last one was found."""
        cdef int i
        for i in range(self.count):
            if self.first[self.next].move == move:
                return &self.first[self.next]
            self.next = (self.next + 1) % self.count
        return NULL

    cdef object filled(self, int seat):
        """The records, complete."""
        cdef StepRow* row
        cdef int i
        for i in range(self.count):
            row = &self.first[i]
            row.minimax = min(max(row.minimax, -1.0), 1.0)      # means are rounded
            row.value[seat], row.value[1 - seat] = row.minimax, -row.minimax
            row.lower, row.upper = -1, 1
        return self.table


cdef class SecretSearch:
    """An engine's own `__cinit__` calls `begin`; this class cannot, as its own `begin` would be called."""

    covered = True
    grows = True

    def __cinit__(self, Viewpoint point not None, seed, threads, memory_mb, moves, options):
        if not SecretSearch.fits(point):
            raise ValueError(f"this engine is for secret choices of two seats; {point.info.title} is not so")
        if threads != 1:
            raise ValueError(f"threads is {threads}; this engine runs on one")
        self.values = values_of(self.options, options)
        self.seed = index(seed)
        self.memory_mb = memory_mb
        self.lock = Guard()
        self.point = point.copy()
        self.allowed = None if moves is None else among({self.point.move_of(move) for move in moves}, None)
        self.restricted = self.allowed
        self.stage = self.stage_at(self.point, self.allowed)

    def __init__(self, *arguments):
        if not self.whole:
            raise TypeError(f"{type(self).__name__} is not an engine, only what engines have in common")

    @staticmethod
    def fits(state):
        return state.seats == 2 and state.info.has.secrets and not state.info.has.hidden

    cdef Stage stage_at(self, Viewpoint point, set allowed):
        """Return the stage at a point, its next moves limited to those allowed (None: all)."""
        cdef Stage stage = Stage(point, self.seed, self.values["worlds"])
        stage.restrict(allowed)
        return stage

    cdef int begin(self, Stage stage) except -1:
        """Make what grows from a stage, then take both over. If it fails, the search is as it was."""
        raise NotImplementedError

    cdef int64_t made(self) noexcept nogil:
        """Return how many simulations are made; here, where none can be, as if all were."""
        return <int64_t>1 << 31

    cdef void work(self, int64_t target) noexcept nogil:
        """Go on until so many simulations are made, or a few more."""
        pass

    cdef int still_open(self) except -1:
        """ValueError if there is nothing to choose or nothing was found yet."""
        if self.stage.seat < 0:
            raise ValueError("no seat decides here")
        if self.asked == 0:
            raise ValueError("nothing has been searched yet")
        return 0

    cdef StepRows next_steps(self):
        """The records of the steps that may be chosen here; of none where no seat decides."""
        moves = self.point.moves() if self.stage.seat >= 0 else []
        return StepRows([move for move in moves if self.allowed is None or move in self.allowed])

    def run(self, n, only):
        """Make up to n more simulations. They are made in small parcels; what one makes too many the next run begins with."""
        self.lock.enter_alone()
        try:
            return self.make(n, only)
        finally:
            self.lock.leave()

    cdef int64_t make(self, object n, object only) except -1:
        """`run` without the guard."""
        cdef int64_t target, wanted, more
        cdef set restricted = self.allowed if only is None else among({self.point.move_of(move) for move in only}, self.allowed)
        if restricted != self.restricted:       # what was found of other moves does not tell of these
            before, nothing = self.restricted, set()        # no search is restricted to nothing: the next run begins again
            try:
                self.stage.restrict(restricted)
                self.begin(self.stage)
            except BaseException:
                self.restricted = nothing
                self.stage.restrict(before)
                self.restricted = before
                raise
            self.restricted = restricted
        if self.stage.seat < 0:
            return 0
        more = min(index(n), MOST - self.asked)
        wanted = self.asked + more
        while self.made() < wanted:
            target = min(wanted, self.made() + <int64_t>CHUNK)
            with nogil:
                self.work(target)
            self.asked = min(wanted, self.made())
            PyErr_CheckSignals()
        self.asked = wanted
        return more

    def advance(self, str observation not None):
        """Begin again after this observation. If it fails, nothing has changed."""
        cdef Viewpoint after
        self.lock.enter_alone()
        try:
            after = self.point.copy()
            after.observe(observation)
            if after.actor >= 0 and after.actor != after.seat:
                raise ValueError("after this the other seat decides, and what it knows is not known here")
            self.begin(self.stage_at(after, None))
            self.point, self.allowed, self.restricted = after, None, None
            return 0
        finally:
            self.lock.leave()

    @property
    def spec(self):
        return self.point.spec

    @property
    def text(self):
        return self.point.text()

    @property
    def simulations(self):
        return self.asked

    @property
    def written(self):
        return self.stage.limits.written.count

    @property
    def depth(self):
        return 0

    @property
    def done(self):
        return self.stage.seat < 0

    def node(self, list path, tree):
        raise ValueError("this engine has plans of both seats, no common tree of nodes")
