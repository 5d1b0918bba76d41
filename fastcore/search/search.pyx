"""Search: the door to the trees of one search. It checks what comes in, shares the work out and adds the results up."""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from math import isfinite
from operator import index
from threading import RLock
from _thread import allocate_lock, start_new_thread

import numpy as np

from fastcore.game cimport CHANCE, MOST_SEATS, OVER, POSITION_WORDS, Game
from fastcore.search.tree cimport Edge, Node, Tree, mean, own
from fastcore.state cimport State
from fastcore.stream cimport Stream, named
from fastcore.viewpoint cimport Viewpoint

from fastcore.specs import value_of
from fastcore.values import Option

ENGINES = ("tree",)
OPTIONS = (Option("exploration", "number", "0.5", "how far the selection strays from the best move so far", 0, 100),)
LEAST_MB = 4
MOST_MB = 30000
MOST_THREADS = 256
CHUNK = 8192        # simulations between two looks at whether Ctrl-C was pressed
MOST_SIMULATIONS = 2**32 - 2    # what a node can count


cdef class Search:
    cdef State state            # the root's position
    cdef list trees
    cdef object lock            # one thread at a time looks at the trees or grows them
    cdef set allowed            # the moves that the search is limited to; None for all
    cdef object made            # simulations made at this root or kept: whose turn it is among the trees

    def __cinit__(self, point not None, seed=1, threads=1, memory_mb=512, engine=None, moves=None, **options):
        cdef Tree tree
        if isinstance(point, Viewpoint):
            state = point.state
            if state is None:
                raise ValueError("a position with hidden parts needs an engine for beliefs; there is none yet")
        elif isinstance(point, State):
            state = point.copy()
        else:
            raise TypeError(f"a search begins at a State or a Viewpoint, not {type(point).__name__}")
        if state.info.has.covered:
            raise ValueError(f"{state.info.title} hides something; there is no engine for that yet")
        if engine is not None and engine not in ENGINES:
            raise ValueError(f"no engine {engine!r}; there is {', '.join(ENGINES)}")
        threads = index(threads)
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads is {threads}; it must be 1 to {MOST_THREADS}")
        memory_mb = float(memory_mb)
        if not LEAST_MB * threads <= memory_mb <= MOST_MB:
            raise ValueError(f"memory_mb is {memory_mb:g}; it must be {LEAST_MB} for each thread to {MOST_MB}")
        chosen = {option.name: value_of(option, option.default) for option in OPTIONS}
        for name, value in options.items():
            if name not in chosen:
                raise ValueError(f"no option {name!r}; there is {', '.join(chosen)}")
            chosen[name] = value_of_number(name, value)
        self.state = state
        self.lock = RLock()
        self.made = 0
        self.trees = []
        self.allowed = None
        limit = int(memory_mb * 2**20 / threads)
        for number in range(threads):
            tree = Tree(self.state.game, limit, chosen["exploration"])
            tree.rng = named(seed, ("search", number))
            memcpy(tree.position, self.state.position(), self.state.game.size)
            tree.plant()
            self.trees.append(tree)
        if moves is not None:
            self.allowed = self.moves_of(moves)

    cdef set moves_of(self, moves):
        """The numbers of moves given as numbers or texts; IllegalMove, or ValueError if there is none."""
        if isinstance(moves, str):
            raise TypeError("moves are a list, not a text")
        chosen = {self.state.move_of(move) for move in moves}
        if not chosen:
            raise ValueError("no moves to search")
        if self.allowed is not None and not chosen <= self.allowed:
            raise ValueError("these moves are not among those that the search was begun with")
        return chosen

    # Growing ------------------------------------------------------------------------------------------------------

    def run(self, n, only=None):
        n = index(n)
        if not 0 <= n <= 10**15:
            raise ValueError(f"n is {n}; it must be 0 to 10**15")
        if only is not None and not isinstance(only, str):
            only = list(only)
        with self.lock:
            limited = self.allowed if only is None else self.moves_of(only)
            if self.state.actor == OVER:
                return 0
            for tree in self.trees:
                self.limit_root(tree, limited)
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
        cdef Node* root = tree.node(tree.root)
        cdef Edge* edges
        cdef uint32_t i
        tree.open_all(moves is not None)
        if moves is not None and root.edges:
            edges = tree.edges(root)
            for i in range(root.edge_count):
                tree.closed[i] = edges[i].move not in moves
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

    def advance(self, str observation not None):
        cdef Tree tree
        with self.lock:
            move = self.state.parse_move(observation)
            kept = 0
            for tree in self.trees:
                tree.advance(move)
                kept += tree.node(tree.root).visits
            self.state.play(move)
            self.allowed = None
            self.made = kept
            return kept

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def spec(self):
        return self.state.spec

    @property
    def text(self):
        return self.state.text()

    @property
    def simulations(self):
        cdef Tree tree
        with self.lock:
            visits = 0
            for tree in self.trees:
                visits += tree.node(tree.root).visits
            return visits

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

    def root(self):
        with self.lock:
            return self.rows(self.state, self.trees, [tree_root(tree) for tree in self.trees])

    def value(self):
        cdef Tree tree
        with self.lock:
            return self.merged_value(self.trees, [tree_root(tree) for tree in self.trees])

    def choice(self, Stream stream=None):
        with self.lock:
            return self.best(stream)

    cdef object best(self, Stream stream):
        actor = self.state.actor
        if actor < 0:
            raise ValueError("no seat decides here")
        rows = self.rows(self.state, self.trees, [tree_root(tree) for tree in self.trees])
        if not rows["visits"].any():
            raise ValueError("nothing has been searched yet")
        rank = [(int(row["visits"]), float(row["value"][actor])) for row in rows]
        ties = [i for i, key in enumerate(rank) if key == max(rank)]
        return int(rows["move"][stream.choice(ties) if stream is not None else ties[0]])

    def line(self, move=None):
        cdef Tree tree
        cdef Tree strongest = None
        cdef Edge* edge
        cdef Node* node
        cdef uint32_t most = 0
        cdef uint32_t i
        cdef int first
        with self.lock:
            if move is not None:
                first = self.state.move_of(move)
            elif self.state.actor < 0:
                first = self.most_visited_outcome()
            else:
                first = self.best(None)
            for tree in self.trees:
                edge = tree.edge_of(tree.node(tree.root), first)
                if edge != NULL and edge.visits > most:
                    most = edge.visits
                    strongest = tree
            line = [first] if first >= 0 else []
            if strongest is None:
                return line
            edge = strongest.edge_of(strongest.node(strongest.root), first)
            while edge.child:
                node = strongest.node(edge.child)
                edge = NULL
                if node.edges:
                    for i in range(node.edge_count):
                        if strongest.edges(node)[i].visits and (
                            edge == NULL or strongest.edges(node)[i].visits > edge.visits
                        ):
                            edge = &strongest.edges(node)[i]
                if edge == NULL:
                    break
                line.append(edge.move)
            return line

    cdef int most_visited_outcome(self) except -2:
        """At a chance node the outcome most visited; -1 if there is none."""
        rows = self.rows(self.state, self.trees, [tree_root(tree) for tree in self.trees])
        if not rows["visits"].any():
            return -1
        return int(rows["move"][rows["visits"].argmax()])

    def node(self, path, tree=0):
        cdef Tree chosen
        cdef State state
        cdef Edge* edge
        cdef uint32_t place
        tree = index(tree)
        path = list(path)
        if not 0 <= tree < len(self.trees):
            raise ValueError(f"tree is {tree}; it must be 0 to {len(self.trees) - 1}")
        with self.lock:
            chosen = self.trees[tree]
            state = self.state.copy()
            place = chosen.root
            for step, move in enumerate(path, 1):
                number = state.move_of(move)
                edge = chosen.edge_of(chosen.node(place), number)
                if edge == NULL or edge.child == 0:
                    raise ValueError(f"the tree does not hold step {step} of this path, {state.move_text(number)}")
                place = edge.child
                state.play(number)
            actor = state.actor
            return {
                "kind": "chance" if actor == CHANCE else "decision" if actor >= 0 else "end",
                "actor": actor,
                "text": state.text(),
                "visits": chosen.node(place).visits,
                "value": self.merged_value([chosen], [place]),
                "rows": self.rows(state, [chosen], [place]),
            }

    cdef tuple merged_value(self, list trees, list places):
        """The value per seat over nodes of the same position, one in each tree, weighted by visits."""
        cdef Tree tree
        cdef Node* node
        cdef double sums[MOST_SEATS]
        cdef double total = 0, weight
        cdef int s
        for s in range(MOST_SEATS):
            sums[s] = 0
        for tree, place in zip(trees, places):
            node = tree.node(place)
            weight = node.visits if len(trees) > 1 else 1
            total += weight
            for s in range(tree.seats):
                sums[s] += weight * mean(node, tree.seats)[s]
        if total == 0:      # no tree has been visited: all hold the same static value
            return self.merged_value(trees[:1], places[:1])
        return tuple([sums[s] / total for s in range(self.state.game.seats)])

    cdef object rows(self, State state, list trees, list places):
        """A record a move, over nodes of the same position, one in each tree."""
        cdef Game game = state.game
        cdef Tree tree
        cdef Node* node
        cdef Node* child
        cdef Edge* edge
        cdef uint64_t after[POSITION_WORDS]
        cdef double value[MOST_SEATS]
        cdef double summed, squares, weight, prior, variance
        cdef uint64_t visits
        cdef int s, move
        seats = game.seats
        dtype = [("move", "i4"), ("visits", "i8"), ("value", "f8", (seats,)), ("spread", "f8"), ("prior", "f8")]
        is_root = state is self.state
        moves = state.moves() if state.actor != CHANCE else [move for move, _ in state.chances()]
        if is_root and self.allowed is not None:
            moves = [move for move in moves if move in self.allowed]
        made = np.zeros(len(moves), dtype)
        chances = dict(state.chances())
        for i, move in enumerate(moves):
            visits = 0
            summed = squares = prior = 0
            for s in range(seats):
                value[s] = 0
            for tree, place in zip(trees, places):
                edge = tree.edge_of(tree.node(place), move)
                if edge == NULL:
                    continue
                prior += edge.prior / len(trees)
                if edge.visits:
                    child = tree.node(edge.child)
                    visits += edge.visits
                    summed += child.sum
                    squares += child.squares
                    for s in range(seats):
                        value[s] += edge.visits * mean(child, seats)[s]
            if visits:
                variance = squares / visits - (summed / visits) ** 2
                made[i] = (move, visits, tuple([value[s] / visits for s in range(seats)]), sqrt(max(variance, 0.0)), prior)
            elif chances and prior == 0:        # outcomes not looked at yet count as the chance node itself does
                made[i] = (move, 0, self.merged_value(trees, places), 0, chances[move])
            else:
                memcpy(after, state.position(), game.size)
                game.play(after, move)
                game.evaluate(after, value)
                made[i] = (move, 0, tuple([value[s] for s in range(seats)]), 0, prior)
        return made


def value_of_number(name, value):
    """The value of an option given as a Python number; ValueError names the option and what is allowed."""
    option = next(option for option in OPTIONS if option.name == name)
    number = float(value)
    if not isfinite(number) or not option.least <= number <= option.most:
        raise ValueError(f"{name} is {value!r}; it must be {option.allowed}")
    return number


def _grow(Tree tree not None, long n):
    with nogil:
        tree.grow(n)


def _grow_and_open(Tree tree not None, long n, gate):
    try:
        _grow(tree, n)
    finally:
        gate.release()


cdef object tree_root(Tree tree):
    return tree.root
