"""A seat's beliefs under a supposition: prior, likelihood and posterior."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fastcore import Viewpoint

MAX_WORLDS = 100_000


class BeliefShare(NamedTuple):
    """A possible value of an unknown, with its probabilities under a supposition.

    `likelihood` is the probability of the supposition given this value. By Bayes' rule, posterior = prior x likelihood
    / probability of the supposition.
    """

    how: str
    prior: float
    likelihood: float
    posterior: float


class Supposition(NamedTuple):
    """The consequences of a supposition.

    Args:
        facts: The supposed facts.
        chance: The probability of the supposition.
        worlds: The number of possible worlds before and after.
        bits: The entropy in bits before and after.
        beliefs: The possible values of each unknown, most probable first.
    """

    facts: tuple[str, ...]
    chance: float
    worlds: tuple[int, int]
    bits: tuple[float, float]
    beliefs: dict[str, tuple[BeliefShare, ...]]


def suppose(point: Viewpoint, facts: Sequence[str], model: str | None = None) -> Supposition:
    """Return a seat's beliefs if these facts were known. Without facts, return its present beliefs.

    `model` is the game's model of how players choose. None means that choices reveal nothing.

    Raises:
        Conflict: The facts are impossible.
        TooMany: There are too many possible worlds.
        ValueError: The possible worlds cannot be listed.
    """
    before = dict(point.worlds(MAX_WORLDS, model))
    supposed = point.suppose(*facts) if facts else point
    possible = {text for text, _ in supposed.worlds(MAX_WORLDS)}
    chance = sum(weight for text, weight in before.items() if text in possible)
    prior, after = point.beliefs(model), supposed.beliefs(model)
    beliefs = {unknown: _shares(values, after.get(unknown, {}), chance) for unknown, values in prior.items()}
    return Supposition(
        tuple(facts), chance, (len(before), len(possible)), (point.entropy(model), supposed.entropy(model)), beliefs
    )


def _shares(
    prior: Mapping[str | int, float], posterior: Mapping[str | int, float], chance: float
) -> tuple[BeliefShare, ...]:
    found = []
    for how, share in prior.items():
        then = posterior.get(how, 0.0)
        found.append(BeliefShare(str(how), share, min(1.0, then * chance / share) if share > 0 else 0.0, then))
    return tuple(sorted(found, key=lambda belief: (-belief.posterior, -belief.prior)))
