"""The texts of Herd: moves, events and prompts."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import Event

SIDES = {"r": "Red", "b": "Blue"}
COLOURS = {"r": "red", "b": "blue"}
ENEMY = {"r": "b", "b": "r"}


def stones(number: int, colour: str = "") -> str:
    """Return a number of stones in words, such as "1 blue stone" or "3 blue stones"."""
    return f"{number} {colour}{' ' if colour else ''}{'stone' if number == 1 else 'stones'}"


def standing_on(stone: str) -> str:
    """Return the contents of a cell in words."""
    return f"a {COLOURS[stone]} stone" if stone else "empty"


def names(cells: Sequence[str]) -> str:
    """Return a list of cells in words, such as "d3, e4 and f5"."""
    return cells[0] if len(cells) == 1 else f"{', '.join(cells[:-1])} and {cells[-1]}"


def result(red: int, blue: int) -> str:
    """Return the result of the game."""
    if red == blue:
        return f"The game is over: a draw, {red} stones each."
    winner, high, low = ("Red", red, blue) if red > blue else ("Blue", blue, red)
    return f"The game is over: {winner} wins with {high} stones to {low}."


def must_roll(side: str) -> str:
    """Return the prompt for the roll."""
    return f"{SIDES[side]} rolls the dice."


def must_remove(side: str, left: int, low: int, enemies: int) -> str:
    """Return the prompt for removals.

    Args:
        side: The letter of the player to move.
        left: The remaining removals.
        low: The number on the lower die.
        enemies: The number of enemy stones on the board.
    """
    enemy = COLOURS[ENEMY[side]]
    if enemies == left:
        return f"{SIDES[side]} must remove the last {enemy + ' stone' if left == 1 else stones(left, enemy)}."
    more = " more" if left < low else ""
    return f"{SIDES[side]} must remove {left}{more} {enemy} {'stone' if left == 1 else 'stones'}."


def must_place(side: str, left: int, begun: bool) -> str:
    """Return the prompt for `left` placements; `begun` is whether the player has already placed a stone."""
    more = " more" if begun else ""
    return f"{SIDES[side]} must place {left}{more} {'stone' if left == 1 else 'stones'}."


def plan(side: str, removals: int, placements: int) -> str:
    """Return the removals and placements of a turn in words."""
    placing = stones(placements, COLOURS[side])
    if not removals:
        return f"Place {placing}."
    return f"Remove {stones(removals, COLOURS[ENEMY[side]])}, then place {placements}."


def roll(dice: str) -> str:
    """Return the name of a dice roll."""
    return f"a roll of {dice}"


def extra(captured: int) -> str:
    """Return a sentence about the extra placements for captures."""
    return f"{captured} captured, so {captured} more to place."


WAITING = "The dice have not been rolled."
FINISHED = "The board is full."
CAPPED = "The last turn is played."


# Refusals ----------------------------------------------------------------------------------------------------------


def no_stone(cell: str, side: str, own: bool) -> str:
    """Return why a cell without an enemy stone is refused."""
    enemy = COLOURS[ENEMY[side]]
    reason = f"holds {SIDES[side]}'s own stone" if own else "is empty"
    return f"{cell} {reason}: choose a {enemy} stone to remove."


def taken(cell: str) -> str:
    """Return why an occupied cell is refused."""
    return f"{cell} is taken: choose an empty cell."


def shut_in(cell: str, side: str) -> str:
    """Return why a cell surrounded by enemy stones is refused."""
    return f"{cell}: all its neighbours are {COLOURS[ENEMY[side]]}."


ROLL_FIRST = "The dice are rolled first."
OVER = "The game is over."


# Moves and events --------------------------------------------------------------------------------------------------


def would_remove(cell: str, side: str) -> str:
    """Return a sentence about the stone that a move removes."""
    return f"{cell}: remove this {COLOURS[ENEMY[side]]} stone."


def would_place(cell: str, captured: Sequence[str]) -> str:
    """Return a sentence about the stone that a move places and its captures."""
    return f"{cell}: place here and capture {names(captured)}." if captured else f"{cell}: place here."


def event_text(event: Event) -> str:
    """Return a sentence about one event, or "" for the ordinary end of a turn."""
    side = SIDES["rb"[event.seat]] if event.seat >= 0 else ""
    if event.kind == "roll":
        return f"{SIDES[event.fields['side']]} rolls {event.values['high']}-{event.values['low']}."
    if event.kind == "remove":
        return f"{side} removes {event.where[0]}."
    if event.kind == "place":
        return f"{side} places {event.where[0]}."
    if event.kind == "capture":
        return f"{side} captures {names(event.where)}."
    if event.kind == "over":
        return result(int(event.values["red"]), int(event.values["blue"]))
    forfeited = int(event.values["forfeited"])
    return f"No cell is open to {side}: the turn ends with {stones(forfeited)} not placed." if forfeited else ""


def moves_text(moves: Sequence[str]) -> str:
    """Return the moves of one player in order, such as "remove d4 and e5, then place a1"."""
    removed = [move[1:] for move in moves if move.startswith("x")]
    placed = [move for move in moves if not move.startswith("x")]
    parts = [f"remove {names(removed)}"] if removed else []
    return ", then ".join(parts + ([f"place {names(placed)}"] if placed else []))
