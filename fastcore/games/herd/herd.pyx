"""Herd as the core's contract asks for it.

A cell is its rank in byte order of names (`fastcore.hexagon`). Moves: a placement is its cell, a removal `cells` more.
Outcomes of chance: the 21 rolls in byte order, `1-1`, `2-1`, `2-2`, `3-1`, ...
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from fastcore.bits cimport lowest_bit
from fastcore.game cimport CHANCE, MAX_SEATS, OVER, UNIFORM, Game
from fastcore.games.herd.evaluation cimport mover_value
from fastcore.games.herd.features cimport move_row, position_row, term_sums
from fastcore.games.herd.outlook cimport TURN_ENDS, outcome_values
from fastcore.games.herd.playout cimport play_out
from fastcore.games.herd.priors cimport move_priors
from fastcore.games.herd.rules cimport (
    ENDED, LAST_TURN, MAX_CELLS, MOST_WORDS, PLACE, REMOVE, ROLL, Board, Position,
    add_stone, captured, holds, may_place, pass_turn_if_blocked, place, put, remove, roll, surrounded, take,
)
from fastcore.games.herd.weights cimport BESIDE, PATTERNS
from fastcore.state cimport State
from fastcore.stream cimport Rng, below, mixed


from fastcore.games.herd import refusals, texts
from fastcore.hexagon import hexagon
from fastcore.values import BadPosition, Event, Term

_PHASES = {ROLL: "roll", REMOVE: "remove", PLACE: "place", ENDED: "over"}
_TERMS = ("stones", "lone stones", "stones in pairs", "stones in herds", "empty cells", "owed and tempo")

cdef int HIGH[21]
cdef int LOW[21]
cdef int _i, _j
for _i in range(6):
    for _j in range(_i + 1):
        HIGH[_i * (_i + 1) // 2 + _j] = _i + 1
        LOW[_i * (_i + 1) // 2 + _j] = _j + 1


cdef inline int outcome(int high, int low) noexcept nogil:
    return high * (high - 1) // 2 + low - 1


cdef inline void play_move(Position* position, const Board* board, int move, int words) noexcept nogil:
    if position.phase == ROLL:
        roll(position, board, HIGH[move], LOW[move], words)
    elif position.phase == REMOVE:
        remove(position, board, move - board.cells, words)
    else:
        place(position, board, move, words)


cdef inline int list_moves(const Position* position, const Board* board, int* moves, int words) noexcept nogil:
    cdef const uint64_t* enemy = position.stones[position.side ^ 1]
    cdef uint64_t rest
    cdef int w, cell, number = 0
    if position.phase == REMOVE:
        for w in range(words):
            rest = enemy[w]
            while rest:
                moves[number] = board.cells + w * 64 + lowest_bit(rest)
                rest &= rest - 1
                number += 1
    elif position.phase == PLACE:
        for w in range(words):
            rest = position.empty[w]
            while rest:
                cell = w * 64 + lowest_bit(rest)
                rest &= rest - 1
                if not surrounded(board, cell, enemy, words):
                    moves[number] = cell
                    number += 1
    return number


cdef class Herd(Game):
    cdef Board board
    cdef unsigned char kinds[MAX_CELLS]    # 0, 49 or 98 for a cell with 3, 4 or 6 neighbours
    cdef object hexagon
    cdef int side_length

    def __cinit__(self, info, options):
        cdef int cell, other
        options = dict(options)
        size = options.get("size")
        if type(size) is not int or not texts.SIZES[0] <= size <= texts.SIZES[1]:
            raise ValueError(f"size is {size!r}; it must be a whole number from {texts.SIZES[0]} to {texts.SIZES[1]}")
        self.side_length = size
        self.hexagon = hexagon(self.side_length)
        self.seats = 2
        self.board.cells = len(self.hexagon.names)
        self.board.words = (self.board.cells + 63) // 64
        self.actions = 2 * self.board.cells
        self.outcomes = 21
        self.max_moves = max(self.board.cells, 21)
        self.size = sizeof(Position)
        memset(self.board.near, 0, sizeof(self.board.near))
        for cell in range(self.board.cells):
            for other in self.hexagon.neighbours[cell]:
                put(self.board.near[cell], other)
            self.kinds[cell] = 49 * (3, 4, 6).index(len(self.hexagon.neighbours[cell]))

    # Rules ------------------------------------------------------------------------------------------------------

    cdef void start(self, void* position) noexcept nogil:
        cdef Position* p = <Position*>position
        cdef int cell
        memset(p, 0, sizeof(Position))
        for cell in range(self.board.cells):
            put(p.empty, cell)
        p.vacant = self.board.cells
        p.turn = 1
        p.phase = ROLL

    cdef int actor(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == ROLL:
            return CHANCE
        if p.phase == ENDED:
            return OVER
        return p.side

    cdef int turn(self, const void* position) noexcept nogil:
        return (<const Position*>position).turn

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if self.board.words == 1:
            return list_moves(p, &self.board, moves, 1)
        if self.board.words == 2:
            return list_moves(p, &self.board, moves, 2)
        return list_moves(p, &self.board, moves, 3)

    cdef int chances(self, const void* position, int* moves, double* weights) noexcept nogil:
        cdef int move
        if (<const Position*>position).phase != ROLL:
            return 0
        for move in range(21):
            moves[move] = move
            weights[move] = (1.0 if HIGH[move] == LOW[move] else 2.0) / 36
        return 21

    cdef int draw(self, const void* position, Rng* rng) noexcept nogil:
        cdef int pair = <int>below(rng, 36)
        return outcome(max(pair // 6, pair % 6) + 1, min(pair // 6, pair % 6) + 1)

    cdef void play(self, void* position, int move) noexcept nogil:
        cdef Position* p = <Position*>position
        if self.board.words == 1:
            play_move(p, &self.board, move, 1)
        elif self.board.words == 2:
            play_move(p, &self.board, move, 2)
        else:
            play_move(p, &self.board, move, 3)

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int lead = p.count[0] - p.count[1]
        values[0] = (lead > 0) - (lead < 0)
        values[1] = -values[0]

    cdef uint64_t key(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef uint64_t rest = (p.turn << 4 | p.side << 3 | p.phase) << 4 | p.high
        cdef int w
        rest = ((rest << 4 | p.low) << 8 | p.removals) << 8 | p.placements
        for w in range(self.board.words):
            rest = mixed(mixed(rest, p.stones[0][w]), p.stones[1][w])
        return rest

    # Search -----------------------------------------------------------------------------------------------------

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == ENDED:
            self.returns(position, values)
            return
        if self.board.words == 1:
            values[0] = mover_value(p, &self.board, self.kinds, 1)
        elif self.board.words == 2:
            values[0] = mover_value(p, &self.board, self.kinds, 2)
        else:
            values[0] = mover_value(p, &self.board, self.kinds, 3)
        if p.side == 1:
            values[0] = -values[0]
        values[1] = -values[0]

    cdef void chance_values(self, const void* position, const int* outcomes, int count, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef Position after
        cdef int high[21]
        cdef int low[21]
        cdef int i
        for i in range(count):
            high[i] = HIGH[outcomes[i]]
            low[i] = LOW[outcomes[i]]
        if self.board.words == 1:
            outcome_values(p, &self.board, self.kinds, high, low, count, values, 1)
        elif self.board.words == 2:
            outcome_values(p, &self.board, self.kinds, high, low, count, values, 2)
        else:
            outcome_values(p, &self.board, self.kinds, high, low, count, values, 3)
        for i in range(count):
            if values[2 * i] == TURN_ENDS:
                memcpy(&after, position, sizeof(Position))
                self.play(&after, outcomes[i])
                self.evaluate(&after, &values[2 * i])
                continue
            if p.side == 1:
                values[2 * i] = -values[2 * i]
            values[2 * i + 1] = -values[2 * i]

    cdef void priors(self, const void* position, const int* moves, int count, float* priors) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if self.board.words == 1:
            move_priors(p, &self.board, self.kinds, moves, count, priors, 1)
        elif self.board.words == 2:
            move_priors(p, &self.board, self.kinds, moves, count, priors, 2)
        else:
            move_priors(p, &self.board, self.kinds, moves, count, priors, 3)

    cdef long playout(self, void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        cdef Position* p = <Position*>position
        if policy != UNIFORM:
            return Game.playout(self, position, policy, rng, buffer)
        if self.board.words == 1:
            return play_out(p, &self.board, rng, 1)
        if self.board.words == 2:
            return play_out(p, &self.board, rng, 2)
        return play_out(p, &self.board, rng, 3)

    # Texts ------------------------------------------------------------------------------------------------------

    cdef int read(self, str text, void* position) except -1:
        cdef Position* p = <Position*>position
        cdef int cell
        found = refusals.problems(self.side_length, text)
        if found:
            raise BadPosition(found[0].field, found[0].reason)
        table = texts.read(self.side_length, text)
        self.start(position)
        for cell, stone in enumerate(table.stones):
            if stone:
                p.side = "rb".index(stone)
                add_stone(p, cell)
        p.turn = table.turn
        p.high, p.low = table.dice
        p.removals, p.placements = table.left
        p.side = (table.turn + 1) % 2
        if table.side == ".":
            p.phase = ENDED
        elif p.high == 0:
            p.phase = ROLL
        else:
            p.phase = REMOVE if p.removals else PLACE
        return 0

    cdef list faults(self, str text):
        return refusals.problems(self.side_length, text)

    cdef dict fields(self, const void* position):
        cdef const Position* p = <const Position*>position
        return texts.fields(
            self.side_length,
            texts.Table(self.stones(p), "." if p.phase == ENDED else "rb"[p.side], p.turn, (p.high, p.low), (p.removals, p.placements)),
        )

    cdef list stones(self, const Position* p):
        """The letter on each cell, "" if it is empty."""
        cdef int cell
        return ["r" if holds(p.stones[0], cell) else "b" if holds(p.stones[1], cell) else "" for cell in range(self.board.cells)]

    cdef str phase(self, const void* position):
        return _PHASES[(<const Position*>position).phase]

    cdef str move_text(self, const void* position, int move):
        if (<const Position*>position).phase == ROLL:
            return f"{HIGH[move]}-{LOW[move]}"
        if move >= self.board.cells:
            return "x" + self.hexagon.names[move - self.board.cells]
        return self.hexagon.names[move]

    cdef str why_not(self, const void* position, str text):
        cdef const Position* p = <const Position*>position
        return texts.why_not(self.side_length, self.phase(position), "rb"[p.side], self.stones(p), text)

    cdef list events(self, const void* position, int move, object seat):
        """Kinds: roll (high, low), remove, place, capture, turn (forfeited), over (red, blue)."""
        cdef Position p = (<const Position*>position)[0]
        cdef Position* after = &p
        cdef Board* board = &self.board
        cdef uint64_t prey[MOST_WORDS]
        cdef int side = p.side, turn = p.turn, number, owed
        steps = []
        if p.phase == ROLL:
            # the step shows what was rolled; whether that ends the turn at once is the next step
            p.high, p.low = HIGH[move], LOW[move]
            p.removals = min(p.low, p.count[side ^ 1]) if turn > 1 else 0
            p.placements = p.high if turn > 1 else p.low
            p.phase = REMOVE if p.removals else PLACE
            steps.append(Event("roll", CHANCE, (), {"high": p.high, "low": p.low}, self.fields(after)))
            owed = p.placements
        elif p.phase == REMOVE:
            move -= board.cells
            owed = p.placements
            p.removals += 1         # so that the step itself cannot end the turn
            remove(after, board, move, board.words)
            p.removals -= 1
            steps.append(Event("remove", side, (self.hexagon.names[move],), {}, self.fields(after)))
        else:
            add_stone(after, move)
            steps.append(Event("place", side, (self.hexagon.names[move],), {}, self.fields(after)))
            number = captured(after, board, move, prey, board.words)
            if number:
                where = tuple([self.hexagon.names[cell] for cell in range(board.cells) if holds(prey, cell)])
                take(after, prey, number, board.words)
                steps.append(Event("capture", side, where, {"stones": number}, self.fields(after)))
            owed = p.placements
        p = (<const Position*>position)[0]
        self.play(after, move + board.cells if steps[0].kind == "remove" else move)
        if p.phase == ENDED:
            steps.append(Event("over", side, (), {"red": p.count[0], "blue": p.count[1]}, self.fields(after)))
        elif p.turn != turn:
            steps.append(Event("turn", side, (), {"forfeited": owed}, self.fields(after)))
        return steps

    cdef tuple points(self, const void* position):
        cdef const Position* p = <const Position*>position
        return (p.count[0], p.count[1])

    cdef list terms(self, const void* position):
        """In stones for Red, each with weight 1; their sum is scaled by what will be empty, then squashed."""
        cdef const Position* p = <const Position*>position
        stone = -0.001 if p.side else 0.001
        return [Term(name, stone * total, 1.0) for name, total in zip(_TERMS, term_sums(p, &self.board, self.kinds))]

    # Fitting ----------------------------------------------------------------------------------------------------

    def features(self, State state not None):
        import numpy as np

        cdef short[::1] row = np.zeros(PATTERNS + 5, np.int16)
        if state.game is not self or self.actor(state.position()) == OVER:
            raise ValueError("features are of positions of this game before its end")
        position_row(<const Position*>state.position(), &self.board, self.kinds, &row[0])
        return np.asarray(row)

    def move_features(self, State state not None):
        cdef list moves
        cdef short[:, ::1] rows
        cdef int i
        import numpy as np

        if state.game is not self or self.actor(state.position()) < 0:
            raise ValueError("move features are of positions of this game where a side chooses")
        moves = self.legal_moves(state.position())
        rows = np.zeros((len(moves), 1 + BESIDE), np.int16)
        for i in range(len(moves)):
            move_row(<const Position*>state.position(), &self.board, self.kinds, moves[i] % self.board.cells, &rows[i, 0])
        return np.asarray(rows)

    def outlooks(self, State state not None):
        cdef double values[42]
        cdef int outcomes[21]
        cdef int i
        if state.game is not self or self.actor(state.position()) != CHANCE:
            raise ValueError("outlooks are of positions of this game where the dice are rolled")
        for i in range(21):
            outcomes[i] = i
        self.chance_values(state.position(), outcomes, 21, values)
        return [<double><float>values[2 * i] for i in range(21)]     # to the precision that State.evaluate gives
