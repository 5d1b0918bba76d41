"""The texts of the forest game: moves, events and prompts, and its board as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import OVER, Event, GameInfo
from fastcore.text.hexagon import hexagon
from workbench.boards.kit import game_words
from workbench.boards.kit.elements import Point
from workbench.boards.kit.plain import seat_name, standings

SIZE = 4
PAWNS_TO_WIN = 7
LAST_TURN = "300"
COLOURS = ("red", "green")
OWN = ("a red piece", "a green piece")
TERMS = {
    "spawns now": "pawns to spawn now", "spawns later": "pawns to spawn later", "near spawns": "forests beside pawns",
    "yellow at hand": "yellow pawns at hand", "BBB": "the BBB", "captures now": "captures to make now",
    "captures later": "captures that threaten",
}  # fmt: skip


def tiles(rows: str) -> dict[str, str]:
    """Return the pieces on each occupied tile, with the letters of the position text."""
    board = hexagon(SIZE)
    groups = {}
    for line, cells in zip(rows.split("/"), reversed(board.rows), strict=True):
        place = 0
        for entry in line.split(","):
            if entry.isdigit():
                place += int(entry)
            else:
                groups[board.names[cells[place]]] = entry
                place += 1
    return groups


def phrase(move: str) -> str:
    """Return one move in words, such as "step from d4 to e4"."""
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


def acted(fields: Mapping[str, str]) -> dict[str, int]:
    """Return how many of the player's pawns on each tile have acted this turn; "B" maps to 1 if the BBB has acted."""
    entries = [] if fields["acted"] == "-" else fields["acted"].split(",")
    return {name: int(count or 1) for name, _, count in (entry.partition(":") for entry in entries)}


def left(fields: Mapping[str, str]) -> str:
    """Return what remains to be done, such as "2 actions"."""
    number = fields["left"].removeprefix("p")
    thing = "opening pawn" if fields["left"].startswith("p") else "action"
    return f"{number} {thing}{'' if number == '1' else 's'}"


def pawns(number: int, colour: str = "") -> str:
    """Return a number of pawns in words, such as "1 green pawn" or "2 pawns"."""
    return f"{number} {colour}{' ' if colour else ''}{'pawn' if number == 1 else 'pawns'}"


def standing_on(held: str) -> str:
    """Return the pieces on a tile in words, such as "a red pawn and 2 yellow pawns"."""
    parts = []
    for letter, colour in zip("rgy", (*COLOURS, "yellow"), strict=True):
        number = held.count(letter)
        if number:
            parts.append(f"a {colour} pawn" if number == 1 else pawns(number, colour))
    parts += [f"the {colour} BBB" for letter, colour in zip("RG", COLOURS, strict=True) if letter in held]
    if len(parts) > 2:
        return f"{', '.join(parts[:-1])} and {parts[-1]}"
    return " and ".join(parts) or "empty"


def enemies(number: int, seat: int) -> str:
    """Return a number of the opponent's pawns in words, such as "a green pawn" or "2 green pawns"."""
    return f"a {COLOURS[1 - seat]} pawn" if number == 1 else pawns(number, COLOURS[1 - seat])


# Move entry -----------------------------------------------------------------------------------------------------------

OVER_NOW = "The game is over."


def no_piece(tile: str, seat: int, held: str) -> str:
    """Return why a tile without a piece of the player to move is refused; `held` lists its pieces."""
    return f"{tile} {f'holds no {COLOURS[seat]} piece' if held else 'is empty'}: choose {OWN[seat]} that may act."


def has_acted(tile: str, seat: int, number: int, boogyman: bool) -> str:
    """Return why a tile is refused if the player's `number` pawns there, and the BBB if `boogyman`, have all acted."""
    own = f"{COLOURS[seat].capitalize()}'s"
    if not number:
        return f"{tile}: {own} BBB has acted in this turn."
    others = f"{own} pawn has" if number == 1 else f"{own} pawns have"
    return f"{tile}: {f'the BBB and {others}' if boogyman else others} acted in this turn."


def shut_in(tile: str, boogyman: bool) -> str:
    """Return why a tile is refused if its pawns (or BBB) cannot leave it."""
    reason = (
        "the BBB cannot leave: yellow pawns, the other BBB or full tiles are all around"
        if boogyman
        else "all tiles beside it are full"
    )
    return f"{tile}: {reason}."


def full(tile: str) -> str:
    """Return why a full tile is refused."""
    return f"{tile} is full: a tile holds three pieces."


def lead(tile: str, step: bool, roam: bool, spawn: bool, back: bool) -> str:
    """Return what to click after choosing this tile.

    Args:
        tile: The chosen tile.
        step: Whether a pawn can step from it.
        roam: Whether the BBB can move from it.
        spawn: Whether a piece can spawn on it.
        back: Whether the BBB can leave it and return.
    """
    again = f", or {tile} again to {'spawn' if spawn else 'go out and back'}" if spawn or back else ""
    if not (step or roam):
        return f"{tile}: choose {tile} again to spawn."
    piece = "this pawn or the BBB" if step and roam else "the BBB" if roam else "this pawn"
    return f"{tile}: choose where {piece} goes{again}."


