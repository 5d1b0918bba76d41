"""Batch: step many positions of one game in one call, without the GIL. For training, data sets and benchmarks."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from concurrent.futures import ThreadPoolExecutor, wait
from operator import index
from threading import Lock

from fastcore.game cimport CHANCE, MAX_SEATS, OVER, POSITION_WORDS, Game
from fastcore.search.engine cimport SearchLock
from fastcore.state cimport State, array_for
from fastcore.stream cimport Rng, below, named

from fastcore.values import IllegalMove

MAX_BATCH = 1 << 20
MAX_BATCH_THREADS = 64
MIN_SLICE = 256     # positions for one thread: smaller slices cost more overhead than they save


cdef packed struct Row:     # as in `rows_type`
    int8_t actor
    int32_t turn
    int32_t legal           # moves; returns follow, a double for each seat


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

    cdef readonly Game game
    cdef readonly int64_t n
    cdef readonly int threads
    cdef uint64_t first[POSITION_WORDS]
    cdef char* positions            # n times `stride` bytes
    cdef size_t stride
    cdef Rng* rngs                  # for chance
    cdef Rng* move_rngs             # for `random_moves`
    cdef SearchLock lock
    cdef object pool, noted
    cdef readonly object dtype
    cdef bint ready                 # the constructor has ended

    def __cinit__(self, start not None, n, seed=1, threads=1):
        cdef State state
        cdef int64_t i
        self.lock = SearchLock()
        self.noted = Lock()
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
        if self.positions == NULL or self.rngs == NULL or self.move_rngs == NULL:
            raise MemoryError
        self.dtype = rows_type(self.game.seats)
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        for i in range(self.n):
            self.rngs[i] = named(seed, ("batch", i))
            self.move_rngs[i] = named(seed, ("batch moves", i))
            self.begin(i)
        self.ready = True

    def __dealloc__(self):
        free(self.positions)
        free(self.rngs)
        free(self.move_rngs)

    def __len__(self):
        return self.n

    cdef int check_ready(self) except -1:
        """Raise RuntimeError if the constructor has not ended: other code can find the object before."""
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

    cdef int share(self, object work) except -1:
        """Call work(begin, end) for slices of all positions: one on this thread, and one on each of the others."""
        cdef int64_t parts = min(<int64_t>self.threads, self.n // MIN_SLICE)
        if self.pool is None or parts < 2:
            work(0, self.n)
            return 0
        bounds = [self.n * k // parts for k in range(parts + 1)]
        futures, failure = [], None
        try:
            for k in range(1, parts):
                futures.append(self.pool.submit(work, bounds[k], bounds[k + 1]))
            work(0, bounds[1])
        except BaseException as error:
            failure = error
        for future in futures:      # all of them, even after Ctrl-C: no slice continues after the lock is released
            while not future.done():
                try:
                    wait([future])
                except BaseException as error:
                    failure = failure or error
            failure = failure or future.exception()
        if failure is not None:
            raise failure
        return 0

    # Playing --------------------------------------------------------------------------------------------------------

    def step(self, moves, out=None):
        """Play one move in every position and return the new rows, as `rows` does.

        Args:
            moves: an array of n ints. Where the game is over, the move is ignored and the game restarts.
            out: an array to write to, as for `rows`.

        Raises:
            IllegalMove: a move is not legal; nothing has changed.
        """
        self.check_ready()
        import numpy as np

        given = np.asarray(moves)
        if given.dtype.kind not in "iu":
            raise TypeError(f"moves has the type {given.dtype.name}; it must be an integer type")
        chosen = np.clip(given, -1, self.game.actions).astype(np.int32)     # a copy that no other thread can change
        if chosen.shape != (self.n,):
            raise ValueError(f"moves has the shape {chosen.shape}; it must be ({self.n},)")
        rows = self.new_rows(out)
        self.lock.acquire_write()
        try:
            wrong = np.full(1, -1, np.int64)
            self.share(lambda begin, end: self.check_slice(begin, end, chosen, wrong))
            if wrong[0] >= 0:
                self.refuse(int(wrong[0]), int(chosen[wrong[0]]) if 0 <= chosen[wrong[0]] else -1)
            self.share(lambda begin, end: self.step_slice(begin, end, chosen, rows))
            return rows
        finally:
            self.lock.release()

    cdef int check_slice(self, int64_t begin, int64_t end, const int32_t[::1] moves, int64_t[::1] wrong) except -1:
        """Record the first position of a slice whose move is illegal."""
        cdef int64_t i, first = -1
        cdef int answer
        with nogil:
            for i in range(begin, end):
                if self.game.actor(self.at(i)) == OVER:
                    continue
                answer = 0
                if 0 <= moves[i] < self.game.actions:
                    answer = self.game.may_play(self.at(i), moves[i])
                if answer != 1:
                    first = i
                    break
        if first >= 0:
            with self.noted:
                if wrong[0] < 0 or first < wrong[0]:
                    wrong[0] = first

    cdef int refuse(self, int64_t i, object move) except -1:
        """Raise the IllegalMove of position i."""
        cdef State state = self.state(i)
        try:
            state.play(move)
        except IllegalMove as error:
            raise IllegalMove(error.move, error.situation, f"position {i} of the batch: {error.reason}") from None
        raise MemoryError

    cdef int step_slice(self, int64_t begin, int64_t end, const int32_t[::1] moves, object rows) except -1:
        """Play the moves of a slice. The caller has checked them."""
        cdef int64_t i
        with nogil:
            for i in range(begin, end):
                if self.game.actor(self.at(i)) == OVER:
                    self.begin(i)
                else:
                    self.game.play(self.at(i), moves[i])
                    self.draw(i)
        self.rows_slice(begin, end, rows)

    def random_moves(self, out=None):
        """Return a uniformly random legal move for every position; -1 where the game is over.

        Args:
            out: a C-contiguous int32 array of shape (n,) to write to, or None for a new one.
        """
        self.check_ready()
        moves = array_for((self.n,), "i4", out)
        self.lock.acquire_write()
        try:
            self.share(lambda begin, end: self.random_slice(begin, end, moves))
            return moves
        finally:
            self.lock.release()

    cdef int random_slice(self, int64_t begin, int64_t end, int32_t[::1] moves) except -1:
        """Choose moves for a slice."""
        cdef int* buffer = <int*>malloc(self.game.max_moves * sizeof(int))
        cdef int64_t i
        cdef int count
        if buffer == NULL:
            raise MemoryError
        with nogil:
            for i in range(begin, end):
                count = self.game.moves(self.at(i), buffer)
                moves[i] = buffer[below(&self.move_rngs[i], count)] if count else -1
            free(buffer)

    # Reading --------------------------------------------------------------------------------------------------------

    def rows(self, out=None):
        """Return a record for every position: actor, turn, legal (the number of moves) and returns (seats,).

        Where the game is over, the actor is fastcore.OVER. Elsewhere all returns are 0.

        Args:
            out: an array of dtype `rows_type(seats)` and shape (n,) to write to, or None for a new one.
        """
        self.check_ready()
        rows = self.new_rows(out)
        self.lock.acquire_read()
        try:
            self.share(lambda begin, end: self.rows_slice(begin, end, rows))
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

    cdef int rows_slice(self, int64_t begin, int64_t end, object rows) except -1:
        """Write the records of a slice."""
        cdef char[:, ::1] bytes = rows.view("i1").reshape(self.n, self.dtype.itemsize)
        cdef int* buffer = <int*>malloc(self.game.max_moves * sizeof(int))
        cdef double values[MAX_SEATS]
        cdef Row row
        cdef int64_t i
        cdef int seat
        if buffer == NULL:
            raise MemoryError
        with nogil:
            for i in range(begin, end):
                row.actor = self.game.actor(self.at(i))
                row.turn = self.game.turn(self.at(i))
                row.legal = 0
                for seat in range(self.game.seats):
                    values[seat] = 0
                if row.actor == OVER:
                    self.game.returns(self.at(i), values)
                else:
                    row.legal = self.game.moves(self.at(i), buffer)
                memcpy(&bytes[i, 0], &row, sizeof(Row))
                memcpy(&bytes[i, sizeof(Row)], values, self.game.seats * sizeof(double))
            free(buffer)

    def masks(self, out=None):
        """Return the legal moves as a bool array of shape (n, actions).

        Args:
            out: a C-contiguous bool array of that shape to write to, or None for a new one.
        """
        self.check_ready()
        masks = array_for((self.n, self.game.actions), "?", out)
        self.lock.acquire_read()
        try:
            places = masks.view("i1")
            self.share(lambda begin, end: self.masks_slice(begin, end, places))
            return masks
        finally:
            self.lock.release()

    cdef int masks_slice(self, int64_t begin, int64_t end, char[:, ::1] masks) except -1:
        """Write the masks of a slice."""
        cdef int* buffer = <int*>malloc(self.game.max_moves * sizeof(int))
        cdef int64_t i
        cdef int k, count
        if buffer == NULL:
            raise MemoryError
        with nogil:
            for i in range(begin, end):
                memset(&masks[i, 0], 0, self.game.actions)
                count = self.game.moves(self.at(i), buffer)
                for k in range(count):
                    masks[i, buffer[k]] = 1
            free(buffer)

    def tensors(self, out=None):
        """Return each position as the seat to move sees it: a float32 array of shape (n, *game.shape).

        Where the game is over, the tensor has public information only.

        Args:
            out: a C-contiguous float32 array of that shape to write to, or None for a new one.

        Raises:
            ValueError: the game has no observation tensor.
        """
        self.check_ready()
        if not self.game.shape:
            raise ValueError(f"{self.game.info.title} has no observation tensor: check `shape` first")
        tensors = array_for((self.n, *self.game.shape), "f4", out)
        self.lock.acquire_read()
        try:
            rows = tensors.reshape(self.n, -1)
            self.share(lambda begin, end: self.tensors_slice(begin, end, rows))
            return tensors
        finally:
            self.lock.release()

    cdef int tensors_slice(self, int64_t begin, int64_t end, float[:, ::1] tensors) except -1:
        """Write the tensors of a slice."""
        cdef int64_t i
        cdef int actor
        with nogil:
            for i in range(begin, end):
                memset(&tensors[i, 0], 0, tensors.shape[1] * sizeof(float))
                actor = self.game.actor(self.at(i))
                self.game.tensor(self.at(i), actor if actor >= 0 else -1, &tensors[i, 0])

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
