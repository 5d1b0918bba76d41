"""The likelihood of a seat's observations of Herbalism, and the posterior of wrong entries, by brute force.

Every deal and every choice is followed with the reference implementation. All choices are uniform among the legal
moves, those of the observer included.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tests.reference.herbalism import arrangements, legal_moves, observation_text, start, step
from tests.reference.herbalism_refusals import read_position
from tests.reference.herbalism_text import Position, Rules, parse_spec

Worlds = dict[Position, float]  # the probability of each position together with the observations so far


class Table:
    """One observer of a game; `seat` counts from 0."""

    def __init__(self, spec: str, seat: int) -> None:
        self.rules: Rules = parse_spec(spec)
        self.seat = seat
        self.begin: Worlds = {read_position(spec, start(spec)): 1.0}
        self.choices = lru_cache(maxsize=1 << 16)(self._choices)

    def _choices(self, position: Position) -> list[tuple[str, str, Position, float]]:
        """Return (move, observation, position after, probability) of each choice."""
        if position.phase.kind == "deal":
            every = arrangements(self.rules.players)
            total = sum(every.values())
            listed = [(deal, count / total) for deal, count in every.items()]
        else:
            moves = legal_moves(self.rules, position)
            listed = [(move, 1 / len(moves)) for move in moves]
        found = []
        for move, chance in listed:
            after, facts = step(self.rules, position, move)
            found.append((move, observation_text(position, move, facts, self.seat), after, chance))
        return found

    def observe(self, worlds: Worlds, seen: str) -> Worlds:
        """Return the positions after an observation; none if it is impossible."""
        after: Worlds = {}
        for position, weight in worlds.items():
            for _, text, result, chance in self.choices(position):
                if text == seen:
                    after[result] = after.get(result, 0.0) + weight * chance
        return after

    def possible(self, worlds: Worlds) -> list[str]:
        """Return all observations that may follow."""
        return sorted({text for position in worlds for _, text, _, _ in self.choices(position)})

    def follow(self, texts: Sequence[str], worlds: Worlds | None = None) -> tuple[int, float]:
        """Return how many observations are possible, and the probability of all of them (0 if one is impossible)."""
        worlds = self.begin if worlds is None else worlds
        for number, text in enumerate(texts):
            worlds = self.observe(worlds, text)
            if not worlds:
                return number, 0.0
        return len(texts), sum(worlds.values())

    def wrong_entry(self, texts: Sequence[str]) -> Mapping[tuple[int, str], float]:
        """Return the posterior of (line, text that was meant) if one line was replaced evenly by another possible one.

        Only lines before the first impossible one are tried: that line and later ones cannot be the cause.
        """
        fault, _ = self.follow(texts)
        weights: dict[tuple[int, str], float] = {}
        worlds = self.begin
        for line in range(fault):
            possible = self.possible(worlds)
            for text in possible:
                if text != texts[line]:
                    _, chance = self.follow([text, *texts[line + 1 :]], worlds)
                    if chance:
                        weights[line, text] = chance / (len(possible) - 1)
            worlds = self.observe(worlds, texts[line])
        total = sum(weights.values())
        return {key: weight / total for key, weight in weights.items()}
