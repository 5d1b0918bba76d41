"""Translation of the texts that people read.

Every text is written in English where it is used, as a call with named placeholders: `tr("Hint: {move}.", move=move)`.
If a catalogue of the user's language is installed, the call returns its translation, and otherwise the English text.
A catalogue is the file `LANGUAGE/LC_MESSAGES/herbarium.mo` in the folder `workbench/locale`, or in the folder that
`HERBARIUM_LOCALE` names. `HERBARIUM_LANGUAGE` overrides the language of the system.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

DOMAIN = "herbarium"
LANGUAGE, FOLDER = "HERBARIUM_LANGUAGE", "HERBARIUM_LOCALE"  # environment variables
SYSTEM_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def tr(text: str, /, **values: object) -> str:
    """Return a text in the user's language.

    Args:
        text: The English text. With values it is a template of `str.format`; without, it is used as it is.
        **values: The values of the placeholders.
    """
    template = text if _catalogue is None else _translated(text)
    return template.format(**values) if values else template


def trn(one: str, many: str, count: float, /, **values: object) -> str:
    """Return one of several texts, depending on a number, in the user's language.

    Args:
        one: The English template for the number 1.
        many: The English template for any different number.
        count: The number, which is also the placeholder `count`.
        **values: The values of further placeholders.
    """
    template = (one if count == 1 else many) if _catalogue is None else _translated_plural(one, many, count)
    return template.format(count=count, **values)


def _find_catalogue() -> NullTranslations | None:
    folders = [os.environ.get(FOLDER, ""), os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")]
    folders = [folder for folder in folders if folder and os.path.isdir(folder)]
    if not folders or not (languages := _languages()):
        return None
    from gettext import find, translation  # imported here because most installations have no catalogue

    for folder in folders:
        try:
            if find(DOMAIN, folder, languages):
                return translation(DOMAIN, folder, languages)
        except Exception:  # gettext documents no exceptions for damaged files; the texts stay English
            continue
    return None


def _languages() -> list[str]:
    """Return the user's languages, the preferred one first. An empty list means English."""
    chosen = os.environ.get(LANGUAGE, "") or next(filter(None, map(os.environ.get, SYSTEM_VARIABLES)), "")
    if not chosen:
        from locale import getlocale

        chosen = getlocale()[0] or ""
    languages = [name for name in chosen.split(":") if name]
    return [] if not languages or languages[0].partition(".")[0] in ("C", "POSIX") else languages


@cache
def _translated(text: str) -> str:
    if not text or _catalogue is None:  # gettext translates "" to the header of the catalogue
        return text
    found = _catalogue.gettext(text)
    return found if _fields(found) <= _fields(text) else text


@cache
def _translated_plural(one: str, many: str, count: float) -> str:
    english = one if count == 1 else many
    if _catalogue is None:
        return english
    try:
        found = _catalogue.ngettext(one, many, int(count) if count == int(count) else 2)
    except Exception:  # the catalogue's own formula may fail for a number
        return english
    return found if _fields(found) <= _fields(one) | _fields(many) | {("count", "")} else english


def _fields(template: str) -> set[tuple[str, str]]:
    """Return the placeholders of a template with their formats, or an impossible one if it is malformed."""
    from string import Formatter

    try:
        return {(name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return {("{", template)}


_catalogue = _find_catalogue()
