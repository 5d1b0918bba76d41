"""Tests of Swiss and knockout tournaments, and of tournaments that reuse the matches of pairs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.kit.matches import without_processes
from tests.kit.terminals import run
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.editing import Label, labels
from workbench.matches.tournaments.pairing import (
    Format,
    Meeting,
    Result,
    Rounds,
    default_rounds,
    is_finished,
    match_points,
    ranking,
    rounds,
)

CHEAT = """
from bots import Bot, Report

class Cheat(Bot):
    name = "cheat"
    meaning = "chooses no legal move"

    def think(self, point, limit=None):
        print("nobody looks")
        yield Report("z99")
"""


def play(form: Format, bots: int, most: int = 99) -> tuple[Rounds, dict[Meeting, Result]]:
    """Return the rounds of a tournament in which the bot with the lower number wins."""
    results: dict[Meeting, Result] = {}
    while True:
        found = rounds(form, bots, results, most)
        wanted = [meeting for each in found for meeting in each if not is_finished(meeting, results)]
        if not wanted:
            return found, results
        results[wanted[0]] = Result(0.75, 2)


def test_swiss_rounds_pair_bots_with_equal_points_once() -> None:
    for bots in (2, 5, 8, 9):
        found, results = play("swiss", bots, default_rounds(bots))
        assert len(found) == default_rounds(bots)
        pairs = [frozenset(meeting) for each in found for meeting in each]
        assert len(pairs) == len(set(pairs)), "no pair meets twice, and no bot is free twice"
        for each in found:
            seated = [bot for meeting in each for bot in meeting if bot is not None]
            assert sorted(seated) == list(range(bots))
        points = match_points(bots, found, results)
        assert max(points)[0] == len(found) and points.index(max(points)) == 0
    assert len(play("swiss", 4)[0]) == 3, "after three rounds, everybody has met everybody"


def test_knockout_leaves_one_bot_and_keeps_the_first_apart() -> None:
    for bots, sizes in ((2, [1]), (4, [2, 1]), (6, [4, 2, 1]), (8, [4, 2, 1])):
        found, _ = play("knockout", bots)
        assert [len(each) for each in found] == sizes
        assert set(found[-1][0]) == {0, 1}, "the first two bots meet in the last round"
    free = [meeting.first for meeting in play("knockout", 6)[0][0] if meeting.second is None]
    assert sorted(free) == [0, 1]


def test_knockout_ranks_bots_by_the_round_they_reached() -> None:
    """The second bot loses the even final by its place in the list, although its sum of scores is higher."""
    results = {Meeting(0, 3): Result(0.6, 2), Meeting(1, 2): Result(0.9, 2), Meeting(0, 1): Result(0.5, 10)}
    played = rounds("knockout", 4, results, 9)
    assert ranking("knockout", 4, played, results) == [0, 1, 3, 2]
    del results[Meeting(0, 1)], results[Meeting(1, 2)]
    played = rounds("knockout", 4, results, 9)
    assert ranking("knockout", 4, played, results)[0] == 0, "the only bot in the second round so far"
    upset = {Meeting(0, 1): Result(0.4, 2)}
    assert ranking("swiss", 2, [[Meeting(0, 1)]], upset) == ranking("knockout", 2, [[Meeting(0, 1)]], upset) == [1, 0]


def test_knockout_names_its_winner_and_labels_its_matches(tmp_path: Path) -> None:
    path = tmp_path / "a.matches"
    words = ("tournament", "herd(size=2)", "--format", "knockout", "--blocks", "1", "--jobs", "1", "--reports", "none",
             "--bots", "greedy,random,points", "--seed", "3", "--salt", "1", "--archive", str(path))  # fmt: skip
    with without_processes():
        shown = run(*words, "--name", "cup", "--tag", "t1")
        data = json.loads(run(*words, "--json").out)
    assert shown.status == 0, shown.err
    rows = [line.split() for line in shown.out.splitlines()]
    first = next(row[1] for row in rows if row[:1] == ["1"])
    assert f"Winner: {first}" in shown.out and data["winner"] == ["greedy", "random", "points"].index(first)
    assert f"Matches 1, 2 in {path}: " in shown.out and ", seed 3, salt " in shown.out and "; no faults." in shown.out
    assert (data["archive"], data["faults"]) == (str(path), 0)
    with Archive(path, read_only=True) as archive:
        assert labels(archive) == {1: Label("cup", ("t1",)), 2: Label("cup", ("t1",))}


@pytest.mark.parametrize("form", ["pairs", "knockout", "swiss"])
def test_formats_write_logs_print_figures_and_count_faults(tmp_path: Path, form: str) -> None:
    (tmp_path / "mine.py").write_text(CHEAT)
    words = ("tournament", "herd(size=2)", "--format", form, "--blocks", "1", "--jobs", "1", "--seed", "3",
             "--bots", f"greedy,{tmp_path}/mine.py:Cheat", "--archive", str(tmp_path / "a"))  # fmt: skip
    with without_processes():
        result = run(*words, "--log", str(tmp_path / "logs"), "--every", "1", "--strict")
        mild = run(*words, "--strict", "100", "--blocks", "2", "--log", str(tmp_path / "later"))
    assert (result.status, mild.status) == (1, 0), (result.err, mild.err)
    assert len(list((tmp_path / "later").iterdir())) == 2, "a match that continues has logs too"
    written = sorted((tmp_path / "logs").iterdir())
    assert written and all("nobody looks" in path.read_text() for path in written)
    assert "games ended by faults, more than the 0 % of --strict." in result.err
    assert "2 games played in this run; now greedy against " in result.err and "  greedy " in result.err, result.err


def test_formats_play_on_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    words = ("tournament", "herd(size=2)", "--format", "pairs", "--blocks", "1", "--reports", "none", "--seed", "3",
             "--salt", "1", "--bots", "greedy,random", "--json")  # fmt: skip
    found = []
    for place in (("--cluster", "local:1"), ("--jobs", "1")):
        path = tmp_path / place[0]
        result = run(*words, *place, "--archive", str(path))
        assert result.status == 0 and json.loads(result.out)["outcome"] == "complete", result.err
        workers = json.loads(result.out)["workers"]
        assert workers["1"]["workers"][0]["games"] if place[0] == "--cluster" else workers is None, workers
        with Archive(path, read_only=True) as archive:
            found.append([(game.number, game.turns, game.returns) for game in archive.games(1)])
    assert found[0] == found[1] and len(found[0]) == 2


def test_larger_tournament_of_pairs_plays_only_new_pairs(tmp_path: Path) -> None:
    path = tmp_path / "a.matches"
    common = ("tournament", "herd(size=2)", "--format", "pairs", "--blocks", "1", "--jobs", "1", "--reports", "none")
    with without_processes():
        first = run(*common, "--bots", "greedy,random", "--archive", str(path), "--seed", "3")
    assert first.status == 0 and "greedy against random: " in first.out, first.err
    with Archive(path, read_only=True) as archive:
        before = list(archive.games(1))
    with without_processes():
        more = run(*common, "--bots", "greedy,random,points", "--archive", str(path), "--json")
    found = json.loads(more.out)
    assert found["outcome"] == "complete" and found["matches"] == [1, 2, 3] and len(found["rounds"][0]) == 3
    with Archive(path, read_only=True) as archive:
        assert list(archive.games(1)) == before
    for words, reason in (
        (("--rounds", "3"), "--rounds needs --format swiss"),
        (("--gauntlet",), "give --gauntlet or --format, not both"),
    ):
        assert reason in run(*common, "--bots", "greedy,random", "--archive", str(path), *words).err
