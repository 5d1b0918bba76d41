"""The cards beside the board: the players with their points, and a game's own panels such as dice."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterable, Mapping, Sequence
from tkinter import ttk
from typing import NamedTuple, TypeVar

from workbench.boards.kit.elements import Line, Panel
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.keys import on_enter

NARROW = 300  # width in pixels at 100 % below which belongings have a line of their own
PIECE, DIE, TALLY, CROWN = 28, 46, 17, 18  # side lengths of shapes in pixels at 100 %
PANEL_PAD, LINE_GAP = 14, 8  # pixels at 100 % above and below the content of a panel, and between its lines
PANEL_LINES = 3  # maximum number of lines beside large shapes
STYLES = {"bold": "CardStrong.TLabel", "normal": "CardText.TLabel", "quiet": "CardQuiet.TLabel"}
SHAPES: Mapping[str, str] = {
    "crown": '<path d="M-36,24L-44,-24L-20,-2L0,-38L20,-2L44,-24L36,24Z" fill="{accent}" stroke="{accent}"'
    ' stroke-width="6" stroke-linejoin="round"/><path d="M-35,40H35" stroke="{accent}" stroke-width="9"'
    ' stroke-linecap="round"/>'
}

Part = TypeVar("Part", bound=ttk.Widget)


class ResultLabel(NamedTuple):
    """The result of one player in a word or two, empty during the game. `won` marks a winner."""

    text: str = ""
    won: bool = False


class PlayerCard:
    """The card of a seat: piece, name, player, clock and points. The card of the seat to move is outlined.

    A click, or Enter on the focused card, changes the player.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        name: The name of the seat.
        shapes: The drawings of shapes by name.
        shape: The shape of the player's piece, or "".
        width: The width in pixels.
        change: Called to change the player.
        compact: Whether to reduce the padding so that more cards fit.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        name: str,
        shapes: Mapping[str, str],
        shape: str,
        width: int,
        change: Callable[[], None],
        compact: bool = False,
    ) -> None:
        self.look, self.width = look, width
        self.padding = look.px(3 if compact else 9)  # above and below the content, in pixels
        self.frame = card(parent, look, padding=(16, 3 if compact else 9))
        self.frame.configure(takefocus=1, cursor="hand2")
        self.frame.columnconfigure(1, weight=1)
        self.piece = ttk.Label(self.frame, style="CardText.TLabel")
        if shape:
            self.picture = look.sprite(shapes, shape, look.px(PIECE))
            self.piece.configure(image=self.picture)
            self.piece.grid(row=0, column=0, rowspan=2, padx=(0, look.px(14)))
        head = ttk.Frame(self.frame, style="Inner.TFrame")
        head.grid(row=0, column=1, sticky="w")
        self.name = ttk.Label(head, text=name, style="CardName.TLabel")
        self.name.pack(side="left")
        self.head = head
        self.has = ttk.Label(self.frame, style="CardSmall.TLabel", justify="left")
        self.mark = ttk.Label(head)
        self.who = ttk.Label(self.frame, style="CardSmall.TLabel", justify="left")
        self.who.grid(row=1, column=1, sticky="w")
        self.clock = ttk.Label(self.frame, style="CardClock.TLabel")
        self.clock.grid(row=0, column=2, rowspan=2, padx=(look.px(10), 0))
        self.clock.grid_remove()
        self.points = ttk.Label(self.frame, style="CardPoints.TLabel", anchor="e")
        self.points.grid(row=0, column=3, rowspan=2, padx=(look.px(14), 0))
        self.shown: tuple[str, str, bool] | None = None
        self.outcome = ResultLabel()
        self.clocked: tuple[str, bool] = ("", False)
        self.active = self.focused = False
        for widget in (self.frame, self.piece, head, self.name, self.has, self.mark, self.who, self.clock, self.points):
            widget.bind("<Button-1>", lambda _: change())
        on_enter(self.frame, lambda _: self._on_enter(change))
        self.frame.bind("<Control-Key-Return>", lambda _: None)  # Ctrl+Enter is a command of the window
        for sequence, focused in (("<FocusIn>", True), ("<FocusOut>", False)):
            self.frame.bind(sequence, lambda _, focused=focused: self._focus(focused))  # type: ignore[misc]

    def set_width(self, width: int) -> None:
        """Set the width of the card in pixels."""
        self.width, px = width, self.look.px
        if self.shown is not None:
            self.who.configure(text=self.shown[0])
        side = px(10 if self._is_narrow else 16)
        self.frame.configure(padding=(side, self.padding, side, self.padding))
        if str(self.piece.cget("image")):
            self.piece.grid(padx=(0, px(8 if self._is_narrow else 14)))
        self.points.grid(padx=(px(6 if self._is_narrow else 14), 0))
        self._place_belongings()
        self._make_room()

    def show(self, player: str, points: str, active: bool) -> None:
        """Show the player, the points, and whether the player is to move."""
        if (player, points, active) != self.shown:  # Tk repaints every configured widget
            self.shown = (player, points, active)
            self.who.configure(text=player)
            self.points.configure(text=points)
            self.active = active
            self._outline()
            self._make_room()

    def show_belongings(self, has: str) -> None:
        """Show the player's other belongings, such as cards ("" for none)."""
        if has != self.has.cget("text"):
            self.has.configure(text=has)
            self._place_belongings()
            self._make_room()

    @property
    def _is_narrow(self) -> bool:
        return self.width < self.look.px(NARROW)

    def _place_belongings(self) -> None:
        """Show the belongings beside the name, or below the player on a narrow card."""
        self.has.pack_forget()
        self.has.grid_forget()
        two_lines = 2 * self.look.fonts["small"].metrics("linespace")
        narrow = bool(self.has.cget("text")) and self._is_narrow
        self.frame.rowconfigure(2, minsize=two_lines if narrow else 0)
        if narrow:
            self.has.grid(row=2, column=0, columnspan=4, sticky="nw")
        elif self.has.cget("text"):
            self.has.pack(in_=self.head, side="left", padx=(self.look.px(10), 0), after=self.name)

    def show_outcome(self, outcome: ResultLabel) -> None:
        """Show the result of a finished game, with a crown for a winner."""
        if outcome == self.outcome:
            return
        self.outcome = outcome
        self.crown = self.look.sprite(SHAPES, "crown", self.look.px(CROWN)) if outcome.won else ""
        style = "CardFocus.TLabel" if outcome.won else "CardQuiet.TLabel"
        self.mark.configure(text=outcome.text, image=self.crown, compound="left", style=style)
        if outcome.text:
            self.mark.pack(side="left", padx=(self.look.px(10), 0))
        else:
            self.mark.pack_forget()
        self._make_room()

    def show_clock(self, text: str, low: bool) -> None:
        """Show the time left, or hide the clock if the text is "". `low` marks a time shortage."""
        if (text, low) == self.clocked:
            return
        previous, self.clocked = self.clocked[0], (text, low)
        self.clock.configure(text=text, style="CardLowClock.TLabel" if low else "CardClock.TLabel")
        if bool(previous) != bool(text):
            if text:
                self.clock.grid()
            else:
                self.clock.grid_remove()
        if len(previous) != len(text):
            self._make_room()

    def _make_room(self) -> None:
        """Wrap long names in the space beside points and clock."""
        px, narrow = self.look.px, self._is_narrow
        used = px(2 * 10 if narrow else 2 * 16) + px(6 if narrow else 14) + px(4)
        used += px(PIECE + (8 if narrow else 14)) if str(self.piece.cget("image")) else 0
        used += self.clock.winfo_reqwidth() + px(10) if self.clocked[0] else 0
        points, fonts = str(self.points.cget("text")), self.look.fonts
        room = self.width - used - fonts["points"].measure(points)
        small = narrow and self.name.winfo_reqwidth() > room  # the name needs the room more than the points do
        if small:
            room = self.width - used - fonts["strong name"].measure(points)
        self.points.configure(style="CardName.TLabel" if small else "CardPoints.TLabel")
        least = px(30 if narrow else 60)
        if narrow and self.shown is not None:  # a word cannot be wrapped
            words = self.shown[0].split(" ")
            self.who.configure(text=" ".join(self.look.shorten(word, "small", max(least, room)) for word in words))
        self.who.configure(wraplength=max(least, room))
        beside = self.name.winfo_reqwidth() + px(10) + (self.mark.winfo_reqwidth() + px(10) if self.outcome.text else 0)
        inside = self.width - px(2 * 10) if narrow else room - beside
        self.has.configure(wraplength=max(px(60), inside))

    def _on_enter(self, change: Callable[[], None]) -> str:
        change()
        return "break"

    def _focus(self, focused: bool) -> None:
        self.focused = focused
        self._outline()

    def _outline(self) -> None:
        self.frame.configure(style="ActiveCard.TFrame" if self.active or self.focused else "Card.TFrame")
        self.name.configure(style="CardFocus.TLabel" if self.focused else "CardName.TLabel")


