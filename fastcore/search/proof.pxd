from fastcore.search.tree cimport Tree

cdef dict proof_lengths(Tree tree)
