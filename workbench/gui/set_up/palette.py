"""The palette of Set up: pieces as tiles to click or drag, and tools for the whole board."""

from __future__ import annotations

import tkinter
from collections.abc import Mapping, Sequence
from functools import partial
from tkinter import ttk
from typing import Protocol

from workbench.boards.kit.editing import NOTHING, Piece
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.set_up import words
from workbench.gui.shell.commands import Registry
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.tips import Tip

# maximum number of pieces, their size and the gap between tiles, in pixels at 100 %
SIZES = ((4, 46, 6), (8, 30, 6), (99, 24, 1))
PADDING = 10  # extra width of a tile around its piece in pixels at 100 %
TOOLS = ("erase", "fill", "clear", "mirror", "turn_pieces")
DRAG_THRESHOLD = 6  # distance in pixels at 100 % from which a press is a drag


class Carrier(Protocol):
    """A receiver of clicks and drags in the palette. Coordinates are screen pixels."""

    def choose(self, piece: str) -> None:
        """Select a piece, or deselect it if it is selected."""

    def take_up(self, piece: Piece) -> None:
        """Start dragging a piece."""

    def carry(self, x: int, y: int) -> None:
        """Move the dragged piece."""

    def let_go(self, x: int, y: int) -> None:
        """Drop the dragged piece."""


class PaletteCard:
    """The card with the pieces and tools.

    Args:
        parent: The column.
        look: Scale and fonts.
        width: The width in pixels.
        shapes: The drawings of the pieces.
        registry: The commands of the window.
        carrier: Receives clicks and drags.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        width: int,
        shapes: Mapping[str, str],
        registry: Registry,
        carrier: Carrier,
    ) -> None:
        self.look, self.shapes, self.registry, self.carrier = look, shapes, registry, carrier
        self.width = width - 2 * look.px(16)
        self.frame = card(parent, look, padding=(16, 10))
        self.frame.columnconfigure(1, weight=1)
        self.head = ttk.Label(self.frame, style="CardHead.TLabel")
        self.tiles = ttk.Frame(self.frame, style="Inner.TFrame")
        self.tools = ttk.Frame(self.frame, style="Inner.TFrame")
        self.buttons: dict[str, ttk.Button] = {}
        self.pieces: dict[str, ttk.Button] = {}
        self.shown: tuple[Piece, ...] | None = None
        # The width of all tiles in pixels. Their frame would know it only after a layout, which would draw the window.
        self.tiles_width = 0
        self.dragging = False  # whether the current press is a drag
        self.pressed_at = (0, 0)
        for name in TOOLS:
            button = self.buttons[name] = ttk.Button(
                self.tools,
                text=registry[name].text,
                style="Tool.TButton",
                takefocus=1,
                command=partial(registry.run, name),
            )
            Tip(look, button, lambda name=name: registry[name].tip)  # type: ignore[misc]

    def show(self, pieces: Sequence[Piece], chosen: str | None) -> None:
        """Show these pieces, with `chosen` selected. Hide the card without pieces."""
        if not pieces:
            self.frame.grid_remove()
        elif not self.frame.winfo_manager():
            self.frame.grid()
        if tuple(pieces) != self.shown:
            self.shown = tuple(pieces)
            self._make()
        for name, tile in (*self.pieces.items(), (NOTHING, self.buttons["erase"])):
            tile.state(["selected" if name == chosen else "!selected"])
        for name, button in self.buttons.items():
            button.state(["disabled" if self.registry[name].why_not() else "!disabled"])

    def _make(self) -> None:
        """Create the tiles, with the tools beside them if there is enough space."""
        px, pieces = self.look.px, self.shown or ()
        Tip.hide()
        for tile in self.tiles.winfo_children():
            tile.destroy()
        self.pieces = {}
        side, gap = next((side, gap) for most, side, gap in SIZES if len(pieces) <= most)
        size, step = px(side), px(side) + px(PADDING + gap)
        beside = len(pieces) * step <= self.width * 0.42
        across = max(1, len(pieces) if beside else self.width // step)
        for number, piece in enumerate(pieces):
            picture = self.look.sprite(self.shapes, piece.shape, size)
            tile = ttk.Button(
                self.tiles, style="Piece.TButton", image=picture, text=piece.key.upper(),
                compound="top" if piece.key else "image", takefocus=1, command=partial(self._clicked, piece.name),
            )  # fmt: skip
            tile.picture = picture  # type: ignore[attr-defined]  # Tk keeps no reference
            tile.grid(row=number // across, column=number % across, padx=(0, px(gap)), pady=(0, px(2)))
            tile.bind("<ButtonPress-1>", self._press, add="+")
            tile.bind("<B1-Motion>", partial(self._pull, piece))
            tile.bind("<ButtonRelease-1>", self._release)
            on_enter(tile, partial(self._entered, piece.name))
            Tip(self.look, tile, partial(words.tip, piece.label, piece.key))
            self.pieces[piece.name] = tile
        self.tiles_width = sum(tile.winfo_reqwidth() + px(gap) for tile in self.pieces.values())
        self._place_tools(beside and bool(pieces))

    def _tool_columns(self) -> int:
        """Return how many columns of tools fit beside the row of tiles: 3, or else 2."""
        px, widths = self.look.px, [button.winfo_reqwidth() for button in self.buttons.values()]
        wanted = sum(max(widths[column::3]) + px(6) for column in range(3))
        return 3 if self.tiles_width + px(12) + wanted <= self.width else 2

    def _place_tools(self, beside: bool) -> None:
        px = self.look.px
        columns = self._tool_columns() if beside else len(TOOLS)
        for number, button in enumerate(self.buttons.values()):
            button.grid(
                row=number // columns,
                column=number % columns,
                sticky="ew",
                padx=(0, px(6)) if beside else (px(5), 0),
                pady=(0, px(4)),
            )
        self.head.configure(text=words.PIECES if beside else words.PIECES_SHORT)
        narrow = (
            not beside
            and self.head.winfo_reqwidth() + sum(button.winfo_reqwidth() + px(5) for button in self.buttons.values())
            > self.width
        )
        if narrow:
            self.head.grid_remove()
        else:
            self.head.grid(row=0, column=0, columnspan=2 if beside else 1, sticky="w")
        self.tiles.grid(row=1, column=0, columnspan=1 if beside else 2, sticky="w", pady=(px(6), 0))
        self.tools.grid(
            row=1 if beside else 0,
            column=0 if narrow else 1,
            columnspan=2 if narrow else 1,
            sticky="w" if beside or narrow else "e",
            padx=(px(12) if beside else 0, 0),
            pady=(px(6) if beside else 0, 0),
        )

    # What the pointer does --------------------------------------------------------------------------------------------

    def _clicked(self, piece: str) -> None:
        if not self.dragging:
            self.carrier.choose(piece)

    def _entered(self, piece: str, _: object) -> str:
        self.carrier.choose(piece)
        return "break"

    def _press(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.dragging, self.pressed_at = False, (event.x_root, event.y_root)

    def _pull(self, piece: Piece, event: tkinter.Event[tkinter.Misc]) -> None:
        distance = max(abs(event.x_root - self.pressed_at[0]), abs(event.y_root - self.pressed_at[1]))
        if not self.dragging and distance > self.look.px(DRAG_THRESHOLD):
            self.dragging = True
            self.carrier.take_up(piece)
        if self.dragging:
            self.carrier.carry(event.x_root, event.y_root)

    def _release(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if self.dragging:
            self.carrier.let_go(event.x_root, event.y_root)
