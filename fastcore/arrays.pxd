"""Arrays that callers give as `out`."""

cdef object array_for(tuple shape, str dtype, object out)
cdef bint get_floats(object array, tuple shape, Py_buffer* floats) except -1
