"""What else is told of the game beside what is drawn: sounds, and the live text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fastcore import OVER, Event
from workbench import boards
from workbench.gui.board.board_view import BoardView
from workbench.gui.help.feature import greet
from workbench.gui.sound.sounds import WEIGHT
from workbench.gui.sound.speaker import Speaker
from workbench.gui.widgets.tips import Remark

if TYPE_CHECKING:
    from workbench.gui.window import Window


class Echo:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell, self.games, self.screen = window.shell, window.games, window.screen
        self.speaker = Speaker()
        self.remark = Remark(window.shell.root, window.shell.look)
        self.ours = True  # whether it was a person's turn when last looked at
        window.shell.events.closing.connect(self.close)
        window.shell.events.settled.connect(self.settled)

    def close(self) -> None:
        self.hush()
        self.speaker.close()

    def sound(self, names: Iterable[str]) -> None:
        """The weightiest of these sounds, where sounds are wanted."""
        heard = [name for name in names if name]
        if heard and self.shell.settings.sound:
            self.speaker.play(max(heard, key=WEIGHT.index))

    def happened(self, events: Iterable[Event], animated: bool) -> None:
        """Something was done. Where it is shown step by step, each step has its own sound."""
        if not animated:
            self.sound(boards.sound(self.games.table.info, event) for event in events)

    def step(self, event: Event, told: str) -> None:
        self.sound([boards.sound(self.games.table.info, event)])
        self.screen.dock.tell(told)

    def settled(self) -> None:
        """All is shown."""
        self.hush()
        table, ours = self.games.table, self.games.shown.ours
        if ours and not self.ours and table.state.actor != OVER and len(table.persons) < table.state.seats:
            self.sound(["turn"])
        self.ours = ours
        self.screen.dock.follow()
        if any(step.actor in table.persons for step in table.session.steps):
            greet(self.window)

    def refuse(self, reason: str, spot: str) -> None:
        """Say beside the spot why it cannot be chosen."""
        view = self.screen.view
        if isinstance(view, BoardView) and view.ground is not None and spot in view.ground.spots:
            x, y = view.place_of(spot)
            self.remark.show(spot, reason, view.winfo_rootx() + x, view.winfo_rooty() + y, round(view.unit / 2))

    def hush(self) -> None:
        self.remark.hide()

    def at(self, spot: str, detail: str) -> None:
        """The pointer or the cursor is there, and a click would do this."""
        if spot != self.remark.about:
            self.hush()
        self.screen.dock.cursor(spot, detail)
