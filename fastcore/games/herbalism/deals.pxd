cdef struct Deal:
    signed char hidden[4]
    signed char hands[4][4]
    double ways             # arrangements of the cards
    double chance
    double upto             # the chances of this deal and those before it


cdef const Deal* deals_of(int players) except NULL
