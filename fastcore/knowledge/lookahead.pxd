from libc.stdint cimport uint64_t

from fastcore.game cimport MAX_SEATS, POSITION_WORDS, Game
from fastcore.stream cimport Rng


cdef class Lookahead:
    cdef readonly Game game
    cdef readonly tuple metrics     # names of the results of a simulation besides the value
    cdef object knowledge           # the Knowledge that the worlds come from
    cdef object model               # the policy by which the worlds are weighted; None: other seats' choices are not weighted
    cdef int seat                   # the seat that decides
    cdef double caution
    cdef bint observing             # `information_key` is needed: record what every seat sees
    cdef list recorded              # [(actor, move text)] of the simulation under way; None: not recorded
    cdef object failure             # the exception of a method without the GIL; later simulations are invalid
    cdef long count                 # worlds
    cdef double* cumulative         # owned; the summed weights of a world and those before it
    cdef int* buffer                # owned; max_moves ints
    cdef uint64_t keys[MAX_SEATS]   # key of each seat's information set
    # used by this general implementation only
    cdef uint64_t* views            # owned; [world * seats + seat], a key of the seat's view of the world
    cdef uint64_t* positions        # owned; a position for each world, `words` long
    cdef size_t words
    cdef uint64_t position[POSITION_WORDS]

    cdef int add_worlds(self, list worlds) except -1
    cdef long world_at(self, double point) noexcept nogil

    cdef void begin(self, double point) noexcept nogil
    cdef int actor(self) noexcept nogil
    cdef int moves(self, int* moves) noexcept nogil
    cdef uint64_t information_key(self, int seat) noexcept nogil
    cdef void step(self, int move, Rng* rng) noexcept nogil
    cdef int policy_move(self, Rng* rng) noexcept nogil
    cdef double finish(self, Rng* rng, double* results) noexcept nogil

    cdef void observe(self, int move) noexcept with gil
    cdef void record(self, const void* position, int move) noexcept with gil
    cdef str position_text(self)
