"""Herbalism as a `Game`."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from fastcore.game cimport CHANCE, GREEDY, OVER, UNIFORM, Game
from fastcore.games.herbalism.evaluation cimport HERBALISM_WEIGHT, TERMS, static_values, term_amounts
from fastcore.games.herbalism.moves cimport (
    ACTIONS, Action, decode_action, is_legal_move, is_marker_move, legal_moves, play_move,
)
from fastcore.games.herbalism.observation cimport tensor_size, write_tensor
from fastcore.games.herbalism.policies cimport answer_threshold, best_moves, cure_probabilities
from fastcore.games.herbalism.rules cimport (
    ACT, BREW, CARDS, COLOURS, CURE, DEAL, ENDED, FEED, FOLLOW, GIVE, INQUIRE, PASS, PREDICT, SAME, SEATS, Position,
    begin_round, clear_table, has_seen_pair, requested_colour,
)
from fastcore.games.herbalism.tables cimport deals_of
from fastcore.stream cimport Rng, below, mixed, unit

from fastcore.games.herbalism.text import reading, reasons, refusals, texts
from fastcore.values import BadPosition, IllegalMove, Term

cdef enum:
    MAX_TARGET = 20
    KEY_WORDS = 9               # bytes of a position without its last field, `action`

_PHASES = {DEAL: "deal", ACT: "act", GIVE: "give", CURE: "cure", PREDICT: "predict", ENDED: "over"}
_PHASE_NUMBERS = {word: number for number, word in _PHASES.items()}
_TERMS = ("points", "cure marker", "cards", "turns away")

if sizeof(Position) != 8 * KEY_WORDS + sizeof(int):
    raise SystemError("Herbalism.key must hash every field of a position: a field was added to the struct only")


cdef tuple as_tuple(const signed char* values, int count):
    """Return an array as a tuple of ints."""
    return tuple([values[i] for i in range(count)])


cdef class Herbalism(Game):
    """Herbalism with its options `players`, `actions`, `target` and `predictions`.

    Raises:
        ValueError: an option is missing or out of range.
    """

    def __cinit__(self, info, options):
        options = dict(options)
        for option in info.options:
            value = options.get(option.name)
            if option.kind == "whole" and (type(value) is not int or not option.least <= value <= option.most):
                raise ValueError(f"{option.name} is {value!r}; it must be {option.allowed}")
        if not 3 <= options["players"] <= SEATS or not 1 <= options["target"] <= MAX_TARGET:
            raise ValueError(f"Herbalism needs 3 to {SEATS} players and a target of at most {MAX_TARGET} points")
        actions = options.get("actions")
        names = dict(info.options[1].names)
        letters = names.get(actions, actions)
        if not isinstance(letters, str) or not letters or letters != "".join(c for c in texts.LETTERS if c in letters):
            raise ValueError(f"actions is {actions!r}; it must be {info.options[1].allowed}")
        self.seats = options["players"]
        self.rules.seats = self.seats
        self.rules.target = options["target"]
        self.rules.predictions = options["predictions"]
        for i in range(4):
            self.rules.actions[i] = texts.LETTERS[i] in letters
        words = tuple([texts.ACTIONS[i] for i in range(4) if self.rules.actions[i]])
        self.text_spec = reading.Spec(self.spec, self.seats, words, options["target"], bool(options["predictions"]))
        self.deals = deals_of(self.seats)
        self.actions = ACTIONS
        self.outcomes = len(texts.deals(self.seats).texts)
        self.max_moves = max(ACTIONS, self.outcomes)
        self.size = sizeof(Position)
        self.shape = (tensor_size(self.seats),)

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
            weights[i] = self.deals[i].probability
        return self.outcomes

    cdef int draw(self, const void* position, Rng* rng) noexcept nogil:
        cdef double point = unit(rng) * self.deals[self.outcomes - 1].cumulative
        cdef int low = 0, high = self.outcomes - 1, middle
        while low < high:
            middle = (low + high) // 2
            if self.deals[middle].cumulative > point:
                high = middle
            else:
                low = middle + 1
        return low

    cdef int may_play(self, const void* position, int move) noexcept nogil:
        if (<const Position*>position).phase == DEAL:
            return 0 <= move < self.outcomes
        return is_legal_move(<const Position*>position, &self.rules, move)

    cdef void play(self, void* position, int move) noexcept nogil:
        cdef Position* p = <Position*>position
        if p.phase == DEAL:
            memcpy(p.hidden, self.deals[move].hidden, sizeof(p.hidden))
            memcpy(p.hands, self.deals[move].hands, sizeof(p.hands))
            begin_round(p, &self.rules)
        else:
            play_move(p, &self.rules, move)

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
        """Return the hash. Its values must never change because bots seed their random numbers with it."""
        cdef const Position* p = <const Position*>position
        cdef uint64_t words[KEY_WORDS]
        cdef uint64_t key = 0
        cdef int i
        memcpy(words, p, sizeof(words))
        for i in range(KEY_WORDS):
            key = mixed(key, words[i])
        return mixed(key, <uint64_t>(p.card + 1) << 8 | <uint64_t>(p.action + 1))

    # Search -----------------------------------------------------------------------------------------------------

    cdef void evaluate(self, const void* position, double* values) noexcept nogil:
        if (<const Position*>position).phase == ENDED:
            self.returns(position, values)
        else:
            static_values(<const Position*>position, &self.rules, values)

    cdef int choose(self, const void* position, int policy, Rng* rng, int* buffer) noexcept nogil:
        return buffer[below(rng, self.choices(<const Position*>position, policy, buffer))]

    cdef int choices(self, const Position* p, int policy, int* moves) noexcept nogil:
        """Write the moves that a policy considers equally good, and return their number."""
        cdef double probabilities[CARDS]
        cdef int count = legal_moves(p, &self.rules, moves)
        if policy == UNIFORM:
            return count
        cure_probabilities(p, &self.rules, p.seat, probabilities)
        return best_moves(p, probabilities, answer_threshold(policy == GREEDY), moves, count)

    cdef void tensor(self, const void* position, int seat, float* values) noexcept nogil:
        """Write a vector of 33 * seats + 22 values in [0, 1]: what a seat (-1: everybody) sees.

        "Cards" are five values: 1 if they are visible, and then for r, y, g and b their number as a share of the deck
        (2, 3, 4, 5); all 0 if they are hidden. Seats are one-hot, seat 0 first; medicine cards are one-hot in the order
        gy rg rb yr gb yb ==. In this order:

            seats       the observer (0 for everybody)
            5           cards of the hidden pair
            29 * seats  for each seat: cards of its hand (5), size of its hand / 12, score / 99, card of its medicine
                        marker (7), state of its cure marker (answer, follow, failed answer, failed follow; 0 if unused),
                        card of its cure marker (7), prediction markers (r, y, g, b)
            2           round / 30, turn / (16 * seats)
            6           phase: deal, act, give, cure, predict, over
            seats       the seat that began the round
            seats       the seat that decides (0 in phases deal and over)
            seats       the initiator: the seat whose action or cure it is (give and cure)
            7 + 2       the card and the action (brew, appeal) of the request (give)
        """
        write_tensor(<const Position*>position, &self.rules, seat, values)

    # Texts ------------------------------------------------------------------------------------------------------

    cdef int read(self, str text, void* position) except -1:
        problems = refusals.problems(self.text_spec, text, texts.WHOLE)
        if problems:
            raise BadPosition(problems[0].field, problems[0].reason)
        self.from_table(texts.read(text), <Position*>position)
        return 0

    cdef object from_table(self, object table, Position* p):
        """Fill a position from a `texts.Table`. Omit hidden cards."""
        cdef int s, c
        memset(p, 0, sizeof(Position))
        p.round, p.start = table.round, table.start
        clear_table(p)
        for c in range(COLOURS):
            p.hidden[c] = table.hidden[c] if table.hidden is not None else 0
        for s in range(self.seats):
            for c in range(COLOURS):
                p.hands[s][c] = table.hands[s][c] if table.hands[s] is not None else 0
            p.hand_size[s] = table.sizes[s]
            p.scores[s] = table.scores[s]
            p.medicine[s] = table.medicine[s]
            p.cure[s], p.cure_card[s] = table.cure[s]
            p.predictions[s] = table.predictions[s]
        p.turn = table.turn
        parts = table.phase
        p.phase = _PHASE_NUMBERS[parts[0]]
        if len(parts) > 1:
            p.seat = int(parts[1]) - 1
        if len(parts) > 2:
            p.initiator = int(parts[2]) - 1
        if p.phase == GIVE:
            p.card, p.action = texts.CARDS.index(parts[3]), texts.ACTIONS.index(parts[4])

    cdef list faults(self, str text):
        return refusals.problems(self.text_spec, text, texts.WHOLE)

    cdef list view_faults(self, str view, object seat):
        return refusals.problems(self.text_spec, view, texts.PUBLIC if seat is None else seat)

    cdef object table(self, const Position* p, object viewer):
        """Return the `texts.Table` of what a seat sees; texts.WHOLE sees everything, texts.PUBLIC what everybody sees."""
        cdef int s
        cdef bint all_visible = viewer == texts.WHOLE or p.phase in (DEAL, ENDED)
        hands = [as_tuple(p.hands[s], COLOURS) if all_visible or s == viewer else None for s in range(self.seats)]
        pair_visible = all_visible or (viewer >= 0 and has_seen_pair(p, viewer))
        phase = [_PHASES[p.phase]]
        if p.phase in (ACT, GIVE, CURE, PREDICT):
            phase.append(str(p.seat + 1))
        if p.phase in (GIVE, CURE):
            phase.append(str(p.initiator + 1))
        if p.phase == GIVE:
            phase += [texts.CARDS[p.card], texts.ACTIONS[p.action]]
        return texts.Table(
            hidden=as_tuple(p.hidden, COLOURS) if pair_visible else None,
            hands=hands,
            sizes=as_tuple(p.hand_size, self.seats),
            scores=as_tuple(p.scores, self.seats),
            round=p.round,
            start=p.start,
            turn=p.turn,
            phase=phase,
            medicine=as_tuple(p.medicine, self.seats),
            cure=[(p.cure[s], p.cure_card[s]) for s in range(self.seats)],
            predictions=as_tuple(p.predictions, self.seats),
        )

    cdef dict fields(self, const void* position):
        return texts.fields(self.table(<const Position*>position, texts.WHOLE))

    cdef str view(self, const void* position, object seat):
        fields = texts.fields(self.table(<const Position*>position, texts.PUBLIC if seat is None else seat))
        return " ".join(fields.values())

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

    cdef str why_not(self, const void* position, str text):
        cdef const Position* p = <const Position*>position
        if p.phase == DEAL:
            deals = texts.deals(self.seats)
            return "" if text in deals.numbers else f"the next event is a deal, such as {deals.texts[0]}"
        legal = [texts.MOVES[move] for move in self.legal_moves(position)]
        return "" if text in legal else reasons.why_not(self.text_spec, self.table(p, p.seat), legal, text)

    cdef str observation(self, const void* position, int move, object seat):
        """Return the move as a seat sees it, followed by what it reveals: `;n=`, `;back=`, `;pair=` and `;hands=`."""
        cdef const Position* before = <const Position*>position
        cdef Position after = before[0]
        cdef int viewer = texts.PUBLIC if seat is None else seat
        if before.phase == DEAL:
            return self.deal_observation(move, viewer)
        play_move(&after, &self.rules, move)
        if is_marker_move(before, move):
            return ";".join([texts.MOVES[move], *self.revealed_cards(before, &after, viewer)])
        if before.phase == ACT:
            return self.action_observation(before, &after, move, viewer)
        if before.phase == GIVE:
            return self.gift_observation(before, move, viewer)
        return texts.MOVES[move]

    cdef str deal_observation(self, int move, int viewer):
        """Return a deal with only the viewer's hand visible."""
        hands = texts.deals(self.seats).texts[move].removeprefix("deal:").split("/")[1:]
        return "/".join(["deal:??", *[hand if s == viewer else "?" * len(hand) for s, hand in enumerate(hands)]])

    cdef str action_observation(self, const Position* before, const Position* after, int move, int viewer):
        """Return an action with the announced number or the cards given. Only the two seats see their colours."""
        cdef Action a = decode_action(move)
        cdef bint visible = viewer == before.seat or viewer == a.target
        cdef int requested
        text = texts.MOVES[move]
        if a.colour >= 0 and not visible:
            text = text.rpartition(":")[0] + ":?"
        if a.kind == INQUIRE:
            requested = requested_colour(a.card, a.colour)
            return f"{text};n={before.hands[a.target][requested] + (requested == a.colour)}"
        if a.kind == PASS or after.phase == GIVE:
            return text
        return f"{text};back={self.cards_handed_over(before, a, visible)}"

    cdef str cards_handed_over(self, const Position* before, Action a, bint visible):
        """Return the cards that the target of an action gives without a choice, ? for each if not visible."""
        cdef int c
        if a.kind == FEED:
            c = requested_colour(a.card, a.colour)
            cards = texts.COLOURS[c] * (before.hands[a.target][c] + (c == a.colour))
        elif a.kind == BREW and a.card != SAME:
            taken = [c for c in range(COLOURS) if texts.COLOURS[c] in texts.CARDS[a.card] and before.hands[a.target][c]]
            cards = "".join([texts.COLOURS[c] for c in taken])
        else:
            cards = ""
        return (cards if visible else "?" * len(cards)) or "-"

    cdef str gift_observation(self, const Position* before, int move, int viewer):
        """Return the cards that a target chooses to give. Only the two seats see the colour."""
        cdef bint visible = viewer == before.seat or viewer == before.initiator
        cdef int count
        text = texts.MOVES[move]
        colour = text.partition(":")[2]
        count = 2 if before.action == BREW else before.hands[before.seat][texts.COLOURS.index(colour)]
        return f"{text};back={colour * count}" if visible else f"give:?;back={'?' * count}"

    cdef list revealed_cards(self, const Position* before, const Position* after, int viewer):
        """Return the cards that a viewer sees when a cure is resolved, as `pair=` and `hands=`; [] before that."""
        cdef bint round_ended = after.phase in (DEAL, ENDED)
        revealed = []
        if after.phase == CURE:
            return []
        if round_ended or (viewer >= 0 and before.cure[viewer] <= FOLLOW and has_seen_pair(after, viewer)):
            revealed.append("pair=" + texts.cards_text(as_tuple(before.hidden, COLOURS)))
        if after.phase == ENDED:
            hands = [texts.cards_text(as_tuple(before.hands[s], COLOURS)) for s in range(self.seats)]
            revealed.append("hands=" + "/".join(hands))
        return revealed

    cdef list events(self, const void* position, int move, object seat):
        """Return the Events of a legal move; `HerbalismKnowledge.observe` lists their kinds."""
        from fastcore.games.herbalism.observer import HerbalismObserver  # imported here: that module imports this one
        observer = HerbalismObserver(self, seat, self.view(position, seat))
        return observer.apply(self.observation(position, move, seat))

    cdef list policy(self, const void* position, str name):
        seat = self.actor(position)
        return self.knowledge(seat, self.view(position, seat)).policy(name)

    cdef object knowledge(self, object seat, object view):
        from fastcore.games.herbalism.knowledge import HerbalismKnowledge  # imported here: that module imports this one
        return HerbalismKnowledge(self, seat, view)

    cdef tuple points(self, const void* position):
        return as_tuple((<const Position*>position).scores, self.seats)

    cdef list terms(self, const void* position):
        cdef double amounts[TERMS]
        cdef int i
        term_amounts(<const Position*>position, &self.rules, 0, amounts)
        return [Term(_TERMS[i], amounts[i], HERBALISM_WEIGHT[i]) for i in range(TERMS)]
