"""Tools that think or play: analyses by bots, comparisons of moves, and rollouts."""

from __future__ import annotations

from collections.abc import Sequence

import bots
from bots import Bot
from bots.report import Limit, Report, has_bounds
from fastcore import CHANCE, State, Viewpoint
from fastcore.comparison.comparison import FIRST_CHECK
from workbench import boards
from workbench.assistant import numbers
from workbench.assistant.access import Access, RequestError, decision, read
from workbench.assistant.budget import Budget
from workbench.assistant.requests import AnalyseRequest, Answer, CompareRequest, RolloutRequest
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.decisions import close_bot, decide
from workbench.compare.other_bots import usual_continuation
from workbench.compare.running import LIMIT, ComparisonRun, Result
from workbench.compare.sentences import comparison_sentences
from workbench.system.translation import tr
from workbench.thinking import outcomes

TICK_SECONDS = 0.05  # between two looks at whether the call was cancelled
CLOSE_SECONDS = 5.0  # the longest wait for the last trial of a comparison
SCALE = tr("Values are from -1 (loss) to 1 (win). With two players, the winning chance is (1 + value) / 2.")
SEARCH_ERROR = tr(
    "Errors are standard errors of the search's simulations; low and high are 95 % intervals. They do not cover a "
    "wrong evaluation."
)
NO_ERROR = tr("This bot reports no errors of its values. A bound is the most that the move can be worth.")
GAME_ERROR = tr("Errors are standard errors of the games' mean; low and high are 95 % intervals.")


def own_bot(text: str) -> str:
    """Return the spec of a bot if it is built in or installed. Files and programs of the user are refused.

    Raises:
        RequestError: The bot would run a file or a program.
    """
    if trust.is_foreign(text):
        raise RequestError(tr("assistants may use only built-in bots, not files or programs"))
    return text


def analyse(access: Access, request: AnalyseRequest, budget: Budget) -> Answer:
    """Return the candidates of a bot's search, each with its value and error.

    Raises:
        RequestError: The session does not decide in this position.
        ValueError: The bot cannot analyse it.
    """
    point = decision(access, request.position, request.seat)
    limit = Limit(request.simulations, max(budget.left, 0.01))
    bot: Bot
    if point.actor == CHANCE:
        if request.bot is not None or not outcomes.applies_to(point):
            raise RequestError(tr("chance decides in this position, and no bot can analyse it"))
        name, bot = outcomes.NAME, outcomes.Outcomes(request.seed)
    else:
        name = own_bot(request.bot or bots.strongest(point.spec))
        bot = bot_factory.make(name, request.seed, point.spec, limit)
        if not bot.fits(point.spec):
            raise RequestError(tr("{bot} cannot play {spec}", bot=bot.name, spec=point.spec))
    try:
        report = decide(bot, point, limit, should_stop=lambda: budget.over)
    finally:
        close_bot(bot)
    chosen = point.actor == CHANCE or len(point.moves()) > 1  # a forced move needs no search
    if chosen and 0 < report.simulations < request.simulations:  # out of time or memory, or all is searched
        budget.note(
            tr(
                "The search ended early, after {count:,} of {wanted:,} simulations.",
                count=report.simulations,
                wanted=request.simulations,
            )
        )
    seat = outcomes.next_seat(point.state) if point.actor == CHANCE and point.state is not None else point.actor
    sampled = any(candidate.spread for candidate in report.candidates)
    answer: Answer = {
        "bot": name, "values_for_seat": seat + 1, "move": None if point.actor == CHANCE else report.move,
        "simulations": report.simulations,
        "candidates": [
            candidate_data(point, report, number, seat, sampled) for number in range(len(report.candidates))
        ],
        "scale": SCALE, "errors": SEARCH_ERROR if sampled else NO_ERROR,
    }  # fmt: skip
    if report.plan:
        answer["plan"] = list(report.plan)
    if report.mixture:
        answer["mixture"] = [{"plan": plan, "weight": numbers.rounded(weight)} for plan, weight in report.mixture]
        answer["mixture_note"] = tr("The weights are the bot's own mixed strategy: choices, not measurements.")
    return answer


def candidate_data(point: Viewpoint, report: Report, number: int, seat: int, sampled: bool) -> Answer:
    """Return a candidate as data.

    Args:
        point: The position.
        report: The report of the search.
        number: The index of the candidate.
        seat: The seat for which values are given.
        sampled: Whether the search reports the spread of its simulations.
    """
    candidate = report.candidates[number]
    value, data = candidate.value[seat], dict[str, object]()
    if sampled:
        data["value"] = numbers.of_search(value, candidate.spread, candidate.visits)
    else:
        kind = "bound" if number and has_bounds(report) else "search"
        data["value"] = {"value": numbers.rounded(value), "error": None, "kind": kind}
    if point.actor == CHANCE:
        return {"outcome": candidate.move, "probability": numbers.exact(candidate.prior), **data}
    words = boards.describe_moves(point.info, point.actor, (candidate.move,))
    return {"move": candidate.move, "words": words, "visits": candidate.visits, **data, "line": list(candidate.line)}


