"""Prints single simulations step by step, for `herbarium analyse --trace`."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

import fastcore
from bots.traced import Traced
from workbench.cli.shared.output import table
from workbench.cli.shared.readers import BadInput
from workbench.reports import search_words as words
from workbench.reports.simulations import shots

COLUMNS = ("bot", "simulation", "step", "kind", "seat", "move", "prior", "visits", "node_visits", "before", "after")
HEADS = ("step", "move", "visits", "before", "after")


def chosen(traces: Sequence[Traced], number: int | None) -> Sequence[Traced]:
    """The simulations that were asked for; BadInput if there are none."""
    if number is None:
        return traces
    found = [one for one in traces if one.number == number]
    if not found:
        raise BadInput(f"simulation {number} was not kept; there is {', '.join(str(one.number) for one in traces)}")
    return found


def show(form: str, bot: str, point: fastcore.Viewpoint, traces: Sequence[Traced], first: bool) -> None:
    """Print simulations; `first` says whether a head comes before them."""
    if form == "jsonl":
        for told in traces:
            sys.stdout.write(msgspec.json.encode(as_data(bot, point.actor, told)).decode() + "\n")
    elif form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        if first:
            writer.writerow(COLUMNS)
        for told in traces:
            writer.writerows(as_rows(bot, point.actor, told))
    else:
        for place, told in enumerate(traces, 1):
            as_table(bot, point, told, words.which(told.number, place, len(traces)))


def as_data(bot: str, seat: int, told: Traced) -> dict[str, Any]:
    """A simulation as data, seats from 1, None for chance; values are per seat."""
    steps = [
        {
            "kind": step.kind, "seat": by(step.actor), "move": step.move, "prior": step.prior, "visits": step.visits,
            "node_visits": step.node_visits, "before": step.before, "after": step.after,
        }
        for step in told.steps
    ]  # fmt: skip
    terms = [{"name": name, "amount": amount, "weight": weight} for name, amount, weight in told.terms]
    return {
        "bot": bot, "seat": seat + 1, "simulation": told.number, "world": told.world, "steps": steps,
        "text": told.text, "kind": told.kind,
        "value": told.value, "static": told.static, "terms": terms, "told": told.told,
    }  # fmt: skip


def as_rows(bot: str, seat: int, told: Traced) -> Iterator[Sequence[object]]:
    """A row a step and one for where it ended, values for the seat that decides."""
    for number, step in enumerate(told.steps, 1):
        before, after = (f"{values[seat]:.6f}" if values else "" for values in (step.before, step.after))
        yield (
            bot,
            told.number,
            number,
            step.kind,
            by(step.actor),
            step.move,
            f"{step.prior:.6f}",
            step.visits,
            step.node_visits,
            before,
            after,
        )
    yield (bot, told.number, "leaf", told.kind, "", "", "", "", "", "", f"{told.value[seat]:.6f}")


def by(actor: int) -> int | None:
    return actor + 1 if actor >= 0 else None


def as_table(bot: str, point: fastcore.Viewpoint, told: Traced, which: str) -> None:
    """The steps, where it began and ended, and what changed on the way back up, in words."""
    info, seat = point.info, point.actor
    rows = [words.step_cells(info, seat, step) for step in told.steps]
    print(f"{bot}: {which}")
    print(f"{'Begins in a world that the seat holds possible' if info.has.covered else 'Begins'}: {told.world}")
    table("", HEADS, [*rows, (words.LEAF, "", "", "", words.worth(told.value, seat))], words=2)
    print(f"Ends: {told.text}")
    try:
        moments = shots(point.spec, told, info.has.covered)
    except ValueError as error:  # a file may come from anywhere
        moments = ()
        print(error)
    for shot in moments:
        if shot.part in ("leaf", "back"):
            print(words.moment(info, seat, shot, told))
    print()
