"""A transposition table that grows up to a limit, in blocks that never move.

It grows block by block by linear hashing (Litwin 1980): a new block takes over half the entries of one old block, so no
growth step takes long. The lowest bits of a key select the block, higher bits the bucket in it.

Several threads may use a table without locks (Hyatt and Mann, "A Lock-less Transposition Table Implementation", 2002):
an entry whose halves were written by different threads does not match any key.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from fastcore.search.mcts.arena cimport drop_block, new_block
from fastcore.search.mcts.locks cimport acquire, read_long_word, read_word, release, write_long_word, write_word

cdef enum:
    BUCKET = 4                              # entries of one cache line; a key may be in any of them
    BLOCK_ENTRIES = 1 << 17                 # 2 MiB
    BLOCK_BUCKETS = BLOCK_ENTRIES // BUCKET
    BLOCK_BYTES = BLOCK_ENTRIES * 16
    VALUE_OFFSET = 1 << 23                  # offset that makes a signed 24-bit value unsigned
    SETTLED = 255                           # the depth of values that no deeper search can change
    AGES = 64

cdef enum Bound:
    NO_BOUND = 0        # the entry is empty
    UPPER = 1
    LOWER = 2
    EXACT = 3

cdef struct Entry:
    uint64_t check      # key ^ data
    uint64_t data       # value, move + 1, depth, bound and age, in 24, 24, 8, 2 and 6 bits

cdef struct Table:
    Entry** blocks      # owned
    uint32_t max_blocks
    uint32_t block_count
    uint32_t half       # the largest power of two up to `block_count`
    uint64_t used       # entries that are not empty; threads may miss some
    unsigned char lock  # of the thread that adds a block
    int age             # of the search, modulo AGES; older entries are replaced first


cdef inline Entry* empty_block() noexcept nogil:
    """Return a new block of empty entries, NULL if out of memory."""
    cdef void* block = new_block(BLOCK_BYTES)
    if block != NULL:
        memset(block, 0, BLOCK_BYTES)
    return <Entry*>block


cdef inline bint open_table(Table* table, uint64_t limit_bytes) noexcept nogil:
    """Initialise a table with one block. Return False if out of memory. `close_table` must follow in either case."""
    table.max_blocks = <uint32_t>max(limit_bytes // BLOCK_BYTES, 1)
    table.blocks = <Entry**>calloc(table.max_blocks, sizeof(Entry*))
    table.block_count = 0
    table.half = 1
    table.used = 0
    table.age = 0
    table.lock = 0
    if table.blocks == NULL:
        return False
    table.blocks[0] = empty_block()
    table.block_count = table.blocks[0] != NULL
    return table.block_count == 1


cdef inline void close_table(Table* table) noexcept nogil:
    """Free all blocks."""
    cdef uint32_t i
    if table.blocks != NULL:
        for i in range(table.block_count):
            drop_block(table.blocks[i])
        free(table.blocks)
        table.blocks = NULL


cdef inline Entry* bucket_of(const Table* table, uint64_t key) noexcept nogil:
    """Return the first entry of a key's bucket."""
    cdef uint32_t half = read_word(&table.half)
    cdef uint32_t block = <uint32_t>key & (2 * half - 1)
    if block >= read_word(&table.block_count):
        block -= half
    return table.blocks[block] + BUCKET * (key >> 32 & (BLOCK_BUCKETS - 1))


cdef inline uint64_t find(const Table* table, uint64_t key) noexcept nogil:
    """Return the data of the entry of a key, 0 if there is none."""
    cdef const Entry* bucket = bucket_of(table, key)
    cdef uint64_t data
    cdef int i
    for i in range(BUCKET):
        data = read_long_word(&bucket[i].data)
        if read_long_word(&bucket[i].check) ^ data == key and data != 0:
            return data
    return 0


cdef inline int value_of(uint64_t data) noexcept nogil:
    """Return the value that was passed to `store`."""
    return <int>(data >> 40) - VALUE_OFFSET


cdef inline int move_of(uint64_t data) noexcept nogil:
    """Return the best move, -1 if there is none."""
    return <int>(data >> 16 & 0xffffff) - 1


cdef inline int depth_of(uint64_t data) noexcept nogil:
    """Return the depth searched below the position, or SETTLED."""
    return <int>(data >> 8 & 0xff)


cdef inline int bound_of(uint64_t data) noexcept nogil:
    """Return the Bound of the value."""
    return <int>(data >> 6 & 3)


cdef inline void store(Table* table, uint64_t key, int value, int move, int depth, int bound) noexcept nogil:
    """Store a result: in the entry of the same key, in an empty entry, or over the oldest and shallowest entry.

    A `move` of -1 keeps the stored move of the same key. Afterwards the table grows if it is half full.
    """
    cdef Entry* bucket = bucket_of(table, key)
    cdef Entry* target = bucket
    cdef uint64_t data, replaced = 0
    cdef int i, priority, lowest = 1 << 20
    for i in range(BUCKET):
        data = read_long_word(&bucket[i].data)
        if data == 0 or read_long_word(&bucket[i].check) ^ data == key:
            target = &bucket[i]
            replaced = data
            if data and move < 0:
                move = move_of(data)
            break
        priority = depth_of(data) + (256 if <int>(data & (AGES - 1)) == table.age else 0)
        if priority < lowest:
            lowest = priority
            target = &bucket[i]
            replaced = data
    if replaced == 0:
        write_long_word(&table.used, read_long_word(&table.used) + 1)
    data = (
        <uint64_t>(value + VALUE_OFFSET) << 40 | <uint64_t>(move + 1) << 16 | <uint64_t>depth << 8
        | <uint64_t>bound << 6 | <uint64_t>table.age
    )
    write_long_word(&target.check, key ^ data)
    write_long_word(&target.data, data)
    if (
        2 * read_long_word(&table.used) > <uint64_t>read_word(&table.block_count) * BLOCK_ENTRIES
        and read_word(&table.block_count) < read_word(&table.max_blocks)
    ):
        add_block(table)


cdef inline void add_block(Table* table) noexcept nogil:
    """Add a block, and move to it the entries of an old block whose keys now select it. If out of memory, stop growing.

    An entry that another thread stores in the old block at the same time may be lost.
    """
    cdef Entry* fresh
    cdef Entry* old
    cdef uint64_t data, check
    cdef uint32_t i
    acquire(&table.lock)
    if table.block_count < table.max_blocks and 2 * read_long_word(&table.used) > <uint64_t>table.block_count * BLOCK_ENTRIES:
        fresh = empty_block()
        old = table.blocks[table.block_count - table.half]
        if fresh == NULL:
            write_word(&table.max_blocks, table.block_count)
        else:
            for i in range(BLOCK_ENTRIES):
                data = read_long_word(&old[i].data)
                check = read_long_word(&old[i].check)
                if data and (check ^ data) & table.half:
                    fresh[i].check = check
                    fresh[i].data = data
                    write_long_word(&old[i].data, 0)
            table.blocks[table.block_count] = fresh
            write_word(&table.block_count, table.block_count + 1)
            if table.block_count == 2 * table.half:
                write_word(&table.half, 2 * table.half)
    release(&table.lock)
