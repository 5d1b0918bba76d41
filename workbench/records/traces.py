"""The single simulations of a game's bots, in a file beside its record: gzip over JSON, never more than so many bytes.

A decision is named by the way to it, so that the file fits its record whatever variations come or go.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from bots.traced import Traced
from workbench import safely
from workbench.records import files
from workbench.records.files import BadRecord, in_words
from workbench.tree import ROOT, Tree

SUFFIX = ".traces"
MOST_BYTES = 200_000  # of a file
VERSION: Literal[1] = 1

Told = Mapping[str, tuple[Traced, ...]]  # by the name of the decision


class _Filed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["herbarium traces"]
    version: Literal[1]
    decisions: dict[str, tuple[Traced, ...]]


def beside(record: Path) -> Path:
    """Where the traces of a record's game are."""
    return record.with_name(record.name.removesuffix(files.SUFFIX) + SUFFIX)


def name_of(way: Sequence[str]) -> str:
    """The name of the decision that the last of these moves is, made one after the other from the start."""
    return sha256("\n".join(way).encode()).hexdigest()[:16]


def of_tree(tree: Tree) -> dict[str, tuple[Traced, ...]]:
    """All traces in a tree of moves."""
    return {
        name_of([tree.nodes[one].move for one in tree.line_to(node)]): held.traces
        for node, held in tree.nodes.items()
        if held.traces and tree.holds(node)
    }


def give_back(tree: Tree, told: Told) -> None:
    """Put traces to the nodes of a tree that was read from its record. A tree without them is as it was."""
    if not told:
        return
    ways: dict[int, tuple[str, ...]] = {ROOT: ()}
    for node in sorted(tree.nodes):  # a node comes after the one before it
        held = tree.nodes[node]
        if node != ROOT and held.parent in ways:
            ways[node] = (*ways[held.parent], held.move)
            traces = told.get(name_of(ways[node]))
            if traces:
                tree.set(node, "traces", traces)


def take_in(tree: Tree, record: Path) -> None:
    """Put what lies beside a record to the nodes of its tree. Damaged traces are no reason not to open a game."""
    with suppress(BadRecord):
        give_back(tree, read(record))


def encoded(told: Told) -> bytes:
    """The bytes of a file, with ever fewer simulations of each decision until they fit. The same traces give the same bytes."""
    most = max(map(len, told.values()), default=0)
    while True:
        data = _packed({name: fewer(traces, most) for name, traces in told.items()})
        if len(data) <= MOST_BYTES:
            return data
        if most > 1:
            most = min(most - 1, int(most * MOST_BYTES / len(data)) + 1)
        else:  # so long a game that not one of each fits: every other decision
            told = dict(list(told.items())[::2])


def fewer(traces: Sequence[Traced], most: int) -> tuple[Traced, ...]:
    """At most so many of them: the last ones, and of the others those evenly between."""
    if len(traces) <= most:
        return tuple(traces)
    if most == 1:
        return (traces[-1],)
    return tuple(traces[round(i * (len(traces) - 1) / (most - 1))] for i in range(most))


def _packed(told: Told) -> bytes:
    return gzip.compress(msgspec.json.encode(_Filed("herbarium traces", VERSION, dict(told))), 9, mtime=0)


def decoded(data: bytes, file: str = "") -> dict[str, tuple[Traced, ...]]:
    """The traces in the bytes of a file; BadRecord if they are damaged."""
    try:
        return msgspec.json.decode(files.unpacked(data), type=_Filed).decisions
    except BadRecord as error:
        raise BadRecord(error.field, error.reason, file) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord("file", f"these are no traces: {in_words(str(error))}", file) from None


def read(record: Path) -> dict[str, tuple[Traced, ...]]:
    """The traces beside a record, {} if there are none; BadRecord if the file is damaged."""
    file = beside(record)
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BadRecord("file", f"it cannot be read: {safely.why(error)}", str(file)) from None
    return decoded(data, str(file))


def write(record: Path, told: Told) -> None:
    """Save the traces beside a record; those of a game that has none any more go. CannotWrite if that fails."""
    file = beside(record)
    if told:
        safely.write(file, encoded(told))
    else:
        with suppress(OSError):
            file.unlink(missing_ok=True)
