"""One Monte Carlo tree in memory: nodes, edges, search parameters, and the class that owns them.

Games are zero-sum, so nodes and edges store a value for every seat but the last. `width` is the number of stored values.
Values are in [-1, 1]. Nodes and edges are kept small because memory latency dominates a simulation.
"""

cimport cython
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from fastcore.game cimport MAX_SEATS, POSITION_WORDS, Game
from fastcore.search.mcts.arena cimport BLOCK_SHIFT, BLOCK_WORDS, allocate_words
from fastcore.search.mcts.locks cimport read_double, read_float
from fastcore.search.mcts.memory cimport Chunk, Memory, allocate_in_chunk
from fastcore.search.mcts.transpositions cimport TranspositionIndex
from fastcore.stream cimport Rng

cdef enum:
    TERMINAL = 0xffffffff       # the child of an edge that ends the game: the edge's q is the result
    PRIOR_SCALE = 65535         # a prior of 1 as stored
    INLINE_BLOCK = 0            # size class of a single edge behind its node; class k > 0 has room for 2 << k edges
    SIZE_CLASSES = 16           # up to 65,536 edges
    CHANCE_BLOCK = 255          # size class of a chance node's edges, which never grow in number
    MAX_DEPTH = 4096            # edges from the root; a simulation that gets there takes the value of its last node
    FULL_PLAYOUT = -1           # `playout_decisions` of a playout to the end of the game

cdef struct Params:             # see `options.TREE_OPTIONS`
    bint ucb                    # UCB1 over all moves instead of PUCT in the order of the priors
    bint game_priors            # instead of equal priors
    bint transpositions
    bint solver
    int leaves                  # edges of a new node that are evaluated in one descent
    double exploration
    double first_play           # how much worse than its node an unvisited edge is assumed to be
    int playout_decisions       # playout from a new leaf, before its static evaluation
    int policy                  # policy of the playout, an index into info.policies

cdef struct Edges:              # of one node, as columns, so that the selection reads consecutive numbers
    float* q                    # for seat 0: a leaf's mean evaluation, otherwise the child's value at the last visit
    int32_t* visits
    uint32_t* child             # offset of its node; 0 if there is none, or TERMINAL
    uint16_t* prior             # in units of 1 / PRIOR_SCALE; at a chance node the number of the probability
    uint16_t* move
    uint32_t capacity           # edges; the q of further seats follow in columns of this length

cdef struct Node:
    uint32_t key_high           # upper half of the position's key; the transposition index has the lower half
    uint32_t edges              # offset of the block of edges
    uint32_t visits             # its own visit and those of its edges
    uint16_t edge_count         # 0 before it is expanded
    uint16_t move_count         # legal moves or outcomes
    int8_t actor
    uint8_t size_class          # of the block of edges
    unsigned char lock          # of a shared tree; its holder may read and change the node and its edges
    float variance              # mean squared difference of results and value, for the seat that chose the node
    float lower                 # seat 0's result is proven to be in [lower, upper]; two seats only
    float upper
    float leaf_value            # its value as a leaf (static evaluation or playout), for seat 0
    # Two arrays follow. float: the leaf value for further stored seats. double, 8-byte aligned, [width]: at a decision
    # the mean of the leaf value and of the results of the edges, at a chance node the exact mean of the outcomes.

cdef struct Step:               # one edge of the last simulation's path
    uint32_t node               # offset
    uint32_t edge
    bint new_child              # this simulation gave the edge its node
    double before[MAX_SEATS]    # the node's stored values before the simulation


@cython.final
cdef class Tree:
    cdef Game game
    cdef Params params
    cdef Rng rng
    cdef Memory* memory                         # owned, unless there is a master
    cdef uint64_t** blocks                      # of the arena
    cdef double* probabilities                  # by number
    cdef Tree master                            # the tree that this object is a walker of; None: it is a tree itself
    cdef bint shared                            # whether several walkers may search the tree at the same time
    cdef Chunk chunk                            # of the arena, if the tree is shared
    cdef uint64_t root_position[POSITION_WORDS]
    cdef uint64_t memory_limit                  # bytes
    cdef uint32_t root                          # offset
    cdef uint32_t free_blocks[SIZE_CLASSES]     # heads of lists of released blocks of edges
    cdef uint32_t node_words                    # of a node with its inline edge
    cdef uint32_t noise_seed                    # seed that orders equal moves differently in each tree
    cdef int width
    cdef bint full                              # the memory limit was reached
    cdef int* moves                             # scratch [max_moves],
    cdef float* priors                          # [max_moves]
    cdef double* outcomes                       # and [(1 + seats) * max_moves]: probabilities, then values

    # The last simulation
    cdef Step* path                             # [MAX_DEPTH]
    cdef int depth                              # steps in `path`
    cdef uint32_t leaf                          # the node where it ended; 0 if it ended at an edge without one
    cdef double result[MAX_SEATS]               # the values that it backed up
    cdef uint64_t leaf_parent[POSITION_WORDS]   # the position of the newly expanded node in which it ended
    cdef int pending_leaves                     # further edges of that node to evaluate

    # Restriction of the search to some moves of the root
    cdef bint restricted
    cdef unsigned char* excluded                # [max_moves], by edge of the root

    cdef int configure(self, object options, int policy) except -1
    cdef uint64_t bytes(self) noexcept nogil
    cdef int probability_number(self, double probability) noexcept nogil
    cdef int set_root(self) except -1
    cdef bint expand_root(self) noexcept nogil
    cdef uint32_t child_node(self, const void* position, const Edges* edges, uint32_t i, bint outcome) noexcept nogil
    cdef uint32_t find_node(self, const TranspositionIndex* index, const void* position, uint64_t key) noexcept nogil
    cdef uint32_t new_node(self, const void* position, uint64_t key) noexcept nogil
    cdef void set_leaf_value(self, Node* node, const double* values) noexcept nogil
    cdef bint expand(self, Node* node, const void* position) noexcept nogil
    cdef bint add_edges(self, Node* node, const void* position, uint32_t wanted) noexcept nogil
    cdef bint grow_block(self, Node* node, uint32_t wanted) noexcept nogil
    cdef bint add_outcomes(self, Node* node, const void* position) noexcept nogil
    cdef void compute_priors(self, const void* position, int count) noexcept nogil
    cdef void sort_moves(self, int count, int wanted, uint32_t key) noexcept nogil
    cdef void recompute_mean(self, Node* node) noexcept nogil


