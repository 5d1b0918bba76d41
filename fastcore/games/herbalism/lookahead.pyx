"""HerbalismLookahead: how a round may go on, where every seat decides by what it will know.

A simulation takes one world with what the others know in it, makes the move, and goes on to the end of the round by a
blueprint: who is sure enough cures, others answer, follow or decline by what is worth most points to them, and until
then everybody asks for many cards. What each seat sees is taken in as it would take it in. The scores after the round
are valued by `race`. So the chance that somebody else is sure first, and what a move tells to whom, are counted.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from fastcore.games.herbalism.joint cimport Joint, Mind, Particle
from fastcore.games.herbalism.knowledge cimport HerbalismKnowledge
from fastcore.games.herbalism.mind cimport ROOM, Merger, learn_rows, row_chances
from fastcore.games.herbalism.moves cimport (
    ACTIONS, ANSWERS, CURES, FOLLOWS, GIFTS, HERBALISM_CARD, HERBALISM_COLOUR, HERBALISM_RANK, SKIP, Act, act_of, make, put_marker, puts_marker,
)
from fastcore.games.herbalism.packed cimport asked_bits, bits_set, held, hidden
from fastcore.games.herbalism.playout cimport legal_moves
from fastcore.games.herbalism.policies cimport best_moves
from fastcore.games.herbalism.race cimport race_values
from fastcore.games.herbalism.rules cimport (
    ACT, ANSWER, APPEAL, BREW, CARDS, COLOURS, CURE, DEAL, ENDED, FEED, FOLLOW, GIVE, HERBALISM_X, HERBALISM_Y, INQUIRE, PASS, SAME, SEATS,
    UNUSED, Position, Rules, asked_colours, closed, may_follow, only_cures, other_colour, resolve, right_card, winner_of,
)
from fastcore.games.herbalism.worlds cimport (
    ASKED, CHOSE, GAVE_AND_GOT, GAVE_AND_TOLD, HANDED, NOT_ASKED, NOT_RIGHT, TOOK_BOTH, Seen, World,
)
from fastcore.stream cimport Rng, below

cdef double SURE = 0.55         # who is so sure of a card cures,
cdef double SURE_LATER = 0.02   # so much less each turn from now on,
cdef double LEAST_SURE = 0.3    # down to this
cdef double WAITING = 0.8       # points that a marker kept is worth if the cure fails
cdef double TRUST = 4           # how much likelier a card is that somebody answers
cdef int STRAY = 4              # of so many actions one is any


cdef class HerbalismLookahead(Lookahead):
    def __init__(self, game, HerbalismKnowledge known not None, Joint joint not None, caution):
        cdef double whole = 0
        cdef int i, s
        cdef Mind mind
        self.joint = joint
        self.rules = known.rules.rules
        self.table = known.p
        self.seat = joint.me
        self.caution = caution
        self.told = ("points", "first")
        self.race = race_values(self.rules.seats, self.rules.target)
        self.count = joint.count
        self.upto = <double*>malloc(max(self.count, 1) * sizeof(double))
        self.rows = <World*>malloc(2 * SEATS * ROOM * sizeof(World))
        if self.upto == NULL or self.rows == NULL:
            raise MemoryError
        for i in range(self.count):
            whole += joint.particles[i].weight
            self.upto[i] = whole
        for i in range(16):
            self.ones[i] = 1
        for s in range(self.rules.seats):
            self.starts[s] = <Start*>malloc(max(len(joint.minds[s]), 1) * sizeof(Start))
            if self.starts[s] == NULL:
                raise MemoryError
            for i, mind in enumerate(joint.minds[s]):
                self.starts[s][i].rows, self.starts[s][i].count = mind.rows, mind.count
                memcpy(self.starts[s][i].chances, mind.chances, sizeof(mind.chances))

    def __dealloc__(self):
        cdef int s
        free(self.rows)
        for s in range(SEATS):
            free(self.starts[s])

    # One simulation -------------------------------------------------------------------------------------------------

    cdef void simulate(self, int move, double point, Rng* rng, double* found) noexcept nogil:
        cdef Position p
        cdef int scores[SEATS]
        cdef int s, winner = -1, turn = self.table.turn, place = 0, seats = self.rules.seats
        cdef double* points = found + seats
        cdef double* first = found + 2 * seats
        self.begin(&self.joint.particles[self.world_at(point)], &p)
        for s in range(seats):
            scores[s] = p.scores[s]
        while True:
            winner = self.step(&p, move)
            if p.phase == DEAL or p.phase == ENDED:
                break
            move = self.decide(&p, p.turn - turn, rng)
        for s in range(seats):
            points[s] = p.scores[s] - scores[s]
            first[s] = s == winner
            place = place * self.rules.target + p.scores[s]
        if p.phase == ENDED:
            self.game.returns(&p, found)
        else:
            for s in range(seats):
                found[s] = self.race[place * seats + s]
        if self.erred:
            found[self.seat] -= self.caution

    cdef void begin(self, const Particle* particle, Position* p) noexcept nogil:
        """The position in a world, and what all know there."""
        cdef const Start* start
        cdef int s, c
        p[0] = self.table
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

    cdef const double* chances_of(self, int seat) noexcept nogil:
        """How likely each card is right, as a seat knows now."""
        cdef Known* known = &self.known[seat]
        if not known.fresh:
            row_chances(known.rows, known.count, known.chances)
            known.fresh = True
        return known.chances

    cdef void see(self, const Position* p, const Seen* seen) noexcept nogil:
        """All who may still cure take in what they see; `seen` tells everything."""
        cdef Known* known
        cdef World* out
        cdef Seen mine
        cdef int s
        for s in range(self.rules.seats):
            known = &self.known[s]
            if p.cure[s] != UNUSED or known.count < 2:
                continue
            mine = seen[0]
            if s != seen.seat and s != seen.target:
                mine.colour = mine.back = -1
            out = self.rows + (2 * s + known.side) * ROOM
            known.count = learn_rows(known.rows, known.count, &mine, self.ones, s == seen.seat, out, self.joint.merger)
            known.rows = out
            known.side ^= 1
            known.fresh = False

    cdef int step(self, Position* p, int move) noexcept nogil:
        """Make a move, and let everybody see it; returns who won the round by it, or -1."""
        cdef Seen seen
        cdef int s, winner, right, answered = 0
        if puts_marker(p, move):
            if not put_marker(p, &self.rules, move):
                return -1
            right = right_card(p)
            winner = winner_of(p, &self.rules)
            self.erred |= (p.cure[self.seat] == ANSWER or p.cure[self.seat] == FOLLOW) and p.cure_card[self.seat] != right
            for s in range(self.rules.seats):
                if p.cure[s] == ANSWER:
                    answered |= 1 << p.cure_card[s]
            resolve(p, &self.rules)
            if p.phase == ACT:
                seen.seat = seen.target = seen.colour = seen.back = -1
                seen.kind = NOT_RIGHT
                for s in range(CARDS):
                    if answered >> s & 1:
                        seen.card = s
                        self.see(p, &seen)
            return winner
        if p.phase == ACT or p.phase == GIVE:
            self.act_seen(p, move, &seen)
            make(p, &self.rules, move)
            self.see(p, &seen)
        else:
            make(p, &self.rules, move)
        return -1

    cdef void act_seen(self, const Position* p, int move, Seen* seen) noexcept nogil:
        """What an action, or what is handed over, tells of the cards."""
        cdef Act a
        cdef int other
        cdef const signed char* hand
        seen.seat = p.seat
        seen.back = seen.colour = -1
        seen.number = 0
        if p.phase == GIVE:
            seen.kind, seen.target, seen.card, seen.action = HANDED, p.by, p.card, p.action
            seen.colour = HERBALISM_COLOUR[move - GIFTS]
            seen.number = 2 if p.action == BREW else p.hands[p.seat][seen.colour]
            return
        a = act_of(move)
        seen.target, seen.card, seen.action, seen.colour = a.target, a.card, a.action, a.colour
        if a.action == PASS:
            seen.kind = CHOSE
            return
        hand = p.hands[a.target]
        if a.action == INQUIRE or a.action == FEED:
            other = other_colour(a.card, a.colour)
            seen.kind = GAVE_AND_TOLD if a.action == INQUIRE else GAVE_AND_GOT
            seen.number = hand[other] + (other == a.colour)
        elif a.action == BREW and a.card != SAME:
            seen.kind = TOOK_BOTH
            seen.back = (hand[HERBALISM_X[a.card]] > 0) | (hand[HERBALISM_Y[a.card]] > 0) << 1
            seen.number = bits_set(seen.back)
        else:
            seen.kind = ASKED if asked_colours(p, a.card, a.action, a.target) else NOT_ASKED

    # The blueprint --------------------------------------------------------------------------------------------------

    cdef int decide(self, const Position* p, int turns, Rng* rng) noexcept nogil:
        """How whoever decides is taken to go on, `turns` turns from now."""
        cdef double sure = max(LEAST_SURE, SURE - SURE_LATER * turns)
        cdef int count, i, acts = 0
        if p.phase == CURE:
            return self.answer(p)
        count = legal_moves(p, &self.rules, self.buffer)
        if p.phase == ACT and not only_cures(p, &self.rules) and below(rng, STRAY) == 0:
            for i in range(count):
                if not ANSWERS <= self.buffer[i] < FOLLOWS:
                    self.buffer[acts] = self.buffer[i]
                    acts += 1
            # whoever is sure enough cures all the same
            if acts and best_chance(p, &self.rules, self.chances_of(p.seat)) < sure:
                return self.buffer[below(rng, acts)]
            count = legal_moves(p, &self.rules, self.buffer)
        count = best_moves(p, self.chances_of(p.seat), sure, self.buffer, count)
        return self.buffer[below(rng, count)]

    cdef int answer(self, const Position* p) noexcept nogil:
        """Answer, follow or decline, whatever is worth most points on average."""
        cdef double chances[CARDS]
        cdef double whole = 0, worth, best, told = 0
        cdef int card, move = SKIP
        memcpy(chances, self.chances_of(p.seat), sizeof(chances))
        for card in range(CARDS):
            if may_follow(p, &self.rules, card):
                chances[card] *= TRUST
            whole += chances[card]
        for card in range(CARDS):
            chances[card] /= whole
            if may_follow(p, &self.rules, card):
                told += chances[card]
        best = WAITING * (1 - told)
        for card in range(CARDS):
            if may_follow(p, &self.rules, card):
                worth = 2 * chances[card] - 1
                if worth > best:
                    best, move = worth, FOLLOWS + HERBALISM_RANK[card]
            elif not closed(p, &self.rules, card):
                worth = 3 * chances[card]
                if worth > best:
                    best, move = worth, ANSWERS + HERBALISM_RANK[card]
        return move

    # Which moves to try first ---------------------------------------------------------------------------------------

    def priors(self, moves):
        """Actions by how sure of a card they are expected to make, cures by how sure it is now."""
        cdef const double* chances = self.starts[self.seat][0].chances
        cdef int move, card
        cdef double best = 0, worth
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


cdef inline double best_chance(const Position* p, const Rules* r, const double* chances) noexcept nogil:
    """The chance of the likeliest card that is open."""
    cdef double best = 0
    cdef int card
    for card in range(CARDS):
        if not closed(p, r, card):
            best = max(best, chances[card])
    return best

