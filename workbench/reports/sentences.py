"""Sentences that give a bot's reasons, for all games. `reasons` selects them; each game's own words are with its board.

A bot says "I". Numbers are rounded only while they stay different and the sentence stays true. Values are from -1 to 1
for the bot's seat, shares and probabilities from 0 to 1. `other` is the second move in words that fit after "if I" or
"to". `instead` is that move's value, `its` its share or probability.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.figures import (
    format_amount,
    format_chances,
    format_evaluations,
    format_percents,
    format_signed,
)


def join_words(parts: Sequence[str]) -> str:
    """Join words as "a", "a and b", or "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def quoted(plan: str) -> str:
    """Return a plan in typographic quotation marks, its steps separated by commas and spaces."""
    return f"\u201c{plan.replace(',', ', ')}\u201d"


# Any game ----------------------------------------------------------------------------------------------------------

ONLY = "It is the only legal move."


def proof(result: float, moves: int | None) -> str:
    """Return a sentence about a proven result, with the length of the line in moves if it is known."""
    verdict = {1.0: "It wins by force", 0.0: "It holds a draw by force", -1.0: "It loses against the best answers"}.get(
        result
    )
    if verdict is None:
        verdict = f"It is proven to be worth {format_chances(result)[0]}"
    if moves is None:
        return f"{verdict}."
    if moves == 1:
        return f"{verdict}, at once."
    return f"{verdict}; the line that I see ends the game after {moves} moves."


def losing(moves: int, others: int) -> str:
    """Return a sentence about how many of the remaining moves lose by force."""
    if others == 1:
        return "The other move loses by force."
    if moves == others:
        return f"All {others} other moves lose by force."
    return f"{moves} of the {others} other moves {'loses' if moves == 1 else 'lose'} by force."


def my_value(seats: int, first: str) -> str:
    """Return the bot's value as a clause. With more than two seats, a value is not a chance."""
    return f"my chances are {first}" if seats <= 2 else f"the position is worth {first} to me"


def second_value(seats: int, second: str) -> str:
    """Return the value of a second move as a clause that follows `my_value`."""
    return f"they are {second}" if seats <= 2 else second


def value_after(value: float, seats: int) -> str:
    """Return a sentence about the value after the move."""
    return f"After it {my_value(seats, format_evaluations(seats, value)[0])}."


