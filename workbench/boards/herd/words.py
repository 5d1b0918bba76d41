"""The texts of Herd: moves, events and prompts."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import Event
from workbench.system.translation import tr, trn

SIDES = {"r": tr("Red"), "b": tr("Blue")}
COLOURS = {"r": tr("red"), "b": tr("blue")}
ENEMY = {"r": "b", "b": "r"}

SIZES = {
    "2": tr("a minute, mostly luck"),
    "3": tr("quick, much luck"),
    "4": tr("a first game"),
    "5": tr("the usual board"),
    "6": tr("a longer game"),
    "7": tr("a long game"),
    "8": tr("the longest game"),
}


REMOVE_OUTLINED = tr("remove one of the outlined stones")
PLACE_OUTLINED = tr("place a stone on one of the outlined cells")
# Texts of the core: names and meanings of options, and terms of evaluations
CORE_TEXTS = {
    "size": tr("size"),
    "cells on each side of the hexagon": tr("cells on each side of the hexagon"),
    "stones": tr("stones"),
    "lone stones": tr("lone stones"),
    "stones in pairs": tr("stones in pairs"),
    "stones in herds": tr("stones in herds"),
    "empty cells": tr("empty cells"),
}


def size_choice(value: str) -> str:
    """Return a size with what to expect from it, such as "4 – a first game"."""
    return f"{value} – {SIZES[value]}" if value in SIZES else value


def stones(number: int, colour: str) -> str:
    """Return a number of stones in words, such as "1 blue stone" or "3 blue stones"."""
    return trn("{count} {colour} stone", "{count} {colour} stones", number, colour=colour)


def standing_on(stone: str) -> str:
    """Return the contents of a cell in words."""
    return tr("a {colour} stone", colour=COLOURS[stone]) if stone else tr("empty")


def names(cells: Sequence[str]) -> str:
    """Return a list of cells in words, such as "d3, e4 and f5"."""
    return cells[0] if len(cells) == 1 else tr("{cells} and {last}", cells=", ".join(cells[:-1]), last=cells[-1])


def result(red: int, blue: int) -> str:
    """Return the result of the game."""
    if red == blue:
        return tr("The game is over: a draw, {red} stones each.", red=red)
    winner, high, low = (tr("Red"), red, blue) if red > blue else (tr("Blue"), blue, red)
    return tr("The game is over: {winner} wins {high}–{low}.", winner=winner, high=high, low=low)


def rolls(side: str) -> str:
    """Return the prompt for the roll."""
    return tr("{side} rolls the dice.", side=SIDES[side])


def removing(side: str, left: int, low: int, enemies: int) -> str:
    """Return the instruction for removals.

    Args:
        side: The letter of the player to move.
        left: The remaining removals.
        low: The number on the lower die.
        enemies: The number of enemy stones on the board.
    """
    enemy = COLOURS[ENEMY[side]]
    if enemies == left:
        if left == 1:
            return tr("remove the last {enemy} stone", enemy=enemy)
        return trn("remove the {count} {enemy} stone", "remove all {count} {enemy} stones", left, enemy=enemy)
    more = tr(" more") if left < low else ""
    return trn(
        "remove {count}{more} {enemy} stone",
        "remove {count}{more} {enemy} stones",
        left,
        more=more,
        enemy=enemy,
    )


def placing(left: int, begun: bool, empty: int) -> str:
    """Return the instruction for placements.

    Args:
        left: The remaining placements.
        begun: Whether the player has already placed a stone.
        empty: The number of empty cells.
    """
    if empty <= left:
        return trn("fill the last cell", "fill the last {count} cells", empty)
    more = tr(" more") if begun else ""
    return trn("place {count}{more} stone", "place {count}{more} stones", left, more=more)


def begun(removed: int, placed: int, most: int, left: int) -> str:
    """Return the sentence about the part of a turn that is over, or "" at its start.

    Args:
        removed: The removed stones.
        placed: The placed stones, less those that captures have added.
        most: The placements of the roll.
        left: The remaining placements.
    """
    parts = [
        trn("removed {count} stone", "removed {count} stones", removed) if removed > 0 else "",
        tr("placed {placed} of {most} stones", placed=placed, most=most) if placed > 0 else "",
    ]
    done = tr(" and ").join(part for part in parts if part)
    if not done:
        return ""
    if placed > 0 or not left:
        return tr("You have already {done} this turn.", done=done)
    return trn(
        "You have already {done} this turn; {count} is left to place.",
        "You have already {done} this turn; {count} are left to place.",
        left,
        done=done,
    )


def plan(side: str, removals: int, placements: int) -> str:
    """Return the removals and placements of a turn in words."""
    placed = stones(placements, COLOURS[side])
    if not removals:
        return tr("Place {placing}.", placing=placed)
    enemy = COLOURS[ENEMY[side]]
    return trn(
        "Remove {count} {enemy}, then place {placements}.",
        "Remove {count} {enemy}, then place {placements}.",
        removals,
        enemy=enemy,
        placements=placements,
    )


def roll(dice: str) -> str:
    """Return the name of a dice roll."""
    return tr("a roll of {dice}", dice=dice)


def extra(captured: int) -> str:
    """Return the label of the extra placements for captures. It fits on one line beside the dice."""
    return trn("{count} extra for a capture", "{count} extra for captures", captured)


def turn_effect(side: str, captured: int, won: bool) -> str:
    """Return a sentence about the captures of a turn and the win, or ""."""
    captures = tr("captures {stones}", stones=stones(captured, COLOURS[ENEMY[side]])) if captured else ""
    parts = [part for part in (captures, tr("wins the game") if won else "") if part]
    return tr("It {does}.", does=tr(" and ").join(parts)) if parts else ""


FINISHED = tr("The board is full.")
CAPPED = tr("The last turn is over.")


# Refusals ----------------------------------------------------------------------------------------------------------


def no_stone(cell: str, side: str, own: bool) -> str:
    """Return why a cell without an enemy stone is refused."""
    enemy = COLOURS[ENEMY[side]]
    reason = tr("has {side}'s own stone", side=SIDES[side]) if own else tr("is empty")
    return tr("{cell} {reason}: choose a {enemy} stone to remove.", cell=cell, reason=reason, enemy=enemy)


def taken(cell: str) -> str:
    """Return why an occupied cell is refused."""
    return tr("{cell} is occupied: choose an empty cell.", cell=cell)


def shut_in(cell: str, side: str) -> str:
    """Return why a cell surrounded by enemy stones is refused."""
    return tr("{cell} is closed: all its neighbours are {colour}.", cell=cell, colour=COLOURS[ENEMY[side]])


ROLL_FIRST = tr("Roll the dice first.")
OVER = tr("The game is over.")


# Moves and events --------------------------------------------------------------------------------------------------


def would_remove(cell: str, side: str) -> str:
    """Return a sentence about the stone that a move removes."""
    return tr("{cell}: remove this {colour} stone.", cell=cell, colour=COLOURS[ENEMY[side]])


def would_place(cell: str, captured: Sequence[str]) -> str:
    """Return a sentence about the stone that a move places and its captures."""
    return (
        tr("{cell}: place here and capture {names}.", cell=cell, names=names(captured))
        if captured
        else tr("{cell}: place here.", cell=cell)
    )


def event_text(event: Event) -> str:
    """Return a sentence about one event, or "" for the ordinary end of a turn."""
    side = SIDES["rb"[event.seat]] if event.seat >= 0 else ""
    if event.kind == "roll":
        return tr(
            "{side} rolls {high}–{low}.",
            side=SIDES[event.fields["side"]],
            high=event.values["high"],
            low=event.values["low"],
        )
    if event.kind == "remove":
        return tr("{side} removes {where}.", side=side, where=event.where[0])
    if event.kind == "place":
        return tr("{side} places {where}.", side=side, where=event.where[0])
    if event.kind == "capture":
        return tr("{side} captures {names}.", side=side, names=names(event.where))
    if event.kind == "over":
        return result(int(event.values["red"]), int(event.values["blue"]))
    forfeited = int(event.values["forfeited"])
    return (
        trn(
            "{side} has no open cell: the turn ends with {count} stone left.",
            "{side} has no open cell: the turn ends with {count} stones left.",
            forfeited,
            side=side,
        )
        if forfeited
        else ""
    )


def moves_text(moves: Sequence[str]) -> str:
    """Return the moves of one player in order, such as "remove d4 and e5, then place a1"."""
    removed = [move[1:] for move in moves if move.startswith("x")]
    placed = [move for move in moves if not move.startswith("x")]
    parts = [tr("remove {names}", names=names(removed))] if removed else []
    return tr(", then ").join(parts + ([tr("place {names}", names=names(placed))] if placed else []))
