"""Herbalism as the core's contract asks for it. Moves are numbered in byte order of their texts (`moves.pxd`, `texts.MOVES`)."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from fastcore.game cimport CHANCE, GREEDY, MAX_SEATS, OVER, UNIFORM, Game
from fastcore.games.herbalism.deals cimport deals_of
from fastcore.games.herbalism.evaluation cimport HERBALISM_WEIGHT, TERMS, static_values, term_amounts
from fastcore.games.herbalism.moves cimport ACTIONS, Act, act_of, make, puts_marker
from fastcore.games.herbalism.playout cimport legal_moves
from fastcore.games.herbalism.policies cimport best_moves, card_chances, looked, sure_enough
from fastcore.games.herbalism.rules cimport (
    ACT, APPEAL, BREW, CARDS, COLOURS, CURE, DEAL, ENDED, FEED, GIVE, INQUIRE, PASS, PREDICT, SAME, SEATS, UNUSED,
    Position, Rules, clear_table, dealt, other_colour,
)
from fastcore.stream cimport Rng, below, mixed, unit


from fastcore.games.herbalism import reading, reasons, refusals, texts
from fastcore.values import BadPosition, IllegalMove, Term

cdef enum:
    MOST_TARGET = 20

_PHASES = {DEAL: "deal", ACT: "act", GIVE: "give", CURE: "cure", PREDICT: "predict", ENDED: "over"}
_TERMS = ("points", "cure marker", "cards", "turns away")

cdef tuple numbers(const signed char* values, int count):
    return tuple([values[i] for i in range(count)])


cdef class Herbalism(Game):
    def __cinit__(self, info, options):
        options = dict(options)
        for option in info.options:
            value = options.get(option.name)
            if option.kind == "whole" and (type(value) is not int or not option.least <= value <= option.most):
                raise ValueError(f"{option.name} is {value!r}; it must be {option.allowed}")
        if not 3 <= options["players"] <= SEATS or not 1 <= options["target"] <= MOST_TARGET:
            raise ValueError(f"Herbalism is for 3 to {SEATS} players and up to {MOST_TARGET} points")
        actions = options.get("actions")
        names = dict(info.options[1].names)
        letters = names.get(actions, actions)
        if not isinstance(letters, str) or not letters or letters != "".join(one for one in texts.LETTERS if one in letters):
            raise ValueError(f"actions is {actions!r}; it must be {info.options[1].allowed}")
        self.seats = options["players"]
        self.rules.seats = self.seats
        self.rules.target = options["target"]
        self.rules.predictions = options["predictions"]
        for i in range(4):
            self.rules.actions[i] = texts.LETTERS[i] in letters
        words = [texts.ACTIONS[i] for i in range(4) if self.rules.actions[i]]
        self.judged = reading.Spec(self.spec, self.seats, tuple(words), options["target"], bool(options["predictions"]))
        self.deals = deals_of(self.seats)
        self.actions = ACTIONS
        self.outcomes = len(texts.deals(self.seats).texts)
        self.max_moves = max(ACTIONS, self.outcomes)
        self.size = sizeof(Position)

    # Rules ------------------------------------------------------------------------------------------------------

    cdef void start(self, void* position) noexcept nogil:
        cdef Position* p = <Position*>position
        memset(p, 0, sizeof(Position))
        p.round = 1
        clear_table(p)

    cdef int actor(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.phase == DEAL:
            return CHANCE
        if p.phase == ENDED:
            return OVER
        return p.seat

    cdef int turn(self, const void* position) noexcept nogil:
        return (<const Position*>position).turn

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        return legal_moves(<const Position*>position, &self.rules, moves)

    cdef int chances(self, const void* position, int* moves, double* weights) noexcept nogil:
        cdef int i
        if (<const Position*>position).phase != DEAL:
            return 0
        for i in range(self.outcomes):
            moves[i] = i
            weights[i] = self.deals[i].chance
        return self.outcomes

    cdef int draw(self, const void* position, Rng* rng) noexcept nogil:
        cdef double point = unit(rng) * self.deals[self.outcomes - 1].upto
        cdef int low = 0, high = self.outcomes - 1, middle
        while low < high:
            middle = (low + high) // 2
            if self.deals[middle].upto > point:
                high = middle
            else:
                low = middle + 1
        return low

    cdef void play(self, void* position, int move) noexcept nogil:
        cdef Position* p = <Position*>position
        if p.phase == DEAL:
            memcpy(p.hidden, self.deals[move].hidden, sizeof(p.hidden))
            memcpy(p.hands, self.deals[move].hands, sizeof(p.hands))
            dealt(p, &self.rules)
        else:
            make(p, &self.rules, move)

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef int s, best = -1, winners = 0
        for s in range(self.seats):
            if p.scores[s] > best:
                best = p.scores[s]
                winners = 0
            winners += p.scores[s] == best
        for s in range(self.seats):
            if winners == self.seats:
                values[s] = 0
            else:
                values[s] = 1.0 / winners if p.scores[s] == best else -1.0 / (self.seats - winners)

    cdef uint64_t key(self, const void* position) noexcept nogil:
        cdef const uint64_t* words = <const uint64_t*>position
        cdef uint64_t rest = 0
        cdef int i
        for i in range(sizeof(Position) // 8):
            rest = mixed(rest, words[i])
        return mixed(rest, <uint64_t>((<const Position*>position).card + 1) << 8 | <uint64_t>((<const Position*>position).action + 1))

    # Search -----------------------------------------------------------------------------------------------------

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        if (<const Position*>position).phase == ENDED:
            self.returns(position, values)
        else:
            static_values(<const Position*>position, &self.rules, values)

    cdef int choose(self, const void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        return buffer[below(rng, self.choices(<const Position*>position, policy, buffer))]

    cdef int choices(self, const Position* p, int policy, int* moves) noexcept nogil:
        """The moves among which a policy chooses evenly, from what the seat to decide sees now."""
        cdef double chances[CARDS]
        cdef int count = legal_moves(p, &self.rules, moves)
        if policy == UNIFORM:
            return count
        card_chances(p, &self.rules, p.seat, chances)
        return best_moves(p, chances, sure_enough(policy == GREEDY), moves, count)

    # Texts ------------------------------------------------------------------------------------------------------

    cdef int read(self, str text, void* position) except -1:
        found = refusals.problems(self.judged, text, texts.WHOLE)
        if found:
            raise BadPosition(found[0].field, found[0].reason)
        self.lay(texts.read(text), <Position*>position)
        return 0

    cdef object lay(self, object table, Position* p):
        """Fill a position from a Table; what a view hides is left empty."""
        cdef int s, c
        memset(p, 0, sizeof(Position))
        p.round, p.start = table.round, table.start
        clear_table(p)
        for c in range(COLOURS):
            p.hidden[c] = table.hidden[c] if table.hidden is not None else 0
        for s in range(self.seats):
            for c in range(COLOURS):
                p.hands[s][c] = table.hands[s][c] if table.hands[s] is not None else 0
            p.size[s] = table.sizes[s]
            p.scores[s] = table.scores[s]
            p.medicine[s] = table.medicine[s]
            p.cure[s], p.cure_card[s] = table.cure[s]
            p.predictions[s] = table.predictions[s]
        p.turn = table.turn
        phase = table.phase
        p.phase = {word: number for number, word in _PHASES.items()}[phase[0]]
        if len(phase) > 1:
            p.seat = int(phase[1]) - 1
        if len(phase) > 2:
            p.by = int(phase[2]) - 1
        if p.phase == GIVE:
            p.card, p.action = texts.CARDS.index(phase[3]), texts.ACTIONS.index(phase[4])

    cdef list faults(self, str text):
        return refusals.problems(self.judged, text, texts.WHOLE)

    cdef list view_faults(self, str view, object seat):
        return refusals.problems(self.judged, view, texts.PUBLIC if seat is None else seat)

    cdef object table(self, const Position* p, object seat):
        """The Table as a seat has it; texts.WHOLE sees all, texts.PUBLIC what everybody sees."""
        cdef int s
        cdef bint open = seat == texts.WHOLE or p.phase in (DEAL, ENDED)
        hands = [numbers(p.hands[s], COLOURS) if open or s == seat else None for s in range(self.seats)]
        hidden = numbers(p.hidden, COLOURS) if open or (seat >= 0 and looked(p, seat)) else None
        phase = [_PHASES[p.phase]]
        if p.phase in (ACT, GIVE, CURE, PREDICT):
            phase.append(str(p.seat + 1))
        if p.phase in (GIVE, CURE):
            phase.append(str(p.by + 1))
        if p.phase == GIVE:
            phase += [texts.CARDS[p.card], texts.ACTIONS[p.action]]
        return texts.Table(
            hidden, hands, numbers(p.size, self.seats), numbers(p.scores, self.seats), p.round, p.start, p.turn, phase, numbers(p.medicine, self.seats),
            [(p.cure[s], p.cure_card[s]) for s in range(self.seats)], numbers(p.predictions, self.seats),
        )

    cdef dict fields(self, const void* position):
        return texts.fields(self.table(<const Position*>position, texts.WHOLE))

    cdef str view(self, const void* position, object seat):
        seen = texts.fields(self.table(<const Position*>position, texts.PUBLIC if seat is None else seat))
        return " ".join(seen.values())

    cdef str phase(self, const void* position):
        return _PHASES[(<const Position*>position).phase]

    cdef str move_text(self, const void* position, int move):
        if (<const Position*>position).phase == DEAL:
            return texts.deals(self.seats).texts[move]
        return texts.MOVES[move]

    cdef int parse_move(self, const void* position, str text) except -1:
        if (<const Position*>position).phase == DEAL:
            move = texts.deals(self.seats).numbers.get(text, -1)
        else:
            move = texts.NUMBERS.get(text, -1)
            if move >= 0 and move not in self.legal_moves(position):
                move = -1
        if move < 0:
            raise IllegalMove(text, self.situation(position), self.why_not(position, text))
        return move

    cdef int may_play(self, const void* position, int move) noexcept nogil:
        if (<const Position*>position).phase == DEAL:
            return 0 <= move < self.outcomes
        return Game.may_play(self, position, move)

    cdef str why_not(self, const void* position, str text):
        cdef const Position* p = <const Position*>position
        if p.phase == DEAL:
            return "" if text in texts.deals(self.seats).numbers else "the cards are dealt now, as in " + texts.deals(self.seats).texts[0]
        legal = [texts.MOVES[move] for move in self.legal_moves(position)]
        return "" if text in legal else reasons.why_not(self.judged, self.table(p, p.seat), legal, text)

    cdef str observation(self, const void* position, int move, object seat):
        return self.seen(<const Position*>position, move, seat)

    cdef str seen(self, const Position* before, int move, object seat):
        """What a seat learns of a move: the move as it sees it, then facts."""
        cdef Position after = before[0]
        cdef Act a
        cdef int by, target, given
        viewer = texts.PUBLIC if seat is None else seat
        if before.phase == DEAL:
            hidden, *hands = texts.deals(self.seats).texts[move].removeprefix("deal:").split("/")
            return "/".join(["deal:??", *(hand if s == viewer else "?" * len(hand) for s, hand in enumerate(hands))])
        self.play(&after, move)
        text = texts.MOVES[move]
        facts = []
        if before.phase == ACT and not puts_marker(before, move):
            a = act_of(move)
            by, target = before.seat, a.target
            concerned = viewer in (by, target)
            if a.colour >= 0 and not concerned:
                text = text.rpartition(":")[0] + ":?"
            if a.action == INQUIRE:
                facts.append(f"n={self.told(before, a)}")
            elif a.action != PASS and after.phase != GIVE:
                facts.append("back=" + self.handed(before, a, concerned))
        elif before.phase == GIVE:
            concerned = viewer in (before.seat, before.by)
            colour = text.partition(":")[2]
            given = 2 if before.action == BREW else before.hands[before.seat][texts.COLOURS.index(colour)]
            if not concerned:
                text = "give:?"
            facts.append("back=" + (colour if concerned else "?") * given)
        elif before.phase != PREDICT:
            facts += self.resolved(before, &after, move, viewer)
        return ";".join([text, *facts])

    cdef int told(self, const Position* before, Act a):
        """The number that the target of an inquiry announces."""
        cdef int other = other_colour(a.card, a.colour)
        return before.hands[a.target][other] + (other == a.colour)

    cdef str handed(self, const Position* before, Act a, bint concerned):
        """The cards that the target hands over at once, as one who is concerned or not sees them."""
        cdef int c
        if a.action == FEED:
            c = other_colour(a.card, a.colour)
            cards = texts.COLOURS[c] * (before.hands[a.target][c] + (c == a.colour))
        elif a.action == BREW and a.card != SAME:
            cards = "".join(colour for c, colour in enumerate(texts.COLOURS) if colour in texts.CARDS[a.card] and before.hands[a.target][c])
        else:
            cards = ""
        return (cards if concerned else "?" * len(cards)) or "-"

    cdef list resolved(self, const Position* before, const Position* after, int move, int viewer):
        """The facts of a cure that this move resolves."""
        cdef bint continuing = after.phase == CURE
        if continuing:
            return []
        ended = after.phase in (DEAL, ENDED)
        facts = []
        if ended or (viewer >= 0 and after.cure[viewer] != UNUSED and before.cure[viewer] in (0, 1, 2) and looked(after, viewer)):
            facts.append("pair=" + texts.cards_text(numbers(before.hidden, COLOURS)))
        if after.phase == ENDED:
            facts.append("hands=" + "/".join(texts.cards_text(numbers(before.hands[s], COLOURS)) for s in range(self.seats)))
        return facts

    cdef list events(self, const void* position, int move, object seat):
        """As the seat observes them; the kinds stand in `HerbalismKnowledge.observe`. Nothing is seen by nobody."""
        from fastcore.games.herbalism.observing import HerbalismObserver  # it knows the rules of this file
        return HerbalismObserver(self, seat, self.view(position, seat)).follow(self.observation(position, move, seat))

    cdef list policy(self, const void* position, str name):
        seat = self.actor(position)
        return self.knowledge(seat, self.view(position, seat)).policy(name)

    cdef object knowledge(self, object seat, object text):
        from fastcore.games.herbalism.knowledge import HerbalismKnowledge  # it knows the rules of this file
        return HerbalismKnowledge(self, seat, text)

    cdef tuple points(self, const void* position):
        return numbers((<const Position*>position).scores, self.seats)

    cdef list terms(self, const void* position):
        """The first seat's lead over the mean of all."""
        cdef double amounts[TERMS]
        cdef int i
        term_amounts(<const Position*>position, &self.rules, 0, amounts)
        return [Term(_TERMS[i], amounts[i], HERBALISM_WEIGHT[i]) for i in range(TERMS)]
