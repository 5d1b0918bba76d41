"""Whether an installed font has the characters of a language. This module has no text that is translated."""

from __future__ import annotations

import re
from tkinter import Misc, TclError, Tk

from workbench.system import translation

SAMPLES = {"zh_CN": "中文棋"}  # characters that many fonts lack
FONT_PACKAGES = {"zh_CN": "fonts-noto-cjk"}  # Debian packages of fonts
# Families that have Chinese characters themselves, so that Tk need not replace them by another font.
CHINESE = re.compile(r"CJK|Han\b|Hei|Ming|Song|Kai|Fallback|YaHei|PingFang|Unifont", re.IGNORECASE)

replaced: list[str] = []  # the language that gave way to English, if any


def has_characters(root: Misc, font: str, family: str, text: str) -> bool:
    """Return whether the installed fonts have all characters of a text.

    Tk names the font that it uses for a character. This is the window's own font if no font has the character.

    Args:
        root: The root of Tk.
        font: The name of the window's font.
        family: Its family.
        text: The text.
    """

    def used(letter: str) -> str:
        return str(root.tk.call("font", "actual", font, "-family", "--", letter))

    return bool(CHINESE.search(family)) or all(used(letter) != family for letter in text)


def choose_readable_texts() -> None:
    """Use English texts if no installed font has the characters of the user's language.

    Call it before the modules of the window are imported, because they read their texts then.
    """
    used = translation.language_in_use().partition("_")[0]
    language = next((name for name in SAMPLES if name.partition("_")[0] == used), "")
    if not language:
        return
    try:
        root = Tk()
    except TclError:  # no display: the terminal chooses its fonts
        return
    root.withdraw()
    font = "TkDefaultFont"
    family = str(root.tk.call("font", "actual", font, "-family"))
    if not has_characters(root, font, family, SAMPLES[language]):
        translation.use_english()
        replaced.append(language)
    root.destroy()
