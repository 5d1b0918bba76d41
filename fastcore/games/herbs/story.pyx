"""A Story as Events, as a seat sees them, and as the facts of an observation.

Kinds of events, (values), [where]; seat -1 stands for nobody in particular, seats in values count from 1.

- write (item): what the own seat writes; locked: a plan is complete; slot (slot, first, second): items revealed;
- asks (slot): this seat is to bid; bid (bid, for the own seat only); bids (first, second, leads: who acts first, or 0);
  cancelled (first, second): both actions; lost (item);
- move (herb, squares) [from, to]; turn (herb, facing) [square]; push (herb, cost) [the Herb, then the line]: one step;
- wave [from, to, from, to, ...]; points (points, for: stone, herb, row or square) [pit, or the four squares];
- hit (herb, ap) [from, to]; destroyed (herb) [pit]; paint (colour) [square];
- nothing (item, why) [the Herb's square]: an action without effect;
- stones (first, second), `-` for none; placed (item) [square]; failed (item, why) [square];
- round (round); over (first, second: points for AP; cause).
"""

from libc.string cimport memcmp

from fastcore.games.herbs.rules cimport NONE
from fastcore.games.herbs.tables cimport square_name, table_of

from fastcore.games.herbs import texts
from fastcore.games.herbs.observations import Fact
from fastcore.values import Event

_KINDS = {
    WROTE: "write", LOCKED: "locked", ASKED: "asks", BADE: "bid", BIDS: "bids", SLOT: "slot", LOST: "lost",
    CANCELLED: "cancelled", MOVED: "move", TURNED: "turn", PUSHED: "push", WAVE: "wave", SCORED: "points",
    STRUCK: "hit", DESTROYED: "destroyed", PAINTED: "paint", FRUITLESS: "nothing", STONES: "stones", PLACED: "placed",
    FAILED: "failed", NEXT_ROUND: "round", FINISHED: "over",
}
_NOBODYS = (BIDS, SLOT, CANCELLED, STONES, NEXT_ROUND, FINISHED)
_REASONS = {FALLEN_STONE: "stone", FALLEN_HERB: "herb", ROW: "row", SQUARE: "square"}
_HINDRANCES = {
    NOTHING_THERE: "nothing there", BLOCKED: "blocked", TOO_DEAR: "too dear", NO_HERB: "no Herb",
    SAME_SQUARE: "same square", OCCUPIED: "occupied", TOO_NEAR: "too near",
}
_CAUSES = {NO_AP: "no AP", NO_HERBS: "no Herbs", IDLE: "idle", LAST_ROUND: "last round"}


cdef str item_text(int item):
    return "-" if item == NONE else texts.MOVES[item]


cdef dict values_of(const Step* step, bint own):
    kind = step.kind
    if kind in (WROTE, LOST, PLACED):
        return {"item": item_text(step.a)}
    if kind in (FRUITLESS, FAILED):
        return {"item": item_text(step.a), "why": _HINDRANCES[step.b]}
    if kind == BADE:
        return {"bid": step.a} if own else {}
    if kind == ASKED:
        return {"slot": step.after.slot + 1}
    if kind == BIDS:
        return {"first": step.a, "second": step.b, "leads": step.c + 1}
    if kind == SLOT:
        return {"slot": step.c + 1, "first": item_text(step.a), "second": item_text(step.b)}
    if kind in (CANCELLED, STONES):
        return {"first": item_text(step.a), "second": item_text(step.b)}
    if kind == MOVED:
        return {"herb": step.a, "squares": step.b}
    if kind == TURNED:
        return {"herb": step.a, "facing": texts.FACINGS[step.b]}
    if kind == PUSHED:
        return {"herb": step.a, "cost": step.b}
    if kind == SCORED:
        return {"points": step.a, "for": _REASONS[step.b]}
    if kind == STRUCK:
        return {"herb": step.a, "ap": step.b}
    if kind == DESTROYED:
        return {"herb": step.a}
    if kind == PAINTED:
        return {"colour": "w" if step.a == 1 else "b"}
    if kind == NEXT_ROUND:
        return {"round": step.a}
    if kind == FINISHED:
        return {"first": step.a, "second": step.b, "cause": _CAUSES[step.c]}
    return {}


cdef class Sight:
    """A position as it may be seen by those from whom these seats' plans are hidden. Called, it tells its fields."""
    cdef Position position
    cdef tuple hidden

    def __call__(self):
        return texts.fields(texts.viewed(table_of(&self.position), self.hidden))


cdef Sight sight(const Position* position, tuple hidden):
    cdef Sight made = Sight()
    made.position, made.hidden = position[0], hidden
    return made


cdef list told(const Story* story, object seat):
    """The Events that a seat sees; `seat` None: everybody."""
    cdef const Step* step
    cdef const Position* shown = NULL
    cdef int i, k
    if story.failed:
        raise MemoryError
    fields = None
    hidden = texts.hidden_from(seat)
    events = []
    for i in range(story.count):
        step = &story.steps[i]
        own = step.seat == seat
        if step.kind == WROTE and not own:
            continue
        if shown == NULL or memcmp(&step.after, shown, sizeof(Position)):   # several things happen in many a position
            shown, fields = &step.after, texts.LaterFields(sight(&step.after, hidden))
        events.append(Event(
            _KINDS[step.kind],
            -1 if step.kind in _NOBODYS else step.seat,
            tuple([square_name(step.where[k]) for k in range(step.places)]),
            values_of(step, own),
            fields,
        ))
    return events


cdef list facts(const Story* story):
    """What everybody learns, in order."""
    cdef const Step* step
    cdef int i
    if story.failed:
        raise MemoryError
    found = []
    loss = None
    for i in range(story.count):
        step = &story.steps[i]
        if step.kind in (SLOT, STONES, FINISHED, NEXT_ROUND) and loss is not None:
            found.append(Fact("hit", loss[0], loss[1]))
            loss = None
        if step.kind == BIDS:
            found.append(Fact("bids", step.a, step.b))
        elif step.kind == SLOT:
            found.append(Fact("slot", step.a, step.b, step.c))
        elif step.kind == STRUCK:
            loss = loss or [0, 0]
            loss[step.a // 2] += step.b
        elif step.kind == STONES:
            found.append(Fact("stones", step.a, step.b))
        elif step.kind == ASKED:
            found.append(Fact("asks", step.seat))
    return found
