"""Simulations: selection, evaluation of a leaf, and backup.

A simulation descends from the root, by the selection rule at decisions and at random at chance nodes, until it reaches
an edge without visits (or a proven node). The static value of the position there, or a playout's, is backed up. An edge
gets its node at the second visit.

Selection is PUCT (Rosin 2011; with the priors of Silver and others 2017): the edge with the highest
`q + exploration * prior * sqrt(node visits + 1) / (1 + edge visits)` for the deciding seat. The q of an unvisited edge is
the node's mean less `first_play`. UCB1 (Auer and others 2002) is the alternative, over all moves.

The descent is most of the cost of a simulation, so the first visit of a new node evaluates several of its edges
(`Params.leaves`). Each is backed up as a separate simulation.
"""

from libc.math cimport sqrt, sqrtf
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from fastcore.bits cimport prefetch
from fastcore.exact_log cimport log_of
from fastcore.game cimport CHANCE, MAX_SEATS, OVER, POSITION_WORDS
from fastcore.search.mcts.backup cimport back_up
from fastcore.search.mcts.tree cimport (
    FULL_PLAYOUT, MAX_DEPTH, PRIOR_SCALE, TERMINAL, Edges, Node, Step, Tree, at, edges_of, leaf_values, means, node_at,
    node_value, stored_for_seat,
)
from fastcore.stream cimport unit

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #define RESTRICT __restrict
    #else
    #define RESTRICT restrict
    #endif

    /* Return the first edge with the highest PUCT bound, and write the bound to `highest`.

       Compilers vectorise these loops: bounds are made positive, because the bits of positive floats have the order of
       their values, and maxima of ints vectorise without -ffast-math. */
    static int highest_puct(
        int count, const float* RESTRICT q, const int32_t* RESTRICT visits, const uint16_t* RESTRICT prior,
        float sign, float spread, float unvisited, float* highest
    ) {
        union { float f[64]; int32_t i[64]; } bound;
        int32_t best_bits = 0, best = 0;
        for (int first = 0; first < count; first += 64, q += 64, visits += 64, prior += 64) {
            int n = count - first < 64 ? count - first : 64;
            int32_t chunk_bits = 0;
            for (int i = 0; i < n; i++) {
                float value = unvisited + (float)(visits[i] > 0) * (sign * q[i] - unvisited);
                bound.f[i] = 4.0f + (value + spread * (float)prior[i] / (float)(1 + visits[i]));
            }
            for (int i = 0; i < n; i++) chunk_bits = bound.i[i] > chunk_bits ? bound.i[i] : chunk_bits;
            if (chunk_bits > best_bits) {
                int i = 0;
                best_bits = chunk_bits;
                while (bound.i[i] != best_bits) i++;
                best = first + i;
            }
        }
        bound.i[0] = best_bits;
        *highest = bound.f[0] - 4.0f;
        return best;
    }
    """
    int highest_puct(
        int count, const float* q, const int32_t* visits, const uint16_t* prior, float sign, float spread,
        float unvisited, float* highest
    ) noexcept nogil


# Selection ----------------------------------------------------------------------------------------------------------

cdef const unsigned char* excluded_edges(Tree tree) noexcept nogil:
    """Return the flags of the current node's excluded edges; NULL if none is excluded."""
    return tree.excluded if tree.restricted and tree.depth == 0 else NULL


cdef int select_edge(Tree tree, Node* node, const void* position) noexcept nogil:
    """Return the edge of a decision to follow; -1 if all are excluded. May add edges to the node."""
    cdef Edges edges = edges_of(tree, node)
    cdef const unsigned char* excluded = excluded_edges(tree)
    cdef float spread, unvisited, highest
    cdef uint32_t last
    cdef int best
    if tree.params.ucb or tree.width > 1 or excluded != NULL:
        return select_general(tree, node, &edges, excluded)
    spread = <float>(tree.params.exploration / PRIOR_SCALE) * sqrtf(<float>node.visits + 1)
    unvisited = <float>(stored_for_seat(means(node, 1), 1, node.actor) - tree.params.first_play)
    best = highest_puct(
        node.edge_count, edges.q, edges.visits, edges.prior, 1 if node.actor == 0 else -1, spread, unvisited, &highest
    )
    last = node.edge_count - 1
    if node.edge_count < node.move_count and edges.visits[last] and not tree.full:
        # No move without an edge has a higher prior than the last edge. This bounds the PUCT value of those moves.
        if unvisited + spread * edges.prior[last] > highest:
            if tree.add_edges(node, position, 4 if last == 0 else 2 * node.edge_count):
                edges = edges_of(tree, node)
                if unvisited + spread * edges.prior[last + 1] > highest:
                    best = last + 1
    return best


