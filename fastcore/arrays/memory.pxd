"""Arrays that callers give as `out`."""

cdef object array_for(tuple shape, str dtype, object out)
cdef object fitting(object out, tuple shape, char kind, str dtype, Py_buffer* memory)
