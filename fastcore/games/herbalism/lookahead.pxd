from fastcore.games.herbalism.joint cimport Joint, Particle
from fastcore.games.herbalism.mind cimport Merger
from fastcore.games.herbalism.rules cimport CARDS, SEATS, Position, Rules
from fastcore.games.herbalism.worlds cimport Seen, World
from fastcore.lookahead cimport Lookahead


cdef struct Known:          # what a seat knows in a simulation
    const World* rows
    int count
    int side                # which of its two buffers the rows are in
    bint fresh              # whether `chances` are those of the rows
    double chances[CARDS]


cdef struct Start:          # what a seat knows when a simulation begins
    const World* rows
    int count
    double chances[CARDS]


cdef class HerbalismLookahead(Lookahead):
    cdef Joint joint
    cdef Rules rules
    cdef Position table         # what the seat that decides sees
    cdef const double* race
    cdef World* rows            # two buffers a seat
    cdef Start* starts[SEATS]   # by the number of a Mind
    cdef Known known[SEATS]
    cdef Merger* merger
    cdef const Particle* particles
    cdef Position p             # of the simulation under way
    cdef int winner             # of its round, -1 for nobody
    cdef bint ready             # it is made completely
    cdef bint erred             # the seat that decides put a marker on a wrong card
    cdef int ones[16]

    cdef Start* own(self) except NULL
    cdef void settle(self) noexcept nogil
    cdef void watched_by_all(self, int move) noexcept nogil
    cdef void see(self, const Seen* seen) noexcept nogil
    cdef const double* chances_of(self, int seat) noexcept nogil
    cdef int reply(self) noexcept nogil
    cdef double expected_best(self, int move) noexcept nogil
