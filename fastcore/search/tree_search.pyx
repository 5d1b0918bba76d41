"""The engine `tree`: Monte Carlo tree search with one tree for each thread, merged at the root."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from fastcore.game cimport CHANCE, OVER
from fastcore.search.guard cimport Guard
from fastcore.search.limited cimport among
from fastcore.search.reroot cimport reroot
from fastcore.search.root_rows cimport kind_of, node_ref, principal_line, proof_lengths, rows_of, trace_of, values_of
from fastcore.search.simulation cimport simulate
from fastcore.search.threads cimport Task, join_task, run_task, share_of, start_task
from fastcore.search.tree cimport TERMINAL, Edges, Node, Tree, edge_of, edge_value_for, edges_of, has_node, node_at
from fastcore.state cimport State
from fastcore.stream cimport Stream, named, next_word

from operator import index

from fastcore.search.choosing import best_row
from fastcore.search.options import TREE_OPTIONS, values_of as option_values

MIN_MB = 4                      # memory of one tree
MAX_TREES = 256
CHUNK = 8192                    # simulations of a tree between two checks for Ctrl-C
MAX_SIMULATIONS = 2**31 - 2     # edges count visits in 32 bits


@cython.final
cdef class TreeSearch:
    """Monte Carlo tree search of an open game with any number of seats and chance. `Search` checks arguments and calls it.

    Position, seed, options, number of trees and simulations determine every result bit for bit, however `run` is sliced.
    All methods may be called from any thread. They wait for the call in progress.

    Args:
        state: the root's position. The search keeps it.
        seed: of all random numbers.
        threads: the number of trees, 1 to MAX_TREES.
        memory_mb: limit for all trees in MiB, at least MIN_MB for each.
        moves: the moves of the root to search, as numbers or texts; None for all.
        options: values of TREE_OPTIONS, by name.

    Raises:
        ValueError: an argument is out of range, or the game has too many moves.
        MemoryError: there is no memory for the trees.
    """

    cdef State state            # position of the root
    cdef list trees
    cdef Guard lock
    cdef set allowed            # moves of the root to search; None for all
    cdef int64_t total          # simulations of all trees since the root was set, and those kept then
    cdef object cached_rows     # rows of the root; None after a change
    cdef readonly object options
    covered = False
    grows = True

    def __cinit__(self, State state not None, seed, threads, memory_mb, moves, options):
        cdef Tree tree
        threads = index(threads)
        self.options = option_values(TREE_OPTIONS, options)
        self.state = state
        self.lock = Guard()
        self.total = 0
        self.trees = []
        self.allowed = None
        if not 1 <= threads <= MAX_TREES:
            raise ValueError(f"threads is {threads}; it must be 1 to {MAX_TREES}")
        limit = int(memory_mb * 2**20 / threads)
        for number in range(threads):
            tree = Tree(state.game, limit)
            tree.configure(self.options, state.info.policies.index(self.options["policy"]))
            tree.rng = named(seed, ("search", number))
            tree.noise_seed = <uint32_t>next_word(&tree.rng)
            memcpy(tree.root_position, state.position(), state.game.size)
            tree.set_root()
            self.trees.append(tree)
        if moves is not None:
            self.allowed = among({self.state.move_of(move) for move in moves}, None)

    @staticmethod
    def fits(State state not None):
        """Return whether the engine can search this game: it must hide nothing."""
        return not state.info.has.covered

    # Growth -------------------------------------------------------------------------------------------------------

    def run(self, n, only=None):
        """Make up to n simulations, on the moves of `only` if given, and return how many were made. Releases the GIL.

        Fewer are made only if the game is over, or beyond MAX_SIMULATIONS in all, or if a signal handler raises.
        """
        cdef int64_t wanted, done = 0, n_chunk
        self.lock.enter_alone()
        try:
            moves = self.allowed if only is None else among({self.state.move_of(move) for move in only}, self.allowed)
            if self.state.actor == OVER:
                return 0
            wanted = min(index(n), MAX_SIMULATIONS - self.total)
            for tree in self.trees:
                self.restrict_root(tree, moves)
            while done < wanted:
                n_chunk = min(wanted - done, <int64_t>CHUNK * len(self.trees))
                self.run_chunk(n_chunk)
                done += n_chunk
                PyErr_CheckSignals()
            return done
        finally:
            self.lock.leave()

    cdef int restrict_root(self, Tree tree, set moves) except -1:
        """Exclude the edges of the root of all other moves. None excludes nothing."""
        cdef Node* root = node_at(tree, tree.root)
        cdef Edges edges = edges_of(tree, root)
        cdef uint32_t i
        tree.restricted = moves is not None
        if moves is not None:
            for i in range(root.edge_count):
                tree.excluded[i] = edges.move[i] not in moves
        return 0

    cdef int run_chunk(self, int64_t n) except -1:
        """Make n simulations, the first tree's in this thread and those of each other tree in a thread of their own.

        From the start of the first thread to the end of the last no Python runs here, so that neither Ctrl-C nor any
        other exception can leave a thread behind in a tree.
        """
        cdef int trees = len(self.trees), i
        cdef Task* tasks = <Task*>calloc(trees, sizeof(Task))
        if tasks == NULL:
            raise MemoryError
        for i in range(trees):
            tasks[i].tree = <void*>self.trees[i]
            tasks[i].simulations = share_of(self.total + n, i, trees) - share_of(self.total, i, trees)
        self.cached_rows = None
        with nogil:
            for i in range(1, trees):
                start_task(&tasks[i])
            run_task(&tasks[0])
            for i in range(1, trees):
                join_task(&tasks[i])
            self.total += n
            free(tasks)
        return 0

    def trace(self):
        """Make the next simulation and return its `facts.Trace`.

        Raises:
            ValueError: the game is over, or MAX_SIMULATIONS have been made.
        """
        cdef Tree tree
        self.lock.enter_alone()
        try:
            if self.state.actor == OVER or self.total >= MAX_SIMULATIONS:
                raise ValueError("the game is over here, or all simulations are made: there is nothing to trace")
            number = self.total % <int>len(self.trees)
            tree = self.trees[number]
            self.restrict_root(tree, self.allowed)
            self.cached_rows = None
            simulate(tree)
            self.total += 1
            return trace_of(tree, number, self.state)
        finally:
            self.lock.leave()

    def advance(self, str observation not None):
        """Make the position after a move or outcome the root, and return the number of simulations kept.

        The new trees are built beside the old ones, so memory may double for a moment. `moves` of the constructor no
        longer applies.

        Raises:
            IllegalMove: the move is not legal. Nothing has changed.
            MemoryError: there is no memory for the new roots. Nothing has changed.
        """
        cdef Tree tree
        cdef State after
        cdef int64_t kept = 0
        self.lock.enter_alone()
        try:
            after = self.state.copy()
            move = after.parse_move(observation)
            after.play(move)
            trees = [reroot(tree, move) for tree in self.trees]
            for tree in trees:
                kept += node_at(tree, tree.root).visits
            result = <object>kept       # created before the change, because this needs memory
            self.trees, self.state, self.total, self.cached_rows, self.allowed = trees, after, kept, None, None
            return result
        finally:
            self.lock.leave()

    # Results ------------------------------------------------------------------------------------------------------

    @property
    def spec(self):
        """The game's spec."""
        return self.state.spec

    @property
    def depth(self):
        """0: a tree has no depth that it has searched completely."""
        return 0

    @property
    def text(self):
        """The position text of the root."""
        return self.state.text()

    @property
    def simulations(self):
        """The number of simulations at the root, including those that `advance` kept."""
        cdef Tree tree
        self.lock.enter()
        try:
            visits = 0
            for tree in self.trees:
                visits += node_at(tree, tree.root).visits
            return visits
        finally:
            self.lock.leave()

    @property
    def done(self):
        """Whether the root's value is proven, or the game is over."""
        cdef Tree tree
        self.lock.enter()
        try:
            if self.state.actor == OVER:
                return True
            for tree in self.trees:
                if node_at(tree, tree.root).lower == node_at(tree, tree.root).upper:
                    return True
            return False
        finally:
            self.lock.leave()

    @property
    def full(self):
        """Whether a tree has reached its memory limit. It gets no more nodes, but its values still improve."""
        cdef Tree tree
        for tree in self.trees:
            if tree.full:
                return True
        return False

    @property
    def bytes(self):
        """The memory that the trees use, in bytes."""
        cdef Tree tree
        total = 0
        self.lock.enter()
        try:
            for tree in self.trees:
                total += tree.bytes()
        finally:
            self.lock.leave()
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
        """Return one row per move of the root (see `facts.ROW_TYPES`), merged over the trees, as a new array."""
        self.lock.enter()
        try:
            return self.root_rows().copy()
        finally:
            self.lock.leave()

    def value(self):
        """Return the root's value for each seat, in [-1, 1]."""
        self.lock.enter()
        try:
            return values_of(self.roots())
        finally:
            self.lock.leave()

    def choice(self, Stream stream):
        """Return the move to play: one that wins immediately, else the best by `best_row`.

        Args:
            stream: breaks ties; None takes the first.

        Raises:
            ValueError: no seat decides here, or there are no simulations.
        """
        self.lock.enter()
        try:
            win = self.winning_move()
            if win >= 0:
                return win
            return best_row(self.root_rows(), self.state.actor, stream, proof_lengths(self.trees))
        finally:
            self.lock.leave()

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

    def line(self, move):
        """Return the principal variation as move numbers, from `move` (None: the choice, or the most visited outcome)."""
        self.lock.enter()
        try:
            if move is not None:
                return principal_line(self.trees, self.state.move_of(move))
            if self.state.actor >= 0:
                return principal_line(self.trees, self.choice(None))
            visits = self.root_rows()["visits"]
            return principal_line(self.trees, int(self.root_rows()["move"][visits.argmax()])) if visits.any() else []
        finally:
            self.lock.leave()

    def node(self, list path, tree=0):
        """Return the `facts.NodeFacts` of the node that a list of moves leads to from the root, in one tree.

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
        self.lock.enter()
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
                    raise ValueError(f"the tree does not hold step {step} of this path, {state.move_text(number)}")
                offset = edges.child[edge]
                state.play(number)
            facts = {"kind": kind_of(state.actor), "actor": state.actor, "text": state.text()}
            if path and not has_node(&edges, edge):
                value = tuple([edge_value_for(chosen, &edges, edge, seat) for seat in range(state.seats)])
                return facts | {"visits": edges.visits[edge], "value": value, "rows": self.leaf_rows(state, value)}
            nodes = [node_ref(chosen, offset)]
            rows = rows_of(state, nodes, None)
            return facts | {"visits": node_at(chosen, offset).visits, "value": values_of(nodes), "rows": rows}
        finally:
            self.lock.leave()

    cdef object leaf_rows(self, State state, tuple value):
        """Return the rows of a visited position without a node. Its outcomes have its own value."""
        rows = TreeSearch(state, 0, 1, MIN_MB, None, self.options).root()
        if state.actor == CHANCE:
            rows["value"] = value
        return rows
