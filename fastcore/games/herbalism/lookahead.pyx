"""HerbalismLookahead: how a round may go on, where every seat decides by what it will know.

A simulation takes one world with what the others know in it, makes the move, and goes on to the end of the round by a
blueprint: who is sure enough cures, others answer, follow or decline by what is worth most points to them, and until
then everybody asks for many cards. What each seat sees is taken in as it would take it in. The scores after the round
are valued by `race`. So the chance that somebody else is sure first, and what a move tells to whom, are counted.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from fastcore.games.herbalism.joint cimport Joint, Mind, Particle, cards_of
from fastcore.games.herbalism.knowledge cimport HerbalismKnowledge
from fastcore.games.herbalism.mind cimport ROOM, learn_rows, row_chances
from fastcore.games.herbalism.moves cimport (
    ANSWERS, FOLLOWS, HERBALISM_CARD, HERBALISM_RANK, SKIP, Act, act_of, make, put_marker, puts_marker,
)
from fastcore.games.herbalism.packed cimport asked_bits, bits_set, held, hidden
from fastcore.games.herbalism.observing cimport checked_move
from fastcore.games.herbalism.playout cimport legal_moves
from fastcore.games.herbalism.policies cimport best_moves
from fastcore.games.herbalism.deciding cimport DECLINES, REPLIES, best_reply, cures, reply_worths
from fastcore.games.herbalism.race cimport race_values
from fastcore.games.herbalism.rules cimport (
    ACT, ANSWER, BREW, CARDS, COLOURS, CURE, DEAL, ENDED, FEED, FOLLOW, GIVE, HERBALISM_X, HERBALISM_Y, INQUIRE, PASS, SAME, SEATS,
    UNUSED, Position, may_follow, other_colour, resolve, right_card, winner_of,
)
from fastcore.games.herbalism.told cimport act_seen, best_chance, seen_word
from fastcore.games.herbalism.worlds cimport NOT_RIGHT, Seen, World
from fastcore.game cimport OVER
from fastcore.stream cimport Rng, below, mixed, unit

from fastcore.games.herbalism import texts
from fastcore.games.herbalism.beliefs import bits

cdef enum:
    STRAY = 4       # of so many actions of the blueprint one is any
    NEVER_SURE = 2  # no chance is as great


cdef class HerbalismLookahead(Lookahead):
    def __init__(self, HerbalismKnowledge known, model, Joint joint not None, caution):
        cdef double whole = 0
        cdef int i, s
        cdef Mind mind
        if self.joint is not None or joint.count == 0:
            raise ValueError("a lookahead is made once, over one world at least")
        if known is not self.knowledge or known.me != joint.me or known.rules.seats != joint.seats:
            raise ValueError("a lookahead needs the knowledge that its worlds come from")
        self.joint = joint
        self.merger = joint.merger
        self.particles = joint.particles
        self.rules = known.rules.rules
        self.table = known.p
        self.seat = joint.me
        self.caution = caution
        self.metrics = ("points", "first")
        self.race = race_values(self.rules.seats, self.rules.target)
        self.count = joint.count
        self.cumulative = <double*>malloc(max(self.count, 1) * sizeof(double))
        self.rows = <World*>malloc(2 * SEATS * ROOM * sizeof(World))
        if self.cumulative == NULL or self.rows == NULL:
            raise MemoryError
        for i in range(self.count):
            whole += joint.particles[i].weight
            self.cumulative[i] = whole
        for i in range(16):
            self.ones[i] = 1
        for s in range(self.rules.seats):
            self.starts[s] = <Start*>malloc(max(len(joint.minds[s]), 1) * sizeof(Start))
            if self.starts[s] == NULL:
                raise MemoryError
            for i, mind in enumerate(joint.minds[s]):
                self.starts[s][i].rows, self.starts[s][i].count = mind.rows, mind.count
                memcpy(self.starts[s][i].chances, mind.chances, sizeof(mind.chances))
        self.ready = True

    cdef Start* own(self) except NULL:
        """Return what the seat that decides knows at the beginning; ValueError if this is only half made."""
        if not self.ready:
            raise ValueError("this lookahead is not made completely")
        return &self.starts[self.seat][0]

    def __dealloc__(self):
        cdef int s
        free(self.rows)
        for s in range(SEATS):
            free(self.starts[s])

    # One simulation -------------------------------------------------------------------------------------------------

    cdef void begin(self, double point) noexcept nogil:
        cdef const Particle* particle = &self.particles[self.world_at(point)]
        cdef const Start* start
        cdef Position* p = &self.p
        cdef int s, c
        p[0] = self.table
        self.winner = -1
        self.erred = False
        for c in range(COLOURS):
            p.hidden[c] = hidden(particle.now, c)
            for s in range(self.rules.seats):
                p.hands[s][c] = held(particle.now, s, c)
        for s in range(self.rules.seats):
            start = &self.starts[s][particle.mind[s]]
            self.known[s].rows, self.known[s].count = start.rows, start.count
            self.known[s].side = 0
            self.known[s].fresh = True
            memcpy(self.known[s].chances, start.chances, sizeof(start.chances))
            self.keys[s] = mixed(s, particle.mind[s])

    cdef int actor(self) noexcept nogil:
        return OVER if self.p.phase == DEAL else self.game.actor(&self.p)

    cdef int moves(self, int* moves) noexcept nogil:
        return legal_moves(&self.p, &self.rules, moves)

    cdef uint64_t information_key(self, int seat) noexcept nogil:
        return self.keys[seat]

    cdef void step(self, int move, Rng* rng) noexcept nogil:
        """Make a move, and let everybody see it."""
        cdef Position* p = &self.p
        cdef Seen seen
        if self.recorded is not None:
            self.record(p, move)
        if puts_marker(p, move):
            self.watched_by_all(move)
            if put_marker(p, &self.rules, move):
                self.settle()
        elif p.phase == ACT or p.phase == GIVE:
            act_seen(p, move, &seen)
            make(p, &self.rules, move)
            self.see(&seen)
        else:
            self.watched_by_all(move)
            make(p, &self.rules, move)

    cdef str position_text(self):
        return self.game.text(&self.p)

    cdef void settle(self) noexcept nogil:
        """Resolve a cure; whoever may still cure learns what is not right."""
        cdef Position* p = &self.p
        cdef Seen seen
        cdef int s, right = right_card(p), answered = 0
        self.winner = winner_of(p, &self.rules)
        self.erred |= (p.cure[self.seat] == ANSWER or p.cure[self.seat] == FOLLOW) and p.cure_card[self.seat] != right
        for s in range(self.rules.seats):
            if p.cure[s] == ANSWER:
                answered |= 1 << p.cure_card[s]
        resolve(p, &self.rules)
        if p.phase == ACT:
            seen.seat = seen.target = seen.colour = seen.back = -1
            seen.number = seen.action = 0
            seen.pair = 0
            seen.kind = NOT_RIGHT
            for s in range(CARDS):
                if answered >> s & 1:
                    seen.card = s
                    self.see(&seen)

    cdef void watched_by_all(self, int move) noexcept nogil:
        """Everybody sees a move that tells nothing of the cards."""
        cdef int s
        for s in range(self.rules.seats):
            self.keys[s] = mixed(self.keys[s], move)

    cdef void see(self, const Seen* seen) noexcept nogil:
        """All take in what they see of a move; `seen` tells everything."""
        cdef Known* known
        cdef World* out
        cdef Seen mine
        cdef int s
        for s in range(self.rules.seats):
            known = &self.known[s]
            mine = seen[0]
            if s != seen.seat and s != seen.target:
                mine.colour = mine.back = -1
            self.keys[s] = mixed(self.keys[s], seen_word(&mine))
            if self.p.cure[s] != UNUSED or known.count < 2:
                continue
            out = self.rows + (2 * s + known.side) * ROOM
            known.count = learn_rows(known.rows, known.count, &mine, self.ones, s == seen.seat, out, self.merger)
            known.rows = out
            known.side ^= 1
            known.fresh = False

    cdef const double* chances_of(self, int seat) noexcept nogil:
        """How likely each card is right, as a seat knows now."""
        cdef Known* known = &self.known[seat]
        if not known.fresh:
            row_chances(known.rows, known.count, known.chances)
            known.fresh = True
        return known.chances

    cdef double finish(self, Rng* rng, double* found) noexcept nogil:
        """Go on to the end of the round; per seat the value, the points, and whether it was the first with the right card."""
        cdef Position* p = &self.p
        cdef int s, place = 0, seats = self.rules.seats
        while p.phase != DEAL and p.phase != ENDED:
            self.step(self.policy_move(rng), rng)
        for s in range(seats):
            found[seats + s] = p.scores[s] - self.table.scores[s]
            found[2 * seats + s] = s == self.winner
            place = place * self.rules.target + p.scores[s]
        if p.phase == ENDED:
            self.game.returns(p, found)
        else:
            for s in range(seats):
                found[s] = self.race[place * seats + s]
        return self.caution if self.erred else 0

    # The blueprint --------------------------------------------------------------------------------------------------

    cdef int policy_move(self, Rng* rng) noexcept nogil:
        cdef const Position* p = &self.p
        cdef const double* chances
        cdef int count, i, acts = 0
        cdef bint sure
        if p.phase == CURE:
            return self.reply()
        chances = self.chances_of(p.seat)
        sure = p.phase == ACT and unit(rng) < cures(p, &self.rules, best_chance(p, &self.rules, chances))
        count = legal_moves(p, &self.rules, self.buffer)
        if p.phase == ACT and not sure and below(rng, STRAY) == 0:
            for i in range(count):
                if not ANSWERS <= self.buffer[i] < FOLLOWS:
                    self.buffer[acts] = self.buffer[i]
                    acts += 1
            return self.buffer[below(rng, acts)]
        count = best_moves(p, chances, 0 if sure else NEVER_SURE, self.buffer, count)
        return self.buffer[below(rng, count)]

    cdef int reply(self) noexcept nogil:
        """Answer, follow or decline, whatever is worth most points on average."""
        cdef const Position* p = &self.p
        cdef double worths[REPLIES]
        cdef int place
        reply_worths(p, &self.rules, self.chances_of(p.seat), worths)
        place = best_reply(worths)
        if place == DECLINES:
            return SKIP
        return (FOLLOWS if may_follow(p, &self.rules, place) else ANSWERS) + HERBALISM_RANK[place]

    # What there is to say ---------------------------------------------------------------------------------------------

    def weights(self):
        """{(pair, hands): chance} of every way in which the cards may lie, as the seat that decides believes."""
        cdef const Start* start = self.own()
        cdef double whole = 0
        cdef int i
        for i in range(start.count):
            whole += start.rows[i].likely
        return {cards_of(start.rows[i].now, self.rules.seats): start.rows[i].likely / whole for i in range(start.count)}

    def reveals(self, move):
        weights = self.weights()
        return self.knowledge.expected_bits(move, weights), bits(weights)

    def beliefs(self):
        """How likely each medicine card is right."""
        cdef const Start* start = self.own()
        return {"cure": {name: start.chances[card] for card, name in enumerate(texts.CARDS)}}

    def facts(self, move):
        """sure: the likeliest card, its chance; rival: who else is surest, how sure; then of an action `learns` (how sure it is
        expected to make, `before` and `after`), of a marker `right` (its card, the chance,
        and whom it follows)."""
        cdef Start* start = self.own()
        cdef const double* chances = start.chances
        cdef double best
        cdef int card, s
        cdef long i
        move = checked_move(move)
        surest = max(range(CARDS), key=lambda card: (chances[card], -card))
        found = [("sure", {"card": texts.CARDS[surest], "chance": chances[surest]})]
        rivals = []
        for s in range(self.rules.seats):
            if s != self.seat and self.table.cure[s] == UNUSED:
                best = 0
                for i in range(self.count):
                    best += self.particles[i].weight * best_chance(&self.table, &self.rules, self.starts[s][self.particles[i].mind[s]].chances)
                rivals.append((best / self.cumulative[self.count - 1], -s))
        if rivals:
            found.append(("rival", {"seat": 1 - max(rivals)[1], "chance": max(rivals)[0]}))
        if ANSWERS <= move < FOLLOWS + CARDS:
            card = HERBALISM_CARD[(move - ANSWERS) % CARDS]
            right = {"card": texts.CARDS[card], "chance": chances[card]}
            for s in range(self.rules.seats):
                if move >= FOLLOWS and self.table.cure[s] == ANSWER and self.table.cure_card[s] == card:
                    right["seat"] = s + 1
            found.append(("right", right))
        elif self.table.phase == ACT:
            found.append(("learns", {"before": chances[surest], "after": self.expected_best(move)}))
        return found

    # Which moves to try first ---------------------------------------------------------------------------------------

    def priors(self, moves):
        """Actions by how sure of a card they are expected to make, cures by how sure it is now."""
        cdef Start* start = self.own()
        cdef const double* chances = start.chances
        cdef int move, card
        cdef double best = 0, worth
        moves = [checked_move(move) for move in moves]
        if self.table.phase != ACT:
            return [1.0 / len(moves)] * len(moves)
        for card in range(CARDS):
            best = max(best, chances[card])
        found = []
        for move in moves:
            if ANSWERS <= move < FOLLOWS:
                worth = chances[HERBALISM_CARD[(move - ANSWERS) % CARDS]]
                found.append(0.02 + worth * worth)
            else:
                worth = self.expected_best(move) - best
                found.append(0.02 + 5 * worth * worth)
        whole = sum(found)
        return [one / whole for one in found]

    cdef double expected_best(self, int move) noexcept nogil:
        """The expected chance of the likeliest card after an action and what the target is taken to hand over."""
        cdef double chances[4 * 8][CARDS]
        cdef const Start* start = &self.starts[self.seat][0]
        cdef const World* row
        cdef Act a = act_of(move)
        cdef int i, c, card, bits, other, outcome
        cdef double best, whole = 0, found = 0
        for i in range(4 * 8):
            for card in range(CARDS):
                chances[i][card] = 0
        for i in range(start.count):
            row = &start.rows[i]
            whole += row.likely
            if a.action == PASS:
                chances[0][row.deal] += row.likely
            elif a.action == INQUIRE or a.action == FEED:
                other = other_colour(a.card, a.colour)
                chances[held(row.now, a.target, other)][row.deal] += row.likely
            elif a.action == BREW and a.card != SAME:
                outcome = (held(row.now, a.target, HERBALISM_X[a.card]) > 0) | (held(row.now, a.target, HERBALISM_Y[a.card]) > 0) << 1
                chances[outcome][row.deal] += row.likely
            else:
                bits = asked_bits(row.now, a.target, a.card, a.action)
                if not bits:
                    chances[0][row.deal] += row.likely
                for c in range(COLOURS):
                    if bits >> c & 1:
                        outcome = 8 * c + (1 if a.action == BREW else held(row.now, a.target, c))
                        chances[outcome][row.deal] += row.likely / bits_set(bits)
        for i in range(4 * 8):
            best = 0
            for card in range(CARDS):
                best = max(best, chances[i][card])
            found += best
        return found / whole if whole > 0 else 0
