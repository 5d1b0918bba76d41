"""The workbench: game sessions, searches and settings, with the boards, command line and window built on them.

From Python, `workbench.match` plays a match between bots (see `workbench.matches.playing`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.matches.playing import MatchResult, match

__all__ = ["MatchResult", "match"]


def __getattr__(name: str) -> Any:
    """Load the function that plays matches only when it is used, because it needs much of the workbench."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from workbench.matches import playing

    return getattr(playing, name)
