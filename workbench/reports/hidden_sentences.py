"""Sentences that give the reasons of bots that choose in secret, know hidden cards or do not look ahead.

The conventions are those of `sentences`.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.figures import (
    format_amount,
    format_percents,
    format_signed,
    rounded,
)
from workbench.reports.sentences import evaluations, gives, join_words, own_value, percents
from workbench.system.sentences import capitalised
from workbench.system.translation import tr, trn


def in_points(number: float) -> str:
    """Return a number of points in words, such as "1 point" or "1.19 points"."""
    return trn("{amount} point", "{amount} points", rounded(number, 2), amount=format_amount(number))


def plan(phrase: str, goes_on: bool) -> str:
    """Return a sentence about the bot's plan or its continuation."""
    return tr("The plan continues: {phrase}.", phrase=phrase) if goes_on else tr("The plan: {phrase}.", phrase=phrase)


def mixture(count: int | None, mine: float, single: bool) -> str:
    """Return a sentence about a choice from a mixed strategy.

    Args:
        count: The number of plans, or None if some were not reported.
        mine: The weight of the chosen plan.
        single: Whether each plan is a single move.
    """
    return tr(
        "The choice is random among {how_many} {thing}; this one has {share}.",
        how_many=tr("several") if count is None else count,
        thing=tr("choices") if single else tr("plans"),
        share=format_percents(mine)[0],
    )


def reckoned(side: str, weight: float, value: float, seats: int) -> str:
    """Return a sentence about the value against the most probable answer, if all answers give that value."""
    return tr(
        "Against the most likely answer ({percent}), {own_value}.",
        percent=format_percents(weight)[0],
        own_value=own_value(side, seats, evaluations(seats, value)[0]),
    )


def case(side: str, weight: float, value: float, worse: bool, its: float, instead: float, seats: int) -> str:
    """Return a sentence about the values against the most probable answer and against a second one.

    The second answer is the worst one if `worse`, otherwise the best one.
    """
    first, second = evaluations(seats, value, instead)
    likely, rare = percents(weight, its)
    values = {"likely": likely, "own_value": own_value(side, seats, first), "second": second, "rare": rare}
    if worse:
        return tr(
            "Against the most likely answer ({likely}), {own_value}; against the worst ({rare}), {second}.", **values
        )
    return tr(
        "The most likely answer ({likely}) is also the worst: then {own_value}; against the best ({rare}), {second}.",
        **values,
    )


def points(mine: Sequence[tuple[float, str]], theirs: Sequence[tuple[float, str]], own: str, opponent: str) -> str:
    """Return a sentence about the expected points of the bot and its opponent, with their sources."""
    parts = []
    for side, listed in ((own, mine), (opponent, theirs)):
        if listed:
            numbers = [
                tr("{points} for {source}", points=in_points(number), source=source) for number, source in listed
            ]
            parts.append(tr("{side} gets {numbers}", side=side, numbers=join_words(numbers)))
    return tr("On average against the most likely answers, {parts}.", parts="; ".join(parts))


def supply_left(supply: str, before: float, after: float) -> str:
    """Return a sentence about how much of a supply, such as action points, remains on average."""
    remaining, had = format_amount(after), format_amount(before)
    if remaining == had:
        return tr("Against the most likely answers, all {before} {supply} remain.", before=had, supply=supply)
    return tr(
        "Against the most likely answers, {remaining} of {had} {supply} remain on average.",
        remaining=remaining,
        had=had,
        supply=supply,
    )


def further(chance: float) -> str:
    """Return a sentence about the probability that these plans do not settle the turn."""
    percent = format_percents(chance)[0]
    return tr("The chance of further decisions in this turn is {percent}.", percent=percent)


# Hidden hands ------------------------------------------------------------------------------------------------------


