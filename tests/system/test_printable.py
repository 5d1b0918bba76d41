"""Tests of untrusted text in the terminal and in files, and of private details in exports."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import msgspec
import pytest

import fastcore
from bots.report import Limit
from tests.records.test_records import random_session
from workbench import cli
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.exporting import export_match, exported_records
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import PlayedGame, task_of
from workbench.records import files
from workbench.records.schema import Record, Result, Seat
from workbench.records.sharing import bot_name, reason_for_others
from workbench.storage import library
from workbench.storage.one_seat import seat_record
from workbench.storage.session_records import record_of, session_of
from workbench.system.printable import Printer, printable

EVIL = "a\x1b]0;owned\x07b\x9b31mc\u202edc\u2066e\rf\x00g\x7fh"
ACTIVE = set("\x1b\x07\x9b\u202e\u2066\r\x00\x7f")
FOLDER = "/home/somebody/secret folder/"


def evil_record() -> Record:
    record = record_of(random_session(fastcore.games()[0], 1, 8))
    lines = list(record.lines)
    moves = [msgspec.structs.replace(move, comment=EVIL) for move in lines[0].moves]
    lines[0] = msgspec.structs.replace(lines[0], moves=tuple(moves))
    seats = tuple(Seat(player="person", name=EVIL) for _ in record.seats)
    tags = {"event": EVIL, "ev\x1b[31ment": "x"}
    return msgspec.structs.replace(
        record, lines=tuple(lines), seats=seats, tags=tags, comment=EVIL, program=EVIL, created=EVIL
    )


def test_every_control_character_is_written_as_an_escape() -> None:
    assert printable(EVIL) == "a\\u001b]0;owned\\u0007b\\u009b31mc\\u202edc\\u2066e\\u000df\\u0000g\\u007fh"
    assert printable("a\nb\tc") == "a\\u000ab\\u0009c" and printable("a\nb\tc", lines=True) == "a\nb\tc"
    assert printable("\ud800") == "\\ud800" and printable("Zoë – 石, ½ %") == "Zoë – 石, ½ %"
    for code in (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0xDFFF):
        assert chr(code) not in printable(f"x{chr(code)}y")


@pytest.mark.parametrize("verb", ["show", "text", "csv", "jsonl", "games", "json", "verify"])
def test_no_control_character_of_a_record_reaches_the_terminal(
    verb: str, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = evil_record()
    file = tmp_path / "evil\x1b[31m.herbarium"
    files.write(file, record)
    library.Library().save(msgspec.structs.replace(record, created="2025-01-01T00:00:00+00:00"))
    commands = {
        "show": ["show", str(file)],
        "json": ["show", str(file), "--json"],
        "games": ["games"],
        "verify": ["verify", str(file), "--rules-only"],
        **{form: ["export", str(file), "--to", form] for form in ("text", "csv", "jsonl")},
    }
    assert cli.run(commands[verb]) == 0
    out, err = capsys.readouterr()
    assert out and not ACTIVE & set(out + err)
    if verb == "json":
        assert json.loads(out)["comment"] == EVIL
    if verb in ("text", "csv", "jsonl"):
        assert cli.run([*commands[verb], "--output", str(tmp_path / "out")]) == 0
        assert not ACTIVE & set((tmp_path / "out").read_text(encoding="utf-8"))


def test_printer_escapes_and_counts_its_input() -> None:
    stream = StringIO()
    assert Printer(stream).write("a\x1b\n") == 3 and stream.getvalue() == "a\\u001b\n"


def test_no_control_character_of_a_name_reaches_an_error_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        ["show", f"{tmp_path}/no\x1b[31m"],
        ["export", f"{EVIL.replace(chr(0), '')} x"],
        ["play", "x\x1b[31m"],
    ):
        assert cli.run(arguments) == 2
        err = capsys.readouterr().err
        assert err and not ACTIVE & set(err) and len(err.splitlines()) == 1


def test_bots_are_named_without_folders() -> None:
    assert bot_name(f"{FOLDER}mine.py:Mine(option=1)") == "mine.py:Mine(option=1)"
    assert bot_name("C:\\Users\\me\\mine.py:Mine") == "mine.py:Mine" and bot_name("./mine.py:Mine") == "mine.py:Mine"
    assert (
        bot_name("/a.py:b/c (d)/mine.py:Mine") == "mine.py:Mine"
        and bot_name("mcts(simulations=10)") == "mcts(simulations=10)"
    )
    crashed = f"it ended with status 1: {FOLDER}mine.py, line 3"
    assert (
        reason_for_others("herd", "crash", crashed, [f"{FOLDER}mine.py:Mine"])
        == "it ended with status 1: mine.py, line 3"
    )


def test_record_of_one_seat_reveals_no_folder_and_no_card() -> None:
    session = random_session("herbalism", 1, 60)
    record = record_of(session)
    returns = (-1.0, *[1 / (len(record.seats) - 1)] * (len(record.seats) - 1))
    result = Result(ending="illegal", returns=returns, guilty=0, reason="seat 2 holds no red card, but g b b")
    seats = (Seat(player=f"{FOLDER}mine.py:Mine", version="sha256 0123"), *record.seats[1:])
    exported = seat_record(session_of(msgspec.structs.replace(record, seats=seats, result=result, here=None)), 2)
    text = msgspec.json.encode(exported).decode()
    assert FOLDER not in text and "red card" not in text
    assert (
        exported.result is not None
        and exported.result.ending == "illegal"
        and exported.seats[0].player == "mine.py:Mine"
    )
    assert exported.seats[0].version == "sha256 0123"


def test_export_of_a_match_reveals_no_folder_and_no_card(tmp_path: Path) -> None:
    bots = (f"{FOLDER}mine.py:Mine", "greedy")
    plan = Plan(spec="herbalism", bots=bots, blocks=1, seed=1, salt="0" * 32, limit=Limit(simulations=1))
    with Archive(tmp_path / "own.matches", create=True) as archive:
        match, schedule = archive.add_match(plan), Schedule(plan)
        task = task_of(plan, schedule, match.id, 0, 1)
        reason = f"{FOLDER}mine.py chose '3:r': seat 3 holds no red card"
        result = Result(ending="illegal", returns=(-1.0, 0.5, 0.5), guilty=0, reason=reason)
        record = Record(
            spec=plan.spec,
            seed=task.seed,
            salt=task.salt,
            seats=tuple(Seat(player=bot) for bot in task.bots),
            limit=plan.limit,
            result=result,
        )
        archive.add(
            PlayedGame(
                match=match.id, number=0, attempt=1, ending="illegal", guilty=0, reason=reason, fault="illegal",
                returns=result.returns,
                points=(), turns=0, decisions=0, seconds=(0.0, 0.0, 0.0), overrun=0.0, took=0.0, line=0,
                versions=("", "", ""),
                record=files.encode_record(record),
            ), schedule,
        )  # fmt: skip
        texts = {to: export_match(archive, match, to).decode() for to in ("csv", "jsonl", "html", "text")}
        texts["record"] = "".join(
            msgspec.json.encode(files.decode_record(data)).decode() for _, data in exported_records(archive, match)
        )
    for to, text in texts.items():
        assert "somebody" not in text and "red card" not in text, to
        assert "mine.py:Mine" in text, to
