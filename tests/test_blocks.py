"""Tests that every code block on a page is valid. `RUN` names the blocks that other tests run."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

import fastcore
from tests.kit.terminals import ROOT
from tests.test_docs import CONSOLE_PAGES, PYTHON_PAGES
from tests.test_site import pages
from workbench.cli import arguments
from workbench.cli.matches import plan_files
from workbench.cli.shared.readers import InputError
from workbench.matches.planning.openings import parse_opening
from workbench.positions import lists
from workbench.studies.recipe import read_recipe

RUN = {  # blocks that a test runs or compares with a file
    *((page.removeprefix("../"), "console") for page in CONSOLE_PAGES),
    *((page.removeprefix("../"), "python") for page, *_ in PYTHON_PAGES),
    ("bots/write-a-bot.md", "python"),  # test_docs.py
    ("games/add-a-game.md", "python"),  # tests/game_packages/test_new_game.py
    ("games/add-a-game.md", "cython"),
    ("bots/protocol.md", "text"),  # tests/protocol/test_protocol_page.py
    *((f"rules/{game}.md", "position") for game in fastcore.games()),  # tests/boards/test_boards.py
}
PLAIN = {("research/fitting.md", "text"), ("project/internals.md", "text")}  # a formula and a diagram
PROGRAMS = {
    "apt",
    "cc",
    "diff",
    "eval",
    "export",
    "less",
    "pip",
    "pipx",
    "python3",
    "sqlite3",
    "tar",
    "zcat",
}  # not ours
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


class Block(NamedTuple):
    """A code block of a page."""

    page: str
    language: str
    text: str


def blocks(*languages: str) -> list[Block]:
    """Return the code blocks in these languages, or all of them."""
    found = [
        Block(page.relative_to(ROOT).as_posix().removeprefix("docs/"), language, text)
        for page in pages()
        for language, text in re.findall(
            r"^```([^\n]*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
        )
    ]
    return [block for block in found if not languages or block.language in languages]


def commands(text: str) -> list[list[str]]:
    """Return the commands of a block, without comments."""
    lines = text.replace("\\\n", " ").splitlines()
    return [words for line in lines for part in line.split(" | ") if (words := shlex.split(part, comments=True))]


def check_command(words: list[str]) -> None:
    """Check a command of ours: its verb and options, its target of make, or its module."""
    program, *rest = words[1:] if words[0] == "sudo" else words
    name = Path(program).name
    if name == "herbarium":
        if rest and not rest[0].startswith("--"):
            arguments.parse(rest)
    elif name == "make":
        assert {word for word in rest if "=" not in word} <= TARGETS, words
    elif name == "python" and rest[0] != "-m":
        assert (ROOT / rest[0]).exists(), words
    elif name == "python":
        assert importlib.util.find_spec(rest[1]), words
    else:
        assert name in PROGRAMS, words


def test_every_block_has_a_test() -> None:
    here = {"po", "sh", "shell-session", "console", "json", "toml", "py", "{toctree}"}
    others = {*RUN, *PLAIN, ("research/formats.md", "text"), ("CONTRIBUTING.md", "python")}
    for block in blocks():
        assert block.language in here or (block.page, block.language) in others, (
            f"{block.page}: no test of blocks in {block.language!r}"
        )


def test_commands_are_valid() -> None:
    found = [block for block in blocks("sh", "shell-session", "console") if (block.page, block.language) not in RUN]
    assert len(found) > 30
    for block in found:
        text = block.text
        if block.language != "sh":
            text = "\n".join(line.removeprefix("$ ") for line in text.splitlines() if line.startswith("$ "))
        assert commands(text), block
        for words in commands(text):
            try:
                check_command(words)
            except InputError as error:
                raise AssertionError(f"{block.page}: {' '.join(words)}: {error}") from None


@pytest.mark.parametrize("line", ["herbarium plaz", "herbarium play --sets 1", "make nothing", "rm -r x"])
def test_invalid_commands_are_found(line: str) -> None:
    with pytest.raises((AssertionError, InputError)):
        check_command(shlex.split(line))


def test_json_and_toml_blocks_are_valid(tmp_path: Path) -> None:
    for block in blocks("json"):
        server = json.loads(block.text)["mcpServers"]["herbarium"]
        check_command([server["command"], *server["args"]])
    for number, block in enumerate(blocks("toml")):
        file = tmp_path / f"{number}.toml"
        file.write_text(block.text, encoding="utf-8")
        if "[[matches]]" in block.text:
            assert read_recipe(file).questions
        elif "entry-points" in block.text:
            (value,) = tomllib.loads(block.text)["project"]["entry-points"]["herbarium.bots"].values()
            assert re.fullmatch(r"[\w.]+:\w+", value)
        else:
            arguments.parse(["match", *plan_files.words_of(tomllib.loads(block.text))])


def test_openings_and_lists_of_positions_are_valid() -> None:
    openings, positions = (block.text for block in blocks("text") if block.page == "research/formats.md")
    for line in openings.splitlines():
        text = line.partition(" # ")[0]
        if not text.startswith("#"):
            assert parse_opening(text, "herd(size=4)", "")
    entries = lists.parse(positions, "").entries
    assert [len(entry.sketch.problems()) for entry in entries] == [0, 0] and entries[0].name == "Red hemmed in"


@pytest.mark.slow
def test_match_from_python_prints_its_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = blocks("py")
    bot = next(block for block in blocks("python") if block.page == "bots/write-a-bot.md")
    (tmp_path / "mine.py").write_text(bot.text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    short = example.text.replace("blocks=50, simulations=1000", "blocks=1, simulations=1, jobs=1")
    assert short != example.text
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(short, example.page, "exec"), {})
    assert "Estimate" in printed.getvalue()


def test_examples_of_catalogues_have_texts_of_the_program() -> None:
    catalogue = (ROOT / "workbench" / "locale" / "de" / "LC_MESSAGES" / "herbarium.po").read_text(encoding="utf-8")
    for block in blocks("po"):
        texts = re.findall(r'^msgid ".+"$', block.text, re.MULTILINE)
        assert texts and all(text in catalogue for text in texts)


def test_example_of_a_translated_text_is_valid() -> None:
    (block,) = [block for block in blocks("python") if block.page == "CONTRIBUTING.md"]
    exec(compile(block.text, block.page, "exec"), {"spot": "a1", "count": 2})
