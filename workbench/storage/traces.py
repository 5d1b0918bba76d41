"""The file beside a record with single simulations of its bots: gzip over JSON, of limited size.

A decision is named by the line to it, so that the file fits its record whatever variations come or go.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from bots.report import NEAR
from bots.traced import KINDS, Traced
from fastcore import CHANCE
from workbench.game.move_tree import ROOT, MoveTree
from workbench.records import files
from workbench.records.files import BadRecord, in_words
from workbench.system import bounded, limits, saving

SUFFIX = ".traces"
MOST_BYTES = 200_000  # of a file
LARGEST = 200_000  # bytes of the JSON of one simulation; those of our bots have a hundredth
VERSION: Literal[1] = 1
_NAME = 16  # characters of a decision's name

Told = Mapping[str, tuple[Traced, ...]]  # by the name of the decision

_encode = msgspec.json.Encoder().encode


class _Filed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["herbarium traces"]
    version: Literal[1]
    decisions: dict[str, tuple[Traced, ...]]


def beside(record: Path) -> Path:
    """Where the traces of a record's game are."""
    return record.with_name(record.name.removesuffix(files.SUFFIX) + SUFFIX)


def name_of(line: Sequence[str]) -> str:
    """The name of the decision that the last of these moves is, made one after the other from the start."""
    return sha256("\n".join(line).encode()).hexdigest()[:_NAME]


def of_tree(tree: MoveTree) -> dict[str, tuple[Traced, ...]]:
    """All traces in a tree of moves."""
    return {
        name_of([tree.nodes[one].move for one in tree.line_to(node)]): held.traces
        for node, held in tree.nodes.items()
        if held.traces and tree.holds(node)
    }


def give_back(tree: MoveTree, told: Told) -> None:
    """Put traces to the nodes of a tree that was read from its record, but for those that are not sound.
    A tree without them is as it was."""
    if not told:
        return
    seats = len(tree.head.seats)
    digests = {ROOT: sha256()}  # of the moves to each node
    for node in sorted(tree.nodes):  # a node comes after the one before it
        held = tree.nodes[node]
        if node != ROOT and held.parent in digests:
            digest = digests[node] = digests[held.parent].copy()
            digest.update((held.move if held.parent == ROOT else f"\n{held.move}").encode())
            traces = tuple(one for one in told.get(digest.hexdigest()[:_NAME], ()) if sound(one, seats))
            if traces:
                tree.set(node, "traces", traces)


def take_in(tree: MoveTree, record: Path) -> None:
    """Put what lies beside a record to the nodes of its tree. Damaged traces are no reason not to open a game."""
    with suppress(BadRecord):
        give_back(tree, read(record))


def sound(one: Traced, seats: int) -> bool:
    """Whether a simulation, which may come from anywhere, can be told of at a table with so many seats. (Whether its
    moves can be made is seen when they are.)"""
    per_seat = [one.value, *(values for step in one.steps for values in (step.before, step.after) if values)]
    return all(len(values) == seats and all(abs(value) <= 1 + NEAR for value in values) for values in per_seat) and all(
        step.kind in KINDS and (step.actor == CHANCE or 0 <= step.actor < seats) and -NEAR <= step.prior <= 1 + NEAR
        for step in one.steps
    )


def encoded(told: Told) -> bytes:
    """The bytes of a file, with ever fewer simulations of each decision until they fit.
    The same traces give the same bytes."""
    told = _small(told)
    most = max(map(len, told.values()), default=0)
    while True:
        data = _packed({name: fewer(traces, most) for name, traces in told.items()})
        if len(data) <= MOST_BYTES or not told:
            return data
        if most > 1:
            most = min(most - 1, int(most * MOST_BYTES / len(data)) + 1)
        else:  # so long a game that not one of each fits: every other decision
            told = dict(list(told.items())[1::2])  # none is left of a single one


def fewer(traces: Sequence[Traced], most: int) -> tuple[Traced, ...]:
    """At most so many of them: the last ones, and of the others those evenly between."""
    if len(traces) <= most:
        return tuple(traces)
    if most == 1:
        return (traces[-1],)
    return tuple(traces[round(i * (len(traces) - 1) / (most - 1))] for i in range(most))


def _small(told: Told) -> dict[str, tuple[Traced, ...]]:
    """Without the simulations that are too large to be any."""
    small = {name: tuple(one for one in traces if len(_encode(one)) <= LARGEST) for name, traces in told.items()}
    return {name: traces for name, traces in small.items() if traces}


def _packed(told: Told) -> bytes:
    return gzip.compress(_encode(_Filed("herbarium traces", VERSION, dict(told))), 9, mtime=0)


def decoded(data: bytes, file: str = "") -> dict[str, tuple[Traced, ...]]:
    """The traces in the bytes of a file, but for any that is too large to be one; BadRecord if they are damaged."""
    try:
        plain = files.unpacked(data, limits.TRACES_PLAIN)
        bounded.check_json(plain)
        return _small(msgspec.json.decode(plain, type=_Filed).decisions)
    except BadRecord as error:
        raise BadRecord(error.field, error.reason, file) from None
    except (bounded.Refused, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord("file", f"these are no traces: {in_words(str(error))}", file) from None


def read(record: Path) -> dict[str, tuple[Traced, ...]]:
    """The traces beside a record, {} if there are none; BadRecord if the file is damaged."""
    file = beside(record)
    try:
        data = bounded.bytes_of(file, limits.TRACES_FILE)
    except FileNotFoundError:
        return {}
    except bounded.Refused as error:
        raise BadRecord("file", str(error), str(file)) from None
    return decoded(data, str(file))


def write(record: Path, told: Told) -> None:
    """Save the traces beside a record; those of a game that has none any more go. CannotWrite if that fails."""
    file = beside(record)
    if told:
        saving.write(file, encoded(told))
    else:
        with suppress(OSError):
            file.unlink(missing_ok=True)
