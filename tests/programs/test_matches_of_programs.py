"""Tests of programs in matches and at the command line: registration, endings, logs, and what other seats learn."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bots.loading.sources import written_program
from bots.report import Limit
from fastcore import Stream
from tests.conftest import deep
from tests.kit.matches import play_match, record, wait_until_gone, without_processes
from tests.kit.terminals import run
from tests.programs.test_hostile_programs import FAULTS, FILE, PYTHON
from workbench.bot_process import trust
from workbench.matches.archive import exporting
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan
from workbench.protocol import registry
from workbench.records.sharing import bot_name, for_others
from workbench.statistics import levels

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox"),
    pytest.mark.usefixtures("home", "nothing_agreed"),
]
KIT = Path(__file__).parents[2] / "docs" / "kits" / "python" / "bot.py"
RUN_KIT = f"/usr/bin/python3 -S -E -B {KIT}"
ENDINGS = {  # kind -> the ending of its games, and of the match
    "choose_plays_illegally": ("illegal", "complete"),
    "choose_dies": ("void", "halted"),
    "choose_sends_garbage": ("void", "halted"),
}


def hostile(kind: str) -> str:
    text = written_program("program", f"{PYTHON} -S -E -B {FILE} {kind}")
    trust.allow_all_once([text])
    return text


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", list(ENDINGS)[: deep(2, 3)])
def test_fault_ends_the_game_by_the_rules_of_the_match(kind: str, tmp_path: Path) -> None:
    text, path = hostile(kind), tmp_path / "a.matches"
    plan = Plan(spec="herd(size=2)", bots=("greedy", text), blocks=1, seed=5, limit=Limit(simulations=5), memory_mb=300)
    outcome, games = play_match(path, plan)
    assert [game.ending for game in games] == [ENDINGS[kind][0]] * 2 and outcome.kind == ENDINGS[kind][1]
    for game in games:
        assert game.guilty is not None and game.seats[game.guilty] == 1 and text in game.reason
        with Archive(path) as archive:
            log = archive.log(game.match, game.number, game.attempt)
        assert "> {" in log and '"method":"choose"' in log
        if game.counts:
            assert game.returns[game.guilty] == -1 and game.returns[1 - game.guilty] == 1
    shown = run("show", str(path), "--game", "1")
    assert "What the bot that failed wrote last (attempt 1):" in shown.out and '"method":"new_game"' in shown.out
    shared = for_others(record(path, games[0]))
    assert "/" not in shared.seats[1].player.replace("//", "") and shared.result is not None
    assert str(FILE) not in shared.result.reason
    assert wait_until_gone() == []


@pytest.mark.skipif(not deep(0, 1), reason="takes an hour")
@pytest.mark.parametrize("number", range(50))
def test_random_pairs_of_hostile_programs_do_not_harm_a_good_bot(number: int, tmp_path: Path) -> None:
    stream = Stream(number, "pairs")
    kinds = [kind for kind in FAULTS if not kind.startswith(("set_", "quit_"))]
    pair = [hostile(kinds[stream.below(len(kinds))]) for _ in range(2)]
    plan = Plan(spec="herbalism", bots=("greedy", *dict.fromkeys(pair)), blocks=1, seed=number, patience=2.0,
                limit=Limit(simulations=5), memory_mb=300, rotations=True)  # fmt: skip
    _, games = play_match(tmp_path / "a.matches", plan)
    assert games and all(game.guilty is None or plan.bots[game.seats[game.guilty]] != "greedy" for game in games)
    assert wait_until_gone() == []


def test_program_is_added_listed_played_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_bytes(KIT.read_bytes())
    command = ("/usr/bin/python3", "-S", "-E", "-B", "own.py")
    added = run("bots", "add", "mine", "--", *command)
    assert added.status == 0 and "mine is registered: python-kit." in added.out, added.err
    assert registry.programs()["mine"].command == (*command[:-1], str(tmp_path / "own.py"))
    listed = run("bots", "list")
    assert "mine" in listed.out and str(tmp_path / "own.py") in " ".join(listed.out.split()).replace(" ", "")
    monkeypatch.chdir("/")
    played = run("play", "herd(size=2)", "--seats", "mine,greedy", "--seed", "3")
    assert played.status == 0 and "over" in played.out.splitlines()[-1], played
    match = run(
        "match", "herd(size=2)", "--bots", "mine,random", "--blocks", "1", "--archive", str(tmp_path / "a.matches")
    )
    assert match.status == 0 and "no faults" in match.out
    analysed = run("analyse", "herd(size=2)", "--bot", "mine", "--seconds", "0.2", "--seed", "1")
    assert analysed.status in (0, 2), analysed
    assert run("bots", "remove", "mine").status == 0 and registry.programs() == {}
    assert "mine" in run("play", "herd(size=2)", "--seats", "mine,greedy").err
    assert wait_until_gone() == []


def test_programs_are_calibrated(tmp_path: Path) -> None:
    """A program has one level: its canonical spec, whether it is registered or typed."""
    assert run("bots", "add", "mine", "--", *RUN_KIT.split()).status == 0
    output, written = tmp_path / "t.json", written_program("program", RUN_KIT)
    with without_processes():
        calibrated = run(
            "calibrate", "herd(size=2)", "--bots", f"mine,{written},random", "--games", "2", "--most", "2",
            "--cores", "1", "--archive", str(tmp_path / "a.matches"), "--output", str(output),
        )  # fmt: skip
    assert calibrated.status == 0, calibrated.err
    assert {level.name for level in levels.read(output).levels} == {"mine", written, "random"}
    refused = run("calibrate", "herd(size=2)", "--bots", "mine,gone", "--output", str(output))
    assert refused.status == 2 and "no bot 'gone' plays herd(size=2)" in refused.err
    assert wait_until_gone() == []


def test_chosen_options_apply_to_the_bare_name(tmp_path: Path) -> None:
    """The name alone means the chosen options. A spec with options means those, and the program's defaults."""
    program = tmp_path / "own.py"
    option = {"name": "depth", "type": "whole", "default": 2, "min": 1, "max": 9, "meaning": "plies"}
    other = option | {"name": "width"}
    text = KIT.read_text().replace('"name": NAME', f'"name": NAME, "options": {[option, other]!r}')
    before, new_game, after = text.partition('        elif method == "new_game":\n')
    program.write_text(f'{before}        elif method == "set":\n            answer(number, {{}})\n{new_game}{after}')
    command = ("--", "/usr/bin/python3", "-S", "-E", "-B", str(program))
    wrong = run("bots", "add", "mine", "--options", "depth=10", *command)
    assert wrong.status == 2 and "from 1 to 9" in wrong.err and registry.programs() == {}
    added = run("bots", "add", "mine", "--options", "depth=3", *command)
    assert added.status == 0 and "Chosen options: depth=3" in added.out, added.err
    assert "depth=3" in run("bots", "list").out
    path = tmp_path / "a.matches"
    with without_processes():
        done = run(
            "match", "herd(size=2)", "--bots", "mine,mine(width=4)", "--blocks", "1", "--simulations", "5", "--archive",
            str(path),
        )  # fmt: skip
    assert done.status == 0, done.err
    with Archive(path) as archive:
        assert archive.matches()[0].plan.bots == ("mine(depth=3)", "mine(width=4)")
    assert run("bots", "add", "mine", *command).status == 0 and registry.programs()["mine"].chosen == "depth=3"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("add", "mine"), "give the command of the program"),
        (("add", "mcts", "--", "/bin/true"), "the name mcts is reserved by Herbarium"),
        (("add", "My Bot", "--", "/bin/true"), "a name has up to 40 letters"),
        (("add", "mine", "--", "/bin/true"), "it ended with status 0"),
        (("add", "mine", "--", "/no/such/file"), "there is no such file"),
        (("add", "mine", "--allow", "root", "--", "/bin/true"), "'root' is not a permission"),
        (("add", "far", "--", "ssh", "host"), "ssh needs the permissions network,home"),
        (("remove", "mine"), "no program mine is registered"),
        (("check",), "write bots check COMMAND"),
        (("mcts", "greedy"), "greedy is unexpected"),
    ],
)
def test_wrong_registration_prints_one_line(words: tuple[str, ...], part: str) -> None:
    result = run("bots", *words)
    assert result.status == 2 and part in result.err and len(result.err.splitlines()) == 1, result.err
    assert registry.programs() == {}


