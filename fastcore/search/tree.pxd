"""One tree of one search: what its nodes and edges hold."""

from libc.stdint cimport uint32_t, uint64_t

from fastcore.game cimport POSITION_WORDS, Game
from fastcore.search.arena cimport Arena
from fastcore.stream cimport Rng

cdef enum:
    DEEPEST = 4096              # decisions from the root; a simulation that gets there is valued where it is

cdef struct Edge:
    int move
    uint32_t child              # place of its node; 0 while there is none
    uint32_t visits
    float value                 # the child's value for the seat that chooses here: a copy, for the selection alone
    double prior                # at a chance node the exact probability

cdef struct Node:
    uint32_t edges              # place of the first; 0 while not expanded
    uint32_t edge_count
    uint32_t visits             # its own and its edges'
    int actor
    double sum                  # of the results of the simulations through it, for the seat that chose it,
    double squares              # and of their squares
    # in memory behind it, a double a seat: its own static value, then its value


cdef class Tree:
    cdef Game game
    cdef Arena arena
    cdef Rng rng
    cdef uint64_t position[POSITION_WORDS]     # of the root
    cdef uint32_t root
    cdef double exploration
    cdef bint full
    cdef int seats
    cdef uint32_t node_words
    cdef uint64_t limit                             # bytes
    cdef int* moves                                 # room for one list of moves,
    cdef float* priors                              # of their priors
    cdef double* weights                            # and of probabilities
    cdef unsigned char* closed                      # by root edge: not to be searched now
    cdef uint32_t* path                             # the nodes on the way down,
    cdef Edge** taken                               # the edges between them
    cdef double* before                             # and the nodes' values before the simulation, a double a seat

    cdef Node* node(self, uint32_t place) noexcept nogil
    cdef Edge* edges(self, const Node* node) noexcept nogil
    cdef Edge* edge_of(self, const Node* node, int move) noexcept nogil
    cdef void open_all(self, bint closed) noexcept nogil
    cdef void grow(self, long n) noexcept nogil
    cdef int plant(self) except -1
    cdef uint32_t make_node(self, const void* position) noexcept nogil
    cdef bint expand(self, Node* node, const void* position) noexcept nogil
    cdef Edge* select(self, const Node* node, const unsigned char* closed) noexcept nogil
    cdef Edge* drawn(self, const Node* node, const unsigned char* closed) noexcept nogil
    cdef void simulate(self) noexcept nogil
    cdef void back_up(self, int depth) noexcept nogil
    cdef int advance(self, int move) except -1
    cdef int transplant(self, Arena* other, uint32_t place) noexcept nogil
    cdef uint64_t bytes(self) noexcept nogil


cdef inline double* own(const Node* node) noexcept nogil:
    """The node's static value (or result) a seat."""
    return <double*>(node + 1)


cdef inline double* mean(const Node* node, int seats) noexcept nogil:
    """The node's value a seat."""
    return <double*>(node + 1) + seats
