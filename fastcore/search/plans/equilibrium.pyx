"""Equilibrium: the engine `equilibrium`, mixed strategies for one secret stage."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from fastcore.game cimport POSITION_WORDS
from fastcore.search.clock cimport clock_ns
from fastcore.search.plans.double_oracle cimport DoubleOracle
from fastcore.search.plans.regret_matching cimport MAX_PLANS, solve
from fastcore.search.plans.stage cimport Plan, Stage, same_plan
from fastcore.search.plans.step_matrix cimport StepMatrix
from fastcore.search.plans.stage_search cimport StageSearch, StepRow, StepRows
from fastcore.search.plans.team cimport dismiss, help_leader
from fastcore.search.threads cimport Task, run_tasks
from fastcore.stream cimport Stream, named

from fastcore.search.options import EQUILIBRIUM_OPTIONS

cdef enum:
    MAX_THREADS = 64
    SAMPLES_PER_CHECK = 4096    # simulations between two checks for signals
    MIN_SHARE = 512             # fewest simulations for which another thread pays off

cdef double MAX_LEFT_OUT = 0.05     # total weight of the rarest plans, which are never played


cdef bint has_single_steps(Stage stage):
    """Return whether both seats' plans have only one step left to choose. Only the first legal step is tested."""
    cdef uint64_t position[POSITION_WORDS]
    cdef int seat
    for seat in range(2):
        stage.begin(seat, position)
        if not stage.decides(position, seat):
            continue
        if seat == stage.seat and stage.limits.written.count:
            return False
        stage.list_steps(position, seat, 0)
        stage.game.play(position, stage.buffer[0])
        if stage.decides(position, seat):
            return False
    return True


cdef struct Share:              # the work of one thread in one `run`
    void* oracle                # a borrowed DoubleOracle
    int64_t target              # its simulations at the end
    int64_t deadline            # by `clock_ns`; 0: none
    int thread


cdef void do_share(void* data) noexcept nogil:
    """Lead the threads of an oracle until it has its simulations, or help the leader."""
    cdef Share* share = <Share*>data
    if share.thread:
        help_leader(&(<DoubleOracle>share.oracle).team, share.thread)
        return
    while (<DoubleOracle>share.oracle).simulations < share.target:
        (<DoubleOracle>share.oracle).make_batch()
        if share.deadline and clock_ns() >= share.deadline:
            break
    dismiss(&(<DoubleOracle>share.oracle).team)


