"""What a card can tell of a decision: sentences, candidates, the line and the intention, all from the bot's own
report."""

from __future__ import annotations

from typing import NamedTuple

from bots.report import Report
from fastcore import Viewpoint
from workbench import boards
from workbench.game.session import Session, own_turn
from workbench.gui.moves import words as moves_words
from workbench.gui.play import words as play_words
from workbench.reports.growth import searched_in, unit_of
from workbench.reports.reasons import GOES_ON, earlier_report, reasons
from workbench.seen.shared_screen import SharedScreen

MOST = 5  # candidates


class Considered(NamedTuple):
    """A candidate in words: the move, what it is worth for whoever moves, and its share of the search."""

    move: str
    value: str
    share: str


class Why(NamedTuple):
    """`node` is the decision's, -1 for advice; without a head there is nothing to be told but the sentences."""

    node: int
    head: str
    sentences: tuple[str, ...]
    considered: tuple[Considered, ...] = ()
    line: str = ""
    effort: str = ""


def last_decision(session: Session, node: int) -> int | None:
    """The last decision of a bot on the way to a node."""
    return next(
        (one for one in reversed(session.document.line_to(node)) if session.document.tree.nodes[one].reports), None
    )


def why_moved(session: Session, screen: SharedScreen, shown: int) -> Why:
    """Why the bot played that decided last on the way to what is shown."""
    node = last_decision(session, shown)
    if not screen.shows_reasons:
        return Why(-1, "", (moves_words.THOUGHTS_COVERED,))
    if node is None:
        return Why(-1, "", (moves_words.NOBODY,))
    node = _begun(session, node)
    one = session.document.tree.nodes[node]
    before = session.document.viewpoint_at(one.parent, one.actor)
    earlier = _earlier(session, node)
    side = boards.side(before.info, one.actor)
    head = moves_words.bot_head(
        side, boards.say(before.info, one.actor, (one.move,)), boards.stands(before.info, before.fields, one.turn)
    )
    return _told(node, head, before, one.reports[-1], earlier)


def _begun(session: Session, node: int) -> int:
    """The decision that is behind a move: where the bot only went on with its plan, the one that began the plan."""
    nodes, info = session.document.tree.nodes, session.point.info
    for one in reversed(session.document.line_to(node)):
        here = nodes[one]
        if (here.actor, here.turn) != (nodes[node].actor, nodes[node].turn) or not here.reports:
            break
        node = one
        if any(reason.kind != GOES_ON for reason in reasons(info, here.actor, here.reports[-1])):
            break
    return node


def why_advised(point: Viewpoint, report: Report) -> Why:
    """Why the adviser would play what it advises."""
    return _told(-1, moves_words.advice_head(boards.say(point.info, point.actor, (report.move,))), point, report, None)


def _earlier(session: Session, node: int) -> Report | None:
    """The report of the same seat's decision before."""
    before = (session.document.tree.nodes[one] for one in reversed(session.document.line_to(node)))
    return earlier_report((one.actor, one.reports[-1] if one.reports else None) for one in before)


def _told(node: int, head: str, before: Viewpoint, report: Report, earlier: Report | None) -> Why:
    info, seat = before.info, before.actor
    sentences = tuple(reason.text for reason in reasons(info, seat, report, earlier))
    total = searched_in(report)
    considered = tuple(
        Considered(
            boards.say(info, seat, (candidate.move,)),
            moves_words.share(candidate.value[seat], before.seats),
            f"{round(100 * candidate.visits / total)} %" if total else "",
        )
        for candidate in report.candidates[:MOST]
    )
    best = next((one for one in report.candidates if one.move == report.move), None)
    line = best.line if best is not None else ()
    own = report.plan or own_turn(before, line)
    told = list(sentences or ([] if considered else [moves_words.NOTHING]))
    if len(own) > 1:
        told.append(moves_words.meant(boards.say(info, seat, own)))
    effort = play_words.simulated(report.simulations, unit_of(report)) if report.simulations else ""
    return Why(node, head, tuple(told), considered, moves_words.line(" ".join(line)) if len(line) > 1 else "", effort)
