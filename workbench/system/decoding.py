"""Decoding of typed data on any thread.

msgspec describes a type when it is first used. If two threads do so at the same time, one can read an unfinished
description, and the process crashes. So all descriptions are built here, one at a time.
"""

from __future__ import annotations

import re
from threading import Lock
from typing import Any, TypeVar

import msgspec

Made = TypeVar("Made")

_LOCK = Lock()
_JSON: dict[Any, msgspec.json.Decoder[Any]] = {}
_WRONG_TYPE = re.compile(r"Expected `([\w |]+)`, got `(\w+)`")
_MISSING_FIELD = re.compile(r"Object missing required field `(.+)`")
_LENGTH = re.compile(r"Expected `(\w+)` of length (<=|>=)? ?(\d+)(?:, got (\d+))?")
_BOUND = re.compile(r"Expected `\w+` (<=|>=|<|>) ([-+.e\d]+)")
_PATTERN = re.compile(r"Expected `str` matching regex (.+)")
_NOT_LISTED = re.compile(r"Invalid (?:enum )?value (.+)")
_MALFORMED = re.compile(r"JSON is malformed: (.+)")
_BAD_KEY = re.compile(r"(.+) - at `key` in `\$(.*)`")
_SIMPLE = {
    "Input data was truncated": "the JSON ends too early",
    "Number out of range": "is a number that is too large",
    "Integer value out of range": "is a number that is too large",
}
_RELATIONS = {"<=": "at most ", ">=": "at least ", "<": "less than ", ">": "more than ", None: ""}
_PARTS = {"array": "entries", "str": "characters", "object": "members", "bytes": "bytes"}
_TYPES = {
    "array": "a list", "bool": "true or false", "float": "a number", "int": "a whole number", "null": "null",
    "object": "an object", "str": "text",
}  # fmt: skip


def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder of JSON to a type."""
    decoder = _JSON.get(kind)
    if decoder is None:
        with _LOCK:
            decoder = _JSON.setdefault(kind, msgspec.json.Decoder(kind))
    return decoder


def msgpack_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Return a new decoder of MessagePack to a type."""
    with _LOCK:
        return msgspec.msgpack.Decoder(kind)


def decode_json(data: bytes | str | msgspec.Raw, kind: type[Made]) -> Made:
    """Return JSON as an object of a type.

    Raises:
        msgspec.DecodeError: The data is no JSON.
        msgspec.ValidationError: The data does not fit the type.
    """
    made: Made = json_decoder(kind).decode(data)
    return made


def convert(value: object, kind: type[Made]) -> Made:
    """Return plain data as an object of a type.

    Raises:
        msgspec.ValidationError: The data does not fit the type.
    """
    json_decoder(kind)
    return msgspec.convert(value, kind)


def in_plain_words(error: msgspec.MsgspecError) -> str:
    """Return what is wrong with the data, in the words of JSON: which field, what it must be, and what it is."""
    reason, _, _ = str(error).partition(" - at `$")
    place = place_of(error)
    if bad_key := _BAD_KEY.fullmatch(reason):
        reason, place = bad_key[1], f"a name in {bad_key[2].strip('.') or 'this'}"
    if missing := _MISSING_FIELD.fullmatch(reason):
        name = f"{place}.{missing[1]}" if place else missing[1]
        return f"the field {name} is missing"
    if malformed := _MALFORMED.fullmatch(reason):
        return f"the JSON is invalid: {malformed[1]}"
    fault = _fault_of(reason)
    if fault is None:
        return f"{place}: {reason}" if place else reason
    return fault if fault.startswith("the JSON") else f"{place or 'this'} {fault}"


def _fault_of(reason: str) -> str | None:
    """Return what is wrong with a field as a predicate, such as "must be a text", or None for an unknown reason."""
    if wrong := _WRONG_TYPE.fullmatch(reason):
        wanted = " or ".join(_TYPES.get(name, name) for name in wrong[1].split(" | "))
        return f"must be {wanted}, not {_TYPES.get(wrong[2], wrong[2])}"
    if (length := _LENGTH.fullmatch(reason)) and length[1] in _PARTS:
        got = f", not {int(length[4]):,}" if length[4] else ""
        return f"must have {_RELATIONS[length[2]]}{int(length[3]):,} {_PARTS[length[1]]}{got}"
    if bound := _BOUND.fullmatch(reason):
        return f"must be {_RELATIONS[bound[1]]}{float(bound[2]):,g}"
    if pattern := _PATTERN.fullmatch(reason):
        return f"must match the pattern {pattern[1]}"
    if listed := _NOT_LISTED.fullmatch(reason):
        return f"has the unknown value {listed[1]}"
    return _SIMPLE.get(reason)


def place_of(error: msgspec.MsgspecError) -> str:
    """Return the path of the field that is wrong, such as "limit.seconds", or "" if the whole is."""
    return str(error).partition(" - at `$")[2].strip(".`")
