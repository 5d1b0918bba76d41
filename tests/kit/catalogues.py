"""Catalogues of translations for tests."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

Translations = Mapping[tuple[str, ...], tuple[str, ...]]  # a text, with its plural if there is one

LANGUAGE = "eo"
HEADER = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"


def write_catalogue(folder: Path, translations: Translations, header: str = HEADER) -> Path:
    """Write a catalogue in the format of `msgfmt` and return its file.

    Args:
        folder: The folder of all catalogues.
        translations: The translations of texts.
        header: The header of the catalogue.
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
    file = folder / LANGUAGE / "LC_MESSAGES" / "herbarium.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(struct.pack(f"<{len(numbers)}I", *numbers) + content)
    return file
