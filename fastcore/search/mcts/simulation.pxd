"""Simulations of one tree."""

from libc.stdint cimport int64_t

from fastcore.search.mcts.tree cimport Tree

cdef void simulate(Tree tree) noexcept nogil
cdef void run_simulations(Tree tree, int64_t n) noexcept nogil