def compare(access: Access, request: CompareRequest, budget: Budget) -> Answer:
    """Return how candidates differ in games with the same luck, with sentences about the clear facts.

    Raises:
        RequestError: The session does not decide in this position, or no game ended in time.
        ValueError: A candidate or the continuation is not allowed.
    """
    point = decision(access, request.position, request.seat)
    if point.actor == CHANCE:
        raise RequestError(tr("chance decides in this position: use roll_out"))
    candidates = [tuple(text.split()) for text in request.moves]
    if () in candidates:
        raise RequestError(tr("a candidate is empty"))
    run, result, how = play(point, candidates, request, budget)
    names = [" ".join(moves) for moves in run.comparison.moves]
    # The last check decides what is clear. If time ended the games before the first check, nothing is clear.
    differences = result.checked or result.differences
    return {
        **how, "values_for_seat": point.actor + 1,
        "candidates": [
            {"moves": name, "words": boards.describe_moves(point.info, point.actor, moves),
             "value": numbers.of_estimate(estimate)}
            for name, moves, estimate in zip(names, run.comparison.moves, result.estimates, strict=True)
        ],
        "differences": [
            {"better_is_positive": f"{names[0]} - {name}", "difference": numbers.of_difference(difference),
             "games": difference.trials, "clear": bool(result.checked) and difference.clear,
             "first_is_better_in": numbers.share(difference.better, difference.trials),
             "second_is_better_in": numbers.share(difference.worse, difference.trials),
             "sentences": comparison_sentences(point, difference, (names[0], name)) if result.checked else []}
            for name, difference in zip(names[1:], differences, strict=True)
        ],
        "scale": SCALE, "errors": GAME_ERROR,
    }  # fmt: skip


def roll_out(access: Access, request: RolloutRequest, budget: Budget) -> Answer:
    """Return the mean of each seat over many games from a position, and how often it won.

    Raises:
        RequestError: The session does not decide in this position, or no game ended in time.
        ValueError: The continuation is not allowed.
    """
    whole = read(access, request.position, request.seat)
    point: State | Viewpoint | None = None
    if whole.sketch.seat is None and not whole.public and not whole.problems():
        state = whole.point()
        if state.actor == CHANCE:
            point = state
    point = point or decision(access, request.position, request.seat)
    run, _, how = play(point, [()], request, budget)
    values, points = run.comparison.values[:, 0, :], run.comparison.points[:, 0, :]
    trials = len(values)
    return {
        **how,
        "seats": [
            {
                "seat": seat + 1, "player": boards.seat_name(point.info, seat),
                "value": numbers.of_estimate(run.comparison.estimate(0, seat)),
                "above_even": numbers.share(float((values[:, seat] > 0).mean()), trials),
                "even": numbers.share(float((values[:, seat] == 0).mean()), trials),
                "below_even": numbers.share(float((values[:, seat] < 0).mean()), trials),
                "points": points_data([float(one) for one in points[:, seat]]),
            }
            for seat in range(point.seats)
        ],
        "scale": SCALE, "errors": GAME_ERROR,
    }  # fmt: skip


def points_data(points: Sequence[float]) -> Answer:
    """Return the mean of a seat's points, with the smallest and the largest number."""
    return {**numbers.repeated(points), "least": min(points), "most": max(points)}


def play(
    point: State | Viewpoint, moves: Sequence[Sequence[str]], request: CompareRequest | RolloutRequest, budget: Budget
) -> tuple[ComparisonRun, Result, Answer]:
    """Play games until the result is clear, or the limit or the budget is reached.

    Returns:
        The games, their result, and how they were played.

    Raises:
        RequestError: No game ended in time, or a bot failed.
        ValueError: A candidate or the continuation is not allowed.
    """
    who = own_bot(request.continuation or usual_continuation(point.info))
    limit = request.games or (LIMIT if who in point.info.policies else FIRST_CHECK)
    run = ComparisonRun(point, moves, request.seed, who, request.horizon, limit)
    run.start()
    while run.running and not budget.over:
        run.join(min(budget.left, TICK_SECONDS))
    run.stop()
    run.join(CLOSE_SECONDS)
    if run.fault:
        raise RequestError(run.fault)
    if run.ending or run.result is None:
        raise RequestError(tr("no game ended in {seconds:g} s; a horizon makes games shorter", seconds=budget.seconds))
    if not run.finished:
        budget.note(tr("The time ran out after {count:,} of {limit:,} games.", count=run.result.trials, limit=limit))
    return run, run.result, {
        "games": run.result.trials, "continuation": who, "horizon": request.horizon, "seed": request.seed,
        "note": tr("The values are for games in which all players play like the continuation."),
    }  # fmt: skip
