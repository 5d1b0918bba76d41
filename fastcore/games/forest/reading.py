"""The rows and the acted field of a position text, read by themselves: what stands there, where, and what is wrong."""

from __future__ import annotations

import re
from typing import NamedTuple

from fastcore.games.forest.texts import BOARD, MOST_PIECES, PIECES, row_text
from fastcore.lines import of_rows
from fastcore.mending import listed
from fastcore.values import quoted

MOST_FAULTS = 40  # of one field that are told; each has the whole field mended with it
_COLOURS = {"r": "red", "g": "green", "y": "yellow"}
Span = tuple[int, int]  # from and to, counted from the start of the field


class Fault(NamedTuple):
    """What is wrong in a field that cannot be read; `mended` are (words, the whole field as it should be)."""

    reason: str
    span: Span
    cells: tuple[str, ...] = ()
    mended: tuple[tuple[str, str], ...] = ()


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
        lengths = [len(cells) for cells in reversed(BOARD.rows)]
        words, changed = of_rows("rows", lines, lengths, lambda line, length: near_row(line, length, yellow_cap))
        reason = f"{len(lines)} rows instead of {len(BOARD.rows)}"
        return Read(None, None, {}, [Fault(reason, (0, len(text)), (), ((words, changed["rows"]),))])
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
    new = near_row(line, len(names), yellow_cap)
    written = ((f"write row {letter} as {new}", f"{text[: span[0]]}{new}{text[span[1] :]}"),)
    at, place, lengths = span[0], 0, True
    if re.search("(?:^|,)[1-9][0-9]?,[1-9][0-9]?(?:,|$)", line):
        read.faults.append(Fault(f"row {letter} has two numbers beside each other", span, (), written))
    for entry in line.split(","):
        here, number = (at, at + len(entry)), re.fullmatch("[1-9][0-9]?", entry)
        if not number and len(read.faults) >= MOST_FAULTS:
            lengths = lengths and set(entry) <= set(PIECES) and entry != ""
        elif not number:
            name = names[place] if place < len(names) else ""
            fault = _wrong_tile(text, entry, here, name, yellow_cap)
            if fault:
                if not fault.mended or not name:
                    fault = fault._replace(reason=f"in row {letter}, {fault.reason}", mended=written)
                read.faults.append(fault)
                lengths = lengths and set(entry) <= set(PIECES) and entry != ""
            elif name:
                read.tiles[BOARD.index(name)] = entry
                read.spans[name] = here
        place, at = place + (int(entry) if number else 1), here[1] + 1
    if lengths and place != len(names):
        read.faults.append(Fault(f"row {letter} has {place} tiles instead of {len(names)}", span, (), written))


def _wrong_tile(text: str, entry: str, span: Span, name: str, yellow_cap: int) -> Fault | None:
    """What is wrong with the entry of one tile; `name` is empty beyond the row's end."""
    cells = (name,) if name else ()
    if re.fullmatch("[0-9]+", entry):
        return Fault(f"{quoted(entry)} is no number of empty tiles", span)
    if not entry or set(entry) - set(PIECES):
        return Fault(f"{quoted(entry)} is neither a number nor pieces of {PIECES}", span)
    fewer, words = thinned(entry, yellow_cap)
    ordered = f"{text[: span[0]]}{fewer}{text[span[1] :]}"
    mended = ((f"take {words} off {name or 'the tile'}", ordered),) if words else ((f"write {fewer}", ordered),)
    for letter, whose in (("R", "red"), ("G", "green")):
        if entry.count(letter) > 1:
            reason = f"{quoted(entry)} holds {entry.count(letter)} {whose} BBBs, but there is only 1"
            return Fault(reason, span, cells, mended)
    if len(entry) > MOST_PIECES:
        return Fault(f"{len(entry)} pieces on a tile that may hold {MOST_PIECES}", span, cells, mended)
    if entry.count("y") > yellow_cap:
        reason = f"{entry.count('y')} yellow pawns on a tile that may hold {yellow_cap}"
        return Fault(reason, span, cells, mended)
    if entry != fewer:
        return Fault(f"{quoted(entry)} must be written {fewer}", span, cells, mended)
    return None


