"""Simulations of one tree."""

from libc.stdint cimport int64_t, uint32_t

from fastcore.search.mcts.tree cimport Edges, Node, Step, Tree

cdef void simulate(Tree tree) noexcept nogil
cdef void run_simulations(Tree tree, int64_t n) noexcept nogil
cdef int select_edge(Tree tree, Node* node, const void* position) noexcept nogil
cdef int sample_outcome(Tree tree, const Node* node) noexcept nogil
cdef void begin_step(Tree tree, Step* step, const Node* node) noexcept nogil
cdef void evaluate_leaf(Tree tree, void* position, const Edges* edges, uint32_t i) noexcept nogil
