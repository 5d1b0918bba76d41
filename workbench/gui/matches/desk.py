"""The matches of the window: the running match, visible or not, and queries to the archive."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic

import msgspec

import bots
import fastcore
from workbench.bot_process import trust
from workbench.gui.matches import form_words, words
from workbench.gui.matches.names import title
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.shell import Shell
from workbench.gui.trust import consent
from workbench.gui.widgets.bar import BarRow
from workbench.gui.widgets.dialog import Aside
from workbench.gui.widgets.tips import Tip
from workbench.matches.archive.archive import Archive, Game, Match
from workbench.matches.archive.overview import Listing, Overview, overview
from workbench.matches.archive.records import own_archive, record_in
from workbench.matches.planning.plan import Plan
from workbench.matches.questions import Asking
from workbench.matches.workers.background_match import BackgroundMatch, Progress
from workbench.storage.stored_game import StoredGame

TICK_SECONDS = 0.1  # between two looks at what is played


class MatchPages(Aside):
    """The interface of the window of matches. `page` is the name of the shown page."""

    page: str

    def tick(self) -> None:
        """Show new results. Called often."""
        raise NotImplementedError

    def turn_to(self, page: str) -> None:
        raise NotImplementedError

    def say(self, text: str, warning: bool = False) -> None:
        """Show a line at the bottom, or none for ""."""
        raise NotImplementedError

    def look_again(self, games: bool = False) -> None:
        """Read the shown match again; with `games`, read its games and figures too."""
        raise NotImplementedError

    def remember(self) -> None:
        """Store the contents of the form for the next match."""
        raise NotImplementedError


class Matches:
    """`shown` is the number of the match that is looked at, `page` the page of the window that was open last."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, make: Callable[[Matches], MatchPages]) -> None:
        """`make` opens the window of matches."""
        self.shell, self.games, self.screen, self.make = shell, games, screen, make
        # `listing` reads whole matches, so quick jobs do not wait for it.
        self.background, self.listing = BackgroundJobs(), BackgroundJobs()
        self.figures, self.trials = Asking(), Asking()
        self.running: BackgroundMatch | None = None
        self.shown: int | None = None
        self._before: int | None = None  # what was shown when the match that is played was asked for
        self.page = ""
        self.left: Overview | None = None  # what was being played when the program ended
        self.left_row: BarRow | None = None
        self._put_off = 0  # the number of a match that was left and is to be offered again
        self._ticked = 0.0
        self._told = False  # the end of the match that was played last
        shell.events.started.connect(self.start)
        shell.events.polled.connect(self.read)
        shell.events.closing.connect(self.close)
        shell.events.left.connect(self.show_left)

    @property
    def path(self) -> Path:
        return own_archive()

    @property
    def open(self) -> MatchPages | None:
        page = self.shell.pages.open.get("matches")
        return page if isinstance(page, MatchPages) and page.winfo_exists() else None

    # The life of it ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Check whether a match was running when the program last ended."""
        number = self.shell.settings.match_running
        if number:
            self.background.run(lambda: self._unfinished(number), self._found_left, lambda error: None)

    def listed(self, only: int | None = None) -> Listing:
        """Return all matches, or the one with this number. Safe on any thread."""
        if not self.path.exists():
            return Listing([], {})
        with Archive(self.path, read_only=True) as archive:
            return overview(archive, only)

    def overview_of(self, number: int) -> Overview | None:
        """Return one match, or None if it does not exist. Safe on any thread."""
        return next(iter(self.listed(number).matches), None)

    def _unfinished(self, number: int) -> Overview | None:
        found = self.overview_of(number)
        return None if found is None or found.complete else found

    def _found_left(self, found: Overview | None) -> None:
        if self.running is not None:
            return
        if found is None:
            self.shell.settings.match_running = 0
            return
        self.left = found
        self.shown = found.match.id
        self.show_left()

    def _later(self) -> None:
        """Close the offer until the next start, even if another match ends before then."""
        assert self.left is not None
        self._put_off = self.left.match.id
        self._take_away()

    def _ask_no_more(self) -> None:
        """Close the offer for good. The match stays in the archive."""
        assert self.left is not None
        self.shell.settings.match_running = 0
        self.shell.notice.say(words.asked_no_more(self.left.match.id))
        self._take_away()

    def _take_away(self) -> None:
        self.left = None
        self.show_left()

    def show_left(self) -> None:
        """Offer above the board to continue the interrupted match, if there is one."""
        if self.left_row is not None and self.left_row.winfo_exists():
            self.left_row.destroy()
        self.left_row = None
        if self.left is None:
            return
        one = self.left
        number = one.match.id
        calls = {
            words.CONTINUE: lambda: self.go_on(number), words.SHOW: lambda: self.show("watch", number),
            words.ASK_NO_MORE: self._ask_no_more, words.LATER: self._later,
        }  # fmt: skip
        text = words.unfinished(title(one.match.plan), number, one.done, one.games)
        self.left_row = BarRow(self.screen.head, self.shell.look, text, calls)
        Tip(self.shell.look, self.left_row.buttons[words.ASK_NO_MORE], lambda: words.ASK_NO_MORE_TIP)

    def read(self) -> None:
        """Receive and show the results of threads and processes. Called often."""
        self.background.read()
        self.listing.read()
        self.figures.read()
        self.trials.read()
        now = monotonic()
        if now < self._ticked + TICK_SECONDS:
            return
        self._ticked = now
        run = self.running
        if run is not None:
            over = run.over  # asked first: what is told of the end must not be older
            progress = run.progress
            if progress.match is not None and not over:
                self.shell.settings.match_running = progress.match.id
                self.shown = progress.match.id if self.shown is None else self.shown
            if over and not self._told:
                self._told = True
                self._ended(progress)
        page = self.open
        if run is not None and (page is None or page.page != "watch"):
            run.watch(False)
        if page is not None:
            page.tick()

    def _ended(self, progress: Progress) -> None:
        page = self.open
        if page is not None:
            page.look_again()
        if progress.refused is not None and self.running is not None:
            again = partial(self._play, self.running.what, self.running.jobs or 0)
            consent.ask(self.shell, (progress.refused.text,), progress.refused.limit, again)
        if progress.fault:
            self.shell.notice.say(words.broke_off(progress.fault), True)
            if self.shown is None:
                self.shown = self._before  # what was asked for never came to be
            if progress.changed and progress.number == self.shell.settings.match_running:
                self._offer_no_more(progress.number)  # it could not go on at the next start either
            if page is not None and (page.page != "watch" or self.shown not in (None, progress.number)):
                page.say(words.broke_off(progress.fault), True)  # where its own line is not seen
            return
        self._offer_no_more(progress.number)
        if progress.match is not None and progress.outcome is not None:
            told = words.told_at_end(progress.match.id, progress.outcome.kind, progress.outcome.reason)
            self.shell.notice.say(told, progress.outcome.kind in ("halted", "full", "gone"))

    def _offer_no_more(self, number: int | None) -> None:
        """The next start offers what was put off, unless it is this match."""
        if self._put_off == number:
            self._put_off = 0
        self.shell.settings.match_running = self._put_off

    def close(self) -> None:
        """Stop the running match when the program ends; the next start offers it."""
        if self.open is not None:
            self.open.remember()
        if self.running is not None:
            self.running.stop()
            self.running.join()
        self.background.close()
        self.listing.close()
        self.figures.close()
        self.trials.close()

    # What is done -----------------------------------------------------------------------------------------------------

    def show(self, page: str = "", match: int | None = None) -> None:
        """Bring the window of matches to the front, with this page or by default the most useful one."""
        if match is not None:
            self.shown = match
            if self.open is not None:
                self.open.look_again(games=True)
        self.page = page or ("watch" if self.shown is not None else self.page or "form")
        if self.open is None:
            self.shell.pages.show("matches", lambda: self.make(self))
        else:
            self.open.turn_to(self.page)
            self.open.deiconify()
            self.open.lift()
            self.open.focus_set()

    def begin(self, plan: Plan, jobs: int, file: str) -> None:
        """Begin a match and remember how it was set up."""
        filled = self.usual()
        trust.chosen(plan.bots, plan.limit, [(bot, filled.limit) for bot in filled.bots])
        self.remember(plan, jobs, file)
        self._play(plan, jobs)

    def remember(self, plan: Plan, jobs: int, file: str) -> None:
        """Store the contents of the form for the next match. A list of openings stays in its file."""
        settings = self.shell.settings
        shortened = msgspec.structs.replace(
            plan, openings=plan.openings if len(plan.openings) == 1 and not file else ()
        )
        settings.match = msgspec.to_builtins(shortened)
        settings.match_jobs, settings.match_openings = jobs, file

    def go_on(self, match: int | None = None) -> None:
        """Continue a match, by default the one that is shown."""
        number = self.shown if match is None else match
        if number is not None:
            self._play(number, self.shell.settings.match_jobs)

    def _play(self, what: Plan | int, jobs: int) -> None:
        if self.running is not None and not self.running.over:
            self.shell.root.bell()
            return
        self._told = False
        if self.left is not None:
            self._later()
        self.running = BackgroundMatch(self.path, what, jobs or None)
        self._before, self.shown = self.shown, None if isinstance(what, Plan) else what
        if self.open is not None:
            self.open.look_again()
        self.show("watch")

    def pause(self) -> None:
        """Pause or resume the running match."""
        if self.running is not None:
            (self.running.resume if self.running.progress.paused else self.running.pause)()

    def finish(self) -> None:
        if self.running is not None:
            self.running.finish()

    def stop(self) -> None:
        if self.running is not None:
            self.running.stop()

    @property
    def progress(self) -> Progress:
        return self.running.progress if self.running is not None else Progress("ended")

    @property
    def playing(self) -> bool:
        return self.running is not None and not self.running.over

    def no_run(self) -> str:
        return "" if self.playing else words.NOTHING_RUNS

    def no_finish(self) -> str:
        return self.no_run() or (words.ENDS_ALREADY if self.progress.finishing else "")

    def no_continue(self) -> str:
        if self.playing:
            return form_words.IS_PLAYED if self.progress.number == self.shown is not None else words.ONE_RUNS
        return "" if self.shown is not None else words.NONE_SHOWN

    def usual(self) -> Plan:
        """Return the initial contents of the form: the last match, or two bots for the game on the board."""
        settings = self.shell.settings
        with suppress(msgspec.ValidationError):
            last = msgspec.convert(settings.match, Plan | None)
            if last is not None and last.spec.partition("(")[0] in fastcore.games():
                return last
        spec = self.games.table.session.spec
        names = bots.names(spec)
        strongest = bots.strongest(spec) or names[0]
        return Plan(spec=spec, bots=(strongest, next((name for name in names if name != strongest), strongest)))

    def open_game(self, match: Match, game: Game, analyse: bool, failed: Callable[[str], None]) -> None:
        """Open a finished game, with all reports of its bots, in a tab of the main window."""
        path, faults = self.path, self.games.faults

        def work() -> StoredGame:
            with Archive(path, read_only=True) as archive:
                return StoredGame.found(record_in(archive, match, game), faults.put)

        def there(kept: StoredGame) -> None:
            self.games.go_on(kept)
            self.shell.root.lift()
            self.games.middle.focus_force()
            self.shell.notice.say(words.opened(game.number + 1))
            for command in self.shell.commands.those("analyse_mode" if analyse else "play_mode"):
                self.shell.commands.run(command.name)

        self.background.run(work, there, lambda error: failed(str(error)))
