"""The bar at the bottom of the window: the prompt, details, the entry for typed moves, buttons and progress."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from math import ceil
from tkinter import ttk
from typing import Literal

from workbench.gui.look.look import Look
from workbench.gui.shell import words
from workbench.gui.shell.commands import Command, Registry
from workbench.gui.widgets.keys import focused, on_enter
from workbench.gui.widgets.texts import keep_width
from workbench.gui.widgets.tips import Tip
from workbench.system.translation import core
from workbench.table import words as table_words

Tools = Literal["play", "watch", "over", "set up", "analyse", "practice"]
OF_GAME: tuple[Tools, ...] = ("play", "watch", "over")
LEADER = "review"  # the button in the place of the entry for typed moves
# Review is placed so that no other button of the Analyse mode appears under the pointer that clicked it, and Rematch so
# that a second click on "Back to game" does not begin a game.
TOOLS: dict[Tools, tuple[str, ...]] = {
    "play": ("undo", "redo", "hint", "move_now", "stop"),
    "watch": ("undo", "redo", "pause", "step", "slower", "faster"),
    "over": ("review", "undo", "rematch", "new", "back"),
    "analyse": ("undo", "analysis", "back", "forward", "leave_analyse"),
    "set up": ("undo", "redo", "leave_set_up", "analyse_mode", "new", "play_mode"),
    "practice": ("undo", "redo"),
}
# Labels that replace the names of commands: two signs around the speed, and short names.
SIGNS = {
    "slower": "−",
    "faster": "+",
    "review": words.REVIEW,
    "analyse_mode": words.MODES["analyse_mode"],
    "play_mode": words.MODES["play_mode"],
}
NARROW = 380  # minimum width of the prompt beside the buttons, in pixels at 100 %


class Progress(ttk.Frame):
    """The progress of a bot, in words and as a thin bar.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        changed: Called when the progress appears or disappears.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None]) -> None:
        self.changed = changed
        widest = look.fonts["small"].measure(words.thinks(table_words.ADVISER, 888_000)) + look.px(4)
        super().__init__(parent, style="Inner.TFrame", width=widest, height=look.px(26))
        self.pack_propagate(False)
        self.words = ttk.Label(self, style="CardSmall.TLabel", anchor="e")
        self.words.pack(side="top", fill="x")
        self.trough = ttk.Frame(self, style="Line.TFrame", height=look.px(4))
        self.bar = tkinter.Frame(self.trough, background=look.palette["accent"])

    def show(self, text: str, part: float) -> None:
        """Show a text and the completed fraction of the work, 0..1. Hide both if the text is ""."""
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
        """Whether no progress is shown."""
        return not self.words.cget("text")


