"""Tests that the skeleton of a new game builds, passes its check, and can be played and uninstalled."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import deep
from tests.game_packages.installing import ROOT, install, run_python, try_python
from workbench.cli import run
from workbench.game_packages.new import NewGameError, write_skeleton

ID = "four_stones"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package of a new game is installed."""
    folder = tmp_path_factory.mktemp("new-game")
    write_skeleton(ID, folder / "source")
    install(folder / "source", folder / "site")
    return folder / "site"


def herbarium(*words: str, site: Path) -> str:
    """Run the program with these words, and return what it printed."""
    return run_python("-m", "workbench", *words, sites=(site,))


def test_new_game_passes_its_check_and_is_played(site: Path, tmp_path: Path) -> None:
    tests = () if deep(0, 1) else ("--only", "twin or invariants or described or rules_page")
    printed = herbarium("check-game", ID, *tests, site=site)
    assert re.search(r"^\d+ passed", printed, re.MULTILINE) and "failed" not in printed
    archive = tmp_path / "own.matches"
    words = ("--bots", "club,greedy", "--blocks", "2", "--seed", "1", "--archive", str(archive))
    assert "no faults" in herbarium("match", ID, *words, site=site)
    assert "Second" in herbarium("show", f"{ID} 20 2", site=site)
    # Without the package there is no such game. What it left on the disk is refused with a reason.
    for command in (("play", ID), ("show", str(archive)), ("check-game", ID)):
        result = try_python("-m", "workbench", *command)
        assert result.returncode == 2 and f"there is no game '{ID}'" in result.stderr, result.stderr


def test_broken_rules_are_found(site: Path, tmp_path: Path) -> None:
    """The twin takes other stones than the compiled game: the check fails and shows where."""
    other = tmp_path / "site"
    shutil.copytree(site, other)
    write_skeleton(ID, tmp_path / "source")
    twin = other / f"herbarium_{ID}" / "twin.py"
    text = twin.read_text(encoding="utf-8")
    twin.write_text(text.replace("stones - int(move)", "stones - 1"), encoding="utf-8")
    words = ("check-game", ID, "--only", "agree_with_twin")
    # The sources in the working folder, which have no compiled rules, are not what is checked.
    result = try_python("-P", "-m", "workbench", *words, sites=(other,), cwd=tmp_path / "source")
    assert result.returncode == 1 and "test_random_games_agree_with_twin" in result.stdout


def test_skeleton_is_the_game_of_the_page() -> None:
    page = (ROOT / "docs" / "games" / "add-a-game.md").read_text(encoding="utf-8")
    printed = dict(re.findall(r"```(?:cython|python)\n# herbarium_heap/(\S+)\n(.*?)```", page, re.DOTALL))
    skeleton = ROOT / "workbench" / "game_packages" / "skeleton"
    for name, file in (("heap.pyx", "game.pyx.txt"), ("__init__.py", "init.py.txt")):
        text = (skeleton / file).read_text(encoding="utf-8")
        for token, word in (("@id@", "heap"), ("@Class@", "Heap"), ("@Title@", "Heap")):
            text = text.replace(token, word)
        assert printed[name] == text


@pytest.mark.parametrize("wrong", ["Herd", "1st", "", "a b", "../x", "a" * 41, "é"])
def test_invalid_ids_are_refused(wrong: str, tmp_path: Path) -> None:
    with pytest.raises(NewGameError, match="is not a valid id"):
        write_skeleton(wrong, tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "wrong", ["class", "heap_", "twin", "board", "game", "position", "bad_position", "has", "none", "con", "com1"]
)
def test_ids_that_no_package_can_have_are_refused(wrong: str, tmp_path: Path) -> None:
    """Their skeleton could not be compiled, imported, packed or unpacked."""
    with pytest.raises(NewGameError, match="no package of a game can have the id"):
        write_skeleton(wrong, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_ids_that_are_words_of_python_libraries_are_allowed(tmp_path: Path) -> None:
    for id in ("json", "pip", "match", "print", "int"):
        write_skeleton(id, tmp_path / id)
        compile((tmp_path / id / f"herbarium_{id}" / "__init__.py").read_text(encoding="utf-8"), id, "exec")


def test_ids_of_other_games_and_used_folders_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new-game", "herd"]) == 2 and "already a game 'herd'" in capsys.readouterr().err
    assert run(["new-game", "tower"]) == 0
    printed = capsys.readouterr().out
    assert "pip install --no-build-isolation ./herbarium-tower" in printed
    assert (tmp_path / "herbarium-tower" / "herbarium_tower" / "tower.pyx").is_file()
    assert run(["new-game", "heap", "--folder", str(tmp_path / "a b")]) == 0
    assert f"pip install --no-build-isolation '{tmp_path / 'a b'}'" in capsys.readouterr().out
    assert run(["new-game", "tower"]) == 2 and "not an empty folder" in capsys.readouterr().err
    (tmp_path / "file").write_text("", encoding="ascii")
    assert run(["new-game", "tower", "--folder", "file/inside"]) == 2 and capsys.readouterr().err
