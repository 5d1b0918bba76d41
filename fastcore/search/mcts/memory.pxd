"""Memory of a tree: an arena, a transposition index in shards, and a table of probabilities.

Several threads may use the memory of a shared tree at the same time. Each allocates from its own chunk of the arena, and
each shard of the index has its own lock, so they seldom wait for each other.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from fastcore.search.mcts.arena cimport LINE_WORDS, Arena, allocate_words, bytes_used, close_arena, open_arena
from fastcore.search.mcts.locks cimport acquire, release
from fastcore.search.mcts.probabilities cimport (
    MAX_SLOT_BITS, MIN_SLOT_BITS, Probabilities, close_probabilities, number_of, open_probabilities,
)
from fastcore.search.mcts.transpositions cimport Entry, TranspositionIndex, close_index, open_index

cdef enum:
    SHARDS = 16                 # of the index of a shared tree
    SHARD_SHIFT = 60            # the highest bits of a key select its shard
    CHUNK_WORDS = 2048          # 16 KiB

cdef struct Shard:              # 64 bytes, so that locks of different shards are in different cache lines
    TranspositionIndex index
    unsigned char lock
    char padding[31]

cdef struct Memory:
    Arena arena
    Probabilities probabilities
    Shard shards[SHARDS]
    int shard_count             # SHARDS, or 1 if the tree is not shared
    unsigned char arena_lock
    unsigned char probabilities_lock

cdef struct Chunk:              # words of the arena that one thread has reserved
    uint32_t offset
    uint32_t words


cdef inline Memory* open_memory(uint64_t limit, bint shared) noexcept nogil:
    """Return empty memory of at most `limit` bytes; NULL if out of memory.

    The table of probabilities of a shared tree has its full size from the start, because threads read it without a lock.
    """
    cdef Memory* memory = <Memory*>calloc(1, sizeof(Memory))
    cdef bint opened
    cdef int i
    if memory == NULL:
        return NULL
    memory.shard_count = SHARDS if shared else 1
    opened = open_arena(&memory.arena, limit // 10 * 9)
    opened = open_probabilities(&memory.probabilities, MAX_SLOT_BITS if shared else MIN_SLOT_BITS) and opened
    for i in range(memory.shard_count):
        opened = open_index(&memory.shards[i].index, limit // 10 // memory.shard_count) and opened
    if not opened:
        close_memory(memory)
        return NULL
    return memory


cdef inline void close_memory(Memory* memory) noexcept nogil:
    """Free all memory. NULL is allowed."""
    cdef int i
    if memory == NULL:
        return
    close_arena(&memory.arena)
    close_probabilities(&memory.probabilities)
    for i in range(memory.shard_count):
        close_index(&memory.shards[i].index)
    free(memory)


cdef inline uint64_t memory_bytes(const Memory* memory) noexcept nogil:
    """Return the memory in use, in bytes."""
    cdef uint64_t entries = 0
    cdef int i
    for i in range(memory.shard_count):
        entries += memory.shards[i].index.capacity
    return bytes_used(&memory.arena) + entries * sizeof(Entry)


cdef inline Shard* shard_of(Memory* memory, uint64_t key) noexcept nogil:
    """Return the shard of the index for a key."""
    return &memory.shards[key >> SHARD_SHIFT & <uint64_t>(memory.shard_count - 1)]


cdef inline uint32_t allocate_in_chunk(Memory* memory, Chunk* chunk, uint32_t words) noexcept nogil:
    """Return the offset of new words from a thread's chunk, a new chunk if needed; 0 if the memory is full."""
    cdef uint32_t offset
    words = (words + LINE_WORDS - 1) // LINE_WORDS * LINE_WORDS
    if words > chunk.words:
        acquire(&memory.arena_lock)
        offset = 0 if words > CHUNK_WORDS // 2 else allocate_words(&memory.arena, CHUNK_WORDS)
        if offset == 0:             # many words, or little room
            offset = allocate_words(&memory.arena, words)
            release(&memory.arena_lock)
            return offset
        release(&memory.arena_lock)
        chunk.offset = offset
        chunk.words = CHUNK_WORDS
    offset = chunk.offset
    chunk.offset += words
    chunk.words -= words
    return offset


cdef inline int probability_number(Memory* memory, double probability) noexcept nogil:
    """Return the number of a probability in a shared tree, a new one if needed; -1 if there is no room for it."""
    cdef int number
    acquire(&memory.probabilities_lock)
    number = number_of(&memory.probabilities, probability)
    release(&memory.probabilities_lock)
    return number
