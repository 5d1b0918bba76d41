"""What is nearest to a part of a Herbs position that cannot be read, or where else a piece may stand."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import lru_cache

from fastcore import nearest
from fastcore.games.herbs.texts import (
    FACINGS,
    ITEMS,
    MOST_BLACK,
    MOST_WHITE,
    PITS,
    SIDE,
    SQUARES,
    herb_seat,
    row_text,
)
from fastcore.lines import of_rows

_MISSING = {"herbs": "-", "ap": "0", "points": "0", "piles": f"{MOST_WHITE}w{MOST_BLACK}b"}


def row(text: str) -> str:
    """A row of the board."""
    return row_text(nearest.row(text, "wb", SIDE))


def parts(field: str, texts: Sequence[str], separator: str, number: int) -> tuple[str, dict[str, str]]:
    """A field with the right number of parts."""
    if field == "board":
        words, changed = of_rows(
            field, [line for text in texts for line in text.split("/")], [SIDE] * SIDE, lambda line, _: row(line)
        )
        return words, dict(changed)
    missing = number - len(texts)
    words = f"write {_MISSING[field]} for what is missing" if missing > 0 else "leave out what is too much"
    return words, {field: separator.join([*texts, *[_MISSING[field]] * number][:number])}


def herb(text: str, number: int) -> str:
    """A Herb's square and facing; "" if no square can be made out."""
    found = re.match("([A-Ka-k])([0-9]{1,2})", text)
    facing = next((letter for letter in text[:20] if letter in FACINGS), FACINGS[2 * herb_seat(number)])
    if found is None or not 1 <= int(found[2]) <= SIDE:
        return ""
    return f"{found[1].upper()}{int(found[2])}{facing}"


def free(square: int, stones: Sequence[str], taken: Container[int]) -> str:
    """The nearest square to one that holds nothing and is no pit; "" if there is none."""

    def far(other: int) -> tuple[int, int]:
        return abs(other // SIDE - square // SIDE) + abs(other % SIDE - square % SIDE), other

    places = (other for other in range(len(SQUARES)) if other not in PITS and other not in taken and not stones[other])
    nearest_one = min(places, key=far, default=None)
    return "" if nearest_one is None else SQUARES[nearest_one]


def pile(text: str) -> str:
    """A pile of stones."""
    numbers = re.findall("[0-9]+", text[:40])
    counts = []
    for place, (colour, most) in enumerate((("w", MOST_WHITE), ("b", MOST_BLACK))):
        found = re.search(f"([0-9]+){colour}", text[:40])
        count = found[1] if found else numbers[place] if place < len(numbers) else str(most if not numbers else 0)
        counts.append(f"{min(int(count), most)}{colour}")
    return "".join(counts)


@lru_cache(maxsize=1024)
def item(text: str, seat: int) -> str:
    """An item of this seat's plan with one letter other than in a text, its number the nearest; "" if there is none."""
    own = [one.text for one in ITEMS if one.herb < 0 or herb_seat(one.herb) == seat]
    best = [one for one in own if nearest.distance(text.lower(), one.lower()) < 2]
    return min(best, key=lambda one: abs(_last(one) - _last(text))) if best else ""


def _last(text: str) -> int:
    """The number that a text ends with, 0 if there is none."""
    found = re.search("[0-9]+$", text)
    return int(found[0]) if found else 0


def phases(text: str) -> list[tuple[str, str]]:
    """What may stand for a phase: (words, text)."""
    cut = text[:400]
    kind = nearest.one_of(cut.partition(":")[0], ("write", "bid", "over"))
    texts = cut.split(":")
    seat = next((part for part in texts[1:] if part in ("1", "2")), "1")
    plans = next((part for part in texts if "|" in part), "|")
    ways = [("write the plans of this round afresh", "write:1:|")]
    if kind == "over":
        return [("end the game", "over"), *ways]
    if kind == "bid":
        numbers = [part for part in texts[2:] if part.isascii() and part.isdigit()]
        bid = texts[-1] if texts[-1] in numbers and len(numbers) > 1 else "-"
        new = f"bid:{seat}:{numbers[0] if numbers else 1}:{plans}:{bid}"
        return [(f"let seat {seat} bid", new), *ways]
    return [(f"let seat {seat} write", f"write:{seat}:{plans}"), *ways]
