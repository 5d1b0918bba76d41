"""PayoffMatrix: the plans of both seats, their values against each other, and the equilibrium of this matrix game.

A cell is the mean of simulations with common random numbers, so it does not depend on the thread that computes it.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from fastcore.search.plans.regret_matching cimport MAX_PLANS, solve
from fastcore.search.plans.stage cimport Plan, Stage, plan_key, same_plan
from fastcore.search.plans.team cimport do_jobs
from fastcore.stream cimport mixed

cdef enum:
    MAX_ITERATIONS = 1000       # of regret matching+
    KNOWN_BITS = 16             # 2**KNOWN_BITS simulations are kept for each thread

cdef double TOLERANCE = 1e-3    # exploitability of the strategies within the matrix


cdef class PayoffMatrix:
    """A matrix that gets its plans from a derived class.

    `stages` are equal, one for each thread.
    """

    def __cinit__(self, list stages not None, uint64_t seed, int plans, int samples, *arguments):
        cdef Stage stage = stages[0]
        cdef int seat, i
        if not 1 <= plans <= MAX_PLANS:
            raise ValueError(f"plans is {plans}; it must be 1 to {MAX_PLANS}")
        self.stage = stage
        self.stages = stages
        self.team.threads = len(stages)
        self.seed = mixed(seed, 1)
        self.max_samples = samples
        self.samples = min(samples, stage.world_count if stage.world_count > 1 else 2)
        for seat in range(2):
            # a seat without a choice has one plan without steps
            self.max_count[seat] = plans if stage.decides(stage.starts[seat], seat) else 1
            self.pool[seat] = <Plan*>calloc(MAX_PLANS, sizeof(Plan))
        self.payoffs = <double*>calloc(MAX_PLANS * MAX_PLANS, sizeof(double))
        self.noisy = <bint*>calloc(MAX_PLANS * MAX_PLANS, sizeof(bint))
        self.known = <Simulated*>calloc(<size_t>len(stages) << KNOWN_BITS, sizeof(Simulated))
        self.jobs = <Cell*>calloc(MAX_PLANS * MAX_PLANS, sizeof(Cell))
        self.borrowed_stages = <void**>calloc(len(stages), sizeof(void*))
        if not (self.pool[0] and self.pool[1] and self.payoffs and self.noisy and self.jobs and self.known
                and self.borrowed_stages):
            raise MemoryError
        for i in range(len(stages)):
            self.borrowed_stages[i] = <void*>stages[i]

    def __dealloc__(self):
        free(self.pool[0])
        free(self.pool[1])
        free(self.payoffs)
        free(self.noisy)
        free(self.jobs)
        free(self.known)
        free(self.borrowed_stages)

    # Cells --------------------------------------------------------------------------------------------------------

    cdef void record(self, const Plan* first, const Plan* second, int sample) noexcept nogil:
        """Record a simulation if it is being traced."""
        if self.tracing:
            self.traced = True
            self.traced_plan[0], self.traced_plan[1] = first[0], second[0]
            self.traced_sample = sample

    cdef bint simulate(self, int thread, const Plan* first, const Plan* second, int sample, double* value) noexcept nogil:
        """Do `Stage.simulate`, or look up its result. Any thread may call this."""
        cdef uint64_t key = mixed(mixed(plan_key(first), plan_key(second)), sample) & ~<uint64_t>1
        cdef Simulated* known = &self.known[(thread << KNOWN_BITS) + <int>(key >> (64 - KNOWN_BITS))]
        cdef bint noisy
        if known.key & ~<uint64_t>1 != key or key == 0:
            noisy = (<Stage>self.borrowed_stages[thread]).simulate(first, second, sample, self.seed, &known.value)
            known.key = key | noisy
        value[0] = known.value
        return known.key & 1

    cdef void evaluate(self, int thread, const Plan* first, const Plan* second, Cell* cell) noexcept nogil:
        """Write the first seat's mean value of two plans over `samples`. Any thread may call this."""
        cdef double total = 0, value = 0
        cdef int k
        cell.count = 0
        for k in range(self.samples):
            cell.noisy = self.simulate(thread, first, second, k, &value)
            total += value
            cell.count += 1
            if not cell.noisy:
                break
        cell.value = total / cell.count

    cdef void fill_cells(self, int count) noexcept nogil:
        """Evaluate the first `count` of `jobs`, and write them to the matrix."""
        cdef Cell* cell
        cdef int i, place
        do_jobs(&self.team, fill_cell, <void*>self, count)
        for i in range(count):
            cell = &self.jobs[i]
            place = cell.row * MAX_PLANS + cell.column
            self.payoffs[place], self.noisy[place] = cell.value, cell.noisy
            self.visits[0][cell.row] += cell.count
            self.visits[1][cell.column] += cell.count
            self.simulations += cell.count
        if count:
            self.record(&self.pool[0][cell.row], &self.pool[1][cell.column], cell.count - 1)

    cdef void add_samples(self) noexcept nogil:
        """Add a sample to every noisy cell."""
        cdef Cell* cell
        cdef int i, j, count = 0, place
        self.samples += 1
        for i in range(self.count[0]):
            for j in range(self.count[1]):
                if self.noisy[i * MAX_PLANS + j]:
                    self.jobs[count].row, self.jobs[count].column = i, j
                    count += 1
        do_jobs(&self.team, sample_cell, <void*>self, count)
        for i in range(count):
            cell = &self.jobs[i]
            place = cell.row * MAX_PLANS + cell.column
            self.payoffs[place] += (cell.value - self.payoffs[place]) / self.samples
            self.visits[0][cell.row] += 1
            self.visits[1][cell.column] += 1
            self.simulations += 1
        if count:
            self.record(&self.pool[0][cell.row], &self.pool[1][cell.column], self.samples - 1)

    # Plans --------------------------------------------------------------------------------------------------------

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
            self.jobs[i].row, self.jobs[i].column = (index, i) if seat == 0 else (i, index)
        self.fill_cells(self.count[seat ^ 1])

    cdef void solve_matrix(self) noexcept nogil:
        """Compute the mixed strategies and the value of the matrix game."""
        self.value = solve(
            self.payoffs, MAX_PLANS, self.count[0], self.count[1], MAX_ITERATIONS, TOLERANCE,
            self.weights[0], self.weights[1],
        )

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


cdef void fill_cell(void* matrix, int job, int thread) noexcept nogil:
    """Evaluate the cell of a job."""
    cdef Cell* cell = &(<PayoffMatrix>matrix).jobs[job]
    (<PayoffMatrix>matrix).evaluate(
        thread, &(<PayoffMatrix>matrix).pool[0][cell.row], &(<PayoffMatrix>matrix).pool[1][cell.column], cell
    )


cdef void sample_cell(void* matrix, int job, int thread) noexcept nogil:
    """Write one more sample of the cell of a job."""
    cdef Cell* cell = &(<PayoffMatrix>matrix).jobs[job]
    (<PayoffMatrix>matrix).simulate(
        thread, &(<PayoffMatrix>matrix).pool[0][cell.row], &(<PayoffMatrix>matrix).pool[1][cell.column],
        (<PayoffMatrix>matrix).samples - 1, &cell.value,
    )
