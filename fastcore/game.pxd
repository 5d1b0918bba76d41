"""The contract between a game and everything that plays, searches or shows it.

A position is one flat C struct of the game's own, at most POSITION_BYTES long, without pointers: copying it is
`memcpy`. Whoever calls passes it as `void*`; only the game looks inside. The methods under "Rules" and "Search"
trust their caller, never fail and need no GIL. Those under "Texts" hold the GIL and raise the errors of `values`.

Seats count from 0. A seat's moves are ints in range(actions), chance's in range(outcomes). Every list of moves is in
byte order of the move texts. Values and returns sum to 0 over the seats.
"""

from libc.stdint cimport uint64_t

from fastcore.stream cimport Rng

cdef enum:
    CHANCE = -1
    OVER = -2
    MOST_SEATS = 4
    POSITION_WORDS = 64
    POSITION_BYTES = 8 * POSITION_WORDS
    SCALE = 1 << 20         # a value of 1 where values are whole numbers

cdef enum Policy:       # a policy is its place in info.policies; every game begins with these two
    UNIFORM = 0
    GREEDY = 1


cdef class Game:
    cdef readonly object info
    cdef readonly str spec
    cdef readonly object options    # every option of the spec, read only: name -> int or str
    cdef readonly int seats
    cdef readonly int actions
    cdef readonly int outcomes
    cdef readonly int most_moves    # the longest list that moves() or chances() can make
    cdef readonly size_t size       # bytes of one position

    # Rules
    cdef void start(self, void* position) noexcept nogil
    cdef int actor(self, const void* position) noexcept nogil
    cdef int turn(self, const void* position) noexcept nogil
    cdef int moves(self, const void* position, int* moves) noexcept nogil
    cdef int chances(self, const void* position, int* moves, double* weights) noexcept nogil
    cdef int draw(self, const void* position, Rng* rng) noexcept nogil
    cdef void play(self, void* position, int move) noexcept nogil
    cdef void returns(self, const void* position, double* values) noexcept nogil
    cdef uint64_t key(self, const void* position) noexcept nogil

    # Search
    cdef void evaluate(self, const void* position, double* values) noexcept nogil
    cdef void outlook(self, const void* position, const int* outcomes, int count, double* values) noexcept nogil
    cdef int static_value(self, const void* position, int seat) noexcept nogil
    cdef int forcing(self, const void* position, int* moves) noexcept nogil
    cdef void priors(self, const void* position, const int* moves, int count, float* priors) noexcept nogil
    cdef int choose(self, const void* position, int policy, Rng* rng, int* buffer) noexcept nogil
    cdef long playout(self, void* position, int policy, Rng* rng, int* buffer) noexcept nogil

    # Secrets
    cdef int stage(self, const void* position) noexcept nogil
    cdef int reopen(self, void* position, int seat, int* moves) noexcept nogil
    cdef int quick(self, const void* position, bint mirrored, Rng* rng, int* buffer) noexcept nogil

    # Texts
    cdef int read(self, str text, void* position) except -1
    cdef list faults(self, str text, object seat)
    cdef dict fields(self, const void* position)
    cdef str phase(self, const void* position)
    cdef str move_text(self, const void* position, int move)
    cdef int parse_move(self, const void* position, str text) except -1
    cdef str why_not(self, const void* position, str text)
    cdef list events(self, const void* position, int move, object seat)
    cdef str view(self, const void* position, object seat)
    cdef str observation(self, const void* position, int move, object seat)
    cdef tuple points(self, const void* position)
    cdef list terms(self, const void* position)
    cdef list policy(self, const void* position, str name)
    cdef object knowledge(self, object seat, object text)

    cdef bint legal(self, const void* position, int move)

    # Shared by the texts of all games
    cdef list listed(self, const void* position)
    cdef list weighted(self, const void* position)
    cdef str text(self, const void* position)
    cdef str situation(self, const void* position)
