"""Shared helpers for tests of bot processes: a file of bots that fail in many ways, and their expected faults."""

from __future__ import annotations

from pathlib import Path

from workbench.bot_process import trust
from workbench.bot_process.process_bot import ProcessBot

BOT_FILE = Path(__file__).parents[1] / "data" / "bots" / "breaking.py"
TIMEOUT = 60.0  # maximum seconds to wait for an expected event
FAULTS = {  # bot -> kind of fault, and part of its reason
    "LeavesProcess": ("crash", "LeavesProcess ended by itself (status 3)"),
    "Segfaults": ("crash", "Segfaults crashed (SIGSEGV)"),
    "EatsMemory": ("crash", "Cannot allocate memory"),
    "ReportsBooks": ("nonsense", "ReportsBooks reported something that is not a Report"),
}


def permitted_bot(kind: str, options: str = "") -> str:
    """Give permission to run a bot from the file, and return its spec."""
    text = f"{BOT_FILE}:{kind}{options}"
    trust.allow_all_once([text])
    return text


def pid_of(bot: ProcessBot) -> int:
    assert bot._process.child is not None
    return bot._process.child.pid
