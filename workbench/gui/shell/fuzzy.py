"""How well a few typed letters fit a line of words: for lists that shorten while one types."""

from __future__ import annotations

START, JOINED, GAP = 8.0, 5.0, 0.2  # a letter that begins a word; one that follows the one before; each letter left out


def fit(typed: str, text: str) -> float:
    """How well all letters of `typed`, in their order, are found in `text`; 0 if they are not. Blanks part words that
    may stand in any order."""
    parts = typed.lower().split()
    if not parts:
        return 1.0
    fits = [_fit(part, text.lower()) for part in parts]
    return min(fits) and sum(fits)


def _fit(part: str, text: str) -> float:
    """The best of all ways to find the letters, each after the one before."""
    best = dict[int, float]()  # place of the last letter found -> what the way there is worth
    for number, letter in enumerate(part):
        found = dict[int, float]()
        for place, other in enumerate(text):
            if other != letter:
                continue
            worth = 1.0 + (START if place == 0 or not text[place - 1].isalnum() else 0.0)
            if number == 0:
                found[place] = worth
                continue
            ways = [
                value + (JOINED if before + 1 == place else -GAP * (place - before - 1))
                for before, value in best.items()
                if before < place
            ]
            if ways:
                found[place] = worth + max(ways)
        best = found
    return max(0.01, max(best.values())) if best else 0.0


def begins(typed: str, text: str) -> float:
    """How well words of `text` begin with what is typed; 0 if one of its parts begins none."""
    parts, words = typed.lower().split(), text.lower().split()
    return float(all(any(word.startswith(part) for word in words) for part in parts) and len(typed) * (1 + JOINED))
