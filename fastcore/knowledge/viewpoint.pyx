"""Viewpoint: what one seat knows, and the only input of a bot. It checks arguments and calls the game's Knowledge."""

from operator import index

from fastcore.arrays.memory cimport array_for
from fastcore.game cimport CHANCE, Game
from fastcore.knowledge.knowledge cimport Knowledge
from fastcore.state cimport seat_of
from fastcore.stream cimport Stream

from fastcore.text.limits import MAX_FACT, MAX_FACTS, MAX_MOVE, MAX_POSITION, over
from fastcore.values import BadPosition, Conflict, IllegalMove


cdef class Viewpoint:
    """What one seat (None: everybody) knows about a game from its start, or a view, and the observations since.

    Without hidden information this is the whole position, and `state` is never None. Two viewpoints with the same
    information give the same answers, whatever the true position is.

    Args:
        where: a spec, or a Game.
        seat: the seat; None for public information.
        text: the view to begin with; None for the start of the game.

    Attributes:
        game: the Game.
        seat: the seat, or None.

    Raises:
        BadPosition: the spec or the view is wrong; the message names the first wrong field.
    """

    def __cinit__(self, where not None, seat, str text=None):
        if isinstance(where, Knowledge):    # a copy, see `copy`
            self.knowledge = where
            self.game, self.seat = self.knowledge.game, self.knowledge.seat
            return
        if not isinstance(where, Game):
            from fastcore.games import start
            where = start(where).game
        if text is not None and len(text) > MAX_POSITION:
            raise BadPosition("position", over(len(text), MAX_POSITION, "a position"))
        self.game = where
        self.seat = seat_of(self.game, seat)
        self.knowledge = <Knowledge?>self.game.knowledge(self.seat, text)
        self.begun = text
        self.learned = ()

    @staticmethod
    def parse(str view not None, seat):
        """Return the Viewpoint of `<spec> <view>` for a seat (None: everybody). BadPosition names the first wrong field."""
        from fastcore.games import viewpoint_of
        return viewpoint_of(view, seat)

    # Observations --------------------------------------------------------------------------------------------------

    def observe(self, str text not None, *, events=True):
        """Update with the seat's observation of a move or chance outcome, and return its Events.

        Args:
            text: the observation.
            events: whether to list the Events. Without them, [] is returned, and an update takes a fraction of the time.

        Raises:
            Conflict: the observation is impossible. Nothing has changed.
        """
        cdef Knowledge before = None, knowledge = None
        cdef bint listed = events
        if len(text) > MAX_MOVE:
            raise Conflict(text, over(len(text), MAX_MOVE, "an observation"))
        # Update a copy: a callback or another thread may still be using the current Knowledge. If one of them observes
        # something meanwhile, this observation follows it.
        while True:
            before, learned = self.knowledge, self.learned
            knowledge = before.copy()
            found = knowledge.observe(text, listed)
            learned = learned + ((True, text),)
            if self.knowledge is before:
                self.knowledge, self.learned = knowledge, learned
                return found

    @property
    def observations(self):
        """Return the observation history: the texts given to `observe` since the start of the game or the view."""
        return tuple([text for observed, text in self.learned if observed])

    def rebuild(self, texts):
        """Restart from the start of the game and replay these observations.

        Raises:
            Conflict: an observation is impossible; the message has its number. Nothing has changed.
        """
        cdef Viewpoint fresh = Viewpoint(self.game, self.seat)
        for number, text in enumerate(texts, 1):
            try:
                fresh.observe(text, events=False)
            except Conflict as error:
                raise Conflict(error.what, f"observation {number}: {error.reason}") from None
        self.knowledge, self.begun, self.learned = fresh.knowledge, None, fresh.learned

    def suppose(self, *facts):
        """Return a new Viewpoint that also knows these facts, in the syntax of the game's rules page.

        Raises:
            Conflict: the facts contradict each other; the message names the smallest contradictory set known. Nothing
                has changed.
        """
        cdef Viewpoint other = self.copy()
        for fact in facts:
            if not isinstance(fact, str):
                raise TypeError(f"a fact must be a str, not {type(fact).__name__}")
            if len(fact) > MAX_FACT:
                raise Conflict(fact, over(len(fact), MAX_FACT, "a fact"))
        if len(facts) + sum(1 for observed, _ in self.learned if not observed) > MAX_FACTS:
            raise Conflict(facts[len(facts) - 1], f"too many facts: at most {MAX_FACTS} can be assumed")
        facts = tuple([str.__str__(fact) for fact in facts])
        try:
            for fact in facts:
                other.add(fact)
        except Conflict as error:
            raise self.knowledge.conflict(facts) or error from None
        return other

    cdef int add(self, object fact) except -1:
        learned = self.learned + ((False, fact),)
        self.knowledge.suppose(fact)
        self.learned = learned
        return 0

    # The view ------------------------------------------------------------------------------------------------------

    @property
    def spec(self):
        """Return the game's id with the options that differ from their defaults."""
        return self.game.spec

    @property
    def info(self):
        """Return the GameInfo."""
        return self.game.info

    @property
    def seats(self):
        """Return the number of seats."""
        return self.game.seats

    @property
    def actor(self):
        """Return the seat that decides, fastcore.CHANCE or fastcore.OVER."""
        return self.knowledge.actor()

    @property
    def phase(self):
        """Return one word for the kind of decision; "over" at the end."""
        return self.knowledge.phase()

    @property
    def turn(self):
        """Return the number of the turn."""
        return self.knowledge.turn()

    @property
    def fields(self):
        """Return {field name: text} of the view."""
        return self.knowledge.fields()

    @property
    def key(self):
        """Return 64 bits that are equal for equal views of one spec."""
        return self.knowledge.key()

    @property
    def state(self):
        """Return the position as a new State if the seat knows all of it, else None."""
        return self.knowledge.state()

    def text(self):
        """Return the view: the position text without the information that the seat does not see."""
        return self.knowledge.text()

    def points(self):
        """Return the points of each seat so far, in the game's own units."""
        return self.knowledge.points()

    def returns(self):
        """Return the result of each seat, in [-1, 1]; they sum to 0. ValueError if the game is not over."""
        return self.knowledge.returns()

    def evaluate(self):
        """Return the static Evaluation, given what the seat knows."""
        return self.knowledge.evaluate()

    def tensor(self, out=None):
        """Return the view as a float32 array of shape `game.shape`, with values from 0 to 1.

        It equals `State.tensor` of every possible position, so it shows nothing that the seat cannot see. Earlier
        observations and assumed facts do not affect it.

        Args:
            out: a C-contiguous float32 array of that shape to write to, or None for a new one. The caller owns it.

        Raises:
            ValueError: the game has no tensor, or `out` does not fit.
        """
        return self.sample(Stream(0)).tensor(self.seat, out)

    def mask(self, out=None):
        """Return a bool array of shape (game.actions,), True for each move in `moves`.

        Args:
            out: a C-contiguous bool array of that shape to write to, or None for a new one. The caller owns it.

        Raises:
            ValueError: `out` does not fit.
        """
        moves = self.moves()
        array = array_for((self.game.actions,), "?", out)
        array.fill(False)
        array[moves] = True
        return array

    # Moves ---------------------------------------------------------------------------------------------------------

    def chances(self):
        """Return [(outcome, probability)] where chance decides, else []."""
        return self.knowledge.chances()

    def moves(self):
        """Return the actor's legal moves. Where another seat decides, return all moves legal in some possible position."""
        return self.knowledge.moves()

    def move_text(self, move):
        """Return the text of a move or outcome in range, legal or not. IllegalMove if it is out of range."""
        return self.text_of(index(move))

    cdef str text_of(self, object move):
        most = self.game.outcomes if self.actor == CHANCE else self.game.actions
        if not 0 <= move < most:
            raise IllegalMove(str(move), f"{self.spec} {self.text()}", f"moves are numbers from 0 to {most - 1}")
        return self.knowledge.move_text(move)

    def parse_move(self, str text not None):
        """Return the move with this text that can be made here. IllegalMove says why there is none."""
        return self.move_of(text)

    def why_not(self, str text not None):
        """Return why a text is not a legal move here, without a full stop; "" if it is legal."""
        return over(len(text), MAX_MOVE, "a move") or self.knowledge.why_not(text)

    def events(self, move):
        """Return the Events of a move, as far as the seat can foresee them. IllegalMove if it cannot be made."""
        return self.knowledge.events(self.move_of(move))

    def policy(self, str name not None):
        """Return [(move, probability)] of one of `info.policies`, from what the seat knows; [] if no seat decides.

        Raises:
            ValueError: there is no such policy.
        """
        if name not in self.info.policies:
            raise ValueError(f"policy is {name!r}; it must be one of {', '.join(self.info.policies)}")
        if self.actor < 0:
            return []
        return self.knowledge.policy(name)

    cdef int move_of(self, object move) except -1:
        """Return a move or outcome that can be made here, given as a number or text. IllegalMove if there is none."""
        if isinstance(move, str):
            move = str.__str__(move)
            if len(move) > MAX_MOVE:
                raise IllegalMove(move, f"{self.spec} {self.text()}", over(len(move), MAX_MOVE, "a move"))
            return self.knowledge.parse_move(move)
        move = index(move)      # convert once: an object may give a different number each time
        text = self.text_of(move)
        if move not in self.knowledge.moves() and move not in [one for one, _ in self.knowledge.chances()]:
            raise IllegalMove(text, f"{self.spec} {self.text()}", self.knowledge.why_not(text) or "it is not legal here")
        return move

    # Beliefs --------------------------------------------------------------------------------------------------------

    def sample(self, Stream stream not None, model=None):
        """Return a random possible position as a State, drawn from a Stream.

        Args:
            stream: the source of random numbers.
            model: the assumed policy of other seats: None (their choices are not weighted) or one of
                `info.policies`.
        """
        return self.knowledge.sample(stream, self.model_of(model))

    def worlds(self, limit, model=None):
        """Return [(position text, probability)] of the possible positions, the most likely first.

        Args:
            limit: the maximum number of positions.
            model: as for `sample`.

        Raises:
            TooMany: there are more than `limit`.
        """
        return self.knowledge.worlds(index(limit), self.model_of(model))

    def count(self):
        """Return the number of possible positions. TooMany if they cannot be listed."""
        return self.knowledge.count()

    def beliefs(self, model=None):
        """Return {variable: {value: probability}} of the hidden variables; {} if nothing is hidden. `model` as for `sample`."""
        return self.knowledge.beliefs(self.model_of(model))

    def entropy(self, model=None):
        """Return the Shannon entropy of the position in bits, given the seat's knowledge. `model` as for `sample`."""
        return self.knowledge.entropy(self.model_of(model))

    def log_likelihood(self, model):
        """Return the natural logarithm of the probability of the observations since the start or the view.

        The viewer's own choices count as certain. Facts that were assumed with `suppose` must not be among them.

        Args:
            model: the policy of all other seats, one of `info.policies`.

        Raises:
            ValueError: there is no such policy.
            TooMany: the game does not track this. Where nothing is hidden, it is the product of the probabilities of
                the moves and outcomes.
        """
        if model is None:
            raise ValueError("model is None; it must be one of " + ", ".join(self.info.policies))
        return self.knowledge.log_likelihood(self.model_of(model))

    def forecast(self, move, model=None):
        """Return the expected number of bits that a move reveals to the seat. `model` as for `sample`."""
        named = self.model_of(model)
        return self.knowledge.forecast(self.move_of(move), named)

    def model_of(self, model):
        """Return a model as a plain `str`, or None. ValueError if there is no such model."""
        if model is None:
            return None
        if not isinstance(model, str) or str.__str__(model) not in self.info.policies:
            raise ValueError(f"model is {model!r}; it must be None or one of {', '.join(self.info.policies)}")
        return str.__str__(model)

    # Copies and comparison --------------------------------------------------------------------------------------------

    def copy(self):
        """Return an independent copy with the same game, seat, knowledge and observation history.

        Later observations affect only the copy that makes them. The copies share the Game and other
        immutable data.
        """
        cdef Viewpoint other
        knowledge, begun, learned = self.knowledge, self.begun, self.learned
        other = Viewpoint.__new__(Viewpoint, knowledge.copy(), self.seat)
        other.begun, other.learned = begun, learned
        return other

    def __eq__(self, other):
        if not isinstance(other, Viewpoint):
            return NotImplemented
        return (
            self.seat == other.seat and self.spec == other.spec
            and self.knowledge.digest() == (<Viewpoint>other).knowledge.digest()
        )

    def __hash__(self):
        return hash((self.spec, self.seat, self.key))

    def __repr__(self):
        return f"fastcore.Viewpoint.parse({self.spec + ' ' + self.text()!r}, {self.seat})"

    def __reduce__(self):
        return restored, (self.spec, self.seat, self.begun, self.learned)


def restored(str spec, seat, begun, tuple learned):
    """Return a Viewpoint rebuilt from its start and its history. For `pickle`."""
    cdef Viewpoint point = Viewpoint(spec, seat, begun)
    for observed, text in learned:
        if observed:
            point.observe(text, events=False)
        else:
            point.add(text)
    return point
