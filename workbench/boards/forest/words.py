"""The texts of the forest game: moves, events and prompts, and its board as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from fastcore import OVER, Event, GameInfo
from fastcore.text.hexagon import hexagon
from workbench.boards.kit import game_words
from workbench.boards.kit.elements import Point
from workbench.boards.kit.game_words import seat_name, standings
from workbench.system.translation import tr, trn

SIZE = 4
PAWNS_TO_WIN = 7
LAST_TURN = "300"
COLOURS, SIDES = (tr("red"), tr("green")), (tr("Red"), tr("Green"))
OWN = (tr("a red piece"), tr("a green piece"))


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
        return tr("place a pawn on {move}", move=move[1:])
    if move.startswith("+"):
        return tr("spawn a pawn on {move}", move=move[1:])
    if move.startswith("!"):
        return tr("spawn the BBB on {move}", move=move[1:])
    start, _, end = move.removeprefix("B:").partition("-")
    if move.startswith("B:"):
        return (
            tr("send the BBB out and back to {end}", end=end)
            if start == end
            else tr("move the BBB from {start} to {end}", start=start, end=end)
        )
    return tr("step from {start} to {end}", start=start, end=end)


def acted(fields: Mapping[str, str]) -> dict[str, int]:
    """Return how many of the player's pawns on each tile have acted this turn; "B" maps to 1 if the BBB has acted."""
    entries = [] if fields["acted"] == "-" else fields["acted"].split(",")
    return {name: int(count or 1) for name, _, count in (entry.partition(":") for entry in entries)}


def left(fields: Mapping[str, str]) -> str:
    """Return what remains to be done, such as "2 actions"."""
    number = fields["left"].removeprefix("p")
    thing = tr("opening pawn") if fields["left"].startswith("p") else tr("action")
    return f"{number} {thing}{'' if number == '1' else 's'}"


def pawns(number: int, colour: str = "") -> str:
    """Return a number of pawns in words, such as "1 green pawn" or "2 pawns"."""
    return trn(
        "{count} {colour}{space}pawn",
        "{count} {colour}{space}pawns",
        number,
        colour=colour,
        space=" " if colour else "",
    )


def standing_on(held: str) -> str:
    """Return the pieces on a tile in words, such as "a red pawn and 2 yellow pawns"."""
    parts = []
    for letter, colour in zip("rgy", (*COLOURS, tr("yellow")), strict=True):
        number = held.count(letter)
        if number:
            parts.append(tr("a {colour} pawn", colour=colour) if number == 1 else pawns(number, colour))
    parts += [
        tr("the {colour} BBB", colour=colour) for letter, colour in zip("RG", COLOURS, strict=True) if letter in held
    ]
    if len(parts) > 2:
        return tr("{parts} and {last}", parts=", ".join(parts[:-1]), last=parts[-1])
    return tr(" and ").join(parts) or tr("empty")


def enemies(number: int, seat: int) -> str:
    """Return a number of the opponent's pawns in words, such as "a green pawn" or "2 green pawns"."""
    return tr("a {colour} pawn", colour=COLOURS[1 - seat]) if number == 1 else pawns(number, COLOURS[1 - seat])


# Move entry -----------------------------------------------------------------------------------------------------------

OVER_NOW = tr("The game is over.")


def no_piece(tile: str, seat: int, held: str) -> str:
    """Return why a tile without a piece of the player to move is refused; `held` lists its pieces."""
    return (
        tr("{tile} has no {colour} piece: choose {own} that can act.", tile=tile, colour=COLOURS[seat], own=OWN[seat])
        if held
        else tr("{tile} is empty: choose {own} that can act.", tile=tile, own=OWN[seat])
    )


def has_acted(tile: str, seat: int, number: int, boogyman: bool) -> str:
    """Return why a tile is refused if the player's `number` pawns there, and the BBB if `boogyman`, have all acted."""
    side = SIDES[seat]
    if not number:
        return tr("{tile}: {side}'s BBB has already acted this turn.", tile=tile, side=side)
    if boogyman:
        return trn(
            "{tile}: the BBB and {side}'s pawn have already acted in this turn.",
            "{tile}: the BBB and {side}'s pawns have already acted in this turn.",
            number,
            tile=tile,
            side=side,
        )
    return trn(
        "{tile}: {side}'s pawn has already acted in this turn.",
        "{tile}: {side}'s pawns have already acted in this turn.",
        number,
        tile=tile,
        side=side,
    )


def shut_in(tile: str, boogyman: bool) -> str:
    """Return why a tile is refused if its pawns (or BBB) cannot leave it."""
    reason = (
        tr("yellow pawns, the enemy BBB or full tiles block the BBB")
        if boogyman
        else tr("all neighbouring tiles are full")
    )
    return f"{tile}: {reason}."