def compared(value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence that compares the values of this move and the second."""
    first, second = format_evaluations(seats, value, instead)
    if first == second:
        return f"After it {my_value(seats, first)}, and as good if I {other}."
    return f"After it {my_value(seats, first)}; {second_value(seats, second)} if I {other}."


def looked_less(value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence about a second move with a better value but a smaller search.

    Whole percentages are used: a smaller difference is not worth mentioning.
    """
    (first,), (second,) = format_evaluations(seats, value), format_evaluations(seats, instead)
    better = "as good" if first == second else f"better ({second})"
    return f"After it {my_value(seats, first)}. To {other} looks {better}, but I looked at that less."


def refuted(other: str, share: float) -> str:
    """Return a sentence about a second move that took more of the search until it was refuted."""
    return f"To {other} took {format_percents(share)[0]} of my thinking, but it loses by force."


def thought_less(share: float, other: str, more: float, at_random: bool) -> str:
    """Return a sentence about a second move that took more of the search but was not chosen."""
    mine, its = format_percents(share, more)
    begins = f"I left it to chance: to {other}" if at_random else f"To {other}"
    return f"{begins} took {its} of my thinking, this {'no more' if mine == its else mine}."


def ahead(depth: int) -> str:
    """Return a clause about the search depth."""
    return f"I looked {depth} {'move' if depth == 1 else 'moves'} ahead"


def looked_ahead(depth: int, value: float, other: str, instead: float | None, seats: int) -> str:
    """Return a sentence about the result of a search of all moves to a depth.

    The second move's value is an upper bound. It is left out if it is too high to be useful.
    """
    alone = f"{ahead(depth)}: after it {my_value(seats, format_evaluations(seats, value)[0])}."
    if instead is None:
        return alone
    first, second = format_evaluations(seats, value, instead)
    if first == second:
        return f"{ahead(depth)}: after it {my_value(seats, first)}, and I found nothing better."
    if instead > value:
        return alone
    return f"{ahead(depth)}: after it {my_value(seats, first)}; {second_value(seats, second)} at most if I {other}."


def looked_deeper(depth: int, value: float, alike: int, moves: int, seats: int) -> str:
    """Return a sentence about the result of a search in which only some moves reached the depth."""
    return (
        f"{ahead(depth)}: after it {my_value(seats, format_evaluations(seats, value)[0])}; "
        f"so far I looked at only {alike} of the {moves} moves."
    )


def reply(side: str, move: str) -> str:
    """Return a sentence about the expected reply."""
    return f"I expect {side} to {move}."


def feared(side: str, move: str, value: float, other: str, instead: float | None, seats: int) -> str:
    """Return a sentence about the most harmful reply searched. `other` is the second most harmful one."""
    if instead is None:
        return f"I fear that {side} will {move}: then {my_value(seats, format_evaluations(seats, value)[0])}."
    first, second = format_evaluations(seats, value, instead)
    if first == second:
        return f"I fear most that {side} will {move}, or as much that it will {other}: then {my_value(seats, first)}."
    return f"I fear most that {side} will {move}: then {my_value(seats, first)}, but {second} if it will {other}."


def luck(worst: str, low: float, best: str, high: float, seats: int) -> str:
    """Return a sentence about the worst and the best outcome of the next chance event, with their values."""
    first, second = format_evaluations(seats, low, high)
    return f"Chance decides next: after {worst} {my_value(seats, first)}, after {best} {second}."


def terms(changes: Sequence[tuple[str, float]], other: str) -> str:
    """Return a sentence that compares the static evaluations after this move and the second."""

    def listed(more: bool) -> str:
        return join_words([f"{name} ({format_signed(change)})" for name, change in changes if (change > 0) == more])

    parts = [
        f"{word} for {listed(more)}"
        for word, more in (("more", True), ("less", False))
        if any((change > 0) == more for _, change in changes)
    ]
    return f"Right after it I count {' and '.join(parts)} than if I {other}."


# Moves that were not chosen ------------------------------------------------------------------------------------------

LOSES = "It loses by force."
SAME_TURN = "It begins the same turn in another order."


def misses_win(value: float, other: str, seats: int) -> str:
    """Return a sentence about a candidate that was rejected for a proven win."""
    return f"After it {my_value(seats, format_evaluations(seats, value)[0])}; to {other} wins by force."


def looks_better(value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence about a candidate that looks better than the chosen move but was searched less."""
    (first,), (second,) = format_evaluations(seats, value), format_evaluations(seats, instead)
    if first == second:
        return f"After it {my_value(seats, first)}, and as good if I {other}, but I looked at it less."
    return f"After it {my_value(seats, first)}; {second_value(seats, second)} if I {other}, but I looked at it less."


def bounded(depth: int, value: float, other: str, instead: float, seats: int) -> str:
    """Return a sentence about the upper bound of a rejected move in a search of all moves to a depth."""
    first, second = format_evaluations(seats, value, instead)
    if first == second:
        return f"{ahead(depth)}: after it {my_value(seats, first)} at most, which is no more than if I {other}."
    return f"{ahead(depth)}: after it {my_value(seats, first)} at most; {second_value(seats, second)} if I {other}."


def mixed_weights(share: float, other: str, its: float) -> str:
    """Return a sentence about the weights of two moves in a mixed strategy."""
    mine, second = format_percents(share, its)
    return f"I choose by lot: this with {mine}, to {other} with {second}."


def then_reply(side: str, move: str) -> str:
    """Return a sentence about the expected reply to a rejected move."""
    return f"After it I expect {side} to {move}."


def effort(share: float, other: str, more: float) -> str:
    """Return a sentence that compares the search effort on a candidate and on the chosen move."""
    mine, its = format_percents(share, more)
    return f"It took {mine} of my thinking; to {other} took {'as much' if mine == its else its}."


# Secret choices ----------------------------------------------------------------------------------------------------


def plan(phrase: str, goes_on: bool) -> str:
    """Return a sentence about the bot's plan or its continuation."""
    return f"{'I go on with my plan' if goes_on else 'My plan'}: {phrase}."


def mixture(count: int | None, mine: float, others: Sequence[tuple[str, float]], thing: str) -> str:
    """Return a sentence about a choice from a mixed strategy. `count` is None if some plans were not reported."""
    shares = format_percents(mine, *(weight for _, weight in others))
    parts = [f"{shares[0]} this"] + [f"{share} {text}" for (text, _), share in zip(others, shares[1:], strict=True)]
    how_many = "several" if count is None else count
    more = " \u2026" if count is None or count > len(parts) else ""
    return f"I chose by lot among {how_many} {thing}: {', '.join(parts)}{more or '.'}"


def reckoned(plan: str, weight: float, value: float, seats: int) -> str:
    """Return a sentence about the value against the most probable answer, if all answers give that value."""
    own_value = my_value(seats, format_evaluations(seats, value)[0])
    return f"I reckon with the answer {plan} ({format_percents(weight)[0]}): against it {own_value}."


def case(
    plan: str, weight: float, value: float, worse: bool, other: str, its: float, instead: float, seats: int
) -> str:
    """Return a sentence about the values against the most probable answer and against a second one.

    The second answer is the worst one if `worse`, otherwise the best one.
    """
    first, second = format_evaluations(seats, value, instead)
    (likely,), (rare,) = format_percents(weight), format_percents(its)
    if worse:
        return (
            f"Against the likeliest answer ({likely}: {plan}) {my_value(seats, first)}; "
            f"at worst, against {other} ({rare}), {second}."
        )
    return (
        f"The likeliest answer ({likely}: {plan}) is the worst for it: {my_value(seats, first)} then; "
        f"at best, against {other} ({rare}), {second}."
    )


def points(mine: Sequence[tuple[float, str]], theirs: Sequence[tuple[float, str]], side: str) -> str:
    """Return a sentence about the expected points of the bot and its opponent, with their sources."""
    parts = []
    for gets, listed in (("I get", mine), (f"{side} gets", theirs)):
        if listed:
            numbers = [
                f"{format_amount(number)} {'point' if format_amount(number) == '1' else 'points'} for {source}"
                for number, source in listed
            ]
            parts.append(f"{gets} {join_words(numbers)}")
    return f"On average over the likeliest answers, {'; '.join(parts)}."


def supply_left(supply: str, before: float, after: float) -> str:
    """Return a sentence about how much of a supply, such as action points, remains on average."""
    if format_amount(after) == format_amount(before):
        return f"Over the likeliest answers it leaves me all my {format_amount(before)} {supply}."
    remaining, had = format_amount(after), format_amount(before)
    return f"Over the likeliest answers it leaves me {remaining} of my {had} {supply} on average."


def further(chance: float) -> str:
    """Return a sentence about the probability that these plans do not settle the turn."""
    percent = format_percents(chance)[0]
    return f"Over the likeliest answers, more than these plans must be decided in this turn with {percent}."


# Hidden hands ------------------------------------------------------------------------------------------------------


def brings(points: float, first: float, other: str, instead: float, its: float, looked_less: bool) -> str:
    """Return a sentence that compares two moves by expected points and the chance to be right first.

    `looked_less` means that the second move looks better but was searched less.
    """
    mine, second = format_percents(first, its)
    text = (
        f"On average it brings me {format_amount(points)} points, and {mine} of the time I am the first to be right; "
        f"if I {other} it is {format_amount(instead)} and {second}"
    )
    return f"{text}, but I looked at that less." if looked_less else f"{text}."


def brings_alone(points: float, first: float) -> str:
    """Return a sentence about the expected points and the chance to be right first."""
    percent = format_percents(first)[0]
    return (
        f"On average it brings me {format_amount(points)} points, and {percent} of the time I am the first to be right."
    )


def right(guess: str, chance: float, best_guess: str, its: float, whom: str) -> str:
    """Return a sentence that compares the bot's guess with its best guess. `whom` is the player it follows, or ""."""
    begins = f"I follow {whom}: I" if whom else "I"
    mine, most = format_percents(chance, its)
    if best_guess == guess:
        return f"{begins} hold {guess} for right with {mine}, and nothing for likelier."
    if mine == most:
        return f"{begins} hold {guess} for right with {mine}, and {best_guess} for as likely."
    return f"{begins} hold {guess} for right with {mine}, though {best_guess} with {most}."


def learns(before: float, after: float) -> str:
    """Return a sentence about how much more certain the best guess should become."""
    first, second = format_percents(before, after)
    return f"It is expected to make me surer: of what I hold likeliest, from {first} to {second}."


def reveals(bits: float, unknown: float) -> str:
    """Return a sentence about the part of the unknown information, in bits, that the move should reveal."""
    return f"It should tell me {format_percents(bits / unknown)[0]} of what I do not know yet."


def rival(side: str, chance: float, mine: float) -> str:
    """Return a sentence about a player who seems at least as certain as the bot."""
    its, own = format_percents(chance, mine)
    if its == own:
        return f"{side} seems as sure as I am: of what it holds likeliest to {its}."
    return f"{side} seems surer than I am: of what it holds likeliest to {its}, I to {own}."


def certain(fact: str) -> str:
    """Return a sentence about a fact that has become certain."""
    return f"I am certain now: {fact}."


def believed(belief: str, before: float, now: float) -> str:
    """Return a sentence about a belief that has changed since the last move."""
    first, second = format_percents(before, now)
    return f"Since my last move {belief} has {'risen' if now > before else 'fallen'} from {first} to {second} for me."


# Bots that do not look ahead -----------------------------------------------------------------------------------------


def drawn(chance: float, alike: int, moves: int) -> str:
    """Return a sentence about the choice of a bot without search. `alike` counts the moves that it ranks equal."""
    if alike == moves:
        return f"I drew it from {moves} legal moves that are all alike to me."
    if alike == 1 and chance > 1 - 1e-9:
        return f"My rule picks it from {moves} legal moves, without looking ahead."
    if abs(alike * chance - 1) < 1e-6:
        return f"My rule holds {alike} of {moves} legal moves for equally good, and I drew this one."
    return f"I drew it by my rule, with a chance of {format_percents(chance)[0]}, from {moves} legal moves."


def gain(points: int, alike: int, moves: int) -> str:
    """Return a sentence about the immediate change of the lead. `alike` counts the moves with the same change."""
    effect = (
        "leaves the lead in points as it is"
        if not points
        else f"shifts the lead by {format_signed(points).split('.')[0]} at once"
    )
    rank = (
        f"none of the {moves} legal moves does better"
        if alike == 1
        else f"{alike} of the {moves} legal moves do the same, none better"
    )
    return f"It {effect}; {rank}."
