"""The lines of a list in words, with the names of the players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from fastcore import Conflict, TooMany, Viewpoint
from fastcore.values import GameInfo
from workbench import boards
from workbench.companion.branches import as_event, matches
from workbench.companion.cursor import Cursor
from workbench.companion.lines import MISSED, SEVERAL, Line
from workbench.system.translation import tr

GAP = "…"  # a part of a sentence that was missed
MOST_READINGS = 24  # events that a partly missed one is compared with
_LETTER = r"[^\W_\u2e80-\uffff]"  # of a script with spaces between words, or a digit
_TOKEN = re.compile(r"[^\W\d_\u2e80-\uffff]+|\d+|\s+|.")  # letters, a number, a space or a sign; Chinese has no words
_GAPS = re.compile(rf"{GAP}(?:[^{GAP}\d]{{0,5}}{GAP})+")  # gaps, and what is too short between them to say anything
_LAST_GAP = re.compile(rf"(?<=[.。])\s*{GAP}[.。]?$")  # a last sentence of which nothing is known
_GAP_STOP = re.compile(rf"{GAP}[.。]")
_WORD = re.compile(r"[^\W\d_]")


class LineWords:
    """The words of one table.

    Args:
        info: The game.
        names: The names of the players by seat.
    """

    def __init__(self, info: GameInfo, names: tuple[str, ...]) -> None:
        people = {boards.seat_name(info, seat): name for seat, name in enumerate(names) if name}
        numbered = {seat[:1].lower() + seat[1:]: name for seat, name in people.items() if seat[-1:].isdigit()}
        self._people = {**people, **numbered}
        self._seats = re.compile(rf"(?<!{_LETTER})(?:{'|'.join(map(re.escape, self._people))})(?!{_LETTER})")
        self._event = lru_cache(maxsize=1024)(_describe)
        self._missed = lru_cache(maxsize=256)(self._common_words)

    def named(self, text: str) -> str:
        """Return a sentence with the names of the players instead of those of their seats."""
        return self._seats.sub(lambda found: self._people[found[0]], text) if self._people else text

    def event(self, cursor: Cursor, text: str) -> str:
        """Return an event in words, such as "Red removes the blue stone on d4"."""
        return self.named(self._event(cursor, text))

    def entry(self, cursor: Cursor, text: str) -> str:
        """Return what a line says itself, without what follows from it."""
        return self.named(_last_part(cursor, text)) or self.event(cursor, text)

    def line(self, cursor: Cursor | None, line: Line) -> str:
        """Return a line with an event in words: where it happened, or None if that is not known."""
        if line.is_open:
            return self.missed(cursor, line.text)
        return self.event(cursor, as_event(cursor, line).text) if cursor is not None else line.text

    def facts(self, point: Viewpoint, text: str) -> str:
        """Return facts in words, as the seat of this point knows them."""
        facts = text.split()
        sentences: dict[str, str] = {}
        if point.seat is not None:
            sentences = boards.editor(point.spec, point.seat).fact_sentences(point.fields, facts)
        shown = " ".join(sentences.get(fact, fact).rstrip(".") + "." for fact in facts)
        return tr("Known: {fact}", fact=self.named(shown))

    def missed(self, cursor: Cursor | None, text: str) -> str:
        """Return in words that an event or a part of it was missed, and what is known of it.

        Args:
            cursor: Where it happened, or None if that is not known.
            text: The text of the line.
        """
        whole = {MISSED: tr("Missed."), SEVERAL: tr("Several events were missed.")}
        if text in whole:
            return whole[text]
        words = self._missed(cursor, text) if cursor is not None else ""
        shown = words or re.sub(r"\[\w+\]", "?", text) + "."
        return tr("Partly missed: {text}", text=shown)

    def _common_words(self, cursor: Cursor, text: str) -> str:
        """Return the words that all events have in common which fit a text with missed parts, or "" for none."""
        found = readings(cursor, text)
        if not found:
            return ""
        step = max(1, len(found) // MOST_READINGS)
        sentences = [words for one in found[::step] if (words := self.event(cursor, one)) != one]
        if not sentences:
            return ""
        common = _TOKEN.findall(sentences[0])
        for sentence in sentences[1:]:
            common = _in_common(common, _TOKEN.findall(sentence))
        joined = _GAP_STOP.sub(GAP, _LAST_GAP.sub("", _GAPS.sub(GAP, "".join(common))))
        return joined if _WORD.search(joined) else ""


def readings(cursor: Cursor, text: str) -> list[str]:
    """Return the events that fit a text with missed parts."""
    try:
        spelled = {meant for keys, meant in cursor.spelled.items() if matches(text.casefold(), keys)}
        fitting = [meant for meant in cursor.candidates if meant in spelled or matches(text, meant)]
    except TooMany:
        return []
    return [meant for meant in fitting if not cursor.why_not(meant)]


def _describe(cursor: Cursor, text: str) -> str:
    try:
        reading = cursor.table.read(cursor.point, (*cursor.parts, text))
        if not reading.observation:
            return cursor.table.describe_part(cursor.point, cursor.parts, text)
        events = cursor.point.copy().observe(reading.observation)
    except Conflict:
        return text
    new = (event for event in events if not cursor.table.repeats(cursor.parts, event))
    sentences = (boards.describe_event(cursor.point.info, event, cursor.point.seat) for event in new)
    return " ".join(filter(None, (_last_part(cursor, text), *sentences))) or text


def _last_part(cursor: Cursor, text: str) -> str:
    return cursor.table.describe_last(cursor.point, cursor.parts, text) if cursor.parts else ""


def _in_common(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """Return what two rows of words have in common, with a gap wherever they differ."""
    found, at, place = list[str](), 0, 0
    for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
        if (block.a, block.b) != (at, place):
            found.append(GAP)
        found += one[block.a : block.a + block.size]
        at, place = block.a + block.size, block.b + block.size
    return found
