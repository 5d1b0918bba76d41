"""Event log: the functions that carry out moves record each step here.

In search the log is NULL. Every entry keeps the position after it. `conversion.pyx` turns a log into Events.
"""

from libc.stdint cimport uint8_t
from libc.stdlib cimport realloc

from fastcore.games.herbs.position cimport Position

cdef enum EntryKind:
    WROTE           # a: item
    LOCKED          # a plan is complete
    ASKED           # a seat is to bid for the slot
    BADE            # a: AP
    BIDS_REVEALED   # a, b: AP of both seats; c: the seat that acts first, -1 for nobody
    SLOT            # a, b: items; c: slot
    LOST            # a: item
    CANCELLED       # a, b: items
    MOVED           # a: Herb, b: number of squares; squares: from, to
    TURNED          # a: Herb, b: facing
    PUSHED          # a: Herb, b: AP that this step costs; squares: the Herb, then the line, after the step
    WAVE            # squares: from, to, from, to, ...
    SCORED          # a: points, b: ScoreReason; squares: the four squares, or the pit
    HIT             # a: Herb, b: AP lost; squares: from, to
    DESTROYED       # a: Herb; squares: the pit
    PAINTED         # a: WHITE or BLACK
    NO_EFFECT       # a: item, b: Failure
    STONES          # a, b: items, NONE if there is none
    PLACED          # a: item
    NOT_PLACED      # a: item, b: Failure
    NEXT_ROUND      # a: its number
    FINISHED        # a, b: points for AP left; c: EndCause

cdef enum ScoreReason:
    STONE_IN_PIT
    HERB_IN_PIT
    ROW
    SQUARE

cdef enum Failure:      # of an action or a stone
    NOTHING_THERE       # nothing to push, paint or hit
    BLOCKED             # by a piece or the wall
    UNDERPAID           # a push costs more than was paid
    NO_HERB             # the Herb is destroyed, or the seat has none left to place a stone
    SAME_SQUARE         # both seats name the same square
    OCCUPIED
    TOO_CLOSE           # next to a Herb of the same seat

cdef enum EndCause:
    NO_AP
    NO_HERBS
    IDLE
    LAST_ROUND

cdef enum:
    MAX_LOG_SQUARES = 244   # two for each stone that fits on the board

cdef struct Entry:
    int kind
    int seat
    int a
    int b
    int c
    int square_count
    uint8_t squares[MAX_LOG_SQUARES]
    Position after

cdef struct EventLog:
    const Position* position    # the position that the entries copy; not owned
    Entry* entries              # owned by the caller of begin_log, who must free it
    int count
    int capacity
    bint failed                 # an entry is missing because memory ran out


cdef inline void begin_log(EventLog* log, const Position* position) noexcept nogil:
    """Initialise an empty log for a position that the caller is about to change."""
    log.position = position
    log.entries = NULL
    log.count = log.capacity = 0
    log.failed = False


cdef inline void log_event(EventLog* log, int kind, int seat, int a, int b, int c) noexcept nogil:
    """Append an entry without squares. Does nothing if the log is NULL."""
    cdef Entry* entry
    if log == NULL or log.failed:
        return
    if log.count == log.capacity:
        entry = <Entry*>realloc(log.entries, (2 * log.capacity + 16) * sizeof(Entry))
        if entry == NULL:
            log.failed = True
            return
        log.entries = entry
        log.capacity = 2 * log.capacity + 16
    entry = &log.entries[log.count]
    log.count += 1
    entry.kind = kind
    entry.seat = seat
    entry.a = a
    entry.b = b
    entry.c = c
    entry.square_count = 0
    entry.after = log.position[0]


cdef inline void log_square(EventLog* log, int square) noexcept nogil:
    """Append a square to the last entry."""
    cdef Entry* entry
    if log == NULL or log.failed:
        return
    entry = &log.entries[log.count - 1]
    if entry.square_count < MAX_LOG_SQUARES:
        entry.squares[entry.square_count] = square
        entry.square_count += 1
