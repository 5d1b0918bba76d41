"""Simulations of a shared tree by several threads at the same time.

Each thread descends with its own `Tree` object (see `Tree.master`), and holds the lock of one node at a time: while it
selects an edge there, and again while it backs up. It counts a visit of every selected edge on the way down, with the
edge's value so far, so that threads spread over the edges (a virtual visit; Liu and others, "Watch the Unobserved",
2020). The backup replaces that value by the new one. So a node's mean is at all times the mean of its leaf
value and of its edges' q, weighted by visits, and the mean of a chance node that of its edges' q.

Below edges with many visits, a thread makes a few simulations in a row. In the nodes above, it counts their virtual visits
together and backs them up together, so threads seldom wait for the cache lines of these nodes.

A lock is held while a leaf is evaluated, because other threads would need the value. All leaves of a new node
(`Params.leaves`) are backed up together.

Lock order: a node before a shard of the transposition index, and that before the arena. Values and bounds of a child are
read without its lock. A thread that changes them updates the parent afterwards, so no parent keeps an outdated value.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from fastcore.bits cimport prefetch
from fastcore.game cimport CHANCE, MAX_SEATS, OVER, POSITION_WORDS
from fastcore.search.clock cimport clock_ns
from fastcore.search.mcts.backup cimport update_bounds
from fastcore.search.mcts.locks cimport acquire, fetch_add, read_float, release, write_double
from fastcore.search.mcts.simulation cimport begin_step, evaluate_leaf, sample_outcome, select_edge
from fastcore.search.mcts.tree cimport (
    MAX_DEPTH, TERMINAL, Edges, Node, Step, Tree, edges_of, has_node, leaf_values, means, node_at, node_value, stored_for_seat,
)

cdef enum:
    GRAIN = 32                  # simulations that a thread takes at a time
    RECOMPUTE_FROM = 64         # visits from which on the mean of a decision is recomputed whenever they double
    BURST = 8                   # most simulations in a row
    BURST_FROM = 256            # fewest visits of each edge above them
    BURST_SHARE = 16            # and fewest for each simulation that may run below such an edge at the same time

cdef struct Results:            # of the simulations that are backed up together
    int count
    double sums[MAX_SEATS]      # of their values for each seat
    double squares[MAX_SEATS]   # and of the squares


cdef void walk_all(Tree tree, int64_t* remaining, int64_t deadline, int threads) noexcept nogil:
    """Make simulations until none remain, or until a deadline (0: none). All threads of a tree count down the same number."""
    cdef int64_t busy_from = max(BURST_FROM, BURST_SHARE * BURST * threads)
    cdef int64_t taken = fetch_add(remaining, -GRAIN)
    while taken > 0:
        taken = min(taken, GRAIN)
        while taken > 0:
            taken -= walk(tree, taken, busy_from)
        if deadline and clock_ns() >= deadline:
            break
        taken = fetch_add(remaining, -GRAIN)


cdef int walk(Tree tree, int64_t budget, int64_t busy_from) noexcept nogil:
    """Make a simulation or, below edges with `busy_from` visits, a few in a row. Return their number, 1 to `budget`."""
    cdef uint64_t position[POSITION_WORDS]
    cdef uint32_t offset = tree.root
    cdef Node* node
    cdef Edges edges
    cdef Results results, part
    cdef int i, s, move, depth = 0, burst = <int>min(BURST, budget)
    memcpy(position, tree.root_position, tree.game.size)
    while depth < MAX_DEPTH // 2:
        node = node_at(tree, offset)
        acquire(&node.lock)
        i = -1
        # a chance node ends the way down: without its rare outcomes, its sample would be biased
        if node.visits > busy_from and node.actor >= 0 and node.edge_count and node.lower < node.upper:
            tree.depth = depth
            begin_step(tree, &tree.path[depth], node)
            i = select_edge(tree, node, position)
        if i >= 0:
            edges = edges_of(tree, node)
        if i < 0 or edges.visits[i] < busy_from or not has_node(&edges, i):
            release(&node.lock)
            break
        tree.path[depth].node, tree.path[depth].edge = offset, i
        offset, move = edges.child[i], edges.move[i]
        add_virtual_visits(tree, node, &edges, i, burst)
        release(&node.lock)
        prefetch(node_at(tree, offset))
        tree.game.play(position, move)
        depth += 1
    if depth == 0:
        descend(tree, offset, 0, position, budget, &results)
        return results.count
    clear_results(tree, &results)
    for i in range(burst):
        if results.count == budget:     # several leaves in one descent
            break
        descend(tree, offset, depth, position, budget - results.count, &part)
        results.count += part.count
        for s in range(tree.width + 1):
            results.sums[s] += part.sums[s]
            results.squares[s] += part.squares[s]
    for i in range(depth - 1, -1, -1):
        back_up_step(tree, i, &results, burst)
    return results.count


cdef void descend(
    Tree tree, uint32_t offset, int first, const void* start, int64_t budget, Results* results
) noexcept nogil:
    """Descend, evaluate leaves and back them up. Write the results of 1 to `budget` simulations.

    Args:
        offset: the node at which the descent begins.
        first: its depth below the root.
        start: its position.
    """
    cdef uint64_t position[POSITION_WORDS]
    cdef uint32_t child
    cdef Node* node
    cdef Edges edges
    cdef int i, move, reserved = 0       # steps of the path whose edges have a virtual visit
    clear_results(tree, results)
    memcpy(position, start, tree.game.size)
    tree.depth, tree.pending_leaves = first, 0
    while True:
        node = node_at(tree, offset)
        acquire(&node.lock)
        tree.path[tree.depth].node = offset
        begin_step(tree, &tree.path[tree.depth], node)
        if tree.depth and node.lower == node.upper and node.actor != OVER:      # proven: nothing to learn below
            memcpy(tree.result, tree.path[tree.depth].before, sizeof(tree.result))
            add_result(tree, results)
            break
        if node.actor == OVER or tree.depth == MAX_DEPTH - 1 or (node.edge_count == 0 and not tree.expand(node, position)):
            visit_node(tree, node, results)
            break
        i = sample_outcome(tree, node) if node.actor == CHANCE else select_edge(tree, node, position)
        if i < 0:
            visit_node(tree, node, results)
            break
        edges = edges_of(tree, node)
        tree.path[tree.depth].edge = i
        tree.depth += 1
        child = edges.child[i]
        move = edges.move[i]
        if child == TERMINAL:
            revisit_end(tree, node, &edges, i, results)
            break
        if child == 0:
            if edges.visits[i] == 0 and node.actor != CHANCE:
                evaluate_edges(tree, node, position, &edges, i, budget, results)
                break
            tree.game.play(position, move)
            child = tree.child_node(position, &edges, i, node.actor == CHANCE)
            if child == 0:
                evaluate_again(tree, node, position, &edges, i, results)
                break
            edges.child[i] = child
            add_virtual_visits(tree, node, &edges, i, 1)
            release(&node.lock)
        else:
            add_virtual_visits(tree, node, &edges, i, 1)
            release(&node.lock)
            prefetch(node_at(tree, child))
            tree.game.play(position, move)
        reserved += 1
        offset = child
    release(&node.lock)
    for i in range(reserved - 1, -1, -1):
        back_up_step(tree, first + i, results, 1)


# Results ------------------------------------------------------------------------------------------------------------

cdef void clear_results(Tree tree, Results* results) noexcept nogil:
    cdef int s
    results.count = 0
    for s in range(tree.width + 1):
        results.sums[s] = results.squares[s] = 0


cdef void add_result(Tree tree, Results* results) noexcept nogil:
    """Count a simulation with the values in `tree.result`."""
    cdef double value
    cdef int s
    results.count += 1
    for s in range(tree.width + 1):
        value = stored_for_seat(tree.result, tree.width, s)
        results.sums[s] += value
        results.squares[s] += value * value


cdef void add_variance(Tree tree, Node* node, int depth, const Results* results) noexcept nogil:
    """Update the variance of the node of a step, whose visits already include the results."""
    cdef double before, square
    cdef int chooser = 0
    if tree.width > 1 and depth:
        chooser = max(node_at(tree, tree.path[depth - 1].node).actor, 0)
    before = stored_for_seat(tree.path[depth].before, tree.width, chooser)
    square = results.squares[chooser] - before * (2 * results.sums[chooser] - results.count * before)
    square = max(square, 0)         # rounding errors
    node.variance += <float>((square - results.count * node.variance) / node.visits)


# The end of a descent: the caller holds the node's lock ---------------------------------------------------------------

cdef void visit_node(Tree tree, Node* node, Results* results) noexcept nogil:
    """Count a simulation that ends at a node: the end of the game, too deep, out of memory, or without allowed moves."""
    cdef double* mean = means(node, tree.width)
    cdef int s
    node.visits += 1
    for s in range(tree.width):
        tree.result[s] = leaf_values(node)[s]
        if node.actor >= 0:
            write_double(mean + s, mean[s] + (leaf_values(node)[s] - mean[s]) / node.visits)
    add_result(tree, results)


cdef void revisit_end(Tree tree, Node* node, const Edges* edges, int i, Results* results) noexcept nogil:
    """Count a simulation that ends at an edge known to end the game."""
    cdef int s
    for s in range(tree.width):
        tree.result[s] = edges.q[s * edges.capacity + i]
    add_virtual_visits(tree, node, edges, i, 1)
    add_result(tree, results)
    add_variance(tree, node, tree.depth - 1, results)
    if tree.params.solver:
        update_bounds(tree, node)


cdef void evaluate_edges(
    Tree tree, Node* node, const void* position, const Edges* edges, int i, int64_t budget, Results* results
) noexcept nogil:
    """Make the first visit of edge i, and of further edges if the node is new: one simulation each."""
    cdef uint64_t after[POSITION_WORDS]
    cdef double* mean = means(node, tree.width)
    cdef int64_t wanted = 1
    cdef bint ends = False
    cdef int s, edge = i, following = 0
    if node.visits <= 1 and not tree.restricted:
        wanted = min(<int64_t>tree.params.leaves, budget)
    while True:
        memcpy(after, position, tree.game.size)
        tree.game.play(after, edges.move[edge])
        evaluate_leaf(tree, after, edges, edge)
        ends = ends or edges.child[edge] == TERMINAL
        edges.visits[edge] = 1
        node.visits += 1
        for s in range(tree.width):
            write_double(mean + s, mean[s] + (tree.result[s] - mean[s]) / node.visits)
        add_result(tree, results)
        while following < node.edge_count and edges.visits[following]:
            following += 1
        if results.count == wanted or following == node.edge_count:
            break
        edge = following
    tree.path[tree.depth - 1].edge = edge
    add_variance(tree, node, tree.depth - 1, results)
    if ends and tree.params.solver:
        update_bounds(tree, node)


cdef void evaluate_again(
    Tree tree, Node* node, void* position, const Edges* edges, int i, Results* results
) noexcept nogil:
    """Count a simulation of an edge that gets no node because the memory is full. `position` follows its move."""
    cdef double* mean = means(node, tree.width)
    cdef double before[MAX_SEATS]
    cdef double share, weight
    cdef int s
    for s in range(tree.width):
        before[s] = edges.q[s * edges.capacity + i]
    evaluate_leaf(tree, position, edges, i)
    weight = edges.visits[i]
    edges.visits[i] += 1
    node.visits += 1
    for s in range(tree.width):
        share = edges.q[s * edges.capacity + i] - before[s]
        if node.actor == CHANCE:
            share *= tree.probabilities[edges.prior[i]]
        else:
            share = (weight * share + edges.q[s * edges.capacity + i] - mean[s]) / node.visits
        write_double(mean + s, mean[s] + share)
    add_result(tree, results)
    add_variance(tree, node, tree.depth - 1, results)
    if edges.child[i] == TERMINAL and tree.params.solver:
        update_bounds(tree, node)


# Backup -------------------------------------------------------------------------------------------------------------

cdef void add_virtual_visits(Tree tree, Node* node, const Edges* edges, int i, int count) noexcept nogil:
    """Count visits of an edge with its q so far. The caller holds the node's lock."""
    cdef double* mean = means(node, tree.width)
    cdef int s
    edges.visits[i] += count
    node.visits += count
    if node.actor != CHANCE:
        for s in range(tree.width):
            write_double(mean + s, mean[s] + count * (edges.q[s * edges.capacity + i] - mean[s]) / node.visits)


