"""The greeting of the host and its answer: what the host announces, and who a program is."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.protocol import messages
from workbench.system.version import version


def hello(versions: Sequence[int] = messages.VERSIONS) -> messages.Hello:
    """Return the greeting of the host."""
    limits = messages.Limits(
        messages.START_SECONDS, messages.NEW_GAME_SECONDS, messages.STOP_SECONDS, messages.QUIT_SECONDS
    )
    return messages.Hello(messages.PROTOCOL, tuple(versions), messages.Host("herbarium", version()), limits)


def meaning_of(identity: messages.Identity) -> str:
    """Return a program's name, release and author in one line."""
    parts = [identity.name, identity.release, f"by {identity.author}" if identity.author else ""]
    return " ".join(filter(None, parts))
