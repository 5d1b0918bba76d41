"""Records as files: gzip over JSON, read strictly, written safely."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench import safely
from workbench.records import migrations
from workbench.records.schema import FORMAT, VERSION, Filed, Record, Seat

SUFFIX = ".herbarium"
MOST_BYTES = 256 * 2**20  # unpacked; no game is as long
_COMPRESSION = 6


class BadRecord(ValueError):
    """A record that cannot be opened: `file` ("" for bytes), `field` (a path into the JSON, or "file") and `reason`."""

    def __init__(self, field: str, reason: str, file: str = "") -> None:
        self.field, self.reason, self.file = field, reason, file
        super().__init__(f"{file}: {field}: {reason}" if file else f"{field}: {reason}")


def encoded(record: Record) -> bytes:
    """The bytes of a record's file. The same record gives the same bytes."""
    return gzip.compress(msgspec.json.encode(Filed(FORMAT, VERSION, record)), _COMPRESSION, mtime=0)


def decoded(data: bytes, file: str = "") -> Record:
    """The record in the bytes of a file; BadRecord if they are damaged. The moves are not judged: see `replay`."""
    try:
        plain = unpacked(data)
        raw = msgspec.json.decode(plain)
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise BadRecord("format", f"this is not a {FORMAT}")
        version = raw.get("version")
        if type(version) is not int or version < 1:
            raise BadRecord("version", f"{str(version)[:20]!r} is no version")
        if version > VERSION:
            raise BadRecord("version", f"{version} is newer than this program, which knows {VERSION}")
        if version == VERSION:
            return msgspec.json.decode(plain, type=Filed).record
        return msgspec.convert(migrations.migrated(raw), Filed).record
    except BadRecord as error:
        raise BadRecord(error.field, error.reason, file) from None
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        raise BadRecord(path.rstrip("`").removeprefix(".record").lstrip(".") or "file", in_words(reason), file) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord("file", f"its JSON is damaged: {in_words(str(error))}", file) from None
    except RecursionError:
        raise BadRecord("file", "its JSON is nested too deeply", file) from None


def in_words(reason: str) -> str:
    """A reason as the last part of a line."""
    text = " ".join(reason.split())
    return text[:1].lower() + text[1:] if text else "unknown"


def unpacked(data: bytes) -> bytes:
    """What is inside the gzip."""
    if data[:2] != b"\x1f\x8b":
        raise BadRecord("file", "it is empty" if not data else "it is no gzip file")
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            plain = packed.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        reason = "it ends too early" if isinstance(error, EOFError) else f"its compression is damaged ({error})"
        raise BadRecord("file", reason) from None
    if len(plain) > MOST_BYTES:
        raise BadRecord("file", f"it holds more than {MOST_BYTES // 2**20} megabytes")
    return plain


def read(file: Path) -> Record:
    """The record in a file; BadRecord if it cannot be read or is damaged. The file is left alone."""
    try:
        data = file.read_bytes()
    except (OSError, ValueError) as error:
        raise BadRecord("file", f"it cannot be read: {safely.why(error)}", str(file)) from None
    return decoded(data, str(file))


def write(file: Path, record: Record) -> None:
    """Save a record: all of it, or nothing and the file that was there stays. CannotWrite if that fails."""
    safely.write(file, encoded(record))


def name_of(spec: str, created: str, seats: Sequence[Seat], seen_by: str = "") -> str:
    """A file name for the record of a game: date, game and players, and whose view it is if it is that of one seat."""
    game = spec.partition("(")[0]
    who = "-".join(dict.fromkeys((seat.name or seat.player.partition("(")[0]) for seat in seats))
    text = f"{created[:16]}-{game}-{who}"[:60 if seen_by else None] + (f"-seen-by-{seen_by}" if seen_by else "")
    return re.sub(r"[^\w.-]+", "-", text.replace(":", ""))[:80].strip("-.") + SUFFIX
