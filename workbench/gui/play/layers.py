"""Layers that can cover the game in a tab: browsing, a written turn, hints, analysis, replay, Set up, puzzles, a table.

The topmost layer that answers a question decides. If no layer answers, the game itself does. Layers also decide what
Undo, Esc and Save do, which mode the window is in, and which commands are unavailable in it.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol, TypeVar

from bots.report import Report
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
from workbench.positions.sketch import Sketch
from workbench.table.table import Table

Answer = TypeVar("Answer")


class Height(IntEnum):
    """The order of the layers, from the game upwards."""

    BROWSING = 1  # another position of the game is viewed
    TUTOR = 2  # the tutor judges a decision, or objects to it
    SHEET = 3  # a turn is being written
    HINTS = 4
    ANALYSIS = 5
    CHOOSING = 6  # the first steps of a move are selected
    PLAYBACK = 7  # the latest events are replayed
    SET_UP = 8
    PRACTICE = 9  # the tab shows puzzles instead of a game
    COMPANION = 10  # the tab shows a game at a real table


class Change(NamedTuple):
    """The effect of undo or redo: the call, its menu text, and why it is unavailable ("" if it is available)."""

    run: Callable[[], None]
    text: str
    why_not: str = ""


class Live(NamedTuple):
    """A position for screen readers: a sentence, the board, recent events, and lists by heading."""

    sentence: str
    board: str = ""
    events: Sequence[str] = ()
    lists: dict[str, list[str]] = {}  # noqa: RUF012  (never changed)


class Layer:
    """A state that covers the game of a table. If a method returns None, the layer below answers.

    `mode` is the window's mode while the layer covers the game, or "" if the layer has none. `in_mode` says why
    commands of other modes are unavailable in it, `not_in_mode` why its commands are unavailable in other modes.
    `tools` selects the buttons of the status bar. `hides_game` says that the layer replaces the game on the screen,
    `own_marks` that it marks the board itself, so that hints are not drawn, and `replays` that it shows earlier events
    and ends automatically.
    """

    height: Height
    mode = in_mode = not_in_mode = ""
    tools: Tools | None = None
    hides_game = own_marks = replays = False

    def covers(self, table: Table) -> bool:
        """Return whether the layer covers this table's game, whether or not the game is shown."""
        raise NotImplementedError

    # Moves

    def point(self, table: Table) -> Viewpoint | None:
        """Return the position that the board shows."""
        return None

    def move_point(self, table: Table) -> Viewpoint | None:
        """Return the position in which the next move is made."""
        return None

    def moves(self, table: Table) -> list[str] | None:
        """Return the moves that can be entered."""
        return None

    def may_move(self, table: Table) -> bool | None:
        """Return whether the person can move here."""
        return None

    def holds_game(self, table: Table) -> bool | None:
        """Return whether chance and bots must wait."""
        return None

    def handle_move(self, table: Table, move: str) -> bool | None:
        """Handle a move of the person, and return True.

        Raises:
            Conflict: The move contradicts what the followed seat knows.
            IllegalMove: The move is not legal.
        """
        return None

    def handle_bot_move(self, table: Table, move: str) -> bool | None:
        """Handle a move that a bot chose for the person, and return True."""
        return None

    # Texts

    def sentence(self, table: Table) -> str | None:
        """Return the sentence in the status bar that says what to do."""
        return None

    def why_no_move(self, table: Table) -> str | None:
        """Return why no move can be made here, or "" if one can."""
        return self.sentence(table)

    def choices_note(self, table: Table) -> str | None:
        """Return the note beside the buttons of the choices."""
        return None

    def no_help(self, table: Table) -> str | None:
        """Return why no bot can advise or move for the person."""
        return None

    def tab_name(self, table: Table) -> str | None:
        """Return the text on the tab."""
        return None

    def progress(self, table: Table) -> tuple[str, float] | None:
        """Return the text and fraction (0 to 1) of the progress bar."""
        return None

    def points(self, table: Table) -> Sequence[int] | None:
        """Return the points on the players' cards."""
        return None

    def live(self, table: Table) -> Live | None:
        """Return the position for screen readers."""
        return None

    def copied(self, table: Table) -> str | None:
        """Return the text for Copy position."""
        return None

    # Screen

    def focus(self, table: Table) -> tkinter.Misc | None:
        """Return the widget in the middle of the window, which gets the focus."""
        return None

    def view(self, table: Table) -> BoardView | None:
        """Return the drawn board."""
        return None

    def no_picture(self, table: Table) -> str | None:
        """Return why no picture of the board can be saved."""
        return None

    def redraw(self, table: Table) -> bool | None:
        """Draw the layer again after a setting changed. Return True if nothing else needs drawing."""
        return None

    # Commands

    def undo(self, table: Table) -> Change | None:
        """Return the effect of Ctrl+Z."""
        return None

    def redo(self, table: Table) -> Change | None:
        """Return the effect of Ctrl+Y."""
        return None

    def leave(self, table: Table) -> bool | None:
        """Handle Esc. Return True if it had an effect."""
        return None

    def uncover(self, table: Table) -> None:
        """Show the game again. A layer that hides the game starts a game from its position instead."""

    def begin_new_game(self, table: Table, ask: Callable[[Sketch], None]) -> bool | None:
        """Ask who plays a new game from the layer's own position. Return True if it has one."""
        return None

    def save(self, table: Table, to_new_file: bool) -> bool | None:
        """Save the content of the layer instead of the game, optionally in a new file. Return True if it was saved."""
        return None


