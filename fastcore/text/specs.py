"""The grammar of specs, `name` or `name(option=value,...)`, of games and bots: strict parsing, canonical output."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from fastcore.values import Option, choices, quoted

_SPEC = re.compile(r"([^()\s]+)(?:\((.*)\))?", re.DOTALL)
_WHOLE = re.compile(r"0|[1-9][0-9]{0,17}")
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,9})?")

Value = int | float | str


def split(text: str) -> tuple[str, str | None]:
    """Return the name, and the listing between the parentheses (None if there is none).

    Raises:
        ValueError: The text is not a spec. The message has the reason.
    """
    found = _SPEC.fullmatch(text)
    if found is None:
        raise ValueError(f"{quoted(text)} must have the form name or name(option=value,...), without spaces")
    return found[1], found[2]


def read(listing: str | None, options: Iterable[Option]) -> dict[str, Value]:
    """Return the options of a listing by name, in the order declared, with defaults for omitted options.

    An option with the default "" has no default.

    Raises:
        ValueError: An option is invalid. The message has the valid ones.
    """
    options = tuple(options)
    values = {option.name: value_of(option, option.default) for option in options if option.default}
    values |= given(listing, options) if listing is not None else {}
    return {option.name: values[option.name] for option in options if option.name in values}


def given(listing: str, options: Iterable[Option]) -> dict[str, Value]:
    """Return only the options that are written in `listing`, by name. Raise ValueError if one is invalid."""
    declared = {option.name: option for option in options}
    values: dict[str, Value] = {}
    for part in listing.split(","):
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{quoted(part)} must have the form option=value")
        if name not in declared:
            raise ValueError(f"there is no option {quoted(name)}; {choices(declared, 'option')}")
        if name in values:
            raise ValueError(f"the option {name} appears twice")
        values[name] = value_of(declared[name], value)
    return values


def value_of(option: Option, text: str) -> Value:
    """Return the value of an option. Raise ValueError, with the valid texts, if its text is invalid."""
    if option.kind == "whole" and _WHOLE.fullmatch(text) and option.least <= int(text) <= option.most:
        return int(text)
    if option.kind == "number" and _NUMBER.fullmatch(text) and option.least <= float(text) <= option.most:
        return float(text)
    if option.kind == "choice" and text in option.choices:
        return text
    if option.kind == "letters":
        if text in option.names:
            return text
        if text and text == "".join(letter for letter in option.choices if letter in text):
            return next((name for name, letters in option.names.items() if letters == text), text)
    raise ValueError(f"{option.name} is {quoted(text)}; it must be {option.allowed}")


def written(name: str, values: Mapping[str, Value], options: Iterable[Option]) -> str:
    """Return the canonical spec: only options that differ from their defaults, in the order declared."""
    parts = [
        f"{option.name}={_plain(values[option.name])}"
        for option in options
        if option.name in values and _plain(values[option.name]) != option.default
    ]
    return f"{name}({','.join(parts)})" if parts else name


def _plain(value: Value) -> str:
    return f"{value:.9f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
