"""How long a proven result takes: in how many decisions the winner forces it, as far as a tree knows."""

from libc.stdint cimport uint32_t

from fastcore.search.node cimport ENDED_CHILD, Edges, Node
from fastcore.search.store cimport edges_of, node_at
from fastcore.search.tree cimport Tree

cdef enum:
    MAX_NODES = 50000      # looked at; beyond them the end is taken to be there


cdef dict proof_lengths(list trees):
    """Move of the root -> decisions until the game is over, for moves that a tree has proven to win or to lose; in games
    of two seats."""
    cdef Tree tree
    cdef Node* root
    cdef Edges edges
    cdef double lower, upper
    cdef uint32_t i
    lengths = {}
    for tree in trees:
        root = node_at(tree, tree.root)
        edges = edges_of(tree, root)
        known = {}
        for i in range(root.edge_count if tree.width == 1 else 0):
            tree.bounds(&edges, i, &lower, &upper)
            if edges.visits[i] and lower == upper and (lower == 1 or lower == -1):
                length = 1 + length_of(tree, edges.child[i], known)
                lengths[edges.move[i]] = min(length, lengths.get(edges.move[i], length))
    return lengths


cdef int length_of(Tree tree, uint32_t place, dict known) except -1:
    """Decisions from a node where the winner is proven: it takes the shortest way, the loser and chance the longest."""
    cdef Node* node
    cdef Edges edges
    cdef double lower, upper
    cdef int length, best = -1
    cdef uint32_t i
    cdef bint wins
    if place == ENDED_CHILD or len(known) == MAX_NODES:
        return 0
    if place in known:
        return known[place]
    node = node_at(tree, place)
    edges = edges_of(tree, node)
    wins = node.actor == (0 if node.lower == 1 else 1)
    known[place] = 0
    for i in range(node.edge_count):
        tree.bounds(&edges, i, &lower, &upper)
        if lower == upper == node.lower:
            length = (node.actor >= 0) + length_of(tree, edges.child[i], known)
            if best < 0 or (length < best if wins else length > best):
                best = length
    known[place] = max(best, 0)
    return known[place]
