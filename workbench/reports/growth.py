"""How a choice grew during a search: what each move had at each time, which move led and
why, and how a record stores that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from bots.report import NEAR, Candidate, Growth, Report, next_milestone

Why = Literal["lost", "won", "less", "first", "new", "rose", "fell", "more", "even", "chosen"]
Measure = Literal["visits", "weights", "bounds"]
Unit = Literal["simulations", "positions"]
EVEN = 0.005  # a value that changed by less did not
ROUNDING = 0.002  # weights are kept rounded
DIGITS = 3  # after the point, of weights that are compared: as many as are kept
MOVES = 5  # that a record tells of
SECONDS_DIGITS = 4  # after the point; of values and weights as many as those have that are compared

_encode = msgspec.json.Encoder().encode


class MoveCurve(NamedTuple):
    """A move at every time: its share of the visits (its weight, where choices are mixed), and its value for one seat,
    None where nothing is told of it."""

    move: str
    shares: tuple[float | None, ...]
    values: tuple[float | None, ...]


class Lead(NamedTuple):
    """From one of the times on (`at`, its number) another move led: `move` instead of `before`.

    A move leads that would have been played then; where one is drawn by lot the one of most weight, or most visits,
    does. `why`: the old one was "lost" by force or the new one "won"; it was chosen though it has "less" of the search;
    it was looked at for the "first" time, or was not among the leading ones before and is "new" there; its value
    "rose", or that of the old one "fell"; it has "more" of the search by now (or weight), or as much ("even") and the
    better value; or it was just "chosen", as nothing of this is known. `was` and `now` are the values that this is
    about, None where none is told. `measure` is what moves are chosen by: in "bounds" a move that does not lead is
    worth its value at most.
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
    """`simulations` of the times, the move that `leads` at each, the curves of the moves that were told of (those that
    led last first), the changes of the lead, what moves are chosen by, the one that lot `drew` in the end where another
    leads ("" for none), and what was counted at the times."""

    simulations: tuple[int, ...]
    leaders: tuple[str, ...]
    curves: tuple[MoveCurve, ...]
    leads: tuple[Lead, ...]
    measure: Measure
    drew: str
    unit: Unit

    @property
    def weights(self) -> bool:
        """Whether shares are weights of a mixed strategy."""
        return self.measure == "weights"


def choice_growth(frames: Sequence[Report], seat: int, view: int | None = None, most: int = 5) -> ChoiceGrowth:
    """What the reports of a decision of a seat, in the order of their simulations, tell of at most so many moves. The
    curves' values are those of the seat that decides, or of another that views it; why another move led rests on what
    it is worth to the one that decides."""
    told = [frame for frame in frames if frame.candidates]
    viewer = seat if view is None else view
    measure, led = measure_of(told), leaders(told)
    weights = measure == "weights"
    held = [{one.move: one for one in frame.candidates} for frame in told]
    moves = telling(told)[:most]
    curves = []
    for move in moves:
        shares = tuple(
            share(frame, one[move], weights) if move in one else None for frame, one in zip(told, held, strict=True)
        )
        values = tuple(
            one[move].value[viewer] if move in one and (one[move].visits or weights) else None for one in held
        )
        curves.append(MoveCurve(move, shares, values))
    numbers = tuple(frame.simulations for frame in told)
    drew = told[-1].move if led and led[-1] != told[-1].move else ""
    return ChoiceGrowth(
        numbers, led, tuple(curves), leads(told, seat), measure, drew, unit_of(told[-1]) if told else "simulations"
    )


def leaders(frames: Sequence[Report]) -> tuple[str, ...]:
    """The move that led at each time: what would have been played, or what had most of the search or most weight where
    one is drawn by lot. Among equal weights it is the one that led before."""
    if is_left_to_lot(frames):
        return tuple(max(frame.candidates, key=lambda one: one.visits).move for frame in frames)
    if measure_of(frames) != "weights":
        return tuple(frame.move for frame in frames)
    found: list[str] = []
    for frame in frames:
        weights = {one.move: round(one.prior, DIGITS) for one in frame.candidates}
        most = max(weights.values(), default=0.0)
        best = [move for move, weight in weights.items() if weight == most] or [frame.move]
        found.append(found[-1] if found and found[-1] in best else best[0])
    return tuple(found)


def is_left_to_lot(frames: Sequence[Report]) -> bool:
    """Whether lot drew another move than the one that the search went to most, as it does for weak levels."""
    return bool(frames) and any(fact.key == "best" and "lot" in fact.values for fact in frames[-1].facts)


