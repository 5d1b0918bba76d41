"""How the board is looked at: from which side, with which names, at which pace; and its picture, to be kept or sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import SubprocessError
from tkinter import filedialog
from typing import TYPE_CHECKING

from workbench.boards.kit import drawing
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Ground, Item, Point
from workbench.boards.kit.entry import Entry
from workbench.boards.kit.turning import Turn
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import reasons
from workbench.gui.play import words as play_words
from workbench.gui.set_up import words as set_up_words
from workbench.gui.shell import clipboard
from workbench.gui.shell.commands import Command
from workbench.gui.shell.errands import Errands
from workbench.settings import Settings
from workbench.system import saving
from workbench.system.sentences import as_sentence

if TYPE_CHECKING:
    from workbench.gui.window import Window

SPEEDS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
PICTURED = ("pieces", "last", "advice")  # layers that a picture of the board shows
PICTURE_WIDTH = 1200


def arrange(view: BoardView, settings: Settings, game: str) -> None:
    """Let a board be seen as the settings say."""
    view.name_cells(settings.names)
    view.look_from(turn_of(settings, game), settings.letters)
    view.speed = settings.animation_speed


def foreseen(board: Board, point: Point, entry: Entry) -> Iterator[Item]:
    """All marks that pointing and clicking may bring up in this position."""
    begun = set[tuple[str, ...]]()
    for move, path in entry.paths.items():
        yield from board.foresee(point, move)
        for depth in range(1, len(path)):
            if path[:depth] not in begun:
                begun.add(path[:depth])
                fits = [other for other in entry.paths.values() if len(other) > depth and other[:depth] == path[:depth]]
                yield from board.open(point, path[:depth], sorted({other[depth] for other in fits}))


def turn_of(settings: Settings, game: str) -> Turn:
    return Turn(*settings.turns.get(game, Turn()))


def register(window: Window) -> None:
    """Put the commands of this file into the window's registry."""
    viewing = window.viewing = Viewing(window)
    add, settings = window.shell.commands.add, window.shell.settings
    add(Command(
        "rotate", "view", "Turn the board", "Look at the board from the next side", lambda: viewing.turn(1), ("R",),
        viewing.no_turn, group=3, also="spin orientation",
    ))
    add(Command(
        "rotate_back", "view", "Turn the board back", "Look at the board from the side before",
        lambda: viewing.turn(-1), ("Shift+R",), viewing.no_turn, group=3,
    ))
    add(Command(
        "flip", "view", "Mirror the board", "See the board mirrored, left to right", viewing.flip, ("F",),
        viewing.no_flip, viewing.flipped, group=3, also="reverse orientation",
    ))
    add(Command(
        "letters", "view", "Letters and numbers beside the board",
        "Write the letters of the rows and the numbers of the cells at the edge", viewing.letters, (), viewing.no_board,
        lambda: settings.letters, group=3, also="coordinates labels",
    ))
    add(Command(
        "quicker", "view", "Show moves faster", "Let pieces come, go and glide faster", lambda: viewing.pace(1), (),
        viewing.quickest, group=4,
    ))
    add(Command(
        "calmer", "view", "Show moves slower", "Let pieces come, go and glide slower", lambda: viewing.pace(-1), (),
        viewing.calmest, group=4,
    ))
    add(Command(
        "copy_picture", "edit", "Copy picture", "Copy the board as a picture", viewing.copy_picture, ("Ctrl+Shift+I",),
        viewing.no_picture, group=1, also="screenshot image export",
    ))
    add(Command(
        "save_picture", "edit", play_words.SAVE_PICTURE, "Keep the board as a picture, SVG or PNG", viewing.save_picture, (),
        viewing.no_picture, group=1, also="screenshot image export",
    ))


