"""InformationSetSearch, the base of engines for hidden cards, and PolicyImprovement, the engine `improver`.

Each simulation samples a world, makes a root move in it and continues as a Lookahead does. Root moves are selected by
PUCT (Rosin 2011; Silver and others 2017). Worlds follow the additive recurrence of the golden ratio, a low-discrepancy
sequence, so that few simulations cover them evenly.
"""

cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from fastcore.game cimport CHANCE, OVER
from fastcore.knowledge.knowledge cimport Knowledge
from fastcore.knowledge.lookahead cimport Lookahead
from fastcore.search.engine cimport Engine
from fastcore.state cimport State
from fastcore.stream cimport Rng, Stream, mixed, named
from fastcore.knowledge.viewpoint cimport Viewpoint

from fastcore.search.options import IMPROVER_OPTIONS
from fastcore.search.results import ROW_TYPES

cdef int64_t MAX_SIMULATIONS = <int64_t>1 << 31
cdef double GOLDEN = 0.6180339887498949


cdef class InformationSetSearch(Engine):
    """A search of one decision from what a seat knows. Abstract.

    It serves games with hidden cards, with or without secret choices, and games with secret choices of more than two
    seats. If the root's seat does not decide, `run` makes no simulations.
    """

    purpose = "games with hidden cards, or with secret choices of more than two seats"
    covered = True
    grows = False
    available = IMPROVER_OPTIONS

    def __cinit__(self, Viewpoint point not None, seed, threads, memory_mb, moves, options):
        self.chunk = 256
        self.exploration = self.options["exploration"]
        self.reveals = {}

    def __dealloc__(self):
        free(self.root_moves)
        free(self.sums)
        free(self.results)

    @staticmethod
    def fits(state not None):
        """Return whether the engine can search this game."""
        has = state.info.has
        return bool(has.hidden or (has.secrets and state.seats != 2))

    cdef int set_root(self, Viewpoint point) except -1:
        """Restart at a viewpoint, without simulations. If this fails, the search has not changed."""
        cdef int i, count = 0, width = 0
        cdef uint64_t word = 0
        cdef Knowledge knowledge = point.knowledge
        cdef Lookahead lookahead = None
        cdef RootMove* root_moves = NULL
        cdef double* sums = NULL
        cdef double* results = NULL
        cdef dict reveals = {}
        if point.actor >= 0 and point.actor == point.seat:
            moves = point.moves()
            create = Knowledge.lookahead if self.options["ahead"] == "plain" else type(knowledge).lookahead
            lookahead = <Lookahead?>create(
                knowledge, Stream(self.seed, "worlds"), self.options["model"], self.options["caution"]
            )
            priors = lookahead.priors(moves)
            count = len(moves)
            width = point.seats * (1 + len(lookahead.metrics))
            word = named(self.seed, (self.name,)).state
            root_moves = <RootMove*>calloc(count, sizeof(RootMove))
            sums = <double*>calloc(count * width, sizeof(double))
            results = <double*>calloc(width, sizeof(double))
            try:
                if root_moves == NULL or sums == NULL or results == NULL:
                    raise MemoryError
                for i in range(count):
                    root_moves[i].move, root_moves[i].prior = moves[i], priors[i]
            except BaseException:
                free(root_moves)
                free(sums)
                free(results)
                raise
        root_moves, self.root_moves = self.root_moves, root_moves
        sums, self.sums = self.sums, sums
        results, self.results = self.results, results
        self.count, self.width, self.random_word, self.simulation_count = count, width, word, 0
        self.lookahead, self.reveals = lookahead, reveals
        free(root_moves)
        free(sums)
        free(results)
        return 0

    # Searching ----------------------------------------------------------------------------------------------------

    cdef int limit_root(self, set moves) except -1:
        cdef int i
        for i in range(self.count):
            self.root_moves[i].active = moves is None or self.root_moves[i].move in moves
        return 0

    cdef int64_t capacity(self) except -1:
        return MAX_SIMULATIONS - self.simulation_count if self.count else 0

    cdef int64_t grow(self, int64_t n) except -1:
        cdef int64_t i
        with nogil:
            for i in range(n):
                self.simulate(self.select_move())
        self.raise_failure()
        return n

    cdef int raise_failure(self) except -1:
        """Restart without simulations, then raise the exception of a failed simulation."""
        if self.lookahead is not None and self.lookahead.failure is not None:
            failure = self.lookahead.failure
            self.set_root(self.viewpoint)
            raise failure
        return 0

    cdef object move_root(self, object after, int move):
        self.set_root(after)
        return 0

    cdef int select_move(self) noexcept nogil:
        """Return the index of the active root move with the best sum of value and exploration bonus."""
        cdef int i, best = -1
        cdef double score, best_score = 0, mean, total = 0
        cdef int64_t visits = 0
        for i in range(self.count):
            if self.root_moves[i].active:
                visits += self.root_moves[i].visits
                total += self.root_moves[i].total
        mean = total / visits if visits else 0.0
        for i in range(self.count):
            if not self.root_moves[i].active:
                continue
            score = self.root_moves[i].total / self.root_moves[i].visits if self.root_moves[i].visits else mean
            score += self.exploration * self.root_moves[i].prior * sqrt(<double>visits + 1) / (1 + self.root_moves[i].visits)
            if best < 0 or score > best_score:
                best, best_score = i, score
        return best

    cdef double world_point(self, int64_t number) noexcept nogil:
        """Return the point in [0, 1) that selects the world for a given simulation of a root move."""
        cdef double point = <double>(self.random_word >> 12) * (1.0 / 4503599627370496.0) + <double>number * GOLDEN
        return point - <double><int64_t>point

    cdef void simulate(self, int index) noexcept nogil:
        """Make a simulation of a root move and add its results."""

    cdef void add_results(self, int index, double penalty) noexcept nogil:
        """Add `results` to a root move. `penalty` is subtracted from the deciding seat's value."""
        cdef RootMove* root_move = &self.root_moves[index]
        cdef double value = self.results[self.lookahead.seat] - penalty
        cdef int i
        for i in range(self.width):
            self.sums[index * self.width + i] += self.results[i]
        root_move.total += value
        root_move.squares += value * value
        root_move.visits += 1
        self.simulation_count += 1

    def trace(self):
        """Make the next simulation and return it: its world, its move and all later steps to the end.

        Raises:
            ValueError: the root's seat does not decide, or the limit is reached.
        """
        cdef int index, s, k, seats = self.viewpoint.seats
        self.lock.acquire_write()
        try:
            if not self.capacity():
                raise ValueError("no simulation is left to trace, or no seat decides in this position")
            self.limit_root(self.allowed)
            index = self.select_move()
            prior, visits = self.root_moves[index].prior, self.root_moves[index].visits
            total_visits, value_before = self.simulation_count, self.value()
            self.lookahead.begin(self.world_point(visits))
            world = self.lookahead.position_text()
            self.lookahead.recorded = []
            try:
                self.simulate(index)
                recorded = self.lookahead.recorded
            finally:
                self.lookahead.recorded = None
            self.raise_failure()
            steps = []
            for actor, move in recorded:
                steps.append({
                    "kind": "chance" if actor == CHANCE else "decision", "actor": actor, "move": move, "prior": 0.0,
                    "visits": (0, 0), "node_visits": (0, 0), "value": ((), ()),
                })
            steps[0] |= {
                "kind": "information", "prior": prior, "visits": (visits, visits + 1),
                "node_visits": (total_visits, total_visits + 1), "value": (value_before, self.value()),
            }
            values = tuple([self.results[s] for s in range(seats)])
            state = State(self.viewpoint.game, self.lookahead.position_text())
            static = state.evaluate()
            metrics = {
                name: tuple([self.results[k * seats + s] for s in range(seats)]) for k, name in enumerate(self.metrics, 1)
            }
            return {
                "tree": 0,
                "world": world,
                "steps": steps,
                "text": state.text(),
                "kind": "end" if state.actor == OVER else "chance" if state.actor == CHANCE else "decision",
                "value": values,
                "static": static.values,
                "terms": [(term.name, term.amount, term.weight) for term in static.terms],
                "metrics": metrics,
            }
        finally:
            self.lock.release()

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def metrics(self):
        """The names of the Lookahead's additional results; `root` has a column (seats,) with the mean of each."""
        return () if self.lookahead is None else self.lookahead.metrics

    def beliefs(self):
        """Return {variable: {value: probability}} of the deciding seat, under the model of the search."""
        self.lock.acquire_read()
        try:
            return {} if self.lookahead is None else self.lookahead.beliefs()
        finally:
            self.lock.release()

    def facts(self, move):
        """Return [(key, {name: value})] about a root move. The last is "reveals": bits expected, `of` bits unknown."""
        self.lock.acquire_read()
        try:
            if self.lookahead is None:
                return []
            number = self.viewpoint.move_of(move)
            if number not in self.reveals:
                self.reveals[number] = self.lookahead.reveals(number)
            bits, unknown = self.reveals[number]
            return [*self.lookahead.facts(number), ("reveals", {"bits": bits, "of": unknown})]
        finally:
            self.lock.release()

    @property
    def simulations(self):
        """The number of simulations at this root."""
        return self.simulation_count

    @property
    def done(self):
        """Whether there is a single move and it has been simulated."""
        return bool(self.count == 1 and self.simulation_count)

    @property
    def bytes(self):
        """The memory of the root moves."""
        return <object>self.count * (sizeof(RootMove) + self.width * sizeof(double))

    def value(self):
        """Return the mean result of all simulations for each seat; before the first, the static value."""
        cdef int i, s, seats = self.viewpoint.seats
        self.lock.acquire_read()
        try:
            if not self.simulation_count:
                return self.viewpoint.evaluate().values
            sums = [0.0] * seats
            for i in range(self.count):
                for s in range(seats):
                    sums[s] += self.sums[i * self.width + s]
            return tuple([total / self.simulation_count for total in sums])
        finally:
            self.lock.release()

    def root(self):
        """Return a record array with a row for each allowed root move, and a field (seats,) for each metric.

        `minimax` is the mean value for the deciding seat less its caution; moves without visits have the static value.
        """
        cdef int i, s, seats = self.viewpoint.seats, k
        cdef double mean, visits
        import numpy as np

        self.lock.acquire_read()
        try:
            names = self.metrics
            fields = [(name, "f8", (seats,)) for name in names]
            indices = [i for i in range(self.count) if self.allowed is None or self.root_moves[i].move in self.allowed]
            rows = np.zeros(len(indices), np.dtype([*ROW_TYPES[seats].descr, *fields]))
            static = self.viewpoint.evaluate().values
            # filled by column, which is several times faster than by row
            values, minimax, spreads, columns = [], [], [], [[] for _ in names]
            for i in indices:
                visits = <double>self.root_moves[i].visits
                if not visits:
                    values.append(static)
                    minimax.append(static[self.lookahead.seat])
                    spreads.append(0.0)
                    for column in columns:
                        column.append((0.0,) * seats)
                    continue
                values.append([self.sums[i * self.width + s] / visits for s in range(seats)])
                for k, column in enumerate(columns, 1):
                    column.append([self.sums[i * self.width + k * seats + s] / visits for s in range(seats)])
                mean = self.root_moves[i].total / visits
                minimax.append(mean)
                spreads.append(sqrt(max(0.0, self.root_moves[i].squares / visits - mean * mean)))
            if indices:
                rows["move"] = [self.root_moves[<int>i].move for i in indices]
                rows["visits"] = [self.root_moves[<int>i].visits for i in indices]
                rows["prior"] = [self.root_moves[<int>i].prior for i in indices]
                rows["value"], rows["minimax"], rows["spread"] = values, minimax, spreads
                rows["lower"], rows["upper"] = -1, 1
                for name, column in zip(names, columns):
                    rows[name] = column
            return rows
        finally:
            self.lock.release()

    def choice(self, Stream stream=None):
        """Return the most visited move. Break ties by value, then by order or at random."""
        cdef int i
        self.lock.acquire_read()
        try:
            if not self.count:
                actor = self.viewpoint.actor
                raise ValueError(
                    "no seat decides in this position" if actor < 0
                    else f"seat {actor + 1} decides in this position, not the seat of this search"
                )
            if not self.simulation_count:
                raise ValueError("the search has no result yet: call run first")
            ranks = []
            for i in range(self.count):
                if self.root_moves[i].visits:
                    ranks.append(((self.root_moves[i].visits, self.root_moves[i].total / self.root_moves[i].visits), i))
            best = max([rank for rank, _ in ranks])
            ties = [i for rank, i in ranks if rank == best]
            return self.root_moves[ties[0] if stream is None else stream.choice(ties)].move
        finally:
            self.lock.release()

    def line(self, move=None):
        """Return only the move, because the continuation differs between worlds."""
        self.lock.acquire_read()
        try:
            return [self.choice(None) if move is None else self.viewpoint.move_of(move)]
        finally:
            self.lock.release()

    def node(self, path, tree=0):
        """Return the NodeFacts of the root. ValueError for any other path."""
        if tree != 0:
            raise ValueError(f"tree is {tree}; it must be 0, the only tree of {self.name}")
        if path:
            raise ValueError(f"{self.name} has only root rows: the path must be empty")
        actor = self.viewpoint.actor
        kind = "decision" if actor >= 0 else "end" if actor == OVER else "chance"
        return {
            "kind": kind, "actor": actor, "text": self.text, "visits": self.simulations, "value": self.value(),
            "rows": self.root(),
        }


@cython.final
cdef class PolicyImprovement(InformationSetSearch):
    """Policy improvement over exact beliefs (SPARTA).

    The n-th simulation of every root move uses the same world and the same random numbers, and continues by the
    Lookahead's policy. Source: Lerer, Hu, Foerster and Brown 2020, Improving policies via search in cooperative
    partially observable games.
    """

    name = "improver"

    def __cinit__(self, point, seed, threads, memory_mb, moves, options):
        self.set_root(self.viewpoint)
        self.concrete = True

    cdef void simulate(self, int index) noexcept nogil:
        cdef Rng rng
        rng.state = mixed(self.random_word, <uint64_t>self.root_moves[index].visits)
        self.lookahead.begin(self.world_point(self.root_moves[index].visits))
        self.lookahead.step(self.root_moves[index].move, &rng)
        self.add_results(index, self.lookahead.finish(&rng, self.results))
