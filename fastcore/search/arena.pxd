"""Memory for a tree: blocks that never move, given out in order, under a limit. A place is a count of 8-byte words.

What is given out begins at a line of the processor's cache, so that a node takes one and its first edges the next.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

cdef enum:
    LINE_WORDS = 8
    BLOCK_SHIFT = 17
    BLOCK_WORDS = 1 << BLOCK_SHIFT      # 1 MiB; nothing given out lies in two blocks

cdef struct Arena:
    uint64_t** blocks
    void** got                          # what malloc returned: a block begins at the next line in it
    uint32_t most_blocks
    uint32_t block_count
    uint32_t used                       # words given out of the newest block


cdef inline bint open_arena(Arena* arena, uint64_t limit_bytes) noexcept nogil:
    """False if there is no memory even for the list of blocks."""
    cdef uint64_t most = limit_bytes // (8 * (BLOCK_WORDS + LINE_WORDS))
    arena.most_blocks = <uint32_t>min(max(most, 1), (<uint64_t>1) << (32 - BLOCK_SHIFT))
    arena.blocks = <uint64_t**>calloc(arena.most_blocks, sizeof(uint64_t*))
    arena.got = <void**>calloc(arena.most_blocks, sizeof(void*))
    arena.block_count = 0
    arena.used = BLOCK_WORDS
    return arena.blocks != NULL and arena.got != NULL


cdef inline void close_arena(Arena* arena) noexcept nogil:
    cdef uint32_t i
    for i in range(arena.block_count):
        free(arena.got[i])
    free(arena.blocks)
    free(arena.got)
    arena.blocks = NULL
    arena.got = NULL
    arena.block_count = 0


cdef inline uint32_t take_words(Arena* arena, uint32_t words) noexcept nogil:
    """The place of so many fresh words; 0 when the limit is reached (the first line of all is never given out)."""
    cdef void* block
    cdef uint32_t place
    words = (words + LINE_WORDS - 1) // LINE_WORDS * LINE_WORDS
    if words > BLOCK_WORDS - LINE_WORDS:
        return 0
    if arena.used + words > BLOCK_WORDS:
        if arena.block_count == arena.most_blocks:
            return 0
        block = malloc(8 * (BLOCK_WORDS + LINE_WORDS))
        if block == NULL:
            arena.most_blocks = arena.block_count
            return 0
        arena.got[arena.block_count] = block
        arena.blocks[arena.block_count] = <uint64_t*>((<uint64_t>block + 63) & ~<uint64_t>63)
        arena.block_count += 1
        arena.used = LINE_WORDS if arena.block_count == 1 else 0
    place = ((arena.block_count - 1) << BLOCK_SHIFT) + arena.used
    arena.used += words
    return place


cdef inline uint64_t bytes_used(const Arena* arena) noexcept nogil:
    """What has been given out, the ends of full blocks included."""
    if arena.block_count == 0:
        return 0
    return 8 * ((<uint64_t>(arena.block_count - 1) << BLOCK_SHIFT) + arena.used)


cdef inline void* at(const Arena* arena, uint32_t place) noexcept nogil:
    return arena.blocks[place >> BLOCK_SHIFT] + (place & (BLOCK_WORDS - 1))
