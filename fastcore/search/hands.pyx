"""HandSearch: what searches of one decision have in common where hands are hidden.

Each simulation takes a move of the root and plays on as a Lookahead does it. Moves are chosen by PUCT (Silver and others
2017), worlds by the golden ratio's sequence, so that few simulations cover them evenly.
"""

from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from cpython.exc cimport PyErr_CheckSignals

from operator import index

from fastcore.game cimport CHANCE, OVER
from fastcore.knowledge cimport Knowledge
from fastcore.lookahead cimport Lookahead
from fastcore.search.guard cimport Guard
from fastcore.search.limited cimport among
from fastcore.state cimport State
from fastcore.stream cimport Stream, named
from fastcore.viewpoint cimport Viewpoint

from fastcore.search.facts import ROW_TYPES
from fastcore.search.options import values_of
from fastcore.values import Option

MODEL = Option(
    "model", "choice", "blueprint", "how others are taken to have chosen: blueprint (as the game's own account tells), uniform, or none (it tells nothing)",
    choices=("blueprint", "uniform", "none"),
)
EXPLORATION = Option("exploration", "number", "1", "how far the selection strays from the best move so far", 0, 100)
CAUTION = Option("caution", "number", "0", "value that a mistake costs more than the rules say; below 0 less", -1, 1)
AHEAD = Option(
    "ahead", "choice", "known", "how simulations go on: known, by what every seat will know; plain, by the greedy policy in whole worlds",
    choices=("known", "plain"),
)
OPTIONS = (MODEL, EXPLORATION, CAUTION, AHEAD)
CHUNK = 256         # simulations between two looks at whether Ctrl-C was pressed
MAX_VISITS = 1 << 31
cdef double GOLDEN = 0.6180339887498949


