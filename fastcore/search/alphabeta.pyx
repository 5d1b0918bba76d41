"""AlphaBeta: iterative deepening that can stop after any node and resume there.

For two seats without chance, where a seat may decide several times in a row. There is no recursion: each step makes one
node, which either has a value immediately (the end, a table entry, a static value) or becomes the deepest frame.

- Transposition table; moves by table, noise, killers and history.
- Principal variation search (Marsland and Campbell 1982): a null window for all moves but the first.
- Late-move reductions: quiet moves late in the order are searched less deeply, and to full depth if they raise alpha.
- Futility pruning: near the horizon, a static value far outside a null window is returned without a search.
- Aspiration windows around the value of the previous iteration.
- Quiescence search: beyond the horizon the static value, or a noisy move if that is better.

A value is settled if no deeper search can change it: wins, losses, and values that depend only on ends of the game.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from fastcore.bits cimport prefetch
from fastcore.game cimport OVER, SCALE, Game
from fastcore.search.table cimport (
    EXACT, LOWER, SETTLED, UPPER, bound_of, bucket_of, close_table, depth_of, find, move_of, open_table, store,
    value_of,
)
from fastcore.stream cimport Rng, below

cdef enum Window:
    FULL = 0                    # alpha to beta
    NULL_WINDOW = 1             # whether the move is better than alpha
    REDUCED = 2                 # the same, at reduced depth

cdef enum:
    CACHE_LINE = 64             # bytes
    INFINITE = WIN + 1
    ASPIRATION = SCALE // 10    # on both sides of the previous value
    MIN_REDUCED_DEPTH = 3
    MAX_FUTILITY_DEPTH = 2


cdef class AlphaBeta:
    def __cinit__(self, Game game not None, uint64_t limit_bytes, bint quiescence, bint reductions,
                  double futility, int full_moves, AlphaBeta master=None):
        self.game = game
        self.quiescence = quiescence
        self.reductions = reductions
        self.futility_margin = <int>(SCALE * futility)
        self.full_moves = full_moves
        self.wide = game.max_moves >= 1 << INDEX_BITS
        self.position_lines = (game.size + CACHE_LINE - 1) // CACHE_LINE
        self.frames = <Frame*>calloc(MAX_PLY + 1, sizeof(Frame))
        self.positions = <char*>malloc(((MAX_PLY + 1) * self.position_lines + 1) * CACHE_LINE)
        # one list more than frames: noisy moves follow the moves of the deepest frame
        self.moves = <int*>malloc(<size_t>(MAX_PLY + 2) * padded(game.max_moves) * sizeof(int))
        self.scores = <int*>malloc(<size_t>(MAX_PLY + 2) * padded(game.max_moves) * sizeof(int))
        self.history = <int*>calloc(2 * game.actions, sizeof(int))
        self.root_moves = <RootMove*>malloc(game.max_moves * sizeof(RootMove))
        if not (self.frames and self.positions and self.moves and self.scores and self.history and self.root_moves):
            raise MemoryError
        self.aligned = self.positions + (CACHE_LINE - <size_t>self.positions % CACHE_LINE) % CACHE_LINE
        self.master = master
        self.table = &self.own_table if master is None else master.table
        if master is None and not open_table(self.table, limit_bytes):
            raise MemoryError

    def __dealloc__(self):
        close_table(&self.own_table)
        free(self.frames)
        free(self.positions)
        free(self.moves)
        free(self.scores)
        free(self.history)
        free(self.root_moves)

    cdef inline void* position(self, int ply) noexcept nogil:
        return self.aligned + ply * self.position_lines * CACHE_LINE

    cdef inline void copy_position(self, int ply) noexcept nogil:
        """Copy a position to the next ply. `memcpy` would store 16 bytes at a time, which delays loads of 32 bytes."""
        cdef uint64_t* source = <uint64_t*>self.position(ply)
        cdef uint64_t* target = <uint64_t*>self.position(ply + 1)
        cdef uint64_t a, b, c, d, e, f, g, h, i
        for i in range(0, 8 * self.position_lines, 8):
            a, b, c, d = source[i], source[i + 1], source[i + 2], source[i + 3]
            e, f, g, h = source[i + 4], source[i + 5], source[i + 6], source[i + 7]
            target[i], target[i + 1], target[i + 2], target[i + 3], target[i + 4] = a, b, c, d, e
            target[i + 5], target[i + 6], target[i + 7] = f, g, h

    # Iterations ---------------------------------------------------------------------------------------------------

    cdef void set_root(self, uint64_t seed) noexcept nogil:
        """Start from the position of ply 0. The seed shuffles its moves."""
        cdef Frame* root = self.frames
        cdef RootMove* roots = self.root_moves
        cdef Rng rng
        cdef int i, k
        rng.state = seed
        memset(self.frames, 0, (MAX_PLY + 1) * sizeof(Frame))
        for i in range(2 * self.game.actions):
            self.history[i] //= 8
        root.actor = self.game.actor(self.position(0))
        root.key = self.game.key(self.position(0))
        self.root_count = self.game.moves(self.position(0), self.moves) if root.actor != OVER else 0
        for i in range(self.root_count):
            k = <int>below(&rng, i + 1)
            roots[i] = roots[k]
            roots[k] = RootMove(self.moves[i], 0, 0, -SCALE, SCALE, 0)
        self.active_count = self.root_count
        self.ply = 0
        self.nodes = 0
        self.restart()

    cdef void restart(self) noexcept nogil:
        """Restart from the first iteration. The table keeps its entries."""
        self.best_value = 0
        self.best_move = self.root_moves[0].move if self.active_count else -1
        self.done = self.active_count == 0
        self.skip_to(0, 0)

    cdef void skip_to(self, int depth, int value) noexcept nogil:
        """Continue after the iteration of a depth, as if it had this value. The visits of root moves keep all nodes."""
        cdef int i
        for i in range(self.root_count):
            self.root_moves[i].visits += self.uncounted_nodes(self.root_moves[i].move)
        self.completed_depth = min(depth, MAX_DEPTH - 1)
        if depth == 0:
            self.begin_iteration(-INFINITE, INFINITE)
        else:
            self.begin_iteration(value - ASPIRATION, value + ASPIRATION)

    cdef void begin_iteration(self, int alpha, int beta) noexcept nogil:
        """Begin the next iteration with a window."""
        cdef Frame* root = self.frames
        cdef int i
        for i in range(self.active_count):
            self.moves[i] = self.root_moves[i].move
        score_in_order(self.scores, self.active_count, self.wide)
        self.ply = 0
        root.depth = self.completed_depth + 1
        root.original_alpha = root.alpha = alpha
        root.beta = beta
        root.best_value = -INFINITE
        root.best_move = -1
        root.unsettled = root.research = False
        root.generated = True
        root.offset = root.tried_count = 0
        root.move_count = self.active_count

    cdef void end_iteration(self, int value, bint settled) noexcept nogil:
        """Move the best root move to the front. Begin the next iteration, or the same one if it failed low or high."""
        cdef Frame* root = self.frames
        cdef RootMove best
        cdef int i = 0
        if root.best_move >= 0:
            while self.root_moves[i].move != root.best_move:
                i += 1
            best = self.root_moves[i]
            while i:
                self.root_moves[i] = self.root_moves[i - 1]
                i -= 1
            self.root_moves[0] = best
        if value <= root.original_alpha:
            self.begin_iteration(-INFINITE, root.beta)
        elif value >= root.beta and value < MIN_WIN:
            self.begin_iteration(root.original_alpha, INFINITE)
        else:
            self.completed_depth += 1
            self.best_value = value
            self.done = settled or self.completed_depth == MAX_DEPTH
            self.begin_iteration(value - ASPIRATION, value + ASPIRATION)

    # Node by node ---------------------------------------------------------------------------------------------------

    cdef void search(self, int64_t n) noexcept nogil:
        """Search n more nodes, or fewer if the search completes first."""
        cdef int64_t end = self.nodes + n
        cdef Frame* frame
        cdef Frame* child
        while not self.done and self.nodes < end:
            frame = &self.frames[self.ply]
            child = frame + 1
            if frame.research:
                frame.research = False
            elif frame.tried_count == frame.move_count:
                if frame.generated:
                    self.leave()
                else:
                    self.generate_moves(frame, frame.move)
                continue
            else:
                if self.ply == 0:
                    self.counted_nodes = self.nodes
                self.select_move(frame)
                self.copy_position(self.ply)
                self.game.play(self.position(self.ply + 1), frame.move)
                child.actor = self.game.actor(self.position(self.ply + 1))
            self.nodes += 1
            if child.actor == OVER:
                self.update(frame, terminal_value(self.game, self.position(self.ply + 1), self.ply + 1, frame.actor), True)
            elif self.enter(frame, child):
                self.ply += 1
            else:
                self.update(
                    frame, child.best_value if child.actor == frame.actor else -child.best_value, not child.unsettled
                )

    cdef void select_move(self, Frame* frame) noexcept nogil:
        """Choose the move with the best score, and the depth and window of its search."""
        cdef int* scores = self.scores + frame.offset
        cdef int score = best_score(scores, frame.move_count)
        cdef int index = index_of(score, self.wide)
        scores[index] = TRIED
        frame.move = self.moves[frame.offset + index]
        frame.child_depth = frame.depth - 1
        frame.child_alpha = frame.alpha
        frame.child_beta = frame.beta
        frame.window = FULL
        if frame.tried_count and frame.depth > 0:
            frame.window = NULL_WINDOW
            frame.child_beta = frame.alpha + 1
            if (
                self.reductions and self.ply and score < score_limit(self.wide)
                and frame.tried_count >= self.full_moves and frame.depth >= MIN_REDUCED_DEPTH
            ):
                frame.window = REDUCED
                frame.child_depth -= 2 if frame.tried_count >= 6 and frame.depth >= 5 else 1
        frame.tried_count += 1

    cdef bint enter(self, Frame* parent, Frame* frame) noexcept nogil:
        """Set up the frame of a new position.

        Return False if its value is known immediately (`best_value` and `unsettled`), True if it has moves to search.
        """
        cdef int ply = <int>(frame - self.frames)
        cdef void* position = self.position(ply)
        cdef uint64_t entry
        cdef int table_move = -1, bound, value = 0
        cdef bint evaluated         # `value` is the static value
        if frame.actor == parent.actor:
            frame.alpha = parent.child_alpha
            frame.beta = parent.child_beta
        else:
            frame.alpha = -parent.child_beta
            frame.beta = -parent.child_alpha
        frame.original_alpha = frame.alpha
        frame.depth = parent.child_depth
        frame.offset = parent.offset + padded(parent.move_count)
        frame.best_value = -INFINITE
        frame.best_move = -1
        frame.unsettled = frame.research = False
        frame.generated = True
        frame.tried_count = 0
        if frame.depth > 0:
            frame.key = self.game.key(position)
            prefetch(bucket_of(self.table, frame.key))
        evaluated = self.reductions and 0 < frame.depth <= MAX_FUTILITY_DEPTH and frame.beta == frame.alpha + 1
        if evaluated:
            value = self.game.static_value(position, frame.actor)
            if value - frame.depth * self.futility_margin >= frame.beta:
                frame.unsettled = True
                frame.best_value = value
                return False
            if frame.depth == 1 and value + self.futility_margin <= frame.alpha:
                frame.depth = 0
        if frame.depth <= 0 or ply == MAX_PLY:
            frame.unsettled = True
            frame.best_value = value if evaluated else self.game.static_value(position, frame.actor)
            if frame.best_value >= frame.beta or not self.quiescence or ply == MAX_PLY:
                return False
            frame.move_count = self.game.noisy_moves(position, self.moves + frame.offset)
            score_in_order(self.scores + frame.offset, frame.move_count, self.wide)
            frame.alpha = max(frame.alpha, frame.best_value)
            return frame.move_count > 0
        entry = find(self.table, frame.key)
        if entry:
            table_move = move_of(entry)
            if depth_of(entry) >= frame.depth:
                frame.best_value = value_of(entry)
                # stored wins and losses count decisions from the stored position
                if frame.best_value >= MIN_WIN:
                    frame.best_value -= ply
                elif frame.best_value <= -MIN_WIN:
                    frame.best_value += ply
                bound = bound_of(entry)
                if bound == EXACT or (bound == LOWER and frame.best_value >= frame.beta) or (
                    bound == UPPER and frame.best_value <= frame.alpha
                ):
                    frame.unsettled = depth_of(entry) != SETTLED
                    return False
                frame.best_value = -INFINITE
        # another position may have the same key
        if table_move < 0 or self.game.may_play(position, table_move) != 1:
            self.generate_moves(frame, -1)
        else:                           # a cutoff saves generating more moves
            frame.generated = False
            frame.move_count = 1
            self.moves[frame.offset] = table_move
            score_in_order(self.scores + frame.offset, 1, self.wide)
        return True

    cdef void generate_moves(self, Frame* frame, int tried) noexcept nogil:
        """Write and score the moves of the deepest frame. `tried` (or -1) has been searched already."""
        cdef void* position = self.position(<int>(frame - self.frames))
        cdef int* moves = self.moves + frame.offset
        cdef int noisy_count
        frame.generated = True
        frame.move_count = self.game.moves(position, moves)
        noisy_count = self.game.noisy_moves(position, moves + frame.move_count)
        score_moves(
            moves, self.scores + frame.offset, frame.move_count, noisy_count, tried, frame.killers,
            self.history + frame.actor * self.game.actions, self.wide,
        )

    cdef void update(self, Frame* frame, int value, bint settled) noexcept nogil:
        """Process the value of the move just searched, for the frame's actor, or schedule a re-search."""
        if value > frame.alpha and frame.window != FULL:
            frame.child_alpha = frame.alpha
            if frame.window == REDUCED:
                frame.window = NULL_WINDOW
                frame.child_depth = frame.depth - 1
                frame.research = True
                return
            if value < frame.beta:
                frame.window = FULL
                frame.child_beta = frame.beta
                frame.research = True
                return
        if frame == self.frames:
            self.update_root_move(frame, value, settled)
        if value > frame.best_value:
            frame.best_value = value
            if value > frame.alpha:
                frame.alpha = value
                frame.best_move = frame.move
        if value >= frame.beta:
            frame.unsettled = not settled
            frame.tried_count = frame.move_count
            frame.generated = True
            if frame.depth > 0:
                self.reward_cutoff(frame)
        elif not settled:
            frame.unsettled = True

    cdef void update_root_move(self, Frame* frame, int value, bint settled) noexcept nogil:
        """Store the result of a root move."""
        cdef RootMove* root = self.root_moves
        cdef int clipped = min(max(value, -SCALE), SCALE)
        while root.move != frame.move:
            root += 1
        root.visits += self.nodes - self.counted_nodes
        self.counted_nodes = self.nodes
        root.value = value
        root.depth = frame.depth
        if settled and value > frame.child_alpha:
            root.lower = clipped
        if settled and value < frame.child_beta:
            root.upper = clipped
        if value > frame.alpha:
            # an unfinished iteration may already have found a better move
            self.best_move = frame.move
            self.best_value = value
            if value >= MIN_WIN:        # an earlier iteration would have found a faster win
                frame.beta = value

    cdef int64_t uncounted_nodes(self, int move) noexcept nogil:
        """Return the number of nodes below a root move that its visits do not include yet."""
        if (self.ply or self.frames.research) and self.frames.move == move:
            return self.nodes - self.counted_nodes
        return 0

    cdef void reward_cutoff(self, Frame* frame) noexcept nogil:
        """Record a move that caused a cutoff, so that other positions try it earlier."""
        if frame.killers[0] != frame.move:
            frame.killers[1] = frame.killers[0]
            frame.killers[0] = frame.move
        add_history(
            self.history + frame.actor * self.game.actions, self.game.actions, frame.move, frame.depth, self.wide
        )

    cdef void leave(self) noexcept nogil:
        """Store the value of the deepest frame, whose moves are searched, and return it to the frame above."""
        cdef Frame* frame = &self.frames[self.ply]
        cdef int value = frame.best_value, stored = value
        cdef bint settled = not frame.unsettled or value >= MIN_WIN or value <= -MIN_WIN
        if frame.depth <= 0 and value >= MIN_WIN:       # stored so that principal variations reach the end
            frame.key = self.game.key(self.position(self.ply))
        if frame.depth > 0 or value >= MIN_WIN:
            if value >= MIN_WIN:
                stored += self.ply
            elif value <= -MIN_WIN:
                stored -= self.ply
            store(
                self.table, frame.key, stored, frame.best_move, SETTLED if settled else frame.depth,
                LOWER if value >= frame.beta else EXACT if value > frame.original_alpha else UPPER,
            )
        if self.ply == 0:
            self.end_iteration(value, settled)
            return
        self.ply -= 1
        self.update(frame - 1, value if frame.actor == (frame - 1).actor else -value, settled)
