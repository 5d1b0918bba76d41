"""The games: each folder here is a game. This module parses texts into States, or rejects them with a reason.

The `__init__.py` of a game's folder has `INFO` (its GameInfo) and its class, which derives from Game. Installed
packages can add games (`fastcore.packages`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from operator import index
from types import ModuleType

from fastcore import packages
from fastcore.game import Game
from fastcore.knowledge.viewpoint import Viewpoint
from fastcore.state import State, faults, view_faults
from fastcore.text import plain, specs
from fastcore.text.limits import MAX_POSITION, MAX_SPEC, over
from fastcore.values import BadPosition, GameInfo, Problem, quoted


@cache
def games() -> tuple[str, ...]:
    """Return the ids of all games, in alphabetical order, with those of installed packages that can be used."""
    usable = packages.outside().keys() - packages.unusable().keys()
    return tuple(sorted({*packages.built_in(), *usable}))


def unusable_games() -> dict[str, str]:
    """Return why each game of an installed package that cannot be used is left out, by the id of the game."""
    return dict(packages.unusable())


def info(id: str) -> GameInfo:
    """Return the constants of a game. Raise BadPosition, with the field "spec", if there is no such game."""
    found: GameInfo = _module(plain.text(id, "an id")).INFO
    return found


def start(spec: str) -> State:
    """Return the start of a game of this spec. Raise BadPosition if the spec is invalid."""
    return State(_game(plain.text(spec, "a spec")))


def parse(situation: str) -> State:
    """Return the state of a situation, `<spec> <position text>`. Raise BadPosition with the first problem."""
    spec, text = _parts(situation)
    game = _game(spec)
    if text is None:
        raise BadPosition("position", "the position text is missing after the spec")
    return State(game, text)


def problems(situation: str) -> list[Problem]:
    """Return all problems of a situation, `<spec> <position text>`, in the order of its text; [] if it is valid."""
    return _problems(plain.text(situation, "a situation"), faults)


def view_problems(view: str, seat: int | None) -> list[Problem]:
    """Return all problems of `<spec> <view>` in the order of the text; [] if it is valid.

    Args:
        view: the spec, and the position text as one seat sees it.
        seat: that seat; None for what everybody sees (public information).

    Raises:
        ValueError: the game has no such seat.
    """
    seat = None if seat is None else index(seat)
    return _problems(plain.text(view, "a view"), lambda game, text: view_faults(game, text, seat))


def _problems(situation: str, judge: Callable[[Game, str], list[Problem]]) -> list[Problem]:
    """Return the problems of a situation. `judge` checks its position text."""
    try:
        spec, text = _parts(situation)
    except BadPosition as error:
        return [Problem(error.field, error.reason, (), (0, len(situation)), True, "length")]
    try:
        game = _game(spec)
    except BadPosition as error:
        return [Problem(error.field, error.reason, (), (0, len(spec)), True, "spec")]
    if text is None:
        reason = "the position text is missing after the spec"
        return [Problem("position", reason, (), (len(spec), len(spec)), True, "no-position")]
    shift = len(spec) + 1
    return [replace(fault, span=(fault.span[0] + shift, fault.span[1] + shift)) for fault in judge(game, text)]


def viewpoint_of(view: str, seat: int | None) -> Viewpoint:
    """Return the Viewpoint of a seat that begins with a view, `<spec> <view>`.

    Raise BadPosition with the first problem.
    """
    spec, text = _parts(view)
    game = _game(spec)
    if text is None:
        raise BadPosition("position", "the view is missing after the spec")
    return Viewpoint(game, seat, text)


def _parts(situation: str) -> tuple[str, str | None]:
    spec, space, text = plain.text(situation, "a situation").partition(" ")
    if reason := over(len(spec), MAX_SPEC, "a spec"):
        raise BadPosition("spec", reason)
    if reason := over(len(text), MAX_POSITION, "a position"):
        raise BadPosition("position", reason)
    return spec, text if space else None


def _module(id: str) -> ModuleType:
    if id not in packages.built_in():
        if id in packages.unusable():
            raise BadPosition("spec", f"the game {quoted(id)} cannot be used: {packages.unusable()[id]}")
        if id not in games():
            raise BadPosition("spec", f"there is no game {quoted(id)}; the games are {', '.join(games())}")
    return packages.load(id)


@lru_cache(maxsize=256)
def _game(spec: str) -> Game:
    if reason := over(len(spec), MAX_SPEC, "a spec"):
        raise BadPosition("spec", reason)
    try:
        name, listing = specs.split(spec)
    except ValueError as error:
        raise BadPosition("spec", str(error)) from None
    module = _module(name)
    try:
        options = specs.read(listing, module.INFO.options)
    except ValueError as error:
        raise BadPosition("spec", str(error)) from None
    game: Game = packages.game_class(module)(module.INFO, options)
    game.check()
    return game
