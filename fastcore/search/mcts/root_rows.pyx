"""Results of trees: rows of moves, values, lines, proof lengths and traces.

The trees of a search grow from the same root. A node's counterparts in all trees are merged, weighted by visits.
"""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from fastcore.game cimport CHANCE, MAX_SEATS, OVER, POSITION_WORDS, Game
from fastcore.search.mcts.backup cimport edge_bounds, principal_edge
from fastcore.search.mcts.tree cimport (
    MAX_DEPTH, PRIOR_SCALE, TERMINAL, Edges, Node, Tree, edge_of, edge_value_for, edges_of, has_node, node_at, node_value,
)
from fastcore.state cimport State, kept_values

from fastcore.search.results import ROW_TYPES

cdef enum:
    MAX_PROOF_NODES = 50000     # limit of the nodes that `proof_lengths` visits in one tree; beyond it, lines count as finished


cdef class NodeRef:
    """A node of one tree. It keeps the tree alive."""


cdef NodeRef node_ref(Tree tree, uint32_t offset):
    """Return a reference to a node."""
    cdef NodeRef node = NodeRef()
    node.tree = tree
    node.offset = offset
    return node


cdef str kind_of(int actor):
    """Return the kind of a node in `results.NodeFacts`."""
    return "chance" if actor == CHANCE else "end" if actor == OVER else "decision"


# Values ---------------------------------------------------------------------------------------------------------------

cdef tuple seat_values(const double* stored, int width):
    """Return the value for each seat, given the stored values, [width]."""
    cdef int s
    values = [stored[s] for s in range(width)]
    return (*values, -sum(values))


cdef tuple values_of(list nodes):
    """Return the mean value for each seat of a node's counterparts, weighted by visits."""
    cdef NodeRef ref
    cdef Tree tree
    cdef Node* node
    cdef double sums[MAX_SEATS]
    cdef double total = 0, weight, rest
    cdef int s, seats = 0
    for s in range(MAX_SEATS):
        sums[s] = 0
    for ref in nodes:
        tree = ref.tree
        node = node_at(tree, ref.offset)
        seats = tree.width + 1
        weight = node.visits if len(nodes) > 1 else 1
        total += weight
        rest = 0
        for s in range(tree.width):
            sums[s] += weight * node_value(node, tree.width, s)
            rest -= node_value(node, tree.width, s)
        sums[tree.width] += weight * rest
    if total == 0:      # no tree has simulations, so all have the same static value
        return values_of(nodes[:1])
    return tuple([sums[s] / total for s in range(seats)])


# Rows -----------------------------------------------------------------------------------------------------------------

cdef class Row:
    """Sums over the trees for one move."""

    cdef uint64_t visits
    cdef double value[MAX_SEATS]
    cdef double square, lower, upper

    def __cinit__(self):
        cdef int s
        for s in range(MAX_SEATS):
            self.value[s] = 0
        self.square = 0
        self.lower = -1
        self.upper = 1

    cdef object add(self, Tree tree, const Edges* edges, uint32_t i):
        """Add the edge of one tree."""
        cdef double lower, upper
        cdef int s
        self.visits += edges.visits[i]
        for s in range(tree.width + 1):
            self.value[s] += edges.visits[i] * edge_value_for(tree, edges, i, s)
        if has_node(edges, i):
            self.square += edges.visits[i] * node_at(tree, edges.child[i]).variance
        if tree.width == 1:
            edge_bounds(tree, edges, i, &lower, &upper)
            self.lower = max(self.lower, lower)
            self.upper = min(self.upper, upper)

    cdef object write(self, Columns columns, int i, int seats, int chooser):
        """Write the means, and the bounds for the deciding seat, to row i."""
        cdef int s
        columns.visits[i] = self.visits
        for s in range(seats):
            columns.value[i, s] = self.value[s] / self.visits
        columns.spread[i] = sqrt(self.square / self.visits)
        if chooser == 0 or seats > 2:
            columns.lower[i], columns.upper[i] = self.lower, self.upper
        else:
            columns.lower[i], columns.upper[i] = -self.upper, -self.lower
        columns.proven[i] = self.lower == self.upper


