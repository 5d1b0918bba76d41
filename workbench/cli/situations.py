"""Games and situations from the command line."""

from __future__ import annotations

import fastcore
from workbench.cli.readers import BadInput


def situation(text: str, verb: str) -> fastcore.State:
    """The state of a situation, or of the start if the text is a spec alone."""
    try:
        return fastcore.parse(text) if " " in text else fastcore.start(text)
    except fastcore.BadPosition as error:
        raise BadInput(f"{verb}: {error}") from None
