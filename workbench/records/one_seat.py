"""A game as one of its seats saw it: a record that can be given away, since it tells nothing that the others hid."""

from __future__ import annotations

from bisect import bisect_left

import msgspec

from fastcore import State
from workbench.records.schema import Help, Line, Move, Notes, Record
from workbench.session import PERSON, Session, result_of
from workbench.tree import ROOT


def seen_by(session: Session, seat: int, node: int | None = None) -> Record:
    """What a seat (from 0) learned on the way to a node, where the session stands if none is named: each move as it saw it, its
    own notes, and what it said itself, or everybody once the game was over or where it is the only person's. There is nothing
    else: no seed that the cards could be dealt from again, no variations, no thoughts of bots, no times. ValueError if there
    is no such seat, or the session follows one already."""
    if session.follows is not None:
        raise ValueError("it holds no more than what one seat saw as it is")
    if not 0 <= seat < session.point.seats:
        raise ValueError(f"there is no seat {seat + 1}: there are {session.point.seats}")
    way, tree = session.line_to(session.here if node is None else node), session.tree
    texts = [session.text_at(one, seat) for one in way]
    seen = [number for number, text in enumerate(texts) if text]
    all_said = session.waits_for == "over" or [number for number, player in enumerate(session.seats) if player == PERSON] == [seat]

    def said(one: int) -> str:
        return tree.nodes[one].comment if all_said or tree.nodes[one].by == seat else ""

    start, end = session.point_at(ROOT), way[-1] if way else ROOT
    own = next((one for one in tree.head.notes if one.seat == seat), None)
    ended = end == (ROOT, *session.main_line())[-1] and tree.head.result
    return Record(
        spec=session.spec,
        position=start.view(seat) if session.position is not None and isinstance(start, State) else None,
        follows=seat,
        seats=tree.head.seats,
        given=bisect_left(seen, session.given),
        hindsight=session.hindsight,
        created=session.created,
        program=session.program,
        tags=session.tags,
        comment=said(ROOT),
        lines=(Line(moves=tuple(Move(move=texts[number], comment=said(way[number])) for number in seen)),) if seen else (),
        notes=() if own is None else (_counted(own, seen),),
        result=ended or result_of(session.viewpoint_at(end, seat)),
    )


def _counted(notes: Notes, seen: list[int]) -> Notes:
    """The notes with help from and to after so many of the moves that were seen."""

    def count(moves: int) -> int:
        return bisect_left(seen, moves)

    helped = (Help(since=count(one.since), until=None if one.until is None else count(one.until)) for one in notes.helped)
    return msgspec.structs.replace(notes, helped=tuple(helped))
