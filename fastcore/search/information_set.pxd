from libc.stdint cimport int64_t, uint64_t

from fastcore.knowledge.lookahead cimport Lookahead
from fastcore.search.engine cimport Engine
from fastcore.knowledge.viewpoint cimport Viewpoint


cdef struct RootMove:
    int move
    bint active             # whether the running call may select this move
    int64_t visits
    double prior
    double total            # sum of the simulations' values for the deciding seat, less the caution penalty
    double squares          # sum of their squares


cdef class InformationSetSearch(Engine):
    cdef Lookahead lookahead        # None if no seat or another seat decides
    cdef dict reveals               # cache: {move: (bits, bits unknown)}
    cdef RootMove* root_moves       # owned
    cdef double* sums               # owned; of the results: [root move * width + result]
    cdef double* results            # owned; of one simulation: the value of each seat, then each metric of each seat
    cdef int count                  # root moves
    cdef int width                  # results of one simulation
    cdef int64_t simulation_count
    cdef uint64_t random_word       # generator from the seed
    cdef double exploration

    cdef int set_root(self, Viewpoint point) except -1
    cdef int raise_failure(self) except -1
    cdef int select_move(self) noexcept nogil
    cdef double world_point(self, int64_t number) noexcept nogil
    cdef void simulate(self, int index) noexcept nogil
    cdef void add_results(self, int index, double penalty) noexcept nogil
