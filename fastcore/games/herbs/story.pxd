"""What happened, step by step: the functions that carry a move out write it down if they are given a Story.

In fast play the story is NULL. Every step keeps the position as it is after it.
"""

from libc.stdint cimport uint8_t
from libc.stdlib cimport realloc

from fastcore.games.herbs.rules cimport Position

cdef enum StepKind:
    WROTE           # a: item
    LOCKED          # the plan is complete
    ASKED           # to bid for the slot
    BADE            # a: AP
    BIDS            # a, b: AP of both seats; c: who acts first, -1 nobody
    SLOT            # a, b: items; c: slot
    LOST            # a: item
    CANCELLED       # a, b: items
    MOVED           # a: Herb, b: squares; where: from, to
    TURNED          # a: Herb, b: facing
    PUSHED          # a: Herb, b: AP that this step costs; where: the Herb, then the line, as they stand now
    WAVE            # where: from, to, from, to, ...
    SCORED          # a: points, b: Reason; where: the four squares, or the pit
    STRUCK          # a: Herb, b: AP lost; where: from, to
    DESTROYED       # a: Herb; where: the pit
    PAINTED         # a: 1 white, 2 black
    FRUITLESS       # a: item, b: Hindrance
    STONES          # a, b: items, NONE for none
    PLACED          # a: item
    FAILED          # a: item, b: Hindrance
    NEXT_ROUND      # a: its number
    FINISHED        # a, b: points for AP left; c: Cause

cdef enum Reason:
    FALLEN_STONE
    FALLEN_HERB
    ROW
    SQUARE

cdef enum Hindrance:
    NOTHING_THERE       # nothing to push, paint or hit
    BLOCKED             # by what stands there or by the wall
    TOO_DEAR            # the push costs more than was paid
    NO_HERB             # the Herb is destroyed; or none is left to place a stone
    SAME_SQUARE
    OCCUPIED
    TOO_NEAR            # to a Herb of the own seat

cdef enum Cause:
    NO_AP
    NO_HERBS
    IDLE
    LAST_ROUND

cdef enum:
    MAX_WHERE = 244    # two places for each stone that a board can hold

cdef struct Step:
    int kind
    int seat
    int a
    int b
    int c
    int places
    uint8_t where[MAX_WHERE]
    Position after

cdef struct Story:
    const Position* position    # the one that is played on
    Step* steps
    int count
    int room
    bint failed                 # there was no memory for a step


cdef inline void begin_story(Story* story, const Position* position) noexcept nogil:
    """A Story about this position; whoever makes it frees its `steps`."""
    story.position = position
    story.steps = NULL
    story.count = story.room = 0
    story.failed = False


cdef inline void note(Story* story, int kind, int seat, int a, int b, int c) noexcept nogil:
    cdef Step* step
    if story == NULL or story.failed:
        return
    if story.count == story.room:
        step = <Step*>realloc(story.steps, (2 * story.room + 16) * sizeof(Step))
        if step == NULL:
            story.failed = True
            return
        story.steps = step
        story.room = 2 * story.room + 16
    step = &story.steps[story.count]
    story.count += 1
    step.kind = kind
    step.seat = seat
    step.a = a
    step.b = b
    step.c = c
    step.places = 0
    step.after = story.position[0]


cdef inline void at(Story* story, int place) noexcept nogil:
    """One more place of the last step."""
    cdef Step* step
    if story == NULL or story.failed:
        return
    step = &story.steps[story.count - 1]
    if step.places < MAX_WHERE:
        step.where[step.places] = place
        step.places += 1


cdef list told(const Story* story, object seat)
cdef list facts(const Story* story)
