"""Sentences that give a bot's reasons, for all games. `reasons` selects them; each game's own words are with its board.

`side` is the bot's player. Each number is rounded by itself, so that one value has one number everywhere on the screen.
Values are from -1 to 1 for the bot's seat, shares and probabilities from 0 to 1. `other` is the second move in words.
`instead` is that move's value, `its` its share or probability.
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


def evaluations(seats: int, *values: float) -> tuple[str, ...]:
    """Format values, each by itself."""
    return tuple(format_evaluations(seats, value)[0] for value in values)


def percents(*shares: float) -> tuple[str, ...]:
    """Format fractions as percentages, each by itself."""
    return tuple(format_percents(share)[0] for share in shares)


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


def own_value(side: str, seats: int, first: str) -> str:
    """Return the value for a side as a clause. With more than two seats, a value is not a chance."""
    if seats <= 2:
        return tr("{side}'s chances are {first}", side=side, first=first)
    return tr("{side}'s position is worth {first}", side=side, first=first)


def gives(side: str, seats: int, first: str) -> str:
    """Return the value of this move as a clause that begins a sentence."""
    if seats <= 2:
        return tr("This gives {side} {first}", side=side, first=first)
    return tr("This is worth {first} to {side}", first=first, side=side)


def value_after(side: str, value: float, seats: int) -> str:
    """Return a sentence about the value after the move."""
    return f"{gives(side, seats, format_evaluations(seats, value)[0])}."


def compared(side: str, value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence that compares the values of this move and the second."""
    first, second = evaluations(seats, value, instead)
    if first == second:
        return tr("{gives}, just as much as the alternative: {other}.", gives=gives(side, seats, first), other=other)
    return tr(
        "{gives}, compared with {second} for the alternative: {other}.",
        gives=gives(side, seats, first),
        second=second,
        other=other,
    )


