"""From the plain Table of the texts to the compiled position and back."""

from libc.string cimport memset

from fastcore.games.herbs.rules cimport (
    BACKWARD, BID, BLACK, BLACKEN, BURST, ENDED, ENDS, FIRE, FIRST_STONE, FORWARD, HALF_TURN, HERB, HERB_ITEMS, ITEMS,
    LEFT_TURN, MAX_PLAN, NONE, PIT, PUSH, REVEAL, RIGHT_TURN, SPREAD, STONE_SQUARES, STUCK, UNKNOWN, WALL, WHITE,
    WHITEN, WIDTH, WRITE, Position, Rules,
)

from fastcore.games.herbs import texts

_KINDS = {
    "BU": BACKWARD, "BW": WHITEN, "F": FIRE, "HT": HALF_TURN, "M": FORWARD, "P": PUSH, "TL": LEFT_TURN,
    "TR": RIGHT_TURN, "WB": BLACKEN,
}
_PATTERNS = {"burst": BURST, "spread": SPREAD, "ends": ENDS}
_PHASES = {WRITE: "write", BID: "bid", REVEAL: "reveal", STUCK: "reveal", ENDED: "over"}
_CODES = {"write": WRITE, "bid": BID, "over": ENDED, "reveal": REVEAL}
_STONES = {"": 0, "w": WHITE, "b": BLACK}


_WHITE = ("D9", "F9", "I8", "H3", "F3", "C4", "E6", "G6")
_HERBS = (("A1", 0), ("K1", 0), ("A11", 2), ("K11", 2))
_BLACK = ("C8", "C6", "D3", "I4", "I6", "H9", "F5", "F7")


cdef inline int place_at(int square):
    return WIDTH * (square // 11 + 1) + square % 11 + 1


cdef inline int square_at(int place):
    return 11 * (place // WIDTH - 1) + place % WIDTH - 1


cdef str square_name(int place):
    return texts.SQUARES[square_at(place)]


cdef int fill_rules(object options, Rules* rules) except -1:
    """The options and the tables."""
    cdef int k, ap, bid
    memset(rules, 0, sizeof(Rules))
    rules.ap, rules.actions, rules.rounds = options["ap"], options["actions"], options["rounds"]
    rules.pattern = _PATTERNS[options["patterns"]]
    for k, item in enumerate(texts.ITEMS[:HERB_ITEMS]):
        rules.kind[k], rules.count[k], rules.cost[k] = _KINDS[item.kind], item.amount, item.cost
        for ap in range(item.cost, 25):
            rules.affordable[ap][rules.affordable_count[ap]] = k
            rules.affordable_count[ap] += 1
    for k, item in enumerate(texts.ITEMS[FIRST_STONE:FIRST_STONE + STONE_SQUARES]):
        rules.stone_place[k] = place_at(item.amount)
    for k, bid in enumerate(texts.BID_OF):
        rules.bid_move[bid] = ITEMS + k
        rules.bid_value[k] = bid
    return 0


cdef object table_of(const Position* position):
    """The Table of a position, or of a view: AP as they are shown."""
    cdef int square, herb, seat, k
    stones = [""] * 121
    for square in range(121):
        if position.arena.cells[place_at(square)] == WHITE:
            stones[square] = "w"
        elif position.arena.cells[place_at(square)] == BLACK:
            stones[square] = "b"
    herbs = []
    for herb in range(4):
        place = position.arena.place[herb]
        herbs.append((square_at(place), position.arena.facing[herb]) if place else None)
    plans = []
    for seat in range(2):
        plans.append(tuple([position.plan[seat][k] for k in range(position.written[seat])]))
    decides = position.phase == WRITE or position.phase == BID
    return texts.Table(
        stones=tuple(stones),
        herbs=tuple(herbs),
        ap=(position.arena.ap[0] + position.veil[0], position.arena.ap[1] + position.veil[1]),
        piles=((position.pile[0][0], position.pile[0][1]), (position.pile[1][0], position.pile[1][1])),
        points=(position.arena.points[0], position.arena.points[1]),
        tie=position.tie,
        round=position.round,
        idle=position.idle,
        phase=_PHASES[position.phase],
        seat=position.side if decides else -1,
        slot=-1 if position.phase == WRITE or position.phase == ENDED else position.slot,
        plans=(plans[0], plans[1]),
        bid=position.bid,
    )


cdef int check(object table) except -1:
    """Nothing in it may lead out of the arrays."""
    squares = [herb[0] for herb in table.herbs if herb is not None]
    if not all([0 <= herb[1] < 4 for herb in table.herbs if herb is not None]) or table.tie not in (0, 1):
        raise ValueError("a table names a direction or a seat that does not exist")
    items = [item for plan in table.plans for item in plan if item != UNKNOWN]
    if len(table.stones) > 121 or len(table.herbs) > 4 or max(map(len, table.plans)) > MAX_PLAN:
        raise ValueError("a table is too long")
    if not all(0 <= square < 121 for square in squares) or not all(0 <= item < ITEMS for item in items):
        raise ValueError("a table names what is not there")
    return 0


cdef int fill(object table, Position* position) except -1:
    """The position of a Table without faults, of a position text or of a view."""
    cdef int square, herb, seat, k
    check(table)
    memset(position, 0, sizeof(Position))
    for k in range(WIDTH):
        position.arena.cells[k] = position.arena.cells[WIDTH * 12 + k] = WALL
        position.arena.cells[WIDTH * k] = position.arena.cells[WIDTH * k + 12] = WALL
    for square, stone in enumerate(table.stones):
        position.arena.cells[place_at(square)] = _STONES[stone]
    for square in texts.PITS:
        position.arena.cells[place_at(square)] = PIT
    for herb, standing in enumerate(table.herbs):
        if standing is not None:
            square, position.arena.facing[herb] = standing
            position.arena.place[herb] = place_at(square)
            position.arena.cells[place_at(square)] = HERB + herb
    for seat in range(2):
        position.arena.ap[seat] = table.ap[seat]
        position.arena.points[seat] = table.points[seat]
        position.pile[seat][0], position.pile[seat][1] = table.piles[seat]
        for k in range(MAX_PLAN):
            position.plan[seat][k] = NONE
        for k, item in enumerate(table.plans[seat]):
            position.plan[seat][k] = item
        position.written[seat] = len(table.plans[seat])
    position.tie, position.round, position.idle = table.tie, table.round, table.idle
    position.phase = _CODES[table.phase]
    position.side = max(table.seat, 0)
    position.slot = max(table.slot, 0)
    position.bid = table.bid
    return 0


cdef int fill_start(int ap, Position* position) except -1:
    """The position at the start of a game."""
    full = (texts.MOST_WHITE, texts.MOST_BLACK)
    return fill(texts.Table(
        stones=tuple(["w" if name in _WHITE else "b" if name in _BLACK else "" for name in texts.SQUARES]),
        herbs=tuple([(texts.SQUARE_OF[name], facing) for name, facing in _HERBS]),
        ap=(ap, ap), piles=(full, full), points=(0, 0), tie=1, round=1, idle=0,
        phase="write", seat=0, slot=-1, plans=((), ()), bid=NONE,
    ), position)