class StatusBar(ttk.Frame):
    """The prompt, a detail or warning beside it, the entry for typed moves, the buttons and the bot's progress.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        registry: The commands of the buttons.
        typed: Called with a typed move.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, registry: Registry, typed: Callable[[str], None]) -> None:
        super().__init__(parent, style="Inner.TFrame", padding=(look.px(20), look.px(9), look.px(16), look.px(9)))
        self.look, self.registry = look, registry
        self.sentence, self.detail, self.warning, self.reminder = "", "", False, ""
        self.message = ""  # shown instead of a detail for some seconds
        self.shown: tuple[object, ...] | None = None
        lines = sum(look.fonts[font].metrics("linespace") for font in ("strong name", "strong text"))
        self.words = ttk.Frame(self, style="Inner.TFrame", height=lines)
        self.words.pack_propagate(False)
        self.words.bind("<Configure>", lambda _: self._lay_out_words())
        self.main = ttk.Label(self.words, style="CardName.TLabel")
        self.main.pack(side="left")
        self.side = ttk.Label(self.words, style="CardQuiet.TLabel")
        self.extra: ttk.Button | None = None
        self.button_yields = False  # whether the button disappears while the texts need its space
        self.whole = ""  # the texts, if they are shortened
        Tip(look, self.words, lambda: self.whole)
        self.tools = ttk.Frame(self, style="Inner.TFrame")
        self.progress = Progress(self, look, self._lay_out)
        self.buttons: dict[str, ttk.Button] = {}
        self.stacked: tuple[bool, bool] | None = None  # whether there are two rows, and whether progress is hidden
        self.entry = ttk.Entry(
            self.tools, style="House.TEntry", width=max(10, len(words.TYPE_HERE)), font=look.fonts["text"]
        )
        on_enter(self.entry, lambda _: self._typed(typed))
        self.entry.bind("<Control-Key-Return>", lambda _: None)  # Ctrl+Enter is a command of the window
        self.entry.bind("<Key-Escape>", lambda _: self._leave_entry())
        self.entry.bind("<FocusIn>", lambda _: self._show_placeholder(False))
        self.entry.bind("<FocusOut>", lambda _: self._show_placeholder(True))
        self.has_placeholder = False
        self._show_placeholder(True)
        # Undo keeps its place when the game ends: before it is the lead, after all buttons the strut.
        self.lead = ttk.Frame(
            self.tools, style="Inner.TFrame", width=self.entry.winfo_reqwidth(), height=self.entry.winfo_reqheight()
        )
        self.lead.pack_propagate(False)
        self.lead.lower()
        self.strut = ttk.Frame(self.tools, style="Inner.TFrame")
        self.speed = ttk.Label(self.tools, style="CardSmall.TLabel", anchor="center")
        for command in registry.existing(*dict.fromkeys(name for names in TOOLS.values() for name in names)):
            self._button(command.name)
        self.arranged: tuple[Tools, str] | None = None
        self.speed_width = 0
        self.arrange_buttons("play", "")
        self.columnconfigure(0, weight=1)
        self.bind("<Configure>", lambda _: self._lay_out())

    def arrange_buttons(self, tools: Tools, speed: str, speeds: Sequence[str] = ()) -> None:
        """Show the buttons for a state of the game.

        Args:
            tools: The state.
            speed: The speed at which the user watches bots, as text.
            speeds: All texts that it can have. The longest one gives the row its width, so that nothing moves.
        """
        if (tools, speed) == self.arranged:
            return
        measure, known = self.look.fonts["small"].measure, self.speed_width
        if speeds:
            letters = ceil(max(map(measure, speeds)) / measure("0"))
            self.speed_width = letters * measure("0")
            self.speed.configure(width=letters)
        same = self.arranged is not None and self.arranged[0] == tools and known == self.speed_width
        self.arranged = (tools, speed)
        self.speed.configure(text=speed)
        if same:
            return
        focus = focused(self)
        for child in (*self.lead.pack_slaves(), *self.tools.pack_slaves()):
            child.pack_forget()
        names = self._names(tools)
        if tools in OF_GAME:
            self.lead.pack(side="left")
            leader = {"play": self.entry, "over": self.buttons.get(LEADER)}.get(tools)
            if leader is not None:
                leader.pack(in_=self.lead, fill="both", expand=True)
                leader.lift()
        for name in names:
            if name == "faster":
                self.speed.pack(side="left", padx=(self.look.px(8), 0))
            first = name == names[0] and tools not in OF_GAME
            self.buttons[name].pack(side="left", ipadx=0, padx=(0 if first else self.look.px(8), 0))
            self.buttons[name].lift()  # keep the Tab order equal to the reading order
        if tools in OF_GAME:
            # The buttons behind Undo share what is left, so that the row ends at the same place in every state.
            left, wide = max(map(self._width, OF_GAME)) - self._width(tools), names[1:]
            share = left // (2 * len(wide)) if wide else 0
            for name in wide:
                self.buttons[name].pack_configure(ipadx=share)
            self.strut.configure(width=max(1, left - 2 * share * len(wide)))
            self.strut.pack(side="left")
        if focus is not None and focus.master is self.tools and not focus.winfo_manager():
            self.buttons[TOOLS[tools][0]].focus_set()  # the focused button was removed
        self.stacked = None
        self._lay_out()

    def _names(self, tools: Tools) -> list[str]:
        """Return the names of the buttons for a state of the game, without the button in the lead."""
        return [name for name in TOOLS[tools] if name in self.buttons and name != LEADER]

    def _width(self, tools: Tools) -> int:
        """Return the width of the buttons for a state of the game behind the lead, in pixels."""
        names = self._names(tools)
        speed = self.speed_width + self.look.px(8) if "faster" in names else 0
        return sum(self.buttons[name].winfo_reqwidth() + self.look.px(8) for name in names) + speed

    def _button(self, name: str) -> None:
        text = SIGNS.get(name, self.registry[name].text)
        button = ttk.Button(self.tools, style="House.TButton", text=text, takefocus=1)
        button.configure(command=lambda: self.registry.run(self.command_of(name)))
        self.buttons[name] = button
        labels = [*self.registry[name].labels, *(other.text for other in self._continuations(name))]
        if len(labels) > 1:
            keep_width(button, self.look, "strong text", labels)

    def _continuations(self, name: str) -> list[Command]:
        """Return the commands of a button that becomes Continue, or []."""
        return self.registry.existing(name, "continue") if name in ("stop", "pause") else []

    def command_of(self, name: str) -> str:
        """Return the current command of a button: Stop and Pause become Continue while the game is paused."""
        return "continue" if name in ("stop", "pause") and not self.registry["continue"].why_not() else name

    def refresh(self) -> None:
        """Update the labels of the buttons, and disable unavailable ones."""
        for name, button in self.buttons.items():
            command = self.registry[self.command_of(name)]
            state = "disabled" if command.why_not() else "normal"
            if str(button.cget("state")) != state:
                button.configure(state=state)
            text = SIGNS.get(name, command.text.rstrip("…"))
            if button.cget("text") != text:
                button.configure(text=text)

    # The prompt -------------------------------------------------------------------------------------------------------

    def set_prompt(self, sentence: str) -> None:
        """Show the prompt. A new prompt clears the detail."""
        if sentence != self.sentence:
            self.sentence, self.detail, self.warning = sentence, "", False
        self._lay_out_words()

    def show_detail(self, detail: str, warning: bool) -> None:
        """Show a detail or warning beside the prompt, or below it if space is short. Ignore a copy of the prompt."""
        shown = core(detail) if warning else detail
        self.detail, self.warning = "" if shown == self.sentence else shown, warning
        self._lay_out_words()

    def set_message(self, message: str) -> bool:
        """Show a message instead of a detail, unless that is a warning. "" removes it. Return whether it fits."""
        covered = self.warning and bool(self.detail)
        fits = not covered and self.look.fonts["strong text"].measure(message) <= self._room
        if self.message != (message if fits else ""):
            self.message = message if fits else ""
            self._lay_out_words()
        return fits

    @property
    def _room(self) -> int:
        """The width that is free for the prompt, in pixels."""
        button = self.extra.winfo_reqwidth() + self.look.px(12) if self.extra and self.extra.winfo_manager() else 0
        return max(40, self.words.winfo_width() - button)

    def _place_button(self, *widths: int) -> None:
        """Show the button unless it yields to texts of these widths."""
        if self.extra is None:
            return
        if not self.extra.winfo_manager():
            self.extra.pack(side="right")
        if self.button_yields and max(widths) > self._room:
            self.extra.pack_forget()

    def set_reminder(self, reminder: str) -> None:
        """Show a text beside the prompt whenever there is no detail."""
        self.reminder = reminder
        self._lay_out_words()

    def set_button(self, label: str, command: Callable[[], None] | None, yields: bool = False) -> None:
        """Show a button beside the prompt, or remove it if `command` is None.

        Args:
            label: The label.
            command: The action, or None.
            yields: Whether the button disappears while the texts need its space.
        """
        self.button_yields = yields
        if self.extra is not None:
            self.extra.destroy()
            self.extra = None
        if command is not None:
            self.extra = ttk.Button(self.words, style="House.TButton", text=label, command=command)
            self.extra.pack(side="right")
        self._lay_out_words()

    def clear_warning(self) -> None:
        """Clear a warning."""
        if self.warning:
            self.show_detail("", False)

    def _lay_out_words(self) -> None:
        """Lay out the prompt and the detail on one line if they fit, or else on two.

        A long prompt without a detail can use both lines.
        """
        look, gap = self.look, self.look.px(16)
        aside, style = ("strong text", "CardWarning.TLabel") if self.warning else ("text", "CardQuiet.TLabel")
        message = "" if self.warning and self.detail else self.message
        aside_text = message or self.detail or self.reminder
        if message:
            aside, style = "strong text", "CardStrong.TLabel"
        wide, more = look.fonts["strong name"].measure(self.sentence), look.fonts[aside].measure(aside_text)
        self._place_button(look.fonts["strong text"].measure(self.sentence), more)
        room = self._room
        beside = wide + more + gap <= room
        font = "strong name" if wide <= room else "strong text"
        main, detail = self.sentence, look.shorten(aside_text, aside, room)
        if aside_text:
            main = look.shorten(main, font, room)
        elif wide > room:
            longest = max((look.fonts[font].measure(word) for word in main.split()), default=0)
            # the text fits wherever its first line breaks
            main = look.shorten(main, font, max(room, 2 * room - longest))
        shortened = (main, detail) != (self.sentence, aside_text)
        self.whole = f"{self.sentence}\n{aside_text}".strip() if shortened else ""
        shown = (main, font, detail, style, beside, room)
        if shown == self.shown:  # Tk repaints every configured widget
            return
        self.shown = shown
        name = "CardName.TLabel" if font == "strong name" else "CardStrong.TLabel"
        self.main.configure(text=main, style=name, wraplength=room, justify="left")
        self.side.configure(text=detail, style=style)
        for label in (self.main, self.side):
            label.pack_forget()  # the button at the right must be packed first
        self.main.pack(side="left" if beside or not detail else "top", anchor="w")
        if detail:
            self.side.pack(side="left" if beside else "top", padx=(gap if beside else 0, 0), anchor="w")

    def _lay_out(self) -> None:
        """Use one row, or two if the prompt needs more space. Hidden progress leaves its space to the prompt."""
        px = self.look.px
        # A new bar has no width yet. Without this guess it would begin with two rows, and the board be drawn twice.
        width = self.winfo_width() if self.winfo_width() > 1 else self.winfo_toplevel().winfo_width()
        room = width - self.tools.winfo_reqwidth() - self.progress.winfo_reqwidth() - px(76)
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
        self.after_idle(self._lay_out_words)

    # Typed moves ------------------------------------------------------------------------------------------------------

    def _typed(self, play: Callable[[str], None]) -> str:
        play(self.entry.get())
        return "break"  # stops the handling of the key

    def _leave_entry(self) -> str:
        """Clear the entry and return to the board."""
        self.set_typed_text()
        self.clear_warning()
        self.entry.event_generate("<<Board>>")
        return "break"

    def typed_text(self) -> str:
        """Return the text in the entry."""
        return "" if self.has_placeholder else self.entry.get()

    def set_typed_text(self, text: str = "") -> None:
        """Set the text in the entry."""
        self._show_placeholder(False)
        self.entry.delete(0, "end")
        self.entry.insert(0, text)
        if focused(self) is not self.entry:
            self._show_placeholder(True)

    def _show_placeholder(self, on: bool) -> None:
        """Show or hide the placeholder of the empty entry."""
        if on and not self.entry.get():
            self.entry.insert(0, words.TYPE_HERE)
            self.entry.configure(foreground=self.look.palette["quiet"])
            self.has_placeholder = True
        elif not on and self.has_placeholder:
            self.entry.delete(0, "end")
            self.entry.configure(foreground=self.look.palette["text"])
            self.has_placeholder = False