@cython.final
cdef class Equilibrium(StageSearch):
    """Mixed strategies of both seats for one secret stage, by a double oracle or, for single steps, a whole matrix."""

    name = "equilibrium"
    max_threads = MAX_THREADS
    available = EQUILIBRIUM_OPTIONS

    cdef DoubleOracle oracle

    def __cinit__(self, *arguments):
        self.begin(self.stage)
        self.watches_clock = self.threads > 1
        self.concrete = True

    cdef int begin(self, Stage stage) except -1:
        cdef DoubleOracle oracle = (StepMatrix if has_single_steps(stage) else DoubleOracle)(
            [stage, *stage.helpers], named(self.seed, ("equilibrium",)).state, self.options["plans"],
            self.options["samples"], self.options["candidates"], self.options["trees"], <size_t>(self.memory_mb * 2**20),
        )
        self.oracle, self.stage, self.sample_seed, self.counted = oracle, stage, oracle.seed, 0
        return 0

    cdef int64_t made(self) noexcept nogil:
        return self.oracle.simulations

    cdef void simulate_until(self, int64_t target) noexcept nogil:
        cdef Task tasks[MAX_THREADS]
        cdef Share shares[MAX_THREADS]
        cdef int count = self.oracle.team.threads if target - self.oracle.simulations >= MIN_SHARE else 1, i
        for i in range(count):
            shares[i] = Share(<void*>self.oracle, target, self.deadline if self.watches_clock else 0, i)
            tasks[i].work, tasks[i].data, tasks[i].helps = do_share, &shares[i], i > 0
        self.oracle.team.dismissed = 0
        run_tasks(tasks, count)
        if self.oracle.initial_count < 2 * self.oracle.initial_plans:
            self.oracle.solve_matrix()      # weights must exist even after very few simulations

    @property
    def full(self):
        """Whether a tree of candidates can no longer grow. The matrix always has room."""
        return bool(self.oracle.first_tree.full or self.oracle.second_tree.full)

    @property
    def bytes(self):
        """The memory of the matrix, its plans and the trees."""
        matrix = 2 * MAX_PLANS * sizeof(Plan) + MAX_PLANS * MAX_PLANS * (sizeof(double) + sizeof(int))
        return matrix + self.oracle.first_tree.used_bytes + self.oracle.second_tree.used_bytes

    def trace(self):
        """Make the next batch of simulations and return the last: both plans and the rest of the turn.

        Steps of a plan in the matrix have its weight and simulations; `value` is that of the whole search.
        """
        cdef DoubleOracle oracle
        cdef int i, seat
        self.lock.acquire_write()
        try:
            if not self.capacity():
                raise ValueError("no simulation is left to trace, or no seat decides in this position")
            before, count = self.value(), self.counted
            self.limit_root(self.allowed)       # this may replace the oracle
            oracle = self.oracle
            oracle.tracing = True
            self.grow(1)
            if not oracle.traced:       # an earlier batch has already made this simulation
                oracle.record(&oracle.pool[0][<int>self.order(0)[0]], &oracle.pool[1][<int>self.order(1)[0]], 0)
            trace = self.stage.trace_of(&oracle.traced_plan[0], &oracle.traced_plan[1], oracle.traced_sample, oracle.seed)
            for step in trace["steps"]:
                if step["kind"] == "secret":
                    seat = step["actor"]
                    step["node_visits"], step["value"] = (count, count + 1), (before, self.value())
                    for i in range(oracle.count[seat]):
                        if same_plan(&oracle.pool[seat][i], &oracle.traced_plan[seat]):
                            step["prior"] = oracle.weights[seat][i]
                            step["visits"] = (max(oracle.visits[seat][i] - 1, 0), oracle.visits[seat][i])
            return trace
        finally:
            self.lock.release()

    # Reading ------------------------------------------------------------------------------------------------------

    cdef list order(self, int seat):
        """Return the indices of a seat's plans in descending order of weight."""
        cdef DoubleOracle oracle = self.oracle
        return sorted(range(oracle.count[seat]), key=lambda i: (-oracle.weights[seat][i], i))

    def plans(self, seat):
        """Return [(move texts, weight in the mixed strategy)] of a seat, in descending order of weight."""
        cdef DoubleOracle oracle = self.oracle
        cdef int number = self.checked_seat(seat)
        self.lock.acquire_read()
        try:
            return [(self.stage.texts(number, &oracle.pool[number][i]), oracle.weights[number][i]) for i in self.order(number)]
        finally:
            self.lock.release()

    def payoffs(self, first, second, int samples):
        """Return the payoff matrix in the order of `plans`, or for given plan texts; see `Search.payoffs`."""
        cdef DoubleOracle oracle = self.oracle
        import numpy as np

        if first is not None or second is not None:
            return self.payoffs_of(first or (), second or (), samples)
        self.lock.acquire_read()
        try:
            rows, columns = self.order(0), self.order(1)
            cells = [[oracle.payoffs[<int>i * MAX_PLANS + <int>j] for j in columns] for i in rows]
            return np.array(cells, np.float64).reshape(len(rows), len(columns))
        finally:
            self.lock.release()

    cdef object payoffs_of(self, object first, object second, int samples):
        """Return the matrix of plans given as texts."""
        cdef Plan* first_plans = NULL
        cdef Plan* second_plans = NULL
        cdef double[:, ::1] cells
        cdef double value = 0, total
        cdef int rows, columns, i, j, k, count, end
        import numpy as np

        first, second = [list(plan) for plan in first], [list(plan) for plan in second]
        rows, columns = len(first), len(second)
        matrix = np.zeros((rows, columns))
        first_plans = <Plan*>malloc(max(rows, 1) * sizeof(Plan))
        second_plans = <Plan*>malloc(max(columns, 1) * sizeof(Plan))
        try:
            if first_plans == NULL or second_plans == NULL:
                raise MemoryError
            self.lock.acquire_read()
            try:
                for i in range(rows):
                    self.stage.read_plan(0, first[i], &first_plans[i])
                for j in range(columns):
                    self.stage.read_plan(1, second[j], &second_plans[j])
                if rows == 0 or columns == 0:
                    return matrix
                cells = matrix
                for i in range(rows):
                    for j in range(columns):
                        total = count = 0
                        while count < samples:
                            with nogil:
                                end = count + SAMPLES_PER_CHECK if samples - count > SAMPLES_PER_CHECK else samples
                                for k in range(count, end):
                                    count += 1
                                    if not self.stage.simulate(&first_plans[i], &second_plans[j], k, self.sample_seed, &value):
                                        total = value * samples
                                        count = samples
                                        break
                                    total += value
                            PyErr_CheckSignals()
                        cells[i, j] = total / samples
            finally:
                self.lock.release()
        finally:
            free(first_plans)
            free(second_plans)
        return matrix

    def value(self):
        """Return the value of the matrix game for each seat; before the first simulation, the static value."""
        cdef DoubleOracle oracle = self.oracle
        self.lock.acquire_read()
        try:
            if oracle.simulations == 0:
                return tuple(self.viewpoint.evaluate().values)
            return (oracle.value, -oracle.value)
        finally:
            self.lock.release()

    cdef list played_plans(self):
        """Return [(index, weight)] of the deciding seat's plans without the rarest. The weights sum to 1."""
        cdef DoubleOracle oracle = self.oracle
        cdef int i
        self.check_choice()
        mixture = [(i, oracle.weights[self.stage.seat][i]) for i in self.order(self.stage.seat)]
        mixture = [(i, weight) for i, weight in mixture if self.is_allowed(i)] or mixture
        total = sum([weight for _, weight in mixture])
        left = MAX_LEFT_OUT * total
        while len(mixture) > 1 and mixture[len(mixture) - 1][1] <= left:
            left -= mixture.pop()[1]
        total = sum([weight for _, weight in mixture])
        return [(i, weight / total if total else 1.0 / len(mixture)) for i, weight in mixture]

    cdef bint is_allowed(self, int index):
        """Return whether a plan's next step is among the allowed root moves."""
        cdef const Plan* plan = &self.oracle.pool[self.stage.seat][index]
        cdef int step = self.stage.limits.written.count
        return self.allowed is None or plan.count <= step or plan.moves[step] in self.allowed

    def mixture(self):
        """Return [(move texts, probability)] of the plans that `choice` draws from."""
        cdef DoubleOracle oracle = self.oracle
        self.lock.acquire_read()
        try:
            seat = self.stage.seat
            return [(self.stage.texts(seat, &oracle.pool[seat][<int>i]), weight) for i, weight in self.played_plans()]
        finally:
            self.lock.release()

    def choice(self, Stream stream=None):
        """Return the next step of a plan drawn from `mixture`, or of its first plan if there is no stream."""
        cdef int index
        self.lock.acquire_read()
        try:
            mixture = self.played_plans()
            picked = 0 if stream is None else stream.pick([weight for _, weight in mixture])
            index = mixture[picked][0]
            return self.oracle.pool[self.stage.seat][index].moves[self.stage.limits.written.count]
        finally:
            self.lock.release()

    def line(self, move=None):
        """Return the rest of the plan with the most weight; with `move`, only plans that begin with it count."""
        cdef const Plan* plan
        cdef int step = self.stage.limits.written.count, index, i
        self.lock.acquire_read()
        try:
            self.played_plans()
            first = None if move is None else self.viewpoint.move_of(move)
            for index in self.order(self.stage.seat):
                plan = &self.oracle.pool[self.stage.seat][index]
                if first is None or plan.moves[step] == first:
                    return [plan.moves[i] for i in range(step, plan.count)]
            return [first]
        finally:
            self.lock.release()

    def root(self):
        """Return a record array with a row for each allowed next step.

        `prior` is the weight of the plans with this step, `minimax` and `value` the value of the best of them, or of the
        best candidate; steps without visits have the static value.
        """
        cdef DoubleOracle oracle = self.oracle
        cdef int seat = self.stage.seat, step = self.stage.limits.written.count, i, move, place, thread
        cdef StepRow* row
        cdef StepRows rows
        self.lock.acquire_read()
        try:
            rows = self.next_steps()
            if seat < 0:
                return rows.complete(0)
            static = self.viewpoint.evaluate().values[seat]
            for i in range(rows.count):
                row = &rows.rows[i]
                row.minimax = -2.0
                for thread in range(oracle.team.threads):
                    place = thread * oracle.stage.game.actions + row.move
                    row.visits += oracle.move_visits[place]
                    if oracle.move_visits[place]:
                        row.minimax = max(row.minimax, oracle.move_values[place])
                if row.visits == 0:
                    row.minimax = static
            best = {}
            for i in range(oracle.count[seat]):
                move = oracle.pool[seat][i].moves[step]
                row = rows.find(move)
                if row != NULL:
                    row.visits += oracle.visits[seat][i]
                    row.prior += oracle.weights[seat][i]
                    row.minimax = best[move] = max(best.get(move, -2.0), oracle.plan_value(seat, i))
            return rows.complete(seat)
        finally:
            self.lock.release()


