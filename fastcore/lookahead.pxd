from libc.stdint cimport uint64_t

from fastcore.game cimport MAX_SEATS, POSITION_WORDS, Game
from fastcore.stream cimport Rng


cdef class Lookahead:
    cdef readonly Game game
    cdef readonly tuple metrics        # what simulations tell of each seat beside its value
    cdef object knowledge           # the Knowledge that it comes from
    cdef object model               # by which the worlds are as likely as they are; None: choices tell nothing
    cdef int seat                   # whose decision it is
    cdef bint watched               # whether `knows` is asked for
    cdef list followed              # [(who decided, the move's text)] of the simulation under way; None: nobody asks
    cdef double caution
    cdef bint failed                # something could not be noted for want of memory: what was simulated since is of no use
    cdef long count                 # worlds
    cdef double* upto               # the chances of a world and those before it
    cdef int* buffer                # max_moves ints
    cdef uint64_t keys[MAX_SEATS]
    # of the general answer
    cdef uint64_t* views            # a key of what each seat sees of each world
    cdef uint64_t* positions        # one after the other, `words` long each
    cdef size_t words
    cdef uint64_t position[POSITION_WORDS]

    cdef int lay(self, list worlds) except -1
    cdef long world_at(self, double point) noexcept nogil

    cdef void begin(self, double point) noexcept nogil
    cdef int actor(self) noexcept nogil
    cdef int moves(self, int* moves) noexcept nogil
    cdef uint64_t knows(self, int seat) noexcept nogil
    cdef void step(self, int move, Rng* rng) noexcept nogil
    cdef int decide(self, Rng* rng) noexcept nogil
    cdef double finish(self, Rng* rng, double* found) noexcept nogil

    cdef void watch(self, int move) noexcept with gil
    cdef void follow(self, const void* position, int move) noexcept with gil
    cdef str position_text(self)
