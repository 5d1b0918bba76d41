"""The coordinates of cards, actions, seats and the hidden pair on the table of Herbalism, in board units."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from workbench.boards.herbalism.event_words import COLOUR_NAMES
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, DECK
from workbench.boards.kit.elements import Ground, Item, Label, Spot
from workbench.system.translation import tr

WIDTH, HEIGHT = 11, 8
LEFT, RIGHT = 0.42, WIDTH - 0.42
GAP = 0.15
SEATS_Y, MEDICINE_Y, ACTIONS_Y, HAND_Y = 1.0, 3.02, 4.68, 6.5  # vertical centres of the rows
SEAT_H, MEDICINE_H, ACTION_H, HAND_H = 1.5, 2.14, 0.86, 2.4
MEDICINE_W = (RIGHT - LEFT - 6 * GAP) / 7
HIDDEN_W = 1.7
ROWS = ("inquire", "feed", "brew", "appeal", "cure", "pass")
ACTION_W = (RIGHT - LEFT - 5 * GAP) / len(ROWS)
SMALL, LARGE = 0.84, 1.56  # heights of ingredient cards at the seats and in the bottom hand
SHAPE = 0.7  # width of an ingredient card, as a fraction of its height
STEP = 0.49  # distance between neighbouring cards of the hand
ZONE_GAP = (RIGHT - LEFT - 4 * SHAPE * LARGE - sum(number - 1 for number in DECK.values()) * STEP) / 3
CARDS_Y = HAND_Y + 0.07  # vertical centre of the cards in the hand
TOKEN, HOME, TAG = 0.3, 0.46, 0.5  # sizes of a marker on a card, a marker at its seat, and an unused cure marker
LETTER = 0.078  # approximate width of a letter; centred labels must begin at the left edge of the cards
LETTER_SHARE = 0.5  # approximate width of a letter as a share of the size of the text
MARGIN = 0.15  # of the words in the box of an action
SEAT_W = 0.72  # room for the name of a seat between its token and its markers
FULL_WIDTH = 0x2E80  # the first Chinese character; these are about twice as wide
HIDDEN = "hidden pair"  # the name of a spot
ACTION_LABELS = {
    "inquire": (tr("Inquire"), tr("give a card, ask")),
    "feed": (tr("Feed"), tr("give a card, take")),
    "brew": (tr("Brew"), tr("take one of each")),
    "appeal": (tr("Appeal"), tr("take one colour")),
    "cure": (tr("Cure"), tr("name the pair")),
    "pass": (tr("Pass"), tr("do nothing")),
}


class Box(NamedTuple):
    """A rectangle, by its upper left corner and its size."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the area."""
        return self.left + self.width / 2, self.top + self.height / 2

    def spot(self, name: str) -> Spot:
        """Return the area as a clickable spot."""
        right, bottom = self.left + self.width, self.top + self.height
        return Spot(
            name, *self.middle, ((self.left, self.top), (right, self.top), (right, bottom), (self.left, bottom))
        )


def seat_name(seat: int) -> str:
    """Return the name of a seat's spot. Seats are numbered from 0, names from 1."""
    return f"seat {seat + 1}"


def seat_width(seats: int) -> float:
    """Return the width of a seat's area for this number of players."""
    return (RIGHT - LEFT - HIDDEN_W - GAP * seats) / seats


def zone_width(colour: str) -> float:
    """Return the width of a colour's zone in the bottom hand."""
    return SHAPE * LARGE + (DECK[colour] - 1) * STEP


@cache
def boxes(seats: int) -> dict[str, Box]:
    """Return the area of every spot, by name."""
    areas, wide = dict[str, Box](), seat_width(seats)
    for seat in range(seats):
        areas[seat_name(seat)] = Box(LEFT + seat * (wide + GAP), SEATS_Y - SEAT_H / 2, wide, SEAT_H)
    areas[HIDDEN] = Box(RIGHT - HIDDEN_W, SEATS_Y - SEAT_H / 2, HIDDEN_W, SEAT_H)
    for n, card in enumerate(CARDS):
        areas[card] = Box(LEFT + n * (MEDICINE_W + GAP), MEDICINE_Y - MEDICINE_H / 2, MEDICINE_W, MEDICINE_H)
    for n, action in enumerate(ROWS):
        areas[action] = Box(LEFT + n * (ACTION_W + GAP), ACTIONS_Y - ACTION_H / 2, ACTION_W, ACTION_H)
    left = LEFT
    for letter, colour in COLOURS.items():
        areas[colour] = Box(left, HAND_Y - HAND_H / 2, zone_width(letter), HAND_H)
        left += zone_width(letter) + ZONE_GAP
    return areas


# Places of cards and markers ------------------------------------------------------------------------------------------


def token_place(seats: int, seat: int) -> tuple[float, float]:
    """Return the centre of a seat's token, where its unused medicine marker is also placed."""
    box = boxes(seats)[seat_name(seat)]
    return box.left + 0.29, box.top + 0.34


def start_place(seats: int, seat: int) -> tuple[float, float]:
    """Return the centre of the start marker at a seat."""
    box = boxes(seats)[seat_name(seat)]
    return box.left + 1.45, box.top + 0.34


