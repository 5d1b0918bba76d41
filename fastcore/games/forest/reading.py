"""The rows and the acted field of a position text, read by themselves: what stands there, where, and what is wrong."""

from __future__ import annotations

import re
from typing import NamedTuple

from fastcore.games.forest.texts import BOARD, MOST_PIECES, PIECES
from fastcore.values import quoted

Span = tuple[int, int]  # from and to, counted from the start of the field


class Fault(NamedTuple):
    """What is wrong in a field that cannot be read; `mended` is (words, the whole field as it should be)."""

    reason: str
    span: Span
    cells: tuple[str, ...] = ()
    mended: tuple[str, str] | None = None


class Read(NamedTuple):
    """A field read: the pieces by cell, or the acted counts by name ("B" for the BBB); None if anything is wrong.

    `spans` tells where the entry of a cell stands.
    """

    tiles: list[str] | None
    done: dict[str, int] | None
    spans: dict[str, Span]
    faults: list[Fault]


def read_rows(text: str, yellow_cap: int) -> Read:
    """The pieces, with all that is wrong in any row."""
    lines = text.split("/")
    if len(lines) != len(BOARD.rows):
        return Read(None, None, {}, [Fault(f"{len(lines)} rows instead of {len(BOARD.rows)}", (0, len(text)))])
    tiles = [""] * len(BOARD.names)
    read = Read(tiles, None, {}, [])
    at = 0
    for line, cells in zip(lines, reversed(BOARD.rows), strict=True):
        _read_row(text, (at, at + len(line)), [BOARD.names[cell] for cell in cells], yellow_cap, read)
        at += len(line) + 1
    return read._replace(tiles=None) if read.faults else read


def _read_row(text: str, span: Span, names: list[str], yellow_cap: int, read: Read) -> None:
    """Read the row in this span of the field into `read`."""
    assert read.tiles is not None
    line, letter = text[span[0] : span[1]], names[0][0]
    at, place, lengths = span[0], 0, True
    if re.search("(?:^|,)[1-9][0-9]?,[1-9][0-9]?(?:,|$)", line):
        read.faults.append(Fault(f"row {letter} has two numbers beside each other", span, (), _merged(text, span)))
    for entry in line.split(","):
        here, number = (at, at + len(entry)), re.fullmatch("[1-9][0-9]?", entry)
        if not number:
            name = names[place] if place < len(names) else ""
            fault = _wrong_tile(text, entry, here, name, yellow_cap)
            if fault:
                read.faults.append(fault)
                lengths = lengths and set(entry) <= set(PIECES) and entry != ""
            elif name:
                read.tiles[BOARD.index(name)] = entry
                read.spans[name] = here
        place, at = place + (int(entry) if number else 1), here[1] + 1
    if lengths and place != len(names):
        read.faults.append(Fault(f"row {letter} has {place} tiles instead of {len(names)}", span))


def _wrong_tile(text: str, entry: str, span: Span, name: str, yellow_cap: int) -> Fault | None:
    """What is wrong with the entry of one tile; `name` is empty beyond the row's end."""
    cells = (name,) if name else ()
    if re.fullmatch("[0-9]+", entry):
        return Fault(f"{quoted(entry)} is no number of empty tiles", span)
    if not entry or set(entry) - set(PIECES):
        return Fault(f"{quoted(entry)} is neither a number nor pieces of {PIECES}", span)
    for letter, whose in (("R", "red"), ("G", "green")):
        if entry.count(letter) > 1:
            return Fault(f"{quoted(entry)} holds {entry.count(letter)} {whose} BBBs, but there is only 1", span, cells)
    if len(entry) > MOST_PIECES:
        return Fault(f"{len(entry)} pieces on a tile that may hold {MOST_PIECES}", span, cells)
    if entry.count("y") > yellow_cap:
        return Fault(f"{entry.count('y')} yellow pawns on a tile that may hold {yellow_cap}", span, cells)
    ordered = "".join(sorted(entry, key=PIECES.index))
    if entry != ordered:
        mended = (f"write {ordered}", text[: span[0]] + ordered + text[span[1] :])
        return Fault(f"{quoted(entry)} must be written {ordered}", span, cells, mended)
    return None


def _merged(text: str, span: Span) -> tuple[str, str]:
    """A mend for numbers that stand beside each other."""
    line = text[span[0] : span[1]]
    merged = re.sub("(?<![0-9])[1-9](?:,[1-9])+(?![0-9])", lambda run: str(sum(map(int, run[0].split(",")))), line)
    return "add the numbers up", text[: span[0]] + merged + text[span[1] :]


def read_acted(text: str) -> Read:
    """What has acted. A count above 3 is none: no tile holds so many."""
    done: dict[str, int] = {}
    read = Read(None, done, {}, [])
    at = 0
    for entry in [] if text == "-" else text.split(","):
        here = (at, at + len(entry))
        at = here[1] + 1
        found = re.fullmatch(f"([a-g][1-7]):([1-{MOST_PIECES}])", entry)
        if entry == "B":
            name, count = "B", 1
        elif found and found[1] in BOARD.names:
            name, count = found[1], int(found[2])
        else:
            reason = f"{quoted(entry)} is not -, B, or a tile and its number of pawns, as in d4:1"
            read.faults.append(Fault(reason, here))
            continue
        if done and name <= max(done):
            reason = "stands there twice" if name in done else f"must stand before {max(done)}"
            read.faults.append(Fault(f"{name} {reason}", here))
            continue
        done[name] = count
        read.spans[name] = here
    return read._replace(done=None) if read.faults else read
