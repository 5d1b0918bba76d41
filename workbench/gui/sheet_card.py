"""The sheet that a turn is written on, as a card in the place of the moves: its lines, and what is done with them."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from workbench.boards.contract import Row, Sheet
from workbench.gui import words_learning
from workbench.gui import words_sheet as words
from workbench.gui.bubble import Tip
from workbench.gui.commands import focused
from workbench.gui.look import Look
from workbench.gui.styles import card

if TYPE_CHECKING:
    from workbench.gui.drafting import Drafting
    from workbench.gui.window import Window

HIGH, LOW = 40, 25  # the height of a line at 100 %: where there is room, and at least
GAP, NARROW_GAP = 7, 3  # between two lines, likewise
INSET = 14  # from the edge of a line to its words
BUTTONS = {"lock": words.COMMANDS["lock"], "line_up": words.UP, "line_down": words.DOWN, "remove_line": words.REMOVE, "sheet": words.MOVES}


class Line:
    """One line of the sheet. It is chosen by a click or Enter."""

    def __init__(self, parent: tkinter.Misc, look: Look, number: int, keys: dict[str, Callable[[int], None]]) -> None:
        """`keys` is what the keys do with the line of a number; "Return" is a click too."""
        self.look, self.row = look, Row(())
        self.frame = ttk.Frame(parent, style="Sheet.TFrame", takefocus=0, cursor="hand2")
        self.cells: list[ttk.Label] = []
        self.why = ttk.Label(self.frame, style="WindowWarning.TLabel", font=look.fonts["small"], justify="left")
        self.shown: tuple[object, ...] = ()
        self.number, self.choose = number, keys["Return"]
        for widget in (self.frame, self.why):
            widget.bind("<Button-1>", self._clicked)
        for key, call in keys.items():
            self.frame.bind(f"<{key}>" if "-" in key else f"<Key-{key}>", partial(self._pressed, call, number))
        self.frame.bind("<Control-Key-Return>", lambda _: None)  # a command of the window
        Tip(look, self.frame, self._tip)

    def _pressed(self, call: Callable[[int], None], number: int, _: object) -> str:
        call(number)
        return "break"

    def _clicked(self, _: object) -> None:
        self.choose(self.number)

    def _tip(self) -> str:
        if self.row.number is None:
            return ""
        return words.NEXT_TIP if self.row.now and not self.row.why else words.LINE_TIP

    def show(self, row: Row, widths: Sequence[float], width: int, height: int) -> int:
        """Show a row in a line so wide and at least so high; returns how high it is."""
        shown = (row, tuple(widths), width, height, self.look.theme)
        if shown == self.shown:
            return self.frame.winfo_reqheight()
        self.row, self.shown = row, shown
        while len(self.cells) < len(row.cells):
            label = ttk.Label(self.frame)
            label.bind("<Button-1>", self._clicked)
            self.cells.append(label)
        ground = "Wash" if row.now else "Window"
        self.frame.configure(style="SheetNow.TFrame" if row.now else "SheetFault.TFrame" if row.why else "Sheet.TFrame")
        self._write(row, widths, width, height, ground)
        total = height
        if row.why:
            px = self.look.px
            self.why.configure(text=row.why, style=f"{ground}Warning.TLabel", wraplength=width - px(2 * INSET))
            self.why.place(x=px(INSET), y=height - px(4), width=width - px(2 * INSET))
            total += self.why.winfo_reqheight() + px(3)
        else:
            self.why.configure(text="")
            self.why.place_forget()
        self.frame.configure(width=width, height=total)
        return total

    def _write(self, row: Row, widths: Sequence[float], width: int, height: int, ground: str) -> None:
        look, inset = self.look, self.look.px(INSET)
        room, whole, last = width - 2 * inset, sum(widths) or 1.0, len(row.cells) - 1
        x, free = float(inset), 0.0
        for number, (label, text, share) in enumerate(zip(self.cells, row.cells, widths, strict=False)):
            wide = room * share / whole
            right = number > max(last - 2, 0)
            if not text:
                label.place_forget()
                free += 0 if right or not number else wide
                x += wide
                continue
            over, after = free + wide, number + 1
            while not right and after <= last and not row.cells[after]:  # words go on over empty cells
                over, after = over + room * widths[after] / whole, after + 1
            strong = number in (1, last - 1) and bool(not row.now or row.cells[last])
            role, font = ("Strong", "strong text") if strong else ("Small", "small") if number in (0, last) else ("Quiet", "text")
            label.configure(text=look.shorten(text, font, round(over) - look.px(4)), style=f"{ground}{role}.TLabel", anchor="e" if right else "w")
            label.place(x=round(x - free), y=height // 2, width=round(over), anchor="w")
            x, free = x + wide, 0.0
        for label in self.cells[len(row.cells) :]:
            label.place_forget()


class SheetCard:
    """It stands in the place of the card of moves while something is written, unless that is wanted."""

    def __init__(self, parent: tkinter.Misc, window: Window, width: int, row: int) -> None:
        self.window, self.look, self.row = window, window.look, row
        look, px = self.look, self.look.px
        self.width = width - 2 * px(12)
        self.frame = card(parent, look, padding=(12, 12))
        self.frame.columnconfigure(0, weight=1)
        self.frame.rowconfigure(1, weight=1)
        head = ttk.Frame(self.frame, style="Inner.TFrame", padding=(px(4), 0))
        head.grid(row=0, column=0, columnspan=2, sticky="ew", pady=(0, px(8)))
        self.note = ttk.Label(head, style="CardStrong.TLabel", anchor="e")
        self.note.pack(side="right")
        self.head = ttk.Label(head, style="CardHead.TLabel")
        self.head.pack(side="left")
        self.clip = ttk.Frame(self.frame, style="Inner.TFrame")
        self.clip.grid(row=1, column=0, sticky="nsew")
        self.clip.bind("<Configure>", lambda _: self._lay_out())
        self.inside = ttk.Frame(self.clip, style="Inner.TFrame")
        self.bar = ttk.Scrollbar(self.frame, style="House.Vertical.TScrollbar", orient="vertical", command=self._scroll_to)
        self.offset = 0
        self.buttons: dict[str, ttk.Button] = {}
        self._build_foot()
        self.lines: list[Line] = []
        self.sheet: Sheet | None = None
        self.shown = False

    def _build_foot(self) -> None:
        px = self.look.px
        foot = ttk.Frame(self.frame, style="Inner.TFrame")
        foot.grid(row=2, column=0, columnspan=2, sticky="ew", pady=(px(10), 0))
        for name, label in BUTTONS.items():
            style = "Main.TButton" if name == "lock" else "House.TButton"
            button = ttk.Button(foot, text=label, style=style, takefocus=1, command=partial(self.window.registry.run, name))
            if name == "lock":
                button.pack(side="left")
            self.buttons[name] = button
            Tip(self.look, button, partial(self._told, name))
        for name in reversed(list(BUTTONS)[1:]):
            self.buttons[name].pack(side="right", padx=(px(6), 0))

    def _told(self, name: str) -> str:
        command = self.window.registry[name]
        return words_learning.tip(command.words, command.meaning, command.key, command.why_not())

    @property
    def drafting(self) -> Drafting:
        return self.window.playing.drafting

    @property
    def wanted(self) -> bool:
        """Whether it stands in the place of the moves while something is written."""
        return self.drafting.on_top

    def toggle(self) -> None:
        self.drafting.on_top = not self.drafting.on_top
        self.show(self.sheet)
        if not self.wanted:
            self.window.moves.offered.focus_set()
        elif self.lines:
            self._focus(self._now())

    # What is shown ----------------------------------------------------------------------------------------------------

    def show(self, sheet: Sheet | None) -> None:
        """Show this sheet, or the moves again. Of one that is shown no more nothing is kept."""
        held = focused(self.frame)
        inside = held is not None and str(held).startswith(f"{self.frame}.")
        self.sheet = sheet
        self.window.moves.offer(words.SHEET, partial(self.window.registry.run, "sheet") if sheet is not None and not self.wanted else None)
        self._stand(sheet is not None and self.wanted)
        if sheet is None:
            self._clear()
        else:
            self.head.configure(text=sheet.head)
            self.note.configure(text=sheet.note)
            self._lay_out()
            for name, button in self.buttons.items():
                state = "disabled" if self.window.registry[name].why_not() else "normal"
                if str(button.cget("state")) != state:
                    button.configure(state=state)
        if inside and (not self.shown or (held is not None and not held.winfo_ismapped()) or "disabled" in _state(held)):
            self.window.view.focus_set()

    def _stand(self, here: bool) -> None:
        if here == self.shown:
            return
        self.shown = here
        moves = self.window.moves.frame
        if here:
            moves.grid_remove()
            self.frame.grid(row=self.row, column=0, sticky="nsew")
        else:
            self.frame.grid_remove()
            moves.grid()
        self.window.below.give_way(here)
        self.window.dock.lift()

    def _clear(self) -> None:
        Tip.hide()
        for line in self.lines:
            line.frame.destroy()
        self.lines, self.offset = [], 0
        self.head.configure(text="")
        self.note.configure(text="")

    def _lay_out(self) -> None:
        sheet, px = self.sheet, self.look.px
        room = self.clip.winfo_height()
        if sheet is None or not self.shown or room <= 1:
            return
        while len(self.lines) < len(sheet.rows):
            self.lines.append(Line(self.inside, self.look, len(self.lines), self._keys()))
        for line in self.lines[len(sheet.rows) :]:
            line.frame.destroy()
        del self.lines[len(sheet.rows) :]
        count = max(1, len(sheet.rows))
        roomy = room >= count * px(HIGH * 0.9 + GAP)
        gap = px(GAP if roomy else NARROW_GAP)
        high = max(px(LOW), min(px(HIGH), room // count - gap))
        width = self.width
        total = self._place(sheet, width, high, gap)
        if total > room:
            self.bar.grid(row=1, column=1, sticky="ns")
            total = self._place(sheet, width - px(16), high, gap)
        else:
            self.bar.grid_remove()
        self.inside.place(x=0, y=0, width=width, height=max(total, room))
        stop = self._stop()
        self._see(stop)
        self._let_tab_reach(stop)

    def _place(self, sheet: Sheet, width: int, high: int, gap: int) -> int:
        """Set the lines below each other; returns how high all are."""
        y = 0
        for line, row in zip(self.lines, sheet.rows, strict=True):
            height = line.show(row, sheet.widths, width, high)
            line.frame.place(x=0, y=y, width=width, height=height)
            y += height + gap
        return y - gap

    # Scrolling --------------------------------------------------------------------------------------------------------

    def _see(self, number: int) -> None:
        """Scroll as far as needed to see a line."""
        room = self.clip.winfo_height()
        info = self.lines[number].frame.place_info() if number < len(self.lines) else None
        if info:
            top, high = int(info["y"]), int(info["height"])
            self.offset = max(min(self.offset, top), top + high - room)
        self._scrolled()

    def _scrolled(self) -> None:
        room, total = self.clip.winfo_height(), max(1, int(self.inside.place_info().get("height", 1)))
        self.offset = max(0, min(self.offset, total - room))
        self.inside.place_configure(y=-self.offset)
        self.bar.set(self.offset / total, (self.offset + room) / total)

    def _scroll_to(self, how: str, amount: str, unit: str = "") -> None:
        room, total = self.clip.winfo_height(), int(self.inside.place_info().get("height", 1))
        if how == "moveto":
            self.offset = round(float(amount) * total)
        else:
            self.offset += int(amount) * (room if unit == "pages" else self.look.px(LOW))
        self._scrolled()

    # The keys ---------------------------------------------------------------------------------------------------------

    def _keys(self) -> dict[str, Callable[[int], None]]:
        choose, remove = self._choose, self._remove
        return {
            "Return": choose, "KP_Enter": choose, "space": choose, "Delete": remove, "KP_Delete": remove, "BackSpace": remove,
            "Up": lambda n: self._focus(n - 1), "Down": lambda n: self._focus(n + 1),
            "Alt-Key-Up": lambda n: self._shift(n, -1), "Alt-Key-Down": lambda n: self._shift(n, 1),
            "Button-4": lambda _: self._scroll_to("scroll", "-1"), "Button-5": lambda _: self._scroll_to("scroll", "1"),
        }  # fmt: skip

    def _number(self, line: int) -> int | None:
        """The decision that a line stands for."""
        return self.sheet.rows[line].number if self.sheet is not None and line < len(self.sheet.rows) else None

    def _choose(self, line: int) -> None:
        """What comes next is written here."""
        number = self._number(line)
        if number is not None:
            self.drafting.choose(number)
            self.window.view.focus_set()

    def _remove(self, line: int) -> None:
        number, draft = self._number(line), self.drafting.draft
        if number is not None and draft is not None and number < len(draft.moves):
            self.drafting.remove(number)
            self._focus(line)

    def _shift(self, line: int, by: int) -> None:
        number, draft = self._number(line), self.drafting.draft
        if number is not None and draft is not None and number < len(draft.moves):
            to = self.drafting.shift(by, number)
            self._focus(next((n for n, row in enumerate(self.sheet.rows if self.sheet else ()) if row.number == to), line))

    def _focus(self, line: int) -> None:
        if self.lines:
            line = max(0, min(line, len(self.lines) - 1))
            self.lines[line].frame.focus_set()
            self._let_tab_reach(line)
            self._see(line)

    def _let_tab_reach(self, line: int) -> None:
        """Tab goes to one of the lines; the arrows go on from there."""
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


def _state(widget: tkinter.Misc | None) -> str:
    return str(widget.state()) if isinstance(widget, ttk.Button) else ""
