"""The wording of each kind of reason, for any game; reasons.py chooses. A game's own words are beside its board.

A bot says "I". Numbers are rounded as little as they must be to stay apart, and never so that
they would say something else.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.figures import amount, percents, scores, signed, worths


def together(parts: Sequence[str]) -> str:
    """As in "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def quoted(plan: str) -> str:
    """A plan as it is written down, as in \u201c0M5, 1F\u201d."""
    return f"\u201c{plan.replace(',', ', ')}\u201d"


# Any game ----------------------------------------------------------------------------------------------------------

ONLY = "It is the only legal move."


def proof(result: float, moves: int | None) -> str:
    what = {1.0: "It wins by force", 0.0: "It holds a draw by force", -1.0: "It loses against the best answers"}.get(
        result
    )
    if what is None:
        what = f"It is proven to be worth {scores(result)[0]}"
    if moves is None:
        return f"{what}."
    if moves == 1:
        return f"{what}, at once."
    return f"{what}; the line that I see ends the game after {moves} moves."


def losing(moves: int, others: int) -> str:
    if others == 1:
        return "The other move loses by force."
    if moves == others:
        return f"All {others} other moves lose by force."
    return f"{moves} of the {others} other moves {'loses' if moves == 1 else 'lose'} by force."


def my(seats: int, first: str) -> str:
    """What a position is worth to the bot: of more than two seats a value is no chance."""
    return f"my chances are {first}" if seats <= 2 else f"the position is worth {first} to me"


def beside(seats: int, second: str) -> str:
    """What another is worth, beside it."""
    return f"they are {second}" if seats <= 2 else second


def stands(value: float, seats: int) -> str:
    return f"After it {my(seats, worths(seats, value)[0])}."


def compared(value: float, other: str, instead: float, seats: int) -> str:
    first, second = worths(seats, value, instead)
    if first == second:
        return f"After it {my(seats, first)}, and as good if I {other}."
    return f"After it {my(seats, first)}; {beside(seats, second)} if I {other}."


def looked_less(value: float, other: str, instead: float, seats: int) -> str:
    """Where the other looks better: in whole percents if that tells them apart, for less would not be worth telling."""
    (first,), (second,) = worths(seats, value), worths(seats, instead)
    better = "as good" if first == second else f"better ({second})"
    return f"After it {my(seats, first)}. To {other} looks {better}, but I looked at that less."


def refuted(other: str, share: float) -> str:
    """Where the other took more of the search until it was proven to lose."""
    return f"To {other} took {percents(share)[0]} of my thinking, but it loses by force."


def thought_less(share: float, other: str, more: float, lot: bool) -> str:
    """Where the other took more of the search and was not chosen, by lot or for what the report does not tell."""
    mine, its = percents(share, more)
    begins = f"I left it to chance: to {other}" if lot else f"To {other}"
    return f"{begins} took {its} of my thinking, this {'no more' if mine == its else mine}."


def ahead(depth: int) -> str:
    return f"I looked {depth} {'move' if depth == 1 else 'moves'} ahead"


def looked_ahead(depth: int, value: float, other: str, instead: float | None, seats: int) -> str:
    """Where all moves were looked at to this depth;
    the others' values are bounds, which may be too high to tell anything."""
    alone = f"{ahead(depth)}: after it {my(seats, worths(seats, value)[0])}."
    if instead is None:
        return alone
    first, second = worths(seats, value, instead)
    if first == second:
        return f"{ahead(depth)}: after it {my(seats, first)}, and I found nothing better."
    if instead > value:
        return alone
    return f"{ahead(depth)}: after it {my(seats, first)}; {beside(seats, second)} at most if I {other}."


def looked_deeper(depth: int, value: float, alike: int, moves: int, seats: int) -> str:
    """Where only some of them were."""
    return (
        f"{ahead(depth)}: after it {my(seats, worths(seats, value)[0])}; "
        f"so far I looked at only {alike} of the {moves} moves."
    )


def reply(side: str, move: str) -> str:
    return f"I expect {side} to {move}."