def telling(frames: Sequence[Report]) -> list[str]:
    """The moves that were told of: those that led last and earlier, then the best at the end."""
    led = dict.fromkeys(reversed(leaders(frames)))
    others = dict.fromkeys(one.move for frame in reversed(frames) for one in frame.candidates)
    return [*led, *(move for move in others if move not in led)]


def share(frame: Report, one: Candidate, weights: bool) -> float:
    """A candidate's share of the visits, or its weight."""
    if weights:
        return min(1.0, one.prior)
    total = searched_in(frame)
    return one.visits / total if total else 0.0


def searched_in(frame: Report) -> int:
    """The simulations that a report is of; its candidates are not all that they went to."""
    return max(frame.simulations + frame.kept, sum(one.visits for one in frame.candidates))


def measure_of(frames: Sequence[Report]) -> Measure:
    """What these reports of one search choose by."""
    if any(_is_mixed(frame) for frame in frames):
        return "weights"
    return "bounds" if any(map(_deepens, frames)) else "visits"


def unit_of(report: Report) -> Unit:
    """What the effort of a search is counted in: one that deepens visits positions, and simulates nothing."""
    return "positions" if _deepens(report) else "simulations"


def _deepens(report: Report) -> bool:
    return any(fact.key == "depth" for fact in report.facts)


def _is_mixed(frame: Report) -> bool:
    """Whether it draws from a mixed strategy: then the priors are weights, and a step has that of the plan that begins
    with it at least. (A search that simulates plans and writes the one simulated most tells of that one alone.)"""
    if not frame.mixture or not frame.candidates:
        return False
    weights = [weight for _, weight in frame.mixture]
    return sum(weights) < 1 - ROUNDING or frame.candidates[0].prior >= min(weights) - ROUNDING


def leads(frames: Sequence[Report], seat: int) -> tuple[Lead, ...]:
    """When another move led, and why."""
    measure, led = measure_of(frames), leaders(frames)
    return tuple(
        _lead(at, frames, seat, measure, led[at], led[at - 1]) for at in range(1, len(frames)) if led[at - 1] != led[at]
    )


def _lead(at: int, frames: Sequence[Report], seat: int, measure: Measure, new: str, old: str) -> Lead:
    earlier, later = frames[at - 1], frames[at]
    before, after = ({one.move: one for one in frame.candidates} for frame in (earlier, later))
    mine, its = after.get(new), after.get(old)
    rose, fell = _change(before.get(new), mine, seat), _change(before.get(old), its, seat)
    ahead = (
        0.0
        if mine is None or its is None
        else mine.prior - its.prior
        if measure == "weights"
        else mine.visits - its.visits
    )

    def lead(why: Why, was: float | None = None, now: float | None = None) -> Lead:
        return Lead(at, later.simulations, new, old, why, was, now, measure)

    if its is not None and its.value[seat] <= -1 and _proven(old, frames[-1], seat) == -1:
        return lead("lost")
    if mine is not None and mine.value[seat] >= 1 and _proven(new, frames[-1], seat) == 1:
        return lead("won")
    if ahead < 0:
        return lead("less")
    if mine is not None and (new not in before or not before[new].visits):
        return lead("first" if measure == "visits" and _all_told(earlier) else "new", now=mine.value[seat])
    if rose is not None and rose[1] - rose[0] > EVEN and (fell is None or rose[1] - rose[0] >= fell[0] - fell[1]):
        return lead("rose", *rose)
    if fell is not None and fell[0] - fell[1] > EVEN:
        return lead("fell", *fell)
    if ahead > 0:
        return lead("more")
    even = mine is not None and its is not None and measure == "visits" and mine.value[seat] > its.value[seat]
    return lead("even" if even else "chosen")


def _change(before: Candidate | None, after: Candidate | None, seat: int) -> tuple[float, float] | None:
    """The value of a move before and after, if it had one."""
    if before is None or after is None or not before.visits:
        return None
    return before.value[seat], after.value[seat]


def _proven(move: str, last: Report, seat: int) -> int:
    """The result that the search in the end had proven of a move, 0 for none. A value alone proves nothing: a single
    game played at random to its end has one as high."""
    told = next((one.value[seat] for one in last.candidates if one.move == move), 0.0)
    proved = any(fact.key in ("proof", "losing") for fact in last.facts)
    return (-1 if told <= -1 else 1 if told >= 1 else 0) if proved else 0


