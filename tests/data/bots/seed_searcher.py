"""A bot for Herbalism that searches for the game's seed in everything it can see.

Once it has found the seed, it knows all hidden cards.
"""

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
from fastcore import Option, Stream, Viewpoint
from fastcore.text import specs

NOTES_FILE = Path(tempfile.gettempdir()) / "herbarium-seeds-seen.txt"  # the bot's notes for its later games
BLOCKS = 40  # number of blocks in a match whose seed a person typed
WORLDS = 100_000  # maximum number of worlds that are listed to find the possible hidden pairs
SAMPLE = 2_000  # number of random seeds from which the number of seeds that fit by chance is estimated
# the round, the possible hidden pairs, and the hand that was dealt ("" if unknown)
Known = tuple[str, frozenset[str], str]
NO_KNOWLEDGE: Known = ("", frozenset(), "")
MAX_ACCIDENTS = 0.05  # a seed counts as found if fewer seeds than this are expected to fit by chance


def block_seed(plan: int, block: int) -> int:
    """Return the seed of a block, derived as a match derives it."""
    stream = Stream(plan, "block", block)
    return stream.below(2**31) << 32 | stream.below(2**32)


def derive_unkeyed(seed: int) -> int:
    """Return the bot's seed as earlier versions derived it from the game's seed."""
    return int.from_bytes(hashlib.blake2b(f"bots {seed}".encode(), digest_size=7).digest(), "big")


def note_seed(seed: int) -> set[int]:
    """Note a seed for later games and return all noted seeds."""
    with suppress(OSError):
        with NOTES_FILE.open("a") as file:
            file.write(f"{seed}\n")
        return {int(line) for line in NOTES_FILE.read_text().split() if line.isdecimal()}
    return {seed}


class SeedSearcher(Bot):
    """Plays by the policy `greedy` until it knows the cards. Then it also reports `seed found`."""

    options = (
        Option("search", "choice", "on", "whether it looks for the seed", choices=("on", "off")),
        Option("direct", "whole", "1000000", "game seeds to try, from 0", 0, 10**9),
        Option("plans", "whole", "3000", "match seeds to try, from 0, each with 40 blocks", 0, 10**6),
        Option("dealt", "whole", "20000", "of the same, how many to try against the cards", 0, 10**9),
    )

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        self.found: int | None = None
        self.candidates: list[int] = []  # seeds that fit the cards so far; [-1] after the last one failed
        self.accidents = 0.0  # expected number of seeds that fit by chance
        self.known: Known = NO_KNOWLEDGE
        self.searches = self.values["search"] == "on"
        if self.searches:
            noted = note_seed(seed)
            variants = (seed, seed >> 1, seed << 1 & (2**63 - 1), derive_unkeyed(seed), ~seed & (2**63 - 1))
            self.clues = [
                *noted,
                *(block_seed(guess, block) for guess in (*noted, *variants) for block in range(BLOCKS)),
                *variants,
            ]
            direct, plans = (int(self.values[name] or 0) for name in ("direct", "plans"))
            self.found = next(
                (
                    guess
                    for guess in chain(self.clues, self.typed_seeds(direct, plans))
                    if derive_unkeyed(guess) == seed
                ),
                None,
            )

    def typed_seeds(self, direct: int, plans: int) -> Iterator[int]:
        """Yield small seeds, such as people type: first the seeds of games, then the block seeds of matches."""
        yield from range(direct)
        for plan in range(plans):
            yield from (block_seed(plan, block) for block in range(BLOCKS))

    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        if self.searches and self.found is None and self.candidates != [-1]:
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
        """Keep only the seeds whose deal fits what this seat knows.

        The seat knows the possible hidden pairs and, until a card has moved, its own hand. A sample of random seeds
        shows how many fit by chance.
        """
        if not self.candidates:
            direct = int(self.values["dealt"] or 0)
            self.candidates = list(dict.fromkeys([*self.clues, *self.typed_seeds(direct, direct // BLOCKS)]))
            self.accidents = float(len(self.candidates))
        pairs = frozenset(text.split(" ")[0] for text, _ in point.worlds(WORLDS))
        untouched = all(owner == "-" for owner in point.fields["medicine"].split(","))
        hand = point.fields["hands"].split("/")[point.actor] if untouched else ""
        known, own_index = (point.fields["round"], pairs, hand), 1 + point.actor
        if known == self.known:
            return
        # knowledge about an earlier round says nothing about this one
        earlier = self.known if self.known[0] == known[0] else NO_KNOWLEDGE
        self.known = (known[0], pairs, hand or earlier[2])

        def fits(seed: int, knowledge: Known) -> bool:
            cards = deal(point, seed).removeprefix("deal:").split("/")
            return (not knowledge[1] or cards[0] in knowledge[1]) and (
                not knowledge[2] or cards[own_index] == knowledge[2]
            )

        random = [seed for seed in range(2**62, 2**62 + SAMPLE) if fits(seed, earlier)]
        accidental = sum(fits(seed, self.known) for seed in random)
        self.accidents *= (accidental + 1) / (len(random) + 1)
        self.candidates = [seed for seed in self.candidates if fits(seed, self.known)] or [-1]
        if self.candidates[0] >= 0 and len(self.candidates) == 1 and self.accidents < MAX_ACCIDENTS:
            self.found = self.candidates[0]


def deal(point: Viewpoint, seed: int) -> str:
    """Return the deal of the current round if this is the game's seed."""
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
