"""Knowledge: what one seat knows about a game. `Viewpoint` checks arguments and calls it.

This class is exact and works for every game: it lists every position that the seat considers possible (a world).
Without hidden information there is only one. An observation filters worlds and moves, like a Bayes filter. Each world
has one weight for each model of other seats: None (their choices are not weighted), and each of the game's
policies. A game with too many worlds needs a derived class, which overrides all methods but `lookahead`, and returns it
from `Game.knowledge`.

The caller has checked the arguments: moves are in `moves()` or `chances()`, models are None or in `info.policies`,
facts and observations are texts. If `observe` or `suppose` raises Conflict, nothing has changed.
"""

from fastcore.exact_log cimport log_of
from fastcore.game cimport CHANCE, OVER, Game
from fastcore.state cimport State, seat_of
from fastcore.stream cimport Stream

from hashlib import blake2b

from fastcore.knowledge.lookahead import Lookahead
from fastcore.values import BadPosition, Conflict, Evaluation, IllegalMove, Term, TooMany

MAX_WORLDS = 1 << 17        # limit of listed worlds; a game with more needs its own class
MAX_SEARCHED = 4096         # worlds that a lookahead copies; if there are more, it samples
SAMPLED_WORLDS = 512
MIN_WEIGHT = 1e-200         # of a world, relative to all: worlds that a model almost excludes stay possible
MISTAKES = 0.01             # probability that a seat deviates from its policy and chooses uniformly


