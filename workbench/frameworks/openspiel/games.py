"""All games as OpenSpiel games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel

import fastcore
from fastcore.steps import SIMULTANEOUS, StepGame, Steps, from_dict, seat_dict, step_game, to_dict
from fastcore.steps.tensors import MAX_HISTORY
from workbench.frameworks.openspiel.observers import HerbariumObserver

PREFIX = "herbarium_"
NAMES = tuple(PREFIX + id for id in fastcore.games())  # the names of all games in OpenSpiel
HISTORY = "history"  # the parameter that is not an option of a game

_PLAYERS = {  # plain numbers, which OpenSpiel converts faster than its own constants
    fastcore.CHANCE: int(pyspiel.PlayerId.CHANCE),
    fastcore.OVER: int(pyspiel.PlayerId.TERMINAL),
    SIMULTANEOUS: int(pyspiel.PlayerId.SIMULTANEOUS),
}


def register() -> None:
    """Register all games that OpenSpiel does not have yet.

    The parameters of a game are its options, and `history`: the number of characters in the piece "history" of the
    information state tensor. With 0, the default, the game has no such tensor, only the text.
    """
    known = set(pyspiel.registered_names())
    for id, name in zip(fastcore.games(), NAMES, strict=True):
        if name not in known:
            # OpenSpiel releases the class after the end of Python. Classes survive this, and other callables do not.
            pyspiel.register_game(game_type(id), type(f"{id.title()}Game", (HerbariumGame,), {"id": id}))


def game_type(id: str, history: int = 0) -> pyspiel.GameType:
    """Return the GameType of a game. `history` is the length of the piece "history"."""
    info = fastcore.info(id)
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + id,
        long_name=f"{info.title} by {info.designer}",
        dynamics=kind.Dynamics.SIMULTANEOUS if info.has.secrets else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if info.has.chance else kind.ChanceMode.DETERMINISTIC,
        information=(
            kind.Information.IMPERFECT_INFORMATION if info.has.covered else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(info.seats),
        min_num_players=min(info.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=history > 0,
        provides_observation_string=True,
        provides_observation_tensor=bool(fastcore.start(id).shape),
        provides_factored_observation_string=True,
        parameter_specification=default_parameters(id),
    )


def default_parameters(id: str) -> dict[str, Any]:
    """Return the parameters of a game with their default values."""
    values: dict[str, Any] = {HISTORY: 0}
    for option in fastcore.info(id).options:
        number = {"whole": int, "number": float}.get(option.kind, str)
        values[option.name] = number(option.default)
    return values


def load(name: str) -> Any:
    """Return the game with a name and parameters. Pickle finds it here, so that reading a game registers all games."""
    return pyspiel.load_game(name)


class HerbariumGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A game of Herbarium with its options. Each game has a subclass.

    Args:
        params: The options, and the number `history`. Omitted ones have their default values.

    Attributes:
        id: The id of the game.
        step_game: The StepGame.
        history: The number of characters in the piece "history".

    Raises:
        ValueError: A parameter is out of range.
    """

    id = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        values = dict(params or {})
        history = int(values.get(HISTORY, 0))
        if not 0 <= history <= MAX_HISTORY:
            raise ValueError(f"history is {history}; it must be 0 to {MAX_HISTORY:,}")
        options = ",".join(f"{name}={value}" for name, value in values.items() if name != HISTORY)
        game = step_game(f"{self.id}({options})" if options else self.id)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.outcomes,
            num_players=game.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.longest,
        )
        super().__init__(game_type(self.id, history), info, values)
        self.step_game: StepGame = game
        self.history = history
        self._first = Steps(game)

    def new_initial_state(self, state: Any = None) -> HerbariumState:
        """Return the state at the start of a game.

        Args:
            state: Where to begin: a dict or struct of `to_struct`, or a text: a position, such as
                "4/5/6/7/6/5/4 r 3 5-3 x3+5". A dict needs only the key "position" or "moves".

        Raises:
            ValueError: The position or history is not valid in this game.
        """
        if state is None:
            return HerbariumState(self, self._first.copy())
        if isinstance(state, str):
            state = {"position": state}
        elif not isinstance(state, Mapping):
            state = state.to_dict()
        steps = from_dict({"spec": self.step_game.spec, **state})
        if steps.game.spec != self.step_game.spec:
            raise ValueError(f"the state belongs to {steps.game.spec}, not to {self.step_game.spec}")
        return HerbariumState(self, steps)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        # The class is not an attribute of this module, which OpenSpiel's own way needs.
        return load, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the number of chance nodes in a game."""
        return self.step_game.longest_chance

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HerbariumObserver:
        """Return an observer: see HerbariumObserver."""
        if isinstance(iig_obs_type, Mapping):  # OpenSpiel passes the parameters first if there is no type
            iig_obs_type, params = None, iig_obs_type
        return HerbariumObserver(self.step_game, self.history, iig_obs_type, params)


class HerbariumState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A history of a game.

    Attributes:
        steps: The Steps.
    """

    def __init__(self, game: HerbariumGame, steps: Steps) -> None:
        super().__init__(game)
        self.steps = steps

    def current_player(self) -> int:
        """Return the player that decides, or CHANCE, SIMULTANEOUS or TERMINAL of `pyspiel.PlayerId` as a number."""
        actor: int = self.steps.actor
        return actor if actor >= 0 else _PLAYERS[actor]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.steps.actor == fastcore.OVER

    def returns(self) -> list[float]:
        """Return the result of each player, from -1 to 1 with sum 0; zeros before the end."""
        return list(self.steps.returns())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return self.steps.chances()

    def __str__(self) -> str:
        return str(self.steps)

    # OpenSpiel gives these hooks their names.

    def _legal_actions(self, player: int) -> list[int]:
        return self.steps.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.steps.play(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.steps.play_together({seat: actions[seat] for seat in self.steps.acting})

    def _action_to_string(self, player: int, action: int) -> str:
        if action == pyspiel.INVALID_ACTION:
            return "none"
        return self.steps.action_text(player, action)

    def _to_struct(self) -> dict[str, Any]:
        return to_dict(self.steps)

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return seat_dict(self.steps, player if player >= 0 else None) | {"actor": self.current_player()}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"player": int(player), "action": self._action_to_string(player, action)}

    def _struct_to_actions(self, action_dict: Mapping[str, Any]) -> list[int]:
        player = action_dict.get("player", self.steps.actor)
        return [self.steps.parse_action(player, action_dict["action"])]
