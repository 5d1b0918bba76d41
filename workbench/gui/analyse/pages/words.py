"""Texts of the pages of the Analyse mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.boards.kit.figures import format_chances, format_evaluations, format_percents
from workbench.reports.growth import ChoiceGrowth, LeadChange
from workbench.reports.search_words import node_text, search_amount
from workbench.system.language.formats import format_count, format_number, localised
from workbench.system.translation import tr, trn

GROWTH, TRACE, TREE, PLANS, BELIEFS = tr("Progress"), tr("Steps"), tr("Tree"), tr("Plans"), tr("Beliefs")
KEPT_TREES = tr("Saved trees")

# Progress
NOT_SEARCHED = tr("No search here yet. Press Space to analyse.")
ONE_TIME = tr("Only the result of this search is known.")
NOT_A_SEARCH = tr("This bot does not search, so its choice has no history.")
SHARES, VALUES, WEIGHTS = tr("Share"), tr("Value"), tr("Weight")
SHARES_TIP = tr("Each move's share of the search over time")
WEIGHTS_TIP = tr("Each step's weight in the mixed strategy over time")
VALUES_TIP = tr("Each move's value for the selected seat over time")
GROWTH_HEAD = tr("How the choice developed")
GROWTH_KEYS = tr("Arrows, Home and End step through the search. V: values or shares")
WHY_PAGE = tr("Why")
NOTHING_FOUND = tr("No results yet. Press Space to analyse.")
# What each page shows, by its name.
MEANINGS = {
    "why": tr("The reasons for the best move, or against the selected one"),
    "growth": tr("How the bot's choice changed while it searched"),
    "trace": tr("The lines that the bot tried, one after another"),
    "tree": tr("All lines that the bot has looked at"),
    "plans": tr("How well each secret plan does against each other"),
    "beliefs": tr("What a player can infer about hidden things"),
}
WHY_PLAN = tr("Why this plan")


def effort(number: int, unit: str) -> str:
    """Return an amount of search, such as "2,000 simulations"."""
    return search_amount(format_count(number), unit, number)


def time_sentence(growth: ChoiceGrowth, at: int, side: str, seats: int) -> str:
    """Return the sentence about the leading move, such as "2,000 simulations: d6 leads with 31 %, value 58 % for Red".

    For a mixed strategy, the sentence at the last time also names the move picked.

    Args:
        growth: The history of the search.
        at: The index of the time.
        side: The name of the player for whom the value is given.
        seats: The number of seats.
    """
    leader = growth.leaders[at]
    shares_and_values = {curve.move: (curve.shares[at], curve.values[at]) for curve in growth.curves}
    shares = {
        move: format_percents(min(1.0, share))[0] for move, (share, _) in shares_and_values.items() if share is not None
    }
    value = shares_and_values[leader][1] if leader in shares_and_values else None
    value_text = (
        ""
        if value is None
        else tr(", value {evaluation} for {side}", evaluation=format_evaluations(seats, value)[0], side=side)
    )
    drew = (
        tr("; {drawn_move} was picked at random", drawn_move=growth.drawn_move)
        if growth.drawn_move and at == len(growth.simulations) - 1
        else ""
    )
    drawn = f" ({shares[growth.drawn_move]})" if drew and growth.drawn_move in shares else ""
    lead = _leading(growth, at, leader, shares)
    return f"{effort(growth.simulations[at], growth.unit)}: {lead}{value_text}{drew}{drawn}."


def _leading(growth: ChoiceGrowth, at: int, leader: str, shares: Mapping[str, str]) -> str:
    """Return the text about the leading move.

    Say "leads with" only if no move has more visits. In a mixed strategy, give the weight instead.
    """
    share = shares.get(leader)
    if share is None:
        return tr("{leader} leads", leader=leader)
    if growth.weights:
        return (
            tr("{leader} has all the weight", leader=leader)
            if share == localised("100 %")
            else tr("mixed strategy, {leader} {share}", leader=leader, share=share)
        )
    if growth.measure == "bounds":
        return tr("{leader} is best, with {share} of them", leader=leader, share=share)
    top = max(growth.curves, key=lambda curve: curve.shares[at] or 0.0)
    leader_share = next(curve.shares[at] for curve in growth.curves if curve.move == leader)
    if (leader_share or 0.0) < (top.shares[at] or 0.0):
        return tr(
            "{leader} is chosen with {share} of the search, though {move} has {share2}",
            leader=leader,
            share=share,
            move=top.move,
            share2=shares[top.move],
        )
    return tr("{leader} leads with {share}", leader=leader, share=share)


def lead_sentence(lead: LeadChange, seats: int, side: str = "") -> str:
    """Return the sentence about when and why another move took the lead.

    Args:
        lead: The change of the lead.
        seats: The number of seats.
        side: The name of the player to move, or "" if the page shows values for that player anyway.
    """
    whose, whom = (tr(" for {side}", side=side), tr(" to {side}", side=side)) if side else ("", "")
    comes = {"weights": tr("overtakes"), "bounds": tr("becomes better than"), "visits": tr("takes the lead from")}[
        lead.measure
    ]
    where = tr(
        "At {simulations:,}, {move} {comes} {before}",
        simulations=lead.simulations,
        move=lead.move,
        comes=comes if lead.why != "less" else tr("is preferred to"),
        before=lead.before,
    )
    value_texts = format_evaluations(seats, *(value for value in (lead.was, lead.now) if value is not None))
    was, now = value_texts[0] if value_texts else "", value_texts[-1] if value_texts else ""
    bound = tr(" at most") if lead.measure == "bounds" else ""
    measure = tr("weight") if lead.measure == "weights" else tr("of the search")
    why = {
        "lost": tr("{before} loses by force", before=lead.before),
        "won": tr("it wins by force"),
        "less": tr("though {before} has more {measure}", before=lead.before, measure=measure),
        "first": tr("it was searched for the first time and is worth {now}{whom}", now=now, whom=whom),
        "new": tr("it was not a leading move before and is worth {now}{whom}", now=now, whom=whom),
        "rose": tr("its value{whose} has risen from {was}{bound} to {now}", whose=whose, was=was, bound=bound, now=now),
        "fell": tr(
            "the value of {before}{whose} has fallen from {was} to {now}{bound}",
            before=lead.before,
            whose=whose,
            was=was,
            now=now,
            bound=bound,
        ),
        "more": tr("it now has more {measure} than {before}", measure=measure, before=lead.before),
        "even": tr("with the same share of the search, it is worth more{whom}", whom=whom),
        "chosen": "",
    }[lead.why]
    return f"{where}: {why}." if why else f"{where}."


def short(number: int) -> str:
    """Return a number of simulations for an axis: 1, 500, 2 k, 1 M."""
    for size, name in ((10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{format_number(number / size, '.0f' if number % size == 0 else '.1f')} {name}"
    return str(number)


def no_leads(growth: ChoiceGrowth) -> str:
    """Return the sentence that one move led throughout a search."""
    how = {"weights": tr("had the most weight"), "bounds": tr("was best"), "visits": tr("led")}[growth.measure]
    return tr("{last} {how} throughout.", last=growth.leaders[-1], how=how)


# Steps
NO_TRACES = tr("No simulations recorded. Turn on the bot's option “trace” to record them.")
CANNOT_TRACE = tr("Alpha-beta has no simulations. See its lines on the page Tree.")
TRACE_KEYS = tr("Left, Right: steps. Page Up, Page Down: previous or next simulation")
STEPS = tr("step")
STEP_COLUMNS = {"visits": tr("visits"), "before": tr("before"), "after": tr("after")}


# Tree
SOURCES = {
    "live": tr("current search"),
    "saved": tr("saved tree"),
    "report": tr("the record's candidates and their lines"),
}
COLUMNS = {
    "visits": tr("visits"),
    "share": tr("share"),
    "value": tr("value"),
    "bounds": tr("bounds"),
    "depth": tr("depth"),
}
WEIGHT = tr("weight")  # replaces the heading of the share column for mixed strategies


def valued(side: str) -> str:
    """Return the heading of the value column."""
    return tr("for {side}", side=side)


MIN = tr("At least")
MIN_TIP = tr("Hide moves with fewer visits")
KEEP, OPEN = tr("Save tree…"), tr("Open…")
KEEP_TIP = tr("Save the most visited part of the tree in a file")
OPEN_TIP = tr("Explore a tree from a file")
NOT_LIVE = tr("No search of this session here. Analyse this position first.")
RUNNING = tr("Stop the analysis first.")
READING = tr("Reading the tree…")
NO_DEEPER = tr("The tree ends here: below this move, the possible positions differ.")


MOVE = tr("move")


def more(count: int) -> str:
    """Return the text of the row that counts the moves left out."""
    return tr("… {count:,} more with fewer visits", count=count)


def spot(kind: str, side: str, path: Sequence[str], visits: int, value: str) -> str:
    """Return the description of a node in one line."""
    parts = [
        node_text(kind, side),
        tr("after {path}", path=" ".join(path)),
        *([trn("{count:,} visit", "{count:,} visits", visits)] if visits else []),
        *([value] if value else []),
    ]
    return " · ".join(parts)


def from_file(name: str) -> str:
    """Return the source name of a saved tree."""
    return tr("{name}, a saved tree", name=name)


def other_game(name: str, spec: str) -> str:
    """Return the error that a saved tree belongs to another game."""
    return tr("{name} belongs to {spec}. First open a game with these rules.", name=name, spec=spec)


def source(kind: str, bot: str) -> str:
    """Return the source name of the shown tree, with its bot if known."""
    return f"{bot} · {SOURCES[kind]}" if bot else SOURCES[kind]


def keeping_tree(name: str) -> str:
    """Return the message shown while a tree is being saved."""
    return tr("Saving {name}…", name=name)


def kept_tree(name: str, nodes: int) -> str:
    """Return the message that a tree was saved."""
    return trn(
        "Saved {count:,} node of this tree in {name}.",
        "Saved {count:,} nodes of this tree in {name}.",
        nodes,
        name=name,
    )


# Plans
NOT_KEPT = tr("The record has no payoff matrix. Analyse the position to see one.")
NO_PAYOFFS = tr("This bot has no payoff matrix, only plans with their shares.")


NO_MIXTURE = tr("This search reported no plans. Analyse the position to see them.")


def weight(share: float) -> str:
    """Return a weight formatted for a narrow column, without a space in any language."""
    return f"{format_number(100 * share, '.0f')}%" if share >= 0.005 else "0" if share < 5e-7 else "<1%"


def letter(number: int) -> str:
    """Return the letter of an opponent's plan: A, B, C, ..."""
    return chr(ord("A") + number)


