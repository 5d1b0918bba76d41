"""AlphaBetaSearch: the engine `alphabeta`.

Several threads share the transposition table (lazy SMP). Each searches the whole tree, helpers with other orders of the
root moves and every second one a decision deeper, so that the first search finds many of its results in the table.
"""

cimport cython
from libc.stdint cimport INT64_MAX, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from fastcore.game cimport OVER, SCALE
from fastcore.search.alphabeta cimport MAX_PLY, MIN_WIN, AlphaBeta, RootMove
from fastcore.search.clock cimport clock_ns
from fastcore.search.engine cimport Engine
from fastcore.search.mcts.locks cimport fetch_add, read_word, write_word
from fastcore.search.table cimport AGES, BLOCK_BYTES, depth_of, find, move_of, value_of
from fastcore.search.threads cimport Task, run_tasks
from fastcore.state cimport State
from fastcore.stream cimport Stream, named

from fastcore.search.options import ALPHABETA_OPTIONS
from fastcore.search.results import ROW_TYPES

cdef enum:
    CHUNK = 65536               # nodes between two checks for signals
    GRAIN = 1024                # nodes that a thread takes at a time
    MIN_SHARE = 4096            # nodes for which a helper pays

cdef struct Progress:           # of the first search, for its helpers
    int64_t remaining           # nodes for all threads
    int64_t deadline            # by `clock_ns`; 0: none
    uint32_t depth              # of its last completed iteration
    uint32_t value              # and its value, an int
    uint32_t stopped

cdef struct Share:              # the work of one thread in one `run`
    void* search                # a borrowed AlphaBeta
    int number                  # 0: the first search
    Progress* progress


cdef void search_share(void* data) noexcept nogil:
    """Do the work of a Share."""
    cdef Share* share = <Share*>data
    search_nodes(<AlphaBeta>share.search, share.number, share.progress)


cdef void search_nodes(AlphaBeta search, int number, Progress* progress) noexcept nogil:
    """Search until no nodes remain, the time is up, or the first search is done.

    The first GRAIN is for the first search, because only that one has results, and its thread may start last.
    """
    cdef int64_t taken = GRAIN if number == 0 else 0
    cdef int depth
    while not search.done and not read_word(&progress.stopped):
        if taken == 0:
            taken = fetch_add(&progress.remaining, -GRAIN)
        if taken <= 0:
            break
        if number:
            depth = <int>read_word(&progress.depth)
            if search.completed_depth < depth:
                search.skip_to(depth + (number & 1), <int>read_word(&progress.value))
        search.search(min(taken, GRAIN))
        taken = 0
        if number == 0:
            write_word(&progress.value, <uint32_t>search.best_value)
            write_word(&progress.depth, search.completed_depth)
        if progress.deadline and clock_ns() >= progress.deadline:
            break
    if number == 0:
        write_word(&progress.stopped, 1)


