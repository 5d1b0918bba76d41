"""The valid tiles, rows and `acted` entries that are nearest to invalid ones."""

from __future__ import annotations

import re

from fastcore.games.forest.texts import BOARD, MOST_PIECES, PIECES, row_text
from workbench.boards.kit.fixes.proposals import listed
from workbench.system.translation import tr, trn

COLOURS = {"r": tr("red"), "g": tr("green"), "y": tr("yellow")}
MAX_CHARACTERS = 400  # maximum number of characters read from a row or an `acted` field
MAX_EMPTY = 99  # maximum number of empty tiles that one number means


def pieces_in_words(number: int, piece: str) -> str:
    """Return a number of pieces in words, such as "one red pawn" or "2 yellow pawns"."""
    colour = COLOURS[piece.lower()]
    if piece.isupper():
        return trn("one {colour} BBB", "{count} {colour} BBBs", number, colour=colour)
    return trn("one {colour} pawn", "{count} {colour} pawns", number, colour=colour)


def valid_tile(entry: str, yellow_cap: int) -> tuple[str, str]:
    """Return the sorted pieces of a tile without excess pieces, and the removed pieces in words ("" for none)."""
    kept, removed = sorted(entry[:99], key=PIECES.index), ""
    for piece, most in (("R", 1), ("G", 1), ("y", yellow_cap)):
        while kept.count(piece) > most:
            kept.remove(piece)
            removed += piece
    while len(kept) > MOST_PIECES:
        piece = "y" if "y" in kept else max(kept, key=kept.count)
        kept.remove(piece)
        removed += piece
    words = [pieces_in_words(removed.count(piece), piece) for piece in PIECES if piece in removed]
    return "".join(kept), listed(words)


def nearest_row(line: str, length: int, yellow_cap: int) -> str:
    """Return a valid row of `length` tiles that keeps as much of a text as possible."""
    tiles: list[str] = []
    for entry in re.findall("[0-9]+|[^0-9,]+", line[:MAX_CHARACTERS]):
        if entry[0] in "0123456789":  # not isdigit(), which is also true of "²"
            tiles += [""] * min(int(entry[:3]), MAX_EMPTY)
        else:
            tiles.append(valid_tile("".join(piece for piece in entry if piece in PIECES), yellow_cap)[0])
    while len(tiles) > length and "" in tiles:
        tiles.pop(len(tiles) - 1 - tiles[::-1].index(""))
    return row_text((tiles + [""] * (length - len(tiles)))[:length])


def nearest_acted(entry: str) -> str:
    """Return the valid `acted` entry that is nearest to a text, or "" if the text names neither a tile nor the BBB."""
    found = re.match("([a-gA-G][1-7]):?([0-9]*)", entry)
    if entry in ("b", "R", "G"):
        return "B"
    if found is None or found[1].lower() not in BOARD.names:
        return ""
    return f"{found[1].lower()}:{min(max(int(found[2][:3] or 1), 1), MOST_PIECES)}"


def replace_acted(text: str, entry: str, new: str) -> str:
    """Return the `acted` field with `entry` replaced by `new`, or without `entry` if `new` is empty."""
    entries = text[:MAX_CHARACTERS].split(",")
    return ",".join(new if one == entry else one for one in entries if new or one != entry) or "-"


def sort_acted(text: str) -> str:
    """Return the `acted` field with its entries sorted, keeping only the first entry of each tile."""
    first: dict[str, str] = {}
    for entry in text[:MAX_CHARACTERS].split(","):
        first.setdefault(entry.partition(":")[0], entry)
    return ",".join(first[name] for name in sorted(first))
