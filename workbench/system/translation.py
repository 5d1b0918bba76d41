"""Translation of the texts that people read.

Every text is written in English where it is used, as a call with named placeholders: `tr("Hint: {move}.", move=move)`.
If a catalogue of the user's language is installed, the call returns its translation, and otherwise the English text.
Numbers in the placeholders have the form of the language.
A catalogue is the file `LANGUAGE/LC_MESSAGES/herbarium.mo` in the folder `workbench/locale`, or in the folder that
`HERBARIUM_LOCALE` names. The language is that of the system, unless the settings name another: they keep it in a small
file with nothing else, because every start reads it before the first text. `HERBARIUM_LANGUAGE` overrides both.
"""

from __future__ import annotations

import os
import sys
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from workbench.system.language.formats import form_in_use, use_language

if TYPE_CHECKING:
    from gettext import NullTranslations

    from workbench.system.language.core_sentences import CoreSentences

DOMAIN = "herbarium"
LANGUAGE, FOLDER = "HERBARIUM_LANGUAGE", "HERBARIUM_LOCALE"  # environment variables
CHOICE_FILE = "language"  # in the folder of the settings: the language that the user has chosen
LONGEST_CHOICE = 100  # bytes that are read from it
_MALFORMED = "{"  # no name of a placeholder
SYSTEM_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def tr(text: str, /, **values: object) -> str:
    """Return a text in the user's language.

    Args:
        text: The English text. With values it is a template of `str.format`; without, it is used as it is.
        **values: The values of the placeholders.
    """
    template = text if _catalogue is None else _translated(text)
    return fill(template, **values) if values else template


def trn(one: str, many: str, count: float, /, **values: object) -> str:
    """Return one of several texts, depending on a number, in the user's language.

    Args:
        one: The English template for the number 1.
        many: The English template for any different number.
        count: The number, which is also the placeholder `count`.
        **values: The values of further placeholders.
    """
    template = (one if count == 1 else many) if _catalogue is None else _translated_plural(one, many, count)
    return fill(template, count=count, **values)


def fill(template: str, /, **values: object) -> str:
    """Return a translated template with its values. Numbers and errors of the core are in the user's language."""
    if _catalogue is not None:
        values = {name: core(str(value)) if isinstance(value, ValueError) else value for name, value in values.items()}
    form = form_in_use()
    return template.format(**(values if form is None else form.shown_values(values)))


def core(text: str) -> str:
    """Return a sentence of the core in the user's language, or the text unchanged if it is none.

    The core says everything in English. Whatever shows its reasons to people passes them through this function;
    files, protocols and `--json` keep them as they are.
    """
    return text if _catalogue is None else _core_sentences(_catalogue).translate(text)


def choice_file() -> str:
    """Return the path of the file that names the language chosen in the settings.

    It is in `folders.config_folder()`, found here without the import that most commands do without.
    """
    if own := os.environ.get("HERBARIUM_HOME", ""):
        return os.path.join(own, CHOICE_FILE)
    if sys.platform.startswith("linux"):
        base = os.environ.get("XDG_CONFIG_HOME", "")
        base = base if os.path.isabs(base) else os.path.expanduser("~/.config")
        return os.path.join(base, "herbarium", CHOICE_FILE)
    from workbench.system.folders import config_folder  # imported here because it slows every start

    return os.path.join(config_folder(), CHOICE_FILE)


def chosen_language() -> str:
    """Return the language that the settings name, such as "de", or "" for that of the system."""
    try:
        with open(choice_file(), "rb") as file:
            name = file.read(LONGEST_CHOICE).decode("ascii").strip()
    except (OSError, ValueError):  # no such file, or not ours
        return ""
    return name if name.replace("_", "").isalnum() else ""


def language_in_use() -> str:
    """Return the language of the catalogue in use, such as "de", or "en" without one."""
    return (_catalogue.info().get("language", "") or "en") if _catalogue is not None else "en"


