"""Reading with limits: the size of regular files, the unpacked size of compressed data, the depth of JSON."""

from __future__ import annotations

import os
import stat
import zlib
from contextlib import suppress
from pathlib import Path

from workbench.system import limits, saving

GZIP = b"\x1f\x8b"
_NO_STRUCTURE = bytes(set(range(256)) - set(b'[]{}"'))
_PIECE = 2**20


class RefusedError(ValueError):
    """Raised when a file or data is refused. The message gives the reason without the file name."""


def size(count: int) -> str:
    """Return a number of bytes as text: "4 MB" or "200,000 bytes"."""
    return f"{count // limits.MEGABYTE} MB" if count % limits.MEGABYTE == 0 else f"{count:,} bytes"


def open_regular(file: Path) -> int:
    """Open a regular file for reading and return its descriptor.

    Reading a pipe or a device may never end, or may wait forever for a writer. So the file is opened without waiting
    and checked afterwards.

    Raises:
        RefusedError: The file is not a regular one.
        OSError: The file cannot be opened.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(file, flags | getattr(os, "O_NOCTTY", 0))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            folder = stat.S_ISDIR(os.fstat(handle).st_mode)
            raise RefusedError(
                f"this file cannot be read: it is {'a folder' if folder else 'a pipe or a device'}, not a regular file"
            )
    except BaseException:
        os.close(handle)
        raise
    return handle


def read_bytes(file: Path, limit: int) -> bytes:
    """Return the bytes of a regular file.

    Args:
        file: The file.
        limit: The maximum size in bytes.

    Raises:
        FileNotFoundError: There is no such file.
        RefusedError: The file is not a regular one, cannot be read or is too large.
    """
    try:
        with os.fdopen(open_regular(file), "rb") as reading:
            data = reading.read(limit + 1)
    except (FileNotFoundError, RefusedError):
        raise
    except (OSError, ValueError) as error:
        raise RefusedError(f"this file cannot be read: {saving.system_message(error)}") from None
    if len(data) > limit:
        raise RefusedError(f"it has more than {size(limit)}, the maximum for such a file")
    return data


def read_start(file: Path, count: int) -> bytes:
    """Return the first `count` bytes of a regular file.

    Raises:
        FileNotFoundError: There is no such file.
        RefusedError: The file is not a regular one or cannot be read.
    """
    try:
        with os.fdopen(open_regular(file), "rb") as reading:
            return reading.read(count)
    except (FileNotFoundError, RefusedError):
        raise
    except (OSError, ValueError) as error:
        raise RefusedError(f"this file cannot be read: {saving.system_message(error)}") from None


def is_regular(file: Path) -> bool:
    """Return whether this is a regular file or a link to one."""
    with suppress(OSError, ValueError):
        return stat.S_ISREG(file.stat().st_mode)
    return False


def decompress(data: bytes, limit: int) -> bytes:
    """Return the content of gzip data. At most `limit` bytes are unpacked.

    Raises:
        RefusedError: The data is damaged or unpacks to more than `limit` bytes.
    """
    if data[:2] != GZIP:
        raise RefusedError("it is empty" if not data else "it is not a gzip file")
    unpacker, plain, rest = zlib.decompressobj(wbits=31), bytearray(), data
    try:
        while not unpacker.eof:
            piece = unpacker.decompress(rest, min(_PIECE, limit + 1 - len(plain)))
            rest = unpacker.unconsumed_tail
            plain += piece
            if len(plain) > limit:
                raise RefusedError(f"it unpacks to more than {size(limit)}, the maximum for such a file")
            if not piece and not rest and not unpacker.eof:
                raise RefusedError("the file is incomplete")
    except zlib.error as error:
        raise RefusedError(f"its compression is damaged ({error})") from None
    if unpacker.unused_data:
        raise RefusedError("extra data follows its compressed data")
    return bytes(plain)


def check_json(plain: bytes, depth: int = limits.DEPTH, parts: int = limits.PARTS) -> None:
    """Check, without decoding, that JSON can be decoded safely. The time is linear in the length.

    Args:
        plain: The JSON.
        depth: The maximum nesting depth.
        parts: The maximum number of lists and objects.

    Raises:
        RefusedError: The JSON exceeds a limit or is cut off.
    """
    if max(plain.count(b"[") + plain.count(b"{"), plain.count(b"]") + plain.count(b"}")) > parts:
        raise RefusedError(f"its JSON has more than {parts:,} lists and objects")
    bare = plain.replace(b"\\\\", b"").replace(b'\\"', b"") if b"\\" in plain else plain
    structure = bare.translate(None, _NO_STRUCTURE).replace(b'""', b"")  # removes strings without brackets
    brackets = b"".join(structure.split(b'"')[::2])
    for _ in range(depth):  # each round removes the innermost brackets
        if not brackets:
            return
        length = len(brackets)
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
        if len(brackets) == length:
            if 0 < brackets.count(b"[") + brackets.count(b"{") <= depth:
                raise RefusedError("its JSON is damaged: it is cut off, or a bracket has no partner")
            break
    if brackets.lstrip(b"]}"):
        raise RefusedError(f"its JSON is nested too deeply: at most {depth} levels are read")
