"""Reads games and situations from the command line, or explains how to correct them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import fastcore
from fastcore import Mend
from workbench.cli.shared.readers import BadInput
from workbench.positions.sketch import Sketch

ROOM = 500  # characters of a refusal


def situation(text: str, verb: str) -> fastcore.State:
    """The state of a situation, or of the start if the text is a spec alone."""
    try:
        return read(text)
    except BadInput as error:
        raise BadInput(f"{verb}: {error}") from None


def read(text: str) -> fastcore.State:
    """The same; BadInput names the first problem and what would mend it."""
    try:
        return fastcore.parse(text) if " " in text else fastcore.start(text)
    except fastcore.BadPosition as error:
        spec, _, position = text.partition(" ")
        mends = next((problem.mends for problem in Sketch(spec, position).problems()), ())
        raise BadInput(with_mends(str(error), mends)) from None


def seen(sketch: Sketch, seat: int | None, facts: Sequence[str]) -> Sketch:
    """As a seat (from 1; None: nothing was said of it) sees it, with facts that it knows besides. A text with something
    unknown in it is a view already."""
    if seat is not None:
        whole = sketch.seat is None and not sketch.problems()
        sketch = sketch.seen_by(seat - 1) if whole else replace(sketch, seat=seat - 1)
    return replace(sketch, facts=(*sketch.facts, *facts)) if facts else sketch


def with_mends(reason: str, mends: tuple[Mend, ...]) -> str:
    """A refusal in one line with what would mend it, as far as there is room."""
    if not mends:
        return reason
    words = [mend.words for mend in mends]
    whole = [f"{words[0]} ({mends[0].situation})", *words[1:]]
    lines = (f"{reason}; to mend it, {' or '.join(ways)}" for ways in (whole, words))
    return next((line for line in lines if len(line) < ROOM), reason)


def is_situation(text: str) -> bool:
    """Whether a word of the command line means a position rather than a file."""
    return " " in text.strip() and text.partition(" ")[0].partition("(")[0] in fastcore.games()
