"""Tests of the verbs for archives: lists of matches and games, names and tags, deletion, merging and ratings."""

from __future__ import annotations

import json
import os
from pathlib import Path
from time import process_time

import pytest

from tests.kit.terminals import run
from tests.matches.test_watched import SPEC, write_fake_archive
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveFullError
from workbench.matches.archive.editing import labels
from workbench.matches.planning.plan import Plan, SprtBounds


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return an archive with a sequential test of two bots, and a round robin of three."""
    found = tmp_path / "some.matches"
    write_fake_archive(found, Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=60, sprt=SprtBounds(0, 60)))
    write_fake_archive(found, Plan(spec=SPEC, bots=("greedy", "random", "mcts"), blocks=20, seed=7))
    return found


def lines(*words: str) -> list[str]:
    result = run(*words)
    assert result.status == 0, result.err
    return result.out.splitlines()


def test_list_of_matches_shows_results_and_verdicts(path: Path) -> None:
    assert lines("archive", str(path), "--match", "1", "--name", "first try", "--tag", "net", "--tag", "a") == [
        "Match 1: first try #a #net"
    ]
    shown = "\n".join(lines("show", str(path), "--matches"))
    assert "first try #a #net" in shown and "H1" in shown and "each bot's own limit" in shown
    found = json.loads(run("show", str(path), "--matches", "--json").out)
    assert [match["test"] for match in found] == ["H1", ""] and found[0]["tags"] == ["a", "net"]
    assert found[0]["scores"][0] > 0.5
    for words, count in (("--tag net", 1), ("--tag other", 0), ("--find random", 1), ("--limit 1", 1)):
        assert len(json.loads(run("show", str(path), "--matches", *words.split(), "--json").out)) == count
    assert lines("show", str(path), "--matches", "--tag", "other") == ["No matches."]
    assert lines("show", str(path), "--games", "--find", "nothing") == ["No games."]
    lines("archive", str(path), "--match", "1", "--name", "", "--untag", "a")
    with Archive(path, read_only=True) as archive:
        assert labels(archive)[1] == ("", ("net",))


def test_games_are_filtered_sorted_and_limited(path: Path) -> None:
    def games(*words: str) -> list[dict[str, object]]:
        result = run("show", str(path), "--match", "2", "--games", "--json", *words)
        assert result.status == 0, result.err
        return json.loads(result.out)  # type: ignore[no-any-return]

    everything = games()
    assert {game["ending"] for game in games("--faults")} == {"timeout"} and 0 < len(games("--faults")) < 10
    assert all(game["returns"][game["bots"].index("mcts")] == 1 for game in games("--won", "mcts"))  # type: ignore[attr-defined, index]
    assert {game["returns"][0] for game in games("--won", "draw")} == {0.0}  # type: ignore[index]
    assert 0 < len(games("--upsets")) < len(everything)
    turns = [game["turns"] for game in games("--sort", "turns", "--reverse", "--limit", "5")]
    assert turns == sorted((game["turns"] for game in everything), reverse=True)[:5]  # type: ignore[type-var]
    assert {"greedy", "mcts"} == {bot for game in games("--find", "greedy mcts") for bot in game["bots"]}  # type: ignore[attr-defined]
    for words, reason in (
        (("--games", "--won", "nobody"), "--won: 'nobody' is not one of these bots"),
        (("--limit", "3"), "--limit and --find need --games or --matches"),
        (("--sort", "turns"), "--sort needs --games"),
        (("--games", "--tag", "a"), "--tag needs --matches"),
    ):
        assert reason in run("show", str(path), *words).err


def test_long_list_of_games_is_printed_fast(tmp_path: Path) -> None:
    write_fake_archive(tmp_path / "a", Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=2000))
    start = process_time()
    found = lines("show", str(tmp_path / "a"), "--games")
    assert len(found) == 4001 and found[0].split()[:3] == ["game", "seats", "ending"]
    assert process_time() - start < 4, "a rich table needs longer"


def test_deleted_match_leaves_the_rest(path: Path) -> None:
    size = path.stat().st_size
    assert lines("archive", str(path), "--match", "1", "--delete") == ["Match 1 deleted."]
    with Archive(path, read_only=True) as archive:
        assert [match.id for match in archive.matches()] == [2] and len(list(archive.games(2))) == 120
        assert archive.query("SELECT count(*) FROM records WHERE match = 1") == [(0,)]
    assert path.stat().st_size < size
    assert "--delete needs --match" in run("archive", str(path), "--delete").err


def test_merged_archive_has_each_match_once(path: Path, tmp_path: Path) -> None:
    lines("archive", str(path), "--match", "2", "--tag", "robin")
    target = tmp_path / "all.matches"
    write_fake_archive(target, Plan(spec=SPEC, bots=("random", "greedy"), blocks=2))
    assert lines("archive", str(target), "--merge", str(path)) == [f"2 matches copied from {path}."]
    assert lines("archive", str(target), "--merge", str(path)) == [f"0 matches copied from {path}; 2 already there."]
    with Archive(target, read_only=True) as merged, Archive(path, read_only=True) as source:
        assert [match.id for match in merged.matches()] == [1, 2, 3] and labels(merged)[3].tags == ("robin",)
        expected = [game._replace(match=3) for game in source.games(2)]
        assert list(merged.games(3)) == expected


def test_read_only_archive_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda file, mode: False)  # root may write any file
    result = run("archive", str(path), "--name", "first try")
    assert result.status == 2
    assert result.err == f"herbarium: archive: {path}: this file is read-only; make it writable, or use a copy\n"


def test_change_that_cannot_be_stored_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ArchiveFullError(f"{path}: database or disk is full")

    monkeypatch.setattr(Archive, "change", fail)
    result = run("archive", str(path), "--name", "first try")
    assert (result.status, result.err) == (1, f"herbarium: archive: {path}: database or disk is full\n")


def test_ratings_join_matches_with_an_anchor(path: Path) -> None:
    found = json.loads(run("ratings", str(path), "--anchor", "greedy=1000", "--json").out)
    by_name = {rating["name"]: rating for rating in found["ratings"]}
    assert found["matches"] == [1, 2] and by_name["greedy"]["elo"] == {"value": 1000.0, "low": 1000.0, "high": 1000.0}
    assert by_name["greedy"]["games"] == 120 + 80 and by_name["random"]["games"] == 80
    assert by_name["mcts"]["elo"]["low"] < by_name["mcts"]["elo"]["value"]
    shown = "\n".join(lines("ratings", str(path)))
    assert "ratings over 2 matches" in shown and "greedy" in shown
    assert json.loads(run("ratings", str(path), "--match", "2", "--json").out)["matches"] == [2]
    assert "the anchor 'nobody' is not one of these bots" in run("ratings", str(path), "--anchor", "nobody").err
    write_fake_archive(path, Plan(spec="forest", bots=("random", "greedy"), blocks=2))
    assert "name one game with --game: forest, herd" in run("ratings", str(path)).err


def test_verbs_that_read_archives_accept_archive_option(path: Path) -> None:
    for verb, *words in (
        ("show", "--matches"),
        ("ratings", "--match", "2"),
        ("archive", "--tag", "some"),
        ("verify", "--match", "2", "--rules-only"),
    ):
        by_place, by_option = run(verb, str(path), *words), run(verb, *words, "--archive", str(path))
        assert (by_option.status, by_option.out) == (by_place.status, by_place.out)
        assert "not allowed with argument file" in run(verb, str(path), "--archive", str(path), *words).err
        assert "unrecognized" not in by_option.err
    assert "one of the arguments file --archive is required" in run("verify").err
