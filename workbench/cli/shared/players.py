"""Decides who plays each seat, from `--seats` and `--bot`."""

from __future__ import annotations

import bots
from workbench.cli.shared.readers import BadInput
from workbench.game.session import PERSON


def split(listing: str) -> list[str]:
    """The texts between the commas, where those inside parentheses separate nothing."""
    texts, depth = [""], 0
    for letter in listing:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth <= 0:
            texts.append("")
        else:
            texts[-1] += letter
    return [text.strip() for text in texts]


def seats(spec: str, number: int, listing: str | None, bot: str | None) -> tuple[str, ...]:
    """The players of a game with this number of seats; without any wish a person, then the strongest bot."""
    if listing is not None and bot is not None:
        raise BadInput("give --seats or --bot, not both")
    if listing is not None:
        texts = split(listing)
        if len(texts) != number:
            raise BadInput(f"--seats names {len(texts)}; this game has {number} seats")
        if "" in texts:
            raise BadInput(f"--seats: nobody is named for seat {texts.index('') + 1}")
        return tuple(texts)
    return (PERSON, *[bots.strongest(spec) or PERSON if bot is None else bot] * (number - 1))
