r"""Lists of positions as text: one position a line, valid or not, with names and comments.

A line contains a situation. A following ` @2` makes it the view of seat 2 (from 1), and may be followed by facts that
the seat knows. ` # ` introduces a name. Lines that begin with `#` are comments on the position below. A word of the
position that would begin like these is escaped with a `\`.
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
from workbench.boards.kit.drawn import Drawing
from workbench.positions.sketch import Sketch
from workbench.system import bounded, folders, limits, saving
from workbench.system.translation import tr

SUFFIX = ".positions"
_SIGN = re.compile(r"\\*[#@]|\\+$")  # words of a situation that must be escaped
_SEAT = re.compile(r"@([1-9][0-9]?)")
_MARKS = (b"\xff\xfe", b"\xfe\xff")  # byte order marks of UTF-16
_UTF_16 = tr("this file is not UTF-8 text: save it as UTF-8")
_NAME = re.compile(r"(?:^|\s)#(?:\s|$)")


class PositionListError(ValueError):
    """Raised when a text or file contains no valid list of positions. The message says why."""


class Entry(NamedTuple):
    """A position of a list: its sketch, its name, the comment from the lines above, and the drawings of a record."""

    sketch: Sketch
    name: str = ""
    comment: str = ""
    drawings: tuple[Drawing, ...] = ()


class PositionList:
    """A list of positions, one of them current. It is never empty.

    Attributes:
        entries: The positions.
        index: The index of the current one.
        tail: The comments after the last position.
        file: The file that the list was read from or saved to, or None.
        part_of: The file of which the list is only a part, or None.

    Raises:
        PositionListError: There are no entries.
    """

    def __init__(self, entries: Iterable[Entry], index: int = 0, tail: str = "", file: Path | None = None) -> None:
        self.entries, self.index, self.tail = list(entries), index, tail
        self.file: Path | None = None
        self.part_of: Path | None = None
        self._saved: list[Entry] = []  # the entries as saved in the file
        if not self.entries:
            raise PositionListError(tr("this text has no position"))
        if file is not None:
            self.mark_saved(file, self.entries)

    @property
    def entry(self) -> Entry:
        """The current entry."""
        return self.entries[self.index]

    def go_to(self, index: int) -> Entry:
        """Make another entry current and return it.

        Raises:
            ValueError: There is no entry with this index.
        """
        if not 0 <= index < len(self.entries):
            raise ValueError(
                tr("this list of {count} has no position {index}", index=index + 1, count=len(self.entries))
            )
        self.index = index
        return self.entry

    def replace(self, entry: Entry) -> None:
        """Replace the current entry."""
        self.entries[self.index] = entry

    def add(self, entry: Entry) -> None:
        """Insert an entry after the current one, and make it current."""
        self.index += 1
        self.entries.insert(self.index, entry)

    def remove(self) -> Entry:
        """Remove the current entry and return it.

        Raises:
            ValueError: There is only one entry.
        """
        if len(self.entries) == 1:
            raise ValueError(tr("this is the only position in the list"))
        removed = self.entries.pop(self.index)
        self.index = min(self.index, len(self.entries) - 1)
        return removed

    def mark_saved(self, file: Path, entries: Iterable[Entry]) -> None:
        """Record that a file contains these entries."""
        self.file, self._saved = file, list(entries)

    @property
    def unsaved(self) -> bool:
        """Whether the list differs from its file, or has none."""
        return self.file is None or self.entries != self._saved

    def copy(self) -> PositionList:
        """Return a copy that can be written while this list changes."""
        return PositionList(self.entries, self.index, self.tail, self.file)

    def text(self) -> str:
        """Return the list as text, from which `parse` restores the same positions, names and comments."""
        return "".join(
            f"{format_comment(entry.comment)}{format_line(entry)}\n" for entry in self.entries
        ) + format_comment(self.tail)

    def write(self, file: Path) -> None:
        """Save the list.

        Raises:
            WriteError: The file cannot be written. The old file is then unchanged.
        """
        saving.write(file, self.text().encode(errors="backslashreplace"))
        self.mark_saved(file, self.entries)


def format_comment(text: str) -> str:
    """Format a text as comment lines, split as the parser splits lines."""
    lines = f"{text}.".splitlines()  # the dot keeps an empty last line
    return "".join(f"# {line}".rstrip() + "\n" for line in (*lines[:-1], lines[-1][:-1])) if text else ""


def format_line(entry: Entry) -> str:
    """Format an entry as one line, without its comment."""
    sketch = entry.sketch
    words = [f"\\{word}" if _SIGN.match(word) else word for word in sketch.situation.split()]
    if not sketch.text.strip():
        words.append("\\")  # marks an empty position
    return " ".join((*words, *sketch.view_suffix.split(), *(["#", *entry.name.split()] if entry.name.split() else [])))


def parse_line(line: str, spec: str) -> Entry:
    """Parse a line. A line without a spec uses `spec`; a line with only a spec means the start position."""
    name = _NAME.search(line)
    words = (line if name is None else line[: name.start()]).split()
    seats = [number for number, word in enumerate(words) if _SEAT.fullmatch(word)]
    end = seats[-1] if seats else len(words)
    plain = [word[1:] if re.fullmatch(r"\\+([#@].*)?", word) else word for word in words[:end]]
    sketch = _parse_sketch(plain, spec)
    if seats:
        sketch = replace(sketch, seat=int(words[end][1:]) - 1, facts=tuple(words[end + 1 :])).without_needless_seat()
    return Entry(sketch, "" if name is None else " ".join(line[name.end() :].split()))


def _parse_sketch(words: list[str], spec: str) -> Sketch:
    if words and (not spec or names_game(words[0])):
        if len(words) == 1:
            try:
                return Sketch.start(words[0])
            except BadPosition:
                return Sketch(words[0], "")
        return Sketch(words[0], " ".join(words[1:]).strip())
    return Sketch(spec, " ".join(words))


def names_game(word: str) -> bool:
    """Return whether the first word of a line is meant as a spec: the name of a game, or similar to one."""
    name = word.partition("(")[0]
    return name in fastcore.games() or "(" in word or bool(get_close_matches(name.lower(), fastcore.games(), 1))


def parse(text: str, spec: str, file: Path | None = None) -> PositionList:
    """Parse a list. Lines without a spec use that of the line before, or `spec` at the beginning.

    Args:
        text: The text.
        spec: The spec of the first lines.
        file: The file that contains the text.

    Raises:
        PositionListError: The text has no positions, or too many, or a line is too long.
    """
    entries: list[Entry] = []
    comments: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > limits.POSITION_LINE:
            raise PositionListError(
                tr(
                    "line {number}: the line has {count:,} characters; the maximum is {position_line:,}",
                    number=number,
                    count=len(line),
                    position_line=limits.POSITION_LINE,
                )
            )
        if line.lstrip().startswith("#"):
            comments.append(line.lstrip()[1:].strip())
        elif line.strip():
            if len(entries) == limits.POSITIONS:
                raise PositionListError(
                    tr(
                        "line {number}: a list has at most {positions:,} positions",
                        number=number,
                        positions=limits.POSITIONS,
                    )
                )
            entry = parse_line(line, spec)
            entries.append(entry._replace(comment="\n".join(comments)))
            comments, spec = [], entry.sketch.spec
    return PositionList(entries, tail="\n".join(comments), file=file)


def read_file(file: Path, spec: str) -> PositionList:
    """Read a list from a file.

    Raises:
        PositionListError: The file cannot be read or has no positions.
    """
    return parse(decode(read_bytes(file), file), spec, file)


def read_bytes(file: Path) -> bytes:
    """Return the contents of a file.

    Raises:
        PositionListError: The file is not a regular file, is too large or cannot be read.
    """
    try:
        return bounded.read_bytes(file, limits.RECORD_FILE)  # the limit for records, as the file may be one
    except bounded.RefusedError as error:
        raise PositionListError(f"{file}: {error}") from None
    except FileNotFoundError as error:
        raise PositionListError(
            tr(
                "{file}: this file cannot be read: {system_message}",
                file=file,
                system_message=saving.system_message(error),
            )
        ) from None


def decode(data: bytes, file: Path) -> str:
    """Decode the contents of a text file.

    Raises:
        PositionListError: The contents are too long or not UTF-8.
    """
    if len(data) > limits.TEXT_FILE:
        raise PositionListError(
            tr(
                "{file}: it has more than {size}, the maximum for a text",
                file=file,
                size=bounded.size(limits.TEXT_FILE),
            )
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PositionListError(f"{file}: {(_UTF_16 if data[:2] in _MARKS else tr('this is not text'))}") from None
    if "\0" in text:
        raise PositionListError(f"{file}: {_UTF_16}")
    return text


def check_text(text: str) -> None:
    """Check a text before it is parsed.

    Raises:
        PositionListError: The text is too long or contains a null character.
    """
    if len(text) > limits.TEXT_FILE:
        raise PositionListError(
            tr(
                "this text has {count:,} characters; the maximum is {text_file:,}",
                count=len(text),
                text_file=limits.TEXT_FILE,
            )
        )
    if "\0" in text:
        raise PositionListError(_UTF_16)


def folder() -> Path:
    """Return the default folder of lists and drafts."""
    return folders.data_path("positions")