def full(tile: str) -> str:
    """Return why a full tile is refused."""
    return tr("{tile} is full: a tile holds three pieces.", tile=tile)


def lead(tile: str, step: bool, roam: bool, spawn: bool, back: bool) -> str:
    """Return what to click after choosing this tile.

    Args:
        tile: The chosen tile.
        step: Whether a pawn can step from it.
        roam: Whether the BBB can move from it.
        spawn: Whether a piece can spawn on it.
        back: Whether the BBB can leave it and return.
    """
    again = (
        (
            tr(", or {tile} again to spawn", tile=tile)
            if spawn
            else tr(", or {tile} again to go out and back", tile=tile)
        )
        if spawn or back
        else ""
    )
    if not (step or roam):
        return tr("{tile}: choose {tile} again to spawn.", tile=tile)
    piece = tr("this pawn or the BBB") if step and roam else tr("the BBB") if roam else tr("this pawn")
    return tr("{tile}: choose where {piece} goes{again}.", tile=tile, piece=piece, again=again)


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
        return tr("{start}: place a pawn here.", start=start)
    if move.startswith("+"):
        return tr("{start}: two yellow pawns become a new pawn.", start=start)
    if move.startswith("!"):
        return tr("{start}: this pawn and two yellow ones become the BBB.", start=start)
    if move.startswith("B:"):
        destination = tr("send the BBB out and back") if start == end else tr("move the BBB here")
        return (
            tr(
                "{end}: {destination} and capture {enemies}.",
                end=end,
                destination=destination,
                enemies=enemies(captured, seat),
            )
            if captured
            else tr("{end}: {destination}.", end=end, destination=destination)
        )
    return (
        tr("{end}: step here; a yellow pawn appears on {start}.", end=end, start=start)
        if yellow
        else tr("{end}: step here.", end=end)
    )


# The card -------------------------------------------------------------------------------------------------------------


def stage(fields: Mapping[str, str]) -> str:
    """Return the phase of the turn, or why the game ended."""
    if fields["left"].startswith("p"):
        return trn(
            "Opening: {count} pawn left to place", "Opening: {count} pawns left to place", int(fields["left"][1:])
        )
    if fields["side"] == ".":
        pieces = list("".join(tiles(fields["rows"]).values()))
        for letter, colour in zip("rg", COLOURS, strict=True):
            if pieces.count(letter) in (0, PAWNS_TO_WIN):
                return (
                    tr("{colour} has seven pawns.", colour=colour.capitalize())
                    if pieces.count(letter)
                    else tr("{colour} has no pawns left.", colour=colour.capitalize())
                )
        return (
            tr("Turn {last_turn} was the last.", last_turn=LAST_TURN)
            if fields["turn"] == LAST_TURN
            else tr("Neither player can act.")
        )
    return tr("Two actions left") if fields["left"] == "2" else tr("One action left")


# Texts of the core: names and meanings of options, and terms of evaluations
CORE_TEXTS = {
    "first turn": tr("first turn"),
    "yellow cap": tr("yellow cap"),
    "actions in Red's first turn": tr("actions in Red's first turn"),
    "the most yellow pawns on a tile": tr("the most yellow pawns on a tile"),
    "pawns": tr("pawns"),
    "actions left": tr("actions left"),
    "spawns now": tr("possible spawns now"),
    "spawns later": tr("possible spawns later"),
    "near spawns": tr("forests beside pawns"),
    "yellow at hand": tr("yellow pawns within reach"),
    "BBB": tr("the BigBadBoogyman (BBB)"),
    "captures now": tr("possible captures"),
    "captures later": tr("threatened captures"),
    "places of pawns": tr("the places of the pawns"),
    "places of yellow pawns": tr("the places of the yellow pawns"),
    "places of BBBs": tr("the places of the BBBs"),
    "state of the turn": tr("the actions left in the turn and the number of pawns"),
}


