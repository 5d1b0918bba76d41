"""Alpha-beta by iterative deepening, as a machine that stops after any node and goes on from there.

For two seats without chance, where a seat may decide several times in a row. Each step of the machine makes one node,
which is settled at once (the end, a table entry, a static value) or becomes the deepest frame. With:

- a transposition table, whose moves are tried first; then forcing moves, killers, and the rest by history;
- principal variation search (Marsland and Campbell 1982): all but the first move in a narrow window first;
- late-move reductions: quiet moves late in the order are searched less deep, and in full if they surprise;
- futility: near the horizon a position whose static value is far outside a narrow window is not searched on;
- aspiration windows around the value of the iteration before;
- quiescence: below the horizon the static value, or a forcing move if that is better.

A value is settled if no deeper search can change it: wins, losses, and what depends on ends alone.
"""

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from fastcore.game cimport MAX_SEATS, OVER, SCALE, Game
from fastcore.search.ordering cimport (
    KILLER, LAST_PLACE, PLACES, TRIED, best_score, credit, rows_of, score_in_order, score_moves,
)
from fastcore.search.table cimport (
    EXACT, LOWER, SETTLED, UPPER, Entry, bound_of, bucket_of, close_table, depth_of, fetch_early,
    find, move_of, open_table, store, value_of,
)
from fastcore.stream cimport Rng, below

cdef enum:
    LINE = 64           # bytes of memory that are read and written together
    WIDE = 0            # kinds of search: in the whole window,
    NARROW = 1          # only whether a move is better than the best so far,
    REDUCED = 2         # the same, less deep
    INFINITE = WIN + 1
    ASPIRATION = SCALE // 16
    MIN_REDUCED_DEPTH = 3
    FIRST_REDUCED = 3
    SHALLOW = 2             # up to this depth a static value far beyond the window is believed:
    MARGIN = SCALE * 4 // 10    # by so much for each decision


