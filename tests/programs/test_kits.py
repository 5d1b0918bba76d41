"""Tests of the starter kits: they are short, build without warnings, pass the checks and look one move ahead."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import fastcore
from bots.loading.sources import written_program
from bots.report import Limit
from fastcore import CHANCE, OVER
from tests.conftest import deep
from tests.kit.matches import wait_until_gone
from workbench.bot_process import trust
from workbench.bot_process.process import BotProcess
from workbench.programs.check.checker import Checker
from workbench.protocol import commands
from workbench.records.seeds import ChanceDraws

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox"),
    pytest.mark.usefixtures("home", "nothing_agreed"),
]
FOLDER = Path(__file__).parents[2] / "docs" / "kits"
DIVIDER = "Nothing below needs a change"
MAX_LINES = 150


class Kit(NamedTuple):
    """A kit: its file, the commands that build and run it with {source} and {built}, and how to make it random.

    `before` is the first line of its look-ahead, and `random` the line to put before it.
    """

    file: str
    build: str
    run: str
    before: str
    random: str


KITS = {
    "python": Kit(
        "bot.py", "", "/usr/bin/python3 {source}",
        "        best = max(", "        return self.random.choice(question['moves'])",
    ),
    "c": Kit(
        "bot.c", "gcc -std=c99 -Wall -Wextra -Werror -O2 -o {built} {source}", "{built}",
        "    int best = 0, alike", "    return (int)below((unsigned)count);",
    ),
    "cpp": Kit(
        "bot.cpp", "g++ -std=c++17 -Wall -Wextra -Werror -O1 -o {built} {source}", "{built}",
        "        std::vector<std::size_t> good;", "        return question.moves[random() % question.moves.size()];",
    ),
    "javascript": Kit(
        "bot.js", "", "node {source}",
        "    const best = Math", "    return question.moves[this.below(question.moves.length)];",
    ),
    "rust": Kit(
        "bot.rs", "rustc -O -o {built} {source}", "{built}",
        "        let best = question",
        "        if true { return question.moves[self.below(question.moves.len())].to_string(); }",
    ),
    "java": Kit(
        "Bot.java", "javac -d {built} {source}", "java -cp {built} Bot",
        "            List<String> good = new",
        "            if (true) return question.moves.get(random.nextInt(question.moves.size()));",
    ),
}  # fmt: skip
SAMPLE = ("python", "c", "javascript")


def missing_tools(kit: Kit) -> list[str]:
    """Return the programs that build and run a kit and are not installed."""
    tools = [words.split()[0] for words in (kit.build, kit.run) if words and not words.startswith("{")]
    return [tool for tool in tools if shutil.which(tool) is None]


def kit_command(name: str, folder: Path, random: bool = False) -> str:
    """Build a kit in a folder and return its command. Skip the test if its language is missing."""
    kit = KITS[name]
    if lacking := missing_tools(kit):
        pytest.skip(f"the kit {name} was not built: {', '.join(lacking)} not installed")
    source, built = folder / kit.file, folder / "built"
    text = (FOLDER / name / kit.file).read_text(encoding="utf-8")
    if random:
        assert text.count(kit.before) == 1, "the kit has another agent"
        text = text.replace(kit.before, f"{kit.random}\n{kit.before}")
    source.write_text(text, encoding="utf-8")
    if kit.build:
        done = subprocess.run(
            kit.build.format(source=source, built=built).split(), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 and (random or not done.stderr), done.stderr
    return kit.run.format(source=source, built=built)


@pytest.mark.parametrize("name", KITS)
def test_kit_is_short_and_has_two_parts(name: str) -> None:
    text = (FOLDER / name / KITS[name].file).read_text(encoding="utf-8")
    assert text.count("\n") < MAX_LINES and text.count(DIVIDER) == 1
    assert "gent" in text.partition(DIVIDER)[0] and "Without look-ahead" in text.partition(DIVIDER)[0]


def test_every_kit_is_installed_and_on_the_page() -> None:
    documents = (FOLDER.parents[1] / "setup.py").read_text(encoding="utf-8")
    page = (FOLDER.parent / "bots" / "first-bot.md").read_text(encoding="utf-8")
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(KITS)
    for name, kit in KITS.items():
        assert f'"kits/{name}/{kit.file}"' in documents and f"kits/{name}/{kit.file}" in page


def test_make_deep_installs_the_tools_of_every_kit() -> None:
    """It skips, and names the kits, if a tool is missing."""
    installed = (FOLDER.parents[1] / ".ci" / "kits").read_text(encoding="utf-8")
    tools = {words.split()[0] for kit in KITS.values() for words in (kit.build, kit.run) if words[:1] not in ("", "{")}
    assert all(f" {tool}:" in installed for tool in tools - {"java"})  # java comes with javac
    if lacking := {name: found for name, kit in KITS.items() if (found := missing_tools(kit))}:
        pytest.skip("not built: " + "; ".join(f"kit {name}, without {', '.join(no)}" for name, no in lacking.items()))


def play(command: str, spec: str, most: int) -> list[tuple[str, list[str], list[float]]]:
    """Return the kit's decisions in a game against first moves: its move, the legal moves and their values."""
    text = written_program("program", command)
    trust.allow_all_once([text])
    player = BotProcess(text)
    state, luck, learned, found = (
        fastcore.start(spec),
        ChanceDraws(5),
        list[str](),
        list[tuple[str, list[str], list[float]]](),
    )
    try:
        player.sit(spec, 0, 7, None)
        while state.actor != OVER and len(found) < most:
            if state.actor == CHANCE:
                move = luck.draw(state)
                luck.count_draw(state)
            elif state.actor == 0:
                move = player.think(learned, Limit(simulations=1), 60, False).reports[-1].move
                learned = []
                assert player.link is not None and not state.why_not(move)
                asked = [line for line in player.link.channel.last_lines if '"method":"choose"' in line][-1]  # type: ignore[union-attr]
                params = json.loads(asked.partition(" ")[2])["params"]
                found.append((move, params["moves"], params["values"]))
            else:
                move = state.move_text(state.moves()[0])
            if seen := state.observation(move, 0):
                learned.append(seen)
            state.play(move)
    finally:
        player.close()
    return found


