"""The sheet that a turn is written on, as a card in the place of the moves: its lines, and what is done with them."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from workbench.boards.kit.choices import Row, Sheet
from workbench.gui.look.styles import card
from workbench.gui.play.screen import Place, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.sheet import words
from workbench.gui.sheet.drafting import Drafting
from workbench.gui.sheet.drag import LineDrag
from workbench.gui.sheet.line import Heads, Press, SheetRow
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.keys import ENTER, focused
from workbench.gui.widgets.scrolling import on_wheel
from workbench.gui.widgets.tips import Tip
from workbench.system.sentences import as_sentence

LEAST = 190  # pixels at 100 % that it is high, or it covers the cards above too
HIGH, LOW = 40, 25  # the height of a line at 100 %: where there is room, and at least
GAP, NARROW_GAP = 7, 3  # between two lines, likewise
BUTTONS = {
    "lock": words.LOCK, "line_up": words.UP, "line_down": words.DOWN, "remove_line": words.REMOVE, "sheet": words.MOVES,
}  # fmt: skip


class SheetCard:
    """It stands in the place of the card of moves while something is written, unless that is wanted."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, here: Callable[[], Drafting], place: Place) -> None:
        """`here` returns the drafting of the shown game; `place.row` is the row of the moves."""
        self.shell, self.games, self.screen, self.here = shell, games, screen, here
        self.look, self.column, self.row, self.first = shell.look, place.parent, place.row, place.first
        look, px, parent = self.look, self.look.px, place.parent
        self.width = place.width - 2 * px(12)
        self.frame = card(parent, look, padding=(12, 12))
        self.frame.columnconfigure(0, weight=1)
        self.frame.rowconfigure(2, weight=1)
        head = ttk.Frame(self.frame, style="Inner.TFrame", padding=(px(4), 0))
        head.grid(row=0, column=0, columnspan=2, sticky="ew", pady=(0, px(8)))
        self.note = ttk.Label(head, style="CardStrong.TLabel", anchor="e")
        self.note.pack(side="right")
        self.head = ttk.Label(head, style="CardHead.TLabel")
        self.head.pack(side="left")
        self.heads = Heads(self.frame, look)
        self.heads.frame.grid(row=1, column=0, columnspan=2, sticky="ew")
        self.clip = ttk.Frame(self.frame, style="Inner.TFrame")
        self.clip.grid(row=2, column=0, sticky="nsew")
        self.clip.bind("<Configure>", lambda _: self._lay_out())
        self.inside = ttk.Frame(self.clip, style="Inner.TFrame")
        self.bar = ttk.Scrollbar(
            self.frame, style="House.Vertical.TScrollbar", orient="vertical", command=self._scroll_to
        )
        self.offset, self.total = 0, 1
        self.scrolled = (-1, -1)  # the same, as the lines stand
        self.reached = -1  # the line that Tab goes to
        self.buttons: dict[str, ttk.Button] = {}
        self._build_foot()
        self.lines: list[SheetRow] = []
        self.drag = LineDrag(
            look, self.inside, lambda: self.lines, self._movable, self._choose, self._move, self._lay_out
        )
        for widget in (self.clip, self.inside):
            on_wheel(widget.bind, lambda steps, _: self._wheel(steps))
        self.sheet: Sheet | None = None
        self.shown = self.low = False
        self.low_in = 0  # how high the column was then
        self.offered: bool | None = None  # whether there is a sheet that is not shown
        self.showing = False
        for part in (parent, self.frame):
            part.bind("<Configure>", lambda _: self._take_room(), add="+")

    def _build_foot(self) -> None:
        px = self.look.px
        foot = self.foot = ttk.Frame(self.frame, style="Inner.TFrame")
        foot.grid(row=3, column=0, columnspan=2, sticky="ew", pady=(px(10), 0))
        for name, label in BUTTONS.items():
            style = "Main.TButton" if name == "lock" else "House.TButton"
            button = ttk.Button(
                foot, text=label, style=style, takefocus=1, command=partial(self.shell.commands.run, name)
            )
            if name == "lock":
                button.pack(side="left")
            self.buttons[name] = button
            Tip(self.look, button, partial(self._told, name))
        for name in reversed(list(BUTTONS)[1:]):
            self.buttons[name].pack(side="right", padx=(px(6), 0))

    def _told(self, name: str) -> str:
        command = self.shell.commands[name]
        return command.full_tip

    @property
    def drafting(self) -> Drafting:
        return self.here()

    @property
    def wanted(self) -> bool:
        """Whether it stands in the place of the moves while something is written: not where only the reasons find
        room."""
        return self.drafting.on_top and not self._pushed

    @property
    def _pushed(self) -> bool:
        return self.shell.settings.why and not self.screen.frame.charted

    def toggle(self) -> None:
        self.drafting.on_top = not self.wanted
        if self.drafting.on_top and self._pushed:
            self.shell.settings.why = False
            self.games.shown.display.noted()
        self.again()
        if not self.wanted:
            self.shell.events.moves_wanted.tell()
        elif self.lines:
            self._focus(self._now())

    # What is shown ----------------------------------------------------------------------------------------------------

    def show(self, sheet: Sheet | None) -> None:
        """Show this sheet, or the moves again. Of one that is shown no more nothing is kept."""
        held = focused(self.frame)
        inside = held is not None and str(held).startswith(f"{self.frame}.")
        self.sheet = sheet
        self._stand(sheet is not None and self.wanted)
        offered = sheet is not None and not self.wanted
        if offered != self.offered:
            self.offered, self.showing = offered, True
            self.shell.events.rearranged.tell()
            self.showing = False
        if sheet is None:
            self._clear()
        else:
            _say(self.note, sheet.note)
            room = self.width - self.note.winfo_reqwidth() - self.look.px(20)
            _say(self.head, self.look.shorten(sheet.head, "strong text", room))
            self._lay_out()
            for name, button in self.buttons.items():
                state = "disabled" if self.shell.commands[name].why_not() else "normal"
                if str(button.cget("state")) != state:
                    button.configure(state=state)
        if inside and (
            not self.shown or (held is not None and not held.winfo_ismapped()) or "disabled" in _state(held)
        ):
            self.screen.view.focus_set()

    def again(self) -> None:
        """Show what is shown where it stands now."""
        self.show(self.sheet)

    def lay_out_again(self) -> None:
        """Update the layout after another card in the column appeared or disappeared."""
        if not self.showing:
            self.again()

    def _stand(self, here: bool) -> None:
        if here == self.shown:
            return
        self.shown = here
        if here:
            self.low = False
            self.frame.grid(row=self.row, rowspan=1, column=0, sticky="nsew")
            self.frame.lift()
        else:
            self.frame.grid_remove()
        self.shell.events.crowded.tell(here)
        self.screen.side.lift()

    def _take_room(self) -> None:
        """Where what is left is too low to write in, take the place of the game's own cards too: the sheet's head
        says most of what they do."""
        _, _, _, high = self.column.grid_bbox(0, self.row) or (0, 0, 0, 0)
        low, column = 1 < high < self.look.px(LEAST), self.column.winfo_height()
        if (
            self.shown and low != self.low and (low or column != self.low_in)
        ):  # what it takes must not make it give it back
            self.low, self.low_in = low, column
            first = self.first if low else self.row
            self.frame.grid(row=first, rowspan=self.row + 1 - first)

    def _clear(self) -> None:
        Tip.hide()
        for line in self.lines:
            line.frame.destroy()
        self.lines, self.offset, self.reached = [], 0, -1
        _say(self.head, "")
        _say(self.note, "")

    def _lay_out(self) -> None:
        self._take_room()
        sheet, px = self.sheet, self.look.px
        room = self.clip.winfo_height()
        if sheet is None or not self.shown or room <= 1:
            return
        while len(self.lines) < len(sheet.rows):
            number, keys, mouse = len(self.lines), self._keys(), self._mouse()
            self.lines.append(SheetRow(self.inside, self.look, number, keys, mouse, self._wheel, self._reached))
            self.reached = -1
        for line in self.lines[len(sheet.rows) :]:
            line.frame.destroy()
        del self.lines[len(sheet.rows) :]
        count = max(1, len(sheet.rows))
        roomy = room >= count * px(HIGH * 0.9 + GAP)
        gap = px(GAP if roomy else NARROW_GAP)
        high = max(px(LOW), min(px(HIGH), room // count - gap))
        scrolls = bool(self.bar.winfo_manager())
        self.heads.show(sheet.columns, self.width - px(16) * scrolls)
        total = self._place(sheet, self.width - px(16) * scrolls, high, gap)
        if total > room and (high, gap) != (px(LOW), px(NARROW_GAP)):  # what is wrong with lines makes them higher
            high, gap = max(px(LOW), high - -(-(total - room) // count)), px(NARROW_GAP)
            total = self._place(sheet, self.width - px(16) * scrolls, high, gap)
        if (total > room) != scrolls:
            if scrolls:
                self.bar.grid_remove()
            else:
                self.bar.grid(row=2, column=1, sticky="ns")
            total = self._place(sheet, self.width - px(16) * (not scrolls), high, gap)
        self.total = max(total, room)
        stop = self._stop()
        self._see(stop)
        self._let_tab_reach(stop)

    def _place(self, sheet: Sheet, width: int, high: int, gap: int) -> int:
        """Set the lines below each other; returns how high all are."""
        y = 0
        for line, row in zip(self.lines, sheet.rows, strict=True):
            y += line.show(row, sheet.columns, width, high, y) + gap
        return y - gap

    # Scrolling --------------------------------------------------------------------------------------------------------

    def _see(self, number: int) -> None:
        """Scroll as far as needed to see a line."""
        room = self.clip.winfo_height()
        if number < len(self.lines):
            top, _, high = self.lines[number].placed
            self.offset = max(min(self.offset, top), top + high - room)
        self._scrolled()

    def _scrolled(self) -> None:
        room = self.clip.winfo_height()
        self.offset = max(0, min(self.offset, self.total - room))
        if (self.offset, self.total) != self.scrolled:
            self.scrolled = (self.offset, self.total)
            self.inside.place(x=0, y=-self.offset, width=self.width, height=self.total)
        self.bar.set(self.offset / self.total, (self.offset + room) / self.total)

    def _scroll_to(self, how: str, amount: str, unit: str = "") -> None:
        if how == "moveto":
            self.offset = round(float(amount) * self.total)
        else:
            self.offset += int(amount) * (self.clip.winfo_height() if unit == "pages" else self.look.px(LOW))
        self._scrolled()

    # The keys ---------------------------------------------------------------------------------------------------------

    def _keys(self) -> dict[str, Callable[[int], None]]:
        choose, remove = self._choose, self._remove
        return {
            **dict.fromkeys((*ENTER, "space"), choose), "Delete": remove, "KP_Delete": remove, "BackSpace": remove,
            "Up": lambda n: self._focus(n - 1), "Down": lambda n: self._focus(n + 1),
            "Alt-Key-Up": lambda n: self._shift(n, -1), "Alt-Key-Down": lambda n: self._shift(n, 1),
        }  # fmt: skip

    def _mouse(self) -> dict[str, Press]:
        drag = self.drag
        return {"<ButtonPress-1>": drag.press, "<B1-Motion>": drag.motion, "<ButtonRelease-1>": drag.release}

    def _wheel(self, lines: int) -> None:
        self._scroll_to("scroll", str(lines))

    def _movable(self, line: int) -> bool:
        number, draft = self._number(line), self.drafting.draft
        return number is not None and draft is not None and number < len(draft.moves) and bool(draft.moves[number])

    def _move(self, line: int, to: int) -> None:
        """Move a line to the place of another."""
        number, target = self._number(line), self._number(to)
        if number is not None and target is not None:
            self.drafting.shift(target - number, number)
        self._lay_out()

    def _reached(self, row: Row) -> None:
        """A line has the focus: it is read out, and what is wrong with it is said."""
        self.shell.events.pointed.tell("", words.line(row.cells, row.why))
        self.shell.status.point_out(as_sentence(row.why) if row.why else "", True)

    def _number(self, line: int) -> int | None:
        """The decision that a line stands for."""
        return self.sheet.rows[line].number if self.sheet is not None and line < len(self.sheet.rows) else None

    def _choose(self, line: int) -> None:
        """What comes next is written here."""
        number = self._number(line)
        if number is not None:
            self.drafting.choose(number)
            self.screen.view.focus_set()

    def _remove(self, line: int) -> None:
        number, draft = self._number(line), self.drafting.draft
        if number is not None and draft is not None and self._movable(line):
            self.drafting.remove(number)
            self._focus(line)

    def _shift(self, line: int, by: int) -> None:
        number, draft = self._number(line), self.drafting.draft
        if number is not None and draft is not None and number < len(draft.moves):
            to = self.drafting.shift(by, number)
            rows = self.sheet.rows if self.sheet is not None else ()
            self._focus(next((place for place, row in enumerate(rows) if row.number == to), line))

    def _focus(self, line: int) -> None:
        if self.lines:
            line = max(0, min(line, len(self.lines) - 1))
            self.lines[line].frame.focus_set()
            self._let_tab_reach(line)
            self._see(line)

    def _let_tab_reach(self, line: int) -> None:
        """Tab goes to one of the lines; the arrows go on from there."""
        if line != self.reached:
            self.reached = line
            for number, other in enumerate(self.lines):
                other.frame.configure(takefocus=number == line)

    def _focused_line(self) -> int | None:
        held = focused(self.frame)
        return next((number for number, line in enumerate(self.lines) if line.frame is held), None)

    def _stop(self) -> int:
        """The line that Tab goes to."""
        held = self._focused_line()
        return self._now() if held is None else held

    def _now(self) -> int:
        rows = self.sheet.rows if self.sheet is not None else ()
        return next((number for number, row in enumerate(rows) if row.now), 0)


def _say(label: ttk.Label, text: str) -> None:
    if text != label.cget("text"):
        label.configure(text=text)


def _state(widget: tkinter.Misc | None) -> str:
    return str(widget.state()) if isinstance(widget, ttk.Button) else ""
