"""Reads and writes search trees as files: gzip over the JSON of a dump, for exploring without a search."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Protocol

from fastcore import Search, Viewpoint
from fastcore.search.saved import SavedSearch
from workbench.records import files
from workbench.records.files import BadRecord
from workbench.reports.search_tree import Searched
from workbench.system import bounded, limits, saving

SUFFIX = ".tree"
# of all trees that are kept, the most visited, if nobody asks for more: as many as are read in a second or two
NODES = 2_000
KEPT_ENGINES = ("tree", "alphabeta")
LEAST = 2  # visits of a node that is kept: what was visited once stands in the row that leads there


class Engined(Protocol):
    """A search, here or in another process."""

    @property
    def engine(self) -> str: ...


def why_not(search: Engined) -> str:
    """Return why a search cannot be kept, "" if it can."""
    if search.engine in KEPT_ENGINES:
        return ""
    return (
        f"what {search.engine} found rests on what is hidden, and is no tree that could be kept; "
        "its report is, with the game"
    )


def dumped(search: Search, visits: int | None = None) -> dict[str, Any]:
    """Return the nodes visited at least `visits` times, or (None) the most visited, as plain data.
    ValueError if the search cannot be kept."""
    if reason := why_not(search):
        raise ValueError(reason)
    return dict(search.dump(LEAST, max(1, NODES // search.trees)) if visits is None else search.dump(visits))


def write(file: Path, search: Search, visits: int | None = None) -> int:
    """Keep the nodes visited at least so often, or those visited most; returns how many they are. CannotWrite if that
    fails, ValueError if it cannot be kept."""
    return put(file, dumped(search) if visits is None else dumped(search, visits))


def put(file: Path, data: dict[str, Any]) -> int:
    """Keep a tree that was dumped; return how many nodes it has. CannotWrite if that fails."""
    plain = json.dumps(data, separators=(",", ":")).encode()
    if len(plain) > limits.TREE_PLAIN:
        most = bounded.size(limits.TREE_PLAIN)
        raise saving.CannotWrite(
            f"{file}{saving.FAILED}the tree has {len(plain):,} bytes; the maximum is {most}. Keep fewer nodes: "
            "those with more visits"
        )
    saving.write(file, gzip.compress(plain, 6, mtime=0))
    return sum(map(len, data["trees"]))


def read(file: Path) -> SavedSearch:
    """The search in a file; BadRecord if it cannot be read or is none."""
    try:
        plain = files.unpacked(files.bytes_of(file, limits.TREE_FILE), limits.TREE_PLAIN)
        bounded.check_json(plain)
        return Search.load(json.loads(plain))
    except BadRecord as error:
        raise BadRecord(error.field, error.reason, str(file)) from None
    except bounded.Refused as error:
        raise BadRecord("file", str(error), str(file)) from None
    except (ValueError, RecursionError) as error:
        raise BadRecord("file", f"this is no kept tree: {' '.join(str(error).split())}", str(file)) from None


def explored(saved: SavedSearch) -> Searched:
    """A kept tree, to be looked into."""
    return Searched(saved, point_of(saved))


def point_of(saved: SavedSearch) -> Viewpoint:
    """What whoever decides at the root of a kept tree knows there."""
    return Viewpoint.parse(f"{saved.spec} {saved.text}", None)
