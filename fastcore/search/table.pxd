"""A transposition table: what is known of positions by key, in blocks that never move, under a limit.

It grows a block at a time by linear hashing (Litwin 1980): a new block takes over half of one old block's entries, so
that no growth ever takes long. The block of a key are its lowest bits, its bucket within the block others.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from fastcore.search.arena cimport drop_block, new_block

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define fetch_early(place) __builtin_prefetch(place)
    #else
    #define fetch_early(place) ((void)0)
    #endif
    """
    void fetch_early(const void* place) noexcept nogil

cdef enum:
    BUCKET = 4                              # entries that may hold a key: one cache line
    BLOCK_ENTRIES = 1 << 17                 # 2 MiB
    BLOCK_BUCKETS = BLOCK_ENTRIES // BUCKET
    BLOCK_BYTES = BLOCK_ENTRIES * 16
    VALUE_OFFSET = 1 << 23                  # values fit 24 bits with their sign,
    MAX_MOVES = (1 << 24) - 1              # moves 24 bits without
    SETTLED = 255                           # a depth that no deeper search can better
    AGES = 64

cdef enum Bound:
    NOTHING = 0         # an empty entry
    UPPER = 1           # the value is at most this,
    LOWER = 2           # at least this,
    EXACT = 3           # this

cdef struct Entry:
    uint64_t key
    uint64_t data       # value, move + 1, depth, bound and age, in 24, 24, 8, 2 and 6 bits

cdef struct Table:
    Entry** blocks
    uint32_t most
    uint32_t count
    uint32_t half       # the largest power of two below or at `count`
    uint64_t filled     # entries that hold something
    int age


cdef inline Entry* empty_block() noexcept nogil:
    cdef void* block = new_block(BLOCK_BYTES)
    if block != NULL:
        memset(block, 0, BLOCK_BYTES)
    return <Entry*>block


cdef inline bint open_table(Table* table, uint64_t limit_bytes) noexcept nogil:
    """Begin with one block; False if there is no memory for it."""
    table.most = <uint32_t>max(limit_bytes // BLOCK_BYTES, 1)
    table.blocks = <Entry**>calloc(table.most, sizeof(Entry*))
    table.count = 0
    table.half = 1
    table.filled = 0
    table.age = 0
    if table.blocks == NULL:
        return False
    table.blocks[0] = empty_block()
    table.count = table.blocks[0] != NULL
    return table.count == 1


cdef inline void close_table(Table* table) noexcept nogil:
    cdef uint32_t i
    if table.blocks != NULL:
        for i in range(table.count):
            drop_block(table.blocks[i])
        free(table.blocks)
        table.blocks = NULL


cdef inline Entry* bucket_of(const Table* table, uint64_t key) noexcept nogil:
    cdef uint32_t block = <uint32_t>key & (2 * table.half - 1)
    if block >= table.count:
        block -= table.half
    return table.blocks[block] + BUCKET * (key >> 32 & (BLOCK_BUCKETS - 1))


cdef inline const Entry* find(const Table* table, uint64_t key) noexcept nogil:
    """The entry of a key, NULL if there is none."""
    cdef const Entry* bucket = bucket_of(table, key)
    cdef int i
    for i in range(BUCKET):
        if bucket[i].key == key and bucket[i].data != 0:
            return &bucket[i]
    return NULL


cdef inline int value_of(const Entry* entry) noexcept nogil:
    return <int>(entry.data >> 40) - VALUE_OFFSET


cdef inline int move_of(const Entry* entry) noexcept nogil:
    """The best move found, -1 if there is none."""
    return <int>(entry.data >> 16 & 0xffffff) - 1


cdef inline int depth_of(const Entry* entry) noexcept nogil:
    return <int>(entry.data >> 8 & 0xff)


cdef inline int bound_of(const Entry* entry) noexcept nogil:
    return <int>(entry.data >> 6 & 3)


cdef inline void store(Table* table, uint64_t key, int value, int move, int depth, int bound) noexcept nogil:
    """Note what was found, in place of the same key, in an empty entry, or in place of the oldest and shallowest."""
    cdef Entry* bucket = bucket_of(table, key)
    cdef Entry* place = bucket
    cdef int i, worth, least = 1 << 20
    for i in range(BUCKET):
        if bucket[i].data == 0 or bucket[i].key == key:
            place = &bucket[i]
            break
        worth = depth_of(&bucket[i]) + (256 if <int>(bucket[i].data & (AGES - 1)) == table.age else 0)
        if worth < least:
            least = worth
            place = &bucket[i]
    if place.data == 0:
        table.filled += 1
    elif place.key == key and move < 0:
        move = move_of(place)
    place.key = key
    place.data = (
        <uint64_t>(value + VALUE_OFFSET) << 40 | <uint64_t>(move + 1) << 16 | <uint64_t>depth << 8
        | <uint64_t>bound << 6 | <uint64_t>table.age
    )
    if 2 * table.filled > <uint64_t>table.count * BLOCK_ENTRIES and table.count < table.most:
        add_block(table)


cdef inline void add_block(Table* table) noexcept nogil:
    """One block more, with those entries of an old one whose keys now lead to it."""
    cdef Entry* fresh = empty_block()
    cdef Entry* old = table.blocks[table.count - table.half]
    cdef uint32_t i
    if fresh == NULL:
        table.most = table.count
        return
    for i in range(BLOCK_ENTRIES):
        if old[i].data and old[i].key & table.half:
            fresh[i] = old[i]
            old[i].data = 0
    table.blocks[table.count] = fresh
    table.count += 1
    if table.count == 2 * table.half:
        table.half *= 2
