"""AlphaBeta, iterative deepening that can stop after any node and resume there, and its move ordering.

Moves are tried in this order: the move of the transposition table, noisy moves, killers, and the rest by history. A
killer is a move that recently caused a cutoff in another position at the same ply. The history of a move counts its
cutoffs anywhere, weighted by depth (Schaeffer 1983).
"""

cimport cython
from libc.stdint cimport int64_t, uint64_t

from fastcore.game cimport MAX_SEATS, SCALE, Game
from fastcore.search.table cimport Table

cdef enum:
    WIN = 1 << 22               # the value of a win at the root; a win after n decisions is worth n less
    MIN_WIN = WIN - 1024        # values from here on are proven wins
    MAX_DEPTH = 120             # decisions of the deepest iteration
    MAX_PLY = 250               # with its quiescence search
    INDEX_BITS = 10             # index bits of a score, below its rank,
    WIDE_INDEX_BITS = 16        # and for games with more moves
    SCORE_BITS = 30
    TRIED = -1                  # the score of a move that must not be tried
    ROW = 8                     # number of scores compared at a time; the last row is padded with TRIED

cdef struct Frame:              # one position on the current path
    uint64_t key
    int actor
    int depth                   # decisions still to be searched; 0 or less: quiescence
    int original_alpha          # the window when the position was entered, for the actor
    int alpha
    int beta
    int best_value
    int best_move               # -1 while no move has raised alpha
    bint unsettled              # a deeper search may change the value
    int offset                  # of its moves in the stack of moves
    int move_count
    bint generated              # False while the list has only the transposition table's move
    int tried_count
    int move                    # the move searched now:
    int window                  # FULL, NULL_WINDOW or REDUCED
    bint research               # search the move again
    int child_depth
    int child_alpha             # its window, for the actor of this frame
    int child_beta
    int killers[2]              # moves that caused the latest cutoffs at this ply

cdef struct RootMove:
    int move
    int depth                   # depth of the iteration that found its value; 0: none
    int value                   # for the actor
    int lower                   # proven bounds, from -SCALE to SCALE
    int upper
    int64_t visits              # nodes below it


# `wide` selects the index bits. Both layouts are compiled with constants, which is faster than a variable shift.


cdef inline int index_bits(bint wide) noexcept nogil:
    return WIDE_INDEX_BITS if wide else INDEX_BITS


cdef inline int score_of(int rank, int index, int bits) noexcept nogil:
    """Return a score with the move's index packed in. The largest score belongs to the first move of the best rank."""
    return rank << bits | ((1 << bits) - 1 - index)


cdef inline int index_of(int score, bint wide) noexcept nogil:
    """Return the index of the move with a score."""
    if wide:
        return (1 << WIDE_INDEX_BITS) - 1 - (score & ((1 << WIDE_INDEX_BITS) - 1))
    return (1 << INDEX_BITS) - 1 - (score & ((1 << INDEX_BITS) - 1))


cdef inline int noisy_rank(int bits) noexcept nogil:
    """Return the rank of the first noisy move. Those after it rank lower, but above killers."""
    return 1 << (SCORE_BITS - 1 - bits)


cdef inline int killer_rank(int bits) noexcept nogil:
    """Return the rank of killers. The ranks below are history scores."""
    return 1 << (SCORE_BITS - 2 - bits)


cdef inline int score_limit(bint wide) noexcept nogil:
    """Return an upper bound of the scores of quiet moves."""
    return killer_rank(WIDE_INDEX_BITS) << WIDE_INDEX_BITS if wide else killer_rank(INDEX_BITS) << INDEX_BITS


cdef inline int padded(int count) noexcept nogil:
    """Return `count` rounded up to whole rows of scores."""
    return (count + ROW - 1) & -ROW


cdef inline void score_in_order_by(int* scores, int count, int bits) noexcept nogil:
    cdef int i
    for i in range(count):
        scores[i] = score_of(0, i, bits)
    for i in range(count, padded(count)):
        scores[i] = TRIED


cdef inline void score_moves_by(
    const int* moves, int* scores, int count, int noisy_count, int tried, const int* killers, const int* history,
    int bits,
) noexcept nogil:
    cdef const int* noisy = moves + count
    cdef int first_killer = killers[0], second_killer = killers[1]
    cdef int killer = killer_rank(bits)
    cdef int i, j, move, rank
    for i in range(count):              # branch-free, so that compilers vectorise it
        move = moves[i]
        rank = history[move]
        rank = killer if (move == first_killer) | (move == second_killer) else rank
        scores[i] = TRIED if move == tried else score_of(rank, i, bits)
    for j in range(noisy_count):
        for i in range(count):
            if moves[i] == noisy[j] and moves[i] != tried:
                scores[i] = score_of(max(noisy_rank(bits) - j, killer + 1), i, bits)
    for i in range(count, padded(count)):
        scores[i] = TRIED


