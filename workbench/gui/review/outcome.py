"""The message at the end of a review."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.game.session import Session
from workbench.gui.review import words
from workbench.gui.review.mistake_rows import only_person
from workbench.review.judging import Judged, count_changed, count_mistakes
from workbench.review.review import SessionReview
from workbench.seen.names import side_name


def outcome(work: SessionReview) -> str:
    """Return the message about a finished review. If the review was repeated, it mentions the differences."""
    result = headline(work.session, work.judged)
    return (
        f"{result} {words.changed_sizes(count_changed(work.judged, work.before), work.total)}"
        if work.before
        else result
    )


def headline(session: Session, judged: Sequence[Judged]) -> str:
    """Return the numbers of mistakes: those of the only person first, or those of all players together."""
    person = only_person(session)
    if person is None:
        return words.finished(count_mistakes(judged))
    counts = [
        count_mistakes([decision for decision in judged if decision.seat == seat])
        for seat in range(session.point.seats)
    ]
    opponents = {side_name(session, seat): sizes for seat, sizes in enumerate(counts) if seat != person}
    return words.finished_for_you(counts[person], opponents)
