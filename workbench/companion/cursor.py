"""What the seat knows after some lines: its knowledge, and lines that do not yet make a whole observation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from math import exp, inf, log
from random import Random
from typing import NamedTuple

from fastcore import CHANCE, OVER, Conflict, IllegalMove, Stream, TooMany, Viewpoint, parse
from workbench import boards
from workbench.boards.kit.tables.at_table import AtTable, spellings

MAX_WORLDS = 1 << 15
FLOOR = 0.01  # share of a choice that follows no policy
UNIFORM = "uniform"  # the model of choices where cards are hidden


class Step(NamedTuple):
    """A line that may follow.

    Attributes:
        text: The text of the line.
        after: The cursor after it.
        log_chance: The logarithm of its probability under the model of play.
    """

    text: str
    after: Cursor
    log_chance: float


class Sampled(NamedTuple):
    """A draw of what may happen next.

    Attributes:
        after: The cursor after it.
        log_weight: The logarithm of its probability under the model of play, relative to that of being drawn.
    """

    after: Cursor
    log_weight: float = 0.0


class Observed(NamedTuple):
    """The observations so far: the earlier ones, and the last one."""

    earlier: Observed | None
    text: str


class Cursor:
    """The knowledge of a seat after some lines. It never changes.

    Args:
        table: The entry of the game.
        point: The knowledge after the last complete observation. The cursor owns it.
        parts: The lines since then.
        observations: The observations so far.
    """

    def __init__(
        self, table: AtTable, point: Viewpoint, parts: tuple[str, ...] = (), observations: Observed | None = None
    ) -> None:
        self.table, self.point, self.parts, self.observations = table, point, parts, observations

    @property
    def actor(self) -> int:
        """The seat whose event comes next, or CHANCE or OVER."""
        return self.table.actor(self.point, self.parts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The complete observations so far."""
        texts, rest = list[str](), self.observations
        while rest is not None:
            texts.append(rest.text)
            rest = rest.earlier
        return tuple(reversed(texts))

    def advance(self, text: str) -> Cursor:
        """Return the cursor after a line.

        Raises:
            Conflict: The line is impossible here.
        """
        parts = (*self.parts, text)
        reading = self.table.read(self.point, parts)
        if reading.reason:
            raise Conflict(text, reading.reason)
        if not reading.observation:
            return Cursor(self.table, self.point, parts, self.observations)
        point = self.point.copy()
        point.observe(reading.observation, events=False)
        return Cursor(self.table, point, (), Observed(self.observations, reading.observation))

    def advance_far(self, texts: Sequence[str], critical: int = 1) -> tuple[Cursor, int]:
        """Return the cursor after one or more of these lines, and their number.

        Args:
            texts: The lines.
            critical: The number of lines of which it matters only whether all of them fit.

        Raises:
            Conflict: The first line, or one of the critical lines, is impossible here.
        """
        parts = (*self.parts, *texts)
        count = self.table.group(self.point, parts) - len(self.parts)
        count = min(count, len(texts), critical if critical > 1 else len(texts))
        if count > 1:
            parts = parts[: len(self.parts) + count]
            reading = self.table.read(self.point, parts)
            if reading.observation:
                point = self.point.copy()
                with suppress(Conflict):
                    point.observe(reading.observation, events=False)
                    return Cursor(self.table, point, (), Observed(self.observations, reading.observation)), count
            elif not reading.reason:
                return Cursor(self.table, self.point, parts, self.observations), count
            elif count <= critical and not reading.surplus:
                raise Conflict(parts[-1], reading.reason)
        return self.advance(texts[0]), 1

    def place(self, view: str) -> Cursor:
        """Return the cursor at a position that was set up.

        Raises:
            Conflict: The view is invalid.
        """
        try:
            point = Viewpoint(self.point.game, self.point.seat, view)
        except ValueError as error:
            raise Conflict(view, str(error)) from None
        return Cursor(self.table, point, (), Observed(self.observations, f"position={view}"))

    def suppose(self, fact: str) -> Cursor:
        """Return the cursor with a further fact, or several with spaces between them.

        Raises:
            Conflict: The facts contradict what the seat knows.
        """
        return Cursor(self.table, self.point.suppose(*fact.split()), self.parts, self.observations)

    def log_chance(self, text: str, after: Cursor) -> float:
        """Return the logarithm of the probability that the line here has this text, under the model of play.

        Args:
            text: The text.
            after: The cursor after it.
        """
        point = self.point
        if not point.info.has.covered:
            return log(self._chances.get(text, 0.0) or 1e-12)
        if after.parts:
            return log(self.table.chance(point, self.parts, text))
        own = 0.0
        if point.actor == point.seat and point.actor >= 0 and not self.parts:
            own = -log(len(point.moves()))
        try:
            return own + after.point.log_likelihood(UNIFORM) - point.log_likelihood(UNIFORM) - self._log_begun
        except TooMany:
            return log(self.table.chance(point, self.parts, text))

    def steps(self) -> tuple[Step, ...]:
        """Return every line that may follow, with its probability under the model of play, the texts in order.

        Raises:
            TooMany: They cannot be listed.
        """
        if not self.point.info.has.covered:
            return tuple(Step(text, self.advance(text), log(chance)) for text, chance in self._chances.items())
        if self.table.candidates(self.point, self.parts) is None:
            return self._steps_by_worlds()
        found = list[Step]()
        for text in self.candidates:
            try:
                after = self.advance(text)
            except Conflict:
                continue
            found.append(Step(text, after, self.log_chance(text, after)))
        return tuple(found)

    def sample(self, random: Random) -> Sampled | None:
        """Return the cursor after one more observation at random, or None at the end or if the draw was impossible."""
        if self.parts:
            return self._sample_rest(random)
        point = self.point
        if not point.info.has.covered:
            if not self._chances:
                return None
            return Sampled(self.advance(random.choices(list(self._chances), list(self._chances.values()))[0]))
        model = UNIFORM if UNIFORM in point.info.policies else None
        state, seen = point.sample(Stream(random.randrange(2**63)), model), ""
        while not seen and state.actor != OVER:
            options = state.chances() if state.actor == CHANCE else [(move, 1.0) for move in state.moves()]
            (move,) = random.choices([move for move, _ in options], [chance for _, chance in options])
            seen = state.observation(move, point.seat)
            state.play(move)
        if not seen:
            return None
        after = point.copy()
        after.observe(seen, events=False)
        return Sampled(Cursor(self.table, after, (), Observed(self.observations, seen)))

    def _sample_rest(self, random: Random) -> Sampled | None:
        """Draw the lines that complete an observation, with the weight that corrects for drawing them evenly."""
        cursor, log_share = self, self._log_begun
        while True:
            drawn = self.table.draw(self.point, cursor.parts, random)
            if drawn is None:
                return None
            text, share = drawn
            try:
                after = cursor.advance(text)
            except Conflict:
                return None
            log_share += log(share)
            if not after.parts:
                try:
                    log_chance = after.point.log_likelihood(UNIFORM) - self.point.log_likelihood(UNIFORM)
                    return Sampled(after, log_chance - log_share)
                except TooMany:
                    return Sampled(after)
            cursor = after

    @cached_property
    def _log_begun(self) -> float:
        """The logarithm of the probability with which the lines since the last complete observation counted."""
        parts = self.parts
        return sum(log(self.table.chance(self.point, parts[:count], part)) for count, part in enumerate(parts))

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """The texts of the lines that may follow, perhaps with some that are impossible."""
        listed = self.table.candidates(self.point, self.parts)
        return tuple(step.text for step in self._steps_by_worlds()) if listed is None else listed

    @cached_property
    def spelled(self) -> Mapping[str, str]:
        """The text of each spelling of an event that may follow."""
        found = spellings(self.table, self.point, self.parts, self.candidates)
        return {keys: next(iter(texts)) for keys, texts in found.items()}

    def meant(self, typed: str) -> str:
        """Return the text of an event that is typed here, by its keys or as it is."""
        if alone := self.spelled_alone(typed):
            return alone
        text = self.table.unspelled(self.point, self.parts, typed)
        try:
            return self.spelled.get(typed.casefold(), text)
        except TooMany:
            return typed

    def spelled_alone(self, typed: str) -> str:
        """Return the text of an event that these keys mean without a list of the events, or "" if that is not known."""
        if not self.table.SPELLED_ALONE:
            return ""
        text = self.table.unspelled(self.point, self.parts, typed)
        return text if text != typed and typed.casefold() in self.table.keys(self.point, self.parts, text) else ""

    def is_begun_by(self, typed: str) -> bool:
        """Return whether typed keys are the beginning of an event here, but no event."""
        keys = typed.strip().casefold()
        try:
            return keys not in self.spelled and any(spelling.startswith(keys) for spelling in self.spelled)
        except TooMany:
            return False

    @cached_property
    def _chances(self) -> dict[str, float]:
        """The probability of each move or outcome where nothing is hidden: the mean of the game's policies."""
        point = self.point
        if point.actor == CHANCE:
            return {point.move_text(move): chance for move, chance in point.chances()}
        moves = point.moves()
        if not moves:
            return {}
        sums = dict.fromkeys(moves, FLOOR / len(moves))
        policies = point.info.policies
        for name in policies:
            for move, chance in point.policy(name):
                sums[move] += (1 - FLOOR) * chance / len(policies)
        return {point.move_text(move): chance for move, chance in sums.items()}

    def _steps_by_worlds(self) -> tuple[Step, ...]:
        """Return the lines that may follow in a game without a list of candidates, from all possible positions."""
        point, chances = self.point, dict[str, float]()
        model = UNIFORM if UNIFORM in point.info.policies else None
        for text, weight in point.worlds(MAX_WORLDS, model):
            state = parse(f"{point.spec} {text}")
            moves = state.chances() if state.actor == CHANCE else [(move, 0.0) for move in state.moves()]
            for move, chance in moves:
                seen = state.observation(move, point.seat)
                if seen:
                    chances[seen] = chances.get(seen, 0.0) + weight * (chance or 1 / len(moves))
        return tuple(
            Step(text, self.advance(text), log(chance) if chance else -inf) for text, chance in sorted(chances.items())
        )

    def why_not(self, text: str) -> str:
        """Return why a line is impossible here, or ""."""
        try:
            self.advance(text)
        except (Conflict, IllegalMove) as error:
            return error.reason
        return ""


def begin(spec: str, seat: int | None) -> Cursor:
    """Return the cursor at the start of a game.

    Raises:
        BadPosition: The spec or the seat is invalid.
    """
    point = Viewpoint(spec, seat)
    return Cursor(boards.at_table(point.spec, seat), point)


def log_sum(logs: list[float]) -> float:
    """Return the logarithm of a sum of exponentials; -inf for no terms."""
    most = max(logs, default=-inf)
    return most if most == -inf else most + log(sum(exp(one - most) for one in logs))
