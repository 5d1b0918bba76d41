"""Knowledge: what a seat of one game knows, as the game itself keeps it. `Viewpoint` is the checked door before it.

A game makes it in `Game.knowledge`. Where nothing is hidden `OpenKnowledge` serves; a game that hides something has a
class of its own, which answers all that `OpenKnowledge` answers. Its methods are called with checked arguments:
moves that are in `moves()` or `chances()`, models that are None or in `info.policies`, streams that are streams.
`observe` and `suppose` raise Conflict, and then nothing has changed.
"""

from fastcore.game cimport OVER, Game
from fastcore.state cimport State, seat_of
from fastcore.stream cimport Stream

from fastcore.lookahead import Lookahead
from fastcore.values import Conflict, IllegalMove, TooMany

MOST_WORLDS = 4096      # that a lookahead lists; of more it draws
DRAWN_WORLDS = 512


cdef class Knowledge:
    """The knowledge that one seat (None: everybody) has from a view, or from the start if there is none."""

    def __cinit__(self, Game game not None, seat, *rest):
        self.game = game
        self.seat = seat_of(game, seat)

    def conflict(self, facts):
        """The Conflict of the fewest of these facts that cannot be so together; None if they all can, or if a game that
        takes facts one by one cannot tell."""
        return None

    def lookahead(self, Stream stream, model, caution):
        """The Lookahead of the seat that decides here. Models: `none`, `uniform`, or `blueprint`, the game's own account of how
        others choose; uniform where it has none."""
        named = None if model == "none" else "uniform"
        try:
            worlds = self.worlds(MOST_WORLDS, named)
        except TooMany:
            worlds = [(self.sample(stream, named).text(), 1.0) for _ in range(DRAWN_WORLDS)]
        return Lookahead(self, named, worlds, caution)


cdef class OpenKnowledge(Knowledge):
    """All is known: the position itself. An observation is the text of the move that was made."""

    def __cinit__(self, Game game not None, seat, text=None):
        self.known = State(game, text)

    def copy(self):
        cdef OpenKnowledge other = OpenKnowledge.__new__(OpenKnowledge, self.game, self.seat)
        other.known = self.known.copy()
        return other

    def digest(self):
        """Equal for those that know the same."""
        return self.known.text()

    # What was learned -----------------------------------------------------------------------------------------------

    def observe(self, text):
        """Take in what was learned; the events of it, as `State.events` has them for this seat."""
        if self.known.actor == OVER:
            raise Conflict(text, "the game is over")
        try:
            move = self.known.parse_move(text)
        except IllegalMove as error:
            raise Conflict(text, error.reason) from None
        events = self.known.events(move, self.seat)
        self.known.play(move)
        return events

    def suppose(self, fact):
        """Know one fact more."""
        raise Conflict(fact, f"nothing is hidden in {self.game.info.title}")

    # What is the case -----------------------------------------------------------------------------------------------

    def text(self):
        return self.known.view(self.seat)

    def fields(self):
        return self.known.fields

    def actor(self):
        return self.known.actor

    def phase(self):
        return self.known.phase

    def turn(self):
        return self.known.turn

    def key(self):
        return self.known.key

    def points(self):
        return self.known.points()

    def returns(self):
        return self.known.returns()

    def evaluate(self):
        return self.known.evaluate()

    def state(self):
        """The whole position as a new State if the seat knows it, else None."""
        return self.known.copy()

    # What can be done -----------------------------------------------------------------------------------------------

    def chances(self):
        return self.known.chances()

    def moves(self):
        """The actor's moves: exact for the own seat, else all that some world allows."""
        return self.known.moves()

    def move_text(self, move):
        return self.known.move_text(move)

    def parse_move(self, text):
        return self.known.parse_move(text)

    def why_not(self, text):
        return self.known.why_not(text)

    def events(self, move):
        """What this move would do, as far as this seat can tell beforehand."""
        return self.known.events(move, self.seat)

    def policy(self, name):
        """The policy's move probabilities, from what this seat knows."""
        return self.known.policy(name)

    # What may be so -------------------------------------------------------------------------------------------------

    def count(self):
        return 1

    def worlds(self, limit, model):
        """[(position text, probability)], the likeliest first; TooMany if there are more than `limit`."""
        if limit < 1:
            raise TooMany("there is 1 world, more than the limit of 0")
        return [(self.known.text(), 1.0)]

    def beliefs(self, model):
        return {}

    def entropy(self, model):
        """Bits that this seat would have to learn to know everything."""
        return 0.0

    def forecast(self, move, model):
        """Bits that this move is expected to reveal to this seat."""
        return 0.0

    def sample(self, Stream stream, model):
        """A whole State drawn from the worlds."""
        return self.known.copy()
