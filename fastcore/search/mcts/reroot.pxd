"""Tree reuse: a new tree from the part of a tree below a move."""

from fastcore.search.mcts.tree cimport Tree

cdef Tree reroot(Tree old, int move)
