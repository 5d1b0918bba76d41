"""The memory of arrays that callers give as `out`."""
