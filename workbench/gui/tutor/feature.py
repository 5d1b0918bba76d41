"""The tutor in Play: an objection before the opponent replies, with the choice to undo, see why, or keep the move."""

from __future__ import annotations

from functools import partial

from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import PLAY, TABS, Command
from workbench.gui.shell.shell import SettingsPart, Shell
from workbench.gui.tutor import words
from workbench.gui.tutor.layer import TutorLayer
from workbench.gui.tutor.settings_box import make_settings
from workbench.gui.tutor.tutor import Tutor
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the tutor, its notice, its setting and its commands."""
    tutor = Tutor(shell, games, screen)
    shell.add(tutor)
    games.layers.add(TutorLayer(tutor, shell.commands))
    games.questions.append(tutor.notice)
    games.live_lists.append((0, tutor.live_list))
    shell.settings_parts.append(SettingsPart(words.TITLE, partial(make_settings, tutor), True))

    def speaks() -> bool:
        return not tutor.no_answer()

    add = shell.commands.add
    # fmt: off
    add(Command(
        "tutor", "bot", words.TITLE, tr("Warn me about a bad turn before the opponent replies"),
        tutor.toggle, ("U",), tutor.no_tutor, lambda: tutor.degree != "off", group=1, modes=PLAY,
        search_words=tr("teach coach blunder mistake warning alert learn"),
    ))
    add(Command(
        "tutor_settings", "bot", words.SETTING, words.SETTING_TIP, lambda: shell.commands.run("settings"), (),
        group=1, modes=TABS, listed=False, search_words=tr("tutor coach teach help beginner blunder level"),
    ))
    add(Command(
        "tutor_undo", "bot", words.UNDO, tr("Undo the turn that the tutor objects to"),
        tutor.undo, (), tutor.no_answer, group=1, modes=PLAY, listed=speaks, search_words=tr("tutor revert"),
    ))
    add(Command(
        "tutor_why", "bot", words.WHY, tr("Show a better turn on the board, with reasons"),
        tutor.toggle_why, ("I",), tutor.no_answer, tutor.explains, group=1, modes=PLAY, listed=speaks,
        search_words=tr("tutor better explain reasons"),
    ))
    add(Command(
        "tutor_keep", "bot", words.KEEP, tr("Let the opponent reply"),
        tutor.keep, (), tutor.no_answer, group=1, modes=PLAY, listed=speaks, search_words=tr("tutor continue ignore"),
    ))
    # fmt: on
