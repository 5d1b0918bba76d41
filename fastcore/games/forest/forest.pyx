"""Forest: the forest game as a `Game`."""

cimport cython
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from fastcore.game cimport OVER, SCALE, UNIFORM, Game
from fastcore.games.forest.evaluation cimport MAX_LEAD, Features, features_of, lead, value_of_lead
from fastcore.games.forest.moves cimport (
    ACTIONS, MAX_MOVES, PLACE, ROAM, SPAWN, STEP, cell_of, is_legal_move, list_moves, list_noisy_moves, make_action, tile_of,
)
from fastcore.games.forest.net cimport CODES, GROUPS, NET_PILE, context_of, net_lead, split_net_lead, stage_of, update_sums
from fastcore.games.forest.playout cimport play_out
from fastcore.games.forest.rules cimport (
    ACT, CELLS, ENDED, OPENING, PAWNS_TO_WIN, Position,
    add, begin_turn, could_act, finish_action, finish_placement, height, mark_acted, remove,
)
from fastcore.games.forest.tensor cimport PLANES, SIDE, write_tensor
from fastcore.games.forest.weights cimport FOREST_WEIGHT, TERMS
from fastcore.state cimport State
from fastcore.stream cimport Rng, mixed

from fastcore.games.forest import refusals, texts
from fastcore.values import BadPosition, Event, Term

_PHASES = {OPENING: "place", ACT: "act", ENDED: "over"}
_TERMS = (
    "pawns", "spawns now", "spawns later", "near spawns", "yellow at hand", "BBB", "captures now", "captures later",
    "actions left",
)
_NET_TERMS = ("places of pawns", "places of yellow pawns", "places of BBBs", "state of the turn")  # of the network
_LIMITS = {"first_turn": (1, 2), "yellow_cap": (2, 3)}

cdef enum:
    NOISY_WEIGHT = 4        # the prior of a noisy move, relative to that of a quiet one

cdef double VALUE[2 * MAX_LEAD + 1]         # value of every lead, at MAX_LEAD + lead
cdef int SCALED_VALUE[2 * MAX_LEAD + 1]     # VALUE * SCALE, rounded towards 0
cdef int _lead
for _lead in range(-MAX_LEAD, MAX_LEAD + 1):
    VALUE[MAX_LEAD + _lead] = value_of_lead(_lead)
    SCALED_VALUE[MAX_LEAD + _lead] = <int>(VALUE[MAX_LEAD + _lead] * SCALE)


cdef inline int whole_lead(const Position* p, int yellow_cap) noexcept nogil:
    """Return Red's lead in hundredths of a pawn, from -MAX_LEAD to MAX_LEAD: the nine terms and the network."""
    cdef int correction = net_lead(p, yellow_cap)
    return min(max(lead(p) + (-correction if p.side else correction), -MAX_LEAD), MAX_LEAD)


