"""Tests that no label, menu entry or tip of the window is left in English when a catalogue is complete."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import bots
import fastcore
from tests.kit.catalogues import LANGUAGE, all_translations, write_catalogue
from tests.kit.terminals import ROOT
from workbench.gui.settings.languages import NAMES
from workbench.system import translation

pytestmark = pytest.mark.window

KEYS = re.compile(
    r"\b(Ctrl|Alt|Shift|Return|Space|Escape|Delete|Insert|Home|End|Page(Up|Down)|Tab|Enter|Left|Right|Up|Down|period"
    r"|comma|plus|minus|letter|slash)\b"
)
NOTATION = re.compile(r"\b\w+(:\w+)+|^deal$|\S+\.matches$")  # moves, and the file of the archive
COLOURS = ("red", "yellow", "green", "blue")  # part of the texts of moves
WORD = re.compile(r"[A-Za-z]{3,}")


def bracketed_catalogue(folder: Path) -> None:
    """Write a catalogue that translates every text to itself in brackets."""
    write_catalogue(folder, all_translations(lambda text: f"[{text}]"))


def outside_brackets(text: str) -> str:
    """Return what is not in brackets. A shortened text may lack the closing one."""
    depth, found = 0, ""
    for letter in text:
        if letter == "[":
            depth += 1
        elif letter == "]" and depth:
            depth -= 1
        elif not depth:
            found += letter
    return found


def names(game: str) -> Iterator[str]:
    """Yield the names and descriptions that the core and the bots give: neither can import the translations."""
    yield from NAMES.values()
    for other in fastcore.games():
        info = fastcore.info(other)
        yield from (other, info.title, *info.sides, *(side.capitalize() for side in info.sides), *COLOURS)
        for option in info.options:
            name = option.name.replace("_", " ")
            yield from (name, name.capitalize(), option.meaning, *option.choices, *option.names)
            yield from re.split(", |: ", option.meaning)  # the names of switches
    for name in bots.names(game):
        kind = bots.bot_class(name)
        yield from (name, kind.meaning, *kind.presets, *(preset.meaning for preset in kind.presets.values()))
        yield from (option.meaning for option in kind.options)


def settings(game: str) -> set[str]:
    """Return the names of the options of a game's bots. They are typed in specs, so they are not translated."""
    return {option.name.replace("_", " ") for name in bots.names(game) for option in bots.bot_class(name).options}


def english_words(text: str, allowed: list[str], options: Collection[str] = ()) -> str:
    """Return the English words that a text shows outside brackets, allowed names and values of options, or ""."""
    if text.endswith("…") and any(name.startswith(text.rstrip("…")) for name in allowed):
        return ""  # a shortened name
    rest = NOTATION.sub("", KEYS.sub("", outside_brackets(text)))
    for option in options:
        rest = re.sub(rf"\b{re.escape(option)} [\d.]+", "", rest)
    for name in allowed:
        rest = re.sub(rf"\b{re.escape(name)}", "", rest)
    return " ".join(WORD.findall(rest))


def test_english_words_are_found() -> None:
    assert outside_brackets("a [b [c] d] e [f") == "a  e "
    assert english_words("[Undo] (Ctrl+Z) Herbs move", ["Herbs"]) == "move"
    assert english_words("[Stop", []) == english_words("[1 game] · Club", ["Club"]) == ""
    assert english_words("Seat…", ["Seat 3"]) == "" and english_words("Seats…", ["Seat 3"]) == "Seats"
    assert english_words("slips 0.4, slips", [], ["slips"]) == "slips"


@pytest.mark.parametrize("game", fastcore.games())
def test_complete_catalogue_leaves_no_english_text(game: str, tmp_path: Path) -> None:
    bracketed_catalogue(tmp_path / "locale")
    environment = {
        **os.environ,
        "HERBARIUM_HOME": str(tmp_path / "home"),
        translation.FOLDER: str(tmp_path / "locale"),
        translation.LANGUAGE: LANGUAGE,
    }
    result = subprocess.run(
        [sys.executable, "-m", "tests.gui.whole.shown_texts", game],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    shown = json.loads(result.stdout.splitlines()[-1])
    assert len(shown) > 300 and sum(text.startswith("[") for text in shown) > 250
    allowed = sorted({*names(game)} - {""}, key=len, reverse=True)
    options = settings(game)
    english = {
        text: where for text, where in shown.items() if english_words(text.replace(str(tmp_path), ""), allowed, options)
    }
    assert not english, "\n".join(f"{where}: {text}" for text, where in english.items())
