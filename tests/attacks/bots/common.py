"""The base of the hostile bots: they play until their second turn, then attack."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from bots import Bot, Limit, Report
from fastcore import Viewpoint


class Escaped(Exception):
    """The attack has worked. The message says which part."""


class Hostile(Bot):
    """Plays its first legal move, and attacks once, on its second turn.

    An attack that is refused returns, and the bot plays on; one that works raises Escaped. `expected` are the kinds of
    fault and a part of the reason that must be reported, "" for a game that is not disturbed."""

    expected: ClassVar[tuple[str, str]] = ("", "")
    attacked = False

    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        if point.turn >= 2 and not self.attacked:
            self.attacked = True
            yield from self.attack(point)
        yield Report(move=point.move_text(point.moves()[0]))

    def attack(self, point: Viewpoint) -> Iterator[Report]:
        self.act()
        return iter(())

    def act(self) -> None:
        """Attack without reporting anything."""

    @property
    def targets(self) -> dict[str, Any]:
        """The attack program's message to its bots, from a file beside theirs."""
        file = Path(sys.modules[type(self).__module__].__file__ or "")
        found: dict[str, Any] = json.loads(file.with_name(f"{file.stem}-targets.json").read_text(encoding="utf-8"))
        return found


def refused(what: str, attempt: Callable[..., object], *words: object, **named: object) -> None:
    """Call something that must be refused; raise Escaped if it works."""
    try:
        result = attempt(*words, **named)
    except (OSError, ValueError, RuntimeError):
        return
    raise Escaped(f"{what}: {str(result)[:100]}")
