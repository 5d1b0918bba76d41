"""The proposed corrections in keys and words."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from fastcore import TooMany
from workbench.companion.branches import as_event
from workbench.companion.companion import Companion
from workbench.companion.suspects import Suspect
from workbench.system.translation import tr


class Meant(NamedTuple):
    """An event that may have been meant instead of a line: its keys, and it and the line in words."""

    keys: str
    words: str
    entered: str


def corrections(companion: Companion) -> dict[tuple[int, str], Meant]:
    """Return the corrections of the latest diagnosis, by the index of the line and the text of the event."""
    diagnosis, found = companion.diagnosis, dict[tuple[int, str], Meant]()
    for suspect in diagnosis.suspects if companion.fault is not None and diagnosis is not None else ():
        text = suspect.corrections[0].text
        with suppress(ValueError, TooMany):
            cursor = companion.cursor_before(suspect.at)
            keys = cursor.table.keys(cursor.point, cursor.parts, text) if text in cursor.candidates else ()
            entered = companion.words.entry(cursor, as_event(cursor, companion.lines[suspect.at]).text)
            shortest = min(keys, key=len, default=text)
            found[suspect.at, text] = Meant(shortest, companion.words.entry(cursor, text), entered)
    return found


def in_words(suspect: Suspect, found: Mapping[tuple[int, str], Meant], entered: str) -> str:
    """Return the most probable correction of a line, such as "line 2, “Ann places b2” instead of “Ann places c2”".

    Args:
        suspect: The line.
        found: The corrections in words.
        entered: The line in words, if its correction was not found.
    """
    text = suspect.corrections[0].text
    _, said, entered = found.get((suspect.at, text), Meant(text, text, entered))
    values = {"line": suspect.at + 1, "meant": said.rstrip(".。"), "text": entered.rstrip(".。")}
    if suspect.is_clear:
        return tr("line {line}, “{meant}” instead of “{text}”", **values)
    return tr("line {line}, perhaps “{meant}” instead of “{text}”", **values)