cdef void back_up_step(Tree tree, int depth, const Results* results, int counted) noexcept nogil:
    """Update the node of a step of the path whose edge has `counted` virtual visits."""
    cdef const Step* step = &tree.path[depth]
    cdef Node* node = node_at(tree, step.node)
    cdef Node* child
    cdef Edges edges
    cdef double* mean = means(node, tree.width)
    cdef double now, change
    cdef uint32_t i = step.edge, before
    cdef int s, further = results.count - counted
    acquire(&node.lock)
    edges = edges_of(tree, node)
    child = node_at(tree, edges.child[i])
    before = node.visits - counted          # without the virtual visits
    edges.visits[i] += further
    node.visits += further
    for s in range(tree.width):
        now = <float>node_value(child, tree.width, s)
        change = now - edges.q[s * edges.capacity + i]
        edges.q[s * edges.capacity + i] = <float>now
        if node.actor == CHANCE:
            change *= tree.probabilities[edges.prior[i]]
        else:
            change = ((edges.visits[i] - further) * change + further * (now - mean[s])) / node.visits
        write_double(mean + s, mean[s] + change)
    add_variance(tree, node, depth, results)
    if node.visits >= RECOMPUTE_FROM and (before ^ node.visits) > (before & node.visits) and node.actor != CHANCE:
        tree.recompute_mean(node)
    if tree.params.solver and (read_float(&child.lower) > -1 or read_float(&child.upper) < 1):
        update_bounds(tree, node)
    release(&node.lock)
