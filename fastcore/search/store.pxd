"""What a tree is stored in."""

from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from fastcore.game cimport POSITION_WORDS, Game
from fastcore.search.arena cimport Arena, at
from fastcore.search.node cimport Edges, Node
from fastcore.search.places cimport Places
from fastcore.search.rule cimport Rule

cdef enum:
    INLINE = 0                  # the size of a block with one edge, behind the node itself; others hold 2 << size
    SIZES = 16                  # such blocks: 1, 4, 8, 16, ... 65,536
    EXACT = 255                 # the size of a chance node's block: it gets no more edges


cdef class Store:
    cdef Game game
    cdef Arena arena
    cdef Places places
    cdef Rule rule
    cdef uint64_t position[POSITION_WORDS]      # of the root
    cdef uint64_t limit                         # bytes
    cdef uint32_t root
    cdef uint32_t free_edges[SIZES]             # blocks given back, by size
    cdef uint32_t node_words                    # of a node with one edge
    cdef int width                              # values that are stored of each node and edge
    cdef bint full
    cdef int* moves                             # room for one list of moves,
    cdef float* priors                          # of their priors
    cdef uint32_t salt                          # of this tree: no two try equal moves in the same order
    cdef double* weights                        # and of probabilities and values of outcomes
    cdef double* probabilities                  # of all outcomes of chance, each once
    cdef int probability_count

    cdef int edge_of(self, const Node* node, int move) noexcept nogil
    cdef uint64_t bytes(self) noexcept nogil
    cdef int plant(self) except -1
    cdef void begin(self, Node* node, const double* values) noexcept nogil
    cdef bint open_root(self) noexcept nogil
    cdef uint32_t node_for(self, const void* position, const Edges* edges, uint32_t i, bint outcome) noexcept nogil
    cdef uint32_t make_node(self, const void* position, uint64_t key) noexcept nogil
    cdef bint expand(self, Node* node, const void* position) noexcept nogil
    cdef bint open_edges(self, Node* node, const void* position, uint32_t most) noexcept nogil
    cdef bint move_edges(self, Node* node, uint32_t wanted) noexcept nogil
    cdef void rank(self, const void* position, int count) noexcept nogil
    cdef void sort_moves(self, int count, int wanted, uint32_t key) noexcept nogil
    cdef bint open_outcomes(self, Node* node, const void* position) noexcept nogil
    cdef int number_of(self, double probability) noexcept nogil
    cdef double edge_value(self, const Edges* edges, uint32_t i, int s) noexcept nogil
    cdef double seat_value(self, const Edges* edges, uint32_t i, int seat) noexcept nogil
    cdef void sum_up(self, Node* node) noexcept nogil


cdef inline Node* node_at(Store store, uint32_t place) noexcept nogil:
    return <Node*>at(&store.arena, place)


cdef inline uint32_t room_of(const Node* node) noexcept nogil:
    """For how many edges a node has room."""
    return node.edge_count if node.size == EXACT else 1 if node.size == INLINE else <uint32_t>2 << node.size


cdef inline Edges laid_out(void* block, uint32_t room, int width) noexcept nogil:
    """The columns of a block of edges."""
    cdef Edges edges
    edges.worth = <float*>block
    edges.visits = <int32_t*>(edges.worth + room * width)
    edges.child = <uint32_t*>(edges.visits + room)
    edges.weight = <uint16_t*>(edges.child + room)
    edges.move = edges.weight + room
    edges.room = room
    return edges


cdef inline Edges edges_of(Store store, const Node* node) noexcept nogil:
    return laid_out(at(&store.arena, node.edges), room_of(node), store.width)
