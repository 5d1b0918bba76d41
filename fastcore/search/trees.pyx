"""The engine `tree`: a Monte Carlo tree on each thread, their roots merged."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from threading import RLock
from _thread import allocate_lock, start_new_thread

from fastcore.game cimport CHANCE, OVER
from fastcore.search.limited cimport among
from fastcore.search.node cimport ENDED_CHILD, WHOLE_PRIOR, Edges, Node
from fastcore.search.proof cimport proof_lengths
from fastcore.search.rows cimport look, rows_of, value_of
from fastcore.search.store cimport edges_of, node_at
from fastcore.search.tree cimport Tree
from fastcore.search.way_back cimport DEEPEST
from fastcore.state cimport State
from fastcore.stream cimport named, next_word

from fastcore.search.choosing import best_row
from fastcore.search.options import TREE_OPTIONS, values_of

LEAST_MB = 4
CHUNK = 8192        # simulations between two looks at whether Ctrl-C was pressed
MOST_SIMULATIONS = 2**31 - 2    # what an edge can count
_KINDS = {CHANCE: "chance", OVER: "end"}


cdef class TreeSearch:
    cdef State state            # the root's position
    cdef list trees
    cdef object lock            # one thread at a time looks at the trees or grows them
    cdef set allowed            # the moves that the search is limited to; None for all
    cdef object made            # simulations made at this root or kept: whose turn it is among the trees
    cdef object rows            # of the root, as long as nothing changes; None if nobody asked since
    cdef readonly object options
    covered = False
    grows = True

    def __cinit__(self, State state not None, seed, threads, memory_mb, moves, options):
        cdef Tree tree
        self.options = values_of(TREE_OPTIONS, options)
        if self.options["minimax"] and state.seats != 2:
            raise ValueError(f"implicit minimax is for two seats; this game has {state.seats}")
        self.state = state
        self.lock = RLock()
        self.made = 0
        self.trees = []
        self.allowed = None
        limit = int(memory_mb * 2**20 / threads)
        for number in range(threads):
            tree = Tree(state.game, limit)
            tree.configure(self.options, state.info.policies.index(self.options["policy"]))
            tree.rng = named(seed, ("search", number))
            tree.salt = <uint32_t>next_word(&tree.rng)
            memcpy(tree.position, state.position(), state.game.size)
            tree.plant()
            self.trees.append(tree)
        if moves is not None:
            self.allowed = among({self.state.move_of(move) for move in moves}, None)

    @staticmethod
    def fits(State state not None):
        return not state.info.has.covered

    # Growing ------------------------------------------------------------------------------------------------------

    def run(self, n, only=None):
        with self.lock:
            limited = self.allowed if only is None else among({self.state.move_of(move) for move in only}, self.allowed)
            if self.state.actor == OVER:
                return 0
            for tree in self.trees:
                self.limit_root(tree, limited)
            self.rows = None
            n = min(n, MOST_SIMULATIONS - self.made)
            done = 0
            while done < n:
                share = min(n - done, CHUNK * len(self.trees))
                self.grow(share)
                done += share
                PyErr_CheckSignals()
            return n

    cdef int limit_root(self, Tree tree, set moves) except -1:
        """Close the edges of the root that are not among these moves (None: open all)."""
        cdef Node* root = node_at(tree, tree.root)
        cdef Edges edges = edges_of(tree, root)
        cdef uint32_t i
        tree.limited = moves is not None
        if moves is not None:
            for i in range(root.edge_count):
                tree.closed[i] = edges.move[i] not in moves
        return 0

    cdef object grow(self, object n):
        """Share n simulations out: number i of all belongs to tree i modulo their number, however they are sliced."""
        trees = len(self.trees)
        shares = [(self.made + n - 1 - i) // trees - (self.made - 1 - i) // trees for i in range(trees)]
        gates = []
        for tree, share in zip(self.trees[1:], shares[1:]):
            gate = allocate_lock()
            gate.acquire()
            gates.append(gate)
            try:
                start_new_thread(_grow_and_open, (tree, share, gate))
            except RuntimeError:        # no thread is to be had: its share is made here
                _grow_and_open(tree, share, gate)
        _grow(self.trees[0], shares[0])
        interruption = None
        for gate in gates:
            while True:                 # not even Ctrl-C leaves a thread behind in a tree
                try:
                    gate.acquire()
                    break
                except BaseException as error:
                    interruption = error
        self.made += n
        if interruption is not None:
            raise interruption

    def trace(self):
        cdef Tree tree
        cdef Node* node
        cdef Edges edges
        cdef State state
        cdef int i, edge
        with self.lock:
            if self.state.actor == OVER or self.made >= MOST_SIMULATIONS:
                raise ValueError("the game is over here, or all simulations are made: there is nothing to trace")
            number = self.made % len(self.trees)
            tree = self.trees[number]
            self.limit_root(tree, self.allowed)
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

    def advance(self, str observation not None):
        cdef Tree tree
        with self.lock:
            move = self.state.parse_move(observation)
            kept = 0
            self.rows = None
            for tree in self.trees:
                tree.due = 0
                tree.advance(move)
                kept += node_at(tree, tree.root).visits
            self.state.play(move)
            self.allowed = None
            self.made = kept
            return kept

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def spec(self):
        return self.state.spec

    @property
    def depth(self):
        return 0

    @property
    def text(self):
        return self.state.text()

    @property
    def simulations(self):
        cdef Tree tree
        with self.lock:
            visits = 0
            for tree in self.trees:
                visits += node_at(tree, tree.root).visits
            return visits

    @property
    def done(self):
        cdef Tree tree
        with self.lock:
            if self.state.actor == OVER:
                return True
            for tree in self.trees:
                if node_at(tree, tree.root).lower == node_at(tree, tree.root).upper:
                    return True
            return False

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
        with self.lock:
            for tree in self.trees:
                total += tree.bytes()
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
        with self.lock:
            return self.known().copy()

    def value(self):
        with self.lock:
            return value_of(self.roots())

    def choice(self, stream):
        with self.lock:
            win = self.win_at_once()
            return win if win >= 0 else best_row(self.known(), self.state.actor, stream, proof_lengths(self.trees))

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

    def line(self, move):
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
        with self.lock:
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

    def node(self, list path, tree=0):
        cdef Tree chosen
        cdef State state
        cdef Edges edges
        cdef int edge = -1
        cdef uint32_t place
        if not 0 <= tree < len(self.trees):
            raise ValueError(f"tree is {tree}; it must be 0 to {len(self.trees) - 1}")
        with self.lock:
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

    cdef object leaf_rows(self, State state, tuple value):
        """The rows of a position that has no node: nothing has been searched, and outcomes count as it does itself."""
        rows = TreeSearch(state, 0, 1, LEAST_MB, None, self.options).root()
        if state.actor == CHANCE:
            rows["value"] = value
        return rows


cdef tuple seat_values(const double* stored, int width):
    """A value per seat from those stored."""
    cdef int s
    values = [stored[s] for s in range(width)]
    return (*values, -sum(values))


def _grow(Tree tree not None, long n):
    with nogil:
        tree.grow(n)


def _grow_and_open(Tree tree not None, long n, gate):
    try:
        _grow(tree, n)
    finally:
        gate.release()
