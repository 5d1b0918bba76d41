"""Tests that the guides match the program: commands and examples print the output shown, and links have a target."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bots
import fastcore
from fastcore.steps import step_game
from tests.conftest import deep
from tests.kit.terminals import ROOT, run
from tests.tools.draw_architecture import PICTURE, picture
from workbench.bot_process.decisions import decide
from workbench.conformance.walks import random_position

DOCS = ROOT / "docs"
README = "../README.md"
COMMANDS = ("command-line.md", *sorted(f"command-line/{page.name}" for page in (DOCS / "command-line").glob("*.md")))
CONSOLE_PAGES = (*COMMANDS, "comparing.md", README)  # every command runs
PYTHON_PAGES = (  # all examples of a page run as one script; how many outputs it shows; packages that it needs
    ("bots/python.md", 9, ()),
    ("puzzles.md", 1, ()),
    ("research/frameworks.md", 10, ("pyspiel", "pettingzoo")),
    ("research/datasets.md", 4, ("pyarrow",)),
    ("bots/search.md", 2, ()),
    (README, 1, ()),
)
TITLES = {"forest": "The forest game"}  # where the title on a page is not the id


def blocks(page: str, language: str) -> list[str]:
    code_blocks = re.findall(
        rf"^```{language}\n(.*?)^```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert code_blocks, f"{page} shows no {language}"
    return [str(block) for block in code_blocks]


def matches_output(shown: str, printed: str) -> bool:
    """Return whether a page shows this output.

    "..." on the page matches any text. Spaces at the end of a line are ignored.
    """
    lines = [line.rstrip() for line in shown.strip().splitlines()]
    text = "\n".join(line.rstrip() for line in printed.strip().splitlines())
    return re.fullmatch(".*?".join(map(re.escape, "\n".join(lines).split("..."))), text, re.DOTALL) is not None


FIRST_MATCH = next(block for block in blocks("command-line/matches.md", "console") if "--archive a.matches" in block)


def test_output_pattern_matches_exactly() -> None:
    assert matches_output("a ... c\nd\n", "a b c \nd") and matches_output("...\nend", "x\ny\nend\n")
    assert not matches_output("a ... c", "a b d") and not matches_output("a", "a b") and not matches_output("a b", "a")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment variables with this checkout's `herbarium` on the path."""
    program = tmp_path / "herbarium"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m workbench "$@"\n')
    program.chmod(0o755)
    return {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def first_match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive that the first match on the page writes."""
    folder = tmp_path_factory.mktemp("first")
    words = shlex.split(FIRST_MATCH.removeprefix("$ herbarium ").partition("\n")[0])
    subprocess.run(
        [sys.executable, "-m", "workbench", *words],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        cwd=folder,
        capture_output=True,
        check=True,
    )
    return folder / "a.matches"


@pytest.mark.sample(6)
@pytest.mark.skipif(sys.platform == "win32", reason="the page is written for a POSIX shell")
@pytest.mark.parametrize("block", [block for page in CONSOLE_PAGES for block in blocks(page, "console")])
def test_documented_commands_print_the_output_shown(
    block: str, environment: dict[str, str], tmp_path: Path, first_match: Path
) -> None:
    command, _, shown = block.removeprefix("$ ").partition("\n")
    if "a.matches" in command and block != FIRST_MATCH:
        shutil.copy(first_match, tmp_path)
    result = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        env={**environment, "HERBARIUM_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert matches_output(shown, result.stdout), result.stdout
    marks_problem = re.search(r"^ +\^+$", shown, re.MULTILINE)  # `edit` marks a problem
    assert result.returncode == (2 if shown.startswith("herbarium: ") else 1 if marks_problem else 0)


def test_command_line_pages_list_every_verb_and_option() -> None:
    page = "".join((DOCS / name).read_text(encoding="utf-8") for name in COMMANDS)
    for verb in re.findall(r"^    (\w+)  ", run("--help").out, re.MULTILINE):
        assert f"## {verb}\n" in page, verb
        for option in re.findall(r"^  (--\w+)", run(verb, "--help").out, re.MULTILINE):
            assert option in page, f"{verb} {option}"
    commands = re.findall(
        r"^  (\w+) +",
        run("play", "--seed", "1", typed="help\nquit\n").out.split("> help\n")[1].split("\nRed>")[0],
        re.MULTILINE,
    )
    assert len(commands) > 5 and all(f"`{command}`" in page for command in commands)


def test_first_python_example_has_15_to_30_lines() -> None:
    assert 15 <= len([line for line in blocks("bots/python.md", "python")[0].splitlines() if line.strip()]) <= 30


@pytest.mark.parametrize(("page", "least", "packages"), PYTHON_PAGES)
def test_python_examples_print_the_output_shown(page: str, least: int, packages: tuple[str, ...]) -> None:
    for package in packages:
        pytest.importorskip(package)
    script = "\n".join(blocks(page, "python"))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(script, page, "exec"), {})
    out = printed.getvalue().splitlines()
    shown = re.findall(r"# -> (.*)", script)
    assert len(shown) >= least
    for line in shown:
        assert line in out, out
        del out[: out.index(line) + 1]  # the lines must come in this order


def test_frameworks_page_lists_every_array(game_id: str) -> None:
    page = (DOCS / "research" / "frameworks.md").read_text(encoding="utf-8")
    table = page.partition("## The arrays")[2].partition(f"### {TITLES.get(game_id, game_id.title())}\n")[2]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \| (.+) \|$", table.partition("###")[0], re.MULTILINE)
    assert rows == [
        (piece.name, " x ".join(map(str, piece.shape)), piece.units, piece.meaning)
        for piece in step_game(game_id).pieces
    ]


@pytest.fixture
def example_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example bot, in a file in the working directory."""
    script = blocks("bots/write-a-bot.md", "python")[0]
    assert script.startswith("# mine.py\n")
    (tmp_path / "mine.py").write_text(script, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mine.py"


@pytest.mark.sample(1)
def test_example_bot_plays(example_bot: Path, game_id: str) -> None:
    bot = bots.make("./mine.py:Mine", 3)
    careful = bots.make("./mine.py:Mine:careful", 3)
    assert (bot.name, bot.text, careful.text) == ("mine", "./mine.py:Mine", "./mine.py:Mine(errors=0)")
    assert bots.make(careful.text, 3).values == careful.values
    for number in range(deep(5, 50)):
        state = random_position(game_id, "mine", number)
        report, again = (decide(bots.make("./mine.py:Mine", 3), state.viewpoint(state.actor)) for _ in range(2))
        assert report == again and state.why_not(report.move) == ""
        assert len(report.candidates) == len(state.moves()) and report.candidates[0].move == report.move
    seats = ",".join(["./mine.py:Mine:careful", "random"][seat % 2] for seat in range(fastcore.start(game_id).seats))
    ran = run("play", game_id, "--seats", seats, "--seed", "2")
    assert ran.status == 0 and "over" in ran.out.splitlines()[-1]


def test_commands_for_the_example_bot_work(example_bot: Path) -> None:
    for line in blocks("bots/write-a-bot.md", "sh")[0].splitlines():
        words = [word.strip('"') for word in line.partition("#")[0].split()]
        ran = run(*words[1:])
        assert ran.status == 0 and ran.err == "", ran
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(blocks("bots/write-a-bot.md", "python")[1], "write-a-bot.md", "exec"), {})
    assert re.fullmatch(r"x[c-e][3-4]\n", printed.getvalue())


def test_architecture_diagram_matches_the_imports() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "make architecture draws it again"


def test_architecture_page_lists_every_folder() -> None:
    page = (DOCS / "project" / "architecture.md").read_text(encoding="utf-8")
    games = set(fastcore.games())
    for folder in {path.parent.relative_to(ROOT / "workbench") for path in (ROOT / "workbench").rglob("*.py")}:
        inside = folder.parts[1:] if folder.parts[:1] in (("cli",), ("gui",)) else folder.parts
        named = "/".join("<id>" if name in games else name for name in inside)
        assert not named or f"| `{named}` |" in page, folder