def unused_cure_place(seats: int, seat: int) -> tuple[float, float]:
    """Return the centre of a seat's unused cure marker."""
    box = boxes(seats)[seat_name(seat)]
    return box.left + 1.83, box.top + 0.34


def hand_places(seats: int, seat: int, number: int) -> list[tuple[float, float]]:
    """Return the centres of the cards at a seat. Many cards overlap to fit."""
    box, wide = boxes(seats)[seat_name(seat)], SHAPE * SMALL
    step = min(0.45, (box.width - wide - 0.2) / (number - 1)) if number > 1 else 0.0
    return [(box.left + 0.08 + wide / 2 + k * step, box.top + 1.05) for k in range(number)]


def count_place(seats: int, seat: int, number: int) -> tuple[float, float]:
    """Return the centre of the badge that counts a seat's cards."""
    x, y = hand_places(seats, seat, max(number, 1))[-1]
    return x + 0.24, y + 0.3


def hidden_pair_places() -> list[tuple[float, float]]:
    """Return the centres of the two hidden cards."""
    left = RIGHT - HIDDEN_W
    return [(left + 0.47, SEATS_Y + 0.3), (left + 1.17, SEATS_Y + 0.3)]


def bottom_hand_places(colour: str, number: int) -> list[tuple[float, float]]:
    """Return the centres of the cards of one colour in the bottom hand."""
    left = boxes(3)[COLOURS[colour]].left + SHAPE * LARGE / 2
    return [(left + k * STEP, CARDS_Y) for k in range(number)]


def marker_place(card: str, seats: int, seat: int, cure: bool) -> tuple[float, float]:
    """Return the centre of a seat's medicine marker on a card, or of its cure marker below."""
    x, _ = boxes(3)[card].middle
    return x + (seat - (seats - 1) / 2) * 0.31, MEDICINE_Y + (0.76 if cure else 0.3)


def prediction_places(colour: str, number: int) -> list[tuple[float, float]]:
    """Return the centres of a colour's prediction markers, below its cards."""
    left = boxes(3)[COLOURS[colour]].left
    return [(left + 0.2 + k * 0.4, HAND_Y + HAND_H / 2 - 0.19) for k in range(number)]


# The table ------------------------------------------------------------------------------------------------------------


def _felt() -> list[Item]:
    """Return the squares of the table cover."""

    def kind(column: int, row: int) -> str:
        down = "top" if row == 0 else "bottom" if row == HEIGHT - 1 else ""
        across = "left" if column == 0 else "right" if column == WIDTH - 1 else ""
        return "-".join(part for part in ("felt", down, across) if part)

    squares = [(kind(column, row), column + 0.5, row + 0.5) for row in range(HEIGHT) for column in range(WIDTH)]
    # overlap the inner squares to hide the seams
    return [Item(shape, x, y, 1.06 if shape == "felt" else 1) for shape, x, y in squares]


def fitted(text: str, size: float, width: float) -> float:
    """Return the size at which a text has this width at most, up to `size`."""
    letters = sum(2 if ord(letter) >= FULL_WIDTH else 1 for letter in text)
    return min(size, width / (LETTER_SHARE * max(1, letters)))


@cache
def ground(seats: int) -> Ground:
    """Return the table for this number of players."""
    areas = boxes(seats)
    cells, labels = _felt(), list[Label]()
    for seat in range(seats):
        name, (x, y) = seat_name(seat), token_place(seats, seat)
        cells.append(Item(f"seat-{seat + 1}", x, y, HOME, name))
        words = tr("Seat {seat}", seat=seat + 1)
        labels.append(Label(words, x + 0.64, y, fitted(words, 0.21, SEAT_W), "text", name))
    x, y = areas[HIDDEN].middle
    labels.append(Label(tr("Hidden pair"), x - 0.03, y - 0.41, 0.2, "quiet", HIDDEN))
    for card in CARDS:
        cells.append(Item(f"medicine-{card}", *areas[card].middle, MEDICINE_H, card))
    for action in ROWS:
        x, y = areas[action].middle
        cells.append(Item("action", x, y, ACTION_W, action))
        head, below = ACTION_LABELS[action]
        labels += [
            Label(head, x, y - 0.14, fitted(head, 0.24, ACTION_W - MARGIN), "text", action),
            Label(below, x, y + 0.18, fitted(below, 0.165, ACTION_W - MARGIN), "quiet", action),
        ]
    for letter, colour in COLOURS.items():
        cells += [
            Item(f"none-{letter}", x, y, LARGE, colour) for x, y in reversed(bottom_hand_places(letter, DECK[letter]))
        ]
        words = tr("{colour}, {deck} in all", colour=COLOUR_NAMES[letter], deck=DECK[letter])
        size = fitted(words, 0.18, areas[colour].width)
        wide = LETTER * len(words) * size / 0.18
        labels.append(Label(words, areas[colour].left + wide / 2, areas[colour].top + 0.19, size, "quiet", colour))
    names = [Label(card, areas[card].middle[0], MEDICINE_Y - 0.93, 0.13, "quiet", card) for card in CARDS]
    return Ground(
        width=WIDTH,
        height=HEIGHT,
        step=(0.5, 0.5),
        cells=tuple(cells),
        labels=tuple(labels),
        names=tuple(names),
        spots={name: box.spot(name) for name, box in areas.items()},
    )
