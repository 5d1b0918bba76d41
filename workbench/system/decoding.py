"""Decoding of typed data on any thread.

msgspec describes a type when it is first used. If two threads do so at the same time, one can read an unfinished
description, and the process crashes. So all descriptions are built here, one at a time.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, TypeVar

import msgspec

Made = TypeVar("Made")

_LOCK = Lock()
_JSON: dict[Any, msgspec.json.Decoder[Any]] = {}


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


def decode_json(data: bytes | str, kind: type[Made]) -> Made:
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
