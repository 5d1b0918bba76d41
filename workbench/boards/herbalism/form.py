"""The deduction form of Herbalism: who can hold how many cards of each colour, and what a move would tell.

All of it is exact: it goes over the worlds that fit what a seat has seen.
"""

from __future__ import annotations

from collections import Counter

from fastcore import CHANCE, OVER, Viewpoint
from fastcore.games.herbalism.beliefs import Watch, worlds_left
from fastcore.games.herbalism.facts import World
from fastcore.games.herbalism.texts import hand_of
from workbench.boards.herbalism.layout import MEDICINE_Y, boxes
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, DECK, SAME, Act, act, other, read
from workbench.boards.herbalism.words import Cast, seat_of
from workbench.boards.kit.choices import Form
from workbench.boards.kit.elements import Label, Point
from workbench.boards.kit.figures import percents
from workbench.boards.kit.plain import listed

MOST_WORLDS = 50_000
FORECAST_SIZE = 0.25
DASH = "\u2013"


def form(point: Point) -> Form:
    """The form as it is printed, a fresh one for each round:
    a row a seat and one for the hidden pair, a column a colour and one for totals."""
    cast = Cast(point.info, seat_of(point))
    rows = (*(cast.whom(seat) for seat in range(point.seats)), "hidden")
    columns = (*(f"{colour} {DECK[letter]}" for letter, colour in COLOURS.items()), "cards")
    return Form(f"Record form, round {point.fields['round']}", columns, rows)


def deduced(point: Viewpoint) -> tuple[tuple[str, ...], ...]:
    """Each cell of the form, and how many cards the row holds: "2" where that is certain, else as in "0-2 (1: 46 %)",
    from which to which number and the most likely of them. It goes over all worlds: 105 of a seat at the beginning take
    4 ms, 894 take 36 ms, and the 10,982 of whoever watches four players 0.4 s."""
    table = read(point.fields)
    if point.actor == CHANCE:
        return ()
    counts = shares(point)
    sizes = [len(hand) for hand in table.hands] + [len(table.hidden)]
    return tuple(
        (*(_cell(counts[row][column]) for column in range(len(COLOURS))), str(size)) for row, size in enumerate(sizes)
    )


def shares(point: Viewpoint) -> list[list[dict[int, float]]]:
    """For each row of the form and each colour, how likely each number of cards is."""
    rows = point.seats + 1
    found = [[Counter[int]() for _ in COLOURS] for _ in range(rows)]
    for text, chance in point.worlds(MOST_WORLDS):
        hidden, hands, _ = text.split(" ", 2)
        for row, cards in enumerate((*hands.split("/"), hidden)):
            for column, letter in enumerate(COLOURS):
                found[row][column][cards.count(letter)] += chance  # type: ignore[assignment]
    return [[dict(sorted(cell.items())) for cell in row] for row in found]


def _cell(counts: dict[int, float]) -> str:
    """A number that is certain; or from which to which, and the most likely one."""
    if len(counts) == 1:
        return str(next(iter(counts)))
    likely = max(counts, key=lambda number: (counts[number], -number))
    return f"{min(counts)}{DASH}{max(counts)} ({likely}: {percents(counts[likely])[0]})"


def believed(point: Viewpoint) -> tuple[Label, ...]:
    """How likely each medicine card is the right one, written on it;
    at most 4 ms for a seat, 60 ms for whoever watches."""
    if point.actor in (CHANCE, OVER):
        return ()
    cure = point.beliefs()["cure"]
    middle = {card: boxes(point.seats)[card].middle[0] for card in CARDS}
    return tuple(
        Label(
            percents(cure[card])[0],
            middle[card],
            MEDICINE_Y - 0.11,
            FORECAST_SIZE,
            "text" if cure[card] else "quiet",
            card,
        )
        for card in CARDS
    )


def reveals(point: Viewpoint, move: str) -> str:
    """What a move would be expected to tell, "" of a move of another; at most 20 ms of a hundred worlds,
    0.1 s of a thousand."""
    if point.actor != point.seat or point.actor in (CHANCE, OVER):
        return ""
    worlds, bits = point.count(), point.forecast(move)
    if worlds == 1:
        return "You know how all cards lie."
    if bits < 0.005:
        return f"That tells you nothing new: the cards may lie in {worlds} ways."
    weights = {_world(text): chance for text, chance in point.worlds(MOST_WORLDS)}
    told = (
        f"That should leave about {worlds_left(_watch(point), move, weights):.0f} of the {worlds} ways the cards "
        "may lie."
    )
    return " ".join(part for part in (_answer(point, act(move)), told) if part)


def _answer(point: Viewpoint, a: Act) -> str:
    """How many cards of the colour that is asked for a player may hold; with the card that is given, if that is one of
    them, as it is announced or handed back then."""
    if a.kind not in ("inquire", "feed"):
        return ""
    asked, who = other(a.card, a.colour), Cast(point.info).who(a.target)
    more = int(a.card == SAME)
    counts = point.beliefs()[f"{a.target + 1}:{asked}"]
    likely = listed(
        [f"{int(number) + more} ({percents(chance)[0]})" for number, chance in sorted(counts.items()) if chance], "or"
    )
    if not more:
        return f"{who} now holds {likely} {COLOURS[asked]}."
    return (
        f"With yours {who[0].lower()}{who[1:]} will {'say' if a.kind == 'inquire' else 'hand back'} {likely} "
        f"{COLOURS[asked]}."
    )


def _world(text: str) -> World:
    """The hidden pair and the hands of a position's text, counted by colour."""
    hidden, hands, _ = text.split(" ", 2)
    return hand_of(hidden), tuple(map(hand_of, hands.split("/")))


def _watch(point: Viewpoint) -> Watch:
    """The decision of the seat that looks on."""
    table, me = read(point.fields), point.actor
    by, asked = table.seats[1] if len(table.seats) > 1 else me, point.fields["phase"].split(":")[3:]
    rest = (
        [table.cure[(me + n) % point.seats] for n in range(1, (by - me) % point.seats)] if table.phase == "cure" else []
    )
    resolved = table.phase == "cure" and all(mark.kind for mark in rest)
    answered = frozenset(mark.card for mark in table.cure if mark.kind == "a") if resolved else None
    colours = "".join(COLOURS) if asked and asked[0] == SAME else "".join(asked[:1])
    return Watch(me, by, me, table.cure[me].kind in ("a", "f"), colours, 2 if asked[1:] == ["brew"] else 1, answered)
