"""Makes sketches of any pasted text or file: a situation, a position, a list of them, a record, or moves.

Nothing of it is lost: what nobody can read is kept as a sketch, whose problems name the field and the place.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

import fastcore
from workbench.bot_process import trust
from workbench.positions import lists
from workbench.positions.lists import BadList, Entry, PositionList
from workbench.positions.sketch import Sketch
from workbench.records import files, replay
from workbench.records.schema import Record
from workbench.storage.importing import BadMoves, record_from

_RECORD = b"\x1f\x8b"  # how a record begins
_QUOTES = "\"'`\u201c\u201d\u2018\u2019"  # what may stand around a situation


class Pasted(NamedTuple):
    """What was brought: as it was ("" for a file), and the positions in it, standing at the one to begin with."""

    text: str
    positions: PositionList


def paste(text: str, spec: str) -> Pasted:
    """What a text holds, or the file that it names; positions without a spec are of this one. BadList if there is
    nothing, or the file cannot be read."""
    if not text.strip():
        raise BadList("there is nothing to paste")
    lists.check_text(text)
    file = file_named(text)
    if file is not None:
        return paste_file(file, spec)
    record = _moves_in(text)
    if record is not None:
        return Pasted(text, of_record(record))
    return Pasted(text, _listed([_bare(line) for line in text.lstrip("\ufeff").splitlines()], spec))


def file_named(text: str) -> Path | None:
    """The file that a text names and nothing else, by its whole path or its address (`file://...`); None if it names
    none. BadList for a file on another machine: to look whether it is there would tell that machine who the user is."""
    line = _bare(text)
    if len(line.splitlines()) != 1:
        return None
    try:
        address = urlsplit(line) if line.startswith("file:") else None
        name = url2pathname(address.path) if address is not None else line
        remote = trust.is_remote(name)
        file = Path(name).expanduser()
        if not remote:
            return (
                file if file.is_absolute() and (address is not None or (file.exists() and not file.is_dir())) else None
            )
    except (OSError, ValueError, RuntimeError):
        return None
    raise BadList(f"{name[:200]}: this file is on another machine; to read it, choose Open")


def paste_file(file: Path, spec: str) -> Pasted:
    """What a file holds, be it a record or text; BadList says why it cannot be read."""
    data = lists.bytes_in(file)
    if data.startswith(_RECORD):
        try:
            return Pasted("", of_record(files.decoded(data, str(file))))
        except files.BadRecord as error:
            raise BadList(str(error) if error.file else f"{file}: {error}") from None
    text = lists.text_of(data, file)
    if not text.strip():
        raise BadList(f"{file}: there is nothing in it")
    found = paste(text, spec)
    if file.suffix == lists.SUFFIX:  # nothing else is written over
        found.positions.stands_in(file, found.positions.entries)
    return found


def of_record(record: Record) -> PositionList:
    """The positions on the line of a record on which its keeper stood, at the one where they stood; else on the main
    line, at its end. BadRecord if it cannot have happened."""
    start = replay.begin(record)
    moves = list(replay.positions(record))
    here = len(record.lines[0].moves) if record.lines else 0
    line = record.here.line if record.here is not None else 0
    if record.here is not None:
        here = replay.find(record, record.here, "here")
    last = max((number for number, (one, _, _) in enumerate(moves, 1) if one.line == line), default=0)
    way: list[int] = []
    while last:
        way.append(last)
        last = moves[last - 1][0].parent
    entries = [Entry(Sketch.of(start), "start", record.comment)]
    for number in reversed(way):
        one, before, after = moves[number - 1]
        entries.append(Entry(Sketch.of(after), f"{before.turn}. {one.move.move}", one.move.comment))
    return PositionList(entries, at=([0, *reversed(way)].index(here) if here in (0, *way) else len(way)))


def _moves_in(text: str) -> Record | None:
    """The record of a list of moves, None if it is something else."""
    words = next((line.split() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), [])
    if not words or words[0].partition("(")[0] not in fastcore.games():
        return None
    try:
        record = record_from(text)
    except BadMoves:
        return None
    return record if record.lines else None


def _bare(line: str) -> str:
    """A line without what marks a quotation."""
    return line.strip().removeprefix(">").strip().strip(_QUOTES).strip()


def _listed(lines: list[str], spec: str) -> PositionList:
    """The positions that stand in lines, with the sentences between them as comments."""
    taken = [line if line.startswith("#") or not _is_prose(line, spec) else f"# {line}" for line in lines if line]
    written = [line for line in taken if not line.startswith("#")]
    if not written:
        return PositionList([Entry(lists.entry_of(" ".join(lines), spec).sketch)])  # whatever it is
    whole = lists.entry_of(" ".join(written), spec)
    if len(written) > 1 and not whole.name and _is_position(whole.sketch):  # one whose line was broken
        return PositionList(
            [whole._replace(comment="\n".join(line[1:].strip() for line in taken if line.startswith("#")))]
        )
    return lists.read("\n".join(taken), spec)


def _is_prose(line: str, spec: str) -> bool:
    """Whether a line is something said in words, and no position, not even a wrong one."""
    words = line.split()
    said = [word for word in words if len(word.strip(".,;:!?()")) > 1 and word.strip(".,;:!?()").isalpha()]
    if 2 * len(said) < len(words) or lists.names_game(words[0]):
        return False
    return not _is_position(lists.entry_of(line, spec).sketch)


def _is_position(sketch: Sketch) -> bool:
    if sketch.fields is None:
        return False
    try:
        fastcore.parse(sketch.situation) if sketch.seat is None else sketch.viewpoint()
    except ValueError:
        return False
    return True
