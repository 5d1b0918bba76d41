"""How a choice grew, read off the reports of one decision: what every move had at every time, and when and why another one led."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from bots.report import Candidate, Report

Why = Literal["rose", "fell", "new", "visits", "lot"]
EVEN = 0.005  # a value that changed by less did not


class Curve(NamedTuple):
    """A move at every time: its share of the visits (its weight, where choices are mixed), and its value for the seat that decides, None
    where nothing is told of it."""

    move: str
    shares: tuple[float | None, ...]
    values: tuple[float | None, ...]


class Lead(NamedTuple):
    """From one of the times on (`at`, its number) another move would have been played: `move` instead of `before`.

    `why`: the value of the new one "rose" or that of the old one "fell", from `was` to `now`; the "new" one had not been looked at before;
    values stayed, and it came to have more "visits"; or it was drawn by "lot" though it has fewer.
    """

    at: int
    simulations: int
    move: str
    before: str
    why: Why
    was: float
    now: float


class Growing(NamedTuple):
    """`simulations` of the times, the move that `leads` at each, the curves of the moves that were told of (those that led last first),
    the changes of the lead, and whether shares are `weights` of a mixed strategy."""

    simulations: tuple[int, ...]
    leaders: tuple[str, ...]
    curves: tuple[Curve, ...]
    leads: tuple[Lead, ...]
    weights: bool


def growing(frames: Sequence[Report], seat: int, most: int = 5) -> Growing:
    """What the reports of a decision, in the order of their simulations, tell of at most so many moves."""
    told = [frame for frame in frames if frame.candidates]
    weights = any(frame.mixture or frame.plan for frame in told)
    held = [{one.move: one for one in frame.candidates} for frame in told]
    leaders = dict.fromkeys(frame.move for frame in reversed(told))
    others = dict.fromkeys(one.move for frame in reversed(told) for one in frame.candidates)
    moves = [*leaders, *(move for move in others if move not in leaders)][:most]
    curves = []
    for move in moves:
        shares = tuple(share(frame, one[move], weights) if move in one else None for frame, one in zip(told, held, strict=True))
        values = tuple(one[move].value[seat] if move in one and (one[move].visits or weights) else None for one in held)
        curves.append(Curve(move, shares, values))
    numbers = tuple(frame.simulations for frame in told)
    return Growing(numbers, tuple(frame.move for frame in told), tuple(curves), leads(told, seat), weights)


def share(frame: Report, one: Candidate, weights: bool) -> float:
    """A candidate's share of the visits, or its weight."""
    if weights:
        return min(1.0, one.prior)
    total = max(frame.simulations + frame.kept, sum(other.visits for other in frame.candidates))
    return one.visits / total if total else 0.0


def leads(frames: Sequence[Report], seat: int) -> tuple[Lead, ...]:
    """When another move led, and why."""
    found = []
    for at in range(1, len(frames)):
        earlier, later = frames[at - 1], frames[at]
        if earlier.move != later.move:
            found.append(_lead(at, earlier, later, seat))
    return tuple(found)


def _lead(at: int, earlier: Report, later: Report, seat: int) -> Lead:
    new, old = later.move, earlier.move
    before, after = ({one.move: one for one in frame.candidates} for frame in (earlier, later))
    rose = _change(before.get(new), after.get(new), seat)
    fell = _change(before.get(old), after.get(old), seat)
    why: Why = "visits"
    was = now = after[new].value[seat] if new in after else 0.0
    if new in after and old in after and after[new].visits < after[old].visits and not later.mixture:
        why = "lot"
    elif new not in before or not before[new].visits:
        why = "new"
    elif rose is not None and rose[1] - rose[0] > EVEN and (fell is None or rose[1] - rose[0] >= fell[0] - fell[1]):
        why, (was, now) = "rose", rose
    elif fell is not None and fell[0] - fell[1] > EVEN:
        why, (was, now) = "fell", fell
    return Lead(at, later.simulations, new, old, why, was, now)


def _change(before: Candidate | None, after: Candidate | None, seat: int) -> tuple[float, float] | None:
    """The value of a move before and after, if it had one."""
    if before is None or after is None or not before.visits:
        return None
    return before.value[seat], after.value[seat]
