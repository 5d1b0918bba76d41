"""Write `data/crowded_herbs.txt`: arenas with 44 stones and Herbs at random squares, for measurements of bots.

python -m tests.tools.make_crowded
"""

from __future__ import annotations

from pathlib import Path

import fastcore
from fastcore import Stream
from tests.kit.herbs.boards import PITS, SQUARES, position_text

PAGE = Path(__file__).parents[1] / "data" / "crowded_herbs.txt"
ARENAS = 100
STONES = 44


def arena(stream: Stream) -> str:
    squares = stream.shuffled([square for square in SQUARES if square not in PITS])
    herbs = [square + stream.choice("^>v<") for square in squares[:4]]
    stones = {square: "b" if stream.below(3) == 0 else "w" for square in squares[4 : 4 + STONES]}
    white, black = (" ".join(square for square in stones if stones[square] == colour) for colour in "wb")
    return position_text(white, black, herbs, piles="12w8b,12w8b")


def main() -> None:
    lines = [arena(Stream(number, "crowded")) for number in range(ARENAS)]
    for line in lines:
        fastcore.parse(f"herbs {line}")
    PAGE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
