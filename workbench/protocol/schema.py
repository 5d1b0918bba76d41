"""The JSON Schema of the protocol, generated from its messages.

`python -m workbench.protocol.schema` writes `docs/bots/protocol.schema.json`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from workbench.protocol import messages
from workbench.protocol.messages import BOT_NOTIFICATIONS, BOT_RESULTS, HOST_NOTIFICATIONS, HOST_REQUESTS, VERSION

FILE = Path(__file__).parents[2] / "docs" / "bots" / "protocol.schema.json"
_RESULTS: dict[Any, Any] = {messages.Hello: messages.Identity, messages.Choose: messages.Decision}


def json_schema() -> dict[str, Any]:
    """Return the schema (2020-12): a line is one of the listed messages; `$defs` has their parts."""
    kinds = (*HOST_REQUESTS, *HOST_NOTIFICATIONS, *BOT_RESULTS, *BOT_NOTIFICATIONS, messages.ErrorBody)
    references, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    found = dict(zip(kinds, references, strict=True))
    for part in parts.values():
        part.pop("description", None)
    host = [_envelope(kind, found[kind], kind in HOST_REQUESTS) for kind in (*HOST_REQUESTS, *HOST_NOTIFICATIONS)]
    bot = [_answer("result", found[kind]) for kind in BOT_RESULTS]
    bot += [_answer("result", {}), _answer("error", found[messages.ErrorBody])]
    bot += [_envelope(kind, found[kind], False) for kind in BOT_NOTIFICATIONS]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "herbarium-bot",
        "version": VERSION,
        "description": "A line of the protocol (docs/bots/protocol.md). `results` names the result of each request.",
        "oneOf": [{"$ref": "#/$defs/FromHost"}, {"$ref": "#/$defs/FromBot"}],
        "results": {
            kind.method: found[_RESULTS[kind]] if kind in _RESULTS else {} for kind in HOST_REQUESTS
        },
        "$defs": {"FromHost": {"oneOf": host}, "FromBot": {"anyOf": bot}, **parts},
    }  # fmt: skip


def _envelope(kind: Any, params: dict[str, Any], is_request: bool) -> dict[str, Any]:
    members: dict[str, Any] = {"jsonrpc": {"const": "2.0"}}
    if is_request:
        members["id"] = {"type": "integer", "minimum": 1}
    members |= {"method": {"const": kind.method}, "params": params}
    return {"type": "object", "properties": members, "required": list(members)}


def _answer(member: str, content: dict[str, Any]) -> dict[str, Any]:
    identifier = {"type": ["integer", "null"]} if member == "error" else {"type": "integer", "minimum": 1}
    members = {"jsonrpc": {"const": "2.0"}, "id": identifier, member: content}
    return {"type": "object", "properties": members, "required": list(members)}


def encoded() -> bytes:
    """Return the content of the file in `docs`."""
    return msgspec.json.format(msgspec.json.encode(json_schema())) + b"\n"


if __name__ == "__main__":
    sys.stdout.write(f"{FILE.name}: version {VERSION}\n")
    FILE.write_bytes(encoded())
