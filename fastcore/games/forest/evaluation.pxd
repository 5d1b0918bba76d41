"""A static evaluation of the forest game: pawns, what can be spawned, the BBBs and their prey, the actions left.

The terms are counted for Red; their weights in `weights.pxd` are fitted to self-play by `fit.py`.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count
from fastcore.games.forest.rules cimport OPENING, Position, able, around, roamed
from fastcore.games.forest.weights cimport FOREST_WEIGHT

cdef enum:
    MAX_LEAD = 4095        # seven pawns, the board full of yellows and forests, and the BBB stay below

cdef struct Amounts:            # what one side has of each term, in the order of the weights
    int pawns
    int spawns_now
    int spawns_later
    int near_spawns
    int yellow_at_hand
    int boogyman
    int captures_now
    int captures_later
    int actions


cdef inline int prey(const Position* p, int side) noexcept nogil:
    """The most enemy pawns that the BBB of a side could capture at once."""
    cdef const uint64_t* theirs = p.pawns[side ^ 1]
    cdef uint64_t reached = roamed(p, side)
    return (reached & theirs[0] != 0) + (reached & theirs[1] != 0) + (reached & theirs[2] != 0)


cdef inline Amounts amounts_of(const Position* p, int side, bint moves) noexcept nogil:
    """Of a side; `moves`: it is to move."""
    cdef uint64_t own = p.pawns[side][0]
    cdef uint64_t near = around(own) & ~p.pieces[2]
    cdef uint64_t forests = p.yellow[1]         # tiles where two yellows become a pawn
    cdef Amounts amounts
    # who has placed first is not ahead
    amounts.pawns = p.count[side] if p.phase != OPENING else 0
    amounts.actions = p.left if moves and p.phase != OPENING else 0
    amounts.spawns_now = min(p.left, bit_count(forests & able(p))) if moves else 0
    amounts.spawns_later = bit_count(forests & own) - amounts.spawns_now
    amounts.near_spawns = bit_count(forests & near & ~own)
    amounts.yellow_at_hand = bit_count(p.yellow[0] & (own | near))
    amounts.boogyman = amounts.captures_now = amounts.captures_later = 0
    if p.boogyman[side]:
        amounts.boogyman = 1
        if not moves:
            amounts.captures_later = prey(p, side)
        elif not p.boogyman_acted:
            amounts.captures_now = prey(p, side)
    return amounts


cdef inline int worth(const Amounts* a) noexcept nogil:
    """In hundredths of a pawn."""
    return (
        FOREST_WEIGHT[0] * a.pawns + FOREST_WEIGHT[1] * a.spawns_now + FOREST_WEIGHT[2] * a.spawns_later
        + FOREST_WEIGHT[3] * a.near_spawns + FOREST_WEIGHT[4] * a.yellow_at_hand + FOREST_WEIGHT[5] * a.boogyman
        + FOREST_WEIGHT[6] * a.captures_now + FOREST_WEIGHT[7] * a.captures_later + FOREST_WEIGHT[8] * a.actions
    )


cdef inline int lead(const Position* p) noexcept nogil:
    """Red's, in hundredths of a pawn; always within MAX_LEAD."""
    cdef Amounts own = amounts_of(p, p.side, True)
    cdef Amounts theirs = amounts_of(p, p.side ^ 1, False)
    cdef int found = worth(&own) - worth(&theirs)
    return -found if p.side else found


cdef inline double value_of_lead(int lead) noexcept nogil:
    """In [-1, 1]. Only operations that IEEE 754 rounds exactly, so that every machine gets the same."""
    cdef double x = lead * (1.0 / 200)
    return x / sqrt(1 + x * x)