@pytest.mark.parametrize("name", KITS if deep(0, 1) else SAMPLE)
def test_kit_looks_one_move_ahead(name: str, tmp_path: Path) -> None:
    decisions = play(kit_command(name, tmp_path), "herd(size=2)", deep(8, 1000))
    assert len(decisions) >= 5
    for move, moves, values in decisions:
        assert values[moves.index(move)] == max(values)
    assert wait_until_gone() == []


@pytest.mark.skipif(not deep(0, 1), reason="takes minutes")
@pytest.mark.parametrize("random", [False, True])
@pytest.mark.parametrize("name", KITS)
def test_kit_passes_all_checks(name: str, random: bool, tmp_path: Path) -> None:
    command = kit_command(name, tmp_path, random)
    text = written_program("program", command)
    trust.allow_all_once([text])
    source = trust.source(text)
    assert source is not None and source.command == commands.resolve(command.split())
    results = Checker(source).run()
    assert len(results.all) >= 60 and results.failed == []
    if random:
        decisions = play(command, "herd(size=3)", 30)
        assert any(values[moves.index(move)] < max(values) for move, moves, values in decisions)


def test_python_kit_passes_the_checks_of_one_game(tmp_path: Path) -> None:
    text = written_program("program", kit_command("python", tmp_path))
    trust.allow_all_once([text])
    source = trust.source(text)
    assert source is not None
    results = Checker(source, games=("herd",)).run()
    assert results.failed == [] and len({result.name for result in results.all}) == len(results.all) >= 60
    assert sum(result.status == "passed" for result in results.all) >= 50
    assert os.listdir(tmp_path) == ["bot.py"], "the program runs in another folder"
