"""AlphaBeta: the door to alpha-beta. It checks what comes in and shows what was found."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t
from libc.string cimport memcpy

from operator import index

from fastcore.game cimport OVER, SCALE
from fastcore.search.deepening cimport MIN_WIN, PLIES, Deepening, RootMove
from fastcore.search.guard cimport Guard
from fastcore.search.limited cimport among
from fastcore.search.table cimport AGES, BLOCK_BYTES, Entry, depth_of, find, move_of, value_of
from fastcore.state cimport State
from fastcore.stream cimport Rng, Stream, named

from fastcore.search.facts import ROW_TYPES
from fastcore.search.options import ALPHABETA_OPTIONS, values_of

CHUNK = 65536       # nodes between two looks at whether Ctrl-C was pressed


@cython.final
cdef class AlphaBeta:
    covered = False
    grows = True

    def __cinit__(self, State state not None, seed, threads, memory_mb, moves, options):
        if not AlphaBeta.fits(state):
            raise ValueError(f"alpha-beta is for two seats, no chance and nothing hidden; {state.info.title} is not so")
        if threads != 1:
            raise ValueError(f"threads is {threads}; alpha-beta runs on one")
        chosen = values_of(ALPHABETA_OPTIONS, options)
        self.state = state.copy()
        self.seed = index(seed)
        self.lock = Guard()
        self.search = Deepening(state.game, int(memory_mb * 2**20), chosen["quiescence"] == "on", chosen["reductions"] == "on")
        self.plant(named(self.seed, ("alphabeta",)))
        self.allowed = None if moves is None else among({self.state.move_of(move) for move in moves}, None)
        self.limit_root(self.allowed)

    @staticmethod
    def fits(State state not None):
        return state.seats == 2 and not state.info.has.chance and not state.info.has.covered

    cdef void plant(self, Rng rng) noexcept:
        """Begin at the state's position; the generator orders its moves."""
        memcpy(self.search.position(0), self.state.position(), self.state.game.size)
        self.search.plant(rng.state)

    cdef int limit_root(self, set moves) except -1:
        """Search these moves of the root alone (None: all), anew if others were searched before."""
        cdef Deepening search = self.search
        cdef RootMove* roots = search.roots
        cdef RootMove other
        cdef int i, first = 0
        present = {roots[i].move for i in range(search.searched)}
        if moves == present or (moves is None and search.searched == search.root_count):
            return 0
        wanted = bytearray([moves is None or roots[i].move in moves for i in range(search.root_count)])
        for i in range(search.root_count):
            if <bint>(<char*>wanted)[i]:
                other = roots[first]
                roots[first] = roots[i]
                roots[i] = other
                first += 1
        search.searched = first
        search.restart()
        return 0

    # Searching ----------------------------------------------------------------------------------------------------

    def run(self, n, only):
        cdef Deepening search = self.search
        cdef int64_t share, before
        n = index(n)
        self.lock.enter_alone()
        try:
            self.limit_root(self.allowed if only is None else among({self.state.move_of(move) for move in only}, self.allowed))
            made = 0
            while made < n and not search.done:
                share = min(n - made, CHUNK)
                before = search.nodes
                with nogil:
                    search.go(share)
                made += search.nodes - before
                PyErr_CheckSignals()
            return made
        finally:
            self.lock.leave()

    def advance(self, str observation not None):
        """Begin at the position after an observation. If it fails, nothing has changed."""
        cdef State after
        cdef Rng rng
        self.lock.enter_alone()
        try:
            after = self.state.copy()
            after.play(after.parse_move(observation))
            rng = named(self.seed, ("alphabeta",))
            self.search.table.age = (self.search.table.age + 1) % AGES
            self.state, self.allowed = after, None
            self.plant(rng)
            return 0
        finally:
            self.lock.leave()

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def spec(self):
        return self.state.spec

    @property
    def text(self):
        return self.state.text()

    @property
    def simulations(self):
        return self.search.nodes

    @property
    def depth(self):
        return self.search.completed

    @property
    def done(self):
        return bool(self.search.done)

    @property
    def full(self):
        return False

    @property
    def bytes(self):
        return <object>self.search.table.count * BLOCK_BYTES

    def trace(self):
        raise ValueError("alpha-beta makes no simulations that could be traced")

    def choice(self, Stream stream):
        self.lock.enter()
        try:
            if self.state.actor == OVER:
                raise ValueError("no seat decides here")
            if self.search.nodes == 0:
                raise ValueError("nothing has been searched yet")
            return self.search.chosen
        finally:
            self.lock.leave()

    def value(self):
        cdef Deepening search = self.search
        self.lock.enter()
        try:
            if search.completed == 0:
                return self.state.evaluate().values
            return self.shared(search.value, self.state.actor)
        finally:
            self.lock.leave()

    cdef tuple shared(self, int value, int actor):
        """Return the value per seat of what the search has for one of them."""
        cdef double one = 1.0 if value >= MIN_WIN else -1.0 if value <= -MIN_WIN else <double>value / SCALE
        return (one, -one) if actor == 0 else (-one, one)

    def line(self, move):
        cdef const Entry* entry
        cdef State state
        self.lock.enter()
        try:
            state = self.state.copy()
            next = self.choice(None) if move is None else state.move_of(move)
            line = []
            met = set()
            while True:
                line.append(next)
                met.add(state.key)
                state.play(next)
                entry = find(&self.search.table, state.game.key(state.position()))
                if state.actor == OVER or entry == NULL or state.key in met:
                    break
                next = move_of(entry)
                if next < 0 or not state.game.is_legal(state.position(), next):
                    break
            return line
        finally:
            self.lock.leave()

    def root(self):
        cdef RootMove* root
        cdef int i
        cdef Deepening search = self.search
        self.lock.enter()
        try:
            actor = self.state.actor
            records = {}
            for i in range(search.root_count):
                root = &search.roots[i]
                if self.allowed is not None and root.move not in self.allowed:
                    continue
                visits = root.visits + search.running(root.move)
                value = self.shared(root.value, actor) if root.depth else None
                records[root.move] = (visits, value, root.lower / SCALE, root.upper / SCALE, root.depth)
            return self.rows(self.state, [(move, *records[move]) for move in self.state.moves() if move in records])
        finally:
            self.lock.leave()

    cdef object rows(self, State state, list records):
        """(move, visits, value per seat or None, lower, upper, depth) -> the record array."""
        import numpy as np

        made = np.zeros(len(records), np.dtype([*ROW_TYPES[2].descr, ("depth", "i4")]))
        for i, (move, visits, value, lower, upper, depth) in enumerate(records):
            if value is None:
                value = state.after(move).evaluate().values
            made[i] = (move, visits, value, 0, 1 / len(records), lower, upper, value[state.actor], lower == upper, depth)
        return made

    def node(self, list path, tree):
        cdef State state
        cdef State after
        cdef const Entry* entry
        if tree != 0:
            raise ValueError(f"tree is {tree}; alpha-beta has one, 0")
        self.lock.enter()
        try:
            state = self.state.copy()
            for step, move in enumerate(path, 1):
                number = state.move_of(move)
                state.play(number)
                if state.actor != OVER and find(&self.search.table, state.game.key(state.position())) == NULL:
                    raise ValueError(f"the table does not hold step {step} of this path")
            value, rows = self.value(), self.root()
            visits = int(rows["visits"].sum())
            if path:
                records = []
                for move in state.moves():
                    after = state.after(move)
                    entry = find(&self.search.table, after.game.key(after.position()))
                    found = None if entry == NULL else self.shared(value_of(entry), after.actor)
                    depth = 0 if entry == NULL else min(depth_of(entry), PLIES)
                    records.append((move, entry != NULL, found, -1, 1, depth))
                rows = self.rows(state, records)
                entry = find(&self.search.table, state.game.key(state.position()))
                value = state.evaluate().values if entry == NULL else self.shared(value_of(entry), state.actor)
                visits = 1
            actor = state.actor
            return {
                "kind": "decision" if actor >= 0 else "end",
                "actor": actor, "text": state.text(), "visits": visits, "value": value, "rows": rows,
            }
        finally:
            self.lock.leave()
