"""How a tree search selects, values and backs up: its options, as the tree reads them."""

cdef enum:
    TO_THE_END = -1

cdef struct Rule:
    bint ucb            # UCB1 over all moves instead of PUCT in the order of the priors
    bint priors         # the game's; else all moves are alike
    bint transpositions
    bint solver
    int leaves          # moves of a new node that are tried one after the other, on one way down
    bint exact          # a decision is worth its best move, not the average
    double exploration
    double first_play   # how much worse than its position an untried move is thought to be
    double minimax      # the share of implicit minimax in the selection
    int playout         # decisions of a playout from a new leaf
    int policy          # by which they are made
