"""Backup: updates along a simulation's path, and the proven bounds of nodes."""

from libc.stdint cimport uint32_t

from fastcore.search.mcts.locks cimport read_float
from fastcore.search.mcts.tree cimport TERMINAL, Edges, Node, Tree, node_at

cdef void back_up(Tree tree) noexcept nogil
cdef void update_bounds(Tree tree, Node* node) noexcept nogil
cdef int principal_edge(Tree tree, const Node* node) noexcept nogil


cdef inline void edge_bounds(Tree tree, const Edges* edges, uint32_t i, double* lower, double* upper) noexcept nogil:
    """Write the proven bounds of the result after an edge, for seat 0. Two seats only."""
    lower[0] = -1
    upper[0] = 1
    if edges.child[i] == TERMINAL:
        lower[0] = upper[0] = edges.q[i]
    elif edges.child[i]:
        lower[0] = read_float(&node_at(tree, edges.child[i]).lower)
        upper[0] = read_float(&node_at(tree, edges.child[i]).upper)
