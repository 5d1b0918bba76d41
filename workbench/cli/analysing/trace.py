"""Output of single simulations step by step, for `herbarium analyse --trace`."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

import fastcore
from bots.traced import Traced
from workbench.cli.shared.output import print_table
from workbench.cli.shared.readers import InputError
from workbench.reports import search_words as words
from workbench.reports.simulations import simulation_moments
from workbench.system.translation import tr

COLUMNS = ("bot", "simulation", "step", "kind", "seat", "move", "prior", "visits", "node_visits", "before", "after")
HEADS = ("step", "move", "visits", "before", "after")


def select(traces: Sequence[Traced], number: int | None) -> Sequence[Traced]:
    """Return the simulation with this number, or all simulations if `number` is None.

    Raises:
        InputError: There is no such simulation.
    """
    if number is None:
        return traces
    found = [trace for trace in traces if trace.number == number]
    if not found:
        raise InputError(
            tr(
                "simulation {number} was not recorded; there is {trace}",
                number=number,
                trace=", ".join(str(trace.number) for trace in traces),
            )
        )
    return found


def print_traces(form: str, bot: str, point: fastcore.Viewpoint, traces: Sequence[Traced], first: bool) -> None:
    """Print simulations as a table, CSV or JSON lines. If `first`, CSV gets a heading."""
    if form == "jsonl":
        for trace in traces:
            sys.stdout.write(msgspec.json.encode(as_data(bot, point.actor, trace)).decode() + "\n")
    elif form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        if first:
            writer.writerow(COLUMNS)
        for trace in traces:
            writer.writerows(csv_rows(bot, point.actor, trace))
    else:
        for place, trace in enumerate(traces, 1):
            print_steps(bot, point, trace, words.simulation_title(trace.number, place, len(traces)))


def as_data(bot: str, seat: int, trace: Traced) -> dict[str, Any]:
    """Return a simulation as data. Seats are numbered from 1 (None: chance). There is a value for each seat."""
    steps = [
        {
            "kind": step.kind, "seat": seat_number(step.actor), "move": step.move, "prior": step.prior,
            "visits": step.visits,
            "node_visits": step.node_visits, "before": step.before, "after": step.after,
        }
        for step in trace.steps
    ]  # fmt: skip
    terms = [{"name": name, "amount": amount, "weight": weight} for name, amount, weight in trace.terms]
    return {
        "bot": bot, "seat": seat + 1, "simulation": trace.number, "world": trace.world,
        "steps": steps, "text": trace.text, "kind": trace.kind,
        "value": trace.value, "static": trace.static, "terms": terms, "told": trace.by_name,
    }  # fmt: skip


def csv_rows(bot: str, seat: int, trace: Traced) -> Iterator[Sequence[object]]:
    """Yield a row for each step and one for the leaf. Values are from the point of view of `seat`."""
    for number, step in enumerate(trace.steps, 1):
        before, after = (f"{values[seat]:.6f}" if values else "" for values in (step.before, step.after))
        yield (
            bot,
            trace.number,
            number,
            step.kind,
            seat_number(step.actor),
            step.move,
            f"{step.prior:.6f}",
            step.visits,
            step.node_visits,
            before,
            after,
        )
    yield (bot, trace.number, "leaf", trace.kind, "", "", "", "", "", "", f"{trace.value[seat]:.6f}")


def seat_number(actor: int) -> int | None:
    """Return an actor's seat, from 1, or None for chance."""
    return actor + 1 if actor >= 0 else None


def print_steps(bot: str, point: fastcore.Viewpoint, trace: Traced, which: str) -> None:
    """Print a simulation in words: its start, its steps, its end, and the changes made by the backup."""
    info, seat = point.info, point.actor
    rows = [words.step_cells(info, seat, step) for step in trace.steps]
    print(f"{bot}: {which}")
    print(f"{(tr('Begins in a possible position') if info.has.covered else tr('Begins'))}: {trace.world}")
    print_table("", HEADS, [*rows, (words.LEAF, "", "", "", words.seat_value_text(trace.value, seat))], words=2)
    print(tr("Ends: {trace}", trace=trace.text))
    try:
        moments = simulation_moments(point.spec, trace, info.has.covered)
    except ValueError as error:  # The data may come from a file, which can be damaged.
        moments = ()
        print(error)
    for shot in moments:
        if shot.part in ("leaf", "back"):
            print(words.moment(info, seat, shot, trace))
    print()
