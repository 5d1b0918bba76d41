"""AlphaBetaSearch: the engine `alphabeta`."""

cimport cython
from libc.stdint cimport INT64_MAX, int64_t
from libc.string cimport memcpy

from fastcore.game cimport OVER, SCALE
from fastcore.search.alphabeta cimport MAX_PLY, MIN_WIN, AlphaBeta, RootMove
from fastcore.search.engine cimport Engine
from fastcore.search.table cimport AGES, BLOCK_BYTES, Entry, depth_of, find, move_of, value_of
from fastcore.state cimport State
from fastcore.stream cimport Rng, Stream, named

from fastcore.search.options import ALPHABETA_OPTIONS
from fastcore.search.results import ROW_TYPES


@cython.final
cdef class AlphaBetaSearch(Engine):
    """Alpha-beta search from one position of a game of two seats without chance or hidden information.

    Its simulations are nodes: positions searched, repeated visits included.
    """

    name = "alphabeta"
    purpose = "games of two seats without chance or hidden information"
    available = ALPHABETA_OPTIONS

    cdef AlphaBeta search

    def __cinit__(self, State state not None, seed, threads, memory_mb, moves, options):
        self.chunk = 65536
        self.search = AlphaBeta(
            state.game, int(self.memory_mb * 2**20), self.options["quiescence"] == "on", self.options["reductions"] == "on"
        )
        self.set_root(self.state, named(self.seed, ("alphabeta",)))
        self.limit_root(self.allowed)
        self.concrete = True

    @staticmethod
    def fits(state not None):
        """Return whether the engine can search this game."""
        return state.seats == 2 and not state.info.has.chance and not state.info.has.covered

    cdef void set_root(self, State state, Rng rng) noexcept:
        """Start at a position. The generator shuffles its moves."""
        memcpy(self.search.position(0), state.position(), state.game.size)
        self.search.set_root(rng.state)

    cdef int limit_root(self, set moves) except -1:
        """Search only these root moves (None: all). If the set changes, the iterations restart."""
        cdef AlphaBeta search = self.search
        cdef RootMove* roots = search.root_moves
        cdef RootMove swapped
        cdef int i, count = 0
        active = {roots[i].move for i in range(search.active_count)}
        if moves == active or (moves is None and search.active_count == search.root_count):
            return 0
        wanted = bytearray([moves is None or roots[i].move in moves for i in range(search.root_count)])
        for i in range(search.root_count):
            if <bint>(<char*>wanted)[i]:
                swapped = roots[count]
                roots[count] = roots[i]
                roots[i] = swapped
                count += 1
        search.active_count = count
        search.restart()
        return 0

    cdef int64_t capacity(self) except -1:
        return INT64_MAX

    cdef int64_t grow(self, int64_t n) except -1:
        cdef int64_t before = self.search.nodes
        with nogil:
            self.search.search(n)
        return self.search.nodes - before

    cdef object move_root(self, object after, int move):
        """Start at the next position. Keep the table but no nodes."""
        cdef State state = after
        cdef Rng rng = named(self.seed, ("alphabeta",))
        self.search.table.age = (self.search.table.age + 1) % AGES
        self.set_root(state, rng)
        return 0

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def simulations(self):
        """The number of nodes searched at this root."""
        return self.search.nodes

    @property
    def depth(self):
        """The depth of the last completed iteration, in decisions."""
        return self.search.completed_depth

    @property
    def done(self):
        """Whether the value is proven or the maximum depth is reached."""
        return bool(self.search.done)

    @property
    def bytes(self):
        """The memory of the table. The table never counts as full, because it replaces the least useful entries."""
        return <object>self.search.table.block_count * BLOCK_BYTES

    def choice(self, Stream stream=None):
        """Return the best move of the last completed iteration, or of the current one if it has found a better move.

        The seed of the search breaks ties; `stream` is not used. ValueError at the end of a game and before any node.
        """
        self.lock.acquire_read()
        try:
            if self.state.actor == OVER:
                raise ValueError("no seat decides in this position, so it has no best move")
            if self.search.nodes == 0:
                raise ValueError("the search has no result yet: call run first")
            return self.search.best_move
        finally:
            self.lock.release()

    def value(self):
        """Return the root's value for each seat; before the first iteration ends, the static value."""
        self.lock.acquire_read()
        try:
            if self.search.completed_depth == 0:
                return self.state.evaluate().values
            return self.seat_values(self.search.best_value, self.state.actor)
        finally:
            self.lock.release()

    cdef tuple seat_values(self, int value, int actor):
        """Return the value for each seat of an internal value for the actor."""
        cdef double scaled = 1.0 if value >= MIN_WIN else -1.0 if value <= -MIN_WIN else <double>value / SCALE
        return (scaled, -scaled) if actor == 0 else (-scaled, scaled)

    def line(self, move=None):
        """Return the principal variation, as long as the table has its positions."""
        cdef const Entry* entry
        cdef State state
        self.lock.acquire_read()
        try:
            state = self.state.copy()
            following = self.choice(None) if move is None else state.move_of(move)
            line = []
            seen = set()
            while True:
                line.append(following)
                seen.add(state.key)
                state.play(following)
                entry = find(&self.search.table, state.game.key(state.position()))
                if state.actor == OVER or entry == NULL or state.key in seen:
                    break
                following = move_of(entry)
                if following < 0 or not state.game.is_legal(state.position(), following):
                    break
            return line
        finally:
            self.lock.release()

    def root(self):
        """Return a record array with a row for each allowed root move.

        `visits` are the nodes below a move. `value` is exact for the best move and an upper bound for others; static if
        `depth` is 0. The extra field `depth` is the depth of the iteration that found it. `spread` is 0, `prior`
        uniform.
        """
        cdef RootMove* root
        cdef int i
        cdef AlphaBeta search = self.search
        self.lock.acquire_read()
        try:
            actor = self.state.actor
            results = {}
            for i in range(search.root_count):
                root = &search.root_moves[i]
                if self.allowed is not None and root.move not in self.allowed:
                    continue
                visits = root.visits + search.uncounted_nodes(root.move)
                value = self.seat_values(root.value, actor) if root.depth else None
                results[root.move] = (visits, value, root.lower / SCALE, root.upper / SCALE, root.depth)
            return self.rows(self.state, [(move, *results[move]) for move in self.state.moves() if move in results])
        finally:
            self.lock.release()

    cdef object rows(self, State state, list results):
        """Return rows of [(move, visits, value for each seat or None, lower, upper, depth)]."""
        import numpy as np

        rows = np.zeros(len(results), np.dtype([*ROW_TYPES[2].descr, ("depth", "i4")]))
        for i, (move, visits, value, lower, upper, depth) in enumerate(results):
            if value is None:
                value = state.after(move).evaluate().values
            rows[i] = (move, visits, value, 0, 1 / len(results), lower, upper, value[state.actor], lower == upper, depth)
        return rows

    def node(self, path, tree=0):
        """Return the NodeFacts of the position that these moves lead to. ValueError if the table does not hold it.

        Below the root, `visits` are 1 for positions in the table and 0 for others.
        """
        cdef State state
        cdef State after
        cdef const Entry* entry
        if tree != 0:
            raise ValueError(f"tree is {tree}; it must be 0, the only tree of alpha-beta")
        self.lock.acquire_read()
        try:
            state = self.state.copy()
            for step, move in enumerate(path, 1):
                number = state.move_of(move)
                state.play(number)
                if state.actor != OVER and find(&self.search.table, state.game.key(state.position())) == NULL:
                    raise ValueError(f"the transposition table has no entry for step {step} of this path")
            value, rows = self.value(), self.root()
            visits = int(rows["visits"].sum())
            if path:
                results = []
                for move in state.moves():
                    after = state.after(move)
                    entry = find(&self.search.table, after.game.key(after.position()))
                    stored = None if entry == NULL else self.seat_values(value_of(entry), after.actor)
                    depth = 0 if entry == NULL else min(depth_of(entry), MAX_PLY)
                    results.append((move, entry != NULL, stored, -1, 1, depth))
                rows = self.rows(state, results)
                entry = find(&self.search.table, state.game.key(state.position()))
                value = state.evaluate().values if entry == NULL else self.seat_values(value_of(entry), state.actor)
                visits = 1
            actor = state.actor
            return {
                "kind": "decision" if actor >= 0 else "end",
                "actor": actor, "text": state.text(), "visits": visits, "value": value, "rows": rows,
            }
        finally:
            self.lock.release()
