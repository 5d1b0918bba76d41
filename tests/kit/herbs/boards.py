"""Herbs positions for tests: from squares, mapped by symmetries, or random."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import fastcore
from fastcore import State, Stream

COLUMNS = "ABCDEFGHIJK"
SQUARES = [f"{column}{row}" for row in range(1, 12) for column in COLUMNS]
PITS = ("C3", "C9", "F6", "I3", "I9")
HERBS = ("A1^", "K1^", "A11v", "K11v")
PATTERNS = ("burst", "spread", "ends")

Map = Callable[[int, int], tuple[int, int]]


def spec_of(actions: int = 1, patterns: str = "burst", rounds: int = 100) -> str:
    return fastcore.start(f"herbs(actions={actions},patterns={patterns},rounds={rounds})").spec


def board_text(stones: Mapping[str, str]) -> str:
    rows = ["".join(stones.get(f"{column}{row}", ".") for column in COLUMNS) for row in range(11, 0, -1)]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def stones_of(board: str) -> dict[str, str]:
    """Return the colour of each stone, w or b, by square."""
    stones: dict[str, str] = {}
    for row, text in zip(range(11, 0, -1), board.split("/"), strict=True):
        squares = re.sub(r"[0-9]+", lambda run: "." * int(run[0]), text)
        stones |= {f"{column}{row}": stone for column, stone in zip(COLUMNS, squares, strict=True) if stone != "."}
    return stones


def position_text(
    white: str = "", black: str = "", herbs: Sequence[str] = HERBS, ap: str = "200,200", piles: str = "0w0b,0w0b",
    points: str = "0,0", tie: int = 2, number: int = 1, idle: int = 0, phase: str = "write:1:|",
) -> str:  # fmt: skip
    """Return a position text. The piles are empty by default, so that plans need no stone."""
    stones = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    return f"{board_text(stones)} {','.join(herbs)} {ap} {piles} {points} {tie} {number} {idle} {phase}"


def after_plans(state: State, first: str, second: str) -> State:
    """Return the position after both plans, whose items are separated by spaces."""
    for item in (*first.split(), *second.split()):
        state = state.after(item)
    return state


def one_slot(first: str, second: str = "2BW", patterns: str = "burst", **position: object) -> State:
    """Return the position after one action of each seat."""
    return after_plans(fastcore.parse(f"{spec_of(1, patterns)} {position_text(**position)}"), first, second)  # type: ignore[arg-type]


def white_and_black(state: State) -> tuple[str, str]:
    """Return the squares of the white and of the black stones, each sorted and joined by spaces."""
    stones = stones_of(state.fields["board"])
    white, black = (" ".join(sorted(square for square in stones if stones[square] == colour)) for colour in "wb")
    return white, black


# Symmetries -----------------------------------------------------------------------------------------------------------

# mapping of squares; new directions of ^ > v <; whether left and right are exchanged
SYMMETRIES: list[tuple[Map, str, bool]] = [
    (lambda x, y: (10 - x, y), "^<v>", True),
    (lambda x, y: (x, 10 - y), "v>^<", True),
    (lambda x, y: (10 - x, 10 - y), "v<^>", False),
    (lambda x, y: (y, x), ">^<v", True),
    (lambda x, y: (10 - y, 10 - x), "<v>^", True),
    (lambda x, y: (y, 10 - x), ">v<^", False),
    (lambda x, y: (10 - y, x), "<^>v", False),
]


def mapped_square(square: str, to: Map) -> str:
    x, y = to(COLUMNS.index(square[0]), int(square[1:]) - 1)
    return f"{COLUMNS[x]}{y + 1}"


def mapped_item(item: str, symmetry: tuple[Map, str, bool]) -> str:
    to, _, flips = symmetry
    if item.startswith(("Wh", "Bl")):
        return item[:2] + mapped_square(item[2:], to)
    if flips and item[1:] in ("TL", "TR"):
        return item[0] + ("TR" if item.endswith("L") else "TL")
    return item


def mapped(text: str, symmetry: tuple[Map, str, bool]) -> str:
    """Return a position text mapped by a symmetry."""
    to, facings, _ = symmetry
    board, herbs, *rest, phase = text.split(" ")
    stones = {mapped_square(square, to): stone for square, stone in stones_of(board).items()}
    mapped_herbs = [
        "-" if herb == "-" else mapped_square(herb[:-1], to) + facings["^>v<".index(herb[-1])]
        for herb in herbs.split(",")
    ]
    phase = re.sub(r"[0-9A-Z][A-Za-z0-9/]+", lambda item: mapped_item(item[0], symmetry), phase)
    return " ".join((board_text(stones), ",".join(mapped_herbs), *rest, phase))


def exchanged_item(item: str) -> str:
    return f"{int(item[0]) ^ 2}{item[1:]}" if item[0] in "0123" else item


def with_seats_exchanged(text: str) -> str:
    """Return a position text with the seats exchanged. It must be at the start of a round or the end of the game."""
    board, herbs, ap, piles, points, tie, number, idle, phase = text.split(" ")
    swapped = [",".join(reversed(pair.split(","))) for pair in (ap, piles, points)]
    four = herbs.split(",")
    return " ".join((board, ",".join(four[2:] + four[:2]), *swapped, str(3 - int(tie)), number, idle, phase))


# Random positions -----------------------------------------------------------------------------------------------------


def crowded_position(stream: Stream) -> str:
    """Return a position text with many stones and randomly placed Herbs, in which a round begins."""
    squares = stream.shuffled([square for square in SQUARES if square not in PITS])
    # Half of the time all Herbs are near the centre, so that they obstruct each other.
    middle = [square for square in squares if square[0] in "DEFGH" and square[1:] in "45678"]
    herbs = [square + stream.choice("^>v<") for square in (middle if stream.below(2) else squares)[:4]]
    herbs = ["-" if stream.below(10) == 0 and number % 2 else herb for number, herb in enumerate(herbs)]
    squares = [square for square in squares if all(square != herb[:-1] for herb in herbs)]
    whites, share = stream.choice([50, 80, 100]), stream.choice([20, 40, 60])
    stones = {square: "w" if stream.below(100) < whites else "b" for square in squares if stream.below(100) < share}
    ap = ",".join(str(stream.choice([stream.below(12) + 1, 200])) for _ in range(2))
    points = ",".join(str(stream.below(3)) for _ in range(2))
    return (
        f"{board_text(stones)} {','.join(herbs)} {ap} {stream.choice(['12w8b,12w8b', '1w0b,0w1b', '0w0b,0w0b'])}"
        f" {points} {stream.below(2) + 1} {stream.below(5) + 1} {stream.below(3)} write:1:|"
    )


def random_plan(state: State, stream: Stream) -> list[str]:
    """Return the rest of the mover's plan, preferring actions that move pieces."""
    seat, items = state.actor, []
    while state.actor == seat and state.phase == "write" and state.fields["phase"].startswith(f"write:{seat + 1}"):
        texts = [state.move_text(move) for move in state.moves()]
        active = [text for text in texts if re.fullmatch("[0-3](P1/[2-8]|P3/2.|F|M[1-3])", text)]
        items.append(stream.choice(active if active and stream.below(4) else texts))
        state = state.after(items[-1])
    return items