@cython.final
cdef class Forest(Game):
    """The forest game with its options `first_turn` (1 or 2) and `yellow_cap` (2 or 3).

    Raises:
        ValueError: an option is missing or out of range.
    """

    cdef int first_turn
    cdef int yellow_cap

    def __cinit__(self, info, options):
        options = dict(options)
        for name, (minimum, maximum) in _LIMITS.items():
            value = options.get(name)
            if type(value) is not int or not minimum <= value <= maximum:
                raise ValueError(f"{name} is {value!r}; it must be a whole number from {minimum} to {maximum}")
        self.first_turn, self.yellow_cap = options["first_turn"], options["yellow_cap"]
        self.seats = 2
        self.actions = ACTIONS
        self.outcomes = 0
        self.max_moves = MAX_MOVES
        self.size = sizeof(Position)
        self.shape = (PLANES, SIDE, SIDE)

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

    cdef int may_play(self, const void* position, int move) noexcept nogil:
        return is_legal_move(<const Position*>position, move)

    cdef void play(self, void* position, int move) noexcept nogil:
        cdef Position* p = <Position*>position
        make_action(p, move, self.yellow_cap)
        update_sums(p, move)
        if p.phase == OPENING:
            finish_placement(p, self.first_turn)
        else:
            finish_action(p)

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
        cdef uint64_t state = ((p.turn << 3 | p.left) << 2 | p.phase) << 2 | p.side << 1 | p.boogyman_acted
        cdef uint64_t salt = <uint64_t>0x2545f4914f6cdd1d
        cdef uint64_t key = mixed(state, p.boogyman[0]) + mixed(p.boogyman[1] + salt, p.acted[0])
        key += mixed(p.acted[1] + 2 * salt, p.yellow[0]) + mixed(p.yellow[1] + 3 * salt, p.yellow[2])
        key += mixed(p.pawns[0][0] + 4 * salt, p.pawns[1][0]) + mixed(p.pawns[0][1] + 5 * salt, p.pawns[1][1])
        return key + mixed(p.pawns[0][2] + 6 * salt, p.pawns[1][2])

    # Search -----------------------------------------------------------------------------------------------------

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == ENDED:
            self.returns(position, values)
            return
        values[0] = VALUE[MAX_LEAD + whole_lead(p, self.yellow_cap)]
        values[1] = -values[0]

    cdef int static_value(self, const void* position, int seat) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int red_lead
        if p.phase == ENDED:
            return Game.static_value(self, position, seat)
        red_lead = whole_lead(p, self.yellow_cap)
        return SCALED_VALUE[MAX_LEAD + (-red_lead if seat else red_lead)]

    cdef int noisy_moves(self, const void* position, int* moves) noexcept nogil:
        return list_noisy_moves(<const Position*>position, moves)

    cdef void priors(self, const void* position, const int* moves, int count, float* priors) noexcept nogil:
        """Write the priors: NOISY_WEIGHT for a noisy move against 1 for any other move."""
        cdef int noisy[MAX_MOVES]
        cdef int i, j, noisy_count = self.noisy_moves(position, noisy)
        cdef float share = <float>1.0 / (count + noisy_count * (NOISY_WEIGHT - 1))
        for i in range(count):
            priors[i] = share
            for j in range(noisy_count):
                if noisy[j] == moves[i]:
                    priors[i] = share * NOISY_WEIGHT

    cdef long playout(self, void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        if policy != UNIFORM:
            return Game.playout(self, position, policy, rng, buffer)
        return play_out(<Position*>position, self.yellow_cap, self.first_turn, rng)

    cdef void tensor(self, const void* position, int seat, float* values) noexcept nogil:
        """Write 20 planes of 7 x 7, the same for every seat.

        Row i of a plane is row i of the board from the bottom (0 for a), column k + max(0, i - 3) its tile number k
        (from 0); so the neighbours of (i, j) are (i, j - 1), (i, j + 1), (i + 1, j), (i + 1, j + 1), (i - 1, j) and
        (i - 1, j - 1). Planes, binary unless a scale is given; those from 14 are constant:

            0       the 37 tiles of the board
            1-3     at least 1, 2, 3 red pawns
            4-6     at least 1, 2, 3 green pawns
            7-9     at least 1, 2, 3 yellow pawns
            10, 11  Red's BBB, Green's BBB
            12, 13  at least 1, 2 pawns that have acted this turn
            14, 15  Red, Green is to move; neither when the game is over
            16      opening
            17      pawns left to place, or actions left this turn, / 4
            18      the mover's BBB has acted this turn
            19      turn / 300
        """
        write_tensor(<const Position*>position, values)

    # Texts ------------------------------------------------------------------------------------------------------

    cdef int read(self, str text, void* position) except -1:
        problems = self.faults(text)
        if problems:
            raise BadPosition(problems[0].field, problems[0].reason)
        self.from_table(texts.read(text), <Position*>position)
        return 0

    cdef object from_table(self, object table, Position* p):
        """Fill a position from a `texts.Table`."""
        cdef int cell, i
        memset(p, 0, sizeof(Position))
        for cell, tile in enumerate(table.tiles):
            for piece in tile:
                add(p.pieces, tile_of(cell))
                if piece == "y":
                    add(p.yellow, tile_of(cell))
                elif piece in "RG":
                    p.boogyman["RG".index(piece)] = tile_of(cell)
                else:
                    add(p.pawns["rg".index(piece)], tile_of(cell))
                    p.count["rg".index(piece)] += 1
        p.turn = table.turn
        p.left = int(table.left.removeprefix("p"))
        p.phase = ENDED if table.side == "." else OPENING if table.left in texts.OPENING else ACT
        p.side = max("rg".find(table.side), 0)
        p.boogyman_acted = table.boogyman_acted
        for cell, number in table.acted.items():
            for i in range(number):
                mark_acted(p, tile_of(cell))
        for cell in range(CELLS):
            update_sums(p, PLACE + cell)

    cdef list faults(self, str text):
        return refusals.problems(self.spec, self.first_turn, self.yellow_cap, text, self.able_side)

    def able_side(self, tiles, side, boogyman_acted, done):
        """Return whether a side has a legal action.

        Args:
            tiles: 37 strings of pieces by cell (see `texts.Table`).
            side: "r" or "g".
            boogyman_acted: whether the side's BBB has acted this turn.
            done: {cell: number of the side's pawns that have acted}; may exceed the number of pawns there.

        Raises:
            ValueError: there are not exactly 37 tiles, or a cell is out of range.
        """
        cdef Position p
        cdef uint64_t spent = 0
        cdef int cell
        tiles, done = list(tiles), dict(done)
        if len(tiles) != CELLS or not all([0 <= cell < CELLS for cell in done]):
            raise ValueError(f"a list of tiles must have {CELLS} entries")
        self.from_table(texts.Table(tiles, side, 1, "2", boogyman_acted, {}), &p)
        for cell, number in done.items():
            if number >= height(p.pawns[p.side], tile_of(cell)):
                spent |= tile_of(cell)
        return bool(could_act(&p, p.pawns[p.side][0] & ~spent))

    cdef object table(self, const Position* p):
        """Return the `texts.Table` of a position."""
        cdef list tiles = []
        cdef int cell
        for cell in range(CELLS):
            tile = "r" * height(p.pawns[0], tile_of(cell)) + "g" * height(p.pawns[1], tile_of(cell))
            tile += "y" * height(p.yellow, tile_of(cell))
            tile += "R" * (p.boogyman[0] == tile_of(cell)) + "G" * (p.boogyman[1] == tile_of(cell))
            tiles.append(tile)
        left = f"p{p.left}" if p.phase == OPENING and p.left else str(p.left)
        done = {cell: 1 + (p.acted[1] & tile_of(cell) != 0) for cell in range(CELLS) if p.acted[0] & tile_of(cell)}
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
        """Return the Events of a legal move.

        Kinds of the move: place, step (from, to), yellow (a yellow pawn appears on the tile that was left), spawn,
        boogyman, roam (from, to), capture (value "count"). Kinds of the consequences: turn (begins), pass (is skipped),
        over.
        """
        cdef const Position* before = <const Position*>position
        cdef Position p = before[0]
        cdef int side = p.side, captured
        cdef uint64_t tile
        cells = texts.cells(move)
        make_action(&p, move, self.yellow_cap)
        p.side = side                       # after placing a pawn, the next side is already to move
        if p.phase == ACT:
            p.left -= 1
        if move >= STEP:
            tile = tile_of((move - STEP) // CELLS)
            if height(p.yellow, tile) > height(before.yellow, tile):
                remove(p.yellow, tile)
                events = [Event("step", side, cells, {}, self.fields(&p))]
                add(p.yellow, tile)
                events.append(Event("yellow", side, cells[:1], {}, self.fields(&p)))
            else:
                events = [Event("step", side, cells, {}, self.fields(&p))]
        elif move >= ROAM:
            tile = tile_of((move - ROAM) % CELLS)
            captured = height(before.pawns[side ^ 1], tile)
            events = []
            if captured:
                fields = self.fields(&p)
                p.pawns[side ^ 1] = before.pawns[side ^ 1]
                events = [Event("capture", side, cells[1:], {"count": captured}, fields)]
            events.insert(0, Event("roam", side, cells, {}, self.fields(&p)))
        else:
            kind = "place" if move >= PLACE else "spawn" if move >= SPAWN else "boogyman"
            events = [Event(kind, side, cells, {}, self.fields(&p))]
        return events + self.consequences(before, move)

    cdef list consequences(self, const Position* before, int move):
        """Return the Events that follow a move: turns that begin or are skipped, and the end."""
        cdef Position after = before[0]
        cdef Position skipped
        cdef int skipped_turns = 0
        make_action(&after, move, self.yellow_cap)
        skipped = after
        if before.phase == OPENING:
            finish_placement(&after, self.first_turn)
        else:
            skipped_turns = finish_action(&after)
        events = []
        while skipped_turns:
            begin_turn(&skipped)
            for kind in ("turn", "pass"):
                events.append(Event(kind, skipped.side, (), {}, self.fields(&skipped)))
            skipped_turns -= 1
        if after.phase == ENDED:
            events.append(Event("over", before.side, (), {}, self.fields(&after)))
        elif after.side != before.side or after.turn != before.turn:
            events.append(Event("turn", after.side, (), {}, self.fields(&after)))
        return events

    cdef tuple points(self, const void* position):
        cdef const Position* p = <const Position*>position
        return (p.count[0], p.count[1])

    cdef list terms(self, const void* position):
        cdef const Position* p = <const Position*>position
        cdef Features red = features_of(p, 0, p.side == 0)
        cdef Features green = features_of(p, 1, p.side == 1)
        cdef double parts[GROUPS + 1]
        cdef int i
        terms = [
            Term(_TERMS[i], (<int*>&red)[i] - (<int*>&green)[i], <double>FOREST_WEIGHT[i] / 100) for i in range(TERMS)
        ]
        if p.phase == ENDED:
            memset(parts, 0, sizeof(parts))
        else:
            split_net_lead(p, self.yellow_cap, parts)
        for i in range(GROUPS + 1):
            terms.append(Term(_NET_TERMS[i], (-parts[i] if p.side else parts[i]) / 100, 1))
        return terms

    def net_inputs(self, State state not None, moves):
        """Return the network's inputs for a position and for those after each of the moves but the last.

        Returns:
            A dict of arrays with one row for each move: `piles` (n, 37), the number of each tile's pile in the eyes of
            the mover; `acted` (n, 2), 0 or 2 * cell + the number of pawns that have acted there; `context` and `stage`
            (n,), both from 0; `lead` (n,), the mover's lead by the nine terms, in hundredths of a pawn; `whole` (n,),
            with the network;
            `side` (n,), the seat of the mover.

        Raises:
            ValueError: the state is of a different spec, or a move is not legal.
        """
        cdef Position p
        cdef int i, cell, move
        cdef unsigned char[:, ::1] piles, acted
        cdef unsigned char[::1] context, stage, side
        cdef short[::1] leads, wholes
        cdef uint64_t rest
        import numpy as np

        if state.game is not self:
            raise ValueError("examples need a position of this game")
        memcpy(&p, state.position(), sizeof(Position))
        moves = list(moves)
        row_piles, row_acted = np.zeros((len(moves), CELLS), np.uint8), np.zeros((len(moves), 2), np.uint8)
        row_context, row_side, row_stage = (np.zeros(len(moves), np.uint8) for _ in range(3))
        row_lead, row_whole = np.zeros(len(moves), np.int16), np.zeros(len(moves), np.int16)
        piles, acted, context, stage = row_piles, row_acted, row_context, row_stage
        side, leads, wholes = row_side, row_lead, row_whole
        for i, number in enumerate(moves):
            move = number
            if not is_legal_move(&p, move):
                raise ValueError(f"move {i} of the list, {move}, is not legal")
            for cell in range(CELLS):
                piles[i, cell] = NET_PILE[p.side * CODES + p.codes[cell]]
            rest = p.acted[0]
            while rest:
                cell = cell_of(rest)
                acted[i, 0 if acted[i, 0] == 0 else 1] = 1 + 2 * cell + (p.acted[1] & tile_of(cell) != 0)
                rest &= rest - 1
            context[i] = context_of(&p, self.yellow_cap)
            stage[i] = stage_of(&p)
            side[i] = p.side
            leads[i] = -lead(&p) if p.side else lead(&p)
            wholes[i] = -whole_lead(&p, self.yellow_cap) if p.side else whole_lead(&p, self.yellow_cap)
            self.play(&p, move)
        return {"piles": row_piles, "acted": row_acted, "context": row_context, "stage": row_stage, "side": row_side,
                "lead": row_lead, "whole": row_whole}