class Layers:
    """The layers of the window's games.

    `judged_report` returns what a review found at a node of the shown game, or None. The review sets it. `person_note`
    returns a note for the cards of the people in the shown game, or "". The tutor sets it.
    """

    def __init__(self) -> None:
        self._layers: list[Layer] = []
        self.judged_report: Callable[[int], Report | None] = lambda _: None
        self.person_note: Callable[[], str] = str

    def add(self, layer: Layer) -> None:
        """Add a layer at its height."""
        self._layers.append(layer)
        self._layers.sort(key=lambda entry: -entry.height)

    def covering(self, table: Table) -> list[Layer]:
        """Return the layers that cover the game of this table, topmost first."""
        return [layer for layer in self._layers if layer.covers(table)]

    def first_answer(self, table: Table, ask: Callable[[Layer], Answer | None]) -> Answer | None:
        """Ask the layers from top to bottom, and return the first answer that is not None."""
        for layer in self._layers:
            if layer.covers(table):
                answer = ask(layer)
                if answer is not None:
                    return answer
        return None

    def text(self, table: Table, ask: Callable[[Layer], str | None]) -> str:
        """Return the first text that is not None, or ""."""
        return self.first_answer(table, ask) or ""

    def mode(self, table: Table) -> str:
        """Return the mode of the window while it shows this table."""
        return self.text(table, lambda layer: layer.mode or None) or "play"

    def hides(self, table: Table) -> bool:
        """Return whether a layer hides the game."""
        return any(layer.hides_game for layer in self.covering(table))

    def replays(self, table: Table) -> bool:
        """Return whether the board replays earlier events."""
        return any(layer.replays for layer in self.covering(table))

    def stop_replay(self, table: Table) -> bool:
        """End a replay of earlier events. Return False if there was none."""
        return any(layer.leave(table) for layer in self.covering(table) if layer.replays)

    def marks(self, table: Table) -> bool:
        """Return whether a layer marks the board itself."""
        return any(layer.own_marks for layer in self.covering(table))

    def why_not(self, table: Table, command: Command) -> str:
        """Return why a command is unavailable in the current mode, or "" if it is available."""
        mode = self.mode(table)
        if mode in command.modes:
            return ""
        present = next((layer for layer in self._layers if layer.mode == mode), None)
        if present is not None and present.hides_game:
            return present.in_mode
        if "play" not in command.modes:
            owner = next((layer for layer in self._layers if layer.mode in command.modes), None)
            return owner.not_in_mode if owner is not None else ""
        return present.in_mode if present is not None else ""


class BrowsingLayer(Layer):
    """A layer while another position of the game is viewed.

    Args:
        commands: The commands of the window.
        move_input_of: Returns the move input of a table.
    """

    height = Height.BROWSING

    def __init__(self, commands: Registry, move_input_of: Callable[[Table], MoveInput]) -> None:
        self.commands, self.move_input_of = commands, move_input_of

    def covers(self, table: Table) -> bool:
        """Return whether another position is viewed."""
        return table.browsing.node is not None

    def may_move(self, table: Table) -> bool:
        """Return whether a variation can be started here."""
        return table.may_play

    def handle_move(self, table: Table, move: str) -> bool:
        """Play a move from the viewed position."""
        table.play_variation(move)
        return True

    def sentence(self, table: Table) -> str | None:
        """Return the name of the viewed position, or None while a move is being entered."""
        return None if self.move_input_of(table).entry.chosen else self.why_no_move(table)

    def why_no_move(self, table: Table) -> str:
        """Return the name of the viewed position, and how to get back to the current one."""
        browsing = table.browsing
        describe = words.viewing_to_play if table.may_play else words.viewing
        turn_text = boards.turn_text_of_total(
            table.info, table.point.fields, table.point.turn, table.session.point.turn
        )
        at_start = browsing.visible_tree(table.screen.viewer).representative(browsing.shown_node) == ROOT
        return describe(
            words.position_name(turn_text, at_start), next((end.key for end in self.commands.existing("end")), "")
        )

    def leave(self, table: Table) -> bool | None:
        """Return to the current position, unless a bot is searching for a hint."""
        if table.bots.advising:
            return None
        table.view_node(table.session.here)
        return True


class ChoosingLayer(Layer):
    """A layer while the first steps of a move are selected.

    Args:
        move_input_of: Returns the move input of a table.
    """

    height = Height.CHOOSING

    def __init__(self, move_input_of: Callable[[Table], MoveInput]) -> None:
        self.move_input_of = move_input_of

    def covers(self, table: Table) -> bool:
        """Return True, because any game can have selected steps."""
        return True

    def leave(self, table: Table) -> bool | None:
        """Deselect the steps. Return None if there are none."""
        return self.move_input_of(table).cancel() or None


class GameContext(Protocol):
    """The part of an open game that its texts, display and hints use."""

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
    def accepts_moves(self) -> bool:
        """Whether a person can move and all events have been shown."""

    @property
    def ended(self) -> bool:
        """Whether the screen shows the end of the game."""

    @property
    def point(self) -> Viewpoint:
        """The position in which the next move is made."""

    @property
    def outcomes(self) -> Sequence[str]:
        """The outcomes of chance that can be chosen now, if they can be listed."""

    def refresh(self) -> None:
        """Update everything on the screen except the position."""
