from libc.stdint cimport uint64_t

from fastcore.game cimport Game
from fastcore.state cimport State
from fastcore.stream cimport Rng
from fastcore.viewpoint cimport Viewpoint

cdef enum:
    MOST_STEPS = 32     # of a plan; what a stage asks beyond is chosen quickly

cdef struct Plan:
    # What one seat chooses in a secret stage
    int count
    int moves[MOST_STEPS]

cdef struct Limits:
    # What the plans of the seat that searches must keep
    Plan written        # they begin with what it has chosen already,
    int allowed         # and if this is not 0 go on with one of so many
    int* moves


cdef inline bint same_plan(const Plan* one, const Plan* other) noexcept nogil:
    cdef int i
    if one.count != other.count:
        return False
    for i in range(one.count):
        if one.moves[i] != other.moves[i]:
            return False
    return True


cdef class Stage:
    cdef Game game
    cdef readonly int seat          # whose knowledge it is; -1 if none decides
    cdef int worlds                 # that are possible as far as it knows; all begin where the stage does
    cdef uint64_t* positions        # of the worlds
    cdef uint64_t* opened[2]        # by seat: where it begins to choose
    cdef int number                 # Game.stage there
    cdef int turn
    cdef Limits limits
    cdef int* buffer
    cdef float* weights
    cdef uint64_t* drawn_at         # where the priors were asked for last,
    cdef int* drawn                 # and the moves that they weigh,
    cdef int drawn_count            # their number
    cdef double drawn_total         # and the sum of their priors

    cdef int read_written(self, uint64_t* world) except -1
    cdef int open(self) except -1
    cdef bint decides(self, const void* position, int seat) noexcept nogil
    cdef void begin(self, int seat, void* position) noexcept nogil
    cdef int draw(self, const void* position, int step, Rng* rng) noexcept nogil
    cdef int listed(self, const void* position, int seat, int step) noexcept nogil
    cdef void compose(self, int seat, const Plan* wanted, int free, Rng* rng, Plan* made) noexcept nogil
    cdef void greedy(self, int seat, Rng* rng, Plan* made) noexcept nogil
    cdef void carry(
        self, void* position, int seat, const Plan* plan, bint checked, bint mirrored, Rng* rng
    ) noexcept nogil
    cdef bint simulate(self, const Plan* first, const Plan* second, int sample, uint64_t seed, double* value) noexcept nogil
    cdef int restrict(self, object moves) except -1
    cdef int read_plan(self, int seat, object texts, Plan* plan) except -1
    cdef int trace_step(self, State state, int move, list steps) except -1
    cdef dict trace_of(self, const Plan* first, const Plan* second, int sample, uint64_t seed)
    cdef tuple outcome_of(self, const Plan* first, const Plan* second, uint64_t seed)
    cdef tuple texts(self, int seat, const Plan* plan)
