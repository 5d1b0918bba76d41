"""Texts about single simulations and nodes of a search tree, for the window and the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from bots.traced import Step, Traced
from fastcore import GameInfo
from workbench import boards
from workbench.boards.kit.figures import (
    format_evaluations,
    format_percents,
    format_signed,
    format_value,
    with_minus_sign,
)
from workbench.reports.search_tree import SearchRow, TreeNode, TreeView, bound
from workbench.reports.simulations import Moment, leaf_terms
from workbench.system.language.formats import format_count, format_number, format_percent
from workbench.system.translation import tr, trn

TERMS = 5  # the maximum number of terms of a leaf shown
SYMBOLS = {"decision": "●", "chance": "◆", "secret": "◧", "information": "◌", "end": "■"}
NODES = {
    "decision": tr("decision"),
    "chance": tr("chance"),
    "secret": tr("secret choice"),
    "information": tr("information set"),
    "end": tr("end"),
}
LEAF = tr("■ end of the simulation")
SAMPLED = tr("The search picks one possible position at random. The board shows it.")
BEGINS = tr("The simulation starts from this position.")


# Single simulations ---------------------------------------------------------------------------------------------------


def simulation_title(number: int, place: int, count: int) -> str:
    """Return a title such as "Simulation 2,000 · 11 of 12"."""
    return tr("Simulation {number:,} · {place} of {count}", number=number, place=place, count=count)


def step_cells(info: GameInfo, seat: int, step: Step) -> tuple[str, str, str, str, str]:
    """Return a step as table cells: node, move, visits, and the value for a seat before and after."""
    side = boards.seat_name(info, step.actor) if step.actor >= 0 else ""
    known = (
        ("", "", "")
        if step.visits is None
        else (format_count(step.visits), seat_value_text(step.before, seat), seat_value_text(step.after, seat))
    )
    return (short_node(step.kind, side), step.move, *known)


def seat_value_text(values: Sequence[float], seat: int) -> str:
    """Return the value for a seat as text, or "" if there is none."""
    return value_text(values[seat], len(values)) if values else ""


def moment(info: GameInfo, seat: int, shot: Moment, trace: Traced) -> str:
    """Return a description of one moment of a simulation, with values for a seat."""
    side, step = boards.seat_name(info, seat), shot.step
    if shot.part == "start":
        return SAMPLED if shot.sampled else BEGINS
    if shot.part == "leaf" or step is None:
        own = boards.words(info.id)
        known = [
            term_text(own.report_name("term", name), amount, product)
            for name, amount, _, product in leaf_terms(trace)[:TERMS]
            if amount
        ]
        return " ".join(
            [leaf_text(side, trace.value[seat], trace.kind, len(trace.value)), *([terms_text(known)] if known else [])]
        )
    if shot.part == "down":
        return descent_text(
            boards.seat_name(info, step.actor) if step.actor >= 0 else "", step.move, step.kind, step.prior, step.visits
        )
    before, after = (values[seat] if values else None for values in (step.before, step.after))
    return backup_text(side, step.move, step.visits or 0, before, after, len(step.before))


def short_node(kind: str, side: str) -> str:
    """Return a node for a narrow column, such as "● Red"."""
    return f"{SYMBOLS[kind]} {side or NODES[kind]}"


def descent_text(side: str, move: str, kind: str, prior: float, visits: int | None) -> str:
    """Return a sentence about a step down the tree. `visits` is None if the node has no statistics."""
    actor = {
        "chance": tr("Chance draws"),
        "secret": tr("{side} chooses in secret", side=side),
        "information": tr("{side}, with its own information, tries", side=side),
    }.get(kind, tr("{side} tries", side=side))
    if visits is None:
        return f"{actor} {move}."
    chance = format_percents(min(1.0, prior))[0]
    known = (
        tr("not tried before")
        if not visits
        else trn("tried {count:,} time before", "tried {count:,} times before", visits)
    )
    share = {"chance": tr("probability {chance}", chance=chance), "secret": tr("weight {chance}", chance=chance)}.get(
        kind, tr("prior {chance}", chance=chance)
    )
    return f"{actor} {move}: {known}, {share}."


def leaf_text(side: str, value: float, kind: str, seats: int) -> str:
    """Return a sentence about the value at the end of a simulation."""
    if kind == "end":
        return tr(
            "The game ends here: {evaluation} for {side}.", evaluation=format_evaluations(seats, value)[0], side=side
        )
    (value_words,) = format_evaluations(seats, value)
    return (
        tr("The simulation ends here. {side}'s chances: {value_words}.", side=side, value_words=value_words)
        if seats <= 2
        else tr("The simulation ends here, worth {value_words} to {side}.", value_words=value_words, side=side)
    )


def backup_text(side: str, move: str, visits: int, was: float | None, now: float | None, seats: int) -> str:
    """Return a sentence about the backup of a value to a move.

    `visits` is the number before the backup, `was` and `now` are the values before and after, from the point of view of
    `side`.
    """
    count = trn("{move} has {count:,} visit now", "{move} has {count:,} visits now", visits + 1, move=move)
    if was is None or now is None:
        return f"{count}."
    before, after = value_text(was, seats), value_text(now, seats)
    if before == after:
        return tr("{count}; the position is worth {after} to {side} as before.", count=count, after=after, side=side)
    return tr(
        "{count}; the position was worth {before} to {side} and is worth {after} now.",
        count=count,
        before=before,
        side=side,
        after=after,
    )


def value_text(value: float, seats: int) -> str:
    """Return a value as text: a winning chance for two seats, otherwise the value itself.

    The number of decimals is high enough to show the effect of a single simulation.
    """
    return format_percent((value + 1) / 2, 2) if seats <= 2 else format_value(value, 4)


def term_text(name: str, amount: float, product: float) -> str:
    """Return a term of a static evaluation with its amount and its product."""
    return f"{name} {with_minus_sign(format_number(amount, 'g'))} ({format_signed(product)})"


def terms_text(parts: Sequence[str]) -> str:
    """Return a sentence with the terms of a static evaluation."""
    return tr("The static value by its terms: ") + ", ".join(parts) + "."


# Nodes of a tree ------------------------------------------------------------------------------------------------------


def node_text(kind: str, side: str) -> str:
    """Return a description of a node such as "● decision of Red"."""
    name = NODES[kind]
    return (
        f"{SYMBOLS[kind]} {name}"
        if kind in ("chance", "end") or not side
        else tr("{symbol} {name} of {side}", symbol=SYMBOLS[kind], name=name, side=side)
    )


def move_with_symbol(row: SearchRow) -> str:
    """Return a move with the symbol of the node below it."""
    return f"{SYMBOLS[row.kind]} {row.move}" if row.kind is not None else row.move


def row_cells(view: TreeView, spot: TreeNode, row: SearchRow, seat: int) -> tuple[str, str, str, str]:
    """Return a move as table cells: visits, share, value for a seat, and depth or proven bounds."""
    value = (
        f"{bound(view, spot, row, seat)} {node_value_text(row.value, seat)}".strip() if row.value is not None else ""
    )
    seats = len(row.value) if row.value is not None else 2
    limits = depth_text(row.depth) if row.depth else bounds_text(row.lower, row.upper, seats)
    return ("" if spot.kind == "secret" else format_count(row.visits), share_text(row.share), value, limits)


def node_value_text(values: Sequence[float], seat: int) -> str:
    """Return the value of a node for a narrow column: a winning chance for two seats, otherwise the value itself."""
    if len(values) > 2:
        return format_value(values[seat], 3)
    return format_percent((values[seat] + 1) / 2, 1) if values else ""


def share_text(share: float) -> str:
    """Return a share as a percentage, with one decimal below 10 %."""
    return format_percent(share) if share >= 0.0995 or not share else format_percent(share, 1)


def depth_text(moves: int) -> str:
    """Return the depth of a search in moves as text."""
    return tr("{moves} deep", moves=moves)


def bounds_text(lower: float, upper: float, seats: int) -> str:
    """Return proven bounds as evaluations, or "" if nothing is proven."""
    if lower <= -1 and upper >= 1:
        return ""
    low, high = format_evaluations(seats, lower, upper)
    return low if lower == upper else tr("{low} to {high}", low=low, high=high)


def search_amount(number: str, unit: str, count: float) -> str:
    """Return an amount of search, such as "2,000 simulations".

    Args:
        number: The number as text, which may be rounded.
        unit: "simulations" or "positions".
        count: The number, which decides between singular and plural.
    """
    if unit == "positions":
        return trn("{number} position", "{number} positions", count, number=number)
    return trn("{number} simulation", "{number} simulations", count, number=number)
