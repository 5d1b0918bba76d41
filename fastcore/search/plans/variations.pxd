"""Variations of a plan, the candidates for a best response."""

from libc.stdint cimport uint32_t

from fastcore.search.plans.stage cimport Plan

cdef enum Variation:            # numbers below PAIR: replace a step, the most successful variation
    PAIR = 4                    # below CROSS: replace a step and the next one, for gains that need both
    CROSS = 6                   # below SWAP: take a step from another plan
    SWAP = 8
    INSERT = 9
    DELETE = 10
    RESAMPLE = 11               # the whole plan
    VARIATIONS = 12


cdef inline uint32_t write_variation(
    int variation, int step, int other_step, const Plan* parent, const Plan* other, Plan* wanted
) noexcept nogil:
    """Write the moves that a variation keeps, and return the steps to sample, one bit each.

    Args:
        variation: a Variation.
        step: the step that it begins with.
        other_step: of SWAP, the second step; of CROSS, the step of `other`.
        parent: the plan to vary.
        other: the plan that CROSS takes a step from; it has a step.
        wanted: the result.
    """
    cdef int removed = 1, i
    wanted[0] = parent[0]
    if variation == RESAMPLE:
        wanted.count = 0
        return 0
    if variation == SWAP:
        wanted.moves[step] = parent.moves[other_step]
        wanted.moves[other_step] = parent.moves[step]
        return 0
    if CROSS <= variation < SWAP:
        wanted.moves[step] = other.moves[min(other_step, other.count - 1)]
        return 0
    if PAIR <= variation < CROSS:
        removed = min(2, parent.count - step)
    elif variation == INSERT:
        removed = 0
    for i in range(step, wanted.count - removed):
        wanted.moves[i] = wanted.moves[i + removed]
    wanted.count -= removed
    if variation == DELETE:
        return 0
    return (<uint32_t>1 << max(removed, 1)) - 1 << step
