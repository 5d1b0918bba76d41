"""Commands for the look of the board: rotation, names, animation speed, and pictures of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import SubprocessError

from workbench.boards.kit import drawing
from workbench.boards.kit.elements import Ground
from workbench.boards.kit.turning import Turn
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.orientation import apply_settings, turn_of
from workbench.gui.play import reasons
from workbench.gui.play import words as play_words
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell import clipboard
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.commands import EVERYWHERE, TABS, Command
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets.file_dialogs import FileKind
from workbench.settings import Settings
from workbench.system import saving
from workbench.system.sentences import as_sentence
from workbench.system.translation import tr

SPEEDS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
PICTURED = ("pieces", "last", "advice")  # layers included in a picture of the board
PICTURE_WIDTH = 1200


def register(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Register the commands for the look of the board."""
    viewing = Viewing(shell, games, screen)
    shell.add(viewing)
    add, settings = shell.commands.add, shell.settings
    # fmt: off
    add(Command(
        "animation", "view", tr("Animate moves"), tr("Show removals, placements and captures one after another"),
        viewing.animation, on=lambda: settings.animation, group=2, search_words=tr("skip animations speed"),
        modes=EVERYWHERE,
    ))
    add(Command(
        "names", "view", tr("Cell names"), tr("Show the name of every cell"), viewing.names, ("N",), viewing.no_board,
        lambda: settings.names, group=2, search_words=tr("coordinates labels"), modes=TABS,
    ))
    add(Command(
        "rotate", "view", tr("Rotate board"), tr("View the board from the next side"), lambda: viewing.turn(1),
        ("Ctrl+U",),
        viewing.no_turn, group=3, search_words=tr("spin orientation"), modes=TABS,
    ))
    add(Command(
        "rotate_back", "view", tr("Rotate board back"), tr("View the board from the previous side"),
        lambda: viewing.turn(-1), ("Ctrl+Shift+U",), viewing.no_turn, group=3, modes=TABS,
        listed=False,
    ))
    add(Command(
        "flip", "view", tr("Mirror board"), tr("Mirror the board from left to right"), viewing.flip, ("F",),
        viewing.no_flip, viewing.flipped, group=3, search_words=tr("reverse orientation"), modes=TABS,
    ))
    add(Command(
        "letters", "view", tr("Coordinates"),
        tr("Show letters and numbers at the edge of the board"), viewing.letters, (), viewing.no_board,
        lambda: settings.letters, group=3, search_words=tr("coordinates labels"), modes=TABS,
    ))
    add(Command(
        "quicker", "view", tr("Faster animation"), tr("Animate moves faster"),
        lambda: viewing.change_pace(1), (),
        viewing.no_faster, group=4, modes=TABS,
        listed=False,
    ))
    add(Command(
        "calmer", "view", tr("Slower animation"), tr("Animate moves slower"),
        lambda: viewing.change_pace(-1), (),
        viewing.no_slower, group=4, modes=TABS,
        listed=False,
    ))
    add(Command(
        "copy_picture", "edit", tr("Copy picture"), tr("Copy the board as a picture"), viewing.copy_picture,
        ("Ctrl+Shift+I",),
        viewing.no_picture, group=1, search_words=tr("screenshot image export"), modes=TABS,
    ))
    add(Command(
        "save_picture", "edit", play_words.SAVE_PICTURE, tr("Save the board as a picture (SVG or PNG)"),
        viewing.save_picture, (),
        viewing.no_picture, group=1, search_words=tr("screenshot image export"), modes=TABS,
    ))
    # fmt: on