cdef class Deepening:
    def __cinit__(self, Game game not None, uint64_t limit, bint quiescence, bint reductions):
        if game.max_moves > LAST_PLACE:
            raise ValueError(f"alpha-beta is for at most {LAST_PLACE} moves; {game.spec} can have {game.max_moves}")
        self.game = game
        self.quiescence = quiescence
        self.reductions = reductions
        self.lines = (game.size + LINE - 1) // LINE
        self.frames = <Frame*>calloc(PLIES + 1, sizeof(Frame))
        self.positions = <char*>malloc(((PLIES + 1) * self.lines + 1) * LINE)
        self.moves = <int*>malloc((PLIES + 2) * rows_of(game.max_moves) * sizeof(int))
        self.scores = <int*>malloc((PLIES + 2) * rows_of(game.max_moves) * sizeof(int))
        self.history = <int*>calloc(2 * game.actions, sizeof(int))
        self.roots = <RootMove*>malloc(game.max_moves * sizeof(RootMove))
        if not (self.frames and self.positions and self.moves and self.scores and self.history and self.roots):
            raise MemoryError
        self.first_line = self.positions + (LINE - <size_t>self.positions % LINE) % LINE
        if not open_table(&self.table, limit):
            raise MemoryError

    def __dealloc__(self):
        close_table(&self.table)
        free(self.frames)
        free(self.positions)
        free(self.moves)
        free(self.scores)
        free(self.history)
        free(self.roots)

    cdef inline void* position(self, int ply) noexcept nogil:
        return self.first_line + ply * self.lines * LINE

    cdef inline void copy_position(self, int ply) noexcept nogil:
        """Onto the next ply. Line by line, as what is stored in one piece is read back from it without a wait."""
        cdef char* here = <char*>self.position(ply)
        cdef char* next_one = <char*>self.position(ply + 1)
        cdef size_t i
        for i in range(self.lines):
            memcpy(next_one + i * LINE, here + i * LINE, LINE)

    # Iterations ---------------------------------------------------------------------------------------------------

    cdef void plant(self, uint64_t seed) noexcept nogil:
        """Begin at the position of ply 0; the seed orders its moves."""
        cdef Frame* root = self.frames
        cdef RootMove* roots = self.roots
        cdef Rng rng
        cdef int i, other
        rng.state = seed
        memset(self.frames, 0, (PLIES + 1) * sizeof(Frame))
        for i in range(2 * self.game.actions):
            self.history[i] //= 8
        root.actor = self.game.actor(self.position(0))
        root.key = self.game.key(self.position(0))
        self.root_count = self.game.moves(self.position(0), self.moves) if root.actor != OVER else 0
        for i in range(self.root_count):
            other = <int>below(&rng, i + 1)
            roots[i] = roots[other]
            roots[other] = RootMove(self.moves[i], 0, 0, -SCALE, SCALE, 0)
        self.searched = self.root_count
        self.ply = 0
        self.nodes = 0
        self.restart()

    cdef void restart(self) noexcept nogil:
        """Begin with the first iteration again."""
        cdef int i
        for i in range(self.root_count):
            self.roots[i].visits += self.running(self.roots[i].move)
        self.completed = 0
        self.value = 0
        self.chosen = self.roots[0].move if self.searched else -1
        self.done = self.searched == 0
        self.begin(-INFINITE, INFINITE)

    cdef void begin(self, int low, int high) noexcept nogil:
        """Begin the next iteration."""
        cdef Frame* root = self.frames
        cdef int i
        for i in range(self.searched):
            self.moves[i] = self.roots[i].move
        score_in_order(self.scores, self.searched)
        self.ply = 0
        root.depth = self.completed + 1
        root.floor = root.alpha = low
        root.beta = high
        root.best = -INFINITE
        root.best_move = -1
        root.open = root.again = False
        root.listed = True
        root.first = root.next = 0
        root.count = self.searched

    cdef void finish(self, int value, bint settled) noexcept nogil:
        """All moves of the root were searched, or one of them reached beyond the window."""
        cdef Frame* root = self.frames
        cdef RootMove best
        cdef int i = 0
        if root.best_move >= 0:
            while self.roots[i].move != root.best_move:
                i += 1
            best = self.roots[i]
            while i:
                self.roots[i] = self.roots[i - 1]
                i -= 1
            self.roots[0] = best
        if value <= root.floor:
            self.begin(-INFINITE, root.beta)
        elif value >= root.beta and value < MIN_WIN:
            self.begin(root.floor, INFINITE)
        else:
            self.completed += 1
            self.value = value
            self.done = settled or self.completed == DEEPEST
            self.begin(value - ASPIRATION, value + ASPIRATION)

    # One node after the other -------------------------------------------------------------------------------------

    cdef void go(self, int64_t n) noexcept nogil:
        """Make n more nodes, or fewer if then nothing is left to find."""
        cdef int64_t until = self.nodes + n
        cdef Frame* frame
        cdef Frame* child
        while not self.done and self.nodes < until:
            frame = &self.frames[self.ply]
            child = frame + 1
            if frame.again:
                frame.again = False
            elif frame.next == frame.count:
                if frame.listed:
                    self.leave()
                else:
                    self.list_moves(frame, frame.move)
                continue
            else:
                if self.ply == 0:
                    self.mark = self.nodes
                self.next_move(frame)
                self.copy_position(self.ply)
                self.game.play(self.position(self.ply + 1), frame.move)
                child.actor = self.game.actor(self.position(self.ply + 1))
            self.nodes += 1
            if child.actor == OVER:
                self.take(frame, self.end_value(self.ply + 1, frame.actor), True)
            elif self.enter(frame, child):
                self.ply += 1
            else:
                self.take(frame, child.best if child.actor == frame.actor else -child.best, not child.open)

    cdef int end_value(self, int ply, int actor) noexcept nogil:
        cdef double values[MAX_SEATS]
        self.game.returns(self.position(ply), values)
        if values[actor] >= 1:
            return WIN - ply
        if values[actor] <= -1:
            return ply - WIN
        return <int>(values[actor] * SCALE)

    cdef void next_move(self, Frame* frame) noexcept nogil:
        """Choose the most promising move not tried yet, and how to search it."""
        cdef int* scores = self.scores + frame.first
        cdef int score = best_score(scores, frame.count)
        cdef int place = LAST_PLACE - (score & LAST_PLACE)
        scores[place] = TRIED
        frame.move = self.moves[frame.first + place]
        frame.ahead = frame.depth - 1
        frame.low = frame.alpha
        frame.high = frame.beta
        frame.kind = WIDE
        if frame.next and frame.depth > 0:
            frame.kind = NARROW
            frame.high = frame.alpha + 1
            if (
                self.reductions and self.ply and score < KILLER << PLACES
                and frame.next >= FIRST_REDUCED and frame.depth >= MIN_REDUCED_DEPTH
            ):
                frame.kind = REDUCED
                frame.ahead -= 2 if frame.next >= 8 and frame.depth >= 5 else 1
        frame.next += 1

    cdef bint enter(self, Frame* parent, Frame* frame) noexcept nogil:
        """Look at a new position: False if its value is known at once (`best`, `open`), True if it has moves to try."""
        cdef int ply = <int>(frame - self.frames)
        cdef void* position = self.position(ply)
        cdef const Entry* entry
        cdef int hint = -1, bound, value = 0
        cdef bint known             # the static value
        if frame.actor == parent.actor:
            frame.alpha = parent.low
            frame.beta = parent.high
        else:
            frame.alpha = -parent.high
            frame.beta = -parent.low
        frame.floor = frame.alpha
        frame.depth = parent.ahead
        frame.first = parent.first + rows_of(parent.count)
        frame.best = -INFINITE
        frame.best_move = -1
        frame.open = frame.again = False
        frame.listed = True
        frame.next = 0
        if frame.depth > 0:
            frame.key = self.game.key(position)
            fetch_early(bucket_of(&self.table, frame.key))
        known = self.reductions and 0 < frame.depth <= SHALLOW and frame.beta == frame.alpha + 1
        if known:
            value = self.game.static_value(position, frame.actor)
            if value - frame.depth * MARGIN >= frame.beta:
                frame.open = True
                frame.best = value
                return False
            if frame.depth == 1 and value + MARGIN <= frame.alpha:
                frame.depth = 0
        if frame.depth <= 0 or ply == PLIES:
            frame.open = True
            frame.best = value if known else self.game.static_value(position, frame.actor)
            if frame.best >= frame.beta or not self.quiescence or ply == PLIES:
                return False
            frame.count = self.game.noisy_moves(position, self.moves + frame.first)
            score_in_order(self.scores + frame.first, frame.count)
            frame.alpha = max(frame.alpha, frame.best)
            return frame.count > 0
        entry = find(&self.table, frame.key)
        if entry != NULL:
            hint = move_of(entry)
            if depth_of(entry) >= frame.depth:
                frame.best = value_of(entry)
                if frame.best >= MIN_WIN:
                    frame.best -= ply
                elif frame.best <= -MIN_WIN:
                    frame.best += ply
                bound = bound_of(entry)
                if bound == EXACT or (bound == LOWER and frame.best >= frame.beta) or (
                    bound == UPPER and frame.best <= frame.alpha
                ):
                    frame.open = depth_of(entry) != SETTLED
                    return False
                frame.best = -INFINITE
        if hint < 0:
            self.list_moves(frame, -1)
        else:                           # it may spare the others
            frame.listed = False
            frame.count = 1
            self.moves[frame.first] = hint
            score_in_order(self.scores + frame.first, 1)
        return True

    cdef void list_moves(self, Frame* frame, int tried) noexcept nogil:
        """List and score the moves of the deepest frame, but for one that was tried before (or -1)."""
        cdef void* position = self.position(<int>(frame - self.frames))
        cdef int* moves = self.moves + frame.first
        cdef int forced
        frame.listed = True
        frame.count = self.game.moves(position, moves)
        forced = self.game.noisy_moves(position, moves + frame.count)
        score_moves(
            moves, self.scores + frame.first, frame.count, forced, tried, frame.killers,
            self.history + frame.actor * self.game.actions,
        )

    cdef void take(self, Frame* frame, int value, bint settled) noexcept nogil:
        """The value of the move just tried, for the frame's actor."""
        if value > frame.alpha and frame.kind != WIDE:
            frame.low = frame.alpha
            if frame.kind == REDUCED:
                frame.kind = NARROW
                frame.ahead = frame.depth - 1
                frame.again = True
                return
            if value < frame.beta:
                frame.kind = WIDE
                frame.high = frame.beta
                frame.again = True
                return
        if frame == self.frames:
            self.note(frame, value, settled)
        if value > frame.best:
            frame.best = value
            if value > frame.alpha:
                frame.alpha = value
                frame.best_move = frame.move
        if value >= frame.beta:
            frame.open = not settled
            frame.next = frame.count
            frame.listed = True
            if frame.depth > 0:
                self.reward(frame)
        elif not settled:
            frame.open = True

    cdef void note(self, Frame* frame, int value, bint settled) noexcept nogil:
        """What was found of a move of the root."""
        cdef RootMove* root = self.roots
        cdef int shown = min(max(value, -SCALE), SCALE)
        while root.move != frame.move:
            root += 1
        root.visits += self.nodes - self.mark
        self.mark = self.nodes
        root.value = value
        root.depth = frame.depth
        if settled and value > frame.low:
            root.lower = shown
        if settled and value < frame.high:
            root.upper = shown
        if value > frame.alpha:
            self.chosen = frame.move
            self.value = value          # of what is chosen, also in the midst of an iteration
            if value >= MIN_WIN:      # a shorter win would have been found before
                frame.beta = value

    cdef int64_t running(self, int move) noexcept nogil:
        """Nodes made below a move of the root since it was last noted."""
        if (self.ply or self.frames.again) and self.frames.move == move:
            return self.nodes - self.mark
        return 0

    cdef void reward(self, Frame* frame) noexcept nogil:
        """A move has ended the search of a position: try it early in others."""
        if frame.killers[0] != frame.move:
            frame.killers[1] = frame.killers[0]
            frame.killers[0] = frame.move
        credit(self.history + frame.actor * self.game.actions, self.game.actions, frame.move, frame.depth)

    cdef void leave(self) noexcept nogil:
        """All moves of the deepest frame were tried, or enough: its value goes to the one above."""
        cdef Frame* frame = &self.frames[self.ply]
        cdef int value = frame.best, kept = value
        cdef bint settled = not frame.open or value >= MIN_WIN or value <= -MIN_WIN
        if frame.depth <= 0 and value >= MIN_WIN:     # so that lines reach the end
            frame.key = self.game.key(self.position(self.ply))
        if frame.depth > 0 or value >= MIN_WIN:
            if value >= MIN_WIN:
                kept += self.ply
            elif value <= -MIN_WIN:
                kept -= self.ply
            store(
                &self.table, frame.key, kept, frame.best_move, SETTLED if settled else frame.depth,
                LOWER if value >= frame.beta else EXACT if value > frame.floor else UPPER,
            )
        if self.ply == 0:
            self.finish(value, settled)
            return
        self.ply -= 1
        self.take(frame - 1, value if frame.actor == (frame - 1).actor else -value, settled)
