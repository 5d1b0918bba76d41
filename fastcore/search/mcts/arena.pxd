"""Arena allocator of a tree: blocks that never move, allocated in order, up to a limit.

An offset counts 8-byte words from the start of the first block. Offset 0 is never allocated, so it can mean "none".
Every allocation begins at a cache line, and blocks are 2 MiB large pages where the system has them: reading a tree
is dominated by memory latency, and both reduce it.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

cdef enum:
    LINE_WORDS = 8                      # 64 bytes, a cache line
    BLOCK_SHIFT = 18
    BLOCK_WORDS = 1 << BLOCK_SHIFT      # 2 MiB; no allocation crosses the end of a block

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
    void* new_block(size_t bytes) noexcept nogil        # bytes is a power of 2; NULL if out of memory
    void drop_block(void* block) noexcept nogil

cdef struct Arena:                      # owns its blocks
    uint64_t** blocks
    uint32_t max_blocks
    uint32_t block_count
    uint32_t used                       # words allocated in the newest block


cdef inline bint open_arena(Arena* arena, uint64_t limit) noexcept nogil:
    """Prepare an arena of at most `limit` bytes, but at least one block. Return False if out of memory."""
    cdef uint64_t blocks = limit // (8 * BLOCK_WORDS)
    arena.max_blocks = <uint32_t>min(max(blocks, 1), (<uint64_t>1) << (32 - BLOCK_SHIFT))
    arena.blocks = <uint64_t**>calloc(arena.max_blocks, sizeof(uint64_t*))
    arena.block_count = 0
    arena.used = BLOCK_WORDS
    return arena.blocks != NULL


cdef inline void close_arena(Arena* arena) noexcept nogil:
    """Free all memory."""
    cdef uint32_t i
    for i in range(arena.block_count):
        drop_block(arena.blocks[i])
    free(arena.blocks)
    arena.blocks = NULL
    arena.block_count = 0


cdef inline void reset_arena(Arena* arena) noexcept nogil:
    """Reclaim all allocations. Keep the first block."""
    while arena.block_count > 1:
        arena.block_count -= 1
        drop_block(arena.blocks[arena.block_count])
    arena.used = LINE_WORDS if arena.block_count else BLOCK_WORDS


cdef inline uint32_t allocate_words(Arena* arena, uint32_t words) noexcept nogil:
    """Return the offset of new, uninitialised words; 0 if the limit is reached or they do not fit into a block."""
    cdef void* block
    cdef uint32_t offset
    words = (words + LINE_WORDS - 1) // LINE_WORDS * LINE_WORDS
    if words > BLOCK_WORDS - LINE_WORDS:
        return 0
    if arena.used + words > BLOCK_WORDS:
        if arena.block_count == arena.max_blocks:
            return 0
        block = new_block(8 * BLOCK_WORDS)
        if block == NULL:
            arena.max_blocks = arena.block_count
            return 0
        arena.blocks[arena.block_count] = <uint64_t*>block
        arena.block_count += 1
        arena.used = LINE_WORDS if arena.block_count == 1 else 0
    offset = ((arena.block_count - 1) << BLOCK_SHIFT) + arena.used
    arena.used += words
    return offset


cdef inline uint64_t bytes_used(const Arena* arena) noexcept nogil:
    """Return the bytes allocated, including the unused ends of full blocks."""
    if arena.block_count == 0:
        return 0
    return 8 * ((<uint64_t>(arena.block_count - 1) << BLOCK_SHIFT) + arena.used)
