"""DoubleOracle: a payoff matrix over both seats' best plans, and its equilibrium.

Double oracle (McMahan, Gordon and Blum 2003): solve the matrix game, search for a plan that is a better response to the
opponent's mixed strategy than any plan in the matrix, add it, and solve again. There are too many plans to try them
all: candidates are variations of good plans, plans sampled by the game's priors, and plans favoured by decoupled UCT.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from fastcore.search.plans.plan_tree cimport PlanTree
from fastcore.search.plans.payoff_matrix cimport Cell, PayoffMatrix
from fastcore.search.plans.regret_matching cimport MAX_PLANS
from fastcore.search.plans.stage cimport Plan, Stage, same_plan
from fastcore.search.plans.team cimport do_jobs
from fastcore.stream cimport below, mixed

cdef enum:
    GREEDY_PLANS = 2            # number of each seat's greedy initial plans; the others are sampled
    INITIAL_PLANS = 8           # of each seat
    EARLY_ROUNDS = 6            # best responses of both seats before twice as many candidates are tried for each
    ROUNDS_PER_SAMPLE = 4       # best responses of both seats before noisy cells get one more sample
    TREE_CANDIDATES = 6         # plans of decoupled UCT tried for each best response
    MAX_REPEATS = 3             # number of consecutive candidates from the same variation of the same plan

cdef enum:
    CANDIDATES_PER_THREAD = 4   # evaluated together, if there are several threads

cdef enum Variation:            # numbers below SWAP: replace a step, the most successful variation
    SWAP = 4
    INSERT = 5
    DELETE = 6
    RESAMPLE = 7                # the whole plan
    VARIATIONS = 8

cdef double MIN_GAIN = 1e-4     # margin by which a response must beat the current value to be added
cdef double MIN_WEIGHT = 0.01   # opponent plans with less weight are ignored when responses are evaluated
cdef double EXPLORATION = 0.5   # of decoupled UCT
cdef double SLACK = 0.1         # a candidate is abandoned if it would need a larger lead in the remaining plans


cdef class DoubleOracle(PayoffMatrix):
    """The matrix, grown in small batches of simulations.

    With several threads, they evaluate several candidates at a time. The results depend on the number of threads, but
    not on their speed.
    """

    def __cinit__(
        self, list stages not None, uint64_t seed, int plans, int samples, int candidates, int tree_simulations,
        size_t max_bytes,
    ):
        self.first_tree = PlanTree(self.stage, 0, max_bytes // 2)
        self.second_tree = PlanTree(self.stage, 1, max_bytes // 2)
        self.tree_simulations = tree_simulations
        self.rng.state = mixed(seed, 2)
        self.candidates = candidates
        self.batch_size = 1 if self.team.threads == 1 else self.team.threads * CANDIDATES_PER_THREAD
        self.batch = <Candidate*>calloc(self.batch_size, sizeof(Candidate))
        self.move_visits = <int64_t*>calloc(self.stage.game.actions, sizeof(int64_t))
        self.move_values = <double*>calloc(self.stage.game.actions, sizeof(double))
        if not (self.batch and self.move_visits and self.move_values):
            raise MemoryError
        self.initial_plans = INITIAL_PLANS
        self.solve_every = 2

    def __dealloc__(self):
        free(self.batch)
        free(self.move_visits)
        free(self.move_values)

    # Best responses -----------------------------------------------------------------------------------------------

    cdef void evaluate_candidate(self, int thread, Candidate* candidate) noexcept nogil:
        """Compute a candidate's value for its seat against the opponent's relevant plans. Any thread may call this.

        A plan that is clearly worse than the best response so far is abandoned; its value is then below that response's.
        """
        cdef double total = 0, rest = 0, share = 1, weight
        cdef const Plan* opposing
        cdef Cell cell
        cdef int i
        candidate.simulations = 0
        for i in range(self.relevant_count):
            rest += self.relevant_weight[i] * self.best_against[i]
        for i in range(self.relevant_count):
            weight = self.relevant_weight[i]
            opposing = &self.pool[self.responder ^ 1][self.relevant[i]]
            if self.responder == 0:
                self.evaluate(thread, &candidate.plan, opposing, &cell)
                candidate.against[i] = cell.value
            else:
                self.evaluate(thread, opposing, &candidate.plan, &cell)
                candidate.against[i] = -cell.value
            candidate.simulations += cell.count
            candidate.last_opposing, candidate.last_sample = self.relevant[i], cell.count - 1
            total += weight * candidate.against[i]
            rest -= weight * self.best_against[i]
            share -= weight
            if total + rest + SLACK * share < self.best_value:
                total += rest
                break
        candidate.value = total

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
        self.wanted = self.candidates if self.rounds < EARLY_ROUNDS else 2 * self.candidates
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

    cdef void try_candidates(self) noexcept nogil:
        """Evaluate a batch of candidates for the best response."""
        cdef Candidate* candidate
        cdef const Plan* opposing
        cdef int count = 0, i, j
        while count < self.batch_size and self.tried < self.wanted:
            if self.next_candidate(&self.batch[count].plan):
                count += 1
            else:
                self.simulations += 1       # every batch must count simulations, or `run` would not end
            if self.batch_size == 1:
                break
        do_jobs(&self.team, evaluate_job, <void*>self, count)
        for i in range(count):
            candidate = &self.batch[i]
            opposing = &self.pool[self.responder ^ 1][candidate.last_opposing]
            if self.responder == 0:
                self.record(&candidate.plan, opposing, candidate.last_sample)
            else:
                self.record(opposing, &candidate.plan, candidate.last_sample)
            self.simulations += candidate.simulations
            self.update_move(self.responder, &candidate.plan, candidate.simulations, candidate.value)
            if candidate.value > self.best_value:
                self.best_value = candidate.value
                self.best = candidate.plan
                self.repeats = MAX_REPEATS
                for j in range(self.relevant_count):
                    self.best_against[j] = candidate.against[j]

    cdef bint next_candidate(self, Plan* plan) noexcept nogil:
        """Write the next candidate. Return False if its value is known already."""
        cdef Plan suggestion
        if self.tree_simulations and self.tried < TREE_CANDIDATES:
            if self.responder == 0:
                self.suggest(self.first_tree, &suggestion)
            else:
                self.suggest(self.second_tree, &suggestion)
            self.stage.complete_plan(self.responder, &suggestion, -1, &self.rng, plan)
        else:
            if self.repeats == MAX_REPEATS:
                self.choose_variation()
            self.vary(self.responder, &self.best if self.parent < 0 else &self.pool[self.responder][self.parent], plan)
            self.repeats += 1
        self.tried += 1
        return not (self.contains(self.responder, plan) or same_plan(plan, &self.best))

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
        self.simulate(0, &first, &second, sample, &value)
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
        elif self.tried < self.wanted and self.max_count[self.responder] > 1:
            self.try_candidates()
        else:
            self.simulations += 1
            self.end_response()

    cdef void make_batch(self) noexcept nogil:
        """Make a small batch of simulations, at least one."""
        if self.initial_count < 2 * self.initial_plans:
            self.add_initial_plan()
        else:
            self.improve()


cdef void evaluate_job(void* oracle, int job, int thread) noexcept nogil:
    """Evaluate a candidate of the batch."""
    (<DoubleOracle>oracle).evaluate_candidate(thread, &(<DoubleOracle>oracle).batch[job])