@cython.final
cdef class AlphaBetaSearch(Engine):
    """Alpha-beta search from one position of a game of two seats without chance or hidden information.

    Its simulations are nodes: positions searched, repeated visits included.
    """

    name = "alphabeta"
    max_threads = 64
    purpose = "games of two seats without chance or hidden information"
    available = ALPHABETA_OPTIONS

    cdef AlphaBeta search       # the first search, which has the results
    cdef list searches          # with its helpers

    def __cinit__(self, State state not None, seed, threads, memory_mb, moves, options):
        if threads > 1 and self.options["shared"] == "off":
            raise ValueError(f"threads is {threads}; the engine alphabeta uses several threads only with shared=on")
        self.chunk = <int64_t>CHUNK * threads
        self.watches_clock = threads > 1
        self.search = self.new_search(state, None)
        self.searches = [self.search]
        for _ in range(1, threads):
            self.searches.append(self.new_search(state, self.search))
        self.set_root(self.state)
        self.limit_root(self.allowed)
        self.concrete = True

    cdef AlphaBeta new_search(self, State state, AlphaBeta master):
        """Return a search with its own table, or a helper."""
        return AlphaBeta(
            state.game, int(self.memory_mb * 2**20), self.options["quiescence"] == "on",
            self.options["reductions"] == "on", self.options["futility"], self.options["full_moves"], master,
        )

    @staticmethod
    def fits(state not None):
        """Return whether the engine can search this game."""
        return state.seats == 2 and not state.info.has.chance and not state.info.has.covered

    cdef int set_root(self, State state) except -1:
        """Start at a position. Each search shuffles its moves in another way."""
        cdef AlphaBeta search
        for number, search in enumerate(self.searches):
            memcpy(search.position(0), state.position(), state.game.size)
            search.set_root(named(self.seed, ("alphabeta", number) if number else ("alphabeta",)).state)
        return 0

    cdef int limit_root(self, set moves) except -1:
        """Search only these root moves (None: all). If the set changes, the iterations restart."""
        for search in self.searches:
            self.limit_search(search, moves)
        return 0

    cdef int limit_search(self, AlphaBeta search, set moves) except -1:
        """Apply `limit_root` to one search."""
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
        cdef int count = len(self.searches) if n >= MIN_SHARE else 1, i
        cdef int64_t before = self.nodes()
        cdef Progress progress = Progress(
            n - GRAIN, self.deadline, self.search.completed_depth, <uint32_t>self.search.best_value, 0
        )
        cdef Task* tasks = NULL
        cdef Share* shares = NULL
        if count > 1:
            tasks = <Task*>calloc(count, sizeof(Task))
            shares = <Share*>calloc(count, sizeof(Share))
            if tasks == NULL or shares == NULL:
                free(tasks)
                free(shares)
                raise MemoryError
            for i in range(count):
                shares[i] = Share(<void*>self.searches[i], i, &progress)
                tasks[i].work, tasks[i].data = search_share, &shares[i]
        with nogil:
            if count > 1:
                run_tasks(tasks, count)
            elif self.deadline and n > GRAIN:
                search_nodes(self.search, 0, &progress)
            else:
                self.search.search(n)
            free(tasks)
            free(shares)
        return self.nodes() - before

    cdef int64_t nodes(self) noexcept:
        """Return the number of nodes of all searches."""
        cdef AlphaBeta search
        cdef int64_t total = 0
        for search in self.searches:
            total += search.nodes
        return total

    cdef object move_root(self, object after, int move):
        """Start at the next position. Keep the table but no nodes."""
        cdef State state = after
        self.search.table.age = (self.search.table.age + 1) % AGES
        self.set_root(state)
        return 0

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def simulations(self):
        """The number of nodes searched at this root."""
        return self.nodes()

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
        cdef uint64_t entry
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
                entry = find(self.search.table, state.game.key(state.position()))
                if state.actor == OVER or entry == 0 or state.key in seen:
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
                visits = self.visits_of(root.move)
                value = self.seat_values(root.value, actor) if root.depth else None
                results[root.move] = (visits, value, root.lower / SCALE, root.upper / SCALE, root.depth)
            return self.rows(self.state, [(move, *results[move]) for move in self.state.moves() if move in results])
        finally:
            self.lock.release()

    cdef int64_t visits_of(self, int move) noexcept:
        """Return the nodes of all searches below a root move."""
        cdef AlphaBeta search
        cdef int64_t total = 0
        cdef int i
        for search in self.searches:
            total += search.uncounted_nodes(move)
            for i in range(search.root_count):
                if search.root_moves[i].move == move:
                    total += search.root_moves[i].visits
        return total

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
        cdef uint64_t entry
        if tree != 0:
            raise ValueError(f"tree is {tree}; it must be 0, the only tree of alpha-beta")
        self.lock.acquire_read()
        try:
            state = self.state.copy()
            for step, move in enumerate(path, 1):
                number = state.move_of(move)
                state.play(number)
                if state.actor != OVER and find(self.search.table, state.game.key(state.position())) == 0:
                    raise ValueError(f"the transposition table has no entry for step {step} of this path")
            value, rows = self.value(), self.root()
            visits = int(rows["visits"].sum())
            if path:
                results = []
                for move in state.moves():
                    after = state.after(move)
                    entry = find(self.search.table, after.game.key(after.position()))
                    stored = None if entry == 0 else self.seat_values(value_of(entry), after.actor)
                    depth = 0 if entry == 0 else min(depth_of(entry), MAX_PLY)
                    results.append((move, entry != 0, stored, -1, 1, depth))
                rows = self.rows(state, results)
                entry = find(self.search.table, state.game.key(state.position()))
                value = state.evaluate().values if entry == 0 else self.seat_values(value_of(entry), state.actor)
                visits = 1
            actor = state.actor
            return {
                "kind": "decision" if actor >= 0 else "end",
                "actor": actor, "text": state.text(), "visits": visits, "value": value, "rows": rows,
            }
        finally:
            self.lock.release()
