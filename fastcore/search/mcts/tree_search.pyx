"""The engine `tree`: Monte Carlo tree search.

Each thread has its own tree, merged with the others at the root, or all threads share one tree (option `shared`).
"""

cimport cython
from libc.stdint cimport INT64_MAX, int64_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from fastcore.game cimport CHANCE, OVER
from fastcore.search.engine cimport Engine
from fastcore.search.mcts.reroot cimport reroot
from fastcore.search.mcts.root_rows cimport kind_of, node_ref, principal_line, proof_lengths, rows_of, trace_of, values_of
from fastcore.search.mcts.simulation cimport run_simulations, simulate
from fastcore.search.mcts.tree cimport TERMINAL, Edges, Node, Tree, edge_of, edge_value_for, edges_of, node_at
from fastcore.search.mcts.walker cimport walk, walk_all
from fastcore.search.threads cimport Task, run_tasks
from fastcore.state cimport State
from fastcore.stream cimport Stream, named, next_word

from fastcore.search.options import MIN_MB, TREE_OPTIONS
from fastcore.search.results import best_row

CHUNK = 8192                    # simulations of a thread between two checks for Ctrl-C
MIN_SHARE = 512                 # fewest simulations per thread for which another thread pays off
MAX_SIMULATIONS = 2**31 - 2     # edges count visits in 32 bits

cdef struct Share:              # the simulations of one thread in one `run`
    void* tree                  # a borrowed Tree
    int64_t simulations
    int64_t* remaining          # of all threads of a shared tree; NULL if it is not shared
    int64_t deadline            # of a shared tree, by `clock_ns`; 0: none
    int threads                 # of a shared tree


cdef void make_share(void* share) noexcept nogil:
    """Make the simulations of a Share."""
    cdef Share* part = <Share*>share
    if part.remaining != NULL:
        walk_all(<Tree>part.tree, part.remaining, part.deadline, part.threads)
    else:
        run_simulations(<Tree>part.tree, part.simulations)


cdef inline int64_t share_of(int64_t n, int tree, int trees) noexcept nogil:
    """Return how many of the first n simulations belong to a tree: simulation i belongs to tree i modulo `trees`."""
    return (n + trees - 1 - tree) // trees


