"""Trials: games from one position, one for each candidate, on common random numbers.

All random numbers of a trial depend only on the seed, the number of the trial, the turn, who draws (chance or a seat),
and how often it has drawn in this turn. So two candidates meet the same luck for as long as their games have the same
turns. At the first chance event, the outcomes are stratified: each block of `strata` trials has every outcome exactly
as often as its probability says, in random order.
"""

from libc.math cimport fabs, floor
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from operator import index

from fastcore.game cimport CHANCE, MAX_SEATS, OVER, POSITION_WORDS, Game
from fastcore.search.threads cimport Task, run_tasks
from fastcore.state cimport State
from fastcore.stream cimport Rng, Stream, below, mixed, named

from fastcore.values import IllegalMove

cdef enum:
    MAX_STRATA = 64
    MAX_THREADS = 64
    MAX_DRAWS = 1 << 20     # draws of one seat in one turn that have different random numbers


cdef struct Output:                 # where one game writes its results
    double* values                  # one for each seat
    int32_t* outcome                # the first outcome of chance; -1: none
    int32_t* reply                  # the first later move of another seat; -1: none
    uint64_t* chance_position       # where that outcome was drawn
    uint64_t* reply_position        # where that move was made
    uint64_t* stage_end             # the first position after the stage of the candidate
    uint64_t* end                   # the last position

cdef struct Slice:                  # the trials of one thread
    void* trials
    long begin, end                 # rows of the output
    int* buffer                     # max_moves ints
    double* weights                 # max_moves doubles
    int* own                        # max_moves ints
    long wrong                      # the first row with an illegal candidate, or -1
    int wrong_candidate


cdef void run_slice(void* data) noexcept nogil:
    """Play the trials of a Slice."""
    play_slice(<Trials>(<Slice*>data).trials, <Slice*>data)


cdef void play_slice(Trials trials, Slice* part) noexcept nogil:
    """Play the trials of a slice."""
    trials.play_rows(part)


