"""Tests of `verify` on archives whose endings contradict the plan or the moves."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.kit.matches import play_here
from workbench import cli
from workbench.bot_process import demands, trust
from workbench.bot_process.process import BotProcess
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.rows import returns_if_lost
from workbench.matches.planning.plan import Adjudication, Plan, Schedule
from workbench.matches.workers import audit, verify
from workbench.matches.workers.game import line_key
from workbench.matches.workers.player import Players
from workbench.records import files
from workbench.records.replay import final_point, starting_point
from workbench.records.schema import Record, Seat

PLAN = Plan(spec="herd(size=2)", bots=("mcts(simulations=20)", "random"), blocks=1, seed=7, salt="00" * 16)
RULES = {
    "resign": Adjudication(resign=0.1, resign_moves=1),
    "agree": Adjudication(agree=0.3, agree_moves=1),
    "draw": Adjudication(draw=0.9, draw_moves=2),
    "longest": Adjudication(longest=6),
}


def run_verify(file: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = cli.run(["verify", str(file), "--rules-only"])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return status, out + err


def forge(
    file: Path,
    moves: int,
    ending: str,
    returns: tuple[float, ...],
    guilty: int | None = None,
    keep_reports: bool = True,
) -> None:
    """Cut game 1 to its first moves and forge its result, in the record and in the row."""
    with closing(sqlite3.connect(file)) as db, db:
        ((data,),) = db.execute("SELECT data FROM records WHERE number = 0")
        record = files.decode_record(data)
        played_moves = record.lines[0].moves[:moves]
        if not keep_reports:
            played_moves = tuple(msgspec.structs.replace(move, reports=()) for move in played_moves)
        assert record.result is not None
        record = msgspec.structs.replace(
            record, lines=(msgspec.structs.replace(record.lines[0], moves=played_moves),), result=None
        )
        last: Any = final_point(record)
        result = {
            "ending": ending,
            "returns": returns,
            "points": tuple(last.points()),
            "guilty": guilty,
            "reason": "invented",
        }
        record = msgspec.convert(msgspec.to_builtins(record) | {"result": result}, Record)
        start: Any = starting_point(record)
        decided = [move for move in played_moves if move.seconds is not None]
        fault = "" if guilty is None else ending
        fields: dict[str, Any] = {
            "ending": ending, "guilty": guilty, "reason": "invented",
            "returns": msgspec.json.encode(returns).decode(), "fault": fault,
            "points": msgspec.json.encode(last.points()).decode(), "turns": last.turn, "decisions": len(decided),
            "line": line_key(start, played_moves),
        }  # fmt: skip
        ((text,),) = db.execute("SELECT seconds FROM games WHERE number = 0")
        seconds, state = [0.0] * len(msgspec.json.decode(text)), start
        for move in played_moves:
            if state.actor >= 0:
                seconds[state.actor] += move.seconds or 0.0
            state = state.after(move.move)
        fields["seconds"] = msgspec.json.encode(seconds).decode()
        db.execute(
            f"UPDATE games SET {', '.join(f'{name} = ?' for name in fields)} WHERE number = 0", list(fields.values())
        )
        db.execute("UPDATE records SET data = ? WHERE number = 0", [files.encode_record(record)])


@pytest.fixture
def play_archive(tmp_path: Path) -> Callable[..., Path]:
    def make(**changes: Any) -> Path:
        play_here(tmp_path / "a", msgspec.structs.replace(PLAN, **changes))
        (file,) = (file for file in tmp_path.rglob("*") if file.is_file() and file.read_bytes()[:6] == b"SQLite")
        return file

    return make


@pytest.mark.sample(1)
@pytest.mark.parametrize("rule", RULES)
def test_adjudicated_games_verify(
    rule: str, play_archive: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    bots = PLAN.bots if rule in ("resign", "longest") else ("mcts(simulations=20)", "mcts(simulations=30)")
    file = play_archive(adjudication=RULES[rule], bots=bots)
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT count(*) FROM games WHERE ending = 'adjudicated'").fetchone()[0]
    status, output = run_verify(file, capsys)
    assert status == 0 and "nothing wrong" in output, output


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("adjudication", "reports", "forged", "field"),
    [
        (Adjudication(), "last", (8, "adjudicated", (1.0, -1.0)), "returns"),
        (Adjudication(), "last", (8, "adjudicated", (0.0, 0.0)), "returns"),
        (Adjudication(), "none", (8, "adjudicated", (1.0, -1.0)), "returns"),
        (Adjudication(longest=100), "none", (8, "adjudicated", (0.0, 0.0)), "returns"),
        (Adjudication(longest=100), "last", (8, "adjudicated", (1.0, -1.0)), "returns"),
        (Adjudication(agree=1.0, agree_moves=9), "last", (4, "adjudicated", (1.0, -1.0)), "returns"),
        (Adjudication(), "last", (8, "illegal", None), "guilty"),
        (Adjudication(), "last", (8, "timeout", None), "guilty"),
        (Adjudication(), "last", (8, "resigned", (1.0, -1.0)), "ending"),
        (Adjudication(), "last", (10_000, "adjudicated", (1.0, -1.0)), "ending"),
        (Adjudication(), "last", (10_000, "illegal", (-1.0, 1.0)), "ending"),
    ],
)
def test_invented_result_is_reported(
    adjudication: Adjudication, reports: str, forged: tuple[int, str, tuple[float, ...] | None], field: str,
    play_archive: Callable[..., Path], capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = play_archive(adjudication=adjudication, reports=reports)
    assert run_verify(file, capsys)[0] == 0
    moves, ending, returns = forged
    guilty = None if ending in ("adjudicated", "resigned") else 0
    if returns is None:  # blame the seat whose turn it is not
        with Archive(file, read_only=True) as archive:
            record = files.decode_record(archive.record(1, 0, 1))
        cut = msgspec.structs.replace(
            record, lines=(msgspec.structs.replace(record.lines[0], moves=record.lines[0].moves[:moves]),), result=None
        )
        while (actor := final_point(cut).actor) < 0:
            moves += 1
            cut = msgspec.structs.replace(
                record,
                lines=(msgspec.structs.replace(record.lines[0], moves=record.lines[0].moves[:moves]),),
                result=None,
            )
        guilty = 1 - actor
        returns = returns_if_lost(guilty, 2)
    forge(file, moves, ending, returns, guilty)
    status, output = run_verify(file, capsys)
    assert status == 1 and f"game 1: {field}: stored " in output, output


def test_game_continued_after_adjudication_is_reported(
    play_archive: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = play_archive()
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE matches SET plan = json_set(plan, '$.adjudication', json('{\"longest\": 3}'))")
    status, output = run_verify(file, capsys)
    assert status == 1 and 'ending: stored "normal", expected adjudicated after 3 decisions' in output, output


def test_schedule_is_built_once_per_match(
    play_archive: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, plans = play_archive(blocks=4), list[Plan]()

    class CountingSchedule(Schedule):
        def __init__(self, plan: Plan) -> None:
            plans.append(plan)
            super().__init__(plan)

    monkeypatch.setattr(audit, "Schedule", CountingSchedule)
    assert run_verify(file, capsys)[0] == 0
    assert len(plans) == 1, "the row comparison builds a schedule; the record check reuses it"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("change", "field"),
    [
        ("fault = 'host'", "fault"),
        ("fault = 'anything'", "fault"),
        ("finished = 'yesterday'", "finished"),
        ("finished = '1999-01-01T00:00:00+00:00'", "finished"),
        ("seconds = json_array(json_extract(seconds, '$[0]'), 900.5)", "seconds"),
    ],
)
def test_inconsistent_row_details_are_reported(
    change: str, field: str, play_archive: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file, moves = play_archive(), 8
    with Archive(file, read_only=True) as archive:
        record = files.decode_record(archive.record(1, 0, 1))

    def actor() -> int:
        line = msgspec.structs.replace(record.lines[0], moves=record.lines[0].moves[:moves])
        return final_point(msgspec.structs.replace(record, lines=(line,), result=None)).actor

    while actor() != 0:
        moves += 1
    forge(file, moves, "illegal", returns_if_lost(0, 2), 0)
    assert run_verify(file, capsys)[0] == 0, "the forged loss is consistent with its moves"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(f"UPDATE games SET {change} WHERE number = 0")
    status, output = run_verify(file, capsys)
    assert status == 1 and f"game 1: {field}: stored " in output, output


@pytest.mark.sample(1)
@pytest.mark.parametrize("tag", ["match", "game", "block"])
def test_tag_of_another_game_is_reported(
    tag: str, play_archive: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = play_archive()
    with closing(sqlite3.connect(file)) as db, db:
        ((data,),) = db.execute("SELECT data FROM records WHERE number = 0")
        record = files.decode_record(data)
        record = msgspec.structs.replace(record, tags=record.tags | {tag: "77"})
        db.execute("UPDATE records SET data = ? WHERE number = 0", [files.encode_record(record)])
    status, output = run_verify(file, capsys)
    assert status == 1 and f'game 1: record.tags.{tag}: stored "77"' in output, output


def test_replayed_bot_files_run_within_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demands, "physical_mb", lambda: 6_000)
    memory_limits: list[int] = []

    class ReplayStoppedError(Exception):
        pass

    def replay(record: Record, players: list[BotProcess]) -> None:
        memory_limits.append(players[0].memory_mb)
        raise ReplayStoppedError

    monkeypatch.setattr(verify, "_Replay", replay)
    monkeypatch.setattr(trust, "source", lambda *_: None)
    for bot, requested_mb in (("mine.py:Bot", 2048), ("mine.py:Bot", 10**6), ("mine.py:Bot", 300), ("greedy", 300)):
        record = Record(spec="herd(size=2)", seats=(Seat(player=bot), Seat(player="random")))
        with Players(verify.MEMORY_MB) as players, pytest.raises(ReplayStoppedError):
            verify.repeat_decisions(record, players, requested_mb)
    assert memory_limits == [1_500, 1_500, 300, verify.MEMORY_MB]
