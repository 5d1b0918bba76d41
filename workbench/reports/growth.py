"""The growth of a choice during a search: statistics of the moves over time, and changes of the lead with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from bots.report import VALUE_TOLERANCE, Candidate, Growth, Report, next_milestone

Why = Literal["lost", "won", "less", "first", "new", "rose", "fell", "more", "even", "chosen"]
Measure = Literal["visits", "weights", "bounds"]
Unit = Literal["simulations", "positions"]
EVEN = 0.005  # smaller changes of a value are ignored
ROUNDING = 0.002  # tolerance for weights, which are stored rounded
DIGITS = 3  # decimals of stored values and weights
MOVES = 5  # the maximum number of moves stored in a record
SECONDS_DIGITS = 4  # decimals of stored times

_encode = msgspec.json.Encoder().encode


class MoveCurve(NamedTuple):
    """A move over time: its share of the visits or its weight in a mixed strategy, and its value for one seat.

    None marks a time without data.
    """

    move: str
    shares: tuple[float | None, ...]
    values: tuple[float | None, ...]


class LeadChange(NamedTuple):
    """A change of the lead: from time `at`, `move` leads instead of `before`.

    The leading move would be played if the search ended. If the choice is random, the move with the greatest weight or
    the most visits leads. `why` gives the reason:

    - "lost" or "won": the previous move is proven lost, or the new move is proven won.
    - "less": the move was chosen although it has fewer visits.
    - "first" or "new": the move was searched for the first time, or was not among the reported moves before.
    - "rose" or "fell": its value rose, or the value of the previous move fell.
    - "more" or "even": it has more visits or a greater weight, or as many visits and a better value.
    - "chosen": no reason is known.

    `was` and `now` are the values concerned, or None. `measure` is the quantity by which moves are chosen. With
    "bounds", the value of a move that does not lead is an upper bound.
    """

    at: int
    simulations: int
    move: str
    before: str
    why: Why
    was: float | None
    now: float | None
    measure: Measure = "visits"


class ChoiceGrowth(NamedTuple):
    """The growth of a choice.

    Args:
        simulations: The number of simulations at each time.
        leaders: The leading move at each time.
        curves: The curves of the reported moves, the latest leader first.
        lead_changes: The changes of the lead.
        measure: The quantity by which moves are chosen.
        drawn_move: The move finally drawn at random, if a different move leads, or "".
        unit: The unit that `simulations` counts.
    """

    simulations: tuple[int, ...]
    leaders: tuple[str, ...]
    curves: tuple[MoveCurve, ...]
    lead_changes: tuple[LeadChange, ...]
    measure: Measure
    drawn_move: str
    unit: Unit

    @property
    def weights(self) -> bool:
        """Whether the shares are weights of a mixed strategy."""
        return self.measure == "weights"


def choice_growth(frames: Sequence[Report], seat: int, view: int | None = None, most: int = 5) -> ChoiceGrowth:
    """Return the growth of a choice from the reports of a decision.

    Args:
        frames: The reports in the order of their simulations.
        seat: The deciding seat. Reasons for changes of the lead are based on its values.
        view: The seat whose values the curves show. None means the deciding seat.
        most: The maximum number of curves.
    """
    reported = [frame for frame in frames if frame.candidates]
    viewer = seat if view is None else view
    measure, led = measure_of(reported), leaders(reported)
    weights = measure == "weights"
    by_move = [{candidate.move: candidate for candidate in frame.candidates} for frame in reported]
    moves = ranked_moves(reported)[:most]
    curves = []
    for move in moves:
        shares = tuple(
            candidate_share(frame, candidates[move], weights) if move in candidates else None
            for frame, candidates in zip(reported, by_move, strict=True)
        )
        values = tuple(
            candidates[move].value[viewer] if move in candidates and (candidates[move].visits or weights) else None
            for candidates in by_move
        )
        curves.append(MoveCurve(move, shares, values))
    numbers = tuple(frame.simulations for frame in reported)
    drew = reported[-1].move if led and led[-1] != reported[-1].move else ""
    return ChoiceGrowth(
        numbers,
        led,
        tuple(curves),
        lead_changes(reported, seat),
        measure,
        drew,
        unit_of(reported[-1]) if reported else "simulations",
    )


def leaders(frames: Sequence[Report]) -> tuple[str, ...]:
    """Return the leading move at each time.

    This is the move that would have been played. If the choice is random, it is the move with the most visits or the
    greatest weight. If weights are equal, the previous leader stays.
    """
    if is_random_choice(frames):
        return tuple(max(frame.candidates, key=lambda candidate: candidate.visits).move for frame in frames)
    if measure_of(frames) != "weights":
        return tuple(frame.move for frame in frames)
    found: list[str] = []
    for frame in frames:
        weights = {candidate.move: round(candidate.prior, DIGITS) for candidate in frame.candidates}
        most = max(weights.values(), default=0.0)
        best = [move for move, weight in weights.items() if weight == most] or [frame.move]
        found.append(found[-1] if found and found[-1] in best else best[0])
    return tuple(found)


def is_random_choice(frames: Sequence[Report]) -> bool:
    """Return whether the final move was drawn at random, as weak levels do, instead of being the most visited."""
    return bool(frames) and any(fact.key == "best" and "lot" in fact.values for fact in frames[-1].facts)


def ranked_moves(frames: Sequence[Report]) -> list[str]:
    """Return all reported moves: the leaders, last one first, then the rest by rank in the last report."""
    led = dict.fromkeys(reversed(leaders(frames)))
    others = dict.fromkeys(candidate.move for frame in reversed(frames) for candidate in frame.candidates)
    return [*led, *(move for move in others if move not in led)]


def candidate_share(frame: Report, candidate: Candidate, weights: bool) -> float:
    """Return a candidate's share of the visits, or its weight."""
    if weights:
        return min(1.0, candidate.prior)
    total = total_simulations(frame)
    return candidate.visits / total if total else 0.0


