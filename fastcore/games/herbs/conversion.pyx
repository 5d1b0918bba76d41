"""Conversion between compiled structs and Python objects: options, the Table of the texts, Events and Facts.

Kinds of events, with (values) and [squares]. The seat is -1 in events of both seats; seats in values count from 1.

- write (item): only for the seat that writes; locked: a plan is complete; slot (slot, first, second): items revealed;
- asks (slot): a seat is to bid; bid (bid, only for the seat that bids); bids (first, second, leads: who acts first, 0
  if nobody does); cancelled (first, second): both actions; lost (item);
- move (herb, squares) [from, to]; turn (herb, facing) [square]; push (herb, cost) [the Herb, then the line]: one step;
- wave [from, to, from, to, ...]; points (points, for: stone, herb, row or square) [pit, or the four squares];
- hit (herb, ap) [from, to]; destroyed (herb) [pit]; paint (colour) [square];
- nothing (item, why) [the Herb's square]: an action without effect;
- stones (first, second), `-` for none; placed (item) [square]; failed (item, why) [square];
- round (round); over (first, second: points for AP; cause).
"""

from libc.string cimport memcmp, memset

from fastcore.games.herbs.event_log cimport (
    ASKED, BADE, BIDS_REVEALED, BLOCKED, CANCELLED, DESTROYED, FINISHED, HERB_IN_PIT, HIT, IDLE, LAST_ROUND, LOCKED,
    LOST, MOVED, NEXT_ROUND, NO_AP, NO_EFFECT, NO_HERB, NO_HERBS, NOT_PLACED, NOTHING_THERE, OCCUPIED, PAINTED, PLACED,
    PUSHED, ROW, SAME_SQUARE, SCORED, SLOT, SQUARE, STONE_IN_PIT, STONES, TOO_CLOSE, TURNED, UNDERPAID, WAVE, WROTE,
    Entry, EventLog,
)
from fastcore.games.herbs.position cimport (
    BACKWARD, BID, BLACK, BLACKEN, BURST, ENDED, ENDS, FIRE, FIRST_STONE, FORWARD, HALF_TURN, HERB, HERB_ITEMS, ITEMS,
    LEFT_TURN, MAX_COST, MAX_PLAN, NONE, PIT, PUSH, REVEAL, RIGHT_TURN, SPREAD, STONE_SQUARES, UNDETERMINED, UNKNOWN,
    WALL, WHITE, WHITEN, WIDTH, WRITE, Position, Rules,
)

from fastcore.games.herbs.text import texts
from fastcore.games.herbs.text.observations import Fact
from fastcore.values import Event

_ACTIONS = {
    "BU": BACKWARD, "BW": WHITEN, "F": FIRE, "HT": HALF_TURN, "M": FORWARD, "P": PUSH, "TL": LEFT_TURN,
    "TR": RIGHT_TURN, "WB": BLACKEN,
}
_PATTERNS = {"burst": BURST, "spread": SPREAD, "ends": ENDS}
_PHASE_NAMES = {WRITE: "write", BID: "bid", REVEAL: "reveal", UNDETERMINED: "reveal", ENDED: "over"}
_PHASES = {"write": WRITE, "bid": BID, "over": ENDED, "reveal": REVEAL}
_STONES = {"": 0, "w": WHITE, "b": BLACK}

_START_WHITE = ("D9", "F9", "I8", "H3", "F3", "C4", "E6", "G6")
_START_BLACK = ("C8", "C6", "D3", "I4", "I6", "H9", "F5", "F7")
_START_HERBS = (("A1", 0), ("K1", 0), ("A11", 2), ("K11", 2))

_KINDS = {
    WROTE: "write", LOCKED: "locked", ASKED: "asks", BADE: "bid", BIDS_REVEALED: "bids", SLOT: "slot", LOST: "lost",
    CANCELLED: "cancelled", MOVED: "move", TURNED: "turn", PUSHED: "push", WAVE: "wave", SCORED: "points",
    HIT: "hit", DESTROYED: "destroyed", PAINTED: "paint", NO_EFFECT: "nothing", STONES: "stones", PLACED: "placed",
    NOT_PLACED: "failed", NEXT_ROUND: "round", FINISHED: "over",
}
_OF_BOTH_SEATS = (BIDS_REVEALED, SLOT, CANCELLED, STONES, NEXT_ROUND, FINISHED)
_REASONS = {STONE_IN_PIT: "stone", HERB_IN_PIT: "herb", ROW: "row", SQUARE: "square"}
_FAILURES = {
    NOTHING_THERE: "nothing there", BLOCKED: "blocked", UNDERPAID: "too dear", NO_HERB: "no Herb",
    SAME_SQUARE: "same square", OCCUPIED: "occupied", TOO_CLOSE: "too near",
}
_CAUSES = {NO_AP: "no AP", NO_HERBS: "no Herbs", IDLE: "idle", LAST_ROUND: "last round"}


# Squares of the mailbox, and those of the texts (11 * row + column) ---------------------------------------------------

