"""New arrays with what a seat sees, and with its legal moves."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from fastcore.state cimport State

import numpy as np

cdef object empty = np.empty
cdef object FLOAT = np.dtype(np.float32)
cdef object BYTE = np.dtype(np.int8)


def new_tensor(State state not None, int seat):
    """Return what a seat sees as a new float32 array of shape `shape`. The game must have a tensor, and this seat."""
    cdef Py_buffer memory
    out = empty(state.game.shape, FLOAT)
    PyObject_GetBuffer(out, &memory, PyBUF_SIMPLE | PyBUF_WRITABLE)
    memset(memory.buf, 0, memory.len)
    state.game.tensor(state.position(), seat, <float*>memory.buf)
    PyBuffer_Release(&memory)
    return out


def new_mask(State state not None):
    """Return a new int8 array of shape (actions,): 1 for the actor's legal moves, else 0. A seat must decide."""
    cdef Py_buffer memory
    cdef int i, count
    cdef int* moves = <int*>malloc(state.game.max_moves * sizeof(int))
    if moves == NULL:
        raise MemoryError
    try:
        out = empty(state.game.actions, BYTE)
        PyObject_GetBuffer(out, &memory, PyBUF_SIMPLE | PyBUF_WRITABLE)
        memset(memory.buf, 0, memory.len)
        count = state.game.moves(state.position(), moves)
        for i in range(count):
            (<char*>memory.buf)[moves[i]] = 1
        PyBuffer_Release(&memory)
    finally:
        free(moves)
    return out
