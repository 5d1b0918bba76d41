"""Kayles: pins in a row, of which a player knocks down one or two that stand side by side."""

from types import MappingProxyType

from libc.stdint cimport uint64_t

from fastcore.game cimport OVER, Game
from fastcore.stream cimport mixed
from fastcore import specs
from fastcore.games.kayles import refusals
from fastcore.values import BadPosition, Event, Term

cdef enum:
    PINS = 61


cdef struct Position:
    long long pins  # a bit for each pin that stands
    int turn


cdef long long felled(int move) noexcept nogil:
    """Move 2n knocks down pin n, move 2n + 1 the pins n and n + 1."""
    return <long long>(1 if move % 2 == 0 else 3) << (move // 2)


def nimber(list shorter):
    """The nimber of the next longer group: the least that no move from it leads to."""
    cdef int length = len(shorter), felled, left
    reached = {
        shorter[left] ^ shorter[length - felled - left]
        for felled in (1, 2) for left in range(length - felled + 1)
    }
    return next(value for value in range(PINS) if value not in reached)


cdef class Kayles(Game):
    cdef int nimbers[PINS + 1]  # by the length of a group

    def __cinit__(self, info, options):
        found = []
        for length in range(PINS + 1):
            found.append(nimber(found))
            self.nimbers[length] = found[length]
        self.info = info
        self.options = MappingProxyType(dict(options))
        self.spec = specs.written(info.id, options, info.options)
        self.seats = 2
        self.actions = 2 * PINS - 1
        self.outcomes = 0
        self.most_moves = 2 * PINS - 1
        self.size = sizeof(Position)

    cdef void start(self, void* position) noexcept nogil:
        (<Position*>position).pins = (<long long>1 << PINS) - 1
        (<Position*>position).turn = 1

    cdef int actor(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        return OVER if p.pins == 0 else (p.turn - 1) % 2

    cdef int turn(self, const void* position) noexcept nogil:
        return (<const Position*>position).turn

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        cdef long long pins = (<const Position*>position).pins
        cdef int move, count = 0
        for move in range(2 * PINS - 1):
            if pins & felled(move) == felled(move):
                moves[count] = move
                count += 1
        return count

    cdef void play(self, void* position, int move) noexcept nogil:
        (<Position*>position).pins &= ~felled(move)
        (<Position*>position).turn += 1

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        values[0] = 1 if (<const Position*>position).turn % 2 == 0 else -1
        values[1] = -values[0]

    cdef uint64_t key(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        return mixed(p.turn, p.pins)

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int number, length = 0, nim = 0, groups = 0
        cdef double mover
        if p.pins == 0:
            self.returns(position, values)
            return
        for number in range(PINS + 1):
            if number < PINS and p.pins >> number & 1:
                length += 1
            else:
                nim ^= self.nimbers[length]
                groups += length > 0
                length = 0
        mover = (0.3 if nim else -0.3) + 0.02 * (groups % 7 - 3)  # whoever moves wins unless the groups of pins cancel out
        values[0] = mover if p.turn % 2 else -mover
        values[1] = -values[0]

    cdef int read(self, str text, void* position) except -1:
        faults = self.faults(text, None)
        if faults:
            raise BadPosition(faults[0].field, faults[0].reason)
        pins, turn = text.split(" ")
        (<Position*>position).pins = sum(1 << number for number, pin in enumerate(pins) if pin == "x")
        (<Position*>position).turn = int(turn)
        return 0

    cdef list faults(self, str text, object seat):
        return refusals.problems(text)

    cdef dict fields(self, const void* position):
        cdef const Position* p = <const Position*>position
        return {"pins": "".join("x" if p.pins >> n & 1 else "." for n in range(PINS)), "turn": str(p.turn)}

    cdef str phase(self, const void* position):
        return "bowl" if (<const Position*>position).pins else "over"

    cdef str move_text(self, const void* position, int move):
        return f"{move // 2 + 1:02}-{move // 2 + 2:02}" if move % 2 else f"{move // 2 + 1:02}"

    cdef str why_not(self, const void* position, str text):
        cdef long long pins = (<const Position*>position).pins
        cdef int move
        for move in range(2 * PINS - 1):
            if text == self.move_text(position, move):
                return "" if pins & felled(move) == felled(move) else "a pin there is down"
        return "a move is a pin or two side by side, such as 03 or 03-04"

    cdef list events(self, const void* position, int move, object seat):
        cdef Position after = (<const Position*>position)[0]
        cdef int actor = self.actor(position)
        self.play(&after, move)
        return [Event("knock", actor, tuple(self.move_text(position, move).split("-")), {}, self.fields(&after))]

    cdef tuple points(self, const void* position):
        return (0, 0)

    cdef list terms(self, const void* position):
        return [Term("nothing", 0.0, 1.0)]