def feared(side: str, move: str, value: float, other: str, instead: float | None, seats: int) -> str:
    """The reply that hurts most of those that were looked at closely."""
    if instead is None:
        return f"I fear that {side} will {move}: then {my(seats, worths(seats, value)[0])}."
    first, second = worths(seats, value, instead)
    if first == second:
        return f"I fear most that {side} will {move}, or as much that it will {other}: then {my(seats, first)}."
    return f"I fear most that {side} will {move}: then {my(seats, first)}, but {second} if it will {other}."


def luck(worst: str, low: float, best: str, high: float, seats: int) -> str:
    first, second = worths(seats, low, high)
    return f"Chance decides next: after {worst} {my(seats, first)}, after {best} {second}."


def terms(changes: Sequence[tuple[str, float]], other: str) -> str:
    parts = [
        f"{word} for {together([f'{name} ({signed(change)})' for name, change in changes if (change > 0) == more])}"
        for word, more in (("more", True), ("less", False))
        if any((change > 0) == more for _, change in changes)
    ]
    return f"Right after it I count {' and '.join(parts)} than if I {other}."


# Moves that were not chosen ------------------------------------------------------------------------------------------

LOSES = "It loses by force."


def misses_win(value: float, other: str, seats: int) -> str:
    return f"After it {my(seats, worths(seats, value)[0])}; to {other} wins by force."


def looks_better(value: float, other: str, instead: float, seats: int) -> str:
    """Where it looks better than what was chosen, but was looked at less."""
    (first,), (second,) = worths(seats, value), worths(seats, instead)
    if first == second:
        return f"After it {my(seats, first)}, and as good if I {other}, but I looked at it less."
    return f"After it {my(seats, first)}; {beside(seats, second)} if I {other}, but I looked at it less."


def bounded(depth: int, value: float, other: str, instead: float, seats: int) -> str:
    """Where all moves were looked at to this depth:
    what is known of one that was not chosen is what it brings at most."""
    first, second = worths(seats, value, instead)
    if first == second:
        return f"{ahead(depth)}: after it {my(seats, first)} at most, which is no more than if I {other}."
    return f"{ahead(depth)}: after it {my(seats, first)} at most; {beside(seats, second)} if I {other}."


def by_lot(share: float, other: str, its: float) -> str:
    mine, second = percents(share, its)
    return f"I choose by lot: this with {mine}, to {other} with {second}."


def then_reply(side: str, move: str) -> str:
    return f"After it I expect {side} to {move}."


def took(share: float, other: str, more: float) -> str:
    mine, its = percents(share, more)
    return f"It took {mine} of my thinking; to {other} took {'as much' if mine == its else its}."


# Secret choices ----------------------------------------------------------------------------------------------------


def plan(said: str, goes_on: bool) -> str:
    return f"{'I go on with my plan' if goes_on else 'My plan'}: {said}."


def mixture(count: int | None, mine: float, others: Sequence[tuple[str, float]], thing: str) -> str:
    """`count` None: some of them are not told of."""
    shares = percents(mine, *(weight for _, weight in others))
    parts = [f"{shares[0]} this"] + [f"{share} {text}" for (text, _), share in zip(others, shares[1:], strict=True)]
    how_many = "several" if count is None else count
    more = " \u2026" if count is None or count > len(parts) else ""
    return f"I chose by lot among {how_many} {thing}: {', '.join(parts)}{more or '.'}"


def reckoned(plan: str, weight: float, value: float, seats: int) -> str:
    """Where all other likely answers leave it as much."""
    return f"I reckon with the answer {plan} ({percents(weight)[0]}): against it {my(seats, worths(seats, value)[0])}."


def case(
    plan: str, weight: float, value: float, worse: bool, other: str, its: float, instead: float, seats: int
) -> str:
    """The likeliest answer, and the worst, or the best where the likeliest is the worst."""
    first, second = worths(seats, value, instead)
    (likely,), (rare,) = percents(weight), percents(its)
    if worse:
        return (
            f"Against the likeliest answer ({likely}: {plan}) {my(seats, first)}; "
            f"at worst, against {other} ({rare}), {second}."
        )
    return (
        f"The likeliest answer ({likely}: {plan}) is the worst for it: {my(seats, first)} then; "
        f"at best, against {other} ({rare}), {second}."
    )


