"""Arrays that callers give as `out`."""

from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer,
)
from libc.stdint cimport uintptr_t


cdef object array_for(tuple shape, str dtype, object out):
    """Return `out` if it is a writable, aligned, C-contiguous array of this shape and type, a new array if it is None."""
    import numpy as np  # imported here to keep `import fastcore` fast

    if out is None:
        return np.empty(shape, dtype)
    if type(out) is not np.ndarray or out.dtype != dtype or out.shape != shape:
        raise ValueError(f"out must be a {np.dtype(dtype).name} array of shape {shape}")
    if not (out.flags.c_contiguous and out.flags.behaved):
        raise ValueError("out must be C-contiguous, aligned and writable")
    return out


cdef bint get_memory(object array, tuple shape, char kind, Py_buffer* memory) except -1:
    """Get the memory of a C-contiguous, aligned and writable array of this shape. Return False if it is none.

    This takes a tenth of the time of `array_for`. The caller releases the buffer.

    Args:
        kind: the format of a value: "f" for float32, "?" for bool.
    """
    cdef int axis
    cdef bint fits
    if not PyObject_CheckBuffer(array):
        return False
    try:
        PyObject_GetBuffer(array, memory, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE | PyBUF_FORMAT)
    except (BufferError, ValueError):
        return False
    fits = (
        memory.ndim == len(shape) and memory.format != NULL and memory.format[0] == kind and memory.format[1] == 0
        and <uintptr_t>memory.buf % memory.itemsize == 0
    )
    for axis in range(len(shape) if fits else 0):
        fits = fits and memory.shape[axis] == shape[axis]
    if not fits:
        PyBuffer_Release(memory)
    return fits


cdef object fitting(object out, tuple shape, char kind, str dtype, Py_buffer* memory):
    """Return `out`, or a new array if it is None, and get its memory. The caller releases the buffer.

    Raises:
        ValueError: `out` has another type or shape, or cannot be written.
    """
    if out is None or not get_memory(out, shape, kind, memory):
        out = array_for(shape, dtype, out)
        if not get_memory(out, shape, kind, memory):
            raise ValueError("out must be C-contiguous, aligned and writable")
    return out
