"""What trees tell of a position: a record a move, merged over the trees by visits."""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from fastcore.game cimport CHANCE, MAX_SEATS, POSITION_WORDS, Game
from fastcore.search.node cimport ENDED_CHILD, Edges, Node, value
from fastcore.search.store cimport edges_of, node_at
from fastcore.search.tree cimport Tree
from fastcore.state cimport State, kept_values

from fastcore.search.results import ROW_TYPES


cdef class Found:
    pass


cdef Found look(object tree, unsigned int place):
    cdef Found found = Found()
    found.tree = tree
    found.place = place
    return found


cdef tuple value_of(list found):
    """The value per seat over nodes of the same position, one in each tree, weighted by visits."""
    cdef Tree tree
    cdef Found one
    cdef Node* node
    cdef double sums[MAX_SEATS]
    cdef double total = 0, weight, rest
    cdef int s, seats = 0
    for s in range(MAX_SEATS):
        sums[s] = 0
    for one in found:
        tree = one.tree
        node = node_at(tree, one.place)
        seats = tree.width + 1
        weight = node.visits if len(found) > 1 else 1
        total += weight
        rest = 0
        for s in range(tree.width):
            sums[s] += weight * value(node, tree.width, s)
            rest -= value(node, tree.width, s)
        sums[tree.width] += weight * rest
    if total == 0:      # no tree has been visited: all hold the same static value
        return value_of(found[:1])
    return tuple([sums[s] / total for s in range(seats)])


cdef class Row:
    """What all trees know of one move."""
    cdef uint64_t visits
    cdef double value[MAX_SEATS]
    cdef double square, lower, upper, minimax

    def __cinit__(self):
        cdef int s
        for s in range(MAX_SEATS):
            self.value[s] = 0
        self.square = self.minimax = 0
        self.lower = -1
        self.upper = 1

    cdef object add(self, Tree tree, const Edges* edges, uint32_t i, int chooser):
        cdef double low, high
        cdef int s
        cdef bint leaf = edges.child[i] == 0 or edges.child[i] == ENDED_CHILD
        self.visits += edges.visits[i]
        for s in range(tree.width + 1):
            self.value[s] += edges.visits[i] * tree.seat_value(edges, i, s)
        if not leaf:
            self.square += edges.visits[i] * node_at(tree, edges.child[i]).square
        if tree.width == 1:
            self.minimax += edges.visits[i] * (tree.minimax_of(edges, i) if tree.rule.minimax else tree.edge_value(edges, i, 0))
            tree.bounds(edges, i, &low, &high)
            self.lower = max(self.lower, low)
            self.upper = min(self.upper, high)

    cdef object write(self, Columns columns, int i, int seats, int chooser):
        cdef int s
        columns.visits[i] = self.visits
        for s in range(seats):
            columns.value[i, s] = self.value[s] / self.visits
        columns.spread[i] = sqrt(self.square / self.visits)
        columns.minimax[i] = self.minimax / self.visits * (1 if chooser == 0 else -1)
        if chooser == 0 or seats > 2:
            columns.lower[i], columns.upper[i] = self.lower, self.upper
        else:
            columns.lower[i], columns.upper[i] = -self.upper, -self.lower
        columns.proven[i] = self.lower == self.upper


cdef class Columns:
    """The columns of a table of rows while it is filled: one by one this is several times quicker than row by row."""
    cdef object table
    cdef int[::1] move
    cdef long[::1] visits
    cdef double[:, ::1] value
    cdef double[::1] spread, prior, lower, upper, minimax
    cdef char[::1] proven

    def __cinit__(self, int count, int seats):
        import numpy as np

        self.move = np.zeros(count, np.int32)
        self.visits = np.zeros(count, np.int64)
        self.value = np.zeros((count, seats))
        self.spread, self.prior, self.minimax = np.zeros(count), np.zeros(count), np.zeros(count)
        self.lower, self.upper = np.full(count, -1.0), np.ones(count)
        self.proven = np.zeros(count, np.int8)
        self.table = np.empty(count, ROW_TYPES[seats])

    cdef object filled(self):
        for name, column in (
            ("move", self.move), ("visits", self.visits), ("value", self.value), ("spread", self.spread),
            ("prior", self.prior), ("lower", self.lower), ("upper", self.upper), ("minimax", self.minimax),
            ("proven", self.proven),
        ):
            self.table[name] = column.base
        return self.table


cdef object rows_of(State state, list found, set allowed):
    """A record a move (see `facts.ROW_TYPES`), over nodes of the same position, one in each tree."""
    cdef Game game = state.game
    cdef Tree tree
    cdef Found one
    cdef Edges edges
    cdef Row row
    cdef Columns columns
    cdef uint64_t after[POSITION_WORDS]
    cdef double values[MAX_SEATS]
    cdef double rest
    cdef int s, i, edge, move, actor = state.actor
    cdef int chooser = actor if actor >= 0 else 0
    tree = (<Found>found[0]).tree
    chances = dict(state.chances())
    moves = list(chances) if actor == CHANCE else state.moves()
    priors = chances if actor == CHANCE else priors_of(tree, state, moves)
    if allowed is not None:
        moves = [move for move in moves if move in allowed]
    columns = Columns(len(moves), game.seats)
    for i, move in enumerate(moves):
        row = Row()
        columns.move[i] = move
        columns.prior[i] = priors[move]
        edge = -1
        for one in found:
            tree = one.tree
            edge = tree.edge_of(node_at(tree, one.place), move)
            edges = edges_of(tree, node_at(tree, one.place))
            if edge >= 0 and edges.visits[edge]:
                row.add(tree, &edges, edge, chooser)
        if row.visits:
            row.write(columns, i, game.seats, chooser)
            continue
        if actor == CHANCE and edge < 0:        # not looked at yet: it counts as the chance node itself does
            for s, rest in enumerate(value_of(found)):
                columns.value[i, s] = rest
        else:
            memcpy(after, state.position(), game.size)
            game.play(after, move)
            game.evaluate(after, values)
            for s, rest in enumerate(kept_values(values, game.seats)):
                columns.value[i, s] = rest
        columns.minimax[i] = columns.value[i, chooser]
    return columns.filled()


cdef dict priors_of(Tree tree, State state, list moves):
    """Move -> how the search ranks it before it begins."""
    cdef int i, count = len(moves)
    cdef dict priors = {}       # first: what is made later could let the garbage collector's callbacks use the tree's lists
    for i in range(count):
        tree.moves[i] = moves[i]
    if count:
        tree.rank(state.position(), count)
    for i in range(count):
        priors[moves[i]] = tree.priors[i]
    return priors