def thinned(entry: str, yellow_cap: int) -> tuple[str, str]:
    """The pieces of a tile in their order, without those that are too many, and these
    in words ("" if there are none)."""
    kept, out = sorted(entry[:99], key=PIECES.index), ""
    for piece, most in (("R", 1), ("G", 1), ("y", yellow_cap)):
        while kept.count(piece) > most:
            kept.remove(piece)
            out += piece
    while len(kept) > MOST_PIECES:
        piece = "y" if "y" in kept else max(kept, key=kept.count)
        kept.remove(piece)
        out += piece
    return "".join(kept), listed([pieces(out.count(piece), piece) for piece in PIECES if piece in out])


def pieces(number: int, piece: str) -> str:
    """As in "one red pawn", "2 yellow pawns", "one green BBB"."""
    name = f"{_COLOURS[piece.lower()]} {'BBB' if piece.isupper() else 'pawn'}"
    return f"one {name}" if number == 1 else f"{number} {name}s"


def near_row(line: str, length: int, yellow_cap: int) -> str:
    """A row of so many tiles that keeps what it can of a text."""
    tiles: list[str] = []
    for entry in re.findall("[0-9]+|[^0-9,]+", line[:400]):
        if entry[0] in "0123456789":  # isdigit() is true of "²" too
            tiles += [""] * min(int(entry[:3]), 99)
        else:
            tiles.append(thinned("".join(piece for piece in entry if piece in PIECES), yellow_cap)[0])
    while len(tiles) > length and "" in tiles:
        tiles.pop(len(tiles) - 1 - tiles[::-1].index(""))
    return row_text((tiles + [""] * (length - len(tiles)))[:length])


def read_acted(text: str) -> Read:
    """What has acted. A count above 3 is none: no tile holds so many."""
    done: dict[str, int] = {}
    read = Read(None, done, {}, [])
    at = 0
    for entry in [] if text == "-" else text.split(","):
        if len(read.faults) >= MOST_FAULTS:
            break
        here = (at, at + len(entry))
        at = here[1] + 1
        found = re.fullmatch(f"([a-g][1-7]):([1-{MOST_PIECES}])", entry)
        if entry == "B":
            name, count = "B", 1
        elif found and found[1] in BOARD.names:
            name, count = found[1], int(found[2])
        else:
            reason = f"{quoted(entry)} is not '-', B, or a tile and its number of pawns, as in d4:1"
            read.faults.append(Fault(reason, here, (), _acted_without(text, entry, near_acted(entry))))
            continue
        if done and name <= max(done):
            reason = "stands there twice" if name in done else f"must stand before {max(done)}"
            read.faults.append(Fault(f"{name} {reason}", here, (), _in_order(text)))
            continue
        done[name] = count
        read.spans[name] = here
    return read._replace(done=None) if read.faults else read


def near_acted(entry: str) -> str:
    """An entry of a tile and a number that is near to one that cannot be read; "" if none is."""
    found = re.match("([a-gA-G][1-7]):?([0-9]*)", entry)
    if entry in ("b", "R", "G"):
        return "B"
    if found is None or found[1].lower() not in BOARD.names:
        return ""
    return f"{found[1].lower()}:{min(max(int(found[2][:3] or 1), 1), MOST_PIECES)}"


def _acted_without(text: str, entry: str, near: str) -> tuple[tuple[str, str], ...]:
    """The field with another entry instead of this one, and without it."""
    rest = ",".join(one for one in text[:400].split(",") if one != entry) or "-"
    ways = [(f"leave {quoted(entry, 20)} out", rest)]
    if near:
        ways.insert(0, (f"write {near}", ",".join(near if one == entry else one for one in text[:400].split(","))))
    return tuple(ways)


def _in_order(text: str) -> tuple[tuple[str, str], ...]:
    """The entries in their order, the first of each."""
    first: dict[str, str] = {}
    for entry in text[:400].split(","):
        first.setdefault(entry.partition(":")[0], entry)
    return (("put the tiles in their order, each once", ",".join(first[name] for name in sorted(first))),)
