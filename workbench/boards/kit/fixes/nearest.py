"""The valid text nearest to an invalid one: a number, a word, a row of a board, or a list of parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

MAX_LENGTH = 60  # maximum number of characters or parts compared
SKIP_COST, INSERT_COST, SKIP_EMPTY_COST = 3, 3, 1


def number(text: str, least: int, most: int, default: int | None = None) -> int:
    """Return the number in a range that is nearest to the first number in a text.

    If the text contains no number, return `default`, or `least` if `default` is None.
    """
    found = re.search("(-?)([0-9]+)", text[:MAX_LENGTH])
    if found is None:
        return least if default is None else default
    value = int(found[2]) * (-1 if found[1] and found.start() == 0 else 1)
    return min(max(value, least), most)


def one_of(text: str, choices: Iterable[str]) -> str:
    """Return the choice with the smallest edit distance to a text. Case only breaks ties."""
    return min(choices, key=lambda choice: (distance(text.lower(), choice.lower()), distance(text, choice)))


def distance(first: str, second: str) -> int:
    """Return the Levenshtein distance of two texts."""
    first, second = first[:MAX_LENGTH], second[:MAX_LENGTH]
    row = list(range(len(second) + 1))
    for place, letter in enumerate(first, 1):
        above, row[0] = row[0], place
        for column, wanted in enumerate(second, 1):
            above, row[column] = row[column], min(row[column] + 1, row[column - 1] + 1, above + (letter != wanted))
    return row[-1]


class Alignment(NamedTuple):
    """An assignment of parts to places, in order.

    Attributes:
        places: For each place the index of its part, or None if the place has none.
        unused: The indices of the parts that are assigned to no place.
    """

    places: tuple[int | None, ...]
    unused: tuple[int, ...]


def align(parts: Sequence[str], fits: Sequence[Callable[[str], bool]], mismatch: int = 4) -> Alignment:
    """Return the cheapest alignment of too many or too few parts with the places of a list.

    Args:
        parts: The parts.
        fits: For each place, a function that returns whether a part fits there.
        mismatch: The cost of a part that does not fit its place. An empty place or an unused part costs 3.
    """
    parts = parts[:MAX_LENGTH]
    rows: list[list[tuple[int, Alignment]]] = []
    for place in range(len(fits) + 1):
        rows.append([])
        for part in range(len(parts) + 1):
            options: list[tuple[int, Alignment]] = [] if place or part else [(0, Alignment((), ()))]
            if part:
                cost, best = rows[place][part - 1]
                cost += SKIP_COST if parts[part - 1] else SKIP_EMPTY_COST
                options.append((cost, Alignment(best.places, (*best.unused, part - 1))))
            if place:
                cost, best = rows[place - 1][part]
                options.append((cost + INSERT_COST, Alignment((*best.places, None), best.unused)))
            if place and part:
                cost, best = rows[place - 1][part - 1]
                cost += 0 if fits[place - 1](parts[part - 1]) else mismatch
                options.append((cost, Alignment((*best.places, part - 1), best.unused)))
            rows[place].append(min(options, key=lambda option: option[0]))
    return rows[-1][-1][1]


def row(text: str, letters: str, length: int) -> list[str]:
    """Return the pieces of a row, "" for an empty place. The row keeps as much of a text as possible.

    Any other character counts as an empty place if the length is then closer to the correct one. At the end, empty
    places are added or removed.

    Args:
        text: Letters of pieces, and numbers for runs of empty places.
        letters: The letters of the pieces.
        length: The number of places.
    """
    best: list[str] = []
    for unknown in (1, 0):
        pieces: list[str] = []
        for found in re.findall("[0-9]+|.", text[: 4 * MAX_LENGTH], re.DOTALL):
            if found.lower() in letters.lower():
                pieces.append(letters[letters.lower().index(found.lower())])
            else:
                empty = int(found[:3]) if re.fullmatch("[0-9]+", found) else unknown
                pieces += [""] * min(empty, 4 * MAX_LENGTH)
        if not best or abs(len(pieces) - length) < abs(len(best) - length):
            best = pieces
    while len(best) > length and "" in best:
        best.pop(len(best) - 1 - best[::-1].index(""))
    return (best + [""] * (length - len(best)))[:length]
