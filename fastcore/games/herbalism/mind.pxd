"""What one seat holds possible, as rows that go on with what it sees: the rows of `Worlds` without their deals."""

from libc.stdint cimport uint64_t

from fastcore.games.herbalism.packed cimport card_of, pair_of
from fastcore.games.herbalism.rules cimport CARDS
from fastcore.games.herbalism.worlds cimport BRANCHES, Seen, World, branch

cdef enum:
    ROOM = 8192             # rows; from a view without any card there are some 5,000
    SLOTS = 2 * ROOM

cdef struct Slot:
    uint64_t now
    int stamp
    int place

cdef struct Merger:         # finds rows that agree
    Slot slots[SLOTS]
    int stamp


cdef inline int merge_rows(World* rows, int count, Merger* merger) noexcept nogil:
    """Bring rows that agree together; returns how many are left."""
    cdef int i, kept = 0, at
    merger.stamp += 1
    for i in range(count):
        at = <int>((rows[i].now * <uint64_t>0x9e3779b97f4a7c15) >> 50) & (SLOTS - 1)
        while merger.slots[at].stamp == merger.stamp and merger.slots[at].now != rows[i].now:
            at = (at + 1) & (SLOTS - 1)
        if merger.slots[at].stamp == merger.stamp:
            rows[merger.slots[at].place].likely += rows[i].likely
        else:
            merger.slots[at].stamp = merger.stamp
            merger.slots[at].now = rows[i].now
            merger.slots[at].place = kept
            rows[kept] = rows[i]
            kept += 1
    return kept


cdef inline int learn_rows(
    const World* rows, int count, const Seen* seen, const int* ways, bint own, World* out, Merger* merger
) noexcept nogil:
    """Write the rows that follow an observation; returns their number, at most ROOM."""
    cdef int i, made = 0
    for i in range(count):
        if made > ROOM - BRANCHES:
            break
        made += branch(&rows[i], seen, ways, own, &out[made])
    return merge_rows(out, made, merger) if made > 1 else made


cdef inline void name_cards(World* rows, int count) noexcept nogil:
    """Keep the right card of each row in the place of its deal; it stays the same for a round."""
    cdef int i
    for i in range(count):
        rows[i].deal = <uint64_t>card_of(pair_of(rows[i].now))


cdef inline void row_chances(const World* rows, int count, double* chances) noexcept nogil:
    """How likely each medicine card is right."""
    cdef double whole = 0
    cdef int i, card
    for card in range(CARDS):
        chances[card] = 0
    for i in range(count):
        chances[rows[i].deal] += rows[i].likely
        whole += rows[i].likely
    for card in range(CARDS):
        chances[card] = chances[card] / whole if whole > 0 else 1.0 / CARDS
