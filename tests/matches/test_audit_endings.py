"""`verify` on archives with endings that the plan or the moves do not give."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.kit.matches import play
from workbench import cli
from workbench.bot_process import trust
from workbench.bot_process.player import Players
from workbench.bot_process.process import BotProcess
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.rows import lost_by
from workbench.matches.planning.plan import Adjudication, Plan, Schedule
from workbench.matches.workers import audit, verify
from workbench.matches.workers.game import line_key
from workbench.records import files
from workbench.records.replay import begin, end
from workbench.records.schema import Record, Seat

PLAN = Plan(spec="herd(size=2)", bots=("mcts(simulations=20)", "random"), blocks=1, seed=7, salt="00" * 16)
RULES = {
    "resign": Adjudication(resign=0.3, resign_moves=1),
    "agree": Adjudication(agree=0.3, agree_moves=1),
    "draw": Adjudication(draw=0.9, draw_moves=2),
    "longest": Adjudication(longest=6),
}


def verified(file: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = cli.run(["verify", str(file), "--rules-only"])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return status, out + err


def forge(
    file: Path, moves: int, ending: str, returns: tuple[float, ...], guilty: int | None = None, keep: bool = True
) -> None:
    """Cut game 1 to its first moves and give it a result, in its record and its row alike."""
    with closing(sqlite3.connect(file)) as db, db:
        ((data,),) = db.execute("SELECT data FROM records WHERE number = 0")
        record = files.decoded(data)
        kept = record.lines[0].moves[:moves]
        if not keep:
            kept = tuple(msgspec.structs.replace(move, reports=()) for move in kept)
        assert record.result is not None
        record = msgspec.structs.replace(
            record, lines=(msgspec.structs.replace(record.lines[0], moves=kept),), result=None
        )
        last: Any = end(record)
        result = {
            "ending": ending,
            "returns": returns,
            "points": tuple(last.points()),
            "guilty": guilty,
            "reason": "invented",
        }
        record = msgspec.convert(msgspec.to_builtins(record) | {"result": result}, Record)
        start: Any = begin(record)
        decided = [move for move in kept if move.seconds is not None]
        fault = "" if guilty is None else ending
        fields: dict[str, Any] = {
            "ending": ending, "guilty": guilty, "reason": "invented",
            "returns": msgspec.json.encode(returns).decode(), "fault": fault,
            "points": msgspec.json.encode(last.points()).decode(), "turns": last.turn, "decisions": len(decided),
            "line": line_key(start, kept),
        }  # fmt: skip
        ((text,),) = db.execute("SELECT seconds FROM games WHERE number = 0")
        seconds, state = [0.0] * len(msgspec.json.decode(text)), start
        for move in kept:
            if state.actor >= 0:
                seconds[state.actor] += move.seconds or 0.0
            state = state.after(move.move)
        fields["seconds"] = msgspec.json.encode(seconds).decode()
        db.execute(
            f"UPDATE games SET {', '.join(f'{name} = ?' for name in fields)} WHERE number = 0", list(fields.values())
        )
        db.execute("UPDATE records SET data = ? WHERE number = 0", [files.encoded(record)])


@pytest.fixture
def played(tmp_path: Path) -> Callable[..., Path]:
    def make(**changes: Any) -> Path:
        play(tmp_path / "a", msgspec.structs.replace(PLAN, **changes))
        (file,) = (file for file in tmp_path.rglob("*") if file.is_file() and file.read_bytes()[:6] == b"SQLite")
        return file

    return make


@pytest.mark.parametrize("rule", RULES)
def test_adjudicated_games_verify(rule: str, played: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    bots = PLAN.bots if rule in ("resign", "longest") else ("mcts(simulations=20)", "mcts(simulations=30)")
    file = played(adjudication=RULES[rule], bots=bots)
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT count(*) FROM games WHERE ending = 'adjudicated'").fetchone()[0]
    status, said = verified(file, capsys)
    assert status == 0 and "nothing wrong" in said, said


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
    played: Callable[..., Path], capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = played(adjudication=adjudication, reports=reports)
    assert verified(file, capsys)[0] == 0
    moves, ending, returns = forged
    guilty = None if ending in ("adjudicated", "resigned") else 0
    if returns is None:  # the seat that is not to move is to blame
        with Archive(file, read_only=True) as archive:
            record = files.decoded(archive.record(1, 0, 1))
        cut = msgspec.structs.replace(
            record, lines=(msgspec.structs.replace(record.lines[0], moves=record.lines[0].moves[:moves]),), result=None
        )
        while (actor := end(cut).actor) < 0:
            moves += 1
            cut = msgspec.structs.replace(
                record,
                lines=(msgspec.structs.replace(record.lines[0], moves=record.lines[0].moves[:moves]),),
                result=None,
            )
        guilty = 1 - actor
        returns = lost_by(guilty, 2)
    forge(file, moves, ending, returns, guilty)
    status, said = verified(file, capsys)
    assert status == 1 and f"game 1: {field}: stored " in said, said


def test_game_that_went_on_after_a_verdict_is_reported(
    played: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = played()
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE matches SET plan = json_set(plan, '$.adjudication', json('{\"longest\": 3}'))")
    status, said = verified(file, capsys)
    assert status == 1 and 'ending: stored "normal", expected adjudicated after 3 decisions' in said, said


def test_schedule_is_made_once_for_each_match(
    played: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, made = played(blocks=4), list[Plan]()

    class Counted(Schedule):
        def __init__(self, plan: Plan) -> None:
            made.append(plan)
            super().__init__(plan)

    monkeypatch.setattr(audit, "Schedule", Counted)
    assert verified(file, capsys)[0] == 0
    assert len(made) == 1, "by the comparison of the rows; that of the records gets the one of verify"


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
def test_impossible_circumstances_are_reported(
    change: str, field: str, played: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file, moves = played(), 8
    with Archive(file, read_only=True) as archive:
        record = files.decoded(archive.record(1, 0, 1))

    def actor() -> int:
        line = msgspec.structs.replace(record.lines[0], moves=record.lines[0].moves[:moves])
        return end(msgspec.structs.replace(record, lines=(line,), result=None)).actor

    while actor() != 0:
        moves += 1
    forge(file, moves, "illegal", lost_by(0, 2), 0)
    assert verified(file, capsys)[0] == 0, "a lost game that fits its moves"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(f"UPDATE games SET {change} WHERE number = 0")
    status, said = verified(file, capsys)
    assert status == 1 and f"game 1: {field}: stored " in said, said


@pytest.mark.parametrize("tag", ["match", "game", "block"])
def test_tag_of_another_game_is_reported(
    tag: str, played: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = played()
    with closing(sqlite3.connect(file)) as db, db:
        ((data,),) = db.execute("SELECT data FROM records WHERE number = 0")
        record = files.decoded(data)
        record = msgspec.structs.replace(record, tags=record.tags | {tag: "77"})
        db.execute("UPDATE records SET data = ? WHERE number = 0", [files.encoded(record)])
    status, said = verified(file, capsys)
    assert status == 1 and f'game 1: record.tags.{tag}: stored "77"' in said, said


def test_bots_from_files_think_again_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "physical_mb", lambda: 6_000)
    given: list[int] = []

    class Stopped(Exception):
        pass

    def replay(record: Record, players: list[BotProcess]) -> None:
        given.append(players[0].memory_mb)
        raise Stopped

    monkeypatch.setattr(verify, "_Replay", replay)
    monkeypatch.setattr(trust, "source", lambda *_: None)
    for bot, asked in (("mine.py:Bot", 2048), ("mine.py:Bot", 10**6), ("mine.py:Bot", 300), ("greedy", 300)):
        record = Record(spec="herd(size=2)", seats=(Seat(player=bot), Seat(player="random")))
        with Players(verify.MEMORY_MB) as players, pytest.raises(Stopped):
            verify.think_again(record, players, asked)
    assert given == [1_500, 1_500, 300, verify.MEMORY_MB]