cdef class Columns:
    """The columns of a table of `count` rows. Filling them is several times faster than filling a structured array."""

    cdef object table
    cdef int32_t[::1] move
    cdef int64_t[::1] visits
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

    cdef object to_table(self):
        """Return the columns as a structured array."""
        for name, column in (
            ("move", self.move), ("visits", self.visits), ("value", self.value), ("spread", self.spread),
            ("prior", self.prior), ("lower", self.lower), ("upper", self.upper), ("minimax", self.minimax),
            ("proven", self.proven),
        ):
            self.table[name] = column.base
        return self.table


cdef object rows_of(State state, list nodes, set allowed):
    """Return a structured array (see `results.ROW_TYPES`) with one row per move or outcome of a position.

    A move without visits has its static value; the column `minimax` repeats the value for the deciding seat.

    Args:
        state: the position.
        nodes: its NodeRefs, one in each tree.
        allowed: the moves to list; None for all.
    """
    cdef Game game = state.game
    cdef NodeRef node
    cdef Tree tree
    cdef Edges edges
    cdef Row row
    cdef Columns columns
    cdef uint64_t after[POSITION_WORDS]
    cdef double values[MAX_SEATS]
    cdef double value
    cdef int s, i, edge, move, actor = state.actor
    cdef int chooser = actor if actor >= 0 else 0
    tree = (<NodeRef>nodes[0]).tree
    outcomes = dict(state.chances())
    moves = list(outcomes) if actor == CHANCE else state.moves()
    priors = outcomes if actor == CHANCE else priors_of(tree, state, moves)
    if allowed is not None:
        moves = [move for move in moves if move in allowed]
    columns = Columns(len(moves), game.seats)
    for i, move in enumerate(moves):
        row = Row()
        columns.move[i] = move
        columns.prior[i] = priors[move]
        edge = -1
        for node in nodes:
            tree = node.tree
            edge = edge_of(tree, node_at(tree, node.offset), move)
            edges = edges_of(tree, node_at(tree, node.offset))
            if edge >= 0 and edges.visits[edge]:
                row.add(tree, &edges, edge)
        if row.visits:
            row.write(columns, i, game.seats, chooser)
        elif actor == CHANCE and edge < 0:      # the chance node is not expanded
            for s, value in enumerate(values_of(nodes)):
                columns.value[i, s] = value
        else:
            memcpy(after, state.position(), game.size)
            game.play(after, move)
            game.evaluate(after, values)
            for s, value in enumerate(kept_values(values, game.seats)):
                columns.value[i, s] = value
        columns.minimax[i] = columns.value[i, chooser]
    return columns.to_table()


cdef dict priors_of(Tree tree, State state, list moves):
    """Return {move: prior} without the noise of the tree."""
    cdef int i, count = len(moves)
    # Created first: creating an object can run callbacks of the garbage collector, which may overwrite the tree's buffers.
    cdef dict priors = {}
    for i in range(count):
        tree.moves[i] = moves[i]
    if count:
        tree.compute_priors(state.position(), count)
    for i in range(count):
        priors[moves[i]] = tree.priors[i]
    return priors


# Lines and proofs -----------------------------------------------------------------------------------------------------

cdef list principal_line(list trees, int move):
    """Return the principal variation that begins with a move of the root, from the tree that visited the move most."""
    cdef Tree tree, best = None
    cdef Edges edges
    cdef Node* node
    cdef int edge, max_visits = 0
    for tree in trees:
        node = node_at(tree, tree.root)
        edges = edges_of(tree, node)
        edge = edge_of(tree, node, move)
        if edge >= 0 and edges.visits[edge] > max_visits:
            max_visits = edges.visits[edge]
            best = tree
    line = [move]
    if best is None:
        return line
    node = node_at(best, best.root)
    edge = edge_of(best, node, move)
    while edge >= 0 and len(line) < MAX_DEPTH:
        edges = edges_of(best, node)
        if not has_node(&edges, edge):
            break
        node = node_at(best, edges.child[edge])
        edge = principal_edge(best, node)
        if edge >= 0:
            edges = edges_of(best, node)
            line.append(edges.move[edge])
    return line


