"""The forest game as the core's contract asks for it; `texts.py` numbers the moves, in byte order of their texts."""

cimport cython
from libc.stdint cimport uint64_t
from libc.string cimport memset

from fastcore.bits cimport lowest_bit
from fastcore.game cimport OVER, SCALE, UNIFORM, Game
from fastcore.games.forest.evaluation cimport MAX_LEAD, Amounts, amounts_of, lead, value_of_lead
from fastcore.games.forest.playout cimport play_out
from fastcore.games.forest.rules cimport (
    ACT, CELLS, ENDED, FOREST_BOARD, OPENING, PAWNS_TO_WIN, Position,
    able, acted, add, around, capture, could_act, height, mark_acted, next_side, opened, place, roam, roamed, spawn,
    spawn_boogyman, step, take,
)
from fastcore.games.forest.weights cimport FOREST_WEIGHT, TERMS
from fastcore.stream cimport Rng, mixed


from fastcore.games.forest import refusals, texts
from fastcore.values import BadPosition, Event, Term

_PHASES = {OPENING: "place", ACT: "act", ENDED: "over"}
_TERMS = (
    "pawns", "spawns now", "spawns later", "near spawns", "yellow at hand", "BBB", "captures now", "captures later",
    "actions left",
)
_LIMITS = {"first_turn": (1, 2), "yellow_cap": (2, 3)}

cdef enum:              # the numbers of moves, as in texts.py
    BOOGYMAN = 0
    SPAWN = CELLS
    PLACE = 2 * CELLS
    ROAM = 3 * CELLS
    STEP = 3 * CELLS + CELLS * CELLS
    ACTIONS = 3 * CELLS + 2 * CELLS * CELLS
    MAX_MOVES = 7 * 6 + 2 * 7 + CELLS
    FORCING_WEIGHT = 4  # how often a forcing move is taken to be the best, for one of another move

cdef uint64_t TILE[CELLS]       # a cell's bit
cdef int CELL[64]               # a bit's cell
cdef int _cell, _row, _place
for _cell in range(CELLS):
    _row, _place = texts.BOARD.place(_cell)
    TILE[_cell] = (<uint64_t>1) << (8 * _row + _place + max(0, _row - 3))
    CELL[8 * _row + _place + max(0, _row - 3)] = _cell


cdef double VALUE[2 * MAX_LEAD + 1]        # of every lead
cdef int WHOLE_VALUE[2 * MAX_LEAD + 1]     # the same in whole numbers
cdef int _lead
for _lead in range(-MAX_LEAD, MAX_LEAD + 1):
    VALUE[MAX_LEAD + _lead] = value_of_lead(_lead)
    WHOLE_VALUE[MAX_LEAD + _lead] = <int>(VALUE[MAX_LEAD + _lead] * SCALE)


cdef inline int list_tiles(uint64_t tiles, int first, int* moves, int number) noexcept nogil:
    """Write a move a tile in the order of the cells, which is that of the bits; returns how many are listed by then."""
    while tiles:
        moves[number] = first + CELL[lowest_bit(tiles)]
        tiles &= tiles - 1
        number += 1
    return number


cdef inline int list_moves(const Position* p, int* moves) noexcept nogil:
    cdef uint64_t pawns, spawns, rest
    cdef int number = 0, cell
    if p.phase == OPENING:
        return list_tiles(FOREST_BOARD & ~p.pieces[2], PLACE, moves, 0)
    if p.phase == ENDED:
        return 0
    pawns = able(p)
    spawns = pawns & p.yellow[1]
    if not p.boogyman[p.side]:
        number = list_tiles(spawns, BOOGYMAN, moves, number)
    number = list_tiles(spawns, SPAWN, moves, number)
    if p.boogyman[p.side] and not p.boogyman_acted:
        cell = CELL[lowest_bit(p.boogyman[p.side])]
        number = list_tiles(roamed(p, p.side), ROAM + cell * CELLS, moves, number)
    rest = pawns
    while rest:
        cell = CELL[lowest_bit(rest)]
        number = list_tiles(around(rest & -rest) & ~p.pieces[2], STEP + cell * CELLS, moves, number)
        rest &= rest - 1
    return number


