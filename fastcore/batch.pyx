"""Batch: step many positions of one game in one call, without the GIL. For training, data sets and benchmarks."""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from operator import index

from fastcore.arrays.memory cimport array_for
from fastcore.game cimport CHANCE, MAX_SEATS, OVER
from fastcore.search.engine cimport SearchLock
from fastcore.search.threads cimport Task, run_tasks
from fastcore.state cimport State
from fastcore.stream cimport Rng, below, named

from fastcore.values import IllegalMove

MAX_BATCH = 1 << 20
MAX_BATCH_THREADS = 64

cdef enum:
    MIN_SLICE = 256     # positions for one thread: smaller slices cost more overhead than they save


cdef void run_slice(void* data) noexcept nogil:
    """Do the job of a Slice."""
    do_job(<Batch>(<Slice*>data).batch, <Slice*>data)


cdef void do_job(Batch batch, Slice* part) noexcept nogil:
    """Do the job of a Slice of a batch."""
    if part.job == CHECK_MOVES:
        batch.check_moves(part)
    elif part.job == STEP:
        batch.play_moves(part)
    elif part.job == CHOOSE_MOVES:
        batch.choose_moves(part)
    elif part.job == WRITE_ROWS:
        batch.write_rows(part)
    elif part.job == WRITE_MASKS:
        batch.write_masks(part)
    else:
        batch.write_tensors(part)


def rows_type(int seats):
    """Return the numpy dtype of a Batch's rows: actor, turn, legal (number of moves), returns (seats,)."""
    import numpy as np  # imported here to keep `import fastcore` fast

    return np.dtype([("actor", "i1"), ("turn", "i4"), ("legal", "i4"), ("returns", "f8", (seats,))])


