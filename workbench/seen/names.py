"""Replaces seat numbers in sentences by the names of persons."""

from __future__ import annotations

import re

from workbench.game.session import Session

SEAT = re.compile(r"\b[Ss]eat (\d+)\b")


def by_name(session: Session, text: str) -> str:
    """A sentence with the names of those who have one in the place of their seats, as in "Éva asks seat 3". Sides with
    names of their own, which pieces and cards show too, are called by these. A name that reads like a seat stands in no
    sentence, where it would be taken for that seat; so what has been named is not named anew."""
    if not any(session.document.names) or not all(map(SEAT.fullmatch, session.point.info.sides)):
        return text

    def named(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        name = session.document.names[seat] if 0 <= seat < len(session.document.names) else ""
        return found[0] if SEAT.search(name) else name or found[0]

    return SEAT.sub(named, text)
