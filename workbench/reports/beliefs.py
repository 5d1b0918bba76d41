"""What one seat believes and would believe if something more were known: prior, likelihood and posterior."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fastcore import Viewpoint

MOST_WORLDS = 100_000


class Share(NamedTuple):
    """One way in which something may be: how likely it is, how likely what is supposed is if so, and how likely it is
    then. Posterior = prior x likelihood / chance of what is supposed."""

    how: str
    prior: float
    likelihood: float
    posterior: float


class Supposed(NamedTuple):
    """`chance`: how likely what is supposed is; `worlds` before and after, `bits` unknown before and after; `beliefs`:
    by what is unknown its ways."""

    facts: tuple[str, ...]
    chance: float
    worlds: tuple[int, int]
    bits: tuple[float, float]
    beliefs: dict[str, tuple[Share, ...]]


def suppose(point: Viewpoint, facts: Sequence[str], model: str | None = None) -> Supposed:
    """What a seat would believe if these facts held too, () for none; by a model of the game, None: choices of others
    tell nothing. Conflict if they cannot be, TooMany or ValueError where worlds cannot be listed."""
    before = dict(point.worlds(MOST_WORLDS, model))
    told = point.suppose(*facts) if facts else point
    possible = {text for text, _ in told.worlds(MOST_WORLDS)}
    chance = sum(weight for text, weight in before.items() if text in possible)
    prior, after = point.beliefs(model), told.beliefs(model)
    beliefs = {what: _shares(held, after.get(what, {}), chance) for what, held in prior.items()}
    return Supposed(
        tuple(facts), chance, (len(before), len(possible)), (point.entropy(model), told.entropy(model)), beliefs
    )


def _shares(prior: Mapping[str | int, float], posterior: Mapping[str | int, float], chance: float) -> tuple[Share, ...]:
    found = []
    for how, share in prior.items():
        then = posterior.get(how, 0.0)
        found.append(Share(str(how), share, min(1.0, then * chance / share) if share > 0 else 0.0, then))
    return tuple(sorted(found, key=lambda one: (-one.posterior, -one.prior)))
