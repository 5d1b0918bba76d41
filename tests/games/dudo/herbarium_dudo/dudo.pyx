"""The rules of Dudo. A bid of q dice that show f is the move (q - 1) * 6 + f - 1; doubting it is the highest move."""

from libc.string cimport memset

from fastcore.api cimport GAME_API
from fastcore.game cimport CHANCE, OVER, Game

import re
from itertools import product

from fastcore.values import BadPosition

API = GAME_API     # the version of the core that this was compiled for

cdef struct Position:
    signed char dice[6]        # 0 before the roll
    int rolled
    int bid             # the move of the last bid plus 1; 0 if there is none
    int turn
    int doubted


cdef class Dudo(Game):
    def __cinit__(self, info, options):
        self.seats = options["players"]
        self.actions = 6 * self.seats + 1
        self.outcomes = 6
        self.max_moves = self.actions
        self.size = sizeof(Position)

    cdef void start(self, void* position) noexcept nogil:
        memset(position, 0, sizeof(Position))
        (<Position*>position).turn = 1

    cdef int actor(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.doubted:
            return OVER
        return CHANCE if p.rolled < self.seats else (p.turn - 1) % self.seats

    cdef int turn(self, const void* position) noexcept nogil:
        return (<const Position*>position).turn

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int move, count = 0
        if self.actor(position) < 0:
            return 0
        for move in range(p.bid, self.actions - (p.bid == 0)):
            moves[count] = move
            count += 1
        return count

    cdef int chances(self, const void* position, int* moves, double* weights) noexcept nogil:
        cdef int i
        for i in range(6):
            moves[i] = i
            weights[i] = 1 / 6.0
        return 6 if self.actor(position) == CHANCE else 0

    cdef void play(self, void* position, int move) noexcept nogil:
        cdef Position* p = <Position*>position
        if p.rolled < self.seats:
            p.dice[p.rolled] = move + 1
            p.rolled += 1
        elif move == self.actions - 1:
            p.doubted = 1
        else:
            p.bid = move + 1
            p.turn += 1

    cdef bint is_true(self, const Position* p) noexcept nogil:
        """Return whether as many dice as the last bid says show its number."""
        cdef int seat, count = 0
        for seat in range(self.seats):
            count += p.dice[seat] == (p.bid - 1) % 6 + 1
        return count >= (p.bid - 1) // 6 + 1

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        """The player who was wrong loses 1, which the others share."""
        cdef const Position* p = <const Position*>position
        cdef int seat, doubter = (p.turn - 1) % self.seats
        cdef int loser = doubter if self.is_true(p) else (doubter + self.seats - 1) % self.seats
        for seat in range(self.seats):
            values[seat] = 1.0 / (self.seats - 1)
        values[loser] = -1

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        """Half the returns of doubting the last bid now."""
        cdef int seat
        if (<const Position*>position).bid == 0:
            Game.evaluate(self, position, values)
            return
        self.returns(position, values)
        if self.actor(position) != OVER:
            for seat in range(self.seats):
                values[seat] /= 2

    cdef int read(self, str text, void* position) except -1:
        cdef Position* p = <Position*>position
        parts = text.split(" ")
        if len(parts) != 4:
            raise BadPosition("position", f"it must have 4 fields, not {len(parts)}")
        dice, bid, turn, doubt = parts
        if len(dice) != self.seats or not re.fullmatch("[1-6]*-*", dice):
            raise BadPosition("dice", f"it must be {self.seats} numbers from 1 to 6, or - before the roll")
        if bid != "-" and (not re.fullmatch(f"[1-{self.seats}]x[1-6]", bid) or "-" in dice):
            raise BadPosition("bid", "it must be a number of dice, x and their face, such as 2x4, or - before the first bid")
        self.start(position)
        p.bid = 0 if bid == "-" else 6 * (int(bid[0]) - 1) + int(bid[2])
        if not re.fullmatch("[1-9][0-9]?", turn) or not (p.bid > 0) < int(turn) <= p.bid + 1:
            raise BadPosition("turn", "it must be 1 before the first bid, then at least 2 and at most 1 more than the possible bids")
        if doubt != "-" and (doubt != "!" or not p.bid):
            raise BadPosition("doubt", "it must be ! after a bid, or -")
        p.turn, p.doubted, p.rolled = int(turn), doubt == "!", self.seats - dice.count("-")
        for seat in range(p.rolled):
            p.dice[seat] = int(dice[seat])
        return 0

    cdef str write(self, const void* position):
        cdef const Position* p = <const Position*>position
        dice = "".join([str(p.dice[seat]) if seat < p.rolled else "-" for seat in range(self.seats)])
        bid = self.move_text(position, p.bid - 1) if p.bid else "-"
        return f"{dice} {bid} {p.turn} {'!' if p.doubted else '-'}"

    cdef str move_text(self, const void* position, int move):
        if (<const Position*>position).rolled < self.seats:
            return str(move + 1)
        return "doubt" if move == self.actions - 1 else f"{move // 6 + 1}x{move % 6 + 1}"

    cdef str view(self, const void* position, object seat):
        dice, _, rest = self.write(position).partition(" ")
        if not (<const Position*>position).doubted:
            dice = "".join([die if number == seat or die == "-" else "?" for number, die in enumerate(dice)])
        return f"{dice} {rest}"

    cdef str observation(self, const void* position, int move, object seat):
        cdef const Position* p = <const Position*>position
        text = self.move_text(position, move)
        if p.rolled < self.seats:
            return text if p.rolled == seat else "?"
        return text + "=" + self.write(position)[:self.seats] if text == "doubt" else text

    cdef list completions(self, str view, object seat):
        dice, _, rest = view.partition(" ")
        rolls = ["".join(roll) for roll in product(*["123456" if die == "?" else die for die in dice[:self.seats]])]
        if not rolls or self.view_of(f"{rolls[0] + dice[self.seats:]} {rest}", seat) != view:
            raise BadPosition("dice", "it must be the seat's own die and ? for each other rolled die")
        return [(f"{roll} {rest}", 1.0) for roll in rolls]
