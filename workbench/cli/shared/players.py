"""The players of the seats, from `--seats` and `--bot`."""

from __future__ import annotations

import bots
from workbench.cli.shared.readers import InputError
from workbench.game.session import PERSON
from workbench.system.translation import tr


def split_list(listing: str) -> list[str]:
    """Split a list at its commas, except inside parentheses and quotation marks."""
    texts, depth, quoted, escaped = [""], 0, False, False
    for letter in listing:
        quoted, escaped = quoted ^ (letter == '"' and not escaped), letter == "\\" and not escaped
        depth += 0 if quoted else (letter == "(") - (letter == ")")
        if letter == "," and depth <= 0 and not quoted:
            texts.append("")
        else:
            texts[-1] += letter
    return [text.strip() for text in texts]


def seats(spec: str, number: int, listing: str | None, bot: str | None) -> tuple[str, ...]:
    """Return the player of each seat. Without options, the first seat is a person and the rest are bots of a level.

    Args:
        spec: The game.
        number: The number of seats.
        listing: The value of `--seats`, if given.
        bot: The value of `--bot`, if given.

    Raises:
        InputError: Both options are given, or the list does not name a player for every seat.
    """
    if listing is not None and bot is not None:
        raise InputError(tr("give --seats or --bot, not both"))
    if listing is not None:
        texts = split_list(listing)
        if len(texts) != number:
            raise InputError(tr("--seats names {count}; this game has {number} seats", count=len(texts), number=number))
        if "" in texts:
            raise InputError(tr("--seats: the player of seat {index} is missing", index=texts.index("") + 1))
        return tuple(texts)
    return (PERSON, *[bots.usual_level(spec) or PERSON if bot is None else bot] * (number - 1))
