"""Whole rounds of Herbs from the lines of a list, played on the real position: much faster than line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fastcore import OVER, IllegalMove, State

READY = "?"  # the opponent has completed its plan or chosen its bid
NO_STONE = "-"
SPENT = ";0"  # after a revealed item: its seat turns out to have no AP left, so it is not asked for a bid. Another
# number means the AP that its seat had left and lost by fire, such as ";2"
BID = "bid"
STONES = ("Wh", "Bl")  # the first letters of stones to place


class Rounds(NamedTuple):
    """Rounds that were played from lines.

    Attributes:
        fits: The number of lines of the complete rounds, all of which fit.
        state: The position after them.
        most: The most lines that can fit altogether.
    """

    fits: int
    state: State
    most: int


class Round(NamedTuple):
    """A round played as far as the lines allow.

    Attributes:
        text: The observation, up to the first missing line.
        used: The number of lines of hidden plans and bids that it contains.
        missing: The kind of the first missing line, "slot", "stone" or "bid", or "".
        seat: The seat of that line.
    """

    text: str
    used: int
    missing: str
    seat: int


class _MisfitError(Exception):
    """Raised when the lines of a round do not fit. Its argument is the most lines that can fit."""


def play_rounds(state: State, texts: Sequence[str], seat: int | None, actions: int) -> Rounds:
    """Play as many rounds as these lines contain, as a seat observes them.

    Args:
        state: The position at the start of a round, which is not changed.
        texts: The lines from there on.
        seat: The seat that observes them, or None for a spectator.
        actions: The number of actions in a plan.
    """
    count = 0
    while count < len(texts):
        if state.actor == OVER:
            return Rounds(count, state, count)
        reader = _Reader(state.copy(), texts, count, seat, actions)
        try:
            if not reader.collect():
                return Rounds(count, state, len(texts))
            reader.play()
        except _MisfitError as misfit:
            return Rounds(count, state, misfit.args[0])
        count, state = reader.at, reader.state
    return Rounds(count, state, len(texts))


class _Reader:
    """One round. `at` is the index of the next line."""

    def __init__(self, state: State, texts: Sequence[str], at: int, seat: int | None, actions: int) -> None:
        self.state, self.texts, self.at, self.seat, self.actions = state, texts, at, seat, actions
        self.hidden = tuple(one for one in (0, 1) if one != seat)
        self.items: tuple[list[int], list[int]] = ([], [])  # the indices of the revealed items of each hidden seat
        self.end = at

    def collect(self) -> bool:
        """Find the revealed items of the round. Return False if lines are missing, or one cannot be played as it is."""
        texts, at, own = self.texts, self.at, 0
        while self.seat is not None and own < self.actions:
            if at >= len(texts):
                return False
            own += texts[at] != READY
            at += 1
        if self.seat is not None:  # the own stone, and READY before or after it
            while at < len(texts) and (texts[at] == READY or (texts[at][:2] in STONES and own == self.actions)):
                own += texts[at] != READY
                at += 1
        found = 0
        while found < self.actions * len(self.hidden):
            if at >= len(texts):
                return False
            text = texts[at]
            if text != READY and not text.startswith(BID):
                if ";" in text or text == NO_STONE:
                    return False
                self.items[self.hidden[found % len(self.hidden)]].append(at)
                found += 1
            at += 1
        while at < len(texts) and (texts[at] == READY or texts[at].startswith(BID)):
            at += 1
        for seat in self.hidden:
            if at < len(texts) and (texts[at] == NO_STONE or texts[at][:2] in STONES):
                if texts[at] != NO_STONE:
                    self.items[seat].append(at)
                at += 1
        self.end = at
        return not any(";" in text for text in texts[self.at : at])

    def play(self) -> None:
        """Play the round. Raise _MisfitError if its lines do not fit."""
        state, turn = self.state, self.state.turn
        due = {seat: iter(self.items[seat]) for seat in self.hidden}
        while state.turn == turn and state.actor != OVER:
            seat = state.actor
            if seat == self.seat:
                where = self.at
                text = self._next()
            elif state.phase == "write":
                where = next(due[seat], -1)
                text = self.texts[where] if where >= 0 else ""
            else:
                where, text = -1, self._bid(seat)
            if not text:
                raise _MisfitError(self.end)
            try:
                seen = state.observation(text, self.seat)
                state.play(text)
            except (IllegalMove, ValueError):
                raise _MisfitError(where if where >= 0 else self.end) from None
            for part in self._parts(seen) if seen else ():
                if self._next() != part:
                    raise _MisfitError(self.end)
                self.at += 1
        if any(next(rest, -1) >= 0 for rest in due.values()):
            raise _MisfitError(self.end)

    def _next(self) -> str:
        return self.texts[self.at] if self.at < len(self.texts) else ""

    def _bid(self, seat: int) -> str:
        """Return the bid of a hidden seat, which comes after those of the seats before it."""
        state, ap = self.state, [int(text) for text in self.state.fields["ap"].split(",")]
        before = sum(1 for one in self.hidden if one < seat and ap[one] > 0) if state.actor == seat else 0
        own = self.seat is not None and ap[self.seat] > 0 and self.seat > seat
        bids = [text for text in self.texts[self.at : self.at + 4] if text.startswith(BID)]
        place = before + own
        return bids[place] if place < len(bids) else ""

    def _parts(self, seen: str) -> Iterator[str]:
        """Yield the lines of an observation."""
        head, *facts = seen.split(";")
        yield head
        for fact in facts:
            kind, _, both = fact.partition("=")
            if kind in ("bids", "stones") or kind.startswith("slot"):
                for seat in self.hidden:
                    text = both.split("|")[seat]
                    yield f"{BID}{text}" if kind == "bids" else text