cdef dict proof_lengths(list trees):
    """Return {move: decisions until the game is over} for the moves of the root that are proven wins or losses.

    The winner takes the shortest line that a tree has proven. Empty unless the game has two seats.
    """
    cdef Tree tree
    cdef Node* root
    cdef Edges edges
    cdef double lower, upper
    cdef uint32_t i
    lengths = {}
    for tree in trees:
        root = node_at(tree, tree.root)
        edges = edges_of(tree, root)
        lengths_below = {}
        for i in range(root.edge_count if tree.width == 1 else 0):
            edge_bounds(tree, &edges, i, &lower, &upper)
            if edges.visits[i] and lower == upper and (lower == 1 or lower == -1):
                length = 1 + proof_length(tree, edges.child[i], lengths_below)
                lengths[edges.move[i]] = min(length, lengths.get(edges.move[i], length))
    return lengths


cdef int proof_length(Tree tree, uint32_t offset, dict lengths) except -1:
    """Return the number of decisions from a proven node to the end: least for the winner, most for loser and chance.

    Args:
        tree: the tree.
        offset: the node, or TERMINAL.
        lengths: {offset: length} of the nodes visited before.
    """
    cdef Node* node
    cdef Edges edges
    cdef double lower, upper
    cdef int length, best = -1
    cdef uint32_t i
    cdef bint wins
    if offset == TERMINAL or len(lengths) == MAX_PROOF_NODES:
        return 0
    if offset in lengths:
        return lengths[offset]
    node = node_at(tree, offset)
    edges = edges_of(tree, node)
    wins = node.actor == (0 if node.lower == 1 else 1)
    lengths[offset] = 0
    for i in range(node.edge_count):
        edge_bounds(tree, &edges, i, &lower, &upper)
        if lower == upper == node.lower:
            length = (node.actor >= 0) + proof_length(tree, edges.child[i], lengths)
            if best < 0 or (length < best if wins else length > best):
                best = length
    lengths[offset] = max(best, 0)
    return lengths[offset]


# Traces ---------------------------------------------------------------------------------------------------------------

cdef dict trace_of(Tree tree, int number, State root):
    """Return the `results.Trace` of the last simulation of tree `number`, without `world` and `metrics`."""
    cdef Node* node
    cdef Edges edges
    cdef State state = root.copy()
    cdef double prior
    cdef int i, edge
    steps = []
    for i in range(tree.depth):
        node = node_at(tree, tree.path[i].node)
        edges = edges_of(tree, node)
        edge = tree.path[i].edge
        prior = edges.prior[edge] / <double>PRIOR_SCALE
        if node.actor == CHANCE:
            prior = tree.probabilities[edges.prior[edge]]
        after = values_of([node_ref(tree, tree.path[i].node)])
        steps.append({
            "kind": kind_of(state.actor),
            "actor": state.actor,
            "move": state.move_text(edges.move[edge]),
            "prior": prior,
            "visits": (edges.visits[edge] - 1, edges.visits[edge]),
            "node_visits": (node.visits - 1, node.visits),
            "value": (seat_values(tree.path[i].before, tree.width), after),
        })
        state.play(edges.move[edge])
    static = state.evaluate()
    return {
        "tree": number,
        "steps": steps,
        "text": state.text(),
        "kind": kind_of(state.actor),
        "value": seat_values(tree.result, tree.width),
        "static": static.values,
        "terms": [(term.name, term.amount, term.weight) for term in static.terms],
    }
