"""Parts of `ProcessBot`: its search, positions as messages, deadlines, and sentences about faults."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from time import monotonic
from typing import Any

from bots import BotError
from bots.base import in_one_line
from bots.report import Limit
from fastcore import Search, Viewpoint
from fastcore.search.saved import SavedSearch
from workbench.bot_process import trust
from workbench.bot_process.messages import SentPosition
from workbench.bot_process.process import PlayerFaultError
from workbench.protocol import registry
from workbench.reports import tree_files


class RemoteSearch:
    """The search of a bot in another process. Its tree is fetched on request.

    Args:
        fetch: Returns the tree. Waits for the process.
        engine: The name of the search.
        taken: The memory of the search in bytes.
    """

    def __init__(self, fetch: Callable[[], dict[str, Any]], engine: str, taken: int) -> None:
        self._fetch, self.engine, self.bytes = fetch, engine, taken

    def dump(self) -> dict[str, Any]:
        """Return the most visited nodes of the tree in the format of `tree_files`. Wait for the process.

        Raises:
            ValueError: The tree cannot be saved.
        """
        if reason := tree_files.why_not(self):
            raise ValueError(reason)
        return self._fetch()

    def load(self) -> SavedSearch:
        """Return the most visited nodes of the tree as a saved search. Wait for the process.

        Raises:
            ValueError: The tree cannot be saved.
        """
        return Search.load(self.dump())


def tree_of(data: bytes, name: str) -> dict[str, Any]:
    """Return the tree that a bot sent.

    Raises:
        BotError: The tree is invalid.
    """
    try:
        tree: dict[str, Any] = json.loads(data)
        Search.load(tree)
    except (ValueError, RecursionError) as error:
        raise BotError(f"{name} sent no tree: {in_one_line(error)}") from None
    return tree


class Deadline:
    """The time after which a thinking bot is asked to stop by itself.

    Args:
        limit: The limit of the decision.
        late: The seconds by which the bot may exceed a limit in seconds.
        patience: Without such a limit, the seconds that may pass without a report.
    """

    def __init__(self, limit: Limit | None, late: float, patience: float) -> None:
        self._timed, self._patience = limit is not None and limit.seconds is not None, patience
        seconds = patience if limit is None or limit.seconds is None else limit.seconds + late
        self._due = monotonic() + seconds

    def note_report(self) -> None:
        """Note that the bot has reported. The patience starts again."""
        if not self._timed:
            self._due = monotonic() + self._patience

    @property
    def passed(self) -> bool:
        """Whether the bot has used up its time."""
        return monotonic() > self._due

    @property
    def silence(self) -> str:
        """What a bot that has used up the patience did, or ""."""
        return "" if self._timed or not self.passed else f"reported nothing for {self._patience:g} s"


class PositionMessages:
    """An encoder of positions as messages to one process, which remembers the last position."""

    def __init__(self) -> None:
        self._sent: SentPosition | None = None

    def message(self, point: Viewpoint) -> SentPosition:
        """Return a position as a message, with only the new observations if the process knows the earlier ones."""
        reduced: Any = point.__reduce__()[1]  # the arguments that pickling keeps
        spec, seat, begun, learned = reduced
        message, before = SentPosition(spec, seat, begun, learned), self._sent
        self._sent = message
        if before is not None and (before.spec, before.seat, before.begun) == (spec, seat, begun):
            known = len(before.learned)
            if learned[:known] == before.learned:
                return SentPosition(spec, seat, begun, learned[known:], True)
        return message


def one_line(text: str, most: int) -> str:
    """Return a text as one line of at most `most` printable characters."""
    return "".join(character for character in " ".join(text[: 4 * most].split()) if character.isprintable())[:most]


def file_and_name(text: str) -> tuple[str, str]:
    """Return the beginning of every spec of this bot, and its class or the short name of its program."""
    if (program := registry.program_of(text)) is not None:
        return program.name, program.label
    file, _, rest = text.rpartition(trust.OWN_FILE)
    return f"{file}{trust.OWN_FILE}", rest.partition("(")[0].partition(":")[0]


def fault_sentence(fault: PlayerFaultError, name: str, file: str) -> str:
    """Return a sentence about a fault, beginning with the bot's name."""
    text = re.sub(r"^it was ended by (SIG\w+)", r"it crashed (\1)", fault.bare)
    text = re.sub(r"^it ended with (status \d+)", r"it ended by itself (\1)", text)
    if text.startswith("it "):
        return f"{name} {text[3:]}"
    return text if text.startswith((name, file, "'", '"')) else f"{name}: {text}"
