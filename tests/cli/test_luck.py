"""Tests of `herbarium luck`."""

from __future__ import annotations

import json
from math import fsum
from pathlib import Path

import msgspec
import pytest

import fastcore
from tests.kit.luck import played
from tests.kit.terminals import run
from workbench.cli.shared.sources import ARCHIVE
from workbench.luck import words
from workbench.luck.judges import StaticJudge
from workbench.luck.split import split
from workbench.records import files
from workbench.records.schema import Line, Move, Record, Result, Seat

SPEC = "herd(size=2)"


def write(path: Path, spec: str, moves: list[str], result: Result | None = None, **values: object) -> str:
    seats = tuple(Seat(player="greedy") for _ in range(fastcore.start(spec).seats))
    record = Record(spec=spec, seats=seats, lines=(Line(moves=tuple(Move(move=move) for move in moves)),))
    record = msgspec.structs.replace(record, result=result, **values)
    path.write_bytes(files.encode_record(record))
    return str(path)


@pytest.fixture
def game(tmp_path: Path) -> str:
    return write(tmp_path / "a.herbarium", SPEC, played(SPEC, 8, "greedy"))


def test_one_game_is_shown_as_tables(game: str) -> None:
    result = run("luck", game)
    assert result.status == 0 and not result.err
    found = split(fastcore.start(SPEC), played(SPEC, 8, "greedy"), StaticJudge())
    for seat in (0, 1):
        for text in words.seat_texts(fastcore.info("herd"), found, seat):
            assert text in result.out
    assert "rolls" in result.out and "1-1" in result.out and "Luck favoured" in result.out


def test_json_adds_up(game: str) -> None:
    result = run("luck", game, game, "--json")
    first, second = json.loads(result.out)["games"]
    assert first == second and first["judged"] and first["spec"] == SPEC
    for seat in first["seats"]:
        assert fsum(seat[name] for name in ("start", "luck", "own", "others", "drift")) == pytest.approx(seat["result"])
        events = fsum(event["luck"][seat["seat"] - 1] for event in first["events"])
        assert events == pytest.approx(seat["luck"], abs=1e-8)
    assert {event["actor"] for event in first["events"]} == {"chance", 1, 2}
    assert sum(entry["times"] for entry in first["outcomes"]) == sum(
        event["actor"] == "chance" for event in first["events"]
    )


def test_several_games_have_sums_with_intervals(game: str, tmp_path: Path) -> None:
    other = write(tmp_path / "b.herbarium", SPEC, played(SPEC, 9, "greedy"))
    result = run("luck", game, other)
    assert result.status == 0 and "All 2 games" in result.out and "±" in result.out


def test_seats_of_one_player_count_once(game: str, tmp_path: Path) -> None:
    """The luck of both seats cancels, so the sum of a player against itself is certainly 0."""
    other = write(tmp_path / "b.herbarium", SPEC, played(SPEC, 9, "greedy"))
    table = run("luck", game, other).out.split("All 2 games")[1]
    row = next(line.split() for line in table.splitlines() if "greedy" in line)
    assert row[1] == "2" and " ".join(row[2:7]).startswith("0.0 % ± 0.0 %")


def test_sums_without_judged_decisions_are_empty(tmp_path: Path) -> None:
    spec = "herbalism(target=1)"
    games = [write(tmp_path / f"{number}.herbarium", spec, played(spec, number, "greedy")) for number in (3, 4)]
    row = next(line for line in run("luck", *games).out.split("All 2 games")[1].splitlines() if "greedy" in line)
    assert row.split()[-2] == "–"


def test_search_can_be_the_judge(game: str) -> None:
    result = run("luck", game, "--judge", "search", "--simulations", "30", "--json")
    assert "30 simulations" in json.loads(result.out)["games"][0]["judge"]


def test_hidden_game_says_what_was_not_judged(tmp_path: Path) -> None:
    spec = "herbalism(target=1)"
    file = write(tmp_path / "c.herbarium", spec, played(spec, 3, "greedy"))
    result = run("luck", file)
    assert words.BLIND in result.out and words.NOT_JUDGED in result.out and "–" in result.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"moves": 4}, "the game is not finished, so it has no result"),
        ({"follows": 0, "salt": None}, "one player's view has no luck"),
        ({"moves": 4, "result": Result(ending="void", returns=(0.0, 0.0))}, "the game is not finished"),
    ],
)
def test_unfinished_games_and_views_are_refused(tmp_path: Path, options: dict[str, object], message: str) -> None:
    count = options.get("moves", 1000)
    assert isinstance(count, int)
    values = {name: value for name, value in options.items() if name != "moves"}
    file = write(tmp_path / "d.herbarium", SPEC, played(SPEC, 8, "greedy")[:count], **values)  # type: ignore[arg-type]
    assert_refused(message, file)


def assert_refused(message: str, *words: str) -> None:
    result = run("luck", *words)
    assert result.status == 2 and not result.out and result.err.count("\n") == 1, result
    assert result.err.startswith("herbarium: luck: ") and message in result.err


def test_damaged_files_are_refused(game: str, tmp_path: Path) -> None:
    damaged, text = tmp_path / "damaged", tmp_path / "text"
    damaged.write_bytes(Path(game).read_bytes()[:60])
    text.write_text("no record")
    assert_refused("damaged", str(damaged))
    assert_refused("this is not a record of a game", str(text))
    text.write_bytes(ARCHIVE + bytes(16))
    assert_refused("this is an archive of matches", str(text))
    assert_refused("cannot be read", str(tmp_path / "missing"))
    illegal = write(tmp_path / "e.herbarium", SPEC, ["7-7"])
    assert_refused("7-7", illegal)
    set_up = write(tmp_path / "f.herbarium", SPEC, [f"position={fastcore.start(SPEC).text()}", *played(SPEC, 8)])
    assert_refused("sets up a position by hand", set_up)
    assert_refused("--simulations needs --judge search", game, "--simulations", "5")


def test_resigned_game_ends_with_its_result(tmp_path: Path) -> None:
    lost = Result(ending="resigned", returns=(1.0, -1.0), guilty=1)
    file = write(tmp_path / "g.herbarium", SPEC, played(SPEC, 8, "greedy")[:5], lost)
    found = json.loads(run("luck", file, "--json").out)["games"][0]
    assert found["events"][-1]["actor"] == "result" and found["seats"][0]["result"] == 1