def points(mine: Sequence[tuple[float, str]], theirs: Sequence[tuple[float, str]], side: str) -> str:
    parts = []
    for gets, listed in (("I get", mine), (f"{side} gets", theirs)):
        if listed:
            numbers = [
                f"{amount(number)} {'point' if amount(number) == '1' else 'points'} for {what}"
                for number, what in listed
            ]
            parts.append(f"{gets} {together(numbers)}")
    return f"On average over the likeliest answers, {'; '.join(parts)}."


def left(what: str, before: float, after: float) -> str:
    if amount(after) == amount(before):
        return f"Over the likeliest answers it leaves me all my {amount(before)} {what}."
    return f"Over the likeliest answers it leaves me {amount(after)} of my {amount(before)} {what} on average."


def further(chance: float) -> str:
    return f"Over the likeliest answers, more than these plans must be decided in this turn with {percents(chance)[0]}."


# Hidden hands ------------------------------------------------------------------------------------------------------


def brings(points: float, first: float, other: str, instead: float, its: float, looked_less: bool) -> str:
    """`looked_less`: the other looks better, but was looked at less."""
    mine, second = percents(first, its)
    text = (
        f"On average it brings me {amount(points)} points, and {mine} of the time I am the first to be right; "
        f"if I {other} it is {amount(instead)} and {second}"
    )
    return f"{text}, but I looked at that less." if looked_less else f"{text}."


def brings_alone(points: float, first: float) -> str:
    return (
        f"On average it brings me {amount(points)} points, and {percents(first)[0]} of the time I am the first "
        "to be right."
    )


def right(what: str, chance: float, likeliest: str, its: float, whom: str) -> str:
    begins = f"I follow {whom}: I" if whom else "I"
    mine, most = percents(chance, its)
    if likeliest == what:
        return f"{begins} hold {what} for right with {mine}, and nothing for likelier."
    if mine == most:
        return f"{begins} hold {what} for right with {mine}, and {likeliest} for as likely."
    return f"{begins} hold {what} for right with {mine}, though {likeliest} with {most}."


def learns(before: float, after: float) -> str:
    first, second = percents(before, after)
    return f"It is expected to make me surer: of what I hold likeliest, from {first} to {second}."


def reveals(bits: float, unknown: float) -> str:
    return f"It should tell me {percents(bits / unknown)[0]} of what I do not know yet."


def rival(side: str, chance: float, mine: float) -> str:
    its, own = percents(chance, mine)
    if its == own:
        return f"{side} seems as sure as I am: of what it holds likeliest to {its}."
    return f"{side} seems surer than I am: of what it holds likeliest to {its}, I to {own}."


def certain(what: str) -> str:
    return f"I am certain now: {what}."


def believed(what: str, before: float, now: float) -> str:
    first, second = percents(before, now)
    return f"Since my last move {what} has {'risen' if now > before else 'fallen'} from {first} to {second} for me."


# Bots that do not look ahead -----------------------------------------------------------------------------------------


def drawn(chance: float, alike: int, moves: int) -> str:
    if alike == moves:
        return f"I drew it from {moves} legal moves that are all alike to me."
    if alike == 1 and chance > 1 - 1e-9:
        return f"My rule picks it from {moves} legal moves, without looking ahead."
    if abs(alike * chance - 1) < 1e-6:
        return f"My rule holds {alike} of {moves} legal moves for equally good, and I drew this one."
    return f"I drew it by my rule, with a chance of {percents(chance)[0]}, from {moves} legal moves."


def gain(points: int, alike: int, moves: int) -> str:
    what = (
        "leaves the lead in points as it is"
        if not points
        else f"shifts the lead by {signed(points).split('.')[0]} at once"
    )
    rank = (
        f"none of the {moves} legal moves does better"
        if alike == 1
        else f"{alike} of the {moves} legal moves do the same, none better"
    )
    return f"It {what}; {rank}."
