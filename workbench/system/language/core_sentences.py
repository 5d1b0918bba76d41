"""Recognition of the sentences of the core, which are always in English, and their translation.

A catalogue marks them with a context and has them as templates with named placeholders, such as
"Herb {herb} is destroyed". The value of a placeholder may be a sentence or a word of the core again. Several templates
may fit: the translation with the fewest English words in its values is used, and then that of the longest template.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from workbench.system.language.formats import localised

CONTEXT = "core"
SEPARATOR = "\x04"  # between the context and the text in a compiled catalogue
LONGEST = 1_000  # characters; a longer text is no sentence
_FIELD = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"[A-Za-z]{2,}")
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'(?:\.\.\.)?|\"(?:[^\"\\]|\\.)*\"(?:\.\.\.)?")
_SYMBOL = re.compile(rf"{_QUOTED.pattern}|<[^<>]*>")
_LISTED = re.compile(r"[^\s,]+(?:, [^\s,]+)+")  # names, which nobody translates
_COUNT = re.compile(r"\d{1,3}(?:,\d{3})+")


class _Template(NamedTuple):
    """A sentence of the core with placeholders.

    Attributes:
        pieces: The letters before, between and behind the placeholders.
        names: The names of the placeholders.
        words: The number of words outside the placeholders.
        joins: Whether it only joins two values, so that it never is a whole sentence.
        translation: The translated template.
    """

    pieces: tuple[str, ...]
    names: tuple[str, ...]
    words: int
    joins: bool
    translation: str


class _Found(NamedTuple):
    """A translation, and the number of English words that are left in it."""

    text: str
    left: int


class CoreSentences:
    """The sentences of the core in one language.

    Args:
        translations: The translation of each template.
    """

    def __init__(self, translations: Mapping[str, str]) -> None:
        templates = [_template(text, found) for text, found in translations.items() if _FIELD.search(text)]
        self._templates = sorted(templates, key=lambda template: -sum(map(len, template.pieces)))
        self._plain = {_letters(text): _letters(found) for text, found in translations.items() if text and found}
        self._find = lru_cache(8192)(self._found)

    def translate(self, text: str) -> str:
        """Return a sentence in the language, or unchanged if it is none of the core."""
        if not 1 < len(text) <= LONGEST:
            return text
        if (found := self._find(text, True)) is None and text.endswith("."):
            return f"{self.translate(text[:-1])}."
        return text if found is None else found.text

    def _found(self, text: str, whole: bool) -> _Found | None:
        """Return the best translation of a text, or None. A text that is not `whole` is a value in another one."""
        if text in self._plain:
            return _Found(self._plain[text], 0)
        best = self._placed(text, short=True) if whole else None
        if best is not None and not best.left:
            return best
        for template in self._templates:
            if not (whole and template.joins):
                for values in _values(template.pieces, text):
                    found = self._filled(template, values)
                    if found is not None and (best is None or found.left < best.left):
                        best = found
                if best is not None and not best.left:
                    return best
        for found in (self._listed(text), self._placed(text, short=False)):
            if found is not None and (best is None or found.left < best.left):
                best = found
        return best

    def _filled(self, template: _Template, values: Sequence[str]) -> _Found | None:
        """Return a translated template with its values, or None if they do not fit."""
        named: dict[str, str] = {}
        left = 0
        for name, value in zip(template.names, values, strict=True):
            if name.startswith("quoted") and _QUOTED.fullmatch(value) is None and value[-3:] != "...":
                return None
            found = self._find(value, False) or _Found(_shown(value), _left(value))
            if named.setdefault(name, found.text) != found.text:
                return None
            left += found.left
        if left > template.words:
            return None
        return _Found(template.translation.format(**named), left)

    def _placed(self, text: str, short: bool) -> _Found | None:
        """Return the translation of a sentence behind the name of its place, such as "rows: ...", or None.

        A `short` name is one word or one quoted text.
        """
        place, mark, reason = text.partition(": ")
        fits = mark and (not short or " " not in _SYMBOL.sub("", place))
        found = self._find(reason, True) if fits else None
        return found and found._replace(text=f"{place}: {found.text}")

    def _listed(self, text: str) -> _Found | None:
        """Return the translation of several sentences, or None if one of them is unknown."""
        joint = "" if text.startswith(", ") else "; "
        parts = text.split("; ") if joint else re.findall(r", (?:(?!, ).)+", text)
        found = [self._find(part, False) for part in parts] if len(parts) > 1 else []
        known = [part for part in found if part is not None]
        if not known or len(known) < len(parts):
            return None
        return _Found(joint.join(part.text for part in known), sum(part.left for part in known))


def _values(pieces: Sequence[str], text: str) -> Iterator[tuple[str, ...]]:
    """Yield the values of the placeholders between these pieces of a text, in every way that they fit."""
    first, second = pieces[0], pieces[1]
    if not text.startswith(first):
        return
    rest = text[len(first) :]
    if len(pieces) == 2:
        if rest.endswith(second):
            yield (rest.removesuffix(second),)
        return
    at = rest.find(second)
    while at >= 0:
        for values in _values(pieces[1:], rest[at:]):
            yield (rest[:at], *values)
        at = rest.find(second, at + 1)


def _template(text: str, translation: str) -> _Template:
    pieces = _FIELD.split(text)  # letters and names in turn
    letters = tuple(map(_letters, pieces[::2]))
    words = len(_WORD.findall(" ".join(letters)))
    joins = not letters[0] and not letters[-1] and words < 3 and "quoted" not in pieces
    return _Template(letters, tuple(pieces[1::2]), words, joins, translation)


def _letters(text: str) -> str:
    """Return a text without the doubled braces of a template."""
    return text.replace("{{", "{").replace("}}", "}")


def _shown(value: str) -> str:
    """Return a value that is no sentence: numbers have the form of the language."""
    return localised(value) if _COUNT.fullmatch(value) else value


def _left(value: str) -> int:
    """Return how many words of a value without a translation may be English."""
    value = _SYMBOL.sub("", value)
    if _LISTED.fullmatch(value) or (" " not in value and not value.isalpha()):
        return 0
    return len(_WORD.findall(value)) + value.count("; ")
