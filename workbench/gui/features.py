"""The features of the window, in the order in which they are installed, receive events and add commands to menus.

A feature is a folder whose feature.py has a function `install(shell, games, screen)`.
"""

from __future__ import annotations

from collections.abc import Callable

from workbench.gui.analyse import feature as analyse
from workbench.gui.companion import feature as companion
from workbench.gui.compare import feature as compare
from workbench.gui.drawing import feature as drawing
from workbench.gui.file_dialog import feature as file_dialog
from workbench.gui.files import feature as files
from workbench.gui.finding import feature as finding
from workbench.gui.help import feature as help_feature
from workbench.gui.lessons import feature as lessons
from workbench.gui.matches import feature as matches
from workbench.gui.moves import feature as moves
from workbench.gui.play import feature as play
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.practice import feature as practice
from workbench.gui.programs import feature as programs
from workbench.gui.results import feature as results
from workbench.gui.review import feature as review
from workbench.gui.set_up import feature as set_up
from workbench.gui.settings import feature as settings
from workbench.gui.sheet import feature as sheet
from workbench.gui.shell.shell import Shell
from workbench.gui.side import feature as side
from workbench.gui.sound import feature as sound
from workbench.gui.tutor import feature as tutor

Install = Callable[[Shell, Tabs, Screen], None]

FEATURES: tuple[Install, ...] = (
    play.install,
    files.install,
    file_dialog.install,
    results.install,
    settings.install,
    help_feature.install,
    sound.install,
    lessons.install,
    drawing.install,
    moves.install,
    side.install,
    sheet.install,
    tutor.install,
    analyse.install,
    review.install,
    compare.install,
    finding.install,
    set_up.install,
    practice.install,
    matches.install,
    programs.install,
    companion.install,
)
