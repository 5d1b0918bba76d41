"""Compile the catalogues of translations: each `.po` file in workbench/locale to a `.mo` file beside it.

`make` runs this file when a catalogue has changed, and setup.py runs it for the wheel.
"""

import os
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogues(folder: Path) -> None:
    """Compile the catalogues below a folder. A text whose translation is marked as fuzzy stays English."""
    for source in sorted(folder.glob("*/LC_MESSAGES/**/*.po")):
        content, language = BytesIO(), source.relative_to(folder).parts[0]
        with source.open("rb") as file:
            write_mo(content, read_po(file, locale=language, domain=source.stem))
        new = source.with_suffix(".mo.new")
        new.write_bytes(content.getvalue())
        os.replace(new, source.with_suffix(".mo"))  # a program that is running reads a whole file


if __name__ == "__main__":
    compile_catalogues(Path(__file__).parents[1] / "workbench" / "locale")
