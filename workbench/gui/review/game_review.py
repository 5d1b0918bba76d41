"""Reviewing the game that is shown: who may see what was found, its mistakes, going through them, and the page of
it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from weakref import WeakKeyDictionary

from bots import Limit
from workbench import boards
from workbench.game.session import Session
from workbench.game.values import Value
from workbench.gui.analyse.mode import Analyse
from workbench.gui.play.tabs import Tabs
from workbench.gui.review import words
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.shell import Shell
from workbench.gui.trust import consent
from workbench.gui.widgets import file_dialogs
from workbench.records.seeds import new_seed
from workbench.review import page as review_page
from workbench.review.judging import LEAST, Judged, counted, given_away, judges, unlike
from workbench.review.review import Review, SessionReview, review_of
from workbench.storage import library
from workbench.storage.session_records import session_of, snapshot
from workbench.system import saving
from workbench.table.table import Table

SHOW_SECONDS = 0.2  # between two looks at what was judged
PAGE = "review"  # the page of the mode Analyse
WEB_PAGE = file_dialogs.FileKind(words.WEB_PAGES, ".html")


class GameReview:
    """Reviews the shown game and marks the mistakes among the moves. A running review belongs to its table."""

    def __init__(self, shell: Shell, games: Tabs, analyse: Analyse) -> None:
        self.shell, self.games, self.analyse = shell, games, analyse
        self.background = BackgroundJobs()
        self._works: WeakKeyDictionary[Table, SessionReview] = WeakKeyDictionary()
        self.only: int | None = None  # the seat that was asked for
        self.shown_at = 0.0
        self._found: tuple[tuple[object, ...], Review | None] = ((), None)
        shell.events.polled.connect(self.read)
        shell.events.closing.connect(self.background.close)
        shell.events.closed.connect(self._closed)

    def _closed(self, table: Table) -> None:
        """Stop the review of a game that left its tab."""
        work = self._works.pop(table, None)
        if work is not None:
            work.stop()

    @property
    def session(self) -> Session:
        return self.games.table.session

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def work(self) -> SessionReview | None:
        """What was reviewed in this tab since it shows this game."""
        work = self._works.get(self.games.table)
        return work if work is not None and work.session is self.session else None

    @property
    def running(self) -> bool:
        return self.work is not None and self.work.running

    def hidden(self) -> str:
        """Why nobody may see now what a review of this game says, "" if everybody may."""
        if self.session.follows is not None:
            return words.ONE_SEAT
        return "" if self.games.table.screen.shows_reasons else words.COVERED

    def why_not(self) -> str:
        """Return why the game cannot be reviewed now, or "".

        While a game is being opened, the question is about that game.
        """
        if self.games.opening:
            return words.OPENING
        if self.games.layers.hides(self.games.table):
            return words.NOTHING
        if reason := self.hidden():
            return reason
        if not judges(self.session.spec):
            return words.NO_JUDGE
        nodes = self.session.document.tree.nodes
        return "" if any(nodes[node].actor >= 0 for node in self.session.document.main_line()) else words.NOTHING

    @property
    def review(self) -> Review | None:
        """What is known, None if nothing is or nobody may see it."""
        if self.hidden():
            return None
        work = self.work
        if work is not None and work.running:
            return work.review
        now = (self.session, self.session.document.tree.revision)
        if self._found[0] != now:
            self._found = now, review_of(self.session)
        return self._found[1]

    def listed(self) -> list[Judged]:
        """What is gone through, the largest first: the mistakes of the seat that is asked for, or where it gave most
        away."""
        review = self.review
        return given_away(review.judged, self.seat) if review is not None else []

    @property
    def seat(self) -> int | None:
        """The only one whose mistakes are gone through, None for all; another game may have no such seat."""
        return self.only if self.only in range(self.session.point.seats) else None

    @property
    def side(self) -> str:
        """That seat as its board calls it, "" for all."""
        return boards.side(self.session.point.info, self.seat) if self.seat is not None else ""

    @property
    def shown(self) -> Judged | None:
        """The decision that was made in the position that is looked at, whosever it is."""
        review, at = self.review, self.games.table.browsing.at
        return next((one for one in review.judged if one.node == at), None) if review is not None else None

    def sizes(self) -> Mapping[int, str]:
        """By node, how large a mistake led to it."""
        review = self.review
        judged = review.judged if review is not None else ()
        return {node: one.size for one in judged if one.size for node in one.decided[:1]}

    def state(self) -> object:
        return self.running

    def dots(self, values: list[Value]) -> dict[int, tuple[int, str]]:
        """Return the seat and the size of the largest mistake of each turn, by value number in the shown line."""
        review = self.review
        if review is None or not values:
            return {}
        line = self.session.document.line_to(values[-1].node)
        ends = [-1, *(line.index(value.node) for value in values[1:] if value.node in line)]
        places = {node: place for place, node in enumerate(line)}
        found: dict[int, Judged] = {}
        for one in review.judged:
            place = places.get(one.decided[0])
            if not one.size or place is None or place > ends[-1]:
                continue
            number = next(number for number, end in enumerate(ends) if end >= place)
            if number not in found or found[number].loss < one.loss:
                found[number] = one
        return {number: (one.seat, one.size) for number, one in found.items()}

    # What is done -----------------------------------------------------------------------------------------------------

    @property
    def judge(self) -> str:
        """Who will judge: who did last in this game, the one that was chosen, or the strongest."""
        chosen = self.shell.settings.review_judge
        there = judges(self.session.spec)
        return chosen if chosen in there else there[0] if there else ""

    def choose(self, judge: str, simulations: int) -> None:
        """From now on this bot judges with so many simulations."""
        self.shell.settings.review_judge, self.shell.settings.review_simulations = judge, simulations
        self.analyse.show()

    def begin(self) -> None:
        """Show the review of this game, and judge what is not judged yet."""
        self._turn_to_page()
        review = self.review
        if not self.running and review is None:
            self.run()
        elif not self.running and review is not None and not review.whole:
            self.go_on()
        self.analyse.show()

    def _turn_to_page(self) -> None:
        if not self.analyse.on:
            self.analyse.enter()
        self.shell.settings.analyse_page = PAGE

    def go_on(self) -> None:
        """Judge what is not judged yet, as the rest was."""
        review = self.review
        if review is not None:  # the judge and its simulations may come from an untrusted record
            usual = review.simulations <= self.shell.settings.review_simulations
            limit = None if usual else Limit(simulations=review.simulations)
            consent.ask(self.shell, (review.judge,), limit, lambda: self.run(review.judge, review.simulations))

    def no_again(self) -> str:
        return self.why_not() or (words.NONE_YET if self.review is None else words.RUNNING if self.running else "")

    def again(self) -> None:
        """Judge all of it anew, as is chosen now and with other random numbers: what comes out otherwise was not
        sure."""
        self._turn_to_page()
        self.run(seed=new_seed(), anew=True)

    def run(self, judge: str = "", simulations: int = 0, seed: int = 1, anew: bool = False) -> None:
        """Judge with the bot and the strength that are chosen, or with these."""
        self.stop()
        try:
            strength = simulations or self.shell.settings.review_simulations
            work = SessionReview(self.session, judge or self.judge, strength, seed, anew)
            self._works[self.games.table] = work
        except ValueError as error:
            self.shell.status.point_out(words.broke(str(error)), True)
        self.analyse.show()

    def stop(self) -> None:
        if self.work is not None:
            self.work.stop()
            self._settled()

    def read(self) -> None:
        """Take in what was judged, in all tabs, and show it."""
        self.background.read()
        for table, work in list(self._works.items()):
            if not work.running:
                continue
            new = work.read()
            if table is not self.games.table:
                continue
            if not work.running:
                self._settled()
                self.shell.status.point_out(words.broke(work.fault) if work.fault else outcome(work), bool(work.fault))
            elif new and monotonic() - self.shown_at >= SHOW_SECONDS:
                self.shown_at = monotonic()
                self.analyse.show()

    def _settled(self) -> None:
        """A review has ended: it is marked wherever moves are shown."""
        self.games.shown.display.noted()
        self.analyse.show()

    # Going through mistakes -------------------------------------------------------------------------------------------

    def _next(self, by: int) -> Judged | None:
        """The mistake after or before the position that is looked at; after the last comes the first."""
        session, at = self.session, self.games.table.browsing.at
        line = (0, *session.document.main_line())
        way = [node for node in (0, *session.document.line_to(at)) if node in line]
        here = line.index(way[-1])
        on_it = way[-1] == at  # in a variation the mistake that it leaves is the one before
        there = {node: place for place, node in enumerate(line)}
        places = sorted((there[one.node], one) for one in self.listed() if one.node in there)
        if by > 0:
            return next((one for place, one in places if place > here), places[0][1] if places else None)
        earlier = (one for place, one in reversed(places) if place < here or (place == here and not on_it))
        return next(earlier, places[-1][1] if places else None)

    def no_step(self) -> str:
        if reason := self.hidden():
            return reason
        if self.review is None:
            return words.NONE_YET
        return "" if self.listed() else words.nothing(self.side)

    def step(self, by: int) -> None:
        one = self._next(by)
        if one is not None:
            self.go(one)

    def go(self, one: Judged) -> None:
        """Show the position before a mistake."""
        self._turn_to_page()
        if self.session.document.holds(one.node):
            self.games.table.look(one.node)

    def line(self, one: Judged) -> tuple[str, ...]:
        """What was better, and what was expected after it."""
        best = one.judgement.best
        candidate = next((each for each in one.judgement.report.candidates if each.move == best[0]), None)
        longer = candidate is not None and candidate.line[: len(best)] == best
        return candidate.line if candidate is not None and longer else best

    def no_better(self) -> str:
        if reason := self.hidden() or ("" if self.review is not None else words.NONE_YET):
            return reason
        if self.shown is not None:
            return "" if self.shown.loss >= LEAST else words.NOTHING_BETTER
        return words.NO_MISTAKE if self.listed() else words.nothing(self.side)

    def no_line(self) -> str:
        point = self.analyse.position.point
        unknown = self.analyse.on and (point is None or point.state is None)
        return self.no_better() or (words.HIDDEN_LINE if unknown else "")

    def no_keeping(self) -> str:
        return self.no_better() or (self.analyse.on_board.no_trying if self.analyse.on else "")

    def show_better(self) -> None:
        self._with_better(self.analyse.on_board.show_line)

    def keep_better(self) -> None:
        self._with_better(self.analyse.on_board.keep_line)

    def _with_better(self, call: Callable[[Sequence[str]], None]) -> None:
        """Call a function with the better line of the shown decision, in the mode Analyse."""
        if not self.analyse.on:
            self.begin()
        one = self.shown
        if one is not None:
            call(self.line(one))

    # The page ---------------------------------------------------------------------------------------------------------

    def no_export(self) -> str:
        return self.hidden() or ("" if self.review is not None else words.NONE_YET)

    def export(self) -> None:
        review, game = self.review, self.games.shown.kept
        if review is None:
            return
        kept = game.file if game is not None else None
        own = kept is None or kept.parent == library.Library().folder  # where nobody looks for pages
        folder = file_dialogs.documents() if own or kept is None else kept.parent
        name = kept.stem if kept is not None else self.session.spec.partition("(")[0]
        file = file_dialogs.ask_save(self.shell.root, folder, f"{name} review.html", WEB_PAGE)
        if file is not None:
            self.background.run(self._written(file, review), self._saved, self._not_saved)

    def _written(self, file: Path, review: Review) -> Callable[[], Path]:
        """What writes the page, for any thread: from a copy of the game as it is now."""
        take, line = snapshot(self.session), self.session.document.main_line()

        def work() -> Path:
            session = session_of(take())
            there = dict(zip((0, *line), (0, *session.document.main_line()), strict=True))
            judged = [
                one._replace(node=there[one.node], decided=tuple(there[node] for node in one.decided))
                for one in review.judged
            ]
            page = review_page.page(session, judged, review.judge, review.simulations)
            try:
                saving.write(file, page.encode(), shared=True)
            except saving.CannotWrite as error:
                raise ValueError(str(error)) from None
            return file

        return work

    def _saved(self, file: Path) -> None:
        self.shell.status.point_out(words.saved(str(file)), False)

    def _not_saved(self, error: ValueError) -> None:
        self.shell.status.point_out(words.not_saved(str(error)), True)


def outcome(work: SessionReview) -> str:
    """What came out, and where it was made once more, how much of it is otherwise than before."""
    told = words.finished(counted(work.judged))
    return f"{told} {words.otherwise(unlike(work.judged, work.before), work.of)}" if work.before else told
