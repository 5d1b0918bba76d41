"""The valid specs nearest to an invalid one."""

from __future__ import annotations

from collections.abc import Iterable

import fastcore
from fastcore import Option
from fastcore.text import specs
from fastcore.text.specs import Value
from workbench.boards.kit.fixes import nearest

MAX_OPTIONS = 20  # maximum number of options read from a listing
MAX_VALUES = 8  # maximum number of values of an option that are all proposed
MAX_EDITS = 2  # maximum edit distance of a misspelt option name or game


def near_game(name: str) -> str:
    """Return the game that a misspelt name means, or "" if no game has a similar name."""
    best = nearest.one_of(name, fastcore.games())
    return best if nearest.distance(name.casefold(), best) <= min(MAX_EDITS, len(name) // 2) else ""


def nearest_specs(spec: str) -> list[str]:
    """Return specs to replace an invalid one, beginning with those that keep most of it.

    The remaining specs are useful because the position text may belong to another game or other options. If no game
    has a similar name, return every game with its standard options.
    """
    name, _, listing = spec.partition("(")
    best = near_game(name)
    if not best:
        return list(fastcore.games())
    others = [game for game in fastcore.games() if game != best] if name not in fastcore.games() else []
    found = []
    for game in (best, *others):
        options = fastcore.info(game).options
        kept = nearest_options(listing.removesuffix(")"), options) if game == best else {}
        values = [kept, {}, *({**kept, option.name: value} for option in options for value in few_values(option))]
        found += [specs.written(game, one, options) for one in values]
    return list(dict.fromkeys(found))


def nearest_options(listing: str, options: Iterable[Option]) -> dict[str, Value]:
    """Return the options that are nearest to an invalid listing. Unknown and repeated options are left out."""
    declared = {option.name: option for option in options}
    values: dict[str, Value] = {}
    for part in listing.split(",")[:MAX_OPTIONS] if declared else ():
        name, equals, text = part.partition("=")
        found = nearest.one_of(name, declared)
        if equals and nearest.distance(name, found) <= MAX_EDITS and found not in values:
            values[found] = nearest_value(declared[found], text)
    return values


def nearest_value(option: Option, text: str) -> Value:
    """Return the value of an option nearest to a text."""
    try:
        return specs.value_of(option, text)
    except ValueError:
        if option.kind == "whole":
            return nearest.number(text, int(option.least), int(option.most), int(option.default))
        if option.kind == "choice" or text[:1] not in option.choices:
            return nearest.one_of(text, option.choices or option.names)
        return specs.value_of(option, "".join(letter for letter in option.choices if letter in text))


def few_values(option: Option) -> list[Value]:
    """Return the values of an option, or [] if it has many."""
    if option.kind == "whole" and option.most - option.least < MAX_VALUES:
        return list(range(int(option.least), int(option.most) + 1))
    return list(option.choices) if option.kind == "choice" else list(option.names)
