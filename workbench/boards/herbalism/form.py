"""The deduction form of Herbalism: possible numbers of cards of each colour, and the information that a move reveals.

All results are exact: they come from an enumeration of the worlds consistent with the seat's observations.
"""

from __future__ import annotations

from collections import Counter

from fastcore import CHANCE, OVER, Viewpoint
from fastcore.games.herbalism.beliefs import Watch, worlds_left
from fastcore.games.herbalism.text.facts import World
from fastcore.games.herbalism.text.texts import hand_of
from workbench.boards.herbalism.event_words import COLOUR_NAMES, Cast, seat_of
from workbench.boards.herbalism.layout import MEDICINE_Y, boxes
from workbench.boards.herbalism.tabletop import (
    CARDS,
    COLOURS,
    DECK,
    SAME,
    ParsedMove,
    asked_colour,
    parse_move,
    parse_tabletop,
)
from workbench.boards.kit.choices import Form
from workbench.boards.kit.elements import Label, Point
from workbench.boards.kit.figures import format_percents
from workbench.boards.kit.game_words import join_words
from workbench.system.translation import tr

MAX_WORLDS = 50_000
FORECAST_SIZE = 0.25
DASH = "\u2013"


def form(point: Point) -> Form:
    """Return the printed record form of a round.

    It has a row for each seat and the hidden pair, a column for each colour, and a total column.
    """
    cast = Cast(point.info, seat_of(point))
    rows = (*(cast.whom(seat) for seat in range(point.seats)), tr("hidden"))
    columns = (*(f"{colour} {DECK[letter]}" for letter, colour in COLOUR_NAMES.items()), tr("cards"))
    return Form(tr("Record form, round {round}", round=point.fields["round"]), columns, rows)


def form_texts(point: Viewpoint) -> tuple[tuple[str, ...], ...]:
    """Return the text of each cell of the form, and the number of cards in each row.

    A certain number is shown without a range. Otherwise the cell gives the range and the most likely number: "0-2 (1:
    46 %)".

    All worlds are enumerated: 105 worlds of a seat at the start take 4 ms, 894 take 36 ms, and the 10,982 worlds of a
    spectator of four players take 0.4 s.
    """
    table = parse_tabletop(point.fields)
    if point.actor == CHANCE:
        return ()
    counts = shares(point)
    sizes = [len(hand) for hand in table.hands] + [len(table.hidden)]
    return tuple(
        (*(_cell(counts[row][column]) for column in range(len(COLOURS))), str(size)) for row, size in enumerate(sizes)
    )


def shares(point: Viewpoint) -> list[list[dict[int, float]]]:
    """Return the probability of each number of cards, by row of the form and by colour."""
    rows = point.seats + 1
    cells = [[Counter[int]() for _ in COLOURS] for _ in range(rows)]
    for text, chance in point.worlds(MAX_WORLDS):
        hidden, hands, _ = text.split(" ", 2)
        for row, cards in enumerate((*hands.split("/"), hidden)):
            for column, letter in enumerate(COLOURS):
                cells[row][column][cards.count(letter)] += chance  # type: ignore[assignment]
    return [[dict(sorted(cell.items())) for cell in row] for row in cells]


def _cell(counts: dict[int, float]) -> str:
    """Return the text of a cell: the number if it is certain, else the range with the most likely number."""
    if len(counts) == 1:
        return str(next(iter(counts)))
    likely = max(counts, key=lambda number: (counts[number], -number))
    return f"{min(counts)}{DASH}{max(counts)} ({likely}: {format_percents(counts[likely])[0]})"


def belief_labels(point: Viewpoint) -> tuple[Label, ...]:
    """Return the probability of each medicine card as labels on the cards.

    This takes at most 4 ms for a seat and 60 ms for a spectator.
    """
    if point.actor in (CHANCE, OVER):
        return ()
    cure = point.beliefs()["cure"]
    middle = {card: boxes(point.seats)[card].middle[0] for card in CARDS}
    return tuple(
        Label(
            format_percents(cure[card])[0],
            middle[card],
            MEDICINE_Y - 0.11,
            FORECAST_SIZE,
            "text" if cure[card] else "quiet",
            card,
        )
        for card in CARDS
    )


def expected_information(point: Viewpoint, move: str) -> str:
    """Return a sentence about the information that a move is expected to reveal, or "" for another seat's move.

    This takes at most 20 ms with a hundred worlds and 0.1 s with a thousand.
    """
    if point.actor != point.seat or point.actor in (CHANCE, OVER):
        return ""
    worlds, bits = point.count(), point.forecast(move)
    if worlds == 1:
        return tr("You know where every card is.")
    if bits < 0.005:
        return tr("You learn nothing new: {worlds} deals remain possible.", worlds=worlds)
    weights = {_world(text): chance for text, chance in point.worlds(MAX_WORLDS)}
    remaining = tr(
        "This should leave about {worlds_left:.0f} of {worlds} possible deals.",
        worlds_left=worlds_left(_watch(point), move, weights),
        worlds=worlds,
    )
    return " ".join(part for part in (_answer(point, parse_move(move)), remaining) if part)


def _answer(point: Viewpoint, a: ParsedMove) -> str:
    """Return how many cards of the asked colour the player may hold.

    A given card of that colour is counted, because the player announces or returns it too.
    """
    if a.kind not in ("inquire", "feed"):
        return ""
    colour, name = asked_colour(a.card, a.colour), Cast(point.info).who(a.target)
    more = int(a.card == SAME)
    counts = point.beliefs()[f"{a.target + 1}:{colour}"]
    likely = join_words(
        [f"{int(number) + more} ({format_percents(chance)[0]})" for number, chance in sorted(counts.items()) if chance],
        "or",
    )
    if not more:
        return tr("{name} now holds {likely} {colour}.", name=name, likely=likely, colour=COLOUR_NAMES[colour])
    return (
        tr(
            "Including your card, {name}{name2} will say {likely} {colour}.",
            name=name[0].lower(),
            name2=name[1:],
            likely=likely,
            colour=COLOUR_NAMES[colour],
        )
        if a.kind == "inquire"
        else tr(
            "Including your card, {name}{name2} will hand you {likely} {colour}.",
            name=name[0].lower(),
            name2=name[1:],
            likely=likely,
            colour=COLOUR_NAMES[colour],
        )
    )


def _world(text: str) -> World:
    """Return the hidden pair and the hands in a position text, as counts by colour."""
    hidden, hands, _ = text.split(" ", 2)
    return hand_of(hidden), tuple(map(hand_of, hands.split("/")))


def _watch(point: Viewpoint) -> Watch:
    """Describe the decision of the acting seat for `worlds_left`."""
    table, me = parse_tabletop(point.fields), point.actor
    by, request = table.seats[1] if len(table.seats) > 1 else me, point.fields["phase"].split(":")[3:]
    rest = (
        [table.cure[(me + n) % point.seats] for n in range(1, (by - me) % point.seats)] if table.phase == "cure" else []
    )
    resolved = table.phase == "cure" and all(mark.kind for mark in rest)
    answered = frozenset(mark.card for mark in table.cure if mark.kind == "a") if resolved else None
    colours = "".join(COLOURS) if request and request[0] == SAME else "".join(request[:1])
    return Watch(me, by, me, table.cure[me].kind in ("a", "f"), colours, 2 if request[1:] == ["brew"] else 1, answered)
