"""Sentences that give a bot's reasons, for all games. `reasons` selects them; each game's own words are with its board.

A bot says "I". Numbers are rounded only while they stay different and the sentence stays true. Values are from -1 to 1
for the bot's seat, shares and probabilities from 0 to 1. `other` is the second move in words that fit after "if I" or
"to". `instead` is that move's value, `its` its share or probability.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.figures import (
    format_chances,
    format_evaluations,
    format_percents,
)
from workbench.system.translation import tr, trn


def join_words(parts: Sequence[str]) -> str:
    """Join words as "a", "a and b", or "a, b and c"."""
    return parts[0] if len(parts) == 1 else tr("{parts} and {last}", parts=", ".join(parts[:-1]), last=parts[-1])


def quoted(plan: str) -> str:
    """Return a plan in typographic quotation marks, its steps separated by commas and spaces."""
    return f"\u201c{plan.replace(',', ', ')}\u201d"


# Any game ----------------------------------------------------------------------------------------------------------

ONLY = tr("It is the only legal move.")


def proof(result: float, moves: int | None) -> str:
    """Return a sentence about a proven result, with the length of the line in moves if it is known."""
    verdict = {
        1.0: tr("It wins by force"),
        0.0: tr("It draws by force"),
        -1.0: tr("It loses against the best answers"),
    }.get(result)
    if verdict is None:
        verdict = tr("It is proven to be worth {chance}", chance=format_chances(result)[0])
    if moves is None:
        return f"{verdict}."
    if moves == 1:
        return tr("{verdict}: this move ends the game.", verdict=verdict)
    return tr("{verdict}; the line found takes {moves} moves.", verdict=verdict, moves=moves)


def losing(moves: int, others: int) -> str:
    """Return a sentence about how many of the remaining moves lose by force."""
    if others == 1:
        return tr("The alternative loses by force.")
    if moves == others:
        return tr("All {others} other moves lose by force.", others=others)
    return trn(
        "{count} of the {others} other moves loses by force.",
        "{count} of the {others} other moves lose by force.",
        moves,
        others=others,
    )


def own_value(me: str, seats: int, first: str) -> str:
    """Return the bot's value as a clause; `me` is its colour. With more than two seats, a value is not a chance."""
    return (
        tr("{me}'s chances are {first}", me=me, first=first)
        if seats <= 2
        else tr("{me}'s position is worth {first}", me=me, first=first)
    )


def gives(seats: int, first: str) -> str:
    """Return the value of this move as a clause that begins a sentence."""
    return tr("This gives me {first}", first=first) if seats <= 2 else tr("This is worth {first} to me", first=first)


def value_after(value: float, seats: int) -> str:
    """Return a sentence about the value after the move."""
    return f"{gives(seats, format_evaluations(seats, value)[0])}."