class Words(game_words.Words):
    """The texts of the forest game."""

    core_texts = CORE_TEXTS
    goal = tr("Be the first to have seven pawns in the forest.")

    def begun(self, point: Point) -> str:
        """Return a sentence if one of the two actions has been taken, else ""."""
        return tr("You have already taken one of two actions this turn.") if point.fields["left"] == "1" else ""

    def instruction(self, point: Point) -> str:
        """Return the pawns to place or the actions left, or ""."""
        left = point.fields["left"]
        if point.actor < 0:
            return ""
        if point.phase == "place" or left.startswith("p"):
            own = {"p3": tr("two pawns"), "p2": tr("one more pawn")}.get(left, tr("a pawn"))
            return tr("place {own} on a tile with fewer than three pieces", own=own)
        return tr("take two actions") if left == "2" else tr("take one more action")

    def situation(self, point: Point) -> str:
        """Return who has won."""
        red, green = point.points()
        for seat, winner in ((0, red == PAWNS_TO_WIN or green == 0), (1, green == PAWNS_TO_WIN or red == 0)):
            if winner:
                return tr(
                    "The game is over: {side} wins. {standings}.",
                    side=seat_name(point.info, seat),
                    standings=standings(point),
                )
        return tr("The game is over: a draw. {standings}.", standings=standings(point))

    def describe_event(self, info: GameInfo, event: Event) -> str:
        """Return a sentence about one event."""
        player = seat_name(info, event.seat) if event.seat >= 0 else ""
        where = event.where
        if event.kind == "place":
            return tr("{player} places a pawn on {where}.", player=player, where=where[0])
        if event.kind == "step":
            return tr("{player} steps from {where} to {where2}.", player=player, where=where[0], where2=where[1])
        if event.kind == "yellow":
            return tr("A yellow pawn appears on {where}.", where=where[0])
        if event.kind == "spawn":
            return tr("{player} spawns on {where}.", player=player, where=where[0])
        if event.kind == "boogyman":
            return tr("{player} spawns the BBB on {where}.", player=player, where=where[0])
        if event.kind == "roam":
            destination = (
                tr("goes out and back to {where}", where=where[1])
                if where[0] == where[1]
                else tr("moves from {where} to {where2}", where=where[0], where2=where[1])
            )
            return tr("{player}'s BBB {destination}.", player=player, destination=destination)
        if event.kind == "capture":
            return tr(
                "It captures {enemies} on {where}.",
                enemies=enemies(int(event.values["count"]), event.seat),
                where=where[0],
            )
        if event.kind == "pass":
            return tr("{player} cannot act and skips the turn.", player=player)
        if event.kind == "over":
            pawns = [sum(tile.count(letter) for tile in tiles(event.fields["rows"]).values()) for letter in "rg"]
            if PAWNS_TO_WIN in pawns or 0 in pawns:
                winner = pawns.index(PAWNS_TO_WIN) if PAWNS_TO_WIN in pawns else 1 - pawns.index(0)
                return tr("The game is over: {side} wins.", side=seat_name(info, winner))
            return tr("The game is over: a draw.")
        return ""

    def end_reason(self, info: GameInfo, event: Event) -> str:
        """Return who has seven pawns or none, or why nobody has won."""
        return stage(event.fields) if event.kind == "over" else ""

    def remark(self, info: GameInfo, event: Event) -> str:
        """Return the sentence about a skipped turn, or "" for any other event."""
        return self.describe_event(info, event) if event.kind == "pass" else ""

    def describe_moves(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Return moves in words, in order."""
        return tr(", then ").join(phrase(move) for move in moves)

    def turn_effect(self, point: Point, moves: Sequence[str]) -> str:
        """Return a sentence about captures, new pieces and the win, or ""."""
        events = game_words.turn_events(point, moves)
        counts = Counter(event.kind for event in events)
        captured = sum(int(event.values["count"]) for event in events if event.kind == "capture")
        left = "".join(tiles(events[-1].fields["rows"]).values()) if counts["over"] else ""
        won = left and (left.count("rg"[point.actor]) == PAWNS_TO_WIN or not left.count("rg"[1 - point.actor]))
        parts = [
            tr("captures {enemies}", enemies=enemies(captured, point.actor)) if captured else "",
            tr("adds {pawns}", pawns=pawns(counts["spawn"])) if counts["spawn"] else "",
            tr("makes the BBB") if counts["boogyman"] else "",
            tr("wins the game") if won else "",
        ]
        does = game_words.join_words([part for part in parts if part]) if any(parts) else ""
        return tr("It {does}.", does=does) if does else ""

    def render_text(self, point: Point) -> str:
        """Return the tiles as rows of letters, with the turn and points below."""
        fields, board = point.fields, hexagon(SIZE)
        groups = tiles(fields["rows"])
        lines = []
        for row in reversed(range(len(board.rows))):
            cells = [board.names[cell] for cell in board.rows[row]]
            indent = "  " * abs(SIZE - 1 - row)
            lines.append(f"{indent}{cells[0][0]} " + " ".join(f"{groups.get(cell, '.'):^3}" for cell in cells).rstrip())
        facts = [tr("turn {turn}", turn=fields["turn"]), tr("pawns: {standings}", standings=standings(point))]
        if point.actor != OVER:
            facts.append(tr("{left} left", left=left(fields)))
        if fields["acted"] != "-":
            facts.append(tr("acted: {acted}", acted=fields["acted"]))
        return "\n".join([*lines, "", " · ".join(facts), self.prompt(point)])