cdef int select_general(Tree tree, Node* node, const Edges* edges, const unsigned char* excluded) noexcept nogil:
    """Select an edge in the general case: any number of seats, UCB1, excluded edges."""
    cdef double visits = node.visits + 1, bound, highest = -1e30
    cdef double spread = tree.params.exploration * sqrt(log_of(visits) if tree.params.ucb else visits)
    cdef double unvisited = 1e20
    cdef uint32_t i
    cdef int best = -1
    if not tree.params.ucb:
        unvisited = stored_for_seat(means(node, tree.width), tree.width, node.actor) - tree.params.first_play
    for i in range(node.edge_count):
        if excluded != NULL and excluded[i]:
            continue
        bound = q_for_seat(tree, edges, i, node.actor) if edges.visits[i] else unvisited
        if not tree.params.ucb:
            bound += spread * edges.prior[i] / (PRIOR_SCALE * (1.0 + edges.visits[i]))
        elif edges.visits[i]:
            bound += spread / sqrt(<double>edges.visits[i])
        if bound > highest:
            highest = bound
            best = i
    return best


cdef double q_for_seat(Tree tree, const Edges* edges, uint32_t i, int seat) noexcept nogil:
    """Return an edge's q for a seat."""
    cdef double rest = 0
    cdef int s
    if seat < tree.width:
        return edges.q[seat * edges.capacity + i]
    for s in range(tree.width):
        rest -= edges.q[s * edges.capacity + i]
    return rest


cdef int sample_outcome(Tree tree, const Node* node) noexcept nogil:
    """Return a random outcome of a chance node among those not excluded; -1 if all are."""
    cdef Edges edges = edges_of(tree, node)
    cdef const unsigned char* excluded = excluded_edges(tree)
    cdef double total = 1, point, probability
    cdef int last = -1, i
    if excluded != NULL:
        total = 0
        for i in range(node.edge_count):
            if not excluded[i]:
                total += tree.probabilities[edges.prior[i]]
    point = unit(&tree.rng) * total
    for i in range(node.edge_count):
        if excluded != NULL and excluded[i]:
            continue
        last = i
        probability = tree.probabilities[edges.prior[i]]
        if point < probability:
            break
        point -= probability
    return last


# Simulation ---------------------------------------------------------------------------------------------------------

cdef void run_simulations(Tree tree, int64_t n) noexcept nogil:
    """Make n simulations."""
    cdef int64_t i
    for i in range(n):
        simulate(tree)


