"""StageSearch, the base of the engines for secret choices of two seats."""

from libc.stdint cimport int64_t

from operator import index

from fastcore.search.engine cimport Engine
from fastcore.search.plans.stage cimport Plan, Stage
from fastcore.knowledge.viewpoint cimport Viewpoint

from fastcore.search.results import ROW_TYPES

cdef int64_t MAX_SIMULATIONS = (<int64_t>1 << 31) - 1      # the largest count that fits an int
_FIELDS = ("move", "visits", "value", "spread", "prior", "lower", "upper", "minimax", "proven")     # of StepRow


cdef class StepRows:
    """The rows of some steps, filled in place because a displayed search rebuilds them very often.

    The caller fills the fields that are still 0: visits, prior and, in `minimax`, the value for the deciding seat.
    """

    def __cinit__(self, list moves):
        cdef char[::1] memory
        cdef int i
        import numpy as np

        moves = [index(move) for move in moves]
        assert ROW_TYPES[2].itemsize == sizeof(StepRow) and ROW_TYPES[2].names == _FIELDS
        self.count = len(moves)
        self.array = np.zeros(self.count, ROW_TYPES[2])
        if self.count:
            memory = self.array.view(np.int8)
            self.rows = <StepRow*>&memory[0]
        for i in range(self.count):
            self.rows[i].move = moves[i]

    cdef StepRow* find(self, int move) noexcept nogil:
        """Return the row of a move, NULL if there is none. Fast if moves are looked up in the order of the rows."""
        cdef int i
        for i in range(self.count):
            if self.rows[self.position].move == move:
                return &self.rows[self.position]
            self.position = (self.position + 1) % self.count
        return NULL

    cdef object complete(self, int seat):
        """Fill the remaining fields and return the record array."""
        cdef StepRow* row
        cdef int i
        for i in range(self.count):
            row = &self.rows[i]
            row.minimax = min(max(row.minimax, -1.0), 1.0)      # clipped because means have rounding errors
            row.value[seat], row.value[1 - seat] = row.minimax, -row.minimax
            row.lower, row.upper = -1, 1
        return self.array


cdef class StageSearch(Engine):
    """A search of one secret stage of a game of two seats, from what the deciding seat knows. Abstract.

    Simulations are made in small batches; surplus simulations count towards the next call of `run`.
    """

    purpose = "games of two seats with secret choices and no hidden cards"
    covered = True
    has_plans = True

    def __cinit__(self, Viewpoint point not None, seed, threads, memory_mb, moves, options):
        self.restricted = self.allowed
        self.threads = threads
        self.stage = self.stage_at(self.viewpoint, self.allowed)

    @staticmethod
    def fits(state not None):
        return bool(state.seats == 2 and state.info.has.secrets and not state.info.has.hidden)

    # For derived classes ------------------------------------------------------------------------------------------

    cdef Stage stage_at(self, Viewpoint point, set allowed):
        """Return the stage of a viewpoint, its next steps limited to those allowed (None: all)."""
        cdef Stage stage = Stage(point, self.seed, self.options["worlds"])
        for _ in range(1, self.threads):
            stage.helpers.append(Stage(point, self.seed, self.options["worlds"]))
        stage.restrict_next(allowed)
        return stage

    cdef int begin(self, Stage stage) except -1:
        """Replace the stage and everything that depends on it. If this fails, the search has not changed."""
        raise NotImplementedError

    cdef int64_t made(self) noexcept nogil:
        """Return the number of simulations made, `counted` or not."""
        return MAX_SIMULATIONS

    cdef void simulate_until(self, int64_t target) noexcept nogil:
        """Simulate until at least `target` simulations are made or, in an engine that watches the clock, the deadline."""
        pass

    cdef int check_choice(self) except -1:
        """Raise ValueError if no seat decides here or nothing has been searched."""
        if self.stage.seat < 0:
            raise ValueError("no seat decides in this position")
        if self.counted == 0:
            raise ValueError("the search has no result yet: call run first")
        return 0

    cdef int checked_seat(self, object seat) except -1:
        """Return a seat as an int. ValueError if there is no such seat."""
        number = index(seat)
        if not 0 <= number < 2:
            raise ValueError(f"seat is {seat}; it must be 0 or 1")
        return number

    cdef StepRows next_steps(self):
        """Return the rows of the steps that may be chosen here; none if no seat decides."""
        moves = self.viewpoint.moves() if self.stage.seat >= 0 else []
        return StepRows([move for move in moves if self.allowed is None or move in self.allowed])

    # Searching ----------------------------------------------------------------------------------------------------

    cdef int limit_root(self, set moves) except -1:
        """Limit plans to these next steps. If the set changes, the search restarts."""
        if moves == self.restricted:
            return 0
        before, invalid = self.restricted, set()        # no real limit is the empty set, so a retry after a failure restarts
        try:
            self.stage.restrict_next(moves)
            self.begin(self.stage)
        except BaseException:
            self.restricted = invalid
            self.stage.restrict_next(before)
            self.restricted = before
            raise
        self.restricted = moves
        return 0

    cdef int64_t capacity(self) except -1:
        return 0 if self.stage.seat < 0 else MAX_SIMULATIONS - self.counted

    cdef int64_t grow(self, int64_t n) except -1:
        cdef int64_t before = self.counted, target = before + n
        if self.made() < target:
            with nogil:
                self.simulate_until(target)
        self.counted = min(target, self.made())
        return self.counted - before

    cdef object move_root(self, object after, int move):
        cdef Viewpoint point = after
        if point.actor >= 0 and point.actor != point.seat:
            raise ValueError("the opponent decides next, and this seat does not know the opponent's information")
        self.begin(self.stage_at(point, None))
        self.restricted = None
        return 0

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def simulations(self):
        """The number of simulations at this root."""
        return self.counted

    @property
    def written(self):
        """The number of steps of the deciding seat's plan that are already chosen."""
        return self.stage.limits.written.count

    @property
    def done(self):
        """Whether no seat decides here."""
        return self.stage.seat < 0

    def payoffs(self, first, second, samples):
        """Raise ValueError: there is no payoff matrix."""
        raise ValueError("this engine has no payoff matrix: use the engine equilibrium")

    def outcome_of(self, first, second):
        """Return (events until the end of the turn, decisions of later stages) of two plans as texts."""
        cdef Plan first_plan, second_plan
        self.lock.acquire_read()
        try:
            self.stage.read_plan(0, first, &first_plan)
            self.stage.read_plan(1, second, &second_plan)
            return self.stage.outcome_of(&first_plan, &second_plan, self.sample_seed)
        finally:
            self.lock.release()

    def node(self, path, tree=0):
        """Raise ValueError: there is no tree of positions."""
        raise ValueError(f"the engine {self.name} has no common tree of nodes: it has a tree of plans for each seat")
