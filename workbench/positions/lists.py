"""Reads and writes lists of positions as text: one a line, unfinished ones too, with names and comments.

A line is a situation; ` @2` behind it says that seat 2 (from 1) sees it so, what stands after that are facts that it
knows besides, and behind ` # ` stands its name. Lines that begin with `#` say something about the position below them.
A word of the position that would begin like these is written with a `\\` before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

import fastcore
from fastcore import BadPosition
from workbench.positions.sketch import Sketch
from workbench.system import bounded, folders, limits, saving

SUFFIX = ".positions"
_SIGN = re.compile(r"\\*[#@]|\\+$")  # how no word of a situation may begin, or what none may be, as it stands in a line
_SEAT = re.compile(r"@([1-9][0-9]?)")
_MARKS = (b"\xff\xfe", b"\xfe\xff")  # how UTF-16 begins
_UTF_16 = "it looks like UTF-16, or like no text at all: save it as UTF-8"
_NAME = re.compile(r"(?:^|\s)#(?:\s|$)")


class BadList(ValueError):
    """A file that holds no list of positions, and why."""


class Entry(NamedTuple):
    """A position of a list: its name, and what is said about it in the lines above."""

    sketch: Sketch
    name: str = ""
    comment: str = ""


class PositionList:
    """Positions to be walked through: `at` is the number (from 0) of the one before us. There is always one.

    `tail` are comments behind the last one, `file` is where the list was read from or written, `part_of` the
    file of which it is only a part.
    """

    def __init__(self, entries: Iterable[Entry], at: int = 0, tail: str = "", file: Path | None = None) -> None:
        self.entries, self.at, self.tail = list(entries), at, tail
        self.file: Path | None = None
        self.part_of: Path | None = None
        self._kept: list[Entry] = []  # what stands in the file
        if not self.entries:
            raise BadList("there is no position in it")
        if file is not None:
            self.stands_in(file, self.entries)

    @property
    def entry(self) -> Entry:
        return self.entries[self.at]

    def go_to(self, at: int) -> Entry:
        """Another one; ValueError if there is none of this number."""
        if not 0 <= at < len(self.entries):
            raise ValueError(f"there is no position {at + 1} in this list of {len(self.entries)}")
        self.at = at
        return self.entry

    def replace(self, entry: Entry) -> None:
        """Let this stand in the place of the one before us."""
        self.entries[self.at] = entry

    def add(self, entry: Entry) -> None:
        """Put another one behind the one before us, and go there."""
        self.at += 1
        self.entries.insert(self.at, entry)

    def remove(self) -> Entry:
        """Take the one before us out; ValueError if it is the last that is left."""
        if len(self.entries) == 1:
            raise ValueError("it is the only position in this list")
        gone = self.entries.pop(self.at)
        self.at = min(self.at, len(self.entries) - 1)
        return gone

    def stands_in(self, file: Path, entries: Iterable[Entry]) -> None:
        """These entries of it stand in this file."""
        self.file, self._kept = file, list(entries)

    @property
    def unsaved(self) -> bool:
        """Whether its file holds something else, or there is none."""
        return self.file is None or self.entries != self._kept

    def copy(self) -> PositionList:
        """The same, to be written while this one goes on to change."""
        return PositionList(self.entries, self.at, self.tail, self.file)

    def text(self) -> str:
        """All of it, to be written and read again: the same positions, names and comments."""
        return "".join(f"{commented(one.comment)}{line_of(one)}\n" for one in self.entries) + commented(self.tail)

    def write(self, file: Path) -> None:
        """Save it; CannotWrite if that fails, and the file that was there stays."""
        saving.write(file, self.text().encode(errors="backslashreplace"))
        self.stands_in(file, self.entries)


def commented(text: str) -> str:
    """Words as the lines of a comment; a line ends wherever the reader takes it to end."""
    lines = f"{text}.".splitlines()  # an empty last line counts too
    return "".join(f"# {line}".rstrip() + "\n" for line in (*lines[:-1], lines[-1][:-1])) if text else ""


def line_of(entry: Entry) -> str:
    """An entry as one line, without its comment."""
    sketch = entry.sketch
    words = [f"\\{word}" if _SIGN.match(word) else word for word in sketch.situation.split()]
    if not sketch.text.strip():
        words.append("\\")  # nothing of the position is there yet
    return " ".join((*words, *sketch.known.split(), *(["#", *entry.name.split()] if entry.name.split() else [])))


def entry_of(line: str, spec: str) -> Entry:
    """What a line says. One without a spec of its own is of this one; a spec alone is the start of its rules."""
    name = _NAME.search(line)
    words = (line if name is None else line[: name.start()]).split()
    seats = [number for number, word in enumerate(words) if _SEAT.fullmatch(word)]
    end = seats[-1] if seats else len(words)
    plain = [word[1:] if re.fullmatch(r"\\+([#@].*)?", word) else word for word in words[:end]]
    sketch = _sketch(plain, spec)
    if seats:
        sketch = replace(sketch, seat=int(words[end][1:]) - 1, facts=tuple(words[end + 1 :])).unveiled()
    return Entry(sketch, "" if name is None else " ".join(line[name.end() :].split()))


def _sketch(words: list[str], spec: str) -> Sketch:
    if words and (not spec or names_game(words[0])):
        if len(words) == 1:
            try:
                return Sketch.start(words[0])
            except BadPosition:
                return Sketch(words[0], "")
        return Sketch(words[0], " ".join(words[1:]).strip())
    return Sketch(spec, " ".join(words))


def names_game(word: str) -> bool:
    """Whether the first word of a line is meant as a spec: of a game that there is, or nearly."""
    name = word.partition("(")[0]
    return name in fastcore.games() or "(" in word or bool(get_close_matches(name.lower(), fastcore.games(), 1))


def read(text: str, spec: str, file: Path | None = None) -> PositionList:
    """The list that a text holds, every line of it. Lines without a spec are of the one before them, the first ones of
    `spec`. BadList if there is no position in it."""
    entries: list[Entry] = []
    said: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > limits.POSITION_LINE:
            raise BadList(
                f"line {number}: it has {len(line):,} characters; a line has at most {limits.POSITION_LINE:,}"
            )
        if line.lstrip().startswith("#"):
            said.append(line.lstrip()[1:].strip())
        elif line.strip():
            if len(entries) == limits.POSITIONS:
                raise BadList(f"line {number}: a list has at most {limits.POSITIONS:,} positions")
            entry = entry_of(line, spec)
            entries.append(entry._replace(comment="\n".join(said)))
            said, spec = [], entry.sketch.spec
    return PositionList(entries, tail="\n".join(said), file=file)


def read_file(file: Path, spec: str) -> PositionList:
    """The list in a file; BadList if it cannot be read or there is none in it."""
    return read(text_of(bytes_in(file), file), spec, file)


def bytes_in(file: Path) -> bytes:
    """What a file holds; BadList if it is none, as a device, or too large, or cannot be read."""
    try:
        return bounded.bytes_of(file, limits.RECORD_FILE)  # it may be a record
    except bounded.Refused as error:
        raise BadList(f"{file}: {error}") from None
    except FileNotFoundError as error:
        raise BadList(f"{file}: it cannot be read: {saving.why(error)}") from None


def text_of(data: bytes, file: Path) -> str:
    """Return the bytes of a file as text. Raise BadList if they are none or too many."""
    if len(data) > limits.TEXT_FILE:
        raise BadList(f"{file}: it has more than {bounded.size(limits.TEXT_FILE)}, the maximum for a text")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadList(f"{file}: {_UTF_16 if data[:2] in _MARKS else 'it is no text'}") from None
    if "\0" in text:
        raise BadList(f"{file}: {_UTF_16}")
    return text


def check_text(text: str) -> None:
    """Raise BadList if a text is too long or holds what is never in a text."""
    if len(text) > limits.TEXT_FILE:
        raise BadList(f"it has {len(text):,} characters; at most {limits.TEXT_FILE:,} are read")
    if "\0" in text:
        raise BadList(_UTF_16)


def folder() -> Path:
    """Where lists and drafts go that are given no other place."""
    return folders.folder() / "positions"
