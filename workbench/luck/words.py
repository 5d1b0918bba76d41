"""The split of a game into luck, skill and drift in words, for the terminal, the window and pages.

With two seats, values are chances of winning and changes are in per cent of them; with more seats, both are values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fastcore import CHANCE, OVER, GameInfo, State
from workbench import boards
from workbench.boards.kit.figures import format_chances, format_fixed, format_value, plain_signed, plain_value
from workbench.luck.split import Event, GameLuck, OutcomeCount, Totals
from workbench.system.language.formats import localised
from workbench.system.translation import fill, tr

SEAT_HEADS = ("seat", "start", "luck", "own mistakes", "others' mistakes", "drift", "result")
EVENT_HEADS = ("when", "what happened", "helped", "by")
MOMENT_HEADS = ("when", "seat", "what happened", "change")
OUTCOME_HEADS = ("outcome", "times", "expected")
SHOWN = 6  # events of the largest luck
DRIFT = tr(
    "Drift is how far the judge contradicts itself: it adds up its corrections of earlier values from turn to turn, so "
    "it can exceed {whole}."
)
UNCERTAIN = tr("Large drift means an uncertain evaluation.")
NOT_JUDGED = tr("The decisions were not judged, so their effect is part of the drift.")
BLIND = tr("The static evaluation does not see hidden cards, so it finds no luck in a deal.")
TITLE = tr("Luck, skill and drift")
NO_CHANCE = tr("Nothing in this game was left to chance.")
CONTRADICTS = tr("the judge contradicts itself")
STOPPED, AT_START, AT_END = tr("the game ended early"), tr("at the start"), tr("at the end")


def is_visible(text: str) -> bool:
    """Return whether a number as text is not 0."""
    return any(digit in "123456789" for digit in text)


def change_text(change: float, seats: int) -> str:
    """Return a change of value with its sign: with two seats "+12.3 %", else "+.12". No change has no sign."""
    text = plain_signed(50 * change, 1) if seats == 2 else plain_value(change)
    return localised(f"{text if is_visible(text) else text.lstrip('+')}{' %' if seats == 2 else ''}")


def value_text(value: float, seats: int) -> str:
    """Return a value: with two seats the chance of winning such as "52 %", else "+.12"."""
    return format_chances(value)[0] if seats == 2 else format_value(value)


def seat_texts(info: GameInfo, found: GameLuck, seat: int) -> tuple[str, ...]:
    """Return the row of a seat in a table with `SEAT_HEADS`. The numbers between start and result add up to it."""
    seats, sums = len(found.start), found.totals(seat)
    own, others = (change_text(change, seats) if found.judged else "–" for change in (sums.own, sums.others))
    return (
        boards.seat_name(info, seat), value_text(sums.start, seats), change_text(sums.luck, seats), own, others,
        change_text(sums.drift, seats), value_text(sums.result, seats),
    )  # fmt: skip


def sentences(info: GameInfo, found: GameLuck) -> list[str]:
    """Return sentences about the whole game: whom luck favoured, and how far the numbers can be trusted."""
    seats = len(found.start)
    lucks = [found.totals(seat).luck for seat in range(seats)]
    lines = []
    if not found.has_chance:
        lines.append(NO_CHANCE)
    elif not any(lucks):
        lines += [BLIND] * info.has.deals
    else:
        seat = max(range(seats), key=lambda seat: lucks[seat])
        lines.append(
            tr(
                "Luck favoured {side} by {amount}.",
                side=boards.seat_name(info, seat),
                amount=change_text(lucks[seat], seats).lstrip("+"),
            )
        )
    drift = fill(DRIFT, whole=localised("100 %") if seats == 2 else "1")
    return [*lines, *([] if found.judged else [NOT_JUDGED]), drift, UNCERTAIN]


def largest_events(found: GameLuck, count: int = SHOWN) -> list[tuple[Event, int]]:
    """Return the chance events that helped a seat most, with that seat, the largest first."""
    helped = [
        (event, max(range(len(event.luck)), key=lambda seat: event.luck[seat]))
        for event in found.events
        if event.actor == CHANCE and any(event.luck)
    ]
    return sorted(helped, key=lambda pair: (-pair[0].luck[pair[1]], pair[0].number))[:count]


def outcome_texts(start: State, moves: Sequence[str], events: Sequence[Event]) -> list[tuple[str, str]]:
    """Return when each of these events happened, and what happened, in words.

    Args:
        start: The starting position.
        moves: The moves of the game up to the last of the events, at least.
        events: Events of the game, in any order.
    """
    wanted = {event.number: ("", "") for event in events}
    state = start.copy()
    for number, move in enumerate(moves[: max(wanted, default=-1) + 1]):
        if number in wanted:
            wanted[number] = boards.turn_text(state.info, state.fields, state.turn), _outcome(state, move)
        state.play(move)
    return [wanted[event.number] for event in events]


def _outcome(state: State, move: str) -> str:
    said = (boards.describe_event(state.info, event) for event in state.events(move))
    text = next(filter(None, said), move)
    return f"{text.removesuffix('.')} ({move})" if state.info.has.deals else text.removesuffix(".")


def event_texts(
    info: GameInfo, start: State, moves: Sequence[str], found: GameLuck, count: int = SHOWN
) -> list[tuple[str, ...]]:
    """Return the rows of a table with `EVENT_HEADS`: the largest luck, and whom it helped."""
    largest, seats = largest_events(found, count), len(found.start)
    texts = outcome_texts(start, moves, [event for event, _ in largest])
    return [
        (when, what, boards.seat_name(info, seat), change_text(event.luck[seat], seats))
        for (event, seat), (when, what) in zip(largest, texts, strict=True)
    ]


class Moment(NamedTuple):
    """An event of a game that changed a seat's luck or drift much.

    Attributes:
        number: The index of the event.
        is_luck: Whether it was luck, and not drift.
        when: The turn in words.
        what: What happened, in words.
        change: The luck or drift, as a value of this seat.
        text: The change as text.
    """

    number: int
    is_luck: bool
    when: str
    what: str
    change: float
    text: str


def moments(
    info: GameInfo, start: State, moves: Sequence[str], found: GameLuck, lucky: int = 3, drifted: int = 1
) -> list[tuple[Moment, ...]]:
    """Return for each seat its luckiest events, then its unluckiest ones, then those with the largest drift.

    Args:
        info: The game.
        start: The starting position.
        moves: The moves and outcomes of chance.
        found: The split of this game.
        lucky: The number of lucky and of unlucky events.
        drifted: The number of events with drift. Drift that is shown as 0 is left out, and all drift if the decisions
            were not judged.
    """
    seats = range(len(found.start))
    chosen = [
        [(event, True) for event in (*found.luckiest(seat, lucky), *found.unluckiest(seat, lucky))]
        + [
            (event, False)
            for event in found.contradictions(seat, drifted if found.judged else 0)
            if is_visible(change_text(event.drift[seat], len(seats)))
        ]
        for seat in seats
    ]
    events = list({event.number: event for row in chosen for event, _ in row}.values())
    numbers = (event.number for event in events)
    texts = dict(zip(numbers, outcome_texts(start, moves, events), strict=True))
    return [tuple(_moment(*pair, seat, texts[pair[0].number]) for pair in chosen[seat]) for seat in seats]


def _moment(event: Event, is_luck: bool, seat: int, texts: tuple[str, str]) -> Moment:
    change = (event.luck if is_luck else event.drift)[seat]
    what = texts[1] if is_luck else STOPPED if event.actor == OVER else CONTRADICTS
    when = texts[0] or (AT_END if event.actor == OVER else AT_START)
    return Moment(event.number, is_luck, when, what, change, change_text(change, len(event.luck)))


def outcome_rows(outcomes: Iterable[OutcomeCount]) -> list[tuple[str, str, str]]:
    """Return the rows of a table with `OUTCOME_HEADS`."""
    return [(entry.outcome, str(entry.times), format_fixed(entry.expected, 1)) for entry in outcomes]


def totals_data(sums: Totals) -> dict[str, float]:
    """Return the sums of a seat as data, rounded to 9 decimals."""
    return {name: round(value, 9) for name, value in sums._asdict().items()}
