"""Persons by their names, where sentences have the numbers of their seats."""

from __future__ import annotations

import re

from workbench.session import Session

SEAT = re.compile(r"\b[Ss]eat (\d+)\b")


def by_name(session: Session, text: str) -> str:
    """A sentence with the names of those who have one in the place of their seats, as in "Éva asks seat 3". Sides with names of
    their own, which pieces and cards show too, are called by these."""
    if not any(session.names) or not all(map(SEAT.fullmatch, session.point.info.sides)):
        return text

    def named(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return (session.names[seat] if seat < len(session.names) else "") or found[0]

    return SEAT.sub(named, text)