cdef inline void score_in_order(int* scores, int count, bint wide) noexcept nogil:
    """Score moves that are already in order. `scores` holds padded(count)."""
    if wide:
        score_in_order_by(scores, count, WIDE_INDEX_BITS)
    else:
        score_in_order_by(scores, count, INDEX_BITS)


cdef inline void score_moves(
    const int* moves, int* scores, int count, int noisy_count, int tried, const int* killers, const int* history,
    bint wide,
) noexcept nogil:
    """Score the `count` moves of a position. Its noisy moves follow them in `moves`.

    `tried` (or -1) has been searched already. `scores` holds padded(count); `history` is that of the actor, by move.
    """
    if wide:
        score_moves_by(moves, scores, count, noisy_count, tried, killers, history, WIDE_INDEX_BITS)
    else:
        score_moves_by(moves, scores, count, noisy_count, tried, killers, history, INDEX_BITS)


cdef inline int best_score(const int* scores, int count) noexcept nogil:
    """Return the largest score."""
    cdef int i, best = TRIED
    for i in range(padded(count)):
        best = max(best, scores[i])
    return best


cdef inline void add_history(int* history, int actions, int move, int depth, bint wide) noexcept nogil:
    """Count a cutoff at this depth. All histories are halved before any of them can reach the rank of killers."""
    cdef int i
    history[move] += depth * depth
    while history[move] >= killer_rank(index_bits(wide)) // 2:
        for i in range(actions):
            history[i] //= 2


cdef inline int terminal_value(Game game, const void* position, int ply, int actor) noexcept nogil:
    """Return the value of a finished game for a seat, `ply` decisions after the root: earlier wins and later losses are better."""
    cdef double values[MAX_SEATS]
    game.returns(position, values)
    if values[actor] >= 1:
        return WIN - ply
    if values[actor] <= -1:
        return ply - WIN
    return <int>(values[actor] * SCALE)


@cython.final
cdef class AlphaBeta:
    cdef Game game
    cdef Table* table           # its own, or that of
    cdef AlphaBeta master       # the search that this one helps; None: it helps none
    cdef Table own_table        # owned
    cdef bint quiescence
    cdef bint reductions
    cdef int futility_margin    # for each decision
    cdef int full_moves         # moves searched to full depth before reductions
    cdef size_t position_lines  # cache lines of a position
    cdef char* positions        # owned; the memory of a position for each ply,
    cdef char* aligned          # from this cache line on
    cdef Frame* frames          # owned, one for each ply
    cdef int* moves             # owned: a stack of move lists,
    cdef int* scores            # and of their scores
    cdef bint wide              # scores have WIDE_INDEX_BITS
    cdef int* history           # owned: [seat * actions + move]
    cdef RootMove* root_moves   # owned, in the order of the search
    cdef int root_count
    cdef int active_count       # the first of them, to which the search is limited
    cdef int ply
    cdef int64_t nodes          # positions searched since `set_root`
    cdef int64_t counted_nodes  # those added to the visits of root moves
    cdef int completed_depth    # of the last completed iteration
    cdef int best_move          # at the root
    cdef int best_value         # its value
    cdef bint done              # no further search can improve the result

    cdef inline void* position(self, int ply) noexcept nogil
    cdef inline void copy_position(self, int ply) noexcept nogil
    cdef void set_root(self, uint64_t seed) noexcept nogil
    cdef void restart(self) noexcept nogil
    cdef void skip_to(self, int depth, int value) noexcept nogil
    cdef void begin_iteration(self, int alpha, int beta) noexcept nogil
    cdef void end_iteration(self, int value, bint settled) noexcept nogil
    cdef void search(self, int64_t n) noexcept nogil
    cdef void select_move(self, Frame* frame) noexcept nogil
    cdef bint enter(self, Frame* parent, Frame* frame) noexcept nogil
    cdef void generate_moves(self, Frame* frame, int tried) noexcept nogil
    cdef void update(self, Frame* frame, int value, bint settled) noexcept nogil
    cdef void update_root_move(self, Frame* frame, int value, bint settled) noexcept nogil
    cdef void reward_cutoff(self, Frame* frame) noexcept nogil
    cdef void leave(self) noexcept nogil
    cdef int64_t uncounted_nodes(self, int move) noexcept nogil
