"""The Set up mode, for setting up a position over the game, and its commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import fastcore
from workbench import boards
from workbench.boards.kit.editing import NOTHING
from workbench.gui.play import reasons
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.set_up import words as set_up_words
from workbench.gui.set_up.editing import EditedPosition
from workbench.gui.set_up.files import PositionFiles
from workbench.gui.set_up.layer import SetUpLayer
from workbench.gui.set_up.mode import SetUpMode
from workbench.gui.set_up.reopening import Reopening
from workbench.gui.shell.commands import GAMES, SET_UP, Command
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.positions.sketch import Sketch
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the mode, its layer and its commands."""
    set_up = SetUpMode(shell, games, screen)
    files = PositionFiles(shell, games, screen, set_up)
    games.layers.add(SetUpLayer(set_up, files))
    shell.add(set_up)
    shell.add(files)
    shell.add(Reopening(shell, games, set_up, files))
    actions = Actions(shell, games, set_up)
    add = shell.commands.add
    shell.commands.note_keys(2, set_up_words.KEYS_HEAD, set_up_words.KEYS)
    # fmt: off
    add(Command(
        "play_mode", "set_up", tr("Play this position"),
        tr("Play from this position with the same players"),
        actions.play, ("F2",), actions.no_play, actions.in_play, search_words=tr("start continue"), modes=GAMES,
        listed=lambda: set_up.on,
    ))
    add(Command(
        "set_up_mode", "set_up", tr("Set up a position"),
        tr("Edit the position on the board"), actions.enter, ("F4",), actions.no_set_up,
        on=lambda: set_up.on, search_words=tr("edit position editor board setup problem puzzle"), modes=GAMES,
        listed=lambda: not set_up.on,
    ))
    add(Command(
        "leave_set_up", "set_up", lambda: set_up_words.TO_ANALYSIS if set_up.over_analysis else set_up_words.TO_GAME,
        tr("Return to the game. Herbarium keeps your position."), set_up.leave, ("Shift+F2",), modes=SET_UP,
        labels=(set_up_words.TO_GAME, set_up_words.TO_ANALYSIS),
    ))
    add(Command(
        "set_up_here", "set_up", tr("Set up viewed position"),
        tr("Edit the viewed position. It replaces the position in Set up."), actions.set_up_here, ("Shift+F4",),
        actions.no_set_up_here, modes=GAMES,
        listed=False,
    ))
    add(Command(
        "begin_with", "set_up", tr("Start with"), tr("The position of the game, the start position, or an empty board"),
        actions.pop_up, ("F6",), group=1, search_words=tr("reset empty start"), choices=actions.beginnings,
        modes=SET_UP,
    ))
    add(Command(
        "spec", "set_up", tr("Game and options…"), tr("Choose the game and its options, such as the board size"),
        actions.spec, ("Shift+F6",), group=1, search_words=tr("change game size"), modes=SET_UP,
    ))
    add(Command(
        "paste", "set_up", tr("Paste position"), tr("Paste a position, or open copied files"), files.paste, ("Ctrl+V",),
        group=1, search_words=tr("import text situation load file"), modes=GAMES,
    ))
    add(Command(
        "next_position", "set_up", tr("Next position"), tr("Show the next position in the list"),
        partial(actions.step, 1),
        ("Ctrl+PageDown",), partial(actions.no_step, 1), group=3, modes=SET_UP,
    ))
    add(Command(
        "last_position", "set_up", tr("Previous position"), tr("Show the previous position in the list"),
        partial(actions.step, -1), ("Ctrl+PageUp",), partial(actions.no_step, -1), group=3, modes=SET_UP,
    ))
    add(Command(
        "add_position", "set_up", tr("Add to list"), tr("Add a copy of this position to the list"),
        actions.add, ("Ctrl+Insert",), group=3, modes=SET_UP,
    ))
    add(Command(
        "remove_position", "set_up", tr("Remove from list"), tr("Remove this position from the list"), actions.remove,
        (),
        actions.no_remove, group=3, modes=SET_UP,
    ))
    add(Command(
        "hand", "set_up", tr("Move tool"), tr("Drag pieces on the board"),
        partial(actions.choose, None), ("F8",), actions.no_pieces, group=2, modes=SET_UP,
        listed=False,
    ))
    add(Command(
        "erase", "set_up", tr("Erase"), tr("Click or drag to remove pieces"), partial(actions.choose, NOTHING),
        ("Shift+F8",), actions.no_pieces, group=2, search_words=tr("delete remove rubber"), modes=SET_UP,
        listed=False,
    ))
    add(Command(
        "fill", "set_up", tr("Fill"), tr("Put the selected piece on every free place"), actions.fill, ("F9",),
        actions.no_fill,
        group=2, modes=SET_UP,
        listed=False,
    ))
    add(Command(
        "clear", "set_up", tr("Clear"), tr("Remove all pieces"), actions.clear, ("Shift+F9",), actions.no_pieces,
        group=2, modes=SET_UP,
        listed=False,
    ))
    add(Command(
        "mirror", "set_up", tr("Mirror"), tr("Mirror the pieces from left to right"), actions.mirror, ("F7",),
        actions.no_mirror, group=2, modes=SET_UP,
        listed=False,
    ))
    add(Command(
        "turn_pieces", "set_up", tr("Rotate"), tr("Rotate all pieces clockwise by one step"), actions.turn,
        ("Shift+F7",), actions.no_turn, group=2, modes=SET_UP,
        listed=False,
    ))
    add(Command(
        "fix", "set_up", tr("Fix problem"),
        tr("Apply the first fix for the selected or first problem"),
        actions.fix, ("F3",), actions.no_fix, group=2, modes=SET_UP,
    ))
    add(Command(
        "reach", "set_up",
        tr("Next problem"),
        tr("Select the next problem, here or in the next position"),
        set_up.rounds.next_problem, ("Shift+F3",), actions.no_fault, group=2, modes=SET_UP,
    ))
    # fmt: on


