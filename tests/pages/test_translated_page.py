"""Tests of pages in the user's language: complete translations, and damage that must not show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.catalogues import write_catalogue
from tests.system.test_translation import TEXTS, use_catalogue
from workbench import boards
from workbench.cli.playing.voice import Voice
from workbench.pages.translated_page import has_same_markup, in_users_language, texts, translated

PAGE = """\
# The rules

Text with `code`
in two lines, and **weight**.

1. One.
   Still one.
2. Two. See [the end](#end).

| move | meaning |
| --- | :-: |
| `d4` | place \\| put |

```position
herd x
A caption
in two lines.
```

```sh
make texts
```
"""
WANTED = [
    "The rules",
    "Text with `code` in two lines, and **weight**.",
    "One. Still one.",
    "Two. See [the end](#end).",
    "move",
    "meaning",
    "place | put",
    "herd x\nA caption\nin two lines.",
]
LOUD = {
    "The rules": "LA REGULOJ",
    "Text with `code` in two lines, and **weight**.": "**PEZO** KAJ `code`.",
    "One. Still one.": "UNU.",
    "Two. See [the end](#end).": "DU. [FINO](#end).",
    "move": "MOVO",
    "meaning": "SENCO",
    "place | put": "METI | DEMETI",
    "herd x\nA caption\nin two lines.": "herd x\nTITOLO",
}
TRANSLATED = """\
# LA REGULOJ

**PEZO** KAJ `code`.

1. UNU.
2. DU. [FINO](#end).

| MOVO | SENCO |
| --- | :-: |
| `d4` | METI \\| DEMETI |

```position
herd x
TITOLO
```

```sh
make texts
```
"""


def write_page(folder: Path, found: dict[str, str]) -> None:
    """Write the catalogues of the program and of a page."""
    write_catalogue(folder, TEXTS)
    write_catalogue(folder, {(text,): (other,) for text, other in found.items()}, name="docs/page")


def test_texts_of_a_page_are_its_paragraphs_cells_and_boards() -> None:
    assert texts(PAGE) == WANTED == list(LOUD)
    assert translated(PAGE, LOUD.__getitem__) == TRANSLATED


def test_caption_of_a_table_of_contents_is_a_text() -> None:
    page = "```{toctree}\n:caption: Begin\n:maxdepth: 1\n\ninstall\n```\n"
    assert texts(page) == ["Begin"]
    assert translated(page, str.upper) == page.replace("Begin", "BEGIN")


def test_page_is_shown_in_the_users_language(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert in_users_language(PAGE, "docs/page") == PAGE
    write_page(tmp_path, LOUD)
    use_catalogue(monkeypatch, tmp_path)
    assert in_users_language(PAGE, "docs/page") == TRANSLATED
    assert in_users_language(PAGE, "docs/another") == PAGE


@pytest.mark.parametrize(
    ("text", "damaged"),
    [
        ("The rules", ""),
        ("meaning", "**SENCO"),
        ("meaning", "- SENCO"),
        ("Two. See [the end](#end).", "DU. [FINO](#fino)."),
        ("Text with `code` in two lines, and **weight**.", "`kodo`, **PEZO**"),
        ("herd x\nA caption\nin two lines.", "herd y\nTITOLO"),
        ("herd x\nA caption\nin two lines.", "herd x"),
    ],
)
def test_incomplete_or_damaged_page_is_english(
    text: str, damaged: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_page(tmp_path, {key: other for key, other in (LOUD | {text: damaged}).items() if other})
    use_catalogue(monkeypatch, tmp_path)
    assert in_users_language(PAGE, "docs/page") == PAGE


def test_damaged_file_shows_the_english_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_page(tmp_path, LOUD)
    write_catalogue(tmp_path, {}, name="docs/page").write_bytes(b"no catalogue at all")
    use_catalogue(monkeypatch, tmp_path)
    assert in_users_language(PAGE, "docs/page") == PAGE


def test_order_of_marks_is_free() -> None:
    assert has_same_markup("`a`, then *b* and `c`", "`c` kaj `a`, *b*")
    assert not has_same_markup("**Goal.** Win", "**目标。**获胜"), "Markdown does not end the weight here"
    assert has_same_markup("**Goal.** Win", "**目标**：获胜")
    assert not has_same_markup("Win", "Gajni\n\nSecond paragraph")


def test_rules_are_translated_for_the_window_and_the_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    english = boards.rules_page("herd")
    write_catalogue(tmp_path, TEXTS)
    found = {text: text.replace("Removing", "Forigo") for text in texts(english)}
    write_catalogue(tmp_path, {(text,): (other,) for text, other in found.items()}, name="docs/rules/herd")
    use_catalogue(monkeypatch, tmp_path)
    shown = boards.rules_in_users_language("herd")
    assert "Forigo" in shown and texts(shown) == list(found.values())
    assert boards.rules_page("herd") == english and boards.rules_in_users_language("nothing") == ""


def test_long_words_in_tables_are_not_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    """A Chinese sentence is one long word."""
    sentence = "把其中一种颜色的一张牌给一名玩家，" * 8
    Voice().print_page(f"| a | b |\n| --- | --- |\n| {sentence} | {sentence} |\n")
    printed = capsys.readouterr().out
    assert "…" not in printed and all(printed.count(letter) == 2 * sentence.count(letter) for letter in set(sentence))
