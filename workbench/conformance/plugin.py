"""A pytest plugin that runs the tests of this package with every game, or with the games of `--game`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest

import fastcore
from fastcore import packages


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that chooses games."""
    parser.addoption(
        "--game",
        action="append",
        choices=fastcore.games(),
        default=[],
        help="the id of a game to test; without this option, every game",
    )
    parser.addoption("--twins", default="", help="a package with twins of games that have none of their own")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that ask for a game with each game of its kind in turn.

    `game_id` is the id of any game, `open_game` of a game without hidden information, which the tree search can play,
    and `hiding_game` of a game with hidden information. A test may have its own list of games.
    """
    chosen = metafunc.config.getoption("game") or fastcore.games()
    hiding = [game for game in chosen if fastcore.info(game).has.covered]
    kinds = {"game_id": chosen, "open_game": [game for game in chosen if game not in hiding], "hiding_game": hiding}
    own = {name for mark in metafunc.definition.iter_markers("parametrize") for name in _names(mark.args[0])}
    for name, games in kinds.items():
        if name in metafunc.fixturenames and name not in own:
            metafunc.parametrize(name, games)


def _names(arguments: str | Sequence[str]) -> list[str]:
    """Return the names in the first argument of `parametrize`."""
    return [name.strip() for name in arguments.split(",")] if isinstance(arguments, str) else list(arguments)


@pytest.fixture
def twin(game_id: str, request: pytest.FixtureRequest) -> ModuleType:
    """Return the twin of the game: the same rules in plain Python."""
    names = [f"{packages.module_name(game_id)}.twin"]
    if shared := request.config.getoption("twins"):
        names.append(f"{shared}.{game_id}")
    for name in names:
        if find_spec(name) is not None:
            return import_module(name)
    pytest.skip(f"there is no twin {names[0]}")
