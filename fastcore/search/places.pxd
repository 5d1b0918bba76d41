"""Where a tree holds a position: an open-addressed table from keys to places, which doubles as it fills."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    FIRST_ENTRIES = 1024

cdef struct Entry:
    uint32_t place      # 0 where the entry is free
    uint32_t tag        # the key's lower half, which also says where the entry belongs

cdef struct Places:
    Entry* entries
    uint64_t room       # a power of 2
    uint64_t held
    uint64_t most       # entries that the memory allows


cdef inline bint open_places(Places* places, uint64_t limit_bytes) noexcept nogil:
    """False if there is no memory."""
    places.room = FIRST_ENTRIES
    places.held = 0
    places.most = min(limit_bytes // sizeof(Entry), <uint64_t>1 << 32)
    places.entries = <Entry*>calloc(places.room, sizeof(Entry))
    return places.entries != NULL


cdef inline void close_places(Places* places) noexcept nogil:
    free(places.entries)
    places.entries = NULL


cdef inline void empty_places(Places* places) noexcept nogil:
    memset(places.entries, 0, places.room * sizeof(Entry))
    places.held = 0


cdef inline uint64_t first_entry(const Places* places, uint32_t tag) noexcept nogil:
    return tag & (places.room - 1)


cdef inline uint64_t next_entry(const Places* places, uint64_t i) noexcept nogil:
    return (i + 1) & (places.room - 1)


cdef inline void enter(Places* places, uint32_t tag, uint32_t place) noexcept nogil:
    """Put an entry where there is room for it."""
    cdef uint64_t i = first_entry(places, tag)
    while places.entries[i].place:
        i = next_entry(places, i)
    places.entries[i].place = place
    places.entries[i].tag = tag
    places.held += 1


cdef inline void add_place(Places* places, uint64_t key, uint32_t place) noexcept nogil:
    """Remember a place; when the memory is full it is forgotten instead."""
    cdef Entry* old = places.entries
    cdef Entry* fresh
    cdef uint64_t room = places.room, i
    if 4 * places.held >= 3 * room:
        if 2 * room > places.most:
            return
        fresh = <Entry*>calloc(2 * room, sizeof(Entry))
        if fresh == NULL:
            places.most = room
            return
        places.entries = fresh
        places.room = 2 * room
        places.held = 0
        for i in range(room):
            if old[i].place:
                enter(places, old[i].tag, old[i].place)
        free(old)
    enter(places, <uint32_t>key, place)
