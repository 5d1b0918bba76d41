"""The commands for the settings and the look. Settings are saved while the program runs."""

from __future__ import annotations

from functools import partial
from typing import Literal

from workbench import settings as settings_file
from workbench.gui.look.look import ZOOMS
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.settings import words
from workbench.gui.shell.commands import EVERYWHERE, TABS, Command
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.dialog import Aside
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Register the commands, and save the settings whenever they change."""
    settings, look = shell.settings, LookCommands(shell)
    saver = settings_file.SettingsSaver(settings)

    def say(message: str) -> None:
        if message:
            shell.notice.show(message, True)

    def save() -> None:
        if (work := saver.due()) is not None:
            shell.background.run(work, say, lambda error: say(str(error)))

    def dialog() -> Aside:
        from workbench.gui.settings.dialog import SettingsDialog  # imported here because importing it slows start-up

        return SettingsDialog(shell)

    shell.events.polled.connect(save)
    add = shell.commands.add
    # fmt: off
    add(Command(
        "light", "view", tr("Light"), tr("Light colours"), partial(look.set_theme, "light"),
        on=lambda: settings.theme == "light", search_words=tr("theme light mode bright day"), modes=EVERYWHERE,
        listed=lambda: shell.look.theme == "dark",
    ))
    add(Command(
        "dark", "view", tr("Dark"), tr("Dark colours"), partial(look.set_theme, "dark"),
        on=lambda: settings.theme == "dark", search_words=tr("theme dark mode night"), modes=EVERYWHERE,
        listed=lambda: shell.look.theme == "light",
    ))
    add(Command(
        "system", "view", tr("Follow system"), tr("Light or dark, like the system"),
        partial(look.set_theme, "system"),
        on=lambda: settings.theme == "system", search_words=tr("theme automatic mode"), modes=EVERYWHERE,
        listed=False,
    ))
    add(Command(
        "larger", "view", tr("Larger"), tr("Larger text"), lambda: look.set_zoom(look.zoomed(1)), ("Ctrl++",),
        look.no_zoom_in,
        group=1,
        search_words=tr("zoom in bigger size scale font"), modes=EVERYWHERE,
    ))
    add(Command(
        "smaller", "view", tr("Smaller"), tr("Smaller text"), lambda: look.set_zoom(look.zoomed(-1)), ("Ctrl+-",),
        look.no_zoom_out,
        group=1, search_words=tr("zoom out size scale font"), modes=EVERYWHERE,
    ))
    add(Command(
        "normal", "view", tr("Normal size"), tr("Normal text size"), lambda: look.set_zoom(1.0), ("Ctrl+0",),
        group=1,
        search_words=tr("zoom reset size scale 100 %"), modes=EVERYWHERE, listed=False,
    ))
    for name, text, meaning, steps in (
        ("wider_column", tr("Wider column"), tr("Widen the column beside the board"), 1),
        ("narrower_column", tr("Narrower column"), tr("Give the board more space"), -1),
    ):
        add(Command(
            name, "view", text, meaning, partial(screen.step_column, steps), (), partial(screen.no_column_step, steps),
            group=1, search_words=tr("width panel side divider size"), modes=EVERYWHERE, listed=False,
        ))
    add(Command(
        "full_screen", "view", tr("Full screen"), tr("Fill the screen, or return to the window"),
        look.toggle_full_screen,
        ("F11",), on=look.fills_screen, group=1, search_words=tr("fullscreen maximise"), modes=EVERYWHERE,
    ))
    add(Command(
        "settings", "edit", tr("Settings…"), tr("Colours, size, sounds and keys"),
        lambda: shell.pages.show("settings", dialog), ("Ctrl+,",), group=2,
        search_words=tr("preferences options theme zoom configure"), modes=TABS,
    ))
    # fmt: on


class LookCommands:
    """The actions of the commands for the look."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def set_theme(self, theme: Literal["light", "dark", "system"]) -> None:
        """Change the theme, and rebuild the window."""
        self.shell.settings.theme = theme
        self.shell.rebuild()

    def zoomed(self, steps: int) -> float:
        """Return the zoom `steps` steps above the current one, within the available range."""
        nearest = min(range(len(ZOOMS)), key=lambda n: abs(ZOOMS[n] - self.shell.settings.zoom))
        return ZOOMS[max(0, min(len(ZOOMS) - 1, nearest + steps))]

    def set_zoom(self, zoom: float) -> None:
        """Change the zoom, and rebuild the window."""
        self.shell.settings.zoom = zoom
        self.shell.rebuild()

    def fills_screen(self) -> bool:
        """Return whether the window fills the screen."""
        return bool(self.shell.root.attributes("-fullscreen"))

    def toggle_full_screen(self) -> None:
        """Fill the screen, or return to the window."""
        self.shell.root.attributes("-fullscreen", not self.fills_screen())

    def no_zoom_in(self) -> str:
        """Return why the zoom cannot be increased, or ""."""
        return words.LARGEST if self.zoomed(1) == self.shell.settings.zoom else ""

    def no_zoom_out(self) -> str:
        """Return why the zoom cannot be reduced, or ""."""
        return words.SMALLEST if self.zoomed(-1) == self.shell.settings.zoom else ""
