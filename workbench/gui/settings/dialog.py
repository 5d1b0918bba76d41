"""The settings dialog. Changes take effect immediately and can be reverted while it is open."""

from __future__ import annotations

import os
import tkinter
from collections.abc import Callable
from tkinter import ttk

import msgspec

from workbench.gui.look.look import ZOOMS
from workbench.gui.look.styles import card
from workbench.gui.settings import words as settings_words
from workbench.gui.settings.key_table import KeyTable
from workbench.gui.settings.languages import languages, save_choice
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.dialog import Aside, open_over
from workbench.gui.widgets.forms import dropdown
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.gui.widgets.tips import Tip
from workbench.settings import Settings
from workbench.system import translation

WIDTH, HEIGHT = 560, 600  # pixels at 100 %
LABEL_WIDTH = 120  # width of the labels, in pixels at 100 %
THEMES, SIZES = ("light", "dark", "system"), ("larger", "smaller", "normal")
BUTTON_COLUMNS = 2  # columns of buttons


def changeable_settings(settings: Settings) -> dict[str, object]:
    """Return the settings in the dialog: the theme, the tutor, the keys, and all switches and numbers."""
    values = msgspec.structs.asdict(settings)
    names = [name for name, value in values.items() if isinstance(value, bool | float)]
    return {name: values[name] for name in ("theme", "tutor", "keys", *names)}


