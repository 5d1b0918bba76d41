"""Simulations of a shared tree by several threads at the same time."""

from libc.stdint cimport int64_t

from fastcore.search.mcts.tree cimport Tree

cdef int walk(Tree tree, int64_t budget) noexcept nogil
cdef void walk_all(Tree tree, int64_t* remaining, int64_t deadline) noexcept nogil
