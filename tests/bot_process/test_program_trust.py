"""Tests that programs start only if the user has typed, registered or allowed exactly their command."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from bots import BotError
from bots.loading.sources import ProgramText, parse_program, parse_text, written_program
from tests.kit.payloads import archive_with, decisions_until, write_record
from tests.kit.terminals import run
from workbench.bot_process import bot_factory, trust
from workbench.cli.shared.players import split_list
from workbench.game.session import PERSON, Session
from workbench.gui.trust import words as trust_words
from workbench.matches.workers.background_match import BackgroundMatch
from workbench.protocol import commands, registry
from workbench.protocol.registry import RegisteredProgram
from workbench.table.seating import Seating

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox"),
    pytest.mark.usefixtures("home", "nothing_agreed"),
]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stranger's program that leaves a mark when it runs, in the working folder."""
    folder = tmp_path / "stranger"
    folder.mkdir()
    file = folder / "evil"
    file.write_text(f"#!/bin/sh\ntouch {folder}/ran\n")
    file.chmod(0o755)
    monkeypatch.chdir(folder)
    return file


TEXTS = (
    "./evil", "./evil --fast", 'program(command="./evil")', 'program(command="./evil --fast",depth=3)',
    'program(command="ssh host ./evil")', 'mine(command="./evil")',
)  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_program_of_a_record_waits_for_permission(
    text: str, program: Path, tmp_path: Path, started_bots: list[str]
) -> None:
    registry.add("mine", RegisteredProgram(("/bin/true",)))
    command = commands.join_words(commands.split_command(parse_program(text).command))  # type: ignore[union-attr]
    shown = command.replace("./evil", str(program)) if not command.startswith("ssh") else command
    file = write_record(tmp_path / "g.herbarium", [PERSON, text], decisions_until(1))
    result = run("play", str(file), typed="board\n")
    output = " ".join(result.out.split())
    assert started_bots == [] and result.status == 1 and shown in output and "run-bots" in output
    question = trust.question(text)
    assert question is not None and question.command == shown and shown in trust_words.question_text(question)
    seating = Seating(Session("herd(size=2)", [PERSON, PERSON], 1))
    with pytest.raises(trust.NotAllowedError):
        bot_factory.make(text, 1)
    running = BackgroundMatch(archive_with(tmp_path / "a.matches", (text, "greedy")), 1, 1)
    running.join()
    assert running.progress.refused is not None and running.progress.refused.command == shown
    seating.close()
    assert run("verify", str(file)).status == 0 and run("show", str(file)).status == 0
    assert started_bots == [] and not (program.parent / "ran").exists()


def test_permission_is_for_one_command_in_one_folder(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = trust.question("./evil --fast")
    assert question is not None
    trust.allow_always(question)
    trust.forget_session()
    assert trust.question("./evil --fast") is None and trust.question('program(command="./evil   --fast")') is None
    for other in ("./evil", "./evil --fast x", "./evil --fas", 'program(command="../stranger/evil")'):
        assert trust.question(other) is not None, other
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert trust.question("./evil --fast") is not None and trust.question(f"{program} --fast") is not None


def test_registered_name_runs_without_a_question_and_only_its_command(program: Path) -> None:
    registry.add("mine", RegisteredProgram((str(program), "--fast"), ("network",)))
    source = trust.source("mine(depth=2)")
    assert source is not None and source.command == (str(program), "--fast") and source.allow == ("network",)
    same = trust.source('mine(command="./evil --fast")')
    assert same is not None and same.allow == ("network",)
    for other in ('mine(command="./evil")', 'other(command="./evil --fast")', 'program(command="./evil --fast")'):
        question = trust.question(other)
        assert question is not None and question.command, other
    trust.allow_typed('program(command="./evil --fast")')
    typed = trust.source('program(command="./evil --fast")')
    assert typed is not None and typed.allow == (), "permissions belong to the registered name"
    registry.remove("mine")
    assert not trust.is_foreign("mine") and trust.is_foreign("./evil")


def test_large_demands_of_a_registered_program_need_agreement() -> None:
    registry.add("mine", RegisteredProgram(("/bin/true",)))
    assert trust.question("mine(threads=2)") is None
    question = trust.question("mine(threads=100000)")
    assert question is not None and "100,000 threads" in question.demands[0]


@pytest.mark.parametrize(
    "content", ["[", "{}x", '{"Bad Name":{"command":["/bin/true"]}}', '{"mcts":{"command":["/x"]}}']
)
def test_damaged_registry_counts_as_empty(content: str, home: Path) -> None:
    (home / registry.FILE).write_text(content)
    assert registry.programs() == {}


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs owners of files")
def test_registry_that_others_can_write_counts_as_empty(home: Path) -> None:
    registry.add("mine", RegisteredProgram(("/bin/true",)))
    assert list(registry.programs()) == ["mine"]
    (home / registry.FILE).chmod(0o666)
    os.utime(home / registry.FILE, (1, 1))
    assert registry.programs() == {}


def test_texts_of_programs_are_canonical() -> None:
    for text in ('program(command="a \\"b\\" c\\\\d",x=1,y=2)', 'mine(command="./x, (y)")'):
        parsed = parse_program(text)
        assert parsed is not None
        options = dict(part.split("=") for part in parsed.listing.split(",") if part)
        assert written_program(parsed.name, parsed.command, options) == text
    assert parse_program("./mine.py:Mine(a=1)") is None and parse_program("mcts(simulations=5)") is None
    assert split_list('program(command="./x --a b, (c"),greedy,./y -z') == [
        'program(command="./x --a b, (c")', "greedy", "./y -z",
    ]  # fmt: skip


def test_first_word_decides_whether_a_text_is_a_python_bot() -> None:
    for text in ("./cbot agent.py", "./bot.py --fast", "/usr/bin/python3 my agent.py", "./run bots/a.py --depth 3"):
        assert parse_program(text) == ("program", text, "") and parse_text(text) is None, text
    for text in ("./mine.py:Mine", "./my bots/x.py:Mine(a=1)", "./my bots/x.py:Mine:fast"):
        assert parse_program(text) is None and parse_text(text) is not None, text
    for text in ("./bot.py", "./bot.py:", "./bot.py:Mine (a=1)"):
        assert parse_program(text) is None and parse_text(text) is None, text


def test_python_file_without_a_class_names_both_ways_to_use_it() -> None:
    with pytest.raises(BotError, match=r"such as \./bot.py:Mine, .* program\(command=\"\./bot.py\"\)"):
        bot_factory.make("./bot.py", 1)


@pytest.mark.parametrize(
    ("command", "shown", "label"),
    [
        ("/home/me/bots/x --data /home/me/w.bin", "x --data w.bin", "x"),
        ("'/home/me/my bots/x' --n 3", "x --n 3", "x"),
        ("/home/me/my\\ bots/x --n 3", "x --n 3", "x"),
        ("./x --weights=/home/me/w.bin", "x --weights=w.bin", "x"),
        ("./x '--weights=/home/me/my data/w.bin'", "x --weights=w.bin", "x"),
        ("./x '/home/me/my data/w 2.bin'", "x 'w 2.bin'", "x"),
        ("./x a=b=/home/me/w", "x a=w", "x"),
        ("./x ~ ~/ HOME/ --home=HOME", "x '~' '~' '~' '--home=~'", "x"),
        ("./x /data/ -n 3", "x data -n 3", "x"),
        ("python3 -m mine", "python3 -m mine", "python3"),
        ("'C:\\\\Users\\\\me\\\\x.exe' -n", "x.exe -n", "x.exe"),
        ("'/home/me/my bots/x", "x", "x"),
        ("", "", "program"),
    ],
)
def test_shared_command_has_no_folders(command: str, shown: str, label: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    written = ProgramText("program", command.replace("HOME", "/home/me"), "")
    assert written.without_folders.command == shown and written.label == label
    assert ProgramText("mine", command, "").label == "mine"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('program(command="")', "empty"),
        ('program(command="./x \'y")', "No closing quotation"),
        ('program(command="./gone")', "there is no such file"),
        ('program(command="herbarium-no-such-program")', "no program of this name is on the search path"),
    ],
)
def test_invalid_command_is_named(text: str, part: str) -> None:
    with pytest.raises(BotError, match=part):
        trust.allow_typed(text)
        trust.source(text)


