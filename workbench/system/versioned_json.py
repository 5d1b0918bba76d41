"""JSON in files of several versions, read strictly: the format, the version, then the contents."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

import msgspec

from workbench.system import bounded, decoding, saving
from workbench.system.translation import tr

Contents = TypeVar("Contents")


class FileContentsError(ValueError):
    """Raised when the contents of a file are damaged or invalid.

    Args:
        field: The path of the field in the JSON, or "file".
        reason: The reason, for the user.
        file: The file, or "" for bytes.
    """

    def __init__(self, field: str, reason: str, file: str = "") -> None:
        self.field, self.reason, self.file = field, reason, file
        super().__init__(f"{file}: {field}: {reason}" if file else f"{field}: {reason}")


class _Header(msgspec.Struct):
    """The fields that are read before the version is known."""

    format: msgspec.Raw = msgspec.Raw(b"null")
    version: msgspec.Raw = msgspec.Raw(b"null")


def read_versioned(
    plain: bytes, format: str, newest: int, most: int, kind: str, root: str, error: type[FileContentsError],
    load: Callable[[bytes, int], Contents],
) -> Contents:  # fmt: skip
    """Return the contents of JSON after checks of its size, nesting, format and version.

    Args:
        plain: The JSON.
        format: The value of its field `format`.
        newest: The newest version that can be read.
        most: The maximum number of bytes.
        kind: The name of such contents with its article, for errors.
        root: The field with the contents, which errors leave out of paths.
        error: The class of the errors.
        load: Reads the JSON of a version.

    Raises:
        FileContentsError: The JSON is damaged, too large, too new, or not of this format. Its class is `error`.
    """
    try:
        if len(plain) > most:
            raise error("file", tr("its JSON has more than {size}", size=bounded.size(most)))
        bounded.check_json(plain)
        try:
            header = decoding.decode_json(plain, _Header)
        except msgspec.ValidationError:
            raise error("format", tr("this is not {kind}", kind=kind)) from None
        if bytes(header.format) != f'"{format}"'.encode():
            raise error("format", tr("this is not {kind}", kind=kind))
        shown = bytes(header.version)[:20].decode(errors="replace")
        if not re.fullmatch("[1-9][0-9]{0,8}", shown):
            raise error("version", tr("{shown!r} is not a version", shown=shown))
        if int(shown) > newest:
            raise error(
                "version",
                tr(
                    "{version} is newer than {newest}, the newest version that this program can read",
                    version=int(shown),
                    newest=newest,
                ),
            )
        return load(plain, int(shown))
    except bounded.RefusedError as refused:
        raise error("file", str(refused)) from None
    except msgspec.ValidationError as invalid:
        reason, _, path = str(invalid).partition(" - at `$")
        field = path.rstrip("`").removeprefix(f".{root}").lstrip(".") or "file"
        raise error(field, shorten_reason(reason)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as damaged:
        raise error("file", tr("its JSON is damaged: {reason}", reason=shorten_reason(str(damaged)))) from None
    except RecursionError:
        raise error("file", tr("its JSON is nested too deeply")) from None


def shorten_reason(reason: str) -> str:
    """Return a reason as the end of a sentence: in lower case, on one line, and shortened."""
    text = " ".join(reason.split())
    text = text if len(text) <= saving.MAX_WHY else f"{text[: saving.MAX_WHY - 3]}..."
    return text[:1].lower() + text[1:] if text else "unknown"
