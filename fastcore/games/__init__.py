"""The games: every folder here is one. Texts become States at this door, or are refused with a reason.

A game's folder holds an `__init__.py` with `INFO` (a GameInfo) and `rules(options)` (its Game for these options).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from operator import index
from pkgutil import iter_modules
from types import ModuleType

from fastcore import plain, specs
from fastcore.game import Game
from fastcore.limits import MAX_POSITION, MAX_SPEC, over
from fastcore.mending import with_mends
from fastcore.nearest import one_of
from fastcore.state import State, faults, view_faults
from fastcore.values import BadPosition, GameInfo, Mend, Problem, quoted
from fastcore.viewpoint import Viewpoint


@cache
def games() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


def info(id: str) -> GameInfo:
    """What is fixed about a game; BadPosition (field "spec") if there is none with this id."""
    found: GameInfo = _module(plain.text(id, "an id")).INFO
    return found


def start(spec: str) -> State:
    """The state that a game of this spec begins in; BadPosition if the spec is refused."""
    return State(_game(plain.text(spec, "a spec")))


def parse(situation: str) -> State:
    """The state of a situation, `<spec> <position text>`; BadPosition with the first thing wrong."""
    spec, text = _parts(situation)
    game = _game(spec)
    if text is None:
        raise BadPosition("position", "there is no position after the spec")
    return State(game, text)


def problems(situation: str, seat: int | None = None) -> list[Problem]:
    """[] or all that is wrong, in the line's order; with a seat the text is that seat's view. Every mend there is mends
    its problem and makes nothing else wrong, but for what could not be read before."""
    situation, seat = plain.text(situation, "a situation"), None if seat is None else index(seat)
    found = _judged(situation, seat)
    return with_mends(situation, found, lambda other: _judged(other, seat)) if found else []


def _judged(situation: str, seat: int | None) -> list[Problem]:
    """Return all problems of a situation, with fixes that have not been tried yet."""
    try:
        spec, text = _parts(situation)
    except BadPosition as error:
        return [Problem(error.field, error.reason, (), (0, len(situation)), (), True)]
    try:
        game = _game(spec)
    except BadPosition as error:
        near = [other if text is None else f"{other} {text}" for other in _specs_near(spec)]
        if text is None or not _judged(near[0], seat):
            near = near[:2]  # the position tells no other
        mends = [Mend(f"make it {other.partition(' ')[0]}", other) for other in near]
        return [Problem(error.field, error.reason, (), (0, len(spec)), tuple(mends), True)]
    if seat is not None and not 0 <= seat < game.seats:
        raise ValueError(f"seat is {seat}; it must be 0 to {game.seats - 1}, or None")
    if text is None:
        mend = Mend("put the start position after the spec", f"{spec} {State(game).text()}")
        reason = "there is no position after the spec"
        return [Problem("position", reason, (), (len(spec), len(spec)), (mend,), True)]
    shift = len(spec) + 1
    found = faults(game, text) if seat is None else view_faults(game, text, seat)
    return [replace(fault, span=(fault.span[0] + shift, fault.span[1] + shift)) for fault in found]


def _specs_near(spec: str) -> list[str]:
    """Specs instead of one that is refused: with what can be kept of it first, then others,
    for the position may tell which."""
    name, _, listing = spec.partition("(")
    nearest = one_of(name, games())
    found = []
    for id in [nearest, *(other for other in games() if name not in games() and other != nearest)]:
        options = info(id).options
        kept = specs.near(listing.removesuffix(")"), options) if id == nearest else {}
        values = [kept, {}, *({**kept, option.name: value} for option in options for value in specs.few(option))]
        found += [specs.written(id, one, options) for one in values]
    return list(dict.fromkeys(found))


def viewpoint_of(view: str, seat: int | None) -> Viewpoint:
    """What a seat knows that begins with this view, `<spec> <view>`; BadPosition with the first thing wrong."""
    spec, text = _parts(view)
    game = _game(spec)
    if text is None:
        raise BadPosition("position", "there is no view after the spec")
    return Viewpoint(game, seat, text)


def _parts(situation: str) -> tuple[str, str | None]:
    spec, space, text = plain.text(situation, "a situation").partition(" ")
    if reason := over(len(spec), MAX_SPEC, "a spec"):
        raise BadPosition("spec", reason)
    if reason := over(len(text), MAX_POSITION, "a position"):
        raise BadPosition("position", reason)
    return spec, text if space else None


def _module(id: str) -> ModuleType:
    if id not in games():
        raise BadPosition("spec", f"no game {quoted(id)}; there is {', '.join(games())}")
    return import_module(f"fastcore.games.{id}")


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
    game: Game = module.rules(options)
    return game