class PanelCard:
    """The card of one panel of a board. Its widgets are reused from one position to the next.

    The card keeps the greatest height that it has had, so that nothing below it moves.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        shapes: The drawings of shapes by name.
        width: The width in pixels.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, shapes: Mapping[str, str], width: int) -> None:
        self.look, self.shapes, self.width = look, shapes, width - 2 * look.px(16)
        self.frame = card(parent, look, padding=(16, PANEL_PAD))
        self.strut = ttk.Frame(self.frame, style="Inner.TFrame", width=1)
        self.strut.pack(side="right")
        self.frame.bind("<Configure>", lambda _: self._keep_height(), add="+")
        self.large = self._handle(ttk.Frame(self.frame, style="Inner.TFrame"))
        self.lines = self._handle(ttk.Frame(self.frame, style="Inner.TFrame"))
        self.lines.pack(side="left", fill="x", expand=True, anchor="n")
        self.shown: Panel | None = None
        self.large_shown: Sequence[str] = ()
        self.kept: list[tkinter.PhotoImage] = []
        self.rows: list[tuple[ttk.Widget, list[ttk.Label]]] = []

    def reserve_height(self, panels: Iterable[Panel]) -> None:
        """Reserve the height of these panels.

        A panel with large shapes can get up to `PANEL_LINES` lines. One of them consists of small shapes, which can be
        higher than a line of text.
        """
        panels, px = tuple(panels), self.look.px
        count = max((max(len(panel.lines), PANEL_LINES if panel.shapes else 1) for panel in panels), default=1)
        line = self.look.fonts["strong text"].metrics("linespace")
        excess = max(0, px(TALLY) - line) if any(panel.shapes for panel in panels) else 0
        self._set_height(count * line + excess + (count - 1) * px(LINE_GAP))

    def _keep_height(self) -> None:
        # Measure the contents: the borders of the frame depend on the zoom.
        parts = [part for part in (self.lines, self.large) if part.winfo_manager()]
        self._set_height(max(part.winfo_reqheight() for part in parts))

    def _set_height(self, height: int) -> None:
        if height > int(str(self.strut.cget("height"))):
            self.strut.configure(height=height)

    def show(self, panel: Panel) -> None:
        """Show the panel."""
        if panel.shapes != self.large_shown:
            self.show_large(panel.shapes)
        if panel == self.shown:
            return
        same = self.shown is not None and list(map(_layout, self.shown.lines)) == list(map(_layout, panel.lines))
        self.shown = panel
        if not same:  # new widgets flash before they are painted, so existing ones are reused
            for child in self.lines.winfo_children():
                child.destroy()
            self.rows = [self._row(line) for line in panel.lines]
            for number, (row, _) in enumerate(self.rows):
                row.pack(anchor="w", pady=(self.look.px(LINE_GAP) if number else 0, 0))
        for (_, labels), line in zip(self.rows, panel.lines, strict=True):
            self._fill(labels, line)

    def show_large(self, shapes: Sequence[str]) -> None:
        """Replace only the large shapes, for example while dice roll."""
        self.large_shown = shapes
        labels = [child for child in self.large.winfo_children() if isinstance(child, ttk.Label)]
        for label in labels[len(shapes) :]:
            label.destroy()
        while len(labels) < len(shapes):
            labels.append(self._handle(ttk.Label(self.large, style="CardText.TLabel")))
            labels[-1].pack(side="left", padx=(0, self.look.px(10)))
        self.kept = [self.look.sprite(self.shapes, shape, self.look.px(DIE)) for shape in shapes]
        for label, picture in zip(labels, self.kept, strict=False):
            label.configure(image=picture)
        if shapes:
            self.large.pack(side="left", before=self.lines, padx=(0, self.look.px(10)), anchor="n")
        else:
            self.large.pack_forget()

    def _row(self, line: Line) -> tuple[ttk.Widget, list[ttk.Label]]:
        """Create the widget of a line. Return it and the labels for `_fill`."""
        if not line.shapes or line.text:
            label = self._handle(ttk.Label(self.lines, style=STYLES[line.weight], wraplength=self._room()))
            return label, [label]
        row = self._handle(ttk.Frame(self.lines, style="Inner.TFrame"))
        size, labels = self._tally(line), []
        for shape in line.shapes:
            if shape:
                label = self._handle(ttk.Label(row, style="CardText.TLabel"))
                label.pack(side="left", padx=(0, max(2, self.look.px(22) - size if size == self.look.px(TALLY) else 2)))
                labels.append(label)
            else:
                self._handle(ttk.Frame(row, style="Inner.TFrame", width=self.look.px(14))).pack(side="left")
        return row, labels

    def _handle(self, part: Part) -> Part:
        """Add the card's bindings to a widget in it, so that a piece can be dragged from all of the card."""
        part.bindtags((*part.bindtags(), str(self.frame)))
        return part

    def _fill(self, labels: list[ttk.Label], line: Line) -> None:
        if not line.shapes or line.text:
            labels[0].configure(text=line.text, style=STYLES[line.weight], wraplength=self._room())
            return
        pictures = [self.look.sprite(self.shapes, shape, self._tally(line)) for shape in line.shapes if shape]
        for label, picture in zip(labels, pictures, strict=True):
            label.configure(image=picture)
            label.picture = picture  # type: ignore[attr-defined]  # Tk keeps no reference

    def _room(self) -> int:
        """Return the width of lines beside the large shapes, in pixels."""
        large = len(self.shown.shapes) if self.shown else 0
        return max(1, self.width - large * self.look.px(DIE + 10) - self.look.px(10 if large else 0))

    def _tally(self, line: Line) -> int:
        """Return the size at which the small shapes of a line fit beside each other, in pixels."""
        room, px = self._room(), self.look.px
        if room >= px(22) * len(line.shapes):
            return px(TALLY)
        return max(1, min(px(TALLY) - 1, room // len(line.shapes) - 2))


def _layout(line: Line) -> tuple[bool, ...]:
    """Return a key that is equal for lines that can share widgets."""
    return () if line.text or not line.shapes else tuple(bool(shape) for shape in line.shapes)