class Viewing:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell, self.games, self.screen = window.shell, window.games, window.screen
        self.errands = Errands()  # pictures take longer than files, which do not wait for them
        window.shell.events.polled.connect(self.errands.read)

    @property
    def settings(self) -> Settings:
        return self.shell.settings

    @property
    def view(self) -> BoardView | None:
        if self.window.set_up.on:
            return self.window.set_up.view
        return self.screen.view if isinstance(self.screen.view, BoardView) else None

    @property
    def ground(self) -> Ground | None:
        return self.view.ground if self.view is not None else None

    def no_board(self) -> str:
        return reasons.no_board(self.view)

    def no_picture(self) -> str:
        """What is shown of a position that cannot be read is not that position."""
        set_up = self.window.set_up
        return self.no_board() or (set_up_words.NO_PICTURE if set_up.on and not set_up.sketching.legible else "")

    # From which side --------------------------------------------------------------------------------------------------

    def turn(self, steps: int) -> None:
        now = turn_of(self.settings, self.game)
        self._see(Turn((now.steps + steps) % (self.ground.turns if self.ground else 1), now.mirrored))

    def flip(self) -> None:
        """Mirror what is seen, left to right: a board that is turned is then turned as far the other way."""
        now = turn_of(self.settings, self.game)
        self._see(Turn(-now.steps % (self.ground.turns if self.ground else 1), not now.mirrored))

    def flipped(self) -> bool:
        return turn_of(self.settings, self.game).mirrored

    @property
    def game(self) -> str:
        return self.games.table.info.id

    def _see(self, turn: Turn) -> None:
        others = {game: seen for game, seen in self.settings.turns.items() if game != self.game}
        self.settings.turns = others if turn == Turn() else others | {self.game: (turn.steps, turn.mirrored)}
        self._again()

    def _again(self) -> None:
        """Show the board as the settings now say; what is under way ends."""
        playing = self.games.shown
        if not playing.presenter.skip() and self.view is not None:
            arrange(self.view, self.settings, self.game)

    def no_turn(self) -> str:
        return self.no_board() or ("" if self.ground and self.ground.turns > 1 else play_words.NO_TURN)

    def no_flip(self) -> str:
        return self.no_board() or ("" if self.ground and self.ground.mirrors else play_words.NO_FLIP)

    def letters(self) -> None:
        self.settings.letters = not self.settings.letters
        self._again()

    # At which pace ----------------------------------------------------------------------------------------------------

    def pace(self, steps: int) -> None:
        self.settings.animation_speed = self._paced(steps)
        if self.view is not None:
            self.view.speed = self.settings.animation_speed
        self.shell.status.point_out(play_words.pace(self.settings.animation_speed), False)

    def _paced(self, steps: int) -> float:
        now = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - self.settings.animation_speed))
        return SPEEDS[max(0, min(len(SPEEDS) - 1, now + steps))]

    def quickest(self) -> str:
        return play_words.ANIMATION_OFF if not self.settings.animation else "" if self._paced(1) != self.settings.animation_speed else play_words.QUICKEST

    def calmest(self) -> str:
        return play_words.ANIMATION_OFF if not self.settings.animation else "" if self._paced(-1) != self.settings.animation_speed else play_words.CALMEST

    # Its picture ------------------------------------------------------------------------------------------------------

    def svg(self) -> str:
        """The board as the window shows it."""
        view = self.view
        assert view is not None and view.aspect is not None
        ground = view.aspect.ground
        items = [item for layer in PICTURED for item in view.wanted.get(layer, ())]
        labels = (*ground.labels, *(ground.names if view.named else ()), *view.seen_beliefs)
        return drawing.svg(view.aspect, view.board.shapes, items, labels, self.shell.look.palette)

    def copy_picture(self) -> None:
        """Put the picture on the clipboard; where nothing can hold it there, into a file."""
        if not clipboard.command():
            reason = play_words.no_holder(clipboard.lacking())
            self.shell.status.point_out(as_sentence(reason), True)
            self.save_picture(reason)
            return
        self.shell.status.point_out(play_words.PICTURING, False)
        put, done = self.window.handing.copying.picture(lambda: self.shell.status.point_out(play_words.COPIED_PICTURE, False))
        self._render(done, put)

    def save_picture(self, title: str = "") -> None:
        """Ask for a file and write the picture into it, as its ending says."""
        chosen = filedialog.asksaveasfilename(
            parent=self.shell.root,
            title=title or play_words.SAVE_PICTURE,
            defaultextension=".svg",
            initialfile=f"{self.game}.svg",
            filetypes=play_words.PICTURE_FILES,
        )
        if not chosen:
            return
        file = Path(chosen)
        if file.suffix.lower() == ".png":
            self._render(lambda png: self._write(file, png))
        else:
            self._write(file, self.svg().encode())

    def _write(self, file: Path, data: bytes) -> None:
        def said(text: str, warning: bool) -> None:
            self.shell.status.point_out(text, warning)

        self.window.files.errands.run(
            lambda: saving.write(file, data, shared=True),
            lambda _: said(play_words.saved_picture(file.name), False),
            lambda error: said(as_sentence(str(error)), True),
        )

    def _render(self, then: Callable[[bytes], None], first: Callable[[bytes], None] = lambda _: None) -> None:
        """Make a PNG without keeping the window waiting, do the `first` with it there, and `then` what the window does."""
        picture = self.svg()

        def work() -> bytes:
            try:
                png = drawing.png(picture, PICTURE_WIDTH)
                first(png)
            except (OSError, SubprocessError) as error:
                raise ValueError(play_words.no_picture(str(error))) from error
            return png

        self.errands.run(work, then, lambda error: self.shell.status.point_out(str(error), True))
