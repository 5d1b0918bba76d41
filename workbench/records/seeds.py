"""Seeds and salts, from which dice, deals and the bots' random numbers derive.

`docs/bots/chance.md` explains the design.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections import Counter
from typing import Protocol

import fastcore
from workbench.system.translation import tr

SEED_BITS = 63  # size of a generated seed, which fits an SQLite integer
SALT_BITS = 128
GUESSABLE = 2**40  # seeds below this can be found by brute force from a few known rolls or cards
_SALT = re.compile(r"[0-9a-f]{32}")


class Source(Protocol):
    """The values from which the random numbers of a game derive. `Record`, `Task` and `Session` have them.

    `salt` is None in games from a program without salts, to which the legacy derivation applies. `block` and `game`
    (the number of the game in its block) are 0 outside matches.
    """

    @property
    def spec(self) -> str:
        """The game with its options."""

    @property
    def seed(self) -> int:
        """The seed of dice and deals."""

    @property
    def salt(self) -> str | None:
        """The salt of the bots' seeds, or None for the legacy derivation."""

    @property
    def block(self) -> int:
        """The number of the block, from 0."""

    @property
    def game(self) -> int:
        """The number of the game in its block, from 0."""


def new_seed() -> int:
    """Return a random seed for dice and deals, from the operating system."""
    return secrets.randbits(SEED_BITS)


def new_salt() -> str:
    """Return a random salt as 32 hexadecimal digits."""
    return f"{secrets.randbits(SALT_BITS):032x}"


def parse_salt(text: str) -> str:
    """Return a typed salt in its canonical form. Short texts are padded with zeros.

    Raises:
        ValueError: The text is not a hexadecimal number of 1 to 32 digits.
    """
    if not re.fullmatch(r"[0-9a-fA-F]{1,32}", text):
        raise ValueError(tr("{text!r} is not a salt: type 1 to 32 hexadecimal digits (0-9, a-f)", text=text[:40]))
    return text.lower().rjust(32, "0")


def is_guessable(seed: int) -> bool:
    """Return whether this seed can be found by brute force from a few known rolls or cards."""
    return seed < GUESSABLE


def is_guessable_salt(salt: str | None) -> bool:
    """Return whether a bot can find this salt by brute force from its own seed. Return True if there is no salt."""
    return salt is None or int(salt, 16) < GUESSABLE


def seat_seed(salt: str, spec: str, block: int, game: int, seat: int) -> int:
    """Return the seed of one seat's bot: 63 bits of BLAKE2b keyed with the salt.

    Without the salt, neither another seat's seed nor anything else can be computed from the result. Blocks, games and
    seats are numbered from 0.
    """
    return _keyed(salt, b"seat seed", [fastcore.start(spec).spec, block, game, seat])


def bot_seed_of(source: Source, seat: int) -> int:
    """Return the seed of the bot on a seat (from 0) of this game."""
    if source.salt is None:
        return legacy_seed(source.seed)
    return seat_seed(source.salt, source.spec, source.block, source.game, seat)


def helper_seed_of(source: Source, bot: str) -> int:
    """Return the seed of a hint bot, which has no seat. It differs from the seeds of all seats."""
    salt = f"{source.seed:032x}"[-32:] if source.salt is None else source.salt
    return _keyed(salt, b"helper seed", [fastcore.start(source.spec).spec, source.block, source.game, bot])


def legacy_seed(seed: int) -> int:
    """Return the seed that all bots of a game without a salt received.

    Never use this seed for a new game: all seats share it, and it can be computed from the game's seed. Games of
    earlier programs need it to be replayed and continued move for move.
    """
    return int.from_bytes(hashlib.blake2b(f"bots {seed}".encode(), digest_size=7).digest(), "big")


def _keyed(salt: str, purpose: bytes, parts: list[str | int]) -> int:
    """Return 63 bits of a keyed hash. JSON makes the encoding of the parts unambiguous."""
    if not _SALT.fullmatch(salt):
        raise ValueError(tr("{salt!r} is not a salt of 32 hexadecimal digits", salt=salt[:40]))
    text = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
    digest = hashlib.blake2b(text.encode(), key=bytes.fromhex(salt), person=purpose, digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def chance_stream(seed: int, turn: int, phase: str, earlier: int) -> fastcore.Stream:
    """Return the random stream of one chance event.

    `earlier` is the number of chance events before it in the same turn and phase, because turn numbers may start again
    in a new round.
    """
    return fastcore.Stream(seed, "chance", turn, phase, earlier)


class ChanceDraws:
    """The chance outcomes of a game with this seed, in order."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._earlier: Counter[tuple[int, str]] = Counter()

    def draw(self, state: fastcore.State) -> str:
        """Return the outcome that chance draws in this position. Only `count_draw` counts the draw."""
        where = (state.turn, state.phase)
        return state.move_text(state.sample(chance_stream(self.seed, *where, self._earlier[where])))

    def count_draw(self, state: fastcore.State) -> None:
        """Count a chance event in this position, whatever its outcome."""
        self._earlier[state.turn, state.phase] += 1