class SettingsDialog(Aside):
    """The settings dialog, with pages for the look, the game and the keys. Esc closes it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.root)
        self.title(settings_words.TITLE)
        self.withdraw()
        self.shell, self.look = shell, shell.look
        self.initial = changeable_settings(shell.settings)
        self.initial_language = self.language = translation.chosen_language()
        px = self.look.px
        line = self.look.palette["line"]
        self.configure(
            background=self.look.palette["window"], highlightthickness=1, highlightbackground=line, highlightcolor=line
        )
        body = ttk.Frame(self, style="Window.TFrame", padding=px(16))
        body.pack(fill="both", expand=True)
        head = ttk.Frame(body, style="Window.TFrame")
        head.pack(fill="x", pady=(0, px(12)))
        self.buttons: dict[str, ttk.Button] = {}
        for name, label in settings_words.PAGES.items():
            self.buttons[name] = ttk.Button(head, text=label, command=lambda name=name: self.show_page(name))  # type: ignore[misc]
            self.buttons[name].pack(side="left", padx=(0, px(8)))
        self.holder = card(body, self.look, padding=(16, 16))
        foot = ttk.Frame(body, style="Window.TFrame")
        foot.pack(side="bottom", fill="x", pady=(px(12), 0))
        self.holder.pack(fill="both", expand=True)
        close = self._button(foot, settings_words.CLOSE, self.destroy, "Dialog.Main.TButton")
        close.pack(side="right")
        self.defaults_button = self._button(
            foot, settings_words.STANDARD, lambda: self._set_all(changeable_settings(Settings()), "")
        )
        self.defaults_button.pack(side="left", padx=(0, px(8)))
        self.revert_button = self._button(
            foot, settings_words.RESET, lambda: self._set_all(self.initial, self.initial_language)
        )
        self.revert_button.pack(side="left")
        Tip(self.look, self.defaults_button, lambda: settings_words.STANDARD_TIP)
        Tip(self.look, self.revert_button, lambda: settings_words.RESET_TIP)
        self.pages: dict[str, Callable[[ttk.Frame], None]] = {
            "look": self._look,
            "play": self._play,
            "keys": self._keys,
        }
        self.switches: dict[str, tkinter.BooleanVar] = {}
        self.bind("<Key-Escape>", lambda _: self.destroy())
        self.show_page("look")
        open_over(self, shell.root, self.look, WIDTH, HEIGHT)
        close.focus_set()

    def _button(
        self, parent: tkinter.Misc, label: str, command: Callable[[], None], style: str = "Dialog.House.TButton"
    ) -> ttk.Button:
        button = ttk.Button(parent, text=label, style=style, command=command)
        return button

    # State that survives a change of the look -------------------------------------------------------------------------

    def save_view(self) -> object:
        """Return the state to restore in the new dialog."""
        return self.name, self.initial, self.initial_language, self.language

    def restore_view(self, memory: object) -> None:
        """Restore the state of the old dialog."""
        assert isinstance(memory, tuple)
        name, self.initial, self.initial_language, self.language = memory
        self.show_page(name)

    # Pages ------------------------------------------------------------------------------------------------------------

    def show_page(self, name: str) -> None:
        """Show a page: "look", "play" or "keys"."""
        self.name = name
        for page_name, button in self.buttons.items():
            button.configure(style="Dialog.Main.TButton" if page_name == name else "Dialog.House.TButton")
        for child in self.holder.winfo_children():
            child.destroy()
        if name == "keys":  # the table scrolls itself
            page = ttk.Frame(self.holder, style="Inner.TFrame")
            page.pack(fill="both", expand=True)
        else:
            area = ScrollArea(self.holder, self.look)
            area.pack(fill="both", expand=True)
            page = area.inside
        page.columnconfigure(0, minsize=self.look.px(LABEL_WIDTH))
        page.columnconfigure(1, weight=1)
        self.pages[name](page)

    def _row(self, page: ttk.Frame, row: int, label: str) -> None:
        ttk.Label(page, text=label, style="CardStrong.TLabel").grid(
            row=row, column=0, sticky="nw", pady=(self.look.px(6), 0)
        )

    def _look(self, page: ttk.Frame) -> None:
        px, settings = self.look.px, self.shell.settings
        self._row(page, 0, settings_words.THEME)
        self.theme = tkinter.StringVar(self, settings.theme)
        for row, theme in enumerate(THEMES):
            choice = ttk.Radiobutton(
                page, text=self.shell.commands[theme].text, value=theme, variable=self.theme,
                style="House.TRadiobutton",
                command=lambda: self.shell.commands.run(self.theme.get()),
            )  # fmt: skip
            choice.grid(row=row, column=1, sticky="w", pady=(px(6), 0))
        self._row(page, len(THEMES), settings_words.ZOOM)
        self.zooms = {settings_words.percent(zoom): zoom for zoom in ZOOMS}
        self.zoom = dropdown(page, self.look, tuple(self.zooms), 8)
        self.zoom.set(settings_words.percent(settings.zoom))
        self.zoom.bind("<<ComboboxSelected>>", lambda _: self._on_zoom(), add="+")
        self.zoom.grid(row=len(THEMES), column=1, sticky="w", pady=(px(14), 0))
        self._add_languages(page, len(THEMES) + 1)

    def _add_languages(self, page: ttk.Frame, row: int) -> None:
        """Add the list of languages and the notes about it."""
        px, (self.languages, missing) = self.look.px, languages(self.look)
        self._row(page, row, settings_words.LANGUAGE)
        self.language_list = dropdown(page, self.look, tuple(self.languages), 16)
        names = {language: name for name, language in self.languages.items()}
        self.language_list.set(names.get(self.language, self.language))
        self.language_list.bind("<<ComboboxSelected>>", lambda _: self._on_language(), add="+")
        self.language_list.grid(row=row, column=1, sticky="w", pady=(px(14), 0))
        Tip(self.look, self.language_list, lambda: settings_words.LANGUAGE_TIP)
        by_variable = os.environ.get(translation.LANGUAGE, "")
        notes = (settings_words.BY_VARIABLE if by_variable else settings_words.AT_NEXT_START, *missing)
        for number, note in enumerate(notes, row + 1):
            label = ttk.Label(page, text=note, style="CardSmall.TLabel", wraplength=px(WIDTH - LABEL_WIDTH - 80))
            label.grid(row=number, column=1, sticky="w", pady=(px(6), 0))

    def _on_language(self) -> None:
        self._save_language(self.languages[self.language_list.get()])

    def _save_language(self, language: str) -> None:
        if language == self.language:
            return
        self.language = language

        def say(message: str) -> None:
            if message:
                self.shell.notice.show(message, True)

        self.shell.background.run(lambda: save_choice(language), say, lambda error: say(str(error)))

    def _on_zoom(self) -> None:
        self.shell.settings.zoom = self.zooms[self.zoom.get()]
        self.shell.rebuild()

    def _play(self, page: ttk.Frame) -> None:
        """Add a check box for every switch of the View menu, and the settings of other features."""
        px, registry = self.look.px, self.shell.commands
        commands = [
            command for command in registry.menu("view") if command.on is not None and command.name not in THEMES
        ]
        self._row(page, 0, settings_words.SHOWN)
        for row, command in enumerate(commands):
            assert command.on is not None
            switch = self.switches[command.name] = tkinter.BooleanVar(self, command.on())
            box = ttk.Checkbutton(
                page, text=command.text, variable=switch, style="House.TCheckbutton",
                command=lambda name=command.name: self._switch(name),  # type: ignore[misc]
            )  # fmt: skip
            box.grid(row=row, column=1, sticky="w", pady=(px(6), 0))
            reason = command.why_not()
            box.configure(state="disabled" if reason else "normal")
            Tip(self.look, box, lambda meaning=command.meaning, reason=reason: f"{meaning}\n{reason}".strip())  # type: ignore[misc]
        self._add_step_buttons(page, len(commands))
        wrap = px(WIDTH - LABEL_WIDTH - 80)
        for row, part in enumerate(self.shell.settings_parts, len(commands) + 1):
            self._row(page, row, part.title)
            part.make(page, self.look, wrap, lambda change: change()).grid(
                row=row, column=1, sticky="w", pady=(px(14), 0)
            )

    def _add_step_buttons(self, page: ttk.Frame, row: int) -> None:
        """Add buttons for the View commands that change a value in steps, except the size."""
        registry = self.shell.commands
        steps = [command for command in registry.menu("view") if command.on is None and command.name not in SIZES]
        if not steps:
            return
        self._row(page, row, settings_words.MORE)
        box = ttk.Frame(page, style="Inner.TFrame")
        box.grid(row=row, column=1, sticky="w", pady=(self.look.px(8), 0))
        for number, command in enumerate(steps):
            button = ttk.Button(box, text=command.text, style="House.TButton")
            button.configure(command=lambda name=command.name: registry.run(name))  # type: ignore[misc]
            column, gap = number % BUTTON_COLUMNS, self.look.px(8)
            button.grid(
                row=number // BUTTON_COLUMNS,
                column=column,
                sticky="ew",
                padx=(gap if column else 0, 0),
                pady=(gap if number >= BUTTON_COLUMNS else 0, 0),
            )
            Tip(self.look, button, lambda command=command: command.full_tip)  # type: ignore[misc]

    def _switch(self, name: str) -> None:
        self.shell.commands.run(name)
        command = self.shell.commands[name]
        if self.winfo_exists() and command.on is not None:
            self.switches[name].set(command.on())

    def _keys(self, page: ttk.Frame) -> None:
        table = KeyTable(page, self.look, self.shell.commands, self._keys_changed)
        table.pack(fill="both", expand=True)

    def _keys_changed(self) -> None:
        self.shell.settings.keys = self.shell.commands.changed

    # Reverting --------------------------------------------------------------------------------------------------------

    def _set_all(self, values: dict[str, object], language: str) -> None:
        """Set all settings that the dialog can change, and the language."""
        self._save_language(language)
        settings = self.shell.settings
        for name, value in values.items():
            setattr(settings, name, value)
        self.shell.commands.rebind_all(settings.keys)
        self.shell.rebuild()
