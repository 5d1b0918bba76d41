"""The forest game's network: a correction of the lead, learned from searches. Whole numbers only, so all builds agree.

Each side sees the board through the same network: its own pawns and BBB, those of the opponent, and the yellow pawns. A
position keeps the sums of the first layer for both sides (`sums`), and an action changes them by the tiles it changes.
The evaluation adds what only the side to move knows (the pawns that have acted, the actions left), squares the clipped
sums and weighs them: Lead += OUTPUT . clipped(sums of the mover, sums of the opponent) / 4096. The weights of this second
layer depend on the stage of the game, the number of pawns of both sides.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from fastcore.games.forest.moves cimport FOREST_BIT, ROAM, cell_of
from fastcore.games.forest.net_weights cimport NET_ACTED, NET_BIAS, NET_CONTEXT, NET_OUTPUT, NET_TILE
from fastcore.games.forest.rules cimport CELLS, HIDDEN, OPENING, Position

cdef enum:
    CODES = 256             # codes of a tile's pieces, including those of an invalid text
    PILES = 40              # those that can occur, counted from 0, the empty tile
    CONTEXTS = 24
    CLIP = 181              # the largest input of the second layer: its square fits 16 bits
    SQUARE_SHIFT = 7
    BIAS_STEP = 64          # the unit of NET_BIAS, in units of the second layer
    STAGES = 8              # of the game, each with its own second layer
    FIRST_STAGE = 3         # the number of pawns up to which stage 0 lasts
    OUTPUT_SHIFT = 12
    GROUPS = 3              # of inputs: pawns, yellow pawns, BBBs

cdef extern from *:
    """
    /* the number of a pile by its code, for Red, then for Green; 0 also where a code cannot occur */
    static const unsigned char NET_PILE[512] = {
        0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 0, 0, 9, 0, 0, 0, 10, 11, 12, 0, 13, 14, 0, 0, 15, 0, 0, 0, 0, 0,
        0, 0, 16, 17, 0, 0, 18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 19, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 20, 21, 22, 0, 23, 24, 0, 0, 25, 0, 0, 0, 0, 0, 0, 0, 26, 27, 0, 0, 28, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 29, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 30, 31, 32, 0, 33, 34, 0, 0, 35, 0, 0, 0, 0, 0, 0, 0, 36, 37, 0, 0, 38, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 39, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 7, 9, 1, 5, 8, 0, 2, 6, 0, 0, 3, 0, 0, 0, 10, 13, 15, 0, 11,
        14, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 16, 18, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 19, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 33, 35, 0, 31, 34, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 36,
        38, 0, 0, 37, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 39, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 23, 25, 0, 21, 24, 0, 0, 22, 0, 0, 0, 0, 0,
        0, 0, 26, 28, 0, 0, 27, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    """
    const unsigned char NET_PILE[2 * CODES]


cdef inline int code_at(const Position* p, int bit) noexcept nogil:
    """Return the code of a tile: red pawns + 4 * green pawns + 16 * yellow pawns + 64 for Red's BBB, 128 for Green's."""
    cdef const uint64_t* red = p.pawns[0]
    cdef const uint64_t* green = p.pawns[1]
    cdef uint64_t code = (red[0] >> bit & 1) + (red[1] >> bit & 1) + (red[2] >> bit & 1)
    code += ((green[0] >> bit & 1) + (green[1] >> bit & 1) + (green[2] >> bit & 1)) << 2
    code += ((p.yellow[0] >> bit & 1) + (p.yellow[1] >> bit & 1) + (p.yellow[2] >> bit & 1)) << 4
    return <int>(code + ((p.boogyman[0] >> bit & 1) << 6) + ((p.boogyman[1] >> bit & 1) << 7))


cdef inline void change_tiles(Position* p, int first, int second, int first_bit, int second_bit) noexcept nogil:
    """Bring the sums up to date after a change of two tiles, which may be the same: cells and their bits."""
    cdef int old_first = p.codes[first], old_second = p.codes[second]
    cdef int new_first = code_at(p, first_bit), new_second = code_at(p, second_bit)
    cdef const short* added
    cdef const short* removed
    cdef const short* added_too
    cdef const short* removed_too
    cdef short* sums
    cdef int view, i
    p.codes[first] = <unsigned char>new_first
    p.codes[second] = <unsigned char>new_second
    for view in range(2):
        added = &NET_TILE[(first * PILES + NET_PILE[view * CODES + new_first]) * HIDDEN]
        removed = &NET_TILE[(first * PILES + NET_PILE[view * CODES + old_first]) * HIDDEN]
        sums = p.sums[view]
        if first == second:
            for i in range(HIDDEN):
                sums[i] = <short>(sums[i] + added[i] - removed[i])
        else:
            added_too = &NET_TILE[(second * PILES + NET_PILE[view * CODES + new_second]) * HIDDEN]
            removed_too = &NET_TILE[(second * PILES + NET_PILE[view * CODES + old_second]) * HIDDEN]
            for i in range(HIDDEN):
                sums[i] = <short>(sums[i] + added[i] - removed[i] + added_too[i] - removed_too[i])


cdef inline void update_sums(Position* p, int move) noexcept nogil:
    """Bring the sums up to date after a move."""
    cdef unsigned int cells
    cdef int first, second
    if move >= ROAM:
        cells = (<unsigned int>move - ROAM) % (CELLS * CELLS)
        first, second = cells // CELLS, cells % CELLS
    else:
        first = second = move % CELLS
    change_tiles(p, first, second, FOREST_BIT[first], FOREST_BIT[second])


cdef inline int context_of(const Position* p, int yellow_cap) noexcept nogil:
    """Return the context, 0 to CONTEXTS - 1: the placements or actions left, the mover's BBB has acted, the option."""
    cdef int step = p.left - 1 if p.phase == OPENING else 3 + p.left
    return (step * 2 + (p.boogyman_acted != 0)) * 2 + (yellow_cap == 3)


cdef inline int stage_of(const Position* p) noexcept nogil:
    """Return the stage of the game, 0 to STAGES - 1."""
    return min(max(p.count[0] + p.count[1] - FIRST_STAGE, 0), STAGES - 1)


cdef inline int net_lead(const Position* p, int yellow_cap) noexcept nogil:
    """Return the network's correction of the mover's lead, in hundredths of a pawn. The game is not over."""
    cdef int context = context_of(p, yellow_cap), stage = stage_of(p), total = NET_BIAS[stage] * BIAS_STEP
    cdef int view, i, cell, level
    cdef short inputs[HIDDEN]
    cdef const short* sums
    cdef const short* context_row
    cdef const short* acted_row
    cdef const short* weights
    cdef uint64_t acted
    cdef int value
    for view in range(2):               # the mover, then the opponent
        sums = p.sums[p.side ^ view]
        context_row = &NET_CONTEXT[(view * CONTEXTS + context) * HIDDEN]
        for i in range(HIDDEN):
            inputs[i] = <short>(sums[i] + context_row[i])
        if p.acted[0]:
            for level in range(2):
                acted = p.acted[level]
                while acted:
                    cell = cell_of(acted)
                    acted_row = &NET_ACTED[((view * CELLS + cell) * 2 + level) * HIDDEN]
                    for i in range(HIDDEN):
                        inputs[i] = <short>(inputs[i] + acted_row[i])
                    acted &= acted - 1
        weights = &NET_OUTPUT[(stage * 2 + view) * HIDDEN]
        for i in range(HIDDEN):
            inputs[i] = <short>min(max(inputs[i], 0), CLIP)
            inputs[i] = <short>(inputs[i] * inputs[i])
            inputs[i] = <short>(inputs[i] >> SQUARE_SHIFT)
        value = 0
        for i in range(HIDDEN):
            value += <int>inputs[i] * weights[i]
        total += value
    return total >> OUTPUT_SHIFT


cdef inline int net_lead_by(const Position* p, int yellow_cap, int groups) noexcept nogil:
    """Return the network's correction if only some groups of pieces were on the board: 1 pawns, 2 yellow pawns, 4
    BBBs. The stage stays that of all pieces.
    """
    cdef Position part = p[0]
    cdef int kept = (15 if groups & 1 else 0) + (48 if groups & 2 else 0) + (192 if groups & 4 else 0)
    cdef int view, cell, i
    cdef const short* row
    memset(part.sums, 0, sizeof(part.sums))
    for view in range(2):
        for cell in range(CELLS):
            row = &NET_TILE[(cell * PILES + NET_PILE[view * CODES + (p.codes[cell] & kept)]) * HIDDEN]
            for i in range(HIDDEN):
                part.sums[view][i] = <short>(part.sums[view][i] + row[i])
    return net_lead(&part, yellow_cap)


cdef inline void split_net_lead(const Position* p, int yellow_cap, double* parts) noexcept nogil:
    """Write what each group of inputs adds to the network's correction, then what remains without pieces (the turn
    and the stage).

    A group's part is its Shapley value: the mean of what it adds over all orders in which the groups can be added.
    """
    cdef int leads[1 << GROUPS]
    cdef int group, others, size
    for others in range(1 << GROUPS):
        leads[others] = net_lead_by(p, yellow_cap, others)
    parts[GROUPS] = leads[0]
    for group in range(GROUPS):
        parts[group] = 0
        for others in range(1 << GROUPS):
            if not others >> group & 1:
                size = (others & 1) + (others >> 1 & 1) + (others >> 2 & 1)
                parts[group] += (leads[others | 1 << group] - leads[others]) / (6.0 if size == 1 else 3.0)
