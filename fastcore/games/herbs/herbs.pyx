"""Herbs as a `Game`.

A move is the rank of its text in byte order: the actions of Herbs 0 to 3, black and white stones, bids.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from fastcore.game cimport OVER, POSITION_WORDS, UNIFORM, Game
from fastcore.games.herbs.conversion cimport events_of, facts_of, fill_position, fill_rules, fill_start, table_of
from fastcore.games.herbs.evaluation cimport AMOUNTS, DIVISOR, position_terms, squash, term_divisor
from fastcore.games.herbs.event_log cimport WROTE, EventLog, begin_log
from fastcore.games.herbs.policies cimport (
    bid_priors, greedy_moves, item_priors, random_item, random_playout, rollout_bid,
)
from fastcore.games.herbs.position cimport (
    BID, BIDS, ENDED, FIRST_STONE, MAX_ACTIONS, MAX_AP, MOVES, Position, Rules, is_legal, list_bids, list_items,
)
from fastcore.games.herbs.rounds cimport order_matters, play_move, rewind_choices
from fastcore.games.herbs.views cimport MAX_ROUNDS, plane_count, write_tensor
from fastcore.games.herbs.weights cimport HERBS_WEIGHT, TERMS
from fastcore.stream cimport Rng, below, mixed

from operator import index

from fastcore.text import specs
from fastcore.games.herbs.text import observations, refusals, texts, words
from fastcore.values import IllegalMove, Term

_TERMS = ("points", "AP", "blows", "charges", "ready pushes", "places")


cdef object frozen(object value):
    """Return an immutable copy made of tuples, ints and strs only, so it cannot change while it is read."""
    if value is None:
        return None
    if isinstance(value, str):
        return str.__str__(value)
    return tuple([frozen(part) for part in value]) if isinstance(value, (list, tuple)) else index(value)


cdef class Herbs(Game):
    """Herbs with the options `ap`, `actions`, `patterns` and `rounds`."""

    def __cinit__(self, info, options):
        options = {option.name: specs.value_of(option, str(self.options.get(option.name))) for option in info.options}
        if not (
            1 <= options["ap"] <= MAX_AP and 1 <= options["actions"] <= MAX_ACTIONS
            and 1 <= options["rounds"] <= MAX_ROUNDS
        ):
            raise ValueError(f"Herbs allows at most {MAX_AP} action points, {MAX_ACTIONS} actions and {MAX_ROUNDS} rounds")
        self.seats = 2
        self.actions = MOVES
        self.outcomes = 0
        self.max_moves = BIDS
        self.size = sizeof(Position)
        fill_rules(options, &self.rules)
        fill_start(self.rules.ap, &self.start_position)
        self.shape = (plane_count(self.rules.actions), texts.SIDE, texts.SIDE)

    # Rules ------------------------------------------------------------------------------------------------------

    cdef void start(self, void* position) noexcept nogil:
        memcpy(position, &self.start_position, sizeof(Position))

    cdef int actor(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        return OVER if p.phase == ENDED else p.seat

    cdef int turn(self, const void* position) noexcept nogil:
        return (<const Position*>position).round

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == ENDED:
            return 0
        return list_bids(p, &self.rules, moves) if p.phase == BID else list_items(p, &self.rules, moves)

    cdef int may_play(self, const void* position, int move) noexcept nogil:
        return is_legal(<const Position*>position, &self.rules, move)

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
        words[count - 1] = 0        # the last word may contain bytes beyond the position
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
        position_terms(p, &self.rules, amounts)
        values[0] = squash(amounts)
        values[1] = -values[0]

    cdef int choose(self, const void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int count
        if policy == UNIFORM:
            if p.phase == BID:
                return self.rules.bid_move[below(rng, p.arena.ap[p.seat] + 1)]
            return random_item(p, &self.rules, p.seat, rng)
        count = self.moves(position, buffer)
        return buffer[below(rng, greedy_moves(p, &self.rules, buffer, count))]

    cdef long playout(self, void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        if policy != UNIFORM:
            return Game.playout(self, position, policy, rng, buffer)
        return random_playout(<Position*>position, &self.rules, rng)

    cdef void priors(self, const void* position, const int* moves, int count, float* priors) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == BID:
            bid_priors(p, &self.rules, moves, count, priors)
        else:
            item_priors(p, &self.rules, moves, count, priors)

    cdef void tensor(self, const void* position, int seat, float* values) noexcept nogil:
        """Write the planes that `write_tensor` in `views.pxd` describes: all that the seat's view shows."""
        write_tensor(<const Position*>position, &self.rules, seat, values)

    # Simultaneous choices ---------------------------------------------------------------------------------------

    cdef int stage(self, const void* position) noexcept nogil:
        """Return a number for the writing stage of a round, or for the bidding on one of its slots."""
        cdef const Position* p = <const Position*>position
        return p.round * (MAX_ACTIONS + 1) + (p.slot + 1 if p.phase == BID else 0)

    cdef int rewind_stage(self, void* position, int seat, int* moves) noexcept nogil:
        return rewind_choices(<Position*>position, &self.rules, seat, moves)

    cdef int rollout_move(self, const void* position, bint mirrored, Rng* rng, int* buffer) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == BID:
            return self.rules.bid_move[rollout_bid(p, &self.rules, mirrored, rng)]
        return random_item(p, &self.rules, p.seat, rng)

    # Texts ------------------------------------------------------------------------------------------------------

    cdef int read(self, str text, void* position) except -1:
        return fill_position(refusals.read(self, text, texts.WHOLE), <Position*>position)

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
        if move is None or not self.is_legal(position, move):
            raise IllegalMove(text, self.situation(position), self.why_not(position, text))
        return move

    cdef str why_not(self, const void* position, str text):
        return words.why_not(table_of(<const Position*>position), self.rules.actions, text)

    cdef list events(self, const void* position, int move, object seat):
        """Return the Events that `conversion.pyx` lists; [] if the seat learns nothing."""
        cdef Position after = (<const Position*>position)[0]
        cdef EventLog log
        begin_log(&log, &after)
        try:
            play_move(&after, &self.rules, move, &log)
            return events_of(&log, seat)
        finally:
            free(log.entries)

    cdef str view(self, const void* position, object seat):
        table = texts.viewed(table_of(<const Position*>position), texts.hidden_from(seat))
        return " ".join(texts.fields(table).values())

    cdef str observation(self, const void* position, int move, object seat):
        """Return a seat's observation; "" if the opponent writes an item that does not complete the plan."""
        cdef Position after = (<const Position*>position)[0]
        cdef int actor = after.seat
        cdef EventLog log
        begin_log(&log, &after)
        try:
            play_move(&after, &self.rules, move, &log)
            if seat != actor and log.count == 1 and log.entries[0].kind == WROTE:
                return ""
            return observations.observation_text(texts.MOVES[move] if seat == actor else "?", facts_of(&log))
        finally:
            free(log.entries)

    cdef tuple points(self, const void* position):
        cdef const Position* p = <const Position*>position
        return (p.arena.points[0], p.arena.points[1])

    cdef list terms(self, const void* position):
        cdef double amounts[AMOUNTS]
        cdef int i
        position_terms(<const Position*>position, &self.rules, amounts)
        return [Term(_TERMS[i], amounts[i], HERBS_WEIGHT[i] / amounts[DIVISOR]) for i in range(TERMS)]

    cdef list policy(self, const void* position, str name):
        cdef const Position* p = <const Position*>position
        cdef int moves[BIDS]
        cdef int i, count = self.moves(position, moves)
        if name == "greedy":
            count = greedy_moves(p, &self.rules, moves, count)
        return [(moves[i], 1.0 / count) for i in range(count)]

    cdef object knowledge(self, object seat, object view):
        from fastcore.games.herbs.knowledge import HerbsKnowledge  # imported here: that module imports this one
        return HerbsKnowledge(self, seat, view)

    # For the fit and the editor ---------------------------------------------------------------------------------

    def term_divisor(self, ap):
        """Return the divisor of all terms of the evaluation while both seats together have `ap` AP."""
        return term_divisor(ap)

    def order_matters(self, table):
        """Return whether the slot that a Table's seats bid for has two actions whose orders give different results.

        Raises:
            ValueError: a plan has no action in this slot, or the Table holds numbers out of range.
        """
        cdef Position position
        cdef int seat
        table = texts.Table(*[frozen(value) for value in table])
        fill_position(table, &position)
        if not 0 <= table.slot < min(position.plan_length[0], position.plan_length[1], self.rules.actions):
            raise ValueError("this slot has no action in one of the plans")
        for seat in range(2):
            if not 0 <= position.plan[seat][position.slot] < FIRST_STONE:
                raise ValueError("this slot must have an action of each player's Herb")
        return order_matters(&position, &self.rules)
