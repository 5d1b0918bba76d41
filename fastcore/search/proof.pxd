cdef dict proof_lengths(list trees)
