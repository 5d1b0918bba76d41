"""Transposition index of a tree: an open-addressed hash table from position keys to node offsets. It doubles as it fills.

An entry stores the lower half of a key; the node that it points to stores the upper half.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    MIN_ENTRIES = 1024

cdef struct Entry:
    uint32_t offset         # of the node; 0 in a free entry
    uint32_t key_low        # also determines the first entry to probe

cdef struct TranspositionIndex:     # owns its entries
    Entry* entries
    uint64_t capacity       # entries, a power of 2
    uint64_t count
    uint64_t max_capacity   # entries that the memory limit allows


cdef inline bint open_index(TranspositionIndex* index, uint64_t limit) noexcept nogil:
    """Prepare an index of at most `limit` bytes, but at least MIN_ENTRIES entries. Return False if out of memory."""
    index.capacity = MIN_ENTRIES
    index.count = 0
    index.max_capacity = min(limit // sizeof(Entry), <uint64_t>1 << 32)
    index.entries = <Entry*>calloc(index.capacity, sizeof(Entry))
    return index.entries != NULL


cdef inline void close_index(TranspositionIndex* index) noexcept nogil:
    """Free all memory."""
    free(index.entries)
    index.entries = NULL


cdef inline void clear_index(TranspositionIndex* index) noexcept nogil:
    """Remove all entries. The capacity stays."""
    memset(index.entries, 0, index.capacity * sizeof(Entry))
    index.count = 0


cdef inline uint64_t first_entry(const TranspositionIndex* index, uint32_t key_low) noexcept nogil:
    """Return the number of the entry where probing for a key begins."""
    return key_low & (index.capacity - 1)


cdef inline uint64_t next_entry(const TranspositionIndex* index, uint64_t i) noexcept nogil:
    """Return the number of the entry to probe next."""
    return (i + 1) & (index.capacity - 1)


cdef inline void insert_entry(TranspositionIndex* index, uint32_t key_low, uint32_t offset) noexcept nogil:
    """Insert an entry into an index that has a free one."""
    cdef uint64_t i = first_entry(index, key_low)
    while index.entries[i].offset:
        i = next_entry(index, i)
    index.entries[i].offset = offset
    index.entries[i].key_low = key_low
    index.count += 1


cdef inline void insert(TranspositionIndex* index, uint64_t key, uint32_t offset) noexcept nogil:
    """Insert a node under its key. If out of memory for more entries, insert nothing; the node is then not shared."""
    cdef Entry* old = index.entries
    cdef Entry* doubled
    cdef uint64_t capacity = index.capacity, i
    if 4 * index.count >= 3 * capacity:
        if 2 * capacity > index.max_capacity:
            return
        doubled = <Entry*>calloc(2 * capacity, sizeof(Entry))
        if doubled == NULL:
            index.max_capacity = capacity
            return
        index.entries = doubled
        index.capacity = 2 * capacity
        index.count = 0
        for i in range(capacity):
            if old[i].offset:
                insert_entry(index, old[i].key_low, old[i].offset)
        free(old)
    insert_entry(index, <uint32_t>key, offset)
