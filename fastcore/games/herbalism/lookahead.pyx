"""HerbalismLookahead: simulations of a round in which every seat decides from its own knowledge.

A simulation samples a particle of the JointBelief and a type of each other seat, makes the moves of the search, and
plays the rest of the round by the blueprint: a seat that is sure enough cures, other seats reply by expected points
(`cure_policy.pxd`), and until then every seat asks for many cards. Each seat's information state is updated by what it
sees. The match equity table gives the value of the scores after the round. A simulation thus accounts for the risk that
another seat is sure first, and for what a move reveals to each seat.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from fastcore.bits cimport bit_count
from fastcore.game cimport OVER
from fastcore.games.herbalism.blueprint cimport HERBALISM_BLUEPRINT, OWN, PATIENT
from fastcore.games.herbalism.cure_policy cimport (
    DECLINE, REPLIES, best_open_probability, best_reply, curing_probability, reply_values,
)
from fastcore.games.herbalism.joint_belief cimport (
    MAX_WORLDS, InformationState, JointBelief, Particle, drawn_type, sum_cures, type_probabilities, update_worlds,
)
from fastcore.games.herbalism.knowledge cimport HerbalismKnowledge
from fastcore.games.herbalism.moves cimport (
    ANSWERS, FOLLOWS, HERBALISM_CARD_AT, HERBALISM_CARD_RANK, SKIP, Action, decode_action, is_marker_move, legal_moves,
    play_marker, play_move,
)
from fastcore.games.herbalism.observation cimport (
    CARD_WRONG, Observation, new_observation, observation_key, observation_of,
)
from fastcore.games.herbalism.observer cimport checked_move
from fastcore.games.herbalism.policies cimport best_moves
from fastcore.games.herbalism.rules cimport (
    ACT, ANSWER, BREW, CARDS, COLOURS, CURE, DEAL, ENDED, FEED, FOLLOW, GIVE, HERBALISM_COLOUR_A, HERBALISM_COLOUR_B,
    INQUIRE, PASS, SAME, SEATS, UNUSED, Position, may_follow, requested_colour, resolve_cure, right_card, winner_of,
)
from fastcore.games.herbalism.tables cimport match_equities
from fastcore.games.herbalism.worlds cimport World, cards_held, gifts_held, hidden_cards, unpack
from fastcore.stream cimport Rng, below, mixed, unit

from fastcore.games.herbalism.text import texts
from fastcore.games.herbalism.beliefs import bits

cdef enum:
    RANDOM_ACTIONS = 4      # one in this many actions of the blueprint is uniformly random
    NO_CURE = 2             # an answer threshold that no probability reaches
    OUTCOMES = 4 * 8        # of an action: a colour and a number of cards


cdef class HerbalismLookahead(Lookahead):
    """The lookahead of the seat that decides.

    Args:
        knowledge: the seat's HerbalismKnowledge.
        model: see Lookahead.
        joint: a JointBelief of this knowledge, not empty; this object keeps a reference because it uses its memory.
        caution: how much more a loss counts than a gain of the same size.

    Raises:
        ValueError: the joint belief is empty or of another seat, or this is called a second time.
    """

    def __init__(self, HerbalismKnowledge knowledge, model, JointBelief joint not None, caution):
        cdef double total = 0
        cdef int i, s
        cdef InformationState state
        if self.joint is not None or joint.count == 0:
            raise ValueError("a lookahead needs at least one world and cannot be initialised twice")
        if knowledge is not self.knowledge or knowledge.viewer != joint.viewer or knowledge.herbalism.seats != joint.seats:
            raise ValueError("a lookahead needs the Knowledge that its worlds come from")
        self.joint = joint
        self.table = joint.table
        self.particles = joint.particles
        self.rules = knowledge.herbalism.rules
        self.root = knowledge.p
        self.seat = joint.viewer
        self.caution = caution
        self.metrics = ("points", "first")
        self.equities = match_equities(self.rules.seats, self.rules.target)
        self.count = joint.count
        self.cumulative = <double*>malloc(max(self.count, 1) * sizeof(double))
        self.world_buffers = <World*>malloc(2 * SEATS * MAX_WORLDS * sizeof(World))
        if self.cumulative == NULL or self.world_buffers == NULL:
            raise MemoryError
        for i in range(self.count):
            total += joint.particles[i].weight
            self.cumulative[i] = total
        for i in range(16):
            self.unit_counts[i] = 1
        for s in range(self.rules.seats):
            self.starts[s] = <StartState*>malloc(max(len(joint.states[s]), 1) * sizeof(StartState))
            if self.starts[s] == NULL:
                raise MemoryError
            for i, state in enumerate(joint.states[s]):
                self.starts[s][i].worlds, self.starts[s][i].count = state.worlds, state.count
                memcpy(self.starts[s][i].cures, state.cures, sizeof(state.cures))
                type_probabilities(joint.type_priors[s], state.likelihood, self.starts[s][i].types)
        self.ready = True

    cdef StartState* start_state(self) except NULL:
        """Return the deciding seat's information state at the root. ValueError if the constructor has failed."""
        if not self.ready:
            raise ValueError("this lookahead is incomplete because its construction failed; create a new one")
        return &self.starts[self.seat][0]

    def __dealloc__(self):
        cdef int s
        free(self.world_buffers)
        for s in range(SEATS):
            free(self.starts[s])

    # One simulation -------------------------------------------------------------------------------------------------

    cdef void begin(self, double point) noexcept nogil:
        cdef const Particle* particle = &self.particles[self.world_at(point)]
        cdef const StartState* start
        cdef Position* p = &self.p
        cdef int s, c, k
        cdef bint all_patient = True
        cdef Rng rng        # all root moves meet the same types at the same point
        rng.state = mixed(<uint64_t>(point * 4503599627370496.0), 1)
        p[0] = self.root
        self.winner = -1
        self.answered_wrong = False
        for c in range(COLOURS):
            p.hidden[c] = hidden_cards(particle.hands, c)
            for s in range(self.rules.seats):
                p.hands[s][c] = cards_held(particle.hands, s, c)
        for s in range(self.rules.seats):
            start = &self.starts[s][particle.state[s]]
            self.states[s].worlds, self.states[s].count = start.worlds, start.count
            self.states[s].buffer = 0
            self.states[s].cures_valid = True
            memcpy(self.states[s].cures, start.cures, sizeof(start.cures))
            self.keys[s] = mixed(s, particle.state[s])
            if s != self.seat:
                k = drawn_type(start.types, unit(&rng))
                self.blueprints[s] = HERBALISM_BLUEPRINT[k]
                all_patient &= k <= PATIENT
        self.blueprints[self.seat] = HERBALISM_BLUEPRINT[PATIENT if all_patient else OWN]

    cdef int actor(self) noexcept nogil:
        return OVER if self.p.phase == DEAL else self.game.actor(&self.p)

    cdef int moves(self, int* moves) noexcept nogil:
        return legal_moves(&self.p, &self.rules, moves)

    cdef uint64_t information_key(self, int seat) noexcept nogil:
        return self.keys[seat]

    cdef void step(self, int move, Rng* rng) noexcept nogil:
        """Make a move and update the information state of every seat."""
        cdef Position* p = &self.p
        cdef Observation seen
        if self.recorded is not None:
            self.record(p, move)
        if is_marker_move(p, move):
            self.observe_public(move)
            if play_marker(p, &self.rules, move):
                self.resolve()
        elif p.phase == ACT or p.phase == GIVE:
            seen = observation_of(p, move)
            play_move(p, &self.rules, move)
            self.take_in(&seen)
        else:
            self.observe_public(move)
            play_move(p, &self.rules, move)

    cdef str position_text(self):
        return self.game.text(&self.p)

    cdef void resolve(self) noexcept nogil:
        """Resolve a cure. If the round continues, every seat that can still cure learns which cards are wrong."""
        cdef Position* p = &self.p
        cdef Observation seen
        cdef int s, card, right = right_card(p), answered = 0
        self.winner = winner_of(p, &self.rules)
        self.answered_wrong |= (
            (p.cure[self.seat] == ANSWER or p.cure[self.seat] == FOLLOW) and p.cure_card[self.seat] != right
        )
        for s in range(self.rules.seats):
            if p.cure[s] == ANSWER:
                answered |= 1 << p.cure_card[s]
        resolve_cure(p, &self.rules)
        if p.phase == ACT:
            for card in range(CARDS):
                if answered >> card & 1:
                    seen = new_observation(CARD_WRONG, -1, -1, card, 0)
                    self.take_in(&seen)

    cdef void observe_public(self, int move) noexcept nogil:
        """Update every seat with a move that reveals nothing about the cards."""
        cdef int s
        for s in range(self.rules.seats):
            self.keys[s] = mixed(self.keys[s], move)

    cdef void take_in(self, const Observation* seen) noexcept nogil:
        """Update every seat with its part of a complete observation."""
        cdef SeatState* state
        cdef World* out
        cdef Observation own
        cdef int s
        for s in range(self.rules.seats):
            state = &self.states[s]
            own = seen[0]
            if s != seen.seat and s != seen.target:
                own.colour = own.taken = -1
            self.keys[s] = mixed(self.keys[s], observation_key(&own))
            if self.p.cure[s] != UNUSED or state.count < 2:
                continue        # the seat cannot cure any more, or knows everything
            out = self.world_buffers + (2 * s + state.buffer) * MAX_WORLDS
            state.count = update_worlds(
                state.worlds, state.count, &own, self.unit_counts, s == seen.seat, out, self.table
            )
            state.worlds = out
            state.buffer ^= 1
            state.cures_valid = False

    cdef const double* cures_of(self, int seat) noexcept nogil:
        """Return the probability that each card is right, given a seat's knowledge in the simulation."""
        cdef SeatState* state = &self.states[seat]
        if not state.cures_valid:
            sum_cures(state.worlds, state.count, state.cures)
            state.cures_valid = True
        return state.cures

    cdef double finish(self, Rng* rng, double* results) noexcept nogil:
        """Play to the end of the round and write the values of all seats, then their points, then 1 for the winner.

        Return the caution if the deciding seat has answered or followed wrongly, otherwise 0.
        """
        cdef Position* p = &self.p
        cdef int s, index = 0, seats = self.rules.seats
        while p.phase != DEAL and p.phase != ENDED:
            self.step(self.policy_move(rng), rng)
        for s in range(seats):
            results[seats + s] = p.scores[s] - self.root.scores[s]
            results[2 * seats + s] = s == self.winner
            index = index * self.rules.target + p.scores[s]
        if p.phase == ENDED:
            self.game.returns(p, results)
        else:
            for s in range(seats):
                results[s] = self.equities[index * seats + s]
        return self.caution if self.answered_wrong else 0

    # The blueprint --------------------------------------------------------------------------------------------------

    cdef int policy_move(self, Rng* rng) noexcept nogil:
        cdef const Position* p = &self.p
        cdef const double* cures
        cdef int count, i, actions = 0
        cdef bint cure
        if p.phase == CURE:
            return self.reply()
        cures = self.cures_of(p.seat)
        cure = p.phase == ACT and unit(rng) < curing_probability(
            p, &self.rules, self.blueprints[p.seat], best_open_probability(p, &self.rules, cures)
        )
        count = legal_moves(p, &self.rules, self.buffer)
        if p.phase == ACT and not cure and below(rng, RANDOM_ACTIONS) == 0:
            for i in range(count):
                if not ANSWERS <= self.buffer[i] < FOLLOWS:
                    self.buffer[actions] = self.buffer[i]
                    actions += 1
            return self.buffer[below(rng, actions)]
        count = best_moves(p, cures, 0 if cure else NO_CURE, self.buffer, count)
        return self.buffer[below(rng, count)]

    cdef int reply(self) noexcept nogil:
        """Return the reply to a cure with the most expected points."""
        cdef const Position* p = &self.p
        cdef double values[REPLIES]
        cdef int card
        reply_values(p, &self.rules, self.blueprints[p.seat], self.cures_of(p.seat), values)
        card = best_reply(values)
        if card == DECLINE:
            return SKIP
        return (FOLLOWS if may_follow(p, &self.rules, card) else ANSWERS) + HERBALISM_CARD_RANK[card]

    # Explanations ---------------------------------------------------------------------------------------------------

    def distribution(self):
        """Return the deciding seat's belief about the cards as {(hidden pair, hands): probability}."""
        cdef const StartState* start = self.start_state()
        cdef double total = 0
        cdef int i
        for i in range(start.count):
            total += start.worlds[i].weight
        seats = self.rules.seats
        return {unpack(start.worlds[i].hands, seats): start.worlds[i].weight / total for i in range(start.count)}

    def reveals(self, move):
        distribution = self.distribution()
        return self.knowledge.forecast_from(move, distribution), bits(distribution)

    def beliefs(self):
        """Return {"cure": {medicine card: probability that it is right}}."""
        cdef const StartState* start = self.start_state()
        return {"cure": {name: start.cures[card] for card, name in enumerate(texts.CARDS)}}

    def facts(self, move):
        """Return [(key, {name: number or text})] about a move.

        Keys: sure (the card that is most likely right, its chance); rival (the opponent that is most certain of a
        card, and how certain); learns, for an action (the chance of the best card before it, and expected after it);
        right, for a marker (its card, the chance, and the seat it follows).
        """
        cdef StartState* start = self.start_state()
        cdef const double* cures = start.cures
        cdef double mean
        cdef int card, s
        cdef long i
        move = checked_move(move)
        best = max(range(CARDS), key=lambda card: (cures[card], -card))
        facts = [("sure", {"card": texts.CARDS[best], "chance": cures[best]})]
        rivals = []
        for s in range(self.rules.seats):
            if s != self.seat and self.root.cure[s] == UNUSED:
                mean = 0
                for i in range(self.count):
                    mean += self.particles[i].weight * best_open_probability(
                        &self.root, &self.rules, self.starts[s][self.particles[i].state[s]].cures
                    )
                rivals.append((mean / self.cumulative[self.count - 1], -s))
        if rivals:
            facts.append(("rival", {"seat": 1 - max(rivals)[1], "chance": max(rivals)[0]}))
        if ANSWERS <= move < FOLLOWS + CARDS:
            card = HERBALISM_CARD_AT[(move - ANSWERS) % CARDS]
            right = {"card": texts.CARDS[card], "chance": cures[card]}
            for s in range(self.rules.seats):
                if move >= FOLLOWS and self.root.cure[s] == ANSWER and self.root.cure_card[s] == card:
                    right["seat"] = s + 1
            facts.append(("right", right))
        elif self.root.phase == ACT:
            facts.append(("learns", {"before": cures[best], "after": self.expected_best(move)}))
        return facts

    # Priors ---------------------------------------------------------------------------------------------------------

    def priors(self, moves):
        """Return priors that sum to 1: cures by their probability, actions by the expected confidence after them."""
        cdef StartState* start = self.start_state()
        cdef const double* cures = start.cures
        cdef int move, card
        cdef double best = 0, gain
        moves = [checked_move(move) for move in moves]
        if self.root.phase != ACT:
            return [1.0 / len(moves)] * len(moves)
        for card in range(CARDS):
            best = max(best, cures[card])
        weights = []
        for move in moves:
            if ANSWERS <= move < FOLLOWS:
                gain = cures[HERBALISM_CARD_AT[(move - ANSWERS) % CARDS]]
                weights.append(0.02 + gain * gain)
            else:
                gain = self.expected_best(move) - best
                weights.append(0.02 + 5 * gain * gain)
        total = sum(weights)
        return [weight / total for weight in weights]

    cdef double expected_best(self, int move) noexcept nogil:
        """Return the expected probability of the best card after an action and the gift it asks for (uniform)."""
        cdef double cures[OUTCOMES][CARDS]
        cdef const StartState* start = &self.starts[self.seat][0]
        cdef const World* world
        cdef Action a = decode_action(move)
        cdef int i, c, card, colours, outcome
        cdef double best, total = 0, expected = 0
        for outcome in range(OUTCOMES):
            for card in range(CARDS):
                cures[outcome][card] = 0
        for i in range(start.count):
            world = &start.worlds[i]
            total += world.weight
            if a.kind == PASS:
                cures[0][world.deal] += world.weight
            elif a.kind == INQUIRE or a.kind == FEED:
                outcome = cards_held(world.hands, a.target, requested_colour(a.card, a.colour))
                cures[outcome][world.deal] += world.weight
            elif a.kind == BREW and a.card != SAME:
                outcome = (cards_held(world.hands, a.target, HERBALISM_COLOUR_A[a.card]) > 0)
                outcome |= (cards_held(world.hands, a.target, HERBALISM_COLOUR_B[a.card]) > 0) << 1
                cures[outcome][world.deal] += world.weight
            else:
                colours = gifts_held(world.hands, a.target, a.card, a.kind)
                if not colours:
                    cures[0][world.deal] += world.weight
                for c in range(COLOURS):
                    if colours >> c & 1:
                        outcome = 8 * c + (1 if a.kind == BREW else cards_held(world.hands, a.target, c))
                        cures[outcome][world.deal] += world.weight / bit_count(colours)
        for outcome in range(OUTCOMES):
            best = 0
            for card in range(CARDS):
                best = max(best, cures[outcome][card])
            expected += best
        return expected / total if total > 0 else 0