def test_command_that_drops_environment_and_folder_works(tmp_path: Path) -> None:
    """A substitute for ssh: the far side has no environment and another folder."""
    ssh = tmp_path / "ssh"
    ssh.write_text('#!/bin/sh\nshift\ncd / && exec env -i "$@"\n')
    ssh.chmod(0o755)
    added = run("bots", "add", "far", "--allow", "network,home", "--", str(ssh), "host", *RUN_KIT.split())
    assert added.status == 0 and "Permissions: network, home" in added.out, added.err
    assert run("play", "herd(size=2)", "--seats", "far,random", "--seed", "3").status == 0
    assert wait_until_gone() == []


def test_permissions_open_only_what_they_name(tmp_path: Path) -> None:
    """A program may write into a named folder and read a named variable, and nothing else."""
    folder, other, program = tmp_path / "open", tmp_path / "closed", tmp_path / "bot.py"
    for place in (folder, other):
        place.mkdir()
    program.write_text(
        KIT.read_text().replace(
            "def main():\n",
            "def main():\n    import os, socket\n"
            f"    open({str(folder / 'log')!r}, 'w').close()\n"
            "    assert os.environ['MY_KEY'] == '1' and 'OTHER_KEY' not in os.environ\n"
            f"    for attempt in (lambda: open({str(other / 'log')!r}, 'w'), socket.socket):\n"
            "        try:\n            attempt()\n        except OSError:\n            continue\n"
            "        raise SystemExit('not closed')\n",
        )
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HERBARIUM_HOME", str(tmp_path / "settings"))
        patch.setenv("MY_KEY", "1")
        patch.setenv("OTHER_KEY", "1")
        added = run("bots", "add", "mine", "--allow", f"write={folder},env=MY_KEY", "--",
                    "/usr/bin/python3", "-S", "-E", str(program))  # fmt: skip
    assert added.status == 0, added.err
    assert (folder / "log").exists() and not (other / "log").exists()


def test_report_of_a_match_shows_permissions(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each report names the permissions. A report for other people has no folders."""
    folder, path = tmp_path_factory.mktemp("open"), tmp_path / "a.matches"
    monkeypatch.setenv("MY_KEY", "1")
    assert run("bots", "add", "mine", "--allow", f"write={folder},env=MY_KEY", "--", *RUN_KIT.split()).status == 0
    words = ("match", "herd(size=2)", "--bots", "mine,random", "--blocks", "1", "--simulations", "5")
    with without_processes():
        played = run(*words, "--archive", str(path))
    expected = f"mine: write={folder}, env=MY_KEY"
    for shown in (played, run("show", str(path)), run("show", str(path), "--match", "1")):
        assert expected in " ".join(shown.out.split()), shown
    with Archive(path) as archive:
        page = exporting.export_match(archive, archive.matches()[0], "html").decode()
    assert "mine: write, env=MY_KEY" in page and str(folder) not in page
    assert run("bots", "add", "mine", "--", *RUN_KIT.split()).status == 0
    with without_processes():
        again = run(*words, "--archive", str(path))
    assert again.status == 0, again.err
    with Archive(path) as archive:
        assert len(archive.matches()) == 2 and archive.matches()[1].plan.permissions == ()


def test_shared_names_of_programs_have_no_folders() -> None:
    for text, shown in (
        (
            'program(command="/home/me/bots/x --data /home/me/w.bin",depth=2)',
            'program(command="x --data w.bin",depth=2)',
        ),
        ("./bots/x -n 3", 'program(command="x -n 3")'),
        ("mine(depth=2)", "mine(depth=2)"),
    ):
        assert bot_name(text) == shown
