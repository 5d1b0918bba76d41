"""The form fields for the player of one seat: a person with a name, a level, or a bot with its own settings."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

import bots
import fastcore
from bots.levels import ladders
from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.look.look import Look
from workbench.gui.new_game import words
from workbench.gui.new_game.bot_details import WRAP, BotDetails, DetailsCard
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.forms import LABELS, OptionForm, dropdown, parse_options
from workbench.protocol import registry
from workbench.statistics import levels

OWN_SETTINGS = "()"  # list value for custom settings, among the levels
MAX_NAME_LENGTH = 40


class PlayerForm(ttk.Frame):
    """The fields for the player of one seat.

    The list of players has the person and the levels. "Advanced…" adds the bots behind the levels, with their settings.

    Args:
        parent: The widget that contains the fields.
        look: Scale and colours.
        label: The name of the seat.
        spec: The spec of the game.
        player: The initial player's spec: PERSON or a bot with its options.
        name: The person's name.
        persons: Whether a person can be selected.
        changed: Called after every change of a bot's custom settings.
        wrap: The maximum width of a bot's description, in pixels at 100 %.
        card: The card for a bot's description and settings, so that they move no other seat. None: they are below.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, label: str, spec: str, player: str, name: str = "",
        persons: bool = True,
        changed: Callable[[], None] = lambda: None, wrap: int = WRAP, card: DetailsCard | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.changed, self.card = look, changed, card
        self.measured: levels.MeasuredLevels | None = None  # levels of the bots in this game
        px = look.px
        self.columnconfigure(0, minsize=px(LABELS))
        self.columnconfigure(3, weight=1)
        self.rowconfigure(0, minsize=2 * look.fonts["small"].metrics("linespace"))  # a description can have two lines
        self.label = ttk.Label(self, text=label, style="CardStrong.TLabel")
        self.label.grid(row=0, column=0, sticky="w", padx=(0, px(8)))
        levels_offered = (*bots.LEVELS, *((ladders.ADAPTIVE,) if persons else ()))
        self.level_names = {widgets_words.level(level): level for level in levels_offered}
        self.names: tuple[str, ...] = ()  # the entries of the list
        self.people = (widgets_words.PERSON,) if persons else ()
        self.engines = (*bots.names(spec), *registry.names_for(spec))
        self.player_box = dropdown(self, look, (), 11)
        self.player_box.grid(row=0, column=1, sticky="w")
        self.level_box = dropdown(self, look, (), 26)
        self.person = ttk.Frame(self, style="Inner.TFrame")
        self.name = ttk.Entry(self.person, style="House.TEntry", width=28, font=look.fonts["text"])
        check = (self.register(lambda text: len(text) <= MAX_NAME_LENGTH), "%P")
        self.name.configure(validate="key", validatecommand=check)
        self.name.insert(0, name[:MAX_NAME_LENGTH])
        self.name_label = ttk.Label(self.person, text=words.NAME, style="CardSmall.TLabel")
        self.name_label.pack(side="left")
        self.name.pack(side="left", padx=(px(8), 0))
        self.level_meaning = ttk.Label(self, style="CardSmall.TLabel", wraplength=px(wrap), justify="left")
        self.details = BotDetails(self, look, wrap=wrap) if card is None else card.add(label)
        self.reach_button = ttk.Button(self, text=words.BOT_BELOW, style="House.TButton", command=self._reach_details)
        self.fill(spec, player)
        self.player_box.bind("<<ComboboxSelected>>", lambda _: self._on_player(), add="+")
        self.level_box.bind("<<ComboboxSelected>>", lambda _: self._show_details(None), add="+")

    def destroy(self) -> None:
        """Remove the form and its details."""
        super().destroy()
        if self.card is not None and self.details.winfo_exists():
            self.details.destroy()
            self.card.fit()

    def _reach_details(self) -> None:
        if self.card is not None:
            self.card.reach(self.details)

    def fill(self, spec: str, player: str, name: str | None = None) -> None:
        """Select a player, or the usual level if that player cannot play the game."""
        self._load_levels(spec)
        known, _, rest = player.partition("(")[0].partition(":")
        is_engine = known in self.engines
        if is_engine:
            chosen = known
        elif player == PERSON and self.people:
            chosen = widgets_words.PERSON
        else:
            usual = bots.usual_level(spec) if bots.usual_level(spec) in self.level_names.values() else bots.LEVELS[-1]
            chosen = widgets_words.level(known if known in self.level_names.values() else usual)
        self._list_players(is_engine)
        self.player_box.set(chosen)
        if name is not None:
            self.name.delete(0, "end")
            self.name.insert(0, name)
        self._offer_levels(rest if is_engine else "", parse_options(player) if is_engine else {})

    def _list_players(self, advanced: bool) -> None:
        """List the players, with the bots behind the levels if `advanced`."""
        last = self.engines if advanced else (words.ADVANCED,)
        self.names = (*self.people, *self.level_names, *last)
        self.player_box.configure(values=self.names)

    def _on_player(self) -> None:
        if self.player_box.get() == words.ADVANCED:
            self._list_players(True)
            self.player_box.set(bots.strongest(self.spec))
        self._offer_levels("", {})

    def set_spec(self, spec: str) -> None:
        """Change the options of the game, keep the player, and update the strengths."""
        self._load_levels(spec)
        if self.is_person:
            return
        if self.is_level:
            self._explain()
            return
        if self.levels:
            chosen = self.level
            self._list_levels()
            self.level_box.set(self.levels[chosen])
        self._explain()

    def _load_levels(self, spec: str) -> None:
        self.spec, self.game = spec, spec.partition("(")[0]
        self.measured = levels.table(self.game)
        self.other_options = ""  # options that differ from the measured game
        if self.measured is not None:
            options, measured_options = (
                fastcore.start(spec).game.options,
                fastcore.start(self.measured.spec).game.options,
            )
            others = [
                boards.words(self.game).describe_option(name, str(value))
                for name, value in measured_options.items()
                if options[name] != value
            ]
            self.other_options = ", ".join(others)

    def enable(self, on: bool) -> None:
        """Enable or disable all fields."""
        for field in (self.player_box, self.level_box, self.name):
            field.state(["!disabled" if on else "disabled"])
        self.label.configure(style="CardStrong.TLabel" if on else "CardQuiet.TLabel")
        self.name_label.configure(style="CardSmall.TLabel" if on else "CardOff.TLabel")

    @property
    def form(self) -> OptionForm | None:
        """The fields for custom settings, or None."""
        return self.details.form

    @property
    def meaning(self) -> ttk.Label:
        """The label with the description of the level or bot."""
        return self.level_meaning if self.is_level else self.details.meaning

    @property
    def is_person(self) -> bool:
        """Whether a person is selected."""
        return self.player_box.get() == widgets_words.PERSON

    @property
    def is_level(self) -> bool:
        """Whether a level is selected, not a bot with its own settings."""
        return self.player_box.get() in self.level_names

    def _offer_levels(self, preset: str, values: dict[str, str]) -> None:
        """Offer the levels of the selected bot, or the name field of a person."""
        self.levels: dict[str, str] = {}
        self.last_level = ""  # the last selected level: the initial values of custom settings
        self.level_box.grid_remove()
        self.person.grid_remove()
        if self.is_person:
            self.person.grid(row=0, column=2, sticky="w", padx=(self.look.px(12), 0))
        elif not self.is_level:
            about = registry.kind_of(self.player_box.get())
            self._list_levels()
            if self.levels:
                usual = f":{about.usual}" if about.usual else ""
                self.level_box.set(
                    self.levels[OWN_SETTINGS] if values else self.levels.get(f":{preset}", self.levels[usual])
                )
                self.level_box.grid(row=0, column=2, sticky="w", padx=(self.look.px(8), 0))
        self._show_details(values)

    def _list_levels(self) -> None:
        about = registry.kind_of(self.player_box.get())
        self.levels = {}
        if about.options and not about.usual:
            self.levels[""] = words.BY_DEFAULT
        self.levels |= {
            f":{key}": words.preset_entry(preset.options, self._strength(f"{about.name}:{key}"), self.other_options)
            for key, preset in about.presets.items()
        }
        if about.options:
            self.levels[OWN_SETTINGS] = words.OWN_OPTIONS
        self.level_box.configure(values=list(self.levels.values()))

    @property
    def level(self) -> str:
        """The end of the bot's spec, such as ":steady", or OWN_SETTINGS."""
        return next((text for text, shown in self.levels.items() if shown == self.level_box.get()), "")

    def _strength(self, name: str) -> levels.Level | None:
        return self.measured.level(name) if self.measured is not None else None

    def _strength_text(self, name: str) -> str:
        level = self._strength(name)
        return (
            words.strength_text(level, self.measured, self.other_options)
            if level is not None and self.measured is not None
            else words.NONE_MEASURED
        )

    def _show_details(self, values: dict[str, str] | None) -> None:
        """Describe the selected player, and show its settings if they are custom.

        Their initial values are `values`, or those of the last level if `values` is None.
        """
        self.details.show_settings((), None, self.changed)
        self.level_meaning.grid_remove()
        self.reach_button.grid_remove()
        self._show_bot(not self.is_person and not self.is_level)
        if self.is_person:
            return
        self._explain()
        if self.is_level:  # beside the list, so that all seats have the same height
            self.level_meaning.grid(row=0, column=2, columnspan=2, sticky="w", padx=(self.look.px(12), 0))
            return
        about, level = registry.kind_of(self.player_box.get()), self.level
        if level == OWN_SETTINGS:
            if values is None:
                preset = about.presets.get(self.last_level.lstrip(":"))
                given = preset.options if preset else registry.chosen_for(self.player_box.get())
                values = parse_options(f"({given})")
            self.details.show_settings(about.options, values, self.changed)
        else:
            self.last_level = level

    def _show_bot(self, shown: bool) -> None:
        """Show or hide the details of a bot, and the button that leads to their card."""
        px = self.look.px
        if self.card is None:
            if shown:
                self.details.grid(row=1, column=0, columnspan=4, sticky="ew", pady=(px(4), 0))
            else:
                self.details.grid_remove()
        elif shown:
            self.reach_button.grid(row=0, column=3, sticky="w", padx=(px(8), 0))
            self.card.show(self.details)
        else:
            self.card.hide(self.details)

    def _explain(self) -> None:
        if self.is_level:
            self.meaning.configure(text=level_meaning(self.level_names[self.player_box.get()], self.game))
            return
        about, level = registry.kind_of(self.player_box.get()), self.level
        preset = about.presets.get(level.lstrip(":"))
        measured = words.OWN_NOT_MEASURED if level == OWN_SETTINGS else self._strength_text(about.name + level)
        self.meaning.configure(
            text=words.describe_bot(about.name, about.meaning, preset.meaning if preset else "", measured)
        )

    def validate(self) -> str:
        """Show invalid settings at their fields. Return the first problem, or ""."""
        return self.form.validate() if self.form is not None else ""

    @property
    def text(self) -> str:
        """The player's spec: PERSON, a level, or a bot with its options."""
        if self.is_person:
            return PERSON
        name = self.player_box.get()
        if self.is_level:
            return str(self.level_names[name])
        if self.form is not None:
            listing = self.form.text or registry.defaults_for(name)
            return f"{name}({listing})" if listing else name
        return name + self.level

    @property
    def person_name(self) -> str:
        """The person's name, or "" for a bot."""
        return " ".join(self.name.get().split()) if self.is_person else ""


def level_meaning(level: str, game: str) -> str:
    """Return the description of a level, with its score against the next lower one if it was measured."""
    number = bots.LEVELS.index(level) if level in bots.LEVELS else 0
    ladder = ladders.ladder(game)
    if not number or ladder is None or ladder.players != 2:
        return words.describe_level(level, "", 0.0)
    below = widgets_words.level(bots.LEVELS[number - 1])
    return words.describe_level(level, below, ladder.shares[number - 1])
