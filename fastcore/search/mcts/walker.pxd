"""Simulations of a shared tree by several threads at the same time."""

from libc.stdint cimport int64_t

from fastcore.search.mcts.tree cimport Tree

cdef int walk(Tree tree, int64_t budget, int64_t busy_from) noexcept nogil
cdef void walk_all(Tree tree, int64_t* remaining, int64_t deadline, int threads) noexcept nogil
