"""Memory for a tree: blocks that never move, given out in order, under a limit. A place is a count of 8-byte words."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

cdef enum:
    BLOCK_SHIFT = 17
    BLOCK_WORDS = 1 << BLOCK_SHIFT      # 1 MiB; nothing given out lies in two blocks

cdef struct Arena:
    uint64_t** blocks
    uint32_t most_blocks
    uint32_t block_count
    uint32_t used                       # words given out of the newest block


cdef inline bint open_arena(Arena* arena, uint64_t limit_bytes) noexcept nogil:
    """False if there is no memory even for the list of blocks."""
    cdef uint64_t most = limit_bytes // (8 * BLOCK_WORDS)
    arena.most_blocks = <uint32_t>min(max(most, 1), (<uint64_t>1) << (32 - BLOCK_SHIFT))
    arena.blocks = <uint64_t**>calloc(arena.most_blocks, sizeof(uint64_t*))
    arena.block_count = 0
    arena.used = BLOCK_WORDS
    return arena.blocks != NULL


cdef inline void close_arena(Arena* arena) noexcept nogil:
    cdef uint32_t i
    if arena.blocks != NULL:
        for i in range(arena.block_count):
            free(arena.blocks[i])
        free(arena.blocks)
        arena.blocks = NULL


cdef inline uint32_t take_words(Arena* arena, uint32_t words) noexcept nogil:
    """The place of so many fresh words; 0 when the limit is reached (the first word of all is never given out)."""
    cdef uint64_t* block
    cdef uint32_t place
    if words > BLOCK_WORDS - 1:
        return 0
    if arena.used + words > BLOCK_WORDS:
        if arena.block_count == arena.most_blocks:
            return 0
        block = <uint64_t*>malloc(8 * BLOCK_WORDS)
        if block == NULL:
            arena.most_blocks = arena.block_count
            return 0
        arena.blocks[arena.block_count] = block
        arena.block_count += 1
        arena.used = 1 if arena.block_count == 1 else 0
    place = ((arena.block_count - 1) << BLOCK_SHIFT) + arena.used
    arena.used += words
    return place


cdef inline void* at(const Arena* arena, uint32_t place) noexcept nogil:
    return arena.blocks[place >> BLOCK_SHIFT] + (place & (BLOCK_WORDS - 1))