@cython.final
cdef class Forest(Game):
    cdef int first_turn
    cdef int yellow_cap

    def __cinit__(self, info, options):
        options = dict(options)
        for name, (least, most) in _LIMITS.items():
            value = options.get(name)
            if type(value) is not int or not least <= value <= most:
                raise ValueError(f"{name} is {value!r}; it must be a whole number from {least} to {most}")
        self.first_turn, self.yellow_cap = options["first_turn"], options["yellow_cap"]
        self.seats = 2
        self.actions = ACTIONS
        self.outcomes = 0
        self.max_moves = MAX_MOVES
        self.size = sizeof(Position)

    # Rules ------------------------------------------------------------------------------------------------------

    cdef void start(self, void* position) noexcept nogil:
        memset(position, 0, sizeof(Position))
        (<Position*>position).left = 4

    cdef int actor(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        return OVER if p.phase == ENDED else p.side

    cdef int turn(self, const void* position) noexcept nogil:
        return (<const Position*>position).turn

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        return list_moves(<const Position*>position, moves)

    cdef void play(self, void* position, int move) noexcept nogil:
        cdef Position* p = <Position*>position
        self.carry_out(p, move)
        if p.phase == OPENING:
            opened(p, self.first_turn)
        else:
            acted(p)

    cdef inline void carry_out(self, Position* p, int move) noexcept nogil:
        """The action itself, without what follows from it."""
        cdef int pair
        if move >= STEP:
            pair = move - STEP
            step(p, TILE[pair // CELLS], TILE[pair % CELLS], self.yellow_cap)
        elif move >= ROAM:
            roam(p, TILE[(move - ROAM) % CELLS])
            capture(p, TILE[(move - ROAM) % CELLS])
        elif move >= PLACE:
            place(p, TILE[move - PLACE])
        elif move >= SPAWN:
            spawn(p, TILE[move - SPAWN])
        else:
            spawn_boogyman(p, TILE[move])

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        values[0] = 0
        if p.count[0] == PAWNS_TO_WIN or p.count[1] == 0:
            values[0] = 1
        elif p.count[1] == PAWNS_TO_WIN or p.count[0] == 0:
            values[0] = -1
        values[1] = -values[0]

    cdef uint64_t key(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef uint64_t rest = ((p.turn << 3 | p.left) << 2 | p.phase) << 2 | p.side << 1 | p.boogyman_acted
        cdef uint64_t salt = <uint64_t>0x2545f4914f6cdd1d
        cdef uint64_t key = mixed(rest, p.boogyman[0]) + mixed(p.boogyman[1] + salt, p.acted[0])
        key += mixed(p.acted[1] + 2 * salt, p.yellow[0]) + mixed(p.yellow[1] + 3 * salt, p.yellow[2])
        key += mixed(p.pawns[0][0] + 4 * salt, p.pawns[1][0]) + mixed(p.pawns[0][1] + 5 * salt, p.pawns[1][1])
        return key + mixed(p.pawns[0][2] + 6 * salt, p.pawns[1][2])

    # Search -----------------------------------------------------------------------------------------------------

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == ENDED:
            self.returns(position, values)
            return
        values[0] = VALUE[MAX_LEAD + lead(p)]
        values[1] = -values[0]

    cdef int static_value(self, const void* position, int seat) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int found
        if p.phase == ENDED:
            return Game.static_value(self, position, seat)
        found = lead(p)
        return WHOLE_VALUE[MAX_LEAD + (-found if seat else found)]

    cdef int noisy_moves(self, const void* position, int* moves) noexcept nogil:
        """A spawn that wins, then captures, of many pawns first."""
        cdef const Position* p = <const Position*>position
        cdef const uint64_t* theirs = p.pawns[p.side ^ 1]
        cdef uint64_t prey
        cdef int number = 0, cell, level
        if p.phase != ACT:
            return 0
        if p.count[p.side] == PAWNS_TO_WIN - 1:
            number = list_tiles(able(p) & p.yellow[1], SPAWN, moves, 0)
        if p.boogyman[p.side] and not p.boogyman_acted:
            prey = roamed(p, p.side) & theirs[0]
            if prey:
                cell = CELL[lowest_bit(p.boogyman[p.side])]
                for level in range(2, -1, -1):
                    number = list_tiles(prey & theirs[level], ROAM + cell * CELLS, moves, number)
                    prey &= ~theirs[level]
        return number

    cdef void priors(self, const void* position, const int* moves, int count, float* priors) noexcept nogil:
        """Forcing moves are looked at first, the others all alike."""
        cdef int forcing[MAX_MOVES]
        cdef int i, j, forced = self.noisy_moves(position, forcing)
        cdef float share = <float>1.0 / (count + forced * (FORCING_WEIGHT - 1))
        for i in range(count):
            priors[i] = share
            for j in range(forced):
                if forcing[j] == moves[i]:
                    priors[i] = share * FORCING_WEIGHT

    cdef long playout(self, void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        if policy != UNIFORM:
            return Game.playout(self, position, policy, rng, buffer)
        return play_out(<Position*>position, self.yellow_cap, self.first_turn, rng)

    # Texts ------------------------------------------------------------------------------------------------------

    cdef int read(self, str text, void* position) except -1:
        found = self.faults(text)
        if found:
            raise BadPosition(found[0].field, found[0].reason)
        self.lay(texts.read(text), <Position*>position)
        return 0

    cdef object lay(self, object table, Position* p):
        """Fill a position from a Table."""
        cdef int cell, i
        memset(p, 0, sizeof(Position))
        for cell, tile in enumerate(table.tiles):
            for piece in tile:
                add(p.pieces, TILE[cell])
                if piece == "y":
                    add(p.yellow, TILE[cell])
                elif piece in "RG":
                    p.boogyman["RG".index(piece)] = TILE[cell]
                else:
                    add(p.pawns["rg".index(piece)], TILE[cell])
                    p.count["rg".index(piece)] += 1
        p.turn = table.turn
        p.left = int(table.left.removeprefix("p"))
        p.phase = ENDED if table.side == "." else OPENING if table.left in texts.OPENING else ACT
        p.side = max("rg".find(table.side), 0)
        p.boogyman_acted = table.boogyman_acted
        for cell, number in table.acted.items():
            for i in range(number):
                mark_acted(p, TILE[cell])

    cdef list faults(self, str text):
        return refusals.problems(self.spec, self.first_turn, self.yellow_cap, text, self.able_side)

    def able_side(self, tiles, side, boogyman_acted, done):
        """Whether a side has an action; `done`: cell -> how many of its pawns have acted, be it more than there are."""
        cdef Position p
        cdef uint64_t spent = 0
        cdef int cell
        tiles, done = list(tiles), dict(done)
        if len(tiles) != CELLS or not all([0 <= cell < CELLS for cell in done]):
            raise ValueError(f"a board has {CELLS} cells")
        self.lay(texts.Table(tiles, side, 1, "2", boogyman_acted, {}), &p)
        for cell, number in done.items():
            if number >= height(p.pawns[p.side], TILE[cell]):
                spent |= TILE[cell]
        return bool(could_act(&p, p.pawns[p.side][0] & ~spent))

    cdef object table(self, const Position* p):
        cdef list tiles = []
        cdef int cell
        for cell in range(CELLS):
            tile = "r" * height(p.pawns[0], TILE[cell]) + "g" * height(p.pawns[1], TILE[cell])
            tile += "y" * height(p.yellow, TILE[cell])
            tile += "R" * (p.boogyman[0] == TILE[cell]) + "G" * (p.boogyman[1] == TILE[cell])
            tiles.append(tile)
        left = f"p{p.left}" if p.phase == OPENING and p.left else str(p.left)
        done = {cell: 1 + (p.acted[1] & TILE[cell] != 0) for cell in range(CELLS) if p.acted[0] & TILE[cell]}
        return texts.Table(tiles, "." if p.phase == ENDED else "rg"[p.side], p.turn, left, bool(p.boogyman_acted), done)

    cdef dict fields(self, const void* position):
        return texts.fields(self.table(<const Position*>position))

    cdef str phase(self, const void* position):
        return _PHASES[(<const Position*>position).phase]

    cdef str move_text(self, const void* position, int move):
        return texts.move_text(move)

    cdef str why_not(self, const void* position, str text):
        legal = [texts.move_text(move) for move in self.legal_moves(position)]
        return texts.why_not(self.table(<const Position*>position), legal, text)

    cdef list events(self, const void* position, int move, object seat):
        """Kinds: place, step (from, to), yellow (left on a tile), spawn, boogyman, roam (from, to), capture (count),
        then for what follows: turn (the next one begins), pass (its side skips it whole), over."""
        cdef const Position* before = <const Position*>position
        cdef Position p = before[0]
        cdef int side = p.side, number
        cdef uint64_t tile
        where = texts.cells(move)
        self.carry_out(&p, move)
        p.side = side                       # as the opening hands it on at once
        if p.phase == ACT:
            p.left -= 1
        if move >= STEP:
            tile = TILE[(move - STEP) // CELLS]
            if height(p.yellow, tile) > height(before.yellow, tile):
                take(p.yellow, tile)
                steps = [Event("step", side, where, {}, self.fields(&p))]
                add(p.yellow, tile)
                steps.append(Event("yellow", side, where[:1], {}, self.fields(&p)))
            else:
                steps = [Event("step", side, where, {}, self.fields(&p))]
        elif move >= ROAM:
            tile = TILE[(move - ROAM) % CELLS]
            number = height(before.pawns[side ^ 1], tile)
            steps = []
            if number:
                fields = self.fields(&p)
                p.pawns[side ^ 1] = before.pawns[side ^ 1]
                steps = [Event("capture", side, where[1:], {"count": number}, fields)]
            steps.insert(0, Event("roam", side, where, {}, self.fields(&p)))
        else:
            kind = "place" if move >= PLACE else "spawn" if move >= SPAWN else "boogyman"
            steps = [Event(kind, side, where, {}, self.fields(&p))]
        return steps + self.consequences(before, move)

    cdef list consequences(self, const Position* before, int move):
        """What follows from an action: the turns that begin or are skipped, and the end."""
        cdef Position after = before[0]
        cdef Position begun = before[0]
        cdef int skipped = 0
        self.carry_out(&after, move)
        begun = after
        if before.phase == OPENING:
            opened(&after, self.first_turn)
        else:
            skipped = acted(&after)
        steps = []
        while skipped:
            next_side(&begun)
            for kind in ("turn", "pass"):
                steps.append(Event(kind, begun.side, (), {}, self.fields(&begun)))
            skipped -= 1
        if after.phase == ENDED:
            steps.append(Event("over", before.side, (), {}, self.fields(&after)))
        elif after.side != before.side or after.turn != before.turn:
            steps.append(Event("turn", after.side, (), {}, self.fields(&after)))
        return steps

    cdef tuple points(self, const void* position):
        cdef const Position* p = <const Position*>position
        return (p.count[0], p.count[1])

    cdef list terms(self, const void* position):
        cdef const Position* p = <const Position*>position
        cdef Amounts red = amounts_of(p, 0, p.side == 0)
        cdef Amounts green = amounts_of(p, 1, p.side == 1)
        cdef int i
        return [
            Term(_TERMS[i], (<int*>&red)[i] - (<int*>&green)[i], <double>FOREST_WEIGHT[i] / 100) for i in range(TERMS)
        ]
