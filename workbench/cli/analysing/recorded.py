"""Output of the searches in a record, for `herbarium analyse RECORD`."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

import fastcore
from bots.report import Report, author
from workbench import boards
from workbench.boards.kit.figures import format_evaluations
from workbench.cli.shared import sources
from workbench.cli.shared.output import print_table
from workbench.cli.shared.readers import InputError
from workbench.game.move_tree import ROOT, Node
from workbench.game.session import PERSON, Session
from workbench.records.steps import SET_UP
from workbench.reports.growth import frames
from workbench.storage import traces
from workbench.storage.session_records import session_of

COLUMNS = ("at", "turn", "seat", "bot", "move", "simulations", "value", "times", "traces")


class Decision(NamedTuple):
    """A bot's decision in a record: move number `at`, from 1, with the reports of its search.

    The last report is the choice.
    """

    at: int
    node: Node
    bot: str
    reports: tuple[Report, ...]


def open_session(path: Path) -> Session:
    """Return the game of a record, with the single simulations saved beside it.

    Raises:
        InputError: The file is no record, or is damaged.
    """
    if sources.file_kind(path) != "record":
        raise InputError(f"{path}: it is no record of a game")
    session = session_of(sources.read_record(path))
    traces.load_traces(session.document.tree, path)
    return session


def point_at(session: Session, at: int) -> fastcore.Viewpoint:
    """Return what the player to move knows in position `at`, where 1 is the start.

    Before a chance event, return what everybody knows.

    Raises:
        InputError: There is no such position, or nothing to analyse in it.
    """
    way = (ROOT, *session.document.main_line())
    if at > len(way):
        raise InputError(f"there are {len(way)} positions, and no {at}")
    point = session.document.point_at(way[at - 1])
    check_can_analyse(point, f"position {at}")
    return session.document.viewpoint_at(way[at - 1], None if point.actor == fastcore.CHANCE else point.actor)


def check_can_analyse(point: fastcore.State | fastcore.Viewpoint, where: str) -> None:
    """Check that a position can be analysed.

    Raises:
        InputError: The game is over, or chance deals hidden cards. The message names the position by `where`.
    """
    if point.actor == fastcore.OVER:
        raise InputError(f"the game is over in {where}; there is nothing to be decided")
    if point.actor == fastcore.CHANCE and point.info.has.deals:
        raise InputError(
            f"hidden cards are dealt next in {where}: nobody decides, and the deals are too many to be looked "
            "at one by one"
        )


def decisions(session: Session) -> Iterator[Decision]:
    """Yield the bots' decisions for which the record has reports."""
    for at, number in enumerate(session.document.main_line(), 1):
        node = session.document.tree.nodes[number]
        if node.actor >= 0 and node.reports:
            made = frames(node.reports)
            last = msgspec.structs.replace(made[-1], growth=None)  # The growth repeats the earlier reports.
            yield Decision(at, node, author(last) or session.seats[node.actor], (*made[:-1], last))


def decision(session: Session, at: int) -> Decision:
    """Return the decision of move `at`, from 1.

    Raises:
        InputError: There is no such move, or no search was recorded for it.
    """
    found = next((one for one in decisions(session) if one.at == at), None)
    if found is not None:
        return found
    line = session.document.main_line()
    if at > len(line):
        raise InputError(f"there are {len(line)} moves, and no {at}")
    node = session.document.tree.nodes[line[at - 1]]
    if node.actor < 0:
        who = "was set up by hand" if node.actor == SET_UP else "was left to chance"
    else:
        who = (
            "was made by a person"
            if session.seats[node.actor] == PERSON
            else f"by {session.seats[node.actor]} has no report"
        )
    raise InputError(f"move {at} {who}: no search was recorded (without --at every one that was is listed)")


def print_decisions(session: Session, form: str) -> None:
    """Print all decisions with recorded searches in the given form."""
    info = session.point.info
    rows = [decision_data(one) for one in decisions(session)]
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
                else format_evaluations(session.point.seats, one.reports[-1].candidates[0].value[one.node.actor])[0]
            )
            names = (boards.seat_name(info, one.node.actor), one.bot, one.node.move)
            lines.append(
                (
                    str(one.at),
                    *names,
                    f"{one.reports[-1].simulations:,}",
                    value,
                    str(data["times"]),
                    str(data["traces"]),
                )
            )
        print_table(
            "What was recorded (--at N shows one)",
            ("at", "seat", "bot", "move", "simulations", "value", "times", "single"),
            lines,
            words=4,
        )


def decision_data(one: Decision) -> dict[str, object]:
    """Return a decision as data. The seat is counted from 1, and the value is that seat's.

    `times` is the number of reports, `traces` the number of single simulations.
    """
    node, last = one.node, one.reports[-1]
    value = round(last.candidates[0].value[node.actor], 6) if last.candidates else None
    return {
        "at": one.at, "turn": node.turn, "seat": node.actor + 1, "bot": one.bot, "move": node.move,
        "simulations": last.simulations,
        "value": value, "times": len(one.reports), "traces": len(node.traces),
    }  # fmt: skip
