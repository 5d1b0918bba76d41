"""Batch, and the work of its threads."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from fastcore.game cimport POSITION_WORDS, Game
from fastcore.search.engine cimport SearchLock
from fastcore.search.threads cimport Task
from fastcore.stream cimport Rng

cdef packed struct Row:     # like `rows_type`
    int8_t actor
    int32_t turn
    int32_t legal           # moves; returns follow, a double for each seat

cdef enum Job:
    CHECK_MOVES             # find an illegal move
    STEP                    # play the moves, which are legal
    CHOOSE_MOVES
    WRITE_ROWS
    WRITE_MASKS
    WRITE_TENSORS

cdef struct Slice:          # the positions from `begin` to `end - 1`: the work of one thread
    void* batch             # a borrowed Batch
    Job job
    int64_t begin
    int64_t end
    int64_t wrong           # for CHECK_MOVES: the first position with an illegal move; -1 if there is none
    int* buffer             # max_moves ints
    void* array             # what the job reads or writes: its first element is that of position 0
    size_t width            # bytes of a position in it


cdef class Batch:
    cdef readonly Game game
    cdef readonly int64_t n
    cdef readonly int threads
    cdef uint64_t first[POSITION_WORDS]
    cdef char* positions            # n times `stride` bytes
    cdef size_t stride
    cdef Rng* rngs                  # for chance
    cdef Rng* move_rngs             # for `random_moves`
    cdef SearchLock lock
    cdef Task* tasks                # for each thread, so that no call needs memory after it has begun
    cdef Slice* slices
    cdef int* buffers               # max_moves ints for each thread
    cdef readonly object dtype
    cdef bint ready                 # the constructor has ended

    cdef int check_ready(self) except -1
    cdef void* at(self, int64_t i) noexcept nogil
    cdef void begin(self, int64_t i) noexcept nogil
    cdef void draw(self, int64_t i) noexcept nogil
    cdef int64_t run_job(self, Job job, void* array, size_t width) noexcept
    cdef int refuse(self, int64_t i, object move) except -1
    cdef object new_rows(self, object out)
    cdef object bytes_of(self, object rows)
    cdef void check_moves(self, Slice* part) noexcept nogil
    cdef void play_moves(self, Slice* part) noexcept nogil
    cdef void choose_moves(self, Slice* part) noexcept nogil
    cdef void write_rows(self, Slice* part) noexcept nogil
    cdef void write_masks(self, Slice* part) noexcept nogil
    cdef void write_tensors(self, Slice* part) noexcept nogil
