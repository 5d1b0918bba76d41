"""What is nearest to a text that cannot be read:
a number, a word, a row of a board, a list with the right number of parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

_LONGEST = 60  # characters or parts of a text that are looked at


def number(text: str, least: int, most: int, otherwise: int | None = None) -> int:
    """The number in a range that is nearest to the first one in a text; `otherwise` (or the least) if there is none."""
    found = re.search("(-?)([0-9]+)", text[:_LONGEST])
    if found is None:
        return least if otherwise is None else otherwise
    value = int(found[2]) * (-1 if found[1] and found.start() == 0 else 1)
    return min(max(value, least), most)


def one_of(text: str, choices: Iterable[str]) -> str:
    """The choice with the fewest changes from a text, large and small letters being much the same."""
    return min(choices, key=lambda choice: (distance(text.lower(), choice.lower()), distance(text, choice)))


def distance(text: str, other: str) -> int:
    """How many letters must be put in, taken out or exchanged to make one text the other."""
    text, other = text[:_LONGEST], other[:_LONGEST]
    row = list(range(len(other) + 1))
    for place, letter in enumerate(text, 1):
        above, row[0] = row[0], place
        for at, wanted in enumerate(other, 1):
            above, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, above + (letter != wanted))
    return row[-1]


class Fitted(NamedTuple):
    """Parts put to their places: for every place the number of its part, or None; the numbers of those left out."""

    places: tuple[int | None, ...]
    out: tuple[int, ...]


def fitted(parts: Sequence[str], fits: Sequence[Callable[[str], bool]], wrong: int = 4) -> Fitted:
    """Which of too many or too few parts belong to which place, in their order; `fits` tells whether one looks right.

    A part left out costs 3, and so does one that is made up; one that looks `wrong` at its place costs that."""
    parts = parts[:_LONGEST]
    rows: list[list[tuple[int, Fitted]]] = []
    for place in range(len(fits) + 1):
        rows.append([])
        for part in range(len(parts) + 1):
            ways: list[tuple[int, Fitted]] = [] if place or part else [(0, Fitted((), ()))]
            if part:
                cost, way = rows[place][part - 1]
                ways.append((cost + (3 if parts[part - 1] else 1), Fitted(way.places, (*way.out, part - 1))))
            if place:
                cost, way = rows[place - 1][part]
                ways.append((cost + 3, Fitted((*way.places, None), way.out)))
            if place and part:
                cost, way = rows[place - 1][part - 1]
                right = fits[place - 1](parts[part - 1])
                ways.append((cost + (0 if right else wrong), Fitted((*way.places, part - 1), way.out)))
            rows[place].append(min(ways, key=lambda one: one[0]))
    return rows[-1][-1][1]


def row(text: str, letters: str, length: int) -> list[str]:
    """The pieces, "" for none, of a row of so many places: letters, and numbers for runs of empty places.
    What is neither is an empty place if that makes the row as long as it must be; then empty places are
    put in or taken out at the end."""
    best: list[str] = []
    for unknown in (1, 0):
        pieces: list[str] = []
        for found in re.findall("[0-9]+|.", text[: 4 * _LONGEST], re.DOTALL):
            if found.lower() in letters.lower():
                pieces.append(letters[letters.lower().index(found.lower())])
            else:
                empty = int(found[:3]) if re.fullmatch("[0-9]+", found) else unknown
                pieces += [""] * min(empty, 4 * _LONGEST)
        if not best or abs(len(pieces) - length) < abs(len(best) - length):
            best = pieces
    while len(best) > length and "" in best:
        best.pop(len(best) - 1 - best[::-1].index(""))
    return (best + [""] * (length - len(best)))[:length]