def looked_less(side: str, value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence about a second move with a better value but a smaller search."""
    first, second = evaluations(seats, value, instead)
    better = tr("as good") if first == second else tr("better ({second})", second=second)
    return tr(
        "{gives}. A move that was searched less looks {better}: {other}.",
        gives=gives(side, seats, first),
        better=better,
        other=other,
    )


def refuted(other: str, share: float) -> str:
    """Return a sentence about a second move that took more of the search until it was refuted."""
    return tr(
        "Another move took {percent} of the search, but it loses by force: {other}.",
        percent=format_percents(share)[0],
        other=other,
    )


def thought_less(share: float, other: str, more: float, at_random: bool) -> str:
    """Return a sentence about a second move that took more of the search but was not chosen."""
    mine, its = percents(share, more)
    if at_random:
        return tr(
            "The choice was random by search effort: this move had {mine}, another had {its}: {other}.",
            mine=mine,
            its=its,
            other=other,
        )
    if mine == its:
        return tr("Another move took as much of the search ({its}): {other}.", its=its, other=other)
    return tr(
        "Another move took more of the search ({its}, this one {mine}): {other}.", its=its, mine=mine, other=other
    )


def ahead(depth: int) -> str:
    """Return a clause about the search depth."""
    return trn("Searched {count} move ahead", "Searched {count} moves ahead", depth)


def looked_ahead(side: str, depth: int, value: float, other: str, instead: float | None, seats: int) -> str:
    """Return a sentence about the result of a search of all moves to a depth.

    The second move's value is an upper bound. It is left out if it is too high to be useful.
    """
    alone = f"{ahead(depth)}. {gives(side, seats, format_evaluations(seats, value)[0])}."
    if instead is None:
        return alone
    first, second = evaluations(seats, value, instead)
    if first == second:
        return tr(
            "{ahead}. {gives}, and nothing better was found.", ahead=ahead(depth), gives=gives(side, seats, first)
        )
    if instead > value:
        return alone
    return tr(
        "{ahead}. {gives}, compared with at most {second} for the alternative: {other}.",
        ahead=ahead(depth),
        gives=gives(side, seats, first),
        second=second,
        other=other,
    )


def looked_deeper(side: str, depth: int, value: float, alike: int, moves: int, seats: int) -> str:
    """Return a sentence about the result of a search in which only some moves reached the depth."""
    return trn(
        "{ahead}. {gives}, but only {count} of the {moves} moves has been searched so far.",
        "{ahead}. {gives}, but only {count} of the {moves} moves have been searched so far.",
        alike,
        ahead=ahead(depth),
        gives=gives(side, seats, format_evaluations(seats, value)[0]),
        moves=moves,
    )


def reply(side: str, move: str) -> str:
    """Return a sentence about the expected reply, which may come only after more moves of the same turn."""
    return tr("After this turn, {side} will probably {move}.", side=side, move=move)


def feared(side: str, move: str, value: float, other: str, instead: float | None, seats: int, me: str) -> str:
    """Return a sentence about the most harmful reply searched. `other` is the second most harmful one."""
    if instead is None:
        return tr(
            "A dangerous reply to this turn: {side} can {move}; then {own_value}.",
            side=side,
            move=move,
            own_value=own_value(me, seats, format_evaluations(seats, value)[0]),
        )
    first, second = evaluations(seats, value, instead)
    if first == second:
        return tr(
            "The worst reply to this turn: {side} can {move}; then {own_value}. Equally bad: {other}.",
            side=side,
            move=move,
            own_value=own_value(me, seats, first),
            other=other,
        )
    worst = tr(
        "The worst reply to this turn: {side} can {move}; then {own_value}.",
        side=side,
        move=move,
        own_value=own_value(me, seats, first),
    )
    return tr("{worst} The next worst reply gives {second}: {other}.", worst=worst, second=second, other=other)


def luck(worst: str, low: float, best: str, high: float, seats: int, me: str) -> str:
    """Return a sentence about the worst and the best outcome of the next chance event, with their values."""
    first, second = evaluations(seats, low, high)
    return tr(
        "Then luck decides: {own_value} after {worst}, {second} after {best}.",
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
    return tr("Compared with the alternative ({other}), it is {parts}.", parts=tr(" but ").join(parts), other=other)


# Moves that were not chosen ------------------------------------------------------------------------------------------

LOSES = tr("It loses by force.")
SAME_TURN = tr("It begins the same turn in another order.")


def misses_win(side: str, value: float, other: str, seats: int) -> str:
    """Return a sentence about a candidate that was rejected for a proven win."""
    return tr(
        "{gives}, but another move wins by force: {other}.",
        gives=gives(side, seats, format_evaluations(seats, value)[0]),
        other=other,
    )


def looks_better(side: str, value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence about a candidate that looks better than the chosen move but was searched less."""
    first, second = evaluations(seats, value, instead)
    if first == second:
        return tr(
            "{gives}, just as much as the alternative, but it was searched less: {other}.",
            gives=gives(side, seats, first),
            other=other,
        )
    return tr(
        "{gives}, compared with {second} for the alternative, but it was searched less: {other}.",
        gives=gives(side, seats, first),
        second=second,
        other=other,
    )


def bounded(side: str, depth: int, value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence about the upper bound of a rejected move in a search of all moves to a depth."""
    first, second = evaluations(seats, value, instead)
    if first == second:
        return tr(
            "{ahead}. {gives}, no more than the alternative: {other}.",
            ahead=ahead(depth),
            gives=gives(side, seats, tr("at most {first}", first=first)),
            other=other,
        )
    return tr(
        "{ahead}. {gives}, compared with {second} for the alternative: {other}.",
        ahead=ahead(depth),
        gives=gives(side, seats, tr("at most {first}", first=first)),
        second=second,
        other=other,
    )


def mixed_weights(share: float, other: str, its: float) -> str:
    """Return a sentence about the weights of two moves in a mixed strategy."""
    mine, second = percents(share, its)
    return tr(
        "The choice is random: this move has {mine}, the chosen one {second}: {other}.",
        mine=mine,
        second=second,
        other=other,
    )


def then_reply(side: str, move: str) -> str:
    """Return a sentence about the expected reply to a rejected move."""
    return tr("Then {side} will probably {move}.", side=side, move=move)


def effort(share: float, other: str, more: float) -> str:
    """Return a sentence that compares the search effort on a candidate and on the chosen move."""
    mine, its = percents(share, more)
    return tr(
        "It took {mine} of the search, and the chosen move {as_much}: {other}.",
        mine=mine,
        as_much=tr("as much") if mine == its else its,
        other=other,
    )
