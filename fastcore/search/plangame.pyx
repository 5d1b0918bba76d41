"""PlanGame: both seats' best plans, the payoff matrix over them, and its solution, grown by a double oracle.

Double oracle (McMahan, Gordon and Blum 2003): solve the matrix game, look for a plan that answers the other's mixed
strategy better than its own does, add it, and solve again. The answers are not looked for among all plans, which are too
many, but among variations of good ones, plans drawn by the game's priors, and those that decoupled UCT comes to like.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from fastcore.search.matching cimport MAX_PLANS, solve
from fastcore.search.prefixtree cimport PrefixTree
from fastcore.search.stage cimport Plan, Stage, same_plan
from fastcore.stream cimport Rng, below, mixed

cdef enum:
    GREEDY_PLANS = 2    # of the plans to begin with; the others are drawn
    FIRST_PLANS = 8     # of each seat
    ITERATIONS = 1000   # of regret matching+
    REFINED = 4         # answers of both seats between two more samples of noisy cells
    TREE_PLANS = 6      # of decoupled UCT that are tried as answers
    REPEATS = 3         # variations of one plan in the same way, one after the other

cdef enum Way:          # to vary a plan; what is not named puts a new step in the place of an old one, which pays most often
    SWAP = 4            # two steps change places
    INSERT = 5          # a new step comes in between
    DROP = 6            # a step is left out
    DRAW = 7            # all is drawn anew

cdef double CLOSE = 1e-3        # a solution is exact enough when best answers within the matrix gain less
cdef double PAYS = 1e-4         # an answer is added if it gains more
cdef double RARE = 0.01         # plans with less weight are left out where answers are judged
cdef double EXPLORATION = 0.5   # of decoupled UCT
cdef double SLACK = 0.1         # an answer is given up if it must gain more on the best one against the rest to reach it


cdef class PlanGame:
    def __cinit__(self, Stage stage not None, uint64_t seed, int plans, int candidates, int samples, int grow, size_t bytes):
        cdef int seat
        self.first = PrefixTree(stage, 0, bytes // 2)
        self.second = PrefixTree(stage, 1, bytes // 2)
        self.grow = grow
        self.stage = stage
        self.seed = mixed(seed, 1)
        self.rng.state = mixed(seed, 2)
        self.candidates = candidates
        self.most_samples = samples
        self.samples = min(samples, stage.worlds if stage.worlds > 1 else 2)
        for seat in range(2):
            # a seat that has nothing to choose has one plan, the empty one
            self.most[seat] = plans if stage.decides(stage.opened[seat], seat) else 1
            self.pool[seat] = <Plan*>calloc(MAX_PLANS, sizeof(Plan))
        self.payoffs = <double*>calloc(MAX_PLANS * MAX_PLANS, sizeof(double))
        self.noisy = <bint*>calloc(MAX_PLANS * MAX_PLANS, sizeof(bint))
        self.looked = <int64_t*>calloc(stage.game.actions, sizeof(int64_t))
        self.seen = <double*>calloc(stage.game.actions, sizeof(double))
        if not (self.pool[0] and self.pool[1] and self.payoffs and self.noisy and self.looked and self.seen):
            raise MemoryError
        self.first_plans = FIRST_PLANS
        self.solved_every = 2

    def __dealloc__(self):
        free(self.pool[0])
        free(self.pool[1])
        free(self.payoffs)
        free(self.noisy)
        free(self.looked)
        free(self.seen)

    # The matrix ---------------------------------------------------------------------------------------------------

    cdef void note(self, const Plan* first, const Plan* second, int sample) noexcept nogil:
        """Note a simulation that was made."""
        if self.noting:
            self.noted = True
            self.noted_plan[0], self.noted_plan[1] = first[0], second[0]
            self.noted_sample = sample

    cdef double look(self, const Plan* first, const Plan* second, bint* noisy) noexcept nogil:
        """The first seat's value of two plans, over as many samples as cells have."""
        cdef double total = 0, value = 0
        cdef int k, made = 0
        for k in range(self.samples):
            noisy[0] = self.stage.simulate(first, second, k, self.seed, &value)
            total += value
            made += 1
            if not noisy[0]:
                break
        self.note(first, second, k)
        self.simulations += made
        return total / made

    cdef void fill(self, int row, int column) noexcept nogil:
        cdef int64_t before = self.simulations
        cdef int cell = row * MAX_PLANS + column
        self.payoffs[cell] = self.look(&self.pool[0][row], &self.pool[1][column], &self.noisy[cell])
        self.visits[0][row] += self.simulations - before
        self.visits[1][column] += self.simulations - before

    cdef bint holds(self, int seat, const Plan* plan) noexcept nogil:
        cdef int i
        for i in range(self.count[seat]):
            if same_plan(&self.pool[seat][i], plan):
                return True
        return False

    cdef void add(self, int seat, const Plan* plan) noexcept nogil:
        """Add a plan, in the place of the one with the least weight where there is no room."""
        cdef int i, place = self.count[seat]
        if place == self.most[seat]:
            place = 0
            for i in range(1, self.count[seat]):
                if self.weights[seat][i] < self.weights[seat][place]:
                    place = i
        else:
            self.count[seat] += 1
        self.pool[seat][place] = plan[0]
        self.visits[seat][place] = 0
        self.weights[seat][place] = 0
        for i in range(self.count[seat ^ 1]):
            if seat == 0:
                self.fill(place, i)
            else:
                self.fill(i, place)

    cdef void resolve(self) noexcept nogil:
        self.value = solve(
            self.payoffs, MAX_PLANS, self.count[0], self.count[1], ITERATIONS, CLOSE, self.weights[0], self.weights[1]
        )

    cdef void refine(self) noexcept nogil:
        """One sample more of every noisy cell."""
        cdef int i, j, cell
        cdef double value = 0
        self.samples += 1
        for i in range(self.count[0]):
            for j in range(self.count[1]):
                cell = i * MAX_PLANS + j
                if self.noisy[cell]:
                    self.stage.simulate(&self.pool[0][i], &self.pool[1][j], self.samples - 1, self.seed, &value)
                    self.note(&self.pool[0][i], &self.pool[1][j], self.samples - 1)
                    self.payoffs[cell] += (value - self.payoffs[cell]) / self.samples
                    self.visits[0][i] += 1
                    self.visits[1][j] += 1
                    self.simulations += 1

    # Answers ------------------------------------------------------------------------------------------------------

    cdef double known(self, int seat, int number, int other) noexcept nogil:
        """What a plan of the matrix is worth to its seat against another."""
        if seat == 0:
            return self.payoffs[number * MAX_PLANS + other]
        return -self.payoffs[other * MAX_PLANS + number]

    cdef double known_worth(self, int seat, int number) noexcept nogil:
        """What a plan of the matrix is worth to its seat against the other's mixed strategy."""
        cdef double total = 0
        cdef int i
        for i in range(self.count[seat ^ 1]):
            total += self.weights[seat ^ 1][i] * self.known(seat, number, i)
        return total

    cdef double worth(self, int seat, const Plan* plan, double* against) noexcept nogil:
        """What any plan is worth to its seat against the other's mixed strategy, and `against` each of its plans.

        Given up early, with a value below that of the best answer so far, where it does much worse than that one.
        """
        cdef double total = 0, rest = 0, share = 1, weight
        cdef bint noisy
        cdef int i
        for i in range(self.likely_count):
            rest += self.likely_weight[i] * self.best_against[i]
        for i in range(self.likely_count):
            weight = self.likely_weight[i]
            if seat == 0:
                against[i] = self.look(plan, &self.pool[1][self.likely[i]], &noisy)
            else:
                against[i] = -self.look(&self.pool[0][self.likely[i]], plan, &noisy)
            total += weight * against[i]
            rest -= weight * self.best_against[i]
            share -= weight
            if total + rest + SLACK * share < self.best_worth:
                return total + rest
        return total

    cdef void note_look(self, int seat, const Plan* plan, int64_t before, double worth) noexcept nogil:
        """Note what the searching seat's next moves were seen to be worth."""
        cdef int step = self.stage.limits.written.count, move
        if seat != self.stage.seat or plan.count <= step:
            return
        move = plan.moves[step]
        if self.looked[move] == 0 or worth > self.seen[move]:
            self.seen[move] = worth
        self.looked[move] += self.simulations - before

    cdef void choose_way(self) noexcept nogil:
        """Choose a plan, and how it is to be varied."""
        cdef const Plan* parent = &self.best
        cdef int first = self.stage.limits.written.count if self.side == self.stage.seat else 0, open
        self.varied = 0
        self.parent = -1
        if below(&self.rng, 4) == 0:
            self.parent = <int>below(&self.rng, self.count[self.side])
            parent = &self.pool[self.side][self.parent]
        open = parent.count - first
        self.kind = <int>below(&self.rng, 8) if open > 0 else DRAW
        if open > 0:
            self.step = first + <int>below(&self.rng, open)
            self.other_step = first + <int>below(&self.rng, open)

    cdef void vary(self, int seat, const Plan* parent, Plan* made) noexcept nogil:
        """A plan that differs from its parent in the way chosen."""
        cdef Plan wanted = parent[0]
        cdef int free = -1, i
        if self.kind == DRAW:
            wanted.count = 0
        elif self.kind == SWAP:
            wanted.moves[self.step] = parent.moves[self.other_step]
            wanted.moves[self.other_step] = parent.moves[self.step]
        else:
            if self.kind != INSERT:
                for i in range(self.step, wanted.count - 1):
                    wanted.moves[i] = wanted.moves[i + 1]
                wanted.count -= 1
            if self.kind != DROP:
                free = self.step
        self.stage.compose(seat, &wanted, free, &self.rng, made)

    cdef void begin_answer(self, int seat) noexcept nogil:
        """Begin with the best plan that the matrix holds already, against the other's plans that matter."""
        cdef int i, j, best = 0
        cdef double worth, share = 0, weight
        cdef double most = -2
        self.side = seat
        self.tried = 0
        self.grown = 0
        self.varied = REPEATS
        self.likely_count = 0
        for i in range(self.count[seat ^ 1]):
            if self.weights[seat ^ 1][i] >= RARE:
                # the likeliest first
                j = self.likely_count
                while j > 0 and self.weights[seat ^ 1][i] > self.weights[seat ^ 1][self.likely[j - 1]]:
                    self.likely[j] = self.likely[j - 1]
                    j -= 1
                self.likely[j] = i
                self.likely_count += 1
                share += self.weights[seat ^ 1][i]
        for i in range(self.likely_count):
            self.likely_weight[i] = self.weights[seat ^ 1][self.likely[i]] / share
        for i in range(self.count[seat]):
            worth = 0
            for j in range(self.likely_count):
                worth += self.likely_weight[j] * self.known(seat, i, self.likely[j])
            if worth > most:
                most = worth
                best = i
        self.best_worth = most
        self.best = self.pool[seat][best]
        for j in range(self.likely_count):
            self.best_against[j] = self.known(seat, best, self.likely[j])

    cdef void try_answer(self) noexcept nogil:
        cdef Plan made, found
        cdef double against[MAX_PLANS]
        cdef int64_t before
        cdef double worth
        cdef int i
        if self.grow and self.tried < TREE_PLANS:
            if self.side == 0:
                self.first.suggest(self.tried == 0, &self.rng, &found)
            else:
                self.second.suggest(self.tried == 0, &self.rng, &found)
            self.stage.compose(self.side, &found, -1, &self.rng, &made)
        else:
            if self.varied == REPEATS:
                self.choose_way()
            self.vary(self.side, &self.best if self.parent < 0 else &self.pool[self.side][self.parent], &made)
            self.varied += 1
        self.tried += 1
        if self.holds(self.side, &made) or same_plan(&made, &self.best):
            self.simulations += 1       # so that every parcel counts
            return
        before = self.simulations
        worth = self.worth(self.side, &made, against)
        self.note_look(self.side, &made, before, worth)
        if worth > self.best_worth:
            self.best_worth = worth
            self.best = made
            self.varied = REPEATS
            for i in range(self.likely_count):
                self.best_against[i] = against[i]

    cdef void grow_trees(self) noexcept nogil:
        """A simulation of decoupled UCT."""
        cdef Plan one, other
        cdef double value = 0
        self.first.descend(EXPLORATION, &self.rng, &one)
        self.second.descend(EXPLORATION, &self.rng, &other)
        self.stage.simulate(&one, &other, <int>(self.all_grown % 2**30), self.seed, &value)
        self.note(&one, &other, <int>(self.all_grown % 2**30))
        self.first.back(value)
        self.second.back(-value)
        self.grown += 1
        self.all_grown += 1
        self.simulations += 1

    cdef void end_answer(self) noexcept nogil:
        """Add the answer that was found if it pays, and let the other seat look for one."""
        cdef double present = self.value if self.side == 0 else -self.value
        if self.best_worth > present + PAYS and not self.holds(self.side, &self.best):
            self.add(self.side, &self.best)
            self.resolve()
        if self.side == 1:
            self.rounds += 1
            if self.samples < self.most_samples and self.rounds % REFINED == 0:
                self.refine()
                self.resolve()
        self.begin_answer(self.side ^ 1)

    # In parcels ---------------------------------------------------------------------------------------------------

    cdef void first_plan(self, int seat, Plan* made) noexcept nogil:
        """The next of the plans to begin with."""
        cdef Plan none
        none.count = 0
        if self.begun < 2 * GREEDY_PLANS:
            self.stage.greedy(seat, &self.rng, made)
        else:
            self.stage.compose(seat, &none, -1, &self.rng, made)

    cdef void seed_plan(self) noexcept nogil:
        """Begin with one more plan."""
        cdef Plan made
        cdef int seat = self.begun & 1
        self.first_plan(seat, &made)
        if self.count[seat] < self.most[seat] and not self.holds(seat, &made):
            self.add(seat, &made)
        self.begun += 1
        self.simulations += 1           # so that every parcel counts
        if self.begun == 1:
            self.seed_plan()            # there is always a plan of each
        elif self.begun == 2 * self.first_plans or self.begun % self.solved_every == 0:
            self.resolve()
        if self.begun == 2 * self.first_plans:
            self.all_begun()

    cdef void all_begun(self) noexcept nogil:
        """The plans to begin with are there."""
        self.begin_answer(0)

    cdef void go_on(self) noexcept nogil:
        """A small piece of work once they are."""
        if self.grown < self.grow:
            self.grow_trees()
        elif self.tried < self.candidates and self.most[self.side] > 1:
            self.try_answer()
        else:
            self.simulations += 1
            self.end_answer()

    cdef void parcel(self) noexcept nogil:
        """A small piece of work, of one simulation at least."""
        if self.begun < 2 * self.first_plans:
            self.seed_plan()
        else:
            self.go_on()