class Actions:
    """The actions of the commands, and why they are unavailable.

    Args:
        shell: The window.
        games: The open games.
        set_up: The mode.
    """

    def __init__(self, shell: Shell, games: Tabs, set_up: SetUpMode) -> None:
        self.shell, self.games, self.set_up, self.here = shell, games, set_up, set_up.here
        self.popup = Popup()

    @property
    def edited(self) -> EditedPosition:
        """The position in Set up."""
        return self.here.edited

    # Modes ------------------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Enter the mode with the position of the person at the screen."""
        if not self.here.on:
            self.set_up.warn_about_facts()
            self.set_up.enter()

    def in_play(self) -> bool:
        """Return whether the window shows the game in play."""
        return self.games.layers.mode(self.games.table) == "play"

    def play(self) -> None:
        """Leave Analyse and Set up, and play a position from Set up."""
        over = self.games.layers.covering(self.games.table)
        if any(layer.mode == "analyse" for layer in over):  # an analysis can also be open below Set up
            self.shell.commands["leave_analyse"].run()
        if self.here.on:
            self.set_up.play()

    def no_play(self) -> str:
        """Return why the position cannot be played, or ""."""
        return self.here.why_not_play() if self.here.on and self.edited.touched else ""

    def no_set_up(self) -> str:
        """Return why the mode cannot be entered, or ""."""
        return "" if self.here.on else reasons.not_handed_over(self.games.table)

    def no_set_up_here(self) -> str:
        """Return why the shown position cannot be set up, or ""."""
        return set_up_words.IS_SET_UP if self.here.on else self.no_set_up()

    def set_up_here(self) -> None:
        """Set up the shown position, replacing an earlier one."""
        self.set_up.warn_about_facts()
        self.set_up.enter(self.set_up.present())

    # Start position ---------------------------------------------------------------------------------------------------

    def beginnings(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """Return the positions to begin with, as labels and functions that select them."""
        spec = self.edited.sketch.spec
        options = ""
        try:
            fastcore.start(spec)
        except fastcore.BadPosition:  # the default options failed: use those of the shown game, and name them
            spec = self.games.table.session.spec
            options = boards.describe_options(spec)
        makers: dict[str, Callable[[], Sketch]] = {
            set_up_words.PRESENT: self.set_up.present,
            set_up_words.with_options(set_up_words.START, options): partial(Sketch.start, spec),
            set_up_words.with_options(set_up_words.EMPTY, options): partial(Sketch.empty, spec),
        }
        return [(label, partial(self._take, make)) for label, make in makers.items()]

    def _take(self, make: Callable[[], Sketch]) -> None:
        if self.here.on:  # the menu can outlive the mode in which it was opened
            self.edited.replace_sketch(make())

    def pop_up(self) -> None:
        """Open the menu of positions to begin with."""
        root, look = self.shell.root, self.shell.look
        middle = self.set_up.focus_target or root
        choices = [MenuEntry(label, call) for label, call in self.beginnings()]
        self.popup.open(root, look, choices, middle.winfo_rootx() + look.px(20), middle.winfo_rooty() + look.px(20))

    def spec(self) -> None:
        """Open the form for the game and its options."""
        from workbench.gui.set_up.options_dialog import SpecDialog

        shell, table, edited = self.shell, self.games.table, self.edited
        spec = edited.sketch.spec
        if spec.partition("(")[0] not in fastcore.games():
            spec = table.session.spec

        def take(spec: str) -> None:
            if self.here.positions.of(self.games.table) is not edited:  # another game began in the meantime
                return
            if spec.partition("(")[0] == self.games.table.info.id:
                edited.replace_sketch(edited.sketch.with_spec(spec))
            else:
                self.set_up.change_game(spec)

        shell.pages.show("spec", lambda: SpecDialog(shell.root, shell.look, spec, take))

    # List -------------------------------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Move by this many positions in the list."""
        self.edited.step(by)

    def no_step(self, by: int) -> str:
        """Return why there is no other position in this direction, or ""."""
        positions = self.edited.model.positions
        return "" if 0 <= positions.index + by < len(positions.entries) else set_up_words.NO_OTHER

    def add(self) -> None:
        """Add a copy of the position to the list."""
        self.edited.add_position()

    def remove(self) -> None:
        """Remove the position from the list."""
        self.edited.remove_position()

    def no_remove(self) -> str:
        """Return why the position cannot be removed, or ""."""
        return "" if self.edited.model.count > 1 else set_up_words.ONLY_ONE

    # Board ------------------------------------------------------------------------------------------------------------

    def no_pieces(self) -> str:
        """Return why there are no pieces to place, or ""."""
        return "" if self.edited.palette else set_up_words.NO_PIECES

    def choose(self, piece: str | None) -> None:
        """Select a piece, or deselect it if it is selected."""
        edited = self.edited
        edited.choose(None if piece == edited.chosen else piece)

    def fill(self) -> None:
        """Put the selected piece on all free spots."""
        ground = self.edited.drawn[0]
        self.edited.fill(ground.spots if ground is not None else ())

    def no_fill(self) -> str:
        """Return why the board cannot be filled, or ""."""
        return self.no_pieces() or ("" if self.edited.chosen else set_up_words.NOTHING_CHOSEN)

    def clear(self) -> None:
        """Remove all pieces."""
        self.edited.clear()

    def mirror(self) -> None:
        """Mirror the pieces left to right."""
        self.edited.rotate(0, True)

    def no_mirror(self) -> str:
        """Return why the pieces cannot be mirrored, or ""."""
        ground = self.edited.drawn[0]
        return self.no_pieces() or ("" if ground is not None and ground.mirrors else set_up_words.NO_MIRROR)

    def turn(self) -> None:
        """Rotate the pieces by one step."""
        self.edited.rotate(1, False)

    def no_turn(self) -> str:
        """Return why the pieces cannot be rotated, or ""."""
        ground = self.edited.drawn[0]
        return self.no_pieces() or ("" if ground is not None and ground.turns > 1 else set_up_words.NO_TURN)

    def fix(self) -> None:
        """Apply the first fix of the current problem."""
        problem = self.set_up.rounds.problem
        if problem is not None:
            self.set_up.apply_fix(problem.fixes[0].situation)

    def no_fault(self) -> str:
        """Return why there is no problem to go to, or "".

        Problems of further positions in a list may be unknown.
        """
        edited = self.edited
        return set_up_words.NOTHING_WRONG if edited.valid and edited.model.count == 1 else ""

    def no_fix(self) -> str:
        """Return why no fix can be applied, or ""."""
        problem = self.set_up.rounds.problem
        if problem is None:
            return set_up_words.NOTHING_WRONG if self.here.known else set_up_words.STILL_CHECKED
        return "" if problem.fixes else set_up_words.NO_FIX
