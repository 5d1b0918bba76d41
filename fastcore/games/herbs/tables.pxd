from fastcore.games.herbs.rules cimport Position, Rules

cdef object table_of(const Position* position)
cdef int fill(object table, Position* position) except -1
cdef int fill_rules(object options, Rules* rules) except -1
cdef int fill_start(int ap, Position* position) except -1
cdef str square_name(int place)
