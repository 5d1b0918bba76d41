"""Herbs as the core's contract asks for it.

Moves are numbered by the byte order of their texts: the actions of Herbs 0 to 3, black and white stones, bids.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from fastcore.game cimport OVER, POSITION_WORDS, UNIFORM, Game
from fastcore.games.herbs.evaluation cimport AMOUNTS, TO_COME, foreseen_amounts, squashed, to_come
from fastcore.games.herbs.greedy cimport best_moves
from fastcore.games.herbs.playout cimport draw_item, play_out
from fastcore.games.herbs.bids cimport draw_bid, weigh_bids
from fastcore.games.herbs.priors cimport weigh_items
from fastcore.games.herbs.rounds cimport make_bid, order_matters, take_back, write_item
from fastcore.games.herbs.rules cimport (
    BID, ENDED, FIRST_STONE, ITEMS, MAX_ACTIONS, MOST_AP, MOVES, Position, Rules, list_bids, list_items,
)
from fastcore.games.herbs.story cimport WROTE, Story, begin_story, facts, told
from fastcore.games.herbs.tables cimport fill, fill_rules, fill_start, table_of
from fastcore.games.herbs.weights cimport HERBS_WEIGHT, TERMS
from fastcore.stream cimport Rng, below, mixed

from operator import index
from types import MappingProxyType

from fastcore import specs
from fastcore.games.herbs import observations, refusals, texts, words
from fastcore.values import IllegalMove, Term

_TERMS = ("points", "AP", "blows", "charges")

cdef enum:
    MAX_MOVES = 401        # bids
    MAX_ROUNDS = 400


cdef inline void play_move(Position* position, const Rules* rules, int move, Story* story) noexcept nogil:
    if position.phase == BID:
        make_bid(position, rules, rules.bid_value[move - ITEMS], story)
    else:
        write_item(position, rules, move, story)


cdef object frozen(object value):
    """Return a copy made of tuples, numbers and texts alone, which cannot change while it is read."""
    if value is None:
        return None
    if isinstance(value, str):
        return str.__str__(value)
    return tuple([frozen(one) for one in value]) if isinstance(value, (list, tuple)) else index(value)


cdef class Herbs(Game):
    def __cinit__(self, info, options):
        options = {option.name: specs.value_of(option, str(options.get(option.name))) for option in info.options}
        if not 1 <= options["ap"] <= MOST_AP or not 1 <= options["actions"] <= MAX_ACTIONS or not 1 <= options["rounds"] <= MAX_ROUNDS:
            raise ValueError(f"Herbs has up to {MOST_AP} action points, {MAX_ACTIONS} actions and {MAX_ROUNDS} rounds")
        self.info = info
        self.options = MappingProxyType(options)
        self.spec = specs.written(info.id, options, info.options)
        self.seats = 2
        self.actions = MOVES
        self.outcomes = 0
        self.max_moves = MAX_MOVES
        self.size = sizeof(Position)
        fill_rules(options, &self.rules)
        fill_start(self.rules.ap, &self.first)

    # Rules ------------------------------------------------------------------------------------------------------

    cdef void start(self, void* position) noexcept nogil:
        memcpy(position, &self.first, sizeof(Position))

    cdef int actor(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        return OVER if p.phase == ENDED else p.side

    cdef int turn(self, const void* position) noexcept nogil:
        return (<const Position*>position).round

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == ENDED:
            return 0
        return list_bids(p, &self.rules, moves) if p.phase == BID else list_items(p, &self.rules, moves)

    cdef void play(self, void* position, int move) noexcept nogil:
        play_move(<Position*>position, &self.rules, move, NULL)

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int lead = p.arena.points[0] - p.arena.points[1]
        values[0] = (lead > 0) - (lead < 0)
        values[1] = -values[0]

    cdef uint64_t key(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef uint64_t words[POSITION_WORDS]
        cdef uint64_t key = 0
        cdef int i, count = (sizeof(Position) + 7) // 8
        words[count - 1] = 0
        memcpy(words, p, sizeof(Position))
        for i in range(count):
            key = mixed(key, words[i])
        return key

    # Search -----------------------------------------------------------------------------------------------------

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef double amounts[AMOUNTS]
        if p.phase == ENDED:
            self.returns(position, values)
            return
        foreseen_amounts(p, &self.rules, amounts)
        values[0] = squashed(amounts)
        values[1] = -values[0]

    cdef int choose(self, const void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int count
        if policy == UNIFORM:
            if p.phase == BID:
                return self.rules.bid_move[below(rng, p.arena.ap[p.side] + 1)]
            return draw_item(p, &self.rules, p.side, rng)
        count = self.moves(position, buffer)
        return buffer[below(rng, best_moves(p, &self.rules, buffer, count))]

    cdef long playout(self, void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        if policy != UNIFORM:
            return Game.playout(self, position, policy, rng, buffer)
        return play_out(<Position*>position, &self.rules, rng)

    cdef void priors(self, const void* position, const int* moves, int count, float* priors) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == BID:
            weigh_bids(p, &self.rules, moves, count, priors)
        else:
            weigh_items(p, &self.rules, moves, count, priors)

    # Secrets ----------------------------------------------------------------------------------------------------

    cdef int stage(self, const void* position) noexcept nogil:
        """The writing of a round, or the bids of one of its slots."""
        cdef const Position* p = <const Position*>position
        return p.round * (MAX_ACTIONS + 1) + (p.slot + 1 if p.phase == BID else 0)

    cdef int rewind_stage(self, void* position, int seat, int* moves) noexcept nogil:
        return take_back(<Position*>position, &self.rules, seat, moves)

    cdef int rollout_move(self, const void* position, bint mirrored, Rng* rng, int* buffer) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == BID:
            return self.rules.bid_move[draw_bid(p, &self.rules, mirrored, rng)]
        return draw_item(p, &self.rules, p.side, rng)

    # Texts ------------------------------------------------------------------------------------------------------

    cdef int read(self, str text, void* position) except -1:
        return fill(refusals.read(self, text, texts.WHOLE), <Position*>position)

    cdef list faults(self, str text):
        return refusals.problems(self, text, texts.WHOLE)

    cdef list view_faults(self, str view, object seat):
        return refusals.problems(self, view, texts.hidden_from(seat))

    cdef dict fields(self, const void* position):
        return texts.fields(table_of(<const Position*>position))

    cdef str phase(self, const void* position):
        return table_of(<const Position*>position).phase

    cdef str move_text(self, const void* position, int move):
        return texts.MOVES[move]

    cdef int parse_move(self, const void* position, str text) except -1:
        move = texts.NUMBER.get(text)
        if move is None or move not in self.legal_moves(position):
            raise IllegalMove(text, self.situation(position), self.why_not(position, text))
        return move

    cdef str why_not(self, const void* position, str text):
        return words.why_not(table_of(<const Position*>position), self.rules.actions, text)

    cdef list events(self, const void* position, int move, object seat):
        """As `story` lists them; none where the seat learns nothing."""
        cdef Position after = (<const Position*>position)[0]
        cdef Story story
        begin_story(&story, &after)
        try:
            play_move(&after, &self.rules, move, &story)
            return told(&story, seat)
        finally:
            free(story.steps)

    cdef str view(self, const void* position, object seat):
        table = texts.viewed(table_of(<const Position*>position), texts.hidden_from(seat))
        return " ".join(texts.fields(table).values())

    cdef str observation(self, const void* position, int move, object seat):
        cdef Position after = (<const Position*>position)[0]
        cdef int actor = after.side
        cdef Story story
        begin_story(&story, &after)
        try:
            play_move(&after, &self.rules, move, &story)
            if seat != actor and story.count == 1 and story.steps[0].kind == WROTE:
                return ""
            return observations.observation(texts.MOVES[move] if seat == actor else "?", facts(&story))
        finally:
            free(story.steps)

    cdef tuple points(self, const void* position):
        cdef const Position* p = <const Position*>position
        return (p.arena.points[0], p.arena.points[1])

    cdef list terms(self, const void* position):
        cdef double amounts[AMOUNTS]
        cdef int i
        foreseen_amounts(<const Position*>position, &self.rules, amounts)
        return [Term(_TERMS[i], amounts[i], HERBS_WEIGHT[i] / amounts[TO_COME]) for i in range(TERMS)]

    cdef list policy(self, const void* position, str name):
        cdef const Position* p = <const Position*>position
        cdef int moves[MAX_MOVES]
        cdef int i, count = self.moves(position, moves)
        if name == "greedy":
            count = best_moves(p, &self.rules, moves, count)
        return [(moves[i], 1.0 / count) for i in range(count)]

    cdef object knowledge(self, object seat, object text):
        from fastcore.games.herbs.knowledge import HerbsKnowledge  # it knows this class
        return HerbsKnowledge(self, seat, text)

    def terms_divided_by(self, ap):
        return to_come(ap)

    def order_matters(self, table):
        cdef Position position
        cdef int seat
        table = texts.Table(*[frozen(value) for value in table])
        fill(table, &position)
        if not 0 <= table.slot < min(position.written[0], position.written[1], self.rules.actions):
            raise ValueError("the slot is not written")
        for seat in range(2):
            if not 0 <= position.plan[seat][position.slot] < FIRST_STONE:
                raise ValueError("the slot holds no actions of Herbs")
        return order_matters(&position, &self.rules)
