"""Conversion of pasted text or files to sketches: a situation, a position, a list of positions, a record, or moves.

Unreadable text is kept as a sketch, whose problems name the field and the place.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import fastcore
from workbench.boards.kit.drawn import drawings
from workbench.bot_process import trust
from workbench.positions import lists
from workbench.positions.lists import Entry, PositionList, PositionListError
from workbench.positions.sketch import Sketch
from workbench.records import files, replay
from workbench.records.annotation import annotated
from workbench.records.schema import Record
from workbench.storage.importing import MoveListError, record_from
from workbench.system.translation import tr

MAX_FILES = 100  # files in one pasted list
_RECORD = b"\x1f\x8b"  # first bytes of a record
_QUOTES = "\"'`\u201c\u201d\u2018\u2019"  # quotation marks that may surround a situation


class Pasted(NamedTuple):
    """The pasted text ("" for a record) and the positions in it. The current position is the one to show first."""

    text: str
    positions: PositionList


def paste(text: str, spec: str) -> Pasted:
    """Convert a text, or the file that it names, to positions.

    Args:
        text: The text.
        spec: The spec of positions without their own.

    Raises:
        PositionListError: The text is empty or the file cannot be read.
    """
    if not text.strip():
        raise PositionListError(tr("there is nothing to paste"))
    lists.check_text(text)
    file = named_file(text)
    if file is not None:
        return paste_file(file, spec)
    record = _moves_in(text)
    if record is not None:
        return Pasted(text, from_record(record))
    return Pasted(text, _parse_lines([_unquoted(line) for line in text.lstrip("\ufeff").splitlines()], spec))


def named_file(text: str) -> Path | None:
    """Return the file if the text is nothing but its absolute path or address (`file://...`), else None.

    Raises:
        PositionListError: The file is on another machine, which a check for the file would contact.
    """
    line = _unquoted(text)
    if len(line.splitlines()) != 1:
        return None
    file = as_path(line)
    try:
        if file is None or not file.is_absolute():
            return None
        remote = trust.is_remote(str(file))
        if not remote:
            return file if line.startswith("file:") or (file.exists() and not file.is_dir()) else None
    except (OSError, ValueError, RuntimeError):
        return None
    raise PositionListError(
        tr("{file}: this file is on another machine; to read it, choose Open", file=str(file)[:200])
    )


def named_files(text: str) -> list[Path]:
    """Return the files if the text is nothing but their absolute paths or addresses, one a line, else none.

    The text can be a list as file managers copy it, with comments (`#`) and a first line `copy`.

    Raises:
        PositionListError: A file is on another machine.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if lines[:1] == ["copy"]:
        del lines[0]
    if len(lines) > MAX_FILES:
        return []
    found = [named_file(line) for line in lines]
    return [file for file in found if file is not None] if all(found) else []


def as_path(text: str) -> Path | None:
    """Return the path in a text, which may be the address of a local file, or None if it is no path."""
    from urllib.request import url2pathname  # imported here because importing it slows start-up

    try:
        address = urlsplit(text) if text.startswith("file:") else None
        if address is not None and address.netloc not in ("", "localhost"):
            return Path(f"//{address.netloc}{url2pathname(address.path)}")
        return Path(url2pathname(address.path) if address is not None else text).expanduser()
    except (OSError, ValueError, RuntimeError):
        return None


def paste_file(file: Path, spec: str) -> Pasted:
    """Convert a file, which may be a record or text, to positions.

    Raises:
        PositionListError: The file cannot be read or is empty.
    """
    data = lists.read_bytes(file)
    if data.startswith(_RECORD):
        try:
            return Pasted("", from_record(files.decode_record(data, str(file))))
        except files.RecordError as error:
            raise PositionListError(str(error) if error.file else f"{file}: {error}") from None
    text = lists.decode(data, file)
    if not text.strip():
        raise PositionListError(tr("{file}: this file is empty", file=file))
    pasted = paste(text, spec)
    if file.suffix == lists.SUFFIX:  # other files are never overwritten
        pasted.positions.mark_saved(file, pasted.positions.entries)
    return pasted


def from_record(record: Record) -> PositionList:
    """Return the positions of a record's line.

    The line and the current position are those at which the record was saved, by default the main line and its end.

    Raises:
        RecordError: The moves of the record are illegal.
    """
    start = replay.starting_point(record)
    moves = list(replay.walk(record))
    current = len(record.lines[0].moves) if record.lines else 0
    line = record.here.line if record.here is not None else 0
    if record.here is not None:
        current = replay.locate(record, record.here, "here")
    last = max((number for number, (move, _, _) in enumerate(moves, 1) if move.line == line), default=0)
    path: list[int] = []
    while last:
        path.append(last)
        last = moves[last - 1][0].parent
    entries = [Entry(Sketch.from_point(start), "start", record.comment, drawings(record.marks))]
    for number in reversed(path):
        move, before, after = moves[number - 1]
        played = move.move
        name = f"{before.turn}. {annotated(played.move, played.marks)}"
        entries.append(Entry(Sketch.from_point(after), name, played.comment, drawings(played.marks)))
    return PositionList(entries, index=([0, *reversed(path)].index(current) if current in (0, *path) else len(path)))


def _moves_in(text: str) -> Record | None:
    """Parse a list of moves as a record, or return None for any other text."""
    words = next((line.split() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), [])
    if not words or words[0].partition("(")[0] not in fastcore.games():
        return None
    try:
        record = record_from(text)
    except MoveListError:
        return None
    return record if record.lines else None


def _unquoted(line: str) -> str:
    """Remove quotation marks around a line."""
    return line.strip().removeprefix(">").strip().strip(_QUOTES).strip()


def _parse_lines(lines: list[str], spec: str) -> PositionList:
    """Parse lines as positions, with the sentences between them as comments."""
    marked = [line if line.startswith("#") or not _is_prose(line, spec) else f"# {line}" for line in lines if line]
    situations = [line for line in marked if not line.startswith("#")]
    if not situations:
        return PositionList([Entry(lists.parse_line(" ".join(lines), spec).sketch)])  # possibly no position at all
    joined = lists.parse_line(" ".join(situations), spec)
    if len(situations) > 1 and not joined.name and _is_position(joined.sketch):  # one position, broken into lines
        return PositionList(
            [joined._replace(comment="\n".join(line[1:].strip() for line in marked if line.startswith("#")))]
        )
    return lists.parse("\n".join(marked), spec)


def _is_prose(line: str, spec: str) -> bool:
    """Return whether a line consists of ordinary words and is not meant as a position."""
    words = line.split()
    word_like = [word for word in words if len(word.strip(".,;:!?()")) > 1 and word.strip(".,;:!?()").isalpha()]
    if 2 * len(word_like) < len(words) or lists.names_game(words[0]):
        return False
    return not _is_position(lists.parse_line(line, spec).sketch)


def _is_position(sketch: Sketch) -> bool:
    if sketch.fields is None:
        return False
    try:
        fastcore.parse(sketch.situation) if sketch.seat is None else sketch.viewpoint()
    except ValueError:
        return False
    return True