def test_words_that_name_files_become_absolute(program: Path) -> None:
    (program.parent / "agent.js").touch()
    words = commands.resolve(("./evil", "agent.js", "--agent.js", "gone.js", "plain"))
    assert words == (str(program), str(program.parent / "agent.js"), "--agent.js", "gone.js", "plain")


def test_only_the_program_of_ssh_is_a_local_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The remaining words of ssh name things on the far side."""
    ssh, mine = tmp_path / "ssh", tmp_path / "mybot"
    for file in (ssh, mine):
        file.touch(0o755)
    monkeypatch.chdir(tmp_path)
    words = commands.resolve(("./ssh", "host", "./mybot", "--threads", "2"))
    assert words == (str(ssh), "host", "./mybot", "--threads", "2")
    assert list(commands.named_files((str(ssh), "host", str(mine)))) == [str(ssh)]
    assert commands.resolve(("./mybot", "./ssh")) == (str(mine), str(ssh))


def test_words_of_a_registered_program_never_change(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that did not exist at the registration must not be opened in another folder later."""
    registered = commands.resolve(("./evil", "data/w.bin"))
    registry.add("mine", RegisteredProgram(registered))
    assert registered == (str(program), "data/w.bin")
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "data").mkdir(parents=True)
    (elsewhere / "data/w.bin").touch()
    monkeypatch.chdir(elsewhere)
    for text in ("mine", "mine(depth=2)", f'mine(command="{program} data/w.bin")'):
        source = trust.source(text)
        assert source is not None and source.command == registered, text
    trust.allow_typed(f"{program} data/w.bin")
    typed = trust.source(f"{program} data/w.bin")
    assert typed is not None and typed.command == (str(program), str(elsewhere / "data/w.bin"))
    program.unlink()
    with pytest.raises(BotError, match="there is no such file"):
        trust.source("mine")


def test_registered_program_without_an_absolute_path_is_not_started(program: Path) -> None:
    """A path in the list that somebody has edited would name another program in each folder."""
    registry.add("mine", RegisteredProgram(("./evil",)))
    with pytest.raises(BotError, match="absolute path"):
        trust.source("mine")


def test_a_folder_is_no_program(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="a folder, not a program"):
        commands.resolve((str(tmp_path),))


def test_permissions_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path / "settings"))
    (tmp_path / "open").mkdir()
    assert commands.check_permissions(["network", f"write={tmp_path / 'open'}", "env=MY_KEY", "network"]) == (
        "network", f"write={tmp_path / 'open'}", "env=MY_KEY",
    )  # fmt: skip
    for wrong in ("root", "write=/no/such/folder", "env=1", "write"):
        with pytest.raises(BotError):
            commands.check_permissions([wrong])
    assert "network,home" in commands.missing_permissions(("/usr/bin/ssh", "host"), ())
    assert commands.missing_permissions(("/usr/bin/ssh", "host"), ("network", "home")) == ""
