"""What the tests of bot processes share: bots from a file that fail in every way, and questions to them."""

from __future__ import annotations

from pathlib import Path

from workbench.bot_process import trust
from workbench.bot_process.process_bot import ProcessBot

FILE = Path(__file__).parents[1] / "data" / "bots" / "breaking.py"
PATIENCE = 60.0  # for what must happen
FAULTS = {  # bot -> kind of fault, and a part of its reason
    "LeavesProcess": ("crash", "LeavesProcess ended by itself (status 3)"),
    "Segfaults": ("crash", "Segfaults crashed (SIGSEGV)"),
    "EatsMemory": ("crash", "Cannot allocate memory"),
    "ReportsBooks": ("nonsense", "ReportsBooks reported what is no Report"),
}


def text_of(kind: str, options: str = "") -> str:
    """The text of a bot of the file, which the user has agreed to run."""
    text = f"{FILE}:{kind}{options}"
    trust.allow_all_once([text])
    return text


def pid_of(bot: ProcessBot) -> int:
    assert bot._process.child is not None
    return bot._process.child.pid
