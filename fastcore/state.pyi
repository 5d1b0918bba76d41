from fastcore.game import Game
from fastcore.stream import Stream
from fastcore.values import Evaluation, Event, GameInfo, Problem
from fastcore.viewpoint import Viewpoint

def faults(game: Game, text: str, seat: int | None) -> list[Problem]:
    """The Problems of a position text (of that seat's view); their spans count from its start."""

class State:
    """A position as an all-seeing observer has it. Made by `fastcore.start` and `fastcore.parse`.

    Seats count from 0. Moves are ints (a seat's in range(actions), chance's in range(outcomes)); `play`, `after`,
    `events`, `observation` and `move_text` take them, the first four also as text.
    """

    def __init__(self, game: Game, text: str | None = None) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def spec(self) -> str: ...
    @property
    def info(self) -> GameInfo: ...
    @property
    def seats(self) -> int: ...
    @property
    def actions(self) -> int: ...
    @property
    def outcomes(self) -> int: ...
    @property
    def actor(self) -> int:
        """The seat that decides, or fastcore.CHANCE, or fastcore.OVER."""
    @property
    def phase(self) -> str:
        """What is being decided, as a word; "over" at the end."""
    @property
    def turn(self) -> int:
        """Decisions of one actor that share a turn are one turn, or one plan."""
    @property
    def fields(self) -> dict[str, str]:
        """The fields of the position text by name, in the line's order."""
    @property
    def key(self) -> int:
        """64 bits that are equal for equal positions of one spec."""
    def moves(self) -> list[int]:
        """The actor's legal moves, in byte order of their texts; [] when the game is over or chance decides."""
    def move_text(self, move: int) -> str: ...
    def parse_move(self, text: str) -> int:
        """The legal move (or outcome of chance) with this text; IllegalMove says why there is none."""
    def why_not(self, text: str) -> str:
        """Why this move cannot be played here, in a sentence; "" if it can."""
    def play(self, move: int | str) -> None: ...
    def after(self, move: int | str) -> State: ...
    def events(self, move: int | str, seat: int | None = None) -> list[Event]:
        """What this move would do, step by step, as everybody or one seat sees it."""
    def chances(self) -> list[tuple[int, float]]:
        """The outcomes of chance with exact probabilities, in byte order of their texts;
        [] if chance does not decide."""
    def sample(self, stream: Stream) -> int:
        """One outcome drawn; ValueError if chance does not decide."""
    def text(self) -> str: ...
    @property
    def situation(self) -> str:
        """Spec and position text: all that `fastcore.parse` needs."""
    def view(self, seat: int | None) -> str:
        """The position text as this seat may see it; None is the public."""
    def observation(self, move: int | str, seat: int | None) -> str:
        """What a seat (None: the public) learns when this move is made; "" for nothing."""
    def points(self) -> tuple[int, ...]:
        """The game's own points now, per seat."""
    def returns(self) -> tuple[float, ...]:
        """The result per seat in [-1, 1], summing to 0; ValueError before the end."""
    def evaluate(self) -> Evaluation: ...
    def policy(self, name: str) -> list[tuple[int, float]]:
        """[(move, probability)] of one of `info.policies`, from what the actor may know."""
    def viewpoint(self, seat: int | None) -> Viewpoint:
        """The viewpoint begun from this seat's view."""
    def copy(self) -> State: ...
    @staticmethod
    def parse(situation: str) -> State:
        """As `fastcore.parse`."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
