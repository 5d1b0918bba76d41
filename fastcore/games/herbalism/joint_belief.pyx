"""JointBelief: the hidden cards and other seats' knowledge, in each world that the deciding seat thinks possible.

The round is replayed. A particle is one current distribution of the cards and the information state of each other seat.
Equal particles are merged, and the lightest are dropped if there are too many. The information state of another seat
follows from its hand and its observations. Under the model `blueprint`, a seat's choices to cure or not are weighted by
its card probabilities at that moment (`cure_policy.pxd`), and by the probability of each type of player
(`blueprint.pxd`). The types follow from the same choices, of this round and of earlier rounds.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from fastcore.bits cimport bit_count
from fastcore.games.herbalism.blueprint cimport HERBALISM_BLUEPRINT, TYPES
from fastcore.games.herbalism.cure_policy cimport reply_likelihood, turn_likelihood
from fastcore.games.herbalism.knowledge cimport HerbalismKnowledge, HistoryStep
from fastcore.games.herbalism.moves cimport ACTIONS, ANSWERS, FOLLOWS, HERBALISM_CARD_AT, list_moves
from fastcore.games.herbalism.observation cimport (
    BREWED, CHOICE, FED, GAVE, INQUIRED, NOTHING_TO_GIVE, PAIR_SEEN, Observation,
)
from fastcore.games.herbalism.rules cimport ACT, CARDS, COLOURS, CURE, DEAL, Position, accepts
from fastcore.games.herbalism.worlds cimport World, WorldSet, cards_held, colours_held, successors, unpack
from fastcore.stream cimport mixed

from fastcore.games.herbalism.text.facts import fact_of

TYPE_PRIORS = (0.3, 0.3, 0.2, 0.2)      # of the types of players, before the first round
CHANGED = 0.02                          # probability that a player plays as another type in the next round

cdef enum:
    MAX_PARTICLES = MAX_WORLDS
    SLOTS = 1 << 17
    NO_VARIANT = 4          # the variant of an observation without variants, or with a hidden one


cdef list prior_types(int seats):
    """Return the probability of each type of every seat before the first round."""
    return [list(TYPE_PRIORS) for _ in range(seats)]


def types_after(HerbalismKnowledge knowledge not None):
    """Return the probability of each type of every seat, [seat][type], after the rounds that a seat has seen end.

    They follow from the seats' choices to cure or not. The order of types is that of `blueprint.pxd`.
    """
    cdef JointBelief belief
    cdef list types = prior_types(knowledge.herbalism.seats), known
    cdef tuple finished
    for finished in knowledge.rounds:
        known = finished[3]
        if not known:       # one assignment, because another thread may do the same
            belief = JointBelief(knowledge, "blueprint", finished, types)
            known[:] = belief.types() if belief.count else types
        types = known
    return types


cdef class InformationState:
    def __cinit__(self):
        self.worlds = NULL

    def __dealloc__(self):
        free(self.worlds)


cdef class JointBelief:
    """The joint belief of the seat that decides.

    Args:
        knowledge: that seat's knowledge.
        model: the assumed policy of other seats: "none", "uniform" or "blueprint".
        finished: replay this round of `knowledge.rounds` instead of the present one.
        types: the probability of each type of every seat, [seat][type]; None: those after the finished rounds.

    Raises:
        ValueError: the knowledge belongs to a seat that does not decide.
    """

    def __cinit__(self, HerbalismKnowledge knowledge not None, model, tuple finished=None, list types=None):
        cdef HerbalismKnowledge root = knowledge if knowledge.root is None else knowledge.root
        cdef HistoryStep step
        cdef tuple steps = knowledge.steps
        cdef int s, k
        if finished is not None:
            root, _, steps, _ = finished
        elif knowledge.viewer < 0 or knowledge.herbalism.actor(&knowledge.p) != knowledge.viewer:
            raise ValueError("a joint belief needs the viewpoint of the seat that decides")
        self.seats, self.viewer = knowledge.herbalism.seats, knowledge.viewer
        self.rules, self.model = knowledge.herbalism.rules, model
        self.capacity = 4 * MAX_PARTICLES
        self.particles = <Particle*>malloc(self.capacity * sizeof(Particle))
        self.table = <HashMerge*>malloc(sizeof(HashMerge))
        self.scratch = <World*>malloc(MAX_WORLDS * sizeof(World))
        self.slots = <int*>malloc(SLOTS * sizeof(int))
        if self.particles == NULL or self.table == NULL or self.scratch == NULL or self.slots == NULL:
            raise MemoryError
        memset(self.table, 0, sizeof(HashMerge))
        if types is None:
            types = types_after(knowledge) if model == "blueprint" else prior_types(self.seats)
        for s in range(self.seats):
            for k in range(TYPES):
                self.type_priors[s][k] = types[s][k]
        self.initialise(knowledge, root, steps)
        for step in steps:
            if root.p.phase != DEAL or step is not steps[0]:
                self.apply(step)
        self.states[self.viewer] = [self.viewer_state()]

    def __dealloc__(self):
        free(self.particles)
        free(self.table)
        free(self.scratch)
        free(self.slots)

    cdef int initialise(self, HerbalismKnowledge knowledge, HerbalismKnowledge root, tuple steps) except -1:
        """Fill the particles with the deals, or with the worlds of the view that the knowledge begins with."""
        cdef WorldSet worlds = WorldSet(self.seats, self.viewer), other_worlds
        cdef Position dealt = knowledge.p, table = root.p
        cdef bint from_deal = table.phase == DEAL
        cdef uint64_t hand
        cdef long i
        cdef int s, c
        if from_deal and len(steps) > 1:
            dealt = (<HistoryStep>steps[1]).before
        if from_deal:
            worlds.fill_from_deal(dealt.hands[self.viewer])
        else:
            worlds.fill_from_view(&table, root.knows_pair)
        self.states = [[] for _ in range(self.seats)]
        indices = {}
        self.count = <int>min(worlds.count, MAX_PARTICLES)
        for i in range(self.count):
            self.particles[i].hands, self.particles[i].weight = worlds.worlds[i].hands, worlds.worlds[i].arrangements
            for s in range(self.seats):
                self.particles[i].state[s] = 0
                if s == self.viewer:
                    continue
                hand = worlds.worlds[i].hands >> 12 * s & 0xfff
                if (s, hand) not in indices:
                    other_worlds = WorldSet(self.seats, s)
                    for c in range(COLOURS):
                        table.hands[s][c] = cards_held(worlds.worlds[i].hands, s, c)
                    if from_deal:
                        other_worlds.fill_from_deal(table.hands[s])
                    else:
                        other_worlds.fill_from_view(&table, False)
                    for c in range(COLOURS):
                        table.hands[s][c] = 0
                    store_cures(other_worlds.worlds, other_worlds.count)
                    indices[s, hand] = len(self.states[s])
                    self.states[s].append(self.new_state(other_worlds.worlds, min(other_worlds.count, MAX_WORLDS), None))
                self.particles[i].state[s] = indices[s, hand]
        return 0

    cdef InformationState new_state(self, const World* worlds, int count, InformationState before):
        """Return a new information state with a copy of these worlds."""
        cdef InformationState state = InformationState()
        cdef int k
        state.worlds = <World*>malloc(max(count, 1) * sizeof(World))
        if state.worlds == NULL:
            raise MemoryError
        memcpy(state.worlds, worlds, count * sizeof(World))
        state.count = count
        sum_cures(state.worlds, count, state.cures)
        for k in range(TYPES):
            state.likelihood[k] = 1 if before is None else before.likelihood[k]
        return state

    cdef InformationState viewer_state(self):
        """Return the deciding seat's information state, computed from the particles."""
        cdef int i, count = 0
        for i in range(min(self.count, MAX_WORLDS)):
            self.scratch[i].hands, self.scratch[i].weight = self.particles[i].hands, self.particles[i].weight
            self.scratch[i].arrangements = 1
            count += 1
        count = merge_worlds(self.scratch, count, self.table)
        store_cures(self.scratch, count)
        return self.new_state(self.scratch, count, None)

    cdef list types(self):
        """Return the probabilities of the types of every seat after the replayed choices."""
        cdef InformationState state
        cdef double probabilities[TYPES]
        cdef double total
        cdef int i, s, k
        result = []
        for s in range(self.seats):
            sums = [self.type_priors[s][k] for k in range(TYPES)]
            if s != self.viewer:
                sums = [0.0] * TYPES
                for i in range(self.count):
                    state = (<list>self.states[s])[self.particles[i].state[s]]
                    type_probabilities(self.type_priors[s], state.likelihood, probabilities)
                    for k in range(TYPES):
                        sums[k] += self.particles[i].weight * probabilities[k]
                total = sum(sums)
                sums = [(1 - CHANGED) * share / total + CHANGED / TYPES for share in sums]
            result.append(sums)
        return result

    # Replaying the round --------------------------------------------------------------------------------------------

    cdef int apply(self, HistoryStep step) except -1:
        """Update with one step of the history."""
        cdef int i, count = 0
        if step.fact is not None:
            holds = fact_of(step.fact, self.seats)
            for i in range(self.count):
                if holds(*unpack(self.particles[i].hands, self.seats)):
                    self.particles[count] = self.particles[i]
                    count += 1
            self.count = count
            return 0
        if self.model == "blueprint" and step.before.seat != self.viewer:
            self.weigh_choice(step)
        for i in range(step.count):
            self.observe(step, step.seen[i])
        return 0

    cdef int weigh_choice(self, HistoryStep step) except -1:
        """Weight every particle by the likelihood of the choice, given the choosing seat's cure probabilities.

        The likelihood is the mean over the types of the seat. The types' own likelihoods are kept, by information state.
        """
        cdef const Position* p = &step.before
        cdef InformationState state
        cdef int i, k, seat = p.seat, card = -1
        cdef double before, after
        cdef list states = self.states[seat]
        if p.phase not in (ACT, CURE):
            return 0
        if ANSWERS <= step.move < FOLLOWS + CARDS:
            card = HERBALISM_CARD_AT[(step.move - ANSWERS) % CARDS]
        for state in states:
            before = after = 0
            for k in range(TYPES):
                before += self.type_priors[seat][k] * state.likelihood[k]
                if p.phase == ACT:
                    state.likelihood[k] *= turn_likelihood(p, &self.rules, HERBALISM_BLUEPRINT[k], state.cures, card)
                else:
                    state.likelihood[k] *= reply_likelihood(p, &self.rules, HERBALISM_BLUEPRINT[k], state.cures, card)
                after += self.type_priors[seat][k] * state.likelihood[k]
            state.ratio = after / before
        for i in range(self.count):
            self.particles[i].weight *= (<InformationState>states[self.particles[i].state[seat]]).ratio
        return 0

    cdef int observe(self, HistoryStep step, Observation seen) except -1:
        """Replace the particles by those that follow from an observation of the viewer.

        A variant is one way to complete the observation: the colour of a card given, or the colours taken. Only the
        seats that pass cards see the variant; the others see the bare observation.
        """
        cdef int move_counts[16]
        cdef int moves[ACTIONS]
        cdef int i, s, variant, seen_variant, count = 0, first, last, accepted = 0, c
        cdef bint by_viewer = seen.seat == self.viewer, uniform = self.model == "uniform"
        cdef Observation complete, partial
        cdef World world
        cdef World out[MAX_SUCCESSORS]
        cdef Particle* after
        cdef list states = [[] for _ in range(self.seats)]
        cdef InformationState state
        if seen.kind == CHOICE and not uniform:
            return 0
        for i in range(16):
            move_counts[i] = 1
            if uniform and seen.kind <= NOTHING_TO_GIVE:
                move_counts[i] = max(1, list_moves(&step.before, &self.rules, i, 0, moves))
        if seen.kind == INQUIRED or seen.kind == FED or seen.kind == GAVE:
            first = max(seen.colour, 0)
            last = seen.colour if seen.colour >= 0 else COLOURS - 1
            for c in range(COLOURS):
                accepted |= accepts(seen.card, c) << c
        elif seen.kind == BREWED:
            first = max(seen.taken, 0)
            last = seen.taken if seen.taken >= 0 else 3
        else:
            first = last = NO_VARIANT
        for s in range(self.seats):
            for state in self.states[s]:
                for i in range(5):
                    state.successor[i] = -1
        after = <Particle*>malloc(self.capacity * sizeof(Particle))
        if after == NULL:
            raise MemoryError
        try:
            for i in range(self.count):
                for variant in range(first, last + 1):
                    complete = seen
                    if seen.kind == BREWED:
                        complete.taken = variant
                    elif variant != NO_VARIANT:
                        complete.colour = variant
                    world.hands, world.weight = self.particles[i].hands, self.particles[i].weight
                    if not successors(&world, &complete, move_counts, by_viewer, out) or count == self.capacity:
                        continue
                    if not uniform and not by_viewer and (seen.kind == INQUIRED or seen.kind == FED):
                        out[0].weight /= max(1, bit_count(colours_held(world.hands, seen.seat) & accepted))
                    after[count].hands, after[count].weight = out[0].hands, out[0].weight
                    for s in range(self.seats):
                        after[count].state[s] = 0
                        if s == self.viewer:
                            continue
                        partial = complete
                        seen_variant = variant
                        if s != seen.seat and s != seen.target and variant != NO_VARIANT:
                            partial.colour = partial.taken = -1
                            seen_variant = NO_VARIANT
                        after[count].state[s] = self.successor_state(
                            states[s], s, self.particles[i].state[s], seen_variant, &partial, move_counts
                        )
                    count += 1
            free(self.particles)
            self.particles, after = after, NULL
        finally:
            free(after)
        self.count = count
        self.states = states
        self.merge_particles()
        return 0

    cdef int successor_state(
        self, list states, int seat, int index, int variant, Observation* seen, const int* move_counts
    ) except -1:
        """Return the index in `states` of a seat's information state after an observation. The first call creates the state."""
        cdef InformationState state = (<list>self.states[seat])[index]
        cdef Observation own
        cdef bint by_observer = seen.seat == seat
        cdef int count
        if state.successor[variant] < 0:
            own = seen[0]
            if seen.kind == PAIR_SEEN:      # no other seat has seen the pair
                own.kind = CHOICE
                by_observer = True
            count = update_worlds(state.worlds, state.count, &own, move_counts, by_observer, self.scratch, self.table)
            state.successor[variant] = len(states)
            states.append(self.new_state(self.scratch, count, state))
        return state.successor[variant]

    cdef int merge_particles(self) except -1:
        """Merge equal particles, drop the lightest beyond MAX_PARTICLES, and scale the weights to sum to 1."""
        cdef Particle* particle
        cdef Particle* other
        cdef int i, s, merged = 0, slot, index
        cdef uint64_t key
        cdef double total = 0
        memset(self.slots, 0xff, SLOTS * sizeof(int))
        for i in range(self.count):
            particle = &self.particles[i]
            key = particle.hands
            for s in range(self.seats):
                key = mixed(key, <uint64_t>particle.state[s] + 1)
            slot = <int>(key & (SLOTS - 1))
            while True:
                index = self.slots[slot]
                if index < 0:
                    self.slots[slot] = merged
                    self.particles[merged] = particle[0]
                    merged += 1
                    break
                other = &self.particles[index]
                if other.hands == particle.hands and other.state[0] == particle.state[0] and (
                    other.state[1] == particle.state[1] and other.state[2] == particle.state[2]
                    and (self.seats < 4 or other.state[3] == particle.state[3])
                ):
                    other.weight += particle.weight
                    break
                slot = (slot + 1) & (SLOTS - 1)
        self.count = merged
        if merged > MAX_PARTICLES:
            self.drop_lightest()
        for i in range(self.count):
            total += self.particles[i].weight
        for i in range(self.count):
            self.particles[i].weight /= total       # so that weights do not underflow in a long round
        return 0

    cdef int drop_lightest(self) except -1:
        """Keep the MAX_PARTICLES heaviest particles in their order. Among equals, keep the first."""
        cdef int i, count = 0, ties
        cdef double weight, threshold
        weights = sorted([self.particles[i].weight for i in range(self.count)], reverse=True)
        threshold = weights[MAX_PARTICLES - 1]
        ties = MAX_PARTICLES - sum([self.particles[i].weight > threshold for i in range(self.count)])
        for i in range(self.count):
            weight = self.particles[i].weight
            if weight > threshold or (weight == threshold and ties > 0):
                ties -= weight == threshold
                self.particles[count] = self.particles[i]
                count += 1
        self.count = count
        return 0
