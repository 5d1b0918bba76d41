"""Search trees as files (gzip over JSON), to examine them without a search."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Protocol

from fastcore import Search, Viewpoint
from fastcore.search.saved import SavedSearch
from workbench.records import files
from workbench.records.files import RecordError
from workbench.reports.search_tree import SearchedTree
from workbench.system import bounded, limits, saving
from workbench.system.translation import tr

SUFFIX = ".tree"
# The default number of nodes stored, the most visited ones: as many as can be read in a second or two.
NODES = 2_000
KEPT_ENGINES = ("tree", "alphabeta")
MIN = 2  # minimum visits of a stored node; the parent's row describes a node with one visit


class HasEngine(Protocol):
    """A search, in this or another process."""

    @property
    def engine(self) -> str:
        """The name of the search algorithm."""


def why_not(search: HasEngine) -> str:
    """Return why a search cannot be saved, or "" if it can."""
    if search.engine in KEPT_ENGINES:
        return ""
    return tr(
        "{engine} searches hidden information and has no tree to save; the game saves its report", engine=search.engine
    )


def dump_tree(search: Search, visits: int | None = None) -> dict[str, Any]:
    """Return the nodes with at least `visits` visits, or the most visited nodes if None, as plain data.

    Raises:
        ValueError: The search cannot be saved.
    """
    if reason := why_not(search):
        raise ValueError(reason)
    return dict(search.dump(MIN, max(1, NODES // search.trees)) if visits is None else search.dump(visits))


def write(file: Path, search: Search, visits: int | None = None) -> int:
    """Save a search tree and return the number of its nodes.

    Args:
        file: The file.
        search: The search.
        visits: The minimum number of visits of a node. None saves the most visited nodes.

    Raises:
        ValueError: The search cannot be saved.
        WriteError: The file cannot be written.
    """
    return write_dump(file, dump_tree(search) if visits is None else dump_tree(search, visits))


def write_dump(file: Path, data: dict[str, Any]) -> int:
    """Save a dumped tree and return the number of its nodes.

    Raises:
        WriteError: The tree is too large, or the file cannot be written.
    """
    plain = json.dumps(data, separators=(",", ":")).encode()
    if len(plain) > limits.TREE_PLAIN:
        most = bounded.size(limits.TREE_PLAIN)
        raise saving.WriteError(
            tr(
                "{file}{failed}the tree has {count:,} bytes; the maximum is {most}. Save only nodes with more visits",
                file=file,
                failed=saving.FAILED,
                count=len(plain),
                most=most,
            )
        )
    saving.write(file, gzip.compress(plain, 6, mtime=0))
    return sum(map(len, data["trees"]))


def read(file: Path) -> SavedSearch:
    """Return the search in a file.

    Raises:
        RecordError: The file cannot be read or is not a saved tree.
    """
    try:
        plain = files.decompress(files.read_bytes(file, limits.TREE_FILE), limits.TREE_PLAIN)
        bounded.check_json(plain)
        return Search.load(json.loads(plain))
    except RecordError as error:
        raise RecordError(error.field, error.reason, str(file)) from None
    except bounded.RefusedError as error:
        raise RecordError("file", str(error), str(file)) from None
    except (ValueError, RecursionError) as error:
        raise RecordError(
            "file", tr("this is not a saved tree: {error}", error=" ".join(str(error).split())), str(file)
        ) from None


def saved_tree(saved: SavedSearch) -> SearchedTree:
    """Return a saved search as a tree that can be examined."""
    return SearchedTree(saved, point_of(saved))


def point_of(saved: SavedSearch) -> Viewpoint:
    """Return the position at the root of a saved search."""
    return Viewpoint.parse(f"{saved.spec} {saved.text}", None)
