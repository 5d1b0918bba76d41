"""Read changed records, simulation traces, settings and autosaves.

The program must read each file, or refuse it with an error of an expected type and one line.

python -m tests.attacks.files.records [--seed N] [--count M] [--number K]   (K: only the case with this number)
"""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import process_time

import msgspec

from tests.attacks.files import numbered
from tests.attacks.files.mutations import change_bytes, change_json
from workbench import settings
from workbench.records import files, replay
from workbench.records.files import RecordError
from workbench.storage import autosave, traces
from workbench.storage.session_records import record_of, session_of
from workbench.storage.stored_game import StoredGame

SECONDS = 2.0  # processor time for one file
RECORDS = Path(__file__).parents[2] / "data" / "records"


def sample_records() -> list[str]:
    """Return records of every game as JSON."""
    texts = [gzip.decompress(file.read_bytes()).decode() for file in sorted(RECORDS.glob("*.herbarium"))]
    return [text for text in texts if len(text) < 60_000]


def sample_settings() -> str:
    custom = settings.Settings(
        last_spec="herd", last_seats=("person", "mcts"), turns={"herd": (1, True)}, keys={"new": ("Ctrl+N",)}
    )
    return msgspec.json.encode(custom).decode()


def compress(data: bytes, chance: Random) -> bytes:
    if chance.random() < 0.05:
        return change_bytes(gzip.compress(data, 1, mtime=0), chance)
    compressor = zlib.compressobj(1, wbits=31)
    return compressor.compress(data) + compressor.flush()


class Attacks:
    """All attacks with one seed, in a separate folder."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed, self.folder, self.home = seed, folder, folder / "home"
        self.records, self.settings = sample_records(), sample_settings()
        self.traces = msgspec.json.encode({"format": "herbarium traces", "version": 1, "decisions": {"0" * 16: [
            {"number": 1, "world": "x", "steps": [["decision", 0, "c3", 0.5, 1, 1, [0.1, -0.1], [0.2, -0.2]]],
            "text": "x", "kind": "end",
             "value": [0.1, -0.1], "static": [0.1, -0.1], "terms": [["a", 1.0, 0.5]], "told": {"x": [0.5]}}
        ]}}).decode()  # fmt: skip
        (folder / "autosave").mkdir()

    def run(self, number: int) -> str:
        """Run one attack on a record, its traces, the settings and sometimes an autosave.

        Return "read" or "refused with one line" for the record. Raise AssertionError for a finding.
        """
        chance = Random(f"{self.seed} {number}")
        data = compress(change_json(chance.choice(self.records), chance), chance)
        outcome = self.expect(lambda: self.record(data), data)
        if number % 4 == 0:
            simulations = compress(change_json(self.traces, chance), chance)
            self.expect(lambda: traces.decode(simulations), simulations)
        (self.home / settings.FILE).write_bytes(written := change_json(self.settings, chance))
        start = process_time()
        loaded, message = settings.load()
        if (
            not isinstance(loaded, settings.Settings)
            or len(message.splitlines()) > 1
            or process_time() - start > SECONDS
        ):
            raise AssertionError(f"settings: {message!r}, {process_time() - start:.1f} s for {written[:200]!r}")
        msgspec.json.encode(loaded)
        for file in self.home.glob("*.damaged"):
            file.unlink()
        if number % 200 == 0:
            self.autosave(data)
        return outcome

    def record(self, data: bytes) -> None:
        record = files.decode_record(data)
        replay.check(record_of(session_of(record)))
        files.decode_record(files.encode_record(record))

    def expect(self, read: Callable[[], object], data: bytes) -> str:
        """Read data and return "read" or "refused with one line".

        Raise AssertionError if the error has several lines or the call takes too long.
        """
        start, outcome = process_time(), "read"
        try:
            read()
        except RecordError as error:
            outcome = "refused with one line"
            if len(str(error).splitlines()) != 1 or len(str(error)) > 1_000:
                raise AssertionError(f"not one short line: {str(error)!r}") from None
        duration = process_time() - start
        if duration > SECONDS and len(data) < 2**20:
            raise AssertionError(f"{duration:.1f} s for {len(data)} bytes")
        return outcome

    def autosave(self, data: bytes) -> None:
        folder = self.folder / "autosave"
        file = folder / f"left{files.SUFFIX}"
        file.write_bytes(data)
        for left in autosave.find_abandoned(folder):
            try:
                StoredGame.recover(left).discard()
            except RecordError:
                left.discard()
        for remaining in folder.iterdir():
            remaining.unlink()


def main(arguments: Sequence[str] | None = None) -> int:
    return numbered.run_cases("records", __doc__, lambda seed, folder: Attacks(seed, folder).run, arguments)


if __name__ == "__main__":
    sys.exit(main())
