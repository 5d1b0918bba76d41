cdef struct Deal:
    signed char hidden[4]
    signed char hands[4][4]
    double arrangements     # of the cards
    double probability
    double cumulative       # cumulative probability of this deal and those before it


cdef const Deal* deals_of(int players) except NULL
cdef const double* match_equities(int players, int target) except NULL
