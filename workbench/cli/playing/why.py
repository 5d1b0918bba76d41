"""The output of `why`: the reasons for a hint, or for the last decision of a bot."""

from __future__ import annotations

from collections.abc import Iterator

from bots import Report
from bots.loading import sources
from bots.loading.sources import parse_program
from bots.reasoning import turn_of
from bots.report import author
from workbench import boards
from workbench.cli.playing import words
from workbench.game.session import Session
from workbench.reports.reasons import GOES_ON, Reason, previous_report, reasons
from workbench.seen.shared_screen import SharedScreen


def explain(session: Session, screen: SharedScreen, advice: tuple[int, Report] | None) -> Iterator[str]:
    """Yield the paragraphs to print.

    Args:
        session: The game.
        screen: Decides whether the person at the screen may see the bots' reasons.
        advice: The seat and report of a hint, or None. The person who got the hint may always see its reasons.
    """
    info = session.state.info
    if advice is not None:
        seat, report = advice
        found = reasons(info, seat, report)
        moves = turn_of(session.viewpoint(seat), report)
        yield from paragraph(words.why_hint(boards.describe_moves(info, seat, moves)), found)
    elif not screen.shows_reasons:
        yield words.COVERED
    else:
        yield from last_decision(session)


def last_decision(session: Session) -> Iterator[str]:
    """Yield the reasons for the last decision of a bot that has any.

    The later moves of a plan have no reasons and are skipped.
    """
    info, steps, silent = session.state.info, session.steps, ""
    for number in reversed(range(len(steps))):
        step = steps[number]
        if step.report is None or step.actor < 0:
            continue
        way = ((earlier.actor, earlier.report) for earlier in reversed(steps[: number + 1]))
        found = reasons(info, step.actor, step.report, previous_report(way))
        if found and found[0].kind != GOES_ON:
            document = session.document
            parent = document.tree.nodes[document.current.nodes[number]].parent
            before = document.viewpoint_at(parent, step.actor)
            meaning = boards.describe_moves(info, step.actor, turn_of(before, step.report))
            yield from paragraph(words.why_decision(boards.seat_name(info, step.actor), step.turn, meaning), found)
            return
        silent = silent or ("" if found else bot_name(author(step.report) or session.seats[step.actor]))
    yield words.no_reasons(silent) if silent else words.NO_REASONS


def bot_name(text: str) -> str:
    """Return the short name of a bot, without options. A bot from a file has its class, a program its file."""
    if (program := parse_program(text)) is not None:
        return program.label
    own = sources.parse_text(text)
    return text.partition("(")[0] if own is None else own.kind


def paragraph(head: str, found: tuple[Reason, ...]) -> Iterator[str]:
    """Yield the reasons as one paragraph after the heading `head`."""
    texts = [reason.text for reason in found if reason.kind != "plan"]  # The heading already names the plan.
    yield " ".join([head, *texts]) if found else words.NO_REASONS