cdef void simulate(Tree tree) noexcept nogil:
    """Make one simulation, and store its path, leaf and result in the tree."""
    cdef uint64_t position[POSITION_WORDS]
    cdef uint32_t offset = tree.root
    cdef Node* node
    cdef Node* child
    cdef Edges edges
    cdef Step* step
    cdef int i, s
    cdef bint first_visit
    if tree.pending_leaves > 0 and simulate_sibling(tree):
        return
    tree.pending_leaves = 0
    memcpy(position, tree.root_position, tree.game.size)
    tree.depth = 0
    while True:
        first_visit = False
        node = node_at(tree, offset)
        tree.leaf = offset
        step = &tree.path[tree.depth]
        step.node = offset
        begin_step(tree, step, node)
        if (
            node.actor == OVER
            or tree.depth == MAX_DEPTH - 1
            or (node.edge_count == 0 and not tree.expand(node, position))
        ):
            break
        i = sample_outcome(tree, node) if node.actor == CHANCE else select_edge(tree, node, position)
        if i < 0:
            break
        step.edge = i
        tree.depth += 1
        tree.leaf = 0
        edges = edges_of(tree, node)
        offset = edges.child[i]
        if offset == TERMINAL:
            for s in range(tree.width):
                tree.result[s] = edges.q[s * edges.capacity + i]
            break
        if offset:
            prefetch(node_at(tree, offset))
        elif node.visits <= 1 and tree.params.leaves > 1 and node.actor >= 0 and not tree.restricted:
            memcpy(tree.leaf_parent, position, tree.game.size)
            first_visit = True
        tree.game.play(position, edges.move[i])
        if offset == 0:
            if edges.visits[i] == 0 and node.actor != CHANCE:
                tree.pending_leaves = tree.params.leaves - 1 if first_visit else 0
                evaluate_leaf(tree, position, &edges, i)
                break
            offset = edges.child[i] = tree.child_node(position, &edges, i, node.actor == CHANCE)
            if offset == 0:
                evaluate_leaf(tree, position, &edges, i)
                break
            step.new_child = True
        child = node_at(tree, offset)
        prefetch(at(tree, child.edges))
        if child.lower == child.upper and child.actor != OVER:      # proven: nothing to learn below
            for s in range(tree.width):
                tree.path[tree.depth].before[s] = tree.result[s] = node_value(child, tree.width, s)
            break
    if tree.leaf:
        node = node_at(tree, tree.leaf)
        for s in range(tree.width):
            tree.result[s] = leaf_values(node)[s]
    back_up(tree)


cdef bint simulate_sibling(Tree tree) noexcept nogil:
    """Make a simulation along the last path to the next unvisited edge of its last node. Return False if there is none."""
    cdef uint64_t position[POSITION_WORDS]
    cdef Node* node = node_at(tree, tree.path[tree.depth - 1].node)
    cdef Edges edges = edges_of(tree, node)
    cdef uint32_t i = 0
    cdef int d
    tree.pending_leaves -= 1
    while i < node.edge_count and edges.visits[i]:
        i += 1
    if i == node.edge_count or tree.restricted:
        return False
    for d in range(tree.depth):
        begin_step(tree, &tree.path[d], node_at(tree, tree.path[d].node))
    tree.path[tree.depth - 1].edge = i
    memcpy(position, tree.leaf_parent, tree.game.size)
    tree.game.play(position, edges.move[i])
    evaluate_leaf(tree, position, &edges, i)
    back_up(tree)
    return True


cdef void begin_step(Tree tree, Step* step, const Node* node) noexcept nogil:
    """Save the data of a step's node before the simulation changes them."""
    cdef int s
    for s in range(tree.width):
        step.before[s] = node_value(node, tree.width, s)
    step.new_child = False


cdef void evaluate_leaf(Tree tree, void* position, const Edges* edges, uint32_t i) noexcept nogil:
    """Evaluate a position without a node, by a playout and then statically, and store the value at its edge.

    `position` is overwritten. `tree.result` receives the values.
    """
    cdef double values[MAX_SEATS]
    cdef int actor = tree.game.actor(position)
    cdef int decisions = tree.params.playout_decisions, s
    cdef double old
    if actor == OVER:
        tree.game.returns(position, values)
        edges.child[i] = TERMINAL
    elif decisions == FULL_PLAYOUT:
        tree.game.playout(position, tree.params.policy, &tree.rng, tree.moves)
        tree.game.returns(position, values)
    else:
        while decisions > 0 and actor != OVER:
            if actor == CHANCE:
                tree.game.play(position, tree.game.draw(position, &tree.rng))
            else:
                tree.game.play(position, tree.game.choose(position, tree.params.policy, &tree.rng, tree.moves))
                decisions -= 1
            actor = tree.game.actor(position)
        tree.game.evaluate(position, values)
    for s in range(tree.width):
        # When the memory is full, leaves are evaluated repeatedly: store the average.
        old = edges.q[s * edges.capacity + i]
        edges.q[s * edges.capacity + i] = <float>(old + (values[s] - old) / (edges.visits[i] + 1))
        tree.result[s] = <float>values[s]
