"""A bot that looks for the game's seed in Herbalism, by everything that it can see, and plays with
open cards once it has found it."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path

import fastcore
from bots import Bot, Limit, Report
from bots.report import Fact
from fastcore import Option, Stream, Viewpoint, specs

NOTEBOOK = Path(tempfile.gettempdir()) / "herbarium-seeds-seen.txt"  # what it writes down for its later games
BLOCKS = 40  # of a match whose seed was typed
WORLDS = 100_000  # of which it asks for the hidden pairs
SAMPLE = 2_000  # random seeds, which show how many fit by accident
# the round, the pairs that may be hidden, and the hand that was dealt, "" if unknown
Known = tuple[str, frozenset[str], str]
NOTHING: Known = ("", frozenset(), "")
DOUBT = 0.05  # seeds that fit by accident, expected at most when a seed counts as found


def of_block(plan: int, block: int) -> int:
    """Return the seed of a block, as a match derives it."""
    stream = Stream(plan, "block", block)
    return stream.below(2**31) << 32 | stream.below(2**32)


def unkeyed(seed: int) -> int:
    """Return the seed of a bot as it once derived from the game's seed."""
    return int.from_bytes(hashlib.blake2b(f"bots {seed}".encode(), digest_size=7).digest(), "big")


def written_down(seed: int) -> set[int]:
    """Note a seed for later games, and return all that were noted."""
    with suppress(OSError):
        with NOTEBOOK.open("a") as book:
            book.write(f"{seed}\n")
        return {int(line) for line in NOTEBOOK.read_text().split() if line.isdecimal()}
    return {seed}


class SeedSearcher(Bot):
    """Plays by the policy `greedy`, unless it knows the cards. Reports `seed found` from then on."""

    options = (
        Option("search", "choice", "on", "whether it looks for the seed", choices=("on", "off")),
        Option("direct", "whole", "1000000", "game seeds to try, from 0", 0, 10**9),
        Option("plans", "whole", "3000", "match seeds to try, from 0, each with 40 blocks", 0, 10**6),
        Option("dealt", "whole", "20000", "of the same, how many to try against the cards", 0, 10**9),
    )

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        self.found: int | None = None
        self.left: list[int] = []  # seeds that fit the cards so far
        self.accidents = 0.0  # how many seeds should fit by accident
        self.known: Known = NOTHING
        self.searches = self.values["search"] == "on"
        if self.searches:
            noted = written_down(seed)
            own = (seed, seed >> 1, seed << 1 & (2**63 - 1), unkeyed(seed), ~seed & (2**63 - 1))
            self.clues = [*noted, *(of_block(one, block) for one in (*noted, *own) for block in range(BLOCKS)), *own]
            direct, plans = (int(self.values[name] or 0) for name in ("direct", "plans"))
            self.found = next(
                (one for one in chain(self.clues, self.typed(direct, plans)) if unkeyed(one) == seed), None
            )

    def typed(self, direct: int, plans: int) -> Iterator[int]:
        """Seeds that people type: of a game, and of a match."""
        yield from range(direct)
        for plan in range(plans):
            yield from (of_block(plan, block) for block in range(BLOCKS))

    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        if self.searches and self.found is None and self.left != [-1]:
            self.compare(point)
        facts = () if self.found is None else (Fact("seed found", {"seed": str(self.found)}),)
        yield Report(move=self.choice(point), facts=facts)

    def choice(self, point: Viewpoint) -> str:
        legal = [point.move_text(move) for move in point.moves()]
        if self.found is not None:
            hidden = deal(point, self.found).removeprefix("deal:").split("/")[0]
            for wanted in (f"cure:{hidden}", f"answer:{hidden}"):
                if wanted in legal:
                    return wanted
        chances = point.policy("greedy")
        return point.move_text(chances[self.stream(point).pick([chance for _, chance in chances])][0])

    def compare(self, point: Viewpoint) -> None:
        """Leave the seeds whose deal fits what this seat knows:
        the pair that may be hidden and, while nobody has moved a card, its hand.

        Random seeds beside them show how many fit by accident.
        """
        if not self.left:
            direct = int(self.values["dealt"] or 0)
            self.left = list(dict.fromkeys([*self.clues, *self.typed(direct, direct // BLOCKS)]))
            self.accidents = float(len(self.left))
        pairs = frozenset(text.split(" ")[0] for text, _ in point.worlds(WORLDS))
        untouched = all(one == "-" for one in point.fields["medicine"].split(","))
        hand = point.fields["hands"].split("/")[point.actor] if untouched else ""
        known, own = (point.fields["round"], pairs, hand), 1 + point.actor
        if known == self.known:
            return
        # of an earlier round, it says nothing about this one
        before = self.known if self.known[0] == known[0] else NOTHING
        self.known = (known[0], pairs, hand or before[2])

        def fits(seed: int, what: Known) -> bool:
            dealt = deal(point, seed).removeprefix("deal:").split("/")
            return (not what[1] or dealt[0] in what[1]) and (not what[2] or dealt[own] == what[2])

        random = [seed for seed in range(2**62, 2**62 + SAMPLE) if fits(seed, before)]
        also = sum(fits(seed, self.known) for seed in random)
        self.accidents *= (also + 1) / (len(random) + 1)
        self.left = [seed for seed in self.left if fits(seed, self.known)] or [-1]
        if self.left[0] >= 0 and len(self.left) == 1 and self.accidents < DOUBT:
            self.found = self.left[0]


def deal(point: Viewpoint, seed: int) -> str:
    """Return the deal of the present round if this is the game's seed."""
    state = start_of(point.spec)
    return state.move_text(
        state.sample(Stream(seed, "chance", state.turn, state.phase, int(point.fields["round"]) - 1))
    )


STARTS: dict[str, fastcore.State] = {}


def start_of(spec: str) -> fastcore.State:
    """Return the state before the first deal."""
    if spec not in STARTS:
        STARTS[spec] = fastcore.start(spec)
    return STARTS[spec]
