"""DoubleOracle: a payoff matrix over both seats' best plans, and its equilibrium.

Double oracle (McMahan, Gordon and Blum 2003): solve the matrix game, search for a plan that is a better response to the
opponent's mixed strategy than any plan in the matrix, add it, and solve again. There are too many plans to try them
all: candidates are variations of good plans, plans sampled by the game's priors, and plans favoured by decoupled UCT.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from fastcore.search.plans.plan_tree cimport PlanTree
from fastcore.search.plans.regret_matching cimport MAX_PLANS, solve
from fastcore.search.plans.stage cimport Plan, Stage, same_plan
from fastcore.stream cimport Rng, below, mixed

cdef enum:
    GREEDY_PLANS = 2            # number of each seat's greedy initial plans; the others are sampled
    INITIAL_PLANS = 8           # of each seat
    MAX_ITERATIONS = 1000       # of regret matching+
    ROUNDS_PER_SAMPLE = 4       # best responses of both seats before noisy cells get one more sample
    TREE_CANDIDATES = 6         # plans of decoupled UCT tried for each best response
    MAX_REPEATS = 3             # number of consecutive candidates from the same variation of the same plan

cdef enum Variation:            # numbers below SWAP: replace a step, the most successful variation
    SWAP = 4
    INSERT = 5
    DELETE = 6
    RESAMPLE = 7                # the whole plan
    VARIATIONS = 8

cdef double TOLERANCE = 1e-3    # exploitability of the strategies within the matrix
cdef double MIN_GAIN = 1e-4     # margin by which a response must beat the current value to be added
cdef double MIN_WEIGHT = 0.01   # opponent plans with less weight are ignored when responses are evaluated
cdef double EXPLORATION = 0.5   # of decoupled UCT
cdef double SLACK = 0.1         # a candidate is abandoned if it would need a larger lead in the remaining plans


cdef class DoubleOracle:
    """The matrix, grown in small batches of simulations."""

    def __cinit__(
        self, Stage stage not None, uint64_t seed, int plans, int candidates, int samples, int tree_simulations,
        size_t max_bytes,
    ):
        cdef int seat
        if not 1 <= plans <= MAX_PLANS:
            raise ValueError(f"plans is {plans}; it must be 1 to {MAX_PLANS}")
        self.first_tree = PlanTree(stage, 0, max_bytes // 2)
        self.second_tree = PlanTree(stage, 1, max_bytes // 2)
        self.tree_simulations = tree_simulations
        self.stage = stage
        self.seed = mixed(seed, 1)
        self.rng.state = mixed(seed, 2)
        self.candidates = candidates
        self.max_samples = samples
        self.samples = min(samples, stage.world_count if stage.world_count > 1 else 2)
        for seat in range(2):
            # a seat without a choice has one plan without steps
            self.max_count[seat] = plans if stage.decides(stage.starts[seat], seat) else 1
            self.pool[seat] = <Plan*>calloc(MAX_PLANS, sizeof(Plan))
        self.payoffs = <double*>calloc(MAX_PLANS * MAX_PLANS, sizeof(double))
        self.noisy = <bint*>calloc(MAX_PLANS * MAX_PLANS, sizeof(bint))
        self.move_visits = <int64_t*>calloc(stage.game.actions, sizeof(int64_t))
        self.move_values = <double*>calloc(stage.game.actions, sizeof(double))
        if not (
            self.pool[0] and self.pool[1] and self.payoffs and self.noisy and self.move_visits and self.move_values
        ):
            raise MemoryError
        self.initial_plans = INITIAL_PLANS
        self.solve_every = 2

    def __dealloc__(self):
        free(self.pool[0])
        free(self.pool[1])
        free(self.payoffs)
        free(self.noisy)
        free(self.move_visits)
        free(self.move_values)

    # The matrix ---------------------------------------------------------------------------------------------------

    cdef void record(self, const Plan* first, const Plan* second, int sample) noexcept nogil:
        """Record a simulation if it is being traced."""
        if self.tracing:
            self.traced = True
            self.traced_plan[0], self.traced_plan[1] = first[0], second[0]
            self.traced_sample = sample

    cdef double evaluate(self, const Plan* first, const Plan* second, bint* noisy) noexcept nogil:
        """Return the first seat's mean value of two plans over `samples`, and write whether samples differ."""
        cdef double total = 0, value = 0
        cdef int k, count = 0
        for k in range(self.samples):
            noisy[0] = self.stage.simulate(first, second, k, self.seed, &value)
            total += value
            count += 1
            if not noisy[0]:
                break
        self.record(first, second, k)
        self.simulations += count
        return total / count

    cdef void fill_cell(self, int row, int column) noexcept nogil:
        cdef int64_t before = self.simulations
        cdef int cell = row * MAX_PLANS + column
        self.payoffs[cell] = self.evaluate(&self.pool[0][row], &self.pool[1][column], &self.noisy[cell])
        self.visits[0][row] += self.simulations - before
        self.visits[1][column] += self.simulations - before

    cdef bint contains(self, int seat, const Plan* plan) noexcept nogil:
        """Return whether the matrix has a plan."""
        cdef int i
        for i in range(self.count[seat]):
            if same_plan(&self.pool[seat][i], plan):
                return True
        return False

    cdef void add_plan(self, int seat, const Plan* plan) noexcept nogil:
        """Add a plan to the matrix. If the matrix is full, replace the plan with the least weight."""
        cdef int i, index = self.count[seat]
        if index == self.max_count[seat]:
            index = 0
            for i in range(1, self.count[seat]):
                if self.weights[seat][i] < self.weights[seat][index]:
                    index = i
        else:
            self.count[seat] += 1
        self.pool[seat][index] = plan[0]
        self.visits[seat][index] = 0
        self.weights[seat][index] = 0
        for i in range(self.count[seat ^ 1]):
            if seat == 0:
                self.fill_cell(index, i)
            else:
                self.fill_cell(i, index)

    cdef void solve_matrix(self) noexcept nogil:
        """Compute the mixed strategies and the value of the matrix game."""
        self.value = solve(
            self.payoffs, MAX_PLANS, self.count[0], self.count[1], MAX_ITERATIONS, TOLERANCE,
            self.weights[0], self.weights[1],
        )

    cdef void add_samples(self) noexcept nogil:
        """Add a sample to every noisy cell."""
        cdef int i, j, cell
        cdef double value = 0
        self.samples += 1
        for i in range(self.count[0]):
            for j in range(self.count[1]):
                cell = i * MAX_PLANS + j
                if self.noisy[cell]:
                    self.stage.simulate(&self.pool[0][i], &self.pool[1][j], self.samples - 1, self.seed, &value)
                    self.record(&self.pool[0][i], &self.pool[1][j], self.samples - 1)
                    self.payoffs[cell] += (value - self.payoffs[cell]) / self.samples
                    self.visits[0][i] += 1
                    self.visits[1][j] += 1
                    self.simulations += 1

    # Best responses -----------------------------------------------------------------------------------------------

    cdef double payoff(self, int seat, int plan, int opposing) noexcept nogil:
        """Return a seat's payoff of its plan against an opposing one, both in the matrix."""
        if seat == 0:
            return self.payoffs[plan * MAX_PLANS + opposing]
        return -self.payoffs[opposing * MAX_PLANS + plan]

    cdef double plan_value(self, int seat, int plan) noexcept nogil:
        """Return a seat's value of a plan in the matrix against the opponent's mixed strategy."""
        cdef double total = 0
        cdef int i
        for i in range(self.count[seat ^ 1]):
            total += self.weights[seat ^ 1][i] * self.payoff(seat, plan, i)
        return total

    cdef double response_value(self, int seat, const Plan* plan, double* against) noexcept nogil:
        """Return a seat's value of any plan against the opponent's relevant plans. Write the value against each of them.

        A plan that is clearly worse than the best response so far is abandoned; the returned value is then below that
        response's.
        """
        cdef double total = 0, rest = 0, share = 1, weight
        cdef bint noisy
        cdef int i
        for i in range(self.relevant_count):
            rest += self.relevant_weight[i] * self.best_against[i]
        for i in range(self.relevant_count):
            weight = self.relevant_weight[i]
            if seat == 0:
                against[i] = self.evaluate(plan, &self.pool[1][self.relevant[i]], &noisy)
            else:
                against[i] = -self.evaluate(&self.pool[0][self.relevant[i]], plan, &noisy)
            total += weight * against[i]
            rest -= weight * self.best_against[i]
            share -= weight
            if total + rest + SLACK * share < self.best_value:
                return total + rest
        return total

    cdef void update_move(self, int seat, const Plan* plan, int64_t simulations, double value) noexcept nogil:
        """Add a candidate's simulations and value to the next move of the deciding seat."""
        cdef int step = self.stage.limits.written.count, move
        if seat != self.stage.seat or plan.count <= step:
            return
        move = plan.moves[step]
        if self.move_visits[move] == 0 or value > self.move_values[move]:
            self.move_values[move] = value
        self.move_visits[move] += simulations

    cdef void choose_variation(self) noexcept nogil:
        """Choose a plan and how to vary it."""
        cdef const Plan* parent = &self.best
        cdef int first = self.stage.limits.written.count if self.responder == self.stage.seat else 0, free_steps
        self.repeats = 0
        self.parent = -1
        if below(&self.rng, 4) == 0:
            self.parent = <int>below(&self.rng, self.count[self.responder])
            parent = &self.pool[self.responder][self.parent]
        free_steps = parent.count - first
        self.variation = <int>below(&self.rng, VARIATIONS) if free_steps > 0 else RESAMPLE
        if free_steps > 0:
            self.step = first + <int>below(&self.rng, free_steps)
            self.other_step = first + <int>below(&self.rng, free_steps)

    cdef void vary(self, int seat, const Plan* parent, Plan* plan) noexcept nogil:
        """Write the chosen variation of a plan."""
        cdef Plan wanted = parent[0]
        cdef int free = -1, i
        if self.variation == RESAMPLE:
            wanted.count = 0
        elif self.variation == SWAP:
            wanted.moves[self.step] = parent.moves[self.other_step]
            wanted.moves[self.other_step] = parent.moves[self.step]
        else:
            if self.variation != INSERT:
                for i in range(self.step, wanted.count - 1):
                    wanted.moves[i] = wanted.moves[i + 1]
                wanted.count -= 1
            if self.variation != DELETE:
                free = self.step
        self.stage.complete_plan(seat, &wanted, free, &self.rng, plan)

    cdef void begin_response(self, int seat) noexcept nogil:
        """Start the search with the best response in the matrix to the opponent's relevant plans."""
        cdef int i, j, best = 0
        cdef double value, share = 0, best_value = -2
        self.responder = seat
        self.tried = 0
        self.tree_count = 0
        self.repeats = MAX_REPEATS
        self.relevant_count = 0
        for i in range(self.count[seat ^ 1]):
            if self.weights[seat ^ 1][i] >= MIN_WEIGHT:
                # insertion sort
                j = self.relevant_count
                while j > 0 and self.weights[seat ^ 1][i] > self.weights[seat ^ 1][self.relevant[j - 1]]:
                    self.relevant[j] = self.relevant[j - 1]
                    j -= 1
                self.relevant[j] = i
                self.relevant_count += 1
                share += self.weights[seat ^ 1][i]
        for i in range(self.relevant_count):
            self.relevant_weight[i] = self.weights[seat ^ 1][self.relevant[i]] / share
        for i in range(self.count[seat]):
            value = 0
            for j in range(self.relevant_count):
                value += self.relevant_weight[j] * self.payoff(seat, i, self.relevant[j])
            if value > best_value:
                best_value = value
                best = i
        self.best_value = best_value
        self.best = self.pool[seat][best]
        for j in range(self.relevant_count):
            self.best_against[j] = self.payoff(seat, best, self.relevant[j])

    cdef void try_candidate(self) noexcept nogil:
        """Evaluate one more candidate for the best response."""
        cdef Plan plan, suggestion
        cdef double against[MAX_PLANS]
        cdef int64_t before
        cdef double value
        cdef int i
        if self.tree_simulations and self.tried < TREE_CANDIDATES:
            if self.responder == 0:
                self.suggest(self.first_tree, &suggestion)
            else:
                self.suggest(self.second_tree, &suggestion)
            self.stage.complete_plan(self.responder, &suggestion, -1, &self.rng, &plan)
        else:
            if self.repeats == MAX_REPEATS:
                self.choose_variation()
            self.vary(
                self.responder, &self.best if self.parent < 0 else &self.pool[self.responder][self.parent], &plan
            )
            self.repeats += 1
        self.tried += 1
        if self.contains(self.responder, &plan) or same_plan(&plan, &self.best):
            self.simulations += 1       # every batch must count simulations, or `run` would not end
            return
        before = self.simulations
        value = self.response_value(self.responder, &plan, against)
        self.update_move(self.responder, &plan, self.simulations - before, value)
        if value > self.best_value:
            self.best_value = value
            self.best = plan
            self.repeats = MAX_REPEATS
            for i in range(self.relevant_count):
                self.best_against[i] = against[i]

    cdef void suggest(self, PlanTree tree, Plan* plan) noexcept nogil:
        """Write a tree's most visited plan as the first candidate, then plans sampled by visits."""
        if self.tried == 0:
            tree.best_plan(-1, plan)
        else:
            tree.sample_plan(&self.rng, plan)

    cdef void simulate_trees(self) noexcept nogil:
        """Make a simulation of decoupled UCT."""
        cdef Plan first, second
        cdef double value = 0
        cdef int sample = <int>(self.tree_total % 2**30)
        self.first_tree.descend(EXPLORATION, &self.rng, &first)
        self.second_tree.descend(EXPLORATION, &self.rng, &second)
        self.stage.simulate(&first, &second, sample, self.seed, &value)
        self.record(&first, &second, sample)
        self.first_tree.back_up(value)
        self.second_tree.back_up(-value)
        self.tree_count += 1
        self.tree_total += 1
        self.simulations += 1

    cdef void end_response(self) noexcept nogil:
        """Add the best response if it gains enough, and let its opponent search for its best response."""
        cdef double present = self.value if self.responder == 0 else -self.value
        if self.best_value > present + MIN_GAIN and not self.contains(self.responder, &self.best):
            self.add_plan(self.responder, &self.best)
            self.solve_matrix()
        if self.responder == 1:
            self.rounds += 1
            if self.samples < self.max_samples and self.rounds % ROUNDS_PER_SAMPLE == 0:
                self.add_samples()
                self.solve_matrix()
        self.begin_response(self.responder ^ 1)

    # Batches ------------------------------------------------------------------------------------------------------

    cdef void initial_plan(self, int seat, Plan* plan) noexcept nogil:
        """Write the next initial plan of a seat."""
        cdef Plan empty
        empty.count = 0
        if self.initial_count < 2 * GREEDY_PLANS:
            self.stage.greedy_plan(seat, &self.rng, plan)
        else:
            self.stage.complete_plan(seat, &empty, -1, &self.rng, plan)

    cdef void add_initial_plan(self) noexcept nogil:
        """Add one more initial plan. In the first batch, add one for each seat."""
        cdef Plan plan
        cdef int seat = self.initial_count & 1
        self.initial_plan(seat, &plan)
        if self.count[seat] < self.max_count[seat] and not self.contains(seat, &plan):
            self.add_plan(seat, &plan)
        self.initial_count += 1
        self.simulations += 1           # every batch must count simulations
        if self.initial_count == 1:
            self.add_initial_plan()
        elif self.initial_count == 2 * self.initial_plans or self.initial_count % self.solve_every == 0:
            self.solve_matrix()
        if self.initial_count == 2 * self.initial_plans:
            self.end_initial_plans()

    cdef void end_initial_plans(self) noexcept nogil:
        """Continue when the initial plans are complete."""
        self.begin_response(0)

    cdef void improve(self) noexcept nogil:
        """Make a batch after the initial plans."""
        if self.tree_count < self.tree_simulations:
            self.simulate_trees()
        elif self.tried < self.candidates and self.max_count[self.responder] > 1:
            self.try_candidate()
        else:
            self.simulations += 1
            self.end_response()

    cdef void batch(self) noexcept nogil:
        """Make a small batch of simulations, at least one."""
        if self.initial_count < 2 * self.initial_plans:
            self.add_initial_plan()
        else:
            self.improve()
