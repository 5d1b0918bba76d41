"""`python -m tests.tools.make_tactics` makes tests/data/tactics_forest.txt:
short tactics of the forest game with all solutions.

Positions come from games by several kinds of play; what is right is found by trying every sequence of actions by the
rules alone, without any engine. A line is `<kind> ; <situation> ; <right first actions>`:

- win: the mover can win within its turn; right are the first actions after which it still can;
- save: it cannot, and after some first actions the opponent can win within its next turn whatever the mover does with
  the rest of its own; right are the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import fastcore
from fastcore import OVER, State, Stream

PAGE = Path(__file__).parents[1] / "data" / "tactics_forest.txt"
SPECS = ("forest", "forest(first_turn=1)", "forest(yellow_cap=3)", "forest(first_turn=1,yellow_cap=3)")
KINDS = ("win", "save")
EACH = 30  # positions of a kind for each seat to move, with and without a BBB on the board: 8 times this in all
A_GAME = 2  # positions of a kind at most


def wins_in_turn(state: State, seat: int) -> bool:
    """Whether the seat, if it is its turn, can win before the turn ends."""
    if state.actor != seat:
        return False
    for move in state.moves():
        after = state.after(move)
        if after.actor == OVER:
            if after.returns()[seat] == 1:
                return True
        elif after.turn == state.turn and wins_in_turn(after, seat):
            return True
    return False


def ends_of_turn(state: State, turn: int) -> Iterator[State]:
    """The positions in which the rest of this turn can end."""
    if state.actor == OVER or state.turn != turn:
        yield state
        return
    for move in state.moves():
        yield from ends_of_turn(state.after(move), turn)


def is_safe(state: State, seat: int) -> bool:
    """Whether a position after a seat's turn is not lost, nor within the other's turn."""
    if state.actor == OVER:
        return state.returns()[seat] >= 0
    return not wins_in_turn(state, 1 - seat)


def wins_after(state: State, move: int) -> bool:
    after = state.after(move)
    if after.actor == OVER:
        return after.returns()[state.actor] == 1
    return after.turn == state.turn and wins_in_turn(after, state.actor)


def saves(state: State, move: int) -> bool:
    met: dict[int, bool] = {}
    for end in ends_of_turn(state.after(move), state.turn):
        if end.key not in met:
            met[end.key] = is_safe(end, state.actor)
            if met[end.key]:
                return True
    return False


def solved(state: State) -> tuple[str, tuple[str, ...]] | None:
    """The kind of a position and its right first actions; None if it is none of the two."""
    moves = state.moves()
    right = [move for move in moves if wins_after(state, move)]
    kind = KINDS[0]
    if not right:
        # to win within one turn the other needs five pawns, or three at most to capture (one may yet become a BBB)
        own, others = state.points()[state.actor], state.points()[1 - state.actor]
        if others < 5 and own > 4:
            return None
        kind = KINDS[1]
        right = [move for move in moves if saves(state, move)]
    if not 0 < len(right) < len(moves):
        return None
    return kind, tuple(state.move_text(move) for move in right)


def played(number: int) -> Iterator[State]:
    """The positions of one game, each seat at random, greedy, or by alpha-beta with few nodes."""
    stream = Stream(number, "tactics")
    ways = [(stream.choice((0, 5, 25)), stream.choice((30, 60, 90))) for _ in (0, 1)]
    state = fastcore.start(SPECS[number % len(SPECS)])
    while state.actor != OVER:
        if state.phase == "act":
            yield state
        random, share = ways[state.actor]
        drawn = stream.below(100)
        if state.phase != "act" or drawn < random:
            move = stream.choice(state.moves())
        elif drawn < share:
            move = stream.choice(state.policy("greedy"))[0]
        else:
            search = fastcore.Search(state, engine="alphabeta", seed=number, memory_mb=4)
            search.run(300)
            move = search.choice()
        state = state.after(move)


def main() -> None:
    lines: dict[tuple[str, int, bool], list[str]] = {
        (kind, seat, boogyman): [] for kind in KINDS for seat in (0, 1) for boogyman in (False, True)
    }
    number = 0
    while any(len(found) < EACH for found in lines.values()):
        taken = dict.fromkeys(KINDS, 0)
        positions = list(played(number))
        for state in Stream(number, "order").shuffled(positions):
            rows = state.fields["rows"]
            boogyman = "R" in rows or "G" in rows
            open_kinds = [
                kind for kind in KINDS if taken[kind] < A_GAME and len(lines[kind, state.actor, boogyman]) < EACH
            ]
            found = solved(state) if open_kinds else None
            if found is not None and found[0] in open_kinds:
                taken[found[0]] += 1
                lines[found[0], state.actor, boogyman].append(f"{found[0]} ; {state.situation} ; {' '.join(found[1])}")
        number += 1
    PAGE.write_text("".join(f"{line}\n" for found in lines.values() for line in found), encoding="utf-8")


if __name__ == "__main__":
    main()
