"""Memory for a tree: blocks that never move, given out in order, under a limit. A place is a count of 8-byte words.

What is given out begins at a line of the processor's cache, and a block is a large page of memory where the system has
them: a tree is read all over, and most of what that costs is waiting for memory.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

cdef enum:
    LINE_WORDS = 8
    BLOCK_SHIFT = 18
    BLOCK_WORDS = 1 << BLOCK_SHIFT      # 2 MiB; nothing given out lies in two blocks

cdef extern from *:
    """
    #include <stdlib.h>
    #ifdef _WIN32
    #include <malloc.h>
    static void* new_block(size_t bytes) { return _aligned_malloc(bytes, 64); }
    static void drop_block(void* block) { _aligned_free(block); }
    #else
    #include <sys/mman.h>
    static void* new_block(size_t bytes) {
        void* block = NULL;
        if (posix_memalign(&block, bytes, bytes)) return NULL;
    #ifdef MADV_HUGEPAGE
        madvise(block, bytes, MADV_HUGEPAGE);
    #endif
        return block;
    }
    static void drop_block(void* block) { free(block); }
    #endif
    """
    void* new_block(size_t size) noexcept nogil     # its size is a power of 2
    void drop_block(void* block) noexcept nogil

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
    for i in range(arena.block_count):
        drop_block(arena.blocks[i])
    free(arena.blocks)
    arena.blocks = NULL
    arena.block_count = 0


cdef inline void empty_arena(Arena* arena) noexcept nogil:
    """Take everything back; the first block stays."""
    while arena.block_count > 1:
        arena.block_count -= 1
        drop_block(arena.blocks[arena.block_count])
    arena.used = LINE_WORDS if arena.block_count else BLOCK_WORDS


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
        block = new_block(8 * BLOCK_WORDS)
        if block == NULL:
            arena.most_blocks = arena.block_count
            return 0
        arena.blocks[arena.block_count] = <uint64_t*>block
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
