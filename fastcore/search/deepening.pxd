"""Alpha-beta by iterative deepening, as a machine that stops after any node and goes on from there."""

cimport cython
from libc.stdint cimport int64_t, uint64_t

from fastcore.game cimport Game
from fastcore.search.table cimport Table

cdef enum:
    WIN = 1 << 22               # a win at the root; one that takes n decisions is worth n less
    MIN_WIN = WIN - 1024      # values from here on are proven wins
    DEEPEST = 120               # decisions that an iteration looks ahead
    PLIES = 250                 # and with its quiescence

cdef struct Frame:              # one position on the way down
    uint64_t key
    int actor
    int depth                   # decisions still to be looked ahead; from 0 down quiescence
    int floor                   # the window, for the actor: what it had at first,
    int alpha                   # what is reached by now
    int beta
    int best
    int best_move
    bint open                   # the value of a move may change with depth
    int first                   # place of its moves in the stack of moves
    int count
    bint listed                 # or only the move of the table is there yet
    int next                    # moves tried, and after this move how the next search goes on:
    int move
    int kind
    bint again                  # the same move once more,
    int ahead                   # to this depth
    int low                     # in this window
    int high
    int killers[2]              # the last moves that ended the search of a position at this depth

cdef struct RootMove:
    int move
    int depth                   # of the iteration that found its value
    int value                   # for the actor
    int lower                   # what is proven
    int upper
    int64_t visits              # nodes made below it


@cython.final
cdef class Deepening:
    cdef Game game
    cdef Table table
    cdef size_t lines           # of a position
    cdef bint quiescence
    cdef bint reductions
    cdef Frame* frames
    cdef char* positions        # a position a ply,
    cdef char* first_line       # from here on
    cdef int* moves             # a stack of move lists
    cdef int* scores            # and how promising each move is
    cdef int* history           # how often a move has ended a search, a seat and move
    cdef RootMove* roots        # in the order in which they are searched
    cdef int root_count
    cdef int searched           # those that the present search is limited to: the first ones
    cdef int ply
    cdef int64_t nodes
    cdef int64_t mark           # nodes when the present root move was begun
    cdef int completed          # depth of the last iteration that was finished
    cdef int chosen             # the best move
    cdef int value              # its value; in between what a position that was just left is worth
    cdef bint done              # nothing is left to find

    cdef inline void* position(self, int ply) noexcept nogil
    cdef inline void copy_position(self, int ply) noexcept nogil
    cdef void plant(self, uint64_t seed) noexcept nogil
    cdef void restart(self) noexcept nogil
    cdef void begin(self, int low, int high) noexcept nogil
    cdef void finish(self, int value, bint settled) noexcept nogil
    cdef void go(self, int64_t n) noexcept nogil
    cdef int end_value(self, int ply, int actor) noexcept nogil
    cdef void next_move(self, Frame* frame) noexcept nogil
    cdef bint enter(self, Frame* parent, Frame* frame) noexcept nogil
    cdef void list_moves(self, Frame* frame, int tried) noexcept nogil
    cdef void take(self, Frame* frame, int value, bint settled) noexcept nogil
    cdef void note(self, Frame* frame, int value, bint settled) noexcept nogil
    cdef void reward(self, Frame* frame) noexcept nogil
    cdef void leave(self) noexcept nogil
    cdef int64_t running(self, int move) noexcept nogil
