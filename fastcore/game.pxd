"""The contract between a game and everything that plays, searches or shows it.

A position is one flat C struct of at most POSITION_BYTES bytes, without pointers, so `memcpy` copies it. Callers pass it
as `void*`; only the game reads it. The methods under "Rules" and "Search" trust their caller, never fail and need no GIL.
Those under "Texts" hold the GIL and raise the errors of `fastcore.values`.

Seats count from 0 to seats - 1. Where a method takes a `seat` object, None means everybody: what all seats know (public
information). A position text has full information. Moves are ints in range(actions), outcomes of chance in
range(outcomes). Every list of moves is in byte order of the move texts. Values and returns are in [-1, 1] and sum to 0.
"""

from libc.stdint cimport uint64_t

from fastcore.stream cimport Rng

cdef enum:
    CHANCE = -1             # the actor where chance decides
    OVER = -2               # the actor where the game is over
    MAX_SEATS = 8
    POSITION_WORDS = 64
    POSITION_BYTES = 8 * POSITION_WORDS
    SCALE = 1 << 20         # a value of 1 where values are whole numbers

cdef enum Policy:           # an index into info.policies, which always begins with these two
    UNIFORM = 0
    GREEDY = 1


cdef class Game:
    cdef readonly object info       # GameInfo
    cdef readonly str spec          # the game's id with the options that differ from their defaults
    cdef readonly object options    # every option of the spec, read only: name -> int or str
    cdef readonly int seats         # 1 to MAX_SEATS
    cdef readonly int actions       # moves are ints in range(actions)
    cdef readonly int outcomes      # chance outcomes are ints in range(outcomes)
    cdef readonly int max_moves     # length of the longest list that moves() or chances() writes
    cdef readonly size_t size       # bytes of one position
    cdef readonly tuple shape       # of the observation tensor; () if the game has none
    cdef bint checked               # whether `check` has accepted the numbers above
    cdef bint hides                 # info.has.covered
    cdef object choices_by_view     # cache of `greedy_choices`

    cpdef check(self)

    # Rules
    cdef void start(self, void* position) noexcept nogil
    cdef int actor(self, const void* position) noexcept nogil
    cdef int turn(self, const void* position) noexcept nogil
    cdef int moves(self, const void* position, int* moves) noexcept nogil
    cdef int chances(self, const void* position, int* moves, double* weights) noexcept nogil
    cdef int draw(self, const void* position, Rng* rng) noexcept nogil
    cdef int may_play(self, const void* position, int move) noexcept nogil
    cdef void play(self, void* position, int move) noexcept nogil
    cdef void returns(self, const void* position, double* values) noexcept nogil
    cdef uint64_t key(self, const void* position) noexcept nogil

    # Search
    cdef void evaluate(self, const void* position, double* values) noexcept nogil
    cdef void chance_values(self, const void* position, const int* outcomes, int count, double* values) noexcept nogil
    cdef int static_value(self, const void* position, int seat) noexcept nogil
    cdef int noisy_moves(self, const void* position, int* moves) noexcept nogil
    cdef void priors(self, const void* position, const int* moves, int count, float* priors) noexcept nogil
    cdef int choose(self, const void* position, int policy, Rng* rng, int* buffer) noexcept nogil
    cdef long playout(self, void* position, int policy, Rng* rng, int* buffer) noexcept nogil
    cdef void tensor(self, const void* position, int seat, float* values) noexcept nogil

    # Simultaneous choices
    cdef int stage(self, const void* position) noexcept nogil
    cdef int rewind_stage(self, void* position, int seat, int* moves) noexcept nogil
    cdef int rollout_move(self, const void* position, bint mirrored, Rng* rng, int* buffer) noexcept nogil

    # Texts
    cdef int read(self, str text, void* position) except -1
    cdef str write(self, const void* position)
    cdef dict fields(self, const void* position)
    cdef str phase(self, const void* position)
    cdef str move_text(self, const void* position, int move)
    cdef int parse_move(self, const void* position, str text) except -1
    cdef str why_not(self, const void* position, str text)
    cdef list events(self, const void* position, int move, object seat)
    cdef tuple points(self, const void* position)
    cdef list terms(self, const void* position)
    cdef list policy(self, const void* position, str name)
    cdef list faults(self, str text)

    # Hidden information
    cdef list view_faults(self, str view, object seat)
    cdef str view(self, const void* position, object seat)
    cdef str observation(self, const void* position, int move, object seat)
    cdef list completions(self, str view, object seat)
    cdef object knowledge(self, object seat, object view)

    # The same for all games; not to be overridden
    cdef list legal_moves(self, const void* position)
    cdef list chance_outcomes(self, const void* position)
    cdef bint is_legal(self, const void* position, int move) except -1
    cdef list greedy_choices(self, const void* position)
    cdef str text(self, const void* position)
    cdef str view_of(self, str text, object seat)
    cdef str situation(self, const void* position)