cdef class HandSearch:
    covered = True
    grows = False
    options = OPTIONS
    name = ""

    def __cinit__(self, Viewpoint point not None, seed, threads, memory_mb, moves, options):
        if not point.info.has.hidden:
            raise ValueError(f"{self.name} is for games with hidden hands; {point.info.title} is not so")
        if threads != 1:
            raise ValueError(f"threads is {threads}; {self.name} runs on one")
        self.chosen = values_of(self.options, options)
        self.exploration = self.chosen["exploration"]
        self.point = point.copy()
        self.seed = index(seed)
        self.lock = Guard()
        self.bits = {}

    def __init__(self, point, seed, threads, memory_mb, moves, options):
        if not self.whole:
            raise TypeError(f"{type(self).__name__} is not an engine, only what engines have in common")
        self.lock.enter_alone()
        try:
            allowed = None if moves is None else among({self.point.move_of(move) for move in moves}, None)
            self.plant(self.point)        # not before: until now the methods are this class's own
            self.allowed = allowed
        finally:
            self.lock.leave()

    def __dealloc__(self):
        free(self.tried)
        free(self.sums)
        free(self.found)

    @staticmethod
    def fits(State state not None):
        return bool(state.info.has.hidden)

    cdef int plant(self, Viewpoint point) except -1:
        """Begin at a viewpoint. If it fails, the search is as it was."""
        cdef int i, count = 0, width = 0
        cdef uint64_t word = 0
        cdef Knowledge knowledge = point.knowledge
        cdef Lookahead ahead = None
        cdef Tried* tried = NULL
        cdef double* sums = NULL
        cdef double* found = NULL
        cdef dict bits = {}
        if point.actor >= 0 and point.actor == point.seat:
            listed = point.moves()
            made = Knowledge.lookahead if self.chosen["ahead"] == "plain" else type(knowledge).lookahead
            ahead = <Lookahead?>made(knowledge, Stream(self.seed, "worlds"), self.chosen["model"], self.chosen["caution"])
            priors = ahead.priors(listed)
            count = len(listed)
            width = point.seats * (1 + len(ahead.metrics))
            word = named(self.seed, (self.name,)).state
            tried = <Tried*>calloc(count, sizeof(Tried))
            sums = <double*>calloc(count * width, sizeof(double))
            found = <double*>calloc(width, sizeof(double))
            try:
                if tried == NULL or sums == NULL or found == NULL:
                    raise MemoryError
                for i in range(count):
                    tried[i].move, tried[i].prior = listed[i], priors[i]
            except BaseException:
                free(tried)
                free(sums)
                free(found)
                raise
        tried, self.tried = self.tried, tried
        sums, self.sums = self.sums, sums
        found, self.found = self.found, found
        self.count, self.width, self.word, self.made = count, width, word, 0
        self.point, self.ahead, self.bits, self.allowed = point, ahead, bits, None
        free(tried)
        free(sums)
        free(found)
        return 0

    # Searching ----------------------------------------------------------------------------------------------------

    cdef int next_move(self) noexcept nogil:
        """The place of the move to simulate next: value, and a bonus by prior for what was tried seldom."""
        cdef int i, best = -1
        cdef double score, most = 0, mean, whole = 0
        cdef int64_t visits = 0
        for i in range(self.count):
            if self.tried[i].asked:
                visits += self.tried[i].visits
                whole += self.tried[i].worth
        mean = whole / visits if visits else 0.0
        for i in range(self.count):
            if not self.tried[i].asked:
                continue
            score = self.tried[i].worth / self.tried[i].visits if self.tried[i].visits else mean
            score += self.exploration * self.tried[i].prior * sqrt(<double>visits + 1) / (1 + self.tried[i].visits)
            if best < 0 or score > most:
                best, most = i, score
        return best

    cdef double world_of(self, int64_t number) noexcept nogil:
        """The point from 0 to 1 at which the n-th world lies."""
        cdef double point = <double>(self.word >> 12) * (1.0 / 4503599627370496.0) + <double>number * GOLDEN
        return point - <double><int64_t>point

    cdef void simulate(self, int place) noexcept nogil:
        """Make a simulation of a move, and note what it found."""

    cdef void note(self, int place, double regret) noexcept nogil:
        """Add up what was found; the seat that decides values it less by `regret`."""
        cdef Tried* tried = &self.tried[place]
        cdef double worth = self.found[self.ahead.seat] - regret
        cdef int i
        for i in range(self.width):
            self.sums[place * self.width + i] += self.found[i]
        tried.worth += worth
        tried.squares += worth * worth
        tried.visits += 1
        self.made += 1

    def run(self, n, only):
        cdef int64_t left
        cdef int i
        n = index(n)
        self.lock.enter_alone()
        try:
            asked = self.allowed if only is None else among({self.point.move_of(move) for move in only}, self.allowed)
            for i in range(self.count):
                self.tried[i].asked = asked is None or self.tried[i].move in asked
            before = self.made
            while self.count and self.made - before < n and self.made < MAX_VISITS:
                left = min(CHUNK, n - (self.made - before))
                with nogil:
                    for i in range(left):
                        self.simulate(self.next_move())
                self.sound()
                PyErr_CheckSignals()
            return self.made - before
        finally:
            self.lock.leave()

    cdef int sound(self) except -1:
        """Begin again and raise MemoryError if a simulation could not note something."""
        cdef set allowed = self.allowed
        if self.ahead is not None and self.ahead.failed:
            self.plant(self.point)
            self.allowed = allowed
            raise MemoryError
        return 0

    def advance(self, str observation not None):
        cdef Viewpoint after
        self.lock.enter_alone()
        try:
            after = self.point.copy()
            after.observe(observation)
            self.plant(after)
            return 0
        finally:
            self.lock.leave()

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def spec(self):
        return self.point.spec

    @property
    def text(self):
        return self.point.text()

    @property
    def metrics(self):
        return () if self.ahead is None else self.ahead.metrics

    def beliefs(self):
        self.lock.enter()
        try:
            return {} if self.ahead is None else self.ahead.beliefs()
        finally:
            self.lock.leave()

    def facts(self, move):
        self.lock.enter()
        try:
            if self.ahead is None:
                return []
            made = self.point.move_of(move)
            if made not in self.bits:
                self.bits[made] = self.ahead.reveals(made)
            bits, unknown = self.bits[made]
            return [*self.ahead.facts(made), ("reveals", {"bits": bits, "of": unknown})]
        finally:
            self.lock.leave()

    @property
    def depth(self):
        return 0

    @property
    def simulations(self):
        return self.made

    @property
    def done(self):
        return bool(self.count == 1 and self.made)

    @property
    def full(self):
        return False

    @property
    def bytes(self):
        return <object>self.count * (sizeof(Tried) + self.width * sizeof(double))

    def trace(self):
        """The next simulation: the world that it draws, its move, and how all go on in it to the end."""
        cdef int place, s, k, seats = self.point.seats
        self.lock.enter_alone()
        try:
            if not self.count or self.made >= MAX_VISITS:
                raise ValueError("nobody decides here, or all simulations are made: there is nothing to trace")
            for place in range(self.count):
                self.tried[place].asked = self.allowed is None or self.tried[place].move in self.allowed
            place = self.next_move()
            prior, visits, made, before = self.tried[place].prior, self.tried[place].visits, self.made, self.value()
            self.ahead.begin(self.world_of(visits))
            world = self.ahead.position_text()
            self.ahead.followed = []
            try:
                self.simulate(place)
                followed = self.ahead.followed
            finally:
                self.ahead.followed = None
            self.sound()
            steps = []
            for actor, move in followed:
                steps.append({
                    "kind": "chance" if actor == CHANCE else "decision", "actor": actor, "move": move, "prior": 0.0,
                    "visits": (0, 0), "node_visits": (0, 0), "value": ((), ()),
                })
            steps[0] |= {
                "kind": "information", "prior": prior, "visits": (visits, visits + 1), "node_visits": (made, made + 1),
                "value": (before, self.value()),
            }
            values = tuple([self.found[s] for s in range(seats)])
            state = State(self.point.game, self.ahead.position_text())
            static = state.evaluate()
            metrics = {name: tuple([self.found[k * seats + s] for s in range(seats)]) for k, name in enumerate(self.metrics, 1)}
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
            self.lock.leave()

    def value(self):
        cdef int i, s, seats = self.point.seats
        self.lock.enter()
        try:
            if not self.made:
                return self.point.evaluate().values
            sums = [0.0] * seats
            for i in range(self.count):
                for s in range(seats):
                    sums[s] += self.sums[i * self.width + s]
            return tuple([one / self.made for one in sums])
        finally:
            self.lock.leave()

    def root(self):
        cdef int i, s, seats = self.point.seats, k
        cdef double mean, visits
        import numpy as np

        self.lock.enter()
        try:
            names = self.metrics
            columns = [(name, "f8", (seats,)) for name in names]
            places = [i for i in range(self.count) if self.allowed is None or self.tried[i].move in self.allowed]
            table = np.zeros(len(places), np.dtype([*ROW_TYPES[seats].descr, *columns]))
            static = self.point.evaluate().values
            # column by column: several times quicker than row by row
            values, minimax, spreads, more = [], [], [], [[] for _ in names]
            for i in places:
                visits = <double>self.tried[i].visits
                if not visits:
                    values.append(static)
                    minimax.append(static[self.ahead.seat])
                    spreads.append(0.0)
                    for metrics in more:
                        metrics.append((0.0,) * seats)
                    continue
                values.append([self.sums[i * self.width + s] / visits for s in range(seats)])
                for k, metrics in enumerate(more, 1):
                    metrics.append([self.sums[i * self.width + k * seats + s] / visits for s in range(seats)])
                mean = self.tried[i].worth / visits
                minimax.append(mean)
                spreads.append(sqrt(max(0.0, self.tried[i].squares / visits - mean * mean)))
            if places:
                table["move"] = [self.tried[<int>i].move for i in places]
                table["visits"] = [self.tried[<int>i].visits for i in places]
                table["prior"] = [self.tried[<int>i].prior for i in places]
                table["value"], table["minimax"], table["spread"] = values, minimax, spreads
                table["lower"], table["upper"] = -1, 1
                for name, metrics in zip(names, more):
                    table[name] = metrics
            return table
        finally:
            self.lock.leave()

    def choice(self, Stream stream):
        cdef int i
        self.lock.enter()
        try:
            if not self.count:
                raise ValueError("no seat decides here" if self.point.actor < 0 else f"seat {self.point.actor + 1} decides here")
            if not self.made:
                raise ValueError("nothing has been searched yet")
            ranked = []
            for i in range(self.count):
                if self.tried[i].visits:
                    ranked.append((self.tried[i].visits, self.tried[i].worth / self.tried[i].visits, i))
            visits, worth, _ = max(ranked, key=lambda one: (one[0], one[1], -one[2]))
            best = [i for many, value, i in ranked if (many, value) == (visits, worth)]
            return self.tried[best[0] if stream is None else stream.choice(best)].move
        finally:
            self.lock.leave()

    def line(self, move):
        self.lock.enter()
        try:
            return [self.choice(None) if move is None else self.point.move_of(move)]
        finally:
            self.lock.leave()

    def node(self, list path, tree):
        if tree != 0:
            raise ValueError(f"tree is {tree}; {self.name} has one, 0")
        if path:
            raise ValueError(f"{self.name} shows its root alone")
        actor = self.point.actor
        kind = "decision" if actor >= 0 else "end" if actor == -2 else "chance"
        return {
            "kind": kind, "actor": actor, "text": self.text, "visits": self.simulations, "value": self.value(), "rows": self.root(),
        }
