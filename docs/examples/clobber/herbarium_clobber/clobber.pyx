from libc.string cimport memset
from fastcore.api cimport GAME_API
from fastcore.game cimport OVER, Game
import re
from fastcore.values import BadPosition

API = GAME_API     # the version of the core that this was compiled for

cdef struct Position:
    char stones[64]     # 0: none, 1: x, 2: o; by column * 8 + row, rows counted from the bottom
    int turn            # from 1; each turn empties one cell


cdef class Clobber(Game):
    cdef int width, height
    cdef int source[224]
    cdef int target[224]
    cdef list texts     # of the moves, from a cell to its neighbour

    def __cinit__(self, info, options):
        self.width, self.height = options["width"], options["height"]
        cells = [(x, y) for x in range(self.width) for y in range(self.height)]
        self.texts = sorted([
            f"{chr(97 + x)}{y + 1}{chr(97 + u)}{v + 1}" for x, y in cells for u, v in cells if abs(x - u) + abs(y - v) == 1
        ])
        for i, text in enumerate(self.texts):
            self.source[i], self.target[i] = [8 * (ord(x) - 97) + int(y) - 1 for x, y in (text[:2], text[2:])]
        self.seats = 2
        self.actions = self.max_moves = len(self.texts)
        self.size = sizeof(Position)

    cdef void start(self, void* position) noexcept nogil:
        cdef Position* p = <Position*>position
        cdef int x, y
        memset(p, 0, sizeof(Position))
        for x in range(self.width):
            for y in range(self.height):
                p.stones[8 * x + y] = 1 + (x + self.height - y + 1) % 2
        p.turn = 1

    cdef int actor(self, const void* position) noexcept nogil:
        cdef int moves[224]
        return (self.turn(position) - 1) % 2 if self.moves(position, moves) else OVER

    cdef int turn(self, const void* position) noexcept nogil:
        return (<const Position*>position).turn

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int i, count = 0, mover = 1 + (p.turn - 1) % 2
        for i in range(self.actions):
            if p.stones[self.source[i]] == mover and p.stones[self.target[i]] == 3 - mover:
                moves[count] = i
                count += 1
        return count

    cdef void play(self, void* position, int move) noexcept nogil:
        cdef Position* p = <Position*>position
        p.stones[self.target[move]] = p.stones[self.source[move]]
        p.stones[self.source[move]] = 0
        p.turn += 1

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        values[0] = 1 - 2 * ((<const Position*>position).turn % 2)
        values[1] = -values[0]

    cdef int read(self, str text, void* position) except -1:
        cdef Position* p = <Position*>position
        if not re.fullmatch(f"([xo.]{{{self.width}}}/){{{self.height - 1}}}[xo.]{{{self.width}}}", text):
            raise BadPosition("rows", f"it must be {self.height} rows of {self.width} letters x, o or .")
        self.start(position)
        for y, row in enumerate(reversed(text.split("/"))):
            for x, letter in enumerate(row):
                p.stones[8 * x + y] = ".xo".index(letter)
        p.turn = 1 + text.count(".")
        return 0

    cdef str write(self, const void* position):
        cdef const Position* p = <const Position*>position
        rows = ["".join([".xo"[p.stones[8 * x + y]] for x in range(self.width)]) for y in range(self.height)]
        return "/".join(reversed(rows))

    cdef str move_text(self, const void* position, int move):
        return self.texts[move]