cdef class Trials:
    """Plays the games of a comparison.

    Attributes:
        strata: the number of strata of the first chance event; 0: it is drawn like all others.
        probabilities: {outcome: probability} of that event; {} without strata.

    Args:
        root: the position; its game, turn and stage count.
        seat: the seat that decides, or -1 if chance does.
        candidates: a list of moves for each candidate.
        seed: any int.
        policy: the number of the policy that continues; -1 if `chooser` does.
        chooser: called with (State or Viewpoint, Stream), returns the move; or None.
        horizon: the number of turns after that of the root; -1: to the end.
    """
    cdef Game game
    cdef readonly int strata
    cdef readonly dict probabilities    # of the outcomes of the first chance event, if they are stratified
    cdef int seat, count, policy, horizon, first_turn, first_stage
    cdef bint covered
    cdef int* moves                 # the moves of all candidates in a row
    cdef int* begins                # count + 1 offsets into them
    cdef uint64_t luck
    cdef object chooser
    cdef object error               # an exception of the chooser
    # the output of the running call
    cdef uint64_t* worlds
    cdef long world_rows, first
    cdef double* values
    cdef int32_t* outcomes
    cdef int32_t* replies
    cdef uint64_t* chance_positions
    cdef uint64_t* reply_positions
    cdef uint64_t* stage_ends
    cdef uint64_t* ends

    def __cinit__(self, State root not None, int seat, list candidates not None, seed, int policy, chooser, int horizon):
        cdef int i, k
        if not -1 <= seat < root.game.seats:
            raise ValueError(f"seat is {seat}; it must be -1 to {root.game.seats - 1}")
        if chooser is None and not 0 <= policy < len(root.game.info.policies):
            raise ValueError(f"policy is {policy}; it must be 0 to {len(root.game.info.policies) - 1}")
        candidates = [list(one) for one in candidates]  # plain lists, whose lengths are those of their items
        self.game = root.game
        self.seat, self.policy, self.chooser, self.horizon = seat, policy, chooser, horizon
        self.covered, self.probabilities = root.game.info.has.covered, {}
        self.first_turn, self.first_stage = self.game.turn(root.position()), self.game.stage(root.position())
        self.luck = named(seed, ("trials",)).state
        self.count = len(candidates)
        self.begins = <int*>calloc(self.count + 1, sizeof(int))
        self.moves = <int*>malloc((sum([len(one) for one in candidates]) + 1) * sizeof(int))
        if self.begins == NULL or self.moves == NULL:
            raise MemoryError
        for k, one in enumerate(candidates):
            self.begins[k + 1] = self.begins[k] + len(one)
            for i, move in enumerate(one):
                self.moves[self.begins[k] + i] = move

    def __dealloc__(self):
        free(self.begins)
        free(self.moves)

    # One game ---------------------------------------------------------------------------------------------------------

    cdef bint play_game(self, const uint64_t* world, long trial, int candidate, Output* out, Slice* part) noexcept nogil:
        """Play a candidate in a world to the end or the horizon. Return False if it is illegal or the chooser failed."""
        cdef uint64_t* position = out.end
        cdef const int* wanted = self.moves + self.begins[candidate]
        cdef int to_play = self.begins[candidate + 1] - self.begins[candidate]
        cdef uint64_t luck = mixed(self.luck, trial)
        cdef int own = 0, played = 0, turn, last_turn = -1, actor, move
        cdef int draws[MAX_SEATS + 1]
        cdef bint stage_over = False
        cdef Rng rng
        memcpy(position, world, self.game.size)
        out.outcome[0] = out.reply[0] = -1
        if self.seat >= 0 and self.covered:
            own = self.game.rewind_stage(position, self.seat, part.own)
        while True:
            actor = self.game.actor(position)
            turn = self.game.turn(position)
            if not stage_over and (actor == OVER or self.game.stage(position) != self.first_stage):
                stage_over = True
                memcpy(out.stage_end, position, self.game.size)
            if actor == OVER:
                self.game.returns(position, out.values)
                return True
            if turn != last_turn:
                memset(draws, 0, sizeof(draws))
                last_turn = turn
            if actor >= 0 and self.horizon >= 0 and turn - self.first_turn > self.horizon:
                self.game.evaluate(position, out.values)
                return True
            if actor == self.seat and played < own + to_play:
                move = part.own[played] if played < own else wanted[played - own]
                played += 1
                if self.game.may_play(position, move) != 1:
                    return False
                self.game.play(position, move)
                continue
            rng.state = mixed(mixed(luck, turn), (actor + 1) * <uint64_t>MAX_DRAWS + draws[actor + 1])
            draws[actor + 1] += 1
            if actor == CHANCE:
                move = -1
                if out.outcome[0] < 0 and self.strata:
                    move = self.stratified(position, trial, part)
                if move < 0:
                    move = self.game.draw(position, &rng)
                if out.outcome[0] < 0:
                    out.outcome[0] = move
                    memcpy(out.chance_position, position, self.game.size)
            else:
                if self.chooser is None:
                    move = self.game.choose(position, self.policy, &rng, part.buffer)
                else:
                    with gil:
                        move = self.ask(position, rng)
                    if move < 0:
                        return False
                if actor != self.seat and out.reply[0] < 0 and played == own + to_play:
                    out.reply[0] = move
                    memcpy(out.reply_position, position, self.game.size)
            self.game.play(position, move)

    cdef int stratified(self, const void* position, long trial, Slice* part) noexcept nogil:
        """Return the outcome of the first chance event in a trial; -1 if its outcomes do not fit the strata."""
        cdef int order[MAX_STRATA]
        cdef int count = self.game.chances(position, part.buffer, part.weights), i, k, stratum, total = 0
        cdef double size
        cdef Rng rng
        rng.state = mixed(self.luck ^ 1, trial // self.strata)
        for i in range(self.strata):
            order[i] = i
        for i in range(self.strata - 1, 0, -1):
            k = <int>below(&rng, i + 1)
            order[i], order[k] = order[k], order[i]
        stratum = order[trial % self.strata]
        for i in range(count):
            size = part.weights[i] * self.strata
            if fabs(size - floor(size + 0.5)) > 1e-6:
                return -1
        for i in range(count):
            total += <int>floor(part.weights[i] * self.strata + 0.5)
            if stratum < total:
                return part.buffer[i]
        return -1

    cdef int ask(self, const void* position, Rng rng) noexcept:
        """Return the chooser's move, or -1 and keep the exception."""
        cdef State state
        cdef Stream stream
        try:
            state = self.state_at(position)
            stream = Stream(0)
            stream.rng = rng
            move = self.chooser(state.viewpoint(state.actor) if self.covered else state.copy(), stream)
            move = state.parse_move(move) if isinstance(move, str) else index(move)
            if not 0 <= move < self.game.actions or self.game.may_play(state.position(), move) != 1:
                raise IllegalMove(str(move), state.situation, "the continuation chose a move that is not legal here")
            return move
        except BaseException as error:
            self.error = error
            return -1

    cdef State state_at(self, const void* position):
        """Return a copy of a position as a State."""
        cdef State state = State.__new__(State, self.game)
        memcpy(state.position(), position, self.game.size)
        return state

    # Many games -------------------------------------------------------------------------------------------------------

    cdef void play_rows(self, Slice* part) noexcept nogil:
        """Play the trials of a slice, all candidates of each."""
        cdef long row, at, words = (self.game.size + 7) // 8
        cdef int k
        cdef Output out
        for row in range(part.begin, part.end):
            for k in range(self.count):
                at = row * self.count + k
                out.values = self.values + at * self.game.seats
                out.outcome, out.reply = self.outcomes + at, self.replies + at
                out.chance_position = self.chance_positions + at * words
                out.reply_position = self.reply_positions + at * words
                out.stage_end, out.end = self.stage_ends + at * words, self.ends + at * words
                if not self.play_game(
                    self.worlds + (row if self.world_rows > 1 else 0) * words, self.first + row, k, &out, part
                ):
                    part.wrong, part.wrong_candidate = row, k
                    return

    def play(self, worlds, long first, int threads, values, outcomes, replies, chance_positions, reply_positions, stage_ends, ends):
        """Play the trials from `first` on, one for each row of the arrays. Not for two threads at the same time.

        Args:
            worlds: uint64 (n or 1, words), the positions in which the trials begin.
            first: the number of the first trial.
            threads: 1 to 64; with a chooser, only one is used.
            values: float64 (n, candidates, seats) to write to.
            outcomes: int32 (n, candidates) to write to; -1 where chance decided nothing.
            replies: int32 (n, candidates) to write to; -1 where no other seat moved.
            chance_positions: uint64 (n, candidates, words) to write to; unchanged where chance decided nothing.
            reply_positions: the same for those replies.
            stage_ends: the same for the positions after the stage of the candidates.
            ends: the same for the last positions.

        Returns:
            (row, candidate) of the first illegal candidate, or None.
        """
        cdef uint64_t[:, ::1] world_view = worlds
        cdef double[:, :, ::1] value_view = values
        cdef int32_t[:, ::1] outcome_view = outcomes
        cdef int32_t[:, ::1] reply_view = replies
        cdef uint64_t[:, :, ::1] chance_view = chance_positions
        cdef uint64_t[:, :, ::1] reply_position_view = reply_positions
        cdef uint64_t[:, :, ::1] stage_view = stage_ends
        cdef uint64_t[:, :, ::1] end_view = ends
        cdef long n = value_view.shape[0], words = (self.game.size + 7) // 8
        cdef int parts = 1 if self.chooser is not None else max(1, min(threads, n, MAX_THREADS)), i
        cdef size_t room = self.game.max_moves + 1
        cdef Slice* slices
        cdef Task* tasks
        cdef int* buffers
        cdef double* weights
        shape = (n, self.count, words)
        if (world_view.shape[0] not in (1, n) or world_view.shape[1] != words or n < 1 or stage_ends.shape != shape
                or ends.shape != shape or chance_positions.shape != shape
                or reply_positions.shape != shape or values.shape != (n, self.count, self.game.seats)
                or outcomes.shape != (n, self.count) or replies.shape != (n, self.count)):
            raise ValueError("the arrays do not fit together")
        self.worlds, self.world_rows, self.first = &world_view[0, 0], world_view.shape[0], first
        self.values, self.outcomes, self.replies = &value_view[0, 0, 0], &outcome_view[0, 0], &reply_view[0, 0]
        self.chance_positions, self.reply_positions = &chance_view[0, 0, 0], &reply_position_view[0, 0, 0]
        self.stage_ends, self.ends = &stage_view[0, 0, 0], &end_view[0, 0, 0]
        self.error = None
        slices = <Slice*>calloc(parts, sizeof(Slice))
        tasks = <Task*>calloc(parts, sizeof(Task))
        buffers = <int*>malloc(2 * parts * room * sizeof(int))
        weights = <double*>malloc(parts * room * sizeof(double))
        try:
            if slices == NULL or tasks == NULL or buffers == NULL or weights == NULL:
                raise MemoryError
            for i in range(parts):
                slices[i].trials, slices[i].wrong = <void*>self, -1
                slices[i].begin, slices[i].end = n * i // parts, n * (i + 1) // parts
                slices[i].buffer, slices[i].own = buffers + 2 * i * room, buffers + (2 * i + 1) * room
                slices[i].weights = weights + i * room
                tasks[i].work, tasks[i].data = run_slice, &slices[i]
            with nogil:
                run_tasks(tasks, parts)
            if self.error is not None:
                raise self.error
            for i in range(parts):
                if slices[i].wrong >= 0:
                    return slices[i].wrong, slices[i].wrong_candidate
            return None
        finally:
            free(slices)
            free(tasks)
            free(buffers)
            free(weights)

    def find_strata(self, worlds):
        """Set `strata` by the first chance event in a world, if its outcomes fit at most 64 equal strata.

        Args:
            worlds: uint64 (1, words), the world.
        """
        import numpy as np

        cdef const uint64_t[:, :, ::1] where
        words = (self.game.size + 7) // 8
        many = (1, self.count, words)
        chance = np.zeros(many, np.uint64)
        outcomes = np.zeros((1, self.count), np.int32)
        wrong = self.play(
            worlds, 0, 1, np.zeros((1, self.count, self.game.seats)), outcomes, np.zeros_like(outcomes), chance,
            *(np.zeros(many, np.uint64) for _ in range(3)),
        )
        if wrong is not None:
            return wrong
        for k in range(self.count):
            if outcomes[0, k] >= 0:
                where = chance
                self.probabilities = dict(self.game.chance_outcomes(&where[0, k, 0]))
                sizes = list(self.probabilities.values())
                self.strata = next(
                    (
                        n for n in range(2, MAX_STRATA + 1)
                        if len(sizes) <= n and all([abs(p * n - round(p * n)) < 1e-6 for p in sizes])
                    ),
                    0,
                )
                if not self.strata:
                    self.probabilities = {}
                return None
        return None

    # Reading ----------------------------------------------------------------------------------------------------------

    def points(self, positions):
        """Return the points in positions: float64 (n, candidates, seats) from uint64 (n, candidates, words)."""
        import numpy as np

        cdef const uint64_t[:, :, ::1] where = positions
        if where.shape[2] != (self.game.size + 7) // 8:
            raise ValueError("the array has no positions of this game")
        found = np.empty((where.shape[0], where.shape[1], self.game.seats))
        for i in range(where.shape[0]):
            for k in range(where.shape[1]):
                found[i, k] = self.game.points(&where[i, k, 0])
        return found

    def state(self, position):
        """Return a position, uint64 (words,), as a State."""
        cdef const uint64_t[::1] where = position
        if where.shape[0] != (self.game.size + 7) // 8:
            raise ValueError("the array is no position of this game")
        return self.state_at(&where[0])


def words_of(State state not None):
    """Return a position as an array: uint64 (words,)."""
    import numpy as np

    cdef uint64_t[::1] where
    found = np.zeros((state.game.size + 7) // 8, np.uint64)
    where = found
    memcpy(&where[0], state.position(), state.game.size)
    return found
