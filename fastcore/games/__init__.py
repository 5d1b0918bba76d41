"""The games: every folder here is one. Texts become States at this door, or are refused with a reason.

A game's folder holds an `__init__.py` with `INFO` (a GameInfo) and `rules(options)` (its Game for these options).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from fastcore import specs
from fastcore.game import Game
from fastcore.state import State, faults
from fastcore.values import BadPosition, GameInfo, Mend, Problem, quoted
from fastcore.viewpoint import Viewpoint


@cache
def games() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


def info(id: str) -> GameInfo:
    """What is fixed about a game; BadPosition (field "spec") if there is none with this id."""
    found: GameInfo = _module(id).INFO
    return found


def start(spec: str) -> State:
    """The state that a game of this spec begins in; BadPosition if the spec is refused."""
    return State(_game(spec))


def parse(situation: str) -> State:
    """The state of a situation, `<spec> <position text>`; BadPosition with the first thing wrong."""
    spec, text = _parts(situation)
    game = _game(spec)
    if text is None:
        raise BadPosition("position", "there is no position after the spec")
    return State(game, text)


def problems(situation: str, seat: int | None = None) -> list[Problem]:
    """[] or all that is wrong, in the line's order; with a seat the text is that seat's view."""
    spec, text = _parts(situation)
    try:
        game = _game(spec)
    except BadPosition as error:
        return [Problem(error.field, error.reason, span=(0, len(spec)))]
    if seat is not None and not 0 <= seat < game.seats:
        raise ValueError(f"seat is {seat}; it must be 0 to {game.seats - 1}, or None")
    if text is None:
        start_text = State(game).text()
        mend = Mend("put the start position after the spec", f"{spec} {start_text}")
        return [Problem("position", "there is no position after the spec", span=(len(spec), len(spec)), mends=(mend,))]
    shift = len(spec) + 1
    return [
        replace(fault, span=(fault.span[0] + shift, fault.span[1] + shift)) for fault in faults(game, text, seat)
    ]


def viewpoint_of(view: str, seat: int | None) -> Viewpoint:
    """What a seat knows that begins with this view, `<spec> <view>`; BadPosition with the first thing wrong."""
    spec, text = _parts(view)
    game = _game(spec)
    if text is None:
        raise BadPosition("position", "there is no view after the spec")
    return Viewpoint(game, seat, text)


def _parts(situation: str) -> tuple[str, str | None]:
    if not isinstance(situation, str):
        raise TypeError(f"a situation is a text, not {type(situation).__name__}")
    spec, space, text = situation.partition(" ")
    return spec, text if space else None


def _module(id: str) -> ModuleType:
    if id not in games():
        raise BadPosition("spec", f"no game {quoted(id)}; there is {', '.join(games())}")
    return import_module(f"fastcore.games.{id}")


@lru_cache(maxsize=256)
def _game(spec: str) -> Game:
    if not isinstance(spec, str):
        raise TypeError(f"a spec is a text, not {type(spec).__name__}")
    try:
        name, listing = specs.split(spec)
    except ValueError as error:
        raise BadPosition("spec", str(error)) from None
    module = _module(name)
    try:
        options = specs.read(listing, module.INFO.options)
    except ValueError as error:
        raise BadPosition("spec", str(error)) from None
    game: Game = module.rules(options)
    return game
