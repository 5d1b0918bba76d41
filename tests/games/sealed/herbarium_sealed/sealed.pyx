"""Each seat is dealt a card from 1 to 3, then bids 0 to 3 in secret. The only highest bid wins the card's worth minus the bid."""

from libc.string cimport memset

from fastcore.api cimport GAME_API
from fastcore.game cimport CHANCE, OVER, Game

import re
from itertools import product

from fastcore.values import BadPosition

API = GAME_API     # the version of the core that this was compiled for

cdef struct Position:
    signed char cards[3]      # 0 before the deal
    signed char bids[3]       # a bid plus 1; 0 before the bid
    signed char dealt         # number of cards dealt
    signed char made          # number of bids made


cdef class Sealed(Game):
    def __cinit__(self, info, options):
        self.seats = 3
        self.actions = 4
        self.outcomes = 3
        self.max_moves = 4
        self.size = sizeof(Position)

    cdef void start(self, void* position) noexcept nogil:
        memset(position, 0, sizeof(Position))

    cdef int actor(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        return CHANCE if p.dealt < 3 else OVER if p.made == 3 else <int>p.made

    cdef int turn(self, const void* position) noexcept nogil:
        return 1

    cdef int stage(self, const void* position) noexcept nogil:
        return self.actor(position) == OVER

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        cdef int i
        for i in range(4):
            moves[i] = i
        return 4 if self.actor(position) >= 0 else 0

    cdef int chances(self, const void* position, int* moves, double* weights) noexcept nogil:
        cdef int i
        for i in range(3):
            moves[i] = i
            weights[i] = 1 / 3.0
        return 3 if self.actor(position) == CHANCE else 0

    cdef void play(self, void* position, int move) noexcept nogil:
        cdef Position* p = <Position*>position
        if p.dealt < 3:
            p.cards[p.dealt] = move + 1
            p.dealt += 1
        else:
            p.bids[p.made] = move + 1
            p.made += 1

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int seat, highest = max(p.bids[0], max(p.bids[1], p.bids[2])), winners = 0, winner = 0
        for seat in range(3):
            values[seat] = 0
            if p.bids[seat] == highest:
                winners += 1
                winner = seat
        if winners == 1:
            for seat in range(3):
                values[seat] = -(p.cards[winner] - highest + 1) / 6.0
            values[winner] = (p.cards[winner] - highest + 1) / 3.0

    cdef int read(self, str text, void* position) except -1:
        cdef Position* p = <Position*>position
        cards, _, bids = text.partition(" ")
        if not re.fullmatch("[1-3]*-*", cards) or len(cards) != 3:
            raise BadPosition("cards", "it must be three numbers from 1 to 3, or - before the deal")
        if not re.fullmatch("[0-3]*-*", bids) or len(bids) != 3 or ("-" in cards and bids != "---"):
            raise BadPosition("bids", "it must be three numbers from 0 to 3 after the deal, or - before the bid")
        self.start(position)
        for card in cards.strip("-"):
            p.cards[p.dealt] = int(card)
            p.dealt += 1
        for bid in bids.strip("-"):
            p.bids[p.made] = int(bid) + 1
            p.made += 1
        return 0

    cdef str write(self, const void* position):
        cdef const Position* p = <const Position*>position
        cards = "".join([str(p.cards[seat]) if seat < p.dealt else "-" for seat in range(3)])
        return cards + " " + "".join([str(p.bids[seat] - 1) if seat < p.made else "-" for seat in range(3)])

    cdef str move_text(self, const void* position, int move):
        return str(move + 1) if (<const Position*>position).dealt < 3 else str(move)

    cdef str view(self, const void* position, object seat):
        parts = self.write(position).split(" ")
        if self.actor(position) != OVER:
            parts = ["".join([text if i == seat or text == "-" else "?" for i, text in enumerate(part)]) for part in parts]
        return " ".join(parts)

    cdef str observation(self, const void* position, int move, object seat):
        cdef Position after = (<const Position*>position)[0]
        actor = self.actor(position)
        self.play(&after, move)
        if self.actor(&after) == OVER:
            return "shown=" + self.write(&after).replace(" ", "/")
        mover = (<const Position*>position).dealt if actor == CHANCE else actor
        return self.move_text(position, move) if mover == seat else "?"

    cdef list completions(self, str view, object seat):
        if [len(part) for part in view.split(" ")] != [3, 3]:
            raise BadPosition("cards", "it must be three cards and three bids")
        parts = [product(*[letters if text == "?" else text for text in part])
                 for part, letters in zip(view.split(" "), ("123", "0123"))]
        texts = ["".join(cards) + " " + "".join(bids) for cards, bids in product(*parts)]
        if self.view_of(texts[0], seat) != view:
            raise BadPosition("cards", "it must be the view of the seat")
        return [(text, 1.0) for text in texts]
