"""Read changed records, single simulations, settings and autosaves.
Each is read, or refused with one line of the expected kind.

python -m tests.attacks.files.records [--seed N] [--count M] [--number K]   (K: only that one)
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
from tests.attacks.files.mutations import bytes_changed, changed
from workbench import settings
from workbench.records import files, replay
from workbench.records.files import BadRecord
from workbench.storage import autosave, traces
from workbench.storage.session_records import record_of, session_of
from workbench.storage.stored_game import StoredGame

SECONDS = 2.0  # of the processor, for one file
RECORDS = Path(__file__).parents[2] / "data" / "records"


def seeds() -> list[str]:
    """Return the JSON of records of every game."""
    found = [gzip.decompress(file.read_bytes()).decode() for file in sorted(RECORDS.glob("*.herbarium"))]
    return [text for text in found if len(text) < 60_000]


def settings_seed() -> str:
    full = settings.Settings(
        last_spec="herd", last_seats=("person", "mcts"), turns={"herd": (1, True)}, keys={"new": ("Ctrl+N",)}
    )
    return msgspec.json.encode(full).decode()


def packed(plain: bytes, chance: Random) -> bytes:
    if chance.random() < 0.05:
        return bytes_changed(gzip.compress(plain, 1, mtime=0), chance)
    squeeze = zlib.compressobj(1, wbits=31)
    return squeeze.compress(plain) + squeeze.flush()


class Attacks:
    """All attacks of a seed, in a separate folder."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed, self.folder, self.home = seed, folder, folder / "home"
        self.records, self.settings = seeds(), settings_seed()
        self.traces = msgspec.json.encode({"format": "herbarium traces", "version": 1, "decisions": {"0" * 16: [
            {"number": 1, "world": "x", "steps": [["decision", 0, "c3", 0.5, 1, 1, [0.1, -0.1], [0.2, -0.2]]],
            "text": "x", "kind": "end",
             "value": [0.1, -0.1], "static": [0.1, -0.1], "terms": [["a", 1.0, 0.5]], "told": {"x": [0.5]}}
        ]}}).decode()  # fmt: skip
        (folder / "autosave").mkdir()

    def run(self, number: int) -> str:
        """Run one of them: a record, its traces, the settings, and now and then an autosave.
        Return what happened to the record."""
        chance = Random(f"{self.seed} {number}")
        data = packed(changed(chance.choice(self.records), chance), chance)
        outcome = self.expect(lambda: self.record(data), data)
        if number % 4 == 0:
            simulations = packed(changed(self.traces, chance), chance)
            self.expect(lambda: traces.decoded(simulations), simulations)
        (self.home / settings.FILE).write_bytes(written := changed(self.settings, chance))
        began = process_time()
        found, line = settings.load()
        if not isinstance(found, settings.Settings) or len(line.splitlines()) > 1 or process_time() - began > SECONDS:
            raise AssertionError(f"settings: {line!r}, {process_time() - began:.1f} s for {written[:200]!r}")
        msgspec.json.encode(found)
        for file in self.home.glob("*.damaged"):
            file.unlink()
        if number % 200 == 0:
            self.autosave(data)
        return outcome

    def record(self, data: bytes) -> None:
        record = files.decoded(data)
        replay.check(record_of(session_of(record)))
        files.decoded(files.encoded(record))

    def expect(self, read: Callable[[], object], data: bytes) -> str:
        """Return whether data is read or refused. AssertionError if it is neither within the time."""
        began, outcome = process_time(), "read"
        try:
            read()
        except BadRecord as error:
            outcome = "refused with one line"
            if len(str(error).splitlines()) != 1 or len(str(error)) > 1_000:
                raise AssertionError(f"not one short line: {str(error)!r}") from None
        took = process_time() - began
        if took > SECONDS and len(data) < 2**20:
            raise AssertionError(f"{took:.1f} s for {len(data)} bytes")
        return outcome

    def autosave(self, data: bytes) -> None:
        folder = self.folder / "autosave"
        file = folder / f"left{files.SUFFIX}"
        file.write_bytes(data)
        for left in autosave.left_behind(folder):
            try:
                StoredGame.recovered(left).discard()
            except BadRecord:
                left.discard()
        for rest in folder.iterdir():
            rest.unlink()


def main(arguments: Sequence[str] | None = None) -> int:
    return numbered.attack("records", __doc__, lambda seed, folder: Attacks(seed, folder).run, arguments)


if __name__ == "__main__":
    sys.exit(main())