def total_simulations(frame: Report) -> int:
    """Return the total simulations of a report, which may be more than its candidates' visits."""
    return max(frame.simulations + frame.kept, sum(candidate.visits for candidate in frame.candidates))


def measure_of(frames: Sequence[Report]) -> Measure:
    """Return the quantity by which the search of these reports chooses moves."""
    if any(_is_mixed(frame) for frame in frames):
        return "weights"
    return "bounds" if any(map(_deepens, frames)) else "visits"


def unit_of(report: Report) -> Unit:
    """Return the unit of a search's effort. Iterative deepening counts positions."""
    return "positions" if _deepens(report) else "simulations"


def _deepens(report: Report) -> bool:
    return any(fact.key == "depth" for fact in report.facts)


def _is_mixed(frame: Report) -> bool:
    """Return whether the bot draws from a mixed strategy, so that priors are weights.

    The weight of a first step is at least that of each plan that begins with it. A search that simulates plans and
    plays the most simulated one reports only that plan as its mixture.
    """
    if not frame.mixture or not frame.candidates:
        return False
    weights = [weight for _, weight in frame.mixture]
    return sum(weights) < 1 - ROUNDING or frame.candidates[0].prior >= min(weights) - ROUNDING


def lead_changes(frames: Sequence[Report], seat: int) -> tuple[LeadChange, ...]:
    """Return the changes of the lead with their reasons."""
    measure, led = measure_of(frames), leaders(frames)
    return tuple(
        _lead(at, frames, seat, measure, led[at], led[at - 1]) for at in range(1, len(frames)) if led[at - 1] != led[at]
    )


def _lead(at: int, frames: Sequence[Report], seat: int, measure: Measure, new: str, old: str) -> LeadChange:
    earlier, later = frames[at - 1], frames[at]
    before, after = ({candidate.move: candidate for candidate in frame.candidates} for frame in (earlier, later))
    mine, its = after.get(new), after.get(old)
    rose, fell = _change(before.get(new), mine, seat), _change(before.get(old), its, seat)
    ahead = (
        0.0
        if mine is None or its is None
        else mine.prior - its.prior
        if measure == "weights"
        else mine.visits - its.visits
    )

    def lead(why: Why, was: float | None = None, now: float | None = None) -> LeadChange:
        return LeadChange(at, later.simulations, new, old, why, was, now, measure)

    if its is not None and its.value[seat] <= -1 and _proven(old, frames[-1], seat) == -1:
        return lead("lost")
    if mine is not None and mine.value[seat] >= 1 and _proven(new, frames[-1], seat) == 1:
        return lead("won")
    if ahead < 0:
        return lead("less")
    if mine is not None and (new not in before or not before[new].visits):
        return lead("first" if measure == "visits" and _covers_all_moves(earlier) else "new", now=mine.value[seat])
    if rose is not None and rose[1] - rose[0] > EVEN and (fell is None or rose[1] - rose[0] >= fell[0] - fell[1]):
        return lead("rose", *rose)
    if fell is not None and fell[0] - fell[1] > EVEN:
        return lead("fell", *fell)
    if ahead > 0:
        return lead("more")
    even = mine is not None and its is not None and measure == "visits" and mine.value[seat] > its.value[seat]
    return lead("even" if even else "chosen")


def _change(before: Candidate | None, after: Candidate | None, seat: int) -> tuple[float, float] | None:
    """Return the values of a move before and after, or None if one is missing."""
    if before is None or after is None or not before.visits:
        return None
    return before.value[seat], after.value[seat]


def _proven(move: str, last: Report, seat: int) -> int:
    """Return the result of a move proven by the final search, or 0.

    An extreme value alone proves nothing: a single random playout can produce it.
    """
    reported = next((candidate.value[seat] for candidate in last.candidates if candidate.move == move), 0.0)
    proved = any(fact.key in ("proof", "losing") for fact in last.facts)
    return (-1 if reported <= -1 else 1 if reported >= 1 else 0) if proved else 0


