"""The luck of the shown game, measured on a thread and kept until its main line or its review changes."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from workbench.game.document import GameDocument
from workbench.gui.review.game_review import GameReview
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.review.judging import Judged
from workbench.review.luck_report import LuckReport, prepare_report
from workbench.system.sentences import as_sentence

Moves = tuple[str, ...]
Key = tuple[Moves, object, object]  # the moves, the result, and the judgements


class LuckWork:
    """Measures the luck of the shown game when a page asks for it, and refreshes the page when it is known."""

    def __init__(self, review: GameReview) -> None:
        self.review, self.background = review, BackgroundJobs()
        self._known: WeakKeyDictionary[GameDocument, tuple[Key, LuckReport]] = WeakKeyDictionary()
        self._chosen_seats: WeakKeyDictionary[GameDocument, int] = WeakKeyDictionary()
        review.shell.events.polled.connect(self.background.deliver_next)
        review.shell.events.closing.connect(self.background.close)

    @property
    def seat(self) -> int:
        """The seat whose curves are shown: the selected one, or else that of the only person, or the first one."""
        chosen = self._chosen_seats.get(self.review.session.document)
        return chosen if chosen is not None else self.review.own_seat or 0

    @seat.setter
    def seat(self, seat: int) -> None:
        self._chosen_seats[self.review.session.document] = seat

    @property
    def report(self) -> LuckReport | None:
        """The luck of the shown game, or None while it is measured and if it may not be shown.

        After a review, the earlier report stays until the new one is known.
        """
        if self.review.hidden():
            return None
        document, key = self.review.session.document, self._key()
        known, report = self._known.get(document, (None, None))
        if known != key:
            if not self.background.pending:
                self._measure(document, key)
            if known is None or known[:2] != key[:2]:
                return None
        return report

    def _key(self) -> Key:
        """Return what the luck depends on."""
        document, judged = self.review.session.document, self._judged()
        nodes = document.tree.nodes
        result = document.tree.head.result
        return (
            tuple(nodes[node].move for node in document.main_line()),
            result and result.returns,
            tuple((one.decided, one.judgement.best_value, one.judgement.value) for one in judged),
        )

    def _judged(self) -> tuple[Judged, ...]:
        """Return the decisions of the review if it is complete: half a review gives no sums."""
        review = self.review.review
        return review.judged if review is not None and review.is_complete and not self.review.running else ()

    def _measure(self, document: GameDocument, key: Key) -> None:
        def done(report: LuckReport) -> None:
            self._known[document] = key, report
            self.review.analyse.refresh()

        def failed(error: ValueError) -> None:
            done(LuckReport(None, reason=as_sentence(str(error))))

        self.background.run(prepare_report(self.review.session, self._judged()), done, failed)
