"""The message at the end of a review."""

from __future__ import annotations

from workbench.gui.review import words
from workbench.review.judging import count_changed, count_mistakes
from workbench.review.review import SessionReview


def outcome(work: SessionReview) -> str:
    """Return the message about a finished review. If the review was repeated, it mentions the differences."""
    result = words.finished(count_mistakes(work.judged))
    return (
        f"{result} {words.changed_sizes(count_changed(work.judged, work.before), work.total)}"
        if work.before
        else result
    )
