"""Herd as a `Game`.

A cell is the rank of its name in byte order (`fastcore.text.hexagon`). A placement is the number of its cell, a removal the
cell plus the number of cells. The outcomes of chance are the 21 rolls in byte order: `1-1`, `2-1`, `2-2`, `3-1`, ...
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from fastcore.game cimport CHANCE, OVER, UNIFORM, Game
from fastcore.games.herd.chance_values cimport TURN_ENDS, roll_values
from fastcore.games.herd.evaluation cimport player_value
from fastcore.games.herd.features cimport term_sums, write_move_features, write_patterns
from fastcore.games.herd.playout cimport random_playout
from fastcore.games.herd.priors cimport move_priors
from fastcore.games.herd.rules cimport (
    ENDED, MAX_WORDS, NO_CELL, PLACE, REMOVE, ROLL, ROLLS, Board, Position, add_stone, capture, contains, find_captures,
    insert, is_legal_move, list_moves, place_stone, remove_stone, roll,
)
from fastcore.games.herd.tensor cimport PLANES, write_tensor
from fastcore.games.herd.weights cimport PATTERNS
from fastcore.state cimport State
from fastcore.stream cimport Rng, below, mixed

from fastcore.games.herd import refusals, texts
from fastcore.text.hexagon import hexagon
from fastcore.values import BadPosition, Event, Term

_PHASES = {ROLL: "roll", REMOVE: "remove", PLACE: "place", ENDED: "over"}
_TERMS = ("stones", "lone stones", "stones in pairs", "stones in herds", "empty cells", "owed and tempo")

cdef int HIGH[ROLLS]
cdef int LOW[ROLLS]
cdef int _i, _j
for _i in range(6):
    for _j in range(_i + 1):
        HIGH[_i * (_i + 1) // 2 + _j] = _i + 1
        LOW[_i * (_i + 1) // 2 + _j] = _j + 1

# Calls a function with the number of words as a constant last argument, so that the compiler specialises the function
# for each number. Declared once for each signature.
cdef extern from *:
    """
    #define HERD_FOR_WORDS(words, function, ...) \
        ((words) == 1 ? function(__VA_ARGS__, 1) : (words) == 2 ? function(__VA_ARGS__, 2) : function(__VA_ARGS__, 3))
    """
    int list_for_words "HERD_FOR_WORDS" (
        int words, int (*function)(const Position*, const Board*, int*, int) noexcept nogil,
        const Position* position, const Board* board, int* moves) noexcept nogil
    void play_for_words "HERD_FOR_WORDS" (
        int words, void (*function)(Position*, const Board*, int, int) noexcept nogil,
        Position* position, const Board* board, int move) noexcept nogil
    bint test_for_words "HERD_FOR_WORDS" (
        int words, bint (*function)(const Position*, const Board*, int, int) noexcept nogil,
        const Position* position, const Board* board, int move) noexcept nogil
    double value_for_words "HERD_FOR_WORDS" (
        int words, double (*function)(const Position*, const Board*, int) noexcept nogil,
        const Position* position, const Board* board) noexcept nogil
    void roll_values_for_words "HERD_FOR_WORDS" (
        int words,
        void (*function)(const Position*, const Board*, const int*, const int*, int, double*, int) noexcept nogil,
        const Position* position, const Board* board, const int* high, const int* low, int count,
        double* values) noexcept nogil
    void priors_for_words "HERD_FOR_WORDS" (
        int words, void (*function)(const Position*, const Board*, const int*, int, float*, int) noexcept nogil,
        const Position* position, const Board* board, const int* moves, int count, float* priors) noexcept nogil


cdef inline int outcome_of(int high, int low) noexcept nogil:
    """Return the outcome of chance for two dice, the high one first."""
    return high * (high - 1) // 2 + low - 1


cdef inline void play_move(Position* position, const Board* board, int move, int words) noexcept nogil:
    """Make a legal move, or an outcome of chance."""
    if position.phase == ROLL:
        roll(position, board, HIGH[move], LOW[move], words)
    elif position.phase == REMOVE:
        remove_stone(position, board, move - board.cells, words)
    else:
        place_stone(position, board, move, words)


cdef class Herd(Game):
    """Herd on a hexagon with `size` cells on a side, 2 to 8."""

    cdef Board board
    cdef object hexagon
    cdef int side_length

    def __cinit__(self, info, options):
        cdef int cell, neighbour, i
        size = dict(options).get("size")
        if type(size) is not int or not texts.SIZES[0] <= size <= texts.SIZES[1]:
            raise ValueError(f"size is {size!r}; it must be a whole number from {texts.SIZES[0]} to {texts.SIZES[1]}")
        self.side_length = size
        self.hexagon = hexagon(self.side_length)
        self.seats = 2
        self.board.cells = len(self.hexagon.names)
        self.board.plane_size = (2 * size - 1) ** 2
        self.board.words = (self.board.cells + 63) // 64
        self.actions = 2 * self.board.cells
        self.outcomes = ROLLS
        self.max_moves = max(self.board.cells, ROLLS)
        self.size = sizeof(Position)
        self.shape = (PLANES, 2 * size - 1, 2 * size - 1)
        memset(self.board.neighbours, 0, sizeof(self.board.neighbours))
        for cell in range(self.board.cells):
            row, number = self.hexagon.place(cell)
            self.board.plane_index[cell] = row * (2 * size - 1) + number + max(0, row - size + 1)
            memset(self.board.around[cell], NO_CELL, 6)
            for i, neighbour in enumerate(sorted(self.hexagon.neighbours[cell])):
                insert(self.board.neighbours[cell], neighbour)
                self.board.around[cell][i] = neighbour
            self.board.degree_offset[cell] = 49 * (3, 4, 6).index(len(self.hexagon.neighbours[cell]))

    # Rules ------------------------------------------------------------------------------------------------------

    cdef void start(self, void* position) noexcept nogil:
        cdef Position* p = <Position*>position
        cdef int cell
        memset(p, 0, sizeof(Position))
        for cell in range(self.board.cells):
            insert(p.empty, cell)
        p.empty_count = self.board.cells
        p.turn = 1
        p.phase = ROLL

    cdef int actor(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == ROLL:
            return CHANCE
        if p.phase == ENDED:
            return OVER
        return p.player

    cdef int turn(self, const void* position) noexcept nogil:
        return (<const Position*>position).turn

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        return list_for_words(self.board.words, list_moves, <const Position*>position, &self.board, moves)

    cdef int chances(self, const void* position, int* moves, double* weights) noexcept nogil:
        cdef int move
        if (<const Position*>position).phase != ROLL:
            return 0
        for move in range(ROLLS):
            moves[move] = move
            weights[move] = (1.0 if HIGH[move] == LOW[move] else 2.0) / 36
        return ROLLS

    cdef int draw(self, const void* position, Rng* rng) noexcept nogil:
        cdef int pair = <int>below(rng, 36)
        return outcome_of(max(pair // 6, pair % 6) + 1, min(pair // 6, pair % 6) + 1)

    cdef int may_play(self, const void* position, int move) noexcept nogil:
        return test_for_words(self.board.words, is_legal_move, <const Position*>position, &self.board, move)

    cdef void play(self, void* position, int move) noexcept nogil:
        play_for_words(self.board.words, play_move, <Position*>position, &self.board, move)

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int lead = p.stone_count[0] - p.stone_count[1]
        values[0] = (lead > 0) - (lead < 0)
        values[1] = -values[0]

    cdef uint64_t key(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef uint64_t key = (p.turn << 4 | p.player << 3 | p.phase) << 4 | p.high_die
        cdef int w
        key = ((key << 4 | p.low_die) << 8 | p.removals) << 8 | p.placements
        for w in range(self.board.words):
            key = mixed(mixed(key, p.stones[0][w]), p.stones[1][w])
        return key

    # Search -----------------------------------------------------------------------------------------------------

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == ENDED:
            self.returns(position, values)
            return
        values[0] = value_for_words(self.board.words, player_value, p, &self.board)
        if p.player == 1:
            values[0] = -values[0]
        values[1] = -values[0]

    cdef void chance_values(self, const void* position, const int* outcomes, int count, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef Position after
        cdef int high[ROLLS]
        cdef int low[ROLLS]
        cdef int i
        for i in range(count):
            high[i] = HIGH[outcomes[i]]
            low[i] = LOW[outcomes[i]]
        roll_values_for_words(self.board.words, roll_values, p, &self.board, high, low, count, values)
        for i in range(count):
            if values[2 * i] == TURN_ENDS:
                memcpy(&after, position, sizeof(Position))
                self.play(&after, outcomes[i])
                self.evaluate(&after, &values[2 * i])
                continue
            if p.player == 1:
                values[2 * i] = -values[2 * i]
            values[2 * i + 1] = -values[2 * i]

    cdef void priors(self, const void* position, const int* moves, int count, float* priors) noexcept nogil:
        priors_for_words(
            self.board.words, move_priors, <const Position*>position, &self.board, moves, count, priors
        )

    cdef long playout(self, void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        cdef Position* p = <Position*>position
        if policy != UNIFORM:
            return Game.playout(self, position, policy, rng, buffer)
        # Written out: gcc 12 compiles the calls of HERD_FOR_WORDS to playouts that are 5 % slower.
        if self.board.words == 1:
            return random_playout(p, &self.board, rng, 1)
        if self.board.words == 2:
            return random_playout(p, &self.board, rng, 2)
        return random_playout(p, &self.board, rng, 3)

    cdef void tensor(self, const void* position, int seat, float* values) noexcept nogil:
        """Write the planes that `write_tensor` describes. They are the same for every seat."""
        write_tensor(<const Position*>position, &self.board, values)

    # Texts ------------------------------------------------------------------------------------------------------

    cdef int read(self, str text, void* position) except -1:
        cdef Position* p = <Position*>position
        cdef int cell
        problems = refusals.problems(self.side_length, text)
        if problems:
            raise BadPosition(problems[0].field, problems[0].reason)
        table = texts.read(self.side_length, text)
        self.start(position)
        for cell, stone in enumerate(table.stones):
            if stone:
                p.player = "rb".index(stone)
                add_stone(p, cell)
        p.turn = table.turn
        p.high_die, p.low_die = table.dice
        p.removals, p.placements = table.left
        p.player = (table.turn + 1) % 2
        if table.side == ".":
            p.phase = ENDED
        elif p.high_die == 0:
            p.phase = ROLL
        else:
            p.phase = REMOVE if p.removals else PLACE
        return 0

    cdef list faults(self, str text):
        return refusals.problems(self.side_length, text)

    cdef dict fields(self, const void* position):
        cdef const Position* p = <const Position*>position
        side = "." if p.phase == ENDED else "rb"[p.player]
        dice, left = (p.high_die, p.low_die), (p.removals, p.placements)
        return texts.fields(self.side_length, texts.Table(self.stones(p), side, p.turn, dice, left))

    cdef list stones(self, const Position* p):
        """Return the letter of the stone on each cell, "" for an empty one."""
        cdef int cell
        return [
            "r" if contains(p.stones[0], cell) else "b" if contains(p.stones[1], cell) else ""
            for cell in range(self.board.cells)
        ]

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
        return texts.why_not(self.side_length, self.phase(position), "rb"[p.player], self.stones(p), text)

    cdef list events(self, const void* position, int move, object seat):
        """Return one Event for each step of a move. The end of the turn and the end of the game are separate Events.

        Kinds: roll (high, low), remove, place, capture (stones), turn (forfeited), over (red, blue).
        """
        cdef Position p = (<const Position*>position)[0]
        cdef Position* after = &p
        cdef Board* board = &self.board
        cdef uint64_t prey[MAX_WORDS]
        cdef int player = p.player, turn = p.turn, cell = move % board.cells, count, owed
        events = []
        if p.phase == ROLL:
            # The position of this event has the dice and the owed steps, even if the roll ends the turn.
            p.high_die, p.low_die = HIGH[move], LOW[move]
            p.removals = min(p.low_die, p.stone_count[player ^ 1]) if turn > 1 else 0
            p.placements = p.high_die if turn > 1 else p.low_die
            p.phase = REMOVE if p.removals else PLACE
            events.append(Event("roll", CHANCE, (), {"high": p.high_die, "low": p.low_die}, self.fields(after)))
            owed = p.placements
        elif p.phase == REMOVE:
            owed = p.placements
            p.removals += 1         # so that the removal does not end the turn before its Event
            remove_stone(after, board, cell, board.words)
            p.removals -= 1
            events.append(Event("remove", player, (self.hexagon.names[cell],), {}, self.fields(after)))
        else:
            add_stone(after, cell)
            events.append(Event("place", player, (self.hexagon.names[cell],), {}, self.fields(after)))
            count = find_captures(after, board, cell, prey, board.words)
            if count:
                where = tuple([name for other, name in enumerate(self.hexagon.names) if contains(prey, other)])
                capture(after, prey, count, board.words)
                events.append(Event("capture", player, where, {"stones": count}, self.fields(after)))
            owed = p.placements
        p = (<const Position*>position)[0]
        self.play(after, move)
        if p.phase == ENDED:
            values = {"red": p.stone_count[0], "blue": p.stone_count[1]}
            events.append(Event("over", player, (), values, self.fields(after)))
        elif p.turn != turn:
            events.append(Event("turn", player, (), {"forfeited": owed}, self.fields(after)))
        return events

    cdef tuple points(self, const void* position):
        cdef const Position* p = <const Position*>position
        return (p.stone_count[0], p.stone_count[1])

    cdef list terms(self, const void* position):
        """Return the terms in stones for Red, each with weight 1.

        The static value is their sum, scaled by the number of cells that will be empty, and then squashed.
        """
        cdef const Position* p = <const Position*>position
        stone = -0.001 if p.player else 0.001
        return [Term(name, stone * total, 1.0) for name, total in zip(_TERMS, term_sums(p, &self.board))]

    # Fitting ----------------------------------------------------------------------------------------------------

    def patterns(self, State state not None, list moves not None):
        """Return the features of the positions after some moves as an int16 array of shape (moves, cells + 5).

        A row has the pattern of each cell (0 to 440: content * 147 + neighbourhood), then the context of the weights (-1
        if the game is over), the removals, the placements (at most 12), the empty cells after the turn, and 1 on turn
        1. The move -1 means the position itself. ValueError if the state is of a different game or spec.
        """
        cdef Position after
        cdef short[:, ::1] rows
        cdef int i
        import numpy as np

        if state.game is not self:
            raise ValueError("patterns need a position of this game")
        rows = np.empty((len(moves), self.board.cells + 5), np.int16)
        for i in range(len(moves)):
            after = (<const Position*>state.position())[0]
            if moves[i] >= 0:
                self.play(&after, moves[i])
            write_patterns(&after, &self.board, &rows[i, 0])
        return np.asarray(rows)

    def move_features(self, State state not None):
        """Return the features of the priors as an int16 array of shape (legal moves, 7).

        A row has the neighbourhood of the move's cell (0 to 146), then the pattern of each of its neighbours, and 441
        where there are fewer than six. ValueError if the state is of a different game or spec, or no player decides.
        """
        cdef list moves
        cdef short[:, ::1] rows
        cdef int i
        import numpy as np

        if state.game is not self or self.actor(state.position()) < 0:
            raise ValueError("move features need a position of this game where a player decides")
        moves = self.legal_moves(state.position())
        rows = np.empty((len(moves), 7), np.int16)
        for i in range(len(moves)):
            write_move_features(<const Position*>state.position(), &self.board, moves[i] % self.board.cells, &rows[i, 0])
        return np.asarray(rows)

    def roll_values(self, State state not None):
        """Return Red's static value after each of the 21 rolls, computed together and rounded as by `State.evaluate`.

        Raises:
            ValueError: the state is of a different game or spec, or the dice are not to be rolled.
        """
        cdef double values[2 * ROLLS]
        cdef int outcomes[ROLLS]
        cdef int i
        if state.game is not self or self.actor(state.position()) != CHANCE:
            raise ValueError("roll values need a position of this game before a roll")
        for i in range(ROLLS):
            outcomes[i] = i
        self.chance_values(state.position(), outcomes, ROLLS, values)
        return [<double><float>values[2 * i] for i in range(ROLLS)]
