"""What happens when something unexpected does: it is written to a log with the position, said in one line, and play goes on."""

from __future__ import annotations

import platform
import sys
import traceback
from datetime import datetime
from pathlib import Path
from types import TracebackType

from workbench.settings import folder

MOST_BYTES = 1_000_000  # then the log begins anew


def log_file() -> Path:
    return folder() / "errors.log"


def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None, situation: str) -> str:
    """The text of a report, also written to the log (a log that cannot be written is not worth another error)."""
    lines = [
        f"Herbarium, {datetime.now():%Y-%m-%d %H:%M:%S}, Python {sys.version.split()[0]}, {platform.platform()}",
        f"Position: {situation}",
        "".join(traceback.format_exception(kind, error, trace)).rstrip(),
        "",
    ]
    text = "\n".join(lines) + "\n"
    try:
        path = log_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        begin = path.exists() and path.stat().st_size > MOST_BYTES
        with path.open("w" if begin else "a", encoding="utf-8") as log:
            log.write(text)
    except OSError:
        pass
    return text