def solve_matrix(payoffs, int iterations=2000, double close=1e-4):
    """Return the row player's strategy, the column player's, and the value of a zero-sum matrix game.

    Args:
        payoffs: the row player's, at most 64 by 64, finite and at most a million.
        iterations: the limit on iterations of regret matching+, 1 to 10**7.
        close: the sum of both players' gains by best responses at which it stops early.
    """
    import numpy as np

    cdef double[:, ::1] table = np.ascontiguousarray(payoffs, np.float64)
    cdef double first[MAX_PLANS]
    cdef double second[MAX_PLANS]
    cdef double value
    cdef int rows = table.shape[0], columns = table.shape[1]
    if not (1 <= table.shape[0] <= MAX_PLANS and 1 <= table.shape[1] <= MAX_PLANS):
        raise ValueError(f"the matrix is {table.shape[0]} by {table.shape[1]}; it must have 1 to {MAX_PLANS} rows and columns")
    if not np.isfinite(table).all() or np.abs(table).max() > 1e6:
        raise ValueError("payoffs must be finite and from -1,000,000 to 1,000,000")
    if not 1 <= iterations <= 10**7:
        raise ValueError(f"iterations is {iterations}; it must be 1 to 10**7")
    with nogil:
        value = solve(&table[0, 0], columns, rows, columns, iterations, close, first, second)
    return np.array([first[i] for i in range(rows)]), np.array([second[j] for j in range(columns)]), value
