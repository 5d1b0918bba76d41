"""Catalogues of translations for tests."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.tools.sentences.core import core_sentences
from tests.tools.translation_template import all_uses
from workbench.system import translation
from workbench.system.language.core_sentences import CONTEXT, SEPARATOR

Translations = Mapping[tuple[str, ...], tuple[str, ...]]  # a text, with its plural if there is one

LANGUAGE = "eo"
HEADER = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"


def write_catalogue(
    folder: Path, translations: Translations, header: str = HEADER, name: str = translation.DOMAIN
) -> Path:
    """Write a catalogue in the format of `msgfmt` and return its file.

    Args:
        folder: The folder of all catalogues.
        translations: The translations of texts.
        header: The header of the catalogue.
        name: Its name; that of a page has folders.
    """
    pairs = sorted(
        ("\0".join(texts).encode(), "\0".join(found).encode())
        for texts, found in {**translations, ("",): (header,)}.items()
    )
    at = 28 + 16 * len(pairs)  # behind the numbers at the start and the two tables
    tables: list[list[int]] = [[], []]
    content = b""
    for side, table in enumerate(tables):
        for pair in pairs:
            table += [len(pair[side]), at + len(content)]
            content += pair[side] + b"\0"
    numbers = [0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, at, *tables[0], *tables[1]]
    file = folder / LANGUAGE / "LC_MESSAGES" / f"{name}.mo"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(struct.pack(f"<{len(numbers)}I", *numbers) + content)
    return file


def every_text() -> list[tuple[str, ...]]:
    """Return all texts of the program, each with its plural if it has one."""
    plurals = {use.text.one for use in all_uses() if use.text.many}
    uses = [use for use in all_uses() if use.text.many or use.text.one not in plurals]
    return list(dict.fromkeys(tuple(filter(None, use.text)) for use in uses))


def all_translations(change: Callable[[str], str]) -> Translations:
    """Return what a function makes of every text of the program and of every sentence of the core."""
    core: dict[tuple[str, ...], tuple[str, ...]] = {
        (f"{CONTEXT}{SEPARATOR}{sentence.text}",): (change(sentence.text),) for sentence in core_sentences()
    }
    return {**{text: tuple(map(change, text)) for text in every_text()}, **core}


def longer(text: str, share: float = 0.4) -> str:
    """Return a text with more letters, in words of usual length. Its ends stay, so that parts still join."""
    body = text.rstrip(" .:…!?")
    added = ("é" * 6 + " ") * len(text)
    letters = len(re.sub(r"\{[^{}]*\}", "", body))  # without placeholders
    more = added[: round(share * letters)]
    return body + more.rstrip() + text[len(body) :]


def write_longer_catalogue(folder: Path) -> Path:
    """Write a catalogue of a language that needs 40 % more letters, and return its file."""
    return write_catalogue(folder, all_translations(longer))
