"""Distinct probabilities of chance outcomes, numbered from 0, so that an edge stores 16 bits instead of a double.

A hash table finds the number of a probability. Dice have a handful of probabilities; other games may have thousands.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

cdef enum:
    MIN_SLOT_BITS = 9
    MAX_SLOT_BITS = 17          # 65,536 probabilities

cdef struct Probabilities:      # owns its arrays
    double* values              # half as many as slots
    uint32_t* slots             # number of a probability + 1; 0 in a free slot
    uint32_t count
    int slot_bits               # there are 1 << slot_bits slots


cdef inline bint open_probabilities(Probabilities* table, int slot_bits) noexcept nogil:
    """Prepare an empty table. Return False if out of memory."""
    table.count = 0
    table.slot_bits = slot_bits
    table.values = <double*>malloc((<size_t>1 << slot_bits) // 2 * sizeof(double))
    table.slots = <uint32_t*>calloc(<size_t>1 << slot_bits, sizeof(uint32_t))
    return table.values != NULL and table.slots != NULL


cdef inline void close_probabilities(Probabilities* table) noexcept nogil:
    """Free all memory."""
    free(table.values)
    free(table.slots)
    table.values = NULL
    table.slots = NULL


cdef inline uint32_t slot_of(const Probabilities* table, double probability) noexcept nogil:
    """Return the slot that holds a probability, or the free one where it belongs."""
    cdef uint64_t bits
    cdef uint32_t slot, mask = (<uint32_t>1 << table.slot_bits) - 1
    memcpy(&bits, &probability, sizeof(bits))
    slot = <uint32_t>(bits * <uint64_t>0x9e3779b97f4a7c15 >> (64 - table.slot_bits))    # multiplicative hashing: the top bits
    while table.slots[slot] and table.values[table.slots[slot] - 1] != probability:
        slot = (slot + 1) & mask
    return slot


cdef inline bint copy_probabilities(Probabilities* table, const Probabilities* source, int slot_bits) noexcept nogil:
    """Replace a table by a copy of `source`, with the same numbers. If out of memory, return False and change nothing."""
    cdef Probabilities copied
    cdef uint32_t i
    if not open_probabilities(&copied, slot_bits):
        close_probabilities(&copied)
        return False
    for i in range(source.count):
        copied.values[i] = source.values[i]
        copied.slots[slot_of(&copied, copied.values[i])] = i + 1
    copied.count = source.count
    close_probabilities(table)
    table[0] = copied
    return True


cdef inline int number_of(Probabilities* table, double probability) noexcept nogil:
    """Return the number of a probability, a new one if needed; -1 if out of memory or beyond 65,536 probabilities."""
    cdef uint32_t slot = slot_of(table, probability)
    if table.slots[slot]:
        return table.slots[slot] - 1
    if 2 * table.count == <uint32_t>1 << table.slot_bits:
        if table.slot_bits == MAX_SLOT_BITS or not copy_probabilities(table, table, table.slot_bits + 1):
            return -1
        slot = slot_of(table, probability)
    table.values[table.count] = probability
    table.count += 1
    table.slots[slot] = table.count
    return table.count - 1
