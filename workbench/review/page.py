"""The review of a game as one self-contained HTML file with pictures of the board."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from workbench import boards
from workbench.boards.kit.drawing import svg
from workbench.boards.kit.figures import format_evaluations, format_percents
from workbench.boards.kit.palette import LIGHT
from workbench.boards.kit.turning import turned_view
from workbench.game.session import PERSON, Session
from workbench.luck import words as luck_words
from workbench.luck.judges import Values
from workbench.pages.html_page import page as made_page
from workbench.pages.html_page import section, table
from workbench.reports.reasons import reasons
from workbench.review.decisions import decisions
from workbench.review.facts import facts, reliability
from workbench.review.judging import (
    MIN_LOSS,
    SIZES,
    Judged,
    accuracy,
    mistakes,
    small_losses,
    unexplained_fall,
)
from workbench.review.luck import luck_before, total_luck
from workbench.review.luck_report import LuckReport, prepare_report
from workbench.review.shown_numbers import amount_text, decision_numbers, total_loss_text
from workbench.system.translation import tr, trn

MAX_PICTURES = 24  # maximum number of mistakes with a picture
NO_MISTAKES = tr("No mistakes were found.")
NOTHING_BETTER = tr("No better turn was found.")
BEFORE = tr("at the start")
SMALL, SMALL_LOSS = tr("The largest small losses"), tr("a small loss")
NO_LUCK = "–"


def plural(size: str) -> str:
    """Return the plural of a mistake type, such as "blunders"."""
    return "inaccuracies" if size == "inaccuracy" else f"{size}s"


SEAT_HEADS = ("seat", "turns", "accuracy", "lost", "luck", *(plural(name) for name, _ in SIZES))


def page(session: Session, judged: Sequence[Judged], judge: str, simulations: int) -> str:
    """Return the HTML file: players, result, accuracy, each mistake on the board, and every decision."""
    info = session.point.info
    listed = mistakes(judged)
    sure = "".join(f'<p class="quiet">{escape(line)}</p>' for line in reliability(info))
    parts = [
        section(tr("This game"), table([], facts(session, judged, judge, simulations), "facts") + sure),
        section(
            tr("Accuracy"),
            table((*SEAT_HEADS[:1], "who", *SEAT_HEADS[1:]), _seats(session, judged)),
        ),
    ]
    report = luck_report(session, judged)
    sentences = (*fall_sentences(session, judged, report.dice), *luck_sentences(session, report.dice))
    falls = "".join(f"<p>{escape(line)}</p>" for line in sentences)
    if falls or not listed:
        parts.append(section(tr("Mistakes"), ("" if listed else f"<p>{NO_MISTAKES}</p>") + falls))
    parts += [
        mistake_section(session, decision)
        for decision in sorted(listed[:MAX_PICTURES], key=lambda decision: judged.index(decision))
    ]
    if len(listed) > MAX_PICTURES:
        parts.append(
            section(
                tr("Smaller mistakes"),
                f"<p>{len(listed) - MAX_PICTURES} smaller mistakes are only in the list below.</p>",
            )
        )
    if lesser := small_losses(judged):
        parts.append(section(SMALL, "<p>The largest losses of a player who made hardly any mistakes.</p>"))
        parts += [
            mistake_section(session, decision)
            for decision in sorted(lesser, key=lambda decision: judged.index(decision))
        ]
    parts.append(luck_section(session, report))
    heads = ("when", "seat", "played", "worth", "best", tr("value"), "lost", "luck", "")
    rows = [
        (turn_text(session, decision), boards.seat_name(info, decision.seat), decided, numbers.value, best,
        numbers.best, numbers.loss if decision.loss >= MIN_LOSS else "",
        luck_text(luck_before(session, decision), session.point.seats), decision.size)
        for decision in judged
        for decided, best in (decision_texts(session, decision),)
        for numbers in (decision_numbers(decision, session.point.seats),)
    ]  # fmt: skip
    parts.append(section(tr("All turns"), table(heads, rows)))
    return made_page(tr("{info}: review of the game", info=info.title), parts)


def moves_text(session: Session, decision: Judged, moves: Sequence[str]) -> str:
    """Return the moves in words."""
    return boards.describe_moves(session.point.info, decision.seat, tuple(moves))


def turn_text(session: Session, decision: Judged) -> str:
    """Return the turn of a decision, such as "turn 12", or "round 2, turn 7" if turns restart each round."""
    point = session.document.point_at(decision.node)
    return boards.turn_text(point.info, point.fields, decision.turn) or BEFORE


def fall_sentences(
    session: Session, judged: Sequence[Judged], dice: Values | None, seat: int | None = None
) -> list[str]:
    """Return a sentence for each seat (or this one) whose value fell without a mistake that explains it.

    `dice` is the luck of each seat with the dice, or None if no dice were rolled.
    """
    seats = session.point.seats
    quantity = "chances" if seats == 2 else "value"
    lines = []
    for number in range(seats) if seat is None else (seat,):
        if fall := unexplained_fall(judged, number):
            before, after = format_evaluations(seats, fall.before, fall.after)
            side = boards.seat_name(session.point.info, number)
            if dice is not None and -dice[number] >= (fall.before - fall.after) / 2:
                line = tr(
                    "{side} made no mistake: the dice took {side}'s chances from {before} to {after}.",
                    side=side,
                    before=before,
                    after=after,
                )
            else:
                line = trn(
                    "{side} made no mistake, but {side}'s {quantity} fell from {before} to {after} in one turn.",
                    "{side} made no mistake, but {side}'s {quantity} fell from {before} to {after}{gradually} over "
                    "{count} turns.",
                    fall.decisions,
                    side=side,
                    quantity=quantity,
                    before=before,
                    after=after,
                    gradually=tr(" gradually,") * fall.slow,
                )
            lines.append(line)
    return lines


def decision_texts(session: Session, decision: Judged) -> tuple[str, str]:
    """Return the decision and the best choice in words.

    If different moves have the same words, return the move texts instead.
    """
    decided, best = (
        moves_text(session, decision, decision.moves),
        moves_text(session, decision, decision.judgement.best),
    )
    if decided == best and decision.moves != decision.judgement.best:
        return " ".join(decision.moves), " ".join(decision.judgement.best)
    return decided, best


def decision_sentences(session: Session, decision: Judged) -> tuple[str, ...]:
    """Return sentences about the decision and a better or equal choice, with both values."""
    value, best_value = decision_numbers(decision, session.point.seats)[:2]
    decided, best = decision_texts(session, decision)
    first = tr(
        "{side} chose to {decided}: {value}.",
        side=boards.seat_name(session.point.info, decision.seat),
        decided=decided,
        value=value,
    )
    if decision.loss >= MIN_LOSS:
        return first, tr("Better: {best} ({best_value}).", best=best, best_value=best_value)
    if decision.forced:
        return (first,)
    if decision.moves == decision.judgement.best:
        return (f"{first} {NOTHING_BETTER}",)
    return first, tr("As good: {best}.", best=best) if value == best_value else tr(
        "Slightly better: {best} ({best_value}).", best=best, best_value=best_value
    )


def luck_text(luck: float | None, seats: int) -> str:
    """Return a seat's luck with its sign, such as "+12 %"; "–" if no dice were rolled."""
    if luck is None:
        return NO_LUCK
    return f"{'−' if luck < 0 else '+'}{amount_text(abs(luck), seats)}"


