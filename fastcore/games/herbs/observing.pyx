"""What a seat sees of a game of Herbs, grown with its observations, and how many AP the others may have left.

Observations are carried out by the rules themselves, on the seat's view, in which what was revealed is filled in. Few
things depend on hidden AP there: who is asked for a bid, what a hit costs. So the AP that a seat may have are a set,
and those stay in it from which the same facts follow as were observed.
"""

from libc.stdlib cimport free

from fastcore.games.herbs.herbs cimport Herbs
from fastcore.games.herbs.rounds cimport make_bid, order_matters, run, write_item
from fastcore.games.herbs.rules cimport (
    BID, ENDED, ITEMS, MAX_ACTIONS, MAX_PLAN, NONE, STUCK, UNKNOWN, WRITE, Position, alive, cost_of, plan_complete,
)
from fastcore.games.herbs.story cimport LOCKED, Story, begin_story, facts as facts_of_story, note, told
from fastcore.games.herbs.tables cimport fill, table_of
from fastcore.games.herbs.views cimport mask
from fastcore.knowledge cimport Knowledge

from itertools import product

from fastcore.games.herbs import refusals, texts, words
from fastcore.games.herbs.hidden import may_be_left
from fastcore.games.herbs.observations import Fact, fact_text, facts_of
from fastcore.values import Conflict

# The two shots of each slot can cost a seat 6 AP: with more than this nobody runs out of AP before the next decision
cdef int ENOUGH = 6 * MAX_ACTIONS + 1
NO_BIDS = Fact("bids", 0, 0)


