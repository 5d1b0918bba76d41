"""Tests of decoding typed data on several threads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import deep
from workbench.game.session import Session
from workbench.records import files
from workbench.storage.session_records import record_of

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
