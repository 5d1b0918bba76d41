"""Tests that every refused click has a reason that the position confirms."""

from __future__ import annotations

import re

import pytest

import fastcore
from fastcore import State
from fastcore.text.hexagon import hexagon
from tests.conftest import deep
from workbench import boards
from workbench.boards.kit.entry import Entry
from workbench.conformance.walks import random_game

SIDES = {"r": "red", "b": "blue", "g": "green"}


def cell_pieces(state: State) -> dict[str, str]:
    """Return the pieces on every cell, parsed from the position text without the board's code."""
    rows = state.fields["rows"].split("/")
    board = hexagon((len(rows) + 1) // 2)
    pieces = dict[str, str]()
    for cells, row in zip(reversed(board.rows), rows, strict=True):
        entries = row.split(",") if state.info.id == "forest" else re.findall(r"\d+|[rb]", row)
        row_pieces = [piece for entry in entries for piece in ([""] * int(entry) if entry.isdigit() else [entry])]
        pieces |= {board.names[cell]: piece for cell, piece in zip(cells, row_pieces, strict=True)}
    return pieces


def neighbours(state: State) -> dict[str, list[str]]:
    board = hexagon((state.fields["rows"].count("/") + 2) // 2)
    return {
        board.names[cell]: [board.names[neighbour] for neighbour in adjacent]
        for cell, adjacent in enumerate(board.neighbours)
    }


def is_true_for_herd(state: State, chosen: tuple[str, ...], spot: str, message: str) -> bool:
    pieces, fields = cell_pieces(state), state.fields
    own = fields["side"]
    enemy = "b" if own == "r" else "r"
    is_removing = not fields["left"].startswith("x0")
    assert chosen == () and state.why_not(f"x{spot}" if is_removing else spot)
    claims = {
        f"{spot} is empty: choose a {SIDES[enemy]} stone to remove.": is_removing and not pieces[spot],
        f"{spot} has {SIDES[own].capitalize()}'s own stone: choose a {SIDES[enemy]} stone to remove.": is_removing
        and pieces[spot] == own,
        f"{spot} is occupied: choose an empty cell.": not is_removing and pieces[spot] != "",
        f"{spot} is closed: all its neighbours are {SIDES[enemy]}.": not is_removing
        and not pieces[spot]
        and {pieces[neighbour] for neighbour in neighbours(state)[spot]} == {enemy},
    }
    return claims.get(message, False)


def is_true_for_forest(state: State, chosen: tuple[str, ...], spot: str, message: str) -> bool:
    cells, adjacent, fields = cell_pieces(state), neighbours(state), state.fields
    own, piece_group = fields["side"], cells[spot]
    colour, capitalised = SIDES[own], SIDES[own].capitalize()
    enemy_bbb = "G" if own == "r" else "R"
    acted = dict.fromkeys(cells, 0) | {
        name: int(number or 1)
        for name, _, number in (entry.partition(":") for entry in fields["acted"].split(",") if entry != "-")
    }
    bbb_acted, pawns = "B" in acted, piece_group.count(own)
    is_full = len(piece_group) == 3

    def is_closed(tile: str) -> bool:
        """Return whether the BBB cannot enter a tile. The moving BBB itself does not count."""
        pieces = cells[tile].replace(own.upper(), "")
        return "y" in pieces or enemy_bbb in pieces or len(pieces) == 3

    def reachable(start: str) -> set[str]:
        tiles, frontier = set[str](), {start}
        for _ in range(3):
            frontier = {
                tile for tile_before in frontier for tile in adjacent[tile_before] if not is_closed(tile)
            } - tiles
            tiles |= frontier
        return tiles

    if fields["left"].startswith("p"):
        return message == f"{spot} is full: a tile holds three pieces." and is_full
    if chosen:
        start = chosen[-1]
        moves_bbb = own.upper() in cells[start] and not bbb_acted
        assert state.why_not(f"{start}-{spot}")
        claims = {
            f"{spot} is not next to {start}.": spot not in adjacent[start],
            f"{spot} is full: a tile holds 3 pieces.": is_full and (moves_bbb or spot in adjacent[start]),
            f"{spot} has a yellow pawn, so the BBB cannot enter it.": moves_bbb and "y" in piece_group,
            f"{spot} has the opponent's BBB.": moves_bbb and enemy_bbb in piece_group,
            (f"{spot} is out of reach: the BBB moves three steps, not past yellow, BBBs or full tiles."): moves_bbb
            and spot not in reachable(start),
        }
        return claims.get(message, False)
    claims = {
        f"{spot} is empty: choose a {colour} piece that can act.": piece_group == "",
        f"{spot} has no {colour} piece: choose a {colour} piece that can act.": piece_group != ""
        and own not in piece_group
        and own.upper() not in piece_group,
        f"{spot}: {capitalised}'s pawn has already acted in this turn.": pawns == acted[spot] == 1
        and own.upper() not in piece_group,
        f"{spot}: {capitalised}'s pawns have already acted in this turn.": pawns == acted[spot] > 1
        and own.upper() not in piece_group,
        f"{spot}: {capitalised}'s BBB has already acted this turn.": pawns == 0
        and own.upper() in piece_group
        and bbb_acted,
        f"{spot}: the BBB and {capitalised}'s pawn have acted in this turn.": pawns == acted[spot] == 1
        and own.upper() in piece_group
        and bbb_acted,
        f"{spot}: the BBB and {capitalised}'s pawns have already acted in this turn.": pawns == acted[spot] > 1
        and own.upper() in piece_group
        and bbb_acted,
        f"{spot}: all neighbouring tiles are full.": pawns > acted[spot]
        and all(len(cells[tile]) == 3 for tile in adjacent[spot]),
        f"{spot}: yellow pawns, the enemy BBB or full tiles block the BBB.": own.upper() in piece_group
        and not bbb_acted
        and all(is_closed(tile) for tile in adjacent[spot]),
    }
    return claims.get(message, False)


CLAIM_CHECKS = {"herd": is_true_for_herd, "forest": is_true_for_forest}
SPECS = ["herd(size=3)", "herd", "forest", "forest(yellow_cap=3)"]


def refusals(state: State) -> list[tuple[tuple[str, ...], str, str]]:
    """Return every refused click after every possible first choice, with the reason shown."""
    board = boards.find(state.info.id)
    assert board is not None
    entry = Entry({text: board.path(text) for text in map(state.move_text, state.moves())})
    refused = []
    for first in ["", *sorted(entry.next_spots)]:
        entry.cancel()
        if first and entry.click(first).move:
            continue
        for spot in board.ground(state.fields).spots:
            if entry.preview_click(spot)[0].refused:
                refused.append((entry.chosen, spot, board.refusal(state, entry.chosen, spot)))
    return refused


@pytest.mark.parametrize("spec", SPECS)
def test_refused_clicks_have_correct_reasons(spec: str) -> None:
    kinds = set[str]()
    for number in range(deep(2, 12)):
        for step, (state, _) in enumerate(random_game(spec, "why", number)):
            if state.actor < 0 or step % deep(11, 2):
                continue
            for chosen, spot, message in refusals(state):
                assert message.startswith(spot), "it is about this spot"
                assert CLAIM_CHECKS[state.info.id](state, chosen, spot, message), (
                    f"{state.situation}: {chosen} {spot}: {message}"
                )
                kinds.add(re.sub(r"\b[a-o]\d+\b", "_", message))
    assert len(kinds) >= 3, kinds


@pytest.mark.parametrize(
    ("situation", "spot", "wanted"),
    [
        ("forest 4/5/rgg,5/r,rgg,5/rgg,5/5/4 r 5 2 -", "d1", "d1: all neighbouring tiles are full."),
        ("forest 4/5/y,5/R,y,3,r,g/y,5/5/4 r 5 2 -", "d1",
        "d1: yellow pawns, the enemy BBB or full tiles block the BBB."),
        ("forest 4/5/y,5/rR,y,3,r,g/y,5/5/4 r 5 1 d1:1", "d1",
        "d1: yellow pawns, the enemy BBB or full tiles block the BBB."),
        ("forest 4/5/6/2,r,4/6/5/2,g,r r 5 1 d3:1", "d3", "d3: Red's pawn has already acted in this turn."),
        ("forest 4/5/6/2,R,4/6/5/2,g,r r 5 1 B", "d3", "d3: Red's BBB has already acted this turn."),
    ],
)  # fmt: skip
def test_rare_refusals_give_correct_reasons(situation: str, spot: str, wanted: str) -> None:
    state = fastcore.parse(situation)
    messages = {(chosen, clicked): text for chosen, clicked, text in refusals(state)}
    assert messages[(), spot] == wanted
    assert all(is_true_for_forest(state, chosen, clicked, text) for (chosen, clicked), text in messages.items())
