"""Results of trees: rows of moves, values, lines and proof lengths, merged over the trees of a search."""

from libc.stdint cimport uint32_t

from fastcore.search.mcts.tree cimport Tree
from fastcore.state cimport State

cdef str kind_of(int actor)
cdef NodeRef node_ref(Tree tree, uint32_t offset)
cdef object rows_of(State state, list nodes, set allowed)
cdef tuple values_of(list nodes)
cdef list principal_line(list trees, int move)
cdef dict proof_lengths(list trees)
cdef dict trace_of(Tree tree, int number, State root)


cdef class NodeRef:
    cdef Tree tree
    cdef uint32_t offset