# Layout -------------------------------------------------------------------------------------------------------------

cdef inline uint32_t block_bytes(uint32_t capacity, int width) noexcept nogil:
    """Return the size of a block of edges."""
    return (capacity * (12 + 4 * width) + 7) // 8 * 8


cdef inline uint32_t mean_offset(int width) noexcept nogil:
    """Return the bytes from the start of a node to its mean."""
    return (sizeof(Node) + 4 * (width - 1) + 7) // 8 * 8


cdef inline uint32_t node_bytes(int width) noexcept nogil:
    """Return the size of a node without edges."""
    return mean_offset(width) + 8 * width


cdef inline Edges edge_columns(void* block, uint32_t capacity, int width) noexcept nogil:
    """Return the columns of a block of edges."""
    cdef Edges edges
    edges.q = <float*>block
    edges.visits = <int32_t*>(edges.q + capacity * width)
    edges.child = <uint32_t*>(edges.visits + capacity)
    edges.prior = <uint16_t*>(edges.child + capacity)
    edges.move = edges.prior + capacity
    edges.capacity = capacity
    return edges


cdef inline uint32_t edge_capacity(const Node* node) noexcept nogil:
    """Return how many edges fit into a node's block."""
    if node.size_class == CHANCE_BLOCK:
        return node.edge_count
    return 1 if node.size_class == INLINE_BLOCK else <uint32_t>2 << node.size_class


cdef inline void* at(Tree tree, uint32_t offset) noexcept nogil:
    """Return the address of an offset in the arena, which never changes."""
    return tree.blocks[offset >> BLOCK_SHIFT] + (offset & (BLOCK_WORDS - 1))


cdef inline uint32_t allocate(Tree tree, uint32_t words) noexcept nogil:
    """Return the offset of new, uninitialised words; 0 if the memory is full."""
    return allocate_in_chunk(tree.memory, &tree.chunk, words) if tree.shared else allocate_words(&tree.memory.arena, words)


# Access -------------------------------------------------------------------------------------------------------------

cdef inline Node* node_at(Tree tree, uint32_t offset) noexcept nogil:
    """Return a node's address, which never changes."""
    return <Node*>at(tree, offset)


cdef inline Edges edges_of(Tree tree, const Node* node) noexcept nogil:
    """Return a node's edges. They move when `add_edges` needs more room."""
    return edge_columns(at(tree, node.edges), edge_capacity(node), tree.width)


cdef inline float* leaf_values(Node* node) noexcept nogil:
    """Return a node's values as a leaf, [width]."""
    return &node.leaf_value


cdef inline double* means(const Node* node, int width) noexcept nogil:
    """Return a node's means, [width]."""
    return <double*>(<char*>node + mean_offset(width))


cdef inline double clamp(double value, double lower, double upper) noexcept nogil:
    """Return a value clamped to [lower, upper]."""
    return lower if value < lower else upper if value > upper else value


cdef inline double node_value(const Node* node, int width, int i) noexcept nogil:
    """Return a node's stored value number i: its mean, within the proven bounds."""
    if width == 1 and node.actor >= 0:
        return clamp(read_double(means(node, 1)), read_float(&node.lower), read_float(&node.upper))
    return read_double(means(node, width) + i)


cdef inline bint has_node(const Edges* edges, uint32_t i) noexcept nogil:
    """Return whether an edge leads to a node."""
    return edges.child[i] != 0 and edges.child[i] != TERMINAL


cdef inline double edge_value(Tree tree, const Edges* edges, uint32_t i, int s) noexcept nogil:
    """Return an edge's stored value number s: that of its node, else its q."""
    if has_node(edges, i):
        return node_value(node_at(tree, edges.child[i]), tree.width, s)
    return edges.q[s * edges.capacity + i]


cdef inline double edge_value_for(Tree tree, const Edges* edges, uint32_t i, int seat) noexcept nogil:
    """Return an edge's value for a seat."""
    cdef double rest = 0
    cdef int s
    if seat < tree.width:
        return edge_value(tree, edges, i, seat)
    for s in range(tree.width):
        rest -= edge_value(tree, edges, i, s)
    return rest


cdef inline int edge_of(Tree tree, const Node* node, int move) noexcept nogil:
    """Return the number of a move's edge; -1 if there is none."""
    cdef Edges edges = edges_of(tree, node)
    cdef int i
    for i in range(node.edge_count):
        if edges.move[i] == move:
            return i
    return -1


cdef inline double stored_for_seat(const double* values, int width, int seat) noexcept nogil:
    """Return the value for a seat of a stored array [width]. The values of all seats sum to 0."""
    cdef double rest = 0
    cdef int s
    if seat < width:
        return values[seat]
    for s in range(width):
        rest -= values[s]
    return rest
