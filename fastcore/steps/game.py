"""StepGame: the constants of one spec in the step model."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from math import prod
from types import ModuleType
from typing import NamedTuple

from fastcore import packages
from fastcore.games import start
from fastcore.state import State
from fastcore.steps.deals import Deals, deals_at
from fastcore.stream import Stream
from fastcore.values import CHANCE, GameInfo, described

SEARCH_GAMES = 20  # random games in which a chance node or a decision is looked for


@described
class Piece(NamedTuple):
    """A named part of a tensor.

    Attributes:
        name: The name.
        shape: The shape of the array.
        units: The unit of the values, such as "0 or 1" or "turns / 2000".
        meaning: What the values say, in one sentence.
    """

    name: str
    shape: tuple[int, ...]
    units: str
    meaning: str

    @property
    def size(self) -> int:
        """The number of values."""
        return prod(self.shape)


class StepGame:
    """The constants of a spec.

    Args:
        spec: the game with its options, such as "game(size=4)".

    Attributes:
        state: the start of the game. Do not play on it.
        symbols: the characters of cards if cards are dealt one by one, otherwise "". Chance outcome k is `symbols[k]`.
        secret: whether seats choose in secret.
        outcomes: the number of chance outcomes.
        longest: an upper bound on the number of steps that are not chance.
        longest_chance: an upper bound on the number of chance steps.
        pieces: the named parts of `State.tensor`, in order; () if the game has no tensor.

    Raises:
        BadPosition: the spec is wrong.
    """

    def __init__(self, spec: str) -> None:
        self.state: State = start(spec)
        own = _own_module(self.info.id)
        deals = deals_at(self.chance_state) if self.info.has.deals else None
        self.symbols = "" if deals is None else "".join(sorted(deals.characters()))
        self._deals = deals if getattr(own, "DEALS_ALIKE", False) else None
        self.secret = self.info.has.secrets
        self.outcomes = len(self.symbols) or self.state.outcomes
        options: Mapping[str, int | float | str] = self.state.game.options
        bounds: tuple[int, int] = self._general_bounds() if own is None else own.bounds(options)
        self.longest, self.longest_chance = bounds
        self.pieces: tuple[Piece, ...] = ()
        if own is not None and self.state.shape:
            self.pieces = own.pieces(options)
        elif self.state.shape:
            self.pieces = (Piece("position", self.state.shape, "see the game", "the tensor of the position"),)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return step_game, (self.spec,)

    @property
    def spec(self) -> str:
        """The id of the game with the options that differ from their defaults."""
        return str(self.state.spec)

    @property
    def info(self) -> GameInfo:
        """The GameInfo."""
        return self.state.info

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.state.seats

    @property
    def actions(self) -> int:
        """The number of actions: actions are ints in range(actions), as the moves of `State`."""
        return self.state.actions

    @cached_property
    def chance_state(self) -> State:
        """A position in which chance decides.

        Raises:
            ValueError: the game has no chance.
        """
        if not self.info.has.chance:
            raise ValueError(f"{self.info.title} has no chance")
        return self._find(chance=True)

    @cached_property
    def decision_state(self) -> State:
        """A position in which a seat decides."""
        return self._find(chance=False)

    def deals_at(self, state: State) -> Deals:
        """Return the Deals of a chance node."""
        return self._deals or deals_at(state)

    def _find(self, *, chance: bool) -> State:
        for number in range(SEARCH_GAMES):
            state, stream = self.state.copy(), Stream(number, "step model")
            while state.actor >= CHANCE:
                if (state.actor == CHANCE) == chance:
                    return state
                state.play(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
        raise ValueError(f"{SEARCH_GAMES} random games of {self.spec} have no such position")

    def _general_bounds(self) -> tuple[int, int]:
        """Return bounds on the decisions and the chance steps of any game: a deal follows each decision at most."""
        longest = self.info.longest
        if not self.info.has.chance:
            return longest, 0
        return longest, (longest + 1) * (deals_at(self.chance_state).longest() if self.symbols else 1)


@lru_cache(maxsize=64)
def step_game(spec: str) -> StepGame:
    """Return the StepGame of a spec. Equal specs share it."""
    return StepGame(spec)


def _own_module(id: str) -> ModuleType | None:
    """Return the module `steps` in a game's package or in its folder `text`, or None if there is none.

    It has two functions of the options: `pieces`, the Pieces of the tensor, and `bounds`, `longest` and
    `longest_chance`. DEALS_ALIKE is True if all chance nodes have the same outcomes and probabilities.
    """
    game = packages.module_name(id)
    if not hasattr(import_module(game), "__path__"):
        return None  # the game is a single file
    places = [f"{game}.steps"]
    if find_spec(f"{game}.text") is not None:
        places.append(f"{game}.text.steps")
    return next((import_module(name) for name in places if find_spec(name) is not None), None)
