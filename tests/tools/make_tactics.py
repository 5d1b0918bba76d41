"""Write tests/data/tactics_forest.txt: short tactics of the forest game with all solutions.

`python -m tests.tools.make_tactics` takes positions from games with various styles of play. It finds the solutions with
the rules alone, by trying every sequence of actions. A line is `<kind> ; <situation> ; <correct first actions>`:

- win: the player to move can win within the turn. The correct first actions keep this possible.
- save: the player cannot win. After some first actions, the opponent can win in the next turn whatever the player does
in the rest of this turn. The correct first actions are the remaining ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import fastcore
from fastcore import OVER, State, Stream

FILE = Path(__file__).parents[1] / "data" / "tactics_forest.txt"
SPECS = ("forest", "forest(first_turn=1)", "forest(yellow_cap=3)", "forest(first_turn=1,yellow_cap=3)")
KINDS = ("win", "save")
# A group is a kind and a seat to move, with or without a BBB on the board: 8 groups in all.
POSITIONS_PER_GROUP = 30
MAX_PER_GAME = 2  # maximum number of positions of a kind from one game


def wins_in_turn(state: State, seat: int) -> bool:
    """Return whether it is the seat's turn and the seat can win within it."""
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
    """Yield the positions in which the rest of this turn can end."""
    if state.actor == OVER or state.turn != turn:
        yield state
        return
    for move in state.moves():
        yield from ends_of_turn(state.after(move), turn)


def is_safe(state: State, seat: int) -> bool:
    """Return whether a seat has not lost after its turn, and cannot lose in the opponent's next turn."""
    if state.actor == OVER:
        return state.returns()[seat] >= 0
    return not wins_in_turn(state, 1 - seat)


def wins_after(state: State, move: int) -> bool:
    after = state.after(move)
    if after.actor == OVER:
        return after.returns()[state.actor] == 1
    return after.turn == state.turn and wins_in_turn(after, state.actor)


def saves(state: State, move: int) -> bool:
    known: dict[int, bool] = {}
    for end in ends_of_turn(state.after(move), state.turn):
        if end.key not in known:
            known[end.key] = is_safe(end, state.actor)
            if known[end.key]:
                return True
    return False


def solve(state: State) -> tuple[str, tuple[str, ...]] | None:
    """Return the kind of a position and its correct first actions, or None if the position is of neither kind."""
    moves = state.moves()
    solutions = [move for move in moves if wins_after(state, move)]
    kind = KINDS[0]
    if not solutions:
        # In its next turn the opponent can win only if it has five pawns, or by capturing all pawns of this seat.
        # It can capture at most three; before that, one more may become a BBB.
        own, others = state.points()[state.actor], state.points()[1 - state.actor]
        if others < 5 and own > 4:
            return None
        kind = KINDS[1]
        solutions = [move for move in moves if saves(state, move)]
    if not 0 < len(solutions) < len(moves):
        return None
    return kind, tuple(state.move_text(move) for move in solutions)


def positions_of(number: int) -> Iterator[State]:
    """Yield the positions of one game. Each seat plays random, greedy or alpha-beta moves in a random mixture."""
    stream = Stream(number, "tactics")
    styles = [(stream.choice((0, 5, 25)), stream.choice((30, 60, 90))) for _ in (0, 1)]
    state = fastcore.start(SPECS[number % len(SPECS)])
    while state.actor != OVER:
        if state.phase == "act":
            yield state
        random, share = styles[state.actor]
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
    while any(len(group) < POSITIONS_PER_GROUP for group in lines.values()):
        counts = dict.fromkeys(KINDS, 0)
        positions = list(positions_of(number))
        for state in Stream(number, "order").shuffled(positions):
            rows = state.fields["rows"]
            boogyman = "R" in rows or "G" in rows
            open_kinds = [
                kind
                for kind in KINDS
                if counts[kind] < MAX_PER_GAME and len(lines[kind, state.actor, boogyman]) < POSITIONS_PER_GROUP
            ]
            solution = solve(state) if open_kinds else None
            if solution is not None and solution[0] in open_kinds:
                counts[solution[0]] += 1
                lines[solution[0], state.actor, boogyman].append(
                    f"{solution[0]} ; {state.situation} ; {' '.join(solution[1])}"
                )
        number += 1
    FILE.write_text("".join(f"{line}\n" for group in lines.values() for line in group), encoding="utf-8")


if __name__ == "__main__":
    main()
