"""The card that shows the sheet in place of the moves, with its lines, keys and buttons."""

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

MIN_HEIGHT = 190  # pixels at 100 %; a smaller card covers the cards above too
LINE_HEIGHT, MIN_LINE_HEIGHT = 40, 25  # preferred and minimum line height in pixels at 100 %
GAP, NARROW_GAP = 7, 3  # pixels at 100 % between two lines, with and without enough space
BUTTONS = {
    "lock": words.LOCK, "line_up": words.UP, "line_down": words.DOWN, "remove_line": words.REMOVE, "sheet": words.MOVES,
}  # fmt: skip


class SheetCard:
    """The card that replaces the card of moves while a turn is being written.

    The person can still switch back to the moves.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the window.
        here: Returns the drafting of the shown game.
        place: The place of the card; `place.row` is the row of the moves.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, here: Callable[[], Drafting], place: Place) -> None:
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
        self.scrolled = (-1, -1)  # last drawn offset and height
        self.tab_stop = -1  # the line that Tab focuses, or -1 for none
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
        self.low_height = 0  # height of the column when `low` last changed
        self.hidden: bool | None = None  # whether the current sheet is not shown
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
            Tip(self.look, button, partial(self._tip_text, name))
        for name in reversed(list(BUTTONS)[1:]):
            self.buttons[name].pack(side="right", padx=(px(6), 0))

    def _tip_text(self, name: str) -> str:
        command = self.shell.commands[name]
        return command.full_tip

    @property
    def drafting(self) -> Drafting:
        """The drafting of the shown game."""
        return self.here()

    @property
    def wanted(self) -> bool:
        """Whether the card replaces the moves while a turn is being written.

        If there is space for only one card, the reasons for a move have priority.
        """
        return self.drafting.on_top and not self._displaced

    @property
    def _displaced(self) -> bool:
        return self.shell.settings.why and not self.screen.frame.chart_fits

    def toggle(self) -> None:
        """Switch between the sheet and the moves, and move the focus there."""
        self.drafting.on_top = not self.wanted
        if self.drafting.on_top and self._displaced:
            self.shell.settings.why = False
            self.games.shown.display.report_notes()
        self.refresh()
        if not self.wanted:
            self.shell.events.moves_wanted.emit()
        elif self.lines:
            self._focus(self._current_line())

    # What is shown ----------------------------------------------------------------------------------------------------

    def show(self, sheet: Sheet | None) -> None:
        """Show a sheet, or the moves if `sheet` is None. Focus the board if the focused widget disappears."""
        held = focused(self.frame)
        inside = held is not None and str(held).startswith(f"{self.frame}.")
        self.sheet = sheet
        self._set_shown(sheet is not None and self.wanted)
        hidden = sheet is not None and not self.wanted
        if hidden != self.hidden:
            self.hidden, self.showing = hidden, True
            self.shell.events.rearranged.emit()
            self.showing = False
        if sheet is None:
            self._clear()
        else:
            _set_text(self.note, sheet.note)
            room = self.width - self.note.winfo_reqwidth() - self.look.px(20)
            _set_text(self.head, self.look.shorten(sheet.head, "strong text", room))
            self._lay_out()
            for name, button in self.buttons.items():
                state = "disabled" if self.shell.commands[name].why_not() else "normal"
                if str(button.cget("state")) != state:
                    button.configure(state=state)
        if inside and (
            not self.shown or (held is not None and not held.winfo_ismapped()) or "disabled" in _state(held)
        ):
            self.screen.view.focus_set()

    def refresh(self) -> None:
        """Show the current sheet again, or hide it, depending on the settings."""
        self.show(self.sheet)

    def refresh_layout(self) -> None:
        """Update the layout after another card in the column appeared or disappeared."""
        if not self.showing:
            self.refresh()

    def _set_shown(self, on: bool) -> None:
        if on == self.shown:
            return
        self.shown = on
        if on:
            self.low = False
            self.frame.grid(row=self.row, rowspan=1, column=0, sticky="nsew")
            self.frame.lift()
        else:
            self.frame.grid_remove()
        self.shell.events.crowded.emit(on)
        self.screen.side.lift()

    def _take_room(self) -> None:
        """Cover the game's own cards too if the remaining space is too small for writing.

        The header of the sheet shows most of their contents.
        """
        _, _, _, high = self.column.grid_bbox(0, self.row) or (0, 0, 0, 0)
        low, column = 1 < high < self.look.px(MIN_HEIGHT), self.column.winfo_height()
        if (
            self.shown and low != self.low and (low or column != self.low_height)
        ):  # Growing must not trigger shrinking again.
            self.low, self.low_height = low, column
            first = self.first if low else self.row
            self.frame.grid(row=first, rowspan=self.row + 1 - first)

    def _clear(self) -> None:
        Tip.hide()
        for line in self.lines:
            line.frame.destroy()
        self.lines, self.offset, self.tab_stop = [], 0, -1
        _set_text(self.head, "")
        _set_text(self.note, "")

    def _lay_out(self) -> None:
        self._take_room()
        sheet, px = self.sheet, self.look.px
        room = self.clip.winfo_height()
        if sheet is None or not self.shown or room <= 1:
            return
        while len(self.lines) < len(sheet.rows):
            number, keys, mouse = len(self.lines), self._keys(), self._mouse()
            self.lines.append(SheetRow(self.inside, self.look, number, keys, mouse, self._wheel, self._on_line_focus))
            self.tab_stop = -1
        for line in self.lines[len(sheet.rows) :]:
            line.frame.destroy()
        del self.lines[len(sheet.rows) :]
        count = max(1, len(sheet.rows))
        roomy = room >= count * px(LINE_HEIGHT * 0.9 + GAP)
        gap = px(GAP if roomy else NARROW_GAP)
        high = max(px(MIN_LINE_HEIGHT), min(px(LINE_HEIGHT), room // count - gap))
        scrolls = bool(self.bar.winfo_manager())
        self.heads.show(sheet.columns, self.width - px(16) * scrolls)
        total = self._place(sheet, self.width - px(16) * scrolls, high, gap)
        if total > room and (high, gap) != (px(MIN_LINE_HEIGHT), px(NARROW_GAP)):  # messages need higher lines
            high, gap = max(px(MIN_LINE_HEIGHT), high - -(-(total - room) // count)), px(NARROW_GAP)
            total = self._place(sheet, self.width - px(16) * scrolls, high, gap)
        if (total > room) != scrolls:
            if scrolls:
                self.bar.grid_remove()
            else:
                self.bar.grid(row=2, column=1, sticky="ns")
            total = self._place(sheet, self.width - px(16) * (not scrolls), high, gap)
        self.total = max(total, room)
        stop = self._tab_target()
        self._scroll_into_view(stop)
        self._let_tab_reach(stop)

    def _place(self, sheet: Sheet, width: int, high: int, gap: int) -> int:
        """Stack the lines. Return their total height."""
        y = 0
        for line, row in zip(self.lines, sheet.rows, strict=True):
            y += line.show(row, sheet.columns, width, high, y) + gap
        return y - gap

    # Scrolling --------------------------------------------------------------------------------------------------------

    def _scroll_into_view(self, number: int) -> None:
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
            self.offset += int(amount) * (
                self.clip.winfo_height() if unit == "pages" else self.look.px(MIN_LINE_HEIGHT)
            )
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
        number, draft = self._draft_number(line), self.drafting.draft
        return number is not None and draft is not None and number < len(draft.moves) and bool(draft.moves[number])

    def _move(self, line: int, to: int) -> None:
        """Move a line to the place of another."""
        number, target = self._draft_number(line), self._draft_number(to)
        if number is not None and target is not None:
            self.drafting.move_line(target - number, number)
        self._lay_out()

    def _on_line_focus(self, row: Row) -> None:
        """Read out a newly focused line, and show its problem."""
        self.shell.events.spot_pointed.emit("", words.spoken_line(row.cells, row.why))
        self.shell.status.show_detail(as_sentence(row.why) if row.why else "", True)

    def _draft_number(self, line: int) -> int | None:
        """Return the number of the draft's decision that a line shows, or None."""
        return self.sheet.rows[line].number if self.sheet is not None and line < len(self.sheet.rows) else None

    def _choose(self, line: int) -> None:
        """Let the next choice replace this line."""
        number = self._draft_number(line)
        if number is not None:
            self.drafting.choose(number)
            self.screen.view.focus_set()

    def _remove(self, line: int) -> None:
        number, draft = self._draft_number(line), self.drafting.draft
        if number is not None and draft is not None and self._movable(line):
            self.drafting.remove(number)
            self._focus(line)

    def _shift(self, line: int, by: int) -> None:
        number, draft = self._draft_number(line), self.drafting.draft
        if number is not None and draft is not None and number < len(draft.moves):
            to = self.drafting.move_line(by, number)
            rows = self.sheet.rows if self.sheet is not None else ()
            self._focus(next((place for place, row in enumerate(rows) if row.number == to), line))

    def _focus(self, line: int) -> None:
        if self.lines:
            line = max(0, min(line, len(self.lines) - 1))
            self.lines[line].frame.focus_set()
            self._let_tab_reach(line)
            self._scroll_into_view(line)

    def _let_tab_reach(self, line: int) -> None:
        """Make a line the target of Tab; the arrow keys reach the others."""
        if line != self.tab_stop:
            self.tab_stop = line
            for number, row in enumerate(self.lines):
                row.frame.configure(takefocus=number == line)

    def _focused_line(self) -> int | None:
        held = focused(self.frame)
        return next((number for number, line in enumerate(self.lines) if line.frame is held), None)

    def _tab_target(self) -> int:
        """Return the line that Tab focuses."""
        held = self._focused_line()
        return self._current_line() if held is None else held

    def _current_line(self) -> int:
        rows = self.sheet.rows if self.sheet is not None else ()
        return next((number for number, row in enumerate(rows) if row.now), 0)


def _set_text(label: ttk.Label, text: str) -> None:
    if text != label.cget("text"):
        label.configure(text=text)


def _state(widget: tkinter.Misc | None) -> str:
    return str(widget.state()) if isinstance(widget, ttk.Button) else ""
