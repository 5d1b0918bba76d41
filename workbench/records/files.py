"""Reads and writes record files: gzip over JSON, read strictly, written safely."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench.records import migrations
from workbench.records.schema import FORMAT, SETS_UP, VERSION, Filed, Record, Seat
from workbench.system import bounded, limits, saving

SUFFIX = ".herbarium"
_COMPRESSION = 6


class BadRecord(ValueError):
    """A record that cannot be opened: `file` ("" for bytes), `field` (a path into the JSON, or "file") and `reason`."""

    def __init__(self, field: str, reason: str, file: str = "") -> None:
        self.field, self.reason, self.file = field, reason, file
        super().__init__(f"{file}: {field}: {reason}" if file else f"{field}: {reason}")


class _Header(msgspec.Struct):
    """The parts of a file before its version is known."""

    format: msgspec.Raw = msgspec.Raw(b"null")
    version: msgspec.Raw = msgspec.Raw(b"null")


def encoded(record: Record) -> bytes:
    """Return the bytes of a record's file. The same record gives the same bytes.

    Raise BadRecord if the record is beyond the bounds of `limits`, so that nothing is written that could not be read.
    """
    plain = msgspec.json.encode(Filed(FORMAT, VERSION, record))
    _read(plain)
    return gzip.compress(plain, _COMPRESSION, mtime=0)


def decoded(data: bytes, file: str = "") -> Record:
    """Return the record in the bytes of a file. Raise BadRecord if they are damaged or beyond the bounds of `limits`.

    The moves are not judged: see `replay`.
    """
    try:
        if data and not data.startswith(bounded.GZIP):
            raise BadRecord("file", "it is neither a record nor an archive")
        return _read(unpacked(data, limits.RECORD_PLAIN))
    except BadRecord as error:
        raise BadRecord(error.field, error.reason, file) from None


def _read(plain: bytes) -> Record:
    """Return the record in the JSON of a file."""
    try:
        if len(plain) > limits.RECORD_PLAIN:
            raise BadRecord("file", f"its JSON has more than {bounded.size(limits.RECORD_PLAIN)}")
        bounded.check_json(plain)
        try:
            header = msgspec.json.decode(plain, type=_Header)
        except msgspec.ValidationError:
            raise BadRecord("format", f"this is not a {FORMAT}") from None
        if bytes(header.format) != f'"{FORMAT}"'.encode():
            raise BadRecord("format", f"this is not a {FORMAT}")
        shown = bytes(header.version)[:20].decode(errors="replace")
        if not re.fullmatch("[1-9][0-9]{0,8}", shown):
            raise BadRecord("version", f"{shown!r} is not a version")
        version = int(shown)
        if version > VERSION:
            raise BadRecord("version", f"{version} is newer than this program, which knows {VERSION}")
        if version == VERSION:
            record = msgspec.json.decode(plain, type=Filed).record
        else:
            record = msgspec.convert(migrations.migrated(msgspec.json.decode(plain)), Filed).record
    except bounded.Refused as error:
        raise BadRecord("file", str(error)) from None
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        raise BadRecord(path.rstrip("`").removeprefix(".record").lstrip(".") or "file", in_words(reason)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord("file", f"its JSON is damaged: {in_words(str(error))}") from None
    except RecursionError:
        raise BadRecord("file", "its JSON is nested too deeply") from None
    moves = sum(len(line.moves) for line in record.lines)
    if moves > limits.MOVES:
        raise BadRecord("lines", f"they have {moves:,} moves; a record has at most {limits.MOVES:,}")
    set_ups = sum(move.move.startswith(SETS_UP) for line in record.lines for move in line.moves)
    if set_ups > limits.SET_UPS:
        raise BadRecord("lines", f"they set up {set_ups:,} positions; a record sets up at most {limits.SET_UPS:,}")
    return record


def in_words(reason: str) -> str:
    """Return a reason as the last part of a line, cut if it repeats a long value."""
    text = " ".join(reason.split())
    text = text if len(text) <= saving.MOST_WHY else f"{text[: saving.MOST_WHY - 3]}..."
    return text[:1].lower() + text[1:] if text else "unknown"


def unpacked(data: bytes, most: int = limits.RECORD_PLAIN) -> bytes:
    """Return what is inside gzip data of a file. Raise BadRecord if they are damaged or hold more than `most` bytes."""
    try:
        return bounded.unzipped(data, most)
    except bounded.Refused as error:
        raise BadRecord("file", str(error)) from None


def bytes_of(file: Path, most: int = limits.RECORD_FILE) -> bytes:
    """Return the bytes of a file. Raise BadRecord if there is none, it is no regular file or larger than `most`."""
    try:
        return bounded.bytes_of(file, most)
    except bounded.Refused as error:
        raise BadRecord("file", str(error), str(file)) from None
    except FileNotFoundError as error:
        raise BadRecord("file", f"it cannot be read: {saving.why(error)}", str(file)) from None


def read(file: Path) -> Record:
    """Return the record in a file. Raise BadRecord if it cannot be read or is damaged. The file is left alone."""
    return decoded(bytes_of(file), str(file))


def write(file: Path, record: Record) -> None:
    """Save a record: all of it, or nothing and the file that was there stays. Raise CannotWrite if that fails."""
    try:
        data = encoded(record)
    except BadRecord as error:
        raise saving.CannotWrite(f"{file}{saving.FAILED}{error}") from None
    saving.write(file, data)


def name_of(spec: str, created: str, seats: Sequence[Seat], seen_by: str = "") -> str:
    """A file name for the record of a game: date, game and players, and whose view it is if it is that of one seat."""
    game = spec.partition("(")[0]
    who = "-".join(dict.fromkeys((seat.name or seat.player.partition("(")[0]) for seat in seats))
    text = f"{created[:16]}-{game}-{who}"[: 60 if seen_by else None] + (f"-seen-by-{seen_by}" if seen_by else "")
    return re.sub(r"[^\w.-]+", "-", text.replace(":", ""))[:80].strip("-.") + SUFFIX
