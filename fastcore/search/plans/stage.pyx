"""Stage: one secret stage of a game of two seats, as the deciding seat knows it.

Each seat in turn chooses its whole plan; neither sees the opponent's plan. All choices of the stage are undone
(`Game.rewind_stage`) and other hidden information is sampled, so nothing here depends on what the deciding seat does
not know.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

from fastcore.game cimport CHANCE, GREEDY, MAX_SEATS, OVER, POSITION_WORDS, Game
from fastcore.state cimport State
from fastcore.stream cimport Rng, mixed, unit
from fastcore.knowledge.viewpoint cimport Viewpoint

from fastcore.stream import Stream
from fastcore.values import IllegalMove

cdef enum:
    MAX_WORLDS = 1024
    MAX_FURTHER_MOVES = 256     # after the plans; after that, a simulation is evaluated even within the turn


cdef class Stage:
    """One secret stage. Plans are evaluated at the end of the turn that it belongs to."""

    def __cinit__(self, Viewpoint point not None, seed, int worlds):
        cdef Game game = point.game
        cdef State state
        cdef uint64_t* world
        cdef int i
        if not 1 <= worlds <= MAX_WORLDS:
            raise ValueError(f"worlds is {worlds}; it must be 1 to {MAX_WORLDS}")
        self.game = game
        self.helpers = []
        self.seat = max(point.actor, -1)
        self.buffer = <int*>malloc(game.max_moves * sizeof(int))
        self.cached_positions = <uint64_t*>malloc(CACHED * POSITION_WORDS * sizeof(uint64_t))
        self.cached_priors = <float*>malloc(CACHED * game.max_moves * sizeof(float))
        self.limits.allowed = <int*>malloc(game.max_moves * sizeof(int))
        self.worlds = <uint64_t*>calloc(worlds * POSITION_WORDS, sizeof(uint64_t))
        for i in range(2):
            self.starts[i] = <uint64_t*>calloc(POSITION_WORDS, sizeof(uint64_t))
        if not (self.buffer and self.cached_priors and self.cached_positions and self.limits.allowed
                and self.worlds and self.starts[0] and self.starts[1]):
            raise MemoryError
        known = point.state
        stream = Stream(seed, "worlds")
        *_, model = point.info.policies      # the last of the game's policies is its best model of the opponent
        for _ in range(1 if known is not None else worlds):
            state = known if known is not None else point.sample(stream, model)
            world = self.worlds + self.world_count * POSITION_WORDS
            memcpy(world, state.position(), game.size)
            if self.seat >= 0:
                self.read_written(world)
            for i in range(self.world_count):
                if memcmp(world, self.worlds + i * POSITION_WORDS, game.size) == 0:
                    break
            else:
                self.world_count += 1
            if game.view(world, point.seat) == game.text(world):
                break       # everything unknown has been undone: this is the only world
        self.number = game.stage(self.worlds)
        self.turn = game.turn(self.worlds)
        self.find_starts()

    cdef int read_written(self, uint64_t* world) except -1:
        """Undo the choices of this stage in a world, and store those of the deciding seat."""
        cdef int i, written = self.game.rewind_stage(world, self.seat, self.buffer)
        self.limits.written.count = min(written, MAX_STEPS)
        for i in range(self.limits.written.count):
            self.limits.written.moves[i] = self.buffer[i]
        return 0

    cdef int find_starts(self) except -1:
        """Store where each seat begins to choose: the second seat after any choice of the first."""
        cdef Rng rng
        rng.state = 0
        memcpy(self.starts[0], self.worlds, self.game.size)
        memcpy(self.starts[1], self.worlds, self.game.size)
        while self.decides(self.starts[1], 0):
            self.game.play(self.starts[1], self.game.rollout_move(self.starts[1], False, &rng, self.buffer))
        return 0

    def __dealloc__(self):
        free(self.buffer)
        free(self.cached_priors)
        free(self.cached_positions)
        free(self.limits.allowed)
        free(self.worlds)
        free(self.starts[0])
        free(self.starts[1])

    cdef int restrict_next(self, object moves) except -1:
        """Limit the next step of the deciding seat's plans to a set of legal moves (None: all)."""
        cdef int move
        self.forget_priors()
        self.limits.allowed_count = 0
        for move in sorted(moves or ()):
            self.limits.allowed[self.limits.allowed_count] = move
            self.limits.allowed_count += 1
        for helper in self.helpers:
            (<Stage>helper).restrict_next(moves)
        return 0

    # Plans --------------------------------------------------------------------------------------------------------

    cdef bint decides(self, const void* position, int seat) noexcept nogil:
        """Return whether a seat has something left to choose in this stage."""
        return self.game.actor(position) == seat and self.game.stage(position) == self.number

    cdef void begin(self, int seat, void* position) noexcept nogil:
        """Write a position in which a seat begins to choose."""
        memcpy(position, self.starts[seat], self.game.size)

    cdef int list_steps(self, const void* position, int seat, int step) noexcept nogil:
        """Write the moves that may be chosen as a step of a plan to `buffer`, and return their number."""
        cdef int i
        if seat == self.seat and step < self.limits.written.count:
            self.buffer[0] = self.limits.written.moves[step]
            return 1
        if seat == self.seat and step == self.limits.written.count and self.limits.allowed_count:
            for i in range(self.limits.allowed_count):
                self.buffer[i] = self.limits.allowed[i]
            return self.limits.allowed_count
        return self.game.moves(position, self.buffer)

    cdef bint may_choose(self, const void* position, int seat, int step, int move) noexcept nogil:
        """Return whether a move may be chosen as a step of a plan."""
        cdef int i
        if seat != self.seat or step > self.limits.written.count or (
            step == self.limits.written.count and self.limits.allowed_count == 0
        ):
            return self.game.may_play(position, move) == 1
        for i in range(self.list_steps(position, seat, step)):
            if self.buffer[i] == move:
                return True
        return False

    cdef void forget_priors(self) noexcept nogil:
        cdef int place
        for place in range(CACHED):
            self.cached_count[place] = 0

    cdef const float* priors(self, const void* position, int count, double* total) noexcept nogil:
        """Return the priors of the `count` moves in `buffer`, and write their sum.

        Those of recent positions are kept, because many plans begin with the same steps. The next call may overwrite
        them.
        """
        cdef int place = <int>(self.game.key(position) % CACHED), i
        cdef uint64_t* known = self.cached_positions + place * POSITION_WORDS
        cdef float* priors = self.cached_priors + place * self.game.max_moves
        if count != self.cached_count[place] or memcmp(position, known, self.game.size) != 0:
            self.game.priors(position, self.buffer, count, priors)
            memcpy(known, position, self.game.size)
            self.cached_count[place] = count
            self.cached_total[place] = 0
            for i in range(count):
                self.cached_total[place] += priors[i]
        total[0] = self.cached_total[place]
        return priors

    cdef int draw(self, const void* position, int count, Rng* rng) noexcept nogil:
        """Return one of the `count` moves in `buffer`, sampled by the game's priors."""
        cdef const float* priors
        cdef double point, total
        cdef int i
        if count == 1:
            return self.buffer[0]
        priors = self.priors(position, count, &total)
        point = unit(rng) * total
        for i in range(count):
            if point < priors[i]:
                return self.buffer[i]
            point -= priors[i]
        return self.buffer[count - 1]

    cdef void complete_plan(self, int seat, const Plan* wanted, int free, Rng* rng, Plan* plan) noexcept nogil:
        """Write a whole plan that follows another plan as closely as possible.

        Each step takes the next wanted move that can be chosen there. Step `free` (-1: none), and steps for which no wanted
        move is left, are sampled by the priors.
        """
        cdef uint64_t position[POSITION_WORDS]
        cdef int used = 0, k, move
        self.begin(seat, position)
        plan.count = 0
        while plan.count < MAX_STEPS and self.decides(position, seat):
            move = -1
            if plan.count != free:
                for k in range(used, wanted.count):
                    if self.may_choose(position, seat, plan.count, wanted.moves[k]):
                        move = wanted.moves[k]
                        used = k + 1
                        break
            if move < 0:
                move = self.draw(position, self.list_steps(position, seat, plan.count), rng)
            plan.moves[plan.count] = move
            plan.count += 1
            self.game.play(position, move)

    cdef void greedy_plan(self, int seat, Rng* rng, Plan* plan) noexcept nogil:
        """Write the plan of the greedy policy. Steps that the limits exclude are sampled by the priors."""
        cdef uint64_t position[POSITION_WORDS]
        cdef int count, i, move, greedy_move
        self.begin(seat, position)
        plan.count = 0
        while plan.count < MAX_STEPS and self.decides(position, seat):
            greedy_move = self.game.choose(position, GREEDY, rng, self.buffer)
            count = self.list_steps(position, seat, plan.count)
            move = -1
            for i in range(count):
                if self.buffer[i] == greedy_move:
                    move = greedy_move
            if move < 0:
                move = self.draw(position, count, rng)
            plan.moves[plan.count] = move
            plan.count += 1
            self.game.play(position, move)

    # Simulations --------------------------------------------------------------------------------------------------

    cdef void play_plan(
        self, void* position, int seat, const Plan* plan, bint checked, bint mirrored, Rng* rng
    ) noexcept nogil:
        """Make a seat's choices of this stage by a plan, and by rollout moves where the plan has no legal move.

        `checked`: the position may differ from the plan's, so its moves may be illegal.
        """
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
        """Write the first seat's static value at the end of the turn if both follow their plans.

        Samples come in pairs with the same world and random numbers; the second of a pair is mirrored (antithetic
        variates).

        Returns:
            Whether another sample may have another value.
        """
        cdef uint64_t position[POSITION_WORDS]
        cdef double values[MAX_SEATS]
        cdef Rng rng
        cdef bint mirrored = sample & 1
        cdef uint64_t initial = mixed(seed, sample >> 1)
        cdef int actor, further = 0
        memcpy(position, self.worlds + ((sample >> 1) % self.world_count) * POSITION_WORDS, self.game.size)
        rng.state = initial
        self.play_plan(position, 0, first, self.world_count > 1, mirrored, &rng)
        self.play_plan(position, 1, second, self.world_count > 1, mirrored, &rng)
        actor = self.game.actor(position)
        while actor != OVER and self.game.turn(position) == self.turn and further < MAX_FURTHER_MOVES:
            if actor == CHANCE:
                self.game.play(position, self.game.draw(position, &rng))
            else:
                self.game.play(position, self.game.rollout_move(position, mirrored, &rng, self.buffer))
            further += 1
            actor = self.game.actor(position)
        self.game.evaluate(position, values)
        value[0] = values[0]
        return self.world_count > 1 or rng.state != initial

    # Texts --------------------------------------------------------------------------------------------------------

    cdef tuple texts(self, int seat, const Plan* plan):
        """Return the move texts of a plan."""
        cdef uint64_t position[POSITION_WORDS]
        cdef int i
        self.begin(seat, position)
        texts = []
        for i in range(plan.count):
            texts.append(self.game.move_text(position, plan.moves[i]))
            self.game.play(position, plan.moves[i])
        return tuple(texts)

    cdef int read_plan(self, int seat, object texts, Plan* plan) except -1:
        """Write the plan with these move texts, or its beginning.

        Raises:
            IllegalMove: a step cannot be chosen.
            ValueError: there are too many steps.
        """
        cdef uint64_t position[POSITION_WORDS]
        cdef const Plan* written = &self.limits.written
        self.begin(seat, position)
        plan.count = 0
        for text in texts:
            if plan.count == MAX_STEPS or not self.decides(position, seat):
                raise ValueError(f"the plan has {len(texts)} steps; it must have {plan.count}")
            plan.moves[plan.count] = self.game.parse_move(position, text)
            if seat == self.seat and plan.count < written.count and plan.moves[plan.count] != written.moves[plan.count]:
                before = self.game.move_text(position, written.moves[plan.count])
                raise IllegalMove(text, self.game.situation(position), f"{before} is already chosen")
            self.game.play(position, plan.moves[plan.count])
            plan.count += 1
        return 0

    cdef int trace_step(self, State state, int move, list steps) except -1:
        """Make a move of a simulation and append its TraceStep."""
        actor = state.actor
        secret = actor >= 0 and self.game.stage(state.position()) == self.number
        steps.append({
            "kind": "secret" if secret else "chance" if actor == CHANCE else "decision", "actor": actor,
            "move": self.game.move_text(state.position(), move), "prior": 0.0, "visits": (0, 0), "node_visits": (0, 0), "value": ((), ()),
        })
        self.game.play(state.position(), move)
        return 0

    cdef dict trace_of(self, const Plan* first, const Plan* second, int sample, uint64_t seed):
        """Return the Trace of the simulation that `simulate` makes with the same arguments."""
        cdef State state = State(self.game)
        cdef Rng rng
        cdef bint mirrored = sample & 1
        cdef const Plan* plan
        cdef int seat, step, move, further = 0
        memcpy(state.position(), self.worlds + ((sample >> 1) % self.world_count) * POSITION_WORDS, self.game.size)
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
        while state.actor != OVER and self.game.turn(state.position()) == self.turn and further < MAX_FURTHER_MOVES:
            if state.actor == CHANCE:
                move = self.game.draw(state.position(), &rng)
            else:
                move = self.game.rollout_move(state.position(), mirrored, &rng, self.buffer)
            self.trace_step(state, move, steps)
            further += 1
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
        """Return (events, decisions of later stages) of two plans until the end of the turn, in sample 0."""
        cdef uint64_t position[POSITION_WORDS]
        cdef Rng rng
        cdef int move, actor, further = 0
        cdef int used[2]
        cdef const Plan* plan
        memcpy(position, self.worlds, self.game.size)
        rng.state = mixed(seed, 0)
        used[0] = used[1] = 0
        events = []
        actor = self.game.actor(position)
        while actor != OVER and self.game.turn(position) == self.turn and further < MAX_FURTHER_MOVES:
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
                further += self.game.stage(position) != self.number     # otherwise a step that the plan leaves open
                move = self.game.rollout_move(position, False, &rng, self.buffer)
            events += self.game.events(position, move, None)
            self.game.play(position, move)
            actor = self.game.actor(position)
        return events, further
