"""What a tree holds: nodes, the edges that leave them, and how their numbers are read.

A node stores a value for every seat but the last, whose value makes the sum 0; so does an edge. `width` is the number
of values stored. A node has edges only for the moves that the selection has come to (see `Store.open_edges`). All of
this is kept small: what a simulation costs is mostly the memory that it has to wait for.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    ENDED_CHILD = 0xffffffff    # the game is over after this move: the edge's value is the result
    WHOLE_PRIOR = 65535         # how a prior of 1 is stored

cdef struct Edges:              # of a node: columns, so that the selection can look at many at once
    float* worth                # what each is taken to be worth for seat 0: a leaf's value, else for the selection
    int32_t* visits
    uint32_t* child             # place of its node; 0 while there is none
    uint16_t* weight            # its prior in parts of WHOLE_PRIOR; at a chance node the number of its probability
    uint16_t* move
    uint32_t room               # for so many edges; the other seats' worth follows in columns of this length

cdef struct Node:
    uint32_t key                # the upper half of the position's key; the table of places has the lower one
    uint32_t edges              # place of the first
    uint32_t visits             # its own and its edges'
    uint16_t edge_count         # 0 while not expanded
    uint16_t move_count
    int8_t actor
    uint8_t size                # of its block of edges, see `room_of`
    float minimax               # static values backed up by the better move, for seat 0
    float square                # how far simulations through it were from its value, squared, for the seat that chose it
    float lower                 # seat 0's result is proven to lie between these (games of two seats)
    float upper
    float first                 # the value it began with, static or a playout's, for seat 0
    # in memory behind it: the same for the other seats that are stored; then, at the next multiple of 8 bytes, doubles:
    # the average of its own value and those of its edges, a chance node's exact mean; bounds are not heeded


cdef inline uint32_t block_size(uint32_t room, int width) noexcept nogil:
    """Bytes of a block of edges."""
    return (room * (12 + 4 * width) + 7) // 8 * 8


cdef inline uint32_t mean_offset(int width) noexcept nogil:
    return (sizeof(Node) + 4 * (width - 1) + 7) // 8 * 8


cdef inline uint32_t node_size(int width) noexcept nogil:
    return mean_offset(width) + 8 * width


cdef inline float* own(Node* node) noexcept nogil:
    return &node.first


cdef inline double* mean(const Node* node, int width) noexcept nogil:
    return <double*>(<char*>node + mean_offset(width))


cdef inline double within(double value, double lower, double upper) noexcept nogil:
    return lower if value < lower else upper if value > upper else value


cdef inline double value(const Node* node, int width, int s) noexcept nogil:
    """The node's value, one of those stored: the average, within what is proven."""
    if width == 1 and node.actor >= 0:
        return within(mean(node, 1)[0], node.lower, node.upper)
    return mean(node, width)[s]
