"""The reasons for a decision, taken from the bot's own report."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from bots.reasoning import group_turns, turn_of
from bots.report import Report
from fastcore import Viewpoint
from workbench import boards
from workbench.game.session import Session
from workbench.gui.moves import words as moves_words
from workbench.gui.play import words as play_words
from workbench.reports.growth import unit_of
from workbench.reports.reasons import GOES_ON, previous_report, reasons, turn_effect
from workbench.seen.names import side_name, with_player_names
from workbench.seen.shared_screen import SharedScreen

MAX_CANDIDATES = 3


class Considered(NamedTuple):
    """A turn in words, its evaluation for the player to move, and its first move."""

    move: str
    value: str
    text: str = ""


class Reasons(NamedTuple):
    """The content of the card: a bot's reasons, or only a message (then `node` is -1 and `head` is empty).

    `unit` is the heading of the evaluations, `effort` the size of the search.
    """

    node: int
    head: str
    sentences: tuple[str, ...]
    considered: tuple[Considered, ...] = ()
    effort: str = ""
    unit: str = ""


def last_decision(session: Session, node: int) -> int | None:
    """Return the last decision of a bot on the way to a node, or None."""
    return next(
        (number for number in reversed(session.document.line_to(node)) if session.document.tree.nodes[number].reports),
        None,
    )


def move_reasons(session: Session, screen: SharedScreen, shown: int) -> Reasons:
    """Return the reasons for the last bot decision on the way to a node, or a message that says why there are none."""
    node = last_decision(session, shown)
    if not screen.shows_reasons:
        return Reasons(-1, "", (moves_words.THOUGHTS_COVERED,))
    if node is None:
        return Reasons(-1, "", (moves_words.NOBODY,))
    node = _plan_start(session, node)
    decision = session.document.tree.nodes[node]
    before = session.document.viewpoint_at(decision.parent, decision.actor)
    earlier = _earlier(session, node)
    side = side_name(session, decision.actor)
    heading = moves_words.bot_head(
        side,
        boards.describe_moves(before.info, decision.actor, (decision.move,)),
        boards.turn_text(before.info, before.fields, decision.turn),
    )
    return _with_names(session, _build(node, heading, before, decision.reports[-1], earlier))


def _plan_start(session: Session, node: int) -> int:
    """Return the decision behind a move: that of the plan's first move if the bot only continued a plan."""
    nodes, info = session.document.tree.nodes, session.point.info
    for number in reversed(session.document.line_to(node)):
        decision = nodes[number]
        if (decision.actor, decision.turn) != (nodes[node].actor, nodes[node].turn) or not decision.reports:
            break
        node = number
        if any(reason.kind != GOES_ON for reason in reasons(info, decision.actor, decision.reports[-1])):
            break
    return node


def advice_reasons(session: Session, point: Viewpoint, report: Report) -> Reasons:
    """Return the reasons for the turn that a hint recommends."""
    turn = boards.describe_moves(point.info, point.actor, turn_of(point, report))
    return _with_names(session, _build(-1, moves_words.advice_head(turn), point, report, None))


def _with_names(session: Session, found: Reasons) -> Reasons:
    """Replace seat numbers by the names of the players."""
    named = partial(with_player_names, session)
    considered = tuple(turn._replace(move=named(turn.move)) for turn in found.considered)
    return found._replace(head=named(found.head), sentences=tuple(map(named, found.sentences)), considered=considered)


def _earlier(session: Session, node: int) -> Report | None:
    """Return the report of the seat's previous decision, or None."""
    before = (session.document.tree.nodes[number] for number in reversed(session.document.line_to(node)))
    return previous_report((decision.actor, decision.reports[-1] if decision.reports else None) for decision in before)


def _build(node: int, heading: str, before: Viewpoint, report: Report, earlier: Report | None) -> Reasons:
    info, seat = before.info, before.actor
    found = reasons(info, seat, report, earlier)
    effect = turn_effect(before, report)
    texts = [*([effect] if effect and found else []), *(reason.text for reason in found)]
    turns = group_turns(before, report.candidates)
    considered = tuple(
        Considered(
            boards.describe_moves(info, seat, turn.moves),
            moves_words.share(turn.lead.value[seat], before.seats),
            turn.lead.move,
        )
        for turn in turns[:MAX_CANDIDATES]
    )
    if not considered and not texts:
        texts.append(moves_words.NOTHING)
    effort = play_words.search_amount(report.simulations, unit_of(report)) if report.simulations else ""
    unit = moves_words.CHANCES if before.seats == 2 else moves_words.POINTS
    return Reasons(node, heading, tuple(texts), considered, effort, unit)
