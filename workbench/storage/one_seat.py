"""Records of a game as one seat saw it, safe to share because they hold nothing hidden from that seat."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence

import msgspec

from bots.report import Mark, Report, author, is_review, with_author
from fastcore import CHANCE, State, Viewpoint
from workbench.game.current_line import result_of
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.records import steps
from workbench.records.schema import Help, Line, Move, Notes, Record
from workbench.records.seeds import ChanceDraws, is_guessable
from workbench.records.sharing import bot_name, result_for_others
from workbench.system.translation import tr


def seat_record(session: Session, seat: int, node: int | None = None) -> Record:
    """Return the record of a game as one seat saw it.

    The record holds each move as the seat observed it, and the seat's notes, comments and marks. All comments and marks
    are included once the game is over, and unsigned ones also if no other person plays. Hints and analyses of the
    seat's own decisions are included, because bots analyse what the seat knew. Seeds, variations, reviews, times and
    the reports of bots that played are left out.

    Args:
        session: The game.
        seat: The seat, from 0.
        node: The last move to include, or None for the current node.

    Raises:
        ValueError: There is no such seat, or the session already follows a seat.
    """
    return snapshot(session, seat, node)()


def snapshot(
    session: Session, seat: int, node: int | None = None, tags: Mapping[str, str] | None = None
) -> Callable[[], Record]:
    """Return a function that builds the result of `seat_record` for the session as it is now.

    Taking the snapshot is cheap. The function may be called later and on any thread.

    Args:
        session: The game.
        seat: The seat, from 0.
        node: The last move to include, or None for the current node.
        tags: Tags to add to the session's own.

    Raises:
        ValueError: There is no such seat, or the session already follows a seat.
    """
    if session.follows is not None:
        raise ValueError(tr("this game already is one player's view"))
    if not 0 <= seat < session.point.seats:
        raise ValueError(
            tr("this game has {seats} seats, so there is no seat {seat}", seat=seat + 1, seats=session.point.seats)
        )
    line, nodes, head = (
        session.document.line_to(session.here if node is None else node),
        session.document.tree.nodes,
        session.document.tree.head,
    )
    start = session.document.point_at(ROOT)
    assert isinstance(start, State)
    initial, moves = start.copy(), tuple(nodes[item].move for item in line)
    over = session.waits_for == "over"
    only_person = [number for number, player in enumerate(session.seats) if player == PERSON] == [seat]

    def may_include(by: int | None) -> bool:
        return over or by == seat or (by is None and only_person)

    def comment_at(node: int) -> str:
        return "\n".join(text for by, text in nodes[node].comments if may_include(by))

    def marks_at(node: int) -> tuple[Mark, ...]:
        return tuple(mark for by, mark in nodes[node].marks if may_include(by))

    def analyses_at(node: int) -> tuple[Report, ...]:
        if session.document.point_at(node).actor != seat:
            return ()
        reports = session.document.annotations.analyses(node)
        return tuple(with_author(report, bot_name(author(report))) for report in reports if not is_review(report))

    analysed = tuple(map(analyses_at, (ROOT, *line)))  # with a decision, or with the last move before one to come
    comments_seen, marks_seen = tuple(map(comment_at, (ROOT, *line))), tuple(map(marks_at, (ROOT, *line)))
    own_notes = next((item for item in head.notes if item.seat == seat), None)
    declared = head.result if (ROOT, *line)[-1] == (ROOT, *session.document.main_line())[-1] else None
    bare = Record(
        spec=session.spec,
        follows=seat,
        seats=tuple(msgspec.structs.replace(item, player=bot_name(item.player)) for item in head.seats),
        given=session.opening_steps,
        hindsight=session.hindsight,
        created=session.created,
        program=session.program,
        tags={**session.document.tags, **(tags or {})},
        comment=comments_seen[0],
        marks=marks_seen[0],
        result=result_for_others(session.spec, declared, [item.player for item in head.seats]),
    )
    placed = session.position is not None

    def build() -> Record:
        texts, known = _observations(initial, moves, seat)
        seen = [number for number, text in enumerate(texts) if text]
        last = seen[-1] if seen else None
        observed = tuple(
            Move(
                move=texts[number],
                comment=comments_seen[number + 1],
                marks=marks_seen[number + 1],
                later=analysed[number],
                analysed=analysed[-1] if number == last else (),
            )
            for number in seen
        )
        return msgspec.structs.replace(
            bare,
            position=initial.view(seat) if placed else None,
            given=bisect_left(seen, bare.given),
            lines=(Line(moves=observed),) if observed else (),
            analysed=() if observed else analysed[-1],
            notes=() if own_notes is None else (_in_observed_moves(own_notes, seen),),
            result=bare.result or result_of(known),
        )

    return build


def seed_can_be_found(session: Session, node: int | None = None) -> bool:
    """Return whether a player could find the game's seed by brute force, and with it every hidden card.

    This is possible if the seed is a small number, such as people type, and has determined a chance event before `node`
    (None: the current node).
    """
    if session.follows is not None or not is_guessable(session.seed):
        return False
    luck, state = ChanceDraws(session.seed), session.document.state_at(ROOT)
    for item in session.document.line_to(session.here if node is None else node):
        if state.actor == CHANCE:
            if luck.draw(state) == session.document.tree.nodes[item].move:
                return True
            luck.count_draw(state)
        state = session.document.state_at(item)
    return False


def _observations(start: State, moves: Sequence[str], seat: int) -> tuple[list[str], Viewpoint]:
    """Return each move as the seat observed it ("" if it saw nothing), and the seat's viewpoint after the last move."""
    texts, point, known = list[str](), start, start.viewpoint(seat)
    for move in moves:
        texts.append(steps.observation(point, move, seat))
        if texts[-1]:
            known = steps.after_observation(known, texts[-1])
        after = steps.apply_step(point, move)
        assert isinstance(after, State)
        point = after
    return texts, known


def _in_observed_moves(notes: Notes, seen: list[int]) -> Notes:
    """Return the notes with help intervals counted in observed moves instead of all moves."""

    def count(moves: int) -> int:
        return bisect_left(seen, moves)

    helped = (
        Help(since=count(item.since), until=None if item.until is None else count(item.until)) for item in notes.helped
    )
    return msgspec.structs.replace(notes, helped=tuple(helped))