def luck_sentences(session: Session, dice: Values | None) -> list[str]:
    """Return a sentence about the luck of the dice for each seat; none without dice, or for more than two seats."""
    if dice is None or len(dice) != 2:
        return []
    side = boards.seat_name(session.point.info, 0 if dice[0] > 0 else 1)
    return [tr("In all, the dice added {amount} to {side}'s chances.", side=side, amount=amount_text(abs(dice[0]), 2))]


def luck_report(session: Session, judged: Sequence[Judged]) -> LuckReport:
    """Return the luck of a game. A review that is not complete has no part in it."""
    total = sum(1 for _ in decisions(session, session.document.main_line()))
    return prepare_report(session, judged if len(judged) == total else ())()


def luck_section(session: Session, report: LuckReport) -> str:
    """Return the section about luck, skill and drift: a row for each seat, and the events that changed most.

    With two seats, what helps one hurts its opponent, so that the events of the first seat suffice.
    """
    info, found = session.point.info, report.found
    if found is None:
        return section(luck_words.TITLE, f"<p>{escape(report.reason)}</p>")
    rows = [luck_words.seat_texts(info, found, seat) for seat in range(len(found.start))]
    events = [
        (moment.when, boards.seat_name(info, seat), moment.what, moment.text)
        for seat, moments in enumerate(report.moments[: 1 if len(found.start) == 2 else None])
        for moment in moments
    ]
    text = "".join(f"<p>{escape(line)}</p>" for line in report.sentences)
    listed = table(luck_words.MOMENT_HEADS, events) if events else ""
    return section(luck_words.TITLE, table(luck_words.SEAT_HEADS, rows) + text + listed)


