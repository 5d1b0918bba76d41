"""The review of a game as one self-contained HTML file with pictures of the board."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor

from workbench import boards
from workbench.boards.kit.drawing import svg
from workbench.boards.kit.figures import SIGNED, fixed, number_in, percents, worths
from workbench.boards.kit.palette import LIGHT
from workbench.boards.kit.turning import look_at
from workbench.game.session import PERSON, Session
from workbench.reports.reasons import reasons
from workbench.review.facts import facts, how_sure
from workbench.review.judging import LEAST, SIZES, Judged, accuracy, fallen, largest, size_of, small
from workbench.system.html_page import page as made_page
from workbench.system.html_page import section, table

EXACT = 4  # digits more than the fewest that worths are told with at most
PICTURED = 24  # mistakes that are shown on the board
NO_MISTAKES = "Nobody made a mistake that is worth naming."
NOTHING_BETTER = "Nothing better was found."
BEFORE = "at the start"
SMALL, SMALL_LOSS = "The largest small losses", "a small loss"


def plural(size: str) -> str:
    return "inaccuracies" if size == "inaccuracy" else f"{size}s"


def page(session: Session, judged: Sequence[Judged], judge: str, simulations: int) -> str:
    """The whole file: who played, how it ended, how accurate they were, each mistake on
    the board, and every decision."""
    info = session.point.info
    found = largest(judged)
    sure = "".join(f'<p class="quiet">{escape(line)}</p>' for line in how_sure(info))
    parts = [
        section("This game", table([], facts(session, judged, judge, simulations), "facts") + sure),
        section(
            "Accuracy",
            table(
                ("seat", "who", "decisions", "accuracy", *(plural(name) for name, _ in SIZES)), _seats(session, judged)
            ),
        ),
    ]
    falls = "".join(f"<p>{escape(line)}</p>" for line in falls_told(session, judged))
    if falls or not found:
        parts.append(section("Mistakes", ("" if found else f"<p>{NO_MISTAKES}</p>") + falls))
    parts += [_mistake(session, one) for one in sorted(found[:PICTURED], key=lambda one: judged.index(one))]
    if len(found) > PICTURED:
        parts.append(
            section("Smaller ones", f"<p>{len(found) - PICTURED} smaller mistakes stand in the list below alone.</p>")
        )
    if lesser := small(judged):
        parts.append(section(SMALL, "<p>Where whoever made hardly any mistakes gave most away besides those.</p>"))
        parts += [_mistake(session, one) for one in sorted(lesser, key=lambda one: judged.index(one))]
    heads = ("when", "seat", "decided", "worth", "best", "its worth", "lost", "")
    rows = [
        (when(session, one), boards.side(info, one.seat), decided, worth, best, best_worth,
        lost(one.loss, session.point.seats) if one.loss >= LEAST else "", one.size)
        for one in judged
        for (decided, best), (worth, best_worth) in ((named(session, one), told_worths(session, one)),)
    ]  # fmt: skip
    parts.append(section("Every decision", table(heads, rows)))
    return made_page(f"{info.title}: the game reviewed", parts)


def told_worths(session: Session, one: Judged) -> tuple[str, ...]:
    """What was decided is worth, and the best, for the seat that decided:
    so exactly that the difference is of the size that is named."""
    seats, values = session.point.seats, (one.judgement.value, max(one.judgement.best_value, one.judgement.value))
    whole = 2 if seats == 2 else 1  # of a chance, 1 stands for 2 of the value
    for digits in range(EXACT + 1):
        told = worths(seats, *values, least=digits)
        lost = whole * (number_in(told[1]) - number_in(told[0]))
        if size_of(round(lost, EXACT + 2)) == one.size:
            break
    return told


def lost(loss: float, seats: int) -> str:
    """What was given away: of the chances to win, in points of a hundred; with more than two seats of the value, as in
    ".22". Where rounded it would be of another size, or nothing, it has a digit more and is rounded down."""
    named, fewest = (50 * loss, 0) if seats == 2 else (loss, SIGNED)
    text = fixed(named, fewest)
    if size_of(float(text) / (50 if seats == 2 else 1)) != size_of(loss) or (loss >= LEAST and not float(text)):
        text = fixed(floor(named * 10 ** (fewest + 1)) / 10 ** (fewest + 1), fewest + 1)
    return f"{text} %" if seats == 2 else text.removeprefix("0")


def said(session: Session, one: Judged, moves: Sequence[str]) -> str:
    return boards.say(session.point.info, one.seat, tuple(moves))


def when(session: Session, one: Judged) -> str:
    """Where in the game it was decided, as its board says it:
    "turn 12", or "round 2, turn 7" where turns begin anew."""
    point = session.document.point_at(one.node)
    return boards.stands(point.info, point.fields, one.turn) or BEFORE


def falls_told(session: Session, judged: Sequence[Judged], seat: int | None = None) -> list[str]:
    """Of each seat (or this one alone) whose game was lost without a mistake that would tell why, a sentence."""
    seats = session.point.seats
    what = "chances" if seats == 2 else "value"
    lines = []
    for one in range(seats) if seat is None else (seat,):
        if fall := fallen(judged, one):
            before, after = worths(seats, fall.before, fall.after)
            side = boards.side(session.point.info, one)
            lines.append(
                f"No one decision lost much: {side}'s {what} fell from {before} to "
                f"{after}{' little by little,' * fall.slow} over {fall.decisions} decisions."
            )
    return lines


def named(session: Session, one: Judged) -> tuple[str, str]:
    """What was decided, and what was best, in words;
    as players write it where the words for two different decisions are the same."""
    decided, best = said(session, one, one.moves), said(session, one, one.judgement.best)
    if decided == best and one.moves != one.judgement.best:
        return " ".join(one.moves), " ".join(one.judgement.best)
    return decided, best


def told(session: Session, one: Judged) -> tuple[str, ...]:
    """What was decided and what was better, or as good, with what both are worth.
    What speaks for the best (`why`) goes on from there."""
    worth, best_worth = told_worths(session, one)
    decided, best = named(session, one)
    first = f"{boards.side(session.point.info, one.seat)} decided to {decided}: worth {worth}."
    if one.loss >= LEAST:
        return first, f"Better was to {best}: {best_worth}."
    if one.forced:
        return (first,)
    if one.moves == one.judgement.best:
        return (f"{first} {NOTHING_BETTER}",)
    return first, f"As good was to {best}." if worth == best_worth else f"Hardly better was to {best}: {best_worth}."


def why(session: Session, one: Judged) -> list[str]:
    """What speaks for the best. It was not drawn by lot, as the judge would draw a plan of its own."""
    return [
        reason.text
        for reason in reasons(session.point.info, one.seat, one.judgement.report)
        if reason.kind != "mixture"
    ]


def _seats(session: Session, judged: Sequence[Judged]) -> list[tuple[str, ...]]:
    rows = []
    for seat, taken in enumerate(session.document.tree.head.seats):
        mine = [one for one in judged if one.seat == seat and not one.forced]
        who = (taken.name or "a person") if taken.player == PERSON else taken.player
        counts = (str(sum(one.size == name for one in mine)) for name, _ in SIZES)
        rows.append(
            (
                boards.side(session.point.info, seat),
                who,
                str(len(mine)),
                percents(accuracy(mine))[0] if mine else "–",
                *counts,
            )
        )
    return rows


def _mistake(session: Session, one: Judged) -> str:
    """One mistake or small loss: the board where it was made, as the seat saw it, what was
    decided and what was better, and why."""
    info = session.point.info
    words = [*told(session, one), *why(session, one)]
    text = "".join(f"<p>{escape(line)}</p>" for line in words)
    stands = when(session, one)
    return section(
        escape(f"{stands[:1].upper()}{stands[1:]}: {boards.side(info, one.seat)}, {one.size or SMALL_LOSS}"),
        _picture(session, one) + text,
    )


def _picture(session: Session, one: Judged) -> str:
    """The board before the decision with what was made of it, "" for a game without one."""
    board = boards.find(session.point.info.id)
    if board is None:
        return ""
    point = session.document.viewpoint_at(one.node, one.seat)
    aspect = look_at(board.ground(point.fields))
    items = (*board.pieces(point.fields, one.seat), *board.advice(point, one.judgement.best))
    drawn = svg(aspect, board.shapes, items, aspect.ground.labels, LIGHT)
    return f'<div style="max-width: 420px">{drawn}</div>'
