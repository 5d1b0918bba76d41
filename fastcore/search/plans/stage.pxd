"""Stage, the plans and simulations of one secret stage of a game of two seats."""

from libc.stdint cimport uint64_t

from fastcore.game cimport Game
from fastcore.state cimport State
from fastcore.stream cimport Rng, mixed
from fastcore.knowledge.viewpoint cimport Viewpoint

cdef enum:
    MAX_STEPS = 32      # most steps of a plan; further choices of a stage are rollout moves
    CACHED = 128        # positions whose priors are kept

cdef struct Plan:       # one seat's choices in a secret stage
    int count
    int moves[MAX_STEPS]

cdef struct Limits:     # of the plans of the deciding seat
    Plan written        # their first steps, which are already chosen
    int allowed_count   # moves allowed as the step after them; 0: all
    int* allowed        # owned by the Stage


cdef inline bint same_plan(const Plan* a, const Plan* b) noexcept nogil:
    """Return whether two plans have the same steps."""
    cdef int i
    if a.count != b.count:
        return False
    for i in range(a.count):
        if a.moves[i] != b.moves[i]:
            return False
    return True


cdef inline uint64_t plan_key(const Plan* plan) noexcept nogil:
    """Return a hash of a plan."""
    cdef uint64_t key = plan.count
    cdef int i
    for i in range(plan.count):
        key = mixed(key, plan.moves[i])
    return key


cdef class Stage:
    cdef Game game
    cdef list helpers               # equal stages, one for each further thread
    cdef readonly int seat          # the seat that decides, whose knowledge is used; -1: none
    cdef int world_count
    cdef uint64_t* worlds           # owned; possible positions at the beginning of the stage, POSITION_WORDS long each
    cdef uint64_t* starts[2]        # owned; for each seat a position in which it begins to choose
    cdef int number                 # Game.stage of this stage
    cdef int turn
    cdef Limits limits
    cdef int* buffer                # owned; max_moves ints
    # the priors of recent positions, each in the place that its key decides
    cdef int cached_count[CACHED]   # moves of the position; 0: nothing is cached
    cdef double cached_total[CACHED]    # sum of the priors
    cdef uint64_t* cached_positions # owned; CACHED, POSITION_WORDS long each
    cdef float* cached_priors       # owned; CACHED, max_moves long each

    cdef int read_written(self, uint64_t* world) except -1
    cdef int find_starts(self) except -1
    cdef bint decides(self, const void* position, int seat) noexcept nogil
    cdef void begin(self, int seat, void* position) noexcept nogil
    cdef int draw(self, const void* position, int count, Rng* rng) noexcept nogil
    cdef const float* priors(self, const void* position, int count, double* total) noexcept nogil
    cdef int list_steps(self, const void* position, int seat, int step) noexcept nogil
    cdef void forget_priors(self) noexcept nogil
    cdef bint may_choose(self, const void* position, int seat, int step, int move) noexcept nogil
    cdef void complete_plan(self, int seat, const Plan* wanted, int free, Rng* rng, Plan* plan) noexcept nogil
    cdef void greedy_plan(self, int seat, Rng* rng, Plan* plan) noexcept nogil
    cdef void play_plan(
        self, void* position, int seat, const Plan* plan, bint checked, bint mirrored, Rng* rng
    ) noexcept nogil
    cdef bint simulate(self, const Plan* first, const Plan* second, int sample, uint64_t seed, double* value) noexcept nogil
    cdef int restrict_next(self, object moves) except -1
    cdef int read_plan(self, int seat, object texts, Plan* plan) except -1
    cdef int trace_step(self, State state, int move, list steps) except -1
    cdef dict trace_of(self, const Plan* first, const Plan* second, int sample, uint64_t seed)
    cdef tuple outcome_of(self, const Plan* first, const Plan* second, uint64_t seed)
    cdef tuple texts(self, int seat, const Plan* plan)