def promise(move: str, seat: int, yellow: bool, captured: int) -> str:
    """Return a sentence about the effect of a move, for the tile that completes it.

    Args:
        move: The text of the move.
        seat: The player to move.
        yellow: Whether the move leaves a yellow pawn behind.
        captured: The number of captured pawns.
    """
    start, _, end = move.lstrip("B:@+!").partition("-")
    if move.startswith("@"):
        return f"{start}: place a pawn here."
    if move.startswith("+"):
        return f"{start}: two yellow pawns become a new pawn."
    if move.startswith("!"):
        return f"{start}: this pawn and two yellow ones become the BBB."
    if move.startswith("B:"):
        destination = "send the BBB out and back" if start == end else "move the BBB here"
        return f"{end}: {destination}{f' and capture {enemies(captured, seat)}' if captured else ''}."
    return f"{end}: step here{f'; a yellow pawn is left on {start}' if yellow else ''}."


# The card -------------------------------------------------------------------------------------------------------------


def stage(fields: Mapping[str, str]) -> str:
    """Return the phase of the turn, or why the game ended."""
    if fields["left"].startswith("p"):
        return f"Opening: {pawns(int(fields['left'][1:]))} to place"
    if fields["side"] == ".":
        pieces = list("".join(tiles(fields["rows"]).values()))
        for letter, colour in zip("rg", COLOURS, strict=True):
            if pieces.count(letter) in (0, PAWNS_TO_WIN):
                return f"{colour.capitalize()} has {'seven pawns' if pieces.count(letter) else 'no pawns left'}"
        return "The last turn is played" if fields["turn"] == LAST_TURN else "Neither side can act"
    return "Two actions left" if fields["left"] == "2" else "One action left"


class Words(game_words.Words):
    """The texts of the forest game."""

    goal = "Be the first with seven pawns in the forest."

    def prompt(self, point: Point) -> str:
        """Return which player must act or place a pawn, or who has won."""
        fields, info = point.fields, point.info
        if point.actor == OVER:
            red, green = point.points()
            for seat, winner in ((0, red == PAWNS_TO_WIN or green == 0), (1, green == PAWNS_TO_WIN or red == 0)):
                if winner:
                    return f"The game is over: {seat_name(info, seat)} wins. {standings(point)}."
            return f"The game is over: a draw. {standings(point)}."
        player = seat_name(info, point.actor)
        if point.phase == "place" or fields["left"].startswith("p"):
            own = {"p3": "two pawns", "p2": "one more pawn"}.get(fields["left"], "a pawn")
            return f"{player} must place {own} on a tile with fewer than three pieces."
        return f"{player} must act: {left(fields)} left." if fields["left"] == "2" else f"{player} must act once more."

    def describe_event(self, info: GameInfo, event: Event) -> str:
        """Return a sentence about one event."""
        player = seat_name(info, event.seat) if event.seat >= 0 else ""
        where = event.where
        if event.kind == "place":
            return f"{player} places a pawn on {where[0]}."
        if event.kind == "step":
            return f"{player} steps from {where[0]} to {where[1]}."
        if event.kind == "yellow":
            return f"A yellow pawn is left on {where[0]}."
        if event.kind == "spawn":
            return f"{player} spawns on {where[0]}."
        if event.kind == "boogyman":
            return f"{player} spawns the BBB on {where[0]}."
        if event.kind == "roam":
            destination = (
                f"goes out and back to {where[1]}" if where[0] == where[1] else f"moves from {where[0]} to {where[1]}"
            )
            return f"{player}'s BBB {destination}."
        if event.kind == "capture":
            return f"It captures {enemies(int(event.values['count']), event.seat)} on {where[0]}."
        if event.kind == "pass":
            return f"{player} cannot act: the turn is skipped."
        if event.kind == "over":
            pawns = [sum(tile.count(letter) for tile in tiles(event.fields["rows"]).values()) for letter in "rg"]
            if PAWNS_TO_WIN in pawns or 0 in pawns:
                winner = pawns.index(PAWNS_TO_WIN) if PAWNS_TO_WIN in pawns else 1 - pawns.index(0)
                return f"The game is over: {seat_name(info, winner)} wins."
            return "The game is over: a draw."
        return ""

    def remark(self, info: GameInfo, event: Event) -> str:
        """Return the sentence about a skipped turn, or "" for any other event."""
        return self.describe_event(info, event) if event.kind == "pass" else ""

    def describe_moves(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Return moves in words, in order."""
        return ", then ".join(phrase(move) for move in moves)

    def report_name(self, kind: str, what: str) -> str:
        """Return the name of an evaluation term."""
        return TERMS.get(what, what) if kind == "term" else what

    def render_text(self, point: Point) -> str:
        """Return the tiles as rows of letters, with the turn and points below."""
        fields, board = point.fields, hexagon(SIZE)
        groups = tiles(fields["rows"])
        lines = []
        for row in reversed(range(len(board.rows))):
            cells = [board.names[cell] for cell in board.rows[row]]
            indent = "  " * abs(SIZE - 1 - row)
            lines.append(f"{indent}{cells[0][0]} " + " ".join(f"{groups.get(cell, '.'):^3}" for cell in cells).rstrip())
        facts = [f"turn {fields['turn']}", f"pawns: {standings(point)}"]
        if point.actor != OVER:
            facts.append(f"{left(fields)} left")
        if fields["acted"] != "-":
            facts.append(f"acted: {fields['acted']}")
        return "\n".join([*lines, "", " · ".join(facts), self.prompt(point)])
