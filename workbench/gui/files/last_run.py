"""The games of the last run: tabs return silently after a quit, and one offer names the games after a crash."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import fastcore
from workbench.gui.files import words
from workbench.gui.play.open_game import OpenGame
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.bar import Offer
from workbench.records.files import RecordError
from workbench.storage import autosave, open_tabs
from workbench.storage.autosave import AbandonedGame
from workbench.storage.closed_games import finishing_work
from workbench.storage.library import Library
from workbench.storage.open_tabs import Restored
from workbench.storage.session_records import AUTOSAVE_OF
from workbench.storage.stored_game import StoredGame, parse_tag


class LastRun:
    """The games of the last run. `unfinished` lists the games of windows that crashed, and `bar` offers them."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.unfinished: list[AbandonedGame] = []
        self.bar: Offer | None = None
        shell.events.started.connect(self.on_start)
        shell.events.offers_needed.connect(self.show_offer)

    def on_start(self) -> None:
        """Look for the games of the last run when the program starts."""
        faults = self.games.faults

        def look() -> tuple[Restored, list[AbandonedGame]]:
            # Restored games lock their autosaves, so that the search for abandoned ones skips them.
            return open_tabs.restore(faults.put), autosave.find_abandoned()

        self.shell.background.run(look, self._receive, self._failed)

    def _receive(self, found: tuple[Restored, list[AbandonedGame]]) -> None:
        restored, abandoned = found
        self.games.closed_files += restored.closed
        if restored.games:
            self._restore_tabs(restored.games, restored.shown)
        for game in filter(_is_finished, abandoned):
            self._open(game, self._add_to_library)
        unfinished = [game for game in abandoned if not _is_finished(game)]
        self.unfinished = sorted(unfinished, key=lambda game: bool(game.damage))  # damaged games last
        self.shell.events.offers_needed.emit()

    # After a quit -----------------------------------------------------------------------------------------------------

    def _restore_tabs(self, stored: Sequence[StoredGame], shown: StoredGame | None) -> None:
        """Reopen the tabs. The last shown game replaces the first game if nobody has played it.

        A private game stays in a tab behind, where a question protects it.
        """
        games, first = self.games, self.games.shown
        played = first.stored is not None and first.stored.worth_keeping
        stays = bool(played or games.opening or games.keeps_first)
        restored: dict[int, OpenGame] = {}
        for game in stored:
            game.check_changes()
            named = game.file is not None and games.find(game.file) is not None  # the command line named the file
            if named or (stays and not game.worth_keeping):
                game.discard()
                continue
            games.private.opened.add(game.session)
            playing = restored[id(game)] = OpenGame(games)
            games.open.append(playing)  # in a tab behind, so that nothing is drawn yet
            playing.load(game)
        free = [playing for playing in restored.values() if games.private.may_see(playing.table.session)]
        if not free or stays:
            games.show_tabs()
            return
        wanted = restored.get(id(shown))
        games.show(games.open.index(wanted if wanted in free else free[-1]))
        games.close(games.open.index(first))

    # After a crash ----------------------------------------------------------------------------------------------------

    def show_offer(self) -> None:
        """Offer the unfinished games."""
        if self.bar is not None and self.bar.winfo_exists():
            self.bar.destroy()
        self.bar = None
        if self.unfinished:
            calls: dict[str, Callable[[], None]] = {
                widgets_words.DISCARD: self.discard,
                widgets_words.LATER: self.postpone,
            }
            if any(game.record is not None for game in self.unfinished):
                calls = {widgets_words.RESTORE: self.recover, **calls}
            self.bar = Offer(self.screen.offers, offer_sentence(self.unfinished), calls)

    def recover(self) -> None:
        """Open all unfinished games, the newest last so that it is shown. Damaged ones stay for the next start."""

        def opened(game: StoredGame) -> None:
            self.games.open_stored(game)

        for abandoned in self._take_all():
            if abandoned.record is not None:
                self._open(abandoned, opened)

    def discard(self) -> None:
        """Discard all unfinished games. They can be reopened until the window is closed."""

        def discarded(game: StoredGame) -> None:
            game.mark_discarded()
            self.games.archive(game)
            self.shell.notice.show(words.discarded(self.shell.commands["reopen"].key))

        for abandoned in self._take_all():
            if abandoned.record is None:
                self.shell.background.run(abandoned.discard, lambda _: None, self._failed)
            else:
                self._open(abandoned, discarded)

    def postpone(self) -> None:
        """Keep the unfinished games for the next start."""
        self._take_all()

    def _take_all(self) -> list[AbandonedGame]:
        """Withdraw the offer. Return the offered games, oldest first."""
        games, self.unfinished = self.unfinished, []
        self.shell.events.offers_needed.emit()
        return games[::-1]

    def _add_to_library(self, game: StoredGame) -> None:
        self.shell.background.run(finishing_work(game), lambda _: None, self._failed)

    def _open(self, abandoned: AbandonedGame, opened: Callable[[StoredGame], None]) -> None:
        faults = self.games.faults
        self.shell.background.run(lambda: StoredGame.recover(abandoned, faults.put), opened, self._report)

    def _report(self, error: ValueError) -> None:
        reason = error.reason if isinstance(error, RecordError) and not error.file else str(error)
        self.shell.notice.show(words.not_opened(reason), True)

    def _failed(self, error: ValueError) -> None:
        self.shell.notice.show(str(error), True)


def _is_finished(game: AbandonedGame) -> bool:
    """Return whether a game has ended and belongs to My games, so that nobody needs to restore it."""
    if game.record is None or game.record.result is None:
        return False
    origin = parse_tag(game.record.tags.get(AUTOSAVE_OF, ""))
    return origin is None or origin[0].parent == Library().folder


def offer_sentence(games: Sequence[AbandonedGame]) -> str:
    """Return the offer to restore unfinished games, or the reason why the only one cannot be opened."""
    game = games[0]
    when = widgets_words.day(datetime.fromtimestamp(game.changed), datetime.now())
    damaged = sum(game.record is None for game in games)
    if game.record is None and len(games) == 1:
        return words.unfinished_damaged(when, game.damage)
    if game.record is None or len(games) > 1:
        return words.restore_games(len(games), damaged)
    name = game.record.spec.partition("(")[0]
    title = fastcore.info(name).title if name in fastcore.games() else name
    return words.restore_game(title, when, game.record.result is not None)
