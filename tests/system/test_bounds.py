"""Tests that texts, lists and files beyond their bounds are refused quickly, in one line with place and bound."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

import fastcore
import fastcore.text.limits
from bots import report
from fastcore import BadPosition, Conflict, IllegalMove, Viewpoint
from tests.records.test_records import random_session
from workbench import cli, settings
from workbench.matches.planning import openings
from workbench.matches.planning.plan import Plan, PlanError, Schedule
from workbench.positions import lists, pasting
from workbench.records import files, replay
from workbench.records.files import RecordError
from workbench.records.schema import FORMAT, VERSION
from workbench.storage import autosave, library, traces
from workbench.storage.importing import MoveListError, record_from
from workbench.storage.session_records import record_of
from workbench.system import bounded, limits

DOCS = Path(__file__).parents[2] / "docs"
LONG = 20.0  # seconds, a generous limit, because an unbounded attack takes minutes


def pack_record(record: dict[str, Any]) -> bytes:
    return gzip.compress(json.dumps({"format": FORMAT, "version": VERSION, "record": record}).encode(), 6, mtime=0)


HAND = "herbalism rb {}/rg/- 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"


def test_overlong_hand_is_refused_quickly() -> None:
    start = perf_counter()
    for letters in ("b" * 15, "b" * 500, "b" * 4_000, "rygb" * 100, "r" * 10**6):
        with pytest.raises(BadPosition, match=r"(hands: seat 1's hand|position: it has)"):
            fastcore.parse(HAND.format(letters))
        with pytest.raises(BadPosition):
            Viewpoint.parse(HAND.format(letters), 0)
        assert fastcore.problems(HAND.format(letters))
    assert perf_counter() - start < LONG


@pytest.mark.parametrize("name", fastcore.games())
def test_core_refuses_long_texts(name: str) -> None:
    start, state = perf_counter(), fastcore.start(name)
    for text in ("x" * 10**6, "9/" * 500_000, "rb" * 10**5):
        with pytest.raises(BadPosition, match="has at most"):
            fastcore.parse(f"{name} {text}")
        with pytest.raises(BadPosition, match="has at most"):
            fastcore.start(f"{name}({text})")
        with pytest.raises(BadPosition, match="has at most"):
            Viewpoint(name, 0, text)
        assert "has at most" in fastcore.problems(f"{name} {text}")[0].reason
        for refused in (state.play, state.parse_move, state.viewpoint(0).parse_move):
            with pytest.raises(IllegalMove, match="a move has at most 1,000"):
                refused(text)
        assert "has at most" in state.why_not(text) and "has at most" in state.viewpoint(0).why_not(text)
        for method in ("observe", "suppose"):
            with pytest.raises(Conflict, match="has at most"):
                getattr(state.viewpoint(0), method)(text)
    with pytest.raises(Conflict, match="too many facts"):
        fastcore.start("herbalism").viewpoint(0).suppose(*["2:r>=0"] * (fastcore.text.limits.MAX_FACTS + 1))
    assert perf_counter() - start < LONG


MOVE = {"move": "x"}
BEYOND_BOUNDS: dict[str, tuple[dict[str, Any], str]] = {
    "facts": ({"spec": "herbalism", "follows": 0, "facts": ["2:r>=0"] * 20_000}, "facts"),
    "fact": ({"spec": "herbalism", "follows": 0, "facts": ["2" * 200]}, "facts[0]"),
    "comment": ({"spec": "herd", "comment": "x" * (limits.COMMENT + 1)}, "comment"),
    "name": ({"spec": "herd", "seats": [{"player": "person", "name": "x" * 201}]}, "seats[0].name"),
    "bot": ({"spec": "herd", "seats": [{"player": "x" * 5_001}]}, "seats[0].player"),
    "seats": ({"spec": "herd", "seats": [{"player": "person"}] * 17}, "seats"),
    "tags": ({"spec": "herd", "tags": {str(n): "" for n in range(101)}}, "tags"),
    "tag": ({"spec": "herd", "tags": {"x": "x" * 5_001}}, "tags[...]"),
    "lines": ({"spec": "herd", "lines": [{}] * 2_001}, "lines"),
    "moves of a line": ({"spec": "herd", "lines": [{"moves": [MOVE] * 10_001}]}, "lines[0].moves"),
    "moves of all lines": ({"spec": "herd", "lines": [{"moves": [MOVE] * 6_000}] * 2}, "lines"),
    "move": ({"spec": "herd", "lines": [{"moves": [{"move": "x" * 2_000}]}]}, "lines[0].moves[0].move"),
    "reports": ({"spec": "herd", "lines": [{"moves": [MOVE | {"reports": [MOVE] * 1_001}]}]},
    "lines[0].moves[0].reports"),
    "candidates": ({"spec": "herd", "analysed": [MOVE | {"candidates": [{"move": "x", "visits": 0, "value": [],
    "spread": 0, "prior": 0, "line": []}] * 4_001}]}, "analysed[0].candidates"),
    "position": ({"spec": "herd", "position": "x" * 10_001}, "position"),
    "spec": ({"spec": "x" * 201}, "spec"),
    "reason": ({"spec": "herd", "result": {"ending": "normal", "returns": [], "reason": "x" * 10_001}},
    "result.reason"),
    "forms": ({"spec": "herd", "notes": [{"seat": 0, "forms": {str(n): {} for n in range(101)}}]}, "notes[0].forms"),
}  # fmt: skip


@pytest.mark.parametrize("field_name", BEYOND_BOUNDS)
def test_out_of_bounds_record_error_names_the_field(field_name: str) -> None:
    record, field = BEYOND_BOUNDS[field_name]
    start = perf_counter()
    with pytest.raises(RecordError) as refused:
        replay.check(files.decode_record(pack_record(record)))
    assert refused.value.field == field and re.search("length <= [0-9]+|at most [0-9,]+", refused.value.reason), str(
        refused.value
    )
    assert perf_counter() - start < LONG


def test_game_beyond_a_bound_does_not_overwrite_its_file(tmp_path: Path) -> None:
    import msgspec

    from workbench.system import saving

    file, record = tmp_path / f"kept{files.SUFFIX}", record_of(random_session("herd", 1, 5))
    files.write(file, record)
    before = file.read_bytes()
    with pytest.raises(saving.WriteError, match="comment: expected `str` of length"):
        files.write(file, msgspec.structs.replace(record, comment="x" * (limits.COMMENT + 1)))
    assert file.read_bytes() == before


HEAD = f'{{"format":"{FORMAT}","version":{VERSION},"record":'.encode()
BOMBS: dict[str, Callable[[], bytes]] = {
    "ratio": lambda: gzip.compress(b"0" * 100 * 2**20),
    "members": lambda: gzip.compress(b"[]") * 20_000,
    "trailing": lambda: gzip.compress(b"[]") + b"\0" * 10**5,
    "cut": lambda: gzip.compress(b"0" * 100 * 2**20)[:-100],
    "open lists": lambda: gzip.compress(b"[" * 10**7),
    "deep lists": lambda: gzip.compress(HEAD + b"[" * 10**5 + b"]" * 10**5 + b"}"),
    "deep objects": lambda: gzip.compress(HEAD + b'{"a":' * 10**5 + b"1" + b"}" * 10**5 + b"}"),
    "brackets in texts": lambda: gzip.compress(HEAD + (b'"]", ' + b"[") * 10**5),
    "many lists": lambda: gzip.compress(HEAD + b'{"spec":"herd","lines":[' + b"{}," * 2_000_000 + b"{}]}}"),
    "quotes": lambda: gzip.compress(HEAD + b'"\\"' * 10**6),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_decompression_bomb_is_refused_quickly(bomb: str, tmp_path: Path) -> None:
    data = BOMBS[bomb]()
    assert len(data) < 2**20
    start, file = perf_counter(), tmp_path / f"bomb{files.SUFFIX}"
    file.write_bytes(data)
    with pytest.raises(RecordError) as refused:
        files.read(file)
    assert len(str(refused.value).splitlines()) == 1
    file.with_suffix(traces.SUFFIX).write_bytes(data)
    with pytest.raises(RecordError):
        traces.read(file)
    assert perf_counter() - start < LONG


def create_special_files(folder: Path) -> list[Path]:
    paths = []
    for suffix in (files.SUFFIX, traces.SUFFIX, lists.SUFFIX, ".matches", ".json", ".txt"):
        pipe, zero, directory = (folder / f"{name}{suffix}" for name in ("pipe", "zero", "folder"))
        os.mkfifo(pipe)
        zero.symlink_to("/dev/zero")
        directory.mkdir()
        paths += [pipe, zero, directory]
    return paths


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes need POSIX")
def test_pipe_device_or_folder_is_never_read(tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = perf_counter()
    for file in create_special_files(tmp_path):
        for command in (
            ["show"],
            ["export"],
            ["verify"],
            ["play"],
            ["analyse"],
            ["review"],
            ["edit", "--text"],
            ["match", "herd", "--bots", "random,random", "--openings"],
        ):
            if command[0] == "edit" and file.is_dir():
                continue  # this command takes the name of a folder as a position text
            status = cli.run([*command, str(file)])
            out, err = capsys.readouterr()
            assert status == 2 and len(err.splitlines()) == 1 and "Traceback" not in out, (command, file, out, err)
    for folder in (library.Library().folder, autosave.autosave_folder()):
        folder.mkdir(parents=True)
        create_special_files(folder)
    for name in (settings.FILE, "recent.json"):
        os.mkfifo(home / name)
    assert cli.run(["games"]) == 0 and cli.run(["games", "--recent"]) == 0
    assert "damaged" in capsys.readouterr().out
    assert [abandoned.record for abandoned in autosave.find_abandoned()] == [None] * 3
    assert settings.load()[0] == settings.Settings() and "pipe" in settings.load()[1]
    assert perf_counter() - start < 3 * LONG


def test_long_texts_are_refused_with_line_and_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    start = perf_counter()
    with pytest.raises(MoveListError, match="the maximum is 4,194,304"):
        record_from("herd\n" + "6-5 c3 " * 10**6)
    monkeypatch.setattr(limits, "MOVES", 3)
    with pytest.raises(MoveListError, match=r"line 2, column [0-9]+: a list has at most 3 moves"):
        record_from("herd\n" + " ".join(move.move for move in record_of(random_session("herd", 1, 9)).lines[0].moves))
    monkeypatch.setattr("sys.stdin", io.StringIO("6-5 c3 " * 3 * 10**6))
    assert cli.run(["export", "-", "--spec", "herd"]) == 2
    with pytest.raises(lists.PositionListError, match="line 3: the line has 10,001 characters"):
        lists.parse(f"herd\n\n{'x' * 10_001}\n", "")
    with pytest.raises(lists.PositionListError, match="line 10001: a list has at most 10,000 positions"):
        lists.parse("x\n" * 10_001, "herd")
    with pytest.raises(lists.PositionListError, match="the maximum is 4,194,304"):
        pasting.paste("x" * (limits.TEXT_FILE + 1), "herd")
    many = tmp_path / "many.txt"
    many.write_text("6-5\n" * 10_001)
    with pytest.raises(PlanError, match="line 10001: the list is too long"):
        openings.read(many, "herd")
    assert perf_counter() - start < LONG


def test_plan_with_too_many_games_is_refused_before_they_are_listed() -> None:
    start = perf_counter()
    with pytest.raises(PlanError, match="the maximum is 100,000"):
        Schedule(Plan(spec="herbalism(players=4)", bots=("random",) * 1_000))
    assert perf_counter() - start < LONG


def test_deeply_nested_settings_are_set_aside(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / settings.FILE).write_bytes(b'{"zoom":' + b"[" * 100_000 + b"]" * 100_000 + b"}")
    loaded, message = settings.load()
    assert loaded == settings.Settings() and "damaged" in message


def test_longest_games_are_within_the_bounds() -> None:
    """The largest record that the program writes for 10,000 decisions still opens."""
    import msgspec

    from bots.report import Candidate, Report
    from workbench.records.schema import Line, Move, Record
    from workbench.reports.pruning import prune

    wide = tuple(
        Candidate(f"a{n}-b{n}", 10**6 + n, (0.12345, -0.12345), 0.12345, 0.12345, ("a1-b2",) * 24) for n in range(12)
    )
    reports = prune([Report("a0-b0", wide, 10**6, 1.23456)])
    move = Move(move="a0-b0", seconds=1.2345, left=100.1234, reports=reports, comment="x" * 20)
    record = Record(spec="herd", lines=(Line(moves=(move,) * 1_000),))
    size = len(msgspec.json.encode(record))
    assert files.decode_record(files.encode_record(record)) == record and size * 10 < limits.RECORD_PLAIN


@pytest.mark.parametrize("seat", [None, 0])
def test_record_of_too_many_set_up_positions_is_refused(seat: int | None) -> None:
    """Without a bound, a few kB of set-up positions take ten seconds to replay."""
    from workbench.records.schema import Line, Move, Record, Seat
    from workbench.records.steps import set_up_step

    state = fastcore.start("herbs")
    move = Move(move=set_up_step(state.text() if seat is None else state.view(seat)))
    seats = (Seat(player="person"),) * state.seats

    def record(count: int) -> Record:
        return Record(spec="herbs", follows=seat, seats=seats, lines=(Line(moves=(move,) * count),))

    replay.check(files.decode_record(files.encode_record(record(limits.SET_UPS))))
    with pytest.raises(RecordError, match=r"lines: they set up 1,001 positions; a record sets up at most 1,000"):
        files.encode_record(record(limits.SET_UPS + 1))


def test_bounds_are_documented() -> None:
    text = (DOCS / "research" / "bounds.md").read_text(encoding="utf-8")
    table = text.partition("# Bounds")[2]
    for module in (limits, fastcore.text.limits):
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, int) and name != "MEGABYTE":
                assert f"`{name}`" in table and (f"{value:,}" in table or bounded.size(value) in table), name
    for name in ("MAX_BOT", "MAX_REPORTS", "MAX_LIST", "MAX_TEXT"):
        assert f"`{name}`" in table and f"{getattr(report, name):,}" in table, name


def test_tree_too_large_to_be_read_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from workbench.reports import tree_files
    from workbench.system import saving

    search = fastcore.Search(fastcore.start("forest").viewpoint(0))
    search.run(300)
    assert tree_files.write(tmp_path / "a.tree", search) and tree_files.read(tmp_path / "a.tree").simulations == 300
    monkeypatch.setattr(limits, "TREE_PLAIN", 1_000)
    with pytest.raises(saving.WriteError, match="Save only nodes with more visits"):
        tree_files.write(tmp_path / "b.tree", search)
    with pytest.raises(RecordError, match=r"it unpacks to more than .*, the maximum for such a file"):
        tree_files.read(tmp_path / "a.tree")