def cell(own_plan: str, opponent_plan: str, value: float, own_weight: float, opponent_weight: float) -> str:
    """Return the description of a pair of plans with their weights and payoff."""
    own_share, other_share = format_percents(own_weight)[0], format_percents(opponent_weight)[0]
    return tr(
        "{own_plan} ({own_share}) against {opponent_plan} ({other_share}): {chance}.",
        own_plan=own_plan,
        own_share=own_share,
        opponent_plan=opponent_plan,
        other_share=other_share,
        chance=format_chances(value)[0],
    )


def mixed(value: float, side: str) -> str:
    """Return the sentence about the value of the mixed strategies."""
    return tr(
        "This mix gives {side} {chance} against every opposing plan shown.",
        chance=format_chances(value)[0],
        side=side,
    )


# Beliefs
BELIEFS_KEYS = tr("Type assumptions such as 2:b=2, then press Enter. Esc clears them")
SUPPOSE = tr("Suppose")
SUPPOSE_TIP = tr("Facts separated by spaces, such as cure=gb, 2:r>=1 or hidden=rb")
PRIOR, LIKELIHOOD, POSTERIOR = tr("now"), tr("likelihood"), tr("then")
BOT, WHAT = tr("bot"), tr("what")
NOBODY_DECIDES = tr("No player decides here.")
THINKING = tr("Counting the possible positions…")