cdef class HerbsObserver(Knowledge):
    def __cinit__(self, Herbs game not None, seat, *rest):
        self.herbs = game
        self.left, self.lost, self.rests = [None, None], [0, 0], [None, None]
        game.start(&self.position)
        self.writers = [self.may_write(0), self.may_write(1)]

    def __init__(self, Herbs game not None, seat, text):
        if game is not self.game or seat != self.seat:
            raise ValueError("what a seat knows is of one game and seat")
        if text is not None:
            fill(refusals.read(game, text, texts.hidden_from(seat)), &self.position)
            self.writers = [self.may_write(0), self.may_write(1)]
            self.begin_left()

    def copy(self):
        cdef HerbsObserver other = type(self).__new__(type(self), self.game, self.seat)
        other.position, other.written, other.replayed = self.position, self.written, self.replayed
        other.left, other.lost, other.writers, other.rests = map(list, (self.left, self.lost, self.writers, self.rests))
        return other

    def digest(self):
        """Equal for those that know the same."""
        view = " ".join(texts.fields(table_of(&self.position)).values())
        return view, tuple([some and frozenset(some) for some in self.left]), tuple(self.lost), tuple(self.writers)

    # What is hidden -------------------------------------------------------------------------------------------------

    cdef tuple may_write(self, int seat):
        """The Herbs that the plans of this position may name. A view from after the first slot does not tell who lived
        when they were written."""
        own = (2 * seat, 2 * seat + 1)
        return tuple([herb for herb in own if self.position.slot or alive(&self.position.arena, herb)])

    cdef bint writes_unseen(self, int seat):
        """Whether another seat writes its plan now."""
        return self.position.phase == WRITE and self.position.side == seat and self.seat != seat

    cdef bint covered(self, int seat):
        """Whether something of the complete plan of another seat is hidden, or its bid."""
        cdef const Position* p = &self.position
        if self.seat == seat or p.phase == ENDED or p.written[seat] == 0:
            return False
        return p.plan[seat][p.written[seat] - 1] == UNKNOWN or (seat == 0 and p.bid == UNKNOWN)

    cdef int items_known(self, int seat):
        """How many items of a seat's plan are seen."""
        cdef int written = self.position.written[seat]
        return written - (written > 0 and self.position.plan[seat][written - 1] == UNKNOWN)

    cdef int bid_of(self, int move):
        """The AP that a move bids; UNKNOWN if the move is."""
        return self.herbs.rules.bid_value[move - ITEMS] if move != UNKNOWN else UNKNOWN

    cdef set may_have(self, int seat):
        """The AP that a seat may have left."""
        return {self.position.arena.ap[seat]} if self.left[seat] is None else set(self.left[seat])

    cdef int begin_left(self) except -1:
        """What a view alone tells of the AP that are left: who is asked for a bid has some, and the order matters."""
        cdef Position p = self.position
        cdef int seat, ap, actions
        for seat in range(2):
            if self.covered(seat):
                actions = max(0, self.herbs.rules.actions - self.items_known(seat))
                self.left[seat] = may_be_left(p.arena.ap[seat], 0, (p.pile[seat][0], p.pile[seat][1]), actions)
                if p.phase == BID and p.side == seat:
                    self.left[seat].discard(0)
        if p.phase != BID:
            return 0
        for seat in range(2):
            p.arena.ap[seat] = max(self.may_have(seat))
        for seat in range(2):
            for ap in self.may_have(seat):
                p.arena.ap[seat] = ap
                if not order_matters(&p, &self.herbs.rules):
                    self.left[seat].discard(ap)
            p.arena.ap[seat] = max(self.may_have(seat))
        return 0

    # What was learned -----------------------------------------------------------------------------------------------

    def observe(self, str text not None):
        """Take in what was learned. Return its events as `State.events` lists them for this seat.

        A copy learns it first: if that fails or is interrupted, this knowledge is as it was.
        """
        cdef HerbsObserver other = self.copy()
        events = other.follow(text)
        self.position, self.written, self.replayed = other.position, other.written, other.replayed
        self.left, self.lost, self.writers, self.rests = other.left, other.lost, other.writers, other.rests
        return events

    cdef list follow(self, text):
        """Take in an observation and return its events. If this raises, the knowledge is of no more use."""
        cdef Position p = self.position
        cdef int move = UNKNOWN, seat = p.side
        if p.phase == ENDED:
            raise Conflict(text, "the game is over")
        own, *rest = text.split(";")
        if self.seat == seat:
            reason = words.why_not(table_of(&p), self.herbs.rules.actions, own)
            if reason:
                raise Conflict(text, reason)
            move = texts.NUMBER[own]
        elif own != "?":
            raise Conflict(text, f"seat {seat + 1} decides now, and what it does is seen as ?")
        try:
            facts = facts_of(rest)
        except ValueError as error:
            raise Conflict(text, str(error)) from None
        if p.phase == BID:
            settles = seat == 1 or bool(facts)
        elif move == UNKNOWN:
            settles = seat == 1
        else:
            p.plan[seat][p.written[seat]] = move
            p.written[seat] += 1
            p.arena.ap[seat] -= cost_of(&self.herbs.rules, move)
            settles = seat == 1 and plan_complete(&p, &self.herbs.rules, 1)
        if not settles and facts:
            raise Conflict(text, f"nothing is revealed yet, so {fact_text(facts[0])} cannot follow")
        events = self.settle(text, move, facts) if settles else self.step_unseen(text, move)
        self.rests = [None, None]
        return events

    cdef list step_unseen(self, str text, int move):
        """A decision after which nothing is revealed."""
        cdef Position p = self.position
        cdef Story story
        left = list(self.left)
        begin_story(&story, &p)
        try:
            if p.phase == BID:
                asked = self.may_have(1) - {0}
                if not asked:
                    raise Conflict(text, "seat 2 has 0 AP and is not asked, so bids= must follow")
                left[1] = asked if self.left[1] is not None else None
                make_bid(&p, &self.herbs.rules, self.bid_of(move), &story)
            elif move != UNKNOWN:
                write_item(&p, &self.herbs.rules, move, &story)
            else:
                left[0] = may_be_left(p.arena.ap[0], 0, (p.pile[0][0], p.pile[0][1]), self.herbs.rules.actions)
                p.plan[0][0] = UNKNOWN
                p.written[0] = 1
                p.side = 1
                note(&story, LOCKED, 0, 0, 0, 0)
            events = told(&story, self.seat)
        finally:
            free(story.steps)
        self.position, self.left = p, left
        return events

    cdef list settle(self, str text, int move, list facts):
        """A decision after which plans are carried out: what follows from it must be what was learned."""
        cdef Position filled = self.position
        cdef Position after
        cdef int seat
        cdef list learned, left, some, nearest = []
        if filled.phase == BID:
            if not facts or facts[0].kind != "bids":
                raise Conflict(text, "both bids are known now, so bids= must follow")
            if filled.bid == UNKNOWN:
                filled.bid = facts[0].first
        left = [self.may_have_had(text, seat, facts, &filled) for seat in range(2)]
        some = [alike_once(had, facts[0] if filled.phase == BID else NO_BIDS, seat) for seat, had in enumerate(left)]
        for pair in product(*some):
            learned = []
            events = self.tried(&filled, pair[0], pair[1], move, facts, &after, learned)
            if learned == facts and after.phase != STUCK:
                break
            if agreed(learned, facts) >= agreed(nearest, facts):
                nearest = learned
        else:
            raise Conflict(text, difference(nearest, facts))
        if self.position.phase == WRITE:
            self.written, self.replayed = self.position, True
        lost = [pair[seat] - after.arena.ap[seat] for seat in range(2)]
        if after.phase == BID:
            for seat in range(2):
                left[seat] = self.fitting(&filled, seat, pair, left[seat], some[seat], move, facts)
            self.lost = [self.lost[seat] + lost[seat] if self.seat != seat else 0 for seat in range(2)]
        self.position = after
        mask(&self.position, &self.herbs.rules, -1 if self.seat is None else self.seat)
        if after.phase == BID:
            self.left = [{ap - lost[seat] for ap in left[seat]} if self.covered(seat) else None for seat in range(2)]
        else:
            self.left, self.lost = [None, None], [0, 0]
            self.writers = [self.may_write(0), self.may_write(1)]
            self.replayed = False
        return events

    cdef set may_have_had(self, str text, int seat, list facts, Position* filled):
        """The AP that a seat may have had before it paid its bid, as far as the facts tell at first sight; what they
        reveal of its plan is filled in."""
        cdef int paid = 0
        cdef set had
        if self.seat == seat:
            return {filled.arena.ap[seat]}
        had = self.fill_in(text, seat, facts, filled)
        for fact in facts:
            if fact.kind in ("bids", "hit"):
                paid += fact.second if seat else fact.first
            elif fact.kind == "asks" and seat == 0:
                # seat 2 is asked first only if seat 1 has nothing left
                had = {ap for ap in had if (ap == paid) == (fact.first == 1)}
        if filled.phase == BID and filled.side == 0 and seat == 1:
            had &= {0}
        had = {ap for ap in had if ap >= paid}
        if not had:
            raise Conflict(text, f"seat {seat + 1} cannot have had the AP for this")
        return had

    cdef set fitting(self, const Position* filled, int seat, tuple pair, set had, list some, int move, list facts):
        """The AP that a seat may have had, the other having had that of a pair from which these facts follow."""
        cdef list learned
        cdef set fit = set()
        for ap in some:
            learned = []
            self.tried(filled, ap if seat == 0 else pair[0], ap if seat == 1 else pair[1], move, facts, NULL, learned)
            if learned == facts:
                fit.add(ap)
        return fit | (had.difference(some) if max(had) in fit else set())

    cdef set fill_in(self, str text, int seat, list facts, Position* filled):
        """Write what was revealed into a hidden plan; returns the AP that the seat may have had then."""
        cdef int actions = self.herbs.rules.actions
        cdef int known = 0 if filled.phase == WRITE else filled.slot + 1
        cdef int k, item, shown
        cdef bint stone_known = filled.written[seat] > actions and filled.plan[seat][actions] != UNKNOWN
        cdef set had
        pile = (filled.pile[seat][0], filled.pile[seat][1])
        for k in range(known, MAX_PLAN):
            filled.plan[seat][k] = NONE
        for fact in facts:
            if fact.kind not in ("slot", "stones"):
                continue
            item = fact.second if seat else fact.first
            if fact.kind == "stones":
                if known != actions or stone_known:
                    raise Conflict(text, f"stones= follows slot {actions}")
                stone_known = True
                if item == NONE:
                    continue
                if not pile[texts.ITEMS[item].cost - 1]:
                    raise Conflict(text, f"{texts.MOVES[item]} is not in seat {seat + 1}'s pile")
            elif fact.slot != known or known == actions:
                raise Conflict(text, f"slot{fact.slot + 1}= cannot follow here")
            elif texts.ITEMS[item].herb not in self.writers[seat]:
                raise Conflict(text, f"seat {seat + 1} cannot have written {texts.MOVES[item]}")
            filled.plan[seat][known] = item
            filled.arena.ap[seat] -= cost_of(&self.herbs.rules, item)
            known += 1
        shown = filled.arena.ap[seat]
        if shown < 0:
            return set()
        filled.written[seat] = known
        if known < actions:
            filled.plan[seat][known] = UNKNOWN
            filled.written[seat] += 1
        had = may_be_left(shown, self.lost[seat], pile, max(0, actions - known))
        if stone_known:
            had = {shown} if known > actions else had & {shown}
        return had if self.writes_unseen(seat) else had & self.may_have(seat)

    cdef list tried(
        self, const Position* filled, int first, int second, int move, list facts, Position* after, list learned
    ):
        """Carry the decision out as if the seats had these AP; fills `learned` with the facts, and returns the events
        if `after` is to be filled too."""
        cdef Position p = filled[0]
        cdef Story story
        cdef int seat, ap, bid
        cdef list events = []
        for seat in range(2):
            ap = second if seat else first
            p.veil[seat] = p.arena.ap[seat] - ap
            p.arena.ap[seat] = ap
            if p.veil[seat] and p.written[seat] == self.herbs.rules.actions:
                # what was paid for after all actions is a stone
                p.plan[seat][p.written[seat]] = UNKNOWN
                p.written[seat] += 1
        begin_story(&story, &p)
        try:
            if p.phase == BID:
                bid = facts[0].second if p.side else facts[0].first
                make_bid(&p, &self.herbs.rules, bid if move == UNKNOWN else self.bid_of(move), &story)
            elif move != UNKNOWN:
                write_item(&p, &self.herbs.rules, move, &story)
            else:
                note(&story, LOCKED, 1, 0, 0, 0)
                run(&p, &self.herbs.rules, &story)
            learned += facts_of_story(&story)
            if after != NULL:
                after[0] = p
                events = told(&story, self.seat)
        finally:
            free(story.steps)
        return events


cdef list alike_once(set had, object bids, int seat):
    """The AP of a set, the most first, without those that fare like the most: all with enough AP for whatever comes."""
    enough = ENOUGH + (bids.second if seat else bids.first)
    most = max(had)
    return [most, *sorted([ap for ap in had if ap <= enough and ap != most], reverse=True)]


cdef int agreed(list learned, list facts) except -1:
    """Return how many facts are the same before the first that differs."""
    cdef int at = 0
    for one, other in zip(learned, facts):
        if one != other:
            break
        at += 1
    return at


cdef str difference(list learned, list facts):
    """Say what was learned that cannot be, where other facts would follow."""
    cdef int at = agreed(learned, facts)
    if at == len(facts):
        return f"{fact_text(learned[at])} would follow" if at < len(learned) else "more is revealed than this"
    if at == len(learned):
        return f"{fact_text(facts[at])} cannot follow here"
    return f"{fact_text(facts[at])} cannot be; {fact_text(learned[at])} would follow"
