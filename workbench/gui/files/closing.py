"""Closing the window, and the warning while a game cannot be saved."""

from __future__ import annotations

from collections.abc import Callable

from workbench.gui.files import words
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.bar import Offer


class Closing:
    """The closing of the window, which first saves all games.

    If a game cannot be saved, the window stays open and a warning offers the choices.

    Args:
        shell: The main window.
        games: The open games.
        screen: The widgets of the main window.
        save_as: Asks for a file, saves the shown game there and then calls the given function.
    """

    def __init__(
        self, shell: Shell, games: Tabs, screen: Screen, save_as: Callable[[Callable[[], None] | None], None]
    ) -> None:
        self.shell, self.games, self.screen, self.save_as = shell, games, screen, save_as
        self.bar: Offer | None = None
        self.saving = False
        # closes the window; None unless the user has asked to close it
        self.close_window: Callable[[], None] | None = None
        self._shown: tuple[object, ...] = ("", False)
        shell.ask_to_close = self.close
        shell.events.polled.connect(self.update_bar)
        shell.events.rebuilt.connect(self._rebuilt)
        shell.events.offers_needed.connect(
            self.update_bar
        )  # connected after the offers, so that the warning is below them

    def _rebuilt(self) -> None:
        self.bar, self._shown = None, ("", False)

    def update_bar(self) -> None:
        """Show or remove the warning. Called every few milliseconds."""
        reason = self._fault
        if not reason and not self.saving:
            self.close_window = None
        shown = (reason, self.close_window is not None and not self.saving)
        if shown == self._shown or self.screen.body is None:
            return
        self._shown = shown
        if self.bar is not None:
            self.bar.destroy()
            self.bar = None
        if reason:
            calls = {words.SAVE_ELSEWHERE: self.save_elsewhere}
            if shown[1]:
                calls[words.CLOSE_ANYWAY] = self.close_anyway
            text = (words.would_be_lost if shown[1] else words.not_kept)(reason)
            self.bar = Offer(self.screen.offers, text, calls, warning=True)

    @property
    def _fault(self) -> str:
        """Why a game cannot be saved, or ""."""
        return next((game.fault for game in self.games.games if game.fault), "")

    def close(self, end: Callable[[], None]) -> None:
        """Save all games, then call `end`. Show the warning if a game cannot be saved."""
        if self.saving:
            return
        work = self.games.saver()
        if work is None:
            end()
            return
        self.saving, self.close_window = True, end
        self.shell.background.run(work, self._on_saved, lambda error: self._on_saved(str(error)))

    def _on_saved(self, fault: str) -> None:
        self.saving = False
        if fault or self._fault:
            self.shell.root.bell()
            self.update_bar()
        elif self.close_window is not None:
            self.shell.root.after_idle(self.close_window)  # the poll is still using the window

    def close_anyway(self) -> None:
        """Close the window without saving."""
        assert self.close_window is not None
        self.close_window()

    def save_elsewhere(self) -> None:
        """Ask for another file for a game that cannot be saved.

        Then continue closing the window if it was being closed.
        """
        tabs, end = self.games, self.close_window
        for game in tabs.games:
            if game.fault:
                tabs.switch_to(game)
                self.save_as(None if end is None else lambda: self.close(end))
                return
