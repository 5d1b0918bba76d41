"""Knowledge of Herbs.

There are too many hidden plans to list: `worlds` and `count` raise TooMany while something is hidden, but `entropy` and
`sample` are exact. `suppose` is not supported, and `beliefs` is empty.
"""

from libc.stdlib cimport free
from libc.string cimport memcpy

from fastcore.game cimport MAX_SEATS
from fastcore.games.herbs.conversion cimport events_of, table_of
from fastcore.games.herbs.event_log cimport BADE, EventLog, begin_log, log_event
from fastcore.games.herbs.information_state cimport HerbsInformationState
from fastcore.games.herbs.position cimport (
    BID, BIDS, ENDED, ITEMS, MAX_PLAN, UNKNOWN, WRITE, Position, add_item, list_bids, plan_complete,
)
from fastcore.games.herbs.rounds cimport make_bid, write_item
from fastcore.state cimport State
from fastcore.stream cimport Stream

from operator import index

from fastcore.games.herbs.text import texts, words
from fastcore.games.herbs.hidden_plans import HiddenPlan
from fastcore.values import Conflict, Evaluation, Event, IllegalMove, TooMany

cdef int TRIES = 8      # attempts to draw a greedy plan with a possible cost


cdef class HerbsKnowledge(HerbsInformationState):
    """What one seat (None: everybody) knows; the methods are those of `fastcore.knowledge.Knowledge`."""

    cdef list hidden_seats(self):
        """Return the seats whose plan or bid is hidden, at least in part."""
        return [seat for seat in range(2) if self.writes_unseen(seat) or self.has_hidden(seat)]

    # The view -------------------------------------------------------------------------------------------------------

    def text(self):
        """Return the view."""
        return " ".join(self.fields().values())

    def fields(self):
        """Return {field name: text} of the view."""
        return texts.fields(table_of(&self.position))

    def actor(self):
        return self.herbs.actor(&self.position)

    def phase(self):
        return self.herbs.phase(&self.position)

    def turn(self):
        return self.herbs.turn(&self.position)

    def key(self):
        return self.herbs.key(&self.position)

    def points(self):
        return self.herbs.points(&self.position)

    def returns(self):
        """Return the result of each seat. ValueError before the end of the game."""
        cdef double values[MAX_SEATS]
        if self.position.phase != ENDED:
            raise ValueError("the game is not over: there are no returns yet")
        self.herbs.returns(&self.position, values)
        return values[0], values[1]

    def evaluate(self):
        """Return the static Evaluation of the view."""
        cdef double values[MAX_SEATS]
        self.herbs.evaluate(&self.position, values)
        return Evaluation((values[0], values[1]), tuple(self.herbs.terms(&self.position)))

    def state(self):
        """Return the whole position as a State if nothing is hidden, else None."""
        cdef Position p = self.position
        if p.phase == BID and p.first_bid == UNKNOWN and self.ap_of(0) == {0}:
            p.first_bid = 0     # a seat without AP was not asked to bid
        for seat in self.hidden_seats():
            if p.phase == WRITE or p.first_bid == UNKNOWN or p.plan[seat][p.plan_length[seat] - 1] == UNKNOWN:
                return None
        return self.state_of(&p)

    cdef object state_of(self, const Position* position):
        cdef State state = State.__new__(State, self.game)
        memcpy(state.position(), position, sizeof(Position))
        return state

    # Moves ----------------------------------------------------------------------------------------------------------

    def chances(self):
        return []

    def moves(self):
        """Return the actor's moves: exact for the seat's own decisions, otherwise all that are legal in some world."""
        cdef Position p = self.position
        cdef int bids[BIDS]
        cdef int k, seat = p.seat
        if p.phase == WRITE and self.writes_unseen(seat):
            herbs = self.plan_herbs[seat]
            ap, pile = p.arena.ap[seat], (p.pile[seat][0], p.pile[seat][1])
            return [
                move for move, item in enumerate(texts.ITEMS)
                if item.cost <= ap and (pile[item.cost - 1] if texts.is_stone(move) else item.herb in herbs)
            ]
        if p.phase == BID and self.seat != seat:
            p.arena.ap[seat] = max(self.ap_of(seat))
            return [bids[k] for k in range(list_bids(&p, &self.herbs.rules, bids))]
        return self.herbs.legal_moves(&self.position)

    def move_text(self, move):
        return texts.MOVES[move]

    cdef int check_move(self, object move) except -1:
        """Return a move as an int. ValueError if it is not in `moves()`."""
        number = index(move)
        if number not in self.moves():
            raise ValueError(f"move {number} is not legal here")
        return number

    def parse_move(self, str text not None):
        """Return the move with this text. IllegalMove says why there is none."""
        move = texts.NUMBER.get(text)
        if move is None or move not in self.moves():
            raise IllegalMove(text, f"{self.game.spec} {self.text()}", self.why_not(text) or "it is not legal here")
        return move

    def why_not(self, text):
        """Return why a text is not a move in `moves()`, or "" if it is."""
        table = table_of(&self.position)
        move = texts.NUMBER.get(text)
        if move is not None and move in self.moves():
            return ""
        if move is not None and self.seat != table.seat and texts.is_stone(move):
            # The view does not show that the actions are complete: give the reason as if they were.
            plan = (move,) * self.herbs.rules.actions
            table = table._replace(plans=(table.plans[0], plan) if table.seat else (plan, ()))
        if table.phase == "bid":
            ap = [max(self.ap_of(0)), max(self.ap_of(1))]
            table = table._replace(ap=tuple(ap))
        return words.why_not(table, self.herbs.rules.actions, text)

    def events(self, move):
        """Return the Events of a move as far as the seat can foresee them."""
        cdef Position p = self.position
        cdef int seat = p.seat, opponent = seat ^ 1
        cdef EventLog log
        move = self.check_move(move)
        if self.seat != seat:
            return [Event("bid" if p.phase == BID else "write", seat, (), {}, self.fields())]
        begin_log(&log, &p)
        try:
            if p.phase == WRITE:
                write_item(&p, &self.herbs.rules, move, &log)
            else:
                ap = max(self.ap_of(opponent))
                p.hidden_ap[opponent], p.arena.ap[opponent] = p.arena.ap[opponent] - ap, ap
                if seat == 1 and self.ap_of(0) == {0}:
                    p.first_bid = 0
                if p.first_bid == UNKNOWN:
                    log_event(&log, BADE, seat, self.herbs.rules.bid_value[move - ITEMS], 0, 0)
                else:
                    make_bid(&p, &self.herbs.rules, self.herbs.rules.bid_value[move - ITEMS], &log)
            return events_of(&log, self.seat)
        finally:
            free(log.entries)

    def policy(self, name):
        """Return [(move, probability)] of a policy, from what this seat knows."""
        return self.herbs.policy(&self.position, name)

    # Hidden plans ---------------------------------------------------------------------------------------------------

    cdef object hidden_plan(self, int seat):
        """Return the HiddenPlan of a seat, computed once for each position."""
        cdef list plans = self.hidden_plans     # an observation during the computation may replace this list
        plan = plans[seat]
        if plan is None:
            plan = plans[seat] = self.compute_hidden_plan(seat)
        return plan

    cdef object compute_hidden_plan(self, int seat):
        cdef const Position* p = &self.position
        cdef int known = self.known_items(seat)
        cdef bint writing = self.writes_unseen(seat)
        lost = 0 if writing else self.losses[seat]
        actions = max(0, self.herbs.rules.actions - known)
        pile = (int(p.pile[seat][0]), int(p.pile[seat][1])) if known <= self.herbs.rules.actions else (0, 0)
        return HiddenPlan(
            self.plan_herbs[seat], actions, p.arena.ap[seat] + lost, pile, self.ap_of(seat), lost, writing,
            seat == 0 and p.first_bid == UNKNOWN,
        )

    def suppose(self, fact):
        """Raise Conflict: plans and bids cannot be supposed."""
        raise Conflict(fact, "plans and bids cannot be assumed in Herbs")

    def beliefs(self, model):
        return {}

    def count(self):
        """Return 1 if nothing is hidden. Otherwise raise TooMany."""
        bits = self.entropy(None)
        if self.state() is None:
            raise TooMany(f"the hidden plans are too many to list: about 2**{bits:.0f} positions are possible")
        return 1

    def worlds(self, limit, model):
        """Return [(position text, 1.0)] if nothing is hidden. Otherwise, or with a limit of 0, raise TooMany."""
        if self.count() > limit:
            raise TooMany("there is 1 possible position, more than the limit of 0")
        return [(self.state().text(), 1.0)]

    def entropy(self, model):
        """Return the number of bits that this seat does not know.

        Raises:
            TooMany: something is hidden, and the model is neither None nor "uniform".
        """
        if model is not None and model != "uniform" and self.hidden_seats():
            raise TooMany(f"the plans are too many to weight by the policy {model}; use the model None")
        return sum([self.hidden_plan(seat).bits(model is not None) for seat in self.hidden_seats()], 0.0)

    def log_likelihood(self, model):
        """Raise TooMany: the sums over all plans do not include it."""
        raise TooMany("the likelihood of the plans is not tracked")

    def forecast(self, move, model):
        """Return the expected number of bits that a move reveals immediately.

        These are the items of the next slot if it completes the plans, or the opponent's bid if it ends the bidding.
        The reveals of later slots do not count.
        """
        cdef Position p = self.position
        uniform = model is not None
        if p.seat == 0 or p.phase == ENDED:
            return 0.0
        if p.phase == BID:
            return self.hidden_plan(0).bid_bits(uniform) if self.has_hidden(0) and p.first_bid == UNKNOWN else 0.0
        if self.seat != 1:
            return 0.0
        add_item(&p, &self.herbs.rules, 1, self.check_move(move))
        return self.hidden_plan(0).next_bits(uniform) if plan_complete(&p, &self.herbs.rules, 1) else 0.0

    def sample(self, Stream stream, model):
        """Return a random world as a new State.

        With the model None all worlds are equally likely. A policy writes the hidden plans item by item, restricted to
        plans with a possible cost.
        """
        cdef Position p = self.position
        cdef int seat, item
        policies = self.game.info.policies
        for seat in self.hidden_seats():
            drawn = None
            if model is not None and model != "uniform":
                drawn = self.draw_by_policy(seat, stream, policies.index(model))
            items, ap, bid = drawn or self.hidden_plan(seat).draw(stream, model is not None)
            p.plan_length[seat] = self.known_items(seat)
            for item in items:
                p.plan[seat][p.plan_length[seat]] = item
                p.plan_length[seat] += 1
            p.arena.ap[seat] = ap
            if seat == 0 and p.first_bid == UNKNOWN:
                p.first_bid = bid
        return self.state_of(&p)

    cdef list draw_by_policy(self, int seat, object stream, int policy):
        """Return [items, AP left now, bid] drawn by a policy, or None if none of its plans fits the knowledge."""
        cdef Position p
        cdef int buffer[BIDS]
        cdef int move, length, tries, known
        cdef bint writing = self.writes_unseen(seat)
        cdef int lost = 0 if writing else self.losses[seat]
        cdef Stream random = stream
        for tries in range(TRIES):
            p = self.while_writing if self.replayed and not writing else self.position
            p.phase = WRITE
            p.seat = seat
            known = 0 if writing else self.known_items(seat)
            if seat == 0:
                p.plan_length[1] = 0
            for move in range(known):
                p.plan[seat][move] = self.position.plan[seat][move]
            p.plan_length[seat] = known
            p.arena.ap[seat] = self.position.arena.ap[seat] + lost
            length = known + stream.below(self.herbs.rules.actions + 1) if writing else MAX_PLAN
            items = []
            while p.plan_length[seat] < length and not plan_complete(&p, &self.herbs.rules, seat):
                move = self.herbs.choose(&p, policy, &random.rng, buffer)
                items.append(move)
                add_item(&p, &self.herbs.rules, seat, move)
            ap = p.arena.ap[seat] - lost
            if writing and plan_complete(&p, &self.herbs.rules, seat):
                continue
            if writing or ap in self.ap_of(seat):
                return [items, ap, stream.below(ap + 1) if seat == 0 and self.position.first_bid == UNKNOWN else 0]
        return None
