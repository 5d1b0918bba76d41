"""Sentences about the difference of two candidates. Each comes from a fact whose interval excludes 0."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from fastcore import GameInfo, State, Viewpoint
from fastcore.comparison.difference import Deciding, Difference, Reply, TermDifference
from fastcore.comparison.quantiles import BOUNDARY
from workbench import boards
from workbench.boards.kit.figures import format_percents, format_value
from workbench.reports.reasons import phrase
from workbench.reports.sentences import join_words
from workbench.system.translation import tr, trn

MIN_TRIALS = 30  # the smallest number of trials behind a sentence
MIN_PART = 0.1  # the smallest term worth a sentence, relative to the largest one
MAX_OUTCOMES, MAX_TERMS = 3, 3  # in the sentences about one difference
CHECKED = BOUNDARY[-1]  # standard errors from 0 beyond which a fact is clear, however often it is checked
DIGITS = 3  # decimals of a difference of values
WIDEST = 2.0  # the largest distance of two values


def comparison_sentences(
    point: State | Viewpoint,
    difference: Difference,
    names: tuple[str, str],
    seat: int | None = None,
    figures: bool = True,
    explained: bool = False,
) -> list[str]:
    """Return what a comparison shows, the most important sentence first.

    The order is: the difference, in which games the better candidate is better, the decisive chance outcomes, the
    terms of the evaluation, and the usual replies. If the difference is not clear, one sentence says so.

    Args:
        point: The position of the comparison.
        difference: The difference of two candidates, a less b.
        names: The names of a and b, as they appear in a sentence.
        seat: The seat for which they are compared; None for the deciding seat.
        figures: Whether to give the terms of the evaluation with their figures. Without them, at most one term is
            named, and only if nothing else explains the difference.
        explained: Whether the caller has a reason for the difference that is better than a term.
    """
    seat = max(point.actor, 0) if seat is None else seat
    seats, trials = len(difference.means), difference.trials
    games = trn("{count:,} game", "{count:,} games", trials)
    margin = format_margin(seats, half_width(difference))
    if not difference.clear or trials < 2:
        return [tr("No difference found in {games} ({margin}).", games=games, margin=margin)]
    sign = 1 if difference.mean > 0 else -1
    better, worse = names[::sign]
    by, margin = amount(seats, difference.mean), _plain(margin)
    found = [tr("{better} is better by {by} ({margin}) in {games}.", better=better, by=by, margin=margin, games=games)]
    found += _shares(difference, sign, better, worse)
    outcomes, replies = _outcomes(point, difference, names), _replies(point, difference, sign, better, worse)
    terms = []
    if seat == max(point.actor, 0):
        if figures:
            terms = _terms(point, difference, sign, better, worse, seat)
        elif not (explained or outcomes or replies):
            terms = _main_term(point, difference, sign, better, seat)
    return [*found, *outcomes, *terms, *replies]


def half_width(difference: Difference) -> float:
    """Return half the width of the 95 % interval that stays valid under repeated checks, as a value."""
    return min(WIDEST, max(difference.mean - difference.low_any, difference.high_any - difference.mean))


def amount(seats: int, difference: float) -> str:
    """Return the size of a difference of values: for two seats in winning chances, such as "4.2 percentage points"."""
    if seats <= 2:
        return tr("{points} percentage points", points=_plain(format_percents(abs(difference) / 2, least=1)[0]))
    return format_value(abs(difference), DIGITS)[1:]


def _plain(percents: str) -> str:
    """Return a percentage without its sign, for a sentence that names percentage points."""
    return percents.rstrip(" \u00a0%")


def format_difference(seats: int, difference: float) -> str:
    r"""Format a difference of values with its sign: for two seats in winning chances, such as "\u22124.2 %"."""
    if seats <= 2:
        percent = format_percents(abs(difference) / 2, least=1)[0]
        return percent if set(percent) <= set("0., \u00a0%") else ("+" if difference > 0 else "\u2212") + percent
    return format_value(difference, DIGITS)


def format_margin(seats: int, half: float) -> str:
    """Format half the width of the interval of a difference, such as "±1.2 %"."""
    return "±" + (format_percents(half / 2, least=1)[0] if seats <= 2 else format_value(half, DIGITS)[1:])


def errors_needed(facts: int) -> float:
    """Return how many standard errors a fact must be from 0 to be clear, if it is the clearest of several facts.

    Bonferroni's inequality: each fact has its part of the error that one fact is allowed.
    """
    from statistics import NormalDist  # imported here because the window starts without it

    return -NormalDist().inv_cdf(NormalDist().cdf(-CHECKED) / facts)


def _shares(difference: Difference, sign: int, better: str, worse: str) -> list[str]:
    """Compare how often each candidate is better."""
    more, less = (difference.better, difference.worse)[::sign]
    if not _exceeds(more, less, difference.trials):
        return []
    mine, theirs, equal = (format_percents(share)[0] for share in (more, less, difference.equal))
    if less == 0:
        return [
            tr("{better} is better in {mine} of the games, and never worse.", better=better, mine=mine)
            if difference.equal
            else tr("{better} is better in every game.", better=better)
        ]
    return [
        tr(
            "{better} is better in {mine} of the games, {worse} in {theirs}; {equal} are equal.",
            better=better,
            mine=mine,
            worse=worse,
            theirs=theirs,
            equal=equal,
        )
    ]


def _exceeds(more: float, less: float, trials: int) -> bool:
    """Return whether one share of the trials is clearly larger than another."""
    if trials < MIN_TRIALS:
        return False
    apart = more - less
    error = hypot(sqrt(max(0.0, more + less - apart**2) / trials), WIDEST / trials)
    return apart > CHECKED * error


def _outcomes(point: State | Viewpoint, difference: Difference, names: tuple[str, str]) -> list[str]:
    """Name the decisive chance outcomes: with them, the difference is neither 0 nor the usual one."""
    needed, own, seats = (
        errors_needed(max(1, len(difference.outcomes))),
        boards.words(point.info.id),
        len(difference.means),
    )
    found = []
    for outcome in difference.outcomes:
        count = outcome.probability * difference.trials
        if count < MIN_TRIALS:
            continue
        error = hypot(outcome.error, (WIDEST + abs(outcome.difference)) / count)  # as if one more game were extreme
        unusual = abs(outcome.difference - difference.mean) > needed * hypot(error, difference.error)
        if abs(outcome.difference) <= needed * error or not unusual:
            continue
        found.append(
            tr(
                "With {outcome}, {better} is better by {by}; this happens in {frequency}.",
                outcome=own.report_name("outcome", outcome.text),
                better=names[0 if outcome.difference > 0 else 1],
                by=amount(seats, outcome.difference),
                frequency=_frequency(outcome),
            )
        )
    return found[:MAX_OUTCOMES]


def _frequency(outcome: Deciding) -> str:
    """Return how often an outcome occurs, such as "1 of 18 games"."""
    games = round(1 / outcome.probability)
    if abs(games * outcome.probability - 1) < 1e-9:
        return tr("1 of {games} games", games=games) if games > 1 else tr("every game")
    return tr("{percent} of the games", percent=format_percents(outcome.probability)[0])


def _terms(
    point: State | Viewpoint, difference: Difference, sign: int, better: str, worse: str, seat: int
) -> list[str]:
    """Say how much more or less the better candidate gives the seat by each term that clearly differs."""
    own, seats = boards.words(point.info.id), len(difference.means)
    clear = _clear_terms(difference)[:MAX_TERMS]
    if not clear:
        return []
    parts = [
        (tr("{amount} more for {name}") if sign * term.difference > 0 else tr("{amount} less for {name}")).format(
            amount=_alone(seats, term.difference), name=own.report_name("term", term.name)
        )
        for term in sorted(clear, key=lambda term: -sign * term.difference)
    ]
    text = tr(
        "Right after the move, {better} gives {side} {parts} than {worse} (each alone, in an even position).",
        better=better,
        worse=worse,
        side=boards.seat_name(point.info, seat),
        parts=join_words(parts),
    )
    return [text]


def _main_term(point: State | Viewpoint, difference: Difference, sign: int, better: str, seat: int) -> list[str]:
    """Name the term that clearly helps the better candidate most, without figures."""
    helpful = [term for term in _clear_terms(difference) if sign * term.difference > 0]
    if not helpful:
        return []
    term = max(helpful, key=lambda one: sign * one.difference)
    name = boards.words(point.info.id).report_name("term", term.name)
    return [
        tr("{better} helps {side} most with this: {name}.", better=better, side=boards.seat_name(point.info, seat),
           name=name)
    ]  # fmt: skip


def _clear_terms(difference: Difference) -> list[TermDifference]:
    """Return the terms that clearly differ, without those much smaller than the largest one."""
    if difference.trials < MIN_TRIALS or not difference.terms:
        return []
    needed = errors_needed(len(difference.terms))
    least = MIN_PART * max(abs(term.difference) for term in difference.terms)
    return [
        term for term in difference.terms if abs(term.difference) > max(needed * term.error, least) and term.difference
    ]


def _alone(seats: int, change: float) -> str:
    """Return what a change of the weighted terms alone makes of an even position (see `fastcore.Evaluation`)."""
    value = abs(change) / sqrt(1 + change * change)
    return format_percents(value / 2, least=1)[0] if seats <= 2 else format_value(value, DIGITS)[1:]


def _replies(point: State | Viewpoint, difference: Difference, sign: int, better: str, worse: str) -> list[str]:
    """Name the most common reply to each candidate."""
    info, seats = point.info, len(difference.means)
    other = (point.actor + 1) % seats
    whose = tr("the most common reply")
    if seats == 2:
        whose = tr("{side}'s most common reply", side=boards.seat_name(info, other))
    first, second = (_usual(replies, difference.trials) for replies in difference.replies[::sign])
    if first is not None and second is not None and first.text == second.text:
        shares = " / ".join(dict.fromkeys(format_percents(reply.share)[0] for reply in (first, second)))
        reply = _to(info, other, first.text, shares)
        return [tr("After either candidate, {whose} is {reply}.", whose=whose, reply=reply)]
    texts = [
        _to(info, other, reply.text, format_percents(reply.share)[0]) for reply in (first, second) if reply is not None
    ]
    if len(texts) == 2:
        template = tr("After {better}, {whose} is {reply}; after {worse}, {second}.")
        return [template.format(better=better, whose=whose, reply=texts[0], worse=worse, second=texts[1])]
    name = better if first is not None else worse
    return [tr("After {name}, {whose} is {reply}.", name=name, whose=whose, reply=text) for text in texts]


def _to(info: GameInfo, seat: int, move: str, share: str) -> str:
    """Return a move in words with its share of the games."""
    return tr("to {move} ({share})", move=phrase(info, seat, move), share=share)


def _usual(replies: Sequence[Reply], trials: int) -> Reply | None:
    """Return the most common reply if it is clearly more common than the second one."""
    if not replies:
        return None
    second = replies[1].share if len(replies) > 1 else 0.0
    return replies[0] if _exceeds(replies[0].share, second, trials) else None
