"""Tests of finding packages with games and bots, and of packages that cannot be used."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from pathlib import Path

import pytest

from fastcore import packages
from tests.game_packages.installing import describe, run_python, try_python

COPY = "from dataclasses import replace\nfrom fastcore.games.herd import INFO, Herd\n"
NO_GAMES = {
    "raises": ("1 / 0", "cannot be imported: ZeroDivisionError: division by zero"),
    "exits": ("import sys; sys.exit(3)", "cannot be imported: SystemExit: 3"),
    "empty": ("", "it has no INFO of the type GameInfo"),
    "classless": (
        "from dataclasses import replace\nfrom fastcore.games.herd import INFO\nINFO = replace(INFO, id='classless')",
        "it has no class that derives from Game",
    ),
    "other": ("from fastcore.games.herd import INFO, Herd", "its INFO has the id 'herd'"),
    "old": (
        "from dataclasses import replace\nfrom fastcore.games.herd import INFO, Herd\nINFO = replace(INFO, id='old')",
        "it was compiled for an unknown version of the core's API",
    ),
    "general": (
        "from dataclasses import replace\nfrom fastcore.game import Game\nfrom fastcore.games.herd import INFO\n"
        "INFO = replace(INFO, id='general')",
        "it has no class that derives from Game",
    ),
    "untitled": (COPY + "INFO = replace(INFO, id='untitled', title=' ')", "title in its INFO must be one line of text"),
    "number": (COPY + "INFO = replace(INFO, id='number', title=5)", "title in its INFO must be of the type str"),
    "fields": (
        COPY + "INFO = replace(INFO, id='fields', fields=('a',))",
        "fields in its INFO must be a tuple of Field",
    ),
    "newer": (
        COPY + "INFO = replace(INFO, id='newer')\nAPI = 2\nclass Newer(Herd): pass",
        "it was compiled for version 2 of the core's API, and this is version 1",
    ),
}
BOTS = '''
import bots
from bots import Bot, Report
from fastcore.values import Option


class Last(Bot):
    """Plays the last move."""

    name = "last"
    meaning = "plays the last move"
    rank = 10**6

    def think(self, point, limit=None):
        yield Report(move=point.move_text(point.moves()[-1]))


class Picky(Last):
    name = "picky"

    @classmethod
    def fits(cls, spec):
        raise RuntimeError(spec)


class Herd(Last):
    name = "mcts"


class Preset(Last):
    name = "preset"
    presets = {"fast": bots.Preset("speed=1", "plays fast")}


class Usual(Last):
    name = "usual"
    usual = "slow"


class Ranked(Last):
    name = "ranked"
    rank = "high"


class Crash(Last):
    name = "crash"
    options = (Option("speed", "whole", "1", meaning="nothing", least=1, most=9),)
    presets = {"fast": bots.Preset("speed=2", "plays fast")}

    def __init__(self, seed, values):
        raise RuntimeError("gone")


print("a sentence that nobody asked for")
'''


def test_unusable_packages_are_left_out_with_a_reason(tmp_path: Path) -> None:
    for name, (text, _) in NO_GAMES.items():
        (tmp_path / f"no_{name}").mkdir()
        (tmp_path / f"no_{name}" / "__init__.py").write_text(text, encoding="ascii")
    entries = {name: f"no_{name}" for name in NO_GAMES}
    describe(
        tmp_path, "wrong", "herbarium.games", entries | {"gone": "no_gone", "herd": "no_empty", "Bad-Id": "no_old"}
    )
    describe(tmp_path, "again", "herbarium.games", {"empty": "no_other"})
    script = "import fastcore, json; print(json.dumps([fastcore.games(), fastcore.unusable_games()]))"
    games, reasons = json.loads(run_python("-c", script, sites=(tmp_path,)))
    plain, _ = json.loads(run_python("-c", script))
    assert games == plain
    expected = {name: sentence for name, (_, sentence) in NO_GAMES.items()} | {
        "gone": "cannot be imported: ModuleNotFoundError",
        "herd": "there is already a game 'herd'",
        "Bad-Id": "its id must be 1 to 40 lower-case letters",
        "empty": "more than one package has a game 'empty': no_empty, no_other",
    }
    assert reasons.keys() == expected.keys()
    for name, sentence in expected.items():
        assert sentence in reasons[name] and "\n" not in reasons[name], (name, reasons[name])
    for words in (("play", "raises"), ("check-game", "raises")):
        result = try_python("-m", "workbench", *words, sites=(tmp_path,))
        assert result.returncode == 2 and "the game 'raises' cannot be used: no_raises" in result.stderr


def test_damaged_packages_hide_no_others(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text("print('loaded'); 1 / 0", encoding="ascii")
    values = {"inner": "broken.inner", "attribute": "broken:Game", "extra": "broken [fast]", "relative": ".broken"}
    describe(tmp_path, "whole", "herbarium.games", values)
    describe(tmp_path, "damaged", "herbarium.games", {})
    describe(tmp_path, "nameless", "herbarium.games", {"nameless": "broken"})
    describe(tmp_path, "letters", "other", {})
    (tmp_path / "damaged-1.0.dist-info" / "entry_points.txt").write_text("[herbarium.games]\nno equals sign\n")
    (tmp_path / "nameless-1.0.dist-info" / "METADATA").unlink()
    (tmp_path / "letters-1.0.dist-info" / "entry_points.txt").write_bytes(b"[other]\nx = \xff\n")
    script = (
        "import fastcore, json; from fastcore import packages; games = fastcore.unusable_games(); "
        "folders = [packages.folder(id) for id in games]; "
        "print(json.dumps([games, folders, packages.release('herbarium.games', 'inner')]))"
    )
    reasons, folders, release = json.loads(run_python("-c", script, sites=(tmp_path,)))
    assert values.keys() <= reasons.keys() <= {*values, "nameless"} and not any(folders) and release == "whole 1.0"
    assert all("cannot be imported" in reason and "\n" not in reason for reason in reasons.values())


def test_broken_front_ends_and_data_count_as_missing(tmp_path: Path) -> None:
    """The game stays playable, and our games stay as they are."""
    game = COPY + "API = 1\nclass Second(Herd): pass\nINFO = replace(INFO, id={id!r})"
    broken = {
        "abstract": "from workbench.boards.kit.contract import Board, Words",
        "foreign": "class Board: pass\nclass Words: pass",
        "raising": "1 / 0",
    }
    for id, text in broken.items():
        folder = tmp_path / f"broken_{id}"
        folder.mkdir()
        (folder / "__init__.py").write_text(game.format(id=id), encoding="ascii")
        for part in ("board", "words"):
            (folder / f"{part}.py").write_text(text, encoding="ascii")
        for name in ("ladder.json", "levels.json", "shipped.puzzles"):
            (folder / name).write_text("{", encoding="ascii")
    describe(tmp_path, "broken", "herbarium.games", {id: f"broken_{id}" for id in broken})
    script = (
        "import json; from workbench import boards; from workbench.boards.kit import plain; import bots, fastcore; "
        "from workbench.statistics import levels; from workbench.puzzles import sets; "
        f"ids = {list(broken)}; found = [(boards.find(id), levels.table(id), bots.usual_level(id)) for id in ids]; "
        "texts = [boards.text_board(fastcore.start(id).viewpoint(0)) != '' for id in ids]; "
        "damage = [one.damage != '' for one in sets.all_sets() if one.name in ids]; "
        "print(json.dumps([boards.titles(), found, texts, damage]))"
    )
    result = try_python("-c", script, sites=(tmp_path,))
    titles, found, texts, damage = json.loads(result.stdout)
    assert titles["Herd"] == "herd" and {f"Herd ({id})": id for id in broken}.items() <= titles.items()
    assert found == [[None, None, "club"]] * len(broken) and all(texts) and damage == [True] * len(broken)
    for id, reason in (("abstract", "TypeError"), ("foreign", "must derive from"), ("raising", "ZeroDivisionError")):
        for part in ("board", "words"):
            assert f"herbarium: broken_{id}.{part} cannot be used: " in result.stderr and reason in result.stderr
    assert len(result.stderr.splitlines()) == 2 * len(broken), "each fault is printed once"
    for id, only in (("abstract", "front_end and board"), ("raising", "data_files")):
        checked = try_python("-m", "workbench", "check-game", id, "--only", only, sites=(tmp_path,))
        assert checked.returncode == 1 and "FAILED" in checked.stdout, checked.stdout


def test_prints_of_packages_leave_standard_output_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """Many threads load packages at the same time, and standard output is still the same afterwards."""
    before, inside = sys.stdout, threading.Barrier(4)

    def load() -> None:
        with packages.prints_aside():
            inside.wait(60)
            print("from a thread")
            inside.wait(60)

    others = [threading.Thread(target=load) for _ in range(3)]
    for thread in others:
        thread.start()
    with packages.prints_aside():
        inside.wait(60)
        print("from the main thread")
        inside.wait(60)
    for thread in others:
        thread.join()
    assert sys.stdout is before and "from the main thread" in capsys.readouterr().err


def test_bots_of_packages_play_and_bad_ones_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "players.py").write_text(BOTS, encoding="ascii")
    entries = {
        "last": "players:Last",
        "picky": "players:Picky",
        "mcts": "players:Herd",
        "number": "players:BOTS",
        "renamed": "players:Last",
        "Loud": "players:Last",
        "preset": "players:Preset",
        "usual": "players:Usual",
        "ranked": "players:Ranked",
        "crash": "players:Crash",
    }
    describe(tmp_path, "players", "herbarium.bots", entries)
    script = (
        "import bots, json; print(json.dumps([bots.names('herd'), bots.unusable(), bots.strongest('herd'), "
        "bots.make('last', 1).text, bots.preset_name('mcts(seconds=99)')]))"
    )
    names, reasons, strongest, text, preset = json.loads(run_python("-c", script, sites=(tmp_path,)))
    assert "last" in names and "picky" not in names and text == "last"
    assert strongest == "mcts", "the default opponent stays a built-in bot"
    assert "crash" in names and preset == "", "a bot that cannot be created does not disturb the others"
    assert reasons.keys() == {"mcts", "number", "renamed", "Loud", "preset", "usual", "ranked"}
    assert "there is no option 'speed'" in reasons["preset"] and "`rank` an int" in reasons["ranked"]
    assert "no preset 'slow'" in reasons["usual"]
    assert "there is another bot named 'mcts'" in reasons["mcts"] and "cannot be imported" in reasons["number"]
    assert "its class is named 'last'" in reasons["renamed"] and "its name must be" in reasons["Loud"]
    script = (
        "from workbench.matches.cluster import messages; from workbench.matches.planning.plan import Plan; "
        "plan = Plan(spec='herd', bots=('last', 'mcts:steady', 'random'), blocks=1, seed=1); "
        "print(messages.used_packages(plan)); print(messages.why_other_packages({'the bot last': 'other 2'}, plan))"
    )
    used, reason = run_python("-c", script, sites=(tmp_path,)).splitlines()
    digest = hashlib.sha256(BOTS.encode()).hexdigest()[:12]
    assert used == str({"the bot last": f"players 1.0 ({digest})"})
    assert reason == f"the bot last is players 1.0 ({digest}) here; the leader has other 2"
    words = ("match", "herd(size=2)", "--bots", "last,random", "--blocks", "2", "--seed", "1")
    printed = run_python("-m", "workbench", *words, "--archive", str(tmp_path / "a.matches"), sites=(tmp_path,))
    assert "no faults" in printed
    archive = (tmp_path / "a.matches").read_bytes()
    assert b"players 1.0" in archive, "a match keeps the versions of its bots"
    assert "plays the last move" in run_python("-m", "workbench", "bots", "last", sites=(tmp_path,))
    result = try_python("-m", "workbench", "bots", "renamed", sites=(tmp_path,))
    assert result.returncode == 2 and "the bot 'renamed' cannot be used" in result.stderr