def page_catalogue(name: str) -> NullTranslations | None:
    """Return the catalogue of a page in the language in use, or None if there is none.

    Args:
        name: Its file below `LANGUAGE/LC_MESSAGES`, without suffix, such as "docs/rules/GAME".
    """
    return _find_catalogue(name) if _catalogue is not None else None


def use_english() -> None:
    """Show all further texts and numbers in English."""
    global _catalogue
    _catalogue = None
    use_language("en")
    _translated.cache_clear()
    _translated_plural.cache_clear()


def catalogues() -> set[str]:
    """Return the languages that have a catalogue, such as "de"."""
    from glob import glob  # imported here because only the settings need it

    pattern = os.path.join("*", "LC_MESSAGES", f"{DOMAIN}.mo")
    return {file.split(os.sep)[-3] for folder in _folders() for file in glob(os.path.join(folder, pattern))}


def _folders() -> list[str]:
    folders = [os.environ.get(FOLDER, ""), os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")]
    return [folder for folder in folders if folder and os.path.isdir(folder)]


def _find_catalogue(domain: str = DOMAIN) -> NullTranslations | None:
    if not (languages := _languages()) or not (folders := _folders()):
        return None
    from gettext import find, translation  # imported here because a start in English needs no catalogue

    for folder in folders:
        try:
            if find(domain, folder, languages):
                return translation(domain, folder, languages)
        except Exception:  # gettext documents no exceptions for damaged files; the texts stay English
            continue
    return None


def _languages() -> list[str]:
    """Return the user's languages before English, the preferred one first. An empty list means English."""
    chosen = os.environ.get(LANGUAGE, "") or chosen_language()
    if not chosen:
        chosen = next(filter(None, map(os.environ.get, SYSTEM_VARIABLES)), "")
    if not chosen:
        from locale import getlocale

        chosen = getlocale()[0] or ""
    languages = []
    for name in filter(None, chosen.split(":")):
        plain = name.partition(".")[0]
        if plain in ("C", "POSIX") or plain.partition("_")[0].lower() in ("en", "english"):
            break  # the texts are in English, so a later language is not needed
        languages.append(name)
    return languages


@lru_cache(1)
def _core_sentences(catalogue: NullTranslations) -> CoreSentences:
    from workbench.system.language.core_sentences import CONTEXT, SEPARATOR, CoreSentences

    start = f"{CONTEXT}{SEPARATOR}"
    texts: dict[object, str] = getattr(catalogue, "_catalog", {})  # gettext has no other way to list them
    found = {str(key).removeprefix(start): text for key, text in texts.items() if str(key).startswith(start)}
    return CoreSentences({english: text for english, text in found.items() if _fields(text) <= _fields(english)})


@cache
def _translated(text: str) -> str:
    if not text or _catalogue is None:  # gettext translates "" to the header of the catalogue
        return text
    found = _catalogue.gettext(text)
    allowed = _fields(text)
    return found if _fields(found) <= allowed or _MALFORMED in {name for name, *_ in allowed} else text


@lru_cache(1024)  # every number has its own entry, and counters show very many
def _translated_plural(one: str, many: str, count: float) -> str:
    english = one if count == 1 else many
    if _catalogue is None:
        return english
    try:
        found = _catalogue.ngettext(one, many, int(count) if count == int(count) else 2)
    except Exception:  # the catalogue's own formula may fail for a number
        return english
    return found if _fields(found) <= _fields(one) | _fields(many) | {("count", "", "")} else english


def _fields(template: str) -> set[tuple[str, str, str]]:
    """Return the placeholders of a template: name, format and conversion. A malformed one has an impossible field."""
    from string import Formatter

    try:
        parsed = Formatter().parse(template)
        return {(name, spec or "", conversion or "") for _, name, spec, conversion in parsed if name is not None}
    except ValueError:
        return {(_MALFORMED, template, "")}


_catalogue = _find_catalogue()
use_language(language_in_use())