cdef inline int mailbox_square(int square):
    return WIDTH * (square // 11 + 1) + square % 11 + 1


cdef inline int text_square(int square):
    return 11 * (square // WIDTH - 1) + square % WIDTH - 1


# Rules and positions --------------------------------------------------------------------------------------------------

cdef int fill_rules(object options, Rules* rules) except -1:
    """Fill the options and the tables."""
    cdef int k, ap, bid
    memset(rules, 0, sizeof(Rules))
    rules.ap, rules.actions, rules.rounds = options["ap"], options["actions"], options["rounds"]
    rules.patterns = _PATTERNS[options["patterns"]]
    for k, item in enumerate(texts.ITEMS[:HERB_ITEMS]):
        rules.kind[k], rules.squares[k], rules.cost[k] = _ACTIONS[item.kind], item.amount, item.cost
        for ap in range(item.cost, MAX_COST + 1):
            rules.affordable[ap][rules.affordable_count[ap]] = k
            rules.affordable_count[ap] += 1
    for k, item in enumerate(texts.ITEMS[FIRST_STONE:FIRST_STONE + STONE_SQUARES]):
        rules.stone_squares[k] = mailbox_square(item.amount)
    for k, bid in enumerate(texts.BID_OF):
        rules.bid_move[bid] = ITEMS + k
        rules.bid_value[k] = bid
    return 0


cdef object table_of(const Position* position):
    """Return the Table of a position or a view. AP are as a view shows them."""
    cdef int square, herb, seat, k
    stones = [""] * 121
    for square in range(121):
        if position.arena.cells[mailbox_square(square)] == WHITE:
            stones[square] = "w"
        elif position.arena.cells[mailbox_square(square)] == BLACK:
            stones[square] = "b"
    herbs = []
    for herb in range(4):
        square = position.arena.square[herb]
        herbs.append((text_square(square), position.arena.facing[herb]) if square else None)
    plans = []
    for seat in range(2):
        plans.append(tuple([position.plan[seat][k] for k in range(position.plan_length[seat])]))
    decides = position.phase == WRITE or position.phase == BID
    return texts.Table(
        stones=tuple(stones),
        herbs=tuple(herbs),
        ap=(position.arena.ap[0] + position.hidden_ap[0], position.arena.ap[1] + position.hidden_ap[1]),
        piles=((position.pile[0][0], position.pile[0][1]), (position.pile[1][0], position.pile[1][1])),
        points=(position.arena.points[0], position.arena.points[1]),
        tie=position.tie_holder,
        round=position.round,
        idle=position.idle,
        phase=_PHASE_NAMES[position.phase],
        seat=position.seat if decides else -1,
        slot=-1 if position.phase == WRITE or position.phase == ENDED else position.slot,
        plans=(plans[0], plans[1]),
        bid=position.first_bid,
    )


cdef int check_table(object table) except -1:
    """Check that every number in a Table is a valid array index. Raise ValueError if one is not."""
    squares = [herb[0] for herb in table.herbs if herb is not None]
    if not all([0 <= herb[1] < 4 for herb in table.herbs if herb is not None]) or table.tie not in (0, 1):
        raise ValueError("the table has a direction or a seat out of range")
    items = [item for plan in table.plans for item in plan if item != UNKNOWN]
    if len(table.stones) > 121 or len(table.herbs) > 4 or max(map(len, table.plans)) > MAX_PLAN:
        raise ValueError("the table has too many entries for a position")
    if not all(0 <= square < 121 for square in squares) or not all(0 <= item < ITEMS for item in items):
        raise ValueError("the table has a square or an item out of range")
    return 0


cdef int fill_position(object table, Position* position) except -1:
    """Fill a position from the Table of a valid position text or view."""
    cdef int square, herb, seat, k
    check_table(table)
    memset(position, 0, sizeof(Position))
    for k in range(WIDTH):
        position.arena.cells[k] = position.arena.cells[WIDTH * 12 + k] = WALL
        position.arena.cells[WIDTH * k] = position.arena.cells[WIDTH * k + 12] = WALL
    for square, stone in enumerate(table.stones):
        position.arena.cells[mailbox_square(square)] = _STONES[stone]
    for square in texts.PITS:
        position.arena.cells[mailbox_square(square)] = PIT
    for herb, square_and_facing in enumerate(table.herbs):
        if square_and_facing is not None:
            square, position.arena.facing[herb] = square_and_facing
            position.arena.square[herb] = mailbox_square(square)
            position.arena.cells[mailbox_square(square)] = HERB + herb
    for seat in range(2):
        position.arena.ap[seat] = table.ap[seat]
        position.arena.points[seat] = table.points[seat]
        position.pile[seat][0], position.pile[seat][1] = table.piles[seat]
        for k in range(MAX_PLAN):
            position.plan[seat][k] = NONE
        for k, item in enumerate(table.plans[seat]):
            position.plan[seat][k] = item
        position.plan_length[seat] = len(table.plans[seat])
    position.tie_holder, position.round, position.idle = table.tie, table.round, table.idle
    position.phase = _PHASES[table.phase]
    position.seat = max(table.seat, 0)
    position.slot = max(table.slot, 0)
    position.first_bid = table.bid
    return 0


cdef int fill_start(int ap, Position* position) except -1:
    """Fill the start position of a game in which each seat has `ap` AP."""
    pile = (texts.MOST_WHITE, texts.MOST_BLACK)
    return fill_position(texts.Table(
        stones=tuple(["w" if name in _START_WHITE else "b" if name in _START_BLACK else "" for name in texts.SQUARES]),
        herbs=tuple([(texts.SQUARE_OF[name], facing) for name, facing in _START_HERBS]),
        ap=(ap, ap), piles=(pile, pile), points=(0, 0), tie=1, round=1, idle=0,
        phase="write", seat=0, slot=-1, plans=((), ()), bid=NONE,
    ), position)


# Event logs -----------------------------------------------------------------------------------------------------------

cdef str item_text(int item):
    return "-" if item == NONE else texts.MOVES[item]


cdef dict event_values(const Entry* entry, bint by_viewer):
    """Return the values of an entry's Event, which depend on whether the viewer is the seat that acted."""
    kind = entry.kind
    if kind in (WROTE, LOST, PLACED):
        return {"item": item_text(entry.a)}
    if kind in (NO_EFFECT, NOT_PLACED):
        return {"item": item_text(entry.a), "why": _FAILURES[entry.b]}
    if kind == BADE:
        return {"bid": entry.a} if by_viewer else {}
    if kind == ASKED:
        return {"slot": entry.after.slot + 1}
    if kind == BIDS_REVEALED:
        return {"first": entry.a, "second": entry.b, "leads": entry.c + 1}
    if kind == SLOT:
        return {"slot": entry.c + 1, "first": item_text(entry.a), "second": item_text(entry.b)}
    if kind in (CANCELLED, STONES):
        return {"first": item_text(entry.a), "second": item_text(entry.b)}
    if kind == MOVED:
        return {"herb": entry.a, "squares": entry.b}
    if kind == TURNED:
        return {"herb": entry.a, "facing": texts.FACINGS[entry.b]}
    if kind == PUSHED:
        return {"herb": entry.a, "cost": entry.b}
    if kind == SCORED:
        return {"points": entry.a, "for": _REASONS[entry.b]}
    if kind == HIT:
        return {"herb": entry.a, "ap": entry.b}
    if kind == DESTROYED:
        return {"herb": entry.a}
    if kind == PAINTED:
        return {"colour": "w" if entry.a == WHITE else "b"}
    if kind == NEXT_ROUND:
        return {"round": entry.a}
    if kind == FINISHED:
        return {"first": entry.a, "second": entry.b, "cause": _CAUSES[entry.c]}
    return {}


cdef class FieldsOfView:
    """A callable that returns the fields of a copied position, with the plans of some seats hidden."""
    cdef Position position
    cdef tuple hidden

    def __call__(self):
        return texts.fields(texts.viewed(table_of(&self.position), self.hidden))


cdef FieldsOfView fields_of_view(const Position* position, tuple hidden):
    cdef FieldsOfView fields = FieldsOfView()
    fields.position, fields.hidden = position[0], hidden
    return fields


cdef list events_of(const EventLog* log, object seat):
    """Return the Events that a seat (None: everybody) sees. MemoryError if the log is incomplete."""
    cdef const Entry* entry
    cdef const Position* shown = NULL
    cdef int i, k
    if log.failed:
        raise MemoryError
    fields = None
    hidden = texts.hidden_from(seat)
    events = []
    for i in range(log.count):
        entry = &log.entries[i]
        by_viewer = entry.seat == seat
        if entry.kind == WROTE and not by_viewer:
            continue
        if shown == NULL or memcmp(&entry.after, shown, sizeof(Position)):      # many events share a position
            shown, fields = &entry.after, texts.LaterFields(fields_of_view(&entry.after, hidden))
        squares = tuple([texts.SQUARES[text_square(entry.squares[k])] for k in range(entry.square_count)])
        actor = -1 if entry.kind in _OF_BOTH_SEATS else entry.seat
        events.append(Event(_KINDS[entry.kind], actor, squares, event_values(entry, by_viewer), fields))
    return events


cdef list facts_of(const EventLog* log):
    """Return the Facts that everybody learns, in order. MemoryError if the log is incomplete."""
    cdef const Entry* entry
    cdef int i
    if log.failed:
        raise MemoryError
    facts = []
    losses = None
    for i in range(log.count):
        entry = &log.entries[i]
        if entry.kind in (SLOT, STONES, FINISHED, NEXT_ROUND) and losses is not None:
            facts.append(Fact("hit", losses[0], losses[1]))
            losses = None
        if entry.kind == BIDS_REVEALED:
            facts.append(Fact("bids", entry.a, entry.b))
        elif entry.kind == SLOT:
            facts.append(Fact("slot", entry.a, entry.b, entry.c))
        elif entry.kind == HIT:
            losses = losses or [0, 0]
            losses[entry.a // 2] += entry.b
        elif entry.kind == STONES:
            facts.append(Fact("stones", entry.a, entry.b))
        elif entry.kind == ASKED:
            facts.append(Fact("asks", entry.seat))
    return facts
