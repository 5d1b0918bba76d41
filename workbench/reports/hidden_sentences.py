"""Sentences that give the reasons of bots that choose in secret, know hidden cards or do not look ahead.

The conventions are those of `sentences`.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.figures import (
    format_amount,
    format_evaluations,
    format_percents,
    format_signed,
)
from workbench.reports.sentences import join_words, own_value
from workbench.system.sentences import capitalised
from workbench.system.translation import tr, trn


def plan(phrase: str, goes_on: bool) -> str:
    """Return a sentence about the bot's plan or its continuation."""
    return tr("I continue my plan: {phrase}.", phrase=phrase) if goes_on else tr("My plan: {phrase}.", phrase=phrase)


def mixture(count: int | None, mine: float, others: Sequence[tuple[str, float]], thing: str) -> str:
    """Return a sentence about a choice from a mixed strategy. `count` is None if some plans were not reported."""
    shares = format_percents(mine, *(weight for _, weight in others))
    parts = [tr("this one {share}", share=shares[0])] + [
        f"{text} {share}" for (text, _), share in zip(others, shares[1:], strict=True)
    ]
    how_many = tr("several") if count is None else count
    more = " \u2026" if count is None or count > len(parts) else ""
    return tr(
        "I mix {how_many} {thing} at random: {parts}{more}",
        how_many=how_many,
        thing=thing,
        parts=", ".join(parts),
        more=more or ".",
    )


def reckoned(plan: str, weight: float, value: float, seats: int, me: str) -> str:
    """Return a sentence about the value against the most probable answer, if all answers give that value."""
    return tr(
        "The most likely answer is {plan} ({percent}): then {own_value}.",
        plan=plan,
        percent=format_percents(weight)[0],
        own_value=own_value(me, seats, format_evaluations(seats, value)[0]),
    )


def case(
    plan: str, weight: float, value: float, worse: bool, other: str, its: float, instead: float, seats: int, me: str
) -> str:
    """Return a sentence about the values against the most probable answer and against a second one.

    The second answer is the worst one if `worse`, otherwise the best one.
    """
    first, second = format_evaluations(seats, value, instead)
    (likely,), (rare,) = format_percents(weight), format_percents(its)
    values = {
        "plan": plan,
        "likely": likely,
        "own_value": own_value(me, seats, first),
        "second": second,
        "other": other,
        "rare": rare,
    }
    if worse:
        return tr(
            "Against the most likely answer, {plan} ({likely}), {own_value}; the worst is {second}, "
            "against {other} ({rare}).",
            **values,
        )
    return tr(
        "The most likely answer, {plan} ({likely}), is the worst for me: then {own_value}; the best "
        "is {second}, against {other} ({rare}).",
        **values,
    )


def points(mine: Sequence[tuple[float, str]], theirs: Sequence[tuple[float, str]], side: str) -> str:
    """Return a sentence about the expected points of the bot and its opponent, with their sources."""
    parts = []
    for gets, listed in ((tr("I get"), mine), (tr("{side} gets", side=side), theirs)):
        if listed:
            numbers = [
                (
                    tr("{number} point for {source}", number=format_amount(number), source=source)
                    if format_amount(number) == "1"
                    else tr("{number} points for {source}", number=format_amount(number), source=source)
                )
                for number, source in listed
            ]
            parts.append(f"{gets} {join_words(numbers)}")
    return tr("On average against the most likely answers, {parts}.", parts="; ".join(parts))


def supply_left(supply: str, before: float, after: float) -> str:
    """Return a sentence about how much of a supply, such as action points, remains on average."""
    if format_amount(after) == format_amount(before):
        return tr(
            "Against the most likely answers, I keep all my {before} {supply}.",
            before=format_amount(before),
            supply=supply,
        )
    remaining, had = format_amount(after), format_amount(before)
    return tr(
        "Against the most likely answers, I keep {remaining} of my {had} {supply} on average.",
        remaining=remaining,
        had=had,
        supply=supply,
    )


def further(chance: float) -> str:
    """Return a sentence about the probability that these plans do not settle the turn."""
    percent = format_percents(chance)[0]
    return tr("The chance of further decisions in this turn is {percent}.", percent=percent)


# Hidden hands ------------------------------------------------------------------------------------------------------


