"""The commands for sounds and the live text."""

from __future__ import annotations

from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SideKind
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import EVERYWHERE, GAMES, Command
from workbench.gui.shell.shell import SettingsPart, Shell
from workbench.gui.sound import words
from workbench.gui.sound.announcer import Announcer
from workbench.gui.sound.live_text import LiveText
from workbench.system.translation import tr

LIVE = "live"


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the sounds, the page with the live text, and their commands."""
    announcer = Announcer(shell, games, screen)
    shell.add(announcer)
    shell.settings_parts.append(SettingsPart(words.SOUND, announcer.make_settings))
    screen.side_kinds.append(
        SideKind(
            LIVE,
            words.LIVE_HEAD,
            lambda parent: LiveText(parent, shell.look, shell.commands.dispatch_key),
            lambda page: page.text,
            ((LIVE, words.CLOSE),),
            show=announcer.fill_live_text,
        )
    )
    add = shell.commands.add
    # fmt: off
    add(Command(
        "sound", "view", tr("Sounds"), tr("Play quiet sounds for moves and events"), announcer.toggle_sounds,
        on=lambda: shell.settings.sound,
        group=2, search_words=tr("mute noise audio volume"), modes=EVERYWHERE,
    ))
    add(Command(
        LIVE, "view", tr("Live text"), tr("Show the game as text, for screen readers"),
        lambda: screen.side.toggle(LIVE), ("L",), on=lambda: screen.side.kind == LIVE, group=3, modes=GAMES,
    ))
    # fmt: on
