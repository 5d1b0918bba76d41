"""Limits of single bots, typed after the bot: `mcts@tc=10+0.1`, `mcts@st=0.5` or `mcts@nodes=1000`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.cli.shared.readers import InputError
from workbench.system.translation import tr

if TYPE_CHECKING:
    from bots.report import Limit

_NUMBER = r"[0-9]{1,7}(?:\.[0-9]{1,6})?"
_SUFFIX = re.compile(rf"(?P<bot>.+)@(?P<kind>tc|st|nodes)=(?P<value>{_NUMBER})(?:\+(?P<increment>{_NUMBER}))?")
_KIND = r"(?:tc|st|nodes)="
# Text that can only be meant as a limit, because the path of a bot's file may contain an @ too.
_BEGINNING = re.compile(rf".+@{_KIND}|{_KIND}|(?:[\w-]+|.+\.py:\w+)(?::[\w-]+)?(?:\([^@]*\))?@(?!.*\.py)\S*$")


def split_limit(text: str) -> tuple[str, Limit | None]:
    """Return a typed bot without its limit, and the limit, or None if it has none.

    `tc` is the time of a whole game in seconds with an increment for each turn, `st` the seconds of a decision, and
    `nodes` its simulations.

    Raises:
        InputError: The limit is invalid.
    """
    from bots.report import Limit

    if _BEGINNING.match(text) is None:
        return text, None
    found = _SUFFIX.fullmatch(text)
    if (
        found is None
        or _BEGINNING.match(found["bot"])  # two limits
        or (found["increment"] and found["kind"] != "tc")
        or float(found["value"]) <= 0
    ):
        raise InputError(
            tr("--bots: {text!r}: a limit is tc=SECONDS or tc=SECONDS+INCREMENT, st=SECONDS or nodes=N", text=text[:60])
        )
    kind, value = found["kind"], found["value"]
    if kind == "nodes":
        if "." in value:
            raise InputError(tr("--bots: {text!r}: nodes is a whole number", text=text[:60]))
        return found["bot"], Limit(simulations=int(value))
    if kind == "st":
        return found["bot"], Limit(seconds=float(value))
    return found["bot"], Limit(seconds=float(value), per="game", increment=float(found["increment"] or 0))
