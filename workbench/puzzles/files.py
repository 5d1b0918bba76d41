"""Files with sets of puzzles: gzip over JSON, validated strictly and written atomically."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec

from workbench.puzzles.question import check
from workbench.puzzles.schema import FORMAT, VERSION, Filed, PuzzleSet
from workbench.system import bounded, decoding, limits, saving
from workbench.system.translation import tr
from workbench.system.versioned_json import FileContentsError, read_versioned, shorten_reason

SUFFIX = ".puzzles"
_COMPRESSION = 9


class PuzzleError(FileContentsError):
    """Raised when a set of puzzles cannot be read or is invalid."""


def encode(puzzles: PuzzleSet) -> bytes:
    """Return the bytes of a set's file. Equal sets give equal bytes.

    Raises:
        PuzzleError: The set exceeds a bound of `limits` and could not be read again.
    """
    plain = msgspec.json.encode(Filed(FORMAT, VERSION, puzzles))
    _read(plain)
    return gzip.compress(plain, _COMPRESSION, mtime=0)


def decode(data: bytes, file: str = "") -> PuzzleSet:
    """Return the set in the bytes of a file. Positions and answers are checked by `check_all`, not here.

    Args:
        data: The bytes.
        file: The name of the file for errors.

    Raises:
        PuzzleError: The bytes are damaged or exceed a bound of `limits`.
    """
    try:
        return _read(bounded.decompress(data, limits.PUZZLE_PLAIN))
    except bounded.RefusedError as error:
        raise PuzzleError("file", str(error), file) from None
    except PuzzleError as error:
        raise PuzzleError(error.field, error.reason, file) from None


def _read(plain: bytes) -> PuzzleSet:
    found = read_versioned(
        plain, FORMAT, VERSION, limits.PUZZLE_PLAIN, tr("a set of puzzles"), "set", PuzzleError,
        lambda plain, version: decoding.decode_json(plain, Filed).set,
    )  # fmt: skip
    seen: set[str] = set()
    for number, puzzle in enumerate(found.puzzles):
        if puzzle.id in seen:
            raise PuzzleError(f"puzzles[{number}]", tr("the set has this puzzle twice"))
        seen.add(puzzle.id)
    return found


def check_all(puzzles: PuzzleSet, file: str = "") -> None:
    """Check the positions and answers of all puzzles by the rules. A puzzle takes about a millisecond.

    Raises:
        PuzzleError: A puzzle is impossible. The error names the first one.
    """
    for number, puzzle in enumerate(puzzles.puzzles):
        try:
            check(puzzle)
        except ValueError as error:
            raise PuzzleError(f"puzzles[{number}]", shorten_reason(str(error)), file) from None


def read(file: Path) -> PuzzleSet:
    """Return the set in a file, without checks by the rules.

    Raises:
        PuzzleError: The file cannot be read, or the set is damaged.
    """
    try:
        data = bounded.read_bytes(file, limits.PUZZLE_FILE)
    except bounded.RefusedError as error:
        raise PuzzleError("file", str(error), str(file)) from None
    except FileNotFoundError as error:
        reason = tr("this file cannot be read: {reason}", reason=saving.system_message(error))
        raise PuzzleError("file", reason, str(file)) from None
    return decode(data, str(file))


def write(file: Path, puzzles: PuzzleSet, shared: bool = False) -> None:
    """Save a set. If this fails, an existing file stays unchanged.

    Args:
        file: The file.
        puzzles: The set.
        shared: Whether other users may read a new file, as for exports.

    Raises:
        WriteError: The set is too large, or the file cannot be written.
    """
    try:
        data = encode(puzzles)
    except PuzzleError as error:
        raise saving.WriteError(f"{file}{saving.FAILED}{error}") from None
    if len(data) > limits.PUZZLE_FILE:
        reason = tr("it would have more than {size}", size=bounded.size(limits.PUZZLE_FILE))
        raise saving.WriteError(f"{file}{saving.FAILED}{reason}")
    saving.write(file, data, shared)
