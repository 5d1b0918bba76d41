"""What a seat knows of a game of Herbs, as the contract asks for it.

Hidden plans are too many to be listed: `worlds` and `count` say TooMany while something is hidden, but `entropy` and
`sample` are exact. Nothing can be supposed, and beliefs are empty.
"""

from libc.stdlib cimport free
from libc.string cimport memcpy

from fastcore.game cimport MAX_SEATS
from fastcore.games.herbs.observing cimport HerbsObserver
from fastcore.games.herbs.rounds cimport make_bid, write_item
from fastcore.games.herbs.rules cimport (
    BID, BIDS, ENDED, ITEMS, MAX_PLAN, UNKNOWN, WRITE, Position, cost_of, list_bids, plan_complete,
)
from fastcore.games.herbs.story cimport BADE, Story, begin_story, note, told
from fastcore.games.herbs.tables cimport table_of
from fastcore.state cimport State
from fastcore.stream cimport Stream

from operator import index

from fastcore.games.herbs import texts, words
from fastcore.games.herbs.hidden import Rest
from fastcore.values import Conflict, Evaluation, Event, IllegalMove, TooMany

cdef int TRIES = 8      # to draw a greedy plan that costs as much as is known of it


cdef class HerbsKnowledge(HerbsObserver):
    cdef list unseen(self):
        """The seats of which something is hidden."""
        return [seat for seat in range(2) if self.writes_unseen(seat) or self.covered(seat)]

    # What is the case -----------------------------------------------------------------------------------------------

    def text(self):
        return " ".join(self.fields().values())

    def fields(self):
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
        cdef double values[MAX_SEATS]
        if self.position.phase != ENDED:
            raise ValueError("the game is not over: there are no returns yet")
        self.herbs.returns(&self.position, values)
        return values[0], values[1]

    def evaluate(self):
        """The static evaluation of what is seen."""
        cdef double values[MAX_SEATS]
        self.herbs.evaluate(&self.position, values)
        return Evaluation((values[0], values[1]), tuple(self.herbs.terms(&self.position)))

    def state(self):
        """The whole position if nothing is hidden, else None. That a seat without AP bid nothing is no secret."""
        cdef Position p = self.position
        if p.phase == BID and p.bid == UNKNOWN and self.may_have(0) == {0}:
            p.bid = 0
        for seat in self.unseen():
            if p.phase == WRITE or p.bid == UNKNOWN or p.plan[seat][p.written[seat] - 1] == UNKNOWN:
                return None
        return self.as_state(&p)

    cdef object as_state(self, const Position* position):
        cdef State state = State.__new__(State, self.game)
        memcpy(state.position(), position, sizeof(Position))
        return state

    # What can be done -----------------------------------------------------------------------------------------------

    def chances(self):
        return []

    def moves(self):
        """The actor's moves: exact for the own seat, else all that some world allows."""
        cdef Position p = self.position
        cdef int bids[BIDS]
        cdef int k, seat = p.side
        if p.phase == WRITE and self.writes_unseen(seat):
            herbs = self.writers[seat]
            ap, pile = p.arena.ap[seat], (p.pile[seat][0], p.pile[seat][1])
            return [
                move for move, item in enumerate(texts.ITEMS)
                if item.cost <= ap and (pile[item.cost - 1] if texts.is_stone(move) else item.herb in herbs)
            ]
        if p.phase == BID and self.seat != seat:
            p.arena.ap[seat] = max(self.may_have(seat))
            return [bids[k] for k in range(list_bids(&p, &self.herbs.rules, bids))]
        return self.herbs.legal_moves(&self.position)

    def move_text(self, move):
        return texts.MOVES[move]

    cdef int playable(self, object move) except -1:
        """Return a move that can be made here as a number; ValueError for any other."""
        number = index(move)
        if number not in self.moves():
            raise ValueError(f"move {number} cannot be made here")
        return number

    def parse_move(self, str text not None):
        move = texts.NUMBER.get(text)
        if move is None or move not in self.moves():
            raise IllegalMove(text, f"{self.game.spec} {self.text()}", self.why_not(text) or "it cannot be made here")
        return move

    def why_not(self, text):
        table = table_of(&self.position)
        move = texts.NUMBER.get(text)
        if move is not None and move in self.moves():
            return ""
        if move is not None and self.seat != table.seat and texts.is_stone(move):
            # how much of the plan is written is not known
            written = (move,) * self.herbs.rules.actions
            table = table._replace(plans=(table.plans[0], written) if table.seat else (written, ()))
        if table.phase == "bid":
            ap = [max(self.may_have(0)), max(self.may_have(1))]
            table = table._replace(ap=tuple(ap))
        return words.why_not(table, self.herbs.rules.actions, text)

    def events(self, move):
        """What this move would do, as far as this seat can tell beforehand."""
        cdef Position p = self.position
        cdef int seat = p.side, other = seat ^ 1
        cdef Story story
        move = self.playable(move)
        if self.seat != seat:
            return [Event("bid" if p.phase == BID else "write", seat, (), {}, self.fields())]
        begin_story(&story, &p)
        try:
            if p.phase == WRITE:
                write_item(&p, &self.herbs.rules, move, &story)
            else:
                ap = max(self.may_have(other))
                p.veil[other], p.arena.ap[other] = p.arena.ap[other] - ap, ap
                if seat == 1 and self.may_have(0) == {0}:
                    p.bid = 0
                if p.bid == UNKNOWN:
                    note(&story, BADE, seat, self.herbs.rules.bid_value[move - ITEMS], 0, 0)
                else:
                    make_bid(&p, &self.herbs.rules, self.herbs.rules.bid_value[move - ITEMS], &story)
            return told(&story, self.seat)
        finally:
            free(story.steps)

    def policy(self, name):
        """The policy's move probabilities, from what this seat knows."""
        return self.herbs.policy(&self.position, name)

    # What may be so -------------------------------------------------------------------------------------------------

    cdef object rest(self, int seat):
        """Return what is hidden of a seat's plan, worked out once for each position."""
        cdef list rests = self.rests        # an observation that arrives meanwhile replaces the list
        made = rests[seat]
        if made is None:
            made = rests[seat] = self.new_rest(seat)
        return made

    cdef object new_rest(self, int seat):
        cdef const Position* p = &self.position
        cdef int known = self.items_known(seat)
        cdef bint writing = self.writes_unseen(seat)
        ap = p.arena.ap[seat] + (0 if writing else self.lost[seat])
        actions = max(0, self.herbs.rules.actions - known)
        pile = (int(p.pile[seat][0]), int(p.pile[seat][1])) if known <= self.herbs.rules.actions else (0, 0)
        return Rest(
            self.writers[seat], actions, ap, pile, self.may_have(seat), 0 if writing else self.lost[seat], writing,
            seat == 0 and p.bid == UNKNOWN,
        )

    def suppose(self, fact):
        """Know one fact more."""
        raise Conflict(fact, "plans and bids of Herbs cannot be supposed")

    def beliefs(self, model):
        return {}

    def count(self):
        bits = self.entropy(None)
        if self.state() is None:
            raise TooMany(f"hidden plans are not listed: some 2**{bits:.0f} positions are possible")
        return 1

    def worlds(self, limit, model):
        """[(position text, probability)] where nothing is hidden; else, and if the limit is 0, TooMany."""
        if self.count() > limit:
            raise TooMany("there is 1 world, more than the limit of 0")
        return [(self.state().text(), 1.0)]

    def entropy(self, model):
        """Bits that this seat would have to learn to know everything; of the policies only uniform can be a model."""
        if model is not None and model != "uniform" and self.unseen():
            raise TooMany(f"plans by the policy {model} are too many to be weighed")
        return sum([self.rest(seat).bits(model is not None) for seat in self.unseen()], 0.0)

    def forecast(self, move, model):
        """Bits that this move reveals to this seat at once: the items of the next slot where it ends the writing, the
        other bid where it ends the bidding. What may be learned after that is not counted."""
        cdef Position p = self.position
        uniform = model is not None
        if p.side == 0 or p.phase == ENDED:
            return 0.0
        if p.phase == BID:
            return self.rest(0).bid_bits(uniform) if self.covered(0) and p.bid == UNKNOWN else 0.0
        if self.seat != 1:
            return 0.0
        p.plan[1][p.written[1]] = self.playable(move)
        p.written[1] += 1
        p.arena.ap[1] -= cost_of(&self.herbs.rules, p.plan[1][p.written[1] - 1])
        return self.rest(0).next_bits(uniform) if plan_complete(&p, &self.herbs.rules, 1) else 0.0

    def sample(self, Stream stream, model):
        """A whole State drawn from the worlds: None takes all of them as equally likely, a policy writes the hidden
        plans item by item, as far as they can have cost what they did."""
        cdef Position p = self.position
        cdef int seat, item
        policies = self.game.info.policies
        for seat in self.unseen():
            drawn = None
            if model is not None and model != "uniform":
                drawn = self.greedy_rest(seat, stream, policies.index(model))
            items, left, bid = drawn or self.rest(seat).draw(stream, model is not None)
            p.written[seat] = self.items_known(seat)
            for item in items:
                p.plan[seat][p.written[seat]] = item
                p.written[seat] += 1
            p.arena.ap[seat] = left
            if seat == 0 and p.bid == UNKNOWN:
                p.bid = bid
        return self.as_state(&p)

    cdef list greedy_rest(self, int seat, object stream, int policy):
        """(items, AP left now, bid) as a policy would have written them; None if its plans do not fit what is known."""
        cdef Position p
        cdef int buffer[BIDS]
        cdef int move, most, tries, start
        cdef bint writing = self.writes_unseen(seat)
        cdef Stream random = stream
        for tries in range(TRIES):
            p = self.written if self.replayed and not writing else self.position
            p.phase = WRITE
            p.side = seat
            start = 0
            if not writing:
                start = self.items_known(seat)
            if seat == 0:
                p.written[1] = 0
            for move in range(start):
                p.plan[seat][move] = self.position.plan[seat][move]
            p.written[seat] = start
            p.arena.ap[seat] = self.position.arena.ap[seat] + (0 if writing else self.lost[seat])
            most = start + stream.below(self.herbs.rules.actions + 1) if writing else MAX_PLAN
            items = []
            while p.written[seat] < most and not plan_complete(&p, &self.herbs.rules, seat):
                move = self.herbs.choose(&p, policy, &random.rng, buffer)
                items.append(move)
                p.plan[seat][p.written[seat]] = move
                p.written[seat] += 1
                p.arena.ap[seat] -= cost_of(&self.herbs.rules, move)
            left = p.arena.ap[seat] - (0 if writing else self.lost[seat])
            if writing and plan_complete(&p, &self.herbs.rules, seat):
                continue
            if writing or left in self.may_have(seat):
                return [items, left, stream.below(left + 1) if seat == 0 and self.position.bid == UNKNOWN else 0]
        return None
