"""Tests of decoding typed data on several threads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bots.report import Limit
from tests.conftest import deep
from workbench.game.session import Session
from workbench.protocol import messages
from workbench.records import files
from workbench.storage.session_records import record_of
from workbench.system import decoding

DECODE = """
import sys, threading
from pathlib import Path
from workbench.records import files
sys.setswitchinterval(1e-6)
plain, gate, read = Path(sys.argv[1]).read_bytes(), threading.Barrier(4), []
def decode():
    gate.wait()
    read.append(files.decode_record(plain))
threads = [threading.Thread(target=decode) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(read) == 4 and read.count(read[0]) == 4
"""


def test_first_records_can_be_decoded_on_several_threads(tmp_path: Path) -> None:
    """Without one order of the first uses of a type, most of these processes crash."""
    record = record_of(Session("herd(size=3)", ("person", "person"), 1))
    file = tmp_path / "plain.json"
    file.write_bytes(files.encode_record(record))
    for _ in range(deep(3, 20)):
        result = subprocess.run(
            [sys.executable, "-c", DECODE, str(file)], cwd=Path(__file__).parents[2], capture_output=True, check=False
        )
        assert result.returncode == 0, result.stderr.decode()


@pytest.mark.parametrize(
    ("line", "kind", "words", "place"),
    [
        ('{"move": 7}', messages.Decision, "move must be text, not a whole number", "move"),
        ("{}", messages.Decision, "the field move is missing", ""),
        ("[]", messages.Decision, "this must be an object, not a list", ""),
        ('{"seconds": "1"}', Limit, "seconds must be a number or null, not text", "seconds"),
        ('{"move": "a1"', messages.Decision, "the JSON ends too early", ""),
        ('{"move": a1}', messages.Decision, "the JSON is invalid: invalid character (byte 9)", ""),
        ('{"move": "%s"}' % ("x" * 2001), messages.Decision, "move must have at most 2,000 characters", "move"),
        (
            json.dumps({"move": "a1", "plan": ["a1"] * 4001}),
            messages.Decision,
            "plan must have at most 4,000 entries",
            "plan",
        ),
        (
            '{"move": "a1", "report": {"mixture": [["a1", 1, 2]]}}',
            messages.Decision,
            "report.mixture[0] must have 2 entries",
            "report.mixture[0]",
        ),
        (
            '{"move": "a1", "report": {"beliefs": {"%s": {}}}}' % ("x" * 201),
            messages.Decision,
            "a name in report.beliefs must have at most 200 characters",
            "",
        ),
        (
            '{"move": "a1", "report": {"seconds": 1e999}}',
            messages.Decision,
            "report.seconds is a number that is too large",
            "report.seconds",
        ),
        ('{"version": 1, "name": "a", "sessions": 0}', messages.Identity, "sessions must be at least 1", "sessions"),
        ('{"seconds": 61}', messages.Busy, "seconds must be at most 60", "seconds"),
        (
            '{"version": 1, "name": "a", "wants": ["all"]}',
            messages.Identity,
            "wants[0] has the unknown value 'all'",
            "wants[0]",
        ),
        (
            '{"name": "A", "type": "whole"}',
            messages.ProgramOption,
            "name must match the pattern '^[a-z][a-z0-9_]{0,39}$'",
            "name",
        ),
    ],
)
def test_invalid_data_is_explained_in_plain_words(line: str, kind: type, words: str, place: str) -> None:
    with pytest.raises(msgspec.MsgspecError) as refused:
        decoding.decode_json(line, kind)
    assert (decoding.in_plain_words(refused.value), decoding.place_of(refused.value)) == (words, place)
