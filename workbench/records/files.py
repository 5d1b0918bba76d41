"""Record files: gzip over JSON, validated strictly and written atomically."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench.records import migrations, packing
from workbench.records.schema import FORMAT, SETS_UP, VERSION, Filed, Record, Seat
from workbench.system import bounded, decoding, limits, saving
from workbench.system.translation import tr
from workbench.system.versioned_json import FileContentsError, read_versioned

SUFFIX = ".herbarium"
_COMPRESSION = 6


class RecordError(FileContentsError):
    """Raised when a record cannot be read or is invalid."""


def encode_record(record: Record) -> bytes:
    """Return the bytes of a record's file. Equal records give equal bytes.

    Raises:
        RecordError: The record exceeds a bound of `limits` and could not be read again.
    """
    plain = msgspec.json.encode(Filed(FORMAT, VERSION, record))
    _read(plain)
    return gzip.compress(plain, _COMPRESSION, mtime=0)


def decode_record(data: bytes, file: str = "") -> Record:
    """Return the record in the bytes of a file. The legality of the moves is checked by `replay`, not here.

    Args:
        data: The bytes; those of an archive may be packed.
        file: The name of the file for errors.

    Raises:
        RecordError: The bytes are damaged or exceed a bound of `limits`.
    """
    try:
        if packing.is_packed(data):
            return _read(unpack_json(data))
        if data and not data.startswith(bounded.GZIP):
            raise RecordError("file", tr("this is neither a record nor an archive"))
        return _read(decompress(data, limits.RECORD_PLAIN))
    except RecordError as error:
        raise RecordError(error.field, error.reason, file) from None


def unpack(data: bytes) -> bytes:
    """Return the bytes of the file of a record from an archive, which may be packed.

    Raises:
        RecordError: The packed data is damaged.
    """
    return gzip.compress(unpack_json(data), _COMPRESSION, mtime=0) if packing.is_packed(data) else data


def unpack_json(data: bytes) -> bytes:
    """Return the JSON of a packed record.

    Raises:
        RecordError: The data is damaged.
    """
    try:
        return packing.unpack_json(data)
    except packing.PackedError as error:
        raise RecordError("file", str(error)) from None


def _read(plain: bytes) -> Record:
    record = read_versioned(
        plain, FORMAT, VERSION, limits.RECORD_PLAIN, tr("a {format}", format=FORMAT), "record", RecordError, _load
    )
    moves = sum(len(line.moves) for line in record.lines)
    if moves > limits.MOVES:
        raise RecordError(
            "lines", tr("they have {moves:,} moves; a record has at most {moves2:,}", moves=moves, moves2=limits.MOVES)
        )
    set_ups = sum(move.move.startswith(SETS_UP) for line in record.lines for move in line.moves)
    if set_ups > limits.SET_UPS:
        raise RecordError(
            "lines",
            tr(
                "they set up {set_ups:,} positions; a record sets up at most {set_ups2:,}",
                set_ups=set_ups,
                set_ups2=limits.SET_UPS,
            ),
        )
    return record


def _load(plain: bytes, version: int) -> Record:
    """Return the record in the JSON of a version, migrated if it is old."""
    if version == VERSION:
        return decoding.decode_json(plain, Filed).record
    return decoding.convert(migrations.migrate(msgspec.json.decode(plain)), Filed).record


def decompress(data: bytes, most: int = limits.RECORD_PLAIN) -> bytes:
    """Return the decompressed contents of gzip data.

    Raises:
        RecordError: The data is damaged or contains more than `most` bytes.
    """
    try:
        return bounded.decompress(data, most)
    except bounded.RefusedError as error:
        raise RecordError("file", str(error)) from None


def read_bytes(file: Path, most: int = limits.RECORD_FILE) -> bytes:
    """Return the bytes of a file.

    Raises:
        RecordError: The file is missing, not a regular file, or larger than `most` bytes.
    """
    try:
        return bounded.read_bytes(file, most)
    except bounded.RefusedError as error:
        raise RecordError("file", str(error), str(file)) from None
    except FileNotFoundError as error:
        raise RecordError(
            "file",
            tr("this file cannot be read: {system_message}", system_message=saving.system_message(error)),
            str(file),
        ) from None


def read(file: Path) -> Record:
    """Return the record in a file.

    Raises:
        RecordError: The file cannot be read, or the record is damaged.
    """
    return decode_record(read_bytes(file), str(file))


def write(file: Path, record: Record) -> None:
    """Save a record. If this fails, an existing file stays unchanged.

    Raises:
        WriteError: The record is too large, or the file cannot be written.
    """
    try:
        data = encode_record(record)
    except RecordError as error:
        raise saving.WriteError(f"{file}{saving.FAILED}{error}") from None
    saving.write(file, data)


def record_file_name(spec: str, created: str, seats: Sequence[Seat], seen_by: str = "") -> str:
    """Return a file name for a record: date, game and players, and the seat if it shows one seat's view."""
    game = spec.partition("(")[0]
    players = "-".join(dict.fromkeys((seat.name or seat.player.partition("(")[0]) for seat in seats))
    text = f"{created[:16]}-{game}-{players}"[: 60 if seen_by else None] + (f"-seen-by-{seen_by}" if seen_by else "")
    return re.sub(r"[^\w.-]+", "-", text.replace(":", ""))[:80].strip("-.") + SUFFIX
