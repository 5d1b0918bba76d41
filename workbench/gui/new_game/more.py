"""The part of the dialog for a new game that is folded away: options, players, clock, opening, dice and seed."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterator, Sequence
from tkinter import ttk

from fastcore import GameInfo, Viewpoint
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.new_game import words
from workbench.gui.new_game.bot_details import DetailsCard
from workbench.gui.new_game.clock import ClockForm
from workbench.gui.new_game.opening import OpeningForm
from workbench.gui.shell.shell import SettingsPart
from workbench.gui.widgets.forms import LABELS, show_error
from workbench.gui.widgets.scrolling import ScrollArea

PART_WIDTH = 460  # width of texts about settings of other features in pixels at 100 %
MIN_HEIGHT = 120  # minimum height of the unfolded settings in pixels at 100 %


class More(ttk.Frame):
    """The disclosure of further settings. `game_card` takes the options of the game, `seat_card` its players.

    Args:
        parent: The body of the dialog.
        look: Scale and colours.
        board: The text of the position on the board ("" if hidden), or a Viewpoint for one seat's view.
        room: Returns the height in pixels that is left for the unfolded settings. They scroll if they need more.
        summary: Returns what the folded settings change, in a few words.
        opening_changed: Called when another opening is selected.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, board: str | Viewpoint, room: Callable[[], int],
        summary: Callable[[], str], opening_changed: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__(parent, style="Window.TFrame")
        self.look, self.room, self.summary = look, room, summary
        px = look.px
        self.pack(fill="x", pady=(px(12), 0))
        head = ttk.Frame(self, style="Window.TFrame")
        head.pack(fill="x")
        self.button = ttk.Button(head, text=words.MORE_OPTIONS, style="Dialog.House.TButton", command=self.toggle)
        self.button.pack(side="left")
        self.about = ttk.Label(head, style="WindowSmall.TLabel", anchor="w", width=1)
        self.about.pack(side="left", fill="x", expand=True, padx=(px(12), 0))
        self.area = ScrollArea(self, look, "window", most=look.px(MIN_HEIGHT))
        self.area.columnconfigure(1, minsize=self.gutter)
        self.inside = self.area.inside
        self.game_card, self.seat_card, self.rest = (card(self.inside, look, padding=(16, 14)) for _ in range(3))
        for widget in (self.game_card, self.seat_card, self.rest):
            widget.pack(fill="x", pady=(px(12), 0))
        self.bots = DetailsCard(self.inside, look, self.area.show)
        self.clock = ClockForm(self.rest, look, None)
        self.clock.pack(fill="x")
        self.opening = OpeningForm(self.rest, look, board, opening_changed)
        self.opening.pack(fill="x", pady=(px(8), 0))
        self._build_hand()
        self._build_seed()
        self.unfolded, self.height = False, 0  # the height that later choices do not exceed, in pixels, or 0

    @property
    def gutter(self) -> int:
        """The width in pixels of the space for the scroll bar beside the settings."""
        return self.area.bar.winfo_reqwidth()

    def _build_hand(self) -> None:
        px = self.look.px
        row = self.hand_row = ttk.Frame(self.rest, style="Inner.TFrame")
        row.pack(fill="x", pady=(px(8), 0))
        row.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(row, text=words.BY_HAND, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.by_hand = tkinter.BooleanVar(self, False)
        ttk.Checkbutton(row, style="House.TCheckbutton", text=words.ROLLED_BY_HAND, variable=self.by_hand).grid(
            row=0, column=1, sticky="w"
        )

    def _build_seed(self) -> None:
        px = self.look.px
        row = ttk.Frame(self.rest, style="Inner.TFrame")
        row.pack(fill="x", pady=(px(8), 0))
        row.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(row, text=words.SEED, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.seed = ttk.Entry(row, style="House.TEntry", width=20, font=self.look.fonts["text"])
        self.seed.grid(row=0, column=1, sticky="w")
        self.seed_meaning = ttk.Label(row, style="CardSmall.TLabel")
        self.seed_meaning.grid(row=0, column=2, sticky="w", padx=(px(10), 0))
        self.seed_wrong = ttk.Label(row, style="CardWarning.TLabel")
        self.seed_wrong.grid(row=1, column=1, columnspan=2, sticky="w", pady=(px(3), 0))
        show_error(self.seed_wrong, "")

    def add_parts(self, parts: Sequence[SettingsPart]) -> None:
        """Add settings of other features below the seed."""
        self._changes: list[Callable[[], None]] = []
        px = self.look.px
        for part in parts:
            row = ttk.Frame(self.rest, style="Inner.TFrame")
            row.pack(fill="x", pady=(px(12), 0))
            row.columnconfigure(0, minsize=px(LABELS))
            ttk.Label(row, text=part.title, style="CardText.TLabel").grid(row=0, column=0, sticky="nw", pady=(px(5), 0))
            part.make(row, self.look, px(PART_WIDTH), self._changes.append).grid(row=0, column=1, sticky="w")

    def apply_parts(self) -> None:
        """Make the changes of the settings of other features."""
        for change in self._changes:
            change()

    def offer(self, info: GameInfo) -> None:
        """Adapt the fields to a game."""
        self.opening.offer_openings(info.id)
        if info.has.chance:
            self.hand_row.pack(fill="x", pady=(self.look.px(8), 0), after=self.opening)
        else:
            self.hand_row.pack_forget()
        self.seed_meaning.configure(text=words.about_seed(info))

    def toggle(self) -> None:
        """Unfold the settings, or fold them away."""
        self.unfolded = not self.unfolded
        if self.unfolded:
            self.fit()
            self.area.pack(fill="x")
            self.update_idletasks()
            self.refit()  # now that the places of all rows are known
        else:
            self.area.pack_forget()
        self.refresh()

    def fit(self) -> None:
        """Limit the height of the settings to the room in the dialog. They end between two rows."""
        least = self.look.px(MIN_HEIGHT)
        room = max(least, self.room())
        self.area.most = max(least, end_of_rows(self.inside, min(room, self.height or room)))
        self.area.fit()

    def refit(self) -> None:
        """Give the settings the height that they need now, and keep it, so that the buttons below do not move."""
        self.height = 0
        if self.unfolded:
            self.update_idletasks()
            self.fit()
            self.height = min(self.area.wanted, self.area.most or 0)
            self.fit()

    def unfold(self) -> None:
        """Show the settings."""
        if not self.unfolded:
            self.toggle()

    def refresh(self) -> None:
        """Show the summary of the settings while they are folded away."""
        self.button.configure(text=words.FEWER_OPTIONS if self.unfolded else words.MORE_OPTIONS)
        self.about.configure(text="" if self.unfolded else self.summary())


def end_of_rows(content: tkinter.Misc, room: int) -> int:
    """Return the largest height within `room` that cuts no field or label of the content, in pixels."""
    top = content.winfo_rooty()
    fields = [widget for widget in descendants(content) if not widget.winfo_children() and widget.winfo_ismapped()]
    spans = [(field.winfo_rooty() - top, field.winfo_rooty() - top + field.winfo_height()) for field in fields]
    while cut := [begin for begin, end in spans if begin < room < end]:
        room = min(cut)
    return room


def descendants(widget: tkinter.Misc) -> Iterator[tkinter.Misc]:
    """Yield all widgets inside a widget."""
    for child in widget.winfo_children():
        yield child
        yield from descendants(child)
