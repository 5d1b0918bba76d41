"""Backup: update visits, means, variances and proven bounds from the end of a simulation's path to the root.

A decision's value is the mean of its leaf value and of its edges, weighted by visits. A chance node's value is the exact
mean of its outcomes. Score bounds follow Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010): a
decision's bounds are the best of its edges' bounds, and those of a chance node are means.
"""

from libc.stdint cimport uint32_t

from fastcore.game cimport CHANCE
from fastcore.search.mcts.locks cimport write_float
from fastcore.search.mcts.tree cimport (
    TERMINAL, Edges, Node, Step, Tree, edges_of, has_node, leaf_values, means, node_at, node_value,
    stored_for_seat,
)

cdef enum:
    RECOMPUTE_FROM = 64             # from this many visits on, a mean is recomputed whenever the visits double,
    RECOMPUTE_EVERY = 1 << 16       # and at least this often, so that rounding errors do not add up


cdef void back_up(Tree tree) noexcept nogil:
    """Add `tree.result` to all nodes of `tree.path`, from the last to the root."""
    cdef Node* node
    cdef Step* step
    cdef float difference
    cdef int i, s, chooser
    if tree.leaf:           # the path ended at a node (terminal, too deep, or out of memory), which is visited again
        node = node_at(tree, tree.leaf)
        node.visits += 1
        if node.actor >= 0:
            for s in range(tree.width):
                means(node, tree.width)[s] += (leaf_values(node)[s] - means(node, tree.width)[s]) / node.visits
    for i in range(tree.depth - 1, -1, -1):
        step = &tree.path[i]
        node = node_at(tree, step.node)
        chooser = 0
        if tree.width > 1 and i:
            chooser = max(node_at(tree, tree.path[i - 1].node).actor, 0)
        difference = <float>(
            stored_for_seat(tree.result, tree.width, chooser) - stored_for_seat(step.before, tree.width, chooser)
        )
        update_edge(tree, node, step.edge, NULL if step.new_child else &tree.path[i + 1], difference * difference)


cdef void update_edge(Tree tree, Node* node, uint32_t i, const Step* below, float square) noexcept nogil:
    """Count one visit of edge i, and update the edge's q and the node's mean, variance and bounds.

    Args:
        below: the next step, whose `before` has the child's values before this simulation; NULL if the child is new, and
            the edge's q has them.
        square: squared difference of the result and the node's value.
    """
    cdef Edges edges = edges_of(tree, node)
    cdef double* mean = means(node, tree.width)
    cdef double now, old, probability, share
    cdef Node* child = node_at(tree, edges.child[i]) if has_node(&edges, i) else NULL
    cdef int s
    edges.visits[i] += 1
    node.visits += 1
    share = 1.0 / node.visits
    node.variance += <float>share * (square - node.variance)
    if node.actor == CHANCE:
        if child == NULL:
            tree.recompute_mean(node)
        else:
            probability = tree.probabilities[edges.prior[i]]
            for s in range(tree.width):
                old = edges.q[s * edges.capacity + i] if below == NULL else below.before[s]
                mean[s] += probability * (node_value(child, tree.width, s) - old)
    else:
        for s in range(tree.width):
            now = old = tree.result[s]
            if child != NULL:
                now = node_value(child, tree.width, s)
                old = edges.q[s * edges.capacity + i]
                if below != NULL and <float>below.before[s] == <float>old:
                    old = below.before[s]       # exact, without rounding
                edges.q[s * edges.capacity + i] = <float>now
            mean[s] += ((edges.visits[i] - 1) * (now - old) + now - mean[s]) * share
    if node.visits >= RECOMPUTE_FROM and (node.visits & (node.visits - 1) == 0 or node.visits % RECOMPUTE_EVERY == 0):
        tree.recompute_mean(node)
    if tree.params.solver and (edges.child[i] == TERMINAL or (child != NULL and (child.lower > -1 or child.upper < 1))):
        update_bounds(tree, node)


cdef void update_bounds(Tree tree, Node* node) noexcept nogil:
    """Tighten a node's proven bounds with those of its edges. Two seats only."""
    cdef Edges edges = edges_of(tree, node)
    cdef double lower, upper, node_lower = 0, node_upper = 0
    cdef bint incomplete = node.edge_count < node.move_count        # moves without an edge may have any result
    cdef uint32_t i
    if node.actor == 0:
        node_lower = -1
        node_upper = 1 if incomplete else -1
    elif node.actor == 1:
        node_lower = -1 if incomplete else 1
        node_upper = 1
    for i in range(node.edge_count):
        edge_bounds(tree, &edges, i, &lower, &upper)
        if node.actor == CHANCE:
            node_lower += tree.probabilities[edges.prior[i]] * lower
            node_upper += tree.probabilities[edges.prior[i]] * upper
        elif node.actor == 0:
            node_lower = max(node_lower, lower)
            node_upper = max(node_upper, upper)
        else:
            node_lower = min(node_lower, lower)
            node_upper = min(node_upper, upper)
    write_float(&node.lower, max(<float>node_lower, node.lower))
    write_float(&node.upper, max(min(<float>node_upper, node.upper), node.lower))


cdef int principal_edge(Tree tree, const Node* node) noexcept nogil:
    """Return the edge of the principal variation: an edge that proves the node's value, otherwise the most visited; -1 if none."""
    cdef Edges edges = edges_of(tree, node)
    cdef double lower, upper
    cdef int i, best = -1
    for i in range(node.edge_count):
        if edges.visits[i] and (best < 0 or edges.visits[i] > edges.visits[best]):
            best = i
    if node.actor >= 0 and node.lower == node.upper:
        for i in range(node.edge_count):
            edge_bounds(tree, &edges, i, &lower, &upper)
            if lower == upper == node.lower:
                return i
    return best
