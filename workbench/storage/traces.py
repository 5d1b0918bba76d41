"""The file beside a record that holds traces (single simulations) of its bots: gzip over JSON, limited in size.

Each decision is identified by the moves that lead to it, so variations can be added or deleted freely.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from bots.report import VALUE_TOLERANCE
from bots.traced import KINDS, Traced
from fastcore import CHANCE
from workbench.game.move_tree import ROOT, MoveTree
from workbench.records import files
from workbench.records.files import RecordError
from workbench.system import bounded, decoding, limits, saving
from workbench.system.translation import tr
from workbench.system.versioned_json import shorten_reason

SUFFIX = ".traces"
MAX_BYTES = 200_000  # maximum size of a file
LARGEST = 200_000  # maximum bytes of one simulation as JSON; built-in bots need about a hundredth
VERSION: Literal[1] = 1
_KEY_LENGTH = 16  # characters of a decision's key

TracesByKey = Mapping[str, tuple[Traced, ...]]  # by the key of the decision

_encode = msgspec.json.Encoder().encode


class _Filed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["herbarium traces"]
    version: Literal[1]
    decisions: dict[str, tuple[Traced, ...]]


def trace_file(record: Path) -> Path:
    """Return the path of the trace file that belongs to a record."""
    return record.with_name(record.name.removesuffix(files.SUFFIX) + SUFFIX)


def decision_key(line: Sequence[str]) -> str:
    """Return the key of a decision: a hash of the moves from the start up to and including it."""
    return sha256("\n".join(line).encode()).hexdigest()[:_KEY_LENGTH]


def of_tree(tree: MoveTree) -> dict[str, tuple[Traced, ...]]:
    """Return all traces in a move tree by the key of their decision."""
    return {
        decision_key([tree.nodes[step].move for step in tree.line_to(node)]): entry.traces
        for node, entry in tree.nodes.items()
        if entry.traces and tree.has_node(node)
    }


def add_traces(tree: MoveTree, simulations: TracesByKey) -> None:
    """Add traces to the nodes of a tree read from a record. Invalid traces are skipped."""
    if not simulations:
        return
    seats = len(tree.head.seats)
    digests = {ROOT: sha256()}  # hashes of the moves up to each node
    for node in sorted(tree.nodes):  # parents come first
        entry = tree.nodes[node]
        if node != ROOT and entry.parent in digests:
            digest = digests[node] = digests[entry.parent].copy()
            digest.update((entry.move if entry.parent == ROOT else f"\n{entry.move}").encode())
            traces = tuple(
                trace for trace in simulations.get(digest.hexdigest()[:_KEY_LENGTH], ()) if is_valid(trace, seats)
            )
            if traces:
                tree.set(node, "traces", traces)


def load_traces(tree: MoveTree, record: Path) -> None:
    """Load the traces beside a record into its tree. Damaged traces are ignored, so the game still opens."""
    with suppress(RecordError):
        add_traces(tree, read(record))


def is_valid(trace: Traced, seats: int) -> bool:
    """Return whether a simulation from an untrusted file is well formed for this number of seats.

    The legality of its moves is not checked here.
    """
    per_seat = [trace.value, *(values for step in trace.steps for values in (step.before, step.after) if values)]
    return all(
        len(values) == seats and all(abs(value) <= 1 + VALUE_TOLERANCE for value in values) for values in per_seat
    ) and all(
        step.kind in KINDS
        and (step.actor == CHANCE or 0 <= step.actor < seats)
        and -VALUE_TOLERANCE <= step.prior <= 1 + VALUE_TOLERANCE
        for step in trace.steps
    )


def encode(simulations: TracesByKey) -> bytes:
    """Return the bytes of a trace file. Traces are thinned out per decision until they fit in `MAX_BYTES`.

    Equal traces give equal bytes.
    """
    simulations = _without_oversized(simulations)
    limit = max(map(len, simulations.values()), default=0)
    while True:
        data = _packed({name: thin_out(traces, limit) for name, traces in simulations.items()})
        if len(data) <= MAX_BYTES or not simulations:
            return data
        if limit > 1:
            limit = min(limit - 1, int(limit * MAX_BYTES / len(data)) + 1)
        else:  # one simulation per decision is still too much: drop every second decision
            simulations = dict(
                list(simulations.items())[1::2]
            )  # a single decision is dropped as well, so the loop ends


def thin_out(traces: Sequence[Traced], limit: int) -> tuple[Traced, ...]:
    """Return at most `limit` traces, evenly spaced, including the last one."""
    if len(traces) <= limit:
        return tuple(traces)
    if limit == 1:
        return (traces[-1],)
    return tuple(traces[round(i * (len(traces) - 1) / (limit - 1))] for i in range(limit))


def _without_oversized(simulations: TracesByKey) -> dict[str, tuple[Traced, ...]]:
    """Return the traces without oversized simulations."""
    small = {
        name: tuple(trace for trace in traces if len(_encode(trace)) <= LARGEST) for name, traces in simulations.items()
    }
    return {name: traces for name, traces in small.items() if traces}


def _packed(simulations: TracesByKey) -> bytes:
    return gzip.compress(_encode(_Filed("herbarium traces", VERSION, dict(simulations))), 9, mtime=0)


def decode(data: bytes, file: str = "") -> dict[str, tuple[Traced, ...]]:
    """Return the traces in the bytes of a file, without oversized simulations.

    Args:
        data: The bytes.
        file: The name of the file for errors.

    Raises:
        RecordError: The bytes are damaged.
    """
    try:
        plain = files.decompress(data, limits.TRACES_PLAIN)
        bounded.check_json(plain)
        return _without_oversized(decoding.decode_json(plain, _Filed).decisions)
    except RecordError as error:
        raise RecordError(error.field, error.reason, file) from None
    except (bounded.RefusedError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(
            "file", tr("these are not traces: {shorten_reason}", shorten_reason=shorten_reason(str(error))), file
        ) from None


def read(record: Path) -> dict[str, tuple[Traced, ...]]:
    """Return the traces beside a record, or {}.

    Raises:
        RecordError: The file is damaged.
    """
    file = trace_file(record)
    try:
        data = bounded.read_bytes(file, limits.TRACES_FILE)
    except FileNotFoundError:
        return {}
    except bounded.RefusedError as error:
        raise RecordError("file", str(error), str(file)) from None
    return decode(data, str(file))


def write(record: Path, simulations: TracesByKey) -> None:
    """Save the traces beside a record, or remove the file if there are none.

    Raises:
        WriteError: The file cannot be written.
    """
    file = trace_file(record)
    if simulations:
        saving.write(file, encode(simulations))
    else:
        with suppress(OSError):
            file.unlink(missing_ok=True)
