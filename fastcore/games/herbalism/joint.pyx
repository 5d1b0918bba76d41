"""Joint: how the cards may lie for the seat that decides, and for each of these worlds what every other seat knows there.

The round is gone through once more. A particle is a way in which the cards lie now with what the others have seen on the
way to it; particles that agree in both are one. What others know of the cards follows from their hands and what they
saw; under the model `blueprint` their choices to cure or not are weighed by how sure they could be at that moment.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from fastcore.games.herbalism.deciding cimport reply_likelihood, turn_likelihood
from fastcore.games.herbalism.knowledge cimport HerbalismKnowledge, Step
from fastcore.games.herbalism.mind cimport ROOM, Merger, learn_rows, merge_rows, name_cards, row_chances
from fastcore.games.herbalism.moves cimport ACTIONS, ANSWERS, FOLLOWS, HERBALISM_CARD, list_moves
from fastcore.games.herbalism.packed cimport bits_set, held, held_bits
from fastcore.games.herbalism.rules cimport ACT, CARDS, COLOURS, CURE, DEAL, Position, may_be_given
from fastcore.games.herbalism.worlds cimport (
    CHOSE, GAVE_AND_GOT, GAVE_AND_TOLD, HANDED, NOT_ASKED, PAIR, TOOK_BOTH, Seen, World, Worlds, branch,
)
from fastcore.stream cimport mixed

from fastcore.games.herbalism.facts import fact_of

cdef enum:
    MOST = ROOM             # particles; of more the lightest are dropped
    PARTICLE_SLOTS = 1 << 17


cdef class Mind:
    def __cinit__(self):
        self.rows = NULL

    def __dealloc__(self):
        free(self.rows)


cdef class Joint:
    def __cinit__(self, HerbalismKnowledge known not None, model):
        cdef HerbalismKnowledge begun = known if known.origin is None else known.origin
        cdef Step step
        if known.me < 0 or known.rules.actor(&known.p) != known.me:
            raise ValueError("this is for the seat that decides")
        self.seats, self.me, self.rules, self.model = known.rules.seats, known.me, known.rules.rules, model
        self.room = 4 * MOST
        self.particles = <Particle*>malloc(self.room * sizeof(Particle))
        self.merger = <Merger*>malloc(sizeof(Merger))
        self.scratch = <World*>malloc(ROOM * sizeof(World))
        self.slots = <int*>malloc(PARTICLE_SLOTS * sizeof(int))
        if self.particles == NULL or self.merger == NULL or self.scratch == NULL or self.slots == NULL:
            raise MemoryError
        memset(self.merger, 0, sizeof(Merger))
        self.begin(known)
        for step in known.steps:
            if begun.p.phase != DEAL or step is not known.steps[0]:
                self.take_step(step)
        self.minds[self.me] = [self.own_mind()]

    def __dealloc__(self):
        free(self.particles)
        free(self.merger)
        free(self.scratch)
        free(self.slots)

    cdef int begin(self, HerbalismKnowledge known) except -1:
        """The worlds, and what the others know, at the beginning of what is known of this round."""
        cdef HerbalismKnowledge begun = known if known.origin is None else known.origin
        cdef Worlds mine = Worlds(self.seats, self.me), theirs
        cdef Position after = known.p, table = begun.p
        cdef bint dealt = table.phase == DEAL
        cdef uint64_t mask
        cdef long i
        cdef int s, c
        if dealt and len(known.steps) > 1:
            after = (<Step>known.steps[1]).before
        if dealt:
            mine.deal(after.hands[self.me])
        else:
            mine.lay(&table, begun.knows_pair)
        self.minds = [[] for _ in range(self.seats)]
        numbers = {}
        self.count = <int>min(mine.count, MOST)
        for i in range(self.count):
            self.particles[i].now, self.particles[i].weight = mine.rows[i].now, mine.rows[i].ways
            for s in range(self.seats):
                self.particles[i].mind[s] = 0
                if s == self.me:
                    continue
                mask = mine.rows[i].now >> 12 * s & 0xfff
                if (s, mask) not in numbers:
                    theirs = Worlds(self.seats, s)
                    for c in range(COLOURS):
                        table.hands[s][c] = held(mine.rows[i].now, s, c)
                    if dealt:
                        theirs.deal(table.hands[s])
                    else:
                        theirs.lay(&table, False)
                    for c in range(COLOURS):
                        table.hands[s][c] = 0
                    name_cards(theirs.rows, theirs.count)
                    numbers[s, mask] = len(self.minds[s])
                    self.minds[s].append(self.made_mind(theirs.rows, min(theirs.count, ROOM)))
                self.particles[i].mind[s] = numbers[s, mask]
        return 0

    cdef Mind made_mind(self, const World* rows, int count):
        cdef Mind mind = Mind()
        mind.rows = <World*>malloc(max(count, 1) * sizeof(World))
        if mind.rows == NULL:
            raise MemoryError
        memcpy(mind.rows, rows, count * sizeof(World))
        mind.count = count
        row_chances(mind.rows, count, mind.chances)
        return mind

    cdef Mind own_mind(self):
        """What the seat that decides holds possible."""
        cdef int i, count = 0
        for i in range(min(self.count, ROOM)):
            self.scratch[i].now, self.scratch[i].likely = self.particles[i].now, self.particles[i].weight
            self.scratch[i].ways = 1
            count += 1
        count = merge_rows(self.scratch, count, self.merger)
        name_cards(self.scratch, count)
        return self.made_mind(self.scratch, count)

    # Going through the round ------------------------------------------------------------------------------------------

    cdef int take_step(self, Step step) except -1:
        cdef int i, kept = 0
        if step.fact is not None:
            holds = fact_of(step.fact, self.seats)
            for i in range(self.count):
                if holds(*cards_of(self.particles[i].now, self.seats)):
                    self.particles[kept] = self.particles[i]
                    kept += 1
            self.count = kept
            return 0
        if self.model == "blueprint" and step.before.seat != self.me:
            self.weigh(step)
        for i in range(step.count):
            self.take_seen(step, step.seen[i])
        return 0

    cdef int weigh(self, Step step) except -1:
        """Weigh every particle by how likely the choice was for whom it decided, as sure as that seat was there."""
        cdef const Position* p = &step.before
        cdef const double* chances
        cdef int i, seat = p.seat, put = -1
        cdef list minds = self.minds[seat]
        if p.phase not in (ACT, CURE):
            return 0
        if ANSWERS <= step.move < FOLLOWS + CARDS:
            put = HERBALISM_CARD[(step.move - ANSWERS) % CARDS]
        for i in range(self.count):
            chances = (<Mind>minds[self.particles[i].mind[seat]]).chances
            if p.phase == ACT:
                self.particles[i].weight *= turn_likelihood(p, &self.rules, chances, put)
            else:
                self.particles[i].weight *= reply_likelihood(p, &self.rules, chances, put)
        return 0

    cdef int take_seen(self, Step step, Seen seen) except -1:
        """Take in what the step says of the cards, for the own seat and for what the others know."""
        cdef int ways[16]
        cdef int moves[ACTIONS]
        cdef int i, s, variant, slot, made = 0, first, last, mask = 0, c
        cdef bint own = seen.seat == self.me, uniform = self.model == "uniform", concerned
        cdef Seen open, covered
        cdef World row
        cdef World out[4]
        cdef Particle* after
        cdef list fresh = [[] for _ in range(self.seats)]
        cdef Mind mind
        if seen.kind == CHOSE and not uniform:
            return 0
        for i in range(16):
            ways[i] = max(1, list_moves(&step.before, &self.rules, i, 0, moves)) if uniform and seen.kind <= NOT_ASKED else 1
        if seen.kind == GAVE_AND_TOLD or seen.kind == GAVE_AND_GOT or seen.kind == HANDED:
            first = max(seen.colour, 0)
            last = seen.colour if seen.colour >= 0 else COLOURS - 1
            for c in range(COLOURS):
                mask |= may_be_given(seen.card, c) << c
        elif seen.kind == TOOK_BOTH:
            first = max(seen.back, 0)
            last = seen.back if seen.back >= 0 else 3
        else:
            first = last = 4
        for s in range(self.seats):
            for mind in self.minds[s]:
                for i in range(5):
                    mind.child[i] = -1
        after = <Particle*>malloc(self.room * sizeof(Particle))
        if after == NULL:
            raise MemoryError
        try:
            for i in range(self.count):
                for variant in range(first, last + 1):
                    open = seen
                    if seen.kind == TOOK_BOTH:
                        open.back = variant
                    elif variant < 4:
                        open.colour = variant
                    row.now, row.likely = self.particles[i].now, self.particles[i].weight
                    if not branch(&row, &open, ways, own, out) or made == self.room:
                        continue
                    if not uniform and not own and (seen.kind == GAVE_AND_TOLD or seen.kind == GAVE_AND_GOT):
                        out[0].likely /= max(1, bits_set(held_bits(row.now, seen.seat) & mask))
                    after[made].now, after[made].weight = out[0].now, out[0].likely
                    for s in range(self.seats):
                        after[made].mind[s] = 0
                        if s == self.me:
                            continue
                        concerned = s == seen.seat or s == seen.target
                        covered = open
                        slot = variant
                        if not concerned and variant < 4:
                            covered.colour = covered.back = -1
                            slot = 4
                        after[made].mind[s] = self.next_mind(fresh[s], s, self.particles[i].mind[s], slot, &covered, ways)
                    made += 1
            free(self.particles)
            self.particles, after = after, NULL
        finally:
            free(after)
        self.count = made
        self.minds = fresh
        self.collapse()
        return 0

    cdef int next_mind(self, list fresh, int seat, int number, int slot, Seen* seen, const int* ways) except -1:
        """The number of what a seat knows after it has seen this."""
        cdef Mind mind = (<list>self.minds[seat])[number]
        cdef Seen other
        cdef int count
        if mind.child[slot] < 0:
            if seen.kind == PAIR:       # who did not look learns that the pair is not what was answered
                other = seen[0]
                other.kind = CHOSE
                count = learn_rows(mind.rows, mind.count, &other, ways, True, self.scratch, self.merger)
            else:
                count = learn_rows(mind.rows, mind.count, seen, ways, seen.seat == seat, self.scratch, self.merger)
            mind.child[slot] = len(fresh)
            fresh.append(self.made_mind(self.scratch, count))
        return mind.child[slot]

    cdef int collapse(self) except -1:
        """Bring particles that agree together, and drop the lightest if there are too many."""
        cdef Particle* one
        cdef Particle* other
        cdef int i, s, kept = 0, at, place, room
        cdef uint64_t key
        cdef double whole = 0, least
        memset(self.slots, 0xff, PARTICLE_SLOTS * sizeof(int))
        for i in range(self.count):
            one = &self.particles[i]
            key = one.now
            for s in range(self.seats):
                key = mixed(key, <uint64_t>one.mind[s] + 1)
            at = <int>(key & (PARTICLE_SLOTS - 1))
            while True:
                place = self.slots[at]
                if place < 0:
                    self.slots[at] = kept
                    self.particles[kept] = one[0]
                    kept += 1
                    break
                other = &self.particles[place]
                if other.now == one.now and other.mind[0] == one.mind[0] and other.mind[1] == one.mind[1] and (
                    other.mind[2] == one.mind[2] and (self.seats < 4 or other.mind[3] == one.mind[3])
                ):
                    other.weight += one.weight
                    break
                at = (at + 1) & (PARTICLE_SLOTS - 1)
        self.count = kept
        if kept > MOST:
            least = sorted([self.particles[i].weight for i in range(kept)], reverse=True)[MOST - 1]
            room = MOST - sum([self.particles[i].weight > least for i in range(kept)])     # for those that weigh just that
            kept = 0
            for i in range(self.count):
                one = &self.particles[i]
                if one.weight > least or (one.weight == least and room > 0):
                    room -= one.weight == least
                    self.particles[kept] = one[0]
                    kept += 1
            self.count = kept
        for i in range(self.count):
            whole += self.particles[i].weight
        for i in range(self.count):
            self.particles[i].weight /= whole       # so that a long round does not run out of numbers
        return 0


cdef tuple cards_of(uint64_t now, int seats):
    """(hidden pair, hands) of packed hands, as counts by colour."""
    cdef Worlds empty = Worlds(seats, None)
    return empty.cards(now)