cdef class Batch:
    """A batch of n positions of one game, each with its own random stream.

    Chance outcomes are drawn automatically, so in every position either a seat is to move or the game is over. A
    finished game restarts at the next step. The same arguments and moves give the same positions on every machine and
    for any number of threads. Calls from several threads wait for each other.

    Args:
        start: the position in which every game begins: a State, or a spec for the start of its game.
        n: the number of positions, 1 to 1,048,576.
        seed: the seed of the random streams, any int.
        threads: the number of threads that share the work, 1 to 64.

    Attributes:
        game: the Game.
        n: the number of positions.
        threads: the number of threads.
        dtype: the numpy dtype of a row, see `rows`.

    Raises:
        BadPosition: the spec is wrong.
        ValueError: n or threads is out of range, or the game is over at `start`.
    """

    def __cinit__(self, start not None, n, seed=1, threads=1):
        cdef State state
        cdef int64_t i
        self.lock = SearchLock()
        seed = index(seed)
        if not isinstance(start, State):
            from fastcore.games import start as start_of
            start = start_of(start)
        state = start.copy()
        n, threads = index(n), index(threads)
        if not 1 <= n <= MAX_BATCH:
            raise ValueError(f"n is {n}; it must be 1 to {MAX_BATCH:,}")
        if not 1 <= threads <= MAX_BATCH_THREADS:
            raise ValueError(f"threads is {threads}; it must be 1 to {MAX_BATCH_THREADS}")
        if state.actor == OVER:
            raise ValueError("the start position is already over: a batch needs a game with at least one decision")
        self.game, self.n, self.threads = state.game, n, threads
        memcpy(self.first, state.position(), self.game.size)
        self.stride = (self.game.size + 7) // 8 * 8
        self.positions = <char*>calloc(self.n, self.stride)
        self.rngs = <Rng*>malloc(self.n * sizeof(Rng))
        self.move_rngs = <Rng*>malloc(self.n * sizeof(Rng))
        self.tasks = <Task*>calloc(self.threads, sizeof(Task))
        self.slices = <Slice*>calloc(self.threads, sizeof(Slice))
        self.buffers = <int*>malloc(<size_t>self.threads * self.game.max_moves * sizeof(int))
        if not (self.positions and self.rngs and self.move_rngs and self.tasks and self.slices and self.buffers):
            raise MemoryError
        self.dtype = rows_type(self.game.seats)
        for i in range(self.n):
            self.rngs[i] = named(seed, ("batch", i))
            self.move_rngs[i] = named(seed, ("batch moves", i))
            self.begin(i)
        self.ready = True

    def __dealloc__(self):
        free(self.positions)
        free(self.rngs)
        free(self.move_rngs)
        free(self.tasks)
        free(self.slices)
        free(self.buffers)

    def __len__(self):
        return self.n

    cdef int check_ready(self) except -1:
        """Raise RuntimeError if the constructor has not finished: other code can find the object earlier."""
        if not self.ready:
            raise RuntimeError("this batch is incomplete because its construction failed; create a new one")
        return 0

    cdef void* at(self, int64_t i) noexcept nogil:
        return self.positions + i * self.stride

    cdef void begin(self, int64_t i) noexcept nogil:
        """Restart position i."""
        memcpy(self.at(i), self.first, self.game.size)
        self.draw(i)

    cdef void draw(self, int64_t i) noexcept nogil:
        """Play random chance outcomes until a seat is to move or the game is over."""
        cdef void* position = self.at(i)
        while self.game.actor(position) == CHANCE:
            self.game.play(position, self.game.draw(position, &self.rngs[i]))

    cdef int64_t run_job(self, Job job, void* array, size_t width) noexcept:
        """Do a job for all positions, one slice on each thread. The caller holds the lock.

        No Python code runs meanwhile, so a signal handler never finds positions that are half changed.

        Args:
            array: the moves or the output, in C order.
            width: the bytes of one position in it.

        Returns:
            For CHECK_MOVES, the first position whose move is illegal; -1 if there is none.
        """
        cdef int parts = <int>max(<int64_t>1, min(<int64_t>self.threads, self.n // MIN_SLICE)), k
        cdef int64_t wrong = -1
        cdef Slice* part
        for k in range(parts):
            part = &self.slices[k]
            part.batch, part.job, part.array, part.width, part.wrong = <void*>self, job, array, width, -1
            part.begin, part.end = self.n * k // parts, self.n * (k + 1) // parts
            part.buffer = self.buffers + <size_t>k * self.game.max_moves
            self.tasks[k].work, self.tasks[k].data = run_slice, part
        with nogil:
            run_tasks(self.tasks, parts)
        for k in range(parts - 1, -1, -1):
            if self.slices[k].wrong >= 0:
                wrong = self.slices[k].wrong
        return wrong

    # Playing --------------------------------------------------------------------------------------------------------

    def step(self, moves, out=None):
        """Play one move in every position and return the new rows, as `rows` does.

        Args:
            moves: an array of n ints. Where the game is over, the move is ignored and the game restarts.
            out: an array to write to, as for `rows`.

        Raises:
            IllegalMove: a move is not legal; nothing has changed.
        """
        cdef int32_t[::1] given_moves
        cdef char[::1] bytes
        cdef int64_t wrong
        self.check_ready()
        import numpy as np

        given = np.asarray(moves)
        if given.dtype.kind not in "iu":
            raise TypeError(f"moves has the type {given.dtype.name}; it must be an integer type")
        chosen = np.clip(given, -1, self.game.actions).astype(np.int32)     # a copy that no other thread can change
        if chosen.shape != (self.n,):
            raise ValueError(f"moves has the shape {chosen.shape}; it must be ({self.n},)")
        rows = self.new_rows(out)
        given_moves, bytes = chosen, self.bytes_of(rows)
        self.lock.acquire_write()
        try:
            wrong = self.run_job(CHECK_MOVES, &given_moves[0], sizeof(int32_t))
            if wrong >= 0:
                self.refuse(wrong, int(chosen[wrong]) if 0 <= chosen[wrong] else -1)
            self.run_job(STEP, &given_moves[0], sizeof(int32_t))
            self.run_job(WRITE_ROWS, &bytes[0], bytes.shape[0] // self.n)
            return rows
        finally:
            self.lock.release()

    cdef void check_moves(self, Slice* part) noexcept nogil:
        """Find the first position of a slice whose move is illegal."""
        cdef const int32_t* moves = <const int32_t*>part.array
        cdef int64_t i
        for i in range(part.begin, part.end):
            if self.game.actor(self.at(i)) == OVER:
                continue
            if not (0 <= moves[i] < self.game.actions and self.game.may_play(self.at(i), moves[i]) == 1):
                part.wrong = i
                return

    cdef int refuse(self, int64_t i, object move) except -1:
        """Raise the IllegalMove of position i."""
        cdef State state = self.state(i)
        try:
            state.play(move)
        except IllegalMove as error:
            raise IllegalMove(error.move, error.situation, f"position {i} of the batch: {error.reason}") from None
        raise MemoryError

    cdef void play_moves(self, Slice* part) noexcept nogil:
        """Play the moves of a slice, which are legal. Restart finished games."""
        cdef const int32_t* moves = <const int32_t*>part.array
        cdef int64_t i
        for i in range(part.begin, part.end):
            if self.game.actor(self.at(i)) == OVER:
                self.begin(i)
            else:
                self.game.play(self.at(i), moves[i])
                self.draw(i)

    def random_moves(self, out=None):
        """Return a uniformly random legal move for every position; -1 where the game is over.

        Args:
            out: a C-contiguous int32 array of shape (n,) to write to, or None for a new one.
        """
        cdef int32_t[::1] chosen
        self.check_ready()
        moves = array_for((self.n,), "i4", out)
        chosen = moves
        self.lock.acquire_write()
        try:
            self.run_job(CHOOSE_MOVES, &chosen[0], sizeof(int32_t))
            return moves
        finally:
            self.lock.release()

    cdef void choose_moves(self, Slice* part) noexcept nogil:
        """Choose random moves for a slice."""
        cdef int32_t* moves = <int32_t*>part.array
        cdef int64_t i
        cdef int count
        for i in range(part.begin, part.end):
            count = self.game.moves(self.at(i), part.buffer)
            moves[i] = part.buffer[below(&self.move_rngs[i], count)] if count else -1

    # Reading --------------------------------------------------------------------------------------------------------

    def rows(self, out=None):
        """Return a record for every position: actor, turn, legal (the number of moves) and returns (seats,).

        Where the game is over, the actor is fastcore.OVER. Elsewhere all returns are 0.

        Args:
            out: an array of dtype `rows_type(seats)` and shape (n,) to write to, or None for a new one.
        """
        cdef char[::1] bytes
        self.check_ready()
        rows = self.new_rows(out)
        bytes = self.bytes_of(rows)
        self.lock.acquire_read()
        try:
            self.run_job(WRITE_ROWS, &bytes[0], bytes.shape[0] // self.n)
            return rows
        finally:
            self.lock.release()

    cdef object new_rows(self, object out):
        import numpy as np

        if out is None:
            return np.empty(self.n, self.dtype)
        if type(out) is not np.ndarray or out.dtype != self.dtype or out.shape != (self.n,) or not out.flags.c_contiguous:
            raise ValueError(f"out must be a C-contiguous array of {self.dtype} of the shape ({self.n},)")
        if not out.flags.writeable:
            raise ValueError("out is read-only; it must be writable")
        return out

    cdef object bytes_of(self, object rows):
        """Return the bytes of a row array as an array."""
        return rows.view("i1").reshape(-1)

    cdef void write_rows(self, Slice* part) noexcept nogil:
        """Write the records of a slice."""
        cdef char* bytes
        cdef double values[MAX_SEATS]
        cdef Row row
        cdef int64_t i
        cdef int seat
        for i in range(part.begin, part.end):
            row.actor = self.game.actor(self.at(i))
            row.turn = self.game.turn(self.at(i))
            row.legal = 0
            for seat in range(self.game.seats):
                values[seat] = 0
            if row.actor == OVER:
                self.game.returns(self.at(i), values)
            else:
                row.legal = self.game.moves(self.at(i), part.buffer)
            bytes = <char*>part.array + i * part.width
            memcpy(bytes, &row, sizeof(Row))
            memcpy(bytes + sizeof(Row), values, self.game.seats * sizeof(double))

    def masks(self, out=None):
        """Return the legal moves as a bool array of shape (n, actions).

        Args:
            out: a C-contiguous bool array of that shape to write to, or None for a new one.
        """
        cdef char[:, ::1] bytes
        self.check_ready()
        masks = array_for((self.n, self.game.actions), "?", out)
        bytes = masks.view("i1")
        self.lock.acquire_read()
        try:
            self.run_job(WRITE_MASKS, &bytes[0, 0], self.game.actions)
            return masks
        finally:
            self.lock.release()

    cdef void write_masks(self, Slice* part) noexcept nogil:
        """Write the masks of a slice."""
        cdef char* mask
        cdef int64_t i
        cdef int k, count
        for i in range(part.begin, part.end):
            mask = <char*>part.array + i * part.width
            memset(mask, 0, part.width)
            count = self.game.moves(self.at(i), part.buffer)
            for k in range(count):
                mask[part.buffer[k]] = 1

    def tensors(self, out=None):
        """Return each position as the seat to move sees it: a float32 array of shape (n, *game.shape).

        Where the game is over, the tensor has public information only.

        Args:
            out: a C-contiguous float32 array of that shape to write to, or None for a new one.

        Raises:
            ValueError: the game has no observation tensor.
        """
        cdef float[:, ::1] values
        self.check_ready()
        if not self.game.shape:
            raise ValueError(f"{self.game.info.title} has no observation tensor: check `shape` first")
        tensors = array_for((self.n, *self.game.shape), "f4", out)
        values = tensors.reshape(self.n, -1)
        self.lock.acquire_read()
        try:
            self.run_job(WRITE_TENSORS, &values[0, 0], values.shape[1] * sizeof(float))
            return tensors
        finally:
            self.lock.release()

    cdef void write_tensors(self, Slice* part) noexcept nogil:
        """Write the tensors of a slice."""
        cdef char* values
        cdef int64_t i
        cdef int actor
        for i in range(part.begin, part.end):
            values = <char*>part.array + i * part.width
            memset(values, 0, part.width)
            actor = self.game.actor(self.at(i))
            self.game.tensor(self.at(i), actor if actor >= 0 else -1, <float*>values)

    def state(self, i):
        """Return position i as a new State. Raise IndexError if there is none."""
        cdef State state
        cdef int64_t place
        number = index(i)
        self.check_ready()
        if not 0 <= number < self.n:
            raise IndexError(f"index is {i}; it must be 0 to {self.n - 1}")
        place = number
        state = State.__new__(State, self.game)
        self.lock.acquire_read()
        try:
            memcpy(state.position(), self.at(place), self.game.size)
        finally:
            self.lock.release()
        return state
