"""What may cover the game in a tab: another position that is looked at, a written turn, an analysis, a replay, a
set-up.

Each is a layer. The topmost layer that answers a question decides; what no layer answers is asked of the game itself.
Layers also decide what Undo, Esc and Save do, which mode the window is in, and which commands are unavailable in it.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol, TypeVar

from fastcore import Viewpoint
from workbench import boards
from workbench.game.move_tree import ROOT
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.move_input import MoveInput
from workbench.gui.board.presenter import Presenter
from workbench.gui.play import words
from workbench.gui.play.screen import Screen
from workbench.gui.shell.commands import Command, Registry
from workbench.gui.shell.shell import Shell
from workbench.gui.shell.status_bar import Tools
from workbench.table.table import Table

Answer = TypeVar("Answer")


class Height(IntEnum):
    """The order of the layers, from the game upwards."""

    BROWSING = 1  # another position of the game
    SHEET = 2  # a turn that is being written
    HINTS = 3
    ANALYSIS = 4
    CHOOSING = 5  # the first steps of a move are chosen
    PLAYBACK = 6  # the latest events, shown again
    SET_UP = 7


class Change(NamedTuple):
    """What undo or redo would do now: the call, its menu text, and why it is impossible ("" if it is not)."""

    run: Callable[[], None]
    text: str
    why_not: str = ""


class Live(NamedTuple):
    """A position for screen readers: a sentence, the board, what happened, and lists by their headings."""

    sentence: str
    board: str = ""
    events: Sequence[str] = ()
    lists: dict[str, list[str]] = {}  # noqa: RUF012  (never changed)


class Layer:
    """Something that covers the game of a table. An answer of None leaves the question to the layer below.

    `mode` is the mode of the window while the layer covers the game, "" for none of its own. `in_mode` says why
    commands of other modes are unavailable then, `not_in_mode` why the mode's own commands are unavailable elsewhere.
    `tools` are the buttons of the status bar. A layer that `hides_game` keeps everything else of the game off the
    screen; one with `own_marks` marks the board itself, so hints are not drawn; one that `replays` shows earlier events
    and ends by itself.
    """

    height: Height
    mode = in_mode = not_in_mode = ""
    tools: Tools | None = None
    hides_game = own_marks = replays = False

    def covers(self, table: Table) -> bool:
        """Return whether the layer covers this table's game, shown or not."""
        raise NotImplementedError

    # Moves

    def point(self, table: Table) -> Viewpoint | None:
        """The position that the board shows."""
        return None

    def move_point(self, table: Table) -> Viewpoint | None:
        """The position in which the next move is made."""
        return None

    def moves(self, table: Table) -> list[str] | None:
        """The moves that can be entered."""
        return None

    def may_move(self, table: Table) -> bool | None:
        """Whether the person can move here."""
        return None

    def take(self, table: Table, move: str) -> bool | None:
        """Handle a move of the person; True if it is done. Conflict or IllegalMove say why it cannot be made."""
        return None

    def take_help(self, table: Table, move: str) -> bool | None:
        """Handle a move that a bot chose for the person; True if it is done."""
        return None

    # Texts

    def sentence(self, table: Table) -> str | None:
        """What the status bar says is expected."""
        return None

    def resting(self, table: Table) -> str | None:
        """Why no move can be made here, "" if one can."""
        return self.sentence(table)

    def choices_note(self, table: Table) -> str | None:
        """A note beside the buttons of the choices."""
        return None

    def no_help(self, table: Table) -> str | None:
        """Why no bot can advise or move for the person."""
        return None

    def tab_name(self, table: Table) -> str | None:
        """The text on the tab."""
        return None

    def progress(self, table: Table) -> tuple[str, float] | None:
        """The text and fraction (0 to 1) of the progress bar."""
        return None

    def points(self, table: Table) -> Sequence[int] | None:
        """The points on the players' cards."""
        return None

    def live(self, table: Table) -> Live | None:
        """The position as text."""
        return None

    def copied(self, table: Table) -> str | None:
        """The text that Copy position puts on the clipboard."""
        return None

    # What is on the screen

    def focus(self, table: Table) -> tkinter.Misc | None:
        """The widget in the middle of the window."""
        return None

    def view(self, table: Table) -> BoardView | None:
        """The drawn board."""
        return None

    def no_picture(self, table: Table) -> str | None:
        """Why the board cannot be kept as a picture."""
        return None

    def show_again(self, table: Table) -> bool | None:
        """Draw the layer again after a setting changed; True if that is all there is to draw."""
        return None

    # Commands

    def undo(self, table: Table) -> Change | None:
        """What Ctrl+Z does."""
        return None

    def redo(self, table: Table) -> Change | None:
        """What Ctrl+Y does."""
        return None

    def leave(self, table: Table) -> bool | None:
        """Do what Esc does here; True if that was anything."""
        return None

    def uncover(self, table: Table) -> None:
        """Show the game again; a layer that hides it plays what was made there."""

    def save(self, table: Table, anew: bool) -> bool | None:
        """Save what covers the game in place of the game, in another file if `anew`; True if it was done."""
        return None


