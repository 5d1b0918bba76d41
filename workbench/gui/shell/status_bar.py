"""The bar below: what is expected, what the pointer is over or what went wrong, the typed move, buttons, the bot's
progress."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk
from typing import Literal

from workbench.gui.look.look import Look
from workbench.gui.shell import words
from workbench.gui.shell.commands import Registry
from workbench.gui.widgets.keys import focused, on_enter
from workbench.table import words as table_words

Tools = Literal["play", "watch", "over", "set up", "analyse"]
TOOLS: dict[Tools, tuple[str, ...]] = {
    "play": ("undo", "redo", "hint", "move_now", "stop"),
    "watch": ("undo", "redo", "pause", "step", "slower", "faster"),
    "over": ("undo", "back", "review", "new", "again", "rematch"),
    "analyse": ("analysis", "back", "forward", "leave_analyse"),
    "set up": ("undo", "redo", "leave_set_up", "play_here", "play_mode"),
}
# Buttons on either side of what they change, and one short label.
SIGNS = {
    "slower": "−",
    "faster": "+",
    "review": words.REVIEW,
}
NARROW = 400  # at 100 %: with less room for the sentence it gets a line of its own


class Progress(ttk.Frame):
    """How far a bot is, in words and as a thin bar."""

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None]) -> None:
        """`changed` is called when it has something to show, or no more."""
        self.changed = changed
        widest = look.fonts["small"].measure(words.thinks(table_words.ADVISER, 888_000)) + look.px(4)
        super().__init__(parent, style="Inner.TFrame", width=widest, height=look.px(26))
        self.pack_propagate(False)
        self.words = ttk.Label(self, style="CardSmall.TLabel", anchor="e")
        self.words.pack(side="top", fill="x")
        self.trough = ttk.Frame(self, style="Line.TFrame", height=look.px(4))
        self.bar = tkinter.Frame(self.trough, background=look.palette["accent"])

    def show(self, text: str, part: float) -> None:
        """`part` of the work is done, 0 to 1; without a text nothing is shown."""
        if text != self.words.cget("text"):
            self.words.configure(text=text)
        if text:
            self.bar.place(x=0, y=0, relheight=1, relwidth=max(0.0, min(1.0, part)))
        if bool(text) != bool(self.trough.winfo_manager()):
            if text:
                self.trough.pack(side="bottom", fill="x", pady=(0, 2))
            else:
                self.trough.pack_forget()
            self.changed()

    @property
    def empty(self) -> bool:
        return not self.words.cget("text")


class StatusBar(ttk.Frame):
    """What is expected, what the pointer is over or what went wrong; the typed move; buttons; the bot's progress."""

    def __init__(self, parent: tkinter.Misc, look: Look, registry: Registry, typed: Callable[[str], None]) -> None:
        super().__init__(parent, style="Inner.TFrame", padding=(look.px(20), look.px(9), look.px(16), look.px(9)))
        self.look, self.registry = look, registry
        self.sentence, self.detail, self.warning, self.reminder = "", "", False, ""
        self.shown: tuple[object, ...] | None = None
        lines = sum(look.fonts[font].metrics("linespace") for font in ("strong name", "strong text"))
        self.words = ttk.Frame(self, style="Inner.TFrame", height=lines)
        self.words.pack_propagate(False)
        self.words.bind("<Configure>", lambda _: self._words())
        self.main = ttk.Label(self.words, style="CardName.TLabel")
        self.main.pack(side="left")
        self.side = ttk.Label(self.words, style="CardQuiet.TLabel")
        self.extra: ttk.Button | None = None
        self.tools = ttk.Frame(self, style="Inner.TFrame")
        self.progress = Progress(self, look, self._lay_out)
        self.buttons: dict[str, ttk.Button] = {}
        self.stacked: tuple[bool, bool] | None = None  # in two rows, and whether a bot's progress is shown
        self.entry = ttk.Entry(self.tools, style="House.TEntry", width=12, font=look.fonts["text"])
        on_enter(self.entry, lambda _: self._typed(typed))
        self.entry.bind("<Control-Key-Return>", lambda _: None)  # a command of the window
        self.entry.bind("<Key-Escape>", lambda _: self._left())
        self.entry.bind("<FocusIn>", lambda _: self._invite(False))
        self.entry.bind("<FocusOut>", lambda _: self._invite(True))
        self.inviting = False
        self._invite(True)
        self.speed = ttk.Label(self.tools, style="CardSmall.TLabel", anchor="center")
        for command in registry.those(*dict.fromkeys(name for names in TOOLS.values() for name in names)):
            self._button(command.name)
        self.arranged: tuple[Tools, str] | None = None
        self.arrange("play", "")
        self.columnconfigure(0, weight=1)
        self.bind("<Configure>", lambda _: self._lay_out())

    def arrange(self, tools: Tools, speed: str) -> None:
        """The buttons that suit how the game stands; `speed` is how fast bots that play alone are watched."""
        if (tools, speed) == self.arranged:
            return
        same = self.arranged is not None and self.arranged[0] == tools
        self.arranged = (tools, speed)
        self.speed.configure(text=speed)
        if same:
            return
        held = focused(self)
        for child in self.tools.pack_slaves():
            child.pack_forget()
        if tools == "play":
            self.entry.pack(side="left")
        for name in (name for name in TOOLS[tools] if name in self.buttons):
            if name == "faster":
                self.speed.configure(width=0)
                self.speed.pack(side="left", padx=(self.look.px(8), 0))
            first = name == TOOLS[tools][0] and tools != "play"
            self.buttons[name].pack(side="left", padx=(0 if first else self.look.px(8), 0))
            self.buttons[name].lift()  # Tab goes in the order of reading
        if held is not None and held.master is self.tools and not held.winfo_manager():
            self.buttons[TOOLS[tools][0]].focus_set()  # what had it is not there any more
        self.stacked = None
        self._lay_out()

    def _button(self, name: str) -> None:
        text = SIGNS.get(name, self.registry[name].text)
        button = ttk.Button(self.tools, style="House.TButton", text=text, takefocus=1)
        button.configure(command=lambda: self.registry.run(self.command_of(name)))
        self.buttons[name] = button

    def command_of(self, name: str) -> str:
        """Stop and Pause become Continue while the game waits."""
        return "continue" if name in ("stop", "pause") and not self.registry["continue"].why_not() else name

    def refresh(self) -> None:
        """Grey what cannot be done now."""
        for name, button in self.buttons.items():
            command = self.registry[self.command_of(name)]
            state = "disabled" if command.why_not() else "normal"
            if str(button.cget("state")) != state:
                button.configure(state=state)
            text = SIGNS.get(name, command.text.rstrip("…"))
            if button.cget("text") != text:
                button.configure(text=text)

    # The sentence -----------------------------------------------------------------------------------------------------

    def expect(self, sentence: str) -> None:
        """Show what is expected. Something else than before takes the place of what was pointed out."""
        if sentence != self.sentence:
            self.sentence, self.detail, self.warning = sentence, "", False
        self._words()

    def point_out(self, detail: str, warning: bool) -> None:
        """Show something beside what is expected, or below it where there is no room for both. What stands there
        already is not said twice."""
        self.detail, self.warning = "" if detail == self.sentence else detail, warning
        self._words()

    def remind(self, reminder: str) -> None:
        """Show this beside what is expected wherever nothing else is pointed out there."""
        self.reminder = reminder
        self._words()

    def offer(self, label: str, command: Callable[[], None] | None) -> None:
        """A button beside the sentence, or none."""
        if self.extra is not None:
            self.extra.destroy()
            self.extra = None
        if command is not None:
            self.extra = ttk.Button(self.words, style="House.TButton", text=label, command=command)
            self.extra.pack(side="right")
        self._words()

    def forgive(self) -> None:
        """What went wrong is not pointed out any more."""
        if self.warning:
            self.point_out("", False)

    def _words(self) -> None:
        """One line if both fit into it, else two: the detail below the sentence, or a long sentence over both."""
        look, gap = self.look, self.look.px(16)
        room = max(40, self.words.winfo_width() - (self.extra.winfo_reqwidth() + look.px(12) if self.extra else 0))
        aside, style = ("strong text", "CardWarning.TLabel") if self.warning else ("text", "CardQuiet.TLabel")
        told = self.detail or self.reminder
        wide, more = look.fonts["strong name"].measure(self.sentence), look.fonts[aside].measure(told)
        beside = wide + more + gap <= room
        font = "strong name" if wide <= room else "strong text"
        main, detail = self.sentence, look.shorten(told, aside, room)
        if told:
            main = look.shorten(main, font, room)
        elif wide > room:
            longest = max((look.fonts[font].measure(word) for word in main.split()), default=0)
            main = look.shorten(main, font, max(room, 2 * room - longest))  # so it fits wherever its first line ends
        shown = (main, font, detail, self.warning, beside, room)
        if shown == self.shown:  # whatever is configured is painted again
            return
        self.shown = shown
        name = "CardName.TLabel" if font == "strong name" else "CardStrong.TLabel"
        self.main.configure(text=main, style=name, wraplength=room, justify="left")
        self.side.configure(text=detail, style=style)
        for label in (self.main, self.side):
            label.pack_forget()  # the button beside them keeps the first place
        self.main.pack(side="left" if beside or not detail else "top", anchor="w")
        if detail:
            self.side.pack(side="left" if beside else "top", padx=(gap if beside else 0, 0), anchor="w")

    def _lay_out(self) -> None:
        """One row, or two where the sentence would be crowded. What a bot's progress does not need now is the
        sentence's."""
        px = self.look.px
        room = self.winfo_width() - self.tools.winfo_reqwidth() - self.progress.winfo_reqwidth() - px(76)
        stacked, empty = room < px(NARROW), self.progress.empty
        if (stacked, empty) != self.stacked:
            self.stacked = stacked, empty
            span = 3 if stacked else 2 if empty else 1
            self.words.grid(
                row=0,
                column=0,
                columnspan=span,
                sticky="ew",
                padx=(0, px(16) if empty else 0),
                pady=(0, px(6) if stacked else 0),
            )
            self.progress.grid(row=1 if stacked else 0, column=1, padx=px(16), sticky="e")
            if empty:
                self.progress.grid_remove()
            self.tools.grid(row=1 if stacked else 0, column=0 if stacked else 2, sticky="w" if stacked else "e")
        self.after_idle(self._words)

    # The typed move ---------------------------------------------------------------------------------------------------

    def _typed(self, play: Callable[[str], None]) -> str:
        play(self.entry.get())
        return "break"  # the key has done its work

    def _left(self) -> str:
        """Back to the board; what was typed is not wanted."""
        self.clear()
        self.forgive()
        self.entry.event_generate("<<Board>>")
        return "break"

    def typed(self) -> str:
        return "" if self.inviting else self.entry.get()

    def clear(self, text: str = "") -> None:
        self._invite(False)
        self.entry.delete(0, "end")
        self.entry.insert(0, text)
        if focused(self) is not self.entry:
            self._invite(True)

    def _invite(self, on: bool) -> None:
        """Show what the empty field is for while it does not have the focus."""
        if on and not self.entry.get():
            self.entry.insert(0, words.TYPE_HERE)
            self.entry.configure(foreground=self.look.palette["quiet"])
            self.inviting = True
        elif not on and self.inviting:
            self.entry.delete(0, "end")
            self.entry.configure(foreground=self.look.palette["text"])
            self.inviting = False
