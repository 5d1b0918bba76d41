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
    BATCH = 32                  # candidates that each of several threads tries between two looks at the clock

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

    With several threads, each searches for a best response, and the best of these counts. The results depend on the number
    of threads, but not on their speed.
    """

    def __cinit__(
        self, list stages not None, uint64_t seed, int plans, int samples, int candidates, int tree_simulations,
        size_t max_bytes,
    ):
        cdef int i
        self.first_tree = PlanTree(self.stage, 0, max_bytes // 2)
        self.second_tree = PlanTree(self.stage, 1, max_bytes // 2)
        self.tree_simulations = tree_simulations
        self.candidates = candidates
        self.responses = <Response*>calloc(self.team.threads, sizeof(Response))
        self.move_visits = <int64_t*>calloc(self.team.threads * self.stage.game.actions, sizeof(int64_t))
        self.move_values = <double*>calloc(self.team.threads * self.stage.game.actions, sizeof(double))
        if not (self.responses and self.move_visits and self.move_values):
            raise MemoryError
        for i in range(self.team.threads):
            self.responses[i].rng.state = mixed(seed, 2 + i)
        self.initial_plans = INITIAL_PLANS
        self.solve_every = 2

    def __dealloc__(self):
        free(self.responses)
        free(self.move_visits)
        free(self.move_values)

    # Best responses -----------------------------------------------------------------------------------------------

    cdef void evaluate_candidate(self, int thread, Response* response) noexcept nogil:
        """Compute the value of a thread's candidate for its seat against the opponent's relevant plans.

        A plan that is clearly worse than the best response so far is abandoned; its value is then below that response's.
        """
        cdef Candidate* candidate = &response.candidate
        cdef double total = 0, rest = 0, share = 1, weight
        cdef const Plan* opposing
        cdef Cell cell
        cdef int i
        candidate.simulations = 0
        for i in range(self.relevant_count):
            rest += self.relevant_weight[i] * response.best_against[i]
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
            rest -= weight * response.best_against[i]
            share -= weight
            if total + rest + SLACK * share < response.best_value:
                total += rest
                break
        candidate.value = total

    cdef void update_move(self, int thread, const Candidate* candidate) noexcept nogil:
        """Add a candidate's simulations and value to the next move of the deciding seat."""
        cdef int step = self.stage.limits.written.count, place
        if self.responder != self.stage.seat or candidate.plan.count <= step:
            return
        place = thread * self.stage.game.actions + candidate.plan.moves[step]
        if self.move_visits[place] == 0 or candidate.value > self.move_values[place]:
            self.move_values[place] = candidate.value
        self.move_visits[place] += candidate.simulations

    cdef void choose_variation(self, Response* response) noexcept nogil:
        """Choose a plan and how to vary it."""
        cdef const Plan* parent = &response.best
        cdef int first = self.stage.limits.written.count if self.responder == self.stage.seat else 0, free_steps
        response.repeats = 0
        response.parent = -1
        if below(&response.rng, 4) == 0:
            response.parent = <int>below(&response.rng, self.count[self.responder])
            parent = &self.pool[self.responder][response.parent]
        free_steps = parent.count - first
        response.variation = <int>below(&response.rng, VARIATIONS) if free_steps > 0 else RESAMPLE
        if free_steps > 0:
            response.step = first + <int>below(&response.rng, free_steps)
            response.other_step = first + <int>below(&response.rng, free_steps)

    cdef void vary(self, int thread, Response* response, Plan* plan) noexcept nogil:
        """Write the chosen variation of the chosen plan."""
        cdef const Plan* parent = &response.best if response.parent < 0 else &self.pool[self.responder][response.parent]
        cdef Plan wanted = parent[0]
        cdef int free = -1, i
        if response.variation == RESAMPLE:
            wanted.count = 0
        elif response.variation == SWAP:
            wanted.moves[response.step] = parent.moves[response.other_step]
            wanted.moves[response.other_step] = parent.moves[response.step]
        else:
            if response.variation != INSERT:
                for i in range(response.step, wanted.count - 1):
                    wanted.moves[i] = wanted.moves[i + 1]
                wanted.count -= 1
            if response.variation != DELETE:
                free = response.step
        self.complete_plan(thread, &wanted, free, response, plan)

    cdef void complete_plan(self, int thread, const Plan* wanted, int free, Response* response, Plan* plan) noexcept nogil:
        """Do `Stage.complete_plan` with a thread's own stage and random numbers."""
        (<Stage>self.borrowed_stages[thread]).complete_plan(self.responder, wanted, free, &response.rng, plan)

    cdef void begin_response(self, int seat) noexcept nogil:
        """Start the search with the best response in the matrix to the opponent's relevant plans."""
        cdef int i, j, best = 0
        cdef double value, share = 0, best_value = -2
        cdef Response* response
        self.responder = seat
        self.wanted = self.candidates if self.rounds < EARLY_ROUNDS else 2 * self.candidates
        self.tree_count = 0
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
        for i in range(self.team.threads):
            response = &self.responses[i]
            response.tried = 0
            response.repeats = MAX_REPEATS
            response.best_value = best_value
            response.best = self.pool[seat][best]
            for j in range(self.relevant_count):
                response.best_against[j] = self.payoff(seat, best, self.relevant[j])

    cdef void try_candidates(self) noexcept nogil:
        """Try one candidate for the best response or, with several threads, up to BATCH of each."""
        cdef const Candidate* candidate
        cdef const Plan* opposing
        cdef int i
        do_jobs(&self.team, try_candidates_job, <void*>self, self.team.threads)
        for i in range(self.team.threads):
            self.simulations += self.responses[i].simulations
        candidate = &self.responses[0].candidate
        opposing = &self.pool[self.responder ^ 1][candidate.last_opposing]
        if candidate.simulations and self.responder == 0:
            self.record(&candidate.plan, opposing, candidate.last_sample)
        elif candidate.simulations:
            self.record(opposing, &candidate.plan, candidate.last_sample)

    cdef void try_candidate(self, int thread, Response* response) noexcept nogil:
        """Generate and evaluate a thread's next candidate. Any thread may call this."""
        cdef Candidate* candidate = &response.candidate
        cdef int i
        if not self.next_candidate(thread, response):
            candidate.simulations = 0
            response.simulations += 1       # every batch must count simulations, or `run` would not end
            return
        self.evaluate_candidate(thread, response)
        response.simulations += candidate.simulations
        self.update_move(thread, candidate)
        if candidate.value > response.best_value:
            response.best_value = candidate.value
            response.best = candidate.plan
            response.repeats = MAX_REPEATS
            for i in range(self.relevant_count):
                response.best_against[i] = candidate.against[i]

    cdef bint next_candidate(self, int thread, Response* response) noexcept nogil:
        """Write the next candidate. Return False if its value is known already."""
        cdef Plan suggestion
        cdef Plan* plan = &response.candidate.plan
        if self.tree_simulations and response.tried < TREE_CANDIDATES:
            if self.responder == 0:
                self.suggest(self.first_tree, thread, response, &suggestion)
            else:
                self.suggest(self.second_tree, thread, response, &suggestion)
            self.complete_plan(thread, &suggestion, -1, response, plan)
        else:
            if response.repeats == MAX_REPEATS:
                self.choose_variation(response)
            self.vary(thread, response, plan)
            response.repeats += 1
        response.tried += 1
        return not (self.contains(self.responder, plan) or same_plan(plan, &response.best))

    cdef void suggest(self, PlanTree tree, int thread, Response* response, Plan* plan) noexcept nogil:
        """Write a tree's most visited plan as the first candidate of the first thread, then plans sampled by visits."""
        if response.tried == 0 and thread == 0:
            tree.best_plan(-1, plan)
        else:
            tree.sample_plan(&response.rng, plan)

    cdef void simulate_trees(self) noexcept nogil:
        """Make a simulation of decoupled UCT."""
        cdef Plan first, second
        cdef double value = 0
        cdef int sample = <int>(self.tree_total % 2**30)
        self.first_tree.descend(EXPLORATION, &self.responses[0].rng, &first)
        self.second_tree.descend(EXPLORATION, &self.responses[0].rng, &second)
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
        cdef const Response* found = &self.responses[0]
        cdef int i
        for i in range(1, self.team.threads):
            if self.responses[i].best_value > found.best_value:
                found = &self.responses[i]
        if found.best_value > present + MIN_GAIN and not self.contains(self.responder, &found.best):
            self.add_plan(self.responder, &found.best)
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
            self.stage.greedy_plan(seat, &self.responses[0].rng, plan)
        else:
            self.stage.complete_plan(seat, &empty, -1, &self.responses[0].rng, plan)

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
        elif self.responses[0].tried < self.wanted and self.max_count[self.responder] > 1:
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


cdef void try_candidates_job(void* oracle, int job, int thread) noexcept nogil:
    """Try candidates for the best response with the state of thread `job`, whichever thread runs this."""
    cdef Response* response = &(<DoubleOracle>oracle).responses[job]
    cdef int end
    response.simulations = 0
    (<DoubleOracle>oracle).try_candidate(job, response)
    if (<DoubleOracle>oracle).team.threads > 1:
        end = min(response.tried + BATCH - 1, (<DoubleOracle>oracle).wanted)
        while response.tried < end:
            (<DoubleOracle>oracle).try_candidate(job, response)