def _covers_all_moves(frame: Report) -> bool:
    """Return whether a report includes every move searched so far."""
    return sum(candidate.visits for candidate in frame.candidates) >= frame.simulations + frame.kept


# Growth in records ----------------------------------------------------------------------------------------------------


def build_growth(reports: Sequence[Report], room: int) -> Growth | None:
    """Return the growth record of a decision, or None if there is nothing to store.

    The first reports to reach 1, 2, 5, 10, ... simulations are used. If they need too much room, fewer moves and then
    only every second report are stored.

    Args:
        reports: The reports of the decision, the final one last.
        room: The maximum size in bytes of JSON.
    """
    reported = [report for report in at_milestones(reports) if report.candidates]
    if len(reported) < 2:
        return None
    while len(reported) > 1:
        for most in range(MOVES, 1, -1):
            growth = _build(reported, most)
            if len(_encode(growth)) <= room:
                return growth
        reported = [*reported[-3::-2][::-1], reported[-1]]
    return None


def at_milestones(reports: Sequence[Report]) -> Iterator[Report]:
    """Yield the first report to reach each of 1, 2, 5, 10, ... simulations, and the last report."""
    milestone = 1
    for report in reports[:-1]:
        if report.simulations >= milestone:
            milestone = next_milestone(report.simulations)
            yield report
    yield from reports[-1:]


def _build(reported: Sequence[Report], most: int) -> Growth:
    """Return the growth record of the first `most` moves of `ranked_moves`."""
    moves = tuple(ranked_moves(reported)[:most])
    found = [{candidate.move: candidate for candidate in report.candidates} for report in reported]
    nothing = (0.0,) * (len(reported[-1].candidates[0].value) - 1)
    weights = tuple(
        tuple(round(float(candidates[move].prior), DIGITS) if move in candidates else 0.0 for move in moves)
        for candidates in found
    )
    return Growth(
        moves,
        tuple(report.simulations for report in reported),
        tuple(round(float(report.seconds), SECONDS_DIGITS) for report in reported),
        tuple(report.move for report in reported),
        tuple(tuple(candidates[move].visits if move in candidates else 0 for move in moves) for candidates in found),
        tuple(
            tuple(
                tuple(round(float(value), DIGITS) for value in candidates[move].value[:-1])
                if move in candidates
                else nothing
                for move in moves
            )
            for candidates in found
        ),
        weights if _priors_change(found, moves) else (),
    )


def _priors_change(found: Sequence[dict[str, Candidate]], moves: Sequence[str]) -> bool:
    """Return whether the prior of a move changed during the search."""
    return any(len({candidates[move].prior for candidates in found if move in candidates}) > 1 for move in moves)


def frames(reports: Sequence[Report]) -> tuple[Report, ...]:
    """Return the reports of a decision in the order of their simulations, the final one last.

    Earlier reports are reconstructed from the growth record, if there is one. They include only the moves already
    searched.
    """
    if not reports or reports[-1].growth is None:
        return tuple(reports)
    growth, last = reports[-1].growth, reports[-1]
    reported = [candidate.value[:-1] for candidate in last.candidates] or [
        value for row in growth.values for value in row
    ]
    if not is_valid(growth, len(reported[0]) + 1 if reported else 0):
        return (last,)
    rebuilt, priors = [], {candidate.move: candidate.prior for candidate in last.candidates}
    for row in range(len(growth.simulations) - 1):
        chosen, candidates = growth.chosen[row], []
        for column, move in enumerate(growth.moves):
            if growth.visits[row][column] or move == chosen:
                values = growth.values[row][column]
                weight = growth.weights[row][column] if growth.weights else priors.get(move, 0.0)
                candidates.append(
                    Candidate(move, growth.visits[row][column], (*values, -sum(values)), 0.0, weight, (move,))
                )
        candidates.sort(key=lambda candidate: (candidate.move != chosen, -candidate.visits))
        rebuilt.append(Report(chosen, tuple(candidates), growth.simulations[row], growth.seconds[row], last.kept))
    return (*rebuilt, last)


def is_valid(growth: Growth, seats: int) -> bool:
    """Return whether a growth record has tables of matching sizes with valid values.

    The record may come from an untrusted file.
    """
    rows, columns = len(growth.simulations), len(growth.moves)
    tables = (growth.visits, growth.values, *((growth.weights,) if growth.weights else ()))
    return (
        len(growth.seconds) == len(growth.chosen) == rows
        and all(len(table) == rows and all(len(row) == columns for row in table) for table in tables)
        and all(
            len(values) == seats - 1 and all(abs(value) <= 1 + VALUE_TOLERANCE for value in values)
            for row in growth.values
            for values in row
        )
        and all(number >= 0 for row in (growth.simulations, *growth.visits) for number in row)
    )
