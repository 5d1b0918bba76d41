"""Annotations of moves, such as "!?". A record stores one as a mark of the kind "annotation:!?" without places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bots.report import Mark
from workbench.system.translation import tr

MEANINGS: Mapping[str, str] = {
    "!": tr("Good move"),
    "?": tr("Mistake"),
    "!!": tr("Brilliant move"),
    "??": tr("Blunder"),
    "!?": tr("Interesting move"),
    "?!": tr("Dubious move"),
}
KIND = "annotation:"


def annotation_of(marks: Iterable[Mark]) -> str:
    """Return the annotation among the marks of a move, or ""."""
    texts = (mark.kind.removeprefix(KIND) for mark in marks if mark.kind.startswith(KIND))
    return next((text for text in texts if text in MEANINGS), "")


def annotated(move: str, marks: Iterable[Mark]) -> str:
    """Return the text of a move with its annotation, apart if the text itself ends with a question mark."""
    annotation = annotation_of(marks)
    return f"{move} {annotation}" if annotation and move.endswith("?") else move + annotation


def with_annotation(marks: Iterable[Mark], annotation: str) -> tuple[Mark, ...]:
    """Return the marks of a move with another annotation, or without one if it is ""."""
    others = tuple(mark for mark in marks if not mark.kind.startswith(KIND))
    return (*others, Mark(KIND + annotation, (), 1.0)) if annotation else others
