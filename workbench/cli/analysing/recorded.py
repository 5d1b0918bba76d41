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
from workbench.cli.shared.readers import InputError, few_positions
from workbench.game.move_tree import ROOT, Node
from workbench.game.session import PERSON, Session
from workbench.records.steps import SET_UP
from workbench.reports.growth import frames
from workbench.storage import traces
from workbench.storage.session_records import session_of
from workbench.system.language.formats import format_count
from workbench.system.translation import tr, trn

COLUMNS = ("at", "turn", "seat", "bot", "move", "simulations", "value", "times", "traces")


class Decision(NamedTuple):
    """A bot's decision in a record: the number `at` of the move, from 1, and the reports of the search.

    The last report has the chosen move.
    """

    at: int
    node: Node
    bot: str
    reports: tuple[Report, ...]


def open_session(path: Path) -> Session:
    """Return the game of a record, with the single simulations saved in a separate file.

    Raises:
        InputError: The file is not a record, or is damaged.
    """
    if sources.file_kind(path) != "record":
        raise InputError(tr("{path}: this is not a record of a game", path=path))
    session = session_of(sources.read_record(path))
    traces.load_traces(session.document.tree, path)
    return session


def point_at(session: Session, at: int) -> fastcore.Viewpoint:
    """Return what the player to move knows in position `at`, where 1 is the start.

    Before a chance event, return what everybody knows.

    Raises:
        InputError: There is no such position, or it cannot be analysed.
    """
    way = (ROOT, *session.document.main_line())
    if at > len(way):
        raise InputError(few_positions(len(way), at))
    point = session.document.point_at(way[at - 1])
    check_can_analyse(point, tr("position {at}", at=at))
    return session.document.viewpoint_at(way[at - 1], None if point.actor == fastcore.CHANCE else point.actor)


def check_can_analyse(point: fastcore.State | fastcore.Viewpoint, where: str) -> None:
    """Check that a position can be analysed.

    Raises:
        InputError: The game is over, or chance deals hidden cards. The message names the position by `where`.
    """
    if point.actor == fastcore.OVER:
        raise InputError(tr("the game is over in {where}; there is nothing to decide", where=where))
    if point.actor == fastcore.CHANCE and point.info.has.deals:
        raise InputError(
            tr(
                "hidden cards are dealt next in {where}: nobody decides, and there are too many deals to analyse",
                where=where,
            )
        )


def decisions(session: Session) -> Iterator[Decision]:
    """Yield the bots' decisions for which the record has reports."""
    for at, number in enumerate(session.document.main_line(), 1):
        node = session.document.tree.nodes[number]
        if node.actor >= 0 and node.reports:
            reports = frames(node.reports)
            # The growth record would repeat the earlier reports.
            last = msgspec.structs.replace(reports[-1], growth=None)
            yield Decision(at, node, author(last) or session.seats[node.actor], (*reports[:-1], last))


def decision(session: Session, at: int) -> Decision:
    """Return the decision of move `at`, from 1.

    Raises:
        InputError: There is no such move, or no search was recorded for it.
    """
    found = next((decision for decision in decisions(session) if decision.at == at), None)
    if found is not None:
        return found
    line = session.document.main_line()
    if at > len(line):
        raise InputError(
            trn(
                "there is only {count} move, so no move {at}",
                "there are only {count} moves, so no move {at}",
                len(line),
                at=at,
            )
        )
    node = session.document.tree.nodes[line[at - 1]]
    if node.actor < 0:
        reason = tr("was set up by hand") if node.actor == SET_UP else tr("was a chance event")
    else:
        reason = (
            tr("was made by a person")
            if session.seats[node.actor] == PERSON
            else tr("by {seat} has no report", seat=session.seats[node.actor])
        )
    raise InputError(
        tr(
            "move {at} {reason}: no search was recorded (leave out --at to list all recorded searches)",
            at=at,
            reason=reason,
        )
    )


def print_decisions(session: Session, form: str) -> None:
    """Print all decisions with recorded searches in the given form."""
    info = session.point.info
    rows = [decision_data(decision) for decision in decisions(session)]
    if form == "jsonl":
        for data in rows:
            sys.stdout.write(msgspec.json.encode(data).decode() + "\n")
    elif form == "csv":
        writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    else:
        lines = []
        for decision, data in zip(decisions(session), rows, strict=True):
            value = (
                ""
                if data["value"] is None
                else format_evaluations(
                    session.point.seats, decision.reports[-1].candidates[0].value[decision.node.actor]
                )[0]
            )
            names = (boards.seat_name(info, decision.node.actor), decision.bot, decision.node.move)
            lines.append(
                (
                    str(decision.at),
                    *names,
                    format_count(decision.reports[-1].simulations),
                    value,
                    str(data["times"]),
                    str(data["traces"]),
                )
            )
        print_table(
            tr("Recorded searches (--at N shows one)"),
            ("at", "seat", "bot", "move", "simulations", "value", "times", "single"),
            lines,
            words=4,
        )


def decision_data(decision: Decision) -> dict[str, object]:
    """Return a decision as data. Seats are numbered from 1, and the value is from the seat's point of view.

    `times` is the number of reports, `traces` the number of single simulations.
    """
    node, last = decision.node, decision.reports[-1]
    value = round(last.candidates[0].value[node.actor], 6) if last.candidates else None
    return {
        "at": decision.at, "turn": node.turn, "seat": node.actor + 1, "bot": decision.bot, "move": node.move,
        "simulations": last.simulations,
        "value": value, "times": len(decision.reports), "traces": len(node.traces),
    }  # fmt: skip
