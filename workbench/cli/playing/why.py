"""Decides what `why` prints: the reasons for a hint, or for the last decision of a bot."""

from __future__ import annotations

from collections.abc import Iterator

from bots import Report, sources
from bots.report import by
from workbench import boards
from workbench.cli.playing import words
from workbench.game.session import Session
from workbench.reports.reasons import GOES_ON, Reason, earlier_report, reasons
from workbench.seen.shared_screen import SharedScreen


def lines(session: Session, screen: SharedScreen, advice: tuple[int, Report] | None) -> Iterator[str]:
    """What to print. `advice` is the hint: who may ask for it may know why."""
    info = session.state.info
    if advice is not None:
        seat, report = advice
        found = reasons(info, seat, report)
        yield from told(words.of_hint(boards.say(info, seat, report.plan or (report.move,))), found)
    elif not screen.shows_reasons:
        yield words.COVERED
    else:
        yield from last_decision(session)


def last_decision(session: Session) -> Iterator[str]:
    """The latest decision that a bot has reasons for; the later steps of a plan have none of their own."""
    info, steps, silent = session.state.info, session.steps, ""
    for number in reversed(range(len(steps))):
        step = steps[number]
        if step.report is None or step.actor < 0:
            continue
        way = ((one.actor, one.report) for one in reversed(steps[: number + 1]))
        found = reasons(info, step.actor, step.report, earlier_report(way))
        if found and found[0].kind != GOES_ON:
            said = boards.say(info, step.actor, step.report.plan or (step.move,))
            yield from told(words.of_decision(boards.side(info, step.actor), step.turn, said), found)
            return
        silent = silent or ("" if found else bot_name(by(step.report) or session.seats[step.actor]))
    yield words.no_reasons(silent) if silent else words.NO_REASONS


def bot_name(text: str) -> str:
    """Return the short name of a bot: the class of one from a file, without options."""
    own = sources.named(text)
    return text.partition("(")[0] if own is None else own.kind


def told(head: str, found: tuple[Reason, ...]) -> Iterator[str]:
    texts = [reason.text for reason in found if reason.kind != "plan"]  # the head says that one
    yield " ".join([head, *texts]) if found else words.NO_REASONS
