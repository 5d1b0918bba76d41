"""The record of a game as one seat saw it, which can be given away: it contains nothing hidden from that seat."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence

import msgspec

from fastcore import CHANCE, State, Viewpoint
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session, result_of
from workbench.records import steps
from workbench.records.schema import Help, Line, Move, Notes, Record
from workbench.records.seeds import Luck, guessable
from workbench.records.sharing import bot_name, result_for_others


def seen_by(session: Session, seat: int, node: int | None = None) -> Record:
    """What a seat (from 0) learned on the way to a node, where the session stands if none is named: each move as it saw
    it, its own notes, and what it said itself, or everybody once the game was over or where it is the only person's.
    There is nothing else: no seed that the cards could be dealt from again, no variations, no thoughts of bots, no
    times. ValueError if there is no such seat, or the session follows one already."""
    return snapshot(session, seat, node)()


def snapshot(
    session: Session, seat: int, node: int | None = None, tags: Mapping[str, str] | None = None
) -> Callable[[], Record]:
    """What makes that record of a session as it is now, with these tags besides its own: later, and on any thread.
    Taking it costs next to nothing."""
    if session.follows is not None:
        raise ValueError("it holds no more than what one seat saw as it is")
    if not 0 <= seat < session.point.seats:
        raise ValueError(f"there is no seat {seat + 1}: there are {session.point.seats}")
    line, nodes, head = (
        session.document.line_to(session.here if node is None else node),
        session.document.tree.nodes,
        session.document.tree.head,
    )
    start = session.document.point_at(ROOT)
    assert isinstance(start, State)
    begun, moves = start.copy(), tuple(nodes[one].move for one in line)
    over = session.waits_for == "over"
    alone = [number for number, player in enumerate(session.seats) if player == PERSON] == [seat]

    def said_at(node: int) -> str:
        return "\n".join(text for by, text in nodes[node].comments if over or by == seat or (by is None and alone))

    said = tuple(map(said_at, (ROOT, *line)))
    own = next((one for one in head.notes if one.seat == seat), None)
    declared = head.result if (ROOT, *line)[-1] == (ROOT, *session.document.main_line())[-1] else None
    bare = Record(
        spec=session.spec,
        follows=seat,
        seats=tuple(msgspec.structs.replace(one, player=bot_name(one.player)) for one in head.seats),
        given=session.given,
        hindsight=session.hindsight,
        created=session.created,
        program=session.program,
        tags={**session.document.tags, **(tags or {})},
        comment=said[0],
        result=result_for_others(session.spec, declared, [one.player for one in head.seats]),
    )
    placed = session.position is not None

    def whole() -> Record:
        texts, known = _seen(begun, moves, seat)
        seen = [number for number, text in enumerate(texts) if text]
        told = tuple(Move(move=texts[number], comment=said[number + 1]) for number in seen)
        return msgspec.structs.replace(
            bare,
            position=begun.view(seat) if placed else None,
            given=bisect_left(seen, bare.given),
            lines=(Line(moves=told),) if told else (),
            notes=() if own is None else (_counted(own, seen),),
            result=bare.result or result_of(known),
        )

    return whole


def seed_can_be_found(session: Session, node: int | None = None) -> bool:
    """Return whether a seat that knows its own cards can find the game's seed by trying, and with it every other card.

    The seed must be a small one, as people type, and must have drawn some of the cards up to this node.
    """
    if session.follows is not None or not guessable(session.seed):
        return False
    luck, state = Luck(session.seed), session.document.state_at(ROOT)
    for one in session.document.line_to(session.here if node is None else node):
        if state.actor == CHANCE:
            if luck.draw(state) == session.document.tree.nodes[one].move:
                return True
            luck.made(state)
        state = session.document.state_at(one)
    return False


def _seen(start: State, moves: Sequence[str], seat: int) -> tuple[list[str], Viewpoint]:
    """Each move as a seat read it, "" where it learned nothing, and what it knew after the last of them."""
    texts, point, known = list[str](), start, start.viewpoint(seat)
    for move in moves:
        texts.append(steps.observation(point, move, seat))
        if texts[-1]:
            known = steps.learned(known, texts[-1])
        after = steps.after(point, move)
        assert isinstance(after, State)
        point = after
    return texts, known


def _counted(notes: Notes, seen: list[int]) -> Notes:
    """The notes with help from and to after so many of the moves that were seen."""

    def count(moves: int) -> int:
        return bisect_left(seen, moves)

    helped = (
        Help(since=count(one.since), until=None if one.until is None else count(one.until)) for one in notes.helped
    )
    return msgspec.structs.replace(notes, helped=tuple(helped))
