"""Static evaluation of the forest game: pawns, spawns, the BBBs and their captures, actions left.

Features are counted for each side; the evaluation is linear in their differences. `fit.py` fits the weights in
`weights.pxd` to self-play.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count
from fastcore.games.forest.rules cimport OPENING, Position, active_pawns, neighbours, roam_targets
from fastcore.games.forest.weights cimport FOREST_WEIGHT

cdef enum:
    MAX_LEAD = 4095        # more than seven pawns, a BBB and a board full of yellow pawns and spawns

cdef struct Features:           # features of one side, in the order of the weights
    int pawns
    int spawns_now
    int spawns_later
    int near_spawns
    int yellow_at_hand
    int boogyman
    int captures_now
    int captures_later
    int actions


cdef inline int max_capture(const Position* p, int side) noexcept nogil:
    """Return the largest number of enemy pawns that a side's BBB could capture in one move, 0 to 3."""
    cdef const uint64_t* enemy = p.pawns[side ^ 1]
    cdef uint64_t targets = roam_targets(p, side)
    return (targets & enemy[0] != 0) + (targets & enemy[1] != 0) + (targets & enemy[2] != 0)


cdef inline Features features_of(const Position* p, int side, bint to_move) noexcept nogil:
    """Return the features of a side; `to_move` says whether it is its turn."""
    cdef uint64_t pawns = p.pawns[side][0]
    cdef uint64_t reach = neighbours(pawns) & ~p.pieces[2]
    cdef uint64_t forests = p.yellow[1]         # tiles where two yellow pawns can become a pawn
    cdef Features features
    # In the opening the number of pawns only shows who placed first.
    features.pawns = p.count[side] if p.phase != OPENING else 0
    features.actions = p.left if to_move and p.phase != OPENING else 0
    features.spawns_now = min(p.left, bit_count(forests & active_pawns(p))) if to_move else 0
    features.spawns_later = bit_count(forests & pawns) - features.spawns_now
    features.near_spawns = bit_count(forests & reach & ~pawns)
    features.yellow_at_hand = bit_count(p.yellow[0] & (pawns | reach))
    features.boogyman = features.captures_now = features.captures_later = 0
    if p.boogyman[side]:
        features.boogyman = 1
        if not to_move:
            features.captures_later = max_capture(p, side)
        elif not p.boogyman_acted:
            features.captures_now = max_capture(p, side)
    return features


cdef inline int score(const Features* f) noexcept nogil:
    """Return the weighted sum of a side's features, in hundredths of a pawn."""
    return (
        FOREST_WEIGHT[0] * f.pawns + FOREST_WEIGHT[1] * f.spawns_now + FOREST_WEIGHT[2] * f.spawns_later
        + FOREST_WEIGHT[3] * f.near_spawns + FOREST_WEIGHT[4] * f.yellow_at_hand + FOREST_WEIGHT[5] * f.boogyman
        + FOREST_WEIGHT[6] * f.captures_now + FOREST_WEIGHT[7] * f.captures_later + FOREST_WEIGHT[8] * f.actions
    )


cdef inline int lead(const Position* p) noexcept nogil:
    """Return Red's lead in hundredths of a pawn, from -MAX_LEAD to MAX_LEAD."""
    cdef Features mover = features_of(p, p.side, True)
    cdef Features opponent = features_of(p, p.side ^ 1, False)
    cdef int mover_lead = score(&mover) - score(&opponent)
    return -mover_lead if p.side else mover_lead


cdef inline double value_of_lead(int lead) noexcept nogil:
    """Return x / sqrt(1 + x * x) with x = lead / 120, in (-1, 1). Half of 1 + value is about the chance to win.

    Every operation here is correctly rounded under IEEE 754, so all machines get the same value.
    """
    cdef double x = lead * (1.0 / 120)
    return x / sqrt(1 + x * x)
