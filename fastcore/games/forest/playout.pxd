"""Random games to the end, the fast way: every decision uniform among the legal moves, counted and never listed."""

from libc.stdint cimport uint64_t

from fastcore.bits cimport bit_count, nth_bit
from fastcore.games.forest.rules cimport (
    ACT, ENDED, FOREST_BOARD, LAST_TURN, OPENING, Position,
    able, capture, decided, end, next_side, opened, place, roam, roamed, spawn, spawn_boogyman, step,
)
from fastcore.stream cimport Rng, below


cdef inline uint64_t nth_tile(uint64_t tiles, int k) noexcept nogil:
    return (<uint64_t>1) << nth_bit(tiles, k)


cdef inline bint random_action(Position* p, int yellow_cap, Rng* rng) noexcept nogil:
    """Make one; False if there is none."""
    cdef uint64_t pawns = able(p), free = FOREST_BOARD & ~p.pieces[2]
    cdef uint64_t spawns = pawns & p.yellow[1]
    cdef uint64_t roams = 0 if p.boogyman_acted or not p.boogyman[p.side] else roamed(p, p.side)
    cdef uint64_t east = pawns << 1 & free, west = pawns >> 1 & free
    cdef uint64_t north_west = pawns << 8 & free, south_east = pawns >> 8 & free
    cdef uint64_t north_east = pawns << 9 & free, south_west = pawns >> 9 & free
    cdef int to_east = bit_count(east)
    cdef int to_west = to_east + bit_count(west)
    cdef int to_north_west = to_west + bit_count(north_west)
    cdef int to_south_east = to_north_west + bit_count(south_east)
    cdef int to_north_east = to_south_east + bit_count(north_east)
    cdef int steps = to_north_east + bit_count(south_west)
    cdef int total = steps, k, spawned = 0
    cdef uint64_t tile
    if spawns:
        spawned = bit_count(spawns)
        total += spawned if p.boogyman[p.side] else 2 * spawned
    if roams:
        total += bit_count(roams)
    if total == 0:
        return False
    k = <int>below(rng, total)
    if k < steps:
        if k < to_north_west:
            if k < to_east:
                tile = nth_tile(east, k)
                step(p, tile >> 1, tile, yellow_cap)
            elif k < to_west:
                tile = nth_tile(west, k - to_east)
                step(p, tile << 1, tile, yellow_cap)
            else:
                tile = nth_tile(north_west, k - to_west)
                step(p, tile >> 8, tile, yellow_cap)
        elif k < to_south_east:
            tile = nth_tile(south_east, k - to_north_west)
            step(p, tile << 8, tile, yellow_cap)
        elif k < to_north_east:
            tile = nth_tile(north_east, k - to_south_east)
            step(p, tile >> 9, tile, yellow_cap)
        else:
            tile = nth_tile(south_west, k - to_north_east)
            step(p, tile << 9, tile, yellow_cap)
        return True
    k -= steps
    if k < spawned:
        spawn(p, nth_tile(spawns, k))
        return True
    k -= spawned
    if p.boogyman[p.side]:
        tile = nth_tile(roams, k)
        roam(p, tile)
        capture(p, tile)
    else:
        spawn_boogyman(p, nth_tile(spawns, k))
    return True


cdef inline long play_out(Position* p, int yellow_cap, int first_turn, Rng* rng) noexcept nogil:
    """Play to the end; returns the number of decisions."""
    cdef long decisions = 0
    cdef int last = p.turn, blocked = 0, begun = 2
    cdef uint64_t free
    while p.phase == OPENING:
        free = FOREST_BOARD & ~p.pieces[2]
        place(p, nth_tile(free, <int>below(rng, bit_count(free))))
        opened(p, first_turn)
        decisions += 1
    if p.phase == ENDED:
        return 0
    if p.turn == 1:
        begun = first_turn
    while True:
        if random_action(p, yellow_cap, rng):
            decisions += 1
            blocked = 0
            last = p.turn
            if decided(p):
                break
            p.left -= 1
            if p.left:
                continue
        elif p.left == begun:       # a whole turn without an action
            blocked += 1
            if blocked == 2:
                break
        if p.turn == LAST_TURN:
            break
        next_side(p)
        begun = 2
    end(p, last)
    return decisions
