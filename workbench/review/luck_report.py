"""The luck of a game for people: the split into luck, skill and drift, its largest events, and the sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import NamedTuple

from fastcore import OVER
from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.luck import words
from workbench.luck.judges import StaticJudge, Values
from workbench.luck.split import GameLuck, chance_lucks
from workbench.luck.words import Moment
from workbench.review.judging import Judged
from workbench.review.luck import prepare_split
from workbench.system.sentences import as_sentence
from workbench.system.translation import tr

NO_RESULT = tr("The game is not finished. Luck and skill need its result.")


class LuckReport(NamedTuple):
    """The luck of a game.

    Attributes:
        dice: The luck of each seat with open dice, also of a game that is not finished; None if no dice were rolled.
        found: The split of the game, or None.
        reason: Why there is no split, as a sentence, or "".
        moments: For each seat, the events with its largest luck and drift (see `words.moments`).
        sentences: What the numbers say, and how far they can be trusted.
    """

    dice: Values | None
    found: GameLuck | None = None
    reason: str = ""
    moments: tuple[tuple[Moment, ...], ...] = ()
    sentences: tuple[str, ...] = ()


def no_result(session: Session) -> str:
    """Return why the main line cannot be split yet, as a sentence, or "". Fast enough for any thread."""
    document = session.document
    stored, line = document.tree.head.result, document.main_line()
    if stored is not None and stored.returns:
        return ""
    return "" if document.point_at(line[-1] if line else ROOT).actor == OVER else NO_RESULT


def has_luck(session: Session) -> bool:
    """Return whether the static evaluation can find luck in this game: it sees dice, but no hidden cards."""
    has = session.point.info.has
    return has.chance and not has.deals


def prepare_report(session: Session, judged: Sequence[Judged] = ()) -> Callable[[], LuckReport]:
    """Return a function that measures the luck of the main line with the static evaluation.

    Preparing is cheap. The function takes some hundredths of a second and may run on any thread. It raises no error.

    Args:
        session: The game.
        judged: The decisions of a complete review, which give the skill. Without them, the static evaluation also
            judges the moves, unless the game hides something.

    Raises:
        ValueError: The session follows one seat.
    """
    document, info = session.document, session.point.info
    make_split = prepare_split(session, judged)
    start, reason = document.state_at(ROOT).copy(), no_result(session)
    moves = tuple(document.tree.nodes[node].move for node in document.main_line())
    with_dice, drifted = has_luck(session), 1 if has_luck(session) else 3

    def report() -> LuckReport:
        lucks = chance_lucks(start, moves, StaticJudge()).values() if with_dice else ()
        dice = tuple(map(fsum, zip(*lucks, strict=True))) if lucks else None
        if reason:
            return LuckReport(dice, reason=reason)
        try:
            found = make_split()
        except ValueError as error:
            return LuckReport(dice, reason=as_sentence(str(error)))
        rows = words.moments(info, start, moves, found, drifted=drifted)
        return LuckReport(dice, found, "", tuple(rows), tuple(words.sentences(info, found)))

    return report
