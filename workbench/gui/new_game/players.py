"""Who plays one seat: a person with a name, or a bot with one of its levels or with settings of one's own."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

import bots
import fastcore
from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.look.look import Look
from workbench.gui.new_game import words as said
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.forms import LABELS, OptionForm, dropdown, listing
from workbench.gui.widgets.tips import Tip
from workbench.statistics import levels

OWN = "()"  # stands for settings of one's own among the levels
FEW = 4  # settings that are shown at once
WRAP = 420  # the width of what a bot and its level mean
LONGEST_NAME = 40


class PlayerForm(ttk.Frame):
    """`text` is the player as a session wants it, `named` the person's name."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, label: str, spec: str, player: str, name: str = "",
        persons: bool = True,
        changed: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """`changed` is called with every change of a bot's own settings."""
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.changed = look, changed
        self.measured: levels.MeasuredLevels | None = None  # how strong the levels are in this game
        px = look.px
        self.columnconfigure(0, minsize=px(LABELS))
        self.columnconfigure(2, weight=1)
        self.label = ttk.Label(self, text=label, style="CardStrong.TLabel")
        self.label.grid(row=0, column=0, sticky="w", padx=(0, px(8)))
        self.names = (*((widgets_words.PERSON,) if persons else ()), *bots.names(spec))
        self.who = dropdown(self, look, self.names, 11)
        self.who.grid(row=0, column=1, sticky="w")
        self.how = dropdown(self, look, (), 26)
        self.person = ttk.Frame(self, style="Inner.TFrame")
        self.name = ttk.Entry(self.person, style="House.TEntry", width=28, font=look.fonts["text"])
        check = (self.register(lambda text: len(text) <= LONGEST_NAME), "%P")
        self.name.configure(validate="key", validatecommand=check)
        self.name.insert(0, name[:LONGEST_NAME])
        self.named_by = ttk.Label(self.person, text=said.NAME, style="CardSmall.TLabel")
        self.named_by.pack(side="left")
        self.name.pack(side="left", padx=(px(8), 0))
        self.meaning = ttk.Label(self, style="CardSmall.TLabel", wraplength=px(WRAP), justify="left")
        Tip(look, self.meaning, lambda: said.how_measured(self.game))
        self.form: OptionForm | None = None
        self.put(spec, player)
        self.who.bind("<<ComboboxSelected>>", lambda _: self._offer("", {}), add="+")
        self.how.bind("<<ComboboxSelected>>", lambda _: self._detail(None), add="+")

    def put(self, spec: str, player: str, name: str | None = None) -> None:
        """Let this player be chosen. Where a bot sat that does not play this game, another one sits that does."""
        self._measured_in(spec)
        known, _, rest = player.partition("(")[0].partition(":")
        fits = known in self.names or player == PERSON
        stranger = player == PERSON and widgets_words.PERSON not in self.names
        self.who.set(
            known
            if known in self.names
            else widgets_words.PERSON
            if fits and not stranger
            else bots.strongest(spec) or widgets_words.PERSON
        )
        if name is not None:
            self.name.delete(0, "end")
            self.name.insert(0, name)
        self._offer(rest if fits else "", listing(player) if fits else {})

    def respec(self, spec: str) -> None:
        """The same game with other options: all that was chosen stays; how strong a level is may be another matter."""
        self._measured_in(spec)
        if self.is_person:
            return
        if self.levels:
            chosen = self.level
            self._list_levels()
            self.how.set(self.levels[chosen])
        self._explain()

    def _measured_in(self, spec: str) -> None:
        self.game = spec.partition("(")[0]
        self.measured = levels.table(self.game)
        self.otherwise = ""  # in what other game it was measured
        if self.measured is not None:
            here, there = fastcore.start(spec).game.options, fastcore.start(self.measured.spec).game.options
            others = [
                boards.words(self.game).option(name, str(value)) for name, value in there.items() if here[name] != value
            ]
            self.otherwise = ", ".join(others)

    def enable(self, on: bool) -> None:
        """Whether anything can be chosen now."""
        for field in (self.who, self.how, self.name):
            field.state(["!disabled" if on else "disabled"])
        self.label.configure(style="CardStrong.TLabel" if on else "CardQuiet.TLabel")
        self.named_by.configure(style="CardSmall.TLabel" if on else "CardOff.TLabel")

    @property
    def is_person(self) -> bool:
        return self.who.get() == widgets_words.PERSON

    def _offer(self, preset: str, values: dict[str, str]) -> None:
        """Offer the levels of the bot that was chosen: text behind its name -> what the list says."""
        self.levels: dict[str, str] = {}
        self.asked = ""  # the level chosen last, which settings of one's own begin with
        self.how.grid_remove()
        self.person.grid_remove()
        if self.is_person:
            self.person.grid(row=0, column=2, sticky="w", padx=(self.look.px(12), 0))
        else:
            about = bots.about(self.who.get())
            self._list_levels()
            if self.levels:
                usual = f":{about.usual}" if about.usual else ""
                self.how.set(self.levels[OWN] if values else self.levels.get(f":{preset}", self.levels[usual]))
                self.how.grid(row=0, column=2, sticky="w", padx=(self.look.px(8), 0))
        self._detail(values)

    def _list_levels(self) -> None:
        about = bots.about(self.who.get())
        self.levels = {}
        if about.options and not about.usual:
            self.levels[""] = said.BY_DEFAULT
        self.levels |= {
            f":{key}": said.level(key, self._strength(f"{about.name}:{key}"), self.otherwise) for key in about.presets
        }
        if about.options:
            self.levels[OWN] = said.OWN_OPTIONS
        self.how.configure(values=list(self.levels.values()))

    @property
    def level(self) -> str:
        """The text behind the bot's name, OWN for settings of one's own."""
        return next((text for text, shown in self.levels.items() if shown == self.how.get()), "")

    def _strength(self, name: str) -> levels.Level | None:
        return self.measured.level(name) if self.measured is not None else None

    def _measured(self, name: str) -> str:
        """What is known of the strength of a level."""
        found = self._strength(name)
        return (
            said.strength(found, self.measured, self.otherwise)
            if found is not None and self.measured is not None
            else said.NONE_MEASURED
        )

    def _detail(self, values: dict[str, str] | None) -> None:
        """Describe the choice, and show the bot's settings if they are set by hand.

        Their initial values are `values`, or those of the previously selected level.
        """
        if self.form is not None:
            self.form.destroy()
            self.form = None
        self.meaning.grid_remove()
        if self.is_person:
            return
        self._explain()
        self.meaning.grid(row=1, column=1, columnspan=2, sticky="w", pady=(self.look.px(4), 0))
        about, level = bots.about(self.who.get()), self.level
        if level == OWN:
            if values is None:
                before = about.presets.get(self.asked.lstrip(":"))
                values = listing(f"({before.options})") if before else {}
            self.form = OptionForm(self, self.look, about.options, values, self.changed, few=FEW)
            self.form.typed(self.changed)
            self.form.grid(row=2, column=0, columnspan=3, sticky="ew", pady=(self.look.px(8), 0))
        else:
            self.asked = level

    def _explain(self) -> None:
        """Say what the bot and its level are."""
        about, level = bots.about(self.who.get()), self.level
        preset = about.presets.get(level.lstrip(":"))
        measured = said.OWN_NOT_MEASURED if level == OWN else self._measured(about.name + level)
        self.meaning.configure(text=said.bot(about.name, about.meaning, preset.meaning if preset else "", measured))

    def problem(self) -> str:
        """What is wrong with the settings, said at their fields; "" if nothing is."""
        return self.form.problem() if self.form is not None else ""

    @property
    def text(self) -> str:
        if self.is_person:
            return PERSON
        name = self.who.get()
        if self.form is not None:
            return f"{name}({self.form.text})" if self.form.text else name
        return name + self.level

    @property
    def named(self) -> str:
        return " ".join(self.name.get().split()) if self.is_person else ""
