"""Tests that damaged, foreign and altered record files give one-line errors and are never modified."""

from __future__ import annotations

import gzip
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fastcore
from bots.report import Candidate, Report
from tests.conftest import deep
from tests.records.test_records import DATA, random_session
from workbench.records import files, replay
from workbench.records.files import RecordError
from workbench.records.schema import FORMAT, VERSION
from workbench.storage.session_records import record_of, session_of
from workbench.system import limits, saving

VALUES: list[Any] = [None, True, -1, 10**30, 1.5, -0.0, 1e308, "", "x", "\x00", [], [[]], {}, {"x": 1}]


def compress_json(plain: Any) -> bytes:
    return gzip.compress(json.dumps(plain).encode(), 1, mtime=0)


def sample_json(game_id: str) -> Any:
    """Return the JSON of a record with every kind of content."""
    session = random_session(game_id, 5, 40)
    value = (0.25,) * len(session.seats)
    session.document.go_to(0)
    while session.waits_for == "chance":
        session.draw_chance()
    move = session.state.move_text(session.state.moves()[0])
    report = Report(move, (Candidate(move, 7, value, 0, 0, (move,)),), 7, beliefs={"a": {"b": 0.5}})
    session.play(move, [Report(move, simulations=1), report], 1.5)
    session.document.annotations.add_analysis(session.here, [report])
    session.document.annotations.set_tag("event", "x")
    return json.loads(gzip.decompress(files.encode_record(record_of(session))))


