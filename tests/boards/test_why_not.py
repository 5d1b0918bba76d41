"""Every spot that cannot be clicked says why, and what it says is true: each claim is held against the position."""

from __future__ import annotations

import re

import pytest

import fastcore
from fastcore import State
from fastcore.hexagon import hexagon
from tests.conftest import deep
from tests.kit.walks import walk
from workbench import boards
from workbench.boards.kit.entry import Entry

SIDES = {"r": "red", "b": "blue", "g": "green"}


def held(state: State) -> dict[str, str]:
    """What stands on every cell, read from the position text anew."""
    rows = state.fields["rows"].split("/")
    board = hexagon((len(rows) + 1) // 2)
    found = dict[str, str]()
    for cells, row in zip(reversed(board.rows), rows, strict=True):
        entries = row.split(",") if state.info.id == "forest" else re.findall(r"\d+|[rb]", row)
        there = [piece for entry in entries for piece in ([""] * int(entry) if entry.isdigit() else [entry])]
        found |= {board.names[cell]: piece for cell, piece in zip(cells, there, strict=True)}
    return found


def neighbours(state: State) -> dict[str, list[str]]:
    board = hexagon((state.fields["rows"].count("/") + 2) // 2)
    return {board.names[cell]: [board.names[other] for other in others] for cell, others in enumerate(board.neighbours)}


def stones_true(state: State, chosen: tuple[str, ...], spot: str, said: str) -> bool:
    there, fields = held(state), state.fields
    own = fields["side"]
    enemy = "b" if own == "r" else "r"
    removing = not fields["left"].startswith("x0")
    assert chosen == () and state.why_not(f"x{spot}" if removing else spot)
    claims = {
        f"{spot} is empty: choose a {SIDES[enemy]} stone to remove.": removing and not there[spot],
        f"{spot} holds {SIDES[own].capitalize()}'s own stone: choose a {SIDES[enemy]} stone to remove.": removing
        and there[spot] == own,
        f"{spot} is taken: choose an empty cell.": not removing and there[spot] != "",
        f"{spot}: all its neighbours are {SIDES[enemy]}.": not removing
        and not there[spot]
        and {there[other] for other in neighbours(state)[spot]} == {enemy},
    }
    return claims.get(said, False)


def pieces_true(state: State, chosen: tuple[str, ...], spot: str, said: str) -> bool:
    there, beside, fields = held(state), neighbours(state), state.fields
    own, here = fields["side"], there[spot]
    colour, Colour = SIDES[own], SIDES[own].capitalize()
    other_bbb = "G" if own == "r" else "R"
    acted = dict.fromkeys(there, 0) | {
        name: int(number or 1)
        for name, _, number in (entry.partition(":") for entry in fields["acted"].split(",") if entry != "-")
    }
    bbb_acted, pawns = "B" in acted, here.count(own)
    full = len(here) == 3

    def closed(tile: str) -> bool:
        """To the BBB that moves, which is not counted where it stands."""
        pieces = there[tile].replace(own.upper(), "")
        return "y" in pieces or other_bbb in pieces or len(pieces) == 3

    def reached(start: str) -> set[str]:
        tiles, edge = set[str](), {start}
        for _ in range(3):
            edge = {tile for at in edge for tile in beside[at] if not closed(tile)} - tiles
            tiles |= edge
        return tiles

    if fields["left"].startswith("p"):
        return said == f"{spot} is full: a tile holds three pieces." and full
    if chosen:
        start = chosen[-1]
        moves_bbb = own.upper() in there[start] and not bbb_acted
        assert state.why_not(f"{start}-{spot}")
        claims = {
            f"{spot} is not beside {start}.": spot not in beside[start],
            f"{spot} is full: a tile holds 3 pieces.": full and (moves_bbb or spot in beside[start]),
            f"{spot} holds a yellow pawn, which the BBB does not enter.": moves_bbb and "y" in here,
            f"{spot} holds the other BBB.": moves_bbb and other_bbb in here,
            (
                f"{spot} is out of the reach of the BBB: three steps, past no yellow, no other BBB and no full tile."
            ): moves_bbb and spot not in reached(start),
        }
        return claims.get(said, False)
    claims = {
        f"{spot} is empty: choose a {colour} piece that may act.": here == "",
        f"{spot} holds no {colour} piece: choose a {colour} piece that may act.": here != ""
        and own not in here
        and own.upper() not in here,
        f"{spot}: {Colour}'s pawn has acted in this turn.": pawns == acted[spot] == 1 and own.upper() not in here,
        f"{spot}: {Colour}'s pawns have acted in this turn.": pawns == acted[spot] > 1 and own.upper() not in here,
        f"{spot}: {Colour}'s BBB has acted in this turn.": pawns == 0 and own.upper() in here and bbb_acted,
        f"{spot}: the BBB and {Colour}'s pawn have acted in this turn.": pawns == acted[spot] == 1
        and own.upper() in here
        and bbb_acted,
        f"{spot}: the BBB and {Colour}'s pawns have acted in this turn.": pawns == acted[spot] > 1
        and own.upper() in here
        and bbb_acted,
        f"{spot}: all tiles beside it are full.": pawns > acted[spot]
        and all(len(there[tile]) == 3 for tile in beside[spot]),
        f"{spot}: the BBB cannot leave: yellow pawns, the other BBB or full tiles are all around.": own.upper() in here
        and not bbb_acted
        and all(closed(tile) for tile in beside[spot]),
    }
    return claims.get(said, False)


TRUE = {"herd": stones_true, "forest": pieces_true}
SPECS = ["herd(size=3)", "herd", "forest", "forest(yellow_cap=3)"]


def refusals(state: State) -> list[tuple[tuple[str, ...], str, str]]:
    """Every click that is refused here, after every choice that may be made before it, and what is said."""
    board = boards.find(state.info.id)
    assert board is not None
    entry = Entry({text: board.path(text) for text in map(state.move_text, state.moves())})
    found = []
    for first in ["", *sorted(entry.open)]:
        entry.cancel()
        if first and entry.click(first).move:
            continue
        for spot in board.ground(state.fields).spots:
            if entry.trial(spot)[0].refused:
                found.append((entry.chosen, spot, board.refusal(state, entry.chosen, spot)))
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_every_refused_click_says_why_truly(spec: str) -> None:
    heard = set[str]()
    for number in range(deep(2, 12)):
        for step, (state, _) in enumerate(walk(spec, "why", number)):
            if state.actor < 0 or step % deep(11, 2):
                continue
            for chosen, spot, said in refusals(state):
                assert said.startswith(spot), "it is about this spot"
                assert TRUE[state.info.id](state, chosen, spot, said), f"{state.situation}: {chosen} {spot}: {said}"
                heard.add(re.sub(r"\b[a-o]\d+\b", "_", said))
    assert len(heard) >= 3, heard


@pytest.mark.parametrize(
    ("situation", "spot", "wanted"),
    [
        ("forest 4/5/rgg,5/r,rgg,5/rgg,5/5/4 r 5 2 -", "d1", "d1: all tiles beside it are full."),
        ("forest 4/5/y,5/R,y,3,r,g/y,5/5/4 r 5 2 -", "d1",
        "d1: the BBB cannot leave: yellow pawns, the other BBB or full tiles are all around."),
        ("forest 4/5/y,5/rR,y,3,r,g/y,5/5/4 r 5 1 d1:1", "d1",
        "d1: the BBB cannot leave: yellow pawns, the other BBB or full tiles are all around."),
        ("forest 4/5/6/2,r,4/6/5/2,g,r r 5 1 d3:1", "d3", "d3: Red's pawn has acted in this turn."),
        ("forest 4/5/6/2,R,4/6/5/2,g,r r 5 1 B", "d3", "d3: Red's BBB has acted in this turn."),
    ],
)  # fmt: skip
def test_what_random_games_seldom_come_to(situation: str, spot: str, wanted: str) -> None:
    state = fastcore.parse(situation)
    said = {(chosen, at): text for chosen, at, text in refusals(state)}
    assert said[(), spot] == wanted
    assert all(pieces_true(state, chosen, at, text) for (chosen, at), text in said.items())
