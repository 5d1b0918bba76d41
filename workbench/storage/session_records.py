"""Conversion of sessions to records and back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

import msgspec

from bots.report import Limit, Mark, Report
from workbench.game.current_line import result_of
from workbench.game.move_tree import ROOT, Comment, MoveTree, Node, SignedMark
from workbench.game.session import Session
from workbench.records import replay, steps
from workbench.records.schema import Line, Move, Place, Private, Record
from workbench.reports import growth
from workbench.system import decoding

Written = TypeVar("Written", Move, Record)  # has comments and marks

AUTOSAVE_OF = "file of this autosave"  # tag of an autosave: the file of its game


def record_of(session: Session, **tags: str) -> Record:
    """Return the record of everything in a session, with extra tags."""
    return snapshot(session, **tags)()


def snapshot(session: Session, **tags: str) -> Callable[[], Record]:
    """Return a function that builds the record of a session as it is now.

    Taking the snapshot is cheap. The function may be called later and on any thread.

    Args:
        session: The game.
        tags: Tags to add to the session's own.
    """
    tree = session.document.tree.copy()
    keeps_authors = session.follows is None and session.point.info.has.covered and session.waits_for != "over"
    head, start, end = tree.head, tree.nodes[ROOT], (ROOT, *tree.line_from(ROOT))[-1]
    bare = Record(
        spec=session.spec,
        position=session.position,
        follows=session.follows,
        facts=session.facts,
        by_hand=head.by_hand,
        seed=session.seed,
        salt=None if session.follows is not None else session.salt,
        block=session.block,
        game=session.game,
        seats=head.seats,
        limit=None if session.limit is None else _as_decoded(session.limit),
        given=session.opening_steps,
        hindsight=head.view.hindsight,
        created=session.created,
        program=session.program,
        tags={**session.document.tags, **tags},
        analysed=start.analysed,
        notes=tuple(notes for notes in head.notes if session.follows in (None, notes.seat)),
        result=head.result or result_of(session.document.point_at(end)),
    )

    bare = _with_writings(bare, start, keeps_authors)

    def build() -> Record:
        lines = _lines(tree)
        moves = [
            Line(of=line.of, at=line.at, moves=tuple(_move(tree.nodes[node], keeps_authors) for node in line.nodes))
            for line in lines
            if line.nodes
        ]
        return msgspec.structs.replace(bare, lines=tuple(moves), here=_place(tree, lines))

    return build


def session_of(record: Record) -> Session:
    """Return the session stored in a record, at the node where it was saved. Its bots are not started.

    The tag of an autosave is dropped, because in another record it would set the file of a recovered game.

    Raises:
        RecordError: The moves of the record are illegal.
    """
    replay.check(record)
    players = [seat.player for seat in record.seats]
    session = Session(
        record.spec, players, record.seed, record.position, follows=record.follows, facts=record.facts, trusted=True
    )
    session.salt, session.block, session.game = record.salt, record.block, record.game
    session.limit, session.opening_steps = record.limit, record.given
    session.created, session.program = record.created, record.program
    tree = session.document.tree
    tree.set_head("seats", record.seats)
    tree.set_head("tags", tuple((name, text) for name, text in record.tags.items() if name != AUTOSAVE_OF))
    tree.set_head("notes", record.notes)
    tree.set_head("by_hand", record.by_hand)
    tree.set_head("result", None if record.result is None or record.result.ending == "normal" else record.result)
    tree.set(ROOT, "comments", _comments(record))
    tree.set(ROOT, "marks", _signed_marks(record))
    seats = len(record.seats)
    tree.set(ROOT, "analysed", _storable(record.analysed, seats))
    ends = [0] * len(record.lines)
    for entry, before, after in replay.walk(record):
        move = entry.move
        actor, turn = steps.actor_and_turn(before, move.move, after)
        reports, later, analysed = (
            _storable(reports_of_move, seats) for reports_of_move in (move.reports, move.later, move.analysed)
        )
        node = Node(entry.parent, actor, move.move, turn, (), reports, later, analysed, move.seconds, move.left)
        ends[entry.line] = tree.add(node._replace(comments=_comments(move), marks=_signed_marks(move)))
    main = ends[0] if ends else ROOT
    current = main if record.here is None else replay.locate(record, record.here, "here")
    tip = main if record.here is None or not ends else ends[record.here.line]
    session.restore_view(current, tip, record.hindsight)
    return session


def _storable(reports: tuple[Report, ...], seats: int) -> tuple[Report, ...]:
    """Return the reports without data that records never contain, and without invalid growth data."""
    if not any(report.growth or report.history or report.traces for report in reports):
        return reports
    return tuple(
        msgspec.structs.replace(
            report,
            history=(),
            traces=(),
            growth=report.growth if report.growth and growth.is_valid(report.growth, seats) else None,
        )
        for report in reports
    )


class _RecordLine:
    """A line to be written to a record.

    Args:
        nodes: The nodes on the line.
        of: The number of the earlier line from which it branches off.
        at: The number of moves of that line before the branch.
    """

    def __init__(self, nodes: Sequence[int], of: int = 0, at: int = 0) -> None:
        self.nodes, self.of, self.at = tuple(nodes), of, at


def _lines(tree: MoveTree) -> list[_RecordLine]:
    """Return the main line and one line for each variation, in the order in which they branch off."""
    lines = [_RecordLine(tree.line_from(ROOT))]
    for number, line in enumerate(lines):
        for depth, node in enumerate((ROOT, *line.nodes) if number == 0 else line.nodes, line.at + (number > 0)):
            for variation in tree.nodes[node].children[1:]:
                lines.append(_RecordLine((variation, *tree.line_from(variation)), number, depth))
    return lines


def _place(tree: MoveTree, lines: Sequence[_RecordLine]) -> Place | None:
    """Return the current line and number of moves, or None at the end of the main line."""
    path = tree.line_to(tree.head.view.here)
    line, depth = (*path, *tree.line_ahead()), len(path)
    number = next((number for number, candidate in enumerate(lines) if candidate.nodes[-1:] == line[-1:]), 0)
    return None if number == 0 and depth == len(lines[0].nodes) else Place(line=number, at=depth)


def _as_decoded(limit: Limit) -> Limit:
    """Return the limit as the decoder returns it, with float seconds."""
    return decoding.convert(msgspec.to_builtins(limit), Limit)


def _comments(part: Move | Record) -> tuple[Comment, ...]:
    signed = (Comment(entry.seat, entry.comment) for entry in part.private if entry.comment)
    return (*signed, *((Comment(None, part.comment),) if part.comment else ()))


def _signed_marks(part: Move | Record) -> tuple[SignedMark, ...]:
    signed = (SignedMark(entry.seat, mark) for entry in part.private for mark in entry.marks)
    return (*signed, *(SignedMark(None, mark) for mark in part.marks))


def _with_writings(part: Written, node: Node, keeps_authors: bool) -> Written:
    """Return a move, or the record for the start, with the comments and marks of a node.

    Args:
        part: The move or the record.
        node: The node.
        keeps_authors: Whether the entries of the seats stay private, because the game goes on and has hidden moves.
    """
    authors = {comment.by for comment in node.comments} | {mark.by for mark in node.marks}
    seats = sorted(author for author in authors if author is not None and keeps_authors)

    def comment_of(seats: Collection[int | None]) -> str:
        return "\n".join(comment.text for comment in node.comments if comment.by in seats)

    def marks_of(seats: Collection[int | None]) -> tuple[Mark, ...]:
        return tuple(signed.mark for signed in node.marks if signed.by in seats)

    private = tuple(Private(seat=seat, comment=comment_of((seat,)), marks=marks_of((seat,))) for seat in seats)
    everybody = authors - set(seats)
    return msgspec.structs.replace(part, comment=comment_of(everybody), marks=marks_of(everybody), private=private)


def _move(node: Node, keeps_authors: bool) -> Move:
    move = Move(
        move=node.move,
        seconds=node.seconds,
        left=node.left,
        reports=node.reports,
        later=node.later,
        analysed=node.analysed,
    )
    return _with_writings(move, node, keeps_authors)