def iter_places(plain: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in a JSON value, once with each of its keys or indices."""
    pending = [plain]
    while pending:
        container = pending.pop()
        for key in container if isinstance(container, dict) else range(len(container)):
            yield container, key
            if isinstance(container[key], dict | list):
                pending.append(container[key])


def opens_or_fails_cleanly(file: Path) -> bool:
    """Return whether a file opens and replays. If not, check that the error has one line."""
    before = file.read_bytes(), file.stat().st_mtime_ns
    try:
        record = files.read(file)
        session = session_of(record)
        replay.check(record_of(session))
        return True
    except RecordError as error:
        line = str(error)
        assert error.field and error.reason and line.endswith(f"{error.field}: {error.reason}")
        assert len(line.splitlines()) == 1 and len(line) < 600 + len(str(file)), line
        assert not error.file or line.startswith(str(file))
        return False
    finally:
        assert (file.read_bytes(), file.stat().st_mtime_ns) == before


def test_truncated_and_flipped_bytes_fail_cleanly(game_id: str, tmp_path: Path) -> None:
    rng, file = random.Random(1), tmp_path / f"damaged{files.SUFFIX}"
    intact = compress_json(sample_json(game_id))
    file.write_bytes(intact)
    assert opens_or_fails_cleanly(file)
    refused = 0
    for number in range(deep(15, 250)):
        data = bytearray(intact)
        if number % 2:
            data = data[: rng.randrange(len(data))]
        else:
            for _ in range(rng.choice([1, 1, 5])):
                data[rng.randrange(10, len(data))] ^= 1 << rng.randrange(8)
        file.write_bytes(data)
        refused += not opens_or_fails_cleanly(file)
    assert refused >= deep(15, 250) - 5


def test_altered_json_values_fail_cleanly(game_id: str, tmp_path: Path) -> None:
    rng, file = random.Random(2), tmp_path / f"altered{files.SUFFIX}"
    text, refused = json.dumps(sample_json(game_id)), 0
    for number in range(deep(40, 250)):
        plain = json.loads(text)
        for _ in range(rng.choice([1, 1, 1, 3])):
            container, key = rng.choice(list(iter_places(plain)))
            source, source_key = rng.choice(list(iter_places(plain)))
            if number % 4 == 0:
                del container[key]
            elif number % 4 == 1:
                container[key] = json.loads(json.dumps(rng.choice(VALUES)))
            elif number % 4 == 2 and isinstance(container, dict):
                container[rng.choice(["", "x", "move", "lines", "moves"])] = rng.choice(VALUES)
            else:
                container[key] = json.loads(json.dumps(source[source_key]))
        file.write_bytes(compress_json(plain))
        refused += not opens_or_fails_cleanly(file)
    assert refused > deep(15, 100)


def test_foreign_files_are_refused_with_reason(tmp_path: Path) -> None:
    file = tmp_path / f"foreign{files.SUFFIX}"
    deep_lists = b"[" * 10_000 + b"]" * 10_000
    template = '{"format": "%s", "version": %s, "record": {"spec": "x"%s}}'
    cases = [
        (b"", "file", "it is empty"),
        (b"PK\x03\x04", "file", "this is neither a record nor an archive"),
        (gzip.compress(b""), "file", "its JSON is damaged"),
        (gzip.compress(b"\xff\xfe"), "file", "its JSON is damaged"),
        (gzip.compress(deep_lists), "file", "nested too deeply"),
        (
            gzip.compress(b'{"format":"%s","version":2,"record":' % FORMAT.encode() + deep_lists + b"}"),
            "file",
            "nested too deeply",
        ),
        (gzip.compress(b"[]"), "format", f"this is not a {FORMAT}"),
        (gzip.compress((template % ("other", 2, "")).encode()), "format", f"this is not a {FORMAT}"),
        (
            gzip.compress((template % (FORMAT, VERSION + 1, "")).encode()),
            "version",
            f"{VERSION + 1} is newer than {VERSION}, the newest version",
        ),
        (gzip.compress((template % (FORMAT, 0, "")).encode()), "version", "is not a version"),
        (gzip.compress((template % (FORMAT, "true", "")).encode()), "version", "is not a version"),
        (gzip.compress((template % (FORMAT, VERSION, ', "hello": 1')).encode()), "file", "unknown field"),
        (gzip.compress((template % (FORMAT, VERSION, ', "seed": -1')).encode()), "seed", ">= 0"),
        (gzip.compress((template % (FORMAT, VERSION, "")).encode()), "spec", "no game 'x'"),
    ]
    for data, field, reason in cases:
        file.write_bytes(data)
        assert not opens_or_fails_cleanly(file), data[:60]
        with pytest.raises(RecordError) as error:
            session_of(files.read(file))
        assert error.value.field == field and reason in error.value.reason, str(error.value)


def test_many_variations_and_long_comments_are_read(tmp_path: Path) -> None:
    """Covers thousands of nested variations, and a comment of one megabyte."""
    game = next(game for game in fastcore.games() if not fastcore.info(game).has.chance)
    plain = sample_json(game)
    record = plain["record"]
    moves = record["lines"][0]["moves"]
    record["lines"] = [{"moves": moves[:1]}] + [
        {"of": n, "at": n + 1, "moves": [moves[n + 1]]} for n in range(len(moves) - 1)
    ]
    record["comment"] = "x" * 2**20
    record.pop("here", None)
    record.pop("result", None)
    file = tmp_path / f"lines{files.SUFFIX}"
    file.write_bytes(compress_json(plain))
    assert opens_or_fails_cleanly(file)
    record["lines"] = [{"moves": moves[:1]}] + [{"of": n, "at": 1, "moves": []} for n in range(limits.LINES - 1)]
    file.write_bytes(compress_json(plain))
    assert opens_or_fails_cleanly(file)


def test_damaged_older_version_fails_cleanly(tmp_path: Path) -> None:
    rng, file = random.Random(3), tmp_path / f"older{files.SUFFIX}"
    text = gzip.decompress((DATA / "version1.herbarium").read_bytes())
    for _ in range(deep(40, 500)):
        plain = json.loads(text)
        container, key = rng.choice(list(iter_places(plain)))
        container[key] = rng.choice(VALUES)
        file.write_bytes(compress_json(plain))
        opens_or_fails_cleanly(file)


def test_unreadable_and_unwritable_files_raise_errors(tmp_path: Path) -> None:
    folder = tmp_path / f"folder{files.SUFFIX}"
    folder.mkdir()
    for file in (folder, tmp_path / "nowhere", tmp_path / "\x00"):
        with pytest.raises(RecordError, match="this file cannot be read"):
            files.read(file)
    record = record_of(random_session(fastcore.games()[0], 1, 5))
    existing = tmp_path / "kept"
    existing.write_bytes(b"before")
    for file in (folder, existing / "below"):
        with pytest.raises(saving.WriteError) as error:
            files.write(file, record)
        assert len(str(error.value).splitlines()) == 1
    assert existing.read_bytes() == b"before" and sorted(path.name for path in tmp_path.iterdir()) == [
        folder.name,
        "kept",
    ]
    files.write(existing, record)
    assert files.read(existing) == record
    if os.name != "nt":
        os.chmod(existing, 0o640)
        files.write(existing, record)
        assert existing.stat().st_mode & 0o777 == 0o640
