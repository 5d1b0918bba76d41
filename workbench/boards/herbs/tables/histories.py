"""The moves of both seats behind the observations of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fastcore import BadPosition, State, parse, start
from workbench.boards.herbs.tables.rounds import NO_STONE, READY

SETS_UP = "position="  # begins an observation that is a position set up by hand
MOST = 100  # moves of a round

Plans = tuple[list[str], list[str]]


def history(spec: str, seat: int | None, texts: Sequence[str]) -> tuple[str, ...] | None:
    """Return the moves of both seats in the order of the core, up to the last complete round.

    None if a position was set up in the middle of a round, where plans are hidden.
    """
    state, moves, segment = start(spec), list[str](), list[str]()
    for text in texts:
        if not text.startswith(SETS_UP):
            segment.append(text)
            continue
        made = _moves(state, seat, segment)
        try:
            state = parse(f"{spec} {text.removeprefix(SETS_UP)}")
        except BadPosition:
            return None
        moves += [*made, text]
        segment = []
    return (*moves, *_moves(state, seat, segment))


def _moves(state: State, seat: int | None, texts: Sequence[str]) -> list[str]:
    """Return the moves from a position."""
    state, moves = state.copy(), list[str]()
    for plans, bids in _rounds(seat, texts):
        played = list[str]()
        waiting = [list(plan) for plan in plans]
        due = iter(bids)
        round_number = state.turn
        pair: tuple[str, str] | None = None
        for _ in range(MOST):
            if state.actor < 0 or state.turn != round_number:
                break
            actor = state.actor
            if state.phase == "bid":
                if actor == 0 or pair is None:
                    pair = next(due, None)
                text = f"bid{pair[actor]}" if pair is not None else ""
                pair = None if actor == 1 else pair
            else:
                text = waiting[actor].pop(0) if waiting[actor] else ""
            if not text or state.why_not(text):
                return moves
            state.play(text)
            played.append(text)
        moves += played
    return moves


def _rounds(seat: int | None, texts: Sequence[str]) -> Iterator[tuple[Plans, list[tuple[str, str]]]]:
    """Yield the plans of both seats and the bids of each complete round."""
    plans: Plans = ([], [])
    bids = list[tuple[str, str]]()
    for text in texts:
        head, *facts = text.split(";")
        if seat is not None and head != READY and not head.startswith("bid"):
            plans[seat].append(head)
        for fact in facts:
            kind, _, both = fact.partition("=")
            first, _, second = both.partition("|")
            if kind == "bids":
                bids.append((first, second))
            elif kind.startswith("slot") or kind == "stones":
                for other, item in ((0, first), (1, second)):
                    if other != seat and item != NO_STONE:
                        plans[other].append(item)
            if kind == "stones":
                yield plans, bids
                plans, bids = ([], []), []
