"""Writing a review as a web page, on any thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from workbench.game.session import Session
from workbench.review import page
from workbench.review.review import Review
from workbench.storage.session_records import session_of, snapshot
from workbench.system import saving


def page_writer(session: Session, review: Review, file: Path) -> Callable[[], Path]:
    """Return a job that writes the page from a copy of the game as it is now, and returns the file.

    The job raises ValueError if the file cannot be written.
    """
    take, line = snapshot(session), session.document.main_line()

    def work() -> Path:
        copy = session_of(take())
        new_nodes = dict(zip((0, *line), (0, *copy.document.main_line()), strict=True))
        judged = [
            decision._replace(
                node=new_nodes[decision.node], decided=tuple(new_nodes[node] for node in decision.decided)
            )
            for decision in review.judged
        ]
        text = page.page(copy, judged, review.judge, review.simulations)
        try:
            saving.write(file, text.encode(), shared=True)
        except saving.WriteError as error:
            raise ValueError(str(error)) from None
        return file

    return work
