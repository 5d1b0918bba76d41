from libc.stdint cimport uint64_t

from fastcore.games.herbalism.rules cimport Position

cdef enum:
    BRANCHES = 4        # into which one row can split

    # what an observation says of the cards
    CHOSE = 0           # `seat` made a choice that moves no card
    GAVE_AND_TOLD = 1   # inquire: `seat` gave to `target`, which told `number`
    GAVE_AND_GOT = 2    # feed: `target` handed `number` cards back
    TOOK_BOTH = 3       # brew on two colours: `target` handed over `back` (bits: 1 the first, 2 the second colour)
    ASKED = 4           # `target` was asked to choose for the action
    NOT_ASKED = 5       # it had nothing
    HANDED = 6          # `seat` chose and handed `number` cards over to `target`
    PAIR = 7            # the hidden pair is `pair` (bits as a hand)
    NOT_RIGHT = 8       # `card` is not the right card

cdef struct Seen:
    int kind
    int seat
    int target
    int card
    int action
    int colour          # of the card or cards given, -1 if it is not seen
    int number          # told, or handed back
    int back            # for TOOK_BOTH, -1 if only the number is seen
    uint64_t pair

cdef struct World:
    uint64_t deal       # the hands as they were dealt, or laid
    uint64_t now        # the hands now
    double ways         # arrangements of the deal
    double likely       # of the deal and all choices of others, under the uniform model


cdef int branch(const World* row, const Seen* seen, const int* ways_to_act, bint own, World* out) noexcept nogil


cdef class Worlds:
    cdef int seats
    cdef int seat               # the observer, -1 for everybody
    cdef World* rows            # the rows of one deal stand together
    cdef long count
    cdef long room

    cdef int check(self, int seat, int card, int action) except -1
    cdef int reserve(self, long room) except -1
    cdef Worlds copied(self)
    cdef int deal(self, const signed char* hand) except -1
    cdef int lay(self, const Position* p, bint pair_known) except -1
    cdef int see(self, Seen seen, const int* ways_to_act) except -1
    cdef list chances(self, bint likely)
