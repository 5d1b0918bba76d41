"""Random changes to data, like those of an attacker, a broken disk or another program."""

from __future__ import annotations

import json
from random import Random
from typing import Any

ODD: list[Any] = [
    None, True, -1, 0, 10**30, -(2**63), 1.5, -0.0, 1e308, "", "x", "\x00", "\x1b[31m", "\u202e", "a" * 300,
    "9" * 5_000, [], [[]], {},
    {"x": 1}, [None] * 50, {"": {}}, "person", "2:r>=0", "position=x", "NaN",
]  # fmt: skip


def places(document: Any) -> list[tuple[Any, Any]]:
    """Return every container in JSON data with each of its keys or indices."""
    pairs, stack = [], [document]
    while stack:
        container = stack.pop()
        for key in list(container) if isinstance(container, dict) else range(len(container)):
            pairs.append((container, key))
            if isinstance(container[key], (dict, list)):
                stack.append(container[key])
    return pairs


def change_json(text: str, chance: Random) -> bytes:
    """Return JSON with up to four random changes: values are replaced, removed, repeated, added or altered.

    Some results also have changed bytes.
    """
    document = json.loads(text)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        all_places = places(document)
        if not all_places:
            break
        container, key = chance.choice(all_places)
        source, source_key = chance.choice(all_places)
        kind = chance.randrange(7)
        if kind == 0:
            del container[key]
        elif kind == 1 and isinstance(container, list):
            container[key:key] = [container[key]] * chance.choice((1, 2, 50, 400))
        elif kind == 2 and isinstance(container, dict):
            container[chance.choice(["", "x", "move", "lines", "moves", str(key)])] = chance.choice(ODD)
        elif kind == 3:
            container[key] = json.loads(json.dumps(source[source_key]))
        elif kind == 4 and isinstance(container[key], str):
            container[key] = change_bytes(container[key].encode(errors="replace"), chance).decode(
                errors="surrogateescape" if chance.random() < 0.1 else "replace"
            )
        elif kind == 5 and isinstance(container[key], (int, float)) and not isinstance(container[key], bool):
            container[key] = container[key] + chance.choice((-1, 1, 0.5, 1e9, -(10**20)))
        else:
            container[key] = json.loads(json.dumps(chance.choice(ODD)))
    data = json.dumps(document).encode(errors="surrogatepass")
    if chance.random() < 0.02:
        deep = chance.choice((40, 2_000, 50_000))
        data = data.replace(b"[", b"[" * deep, 1)
    return change_bytes(data, chance) if chance.random() < 0.1 else data


def change_bytes(data: bytes, chance: Random) -> bytes:
    """Return data with some bytes changed, removed, repeated or cut off."""
    result = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8))):
        if not result:
            break
        offset = chance.randrange(len(result))
        kind = chance.randrange(5)
        if kind == 0:
            result[offset] ^= 1 << chance.randrange(8)
        elif kind == 1:
            result[offset] = chance.randrange(256)
        elif kind == 2 and chance.random() < 0.3:
            del result[offset:]
        elif kind == 3:
            result[offset:offset] = result[offset : offset + chance.randrange(1, 40)] * chance.choice((1, 1, 10))
        else:
            del result[offset : offset + chance.randrange(1, 6)]
    return bytes(result)
