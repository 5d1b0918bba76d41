"""Prints the searches that a record holds, for `herbarium analyse RECORD`."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

import fastcore
from bots.report import Report, by
from workbench import boards
from workbench.boards.kit.figures import worths
from workbench.cli.shared import sources
from workbench.cli.shared.output import table
from workbench.cli.shared.readers import BadInput
from workbench.game.move_tree import ROOT, Node
from workbench.game.session import PERSON, Session
from workbench.records.steps import SET_UP
from workbench.reports.growth import frames
from workbench.storage import traces
from workbench.storage.session_records import session_of

COLUMNS = ("at", "turn", "seat", "bot", "move", "simulations", "value", "times", "traces")


class Decision(NamedTuple):
    """Move `at` of a record, who made it, and the reports of its search:
    those on the way, the last being the choice."""

    at: int
    node: Node
    bot: str
    reports: tuple[Report, ...]


def opened(path: Path) -> Session:
    """The game in a record, with the single simulations beside it; BadInput if it is damaged."""
    if sources.kind_of(path) != "record":
        raise BadInput(f"{path}: it is no record of a game")
    session = session_of(sources.record_at(path))
    traces.take_in(session.document.tree, path)
    return session


def point_at(session: Session, at: int) -> fastcore.Viewpoint:
    """What whoever decides knows in position `at`, the first being the start, and everybody where chance does; BadInput
    where there is none, or nothing is decided that can be looked at."""
    way = (ROOT, *session.document.main_line())
    if at > len(way):
        raise BadInput(f"there are {len(way)} positions, and no {at}")
    point = session.document.point_at(way[at - 1])
    decided(point, f"position {at}")
    return session.document.viewpoint_at(way[at - 1], None if point.actor == fastcore.CHANCE else point.actor)


def decided(point: fastcore.State | fastcore.Viewpoint, where: str) -> None:
    """BadInput where the game is over, or chance decides something that is not looked at one by one."""
    if point.actor == fastcore.OVER:
        raise BadInput(f"the game is over in {where}; there is nothing to be decided")
    if point.actor == fastcore.CHANCE and point.info.has.deals:
        raise BadInput(
            f"hidden cards are dealt next in {where}: nobody decides, and the deals are too many to be looked "
            "at one by one"
        )


def decisions(session: Session) -> Iterator[Decision]:
    """The moves that bots decided, as far as something was kept of why."""
    for at, number in enumerate(session.document.main_line(), 1):
        node = session.document.tree.nodes[number]
        if node.actor >= 0 and node.reports:
            made = frames(node.reports)
            last = msgspec.structs.replace(made[-1], growth=None)  # it is those on the way
            yield Decision(at, node, by(last) or session.seats[node.actor], (*made[:-1], last))


def decision(session: Session, at: int) -> Decision:
    """What was kept of the search that move `at` was decided by; BadInput says why there is nothing."""
    found = next((one for one in decisions(session) if one.at == at), None)
    if found is not None:
        return found
    line = session.document.main_line()
    if at > len(line):
        raise BadInput(f"there are {len(line)} moves, and no {at}")
    node = session.document.tree.nodes[line[at - 1]]
    if node.actor < 0:
        who = "was set up by hand" if node.actor == SET_UP else "was left to chance"
    else:
        who = (
            "was made by a person"
            if session.seats[node.actor] == PERSON
            else f"by {session.seats[node.actor]} has no report"
        )
    raise BadInput(f"move {at} {who}: no search was recorded (without --at every one that was is listed)")


def listed(session: Session, form: str) -> None:
    """All decisions with something recorded, in one table."""
    info = session.point.info
    rows = [row(one) for one in decisions(session)]
    if form == "jsonl":
        for data in rows:
            sys.stdout.write(msgspec.json.encode(data).decode() + "\n")
    elif form == "csv":
        writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    else:
        lines = []
        for one, data in zip(decisions(session), rows, strict=True):
            value = (
                ""
                if data["value"] is None
                else worths(session.point.seats, one.reports[-1].candidates[0].value[one.node.actor])[0]
            )
            told = (boards.side(info, one.node.actor), one.bot, one.node.move)
            lines.append(
                (str(one.at), *told, f"{one.reports[-1].simulations:,}", value, str(data["times"]), str(data["traces"]))
            )
        table(
            "What was recorded (--at N shows one)",
            ("at", "seat", "bot", "move", "simulations", "value", "times", "single"),
            lines,
            words=4,
        )


def row(one: Decision) -> dict[str, object]:
    """A decision as data: the seat from 1, the value for it, at how many times its search was looked at, and of how
    many single simulations there is all."""
    node, last = one.node, one.reports[-1]
    value = round(last.candidates[0].value[node.actor], 6) if last.candidates else None
    return {
        "at": one.at, "turn": node.turn, "seat": node.actor + 1, "bot": one.bot, "move": node.move,
        "simulations": last.simulations,
        "value": value, "times": len(one.reports), "traces": len(node.traces),
    }  # fmt: skip
