"""Changes to data such as an attacker, a broken disk or another program may make."""

from __future__ import annotations

import json
from random import Random
from typing import Any

ODD: list[Any] = [
    None, True, -1, 0, 10**30, -(2**63), 1.5, -0.0, 1e308, "", "x", "\x00", "\x1b[31m", "\u202e", "a" * 300,
    "9" * 5_000, [], [[]], {},
    {"x": 1}, [None] * 50, {"": {}}, "person", "2:r>=0", "position=x", "NaN",
]  # fmt: skip


def places(plain: Any) -> list[tuple[Any, Any]]:
    """Return every container in JSON data with every key or index in it."""
    found, waiting = [], [plain]
    while waiting:
        here = waiting.pop()
        for key in list(here) if isinstance(here, dict) else range(len(here)):
            found.append((here, key))
            if isinstance(here[key], (dict, list)):
                waiting.append(here[key])
    return found


def changed(text: str, chance: Random) -> bytes:
    """Return JSON with one to four changes: values replaced, removed, repeated or exchanged, and now and then bytes."""
    plain = json.loads(text)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        there = places(plain)
        if not there:
            break
        here, key = chance.choice(there)
        other, name = chance.choice(there)
        way = chance.randrange(7)
        if way == 0:
            del here[key]
        elif way == 1 and isinstance(here, list):
            here[key:key] = [here[key]] * chance.choice((1, 2, 50, 400))
        elif way == 2 and isinstance(here, dict):
            here[chance.choice(["", "x", "move", "lines", "moves", str(key)])] = chance.choice(ODD)
        elif way == 3:
            here[key] = json.loads(json.dumps(other[name]))
        elif way == 4 and isinstance(here[key], str):
            here[key] = bytes_changed(here[key].encode(errors="replace"), chance).decode(
                errors="surrogateescape" if chance.random() < 0.1 else "replace"
            )
        elif way == 5 and isinstance(here[key], (int, float)) and not isinstance(here[key], bool):
            here[key] = here[key] + chance.choice((-1, 1, 0.5, 1e9, -(10**20)))
        else:
            here[key] = json.loads(json.dumps(chance.choice(ODD)))
    data = json.dumps(plain).encode(errors="surrogatepass")
    if chance.random() < 0.02:
        deep = chance.choice((40, 2_000, 50_000))
        data = data.replace(b"[", b"[" * deep, 1)
    return bytes_changed(data, chance) if chance.random() < 0.1 else data


def bytes_changed(data: bytes, chance: Random) -> bytes:
    """Return bytes with some of them changed, cut off, repeated or put in."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8))):
        if not made:
            break
        at = chance.randrange(len(made))
        way = chance.randrange(5)
        if way == 0:
            made[at] ^= 1 << chance.randrange(8)
        elif way == 1:
            made[at] = chance.randrange(256)
        elif way == 2 and chance.random() < 0.3:
            del made[at:]
        elif way == 3:
            made[at:at] = made[at : at + chance.randrange(1, 40)] * chance.choice((1, 1, 10))
        else:
            del made[at : at + chance.randrange(1, 6)]
    return bytes(made)
