"""The engine `tree`: a Monte Carlo tree on each thread, their roots merged."""

cimport cython
from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from fastcore.game cimport CHANCE, OVER
from fastcore.search.engine cimport Engine
from fastcore.search.node cimport ENDED_CHILD, WHOLE_PRIOR, Edges, Node
from fastcore.search.proof cimport proof_lengths
from fastcore.search.rows cimport look, rows_of, value_of
from fastcore.search.store cimport edges_of, node_at
from fastcore.search.threads cimport Share, finish, grow_tree, start, upto
from fastcore.search.tree cimport Tree
from fastcore.search.way_back cimport DEEPEST
from fastcore.state cimport State
from fastcore.stream cimport Stream, named, next_word

from fastcore.search.options import MIN_MB, TREE_OPTIONS
from fastcore.search.results import best_row

CHUNK = 8192        # simulations of a tree between two looks at whether Ctrl-C was pressed
MAX_SIMULATIONS = 2**31 - 2    # what an edge can count
_KINDS = {CHANCE: "chance", OVER: "end"}


@cython.final
cdef class TreeSearch(Engine):
    cdef list trees
    cdef int64_t made           # simulations made at this root or kept: whose turn it is among the trees
    cdef object rows            # of the root, as long as nothing changes; None if nobody asked since

    name = "tree"
    purpose = "games that hide nothing"
    max_threads = 256
    available = TREE_OPTIONS

    def __cinit__(self, State state not None, seed, threads, memory_mb, moves, options):
        cdef Tree tree
        if self.options["minimax"] and state.seats != 2:
            raise ValueError(f"implicit minimax is for two seats; this game has {state.seats}")
        self.made = 0
        self.trees = []
        limit = int(memory_mb * 2**20 / threads)
        for number in range(threads):
            tree = Tree(state.game, limit)
            tree.configure(self.options, state.info.policies.index(self.options["policy"]))
            tree.rng = named(self.seed, ("search", number))
            tree.salt = <uint32_t>next_word(&tree.rng)
            memcpy(tree.position, self.state.position(), state.game.size)
            tree.plant()
            self.trees.append(tree)
        self.chunk = <int64_t>CHUNK * len(self.trees)
        self.concrete = True

    @staticmethod
    def fits(state not None):
        return not state.info.has.covered

    # Growing ------------------------------------------------------------------------------------------------------

    cdef int limit_root(self, set moves) except -1:
        for tree in self.trees:
            self.limit_tree(tree, moves)
        return 0

    cdef int64_t capacity(self) except -1:
        return 0 if self.state.actor == OVER else MAX_SIMULATIONS - self.made

    cdef int limit_tree(self, Tree tree, set moves) except -1:
        """Close the edges of the root that are not among these moves (None: open all)."""
        cdef Node* root = node_at(tree, tree.root)
        cdef Edges edges = edges_of(tree, root)
        cdef uint32_t i
        tree.limited = moves is not None
        if moves is not None:
            for i in range(root.edge_count):
                tree.closed[i] = edges.move[i] not in moves
        return 0

    cdef int64_t grow(self, int64_t n) except -1:
        """Make n simulations: number i of all belongs to tree i modulo the number of trees, however they are sliced.

        Each further tree has its own thread. From the start of the first thread to the end of the last no Python runs
        here, so that neither Ctrl-C nor any other exception can leave a thread behind in a tree.
        """
        cdef int trees = len(self.trees), i
        cdef Share* shares = <Share*>calloc(trees, sizeof(Share))
        if shares == NULL:
            raise MemoryError
        for i in range(trees):
            shares[i].tree = <void*>self.trees[i]
            shares[i].simulations = upto(self.made + n, i, trees) - upto(self.made, i, trees)
        self.rows = None
        with nogil:
            for i in range(1, trees):
                start(&shares[i])
            grow_tree(&shares[0])
            for i in range(1, trees):
                finish(&shares[i])
            self.made += n
            free(shares)
        return n

    def trace(self):
        cdef Tree tree
        cdef Node* node
        cdef Edges edges
        cdef State state
        cdef int i, edge
        self.lock.acquire_write()
        try:
            if self.state.actor == OVER or self.made >= MAX_SIMULATIONS:
                raise ValueError("the game is over here, or all simulations are made: there is nothing to trace")
            number = self.made % <int>len(self.trees)
            tree = self.trees[number]
            self.limit_tree(tree, self.allowed)
            self.rows = None
            tree.simulate()
            self.made += 1
            state = self.state.copy()
            steps = []
            for i in range(tree.depth):
                node = node_at(tree, tree.steps[i].place)
                edges = edges_of(tree, node)
                edge = tree.steps[i].edge
                actor = state.actor
                steps.append({
                    "kind": _KINDS.get(actor, "decision"),
                    "actor": actor,
                    "move": state.move_text(edges.move[edge]),
                    "prior": tree.probabilities[edges.weight[edge]] if actor == CHANCE else edges.weight[edge] / <double>WHOLE_PRIOR,
                    "visits": (edges.visits[edge] - 1, edges.visits[edge]),
                    "node_visits": (node.visits - 1, node.visits),
                    "value": (seat_values(tree.steps[i].before, tree.width), value_of([look(tree, tree.steps[i].place)])),
                })
                state.play(edges.move[edge])
            static = state.evaluate()
            return {
                "tree": number,
                "steps": steps,
                "text": state.text(),
                "kind": _KINDS.get(state.actor, "decision"),
                "value": seat_values(tree.result, tree.width),
                "static": static.values,
                "terms": [(term.name, term.amount, term.weight) for term in static.terms],
            }
        finally:
            self.lock.release()

    cdef object move_root(self, object after, int move):
        cdef Tree tree
        cdef int64_t kept = 0
        trees = [tree.after(move) for tree in self.trees]
        for tree in trees:
            kept += node_at(tree, tree.root).visits
        found = <object>kept
        self.trees, self.made, self.rows = trees, kept, None
        return found

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def simulations(self):
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
        cdef Tree tree
        for tree in self.trees:
            if tree.full:
                return True
        return False

    @property
    def bytes(self):
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
        cdef Tree tree
        return [look(tree, tree.root) for tree in self.trees]

    cdef object known(self):
        """The rows of the root, not to be changed."""
        if self.rows is None:
            self.rows = rows_of(self.state, self.roots(), self.allowed)
        return self.rows

    def root(self):
        self.lock.acquire_read()
        try:
            return self.known().copy()
        finally:
            self.lock.release()

    def value(self):
        self.lock.acquire_read()
        try:
            return value_of(self.roots())
        finally:
            self.lock.release()

    def choice(self, Stream stream=None):
        self.lock.acquire_read()
        try:
            win = self.win_at_once()
            return win if win >= 0 else best_row(self.known(), self.state.actor, stream, proof_lengths(self.trees))
        finally:
            self.lock.release()

    cdef int win_at_once(self) except -2:
        """A move that was found to end the game with the best result there is, -1 if none was."""
        cdef Tree tree
        cdef Edges edges
        cdef int i
        if self.state.actor < 0:
            return -1
        for tree in self.trees:
            edges = edges_of(tree, node_at(tree, tree.root))
            for i in range(node_at(tree, tree.root).edge_count):
                if edges.child[i] == ENDED_CHILD and tree.seat_value(&edges, i, self.state.actor) == 1:
                    if self.allowed is None or edges.move[i] in self.allowed:
                        return edges.move[i]
        return -1

    def line(self, move=None):
        """The principal line behind a move of the root, in the tree that knows it best."""
        if move is not None:
            return self.line_from(self.state.move_of(move))
        if self.state.actor >= 0:
            return self.line_from(self.choice(None))
        rows = self.root()
        return self.line_from(int(rows["move"][rows["visits"].argmax()])) if rows["visits"].any() else []

    cdef list line_from(self, int first):
        cdef Tree tree
        cdef Tree strongest = None
        cdef Edges edges
        cdef Node* node
        cdef int edge, most = 0
        self.lock.acquire_read()
        try:
            for tree in self.trees:
                node = node_at(tree, tree.root)
                edges = edges_of(tree, node)
                edge = tree.edge_of(node, first)
                if edge >= 0 and edges.visits[edge] > most:
                    most = edges.visits[edge]
                    strongest = tree
            line = [first]
            if strongest is None:
                return line
            node = node_at(strongest, strongest.root)
            edge = strongest.edge_of(node, first)
            while edge >= 0 and len(line) < DEEPEST:
                edges = edges_of(strongest, node)
                if edges.child[edge] == 0 or edges.child[edge] == ENDED_CHILD:
                    break
                node = node_at(strongest, edges.child[edge])
                edge = strongest.principal(node)
                if edge >= 0:
                    edges = edges_of(strongest, node)
                    line.append(edges.move[edge])
            return line
        finally:
            self.lock.release()

    def node(self, path, tree=0):
        cdef Tree chosen
        cdef State state
        cdef Edges edges
        cdef int edge = -1
        cdef uint32_t place
        if not 0 <= tree < len(self.trees):
            raise ValueError(f"tree is {tree}; it must be 0 to {len(self.trees) - 1}")
        self.lock.acquire_read()
        try:
            chosen = self.trees[tree]
            state = self.state.copy()
            place = chosen.root
            for step, move in enumerate(path, 1):
                number = state.move_of(move)
                edge = -1
                if place and place != ENDED_CHILD:
                    edge = chosen.edge_of(node_at(chosen, place), number)
                    edges = edges_of(chosen, node_at(chosen, place))
                if edge < 0 or (edges.visits[edge] == 0 and edges.child[edge] == 0):
                    raise ValueError(f"the tree does not hold step {step} of this path, {state.move_text(number)}")
                place = edges.child[edge]
                state.play(number)
            facts = {"kind": _KINDS.get(state.actor, "decision"), "actor": state.actor, "text": state.text()}
            if place == 0 or place == ENDED_CHILD:      # visited, but no node has been made for it
                value = tuple([chosen.seat_value(&edges, edge, seat) for seat in range(state.seats)])
                return facts | {"visits": edges.visits[edge], "value": value, "rows": self.leaf_rows(state, value)}
            found = [look(chosen, place)]
            return facts | {"visits": node_at(chosen, place).visits, "value": value_of(found), "rows": rows_of(state, found, None)}
        finally:
            self.lock.release()

    cdef object leaf_rows(self, State state, tuple value):
        """The rows of a position that has no node: nothing has been searched, and outcomes count as it does itself."""
        rows = TreeSearch(state, 0, 1, MIN_MB, None, self.options).root()
        if state.actor == CHANCE:
            rows["value"] = value
        return rows


cdef tuple seat_values(const double* stored, int width):
    """A value per seat from those stored."""
    cdef int s
    values = [stored[s] for s in range(width)]
    return (*values, -sum(values))
