"""StepGame: the payoff matrix where plans are single steps, as bids are.

Nothing needs to be looked for: it begins with the steps that the game's priors hold likely, takes in more as long as the
last of them are played, and more samples of its cells.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from fastcore.game cimport POSITION_WORDS
from fastcore.search.matching cimport MAX_PLANS
from fastcore.search.plangame cimport PlanGame
from fastcore.search.stage cimport Plan, Stage

cdef enum:
    FEW_SAMPLES = 4     # of each cell to begin with
    SOLVED_EVERY = 8    # steps of both seats
    WIDER = 4           # steps that are added when the last of them are played

cdef double UNLIKELY = 0.01     # steps with a prior so much below the highest are left out at first
cdef double PLAYED = 0.01       # the weight from which on a step is played


cdef class StepGame(PlanGame):
    def __cinit__(self, *arguments):
        cdef int likely[2]
        cdef int seat
        for seat in range(2):
            self.steps[seat] = <int*>calloc(MAX_PLANS, sizeof(int))
            if self.steps[seat] == NULL:
                raise MemoryError
            likely[seat] = self.list_steps(seat)
            self.most[seat] = max(self.listed[seat], 1)
        self.samples = min(self.samples, FEW_SAMPLES)
        self.solved_every = SOLVED_EVERY
        self.first_plans = max(likely[0], likely[1], 1)

    def __dealloc__(self):
        free(self.steps[0])
        free(self.steps[1])

    cdef int list_steps(self, int seat) noexcept nogil:
        """Write what a seat may choose, the likeliest by the game's priors first; returns how many of them are likely."""
        cdef uint64_t position[POSITION_WORDS]
        cdef const float* priors = self.stage.weights
        cdef int count, likely = 0, i, best
        cdef double least = 0
        self.stage.begin(seat, position)
        if not self.stage.decides(position, seat):
            return 0
        count = self.stage.listed(position, seat, 0)
        self.stage.game.priors(position, self.stage.buffer, count, self.stage.weights)
        self.stage.drawn_count = 0          # what it keeps of the priors is gone
        while self.listed[seat] < min(count, MAX_PLANS):
            best = -1
            for i in range(count):
                if priors[i] >= 0 and (best < 0 or priors[i] > priors[best]):
                    best = i
            if self.listed[seat] == 0:
                least = UNLIKELY * priors[best]
            likely += priors[best] >= least
            self.steps[seat][self.listed[seat]] = self.stage.buffer[best]
            self.stage.weights[best] = -1
            self.listed[seat] += 1
        return likely

    cdef void first_plan(self, int seat, Plan* made) noexcept nogil:
        made.count = 1 if self.listed[seat] else 0      # a seat that has nothing to choose has the empty plan
        if made.count:
            made.moves[0] = self.steps[seat][min(self.begun >> 1, self.listed[seat] - 1)]

    cdef void all_begun(self) noexcept nogil:
        self.widen()

    cdef void go_on(self) noexcept nogil:
        self.simulations += 1           # so that every parcel counts
        self.refine()
        if self.samples & (self.samples - 1) == 0:
            self.resolve()
            self.widen()

    cdef void widen(self) noexcept nogil:
        """Begin with more steps, if the last of them are played so much that others may be better."""
        cdef int seat
        for seat in range(2):
            if self.count[seat] < self.most[seat] and self.weights[seat][self.count[seat] - 1] > PLAYED:
                self.first_plans += WIDER
                return


cdef bint single_steps(Stage stage):
    """Whether both seats' plans are single steps, as far as the first that may be chosen tells, of which none is chosen yet."""
    cdef uint64_t position[POSITION_WORDS]
    cdef int seat
    for seat in range(2):
        stage.begin(seat, position)
        if not stage.decides(position, seat):
            continue
        if seat == stage.seat and stage.limits.written.count:
            return False
        stage.listed(position, seat, 0)
        stage.game.play(position, stage.buffer[0])
        if stage.decides(position, seat):
            return False
    return True