class Viewing:
    """The actions of the commands for the look of the board, and why they are unavailable.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the window.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.background = BackgroundJobs()  # separate, because slow pictures must not delay files
        shell.events.polled.connect(self.background.deliver_next)
        shell.events.closing.connect(self.close)

    def close(self) -> None:
        """Wait for the requested pictures."""
        self.background.finish()
        self.background.close()

    def animation(self) -> None:
        """Turn the animation of moves on or off."""
        self.settings.animation = not self.settings.animation

    def names(self) -> None:
        """Show or hide the names in the cells."""
        self.settings.names = not self.settings.names
        table = self.games.table
        if not self.games.layers.first_answer(table, lambda layer: layer.redraw(table)):
            self.games.shown.settle()

    @property
    def settings(self) -> Settings:
        """The settings of the user."""
        return self.shell.settings

    @property
    def view(self) -> BoardView | None:
        """The widget of the drawn board, or None if the game is shown as text."""
        table = self.games.table
        if self.games.layers.hides(table):
            return self.games.layers.first_answer(table, lambda layer: layer.view(table))
        return self.screen.view if isinstance(self.screen.view, BoardView) else None

    @property
    def ground(self) -> Ground | None:
        """The geometry of the drawn board, or None."""
        return self.view.ground if self.view is not None else None

    def no_board(self) -> str:
        """Return the message that there is no drawn board, or ""."""
        return reasons.no_board(self.view)

    def no_picture(self) -> str:
        """Return why there is no picture of the board, or "".

        A position that cannot be parsed has no picture.
        """
        table = self.games.table
        return self.no_board() or self.games.layers.text(table, lambda layer: layer.no_picture(table))

    # Orientation ------------------------------------------------------------------------------------------------------

    def turn(self, steps: int) -> None:
        """Turn the board by a number of steps."""
        now = turn_of(self.settings, self.game)
        self._set_turn(Turn((now.steps + steps) % (self.ground.turns if self.ground else 1), now.mirrored))

    def flip(self) -> None:
        """Mirror the visible board left to right; this reverses its rotation."""
        now = turn_of(self.settings, self.game)
        self._set_turn(Turn(-now.steps % (self.ground.turns if self.ground else 1), not now.mirrored))

    def flipped(self) -> bool:
        """Return whether the board is mirrored."""
        return turn_of(self.settings, self.game).mirrored

    @property
    def game(self) -> str:
        """The id of the shown game."""
        return self.games.table.info.id

    def _set_turn(self, turn: Turn) -> None:
        others = {game: seen for game, seen in self.settings.turns.items() if game != self.game}
        self.settings.turns = others if turn == Turn() else others | {self.game: (turn.steps, turn.mirrored)}
        self._redraw()

    def _redraw(self) -> None:
        """Apply the settings to the board, and end a running animation."""
        playing = self.games.shown
        if not playing.presenter.skip() and self.view is not None:
            apply_settings(self.view, self.settings, self.game)

    def no_turn(self) -> str:
        """Return why the board cannot be turned, or ""."""
        return self.no_board() or ("" if self.ground and self.ground.turns > 1 else play_words.NO_TURN)

    def no_flip(self) -> str:
        """Return why the board cannot be mirrored, or ""."""
        return self.no_board() or ("" if self.ground and self.ground.mirrors else play_words.NO_FLIP)

    def letters(self) -> None:
        """Show or hide the board coordinates."""
        self.settings.letters = not self.settings.letters
        self._redraw()

    # Animation speed --------------------------------------------------------------------------------------------------

    def change_pace(self, steps: int) -> None:
        """Change the animation speed by a number of steps."""
        self.settings.animation_speed = self._changed_speed(steps)
        if self.view is not None:
            self.view.speed = self.settings.animation_speed
        self.shell.status.show_detail(play_words.pace(self.settings.animation_speed), False)

    def _changed_speed(self, steps: int) -> float:
        now = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - self.settings.animation_speed))
        return SPEEDS[max(0, min(len(SPEEDS) - 1, now + steps))]

    def no_faster(self) -> str:
        """Return why the animation cannot be faster, or ""."""
        return (
            play_words.ANIMATION_OFF
            if not self.settings.animation
            else ""
            if self._changed_speed(1) != self.settings.animation_speed
            else play_words.FASTEST_ANIMATION
        )

    def no_slower(self) -> str:
        """Return why the animation cannot be slower, or ""."""
        return (
            play_words.ANIMATION_OFF
            if not self.settings.animation
            else ""
            if self._changed_speed(-1) != self.settings.animation_speed
            else play_words.SLOWEST_ANIMATION
        )

    # Pictures ---------------------------------------------------------------------------------------------------------

    def svg(self) -> str:
        """Return the visible board as SVG."""
        view = self.view
        assert view is not None and view.painter.aspect is not None
        ground = view.painter.aspect.ground
        items = [item for layer in PICTURED for item in view.painter.wanted.get(layer, ())]
        items += view.drawn.items()
        labels = (*ground.labels, *(ground.names if view.named else ()), *view.seen_beliefs)
        return drawing.svg(view.painter.aspect, view.painter.drawings, items, labels, self.shell.look.palette)

    def copy_picture(self) -> None:
        """Copy a picture of the board to the clipboard, or save it if there is no clipboard program."""
        if not clipboard.command():
            reason = play_words.no_clipboard_program(clipboard.missing_program())
            self.shell.status.show_detail(as_sentence(reason), True)
            self.save_picture(reason)
            return
        self.shell.status.show_detail(play_words.PICTURING, False)
        put, done = self.shell.clipboard.prepare_picture(
            lambda: self.shell.status.show_detail(play_words.COPIED_PICTURE, False)
        )
        self._render(done, put)

    def save_picture(self, title: str = "") -> None:
        """Ask for a file and save a picture of the board in it, as PNG or SVG.

        Args:
            title: The title of the dialog, or "" for the default.
        """
        kinds = (FileKind(name, suffix) for name, suffix in play_words.PICTURE_FILES)
        file = file_dialogs.ask_save(
            self.shell.root,
            file_dialogs.documents(),
            f"{self.game}.svg",
            *kinds,
            title=title or play_words.SAVE_PICTURE,
        )
        if file is None:
            return
        if file.suffix.lower() == ".png":
            self._render(lambda png: self._write(file, png))
        else:
            self._write(file, self.svg().encode())

    def _write(self, file: Path, data: bytes) -> None:
        def report(text: str, warning: bool) -> None:
            self.shell.status.show_detail(text, warning)

        self.shell.background.run(
            lambda: saving.write(file, data, shared=True),
            lambda _: report(play_words.saved_picture(file.name), False),
            # without the folder, whose length could push the reason out of the status bar
            lambda error: report(as_sentence(f"{file.name}{saving.FAILED}{saving.reason(error)}"), True),
        )

    def _render(self, then: Callable[[bytes], None], first: Callable[[bytes], None] = lambda _: None) -> None:
        """Create a PNG in the background, pass it to `first` there, and to `then` on Tk's thread."""
        picture = self.svg()

        def work() -> bytes:
            try:
                png = drawing.png(picture, PICTURE_WIDTH)
                first(png)
            except (OSError, SubprocessError) as error:
                raise ValueError(play_words.no_picture(str(error))) from error
            return png

        self.background.run(work, then, lambda error: self.shell.status.show_detail(str(error), True))