@cython.final
cdef class TreeSearch(Engine):
    """Monte Carlo tree search of a game without hidden information, for any number of seats.

    Raises:
        ValueError: an argument is out of range, or the game has too many moves.
        MemoryError: there is no memory for the trees.
    """

    cdef list trees             # one for each thread, or the only one
    cdef list walkers           # for each thread, its tree or its walker in the shared tree
    cdef int64_t total          # simulations of all trees since the root was set, and those kept then
    cdef object cached_rows     # rows of the root; None after a change

    name = "tree"
    purpose = "games without hidden information"
    max_threads = 256
    available = TREE_OPTIONS

    def __cinit__(self, State state not None, seed, threads, memory_mb, moves, options):
        cdef Tree tree
        self.total = 0
        self.trees = []
        shared = self.options["shared"] == "on" and threads > 1
        limit = int(memory_mb * 2**20 / (1 if shared else threads))
        for number in range(1 if shared else threads):
            tree = Tree(state.game, limit, shared)
            tree.configure(self.options, state.info.policies.index(self.options["policy"]))
            tree.rng = named(self.seed, ("search", number))
            tree.noise_seed = <uint32_t>next_word(&tree.rng)
            memcpy(tree.root_position, self.state.position(), state.game.size)
            tree.set_root()
            self.trees.append(tree)
        self.walkers = self.walkers_of(self.trees, threads)
        self.chunk = <int64_t>CHUNK * threads
        self.watches_clock = shared
        self.concrete = True

    @staticmethod
    def fits(state not None):
        """Return whether the engine can search this game: one without hidden information."""
        return not state.info.has.covered

    cdef list walkers_of(self, list trees, int threads):
        """Return the trees, or one walker of the shared tree for each thread."""
        cdef Tree tree = trees[0], walker
        if not tree.shared:
            return trees
        walkers = [tree]
        for number in range(1, threads):
            walker = Tree(tree.game, 0, True, tree)
            walker.rng = named(self.seed, ("walker", number, self.total))
            walkers.append(walker)
        return walkers

    # Growth -------------------------------------------------------------------------------------------------------

    cdef int limit_root(self, set moves) except -1:
        """Exclude the edges of all other moves of the root from the search. None excludes nothing."""
        for tree in self.walkers:
            self.restrict_root(tree, moves)
        return 0

    cdef int64_t capacity(self) except -1:
        """Return how many more simulations the edges can count; 0 if the game is over."""
        return 0 if self.state.actor == OVER else MAX_SIMULATIONS - self.total

    cdef int restrict_root(self, Tree tree, set moves) except -1:
        """Apply `limit_root` to one tree."""
        cdef Node* root = node_at(tree, tree.root)
        cdef Edges edges = edges_of(tree, root)
        cdef uint32_t i
        tree.restricted = moves is not None
        if moves is not None:
            for i in range(root.edge_count):
                tree.excluded[i] = edges.move[i] not in moves
        return 0

    cdef int64_t grow(self, int64_t n) except -1:
        """Make n simulations, the first walker's in this thread, and those of each further walker in its own thread.

        A shared tree makes fewer if the deadline passes. Small shares of separate trees run one after another.

        No Python code runs here between the start of the first thread and the end of the last, so neither Ctrl-C nor
        any other exception can leave a thread running in a tree.
        """
        cdef int count = len(self.walkers), i
        cdef int64_t remaining = n
        cdef bint shared = len(self.trees) < count, in_turn = not shared and n < count * MIN_SHARE
        cdef Task* tasks
        cdef Share* shares
        if shared and n < count * MIN_SHARE:
            count = <int>max(n // MIN_SHARE, 1)
        tasks = <Task*>calloc(count, sizeof(Task))
        shares = <Share*>calloc(count, sizeof(Share))
        if tasks == NULL or shares == NULL:
            free(tasks)
            free(shares)
            raise MemoryError
        for i in range(count):
            shares[i].tree = <void*>self.walkers[i]
            if shared:
                shares[i].remaining, shares[i].deadline, shares[i].threads = &remaining, self.deadline, count
            else:
                shares[i].simulations = share_of(self.total + n, i, count) - share_of(self.total, i, count)
            tasks[i].work, tasks[i].data = make_share, &shares[i]
        self.cached_rows = None
        with nogil:
            if in_turn:
                for i in range(count):
                    make_share(&shares[i])
            else:
                run_tasks(tasks, count)
            if shared:
                n -= max(remaining, 0)
            self.total += n
            free(tasks)
            free(shares)
        return n

    def trace(self):
        """Make the next simulation and return its `results.Trace`.

        Raises:
            ValueError: the game is over, or MAX_SIMULATIONS have been made.
        """
        cdef Tree tree
        self.lock.acquire_write()
        try:
            if self.state.actor == OVER or self.total >= MAX_SIMULATIONS:
                raise ValueError("no simulation is left to trace, or the game is over")
            number = self.total % <int>len(self.trees)
            tree = self.trees[number]
            self.restrict_root(tree, self.allowed)
            self.cached_rows = None
            if tree.shared:
                walk(tree, 1, INT64_MAX)
            else:
                simulate(tree)
            self.total += 1
            return trace_of(tree, number, self.state)
        finally:
            self.lock.release()

    cdef object move_root(self, object after, int move):
        """Replace the trees by their subtrees below a move, and return the number of simulations kept.

        The old trees are kept until the new ones are complete, so memory use may double for a moment.

        Raises:
            MemoryError: there is no memory for the new roots. Nothing has changed.
        """
        cdef Tree tree
        cdef int64_t kept = 0
        trees = [reroot(tree, move) for tree in self.trees]
        walkers = self.walkers_of(trees, len(self.walkers))
        for tree in trees:
            kept += node_at(tree, tree.root).visits
        result = <object>kept       # created before the change, because this may run out of memory
        self.trees, self.walkers, self.total, self.cached_rows = trees, walkers, kept, None
        return result

    # Results ------------------------------------------------------------------------------------------------------

    @property
    def tree_count(self):
        """The number of trees: 1 if all threads share it."""
        return len(self.trees)

    @property
    def simulations(self):
        """The number of simulations at the root, including those that `advance` kept."""
        cdef Tree tree
        self.lock.acquire_read()
        try:
            visits = 0
            for tree in self.trees:
                visits += node_at(tree, tree.root).visits
            return visits
        finally:
            self.lock.release()

    @property
    def done(self):
        """Whether the root's value is proven, or the game is over."""
        cdef Tree tree
        self.lock.acquire_read()
        try:
            if self.state.actor == OVER:
                return True
            for tree in self.trees:
                if node_at(tree, tree.root).lower == node_at(tree, tree.root).upper:
                    return True
            return False
        finally:
            self.lock.release()

    @property
    def full(self):
        """Whether a tree has reached its memory limit. Such a tree gets no more nodes, but its values still improve."""
        cdef Tree tree
        for tree in self.walkers:
            if tree.full:
                return True
        return False

    @property
    def bytes(self):
        """The memory that the trees use, in bytes."""
        cdef Tree tree
        total = 0
        self.lock.acquire_read()
        try:
            for tree in self.trees:
                total += tree.bytes()
        finally:
            self.lock.release()
        return total

    cdef list roots(self):
        """Return the roots as NodeRefs."""
        cdef Tree tree
        return [node_ref(tree, tree.root) for tree in self.trees]

    cdef object root_rows(self):
        """Return the cached rows of the root. Callers must not change them."""
        if self.cached_rows is None:
            self.cached_rows = rows_of(self.state, self.roots(), self.allowed)
        return self.cached_rows

    def root(self):
        """Return one row per move of the root (see `results.ROW_TYPES`), merged over the trees, as a new array."""
        self.lock.acquire_read()
        try:
            return self.root_rows().copy()
        finally:
            self.lock.release()

    def value(self):
        """Return the root's value for each seat, in [-1, 1]."""
        self.lock.acquire_read()
        try:
            return values_of(self.roots())
        finally:
            self.lock.release()

    def choice(self, Stream stream=None):
        """Return the move to play: a move that wins immediately, otherwise the best by `best_row`.

        Args:
            stream: breaks ties; None takes the first.

        Raises:
            ValueError: no seat decides here, or there are no simulations.
        """
        self.lock.acquire_read()
        try:
            win = self.winning_move()
            if win >= 0:
                return win
            return best_row(self.root_rows(), self.state.actor, stream, proof_lengths(self.trees))
        finally:
            self.lock.release()

    cdef int winning_move(self) except -2:
        """Return a move that ends the game with the value 1 for the deciding seat; -1 if none was found."""
        cdef Tree tree
        cdef Edges edges
        cdef int i
        if self.state.actor < 0:
            return -1
        for tree in self.trees:
            edges = edges_of(tree, node_at(tree, tree.root))
            for i in range(node_at(tree, tree.root).edge_count):
                if edges.child[i] == TERMINAL and edge_value_for(tree, &edges, i, self.state.actor) == 1:
                    if self.allowed is None or edges.move[i] in self.allowed:
                        return edges.move[i]
        return -1

    def line(self, move=None):
        """Return the principal variation as move numbers, from `move` (None: the choice, or the most visited outcome)."""
        self.lock.acquire_read()
        try:
            if move is not None:
                return principal_line(self.trees, self.state.move_of(move))
            if self.state.actor >= 0:
                return principal_line(self.trees, self.choice(None))
            visits = self.root_rows()["visits"]
            return principal_line(self.trees, int(self.root_rows()["move"][visits.argmax()])) if visits.any() else []
        finally:
            self.lock.release()

    def node(self, path, tree=0):
        """Return the `results.NodeFacts` of the node that a list of moves leads to from the root, in one tree.

        Raises:
            ValueError: the tree does not hold the node, or there is no such tree.
        """
        cdef Tree chosen
        cdef State state
        cdef Edges edges
        cdef int edge = -1
        cdef uint32_t offset
        if not 0 <= tree < len(self.trees):
            raise ValueError(f"tree is {tree}; it must be 0 to {len(self.trees) - 1}")
        self.lock.acquire_read()
        try:
            chosen = self.trees[tree]
            state = self.state.copy()
            offset = chosen.root
            for step, move in enumerate(path, 1):
                number = state.move_of(move)
                edge = -1
                if offset and offset != TERMINAL:
                    edge = edge_of(chosen, node_at(chosen, offset), number)
                    edges = edges_of(chosen, node_at(chosen, offset))
                if edge < 0 or (edges.visits[edge] == 0 and edges.child[edge] == 0):
                    raise ValueError(f"the tree has no node for step {step} of this path, {state.move_text(number)}")
                offset = edges.child[edge]
                state.play(number)
            facts = {"kind": kind_of(state.actor), "actor": state.actor, "text": state.text()}
            if offset == 0 or offset == TERMINAL:       # a visited edge without a node
                value = tuple([edge_value_for(chosen, &edges, edge, seat) for seat in range(state.seats)])
                return facts | {"visits": edges.visits[edge], "value": value, "rows": self.leaf_rows(state, value)}
            nodes = [node_ref(chosen, offset)]
            rows = rows_of(state, nodes, None)
            return facts | {"visits": node_at(chosen, offset).visits, "value": values_of(nodes), "rows": rows}
        finally:
            self.lock.release()

    cdef object leaf_rows(self, State state, tuple value):
        """Return the rows of a visited position without a node. Every outcome gets the value of the position."""
        rows = TreeSearch(state, 0, 1, MIN_MB, None, self.options).root()
        if state.actor == CHANCE:
            rows["value"] = value
        return rows
