"""Tests of files with puzzles: round trips, damaged and hostile files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.puzzles.samples import shipped
from workbench.puzzles import files, sets
from workbench.puzzles.files import PuzzleError
from workbench.puzzles.schema import Check, PuzzleSet
from workbench.system.saving import WriteError

GAME = "forest"


def small_set() -> PuzzleSet:
    return PuzzleSet(title="test", puzzles=shipped(GAME)[:2])


def changed(change: Any) -> bytes:
    """Return the bytes of a set after a change of its JSON."""
    data = json.loads(gzip.decompress(files.encode(small_set())))
    change(data)
    return gzip.compress(json.dumps(data).encode())


def test_sets_are_written_and_read_unchanged(tmp_path: Path, game_id: str) -> None:
    puzzles = PuzzleSet(title="all", puzzles=shipped(game_id)[:5])
    files.write(tmp_path / "a.puzzles", puzzles)
    assert files.read(tmp_path / "a.puzzles") == puzzles
    assert files.encode(puzzles) == files.encode(puzzles)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.update(format="herbarium record"), "not a set of puzzles"),
        (lambda data: data.update(version=99), "newer"),
        (lambda data: data.update(version=0), "not a version"),
        (lambda data: data["set"].update(more=1), "more"),
        (lambda data: data["set"]["puzzles"][0].update(seat=-1), "seat"),
        (lambda data: data["set"]["puzzles"][0].update(accepted=[]), "accepted"),
        (lambda data: data["set"]["puzzles"][0]["rejected"][0].update(loss=7), "loss"),
        (lambda data: data["set"]["puzzles"][0]["proof"].update(trials="many"), "trials"),
        (lambda data: data["set"]["puzzles"].append(data["set"]["puzzles"][0]), "twice"),
    ],
)
def test_invalid_sets_are_refused_with_a_reason(change: Any, words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        files.decode(changed(change), "x")


def test_damaged_bytes_are_refused() -> None:
    data = files.encode(small_set())
    for damaged in (b"", b"text", data[:-9], data[:40], data + b"x", gzip.compress(b"[" * 10_000)):
        with pytest.raises(PuzzleError):
            files.decode(damaged)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda puzzle: puzzle.update(view="nonsense"), "impossible"),
        (lambda puzzle: puzzle.update(seat=1 - puzzle["seat"]), "seat"),
        (lambda puzzle: puzzle["accepted"][0].update(moves=["zz"]), "illegal"),
        (lambda puzzle: puzzle["rejected"].append(puzzle["accepted"][0] | {"loss": 2.0}), "twice"),
        (lambda puzzle: puzzle["rejected"][0].update(loss=2.0), "order"),
        (lambda puzzle: puzzle["accepted"][0].update(loss=0.01), "order"),
        (lambda puzzle: puzzle["proof"].update(continuation="none"), "policy"),
        (lambda puzzle: puzzle["proof"].update(trials=10**15), "more games"),
        (lambda puzzle: puzzle["proof"].update(horizon=10**9), "more games or turns"),
    ],
)
def test_impossible_puzzles_are_not_imported(change: Any, words: str, tmp_path: Path, home: Path) -> None:
    path = tmp_path / "strange.puzzles"
    path.write_bytes(changed(lambda data: change(data["set"]["puzzles"][1])))
    with pytest.raises(PuzzleError, match=words):
        sets.import_file(path)
    assert not sets.folder().exists() or not list(sets.folder().iterdir())


def test_imported_sets_get_a_free_name(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "my set.puzzles"
    files.write(path, small_set())
    first, again = sets.import_file(path), sets.import_file(path)
    assert first.name == again.name == "my-set", "an equal set is not copied again"
    files.write(path, replace(small_set(), title="other"))
    assert sets.import_file(path).name == "my-set-2"
    assert files.read(first.file) == small_set()


def test_own_sets_cannot_hide_behind_those_of_the_program(tmp_path: Path, home: Path) -> None:
    path = tmp_path / f"{GAME}.puzzles"
    files.write(path, small_set())
    entry = sets.import_file(path)
    sets.add(GAME, shipped(GAME)[2:3])
    names = [one.name for one in sets.all_sets()]
    assert len(set(names)) == len(names) and len(sets.find(entry.name).puzzles) == 3


def test_sets_deleted_twice_are_both_kept(home: Path) -> None:
    for puzzle in shipped(GAME)[:2]:
        sets.add("mine", [puzzle])
        sets.delete(sets.find("mine"))
    kept = [files.read(file).puzzles[0].id for file in sets.folder().iterdir()]
    assert sorted(kept) == sorted(puzzle.id for puzzle in shipped(GAME)[:2])


def test_export_leaves_out_games_and_dates(tmp_path: Path, home: Path) -> None:
    puzzle = shipped(GAME)[0]
    specs = ("/home/Anna/my bots/mine.py:Mine(speed=2)", "C:\\Anna\\mine.py", "mcts(simulations=20)", "./mine.py:Mine")
    checks = tuple(Check(bot=spec, seed=1, agrees=True) for spec in specs)
    secret = replace(
        puzzle,
        source=replace(puzzle.source, game="at Anna's", date="2026-01-01"),
        proof=replace(puzzle.proof, checks=checks),
    )
    sets.add("mine", [secret])
    sets.export_file(sets.find("mine"), tmp_path / "out.puzzles")
    assert b"Anna" not in gzip.decompress((tmp_path / "out.puzzles").read_bytes())
    (shared,) = files.read(tmp_path / "out.puzzles").puzzles
    bots = [check.bot for check in shared.proof.checks]
    assert bots == ["mine.py:Mine(speed=2)", "mine.py", "mcts(simulations=20)", "mine.py:Mine"]
    assert sets.find("mine").puzzles == (secret,)


def test_damaged_set_is_shown_and_stays(home: Path) -> None:
    sets.add("mine", shipped(GAME)[:1])
    file = sets.own_file("mine")
    file.write_bytes(file.read_bytes()[:-20])
    damaged = file.read_bytes()
    entry = next(entry for entry in sets.all_sets() if entry.name == "mine")
    assert entry.damage and not entry.puzzles
    with pytest.raises(PuzzleError):
        sets.add("mine", shipped(GAME)[1:2])
    with pytest.raises(PuzzleError):
        sets.find("mine")
    assert file.read_bytes() == damaged


def test_sets_grow_and_replace_equal_puzzles(home: Path) -> None:
    one, two = shipped(GAME)[:2]
    assert sets.add("mine", [one]) == 1 and sets.add("mine", [one, two]) == 1
    assert {puzzle.id for puzzle in sets.find("mine").puzzles} == {one.id, two.id}
    assert len([puzzle for puzzle in sets.all_puzzles(GAME) if puzzle.id == one.id]) == 1


def test_shipped_sets_cannot_be_deleted_and_own_ones_can(home: Path) -> None:
    with pytest.raises(ValueError, match="part of the program"):
        sets.delete(sets.find(GAME))
    sets.add("mine", shipped(GAME)[:1])
    sets.delete(sets.find("mine"))
    assert [entry.name for entry in sets.all_sets() if not entry.shipped] == []


def test_too_large_set_is_not_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.system.limits.PUZZLES", 1)
    with pytest.raises(WriteError, match="at most"):
        sets.add("mine", shipped(GAME)[:2])
    assert not sets.own_file("mine").exists()


def test_ids_depend_on_the_question_only() -> None:
    puzzle = shipped(GAME)[0]
    assert replace(puzzle, themes=("other",)).id == puzzle.id
    assert replace(puzzle, seat=1 - puzzle.seat).id != puzzle.id
