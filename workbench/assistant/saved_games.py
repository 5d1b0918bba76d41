"""Tools about saved games: the review of decisions, and the split of a result into luck and skill."""

from __future__ import annotations

from pathlib import Path

import fastcore
from bots.judging import Judgement
from fastcore import CHANCE, State
from workbench import boards
from workbench.assistant import numbers
from workbench.assistant.access import Access, RequestError
from workbench.assistant.budget import Budget
from workbench.assistant.requests import Answer, LuckRequest, ReviewRequest
from workbench.assistant.thinking import SCALE
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import close_bot
from workbench.game.session import Session
from workbench.luck import words
from workbench.luck.judges import StaticJudge, Values
from workbench.luck.reading import finished_game
from workbench.luck.split import split
from workbench.records import files
from workbench.records.files import RecordError
from workbench.records.schema import Record
from workbench.review.decisions import decisions
from workbench.review.judging import judge_for, size_of
from workbench.storage.session_records import session_of
from workbench.system.translation import tr

MOST_EVENTS = 6  # luckiest events of a game
LUCK_ERROR = tr(
    "These sums have no random error: they are exact for this judge. Drift shows how far the judge contradicts itself."
)


class _OutOfTimeError(Exception):
    """Raised by a judge when the budget is used up."""


class _TimedJudge(StaticJudge):
    """The static evaluation within a budget."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self._budget = budget

    def value(self, state: State) -> Values:
        """Return the value of a position for each seat.

        Raises:
            _OutOfTimeError: The budget is used up.
        """
        if self._budget.over:
            raise _OutOfTimeError
        return super().value(state)


def open_record(text: str) -> Record:
    """Return the record in a file.

    Raises:
        RequestError: The file is not a valid record.
    """
    path = Path(text)
    if path.suffix != files.SUFFIX:
        raise RequestError(tr("a saved game is a file that ends with {suffix}", suffix=files.SUFFIX))
    try:
        return files.read(path)
    except RecordError as error:
        # The message could quote the file, which the session may not see.
        raise RequestError(tr("{path} is not a readable record ({field})", path=text, field=error.field)) from None


def check_record(access: Access, record: Record) -> None:
    """Check that the session may see something of a record's game.

    Raises:
        RequestError: It may not, or the record has one player's view.
    """
    if record.follows is not None:
        raise RequestError(tr("one player's view cannot be reviewed, because it lacks other players' decisions"))
    if fastcore.start(record.spec).info.has.covered and access.seat is None and not access.everything:
        raise RequestError(f"{access.words} " + tr("Only a session with --seat can review this game."))


def review(access: Access, request: ReviewRequest, budget: Budget) -> Answer:
    """Return what each decision of a saved game lost, by what its player knew.

    If the game hides something, a session with a seat judges only the decisions of its seat. Each decision is judged
    several times with independent random numbers, which gives the error.

    Raises:
        RequestError: The file is not a record, or the session may not see the game.
        ValueError: No bot can judge the game.
    """
    record = open_record(request.record)
    check_record(access, record)
    session = _session(record)
    covered = session.point.info.has.covered
    own = access.seat if covered and not access.everything else None
    seats = session.point.seats
    if own is not None and own >= seats:
        raise RequestError(tr("this game has {seats} seats, so there is no seat {seat}", seats=seats, seat=own + 1))
    nodes = session.document.tree.nodes
    chosen = [
        (before, decided) for before, decided in decisions(session, session.document.main_line())
        if own in (None, nodes[decided[0]].actor)
    ]  # fmt: skip
    name = judge_for(session.spec)
    rows: list[Answer] = []
    for number, (before, decided) in enumerate(chosen[request.first - 1 :], request.first):
        if budget.over and rows:
            budget.note(
                tr(
                    "The time ran out before decision {number} of {count}; continue with first={number}.",
                    number=number, count=len(chosen),
                )
            )  # fmt: skip
            break
        rows.append(_judged(session, name, number, before, decided, request))
    return {
        "judge": name, "simulations": request.simulations, "decisions_in_all": len(chosen),
        "only_seat": None if own is None else own + 1, "decisions": rows, "scale": SCALE,
        "errors": tr(
            "Errors are standard errors of {count} independent judgements; low and high are 95 % intervals.",
            count=request.repeats,
        ),
    }  # fmt: skip


def _session(record: Record) -> Session:
    try:
        return session_of(record)
    except RecordError as error:
        raise RequestError(tr("the record is damaged ({field})", field=error.field)) from None


def _judged(
    session: Session, name: str, number: int, before: int, decided: tuple[int, ...], request: ReviewRequest
) -> Answer:
    """Return the judgement of one decision. Every judge is new, so earlier decisions do not influence it."""
    nodes, document = session.document.tree.nodes, session.document
    first, moves = nodes[decided[0]], tuple(nodes[node].move for node in decided)
    found: list[Judgement] = []
    for repeat in range(request.repeats):
        judge = bot_factory.make(name, request.seed + repeat, session.spec)
        try:
            judgement: Judgement = judge.judge(document.viewpoint_at(before, first.actor), moves, request.simulations)  # type: ignore[attr-defined]
        finally:
            close_bot(judge)
        found.append(judgement)
        if any(fact.key == "only" for fact in judgement.report.facts):  # there was no choice
            return {"decision": number, "seat": first.actor + 1, "turn": first.turn, "played": list(moves),
                    "forced": True}  # fmt: skip
    losses = [max(0.0, judgement.best_value - judgement.value) for judgement in found]
    loss = numbers.repeated(losses)
    mean = sum(losses) / len(losses)
    best = max(found, key=lambda judgement: judgement.best_value - judgement.value)
    return {
        "decision": number, "seat": first.actor + 1, "turn": first.turn, "played": list(moves),
        "words": boards.describe_moves(session.point.info, first.actor, moves), "loss": loss, "size": size_of(mean),
        "value": numbers.repeated([judgement.value for judgement in found]),
        "better": list(best.best) if mean else None,
    }  # fmt: skip


def luck(access: Access, request: LuckRequest, budget: Budget) -> Answer:
    """Return how much of a finished game's result was luck and how much skill.

    Raises:
        RequestError: The game hides something, which the session may not see; or the time is too short.
        ValueError: The game is not finished.
    """
    record = open_record(request.record)
    check_record(access, record)
    info = fastcore.start(record.spec).info
    if info.has.covered and not access.everything:
        raise RequestError(
            f"{access.words} " + tr("Luck in this game depends on hidden information, so it needs --all-seats.")
        )
    try:
        game = finished_game(record)
        found = split(game.start, game.moves, _TimedJudge(budget), game.result)
    except RecordError as error:
        raise RequestError(tr("the record is damaged ({field})", field=error.field)) from None
    except _OutOfTimeError:
        raise RequestError(tr("the split needs more than {seconds:g} s", seconds=budget.seconds)) from None
    largest = words.largest_events(found, MOST_EVENTS)
    texts = words.outcome_texts(game.start, game.moves, [event for event, _ in largest])
    return {
        "judge": found.judge, "has_chance": any(event.actor == CHANCE for event in found.events),
        "seats": [
            {
                "seat": seat + 1, "player": boards.seat_name(info, seat),
                **{name: numbers.exact(value) for name, value in found.totals(seat)._asdict().items()},
            }
            for seat in range(len(found.start))
        ],
        "luckiest_events": [
            {"when": when, "what": what, "helped_seat": seat + 1, "by": numbers.exact(event.luck[seat])}
            for (event, seat), (when, what) in zip(largest, texts, strict=True)
        ],
        "sentences": words.sentences(info, found), "scale": SCALE, "errors": LUCK_ERROR,
    }  # fmt: skip
