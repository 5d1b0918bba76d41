"""Stage: one secret stage of a game of two seats, as the seat that searches knows it.

First the one seat chooses its whole plan, then the other, neither seeing the other's. What the searching seat does not
know has been taken out or drawn anew: nothing here can tell it.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

from fastcore.game cimport CHANCE, MAX_SEATS, OVER, POSITION_WORDS, Game
from fastcore.state cimport State
from fastcore.stream cimport Rng, mixed, unit
from fastcore.viewpoint cimport Viewpoint

from fastcore.stream import Stream
from fastcore.values import IllegalMove

cdef enum:
    MAX_WORLDS = 1024
    PATIENCE = 256      # decisions that a simulation passes by before it is valued in the middle of a turn


cdef class Stage:
    def __cinit__(self, Viewpoint point not None, seed, int worlds):
        cdef Game game = point.game
        cdef State state
        cdef uint64_t* world
        cdef int i, drawn
        if not 1 <= worlds <= MAX_WORLDS:
            raise ValueError(f"worlds is {worlds}; it must be 1 to {MAX_WORLDS}")
        self.game = game
        self.seat = max(point.actor, -1)
        self.buffer = <int*>malloc(game.max_moves * sizeof(int))
        self.weights = <float*>malloc(game.max_moves * sizeof(float))
        self.limits.moves = <int*>malloc(game.max_moves * sizeof(int))
        self.drawn = <int*>malloc(game.max_moves * sizeof(int))
        self.drawn_at = <uint64_t*>calloc(POSITION_WORDS, sizeof(uint64_t))
        self.positions = <uint64_t*>calloc(worlds * POSITION_WORDS, sizeof(uint64_t))
        for i in range(2):
            self.opened[i] = <uint64_t*>calloc(POSITION_WORDS, sizeof(uint64_t))
        if not (self.buffer and self.weights and self.drawn and self.drawn_at and self.limits.moves
                and self.positions and self.opened[0] and self.opened[1]):
            raise MemoryError
        known = point.state
        stream = Stream(seed, "worlds")
        *_, model = point.info.policies      # the others are taken to have chosen as the best of the game's policies would
        for drawn in range(1 if known is not None else worlds):
            state = known if known is not None else point.sample(stream, model)
            world = self.positions + self.worlds * POSITION_WORDS
            memcpy(world, state.position(), game.size)
            if self.seat >= 0:
                self.read_written(world)
            for i in range(self.worlds):
                if memcmp(world, self.positions + i * POSITION_WORDS, game.size) == 0:
                    break
            else:
                self.worlds += 1
            if drawn and self.worlds == 1:
                break       # all that was unknown has been taken back
        self.number = game.stage(self.positions)
        self.turn = game.turn(self.positions)
        self.open()

    cdef int read_written(self, uint64_t* world) except -1:
        cdef int i, written = self.game.rewind_stage(world, self.seat, self.buffer)
        self.limits.written.count = min(written, MOST_STEPS)
        for i in range(self.limits.written.count):
            self.limits.written.moves[i] = self.buffer[i]
        return 0

    cdef int open(self) except -1:
        """Note where each seat begins to choose: the second when the first has chosen anything."""
        cdef Rng rng
        rng.state = 0
        memcpy(self.opened[0], self.positions, self.game.size)
        memcpy(self.opened[1], self.positions, self.game.size)
        while self.decides(self.opened[1], 0):
            self.game.play(self.opened[1], self.game.rollout_move(self.opened[1], False, &rng, self.buffer))
        return 0

    def __dealloc__(self):
        free(self.buffer)
        free(self.weights)
        free(self.drawn)
        free(self.drawn_at)
        free(self.limits.moves)
        free(self.positions)
        free(self.opened[0])
        free(self.opened[1])

    cdef int restrict(self, object moves) except -1:
        """Plans of the searching seat go on with one of these moves (None: any), which are legal."""
        cdef int move
        self.limits.allowed = 0
        for move in sorted(moves or ()):
            self.limits.moves[self.limits.allowed] = move
            self.limits.allowed += 1
        return 0

    # Plans --------------------------------------------------------------------------------------------------------

    cdef bint decides(self, const void* position, int seat) noexcept nogil:
        """Whether a seat has something left to choose in this stage."""
        return self.game.actor(position) == seat and self.game.stage(position) == self.number

    cdef void begin(self, int seat, void* position) noexcept nogil:
        memcpy(position, self.opened[seat], self.game.size)

    cdef int listed(self, const void* position, int seat, int step) noexcept nogil:
        """Write what may be chosen in a step of a plan to `buffer`; returns the number."""
        cdef int i
        if seat == self.seat and step < self.limits.written.count:
            self.buffer[0] = self.limits.written.moves[step]
            return 1
        if seat == self.seat and step == self.limits.written.count and self.limits.allowed:
            for i in range(self.limits.allowed):
                self.buffer[i] = self.limits.moves[i]
            return self.limits.allowed
        return self.game.moves(position, self.buffer)

    cdef int draw(self, const void* position, int count, Rng* rng) noexcept nogil:
        """One of the `count` moves in `buffer`, drawn by the game's priors. Those of the last position are kept: many
        plans differ in the same step."""
        cdef double point
        cdef int i
        if count == 1:
            return self.buffer[0]
        if (
            count != self.drawn_count or memcmp(position, self.drawn_at, self.game.size) != 0
            or memcmp(self.buffer, self.drawn, count * sizeof(int)) != 0
        ):
            self.game.priors(position, self.buffer, count, self.weights)
            self.drawn_count = count
            memcpy(self.drawn_at, position, self.game.size)
            memcpy(self.drawn, self.buffer, count * sizeof(int))
            self.drawn_total = 0
            for i in range(count):
                self.drawn_total += self.weights[i]
        point = unit(rng) * self.drawn_total
        for i in range(count):
            if point < self.weights[i]:
                return self.drawn[i]
            point -= self.weights[i]
        return self.drawn[count - 1]

    cdef void compose(self, int seat, const Plan* wanted, int free, Rng* rng, Plan* made) noexcept nogil:
        """Make a plan of the moves wanted: each step takes the next of them that can be chosen there; step `free` (-1:
        none), and steps for which none is left, are drawn by the priors."""
        cdef uint64_t position[POSITION_WORDS]
        cdef int used = 0, count, i, k, move
        self.begin(seat, position)
        made.count = 0
        while made.count < MOST_STEPS and self.decides(position, seat):
            count = self.listed(position, seat, made.count)
            move = -1
            if made.count != free:
                for k in range(used, wanted.count):
                    for i in range(count):
                        if self.buffer[i] == wanted.moves[k]:
                            move = wanted.moves[k]
                            break
                    if move >= 0:
                        used = k + 1
                        break
            if move < 0:
                move = self.draw(position, count, rng)
            made.moves[made.count] = move
            made.count += 1
            self.game.play(position, move)

    cdef void greedy(self, int seat, Rng* rng, Plan* made) noexcept nogil:
        """The plan that the greedy policy writes, as far as the limits allow."""
        cdef uint64_t position[POSITION_WORDS]
        cdef int count, i, move, chosen
        self.begin(seat, position)
        made.count = 0
        while made.count < MOST_STEPS and self.decides(position, seat):
            chosen = self.game.choose(position, 1, rng, self.buffer)
            count = self.listed(position, seat, made.count)
            move = -1
            for i in range(count):
                if self.buffer[i] == chosen:
                    move = chosen
            if move < 0:
                move = self.draw(position, count, rng)
            made.moves[made.count] = move
            made.count += 1
            self.game.play(position, move)

    # Simulations --------------------------------------------------------------------------------------------------

    cdef void carry(
        self, void* position, int seat, const Plan* plan, bint checked, bint mirrored, Rng* rng
    ) noexcept nogil:
        """Choose a plan, then quickly what it does not tell. `checked`: worlds differ, so that a move may not be legal."""
        cdef int step = 0, count, i, move
        while self.decides(position, seat):
            move = -1
            if step < plan.count:
                move = plan.moves[step]
                if checked:
                    count = self.game.moves(position, self.buffer)
                    move = -1
                    for i in range(count):
                        if self.buffer[i] == plan.moves[step]:
                            move = plan.moves[step]
                            break
            if move < 0:
                move = self.game.rollout_move(position, mirrored, rng, self.buffer)
            self.game.play(position, move)
            step += 1

    cdef bint simulate(self, const Plan* first, const Plan* second, int sample, uint64_t seed, double* value) noexcept nogil:
        """Write the first seat's value of two plans, in world and with random numbers number `sample`, at the end of the
        turn; returns whether another sample may give another value."""
        cdef uint64_t position[POSITION_WORDS]
        cdef double values[MAX_SEATS]
        cdef Rng rng
        cdef bint mirrored = sample & 1
        cdef uint64_t begun = mixed(seed, sample >> 1)
        cdef int actor, passed = 0
        memcpy(position, self.positions + ((sample >> 1) % self.worlds) * POSITION_WORDS, self.game.size)
        rng.state = begun
        self.carry(position, 0, first, self.worlds > 1, mirrored, &rng)
        self.carry(position, 1, second, self.worlds > 1, mirrored, &rng)
        actor = self.game.actor(position)
        while actor != OVER and self.game.turn(position) == self.turn and passed < PATIENCE:
            if actor == CHANCE:
                self.game.play(position, self.game.draw(position, &rng))
            else:
                self.game.play(position, self.game.rollout_move(position, mirrored, &rng, self.buffer))
            passed += 1
            actor = self.game.actor(position)
        self.game.evaluate(position, values)
        value[0] = values[0]
        return self.worlds > 1 or rng.state != begun

    # Texts --------------------------------------------------------------------------------------------------------

    cdef tuple texts(self, int seat, const Plan* plan):
        cdef uint64_t position[POSITION_WORDS]
        cdef int i
        self.begin(seat, position)
        found = []
        for i in range(plan.count):
            found.append(self.game.move_text(position, plan.moves[i]))
            self.game.play(position, plan.moves[i])
        return tuple(found)

    cdef int read_plan(self, int seat, object texts, Plan* plan) except -1:
        """A plan, or its beginning, from its texts; IllegalMove for one that cannot be chosen, ValueError if there are too
        many."""
        cdef uint64_t position[POSITION_WORDS]
        cdef const Plan* written = &self.limits.written
        self.begin(seat, position)
        plan.count = 0
        for text in texts:
            if plan.count == MOST_STEPS or not self.decides(position, seat):
                raise ValueError(f"a plan of {len(texts)} steps; it has {plan.count} here")
            plan.moves[plan.count] = self.game.parse_move(position, text)
            if seat == self.seat and plan.count < written.count and plan.moves[plan.count] != written.moves[plan.count]:
                before = self.game.move_text(position, written.moves[plan.count])
                raise IllegalMove(text, self.game.situation(position), f"{before} is written already")
            self.game.play(position, plan.moves[plan.count])
            plan.count += 1
        return 0

    cdef int trace_step(self, State state, int move, list steps) except -1:
        """Make a move of a simulation, and tell it."""
        actor = state.actor
        secret = actor >= 0 and self.game.stage(state.position()) == self.number
        steps.append({
            "kind": "secret" if secret else "chance" if actor == CHANCE else "decision", "actor": actor,
            "move": self.game.move_text(state.position(), move), "prior": 0.0, "visits": (0, 0), "node_visits": (0, 0), "value": ((), ()),
        })
        self.game.play(state.position(), move)
        return 0

    cdef dict trace_of(self, const Plan* first, const Plan* second, int sample, uint64_t seed):
        """A simulation as `simulate` makes it, step by step."""
        cdef State state = State(self.game)
        cdef Rng rng
        cdef bint mirrored = sample & 1
        cdef const Plan* plan
        cdef int seat, step, move, i, passed = 0
        memcpy(state.position(), self.positions + ((sample >> 1) % self.worlds) * POSITION_WORDS, self.game.size)
        world = state.text()
        rng.state = mixed(seed, sample >> 1)
        steps = []
        for seat in range(2):
            plan = first if seat == 0 else second
            step = 0
            while self.decides(state.position(), seat):
                move = plan.moves[step] if step < plan.count and self.game.is_legal(state.position(), plan.moves[step]) else -1
                if move < 0:
                    move = self.game.rollout_move(state.position(), mirrored, &rng, self.buffer)
                self.trace_step(state, move, steps)
                step += 1
        while state.actor != OVER and self.game.turn(state.position()) == self.turn and passed < PATIENCE:
            if state.actor == CHANCE:
                move = self.game.draw(state.position(), &rng)
            else:
                move = self.game.rollout_move(state.position(), mirrored, &rng, self.buffer)
            self.trace_step(state, move, steps)
            passed += 1
        static = state.evaluate()
        return {
            "tree": 0,
            "world": world,
            "steps": steps,
            "text": state.text(),
            "kind": "end" if state.actor == OVER else "chance" if state.actor == CHANCE else "decision",
            "value": static.values,
            "static": static.values,
            "terms": [(term.name, term.amount, term.weight) for term in static.terms],
            "metrics": {},
        }

    cdef tuple outcome_of(self, const Plan* first, const Plan* second, uint64_t seed):
        """(events, decisions of later stages) of two plans until the end of the turn, as a simulation sees them that gets on
        with random numbers number 0."""
        cdef uint64_t position[POSITION_WORDS]
        cdef Rng rng
        cdef int move, actor, passed = 0
        cdef int used[2]
        cdef const Plan* plan
        memcpy(position, self.positions, self.game.size)
        rng.state = mixed(seed, 0)
        used[0] = used[1] = 0
        events = []
        actor = self.game.actor(position)
        while actor != OVER and self.game.turn(position) == self.turn and passed < PATIENCE:
            plan = first if actor == 0 else second
            if actor == CHANCE:
                move = self.game.draw(position, &rng)
            elif (
                self.game.stage(position) == self.number and used[actor] < plan.count
                and self.game.is_legal(position, plan.moves[used[actor]])
            ):
                move = plan.moves[used[actor]]
                used[actor] += 1
            else:
                passed += self.game.stage(position) != self.number     # else it is a step that the plan leaves open
                move = self.game.rollout_move(position, False, &rng, self.buffer)
            events += self.game.events(position, move, None)
            self.game.play(position, move)
            actor = self.game.actor(position)
        return events, passed