class Layers:
    """The layers of the window's games."""

    def __init__(self) -> None:
        self._layers: list[Layer] = []

    def add(self, layer: Layer) -> None:
        self._layers.append(layer)
        self._layers.sort(key=lambda one: -one.height)

    def over(self, table: Table) -> list[Layer]:
        """The layers that cover the game of this table, topmost first."""
        return [layer for layer in self._layers if layer.covers(table)]

    def first(self, table: Table, ask: Callable[[Layer], Answer | None]) -> Answer | None:
        """Ask layer after layer; return the first answer that is not None, None if there is none."""
        for layer in self._layers:
            if layer.covers(table):
                answer = ask(layer)
                if answer is not None:
                    return answer
        return None

    def text(self, table: Table, ask: Callable[[Layer], str | None]) -> str:
        """The same for texts: "" if no layer has one."""
        return self.first(table, ask) or ""

    def mode(self, table: Table) -> str:
        """The mode of the window while it shows this table."""
        return self.text(table, lambda layer: layer.mode or None) or "play"

    def hides(self, table: Table) -> bool:
        """Whether a layer keeps the game off the screen."""
        return any(layer.hides_game for layer in self.over(table))

    def replays(self, table: Table) -> bool:
        """Whether the board shows earlier events again."""
        return any(layer.replays for layer in self.over(table))

    def stop_replay(self, table: Table) -> bool:
        """Show the game as it is, if the board shows earlier events; return whether it did."""
        return any(layer.leave(table) for layer in self.over(table) if layer.replays)

    def marks(self, table: Table) -> bool:
        """Whether a layer marks the board itself."""
        return any(layer.own_marks for layer in self.over(table))

    def why_not(self, table: Table, command: Command) -> str:
        """Why a command makes no sense in the present mode."""
        mode = self.mode(table)
        if mode in command.modes:
            return ""
        present = next((layer for layer in self._layers if layer.mode == mode), None)
        if present is not None and present.hides_game:
            return present.in_mode
        if "play" not in command.modes:
            own = next((layer for layer in self._layers if layer.mode in command.modes), None)
            return own.not_in_mode if own is not None else ""
        return present.in_mode if present is not None else ""


class BrowsingLayer(Layer):
    """Another position of the game is looked at."""

    height = Height.BROWSING

    def __init__(self, commands: Registry, touch_of: Callable[[Table], MoveInput]) -> None:
        self.commands, self.touch_of = commands, touch_of

    def covers(self, table: Table) -> bool:
        return table.browsing.node is not None

    def may_move(self, table: Table) -> bool:
        return table.may_play

    def take(self, table: Table, move: str) -> bool:
        table.play_there(move)
        return True

    def sentence(self, table: Table) -> str | None:
        return None if self.touch_of(table).entry.chosen else self.resting(table)

    def resting(self, table: Table) -> str:
        browsing = table.browsing
        tell = words.looking_to_play if table.may_play else words.looking
        stands = boards.stands_of(table.info, table.point.fields, table.point.turn, table.session.point.turn)
        at_start = browsing.seen(table.screen.viewer).face(browsing.at) == ROOT
        return tell(words.where(stands, at_start), next((end.key for end in self.commands.those("end")), ""))

    def leave(self, table: Table) -> bool | None:
        if table.bots.advising:
            return None
        table.look(table.session.here)
        return True


class ChoosingLayer(Layer):
    """The first steps of a move are chosen; Esc takes them back."""

    height = Height.CHOOSING

    def __init__(self, touch_of: Callable[[Table], MoveInput]) -> None:
        self.touch_of = touch_of

    def covers(self, table: Table) -> bool:
        return True

    def leave(self, table: Table) -> bool | None:
        return self.touch_of(table).cancel() or None


class Opened(Protocol):
    """What the texts, the display and the hints of an open game need of it."""

    shell: Shell
    screen: Screen
    layers: Layers
    table: Table
    presenter: Presenter
    move_input: MoveInput

    @property
    def on_show(self) -> bool:
        """Whether the screen shows this game."""

    @property
    def ours(self) -> bool:
        """Whether a person can move, with nothing left to animate."""

    @property
    def ended(self) -> bool:
        """Whether the screen shows the end of the game."""

    @property
    def point(self) -> Viewpoint:
        """The position in which the next move is made."""

    @property
    def outcomes(self) -> Sequence[str]:
        """The outcomes of chance that can be chosen now, if they can be listed."""

    def changed(self) -> None:
        """Show that something other than the position is different."""
