"""The keys of lines in Herbs."""

from __future__ import annotations

import re

from workbench.boards.herbs.tables.fillers import without_mark
from workbench.boards.herbs.tables.rounds import BID, READY, STONES


def spelling(text: str) -> str:
    """Return the keys of a line."""
    text, number = without_mark(text)
    last = "" if number is None else f"!{number or ''}"
    if text == READY:
        return f".{last}"
    if text.startswith(BID):
        return f"{text.removeprefix(BID)}{last}"
    if text.startswith(STONES):
        return f"{text[0]}{text[2:]}{last}".casefold()
    return f"{text.replace('/', '')}{last}".casefold()


def item_of(keys: str) -> str:
    """Return the action of a Herb, the stone or the bid that keys mean. Keys that mean none remain as they are."""
    typed = keys.casefold()
    if typed.isdecimal():
        return f"{BID}{typed}"
    if turn := re.fullmatch(r"(\dp\d)/?(\d+)", typed):
        return f"{turn[1].upper()}/{turn[2]}"
    if stone := re.fullmatch(r"([wb])[hl]?([a-z]\d+)", typed):
        return f"{'Wh' if stone[1] == 'w' else 'Bl'}{stone[2].upper()}"
    return keys.upper() if re.fullmatch(r"\d[a-oq-z][a-z]*\d*", typed) else keys