def brings(
    side: str, value: float, first: float, other: str, instead: float, its: float, looked_less: bool, seats: int
) -> str:
    """Return a sentence that compares two moves by their values and the chance to be right first.

    `looked_less` means that the second move looks better but was searched less.
    """
    alternative = tr("The alternative, searched less,") if looked_less else tr("The alternative")
    return tr(
        "{this} {alternative} is worth {second} (chance {percent}): {other}.",
        this=brings_alone(side, value, first, seats),
        alternative=alternative,
        second=evaluations(seats, instead)[0],
        percent=format_percents(its)[0],
        other=other,
    )


def brings_alone(side: str, value: float, first: float, seats: int) -> str:
    """Return a sentence about the value and the chance to be right first."""
    return tr(
        "{gives}. Chance of being right first: {percent}.",
        gives=gives(side, seats, evaluations(seats, value)[0]),
        percent=format_percents(first)[0],
    )


def right(guess: str, chance: float, best_guess: str, its: float, whom: str) -> str:
    """Return a sentence that compares the bot's guess with its best guess. `whom` is the player it follows, or ""."""
    begins = tr("This follows {whom}. ", whom=whom) if whom else ""
    mine, most = percents(chance, its)
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
    first, second = percents(before, after)
    return tr("This should raise the chance of the best guess from {first} to {second}.", first=first, second=second)


def reveals(bits: float, unknown: float) -> str:
    """Return a sentence about the part of the unknown information, in bits, that the move should reveal."""
    return tr("This should settle {percent} of what is still unknown.", percent=format_percents(bits / unknown)[0])


def rival(side: str, chance: float, own: str, mine: float) -> str:
    """Return a sentence about a player who seems at least as certain as the bot."""
    its, percent = percents(chance, mine)
    if its == percent:
        return tr("{side} seems as sure of its best guess as {own} ({its}).", side=side, own=own, its=its)
    return tr(
        "{side} seems more certain of its best guess ({its}) than {own} ({percent}).",
        side=side,
        its=its,
        own=own,
        percent=percent,
    )


def certain(fact: str) -> str:
    """Return a sentence about a fact that has become certain."""
    return tr("Now certain: {fact}.", fact=fact)


def believed(belief: str, before: float, now: float) -> str:
    """Return a sentence about a belief that has changed since the last move."""
    first, second = percents(before, now)
    values = {"belief": belief, "first": first, "second": second}
    if now > before:
        return tr("Since the last move, {belief} has risen from {first} to {second}.", **values)
    return tr("Since the last move, {belief} has fallen from {first} to {second}.", **values)


# Bots that do not look ahead -----------------------------------------------------------------------------------------


def drawn(chance: float, alike: int, moves: int) -> str:
    """Return a sentence about the choice of a bot without search. `alike` counts the moves that it ranks equal."""
    if alike == moves:
        return tr("Picked at random from {moves} legal moves.", moves=moves)
    if alike == 1 and chance > 1 - 1e-9:
        return tr("The bot's rule picks it from {moves} legal moves, without looking ahead.", moves=moves)
    if abs(alike * chance - 1) < 1e-6:
        return tr(
            "The bot's rule rates {alike} of {moves} legal moves as equally good and picks one at random.",
            alike=alike,
            moves=moves,
        )
    return tr(
        "The bot's rule picked it at random from {moves} legal moves, with a chance of {percent}.",
        moves=moves,
        percent=format_percents(chance)[0],
    )


def gain(points: int, alike: int, moves: int) -> str:
    """Return a sentence about the immediate change of the lead. `alike` counts the moves with the same change."""
    effect = (
        tr("leaves the lead in points unchanged")
        if not points
        else tr("changes the lead by {signed} right away", signed=format_signed(points, 0))
    )
    rank = trn(
        "none of the {moves} legal moves does better",
        "{count} of the {moves} legal moves do the same, none better",
        alike,
        moves=moves,
    )
    return tr("It {effect}; {rank}.", effect=effect, rank=rank)