def about(topic: str) -> str:
    """Return the label of a belief; the topic "2:r" is how many cards of kind r seat 2 holds."""
    seat, colon, card = topic.partition(":")
    return tr("seat {seat}, {card}", seat=seat, card=card) if colon else topic


def supposed(chance: float, before: int, after: int, bits: tuple[float, float]) -> str:
    """Return the sentence about the effect of assumed facts.

    Args:
        chance: The probability of the facts.
        before: The number of possible worlds without them.
        after: The number of possible worlds with them.
        bits: The entropy in bits before and after.
    """
    likely = format_percents(min(1.0, chance))[0]
    return tr(
        "Probability {likely} · {after:,} of {before:,} positions · {bit:.2f} → {bit2:.2f} bits unknown",
        likely=likely,
        after=after,
        before=before,
        bit=bits[0],
        bit2=bits[1],
    )


def believed(worlds: int, bits: float) -> str:
    """Return the sentence about the number of possible worlds and their entropy in bits."""
    return trn(
        "{count:,} possible position · {bits:.2f} bits unknown",
        "{count:,} possible positions · {bits:.2f} bits unknown",
        worlds,
        bits=bits,
    )


def why(move: str) -> str:
    """Return the heading of the reasons for a move."""
    return tr("Why {move}", move=move)


def why_not(move: str) -> str:
    """Return the heading of the reasons against a move."""
    return tr("Why not {move}", move=move)
