"""The matches of the program: the running match, with or without a window, and queries to the archive."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

import fastcore
from workbench.bot_process import trust
from workbench.gui.matches import form_words, words
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.shell import Shell
from workbench.gui.trust import consent
from workbench.gui.widgets.bar import Offer
from workbench.gui.widgets.dialog import Aside
from workbench.gui.widgets.tips import Tip
from workbench.matches.archive.default import default_archive
from workbench.matches.planning.plan import Plan
from workbench.matches.questions import ReaderClient
from workbench.matches.workers.progress import Progress
from workbench.storage.stored_game import StoredGame
from workbench.system import decoding

if TYPE_CHECKING:  # imported where they are used, because importing them slows start-up
    from workbench.matches.archive.archive import Match
    from workbench.matches.archive.overview import Listing, Overview
    from workbench.matches.archive.rows import Game
    from workbench.matches.cluster.choice import Cluster
    from workbench.matches.workers.background_match import BackgroundMatch

TICK_SECONDS = 0.1  # seconds between two updates of the running match


class MatchPages(Aside):
    """The part of the match window that `Matches` uses.

    `page` is the name of the shown page.
    """

    page: str

    def tick(self) -> None:
        """Show new results. Called often."""
        raise NotImplementedError

    def turn_to(self, page: str) -> None:
        """Show a page: "form", "watch" or "all"."""
        raise NotImplementedError

    def say(self, text: str, warning: bool = False) -> None:
        """Show a message at the bottom, or clear it if `text` is ""."""
        raise NotImplementedError

    def reload(self, games: bool = False) -> None:
        """Read the shown match again, and its games and figures if `games` is True."""
        raise NotImplementedError

    def remember(self) -> None:
        """Store the contents of the form for the next match."""
        raise NotImplementedError


class Matches:
    """The matches of the program. Created once by `install`.

    `shown` is the number of the shown match or None, `page` the last page of the window.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the main window.
        open_window: Creates the window of matches.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, open_window: Callable[[Matches], MatchPages]) -> None:
        self.shell, self.games, self.screen, self.make = shell, games, screen, open_window
        # `slow_jobs` reads whole matches, so it must not delay quick jobs.
        self.background, self.slow_jobs = BackgroundJobs(), BackgroundJobs()
        self.figures, self.trials = ReaderClient(), ReaderClient()
        self.running: BackgroundMatch | None = None
        self.cluster: Cluster | None = None  # where the running match plays; None for this machine
        self.shown: int | None = None
        self._shown_before: int | None = None  # the match shown before the running one was started
        self.page = ""
        self.interrupted: Overview | None = None  # the match that was running when the program last ended
        self.offer_row: Offer | None = None
        self._postponed = 0  # number of an interrupted match to offer again; 0: none
        self._ticked = 0.0
        self._end_reported = False  # whether the end of the last match was reported
        shell.events.started.connect(self.on_start)
        shell.events.polled.connect(self.poll)
        shell.events.closing.connect(self.close)
        shell.events.offers_needed.connect(self.show_offer)

    @property
    def path(self) -> Path:
        """The path of the archive."""
        return default_archive()

    @property
    def window(self) -> MatchPages | None:
        """The window of matches, or None if it is closed."""
        page = self.shell.pages.open.get("matches")
        return page if isinstance(page, MatchPages) and page.winfo_exists() else None

    # Program start and end --------------------------------------------------------------------------------------------

    def on_start(self) -> None:
        """Look for a match that was running when the program last ended."""
        number = self.shell.settings.match_running
        if number:
            self.background.run(lambda: self._unfinished(number), self._offer_interrupted, lambda error: None)

    def listed(self, only: int | None = None) -> Listing:
        """Return all matches, or only the one with this number. Can be called from any thread."""
        from workbench.matches.archive.archive import Archive
        from workbench.matches.archive.overview import Listing, list_matches

        if not self.path.exists():
            return Listing([], {})
        with Archive(self.path, read_only=True) as archive:
            return list_matches(archive, only)

    def read_overview(self, number: int) -> Overview | None:
        """Return one match, or None if it does not exist. Can be called from any thread."""
        return next(iter(self.listed(number).matches), None)

    def _unfinished(self, number: int) -> Overview | None:
        overview = self.read_overview(number)
        return None if overview is None or overview.complete else overview

    def _offer_interrupted(self, overview: Overview | None) -> None:
        if self.running is not None:
            return
        if overview is None:
            self.shell.settings.match_running = 0
            return
        self.interrupted = overview
        self.shown = overview.match.id
        self.show_offer()

    def _postpone(self) -> None:
        """Postpone the offer to the next start, even if another match ends before then."""
        assert self.interrupted is not None
        self._postponed = self.interrupted.match.id
        self._close_offer()

    def _dismiss_for_good(self) -> None:
        """Withdraw the offer permanently. The match stays in the archive."""
        assert self.interrupted is not None
        self.shell.settings.match_running = 0
        self.shell.notice.show(words.offer_dismissed(self.interrupted.match.id))
        self._close_offer()

    def _close_offer(self) -> None:
        self.interrupted = None
        self.show_offer()

    def show_offer(self) -> None:
        """Offer to continue the interrupted match, if there is one."""
        if self.offer_row is not None and self.offer_row.winfo_exists():
            self.offer_row.destroy()
        self.offer_row = None
        if self.interrupted is None:
            return
        from workbench.gui.matches.names import title

        overview = self.interrupted
        number = overview.match.id
        calls = {
            words.CONTINUE: lambda: self.continue_match(number), words.SHOW: lambda: self.show_page("watch", number),
            words.ASK_NO_MORE: self._dismiss_for_good, words.LATER: self._postpone,
        }  # fmt: skip
        text = words.unfinished(title(overview.match.plan), number, overview.done, overview.games)
        self.offer_row = Offer(self.screen.offers, text, calls)
        Tip(self.shell.look, self.offer_row.buttons[words.ASK_NO_MORE], lambda: words.ASK_NO_MORE_TIP)

    def poll(self) -> None:
        """Receive and show the results of threads and processes. Called every few milliseconds."""
        self.background.deliver_next()
        self.slow_jobs.deliver_next()
        self.figures.poll()
        self.trials.poll()
        now = monotonic()
        if now < self._ticked + TICK_SECONDS:
            return
        self._ticked = now
        run = self.running
        if run is not None:
            over = run.is_over  # Read before `progress`, which must not be older than the end.
            progress = run.progress
            if progress.match is not None and not over:
                self.shell.settings.match_running = progress.match.id
                self.shown = progress.match.id if self.shown is None else self.shown
            if over and not self._end_reported:
                self._end_reported = True
                self._ended(progress)
        page = self.window
        if run is not None and (page is None or page.page != "watch"):
            run.watch(False)
        if page is not None:
            page.tick()

    def _ended(self, progress: Progress) -> None:
        page = self.window
        if page is not None:
            page.reload()
        if progress.refused is not None and self.running is not None:
            again = partial(self._play, self.running.plan_or_number, self.running.jobs or 0)
            consent.ask_then_run(self.shell, (progress.refused.text,), progress.refused.limit, again)
        if progress.fault:
            self.shell.notice.show(words.aborted(progress.fault), True)
            if self.shown is None:
                self.shown = self._shown_before  # the new match never started
            if progress.changed and progress.number == self.shell.settings.match_running:
                self._withdraw_offer(progress.number)  # The next start could not continue a changed match either.
            if page is not None and (page.page != "watch" or self.shown not in (None, progress.number)):
                page.say(words.aborted(progress.fault), True)  # The shown page does not show the error itself.
            return
        self._withdraw_offer(progress.number)
        if progress.match is not None and progress.outcome is not None:
            notice = words.end_notice(progress.match.id, progress.outcome.kind, progress.outcome.reason)
            self.shell.notice.show(notice, progress.outcome.failed)

    def _withdraw_offer(self, number: int | None) -> None:
        """Stop offering this match at the next start. Another postponed match is still offered."""
        if self._postponed == number:
            self._postponed = 0
        self.shell.settings.match_running = self._postponed

    def close(self) -> None:
        """Stop the running match at the end of the program. The next start offers to continue it."""
        if self.window is not None:
            self.window.remember()
        if self.running is not None:
            self.running.stop()
            self.running.join()
        self.background.close()
        self.slow_jobs.close()
        self.figures.close()
        self.trials.close()

    # Commands ---------------------------------------------------------------------------------------------------------

    def show_page(self, page: str = "", match: int | None = None) -> None:
        """Show the window of matches, and bring it to the front.

        Args:
            page: The page to show; "" for the most useful one.
            match: The number of the match to show, or None to keep the shown one.
        """
        if match is not None:
            self.shown = match
            if self.window is not None:
                self.window.reload(games=True)
        self.page = page or ("watch" if self.shown is not None else self.page or "form")
        if self.window is None:
            self.shell.pages.show("matches", lambda: self.make(self))
        else:
            self.window.turn_to(self.page)
            self.window.deiconify()
            self.window.lift()
            self.window.focus_set()

    def start_match(self, plan: Plan, jobs: int, file: str) -> None:
        """Start a match, and store its plan for the next one."""
        filled = self.default_plan()
        trust.allow_chosen(plan.bots, plan.limit, [(bot, filled.limit) for bot in filled.bots])
        self.remember(plan, jobs, file)
        self._play(plan, jobs)

    def remember(self, plan: Plan, jobs: int, file: str) -> None:
        """Store the contents of the form for the next match. Only the file name of a list of openings is stored."""
        settings, openings = self.shell.settings, plan.openings if len(plan.openings) == 1 and not file else ()
        settings.match = msgspec.to_builtins(msgspec.structs.replace(plan, openings=openings))
        settings.match_jobs, settings.match_openings = jobs, file

    def continue_match(self, match: int | None = None) -> None:
        """Continue a match, by default the shown one."""
        number = self.shown if match is None else match
        if number is not None:
            self._play(number, self.shell.settings.match_jobs)

    def extend_match(self, blocks: int) -> None:
        """Play more blocks of the shown match, which is complete."""
        if self.shown is not None:
            self._play(self.shown, self.shell.settings.match_jobs, blocks)

    def _play(self, plan_or_number: Plan | int, jobs: int, more_blocks: int = 0) -> None:
        if self.running is not None and not self.running.is_over:
            self.shell.root.bell()
            return
        self._end_reported = False
        if self.interrupted is not None:
            self._postpone()
        from workbench.matches.cluster.chosen import begin_match

        where = self.shell.settings.match_cluster, self.shell.settings.match_keys
        self.running, self.cluster = begin_match(self.path, plan_or_number, jobs, more_blocks, *where)
        self._shown_before, self.shown = self.shown, None if isinstance(plan_or_number, Plan) else plan_or_number
        if self.window is not None:
            self.window.reload()
        self.show_page("watch")

    @property
    def can_pause(self) -> bool:
        """Whether a match is running and not paused, so that the button pauses it instead of continuing it."""
        return self.playing and not self.progress.paused

    def pause_or_continue(self) -> None:
        """Pause or resume the running match. If none is running, continue the shown one."""
        if self.running is not None and self.playing:
            (self.running.resume if self.running.progress.paused else self.running.pause)()
        else:
            self.continue_match()

    def no_pause(self) -> str:
        """Return why there is no match to pause or continue, or ""."""
        return "" if self.playing else self.no_continue()

    def finish(self) -> None:
        """Start no more games of the running match, and let its running games end."""
        if self.running is not None:
            self.running.finish()

    def stop(self) -> None:
        """Stop the running match and its games."""
        if self.running is not None:
            self.running.stop()

    @property
    def progress(self) -> Progress:
        """The progress of the current or last match."""
        return self.running.progress if self.running is not None else Progress("ended")

    @property
    def playing(self) -> bool:
        """Whether a match is running."""
        return self.running is not None and not self.running.is_over

    def no_run(self) -> str:
        """Return why there is no match to pause or stop, or ""."""
        return "" if self.playing else words.NOTHING_RUNS

    def no_finish(self) -> str:
        """Return why the match cannot finish early, or ""."""
        return self.no_run() or (words.ENDS_ALREADY if self.progress.finishing else "")

    def no_continue(self) -> str:
        """Return why the shown match cannot be continued, or ""."""
        if self.playing:
            return form_words.IS_PLAYED if self.progress.number == self.shown is not None else words.ONE_RUNS
        return "" if self.shown is not None else words.NONE_SHOWN

    def default_plan(self) -> Plan:
        """Return the initial plan of the form: the last one, or two quick levels for the game on the board."""
        settings = self.shell.settings
        with suppress(msgspec.ValidationError):
            last = None if settings.match is None else decoding.convert(settings.match, Plan)
            if last is not None and last.spec.partition("(")[0] in fastcore.games():
                return last
        return Plan(spec=self.games.table.session.spec, bots=("club", "casual"))

    def open_game(self, match: Match, game: Game, analyse: bool, failed: Callable[[str], None]) -> None:
        """Open a finished game, with all reports of its bots, in a tab of the main window.

        Args:
            match: The match of the game.
            game: The game.
            analyse: Whether to open it in Analyse instead of Play.
            failed: Called with the reason if the game cannot be read.
        """
        from workbench.matches.archive.archive import Archive
        from workbench.matches.archive.records import load_record

        path, faults = self.path, self.games.faults

        def work() -> StoredGame:
            with Archive(path, read_only=True) as archive:
                return StoredGame.from_record(load_record(archive, match, game), faults.put)

        def opened(stored: StoredGame) -> None:
            self.games.resume(stored)
            self.shell.root.lift()
            self.games.focus_target.focus_force()
            self.shell.notice.show(words.opened(game.number + 1))
            for command in self.shell.commands.existing("analyse_mode" if analyse else "play_mode"):
                if command.on is None or not command.on():
                    self.shell.commands.run(command.name)

        self.background.run(work, opened, lambda error: failed(str(error)))
