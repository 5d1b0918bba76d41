"""Single simulations and nodes of a search tree in words, for the window and the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from bots.traced import Step, Traced
from fastcore import GameInfo
from workbench import boards
from workbench.boards.kit.figures import minus, percents, short, signed, worths
from workbench.reports.search_tree import Looked, SearchRow, Spot, bound
from workbench.reports.simulations import Shot, leaf_terms

TERMS = 5  # of a leaf that are told
SYMBOLS = {"decision": "●", "chance": "◆", "secret": "◧", "information": "◌", "end": "■"}
NODES = {
    "decision": "decision",
    "chance": "chance",
    "secret": "secret choice",
    "information": "information set",
    "end": "end",
}
LEAF = "■ where it ended"
SAMPLED = "A world that the seat holds possible is drawn, and shown on the board."
BEGINS = "It begins at the position."


# Single simulations


def which(number: int, place: int, count: int) -> str:
    """As in "Simulation 2,000 · 11 of 12"."""
    return f"Simulation {number:,} · {place} of {count}"


def step_cells(info: GameInfo, seat: int, step: Step) -> tuple[str, str, str, str, str]:
    """A step in a table: what is chosen there and by whom, the move, its visits, and its
    value for a seat before and after."""
    side = boards.side(info, step.actor) if step.actor >= 0 else ""
    known = (
        ("", "", "") if step.visits is None else (f"{step.visits:,}", worth(step.before, seat), worth(step.after, seat))
    )
    return (short_node(step.kind, side), step.move, *known)


def worth(values: Sequence[float], seat: int) -> str:
    return score(values[seat], len(values)) if values else ""


def moment(info: GameInfo, seat: int, shot: Shot, told: Traced) -> str:
    """What there is to be seen at one moment of a simulation, values for this seat."""
    side, step = boards.side(info, seat), shot.step
    if shot.part == "start":
        return SAMPLED if shot.sampled else BEGINS
    if shot.part == "leaf" or step is None:
        own = boards.words(info.id)
        known = [
            term(own.name("term", name), amount, product)
            for name, amount, _, product in leaf_terms(told)[:TERMS]
            if amount
        ]
        return " ".join([leaf(side, told.value[seat], told.kind, len(told.value)), *([terms(known)] if known else [])])
    if shot.part == "down":
        return down(
            boards.side(info, step.actor) if step.actor >= 0 else "", step.move, step.kind, step.prior, step.visits
        )
    before, after = (values[seat] if values else None for values in (step.before, step.after))
    return back(side, step.move, step.visits or 0, before, after, len(step.before))


def short_node(kind: str, side: str) -> str:
    """A node in a narrow column, as in "● Red"."""
    return f"{SYMBOLS[kind]} {side or NODES[kind]}"


def down(side: str, move: str, kind: str, prior: float, visits: int | None) -> str:
    """A step of the way down."""
    who = {
        "chance": "Chance draws",
        "secret": f"{side} chooses in secret",
        "information": f"{side}, by what it knows, tries",
    }.get(kind, f"{side} tries")
    if visits is None:
        return f"{who} {move}."
    chance = percents(min(1.0, prior))[0]
    known = "never tried before" if not visits else f"tried {visits:,} time{'' if visits == 1 else 's'} before"
    share = {"chance": f"probability {chance}", "secret": f"weight {chance}"}.get(kind, f"prior {chance}")
    return f"{who} {move}: {known}, {share}."


def leaf(side: str, value: float, kind: str, seats: int) -> str:
    if kind == "end":
        return f"The game ends here: {signed(value)} for {side}."
    (worth,) = worths(seats, value)
    return f"It ends here. {side}'s chances: {worth}." if seats <= 2 else f"It ends here, worth {worth} to {side}."


def back(side: str, move: str, visits: int, was: float | None, now: float | None, seats: int) -> str:
    """A step of the way back up."""
    count = f"{move} has {visits + 1:,} visit{'' if not visits else 's'} now"
    if was is None or now is None:
        return f"{count}."
    before, after = score(was, seats), score(now, seats)
    if before == after:
        return f"{count}; the position is worth {after} to {side} as before."
    return f"{count}; the position was worth {before} to {side} and is worth {after} now."


def score(value: float, seats: int) -> str:
    """A value, of two seats as a chance to win, with digits enough for single simulations, which move it by little."""
    return f"{50 * (value + 1):.2f} %" if seats <= 2 else short(value, 4)


def term(name: str, amount: float, product: float) -> str:
    return f"{name} {minus(f'{amount:g}')} ({signed(product)})"


def terms(each: Sequence[str]) -> str:
    """The terms of a static value."""
    return "The static value by its terms: " + ", ".join(each) + "."


# Nodes of a tree


def node(kind: str, side: str) -> str:
    """What a node is, as in "● decision of Red"."""
    name = NODES[kind]
    return f"{SYMBOLS[kind]} {name}" if kind in ("chance", "end") or not side else f"{SYMBOLS[kind]} {name} of {side}"


def behind(one: SearchRow) -> str:
    """A move, with the kind of node that it leads to."""
    return f"{SYMBOLS[one.kind]} {one.move}" if one.kind is not None else one.move


def row_cells(looked: Looked, spot: Spot, one: SearchRow, seat: int) -> tuple[str, str, str, str]:
    """A move of a node in a table: its visits, its share, its value for a seat, and what that lies
    between or how deep it was looked at."""
    value = f"{bound(looked, spot, one, seat)} {chances(one.value, seat)}".strip() if one.value is not None else ""
    limits = depth(one.depth) if one.depth else bounds(one.lower, one.upper)
    return ("" if spot.kind == "secret" else f"{one.visits:,}", part(one.share), value, limits)


def chances(values: Sequence[float], seat: int) -> str:
    """The value of a node in a narrow column: of two seats as a chance, of more, where it is none, as it is."""
    if len(values) > 2:
        return short(values[seat], 3)
    return f"{50 * (values[seat] + 1):.1f} %" if values else ""


def part(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.0995 or not share else f"{100 * share:.1f} %"


def depth(moves: int) -> str:
    return f"{moves} deep"


def bounds(lower: float, upper: float) -> str:
    if lower <= -1 and upper >= 1:
        return ""
    return signed(lower) if lower == upper else f"{signed(lower)} to {signed(upper)}"