cdef class Knowledge:
    """What one seat (None: everybody) knows from a view, or from the start of the game.

    Attributes:
        game: the Game.
        seat: the seat, or None.
    """

    def __cinit__(self, Game game not None, seat, *rest):
        self.game = game
        self.seat = seat_of(game, seat)
        self.logs = (0.0,) * (1 + len(game.info.policies))

    def __init__(self, Game game not None, seat, view=None):
        """List the worlds. BadPosition names the first invalid field of the view. A derived class does not call this."""
        texts = [(State(game).text(), 1.0)] if view is None else game.completions(view, self.seat)
        if not texts:
            raise BadPosition("position", "no position gives this view to this seat")
        refuse_more(len(texts))
        self.possible = {}
        for text, weight in texts:
            self.possible[text] = (State(game, text), (float(weight),) * (1 + len(game.info.policies)))
        self.shown = next(iter(self.possible.values()))[0].view(self.seat)

    def copy(self):
        """Return an independent copy."""
        cdef Knowledge other = Knowledge.__new__(Knowledge, self.game, self.seat)
        other.shown, other.possible, other.logs = self.shown, self.possible, self.logs
        return other

    def digest(self):
        """Return a key of the view, the worlds and their probabilities under each model; equal knowledge has equal keys."""
        models = (None, *self.game.info.policies)
        chances = zip(*[[chance for _, chance in self.weigh_worlds(model)] for model in models])
        return self.text(), frozenset(zip(self.possible, chances))

    cdef State some(self):
        """Return one of the possible positions."""
        return next(iter(self.possible.values()))[0]

    # Observations -----------------------------------------------------------------------------------------------------

    def observe(self, text, listed=True):
        """Update with the seat's observation of a move or chance outcome, and return its Events.

        Args:
            text: the observation.
            listed: whether to list the Events; otherwise the list is empty.

        Raises:
            Conflict: the observation is impossible. Nothing has changed.
        """
        cdef State state, after
        cdef dict following = {}
        cdef dict by_view = {}      # `choices` by the actor and its view, which determine them
        cdef list events = None if listed else []
        if self.some().actor == OVER:
            raise Conflict(text, "the game is over")
        if not self.game.hides:
            return self.observe_openly(text, listed)
        for state, weights in self.possible.values() if text else ():
            actor = state.actor
            known = None if actor == CHANCE else (actor, state.view(actor))
            choices = by_view.get(known)
            if choices is None:
                choices = self.choices(state)
                if known is not None:
                    by_view[known] = choices
            for move, factors in choices:
                if self.game.observation(state.position(), move, self.seat) != text:
                    continue
                if events is None:
                    events = state.events(move, self.seat)
                after = state.after(move)
                merged = [weight * factor for weight, factor in zip(weights, factors)]
                key = after.text()
                if key in following:
                    merged = [one + other for one, other in zip(merged, following[key][1])]
                following[key] = (after, tuple(merged))
            refuse_more(len(following))
        if not following:
            raise Conflict(text, self.why_not(text) or "no position consistent with the earlier observations allows this")
        totals = [sum(weights) for weights in zip(*[weights for _, weights in following.values()])]
        for key, (state, weights) in following.items():     # so that no weight becomes 0
            scaled = [max(weight / total, MIN_WEIGHT) for weight, total in zip(weights, totals)]
            following[key] = (state, tuple(scaled))
        self.possible, self.logs = following, tuple([log + log_of(total) for log, total in zip(self.logs, totals)])
        self.shown = self.some().view(self.seat)
        return events

    cdef list observe_openly(self, object text, bint listed):
        """Do the work of `observe` if nothing is hidden: the text is that of a move."""
        cdef State state = self.some()
        try:
            move = state.parse_move(text)
        except IllegalMove as error:
            raise Conflict(text, error.reason) from None
        events = state.events(move, self.seat) if listed else []
        # the text is written when it is needed, see `text`; the only world needs none
        self.shown, self.possible = None, {"": (state.after(move), (1.0,) * (1 + len(self.game.info.policies)))}
        return events

    cdef list choices(self, State state):
        """Return [(move, factor by model)]: the likelihood of each choice in a world.

        The seat's own choices have the factor 1.
        """
        models = 1 + len(self.game.info.policies)
        if state.actor == CHANCE:
            return [(move, (chance,) * models) for move, chance in state.chances()]
        moves = state.moves()
        if state.actor == self.seat:
            return [(move, (1.0,) * models) for move in moves]
        by_policy = [dict(state.policy(name)) for name in self.game.info.policies]
        even = 1.0 / len(moves)
        return [
            (move, (1.0, *[(1 - MISTAKES) * policy.get(move, 0.0) + MISTAKES * even for policy in by_policy]))
            for move in moves
        ]

    def suppose(self, fact):
        """Keep the worlds in which a fact, `<field>=<text>`, is true.

        Raises:
            Conflict: there is no such field, or it has this text in no world. Nothing has changed.
        """
        if not self.game.hides:
            raise Conflict(fact, f"{self.game.info.title} has no hidden information to assume")
        name, sign, value = fact.partition("=")
        if not sign or name not in [field.name for field in self.game.info.fields]:
            raise Conflict(fact, "a fact must have the form <field>=<text>")
        kept = {text: world for text, world in self.possible.items() if world[0].fields[name] == value}
        if not kept:
            raise Conflict(fact, "no possible position has this")
        self.possible = kept

    def conflict(self, facts):
        """Return the Conflict of a smallest contradictory set of these facts, or None if it is unknown."""
        return None

    # The view -----------------------------------------------------------------------------------------------------

    def text(self):
        """Return the view."""
        if self.shown is None:
            self.shown = self.some().text()
        return self.shown

    def fields(self):
        """Return {field name: text} of the view."""
        return dict(zip([field.name for field in self.game.info.fields], self.text().split(" ")))

    def actor(self):
        """Return the seat that decides, CHANCE or OVER."""
        return self.some().actor

    def phase(self):
        """Return one word for the kind of decision."""
        return self.some().phase

    def turn(self):
        """Return the number of the turn."""
        return self.some().turn

    def key(self):
        """Return 64 bits that are equal for equal views of one spec."""
        if not self.game.hides:
            return self.some().key      # bots derive random numbers from it: a different key changes their games
        return int.from_bytes(blake2b(self.text().encode(), digest_size=8).digest(), "little")

    def points(self):
        """Return the points of each seat so far."""
        return self.some().points()

    def returns(self):
        """Return the result of each seat. ValueError before the end."""
        return self.some().returns()

    def evaluate(self):
        """Return the mean Evaluation over the worlds."""
        names, sums, values = [], {}, [0.0] * self.game.seats
        for state, weight in self.weigh_worlds(None):
            evaluation = state.evaluate()
            values = [total + weight * value for total, value in zip(values, evaluation.values)]
            for term in evaluation.terms:
                sums[term.name] = sums.get(term.name, 0.0) + weight * term.amount * term.weight
        return Evaluation(tuple(values), tuple([Term(name, amount, 1.0) for name, amount in sums.items()]))

    def state(self):
        """Return a copy of the position if only one is possible, else None."""
        return self.some().copy() if len(self.possible) == 1 else None

    # Moves --------------------------------------------------------------------------------------------------------

    def chances(self):
        """Return [(outcome, probability)] over all worlds."""
        sums = {}
        for state, weight in self.weigh_worlds(None):
            for move, chance in state.chances():
                sums[move] = sums.get(move, 0.0) + weight * chance
        return sorted(sums.items())

    def moves(self):
        """Return the moves that are legal in some world. At the seat's own decisions, all worlds have the same moves."""
        if self.some().actor == self.seat:
            return self.some().moves()
        return sorted(set().union(*[state.moves() for state, _ in self.possible.values()]))

    def move_text(self, move):
        """Return the text of a move."""
        return self.some().move_text(move)

    def parse_move(self, text):
        """Return the move with this text that is legal in some world. IllegalMove says why there is none."""
        error = None
        for state, _ in self.possible.values():
            try:
                return state.parse_move(text)
            except IllegalMove as refused:
                error = error or refused
        raise IllegalMove(text, f"{self.game.spec} {self.text()}", error.reason)

    def why_not(self, text):
        """Return why a text is not a legal move in any world; "" if it is legal in some world."""
        reason = ""
        for state, _ in self.possible.values():
            reason = state.why_not(text)
            if not reason:
                return ""
        return reason

    def events(self, move):
        """Return the Events of a move, up to the first that differs between the worlds where it is legal."""
        shared = None
        for state, _ in self.possible.values():
            if move not in state.moves() and move not in [outcome for outcome, _ in state.chances()]:
                continue
            events = state.events(move, self.seat)
            if shared is None:
                shared = events
                continue
            same = 0
            while same < min(len(shared), len(events)) and shared[same] == events[same]:
                same += 1
            shared = shared[:same]
        return shared or []

    def policy(self, name):
        """Return [(move, probability)] of a policy. For another seat, return the mean over the worlds."""
        if self.some().actor == self.seat:
            return self.some().policy(name)
        sums = {}
        for state, weight in self.weigh_worlds(None):
            for move, chance in state.policy(name):
                sums[move] = sums.get(move, 0.0) + weight * chance
        return sorted(sums.items())

    # Beliefs ------------------------------------------------------------------------------------------------------

    cdef list weigh_worlds(self, object model):
        """Return [(State, probability)] under a model (None, or a policy that other seats follow)."""
        place = 0 if model is None else 1 + self.game.info.policies.index(model)
        total = sum([weights[place] for _, weights in self.possible.values()])
        return [(state, weights[place] / total) for state, weights in self.possible.values()]

    def count(self):
        """Return the number of worlds."""
        return len(self.possible)

    def worlds(self, limit, model):
        """Return [(position text, probability)], the most likely first. TooMany if there are more than `limit`."""
        if len(self.possible) > limit:
            raise TooMany(f"there are {len(self.possible):,} possible positions, more than the limit of {limit:,}")
        found = [(state.text(), chance) for state, chance in self.weigh_worlds(model)]
        return sorted(found, key=lambda world: (-world[1], world[0]))

    def beliefs(self, model):
        """Return {field name: {text: probability}} of the fields that differ between worlds."""
        sums = {field.name: {} for field in self.game.info.fields}
        for state, chance in self.weigh_worlds(model):
            for name, text in state.fields.items():
                sums[name][text] = sums[name].get(text, 0.0) + chance
        shown = self.fields()
        return {name: chances for name, chances in sums.items() if len(chances) > 1 or shown[name] not in chances}

    def log_likelihood(self, model):
        """Return the logarithm of the probability of the observations. TooMany if nothing is hidden."""
        if not self.game.hides:
            raise TooMany("nothing is hidden here: multiply the probabilities of the moves")
        return self.logs[1 + self.game.info.policies.index(model)]

    def entropy(self, model):
        """Return the entropy of the position in bits, given the seat's knowledge."""
        return bits([chance for _, chance in self.weigh_worlds(model)])

    def forecast(self, move, model):
        """Return the expected number of bits that a move reveals to the seat through its observation."""
        seen = {}
        for state, chance in self.weigh_worlds(model):
            legal = move in state.moves() or move in [outcome for outcome, _ in state.chances()]
            shown = state.observation(move, self.seat) if legal else None
            seen[shown] = seen.get(shown, 0.0) + chance
        return bits(list(seen.values()))

    def lookahead(self, Stream stream, model, caution):
        """Return the Lookahead of the seat that decides here, for the search engines of hidden games.

        Args:
            stream: draws the worlds if there are too many.
            model: "none", "uniform" or "blueprint" (the game's own model of other seats; here the same as
                "uniform").
            caution: how much more a loss counts than a gain of the same size.
        """
        named = None if model == "none" else "uniform"
        try:
            worlds = self.worlds(MAX_SEARCHED, named)
        except TooMany:
            worlds = [(self.sample(stream, named).text(), 1.0) for _ in range(SAMPLED_WORLDS)]
        return Lookahead(self, named, worlds, caution)

    def sample(self, Stream stream, model):
        """Return a randomly chosen world as a new State."""
        worlds = self.weigh_worlds(model)
        return worlds[stream.pick([chance for _, chance in worlds])][0].copy()


cdef double bits(list chances):
    """Return the entropy in bits of a list of probabilities."""
    cdef double total = 0, chance
    for chance in chances:
        if chance > 0:
            total -= chance * log_of(chance)
    return total / log_of(2)


cdef int refuse_more(Py_ssize_t count) except -1:
    """Raise TooMany if this number of worlds is above the limit."""
    if count > MAX_WORLDS:
        raise TooMany(f"there are {count:,} possible positions; at most {MAX_WORLDS:,} can be listed")
    return 0
