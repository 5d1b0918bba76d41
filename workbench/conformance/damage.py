"""Random damage to texts, for tests that nothing crashes."""

from __future__ import annotations

import random

import fastcore
from workbench.conformance.walks import option_specs, random_position

JUNK = [
    "",
    " ",
    "  ",
    "-",
    "0",
    "00",
    "99",
    "2001",
    "x",
    "+",
    "/",
    "//",
    "(",
    ")",
    "=",
    ",",
    ".",
    "r",
    "b",
    "?",
    "\0",
    "\n",
    "é",
    "٣",
    "²",
    "⒉",
    "\ud800",
    "1" * 40,
    "r" * 300,
]


def damage_text(text: str, chance: random.Random) -> str:
    """Return the text with one to three small random changes."""
    for _ in range(chance.randint(1, 3)):
        start, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        kind = chance.randrange(7)
        if kind == 0:
            text = text[:start] + chance.choice(JUNK) + text[start:]
        elif kind == 1:
            text = text[:start] + text[start + 1 :]
        elif kind == 2:
            text = (
                text[:start]
                + chr(chance.choice([chance.randrange(32, 127), chance.randrange(0x110000)]))
                + text[start + 1 :]
            )
        elif kind == 3:
            text = text[:start] + text[end:]
        elif kind == 4:
            text = text[:start] + text[start:end] * 2 + text[end:]
        elif kind == 5:
            parts = text.split(" ")
            parts[chance.randrange(len(parts))] = chance.choice(JUNK)
            text = " ".join(parts)
        else:
            text = text[:start] + str(chance.randrange(-3, 3000)) + text[start:]
    return text


def sample_states(game_id: str) -> list[fastcore.State]:
    """Return positions of random games, six for each spec."""
    return [random_position(spec, "fuzz", number) for spec in option_specs(game_id) for number in range(6)]
