"""What is said between the processes of a match, as MessagePack."""

from __future__ import annotations

from typing import Literal

import msgspec

from bots.report import Limit, Report

FaultKind = Literal["start", "crash", "nonsense", "illegal", "timeout"]


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    """To a bot's process: make this bot and let it take this seat of a new game. `view` is the position it begins from
    as the seat may see it, None for the start of the rules; `brief` says that its reasons are not kept."""

    bot: str
    seed: int
    spec: str
    seat: int
    view: str | None
    brief: bool = False


class Think(msgspec.Struct, frozen=True, tag="think"):
    """To a bot's process: this was learned since; decide. `all` asks for every report, not for the last alone."""

    learned: tuple[str, ...]
    limit: Limit | None
    all: bool


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """From a bot's process: it sits. Its canonical text, what it is a version of, how many threads it uses, and whether
    its own options make it think for some seconds."""

    text: str
    version: str
    threads: int
    seconds: float | None


class Thought(msgspec.Struct, frozen=True, tag="thought"):
    """From a bot's process: what it reported, and the seconds that it took. `waited` are those of them in which it had no
    core, as others had them all: they are measured from outside, whatever the process says."""

    reports: tuple[Report, ...]
    seconds: float
    waited: float = 0.0


class Fault(msgspec.Struct, frozen=True, tag="fault"):
    """From a bot's process: it could not."""

    kind: FaultKind
    reason: str


TO_BOT = msgspec.msgpack.Decoder(Sit | Think)
FROM_BOT = msgspec.msgpack.Decoder(Seated | Thought | Fault)
ENCODER = msgspec.msgpack.Encoder()
