"""What a seat has seen of a game of Herbs, and the possible AP of its opponent.

The rules execute an observation on the seat's view, with the revealed items filled in. Hidden AP affect only
which seat is asked for a bid, and what a hit costs. So the possible AP of a seat are kept as a set, and an observation
keeps those for which the rules give the observed facts.
"""

from libc.stdlib cimport free

from fastcore.games.herbs.conversion cimport events_of, facts_of, fill_position, table_of
from fastcore.games.herbs.event_log cimport LOCKED, EventLog, begin_log, log_event
from fastcore.games.herbs.herbs cimport Herbs
from fastcore.games.herbs.position cimport (
    BID, ENDED, ITEMS, MAX_ACTIONS, MAX_PLAN, NONE, UNDETERMINED, UNKNOWN, WRITE, Position, add_item, alive, cost_of,
    plan_complete,
)
from fastcore.games.herbs.rounds cimport make_bid, order_matters, resolve_plans, write_item
from fastcore.games.herbs.views cimport hide
from fastcore.knowledge.knowledge cimport Knowledge

from itertools import product

from fastcore.games.herbs.text import refusals, texts, words
from fastcore.games.herbs.hidden_plans import possible_ap_left
from fastcore.games.herbs.text.observations import Fact, fact_text, parse_facts
from fastcore.values import Conflict

# Two shots in each slot cost a seat at most 6 AP a slot: with more than this it has AP left until the next decision.
cdef int ENOUGH_AP = 6 * MAX_ACTIONS + 1
_NO_BIDS = Fact("bids", 0, 0)


