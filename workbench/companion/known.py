"""What the seat knows for certain, and what is only likely, averaged over all readings of the list."""

from __future__ import annotations

from typing import NamedTuple

from fastcore import OVER, TooMany
from workbench import boards
from workbench.boards.kit.figures import format_percents
from workbench.companion.branches import Belief
from workbench.companion.cursor import UNIFORM
from workbench.system.translation import tr

SURE = 1 - 1e-9
NEVER = 1e-12
POSITION, NEXT = "position", "next"  # what differs between readings of the list: the position, and who is next


class Known(NamedTuple):
    """A statement about something hidden or missed.

    Attributes:
        variable: The variable, such as `cure` or `2:r`, POSITION or NEXT.
        value: Its value.
        probability: The probability under the model of play.
        certain: Whether every other value is impossible, whatever the players intended.
    """

    variable: str
    value: str
    probability: float
    certain: bool


def beliefs(belief: Belief) -> dict[str, dict[str, float]]:
    """Return {variable: {value: probability}} of all that the seat does not see, under the model of play.

    These are the hidden things of the game, and the position and who is next if readings of the list differ in them.
    """
    return _mixed(belief, UNIFORM)


def statements(belief: Belief) -> tuple[Known, ...]:
    """Return the most probable value of every variable, the certain ones first, then by probability."""
    likely, possible = _mixed(belief, UNIFORM), _mixed(belief, None)
    found = list[Known]()
    for variable, values in likely.items():
        shown = belief.cursor.point.text() if variable == POSITION else ""
        value = shown or max(values, key=lambda value: (values[value], value))
        listed = possible.get(variable, values)
        certain = list(listed) == [value] and sum(listed.values()) > SURE  # not only in some readings of the list
        found.append(Known(variable, value, values[value], certain and not belief.pruned))
    return tuple(sorted(found, key=lambda known: (not known.certain, -known.probability, known.variable)))


def sentence(belief: Belief, known: Known) -> str:
    """Return a statement in words: a certain one says so, any other gives its probability."""
    fact = _fact(belief, known)
    if known.certain:
        return tr("Certain: {fact}.", fact=fact)
    (percent,) = format_percents(known.probability)
    return tr("Belief, {percent}: {fact}.", percent=percent, fact=fact)


def _fact(belief: Belief, known: Known) -> str:
    if known.variable == POSITION:
        return tr("the position is the shown one")
    if known.variable == NEXT:
        actor = int(known.value)
        if actor < 0:
            return tr("the game is over") if actor == OVER else tr("chance is next")
        return tr("{seat} is next", seat=boards.seat_name(belief.cursor.point.info, actor))
    return belief.cursor.table.belief_text(known.variable, known.value)


def _mixed(belief: Belief, model: str | None) -> dict[str, dict[str, float]]:
    sums = dict[str, dict[str, float]]()
    if len({branch.cursor.point.key for branch in belief.branches}) > 1:
        for (cursor, _), weight in zip(belief.branches, belief.weights, strict=True):
            _add(sums, POSITION, cursor.point.text(), weight)
            _add(sums, NEXT, str(cursor.actor), weight)
        sums = {name: values for name, values in sums.items() if len(values) > 1}
    for (cursor, _), weight in zip(belief.branches, belief.weights, strict=True):
        point = cursor.point
        if not point.info.has.covered:
            continue
        try:
            hidden = point.beliefs(model if model is None or model in point.info.policies else None)
        except TooMany:
            continue
        for variable, values in hidden.items():
            for value, chance in values.items():
                if chance > NEVER:
                    _add(sums, variable, str(value), weight * chance)
    return sums


def _add(sums: dict[str, dict[str, float]], variable: str, value: str, chance: float) -> None:
    values = sums.setdefault(variable, {})
    values[value] = values.get(value, 0.0) + chance
