"""Uniformly random playouts that count the legal moves without listing them."""

from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, nth_bit
from fastcore.games.forest.rules cimport (
    ENDED, FOREST_BOARD, LAST_TURN, OPENING, Position,
    active_pawns, begin_turn, capture, end_game, finish_placement, is_decided, place_pawn, roam, roam_targets, spawn,
    spawn_boogyman, step,
)
from fastcore.stream cimport Rng, below


cdef inline uint64_t nth_tile(uint64_t tiles, int k) noexcept nogil:
    """Return tile number k (from 0, in the order of the bits) of a set."""
    return (<uint64_t>1) << nth_bit(tiles, k)


cdef inline bint random_action(Position* p, int yellow_cap, Rng* rng) noexcept nogil:
    """Make a uniformly random action. Return False if there is none."""
    cdef uint64_t pawns = active_pawns(p), free = FOREST_BOARD & ~p.pieces[2]
    cdef uint64_t spawns = pawns & p.yellow[1]
    cdef uint64_t targets = 0 if p.boogyman_acted or not p.boogyman[p.side] else roam_targets(p, p.side)
    cdef uint64_t sets[6]       # tiles that a step in each direction reaches: east, west, NW, SE, NE, SW
    cdef int starts[6]          # number of the first step in each direction
    cdef int steps = 0, total, k, direction, shift, spawn_count = 0
    cdef uint64_t tile
    sets[0], sets[1] = pawns << 1 & free, pawns >> 1 & free
    sets[2], sets[3] = pawns << 8 & free, pawns >> 8 & free
    sets[4], sets[5] = pawns << 9 & free, pawns >> 9 & free
    for direction in range(6):
        starts[direction] = steps
        steps += bit_count(sets[direction])
    total = steps
    if spawns:
        spawn_count = bit_count(spawns)
        total += spawn_count if p.boogyman[p.side] else 2 * spawn_count
    if targets:
        total += bit_count(targets)
    if total == 0:
        return False
    k = <int>below(rng, total)
    if k < steps:
        # Sums and a rotation instead of branches, which would be unpredictable. The constant has a byte for each
        # direction: the rotation that undoes the step, 63, 1, 56, 8, 55, 9.
        direction = (k >= starts[1]) + (k >= starts[2]) + (k >= starts[3]) + (k >= starts[4]) + (k >= starts[5])
        tile = nth_tile(sets[direction], k - starts[direction])
        shift = <uint64_t>0x09370838013F >> 8 * direction & 63
        step(p, tile << shift | tile >> (64 - shift), tile, yellow_cap)
        return True
    k -= steps
    if k < spawn_count:
        spawn(p, nth_tile(spawns, k))
        return True
    k -= spawn_count
    if p.boogyman[p.side]:
        tile = nth_tile(targets, k)
        roam(p, tile)
        capture(p, tile)
    else:
        spawn_boogyman(p, nth_tile(spawns, k))
    return True


cdef inline long play_out(Position* p, int yellow_cap, int first_turn, Rng* rng) noexcept nogil:
    """Play uniformly random actions to the end and return their number."""
    cdef long decisions = 0
    cdef int last_turn = p.turn, skipped = 0, turn_length = 2
    cdef uint64_t free
    while p.phase == OPENING:
        free = FOREST_BOARD & ~p.pieces[2]
        place_pawn(p, nth_tile(free, <int>below(rng, bit_count(free))))
        finish_placement(p, first_turn)
        decisions += 1
    if p.phase == ENDED:
        return 0
    if p.turn == 1:
        turn_length = first_turn
    while True:
        if random_action(p, yellow_cap, rng):
            decisions += 1
            skipped = 0
            last_turn = p.turn
            if is_decided(p):
                break
            p.left -= 1
            if p.left:
                continue
        elif p.left == turn_length:       # the side had no action in the whole turn
            skipped += 1
            if skipped == 2:
                break
        if p.turn == LAST_TURN:
            break
        begin_turn(p)
        turn_length = 2
    end_game(p, last_turn)
    return decisions