cdef class HerbsInformationState(Knowledge):
    """What one seat (None: everybody) has seen, from a view or from the start of the game."""

    def __cinit__(self, Herbs game not None, seat, *rest):
        self.herbs = game
        self.possible_ap, self.losses, self.hidden_plans = [None, None], [0, 0], [None, None]
        game.start(&self.position)
        self.plan_herbs = [self.herbs_of_plan(0), self.herbs_of_plan(1)]

    def __init__(self, Herbs game not None, seat, text):
        if game is not self.game or seat != self.seat:
            raise ValueError("an information state belongs to one game and one seat; create a new one")
        if text is not None:
            fill_position(refusals.read(game, text, texts.hidden_from(seat)), &self.position)
            self.plan_herbs = [self.herbs_of_plan(0), self.herbs_of_plan(1)]
            self.infer_ap_from_view()

    def copy(self):
        """Return an independent copy."""
        cdef HerbsInformationState other = type(self).__new__(type(self), self.game, self.seat)
        other.position, other.while_writing, other.replayed = self.position, self.while_writing, self.replayed
        other.possible_ap, other.losses = list(self.possible_ap), list(self.losses)
        other.plan_herbs, other.hidden_plans = list(self.plan_herbs), list(self.hidden_plans)
        return other

    def digest(self):
        """Return a key; equal knowledge has equal keys."""
        view = " ".join(texts.fields(table_of(&self.position)).values())
        possible_ap = tuple([ap and frozenset(ap) for ap in self.possible_ap])
        # Policies draw the hidden plans in the position in which they were written.
        hidden = self.replayed and (self.has_hidden(0) or self.has_hidden(1))
        written_at = " ".join(texts.fields(table_of(&self.while_writing)).values()) if hidden else ""
        return view, possible_ap, tuple(self.losses), tuple(self.plan_herbs), written_at

    # What is hidden -------------------------------------------------------------------------------------------------

    cdef tuple herbs_of_plan(self, int seat):
        """Return the Herbs that a seat's plan may name. A view after slot 1 does not show which Herbs were alive before it."""
        herbs = (2 * seat, 2 * seat + 1)
        return tuple([herb for herb in herbs if self.position.slot or alive(&self.position.arena, herb)])

    cdef bint writes_unseen(self, int seat):
        """Return whether a seat is writing a plan that this seat cannot see."""
        return self.position.phase == WRITE and self.position.seat == seat and self.seat != seat

    cdef bint has_hidden(self, int seat):
        """Return whether a seat's bid, or an item of its complete plan, is hidden."""
        cdef const Position* p = &self.position
        if self.seat == seat or p.phase == ENDED or p.plan_length[seat] == 0:
            return False
        return p.plan[seat][p.plan_length[seat] - 1] == UNKNOWN or (seat == 0 and p.first_bid == UNKNOWN)

    cdef int known_items(self, int seat):
        """Return the number of visible items in a seat's plan."""
        cdef int length = self.position.plan_length[seat]
        return length - (length > 0 and self.position.plan[seat][length - 1] == UNKNOWN)

    cdef int bid_of(self, int move):
        """Return the AP of a bid, given as a move. UNKNOWN stays UNKNOWN."""
        return self.herbs.rules.bid_value[move - ITEMS] if move != UNKNOWN else UNKNOWN

    cdef set ap_of(self, int seat):
        """Return a new set of a seat's possible AP."""
        return {self.position.arena.ap[seat]} if self.possible_ap[seat] is None else set(self.possible_ap[seat])

    cdef int infer_ap_from_view(self) except -1:
        """Find the AP that the view alone allows: a seat that must bid has AP, and the order of the actions matters."""
        cdef Position p = self.position
        cdef int seat, ap, actions
        for seat in range(2):
            if self.has_hidden(seat):
                actions = max(0, self.herbs.rules.actions - self.known_items(seat))
                pile = (p.pile[seat][0], p.pile[seat][1])
                self.possible_ap[seat] = possible_ap_left(p.arena.ap[seat], 0, pile, actions)
                if p.phase == BID and p.seat == seat:
                    self.possible_ap[seat].discard(0)
        if p.phase != BID:
            return 0
        for seat in range(2):
            p.arena.ap[seat] = max(self.ap_of(seat))
        for seat in range(2):
            for ap in self.ap_of(seat):
                p.arena.ap[seat] = ap
                if not order_matters(&p, &self.herbs.rules):
                    self.possible_ap[seat].discard(ap)
            p.arena.ap[seat] = max(self.ap_of(seat))
        return 0

    # Observations ---------------------------------------------------------------------------------------------------

    def observe(self, str text not None, listed=True):
        """Update with an observation of a move and return its Events, as `State.events` lists them for this seat.

        Args:
            text: the observation.
            listed: whether to return the Events; otherwise the list is empty.

        Raises:
            Conflict: the observation is impossible. Nothing has changed.
        """
        # Update a copy first, so that a failure or an interrupt changes nothing.
        cdef HerbsInformationState other = self.copy()
        events = other.update(text)
        self.position, self.while_writing, self.replayed = other.position, other.while_writing, other.replayed
        self.possible_ap, self.losses = other.possible_ap, other.losses
        self.plan_herbs, self.hidden_plans = other.plan_herbs, other.hidden_plans
        return events if listed else []

    cdef list update(self, text):
        """Update with an observation and return its Events. If this raises, discard this object."""
        cdef Position p = self.position
        cdef int move = UNKNOWN, seat = p.seat
        if p.phase == ENDED:
            raise Conflict(text, "the game is over")
        shown, *rest = text.split(";")
        if self.seat == seat:
            reason = words.why_not(table_of(&p), self.herbs.rules.actions, shown)
            if reason:
                raise Conflict(text, reason)
            move = texts.NUMBER[shown]
        elif shown != "?":
            raise Conflict(text, f"seat {seat + 1} decides now; its hidden choice is observed as ?")
        try:
            facts = parse_facts(rest)
        except ValueError as error:
            raise Conflict(text, str(error)) from None
        if p.phase == BID:
            reveals = seat == 1 or bool(facts)
        elif move == UNKNOWN:
            reveals = seat == 1
        else:
            add_item(&p, &self.herbs.rules, seat, move)
            reveals = seat == 1 and plan_complete(&p, &self.herbs.rules, 1)
        if not reveals and facts:
            raise Conflict(text, f"nothing is revealed yet, so {fact_text(facts[0])} cannot follow")
        events = self.update_with_facts(text, move, facts) if reveals else self.update_without_facts(text, move)
        self.hidden_plans = [None, None]
        return events

    cdef list update_without_facts(self, str text, int move):
        """Process a move that reveals nothing, and return its Events."""
        cdef Position p = self.position
        cdef EventLog log
        possible_ap = list(self.possible_ap)
        begin_log(&log, &p)
        try:
            if p.phase == BID:
                asked = self.ap_of(1) - {0}
                if not asked:
                    raise Conflict(text, "seat 2 has 0 AP and does not bid, so bids= must follow")
                possible_ap[1] = asked if self.possible_ap[1] is not None else None
                make_bid(&p, &self.herbs.rules, self.bid_of(move), &log)
            elif move != UNKNOWN:
                write_item(&p, &self.herbs.rules, move, &log)
            else:
                pile = (p.pile[0][0], p.pile[0][1])
                possible_ap[0] = possible_ap_left(p.arena.ap[0], 0, pile, self.herbs.rules.actions)
                p.plan[0][0] = UNKNOWN
                p.plan_length[0] = 1
                p.seat = 1
                log_event(&log, LOCKED, 0, 0, 0, 0)
            events = events_of(&log, self.seat)
        finally:
            free(log.entries)
        self.position, self.possible_ap = p, possible_ap
        return events

    cdef list update_with_facts(self, str text, int move, list facts):
        """Process a move that starts the execution of plans, and return its Events.

        Conflict if no possible AP lead to these facts.
        """
        cdef Position filled = self.position
        cdef Position after
        cdef int seat
        cdef list learned, before, distinct, best_match = []
        if filled.phase == BID:
            if not facts or facts[0].kind != "bids":
                raise Conflict(text, "both bids are known now, so bids= must follow")
            if filled.first_bid == UNKNOWN:
                filled.first_bid = facts[0].first
        bids = facts[0] if filled.phase == BID else _NO_BIDS
        before = [self.ap_before_bids(text, seat, facts, &filled) for seat in range(2)]
        distinct = [distinct_ap(ap, bids, seat) for seat, ap in enumerate(before)]
        for pair in product(*distinct):
            learned = []
            events = self.simulate(&filled, pair[0], pair[1], move, facts, &after, learned)
            if learned == facts and after.phase != UNDETERMINED:
                break
            if common_facts(learned, facts) >= common_facts(best_match, facts):
                best_match = learned
        else:
            raise Conflict(text, first_difference(best_match, facts))
        if self.position.phase == WRITE:
            self.while_writing, self.replayed = self.position, True
        lost = [pair[seat] - after.arena.ap[seat] for seat in range(2)]
        if after.phase == BID:
            for seat in range(2):
                before[seat] = self.ap_that_fits(&filled, seat, pair, before[seat], distinct[seat], move, facts)
            self.losses = [self.losses[seat] + lost[seat] if self.seat != seat else 0 for seat in range(2)]
        self.position = after
        hide(&self.position, &self.herbs.rules, -1 if self.seat is None else self.seat)
        if after.phase == BID:
            self.possible_ap = [
                {ap - lost[seat] for ap in before[seat]} if self.has_hidden(seat) else None for seat in range(2)
            ]
        else:
            self.possible_ap, self.losses = [None, None], [0, 0]
            self.plan_herbs = [self.herbs_of_plan(0), self.herbs_of_plan(1)]
            self.replayed = False
        return events

    cdef set ap_before_bids(self, str text, int seat, list facts, Position* filled):
        """Return the possible AP of a seat before it paid its bid, as far as the facts state them directly.

        Fill in the revealed items. Conflict if no AP are possible.
        """
        cdef int paid = 0
        cdef set before
        if self.seat == seat:
            return {filled.arena.ap[seat]}
        before = self.reveal_plan(text, seat, facts, filled)
        for fact in facts:
            if fact.kind in ("bids", "hit"):
                paid += fact.second if seat else fact.first
            elif fact.kind == "asks" and seat == 0:
                # Seat 2 is asked first only if seat 1 has no AP left.
                before = {ap for ap in before if (ap == paid) == (fact.first == 1)}
        if filled.phase == BID and filled.seat == 0 and seat == 1:
            before &= {0}
        before = {ap for ap in before if ap >= paid}
        if not before:
            raise Conflict(text, f"seat {seat + 1} cannot have had enough AP for this")
        return before

    cdef set ap_that_fits(
        self, const Position* filled, int seat, tuple pair, set before, list distinct, int move, list facts
    ):
        """Return the AP in `before` that lead to the facts, given the opponent's AP in `pair`."""
        cdef list learned
        cdef set fitting = set()
        for ap in distinct:
            learned = []
            first_ap, second_ap = (pair[0], ap) if seat else (ap, pair[1])
            self.simulate(filled, first_ap, second_ap, move, facts, NULL, learned)
            if learned == facts:
                fitting.add(ap)
        return fitting | (before.difference(distinct) if max(before) in fitting else set())

    cdef set reveal_plan(self, str text, int seat, list facts, Position* filled):
        """Fill in the revealed items of a hidden plan, and return the seat's possible AP after writing it."""
        cdef int actions = self.herbs.rules.actions
        cdef int known = 0 if filled.phase == WRITE else filled.slot + 1
        cdef int k, item, shown
        cdef bint stone_known = filled.plan_length[seat] > actions and filled.plan[seat][actions] != UNKNOWN
        cdef set possible
        pile = (filled.pile[seat][0], filled.pile[seat][1])
        for k in range(known, MAX_PLAN):
            filled.plan[seat][k] = NONE
        for fact in facts:
            if fact.kind not in ("slot", "stones"):
                continue
            item = fact.second if seat else fact.first
            if fact.kind == "stones":
                if known != actions or stone_known:
                    raise Conflict(text, f"stones= must come after slot {actions}")
                stone_known = True
                if item == NONE:
                    continue
                if not pile[texts.ITEMS[item].cost - 1]:
                    raise Conflict(text, f"{texts.MOVES[item]} is not in seat {seat + 1}'s pile")
            elif fact.slot != known or known == actions:
                raise Conflict(text, f"slot{fact.slot + 1}= cannot follow here")
            elif texts.ITEMS[item].herb not in self.plan_herbs[seat]:
                raise Conflict(text, f"seat {seat + 1} cannot have planned {texts.MOVES[item]}")
            filled.plan[seat][known] = item
            filled.arena.ap[seat] -= cost_of(&self.herbs.rules, item)
            known += 1
        shown = filled.arena.ap[seat]
        if shown < 0:
            return set()
        filled.plan_length[seat] = known
        if known < actions:
            filled.plan[seat][known] = UNKNOWN
            filled.plan_length[seat] += 1
        possible = possible_ap_left(shown, self.losses[seat], pile, max(0, actions - known))
        if stone_known:
            possible = {shown} if known > actions else possible & {shown}
        return possible if self.writes_unseen(seat) else possible & self.ap_of(seat)

    cdef list simulate(
        self, const Position* filled, int first_ap, int second_ap, int move, list facts, Position* after, list learned
    ):
        """Execute the move as if the seats had these AP, and append the resulting facts to `learned`.

        Return the Events and write the position after it if `after` is not NULL; else return [].
        """
        cdef Position p = filled[0]
        cdef EventLog log
        cdef int seat, ap, bid
        cdef list events = []
        for seat in range(2):
            ap = second_ap if seat else first_ap
            p.hidden_ap[seat] = p.arena.ap[seat] - ap
            p.arena.ap[seat] = ap
            if p.hidden_ap[seat] and p.plan_length[seat] == self.herbs.rules.actions:
                # After all actions, only a stone can still have cost AP.
                p.plan[seat][p.plan_length[seat]] = UNKNOWN
                p.plan_length[seat] += 1
        begin_log(&log, &p)
        try:
            if p.phase == BID:
                bid = facts[0].second if p.seat else facts[0].first
                make_bid(&p, &self.herbs.rules, bid if move == UNKNOWN else self.bid_of(move), &log)
            elif move != UNKNOWN:
                write_item(&p, &self.herbs.rules, move, &log)
            else:
                log_event(&log, LOCKED, 1, 0, 0, 0)
                resolve_plans(&p, &self.herbs.rules, &log)
            learned += facts_of(&log)
            if after != NULL:
                after[0] = p
                events = events_of(&log, self.seat)
        finally:
            free(log.entries)
        return events


cdef list distinct_ap(set possible, object bids, int seat):
    """Return AP values that can lead to different facts, in descending order.

    All AP that cover every later cost lead to the same facts, so the largest value represents them.
    """
    enough = ENOUGH_AP + (bids.second if seat else bids.first)
    largest = max(possible)
    return [largest, *sorted([ap for ap in possible if ap <= enough and ap != largest], reverse=True)]


cdef int common_facts(list learned, list facts) except -1:
    """Return the length of the common prefix of two lists of facts."""
    cdef int length = 0
    for fact, observed in zip(learned, facts):
        if fact != observed:
            break
        length += 1
    return length


cdef str first_difference(list learned, list facts):
    """Return why the observed facts are impossible, when the rules give `learned`."""
    cdef int place = common_facts(learned, facts)
    if place == len(facts):
        return f"{fact_text(learned[place])} must follow" if place < len(learned) else "more facts must follow"
    if place == len(learned):
        return f"{fact_text(facts[place])} cannot follow here"
    return f"{fact_text(facts[place])} is impossible; it must be {fact_text(learned[place])}"
