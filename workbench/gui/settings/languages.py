"""The languages that the settings offer: those with a catalogue, if an installed font has their characters."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.look.scripts import FONT_PACKAGES, SAMPLES, has_characters
from workbench.gui.settings import words
from workbench.gui.shell.words import no_font
from workbench.system import saving, translation

# The names of the languages in themselves, so that everybody finds their own.
NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "zh_CN": "中文"}


class Languages(NamedTuple):
    """The languages of the program.

    Attributes:
        offered: The languages by the names in the list, the system's ("") first.
        missing: Sentences about the languages that no installed font can show.
    """

    offered: dict[str, str]
    missing: tuple[str, ...]


def can_show(look: Look, text: str) -> bool:
    """Return whether the installed fonts have all characters of a text."""
    return has_characters(look.root, look.fonts["text"].name, look.family, text)


def languages(look: Look) -> Languages:
    """Return the languages that can be chosen.

    Args:
        look: The fonts of the window.
    """
    offered, missing = {words.SYSTEM_LANGUAGE: "", NAMES["en"]: "en"}, []
    for language in sorted(translation.catalogues(), key=lambda name: (name not in NAMES, [*NAMES, name].index(name))):
        name = NAMES.get(language, language)
        if can_show(look, SAMPLES.get(language, "")):
            offered[name] = language
        else:
            missing.append(no_font(language, FONT_PACKAGES[language]))
    return Languages(offered, tuple(missing))


def save_choice(language: str) -> str:
    """Write the language for the next start. Return a message for the user if that failed, or "".

    Args:
        language: The language, such as "de", or "" for that of the system.
    """
    try:
        saving.write(Path(translation.choice_file()), language.encode())
    except saving.WriteError as error:
        return words.language_not_saved(saving.reason(error))
    return ""
