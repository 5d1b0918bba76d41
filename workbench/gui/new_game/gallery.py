"""The gallery of games: a tile with a picture of the board, the title and a sentence for each game."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from subprocess import SubprocessError
from tkinter import ttk

import fastcore
from workbench import boards
from workbench.boards.kit import drawing
from workbench.boards.kit.palette import Palette
from workbench.boards.kit.turning import turned_view
from workbench.game.session import PERSON, Session
from workbench.gui.look.look import Look
from workbench.gui.new_game import words
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.table.setup import Setup

COLUMNS = 4  # tiles in a row
WIDEST = 214  # maximum width of a tile in pixels at 100 %
PADDING = 12  # pixels at 100 % around the contents of a tile
SHAPE = 0.84  # height of a picture as a fraction of its width
PART = 6  # the height of the window over the maximum height of a picture
EXAMPLE_SEED, EXAMPLE_TURNS = 5, (8, 4, 0)  # the example: random turns, fewer if the game ends earlier
POLL_MS = 40

_pictures: dict[tuple[str, str, int, int], bytes] = {}  # PNG data by game, theme, width and height


def example_svg(game: str, palette: Palette) -> tuple[str, float]:
    """Return a board with an example position as SVG, and its height as a fraction of its width.

    Raises:
        ValueError: The game has no board, or the example cannot be played.
    """
    board = boards.find(game)
    if board is None:
        raise ValueError(f"{game} has no board")
    fields = _example(game).viewpoint(0).fields
    aspect = turned_view(board.ground(fields))
    ground = aspect.ground
    on_card = {**palette, "window": palette["card"]}
    svg = drawing.svg(aspect, board.shapes, board.pieces(fields, 0), (), on_card)
    return svg, (ground.height + 2 * drawing.PAD) / (ground.width + 2 * drawing.PAD)


def _example(game: str) -> Session:
    setup = Setup(game, (PERSON,) * fastcore.start(game).seats, EXAMPLE_SEED)
    for turns in EXAMPLE_TURNS:
        with suppress(ValueError):
            return setup._replace(turns=turns).session()
    return setup.session()


def example_picture(game: str, palette: Palette, width: int, height: int) -> bytes:
    """Return the example position as PNG data that fits into a box of pixels. Takes about a second.

    Raises:
        ValueError: There is no picture.
    """
    svg, shape = example_svg(game, palette)
    try:
        return drawing.png(svg, max(1, min(width, round(height / shape))))
    except (OSError, SubprocessError) as error:
        raise ValueError(str(error)) from error


class Gallery(ttk.Frame):
    """Tiles for all games, one of which is selected. Arrow keys select another one.

    Pictures are drawn in the background; until then their places are empty. The tile of a game without a board says so.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        games: The ids of the games.
        width: The available width in pixels.
        chosen: Called with a game that the user selects.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, games: Sequence[str], width: int, chosen: Callable[[str], None]
    ) -> None:
        super().__init__(parent, style="Window.TFrame")
        self.look, self.games, self.chosen = look, tuple(games), chosen
        self.game = ""
        px, gap = look.px, look.px(12)
        tile = min(px(WIDEST), (width - (COLUMNS - 1) * gap) // COLUMNS)
        wide = tile - 2 * px(PADDING)
        self.box = wide, min(round(wide * SHAPE), look.root.winfo_height() // PART)
        self.tiles: dict[str, ttk.Frame] = {}
        self.pictures: dict[str, ttk.Label] = {}
        for number, game in enumerate(self.games):
            self._add_tile(number, game, gap)
        self.background = BackgroundJobs()
        self.timer = ""
        self._draw()

    def _add_tile(self, number: int, game: str, gap: int) -> None:
        px, info = self.look.px, fastcore.info(game)
        wide, high = self.box
        tile = self.tiles[game] = ttk.Frame(self, style="Card.TFrame", padding=px(PADDING), takefocus=0)
        row, column = divmod(number, COLUMNS)
        tile.grid(row=row, column=column, sticky="nsew", padx=(gap if column else 0, 0), pady=(gap if row else 0, 0))
        frame = ttk.Frame(tile, style="Inner.TFrame", width=wide, height=high)
        frame.pack_propagate(False)
        frame.pack()
        picture = self.pictures[game] = ttk.Label(frame, style="CardText.TLabel", anchor="center")
        picture.pack(fill="both", expand=True)
        head = ttk.Frame(tile, style="Inner.TFrame")
        head.pack(fill="x", pady=(px(8), 0))
        title = ttk.Label(head, text=info.title, style="CardStrong.TLabel", wraplength=wide)
        title.pack(side="left")
        seats = ttk.Label(head, text="" if info.seats == (2,) else words.seats(info.seats), style="CardSmall.TLabel")
        seats.pack(side="right")
        sentence = ttk.Label(tile, text=boards.goal(info), style="CardSmall.TLabel", wraplength=wide, justify="left")
        sentence.pack(anchor="w", pady=(px(2), 0))
        for part in (tile, frame, picture, head, title, seats, sentence):
            part.bind("<Button-1>", partial(self._on_click, game))
        tile.bind("<FocusIn>", lambda _: tile.configure(style="FocusCard.TFrame"))
        tile.bind("<FocusOut>", lambda _: self.select(self.game))
        for key, by in (("Left", -1), ("Right", 1), ("Up", -COLUMNS), ("Down", COLUMNS)):
            tile.bind(f"<Key-{key}>", partial(self._on_arrow, by))
        for key, at in (("Home", 0), ("End", -1)):
            tile.bind(f"<Key-{key}>", partial(self._on_end, at))

    def select(self, game: str) -> None:
        """Select a game."""
        self.game = game
        for name, tile in self.tiles.items():
            # Tab visits only the selected tile.
            tile.configure(style=f"{'Active' if name == game else ''}Card.TFrame", takefocus=name == game)

    @property
    def tile(self) -> ttk.Frame:
        """The tile of the selected game."""
        return self.tiles[self.game]

    def _choose(self, game: str) -> None:
        if game != self.game:
            self.select(game)
            self.chosen(game)
        self.tile.focus_set()

    def _on_click(self, game: str, _: object) -> None:
        self._choose(game)

    def _on_arrow(self, by: int, _: object) -> str:
        number = self.games.index(self.game) + by
        if 0 <= number < len(self.games):
            self._choose(self.games[number])
        return "break"

    def _on_end(self, at: int, _: object) -> str:
        self._choose(self.games[at])
        return "break"

    # Pictures ---------------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        theme, palette = self.look.theme, self.look.palette
        for game in self.games:
            key = (game, theme, *self.box)
            if key in _pictures:
                self._show(game, _pictures[key])
            elif boards.find(game) is not None:
                work = partial(example_picture, game, palette, *self.box)
                self.background.run(work, partial(self._receive, game, key), lambda _: None)
            else:
                self.pictures[game].configure(text=words.TEXT_BOARD, style="CardSmall.TLabel")
        if self.background.pending:
            self.timer = self.after(POLL_MS, self._poll)

    def _poll(self) -> None:
        self.background.deliver_next()
        self.timer = self.after(POLL_MS, self._poll) if self.background.pending else ""

    def _receive(self, game: str, key: tuple[str, str, int, int], png: bytes) -> None:
        _pictures[key] = png
        self._show(game, png)

    def _show(self, game: str, png: bytes) -> None:
        image = tkinter.PhotoImage(master=self, data=png, format="png")
        self.pictures[game].configure(image=image)
        self.pictures[game].image = image  # type: ignore[attr-defined]  # Tk keeps no reference

    def destroy(self) -> None:
        """Stop drawing, and remove the tiles."""
        if self.timer:
            self.after_cancel(self.timer)
        self.background.close(0)
        super().destroy()
