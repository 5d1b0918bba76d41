"""Closing the window, and the bar above the board that is shown while a game cannot be saved."""

from __future__ import annotations

from collections.abc import Callable

from workbench.gui.files import words
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.bar import Bar, BarRow


class Closing:
    """Closes the window once all games are saved. If one cannot be saved, the window stays and says what to do."""

    def __init__(
        self, shell: Shell, games: Tabs, screen: Screen, save_as: Callable[[Callable[[], None] | None], None]
    ) -> None:
        """`save_as` asks where to save the shown game, saves it and then calls the given function."""
        self.shell, self.games, self.screen, self.save_as = shell, games, screen, save_as
        self.bar: Bar | None = None
        self.under_way = False
        self.end: Callable[[], None] | None = None  # what closes the window; None as long as nobody wanted to
        self._shown: tuple[object, ...] = ("", False)
        shell.ask_to_close = self.close
        shell.events.polled.connect(self.look)
        shell.events.rebuilt.connect(self._rebuilt)
        shell.events.left.connect(self.look)  # below the offers

    def _rebuilt(self) -> None:
        self.bar, self._shown = None, ("", False)

    def look(self) -> None:
        """Show or remove the bar. Called often."""
        reason = self._fault
        if not reason and not self.under_way:
            self.end = None
        shown = (reason, self.end is not None and not self.under_way)
        if shown == self._shown or self.screen.body is None:
            return
        self._shown = shown
        if self.bar is not None:
            self.bar.destroy()
            self.bar = None
        if reason:
            calls = {words.SAVE_ELSEWHERE: self.elsewhere}
            if shown[1]:
                calls[words.CLOSE_ANYWAY] = self.anyway
            text = (words.would_be_lost if shown[1] else words.not_kept)(reason)
            self.bar = Bar(self.screen.head)
            self.bar.rows.append(BarRow(self.bar, self.shell.look, text, calls, warning=True, fit="wrap"))

    @property
    def _fault(self) -> str:
        """The reason why a game cannot be saved, "" if all can."""
        return next((game.fault for game in self.games.games if game.fault), "")

    def close(self, end: Callable[[], None]) -> None:
        """Save all games, then call `end`. Ask if a game cannot be saved."""
        if self.under_way:
            return
        work = self.games.saver()
        if work is None:
            end()
            return
        self.under_way, self.end = True, end
        self.shell.background.run(work, self._kept, lambda error: self._kept(str(error)))

    def _kept(self, fault: str) -> None:
        self.under_way = False
        if fault or self._fault:
            self.shell.root.bell()
            self.look()
        elif self.end is not None:
            self.shell.root.after_idle(self.end)  # not in the middle of the poll, which goes on with what would be gone

    def anyway(self) -> None:
        assert self.end is not None
        self.end()

    def elsewhere(self) -> None:
        """Ask where to save a game that cannot be saved; then close the window if the user wanted to."""
        tabs, end = self.games, self.end
        for game in tabs.games:
            if game.fault:
                tabs.turn_to(game)
                self.save_as(None if end is None else lambda: self.close(end))
                return
