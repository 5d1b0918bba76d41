"""Bounded reading: regular files up to a size, compressed data up to an unpacked size, JSON up to a depth."""

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


class Refused(ValueError):
    """Raised when a file or data is refused. The message is the reason, without the file's name."""


def size(count: int) -> str:
    """Return a number of bytes in words."""
    return f"{count // limits.MEGABYTE} MB" if count % limits.MEGABYTE == 0 else f"{count:,} bytes"


def opened(file: Path) -> int:
    """Open a regular file for reading and return its descriptor.
    Raise Refused for anything else, OSError if it cannot be opened.

    A pipe or a device may never end, or wait forever for a writer.
    So this opens the file without waiting and then checks what it has opened.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(file, flags | getattr(os, "O_NOCTTY", 0))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            folder = stat.S_ISDIR(os.fstat(handle).st_mode)
            raise Refused(
                f"it cannot be read: it is {'a folder' if folder else 'a pipe or a device'}, not a regular file"
            )
    except BaseException:
        os.close(handle)
        raise
    return handle


def bytes_of(file: Path, most: int) -> bytes:
    """Return the bytes of a regular file.

    Raise FileNotFoundError if there is none, Refused for anything that is no regular file, cannot be read
    or has more than `most` bytes.
    """
    try:
        with os.fdopen(opened(file), "rb") as reading:
            data = reading.read(most + 1)
    except (FileNotFoundError, Refused):
        raise
    except (OSError, ValueError) as error:
        raise Refused(f"it cannot be read: {saving.why(error)}") from None
    if len(data) > most:
        raise Refused(f"it has more than {size(most)}, the maximum for such a file")
    return data


def beginning(file: Path, count: int) -> bytes:
    """Return the first bytes of a regular file; errors as `bytes_of`."""
    try:
        with os.fdopen(opened(file), "rb") as reading:
            return reading.read(count)
    except (FileNotFoundError, Refused):
        raise
    except (OSError, ValueError) as error:
        raise Refused(f"it cannot be read: {saving.why(error)}") from None


def is_regular(file: Path) -> bool:
    """Return whether this is a regular file, or a link to one."""
    with suppress(OSError, ValueError):
        return stat.S_ISREG(file.stat().st_mode)
    return False


def unzipped(data: bytes, most: int) -> bytes:
    """Return what is in gzip data. Raise Refused if they are damaged or hold more than `most`
    bytes, which are never unpacked."""
    if data[:2] != GZIP:
        raise Refused("it is empty" if not data else "it is not a gzip file")
    unpacker, plain, left = zlib.decompressobj(wbits=31), bytearray(), data
    try:
        while not unpacker.eof:
            piece = unpacker.decompress(left, min(_PIECE, most + 1 - len(plain)))
            left = unpacker.unconsumed_tail
            plain += piece
            if len(plain) > most:
                raise Refused(f"it unpacks to more than {size(most)}, the maximum for such a file")
            if not piece and not left and not unpacker.eof:
                raise Refused("the file is incomplete")
    except zlib.error as error:
        raise Refused(f"its compression is damaged ({error})") from None
    if unpacker.unused_data:
        raise Refused("extra data follows its compressed data")
    return bytes(plain)


def check_json(plain: bytes, depth: int = limits.DEPTH, parts: int = limits.PARTS) -> None:
    """Raise Refused if JSON is nested too deeply, is cut off, or has too many lists and objects to be decoded safely.

    Nothing is decoded, and the time grows with the length alone.
    """
    if max(plain.count(b"[") + plain.count(b"{"), plain.count(b"]") + plain.count(b"}")) > parts:
        raise Refused(f"its JSON has more than {parts:,} lists and objects")
    bare = plain.replace(b"\\\\", b"").replace(b'\\"', b"") if b"\\" in plain else plain
    structure = bare.translate(None, _NO_STRUCTURE).replace(b'""', b"")  # strings that hold no bracket are gone
    brackets = b"".join(structure.split(b'"')[::2])
    for _ in range(depth):  # each time without the innermost ones
        if not brackets:
            return
        left = len(brackets)
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
        if len(brackets) == left:
            if 0 < brackets.count(b"[") + brackets.count(b"{") <= depth:
                raise Refused("its JSON is damaged: it is cut off, or a bracket has no partner")
            break
    if brackets.lstrip(b"]}"):
        raise Refused(f"its JSON is nested too deeply: at most {depth} levels are read")