def step_sentences(session: Session, decision: Judged) -> list[str]:
    """Return a sentence about the moves of a turn that lost something; none if its moves were not judged."""
    lost = [
        f"{moves_text(session, decision, (move,))} ({step})"
        for move, step in zip(decision.moves, decision_numbers(decision, session.point.seats).steps, strict=False)
        if step
    ]
    return [tr("Lost here: {lost}.", lost="; ".join(lost))] if lost else []


def seat_texts(session: Session, judged: Sequence[Judged], seat: int) -> tuple[str, ...]:
    """Return a seat's row in a table with `SEAT_HEADS`."""
    info, seats = session.point.info, session.point.seats
    mine = [decision for decision in judged if decision.seat == seat and not decision.forced]
    return (
        boards.seat_name(info, seat),
        str(len(mine)),
        format_percents(accuracy(mine))[0] if mine else "–",
        total_loss_text(judged, seat, seats),
        luck_text(total_luck(session, seat), seats),
        *(str(sum(decision.size == size for decision in mine)) for size, _ in SIZES),
    )


def reasons_for_best(session: Session, decision: Judged) -> list[str]:
    """Return the reasons for the best choice, without those about its value, which the review has judged itself.

    The first one says what the choice does right away, if the rules give it.
    """
    point, best = session.document.viewpoint_at(decision.node, decision.seat), decision.judgement.best
    effect = boards.turn_effect(point, best)
    return [effect] * bool(effect) + [
        reason.text
        for reason in reasons(session.point.info, decision.seat, decision.judgement.report)
        if reason.kind not in ("choice", "mixture")
    ]


def _seats(session: Session, judged: Sequence[Judged]) -> list[tuple[str, ...]]:
    rows = []
    for seat, player in enumerate(session.document.tree.head.seats):
        name = (player.name or tr("a person")) if player.player == PERSON else player.player
        first, *rest = seat_texts(session, judged, seat)
        rows.append((first, name, *rest))
    return rows


def mistake_section(session: Session, decision: Judged) -> str:
    """Return the section of a mistake or small loss: the board as the seat saw it, the choices, and the reasons."""
    info = session.point.info
    words = [
        *decision_sentences(session, decision),
        *step_sentences(session, decision),
        *reasons_for_best(session, decision),
    ]
    text = "".join(f"<p>{escape(line)}</p>" for line in words)
    turn = turn_text(session, decision)
    return section(
        escape(f"{turn[:1].upper()}{turn[1:]}: {boards.seat_name(info, decision.seat)}, {decision.size or SMALL_LOSS}"),
        _picture(session, decision) + text,
    )


def _picture(session: Session, decision: Judged) -> str:
    """Return the board before the decision with the best choice marked, or "" for a game without a board."""
    board = boards.find(session.point.info.id)
    if board is None:
        return ""
    point = session.document.viewpoint_at(decision.node, decision.seat)
    aspect = turned_view(board.ground(point.fields))
    items = (*board.pieces(point.fields, decision.seat), *board.advice_marks(point, decision.judgement.best))
    drawn = svg(aspect, board.shapes, items, aspect.ground.labels, LIGHT)
    return f'<div style="max-width: 420px">{drawn}</div>'
