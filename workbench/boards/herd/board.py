"""The board of Herd: stones on a hexagon, dice, and move entry by clicks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fastcore import OVER, Event, GameInfo
from fastcore.text.hexagon import hexagon
from workbench.boards.herd import words as herd_words
from workbench.boards.kit import contract, hexes, shapes
from workbench.boards.kit.choices import BESIDE, HAND
from workbench.boards.kit.elements import Fields, Ground, Item, Line, Panel, Point
from workbench.boards.kit.game_words import turn_events
from workbench.boards.kit.symmetry import Essence, Symmetry
from workbench.system.translation import tr

STONE = 0.96  # side of the square for a stone and the rings around it
DOT = 0.115
CELL = re.compile(r"[a-w][0-9]+")
CROSS = shapes.cross("shine", 24, 13) + shapes.cross("warning", 24, 8)
CAPTURE = shapes.disc("cell", 41, 0.55) + shapes.ring("warning", 38, 4.5, dashes="9 7")  # the stone fades
MOST_STEPS = 24  # stones of a turn whose order can be shown
ORDER = 0.46  # side of the square for the number of a stone
SHAPES: Mapping[str, str] = {
    **shapes.DICE,
    "cell": shapes.hexagon_cell("cell", "cell_edge"),
    "stone-r": shapes.stone("red"),
    "stone-b": shapes.stone("blue", ring=True),
    "ghost-r": shapes.disc("cell", 40) + shapes.stone("red", opacity=0.45),
    "ghost-b": shapes.disc("cell", 40) + shapes.stone("blue", ring=True, opacity=0.45, reach=33),
    "remove": CROSS,
    "capture": CAPTURE,
    **{
        f"{kind}-{side}": mark + shapes.in_centre(shapes.stone(colour, opacity=0.9))
        for kind, mark in (("refill", CROSS), ("retake", CAPTURE))
        for side, colour in (("r", "red"), ("b", "blue"))
    },
    **{f"order-{number}": shapes.order(number) for number in range(1, MOST_STEPS + 1)},
    "tally-r": shapes.counter("red", filled=True),
    "tally-b": shapes.counter("blue", filled=True, ring=True),
    "owed-r": shapes.counter("red", filled=False),
    "owed-b": shapes.counter("blue", filled=False),
    "open-cell": shapes.disc("accent", 46, 0.55),
    "open-stone": shapes.ring("accent", 44.5, 2.4, 0.6),
    "last": shapes.ring("text", 43, 2.2, 0.8),
    "gone": shapes.ring("faint", 38, 2.4, dashes="6 6"),
    "advice": shapes.disc("accent", 44, 0.2) + shapes.ring("accent", 45, 4.2),
    "cursor": f'<path d="{shapes.hexagon_path(45.5)}" fill="none" stroke="{{accent}}" stroke-width="3.6"/>',
}


class Owed(NamedTuple):
    """The state of a turn in a position.

    Attributes:
        side: The letter of the player to move; "." after the end.
        high: The higher die; 0 before the roll.
        low: The lower die; 0 before the roll.
        removals: The remaining removals.
        placements: The remaining placements.
    """

    side: str
    high: int
    low: int
    removals: int
    placements: int

    @classmethod
    def read(cls, fields: Fields) -> Owed:
        """Parse the fields of a position."""
        high, low = re.fullmatch(r"(\d)-(\d)", fields["dice"]).groups() if fields["dice"] != "-" else (0, 0)  # type: ignore[union-attr]
        left = fields["left"]
        removals, placements = left[1:].split("+") if left != "-" else ("0", "0")
        return cls(fields["side"], int(high), int(low), int(removals), int(placements))


def stones(fields: Fields) -> dict[str, str]:
    """Return the letter of the stone on each occupied cell."""
    letters = {}
    rows = fields["rows"].split("/")
    for row, line in enumerate(reversed(rows)):
        k = 0
        for run in re.findall(r"[rb]|\d+", line):
            if run.isdigit():
                k += int(run)
            else:
                k += 1
                letters[f"{chr(ord('a') + row)}{k}"] = run
    return letters


def size(fields: Fields) -> int:
    """Return the number of cells along an edge."""
    return (fields["rows"].count("/") + 2) // 2


class Board(contract.Board):
    """The board of Herd."""

    shapes, title_options, first_options = SHAPES, ("size",), "size=4"
    core_texts = herd_words.CORE_TEXTS
    goal = tr("Have more stones when the board is full.")

    # Layout -------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        """Return the hexagon of cells."""
        return hexes.ground(size(fields), "cell", "cell")

    def pieces(self, fields: Fields, viewer: int | None = None) -> tuple[Item, ...]:
        """Return the stones."""
        return tuple(self._mark(fields, f"stone-{stone}", cell) for cell, stone in stones(fields).items())

    def essence(self, fields: Fields) -> Essence:
        """Return the stones, the player, the dice and what remains. Only the first turn has special rules."""
        first = "first" if fields["turn"] == "1" else "later"
        return Essence(stones(fields), f"{fields['side']} {first} {fields['dice']} {fields['left']}")

    def turned(self, text: str, symmetry: Symmetry) -> str:
        """Return a move on the board after a symmetry."""
        return symmetry.rename(text, CELL)

    def seat_shape(self, info: GameInfo, seat: int) -> str:
        """Return the seat's stone."""
        return f"stone-{'rb'[seat]}"

    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        """Return a card with the dice and the removals and placements of the turn."""
        owed = Owed.read(fields)
        if owed.side == ".":
            counts = list(stones(fields).values())
            ended = (
                herd_words.FINISHED
                if "." not in fields["rows"] and len(counts) == _cell_count(fields)
                else herd_words.CAPPED
            )
            return (Panel((), (Line(ended, weight="bold"),)),)
        if not owed.high:
            return (Panel(("die-0", "die-0"), (Line(herd_words.rolls(owed.side), weight="bold"),)),)
        removed = sum(event.kind == "remove" for event in turn)
        placed = sum(event.kind == "place" for event in turn)
        captured = sum(len(event.where) for event in turn if event.kind == "capture")
        enemy = herd_words.ENEMY[owed.side]
        gap = ("",) if owed.removals + removed else ()
        tally = (
            *[f"tally-{enemy}"] * removed, *[f"owed-{enemy}"] * owed.removals, *gap,
            *[f"tally-{owed.side}"] * placed, *[f"owed-{owed.side}"] * owed.placements,
        )  # fmt: skip
        words = herd_words.plan(owed.side, owed.removals + removed, owed.placements + placed - captured)
        more = (Line(herd_words.extra(captured), weight="quiet"),) if captured else ()
        lines = (Line(words, weight="bold"), Line(shapes=tally), *more)
        return (Panel((f"die-{owed.high}", f"die-{owed.low}"), lines),)

    def roll_frames(self, event: Event) -> tuple[tuple[str, ...], ...]:
        """Return the frames of two rolling dice."""
        if event.kind != "roll":
            return ()
        high, low = int(event.values["high"]), int(event.values["low"])
        return tuple(zip(shapes.rolling_frames(high, 1), shapes.rolling_frames(low, 2), strict=True))

    # Move entry ---------------------------------------------------------------------------------------------------

    def path(self, move: str) -> tuple[str, ...]:
        """Return the cell of the move."""
        return (move.removeprefix("x"),)

    def drag_ends(self, move: str) -> tuple[str, str]:
        """Return the start and end of a drag: from the board for a removed stone, from the dice for a placed one."""
        return (move[1:], BESIDE) if move.startswith("x") else (HAND, move)

    def dragged_piece(self, point: Point, start: str) -> Item | None:
        """Return the stone that can be dragged from the dice or a cell."""
        fields = point.fields
        owed = Owed.read(fields)
        if start == HAND:
            return Item(f"stone-{owed.side}", 0, 0, STONE) if owed.placements and not owed.removals else None
        stone = stones(fields).get(start, "")
        taken = owed.removals and stone == herd_words.ENEMY.get(owed.side)
        return self._mark(fields, f"stone-{stone}", start) if taken else None

    def area_task(self, point: Point) -> str:
        """Return whether to remove or to place a stone on one of the outlined cells."""
        return herd_words.REMOVE_OUTLINED if Owed.read(point.fields).removals else herd_words.PLACE_OUTLINED

    def refusal(self, point: Point, chosen: Sequence[str], spot: str) -> str:
        """Return why a click on a cell is refused."""
        owed, stone = Owed.read(point.fields), stones(point.fields).get(spot, "")
        if owed.side == ".":
            return herd_words.OVER
        if not owed.high:
            return herd_words.ROLL_FIRST
        if owed.removals:
            return herd_words.no_stone(spot, owed.side, own=stone == owed.side)
        return herd_words.taken(spot) if stone else herd_words.shut_in(spot, owed.side)

    def move_effect(self, point: Point, move: str) -> str:
        """Return which stones a move would place, remove or capture."""
        if move.startswith("x"):
            return herd_words.would_remove(move[1:], point.fields["side"])
        captured = [cell for event in point.events(move) if event.kind == "capture" for cell in event.where]
        return herd_words.would_place(move, captured)

    # Marks --------------------------------------------------------------------------------------------------------

    def open_marks(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Return marks on the possible cells and stones."""
        fields = point.fields
        stones_by_cell = stones(fields)
        return tuple(
            self._mark(fields, "open-stone", spot)
            if spot in stones_by_cell
            else self._mark(fields, "open-cell", spot, DOT)
            for spot in spots
        )

    def effect_marks(self, point: Point, move: str) -> tuple[Item, ...]:
        """Return marks on the placed, removed and captured stones of a move."""
        fields, marks = point.fields, []
        for event in point.events(move):
            if event.kind == "place":
                marks.append(self._mark(fields, f"ghost-{'rb'[event.seat]}", event.where[0]))
            elif event.kind in ("remove", "capture"):
                marks += [self._mark(fields, event.kind, cell) for cell in event.where]
        return tuple(marks)

    def last_turn_marks(self, fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
        """Return marks on the stones placed and the cells vacated in the latest turn."""
        stones_by_cell = stones(fields)
        steps = {"place": "last", "remove": "gone", "capture": "gone"}
        marks = {cell: steps[event.kind] for event in events if event.kind in steps for cell in event.where}
        return tuple(
            self._mark(fields, shape, cell)
            for cell, shape in marks.items()
            if (shape == "last") == (cell in stones_by_cell)
        )

    def advice_marks(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Return ghost stones where recommended moves place, crosses where they remove, and rings where they capture.

        A cell that is emptied and then filled has a small stone in its centre. Several stones have numbers in their
        order. The first move is outlined.
        """
        fields = point.fields
        side, present = fields["side"], stones(fields)
        placed = [move for move in moves if not move.startswith("x")]
        emptied = {cell: "capture" for cell in _captured(point, moves) if cell in present}
        emptied |= {move[1:]: "remove" for move in moves if move.startswith("x")}
        filled = {"remove": "refill", "capture": "retake"}
        items = [self._mark(fields, "advice", self.path(move)[0]) for move in moves[:1]]
        items += [
            self._mark(fields, f"{filled[emptied[cell]] if cell in emptied else 'ghost'}-{side}", cell)
            for cell in placed
        ]
        items += [self._mark(fields, shape, cell) for cell, shape in emptied.items() if cell not in placed]
        for number, cell in enumerate(placed[:MOST_STEPS] if len(placed) > 1 else (), 1):
            items.append(self._mark(fields, f"order-{number}", cell, ORDER))
        return tuple(items)

    def cursor_marks(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Return the outline of the cell that has the keyboard focus."""
        return (self._mark(fields, "cursor", spot, 2 * hexes.REACH),)

    def _mark(self, fields: Fields, shape: str, cell: str, extent: float = STONE) -> Item:
        x, y = hexes.centres(size(fields))[cell]
        return Item(shape, x, y, extent, cell)

    # Texts --------------------------------------------------------------------------------------------------------

    def instruction(self, point: Point) -> str:
        """Return how many stones to remove or place, or ""."""
        if point.actor < 0:
            return ""
        fields = point.fields
        owed = Owed.read(fields)
        if owed.removals:
            enemies = list(stones(fields).values()).count(herd_words.ENEMY[owed.side])
            return herd_words.removing(owed.side, owed.removals, owed.low, enemies)
        total = owed.low if fields["turn"] == "1" else owed.high
        empty = _cell_count(fields) - len(stones(fields))
        return herd_words.placing(owed.placements, begun=owed.placements != total, empty=empty)

    def situation(self, point: Point) -> str:
        """Return who rolls the dice, or who has won."""
        if point.actor == OVER:
            red, blue = point.points()
            return herd_words.result(red, blue)
        return herd_words.rolls(Owed.read(point.fields).side)

    def describe_spot(self, fields: Fields, spot: str, viewer: int | None = None) -> str:
        """Return the stone on a cell in words."""
        return herd_words.standing_on(stones(fields).get(spot, ""))

    def describe_event(self, info: GameInfo, event: Event) -> str:
        """Return a sentence about one event."""
        return herd_words.event_text(event)

    def remark(self, info: GameInfo, event: Event) -> str:
        """Return the sentence about a turn that ends with unplaced stones, or "" for any other event."""
        return herd_words.event_text(event) if event.kind == "turn" else ""

    def end_reason(self, info: GameInfo, event: Event) -> str:
        """Return whether the board is full or the last turn was played."""
        if event.kind != "over":
            return ""
        is_full = len(stones(event.fields)) == _cell_count(event.fields)
        return herd_words.FINISHED if is_full else herd_words.CAPPED

    def begun(self, point: Point) -> str:
        """Return the removals and placements made in this turn, as far as the position shows them, or ""."""
        fields, owed = point.fields, Owed.read(point.fields)
        first = fields["turn"] == "1"  # without removals, and with the lower die
        enemies = sum(letter != owed.side for letter in stones(fields).values())
        removed = 0 if first or owed.removals == enemies else owed.low - owed.removals
        most = owed.low if first else owed.high
        return herd_words.begun(removed, most - owed.placements, most, owed.placements)

    def describe_choice(self, name: str, value: str) -> str:
        """Return a size with what to expect from it."""
        return herd_words.size_choice(value)

    def report_name(self, kind: str, what: str) -> str:
        """Return the name of a dice roll or of an evaluation term."""
        if kind == "term" and what == "owed and tempo":
            return tr("stones still to place")
        return herd_words.roll(what) if kind == "outcome" else super().report_name(kind, what)

    def describe_moves(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Return the moves of one player in words, in order."""
        return herd_words.moves_text(moves)

    def turn_effect(self, point: Point, moves: Sequence[str]) -> str:
        """Return a sentence about the captured stones and the end of the game, or ""."""
        events = turn_events(point, moves)
        captured = sum(len(event.where) for event in events if event.kind == "capture")
        points = [(event.values["red"], event.values["blue"]) for event in events if event.kind == "over"]
        won = any(int(own[point.actor]) > int(own[1 - point.actor]) for own in points)
        return herd_words.turn_effect(point.fields["side"], captured, won)

    def render_text(self, point: Point) -> str:
        """Return the cells as rows of letters, with the turn, points and dice below."""
        fields = point.fields
        stones_by_cell, board = stones(fields), hexagon(size(fields))
        lines = []
        for row in reversed(range(len(board.rows))):
            cells = [board.names[cell] for cell in board.rows[row]]
            indent = " " * abs(size(fields) - 1 - row)
            lines.append(f"{indent}{cells[0][0]}  " + " ".join(stones_by_cell.get(cell, ".") for cell in cells))
        red, blue = point.points()
        owed = Owed.read(fields)
        facts = [tr("turn {turn}", turn=fields["turn"]), tr("Red {red}, Blue {blue}", red=red, blue=blue)]
        if owed.high:
            facts += [
                tr("dice {dice}", dice=fields["dice"]),
                tr("{removals} to remove, {placements} to place", removals=owed.removals, placements=owed.placements),
            ]
        return "\n".join([*lines, "", " · ".join(facts), self.prompt(point)])


def _captured(point: Point, moves: Sequence[str]) -> list[str]:
    """Return the cells whose stones moves capture, in order."""
    return [cell for event in turn_events(point, moves) if event.kind == "capture" for cell in event.where]


def _cell_count(fields: Fields) -> int:
    return 3 * size(fields) * (size(fields) - 1) + 1