def _all_told(frame: Report) -> bool:
    """Whether a report tells of every move that had been looked at by then."""
    return sum(one.visits for one in frame.candidates) >= frame.simulations + frame.kept


# Growth in records ----------------------------------------------------------------------------------------------------


def grown(reports: Sequence[Report], room: int) -> Growth | None:
    """What the reports of one decision, the last being its choice, tell of how it grew, in at most so many bytes of
    JSON; None if there is nothing on the way, or no room.

    The first reports to have reached 1, 2, 5, 10, ... simulations are taken. Where they do not fit there are fewer
    moves, and then every other of them.
    """
    told = [report for report in at_milestones(reports) if report.candidates]
    if len(told) < 2:
        return None
    while len(told) > 1:
        for most in range(MOVES, 1, -1):
            growth = _together(told, most)
            if len(_encode(growth)) <= room:
                return growth
        told = [*told[-3::-2][::-1], told[-1]]
    return None


def at_milestones(reports: Sequence[Report]) -> Iterator[Report]:
    """The first of the reports to have reached each of 1, 2, 5, 10, ... simulations, and the last."""
    wanted = 1
    for report in reports[:-1]:
        if report.simulations >= wanted:
            wanted = next_milestone(report.simulations)
            yield report
    yield from reports[-1:]


def _together(told: Sequence[Report], most: int) -> Growth:
    """The moves are those that led last and earlier, then the best at the end."""
    moves = tuple(telling(told)[:most])
    found = [{one.move: one for one in report.candidates} for report in told]
    nothing = (0.0,) * (len(told[-1].candidates[0].value) - 1)
    weights = tuple(
        tuple(round(float(held[move].prior), DIGITS) if move in held else 0.0 for move in moves) for held in found
    )
    return Growth(
        moves,
        tuple(report.simulations for report in told),
        tuple(round(float(report.seconds), SECONDS_DIGITS) for report in told),
        tuple(report.move for report in told),
        tuple(tuple(held[move].visits if move in held else 0 for move in moves) for held in found),
        tuple(
            tuple(
                tuple(round(float(value), DIGITS) for value in held[move].value[:-1]) if move in held else nothing
                for move in moves
            )
            for held in found
        ),
        weights if _priors_change(found, moves) else (),
    )


def _priors_change(found: Sequence[dict[str, Candidate]], moves: Sequence[str]) -> bool:
    """Whether a move's prior was another one at another time."""
    return any(len({held[move].prior for held in found if move in held}) > 1 for move in moves)


def frames(reports: Sequence[Report]) -> tuple[Report, ...]:
    """The reports of a decision in the order of their simulations, the last being its choice: those on the way are made
    from its growth if it has one. A move that was not told of at a time is left out of that one."""
    if not reports or reports[-1].growth is None:
        return tuple(reports)
    growth, last = reports[-1].growth, reports[-1]
    told = [one.value[:-1] for one in last.candidates] or [one for row in growth.values for one in row]
    if not sound(growth, len(told[0]) + 1 if told else 0):
        return (last,)
    made, priors = [], {one.move: one.prior for one in last.candidates}
    for row in range(len(growth.simulations) - 1):
        chosen, candidates = growth.chosen[row], []
        for column, move in enumerate(growth.moves):
            if growth.visits[row][column] or move == chosen:
                values = growth.values[row][column]
                weight = growth.weights[row][column] if growth.weights else priors.get(move, 0.0)
                candidates.append(
                    Candidate(move, growth.visits[row][column], (*values, -sum(values)), 0.0, weight, (move,))
                )
        candidates.sort(key=lambda one: (one.move != chosen, -one.visits))
        made.append(Report(chosen, tuple(candidates), growth.simulations[row], growth.seconds[row], last.kept))
    return (*made, last)


def sound(growth: Growth, seats: int) -> bool:
    """Whether the parts of a growth, which may come from anywhere, fit each other and a table with so many seats."""
    rows, columns = len(growth.simulations), len(growth.moves)
    tables = (growth.visits, growth.values, *((growth.weights,) if growth.weights else ()))
    return (
        len(growth.seconds) == len(growth.chosen) == rows
        and all(len(table) == rows and all(len(row) == columns for row in table) for table in tables)
        and all(
            len(values) == seats - 1 and all(abs(value) <= 1 + NEAR for value in values)
            for row in growth.values
            for values in row
        )
        and all(number >= 0 for row in (growth.simulations, *growth.visits) for number in row)
    )