def compared(value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence that compares the values of this move and the second."""
    first, second = format_evaluations(seats, value, instead)
    if first == second:
        return tr("{gives}, just as much as if I {other}.", gives=gives(seats, first), other=other)
    return tr("{gives}, compared with {second} if I {other}.", gives=gives(seats, first), second=second, other=other)


def looked_less(value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence about a second move with a better value but a smaller search.

    Whole percentages are used: a smaller difference is not worth mentioning.
    """
    (first,), (second,) = format_evaluations(seats, value), format_evaluations(seats, instead)
    better = tr("as good") if first == second else tr("better ({second})", second=second)
    return tr(
        "{gives}. A move that I searched less looks {better}: {other}.",
        gives=gives(seats, first),
        better=better,
        other=other,
    )


def refuted(other: str, share: float) -> str:
    """Return a sentence about a second move that took more of the search until it was refuted."""
    return tr(
        "I spent {percent} of the search on another move, but it loses by force: {other}.",
        percent=format_percents(share)[0],
        other=other,
    )


def thought_less(share: float, other: str, more: float, at_random: bool) -> str:
    """Return a sentence about a second move that took more of the search but was not chosen."""
    mine, its = format_percents(share, more)
    if at_random:
        return tr(
            "I picked a move at random by search effort: this one had {mine}, another had {its}: {other}.",
            mine=mine,
            its=its,
            other=other,
        )
    if mine == its:
        return tr("I spent as much of the search ({its}) on another move: {other}.", its=its, other=other)
    return tr(
        "I spent more of the search on another move ({its}, this one {mine}): {other}.", its=its, mine=mine, other=other
    )


def ahead(depth: int) -> str:
    """Return a clause about the search depth."""
    return trn("I looked {count} move ahead", "I looked {count} moves ahead", depth)


def looked_ahead(depth: int, value: float, other: str, instead: float | None, seats: int) -> str:
    """Return a sentence about the result of a search of all moves to a depth.

    The second move's value is an upper bound. It is left out if it is too high to be useful.
    """
    alone = f"{ahead(depth)}. {gives(seats, format_evaluations(seats, value)[0])}."
    if instead is None:
        return alone
    first, second = format_evaluations(seats, value, instead)
    if first == second:
        return tr("{ahead}. {gives}, and I found nothing better.", ahead=ahead(depth), gives=gives(seats, first))
    if instead > value:
        return alone
    return tr(
        "{ahead}. {gives}, compared with at most {second} if I {other}.",
        ahead=ahead(depth),
        gives=gives(seats, first),
        second=second,
        other=other,
    )


def looked_deeper(depth: int, value: float, alike: int, moves: int, seats: int) -> str:
    """Return a sentence about the result of a search in which only some moves reached the depth."""
    return tr(
        "{ahead}. {gives}, but so far I have looked at only {alike} of the {moves} moves.",
        ahead=ahead(depth),
        gives=gives(seats, format_evaluations(seats, value)[0]),
        alike=alike,
        moves=moves,
    )


def reply(side: str, move: str) -> str:
    """Return a sentence about the expected reply."""
    return tr("{side} will probably {move}.", side=side, move=move)


def feared(side: str, move: str, value: float, other: str, instead: float | None, seats: int, me: str) -> str:
    """Return a sentence about the most harmful reply searched. `other` is the second most harmful one."""
    if instead is None:
        return tr(
            "A dangerous reply: {side} can {move}; then {own_value}.",
            side=side,
            move=move,
            own_value=own_value(me, seats, format_evaluations(seats, value)[0]),
        )
    first, second = format_evaluations(seats, value, instead)
    if first == second:
        return tr(
            "The worst reply: {side} can {move}; then {own_value}. Equally bad: {other}.",
            side=side,
            move=move,
            own_value=own_value(me, seats, first),
            other=other,
        )
    worst = tr(
        "The worst reply: {side} can {move}; then {own_value}.",
        side=side,
        move=move,
        own_value=own_value(me, seats, first),
    )
    return tr("{worst} The next worst reply gives {second}: {other}.", worst=worst, second=second, other=other)


def luck(worst: str, low: float, best: str, high: float, seats: int, me: str) -> str:
    """Return a sentence about the worst and the best outcome of the next chance event, with their values."""
    first, second = format_evaluations(seats, low, high)
    return tr(
        "Chance decides next: {own_value} after {worst}, {second} after {best}.",
        own_value=own_value(me, seats, first),
        worst=worst,
        second=second,
        best=best,
    )


def terms(changes: Sequence[tuple[str, float]], other: str) -> str:
    """Return a sentence that compares the static evaluations after this move and the second."""
    parts = [
        template.format(names=join_words(names))
        for template, names in (
            (tr("better for {names}"), [name for name, change in changes if change > 0]),
            (tr("worse for {names}"), [name for name, change in changes if change <= 0]),
        )
        if names
    ]
    return tr(
        "Right after it, the position is {parts} than after the alternative: {other}.",
        parts=tr(" and ").join(parts),
        other=other,
    )


# Moves that were not chosen ------------------------------------------------------------------------------------------

LOSES = tr("It loses by force.")
SAME_TURN = tr("It begins the same turn in another order.")


def misses_win(value: float, other: str, seats: int) -> str:
    """Return a sentence about a candidate that was rejected for a proven win."""
    return tr(
        "{gives}, but another move wins by force: {other}.",
        gives=gives(seats, format_evaluations(seats, value)[0]),
        other=other,
    )


def looks_better(value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence about a candidate that looks better than the chosen move but was searched less."""
    (first,), (second,) = format_evaluations(seats, value), format_evaluations(seats, instead)
    if first == second:
        return tr(
            "{gives}, just as much as if I {other}, but I searched it less.", gives=gives(seats, first), other=other
        )
    return tr(
        "{gives}, compared with {second} if I {other}, but I searched it less.",
        gives=gives(seats, first),
        second=second,
        other=other,
    )


def bounded(depth: int, value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence about the upper bound of a rejected move in a search of all moves to a depth."""
    first, second = format_evaluations(seats, value, instead)
    if first == second:
        return tr(
            "{ahead}. {gives}, no more than if I {other}.",
            ahead=ahead(depth),
            gives=gives(seats, tr("at most {first}", first=first)),
            other=other,
        )
    return tr(
        "{ahead}. {gives}, compared with {second} if I {other}.",
        ahead=ahead(depth),
        gives=gives(seats, tr("at most {first}", first=first)),
        second=second,
        other=other,
    )


def mixed_weights(share: float, other: str, its: float) -> str:
    """Return a sentence about the weights of two moves in a mixed strategy."""
    mine, second = format_percents(share, its)
    return tr(
        "I mix my choices at random: this one {mine}, the chosen one {second}: {other}.",
        mine=mine,
        second=second,
        other=other,
    )


def then_reply(side: str, move: str) -> str:
    """Return a sentence about the expected reply to a rejected move."""
    return tr("Then {side} will probably {move}.", side=side, move=move)


def effort(share: float, other: str, more: float) -> str:
    """Return a sentence that compares the search effort on a candidate and on the chosen move."""
    mine, its = format_percents(share, more)
    return tr(
        "I spent {mine} of the search on it, and {as_much} on the chosen move: {other}.",
        mine=mine,
        as_much=tr("as much") if mine == its else its,
        other=other,
    )
