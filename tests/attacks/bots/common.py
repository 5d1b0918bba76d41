"""The base class of the hostile bots, which play until their second turn and then attack."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from bots import Bot, Limit, Report
from fastcore import Viewpoint


class EscapedError(Exception):
    """Raised when an attack succeeds. The message names the part that succeeded."""


class Hostile(Bot):
    """A bot that plays its first legal move and attacks once, in its second turn.

    If the attack is refused, the bot plays on. If it succeeds, the bot raises EscapedError. `expected` is the kind of
    fault that the match must report, and a part of the fault's message. The kind is "" if the game must end normally.
    """

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
        """Attack without reporting a move. Subclasses override this method or `attack`."""

    @property
    def targets(self) -> dict[str, Any]:
        """The targets of the attack, such as paths and process ids, from a file beside the bot's file."""
        file = Path(sys.modules[type(self).__module__].__file__ or "")
        targets: dict[str, Any] = json.loads(file.with_name(f"{file.stem}-targets.json").read_text(encoding="utf-8"))
        return targets


def expect_refusal(attempt: str, call: Callable[..., object], *args: object, **kwargs: object) -> None:
    """Make a call that must be refused. Raise EscapedError, which names `attempt`, if the call succeeds."""
    try:
        result = call(*args, **kwargs)
    except (OSError, ValueError, RuntimeError):
        return
    raise EscapedError(f"{attempt}: {str(result)[:100]}")