def brings(points: float, first: float, other: str, instead: float, its: float, looked_less: bool) -> str:
    """Return a sentence that compares two moves by expected points and the chance to be right first.

    `looked_less` means that the second move looks better but was searched less.
    """
    mine, second = format_percents(first, its)
    text = tr(
        "On average this brings me {points} points, and I am the first to be right {mine} of the "
        "time; if I {other}, {instead} points and {second}",
        points=format_amount(points),
        mine=mine,
        other=other,
        instead=format_amount(instead),
        second=second,
    )
    return tr("{text}, but I searched that less.", text=text) if looked_less else f"{text}."


def brings_alone(points: float, first: float) -> str:
    """Return a sentence about the expected points and the chance to be right first."""
    amount, percent = format_amount(points), format_percents(first)[0]
    return tr(
        "On average this brings me {amount} points, and I am the first to be right {percent} of the time.",
        amount=amount,
        percent=percent,
    )


def right(guess: str, chance: float, best_guess: str, its: float, whom: str) -> str:
    """Return a sentence that compares the bot's guess with its best guess. `whom` is the player it follows, or ""."""
    begins = tr("I follow {whom}. ", whom=whom) if whom else ""
    mine, most = format_percents(chance, its)
    if best_guess == guess:
        return tr(
            "{begins}{guess} is the most likely guess ({mine}).", begins=begins, guess=capitalised(guess), mine=mine
        )
    if mine == most:
        return tr(
            "{begins}{guess} is as likely as {best_guess} ({mine}).",
            begins=begins,
            guess=capitalised(guess),
            best_guess=best_guess,
            mine=mine,
        )
    return tr(
        "{begins}{guess} is right with a probability of {mine}, but {best_guess} with {most}.",
        begins=begins,
        guess=capitalised(guess),
        mine=mine,
        best_guess=best_guess,
        most=most,
    )


def learns(before: float, after: float) -> str:
    """Return a sentence about how much more certain the best guess should become."""
    first, second = format_percents(before, after)
    return tr("This should raise the chance of my best guess from {first} to {second}.", first=first, second=second)


def reveals(bits: float, unknown: float) -> str:
    """Return a sentence about the part of the unknown information, in bits, that the move should reveal."""
    return tr("This should settle {percent} of what I do not know yet.", percent=format_percents(bits / unknown)[0])


def rival(side: str, chance: float, mine: float) -> str:
    """Return a sentence about a player who seems at least as certain as the bot."""
    its, own = format_percents(chance, mine)
    if its == own:
        return tr("{side} seems as sure of its best guess as I am ({its}).", side=side, its=its)
    return tr("{side} seems more certain of its best guess ({its}) than I am ({own}).", side=side, its=its, own=own)


def certain(fact: str) -> str:
    """Return a sentence about a fact that has become certain."""
    return tr("I now know: {fact}.", fact=fact)


def believed(belief: str, before: float, now: float) -> str:
    """Return a sentence about a belief that has changed since the last move."""
    first, second = format_percents(before, now)
    values = {"belief": belief, "first": first, "second": second}
    if now > before:
        return tr("Since my last move, {belief} has risen from {first} to {second}.", **values)
    return tr("Since my last move, {belief} has fallen from {first} to {second}.", **values)


# Bots that do not look ahead -----------------------------------------------------------------------------------------


def drawn(chance: float, alike: int, moves: int) -> str:
    """Return a sentence about the choice of a bot without search. `alike` counts the moves that it ranks equal."""
    if alike == moves:
        return tr("I picked it at random from {moves} legal moves.", moves=moves)
    if alike == 1 and chance > 1 - 1e-9:
        return tr("My rule picks it from {moves} legal moves, without looking ahead.", moves=moves)
    if abs(alike * chance - 1) < 1e-6:
        return tr(
            "My rule rates {alike} of {moves} legal moves as equally good; I picked one at random.",
            alike=alike,
            moves=moves,
        )
    return tr(
        "My rule picked it at random from {moves} legal moves, with a chance of {percent}.",
        moves=moves,
        percent=format_percents(chance)[0],
    )


def gain(points: int, alike: int, moves: int) -> str:
    """Return a sentence about the immediate change of the lead. `alike` counts the moves with the same change."""
    effect = (
        tr("leaves the lead in points unchanged")
        if not points
        else tr("changes the lead by {signed} right away", signed=format_signed(points).split(".")[0])
    )
    rank = trn(
        "none of the {moves} legal moves does better",
        "{count} of the {moves} legal moves do the same, none better",
        alike,
        moves=moves,
    )
    return tr("It {effect}; {rank}.", effect=effect, rank=rank)
