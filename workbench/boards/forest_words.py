"""All that is said about the forest game, in one place, and its board as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import OVER, Event, GameInfo
from fastcore.hexagon import hexagon
from workbench.boards import contract
from workbench.boards.contract import Point
from workbench.boards.plain import side, standings

SIZE = 4
PAWNS_TO_WIN = 7
COLOURS = ("red", "green")


def tiles(rows: str) -> dict[str, str]:
    """Cell -> its pieces, as the position text writes them; empty cells are left out."""
    board = hexagon(SIZE)
    found = {}
    for line, cells in zip(rows.split("/"), reversed(board.rows), strict=True):
        place = 0
        for entry in line.split(","):
            if entry.isdigit():
                place += int(entry)
            else:
                found[board.names[cells[place]]] = entry
                place += 1
    return found


def phrase(move: str) -> str:
    """One move in words, as in "step from d4 to e4"."""
    if move.startswith("@"):
        return f"place a pawn on {move[1:]}"
    if move.startswith("+"):
        return f"spawn on {move[1:]}"
    if move.startswith("!"):
        return f"spawn the BBB on {move[1:]}"
    start, _, end = move.removeprefix("B:").partition("-")
    if move.startswith("B:"):
        return f"send the BBB out and back to {end}" if start == end else f"move the BBB from {start} to {end}"
    return f"step from {start} to {end}"


def left(fields: Mapping[str, str]) -> str:
    """What is still to be done, as in "2 actions"."""
    number = fields["left"].removeprefix("p")
    thing = "opening pawn" if fields["left"].startswith("p") else "action"
    return f"{number} {thing}{'' if number == '1' else 's'}"


class Words(contract.Words):
    def expects(self, point: Point) -> str:
        fields, info = point.fields, point.info
        if point.actor == OVER:
            red, green = point.points()
            for seat, winner in ((0, red == PAWNS_TO_WIN or green == 0), (1, green == PAWNS_TO_WIN or red == 0)):
                if winner:
                    return f"The game is over: {side(info, seat)} wins. {standings(point)}."
            return f"The game is over: a draw. {standings(point)}."
        who = side(info, point.actor)
        if point.phase == "place" or fields["left"].startswith("p"):
            own = {"p3": "two pawns", "p2": "one more pawn"}.get(fields["left"], "a pawn")
            return f"{who} must place {own} on a tile with fewer than three pieces."
        return f"{who} must act: {left(fields)} left." if fields["left"] == "2" else f"{who} must act once more."

    def tell(self, info: GameInfo, event: Event) -> str:
        who = side(info, event.seat) if event.seat >= 0 else ""
        where = event.where
        if event.kind == "place":
            return f"{who} places a pawn on {where[0]}."
        if event.kind == "step":
            return f"{who} steps from {where[0]} to {where[1]}."
        if event.kind == "yellow":
            return f"A yellow pawn is left on {where[0]}."
        if event.kind == "spawn":
            return f"{who} spawns on {where[0]}."
        if event.kind == "boogyman":
            return f"{who} spawns the BBB on {where[0]}."
        if event.kind == "roam":
            way = f"goes out and back to {where[1]}" if where[0] == where[1] else f"moves from {where[0]} to {where[1]}"
            return f"{who}'s BBB {way}."
        if event.kind == "capture":
            number = int(event.values["count"])
            return f"It captures {number} {COLOURS[1 - event.seat]} {'pawn' if number == 1 else 'pawns'} on {where[0]}."
        if event.kind == "pass":
            return f"{who} cannot act: the turn is skipped."
        if event.kind == "over":
            pawns = [sum(tile.count(letter) for tile in tiles(event.fields["rows"]).values()) for letter in "rg"]
            if PAWNS_TO_WIN in pawns or 0 in pawns:
                winner = pawns.index(PAWNS_TO_WIN) if PAWNS_TO_WIN in pawns else 1 - pawns.index(0)
                return f"The game is over: {side(info, winner)} wins."
            return "The game is over: a draw."
        return ""

    def say(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        return ", then ".join(phrase(move) for move in moves)

    def text(self, point: Point) -> str:
        fields, board = point.fields, hexagon(SIZE)
        there = tiles(fields["rows"])
        lines = []
        for row in reversed(range(len(board.rows))):
            cells = [board.names[cell] for cell in board.rows[row]]
            indent = "  " * abs(SIZE - 1 - row)
            lines.append(f"{indent}{cells[0][0]} " + " ".join(f"{there.get(cell, '.'):^3}" for cell in cells).rstrip())
        facts = [f"turn {fields['turn']}", f"pawns: {standings(point)}"]
        if point.actor != OVER:
            facts.append(f"{left(fields)} left")
        if fields["acted"] != "-":
            facts.append(f"acted: {fields['acted']}")
        return "\n".join([*lines, "", " · ".join(facts), self.expects(point)])
