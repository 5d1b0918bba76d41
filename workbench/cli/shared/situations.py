"""Games and positions on the command line, with suggested fixes for invalid ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

import fastcore
from workbench.boards.kit.fixes.specs import near_game
from workbench.cli.shared.readers import InputError
from workbench.positions.fixes import Fix
from workbench.positions.sketch import Sketch
from workbench.system.translation import core, tr

ROOM = 500  # maximum length of an error message with suggestions


def parse_for_verb(text: str, verb: str) -> fastcore.State:
    """Return the state of a position text, or the start of a game if the text is only a spec.

    Raises:
        InputError: The text is invalid. The message begins with the `verb`.
    """
    try:
        return parse_situation(text)
    except InputError as error:
        raise InputError(f"{verb}: {error}") from None


def parse_situation(text: str) -> fastcore.State:
    """Return the state of a situation, or the start of a game if the text is only a spec.

    Raises:
        InputError: The text is invalid. The message names the first problem and possible fixes.
    """
    try:
        return fastcore.parse(text) if " " in text else fastcore.start(text)
    except fastcore.BadPosition as error:
        spec, _, position = text.partition(" ")
        check_game(spec)
        fixes = next((problem.fixes for problem in Sketch(spec, position).problems()), ())
        raise InputError(with_fixes(str(error), fixes)) from None


def check_game(spec: str) -> None:
    """Check that the game of a spec exists.

    Raises:
        InputError: There is no such game, or its package cannot be used. The message has the reason, or lists the
            games and suggests one with a similar name.
    """
    name = spec.partition("(")[0]
    if name in fastcore.games():
        return
    if reason := fastcore.unusable_games().get(name):
        raise InputError(tr("the game {name!r} cannot be used: {reason}", name=name, reason=reason))
    what = tr("file or game") if "." in name or os.sep in name else "game"
    near = near_game(name)
    question = tr("; did you mean {near}?", near=near) if near else ""
    raise InputError(
        tr(
            "there is no {what} {name!r}; the games are {games}{question}",
            what=what,
            name=name[:40],
            games=", ".join(fastcore.games()),
            question=question,
        )
    )


def seen_by(sketch: Sketch, seat: int | None, facts: Sequence[str]) -> Sketch:
    """Return a position as a seat sees it, with additional facts that the seat knows.

    A sketch with unknown parts is already a view and only gets the seat.

    Args:
        sketch: The position.
        seat: The seat, from 1. None leaves the view unchanged.
        facts: The additional facts.
    """
    if seat is not None:
        complete = sketch.seat is None and not sketch.problems()
        sketch = sketch.as_seen_by(seat - 1) if complete else replace(sketch, seat=seat - 1)
    return replace(sketch, facts=(*sketch.facts, *facts)) if facts else sketch


def with_fixes(reason: str, fixes: tuple[Fix, ...]) -> str:
    """Return a reason with as many possible fixes as fit on the line."""
    reason = core(reason)
    if not fixes:
        return reason
    words = [fix.words for fix in fixes]
    detailed = [f"{words[0]} ({fixes[0].situation})", *words[1:]]
    lines = (
        tr("{reason}; to fix it, {shown}", reason=reason, shown=tr(" or ").join(shown)) for shown in (detailed, words)
    )
    return next((line for line in lines if len(line) < ROOM), reason)


def is_situation(text: str) -> bool:
    """Return whether an argument is a position rather than a file."""
    return " " in text.strip() and text.partition(" ")[0].partition("(")[0] in fastcore.games()
